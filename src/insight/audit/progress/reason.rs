//! What is known of the value of an expression.

use std::cell::Cell as Shared;

use super::known::{Codes, Contents, Known, World};
use super::set::Set;
use super::value::{NOBODY, Range, Value};
use rulebook_language::model::{Builtin, Expr, ExprKind, Fold, Game, Per, PlayerId, Type};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::{Id, Rational};

/// The longest range whose numbers are looked at one by one.
const MAX_NUMBERS: i64 = 64;

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

    pub fn any(&self, ty: Type) -> Value {
        Value::any(ty, &self.board, self.words())
    }

    /// The set of cells whose contents are among these: those that are for certain, those that may be.
    pub fn holding(&self, known: &Known, contents: Contents) -> Value {
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

    pub fn everywhere(&self, cells: impl IntoIterator<Item = CellId>) -> Value {
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
                let certain = of.is_none() || self.certain(world, of.as_deref());
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
        local: rulebook_language::model::LocalId,
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
    pub fn pieces(
        &self,
        world: &mut World,
        kind: rulebook_language::model::KindId,
        owner: Option<&Expr>,
    ) -> Option<Contents> {
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

    /// The numbers of a range, where they are known and few.
    pub fn numbers(&self, world: &mut World, over: &Expr) -> Option<Vec<i64>> {
        let ExprKind::Builtin(Builtin::Range, ends) = &over.kind else { return None };
        let [low, high] = ends.as_slice() else { return None };
        let mut end = |of: &Expr| self.range(world, of).known().and_then(Rational::to_whole);
        let (low, high) = (end(low)?, end(high)?);
        (high.saturating_sub(low) < MAX_NUMBERS).then(|| (low..=high).collect())
    }

    /// The cell that so many steps lead to, backwards if there are less than none.
    pub fn walk(&self, from: CellId, direction: DirectionId, count: i64) -> Option<CellId> {
        let board = &self.game.board;
        let direction = if count < 0 { board.direction(direction).opposite } else { direction };
        let mut at = from;
        for _ in 0..count.unsigned_abs() {
            if !self.burn(1) {
                return None;
            }
            at = board.step(at, direction)?;
        }
        Some(at)
    }

    /// The members of a set, each with whether it is one for certain; nothing where they are not single things.
    pub fn members(&self, world: &mut World, over: &Expr) -> Option<Vec<(Value, bool)>> {
        if let Some(numbers) = self.numbers(world, over) {
            return Some(numbers.into_iter().map(|n| (Value::Number(Range::whole(n)), true)).collect());
        }
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
    pub fn directions(&self, world: &mut World, expr: &Expr) -> Option<Vec<DirectionId>> {
        match self.value(world, expr) {
            Value::Directions(all) => all,
            Value::Direction(one) => one.map(|one| vec![one]),
            _ => None,
        }
    }
}
