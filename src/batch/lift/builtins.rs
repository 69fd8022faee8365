//! The language's own words.

use super::lifter::{Lifted, Lifter, unsuited};
use super::value::{Cell, Cells, Truth, Value, Who};
use crate::op::Op;
use rulebook_language::model::{self, Builtin, Expr, ExprKind, PlayerId, constant};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::{Id, Rational};

impl<'g> Lifter<'g> {
    pub fn builtin(&mut self, builtin: Builtin, args: &'g [Expr]) -> Lifted<Value<'g>> {
        use Builtin as B;
        let row = builtin.row();
        if let (Some(place), [cell]) = (row.place, args) {
            let board = &self.game.board;
            return match self.cell(cell)? {
                Cell::At(frame, path) if frame == self.frame => {
                    Ok(Value::Number(self.table(&path, |cell| place(board, cell))))
                }
                _ => Err(unsuited("the place of a cell that was picked")),
            };
        }
        if let Some(event) = &row.event {
            if !self.before.is_empty() {
                return Err(unsuited("a requirement that asks what happened in the turn"));
            }
            let plane = self.events[event.place].ok_or(unsuited("what happened in the turn"))?;
            return Ok(Value::Cells(self.plane(plane)));
        }
        Ok(match (builtin, args) {
            (B::Add | B::Subtract, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Value::Number(self.sum(&a, &b, builtin == B::Subtract)?)
            }
            (B::Negate, [a]) => {
                let a = self.number(a)?;
                Value::Number(self.scaled(&a, Rational::new(-1, 1).unwrap_or(Rational::ONE))?)
            }
            (B::Multiply, [a, b]) => {
                let (first, by) = match (self.constant_of(a), self.constant_of(b)) {
                    (_, Some(by)) => (a, by),
                    (Some(by), _) => (b, by),
                    _ => return Err(unsuited("a product of numbers that change")),
                };
                let first = self.number(first)?;
                Value::Number(self.scaled(&first, by)?)
            }
            (B::Divide, [a, b]) => {
                let by = self.constant_of(b).and_then(|by| Rational::new(by.denominator(), by.numerator()));
                let a = self.number(a)?;
                Value::Number(self.scaled(&a, by.ok_or(unsuited("a division by a number that changes"))?)?)
            }
            (B::Distance, [a, b]) => Value::Number(self.distance(a, b)?),
            (B::AllPassed, _) => Value::Truth(self.all_passed()?),
            (B::Count, [set]) => {
                if let Some(number) = self.count_near(set)? {
                    return Ok(Value::Number(number));
                }
                let set = self.cells(set)?;
                Value::Number(self.count(&set)?)
            }
            (B::Sizes, [shapes]) => match self.lift(shapes)? {
                Value::Shapes(pattern, of) => Value::Sizes(pattern, of),
                _ => return Err(unsuited("sizes of something else than groups")),
            },
            (B::PlyNumber | B::TurnNumber, _) => self.clock(builtin == B::TurnNumber)?,
            (B::The, [set]) => {
                let set = self.cells(set)?;
                Value::Cell(self.the(&set)?)
            }
            (B::Ray, [cell, directions, through]) => {
                let cell = self.cell(cell)?;
                let ways = self.directions(directions)?;
                let through = self.cells(through)?;
                Value::Cells(self.ray(&cell, &ways, &through)?)
            }
            (B::Less | B::LessOrEqual, [a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                Value::Truth(if builtin == B::Less {
                    self.less(&a, &b)?
                } else {
                    let more = self.less(&b, &a)?;
                    self.not(more)
                })
            }
            (B::Equal, [a, b]) => Value::Truth(self.equal(a, b)?),
            (B::NotEqual, [a, b]) => {
                let same = self.equal(a, b)?;
                Value::Truth(self.not(same))
            }
            (B::And, [a, b]) => {
                let a = self.truth(a)?;
                if a == Truth::Known(false) {
                    return Ok(Value::Truth(a));
                }
                let b = self.truth(b)?;
                Value::Truth(self.both(a, b))
            }
            (B::Or, [a, b]) => {
                let a = self.truth(a)?;
                if a == Truth::Known(true) {
                    return Ok(Value::Truth(a));
                }
                let b = self.truth(b)?;
                Value::Truth(self.either(a, b))
            }
            (B::Contains, [cell, set]) => {
                let cell = self.cell(cell)?;
                let set = self.cells(set)?;
                Value::Truth(self.member(&set, &cell)?)
            }
            (B::NotEmpty | B::IsEmpty, [set]) => {
                let some = self.some_of(set)?;
                Value::Truth(if builtin == B::NotEmpty { some } else { self.not(some) })
            }
            (B::SubsetOf, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                let rest = self.minus(&a, &b)?;
                let some = self.some(&rest)?;
                Value::Truth(self.not(some))
            }
            (B::Joins, [shapes, sides @ ..]) => Value::Truth(self.joined(shapes, sides)?),
            (B::NoMove, _) => Value::Truth(self.stuck.ok_or(unsuited("`no move` in the middle of a move"))?),
            (B::NobodyCanMove, _) => Value::Truth(self.nobody_can_move()?),
            (B::Step, [cell, direction]) => {
                let cell = self.cell(cell)?;
                match self.directions(direction)?.as_slice() {
                    [one] => Value::Cell(self.step(&cell, *one)?),
                    _ => return Err(unsuited("a step in a direction that changes")),
                }
            }
            (B::Owner, [cell]) => {
                let cell = self.cell(cell)?;
                Value::Player(self.owner(&cell)?)
            }
            (B::Empty, _) => Value::Cells(self.empty()?),
            (B::Occupied, _) => Value::Cells(self.occupied()),
            (B::Mine, _) => Value::Cells(self.plane(self.me.index())),
            (B::Enemies, _) => {
                let others: Vec<usize> = (0..self.game.players.len()).filter(|p| *p != self.me.index()).collect();
                Value::Cells(others.into_iter().fold(Cells::none(), |all, player| {
                    let plane = self.plane(player);
                    self.join(&all, &plane)
                }))
            }
            (B::Neutral, _) => Value::Cells(self.plane(self.game.players.len())),
            (B::OwnedBy, [player]) => {
                let who = self.player(player)?;
                Value::Cells(self.owned_by(&who))
            }
            (B::Union, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                Value::Cells(self.join(&a, &b))
            }
            (B::Intersection, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                Value::Cells(self.meet(&a, &b))
            }
            (B::Difference, [a, b]) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                Value::Cells(self.minus(&a, &b)?)
            }
            (B::SetOf, sets) => {
                let mut all = Cells::none();
                for set in sets {
                    let set = self.cells(set)?;
                    all = self.join(&all, &set);
                }
                Value::Cells(all)
            }
            (B::UnionOfGroups, [shapes]) => match self.lift(shapes)? {
                Value::Shapes(pattern, of) => Value::Cells(self.all_of(pattern, of)?),
                _ => return Err(unsuited("groups of another form")),
            },
            (B::OneCell, [one]) => Value::Cells(self.cells(one)?),
            (B::StepAll, [cells, directions]) => {
                let ways = self.ways(directions)?;
                let cells = self.lift(cells)?;
                Value::Cells(self.steps(&cells, &ways)?)
            }
            (B::Between, [a, b]) => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                Value::Cells(self.between(&a, &b)?)
            }
            (B::Flanked, [cell, directions, through, end]) => {
                let from = self.cell(cell)?;
                let ways = self.directions(directions)?;
                let (through, end) = (self.cells(through)?, self.cells(end)?);
                Value::Flanked { from, ways, through, end }
            }
            (B::Me, _) => Value::Player(Who::Known(self.me)),
            (B::Opponent, _) if self.game.players.len() == 2 => {
                Value::Player(Who::Known(PlayerId::from_index(1 - self.me.index())))
            }
            (B::LastMover, _) => {
                Value::Player(Who::Known(self.mover.ok_or(unsuited("who moved last, in the middle of a move"))?))
            }
            (B::Everyone, _) => Value::Players(self.game.players.ids().collect()),
            (B::OneDirection, [one]) => Value::Directions(self.directions(one)?),
            (B::Opposite, [of]) => {
                let board = &self.game.board;
                let mut ways: Vec<DirectionId> =
                    self.directions(of)?.into_iter().map(|direction| board.opposite(direction)).collect();
                ways.sort_unstable();
                ways.dedup();
                Value::Directions(ways)
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
                Value::Directions(a)
            }
            _ => return Err(unsuited("a word that batched play does not support")),
        })
    }

