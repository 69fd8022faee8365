//! What is known of expressions at a place of the rules, whoever moves: the questions that lints ask the interpreter.

use crate::audit::interpret::{Codes, Contents, EMPTY, Fuel, Interpreter, Known, Range, State, Value};
use rulebook_language::model::{Builtin, EVENTS, Expr, ExprKind, Game, KindId, LocalId, Picking, Type};
use rulebook_language::source::Span;
use rulebook_language::util::Id;

/// Steps that one question may take; what takes more is not known.
const MAX_STEPS: u64 = 200_000;

/// What a question takes beside its steps.
const OF_A_QUESTION: u64 = 8;

/// What can stand on a cell, as the mover sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// Nothing.
    Nothing,
    /// A piece of the mover.
    Mine,
    /// A piece of another player.
    Others,
    /// Any piece.
    Piece,
}

/// What is known at a place of the rules, for each player who may move there.
#[derive(Clone, Debug)]
pub struct Facts<'g> {
    /// The game.
    pub game: &'g Game,
    movers: Vec<(Interpreter<'g>, State)>,
    fuel: Fuel,
    /// What is left of the work that all questions together may be.
    all: Option<Fuel>,
}

impl<'g> Facts<'g> {
    /// What is known of a game in whose turns these events can have happened.
    pub fn new(game: &'g Game, events: [bool; EVENTS]) -> Self {
        let fuel = Fuel::new(MAX_STEPS);
        // Of a game with too many players and kinds of pieces nothing is known.
        let movers = Codes::of(game).into_iter().flat_map(|codes| {
            let fuel = fuel.clone();
            let of = move |me| Interpreter::of_rules(game, codes, me, events, fuel.clone());
            game.players.ids().map(move |me| (of(me), State::of(Known::nothing(game, codes))))
        });
        Facts { game, movers: movers.collect(), fuel, all: None }
    }

    /// The same, where all questions together may be no more work than is left there.
    #[must_use]
    pub fn within(mut self, all: &Option<Fuel>) -> Self {
        self.all.clone_from(all);
        self
    }

