//! What a move can ever pick, whatever the position: what numbers its actions for those who need them all beforehand.

use super::interpret::{Codes, Fuel, Interpreter, Known, Range, State, Value};
use rulebook_language::model::{Builtin, Expr, ExprKind, Game, MAX_PICKED_NUMBER, Move, Picking, PlayerId, Type};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::{Id, Rational};

/// Steps of the interpreter for the picks of one move; one that takes more is taken for one whose picks may be anything.
const MAX_STEPS: u64 = 20_000_000;

/// The picks of one player's move, some of which its turn binds to sets.
#[derive(Clone, Copy, Debug)]
pub struct PossiblePicks<'g> {
    game: &'g Game,
    me: PlayerId,
    rule: &'g Move,
    with: &'g [(u8, Expr)],
}

impl<'g> PossiblePicks<'g> {
    /// Of a move of a player, with the picks that its turn binds.
    pub fn new(game: &'g Game, me: PlayerId, rule: &'g Move, with: &'g [(u8, Expr)]) -> Self {
        PossiblePicks { game, me, rule, with }
    }

    /// The values that each pick can have, whatever the others are: cells in the order in which one reads the board, all else in
    /// increasing order.
    pub fn each(&self) -> Vec<Vec<u16>> {
        let mut all = Vec::new();
        let mut narrowed = self.interpreter().map(|reason| {
            let state = State::of(Known::nothing(self.game, reason.codes));
            (reason, state)
        });
        for step in &self.rule.picking {
            match step {
                Picking::Let { local, value } => {
                    if let Some((reason, state)) = &mut narrowed {
                        let value = reason.value(state, value);
                        state.locals.insert(*local, value);
                    }
                }
                Picking::Where(_) => {}
                Picking::Pick { from, .. } => {
                    let place = all.len();
                    let values = match &mut narrowed {
                        Some((reason, state)) => self.members(reason, state, place, from),
                        None => self.everything(from.ty),
                    };
                    all.push(values);
                }
                Picking::Several { from, low, high, .. } => {
                    let place = all.len();
                    let values = match &mut narrowed {
                        Some((reason, state)) => self.members(reason, state, place, from),
                        None => self.everything(from.ty),
                    };
                    all.extend(places(&values, *low, *high));
                }
            }
        }
        match narrowed {
            Some((reason, _)) if reason.exhausted() => self.unnarrowed(),
            _ => all,
        }
    }

    /// All that can be picked together, in the order of [`PossiblePicks::each`]; nothing where that is more than `most`.
    pub fn together(&self, most: usize) -> Option<Vec<Vec<u16>>> {
        if let Some(reason) = self.interpreter() {
            let mut search = Search { of: self, reason, most, found: Vec::new() };
            let state = State::of(Known::nothing(self.game, search.reason.codes));
            let within = search.pick(state, 0, &mut Vec::new());
            if !search.reason.exhausted() {
                return within.then_some(search.found);
            }
        }
        let each = self.unnarrowed();
        let count = each.iter().try_fold(1usize, |product, values| product.checked_mul(values.len()))?;
        (count <= most).then(|| {
            each.iter().fold(vec![Vec::new()], |lists, values| {
                let longer = |list: &Vec<u16>| {
                    let list = list.clone();
                    values.iter().map(move |value| [list.as_slice(), &[*value]].concat())
                };
                lists.iter().flat_map(longer).collect()
            })
        })
    }

    fn interpreter(&self) -> Option<Interpreter<'g>> {
        Some(Interpreter::of_moves(self.game, Codes::of(self.game)?, self.me, Fuel::new(MAX_STEPS)))
    }

    fn unnarrowed(&self) -> Vec<Vec<u16>> {
        let picks = self.rule.picking.iter();
        let each = picks.flat_map(|step| match step {
            Picking::Pick { from, .. } => vec![self.everything(from.ty)],
            Picking::Several { from, low, high, .. } => places(&self.everything(from.ty), *low, *high),
            Picking::Let { .. } | Picking::Where(_) => Vec::new(),
        });
        each.collect()
    }

    /// All values of a pick from something of a type.
    fn everything(&self, from: Type) -> Vec<u16> {
        match from {
            Type::Range => (0..=MAX_PICKED_NUMBER as u16).collect(),
            Type::Directions | Type::Direction => (0..self.game.board.directions().count() as u16).collect(),
            Type::Kinds | Type::Kind => (0..self.game.kinds.len() as u16).collect(),
            Type::Players | Type::Player => (0..self.game.players.len() as u16).collect(),
            _ => self.game.board.cells().map(|cell| cell.0).collect(),
        }
    }

    /// What a pick can be in a state.
    fn members(&self, reason: &Interpreter<'_>, state: &mut State, place: usize, from: &Expr) -> Vec<u16> {
        let bound = self.with.iter().filter(|(pick, _)| usize::from(*pick) == place).map(|(_, bound)| bound);
        let mut values = self.everything(from.ty);
        for set in std::iter::once(from).chain(bound) {
            self.narrow(reason, state, set, &mut values);
        }
        values
    }

    fn narrow(&self, reason: &Interpreter<'_>, state: &mut State, from: &Expr, values: &mut Vec<u16>) {
        if from.ty == Type::Range {
            if let ExprKind::Builtin(Builtin::Range, ends) = &from.kind
                && let [low, high] = ends.as_slice()
            {
                let (low, high) = (reason.range(state, low).low, reason.range(state, high).high);
                let within = |n: u16| {
                    let n = Rational::whole(i64::from(n));
                    low.is_none_or(|low| low <= n) && high.is_none_or(|high| n <= high)
                };
                values.retain(|value| within(*value));
            }
            return;
        }
        match reason.value(state, from) {
            Value::Cells(set) => values.retain(|cell| set.may.contains(CellId(*cell))),
            Value::Groups { may, .. } => values.retain(|cell| may.contains(CellId(*cell))),
            Value::Directions(Some(known)) => {
                values.retain(|value| known.contains(&DirectionId::from_index(usize::from(*value))));
            }
            Value::Direction(Some(known)) => values.retain(|value| usize::from(*value) == known.index()),
            Value::Player(mask) => values.retain(|value| mask >> value & 1 == 1),
            Value::Kinds(_, may) => values.retain(|value| may >> value & 1 == 1),
            _ => {}
        }
    }
}

