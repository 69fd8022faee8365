//! What is known of expressions before anything is played: what sets can hold, between which numbers a number lies, whether a
//! condition holds. What is known is true in every position; nothing is said of what is not known.

use rustc_hash::FxHashMap;

use super::bounds::Bounds;
use super::contents::{Cells, MINE, OCCUPIED, OTHER, OWNED};
use super::same::equal;
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, Fold, Game, LocalId, Type, constant};
use rulebook_language::util::Rational;

/// When an expression is asked about. What stands on a cell at one time may not stand there at another.
pub type Time = u32;
/// Before the effects of a move, and wherever there are none.
pub const NOW: Time = 0;
/// At the start of the turn.
const TURN_START: Time = Time::MAX;
/// How many expressions are looked at for one question; more are not known.
const MAX_STEPS: usize = 4_000;

/// What a name stands for.
#[derive(Clone, Debug)]
pub struct Known {
    /// For a cell, the cells it can be; for a set, those it can hold.
    pub cells: Cells,
    /// For a number, what it can be.
    pub number: Bounds,
    /// Whether a cell is surely one of the board.
    pub surely: bool,
    /// When that is so.
    pub time: Time,
}

/// What is known at a place of the rules.
#[derive(Clone)]
pub struct Facts<'g> {
    /// The game.
    pub game: &'g Game,
    /// What some move does: places, removes, turns over, moves, promotes.
    pub events: [bool; 5],
    /// What names stand for.
    pub locals: FxHashMap<LocalId, Known>,
    /// What is supposed: conditions, whether they hold, and when.
    pub supposed: Vec<(&'g Expr, bool, Time)>,
    /// Numbers of which something is supposed.
    pub numbers: Vec<(&'g Expr, Bounds, Time)>,
    /// When what is asked is asked.
    pub time: Time,
    steps: usize,
}

impl<'g> Facts<'g> {
    /// What is known of a game.
    pub fn new(game: &'g Game, events: [bool; 5]) -> Self {
        let locals = FxHashMap::default();
        Facts { game, events, locals, supposed: Vec::new(), numbers: Vec::new(), time: NOW, steps: 0 }
    }

    /// Begins a new question.
    pub fn afresh(&mut self) -> &mut Self {
        self.steps = 0;
        self
    }

    /// Asks with more known, for a while.
    fn within<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let mut inner = self.clone();
        let answer = ask(&mut inner);
        self.steps = inner.steps;
        answer
    }

    /// Whether too much was looked at for this question.
    pub fn tired(&mut self) -> bool {
        self.steps += 1;
        self.steps > MAX_STEPS
    }

    fn at<T>(&mut self, time: Time, ask: impl FnOnce(&mut Self) -> T) -> T {
        let old = std::mem::replace(&mut self.time, time);
        let answer = ask(self);
        self.time = old;
        answer
    }

    /// Gives a name to a member of a set, or to a value.
    pub fn bind(&mut self, local: LocalId, cells: Cells, number: Bounds, surely: bool) {
        self.locals.insert(local, Known { cells: cells.part(), number, surely, time: self.time });
    }

    /// Gives a name to each member of `over` in turn.
    pub fn bind_member(&mut self, local: LocalId, over: &'g Expr) {
        let cells = self.set(over);
        let number = match &over.kind {
            ExprKind::Builtin(Builtin::Range, ends) if over.ty == Type::Range => {
                ends.iter().map(|end| self.number(end)).reduce(Bounds::or).unwrap_or(Bounds::ANY)
            }
            _ => Bounds::ANY,
        };
        self.bind(local, cells, number, over.ty == Type::Cells);
    }

    /// Gives a name to a value.
    pub fn bind_value(&mut self, local: LocalId, value: &'g Expr) {
        let number = if value.ty == Type::Number { self.number(value) } else { Bounds::ANY };
        let (cells, surely) = (self.set(value), self.surely(value));
        self.bind(local, cells, number, surely);
    }

    fn local(&self, local: LocalId) -> Option<Known> {
        let known = self.locals.get(&local)?;
        Some(match known.time == self.time {
            true => known.clone(),
            false => Known { cells: known.cells.places(), ..known.clone() },
        })
    }

    fn call<T>(&mut self, expr: &'g Expr, ask: impl FnOnce(&mut Self, &'g Expr) -> T) -> Option<T> {
        let ExprKind::Call(id, args) = &expr.kind else { return None };
        let definition = self.game.definitions.get(*id)?;
        let before: Vec<_> = definition.params.iter().map(|param| (*param, self.locals.get(param).cloned())).collect();
        let given: Vec<_> = args.iter().map(|arg| (self.set(arg), self.number(arg), self.surely(arg))).collect();
        for (param, (cells, number, surely)) in definition.params.iter().zip(given) {
            self.bind(*param, cells, number, surely);
        }
        // What is supposed of a parameter is supposed of another call's.
        let (supposed, numbers) = (std::mem::take(&mut self.supposed), std::mem::take(&mut self.numbers));
        let answer = ask(self, &definition.body);
        (self.supposed, self.numbers) = (supposed, numbers);
        for (param, old) in before {
            match old {
                Some(old) => self.locals.insert(param, old),
                None => self.locals.remove(&param),
            };
        }
        Some(answer)
    }

    /// Whether an expression for a cell is surely one of the board.
    pub fn surely(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Cell(_) => true,
            ExprKind::Local(local) => self.locals.get(local).is_some_and(|known| known.surely),
            _ => false,
        }
    }

    /// The cells that a set can hold, or that a cell can be.
    pub fn set(&mut self, expr: &'g Expr) -> Cells {
        if self.tired() || !matches!(expr.ty, Type::Cells | Type::Cell | Type::Groups) {
            return Cells::some();
        }
        match &expr.kind {
            ExprKind::Cell(cell) => Cells::region(&self.game.board, [*cell]),
            ExprKind::Region(cells) => Cells::region(&self.game.board, cells.iter().copied()),
            ExprKind::Local(local) => self.local(*local).map_or_else(Cells::some, |known| known.cells),
            ExprKind::Call(..) => self.call(expr, |facts, body| facts.set(body)).unwrap_or_else(Cells::some),
            ExprKind::Pieces { kind, owner } => {
                let of = owner.as_deref().map_or_else(|| Cells::with(OCCUPIED), |owner| self.of_owner(owner));
                Cells::kind(self.game, *kind).and(&of)
            }
            ExprKind::Neighbours(relation, of) => {
                let of = self.set(of);
                self.reached(&of, |board, cell| board.neighbours(*relation, cell).to_vec())
            }
            ExprKind::Pattern { pattern, of, .. } => {
                let Some(pattern) = self.game.patterns.get(*pattern) else { return Cells::some() };
                let members = self.set(&pattern.members).part();
                let owned = if pattern.by_owner { Cells::with(OWNED) } else { Cells::some() };
                let of = of.as_deref().map_or(owned, |owner| self.of_owner(owner));
                members.and(&of)
            }
            ExprKind::If(condition, then, otherwise) => match self.truth(condition) {
                Some(true) => self.set(then),
                Some(false) => self.set(otherwise),
                None => self.set(then).or(&self.set(otherwise)).part(),
            },
            ExprKind::Filter { local, over, condition } => {
                if let Some(Constant::Cells(cells)) = constant(expr, Some(&self.game.board), &self.game.definitions) {
                    return Cells::region(&self.game.board, cells);
                }
                self.within(|inner| {
                    inner.bind_member(*local, over);
                    match inner.truth(condition) {
                        Some(false) => return Cells::none(),
                        Some(true) => return inner.set(over),
                        None => {}
                    }
                    inner.suppose(condition, true);
                    inner.local(*local).map_or_else(Cells::some, |known| known.cells)
                })
            }
            ExprKind::Fold { how: Fold::Union, local, over, body, .. } => self.within(|inner| {
                inner.bind_member(*local, over);
                inner.set(body).part()
            }),
            ExprKind::Before(of) => self.at(NOW, |facts| facts.set(of)).seen_from(self.time, NOW),
            ExprKind::TurnStart(of) => self.at(TURN_START, |facts| facts.set(of)).seen_from(self.time, TURN_START),
            ExprKind::Builtin(builtin, args) => self.built_set(*builtin, args),
            _ => Cells::some(),
        }
    }

    fn built_set(&mut self, builtin: Builtin, args: &'g [Expr]) -> Cells {
        let row = builtin.row();
        match row.contents {
            Some(OTHER) if self.game.players.len() < 2 => return Cells::none(),
            Some(contents) => return Cells::with(contents),
            None => {}
        }
        if row.event.as_ref().is_some_and(|event| self.events.get(event.place) == Some(&false)) {
            return Cells::none();
        }
        match (builtin, args) {
            (Builtin::OwnedBy, [owner]) => self.of_owner(owner),
            (Builtin::Union, [a, b]) => self.set(a).or(&self.set(b)),
            (Builtin::Intersection, [a, b]) => self.set(a).and(&self.set(b)),
            (Builtin::Difference, [a, b]) if equal(a, b) => Cells::none(),
            (Builtin::Difference, [a, b]) => self.set(a).minus(&self.set(b)),
            (Builtin::SetOf, sets) => {
                sets.iter().map(|set| self.set(set)).reduce(|a, b| a.or(&b)).unwrap_or_else(Cells::none)
            }
            (Builtin::OneCell | Builtin::UnionOfGroups, [of]) => match constant_cell(of) {
                Some(cell) => Cells::region(&self.game.board, [cell]),
                None => self.set(of).part(),
            },
            (Builtin::The, [of]) => self.set(of).part(),
            (Builtin::Step, [cell, direction]) => {
                let of = self.set(cell);
                match &direction.kind {
                    ExprKind::Direction(direction) => {
                        self.reached(&of, |board, cell| board.step(cell, *direction).into_iter().collect())
                    }
                    _ => Cells::some(),
                }
            }
            (Builtin::StepAll, [of, directions]) => {
                let of = self.set(of);
                match &directions.kind {
                    ExprKind::Directions(directions) => self.reached(&of, |board, cell| {
                        directions.iter().filter_map(|direction| board.step(cell, *direction)).collect()
                    }),
                    _ if of.is_empty() => Cells::none(),
                    _ => Cells::some(),
                }
            }
            (Builtin::Ray | Builtin::Flanked | Builtin::Sight, [from, ..]) if self.set(from).is_empty() => {
                Cells::none()
            }
            (Builtin::Ray, [_, _, through]) | (Builtin::Flanked, [_, _, through, _]) => self.set(through).part(),
            (Builtin::Sight, _) => Cells::with(OCCUPIED).part(),
            // Any cells at all.
            _ => Cells::some(),
        }
    }

    /// The places that lead on from some places.
    fn reached(
        &self,
        from: &Cells,
        step: impl Fn(
            &rulebook_language::topology::Board,
            rulebook_language::topology::CellId,
        ) -> Vec<rulebook_language::topology::CellId>,
    ) -> Cells {
        use rulebook_language::util::Id;
        if from.is_empty() {
            return Cells::none();
        }
        let board = &self.game.board;
        let has = |cell: &rulebook_language::topology::CellId| match &from.cells {
            Some(mask) => mask.get(cell.index() / 64).is_some_and(|word| word >> (cell.index() % 64) & 1 == 1),
            None => true,
        };
        let cells: Vec<_> = board.cells().filter(has).flat_map(|cell| step(board, cell)).collect();
        Cells::region(board, cells).part()
    }

    /// The cells with pieces of a player.
    pub fn of_owner(&mut self, owner: &'g Expr) -> Cells {
        match &owner.kind {
            ExprKind::Builtin(Builtin::Me, _) => Cells::with(MINE),
            ExprKind::Builtin(Builtin::Opponent, _) => Cells::with(OTHER),
            ExprKind::Player(player) => Cells::of(*player),
            _ => Cells::with(OWNED).part(),
        }
    }

    /// Between which numbers a number lies.
    pub fn number(&mut self, expr: &'g Expr) -> Bounds {
        if self.tired() || expr.ty != Type::Number {
            return Bounds::ANY;
        }
        let mut bounds = self.plain_number(expr);
        for (known, within, time) in &self.numbers {
            if *time == self.time && equal(known, expr) {
                bounds = bounds.and(*within);
            }
        }
        bounds
    }

    fn plain_number(&mut self, expr: &'g Expr) -> Bounds {
        match &expr.kind {
            ExprKind::Number(number) => Bounds::only(*number),
            ExprKind::Local(local) => self.local(*local).map_or(Bounds::ANY, |known| known.number),
            ExprKind::Call(..) => self.call(expr, |facts, body| facts.number(body)).unwrap_or(Bounds::ANY),
            ExprKind::Counter(counter, of) => {
                let Some(counter) = self.game.counters.get(*counter) else { return Bounds::ANY };
                let bounds = Bounds::whole(counter.low, counter.high);
                // Nowhere and nobody have 0.
                let sure = of.as_deref().is_none_or(|of| {
                    self.surely(of)
                        || matches!(
                            of.kind,
                            ExprKind::Player(_) | ExprKind::Builtin(Builtin::Me | Builtin::Opponent, _)
                        )
                });
                if sure { bounds } else { bounds.or(Bounds::whole(0, 0)) }
            }
            ExprKind::If(condition, then, otherwise) => match self.truth(condition) {
                Some(true) => self.number(then),
                Some(false) => self.number(otherwise),
                None => self.number(then).or(self.number(otherwise)),
            },
            ExprKind::Fold { how, local, over, body, .. } => {
                let most = match over.ty {
                    Type::Cells => self.set(over).most(&self.game.board),
                    Type::Directions => self.game.board.directions().count() as i64,
                    Type::Players => self.game.players.len() as i64,
                    _ => return if *how == Fold::Count { Bounds::from(0) } else { Bounds::ANY },
                };
                let count = Bounds::whole(0, most);
                self.within(|inner| {
                    inner.bind_member(*local, over);
                    match how {
                        Fold::Count => count,
                        Fold::Sum => count.times(inner.number(body)),
                        Fold::Max | Fold::Min => inner.number(body).or(Bounds::whole(0, 0)),
                        Fold::List | Fold::Union => Bounds::ANY,
                    }
                })
            }
            ExprKind::Before(of) => self.at(NOW, |facts| facts.number(of)),
            ExprKind::TurnStart(of) => self.at(TURN_START, |facts| facts.number(of)),
            ExprKind::Builtin(builtin, args) => self.built_number(*builtin, args),
            _ => Bounds::ANY,
        }
    }

    fn built_number(&mut self, builtin: Builtin, args: &'g [Expr]) -> Bounds {
        let row = builtin.row();
        if let (Some(place), [cell]) = (row.place, args) {
            let board = &self.game.board;
            let numbers = || board.cells().map(|cell| i64::from(place(board, cell)));
            // Nowhere has 0.
            let least = if self.surely(cell) { numbers().min() } else { None };
            return Bounds::whole(least.unwrap_or(0), numbers().max().unwrap_or(0));
        }
        match (builtin, args) {
            (Builtin::Add, [a, b]) => self.number(a).plus(self.number(b)),
            (Builtin::Subtract, [a, b]) => self.number(a).plus(self.number(b).negated()),
            (Builtin::Negate, [a]) => self.number(a).negated(),
            (Builtin::Multiply, [a, b]) => self.number(a).times(self.number(b)),
            (Builtin::Divide, [a, b]) => {
                let by = self.number(b).single().filter(|by| *by != Rational::ZERO);
                let over = by.and_then(|by| Rational::ONE.over(by));
                over.map_or(Bounds::ANY, |by| self.number(a).times(Bounds::only(by)))
            }
            (Builtin::Mod, [a, b]) => match self.number(b).single().and_then(Rational::to_whole) {
                Some(by) if by > 0 => Bounds::whole(0, by - i64::from(self.is_whole(a))),
                _ => Bounds::ANY,
            },
            (Builtin::Count, [set]) => {
                let least =
                    matches!(&set.kind, ExprKind::Builtin(Builtin::OneCell, one) if one.iter().all(|c| self.surely(c)));
                Bounds::whole(i64::from(least), self.set(set).most(&self.game.board))
            }
            (Builtin::GroupCount, [groups]) if self.set(groups).is_empty() => Bounds::whole(0, 0),
            (Builtin::Absolute, [a]) => {
                let a = self.number(a);
                Bounds { low: Some(Rational::ZERO), ..a.or(a.negated()) }
            }
            (Builtin::Minimum | Builtin::Maximum, [first, rest @ ..]) => {
                let mut all = self.number(first);
                for next in rest {
                    all = all.or(self.number(next));
                }
                all
            }
            _ => row.range.map_or(Bounds::ANY, |range| {
                let (low, high) = range(self.game);
                Bounds { low: low.map(Rational::whole), high: high.map(Rational::whole) }
            }),
        }
    }

    /// Whether a condition holds, if it does always or never.
    pub fn truth(&mut self, expr: &'g Expr) -> Option<bool> {
        if self.tired() || expr.ty != Type::Truth {
            return None;
        }
        if let Some((_, truth, _)) =
            self.supposed.iter().find(|(known, _, time)| *time == self.time && equal(known, expr))
        {
            return Some(*truth);
        }
        match &expr.kind {
            ExprKind::Truth(truth) => Some(*truth),
            ExprKind::Not(of) => self.truth(of).map(|truth| !truth),
            ExprKind::Call(..) => self.call(expr, |facts, body| facts.truth(body)).flatten(),
            ExprKind::If(condition, then, otherwise) => match self.truth(condition) {
                Some(true) => self.truth(then),
                Some(false) => self.truth(otherwise),
                None => self.truth(then).filter(|truth| self.truth(otherwise) == Some(*truth)),
            },
            ExprKind::Quantified { every, local, over, condition } => {
                if self.set(over).is_empty() && matches!(over.ty, Type::Cells | Type::Groups) {
                    return Some(*every);
                }
                self.within(|inner| {
                    inner.bind_member(*local, over);
                    inner.truth(condition).filter(|truth| truth == every)
                })
            }
            ExprKind::Before(of) => self.at(NOW, |facts| facts.truth(of)),
            ExprKind::TurnStart(of) => self.at(TURN_START, |facts| facts.truth(of)),
            ExprKind::Builtin(builtin, args) => self.built_truth(*builtin, args),
            _ => None,
        }
    }

    fn built_truth(&mut self, builtin: Builtin, args: &'g [Expr]) -> Option<bool> {
        match (builtin, args) {
            (Builtin::And, [a, b]) => self.both(a, b, true),
            (Builtin::Or, [a, b]) => self.both(a, b, false),
            (Builtin::NotEmpty, [set]) => self.some_of(set),
            (Builtin::IsEmpty, [set]) => self.some_of(set).map(|some| !some),
            (Builtin::Contains, [cell, set]) => {
                let (of, within) = (self.set(cell), self.set(set));
                if of.and(&within).is_empty() {
                    return Some(false);
                }
                (self.surely(cell) && of.within(&within)).then_some(true)
            }
            (Builtin::SubsetOf, [a, b]) => {
                let (of, within) = (self.set(a), self.set(b));
                (of.within(&within) || equal(a, b)).then_some(true)
            }
            (Builtin::Less, [a, b]) if equal(a, b) => Some(false),
            (Builtin::LessOrEqual, [a, b]) if equal(a, b) => Some(true),
            (Builtin::Less, [a, b]) if a.ty == Type::Number => self.number(a).less(self.number(b)),
            (Builtin::LessOrEqual, [a, b]) if a.ty == Type::Number => {
                self.number(b).less(self.number(a)).map(|less| !less)
            }
            (Builtin::Equal, [a, b]) => self.equality(a, b),
            (Builtin::NotEqual, [a, b]) => self.equality(a, b).map(|same| !same),
            _ => None,
        }
    }

    fn both(&mut self, a: &'g Expr, b: &'g Expr, and: bool) -> Option<bool> {
        match self.truth(a) {
            Some(truth) if truth != and => return Some(!and),
            Some(_) => return self.truth(b),
            None => {}
        }
        // What b is, given that a leaves it open.
        self.within(|inner| {
            inner.suppose(a, and);
            inner.truth(b).filter(|truth| *truth != and)
        })
    }

    /// Whether a set has a cell, where that is known.
    pub fn some_of(&mut self, set: &'g Expr) -> Option<bool> {
        if self.set(set).is_empty() {
            return Some(false);
        }
        let one = matches!(&set.kind, ExprKind::Region(cells) if !cells.is_empty());
        let held = matches!(&set.kind, ExprKind::Builtin(Builtin::OneCell, one) if one.iter().any(|c| self.surely(c)));
        (one || held).then_some(true)
    }

    fn equality(&mut self, a: &'g Expr, b: &'g Expr) -> Option<bool> {
        match a.ty {
            // Nobody equals nobody else, not even nobody.
            Type::Player => {
                let (who, cell) = match (&a.kind, &b.kind) {
                    (ExprKind::Builtin(Builtin::Owner, cell), _) => (b, cell.first()?),
                    (_, ExprKind::Builtin(Builtin::Owner, cell)) => (a, cell.first()?),
                    (ExprKind::Builtin(Builtin::Me, _), ExprKind::Builtin(Builtin::Opponent, _))
                    | (ExprKind::Builtin(Builtin::Opponent, _), ExprKind::Builtin(Builtin::Me, _)) => {
                        return Some(false);
                    }
                    (ExprKind::Builtin(Builtin::Me, _), ExprKind::Builtin(Builtin::Me, _)) => return Some(true),
                    (ExprKind::Player(a), ExprKind::Player(b)) => return Some(a == b),
                    _ => return None,
                };
                let (stands, owned) = (self.set(cell), self.of_owner(who));
                if stands.and(&owned).is_empty() {
                    return Some(false);
                }
                (self.surely(cell) && stands.within(&owned)).then_some(true)
            }
            _ if equal(a, b) => Some(true),
            Type::Number => {
                let (a, b) = (self.number(a), self.number(b));
                if a.single().is_some() && a.single() == b.single() {
                    return Some(true);
                }
                (a.less(b) == Some(true) || b.less(a) == Some(true)).then_some(false)
            }
            Type::Cell => {
                let apart = self.set(a).and(&self.set(b)).is_empty();
                (apart && (self.surely(a) || self.surely(b))).then_some(false)
            }
            _ => None,
        }
    }
}

impl Cells {
    /// What is known of them at one time, seen from another.
    fn seen_from(self, now: Time, then: Time) -> Self {
        if now == then { self } else { self.places() }
    }
}

fn constant_cell(expr: &Expr) -> Option<rulebook_language::topology::CellId> {
    match expr.kind {
        ExprKind::Cell(cell) => Some(cell),
        _ => None,
    }
}
