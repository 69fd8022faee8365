//! What a game needs: its board, and its pieces with their numbers, counted from the setup and from what players have in hand.

use rulebook_insight::library::Prepared;
use rulebook_language::model::{CounterId, Game, Index, KindId, Per, PlayerId};
use rulebook_language::syntax::ast::{Block, CounterRef, DeclarationKind, Expr, ExprKind, StatementKind};
use rulebook_language::util::Id;

use crate::rules::{Rules, board_of};

/// What a game needs, a line each.
pub fn needed(prepared: &Prepared, rules: &Rules<'_>) -> Vec<String> {
    let game = &prepared.game;
    let start = prepared.start();
    let board = &game.board;
    let mut lines = vec![board_of(game)];
    let owners = || game.players.ids().map(Some).chain([None]);
    for kind in game.kinds.ids() {
        let is_neutral = game.kinds[kind].neutral;
        for owner in owners().filter(|owner| owner.is_none() == is_neutral) {
            let on_board = board
                .cells()
                .map(|cell| start.pieces(cell).into_iter().filter(|piece| *piece == (owner, kind)).count())
                .sum::<usize>();
            lines.extend(pieces(prepared, rules, owner, kind, on_board));
        }
    }
    for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| counter.per == Per::CELL) {
        let all = seeds(prepared, id);
        if all > 0 {
            lines.push(format!("{all} counters (`{}`) to lie on the board", counter.name));
        }
    }
    lines
}

/// How many pieces of a kind an owner needs.
fn pieces(
    prepared: &Prepared,
    rules: &Rules<'_>,
    owner: Option<PlayerId>,
    kind: KindId,
    on_board: usize,
) -> Option<String> {
    let game = &prepared.game;
    let (name, plural) = (&game.kinds[kind].name, &game.kinds[kind].plural);
    let whose = owner.map_or(String::new(), |owner| format!("{} ", game.players[owner]));
    let named = |count: usize| format!("{count} {whose}{}", if count == 1 { name } else { plural });
    let counted = |count: usize| match count {
        0 => promoted(rules, name).then(|| format!("some {whose}{plural}, to be made in play")),
        _ => Some(named(count)),
    };
    match supply(game, rules, name, plural) {
        Supply::None => counted(on_board),
        Supply::Hand(counter) => {
            let held = game.counters.iter_ids().find(|(_, known)| known.name == counter).and_then(|(id, known)| {
                let own = known.per.indexes().map(|index| match index {
                    Index::Player => owner.map(Id::index),
                    Index::Kind => Some(kind.index()),
                    Index::Cell => None,
                });
                let of: Option<Vec<usize>> = own.collect();
                Some(prepared.start().counter(id, game.place_of(known.per, &of?)))
            });
            match held.and_then(|held| usize::try_from(held).ok()) {
                Some(hand) => counted(on_board + hand),
                None => Some(format!("{whose}{plural}, as many as are needed")),
            }
        }
        // No more can stand on the board than it has cells.
        Supply::Open => {
            let room = game.board.cell_count() * usize::from(game.max_height);
            Some(format!("{whose}{plural}, up to {room} of all"))
        }
    }
}

/// Where pieces come from during the game.
enum Supply {
    /// No move puts any.
    None,
    /// From what each player has in hand, which this counter counts.
    Hand(String),
    /// From nowhere in particular.
    Open,
}

fn supply(game: &Game, rules: &Rules<'_>, name: &str, plural: &str) -> Supply {
    let is_kind = |word: &str| game.kinds.iter().any(|kind| kind.name == word || kind.plural == word);
    let mut found = Supply::None;
    for shown in rules.of(|kind| body(kind).is_some()) {
        let Some(body) = body(&shown.declaration.kind) else { continue };
        let (mut puts, mut taken) = (false, None);
        walk(body, &mut |statement| match statement {
            StatementKind::Put { piece, .. } => {
                puts |= speaks_of(piece, &|word| word == name || word == plural || !is_kind(word));
            }
            StatementKind::Add { place: CounterRef { name, of }, negative: true, .. } if !of.is_empty() => {
                taken = Some(name.text.clone());
            }
            _ => {}
        });
        match (puts, taken) {
            (false, _) => {}
            (true, Some(counter)) => found = Supply::Hand(counter),
            (true, None) => return Supply::Open,
        }
    }
    found
}

fn speaks_of(expr: &Expr, is: &dyn Fn(&str) -> bool) -> bool {
    match &expr.kind {
        ExprKind::Owned { kind, .. } => is(&kind.text),
        ExprKind::Name(name) => is(name),
        ExprKind::Conditional(_, then, otherwise) => speaks_of(then, is) || speaks_of(otherwise, is),
        _ => false,
    }
}

/// Whether a move makes other pieces to these.
fn promoted(rules: &Rules<'_>, name: &str) -> bool {
    let mut found = false;
    for shown in rules.of(|kind| body(kind).is_some()) {
        if let Some(body) = body(&shown.declaration.kind) {
            walk(body, &mut |statement| {
                found |= matches!(statement, StatementKind::Promote { kind, .. } if may_name(kind, name));
            });
        }
    }
    found
}

/// Whether an expression may come to a kind: where it is no name of a kind that the file writes, it may be any.
fn may_name(kind: &Expr, name: &str) -> bool {
    match &kind.kind {
        ExprKind::Name(own) => own == name,
        _ => true,
    }
}

/// The statements of a move or effect, or of what is done after each move.
fn body(kind: &DeclarationKind) -> Option<&Block> {
    match kind {
        DeclarationKind::Move(rule) => Some(&rule.body),
        DeclarationKind::Effect(effect) => Some(&effect.body),
        DeclarationKind::AfterMove(body) => Some(body),
        _ => None,
    }
}

/// Every statement of a block, and of the blocks in it.
fn walk(block: &Block, see: &mut dyn FnMut(&StatementKind)) {
    for statement in block {
        see(&statement.kind);
        match &statement.kind {
            StatementKind::For { body, .. } | StatementKind::AtEnd(body) => walk(body, see),
            StatementKind::If { then, otherwise, .. } => {
                walk(then, see);
                walk(otherwise, see);
            }
            _ => {}
        }
    }
}

/// What lies on the board at the start by a counter of cells.
fn seeds(prepared: &Prepared, counter: CounterId) -> u64 {
    let start = prepared.start();
    let first = start.plan().layout.counter(counter) as usize;
    let slots = prepared.game.board.slots();
    start.memory().get(first..first + slots).map_or(0, |values| values.iter().sum())
}
