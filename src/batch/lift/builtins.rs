//! The language's own words.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::{Cell, Cells, LiftedPlayer, LiftedValue, Number, Truth, among};
use crate::op::Op;
use rulebook_language::model::{self, Builtin, Expr, ExprKind, PlayerId, constant};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::{Id, Rational};

impl<'g> Lifter<'g> {
    pub fn builtin(&mut self, builtin: Builtin, args: &'g [Expr]) -> Lifted<LiftedValue<'g>> {
        use Builtin as B;
        let row = builtin.row();
        if let (Some(place), [cell]) = (row.place, args) {
            let board = &self.game.board;
            return match self.cell(cell)? {
                Cell::At(frame, path) if frame == self.frame => {
                    Ok(LiftedValue::Number(self.table(&path, |cell| place(board, cell))))
                }
                Cell::One(reg) => Ok(LiftedValue::Number(self.looked_up(reg, |cell| place(board, cell)))),
                _ => Err(not_batchable("the place of a cell of another form")),
            };
        }
        if let Some(event) = &row.event {
            if self.imagines {
                return Err(not_batchable("a requirement that asks what happened in the turn"));
            }
            let plane = self.events[event.place].ok_or(not_batchable("what happened in the turn"))?;
            return Ok(LiftedValue::Cells(self.plane(plane)));
        }
        Ok(match (builtin, args) {
            (B::Add | B::Subtract, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                LiftedValue::Number(self.sum(&a, &b, builtin == B::Subtract)?)
            }
            (B::NumberOf, [value]) => LiftedValue::Number(self.number_of(value)?),
            (B::DirectionOfNumber | B::PlayerOfNumber | B::KindOfNumber, [number]) => {
                self.of_number(builtin, number)?
            }
            (B::Negate, [a]) => {
                let a = self.number(a)?;
                LiftedValue::Number(self.scaled(&a, Rational::new(-1, 1).unwrap_or(Rational::ONE))?)
            }
            (B::Multiply, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                LiftedValue::Number(self.product(&a, &b)?)
            }
            (B::Minimum | B::Maximum, [first, rest @ ..]) => {
                let mut best = self.number(first)?;
                for number in rest {
                    let number = self.number(number)?;
                    let less = self.less(&number, &best)?;
                    let takes = if builtin == B::Minimum { less } else { self.not(less) };
                    best = self.one_of(takes, &number, &best)?;
                }
                LiftedValue::Number(best)
            }
            (B::Absolute, [number]) => {
                let (number, zero) = (self.number(number)?, Self::rational(Rational::whole(0)));
                let (other, is_less) = (self.sum(&zero, &number, true)?, self.less(&number, &zero)?);
                LiftedValue::Number(self.one_of(is_less, &other, &number)?)
            }
            (B::Divide, [a, b]) => {
                let by = self.constant_of(b).and_then(|by| Rational::new(by.denominator(), by.numerator()));
                let a = self.number(a)?;
                LiftedValue::Number(self.scaled(&a, by.ok_or(not_batchable("a division by a number that changes"))?)?)
            }
            (B::Div | B::Mod, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let by = Self::always_number(&b).ok_or(not_batchable("a division by a number that changes"))?;
                LiftedValue::Number(match Self::always_number(&a) {
                    Some(a) => {
                        let whole = if builtin == B::Div { a.div_floor(by) } else { a.modulo(by) };
                        Self::rational(whole.ok_or(not_batchable("a division by nothing"))?)
                    }
                    None => self.divided(&a, by, builtin == B::Mod)?,
                })
            }
            (B::Range, [low, high]) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                let end = |number| Self::always_number(number).and_then(Rational::to_whole);
                match (end(&low), end(&high)) {
                    (Some(low), Some(high)) => LiftedValue::Span(low, high),
                    _ => return Err(not_batchable("a range of numbers that change")),
                }
            }
            (B::Distance, [a, b]) => LiftedValue::Number(self.distance(a, b)?),
            (B::AllPassed, _) => LiftedValue::Truth(self.all_passed()?),
            (B::Count, [set]) => {
                if let Some(number) = self.count_near(set)? {
                    return Ok(LiftedValue::Number(number));
                }
                let set = self.cells(set)?;
                LiftedValue::Number(self.count(&set)?)
            }
            (B::MaxOfNumbers, [sizes]) => match self.lift(sizes)? {
                LiftedValue::Sizes(pattern, of) => LiftedValue::Number(self.largest_group(pattern, of)?),
                _ => return Err(not_batchable("the greatest of something else than the sizes of groups")),
            },
            (B::SidesTouched, [set]) => LiftedValue::Number(self.sides_touched(set)?),
            (B::GroupCount, [shapes]) => match self.lift(shapes)? {
                LiftedValue::Shapes(pattern, of) => LiftedValue::Number(self.number_of_groups(pattern, of)?),
                _ => return Err(not_batchable("the number of something else than groups")),
            },
            (B::Sizes, [shapes]) => match self.lift(shapes)? {
                LiftedValue::Shapes(pattern, of) => LiftedValue::Sizes(pattern, of),
                _ => return Err(not_batchable("sizes of something else than groups")),
            },
            (B::InStack, [cell, player]) => LiftedValue::Number(self.in_stack(cell, player)?),
            (B::Height, [cell]) => LiftedValue::Number(self.height(cell)?),
            (B::LastSown, _) => LiftedValue::Cell(self.last_sown()?),
            (B::PlyNumber | B::TurnNumber, _) => self.clock(builtin == B::TurnNumber)?,
            (B::CycleLength, _) => LiftedValue::Number(self.cycle_length()?),
            (B::The, [set]) => {
                let set = self.cells(set)?;
                LiftedValue::Cell(self.the(&set)?)
            }
            (B::KindOf, [cell]) => {
                let cell = self.cell(cell)?;
                self.kind_at(&cell)?
            }
            (B::Sight, [cell, directions]) => {
                let cell = self.cell(cell)?;
                let ways = self.ways(directions)?;
                LiftedValue::Cells(self.sight(&cell, &ways)?)
            }
            (B::Toward, [a, b]) => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                LiftedValue::Ways(self.toward(&a, &b)?)
            }
            (B::Ray, [cell, directions, through @ ..]) => {
                let cell = self.cell(cell)?;
                let ways = self.ways(directions)?;
                let through = match through {
                    [through] => self.cells(through)?,
                    _ => Cells::of(self.board()),
                };
                LiftedValue::Cells(self.ray(&cell, &ways, &through)?)
            }
            (B::Less | B::LessOrEqual | B::Equal | B::NotEqual, [a, b])
                if let Some(holds) = self.compared_size(builtin, a, b)? =>
            {
                LiftedValue::Truth(holds)
            }
            (B::LessOrEqual, [least, steps]) if let Some(holds) = self.some_way(least, steps)? => {
                LiftedValue::Truth(holds)
            }
            (B::Less | B::LessOrEqual, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                LiftedValue::Truth(if builtin == B::Less {
                    self.less(&a, &b)?
                } else {
                    let more = self.less(&b, &a)?;
                    self.not(more)
                })
            }
            (B::Equal, [a, b]) => LiftedValue::Truth(self.equal(a, b)?),
            (B::NotEqual, [a, b]) => {
                let same = self.equal(a, b)?;
                LiftedValue::Truth(self.not(same))
            }
            (B::And, [a, b]) => {
                let a = self.truth(a)?;
                if a == Truth::Known(false) {
                    return Ok(LiftedValue::Truth(a));
                }
                let b = self.where_it_matters(a, |lifter| lifter.truth(b))?;
                LiftedValue::Truth(self.both(a, b))
            }
            (B::Or, [a, b]) => {
                let a = self.truth(a)?;
                if a == Truth::Known(true) {
                    return Ok(LiftedValue::Truth(a));
                }
                let other = self.not(a);
                let b = self.where_it_matters(other, |lifter| lifter.truth(b))?;
                LiftedValue::Truth(self.either(a, b))
            }
            (B::Contains, [cell, set]) => {
                let cell = self.cell(cell)?;
                let set = self.cells(set)?;
                LiftedValue::Truth(self.member(&set, &cell)?)
            }
            (B::NotEmpty | B::IsEmpty, [set]) => {
                let some = self.some_of(set)?;
                LiftedValue::Truth(if builtin == B::NotEmpty { some } else { self.not(some) })
            }
            (B::SubsetOf, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                let rest = self.minus(&a, &b)?;
                let some = self.some(&rest)?;
                LiftedValue::Truth(self.not(some))
            }
            (B::Joins, [shapes, sides @ ..]) => LiftedValue::Truth(self.joined(shapes, sides)?),
            (B::NoMove, _) => LiftedValue::Truth(self.stuck.ok_or(not_batchable("`no move` in the middle of a move"))?),
            (B::CanMove | B::CanMake, _) => return Err(not_batchable("whether a player can move")),
            (B::NobodyCanMove, _) => LiftedValue::Truth(self.nobody_can_move()?),
            (B::Step, [cell, direction]) => {
                let cell = self.cell(cell)?;
                let ways = self.ways(direction)?;
                LiftedValue::Cell(self.walk(&cell, &ways, 1)?)
            }
            (B::Walk, [cell, direction, count]) => {
                let cell = self.cell(cell)?;
                let (ways, count) = (self.ways(direction)?, self.number(count)?);
                LiftedValue::Cell(match Self::known_steps(&count) {
                    Some(steps) => self.walk(&cell, &ways, steps)?,
                    None => self.walk_as_far(&cell, &ways, &count)?,
                })
            }
            (B::WalkAll, [cells, directions, count]) => {
                let (ways, steps) = self.walked(directions, count)?;
                let from = self.lift(cells)?;
                let mut all = Cells::none();
                for way in ways {
                    let way = [way];
                    let mut walked = from.clone();
                    for _ in 0..steps {
                        walked = LiftedValue::Cells(self.steps(&walked, &way)?);
                    }
                    let walked = self.cells_of(walked)?;
                    all = self.join(&all, &walked);
                }
                LiftedValue::Cells(all)
            }
            (B::Owner, [cell]) => {
                let cell = self.cell(cell)?;
                LiftedValue::Player(self.owner(&cell)?)
            }
            (B::Empty, _) => LiftedValue::Cells(self.empty()?),
            (B::Occupied, _) => LiftedValue::Cells(self.occupied()),
            (B::Mine, _) => LiftedValue::Cells(self.plane(self.me.index())),
            (B::Enemies, _) => {
                let others: Vec<usize> = (0..self.game.players.len()).filter(|p| *p != self.me.index()).collect();
                LiftedValue::Cells(others.into_iter().fold(Cells::none(), |all, player| {
                    let plane = self.plane(player);
                    self.join(&all, &plane)
                }))
            }
            (B::Neutral, _) => LiftedValue::Cells(self.plane(self.game.players.len())),
            (B::OwnedBy, [player]) => {
                let who = self.player(player)?;
                LiftedValue::Cells(self.owned_by(&who))
            }
            (B::Union, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                LiftedValue::Cells(self.join(&a, &b))
            }
            (B::Intersection, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                LiftedValue::Cells(self.meet(&a, &b))
            }
            (B::Difference, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                LiftedValue::Cells(self.minus(&a, &b)?)
            }
            (B::SetOf, sets) => {
                let mut all = Cells::none();
                for set in sets {
                    let set = self.cells(set)?;
                    all = self.join(&all, &set);
                }
                LiftedValue::Cells(all)
            }
            (B::UnionOfGroups, [shapes]) => match self.lift(shapes)? {
                LiftedValue::Shapes(pattern, of) => LiftedValue::Cells(self.all_of(pattern, of)?),
                of @ (LiftedValue::Cells(_) | LiftedValue::Group(_)) => of,
                _ => return Err(not_batchable("groups of another form")),
            },
            (B::OneCell, [one]) => LiftedValue::Cells(self.cells(one)?),
            (B::StepAll, [cells, directions]) => {
                let ways = self.ways(directions)?;
                let cells = self.lift(cells)?;
                LiftedValue::Cells(self.steps(&cells, &ways)?)
            }
            (B::Between, [a, b]) => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                LiftedValue::Cells(self.between(&a, &b)?)
            }
            (B::Flanked, [cell, directions, through, end]) => {
                let from = self.cell(cell)?;
                let ways = self.directions(directions)?;
                let (through, end) = (self.cells(through)?, self.cells(end)?);
                LiftedValue::Flanked { from, ways, through, end }
            }
            (B::Me, _) => LiftedValue::Player(LiftedPlayer::Known(self.me)),
            (B::Opponent, _) if self.game.players.len() == 2 => {
                LiftedValue::Player(LiftedPlayer::Known(PlayerId::from_index(1 - self.me.index())))
            }
            (B::Next | B::Previous, [player]) => {
                let all = self.game.players.len();
                let steps = if builtin == B::Next { 1 } else { all - 1 };
                match self.player(player)? {
                    LiftedPlayer::Known(player) => {
                        LiftedValue::Player(LiftedPlayer::Known(PlayerId::from_index((player.index() + steps) % all)))
                    }
                    LiftedPlayer::Each(mut each) if each.len() == all => {
                        each.rotate_right(steps);
                        LiftedValue::Player(LiftedPlayer::Each(each))
                    }
                    LiftedPlayer::Each(_) => return Err(not_batchable("the next of a player that changes")),
                }
            }
            (B::LastMover, _) => LiftedValue::Player(self.last_to_act()?),
            (B::Everyone, _) => LiftedValue::Players(self.game.players.ids().collect()),
            (B::OneDirection, [one]) => LiftedValue::Directions(self.directions(one)?),
            (B::Opposite, [of]) => {
                let board = &self.game.board;
                let mut ways: Vec<DirectionId> =
                    self.directions(of)?.into_iter().map(|direction| board.opposite(direction)).collect();
                ways.sort_unstable();
                ways.dedup();
                LiftedValue::Directions(ways)
            }
            (B::ContainsKind, [one, set]) => {
                let (one, set) = (self.kinds(one)?, self.kinds(set)?);
                let mut any = Truth::Known(false);
                for (kind, is_it) in one {
                    let both = self.both(is_it, among(&set, kind));
                    any = self.either(any, both);
                }
                LiftedValue::Truth(any)
            }
            (B::KindsCount, [set]) => {
                let set = self.kinds(set)?;
                if set.iter().any(|(_, can)| !matches!(can, Truth::Known(_))) {
                    return Err(not_batchable("how many kinds there are in a set that changes"));
                }
                let count = set.iter().filter(|(_, can)| *can == Truth::Known(true)).count();
                LiftedValue::Number(Self::rational(Rational::whole(count as i64)))
            }
            (B::OneKind, [one]) => LiftedValue::Kinds(self.kinds(one)?),
            (B::UnionOfKinds | B::WithoutKinds | B::CommonKinds, [a, b]) => {
                let (a, b) = (self.kinds(a)?, self.kinds(b)?);
                let mut all = Vec::new();
                for kind in self.game.kinds.ids() {
                    let (in_a, in_b) = (among(&a, kind), among(&b, kind));
                    let can = match builtin {
                        B::UnionOfKinds => self.either(in_a, in_b),
                        B::WithoutKinds => {
                            let not_in_b = self.not(in_b);
                            self.both(in_a, not_in_b)
                        }
                        _ => self.both(in_a, in_b),
                    };
                    all.push((kind, can));
                }
                LiftedValue::Kinds(all)
            }
            (B::UnionOfDirections | B::WithoutDirections, [a, b]) => {
                let (mut a, b) = (self.directions(a)?, self.directions(b)?);
                if builtin == B::UnionOfDirections {
                    a.extend(b);
                    a.sort_unstable();
                    a.dedup();
                } else {
                    a.retain(|direction| !b.contains(direction));
                }
                LiftedValue::Directions(a)
            }
            _ => return Err(not_batchable("a word that batched play does not support")),
        })
    }

    /// The directions of a walk, and how many steps it has: a number that never changes.
    fn walked(&mut self, directions: &'g Expr, count: &'g Expr) -> Lifted<(Vec<(DirectionId, Truth)>, i64)> {
        let count = self.number(count)?;
        let steps = Self::known_steps(&count);
        let steps = steps.ok_or(not_batchable("so many steps that their number changes, or backwards"))?;
        Ok((self.ways(directions)?, steps))
    }

    fn known_steps(count: &Number) -> Option<i64> {
        let steps = Self::always_number(count).and_then(Rational::to_whole);
        steps.filter(|steps| (0..=MOST_STEPS).contains(steps))
    }

    fn constant_of(&self, expr: &Expr) -> Option<Rational> {
        match constant(expr, Some(&self.game.board), &self.game.definitions) {
            Some(model::Constant::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Whether a set has a member, or there is a line, or a row.
    fn some_of(&mut self, set: &'g Expr) -> Lifted<Truth> {
        if let Some(group) = self.group_in(set) {
            let board = self.board();
            return self.group_meets(set, &group, board);
        }
        if let ExprKind::Builtin(Builtin::UnionOfGroups, args) = &set.kind
            && let [shapes] = args.as_slice()
        {
            return match self.lift(shapes)? {
                LiftedValue::Shapes(pattern, of) => self.some_shape(pattern, of),
                LiftedValue::Cells(cells) => self.some(&cells),
                _ => Err(not_batchable("groups of another form")),
            };
        }
        match self.lift(set)? {
            LiftedValue::Flanked { from: Cell::At(frame, path), ways, through, end }
                if frame == self.frame && path.by == 0 =>
            {
                // Seen from the other end: from the cells of `end`, back.
                let (through, end) = (self.dense(&through)?, self.dense(&end)?);
                let board = &self.game.board;
                let back: Vec<DirectionId> = ways.iter().map(|way| board.opposite(*way)).collect();
                let ways = self.rows(&back)?;
                Ok(Truth::Field(self.value_of(Op::FlankedTo { d: 0, through, end, ways })))
            }
            LiftedValue::Cells(cells) => self.some(&cells),
            LiftedValue::Cell(cell) => {
                let cells = self.only(&cell)?;
                self.some(&cells)
            }
            LiftedValue::Flanked { from: Cell::One(_), .. } => {
                let cells = self.cells(set)?;
                self.some(&cells)
            }
            _ => Err(not_batchable("a set of another form")),
        }
    }
}

/// The most steps of a walk.
const MOST_STEPS: i64 = 64;
