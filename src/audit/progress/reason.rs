//! What is known of the value of an expression.

use std::cell::Cell as Shared;

use super::known::{Codes, Contents, EMPTY, Known, World};
use super::set::Set;
use super::value::{NOBODY, Range, Value};
use crate::model::{Builtin, Expr, ExprKind, Fold, Game, Per, PlayerId, Type};
use crate::topology::{CellId, DirectionId};
use crate::util::{Id, Rational};

/// Reasons about one player's moves in a game.
pub struct Reason<'g> {
    /// The game.
    pub game: &'g Game,
    /// The codes of what a cell can hold.
    pub codes: Codes,
    /// The mover.
    pub me: PlayerId,
    /// The cells of the board.
    pub board: Set,
    /// Steps left, a step for each expression and each cell looked at.
    pub fuel: &'g Shared<u64>,
}

impl Reason<'_> {
    /// The words of a set of cells.
    pub fn words(&self) -> usize {
        self.game.board.words()
    }

    /// Counts work; false once there is none left.
    pub fn burn(&self, steps: usize) -> bool {
        let left = self.fuel.get().saturating_sub(steps as u64);
        self.fuel.set(left);
        left > 0
    }

    /// Whether work was broken off: then nothing that was found counts.
    pub fn exhausted(&self) -> bool {
        self.fuel.get() == 0
    }

    fn any(&self, ty: Type) -> Value {
        Value::any(ty, &self.board, self.words())
    }

    /// The set of cells whose contents are among these: those that are for certain, those that may be.
    fn holding(&self, known: &Known, contents: Contents) -> Value {
        let (mut must, mut may) = (Set::empty(self.words()), Set::empty(self.words()));
        self.burn(known.contents.len());
        for cell in self.board.iter() {
            let at = known.at(cell);
            if at & contents != 0 {
                may.insert(cell);
                if at & !contents == 0 {
                    must.insert(cell);
                }
            }
        }
        Value::Cells { must, may }
    }

    fn everywhere(&self, cells: impl IntoIterator<Item = CellId>) -> Value {
        let set = Set::of(self.words(), cells);
        Value::Cells { must: set.clone(), may: set }
    }

    /// What is known of an expression.
    pub fn value(&self, world: &mut World, expr: &Expr) -> Value {
        if !self.burn(1) {
            return self.any(expr.ty);
        }
        match &expr.kind {
            ExprKind::Number(number) => Value::Number(Range::exactly(*number)),
            ExprKind::Truth(truth) => Value::Truth(Some(*truth)),
            ExprKind::Cell(cell) => Value::Cell { among: Set::of(self.words(), [*cell]), nowhere: false },
            ExprKind::Player(player) => Value::Player(1 << player.index()),
            ExprKind::Kind(kind) => Value::Kind(1 << kind.index()),
            ExprKind::Direction(direction) => Value::Direction(Some(*direction)),
            ExprKind::Directions(directions) => Value::Directions(Some(directions.clone())),
            ExprKind::Region(cells) => self.everywhere(cells.iter().copied()),
            ExprKind::Local(local) => world.locals.get(local).cloned().unwrap_or_else(|| self.any(expr.ty)),
            ExprKind::Call(id, args) => {
                let Some(definition) = self.game.definitions.get(*id) else { return self.any(expr.ty) };
                // All arguments first: an argument may call the same definition.
                let values: Vec<Value> = args.iter().map(|arg| self.value(world, arg)).collect();
                world.locals.extend(definition.params.iter().copied().zip(values));
                self.value(world, &definition.body)
            }
            ExprKind::Builtin(builtin, args) => self.builtin(world, *builtin, args, expr.ty),
            ExprKind::Pieces { kind, owner } => {
                let contents = self.pieces(world, *kind, owner.as_deref());
                match contents {
                    Some(contents) => self.holding(&world.known, contents),
                    None => self.any(expr.ty),
                }
            }
            ExprKind::Neighbours(relation, of) => match self.value(world, of) {
                Value::Cells { must, may } => {
                    let around = |set: &Set| {
                        let cells = set.iter().flat_map(|cell| self.game.board.neighbours(*relation, cell).to_vec());
                        Set::of(self.words(), cells)
                    };
                    Value::Cells { must: around(&must), may: around(&may) }
                }
                Value::Cell { among, nowhere } => {
                    let around = |cell| Set::of(self.words(), self.game.board.neighbours(*relation, cell).to_vec());
                    let may = among.iter().fold(Set::empty(self.words()), |all, cell| all.or(&around(cell)));
                    let must = among.single().filter(|_| !nowhere).map_or(Set::empty(self.words()), around);
                    Value::Cells { must, may }
                }
                _ => self.any(expr.ty),
            },
            ExprKind::Counter(counter, of) => {
                let per = self.game.counters[*counter].per;
                let indices = self.indices(world, per, of.as_deref());
                let Some(bounds) = world.known.counters.get(counter.index()) else { return self.any(expr.ty) };
                let mut range: Option<Range> = None;
                for bound in indices.iter().filter_map(|index| bounds.get(*index)) {
                    let this = Range::between(bound.0, bound.1);
                    range = Some(range.map_or(this, |range| range.hull(this)));
                }
                // The counter of nowhere and of nobody is 0.
                let certain = matches!(of, None) || self.certain(world, of.as_deref());
                let range = if certain { range } else { range.map(|range| range.hull(Range::whole(0))) };
                Value::Number(range.unwrap_or(Range::ANY))
            }
            ExprKind::Marked(mark) => match world.known.marks.get(mark.index()) {
                Some((must, may)) => Value::Cells { must: must.clone(), may: may.clone() },
                None => self.any(expr.ty),
            },
            ExprKind::Not(of) => Value::Truth(self.truth(world, of).map(|truth| !truth)),
            ExprKind::If(condition, then, otherwise) => match self.truth(world, condition) {
                Some(true) => self.value(world, then),
                Some(false) => self.value(world, otherwise),
                None => {
                    let (a, b) = (self.value(world, then), self.value(world, otherwise));
                    self.either(a, b, expr.ty)
                }
            },
            ExprKind::Quantified { every, local, over, condition } => {
                let Some(members) = self.members(world, over) else { return self.any(expr.ty) };
                let mut decided = Some(*every);
                for (value, certain) in members {
                    world.locals.insert(*local, value);
                    match self.truth(world, condition) {
                        Some(truth) if truth == *every => {}
                        Some(_) if certain => return Value::Truth(Some(!*every)),
                        _ => decided = None,
                    }
                }
                Value::Truth(decided)
            }
            ExprKind::Filter { local, over, condition } => {
                let Some(members) = self.members(world, over) else { return self.any(expr.ty) };
                let (mut must, mut may) = (Set::empty(self.words()), Set::empty(self.words()));
                for (value, certain) in members {
                    let Value::Cell { among, .. } = &value else { return self.any(expr.ty) };
                    let Some(cell) = among.single() else { return self.any(expr.ty) };
                    world.locals.insert(*local, value);
                    let truth = self.truth(world, condition);
                    if truth != Some(false) {
                        may.insert(cell);
                    }
                    if certain && truth == Some(true) {
                        must.insert(cell);
                    }
                }
                Value::Cells { must, may }
            }
            ExprKind::Fold { how, local, over, condition, body } => {
                let Some(members) = self.members(world, over) else { return self.fold_any(*how, expr.ty) };
                self.fold(world, *how, *local, members, condition.as_deref(), body, expr.ty)
            }
            ExprKind::Before(of) => match world.before.clone() {
                Some(before) => {
                    let now = std::mem::replace(&mut world.known, Known::clone(&before));
                    let value = self.value(world, of);
                    world.known = now;
                    value
                }
                None => self.value(world, of),
            },
            _ => self.any(expr.ty),
        }
    }

    fn fold_any(&self, how: Fold, ty: Type) -> Value {
        match how {
            Fold::Count => Value::Number(Range { low: Some(Rational::ZERO), high: None }),
            _ => self.any(ty),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a fold")]
    fn fold(
        &self,
        world: &mut World,
        how: Fold,
        local: crate::model::LocalId,
        members: Vec<(Value, bool)>,
        condition: Option<&Expr>,
        body: &Expr,
        ty: Type,
    ) -> Value {
        let mut total = Range::whole(0);
        let (mut must, mut may) = (Set::empty(self.words()), Set::empty(self.words()));
        for (value, certain) in members {
            world.locals.insert(local, value);
            let counts = condition.map_or(Some(true), |condition| self.truth(world, condition));
            if counts == Some(false) {
                continue;
            }
            let certain = certain && counts == Some(true);
            match (how, self.value(world, body)) {
                (Fold::Count, _) => total = total.plus(Range::between(i64::from(certain), 1)),
                (Fold::Sum, Value::Number(range)) => {
                    total = total.plus(if certain { range } else { range.hull(Range::whole(0)) });
                }
                (Fold::Union, Value::Cells { must: always, may: perhaps }) => {
                    may = may.or(&perhaps);
                    if certain {
                        must = must.or(&always);
                    }
                }
                _ => return self.any(ty),
            }
        }
        match how {
            Fold::Count | Fold::Sum => Value::Number(total),
            Fold::Union => Value::Cells { must, may },
            _ => self.any(ty),
        }
    }

    /// What holds whichever of the two it is.
    fn either(&self, a: Value, b: Value, ty: Type) -> Value {
        match (a, b) {
            (a, b) if a == b => a,
            (Value::Number(a), Value::Number(b)) => Value::Number(a.hull(b)),
            (Value::Cells { must, may }, Value::Cells { must: always, may: perhaps }) => {
                Value::Cells { must: must.and(&always), may: may.or(&perhaps) }
            }
            (Value::Cell { among, nowhere }, Value::Cell { among: other, nowhere: none }) => {
                Value::Cell { among: among.or(&other), nowhere: nowhere || none }
            }
            (Value::Player(a), Value::Player(b)) => Value::Player(a | b),
            (Value::Kind(a), Value::Kind(b)) => Value::Kind(a | b),
            (Value::Groups(a), Value::Groups(b)) => Value::Groups(a.or(&b)),
            _ => self.any(ty),
        }
    }

    /// Whether a condition holds, if that is certain.
    pub fn truth(&self, world: &mut World, expr: &Expr) -> Option<bool> {
        match self.value(world, expr) {
            Value::Truth(truth) => truth,
            _ => None,
        }
    }

    /// The bounds of a number.
    pub fn range(&self, world: &mut World, expr: &Expr) -> Range {
        match self.value(world, expr) {
            Value::Number(range) => range,
            _ => Range::ANY,
        }
    }

    /// The cells that a set has for certain, and those that it may have.
    pub fn cells(&self, world: &mut World, expr: &Expr) -> (Set, Set) {
        match self.value(world, expr) {
            Value::Cells { must, may } => (must, may),
            _ => (Set::empty(self.words()), self.board.clone()),
        }
    }

    /// The cells that a cell may be, and whether it may be nowhere.
    pub fn cell(&self, world: &mut World, expr: &Expr) -> (Set, bool) {
        match self.value(world, expr) {
            Value::Cell { among, nowhere } => (among, nowhere),
            _ => (self.board.clone(), true),
        }
    }

    /// The cell, if it is known.
    pub fn one_cell(&self, world: &mut World, expr: &Expr) -> Option<CellId> {
        let (among, nowhere) = self.cell(world, expr);
        among.single().filter(|_| !nowhere)
    }

    /// The players that an expression may mean.
    pub fn players(&self, world: &mut World, expr: &Expr) -> u32 {
        match self.value(world, expr) {
            Value::Player(mask) => mask,
            _ => u32::MAX,
        }
    }

    /// The contents that are pieces of a kind and of an owner; nothing if the owner is not known.
    pub fn pieces(&self, world: &mut World, kind: crate::model::KindId, owner: Option<&Expr>) -> Option<Contents> {
        let of_kind = self.codes.kinds(1 << kind.index());
        match owner {
            None => Some(of_kind),
            Some(owner) => {
                let mask = self.players(world, owner);
                (mask.count_ones() == 1 && mask != NOBODY).then(|| of_kind & self.codes.owned(mask))
            }
        }
    }

    /// Which numbers of a counter an expression may mean.
    pub fn indices(&self, world: &mut World, per: Per, of: Option<&Expr>) -> Vec<usize> {
        match (per, of) {
            (Per::Game, _) => vec![0],
            (Per::Player, Some(of)) => {
                let mask = self.players(world, of);
                (0..self.game.players.len()).filter(|player| mask >> player & 1 == 1).collect()
            }
            (Per::Cell, Some(of)) => self.cell(world, of).0.iter().map(Id::index).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether an owner of a counter is neither nobody nor nowhere.
    pub fn certain(&self, world: &mut World, of: Option<&Expr>) -> bool {
        match of.map(|of| self.value(world, of)) {
            None => true,
            Some(Value::Player(mask)) => mask & NOBODY == 0,
            Some(Value::Cell { nowhere, .. }) => !nowhere,
            Some(_) => false,
        }
    }

    /// The members of a set, each with whether it is one for certain; nothing where they are not single things.
    pub fn members(&self, world: &mut World, over: &Expr) -> Option<Vec<(Value, bool)>> {
        match self.value(world, over) {
            Value::Cells { must, may } => {
                self.burn(may.len());
                let one = |cell| Value::Cell { among: Set::of(self.words(), [cell]), nowhere: false };
                Some(may.iter().map(|cell| (one(cell), must.contains(cell))).collect())
            }
            Value::Directions(Some(all)) => Some(all.into_iter().map(|d| (Value::Direction(Some(d)), true)).collect()),
            Value::Everyone => {
                Some(self.game.players.ids().map(|player| (Value::Player(1 << player.index()), true)).collect())
            }
            _ => None,
        }
    }

    /// The directions of a value, if they are known.
    fn directions(&self, world: &mut World, expr: &Expr) -> Option<Vec<DirectionId>> {
        match self.value(world, expr) {
            Value::Directions(all) => all,
            Value::Direction(one) => one.map(|one| vec![one]),
            _ => None,
        }
    }

    fn builtin(&self, world: &mut World, builtin: Builtin, args: &[Expr], ty: Type) -> Value {
        let contents = match builtin {
            Builtin::Empty => Some(EMPTY),
            Builtin::Occupied => Some(self.codes.all & !EMPTY),
            Builtin::Neutral => Some(self.codes.neutral),
            Builtin::Mine => Some(self.codes.owned(1 << self.me.index())),
            Builtin::Enemies => Some(self.codes.owned(!(1 << self.me.index()))),
            Builtin::OwnedBy => match args {
                [who] => {
                    let mask = self.players(world, who);
                    (mask.count_ones() == 1 && mask != NOBODY).then(|| self.codes.owned(mask))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(contents) = contents {
            return self.holding(&world.known, contents);
        }
        match (builtin, args) {
            (Builtin::And, [a, b]) => Value::Truth(match (self.truth(world, a), self.truth(world, b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }),
            (Builtin::Or, [a, b]) => Value::Truth(match (self.truth(world, a), self.truth(world, b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            }),
            (Builtin::Add, [a, b]) => Value::Number(self.range(world, a).plus(self.range(world, b))),
            (Builtin::Subtract, [a, b]) => Value::Number(self.range(world, a).plus(self.range(world, b).negated())),
            (Builtin::Multiply, [a, b]) => Value::Number(self.range(world, a).times(self.range(world, b))),
            (Builtin::Negate, [a]) => Value::Number(self.range(world, a).negated()),
            (Builtin::Divide | Builtin::Div | Builtin::Mod, [a, b]) => {
                let (a, b) = (self.range(world, a).known(), self.range(world, b).known());
                let of = |a: Rational, b: Rational| match builtin {
                    Builtin::Divide => a.over(b),
                    Builtin::Div => a.div_floor(b),
                    _ => a.modulo(b),
                };
                let known = a.zip(b).filter(|(_, b)| *b != Rational::ZERO).and_then(|(a, b)| of(a, b));
                Value::Number(known.map_or(Range::ANY, Range::exactly))
            }
            (Builtin::Less, [a, b]) if a.ty == Type::Number => {
                let (a, b) = (self.range(world, a), self.range(world, b));
                Value::Truth(a.less(b))
            }
            (Builtin::LessOrEqual, [a, b]) if a.ty == Type::Number => {
                let (a, b) = (self.range(world, a), self.range(world, b));
                Value::Truth(b.less(a).map(|less| !less))
            }
            (Builtin::Equal, [a, b]) => Value::Truth(self.equal(world, a, b)),
            (Builtin::NotEqual, [a, b]) => Value::Truth(self.equal(world, a, b).map(|equal| !equal)),
            (Builtin::Column | Builtin::Row | Builtin::Edges, [cell]) => {
                let (among, nowhere) = self.cell(world, cell);
                let board = &self.game.board;
                let number = |cell| match builtin {
                    Builtin::Column => i64::from(board.column(cell)),
                    Builtin::Row => i64::from(board.row(cell)),
                    _ => i64::from(board.edges(cell)),
                };
                self.burn(among.len());
                let numbers = among.iter().map(number).chain(nowhere.then_some(0));
                let (low, high) = numbers.fold((i64::MAX, i64::MIN), |(low, high), n| (low.min(n), high.max(n)));
                Value::Number(if low <= high { Range::between(low, high) } else { Range::ANY })
            }
            (Builtin::Count, [set]) => {
                let (must, may) = self.cells(world, set);
                Value::Number(Range::between(must.len() as i64, may.len() as i64))
            }
            (Builtin::GroupCount, [_]) => Value::Number(Range { low: Some(Rational::ZERO), high: None }),
            (Builtin::Contains, [cell, set]) => {
                let (among, nowhere) = self.cell(world, cell);
                let (must, may) = self.cells(world, set);
                Value::Truth(if among.and(&may).is_empty() {
                    Some(false)
                } else if !nowhere && among.within(&must) {
                    Some(true)
                } else {
                    None
                })
            }
            (Builtin::ContainsDirection, [one, set]) => {
                let one = self.directions(world, one);
                let set = self.directions(world, set);
                Value::Truth(one.zip(set).map(|(one, set)| one.iter().all(|d| set.contains(d))))
            }
            (Builtin::NotEmpty | Builtin::IsEmpty, [set]) => {
                let (must, may) = self.cells(world, set);
                let some = if !must.is_empty() {
                    Some(true)
                } else if may.is_empty() {
                    Some(false)
                } else {
                    None
                };
                Value::Truth(some.map(|some| some == (builtin == Builtin::NotEmpty)))
            }
            (Builtin::SubsetOf, [a, b]) => {
                let ((must, may), (always, perhaps)) = (self.cells(world, a), self.cells(world, b));
                Value::Truth(if may.within(&always) {
                    Some(true)
                } else if !must.within(&perhaps) {
                    Some(false)
                } else {
                    None
                })
            }
            (Builtin::Step, [cell, direction]) => {
                let (among, nowhere) = self.cell(world, cell);
                let Some(directions) = self.directions(world, direction) else { return self.any(ty) };
                let mut to = Value::Cell { among: Set::empty(self.words()), nowhere };
                let Value::Cell { among: reached, nowhere } = &mut to else { return self.any(ty) };
                for from in among.iter() {
                    for direction in &directions {
                        match self.game.board.step(from, *direction) {
                            Some(cell) => reached.insert(cell),
                            None => *nowhere = true,
                        }
                    }
                }
                to
            }
            (Builtin::StepAll, [set, directions]) => {
                let (must, may) = self.cells(world, set);
                match self.directions(world, directions) {
                    Some(directions) => {
                        let reach = |set: &Set| {
                            let steps = set.iter().flat_map(|from| {
                                directions.iter().filter_map(move |direction| self.game.board.step(from, *direction))
                            });
                            Set::of(self.words(), steps)
                        };
                        Value::Cells { must: reach(&must), may: reach(&may) }
                    }
                    None => {
                        let all: Vec<DirectionId> = self.game.board.directions().collect();
                        let steps =
                            may.iter().flat_map(|c| all.iter().filter_map(move |d| self.game.board.step(c, *d)));
                        Value::Cells { must: Set::empty(self.words()), may: Set::of(self.words(), steps) }
                    }
                }
            }
            (Builtin::Ray | Builtin::Flanked | Builtin::Sight, [from, directions, ..]) => {
                let (among, nowhere) = self.cell(world, from);
                let directions = self.directions(world, directions);
                let known = directions.is_some();
                let directions = directions.unwrap_or_else(|| self.game.board.directions().collect());
                let mut may = Set::empty(self.words());
                for cell in among.iter() {
                    for direction in &directions {
                        self.game.board.ray(cell, *direction).for_each(|cell| may.insert(cell));
                    }
                }
                self.burn(may.len());
                let whole = builtin == Builtin::Ray && args.len() == 2;
                let must = if whole && known && !nowhere && among.single().is_some() {
                    may.clone()
                } else {
                    Set::empty(self.words())
                };
                if let [_, _, through, ..] = args {
                    may = may.and(&self.cells(world, through).1);
                }
                if builtin == Builtin::Sight {
                    let occupied = self.holding(&world.known, self.codes.all & !EMPTY);
                    if let Value::Cells { may: occupied, .. } = occupied {
                        may = may.and(&occupied);
                    }
                }
                Value::Cells { must, may }
            }
            (Builtin::Between, [a, b]) => match (self.one_cell(world, a), self.one_cell(world, b)) {
                (Some(a), Some(b)) => self.everywhere(self.between(a, b)),
                _ => self.any(ty),
            },
            (Builtin::The, [set]) => {
                let (must, may) = self.cells(world, set);
                let nowhere = !(must.len() == 1 && may.len() == 1);
                Value::Cell { among: may, nowhere }
            }
            (Builtin::Owner, [cell]) => {
                let (among, nowhere) = self.cell(world, cell);
                let owners = among.iter().fold(0, |all, cell| all | self.codes.owners_of(world.known.at(cell)));
                Value::Player(if nowhere { owners | NOBODY } else { owners })
            }
            (Builtin::KindOf, [cell]) => {
                let (among, nowhere) = self.cell(world, cell);
                // What an empty cell's kind is, is left open.
                let empty = among.iter().any(|cell| world.known.at(cell) & EMPTY != 0);
                let kinds = among.iter().fold(0, |all, cell| all | self.codes.kinds_of(world.known.at(cell)));
                Value::Kind(if nowhere || empty { u64::MAX } else { kinds })
            }
            (Builtin::Union, [a, b]) => {
                let ((must, may), (always, perhaps)) = (self.cells(world, a), self.cells(world, b));
                Value::Cells { must: must.or(&always), may: may.or(&perhaps) }
            }
            (Builtin::Intersection, [a, b]) => {
                let ((must, may), (always, perhaps)) = (self.cells(world, a), self.cells(world, b));
                Value::Cells { must: must.and(&always), may: may.and(&perhaps) }
            }
            (Builtin::Difference, [a, b]) => {
                let ((must, may), (always, perhaps)) = (self.cells(world, a), self.cells(world, b));
                Value::Cells { must: must.minus(&perhaps), may: may.minus(&always) }
            }
            (Builtin::SetOf, sets) => {
                let (mut must, mut may) = (Set::empty(self.words()), Set::empty(self.words()));
                for set in sets {
                    let (always, perhaps) = self.cells(world, set);
                    must = must.or(&always);
                    may = may.or(&perhaps);
                }
                Value::Cells { must, may }
            }
            (Builtin::OneCell, [cell]) => {
                let (among, nowhere) = self.cell(world, cell);
                let known = !nowhere && among.single().is_some();
                Value::Cells { must: if known { among.clone() } else { Set::empty(self.words()) }, may: among }
            }
            (Builtin::UnionOfGroups, [groups]) => match self.value(world, groups) {
                Value::Groups(may) => Value::Cells { must: Set::empty(self.words()), may },
                _ => self.any(ty),
            },
            (Builtin::Me, _) => Value::Player(1 << self.me.index()),
            (Builtin::Opponent, _) if self.game.players.len() == 2 => Value::Player(1 << (1 - self.me.index().min(1))),
            (Builtin::Everyone, _) => Value::Everyone,
            (Builtin::OneDirection, [one]) => Value::Directions(self.directions(world, one)),
            (Builtin::Opposite, [of]) => {
                let opposite = |d: DirectionId| self.game.board.opposite(d);
                match self.value(world, of) {
                    Value::Direction(one) => Value::Direction(one.map(opposite)),
                    Value::Directions(all) => Value::Directions(all.map(|all| all.into_iter().map(opposite).collect())),
                    _ => self.any(ty),
                }
            }
            (Builtin::UnionOfDirections, [a, b]) => {
                let both = self.directions(world, a).zip(self.directions(world, b));
                Value::Directions(both.map(|(mut a, b)| {
                    b.into_iter().for_each(|d| if !a.contains(&d) { a.push(d) });
                    a
                }))
            }
            (Builtin::WithoutDirections, [a, b]) => {
                let both = self.directions(world, a).zip(self.directions(world, b));
                Value::Directions(both.map(|(mut a, b)| {
                    a.retain(|d| !b.contains(d));
                    a
                }))
            }
            _ => self.any(ty),
        }
    }

    /// The cells between two on one straight line, where there is exactly one such line.
    fn between(&self, a: CellId, b: CellId) -> Vec<CellId> {
        let board = &self.game.board;
        for direction in board.directions() {
            let ray: Vec<CellId> = board.ray(a, direction).collect();
            if let Some(at) = ray.iter().position(|cell| *cell == b) {
                return ray.into_iter().take(at).collect();
            }
        }
        Vec::new()
    }

    fn equal(&self, world: &mut World, a: &Expr, b: &Expr) -> Option<bool> {
        match (self.value(world, a), self.value(world, b)) {
            (Value::Number(a), Value::Number(b)) => match (a.known(), b.known()) {
                (Some(a), Some(b)) => Some(a == b),
                _ if a.less(b) == Some(true) || b.less(a) == Some(true) => Some(false),
                _ => None,
            },
            (Value::Truth(a), Value::Truth(b)) => a.zip(b).map(|(a, b)| a == b),
            (Value::Cell { among, nowhere }, Value::Cell { among: other, nowhere: none }) => {
                let apart = among.and(&other).is_empty() && !(nowhere && none);
                let same = among.single().filter(|_| !nowhere && !none);
                match same {
                    _ if apart => Some(false),
                    Some(cell) if other.single() == Some(cell) => Some(true),
                    _ => None,
                }
            }
            // Nobody equals no player, not even nobody.
            (Value::Player(a), Value::Player(b)) => match a & b & !NOBODY {
                0 => Some(false),
                _ if a == b && a.count_ones() == 1 => Some(true),
                _ => None,
            },
            (Value::Kind(a), Value::Kind(b)) => match a & b {
                0 => Some(false),
                _ if a == b && a.count_ones() == 1 => Some(true),
                _ => None,
            },
            (Value::Direction(Some(a)), Value::Direction(Some(b))) => Some(a == b),
            _ => None,
        }
    }
}
