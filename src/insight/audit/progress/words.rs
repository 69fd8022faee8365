//! What is known of the value of the language's own words and functions.

use super::known::{Contents, EMPTY, World};
use super::reason::Reason;
use super::set::Set;
use super::value::{NOBODY, Range, Value};
use rulebook_language::model::row::contents;
use rulebook_language::model::{Builtin, Expr, Type};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::{Id, Rational};

impl Reason<'_> {
    /// What is known of what the language gives.
    pub fn builtin(&self, world: &mut World, builtin: Builtin, args: &[Expr], ty: Type) -> Value {
        if let Some(contents) = self.contents_of(world, builtin, args) {
            return self.holding(&world.known, contents);
        }
        let row = builtin.row();
        if let (Some(place), [cell]) = (row.place, args) {
            let (among, nowhere) = self.cell(world, cell);
            self.burn(among.len());
            let numbers = among.iter().map(|cell| i64::from(place(&self.game.board, cell)));
            let numbers = numbers.chain(nowhere.then_some(0));
            let (low, high) = numbers.fold((i64::MAX, i64::MIN), |(low, high), n| (low.min(n), high.max(n)));
            return Value::Number(if low <= high { Range::between(low, high) } else { Range::ANY });
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
            (Builtin::Count, [set]) => {
                let (must, may) = self.cells(world, set);
                Value::Number(Range::between(must.len() as i64, may.len() as i64))
            }
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
            (Builtin::Walk, [cell, direction, count]) => {
                let (among, nowhere) = self.cell(world, cell);
                let (directions, count) = (self.directions(world, direction), self.range(world, count).known());
                let Some((directions, count)) = directions.zip(count.and_then(Rational::to_whole)) else {
                    return self.any(ty);
                };
                let mut to = Value::Cell { among: Set::empty(self.words()), nowhere };
                let Value::Cell { among: reached, nowhere } = &mut to else { return self.any(ty) };
                for from in among.iter() {
                    for direction in &directions {
                        match self.walk(from, *direction, count) {
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
                (Some(a), Some(b)) => self.everywhere(self.game.board.between(a, b)),
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
                    b.into_iter().for_each(|d| {
                        if !a.contains(&d) {
                            a.push(d)
                        }
                    });
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
            _ => match row.range {
                Some(range) => {
                    let (low, high) = range(self.game);
                    Value::Number(Range { low: low.map(Rational::whole), high: high.map(Rational::whole) })
                }
                None => self.any(ty),
            },
        }
    }

    /// The contents that put a cell into a set of the language's own words, where contents alone decide it.
    pub fn contents_of(&self, world: &mut World, builtin: Builtin, args: &[Expr]) -> Option<Contents> {
        let codes = self.codes;
        if let (Builtin::OwnedBy, [who]) = (builtin, args) {
            let mask = self.players(world, who);
            return (mask.count_ones() == 1 && mask != NOBODY).then(|| codes.owned(mask));
        }
        let me = 1 << self.me.index();
        let parts = [
            (contents::EMPTY, EMPTY),
            (contents::NEUTRAL, codes.neutral),
            (contents::MINE, codes.owned(me)),
            (contents::OTHER, codes.owned(!me)),
        ];
        let of = builtin.row().contents?;
        Some(parts.into_iter().filter(|(part, _)| of & part != 0).fold(0, |all, (_, codes)| all | codes))
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
