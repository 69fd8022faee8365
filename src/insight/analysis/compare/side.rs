//! The two games of a comparison, made ready to be walked in step.

use std::sync::Arc;

use super::pairing::Pairing;
use crate::library::{Loaded, Prepared};
use rulebook_batch::Compiled;
use rulebook_language::diagnostic::Report;
use rulebook_language::model::{Game, LocalId, Move, Written};
use rulebook_language::util::Id;
use rulebook_play::plan;

/// One of the two games.
#[derive(Clone, Debug)]
pub struct Side {
    /// The texts of its rules, with what was set for it.
    pub loaded: Loaded,
    /// The game, ready to be played.
    pub prepared: Prepared,
}

/// Both games; the second speaks the language of the first where they call the same thing by different names.
#[derive(Clone, Debug)]
pub struct Sides {
    /// A.
    pub a: Side,
    /// B, as it was written.
    pub b: Side,
    /// What is the same in both.
    pub pairing: Pairing,
    /// B with the names and notations of A.
    pub aligned: Prepared,
}

impl Sides {
    /// Pairs two games.
    ///
    /// # Errors
    /// The limits of a plan, which both games are within: names alone are exchanged.
    pub fn new(a: Side, b: Side) -> Result<Self, Report> {
        let pairing = Pairing::new(&a.prepared.game, &b.prepared.game);
        let aligned = aligned(&a.prepared.game, &b.prepared, &pairing)?;
        Ok(Sides { a, b, pairing, aligned })
    }
}

/// B with the names of players and pieces that A has, and with the notation of paired moves.
fn aligned(a: &Game, b: &Prepared, pairing: &Pairing) -> Result<Prepared, Report> {
    let mut game = Game::clone(&b.game);
    let mut changed = false;
    for (of_a, of_b) in pairing.players.iter().enumerate() {
        if let (Some(name), Some(of_b)) = (a.players.iter().nth(of_a), *of_b) {
            changed |= game.players[of_b] != *name;
            game.players[of_b].clone_from(name);
        }
    }
    for (of_a, of_b) in pairing.kinds.iter().enumerate() {
        if let (Some(kind), Some(of_b)) = (a.kinds.iter().nth(of_a), *of_b) {
            changed |= game.kinds[of_b].name != kind.name || game.kinds[of_b].letter != kind.letter;
            game.kinds[of_b].name.clone_from(&kind.name);
            game.kinds[of_b].plural.clone_from(&kind.plural);
            game.kinds[of_b].letter = kind.letter;
        }
    }
    if let Some(board) = game.board.written_as(&a.board) {
        game.board = board;
        changed = true;
    }
    for (of_a, of_b) in pairing.moves.iter().enumerate() {
        let Some(rule) = a.moves.iter().nth(of_a) else { continue };
        let Some(of_b) = *of_b else { continue };
        if let Some(written) = notation(a, rule, &b.game, &game.moves[of_b]) {
            game.moves[of_b].written = written;
            changed = true;
        }
    }
    if !changed {
        return Ok(b.clone());
    }
    let questions: Vec<_> = b.worth.iter().collect();
    let plan = plan::compile_with(&game, &questions)?;
    Ok(Prepared { game: Arc::new(game), plan, compiled: Compiled::default(), ..b.clone() })
}

