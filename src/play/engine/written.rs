//! Actions as people write them.

use super::action::Action;
use super::chain::Chain;
use super::fault::{Fault, PlayError};
use super::position::Position;
use crate::plan::{ChoiceKind, RolePlan};
use rulebook_language::model::{Game, KindId, Move, Type, Written, of_set};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::{Id, Ring};

/// How a pass is written.
pub const PASS: &str = "pass";
/// How a change of seats is written.
pub const SWAP: &str = "swap";
/// How it is written that a turn goes no further.
pub const STOP: &str = "stop";

impl Position {
    /// The action as it is written.
    pub fn written(&self, action: &Action) -> String {
        let mut text = String::new();
        self.write_action(action, &mut text);
        text
    }

    /// Appends the action as it is written.
    pub fn write_action(&self, action: &Action, text: &mut String) {
        write(&self.game, &self.plan.roles[self.role_to_act()], action, text);
    }

    /// The legal actions as one lists them: by their choices, then by the cells that are picked, in the order in which one reads
    /// the board.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn listed(&mut self) -> Result<Vec<Action>, Fault> {
        let mut actions: Vec<Action> = self.legal()?.iter().collect();
        let board = &self.game.board;
        if board.ring() == Ring::ROW {
            return Ok(actions); // as they are found
        }
        let mut rank = vec![0u16; board.slots()];
        (0u16..).zip(board.cells()).for_each(|(place, cell)| rank[cell.index()] = place);
        let role = &self.plan.roles[self.role_to_act()];
        actions.sort_by_cached_key(|action| {
            let rule = match role.choices.get(usize::from(action.choice)).map(|choice| choice.sort) {
                Some(ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. }) => Some(&self.game.moves[rule]),
                _ => None,
            };
            let types: Vec<Type> = rule.iter().flat_map(|rule| rule.pick_types()).collect();
            let is_cell = |place: usize| match types.get(place).or(types.last()) {
                Some(
                    Type::Range
                    | Type::Direction
                    | Type::Directions
                    | Type::Player
                    | Type::Players
                    | Type::Kind
                    | Type::Kinds,
                )
                | None => false,
                Some(_) => true,
            };
            let place = |(place, pick): (usize, &u16)| match rank.get(usize::from(*pick)) {
                Some(rank) if is_cell(place) => *rank,
                _ => *pick,
            };
            (action.choice, action.picks().iter().enumerate().map(place).collect::<Vec<u16>>())
        });
        Ok(actions)
    }

    /// The legal action that is written so, the cells of a picked set or pair in any order.
    ///
    /// # Errors
    /// If no legal action is, or the rules cannot be evaluated.
    pub fn find(&mut self, text: &str) -> Result<Action, PlayError> {
        if self.outcome()?.is_some() {
            return Err(PlayError::Over);
        }
        let mut written = String::new();
        let legal = self.legal()?.clone();
        // One that leads to the same position as another is read as that.
        let alike = self.core.alike().iter().map(|(action, place)| (action.clone(), legal.get(*place as usize)));
        let all = || legal.iter().map(|action| (action.clone(), action)).chain(alike.clone());
        for (action, meant) in all() {
            written.clear();
            self.write_action(&action, &mut written);
            if written == text {
                return Ok(meant);
            }
        }
        let has_pairs = self.game.moves.iter().any(|rule| !rule.pairs.is_empty());
        if (has_pairs || text.contains(SEPARATOR))
            && let Some((_, meant)) = all().find(|(action, _)| self.is_written_otherwise(action, text))
        {
            return Ok(meant);
        }
        let shown: String = text.chars().take(80).collect();
        Err(PlayError::Illegal(shown))
    }

    /// On which cell an action of nature lays a piece, and which, as it is written; no piece where the cell stays empty. Nothing of
    /// any other action.
    pub fn laid(&self, action: &Action) -> Option<(CellId, Option<&str>)> {
        let choice = self.plan.roles[self.role_to_act()].choices.get(usize::from(action.choice))?;
        let ChoiceKind::Scatter(scatter) = choice.sort else { return None };
        laid(&self.game, usize::from(scatter), action)
    }

    /// Whether a text is what an action is written as, but for the order of the cells of its sets and pairs.
    fn is_written_otherwise(&self, action: &Action, text: &str) -> bool {
        let choice = self.plan.roles[self.role_to_act()].choices.get(usize::from(action.choice));
        let Some(ChoiceKind::Move { rule, .. }) = choice.map(|choice| choice.sort) else { return false };
        let rule = &self.game.moves[rule];
        self.is_spelt(rule, action.picks(), text)
            || reads_both_ways(rule) && self.is_spelt(rule, &rule.turned_round(action.picks()), text)
    }

    /// Whether a text is what a move is written as, but for the order of the cells of its sets.
    fn is_spelt(&self, rule: &Move, picks: &[u16], text: &str) -> bool {
        let (mut rest, mut written) = (text, String::new());
        for part in &rule.written {
            written.clear();
            write_part(&self.game, rule, picks, part, &mut written);
            let is_set = set_of(rule, part).is_some();
            let Some((here, after)) = rest.split_at_checked(written.len()) else { return false };
            let sorted = |text: &str| {
                let mut cells: Vec<String> = text.split(SEPARATOR).map(str::to_owned).collect();
                cells.sort_unstable();
                cells
            };
            if here != written && !(is_set && sorted(here) == sorted(&written)) {
                return false;
            }
            rest = after;
        }
        !rule.written.is_empty() && rest.is_empty()
    }
}