    fn constant_of(&self, expr: &Expr) -> Option<Rational> {
        match constant(expr, Some(&self.game.board), &self.game.definitions) {
            Some(model::Value::Number(number)) => Some(number),
            _ => None,
        }
    }

    /// Whether a set has a member, or there is a line, or a row.
    fn some_of(&mut self, set: &'g Expr) -> Lifted<Truth> {
        if let ExprKind::Builtin(Builtin::UnionOfGroups, args) = &set.kind
            && let [shapes] = args.as_slice()
        {
            return match self.lift(shapes)? {
                Value::Shapes(pattern, of) => self.some_shape(pattern, of),
                _ => Err(unsuited("groups of another form")),
            };
        }
        match self.lift(set)? {
            Value::Flanked { from: Cell::At(frame, path), ways, through, end }
                if frame == self.frame && path.by == 0 =>
            {
                // Seen from the other end: from the cells of `end`, back.
                let (through, end) = (self.dense(&through)?, self.dense(&end)?);
                let board = &self.game.board;
                let back: Vec<DirectionId> = ways.iter().map(|way| board.opposite(*way)).collect();
                let ways = self.rows(&back)?;
                Ok(Truth::Field(self.value_of(Op::FlankedTo { d: 0, through, end, ways })))
            }
            Value::Cells(cells) => self.some(&cells),
            Value::Cell(cell) => {
                let cells = self.only(&cell)?;
                self.some(&cells)
            }
            Value::Flanked { from: Cell::One(_), .. } => {
                let cells = self.cells(set)?;
                self.some(&cells)
            }
            _ => Err(unsuited("a set of another form")),
        }
    }
}