/// How `other` is written in the way of `rule`; nothing where it is written so already, or cannot be.
fn notation(a: &Game, rule: &Move, b: &Game, other: &Move) -> Option<Vec<Written>> {
    let letters = |rule: &Move| -> Vec<Option<String>> {
        let part = |part: &Written| match part {
            Written::Text(text) => Some(text.clone()),
            Written::Pick(_) => None,
            // A small letter is another way to write it.
            Written::Small(_) => Some(String::new()),
            Written::Signs(_, signs) => Some(signs.iter().map(|(_, sign)| format!(" {sign}")).collect()),
        };
        let own = rule.written.is_empty().then(|| Some(rule.name.clone()));
        own.into_iter().chain(rule.written.iter().map(part)).collect()
    };
    let types: Vec<_> = rule.pick_types().collect();
    let others: Vec<_> = other.pick_types().collect();
    if types.len() != others.len() || letters(rule) == letters(other) {
        return None;
    }
    // By name where the names agree, else by place.
    let names = |game: &Game, rule: &Move| -> Vec<String> {
        let name = |local: LocalId| game.sites.names.get(&local).map(|name| name.text.clone()).unwrap_or_default();
        rule.picks().chain(rule.shown.iter().map(|(local, _)| *local)).map(name).collect()
    };
    let (own, theirs) = (names(a, rule), names(b, other));
    let mut sorted = (own.clone(), theirs.clone());
    sorted.0.sort();
    sorted.1.sort();
    let place = |pick: u8| -> Option<u8> {
        let at = usize::from(pick);
        let found = if sorted.0 == sorted.1 { theirs.iter().position(|name| Some(name) == own.get(at))? } else { at };
        (types.get(at) == others.get(found)).then_some(u8::try_from(found).ok()?)
    };
    let text = |part: &Written| match part {
        Written::Text(text) => Some(Written::Text(text.clone())),
        Written::Pick(pick) => place(*pick).map(Written::Pick),
        Written::Small(pick) => place(*pick).map(Written::Small),
        Written::Signs(pick, signs) => place(*pick).map(|place| Written::Signs(place, signs.clone())),
    };
    if rule.written.is_empty() {
        return Some(vec![Written::Text(rule.name.clone())]);
    }
    rule.written.iter().map(text).collect()
}

/// Why positions of the two games cannot be laid side by side; nothing where they can.
pub fn apart(a: &Game, b: &Game, pairing: &Pairing) -> Option<String> {
    let names = |game: &Game| -> Vec<String> {
        let mut names: Vec<String> = game.board.cells().map(|cell| game.board.cell_name(cell).to_owned()).collect();
        names.sort();
        names
    };
    let (cells, others) = (names(a), names(b));
    if cells != others {
        let only = |own: &[String], other: &[String]| -> Option<String> {
            own.iter().find(|name| other.binary_search(name).is_err()).cloned()
        };
        let (one, two) = (only(&cells, &others), only(&others, &cells));
        let said = [
            one.map(|name| format!("`{name}` is only on A's board")),
            two.map(|name| format!("`{name}` is only on B's board")),
        ];
        let said: Vec<String> = said.into_iter().flatten().collect();
        return Some(format!(
            "the boards have different cells: {} in A, {} in B ({})",
            cells.len(),
            others.len(),
            said.join(", ")
        ));
    }
    if a.players.len() != b.players.len() {
        return Some(format!("A has {} players, B has {}", a.players.len(), b.players.len()));
    }
    let kinds = |game: &Game| game.kinds.iter().map(|kind| format!("`{}`", kind.name)).collect::<Vec<_>>().join(", ");
    if a.kinds.len() != b.kinds.len() || pairing.kinds.iter().any(Option::is_none) {
        let (one, two) = (kinds(a), kinds(b));
        let none = |list: String| if list.is_empty() { "none".to_owned() } else { list };
        return Some(format!("the pieces differ: {} in A, {} in B", none(one), none(two)));
    }
    if (a.max_height > 1) != (b.max_height > 1) {
        let which = if a.max_height > 1 { "A" } else { "B" };
        return Some(format!("cells hold stacks only in {which}"));
    }
    None
}

/// The slot in B of each slot of A, for boards with the same cells.
pub fn cells(a: &Game, b: &Game) -> Vec<Option<rulebook_language::topology::CellId>> {
    let slot = |index: usize| {
        let cell = rulebook_language::topology::CellId::from_index(index);
        if a.board.is_cell(cell) { b.board.find_cell(a.board.cell_name(cell)) } else { None }
    };
    (0..a.board.slots()).map(slot).collect()
}