/// Whether a move has pairs, and is written so that its pairs mean the same with their ends exchanged: where another pick stands
/// between them, as in `a1=6,b1`, it belongs to one of them.
fn reads_both_ways(rule: &Move) -> bool {
    let picks: Vec<u8> = rule.written.iter().filter_map(Written::pick).collect();
    let at = |pick: u8| picks.iter().position(|other| *other == pick);
    let is_together = |first: &u8| match (at(*first), at(*first + 1)) {
        (Some(one), Some(other)) => one.abs_diff(other) == 1,
        _ => true,
    };
    !rule.pairs.is_empty() && rule.pairs.iter().all(is_together)
}

/// What stands between the cells of a picked set.
const SEPARATOR: char = ',';

/// Appends an action of a role as it is written.
pub fn write(game: &Game, role: &RolePlan, action: &Action, text: &mut String) {
    match action.choice {
        Action::SWAP => text.push_str(SWAP),
        Action::STOP => text.push_str(STOP),
        choice => match role.choices.get(usize::from(choice)).map(|choice| choice.sort) {
            Some(ChoiceKind::Move { rule, .. }) => write_link(game, &game.moves[rule], action.picks(), false, text),
            Some(ChoiceKind::Scatter(scatter)) => write_laid(game, usize::from(scatter), action, text),
            Some(sort @ ChoiceKind::Chain { rule, .. }) => {
                let links = Chain::of(sort).into_iter().flat_map(|chain| chain.links(action.picks()));
                for (index, link) in links.enumerate() {
                    write_link(game, &game.moves[rule], &link, index > 0, text);
                }
            }
            _ => text.push_str(PASS),
        },
    }
}

/// On which cell a setup lays a piece by lot, and which, as it is written; nothing where the cell stays empty.
fn laid<'g>(game: &'g Game, scatter: usize, action: &Action) -> Option<(CellId, Option<&'g str>)> {
    let [item, cell] = *action.picks() else { return None };
    let scatter = game.scatters().nth(scatter);
    let piece = item.checked_sub(1).and_then(|at| scatter?.items.get(usize::from(at)));
    Some((CellId(cell), piece.map(|piece| piece.sign.as_str())))
}

/// Writes what is laid on a cell by lot.
fn write_laid(game: &Game, scatter: usize, action: &Action, text: &mut String) {
    let Some((cell, piece)) = laid(game, scatter, action) else { return };
    text.push_str(game.board.cell_written(cell));
    text.push('=');
    text.push_str(piece.unwrap_or("."));
}

/// Writes a move; one that goes on from another without its first pick, which stands there already.
fn write_link(game: &Game, rule: &Move, picks: &[u16], goes_on: bool, text: &mut String) {
    if rule.written.is_empty() {
        text.push_str(&rule.name);
    }
    for part in rule.written.iter().filter(|part| !(goes_on && matches!(part, Written::Pick(0)))) {
        write_part(game, rule, picks, part, text);
    }
}

/// Writes a part of a move.
fn write_part(game: &Game, rule: &Move, picks: &[u16], part: &Written, text: &mut String) {
    match part {
        Written::Text(letters) => text.push_str(letters),
        Written::Pick(pick) | Written::Small(pick) | Written::Signs(pick, _) => {
            let pick = usize::from(*pick);
            if let Some(places) = set_of(rule, part) {
                return write_set(game, picks.get(places).unwrap_or_default(), text);
            }
            let value = picks.get(pick).copied().unwrap_or(0);
            let ty = rule.pick_types().nth(pick).unwrap_or(Type::Cells);
            write_pick(game, ty, value, part, text);
        }
    }
}

/// The places of the picks of a set that a part of a move writes, if it writes one.
fn set_of(rule: &Move, part: &Written) -> Option<std::ops::Range<usize>> {
    let (Written::Pick(pick) | Written::Small(pick) | Written::Signs(pick, _)) = part else { return None };
    rule.sets().find(|places| places.start == usize::from(*pick))
}

/// The cells of a picked set.
fn write_set(game: &Game, places: &[u16], text: &mut String) {
    let board = &game.board;
    for (at, cell) in of_set(places).iter().map(|cell| CellId(*cell)).enumerate() {
        if at > 0 {
            text.push(SEPARATOR);
        }
        text.push_str(if cell.index() < board.slots() { board.cell_written(cell) } else { "-" });
    }
}

fn write_pick(game: &Game, from: Type, value: u16, part: &Written, text: &mut String) {
    let board = &game.board;
    if let Written::Signs(_, signs) = part {
        let sign = signs.iter().find(|(of, _)| *of == value).map(|(_, sign)| sign.as_str());
        text.push_str(sign.unwrap_or("-"));
        return;
    }
    let place = usize::from(value);
    if from == Type::Range && value != u16::MAX {
        text.push_str(&value.to_string());
        return;
    }
    if matches!(from, Type::Kinds | Type::Kind) {
        text.push_str(&game.kind_written(KindId::from_index(place), matches!(part, Written::Small(_))));
        return;
    }
    let word = match from {
        Type::Directions | Type::Direction => {
            let direction = DirectionId::from_index(place);
            (place < board.directions().count()).then(|| board.direction(direction).name.as_str())
        }
        Type::Players | Type::Player => game.players.iter().nth(place).map(String::as_str),
        _ => (place < board.slots()).then(|| board.cell_written(CellId(value))),
    };
    // A step off the board, an empty cell's owner.
    text.push_str(word.unwrap_or("-"));
}
