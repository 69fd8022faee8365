//! What is known of what ranges over a set: quantifiers, filters, folds.
//!
//! Where members are looked at one by one, each is bound in turn; otherwise one member that may be any of them stands for all.

use super::cells::{CellSet, Holding};
use super::evaluate::{Detail, Interpreter};
use super::range::Range;
use super::set::Set;
use super::state::State;
use super::value::Value;
use rulebook_language::model::{self, Builtin, Expr, ExprKind, Fold, LocalId, Type, constant};
use rulebook_language::util::{Id, Rational};

/// The longest range whose numbers are looked at one by one.
const MAX_NUMBERS: i64 = 64;

/// The members of a set, each with whether it is one for certain.
pub enum Members {
    /// These.
    Each(std::vec::IntoIter<(Value, bool)>),
    /// The cells that are left of a set.
    Cells {
        /// Those that it has for certain.
        must: Set,
        /// Those that it may have, and that were not given yet.
        left: Set,
        /// What they hold.
        holding: Holding,
    },
}

impl Iterator for Members {
    type Item = (Value, bool);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Members::Each(members) => members.next(),
            Members::Cells { must, left, holding } => {
                let cell = left.take()?;
                let among = Set::of(left.words().len(), [cell]);
                Some((Value::Cell { among, nowhere: false, holding: *holding }, must.contains(cell)))
            }
        }
    }
}

/// What stands for all members of a set.
struct Member {
    value: Value,
    /// How many there are at least.
    least: i64,
    /// How many there are at most, where that is known.
    most: Option<i64>,
}