    /// Asks each mover a question of its own.
    fn each<T>(&mut self, mut ask: impl FnMut(&Interpreter<'g>, &mut State) -> T) -> Vec<T> {
        let (fuel, all) = (&self.fuel, &self.all);
        let mut ask = |mover: &mut (Interpreter<'g>, State)| {
            let most = all.as_ref().map_or(MAX_STEPS, |all| all.left().min(MAX_STEPS));
            fuel.set(most);
            let answer = ask(&mover.0, &mut mover.1);
            if let Some(all) = all {
                all.set(all.left().saturating_sub(most - fuel.left() + OF_A_QUESTION));
            }
            answer
        };
        self.movers.iter_mut().map(&mut ask).collect()
    }

    /// Whether it is so for whoever moves, and somebody may.
    fn every(&mut self, mut ask: impl FnMut(&Interpreter<'g>, &mut State) -> bool) -> bool {
        let answers = self.each(|mover, state| ask(mover, state) && !mover.exhausted());
        !answers.is_empty() && answers.into_iter().all(|answer| answer)
    }

    /// Gives a name to any member of a set.
    pub fn bind_member(&mut self, local: LocalId, over: &Expr) {
        self.each(|mover, state| {
            let member = mover.member(state, over);
            state.locals.insert(local, member);
        });
    }

    /// Gives a name to some members of a set, so many at least.
    pub fn bind_some(&mut self, local: LocalId, of: &Expr, least: u8) {
        self.each(|mover, state| {
            let some = mover.some_of(state, of, usize::from(least));
            state.locals.insert(local, some);
        });
    }

    /// Gives a name to a value.
    pub fn bind_value(&mut self, local: LocalId, value: &Expr) {
        self.each(|mover, state| {
            let value = mover.value(state, value);
            state.locals.insert(local, value);
        });
    }

    /// Takes it that a step of picking is made: what it names is known, and its condition holds.
    pub fn make(&mut self, step: &Picking) {
        match step {
            Picking::Pick { local, from } => self.bind_member(*local, from),
            Picking::Several { local, from, low, .. } => self.bind_some(*local, from, *low),
            Picking::Let { local, value } => self.bind_value(*local, value),
            Picking::Where(condition) => self.suppose(condition, true),
        }
    }

    /// The position is another from here on.
    pub fn change(&mut self) {
        self.each(|mover, state| {
            let known = std::mem::replace(&mut state.known, Known::nothing(mover.game, mover.codes));
            if state.now == 0 {
                state.before = Some(known.into());
            }
            state.changes();
        });
    }

    /// Asks about the position before the effects.
    #[must_use]
    pub fn before(&self) -> Self {
        let mut before = self.clone();
        before.each(|_, state| {
            if let Some(known) = state.before.take() {
                state.known = Known::clone(&known);
            }
            state.now = 0;
        });
        before
    }

    /// From here on a condition holds, or does not. Where that cannot be, the condition says nothing.
    pub fn suppose(&mut self, expr: &Expr, truth: bool) {
        let refined = self.each(|mover, state| {
            let mut refined = state.clone();
            mover.refine(&mut refined, expr, truth).then_some(refined)
        });
        if refined.iter().any(Option::is_some) {
            let movers = std::mem::take(&mut self.movers).into_iter().zip(refined);
            self.movers = movers.filter_map(|((mover, _), state)| Some((mover, state?))).collect();
        }
    }

    /// From here on nothing stands on a cell.
    pub fn suppose_empty(&mut self, cell: &Expr) {
        let builtin = |builtin, args, ty| Expr { kind: ExprKind::Builtin(builtin, args), ty, span: cell.span };
        let empty = builtin(Builtin::Empty, Vec::new(), Type::Cells);
        self.suppose(&builtin(Builtin::Contains, vec![cell.clone(), empty], Type::Truth), true);
    }

    /// Where it was said already that a condition holds, or does not, and which.
    pub fn said(&self, expr: &Expr) -> Option<(Span, bool)> {
        let (_, state) = self.movers.first()?;
        state.said(expr)
    }

    /// Whether a condition holds, if it does always or never.
    pub fn truth(&mut self, expr: &Expr) -> Option<bool> {
        let mut answers = self.each(|mover, state| mover.truth(state, expr).filter(|_| !mover.exhausted())).into_iter();
        let first = answers.next()??;
        answers.all(|answer| answer == Some(first)).then_some(first)
    }

    /// Between which numbers a number lies.
    pub fn number(&mut self, expr: &Expr) -> Range {
        self.each(|mover, state| mover.range(state, expr)).into_iter().reduce(Range::hull).unwrap_or(Range::ANY)
    }

    /// Whether a set surely has no cell.
    pub fn is_empty(&mut self, set: &Expr) -> bool {
        self.every(|mover, state| mover.cell_set(state, set).is_empty())
    }

    /// How many cells a set may have at most; nothing where that is not known.
    pub fn most_cells(&mut self, set: &Expr) -> Option<usize> {
        let each = self.each(|mover, state| mover.cell_set(state, set).may.len());
        each.into_iter().max().filter(|_| self.movers.iter().all(|(mover, _)| !mover.exhausted()))
    }

    /// Whether a cell may be in a set here, and in another as it is there.
    pub fn may_share(&mut self, set: &Expr, there: &mut Facts<'g>, other: &Expr) -> bool {
        let others = there.each(|mover, state| mover.cell_set(state, other));
        let mine = self.each(|mover, state| mover.cell_set(state, set));
        mine.is_empty() || mine.len() != others.len() || mine.iter().zip(&others).any(|(a, b)| !a.is_apart(b))
    }

    /// Whether such a piece, or nothing, may stand on a cell of a set.
    pub fn may_hold(&mut self, set: &Expr, what: Stands) -> bool {
        !self.every(|mover, state| {
            let cells = mover.cell_set(state, set);
            cells.is_empty() || cells.holding.contents & contents(mover, what) == 0
        })
    }

    /// Whether a set may have cells, on all of which such pieces, or nothing, stand.
    pub fn holds_only(&mut self, set: &Expr, what: Stands) -> bool {
        let some = !self.is_empty(set);
        some && self.every(|mover, state| {
            let cells = mover.cell_set(state, set);
            cells.is_empty() || cells.holding.contents & !contents(mover, what) == 0
        })
    }

    /// Whether a set may have cells, on all of which pieces of a kind stand.
    pub fn holds_only_kind(&mut self, set: &Expr, kind: KindId) -> bool {
        let some = !self.is_empty(set);
        some && self.every(|mover, state| {
            let cells = mover.cell_set(state, set);
            let of_kind = mover.codes.kinds(1 << kind.index());
            cells.is_empty() || cells.holding.contents & !of_kind == 0
        })
    }

    /// What may stand on the cell that a name stands for, if it was bound before any effect.
    pub fn stands_on(&self, local: LocalId) -> Option<Vec<Stands>> {
        let mut found = Vec::new();
        for (mover, state) in &self.movers {
            let Some(Value::Cell { holding, .. }) = state.locals.get(&local) else { return None };
            if holding.at != 0 || state.now != 0 {
                return None;
            }
            let all = [Stands::Nothing, Stands::Mine, Stands::Others];
            found.extend(all.into_iter().filter(|what| holding.contents & contents(mover, *what) != 0));
        }
        Some(found)
    }
}

/// The contents of a cell on which that stands.
fn contents(mover: &Interpreter<'_>, what: Stands) -> Contents {
    let codes = mover.codes;
    let me = 1u32 << mover.me.index();
    match what {
        Stands::Nothing => EMPTY,
        Stands::Mine => codes.owned(me),
        Stands::Others => codes.owned(!me),
        Stands::Piece => codes.all & !EMPTY,
    }
}