/// The values of each place of a set of so many members.
fn places(values: &[u16], low: u8, high: u8) -> Vec<Vec<u16>> {
    let optional = [values, &[u16::MAX]].concat();
    (0..high).map(|place| if place < low { values.to_vec() } else { optional.clone() }).collect()
}

/// A walk through the picks of a move.
struct Search<'s, 'g> {
    of: &'s PossiblePicks<'g>,
    reason: Interpreter<'g>,
    most: usize,
    found: Vec<Vec<u16>>,
}

impl Search<'_, '_> {
    /// Goes on with each set of `low` to `high` of some values, in rising order; false where there are too many.
    fn set(&mut self, state: &State, step: usize, so_far: &mut Vec<u16>, rest: &[u16], (low, high): (u8, u8)) -> bool {
        if !self.reason.burn(state.known.contents.len()) {
            return true;
        }
        let length = so_far.len();
        if low == 0 {
            so_far.extend(std::iter::repeat_n(u16::MAX, usize::from(high)));
            let within = self.pick(state.clone(), step + 1, so_far);
            so_far.truncate(length);
            if !within || high == 0 {
                return within;
            }
        }
        (0..rest.len()).all(|at| {
            let Some((value, later)) = rest.get(at..).and_then(<[u16]>::split_first) else { return true };
            so_far.push(*value);
            let within = self.set(state, step, so_far, later, (low.saturating_sub(1), high - 1));
            so_far.truncate(length);
            within
        })
    }

    /// Goes on from a step; false where there are too many.
    fn pick(&mut self, mut state: State, step: usize, so_far: &mut Vec<u16>) -> bool {
        if self.reason.exhausted() {
            return true;
        }
        let rule = self.of.rule;
        match rule.picking.get(step) {
            None => {
                self.found.push(so_far.clone());
                self.found.len() <= self.most
            }
            Some(Picking::Let { local, value }) => {
                let value = self.reason.value(&mut state, value);
                state.locals.insert(*local, value);
                self.pick(state, step + 1, so_far)
            }
            Some(Picking::Where(condition)) => {
                !self.reason.refine(&mut state, condition, true) || self.pick(state, step + 1, so_far)
            }
            Some(Picking::Several { local, from, low, high }) => {
                let values = self.of.members(&self.reason, &mut state, so_far.len(), from);
                state.locals.insert(*local, self.reason.some_of(&mut state.clone(), from, usize::from(*low)));
                self.set(&state, step, so_far, &values, (*low, *high))
            }
            Some(Picking::Pick { local, from }) => {
                let values = self.of.members(&self.reason, &mut state, so_far.len(), from);
                values.into_iter().all(|value| {
                    if !self.reason.burn(state.known.contents.len()) {
                        return true;
                    }
                    let mut this = state.clone();
                    let index = usize::from(value);
                    let stands_for = match from.ty {
                        Type::Range => Some(Value::Number(Range::whole(i64::from(value)))),
                        Type::Directions | Type::Direction => {
                            Some(Value::Direction(Some(DirectionId::from_index(index))))
                        }
                        Type::Kinds | Type::Kind => Some(Value::Kind(1 << index.min(63))),
                        Type::Players | Type::Player => Some(Value::Player(1 << index.min(31))),
                        Type::Cells => Some(self.reason.this(CellId(value))),
                        _ => None,
                    };
                    match stands_for {
                        Some(value) => this.locals.insert(*local, value),
                        None => this.locals.remove(local),
                    };
                    if from.ty == Type::Cells && !self.reason.refine_inside(&mut this, from, CellId(value)) {
                        return true;
                    }
                    so_far.push(value);
                    let within = self.pick(this, step + 1, so_far);
                    so_far.pop();
                    within
                })
            }
        }
    }
}