impl Interpreter<'_> {
    /// Whether some, or every, member of a set meets a condition.
    pub(super) fn quantified(
        &self,
        state: &mut State,
        every: bool,
        local: LocalId,
        over: &Expr,
        condition: &Expr,
    ) -> Option<bool> {
        if let Some(members) = self.members(state, over) {
            let mut result = Some(every);
            for (value, certain) in members {
                state.locals.insert(local, value);
                match self.truth(state, condition) {
                    Some(truth) if truth == every => {}
                    Some(_) if certain => return Some(!every),
                    _ => result = None,
                }
            }
            return result;
        }
        let member = self.any_member(state, over);
        if member.most == Some(0) {
            return Some(every);
        }
        state.locals.insert(local, member.value);
        let truth = self.truth(state, condition)?;
        (truth == every || member.least > 0).then_some(truth)
    }

    /// The cells of a set that meet a condition.
    pub(super) fn filtered(
        &self,
        state: &mut State,
        expr: &Expr,
        local: LocalId,
        over: &Expr,
        condition: &Expr,
    ) -> CellSet {
        if let Some(members) = self.members(state, over) {
            let (mut must, mut may) = (Set::empty(self.words()), Set::empty(self.words()));
            for (value, certain) in members {
                let cell = match &value {
                    Value::Cell { among, .. } => among.single(),
                    _ => None,
                };
                let Some(cell) = cell else { return self.cell_set(state, over).part() };
                state.locals.insert(local, value);
                let truth = self.truth(state, condition);
                if truth != Some(false) {
                    may.insert(cell);
                }
                if certain && truth == Some(true) {
                    must.insert(cell);
                }
            }
            return CellSet::between(must, may);
        }
        self.burn(16);
        if let Some(model::Constant::Cells(cells)) = constant(expr, Some(&self.game.board), &self.game.definitions) {
            return self.everywhere(state, cells);
        }
        let all = self.cell_set(state, over);
        let mut inner = state.clone();
        let member =
            Value::Cell { among: all.may.clone(), nowhere: false, holding: Holding { exact: false, ..all.holding } };
        inner.locals.insert(local, member);
        match self.truth(&mut inner, condition) {
            Some(true) => all,
            Some(false) => CellSet::none(self.words()),
            None if !self.refine(&mut inner, condition, true) => CellSet::none(self.words()),
            None => match inner.locals.remove(&local) {
                Some(Value::Cell { among, holding, .. }) => {
                    CellSet { holding, ..CellSet::between(Set::empty(self.words()), among) }
                }
                _ => all.part(),
            },
        }
    }

    /// What is made of the members of a set.
    #[expect(clippy::too_many_arguments, reason = "the parts of a fold")]
    pub(super) fn folded(
        &self,
        state: &mut State,
        how: Fold,
        local: LocalId,
        over: &Expr,
        condition: Option<&Expr>,
        body: &Expr,
        ty: Type,
    ) -> Value {
        if let Some(members) = self.members(state, over) {
            return self.fold_each(state, how, local, members, condition, body, ty);
        }
        let member = self.any_member(state, over);
        let least = if condition.is_none() { member.least } else { 0 };
        let count = Range { low: Some(Rational::whole(least)), high: member.most.map(Rational::whole) };
        state.locals.insert(local, member.value);
        match how {
            Fold::Count => Value::Number(count),
            Fold::Sum => Value::Number(count.times(self.range(state, body))),
            Fold::Max | Fold::Min => Value::Number(self.range(state, body).hull(Range::whole(0))),
            Fold::Union => Value::Cells(self.cell_set(state, body).part()),
            Fold::List => self.any(ty),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a fold")]
    fn fold_each(
        &self,
        state: &mut State,
        how: Fold,
        local: LocalId,
        members: Members,
        condition: Option<&Expr>,
        body: &Expr,
        ty: Type,
    ) -> Value {
        let mut total = Range::whole(0);
        // Of none, the greatest and the least are 0.
        let (mut extreme, mut some) = (None::<Range>, false);
        let (mut must, mut may) = (Set::empty(self.words()), Set::empty(self.words()));
        for (value, certain) in members {
            state.locals.insert(local, value);
            let counts = condition.map_or(Some(true), |condition| self.truth(state, condition));
            if counts == Some(false) {
                continue;
            }
            let certain = certain && counts == Some(true);
            some |= certain;
            match (how, self.value(state, body)) {
                (Fold::Count, _) => total = total.plus(Range::between(i64::from(certain), 1)),
                (Fold::Sum, Value::Number(range)) => {
                    total = total.plus(if certain { range } else { range.hull(Range::whole(0)) });
                }
                (Fold::Max | Fold::Min, Value::Number(range)) => {
                    extreme = Some(extreme.map_or(range, |all| all.hull(range)));
                }
                (Fold::Union, Value::Cells(set)) => {
                    may = may.or(&set.may);
                    if certain {
                        must = must.or(&set.must);
                    }
                }
                _ => return self.any(ty),
            }
        }
        match how {
            Fold::Count | Fold::Sum => Value::Number(total),
            Fold::Max | Fold::Min => Value::Number(match extreme {
                Some(range) if some => range,
                Some(range) => range.hull(Range::whole(0)),
                None => Range::whole(0),
            }),
            Fold::Union => Value::cells(must, may),
            Fold::List => self.any(ty),
        }
    }

    /// The numbers of a range, where they are known and few.
    pub fn numbers(&self, state: &mut State, over: &Expr) -> Option<Vec<i64>> {
        let ExprKind::Builtin(Builtin::Range, ends) = &over.kind else { return None };
        let [low, high] = ends.as_slice() else { return None };
        let mut end = |of: &Expr| self.range(state, of).known().and_then(Rational::to_whole);
        let (low, high) = (end(low)?, end(high)?);
        (high.saturating_sub(low) < MAX_NUMBERS).then(|| (low..=high).collect())
    }

    /// The kinds of a set that meet a condition.
    pub(super) fn filtered_kinds(&self, state: &mut State, local: LocalId, over: &Expr, condition: &Expr) -> Value {
        let (must, may) = self.kinds(state, over);
        let (mut always, mut perhaps) = (0, 0);
        for kind in (0..self.game.kinds.len()).filter(|kind| may >> kind & 1 == 1) {
            let mut inner = state.clone();
            inner.locals.insert(local, Value::Kind(1 << kind));
            match self.truth(&mut inner, condition) {
                Some(true) => {
                    always |= must & 1 << kind;
                    perhaps |= 1 << kind;
                }
                None => perhaps |= 1 << kind,
                Some(false) => {}
            }
        }
        Value::Kinds(always, perhaps)
    }

    /// The members of a set, each with whether it is one for certain; nothing where they are not single things, or where they are
    /// not looked at one by one.
    pub fn members(&self, state: &mut State, over: &Expr) -> Option<Members> {
        if self.detail == Detail::AnyMember {
            return None;
        }
        let certain = |values: Vec<Value>| {
            Members::Each(values.into_iter().map(|value| (value, true)).collect::<Vec<_>>().into_iter())
        };
        if let Some(numbers) = self.numbers(state, over) {
            return Some(certain(numbers.into_iter().map(|n| Value::Number(Range::whole(n))).collect()));
        }
        match self.value(state, over) {
            Value::Cells(set) => {
                let set = self.seen(state, set);
                self.burn(set.may.len());
                let holding = Holding { exact: false, ..set.holding };
                Some(Members::Cells { must: set.must, left: set.may, holding })
            }
            Value::Kinds(must, may) => {
                let kinds = (0..self.game.kinds.len()).filter(|kind| may >> kind & 1 == 1);
                let all: Vec<_> = kinds.map(|kind| (Value::Kind(1 << kind), must >> kind & 1 == 1)).collect();
                Some(Members::Each(all.into_iter()))
            }
            Value::Directions(Some(all)) => {
                Some(certain(all.into_iter().map(|along| Value::Direction(Some(along))).collect()))
            }
            Value::Everyone => {
                Some(certain(self.game.players.ids().map(|player| Value::Player(1 << player.index())).collect()))
            }
            _ => None,
        }
    }

    /// What stands for any member of a set.
    pub fn member(&self, state: &mut State, over: &Expr) -> Value {
        self.any_member(state, over).value
    }

    fn any_member(&self, state: &mut State, over: &Expr) -> Member {
        if let (ExprKind::Builtin(Builtin::Range, ends), Type::Range) = (&over.kind, over.ty) {
            let range = ends.iter().map(|end| self.range(state, end)).reduce(Range::hull);
            return Member { value: Value::Number(range.unwrap_or(Range::ANY)), least: 0, most: None };
        }
        match self.value(state, over) {
            Value::Cells(set) => {
                let set = self.seen(state, set);
                let (least, most) = (set.least as i64, Some(set.most() as i64));
                let holding = Holding { exact: false, ..set.holding };
                Member { value: Value::Cell { among: set.may, nowhere: false, holding }, least, most }
            }
            Value::Groups { may, holding } => {
                let set = CellSet { holding, ..CellSet::between(Set::empty(self.words()), may) };
                let set = CellSet { least: 1, ..self.seen(state, set).part() };
                let most = set.is_empty().then_some(0);
                Member { value: Value::Cells(set), least: 0, most }
            }
            Value::Directions(all) => {
                let most = all.as_ref().map_or(self.game.board.directions().count(), Vec::len) as i64;
                let least = if all.is_some() { most } else { 0 };
                let one = all.filter(|all| all.len() == 1).and_then(|all| all.first().copied());
                Member { value: Value::Direction(one), least, most: Some(most) }
            }
            Value::Kinds(must, may) => {
                let all = self.game.kinds.ids().fold(0, |all, kind| all | 1 << kind.index());
                let (least, most) = (i64::from(must.count_ones()), i64::from((may & all).count_ones()));
                Member { value: Value::Kind(may & all), least, most: Some(most) }
            }
            Value::Everyone => {
                let players = self.game.players.len();
                let mask = self.game.players.ids().fold(0, |all, player| all | 1 << player.index());
                Member { value: Value::Player(mask), least: players as i64, most: Some(players as i64) }
            }
            _ => Member { value: self.any(of_member(over.ty)), least: 0, most: None },
        }
    }
}

/// The type of the members of a set.
fn of_member(set: Type) -> Type {
    match set {
        Type::Cells => Type::Cell,
        Type::Groups => Type::Cells,
        Type::Players => Type::Player,
        Type::Directions => Type::Direction,
        Type::Kinds => Type::Kind,
        Type::Range | Type::Numbers => Type::Number,
        Type::Number
        | Type::Truth
        | Type::Cell
        | Type::Player
        | Type::Kind
        | Type::Direction
        | Type::Piece
        | Type::Word
        | Type::Unknown => Type::Unknown,
    }
}
