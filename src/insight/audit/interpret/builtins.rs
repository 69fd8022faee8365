//! What is known of the value of the language's own words and functions.

use rustc_hash::FxHashMap;

use super::cells::{CellSet, Holding};
use super::contents::{Contents, EMPTY, NOBODY};
use super::evaluate::{Detail, Interpreter};
use super::range::Range;
use super::set::Set;
use super::state::State;
use super::value::Value;
use rulebook_language::model::row::{Whole, contents};
use rulebook_language::model::{Builtin, Expr, ExprKind, Type, same};
use rulebook_language::topology::{Board, CellId, DirectionId};
use rulebook_language::util::{Id, Rational};

/// On how large a board, in slots, lines are kept that were followed once.
const MAX_KEPT: usize = 1024;

impl Interpreter<'_> {
    /// What is known of what the language gives.
    pub(super) fn builtin(&self, state: &mut State, builtin: Builtin, args: &[Expr], ty: Type) -> Value {
        self.known_builtin(state, builtin, args).unwrap_or_else(|| self.any(ty))
    }

    fn known_builtin(&self, state: &mut State, builtin: Builtin, args: &[Expr]) -> Option<Value> {
        use Builtin as B;
        let arg = |place: usize| args.get(place);
        let row = builtin.row();
        if let Some(place) = row.place {
            return Some(Value::Number(self.place(state, place, arg(0)?)));
        }
        if let Some(contents) = self.word_contents(builtin) {
            return Some(Value::Cells(self.holding(state, contents)));
        }
        if row.event.as_ref().is_some_and(|event| self.events.get(event.place) == Some(&false)) {
            return Some(Value::Cells(CellSet::none(self.words())));
        }
        Some(match builtin {
            B::Add => Value::Number(self.range(state, arg(0)?).plus(self.range(state, arg(1)?))),
            B::Subtract => Value::Number(self.range(state, arg(0)?).plus(self.range(state, arg(1)?).negated())),
            B::Multiply => Value::Number(self.range(state, arg(0)?).times(self.range(state, arg(1)?))),
            B::Negate => Value::Number(self.range(state, arg(0)?).negated()),
            B::Divide | B::Div | B::Mod => Value::Number(self.quotient(state, builtin, arg(0)?, arg(1)?)),
            B::Minimum | B::Maximum => {
                let least = |a: Range, b: Range| Range {
                    low: a.low.zip(b.low).map(|(a, b)| a.min(b)),
                    high: Range { low: None, ..a }.and(Range { low: None, ..b }).high,
                };
                let greatest = |a: Range, b: Range| least(a.negated(), b.negated()).negated();
                let ranges: Vec<Range> = args.iter().map(|arg| self.range(state, arg)).collect();
                let all =
                    ranges.into_iter().reduce(|a, b| if builtin == B::Minimum { least(a, b) } else { greatest(a, b) });
                Value::Number(all?)
            }
            B::Absolute => {
                let range = self.range(state, arg(0)?);
                Value::Number(range.hull(range.negated()).and(Range::from(0)))
            }
            B::Count => {
                let set = self.cell_set(state, arg(0)?);
                Value::Number(Range::between(set.least as i64, set.most() as i64))
            }
            B::GroupCount if self.cell_set(state, arg(0)?).is_empty() => Value::Number(Range::whole(0)),

            B::And => Value::Truth(self.both(state, arg(0)?, arg(1)?, true)),
            B::Or => Value::Truth(self.both(state, arg(0)?, arg(1)?, false)),
            B::Less | B::LessOrEqual => Value::Truth(self.compared(state, builtin, arg(0)?, arg(1)?)),
            B::Equal => Value::Truth(self.equal(state, arg(0)?, arg(1)?)),
            B::NotEqual => Value::Truth(self.equal(state, arg(0)?, arg(1)?).map(|equal| !equal)),
            B::Contains => Value::Truth(self.contains(state, arg(0)?, arg(1)?)),
            B::ContainsDirection => {
                let one = self.directions(state, arg(0)?);
                let set = self.directions(state, arg(1)?);
                Value::Truth(one.zip(set).map(|(one, set)| one.iter().all(|d| set.contains(d))))
            }
            B::ContainsKind => {
                let one = self.kind(state, arg(0)?);
                let (must, may) = self.kinds(state, arg(1)?);
                Value::Truth(match one {
                    // It may be none, which is in no set.
                    u64::MAX => (may == 0).then_some(false),
                    one if one & may == 0 => Some(false),
                    one => (one & !must == 0).then_some(true),
                })
            }
            B::KindsCount => {
                let (must, may) = self.kinds(state, arg(0)?);
                let most = i64::from(may.count_ones()).min(self.game.kinds.len() as i64);
                Value::Number(Range::between(i64::from(must.count_ones()), most))
            }
            B::NotEmpty => Value::Truth(self.cell_set(state, arg(0)?).is_some()),
            B::IsEmpty => Value::Truth(self.cell_set(state, arg(0)?).is_some().map(|some| !some)),
            B::SubsetOf => {
                let (a, b) = (self.cell_set(state, arg(0)?), self.cell_set(state, arg(1)?));
                Value::Truth(if a.within(&b) || same(arg(0)?, arg(1)?) {
                    Some(true)
                } else {
                    (!a.must.within(&b.may)).then_some(false)
                })
            }

            B::Step => {
                let (among, nowhere) = self.cell(state, arg(0)?);
                let directions = self.directions(state, arg(1)?);
                self.steps(&among, nowhere, directions, |from, direction| self.game.board.step(from, direction))
            }
            B::Walk => {
                let (among, nowhere) = self.cell(state, arg(0)?);
                let directions = self.directions(state, arg(1)?);
                let count = self.range(state, arg(2)?).known().and_then(Rational::to_whole)?;
                self.steps(&among, nowhere, directions, |from, direction| self.walk(from, direction, count))
            }
            B::The => {
                let set = self.cell_set(state, arg(0)?);
                let nowhere = !(set.least == 1 && set.most() == 1);
                Value::Cell { among: set.may, nowhere, holding: Holding { exact: false, ..set.holding } }
            }
            B::Owner => {
                let (contents, nowhere) = self.stands_on(state, arg(0)?);
                let owners = self.codes.owners_of(contents);
                Value::Player(if nowhere { owners | NOBODY } else { owners })
            }
            B::KindOf => {
                let (contents, nowhere) = self.stands_on(state, arg(0)?);
                // What an empty cell's kind is, is left open.
                let open = nowhere || contents & EMPTY != 0;
                Value::Kind(if open { u64::MAX } else { self.codes.kinds_of(contents) })
            }

            // Where nothing stands on another, a cell holds a piece or none.
            B::Height if self.game.max_height == 1 => {
                let (contents, nowhere) = self.stands_on(state, arg(0)?);
                let least = i64::from(!nowhere && contents & EMPTY == 0);
                Value::Number(Range::between(least, i64::from(contents & !EMPTY != 0).max(least)))
            }

            B::OwnedBy => {
                let (contents, known) = self.pieces_of(self.players(state, arg(0)?));
                let set = self.holding(state, contents);
                Value::Cells(if known { set } else { set.part() })
            }
            B::Union => Value::Cells(self.cell_set(state, arg(0)?).or(&self.cell_set(state, arg(1)?))),
            B::Intersection => Value::Cells(self.cell_set(state, arg(0)?).and(&self.cell_set(state, arg(1)?))),
            B::Difference if same(arg(0)?, arg(1)?) => Value::Cells(CellSet::none(self.words())),
            B::Difference => Value::Cells(self.cell_set(state, arg(0)?).minus(&self.cell_set(state, arg(1)?))),
            B::SetOf => {
                let sets = args.iter().map(|set| self.cell_set(state, set)).reduce(|a, b| a.or(&b));
                Value::Cells(sets.unwrap_or_else(|| CellSet::none(self.words())))
            }
            B::OneCell => Value::Cells(self.cell_set(state, arg(0)?)),
            B::UnionOfGroups => Value::Cells(self.cell_set(state, arg(0)?).part()),
            B::StepAll => {
                let set = self.cell_set(state, arg(0)?);
                let known = self.directions(state, arg(1)?);
                let certain = known.is_some();
                let directions = known.unwrap_or_else(|| self.game.board.directions().collect());
                let reach = |set: &Set| {
                    let steps = set.iter().flat_map(|from| {
                        directions.iter().filter_map(move |direction| self.game.board.step(from, *direction))
                    });
                    Set::of(self.words(), steps)
                };
                let must = if certain { reach(&set.must) } else { Set::empty(self.words()) };
                Value::cells(must, reach(&set.may))
            }
            B::Ray | B::Flanked | B::Sight => Value::Cells(self.rays(state, builtin, args)?),
            B::Between => {
                let ends = self.one_cell(state, arg(0)?).zip(self.one_cell(state, arg(1)?));
                Value::Cells(ends.map(|(a, b)| self.everywhere(state, self.game.board.between(a, b)))?)
            }
            B::Toward => {
                let ends = self.one_cell(state, arg(0)?).zip(self.one_cell(state, arg(1)?));
                Value::Direction(ends.and_then(|(a, b)| self.game.board.toward(a, b)))
            }
            B::Me => Value::Player(1 << self.me.index()),
            B::Opponent => {
                let all = self.game.players.ids().fold(0, |all, player| all | 1 << player.index());
                let others: u32 = all & !(1 << self.me.index());
                Value::Player(if others == 0 { NOBODY } else { others })
            }
            B::Next | B::Previous => {
                let players = self.players(state, arg(0)?);
                let all = self.game.players.len();
                let steps = if builtin == B::Next { 1 } else { all - 1 };
                let moved = self.game.players.ids().filter(|player| players & 1 << player.index() != 0);
                let moved = moved.fold(0, |moved, player| moved | 1 << ((player.index() + steps) % all));
                Value::Player(moved | players & NOBODY)
            }
            B::Everyone => Value::Everyone,

            B::Opposite => {
                let opposite = |d: DirectionId| self.game.board.opposite(d);
                match self.value(state, arg(0)?) {
                    Value::Direction(one) => Value::Direction(one.map(opposite)),
                    Value::Directions(all) => Value::Directions(all.map(|all| all.into_iter().map(opposite).collect())),
                    _ => return None,
                }
            }
            B::OneKind => {
                let (must, may) = self.kinds(state, arg(0)?);
                Value::Kinds(must, may)
            }
            B::UnionOfKinds | B::WithoutKinds | B::CommonKinds => {
                let ((must, may), (also, might)) = (self.kinds(state, arg(0)?), self.kinds(state, arg(1)?));
                match builtin {
                    B::UnionOfKinds => Value::Kinds(must | also, may | might),
                    B::WithoutKinds => Value::Kinds(must & !might, may & !also),
                    _ => Value::Kinds(must & also, may & might),
                }
            }
            B::OneDirection => Value::Directions(self.directions(state, arg(0)?)),
            B::UnionOfDirections => {
                let both = self.directions(state, arg(0)?).zip(self.directions(state, arg(1)?));
                Value::Directions(both.map(|(mut a, b)| {
                    let new: Vec<DirectionId> = b.into_iter().filter(|d| !a.contains(d)).collect();
                    a.extend(new);
                    a
                }))
            }
            B::WithoutDirections => {
                let both = self.directions(state, arg(0)?).zip(self.directions(state, arg(1)?));
                Value::Directions(both.map(|(mut a, b)| {
                    a.retain(|d| !b.contains(d));
                    a
                }))
            }
            // Of others no more is known than their row says.
            _ => {
                let (low, high) = row.range?(self.game);
                Value::Number(Range { low: low.map(Rational::whole), high: high.map(Rational::whole) })
            }
        })
    }

    /// The contents that put a cell into the set of a word, where it is a word about what stands there.
    pub(super) fn word_contents(&self, builtin: Builtin) -> Option<Contents> {
        let of = builtin.row().contents?;
        let me = 1u32 << self.me.index();
        let parts = [
            (contents::EMPTY, EMPTY & self.codes.all),
            (contents::NEUTRAL, self.codes.neutral),
            (contents::MINE, self.codes.owned(me)),
            (contents::OTHER, self.codes.owned(!me)),
        ];
        Some(parts.into_iter().filter(|(part, _)| of & part != 0).fold(0, |all, (_, codes)| all | codes))
    }

    /// Whether both conditions hold, or either.
    fn both(&self, state: &mut State, a: &Expr, b: &Expr, and: bool) -> Option<bool> {
        let first = self.truth(state, a);
        if first == Some(!and) {
            return first;
        }
        if first == Some(and) {
            return self.truth(state, b);
        }
        if self.detail == Detail::EachMember {
            return self.truth(state, b).filter(|truth| *truth != and);
        }
        // What b is, given that a leaves it open.
        let mut inner = state.clone();
        if !self.refine_known(&mut inner, a, and, first) {
            return Some(!and);
        }
        self.truth(&mut inner, b).filter(|truth| *truth != and)
    }

    fn quotient(&self, state: &mut State, builtin: Builtin, a: &Expr, b: &Expr) -> Range {
        let (range, by) = (self.range(state, a), self.range(state, b).known());
        let Some(by) = by.filter(|by| *by != Rational::ZERO) else { return Range::ANY };
        let known = range.known().and_then(|n| match builtin {
            Builtin::Divide => n.over(by),
            Builtin::Div => n.div_floor(by),
            _ => n.modulo(by),
        });
        match (known, builtin) {
            (Some(known), _) => Range::exactly(known),
            (None, Builtin::Divide) => Rational::ONE.over(by).map_or(Range::ANY, |by| range.times(Range::exactly(by))),
            (None, Builtin::Mod) => match by.to_whole() {
                Some(by) if by > 0 => Range::between(0, by - i64::from(is_whole(a))),
                _ => Range::ANY,
            },
            (None, _) => Range::ANY,
        }
    }

    /// The number of a cell's place.
    fn place(&self, state: &mut State, place: fn(&Board, CellId) -> u32, cell: &Expr) -> Range {
        let (among, nowhere) = self.cell(state, cell);
        let number = |cell| i64::from(place(&self.game.board, cell));
        self.burn(among.len());
        let numbers = among.iter().map(number).chain(nowhere.then_some(0)).map(Range::whole);
        numbers.reduce(Range::hull).unwrap_or(Range::ANY)
    }

    /// Where steps lead to.
    fn steps(
        &self,
        among: &Set,
        nowhere: bool,
        directions: Option<Vec<DirectionId>>,
        step: impl Fn(CellId, DirectionId) -> Option<CellId>,
    ) -> Value {
        // What direction it is may be open because there is none.
        let mut nowhere = nowhere || directions.is_none();
        let directions = directions.unwrap_or_else(|| self.game.board.directions().collect());
        let mut reached = Set::empty(self.words());
        for from in among.iter() {
            for direction in &directions {
                match step(from, *direction) {
                    Some(cell) => reached.insert(cell),
                    None => nowhere = true,
                }
            }
        }
        Value::cell(reached, nowhere)
    }

    fn rays(&self, state: &mut State, builtin: Builtin, args: &[Expr]) -> Option<CellSet> {
        let [from, along, rest @ ..] = args else { return None };
        let (among, nowhere) = self.cell(state, from);
        let directions = self.directions(state, along);
        let known = directions.is_some();
        let directions = directions.unwrap_or_else(|| self.game.board.directions().collect());
        let may = among.iter().fold(Set::empty(self.words()), |may, cell| may.or(&self.lines_from(cell, &directions)));
        self.burn(may.len());
        let whole = builtin == Builtin::Ray && rest.is_empty();
        if whole && known && !nowhere && among.single().is_some() {
            return Some(CellSet::between(may.clone(), may));
        }
        let line = self.seen(state, CellSet::between(Set::empty(self.words()), may));
        let held = match (builtin, rest) {
            (Builtin::Sight, _) => self.holding(state, self.codes.all & !EMPTY),
            (_, [through, ..]) => self.cell_set(state, through),
            (_, []) => return Some(line),
        };
        Some(line.and(&held).part())
    }

    /// The cells on the lines from a cell in any of some directions.
    fn lines_from(&self, cell: CellId, directions: &[DirectionId]) -> Set {
        let follow = || Set::of(self.words(), directions.iter().flat_map(|along| self.game.board.ray(cell, *along)));
        if self.game.board.slots() > MAX_KEPT {
            return follow();
        }
        let mut kept = self.lines.borrow_mut();
        if !kept.contains_key(directions) {
            kept.insert(directions.to_vec(), FxHashMap::default());
        }
        kept.get_mut(directions).map_or_else(follow, |lines| lines.entry(cell).or_insert_with(follow).clone())
    }

    fn compared(&self, state: &mut State, builtin: Builtin, a: &Expr, b: &Expr) -> Option<bool> {
        if same(a, b) {
            return Some(builtin == Builtin::LessOrEqual);
        }
        if a.ty != Type::Number {
            return None;
        }
        let (low, high) = (self.range(state, a), self.range(state, b));
        if builtin == Builtin::Less { low.less(high) } else { high.less(low).map(|less| !less) }
    }

    /// Whether a cell is in a set.
    pub(super) fn contains(&self, state: &mut State, cell: &Expr, set: &Expr) -> Option<bool> {
        if self.detail == Detail::EachMember
            && let Some(cell) = self.one_cell(state, cell)
        {
            return self.has(state, set, cell);
        }
        let Value::Cell { among, nowhere, holding } = self.value(state, cell) else { return None };
        let (one, set) = (self.one(state, among, nowhere, holding), self.cell_set(state, set));
        if one.is_apart(&set) {
            return Some(false);
        }
        (!nowhere && one.within(&set)).then_some(true)
    }

    fn equal(&self, state: &mut State, a: &Expr, b: &Expr) -> Option<bool> {
        match (self.value(state, a), self.value(state, b)) {
            // Nobody equals no player, not even nobody.
            (Value::Player(a), Value::Player(b)) => match a & b & !NOBODY {
                0 => Some(false),
                _ => (a == b && a.count_ones() == 1).then_some(true),
            },
            // No kind equals none.
            (Value::Kind(a), Value::Kind(b)) => match a & b {
                0 => Some(false),
                _ => (a == b && a.count_ones() == 1).then_some(true),
            },
            _ if same(a, b) => Some(true),
            (Value::Number(a), Value::Number(b)) => match (a.known(), b.known()) {
                (Some(a), Some(b)) => Some(a == b),
                _ => (a.less(b) == Some(true) || b.less(a) == Some(true)).then_some(false),
            },
            (Value::Truth(a), Value::Truth(b)) => a.zip(b).map(|(a, b)| a == b),
            (Value::Cell { among, nowhere, holding }, Value::Cell { among: others, nowhere: none, holding: other }) => {
                let same = among.single().filter(|_| !nowhere && !none);
                let (one, two) =
                    (self.one(state, among, nowhere, holding), self.one(state, others.clone(), none, other));
                match same {
                    _ if one.is_apart(&two) && !(nowhere && none) => Some(false),
                    Some(cell) if others.single() == Some(cell) => Some(true),
                    _ => None,
                }
            }
            (Value::Kinds(a, might), Value::Kinds(b, may)) => {
                if a & !may != 0 || b & !might != 0 {
                    Some(false)
                } else {
                    (a == might && b == may).then_some(a == b)
                }
            }
            (Value::Direction(Some(a)), Value::Direction(Some(b))) => Some(a == b),
            _ => None,
        }
    }
}

/// Whether a number is surely whole.
pub(super) fn is_whole(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(number) => number.to_whole().is_some(),
        ExprKind::Counter(..) => true,
        ExprKind::Builtin(builtin, args) => match builtin.row().whole {
            Whole::Always => true,
            Whole::WithArguments => args.iter().all(is_whole),
            Whole::Unknown => false,
        },
        _ => false,
    }
}
