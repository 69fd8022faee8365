//! Sets of cells, directions, kinds, and the language's own functions.

use super::Lowered;
use super::builder::Builder;
use super::operand::{Operand, Who};
use crate::plan::op::{Op, Reg};
use crate::plan::op_list::ListOp;
use crate::plan::op_stack::StackOp;
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, PlayerId, Type};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;

/// Boards with more slots have no tables of where steps lead.
const MAX_NEAR_SLOTS: usize = 512;

impl Builder<'_> {
    /// An expression as a set.
    pub fn set(&mut self, expr: &Expr) -> Lowered<Reg> {
        match self.lower(expr)? {
            Operand::Set(set) => Ok(set),
            Operand::Cell(cell) => Ok(self.single(cell)),
            Operand::Shapes(shapes) => self.union_of_shapes(&shapes, expr),
            _ => Err(self.internal(expr)),
        }
    }

    fn single(&mut self, cell: Reg) -> Reg {
        let d = self.code.set_reg();
        self.code.op(Op::Single { d, cell });
        d
    }

    /// An expression as a cell.
    pub fn cell(&mut self, expr: &Expr) -> Lowered<Reg> {
        match self.lower(expr)? {
            Operand::Cell(cell) => Ok(cell),
            _ => Err(self.internal(expr)),
        }
    }

    /// An expression as a mask of directions.
    pub fn directions(&mut self, expr: &Expr) -> Lowered<Reg> {
        if self.game.board.directions().count() > 64 {
            return Err(self.unsupported(expr, "a choice among more than 64 directions"));
        }
        match self.lower(expr)? {
            Operand::Directions(mask) => Ok(mask),
            Operand::Direction(a) => Ok(self.mask_of(a)),
            _ => Err(self.internal(expr)),
        }
    }

    /// A number of steps.
    fn steps_of(&mut self, count: &Expr) -> Lowered<Reg> {
        let num = self.number(count)?;
        if num.scale != 1 {
            return Err(self.unsupported(count, "a number of steps that may be a fraction"));
        }
        Ok(num.reg)
    }

    fn pair(&mut self, args: &[Expr], at: &Expr, op: fn(Reg, Reg, Reg) -> Op) -> Lowered<Operand> {
        let [a, b] = args else { return Err(self.internal(at)) };
        let (a, b) = (self.set(a)?, self.set(b)?);
        let d = self.code.set_reg();
        self.code.op(op(d, a, b));
        Ok(Operand::Set(d))
    }

    /// A builtin.
    pub fn builtin(&mut self, builtin: Builtin, args: &[Expr], at: &Expr) -> Lowered<Operand> {
        use Builtin as B;
        if let ([cell], Some(table)) = (args, place_table(builtin)) {
            let cell = self.cell(cell)?;
            let d = self.code.number_reg();
            self.code.op(Op::Table { d, table, cell });
            return Ok(self.whole(d, 0, 4096));
        }
        if let Some(event) = &builtin.row().event {
            let d = self.code.set_reg();
            self.code.op(Op::Plane { d, offset: self.layout.events[event.place] });
            return Ok(Operand::Set(d));
        }
        match (builtin, args) {
            (
                B::Add
                | B::Subtract
                | B::Multiply
                | B::Divide
                | B::Div
                | B::Mod
                | B::Negate
                | B::Minimum
                | B::Maximum
                | B::Absolute,
                _,
            ) => self.arithmetic(builtin, args, at),
            (B::Height, [cell]) => {
                let cell = self.cell(cell)?;
                let base = self.at(0);
                let d = self.code.number_reg();
                self.code.op(Op::Stack(StackOp::Height { d, base, cell }));
                Ok(self.whole(d, 0, 64))
            }
            (B::InStack, [cell, player]) => {
                let cell = self.cell(cell)?;
                let who = self.player(player)?;
                let owner = self.who_reg(who);
                let base = self.at(0);
                let d = self.code.number_reg();
                self.code.op(Op::Stack(StackOp::Count { d, base, cell, owner }));
                Ok(self.whole(d, 0, 64))
            }
            (B::OwnerInStack | B::KindInStack, [cell, place]) => {
                let cell = self.cell(cell)?;
                let place = self.number(place)?.reg;
                let (base, d) = (self.at(0), self.code.number_reg());
                self.code.op(Op::Stack(match builtin {
                    B::KindInStack => StackOp::Kind { d, base, cell, place },
                    _ => StackOp::Owner { d, base, cell, place },
                }));
                Ok(self.as_type(d, at.ty))
            }
            (B::The, [set]) => {
                let a = self.set(set)?;
                let d = self.code.number_reg();
                self.code.op(Op::The { d, a });
                Ok(Operand::Cell(d))
            }
            (B::NumberOf, [value]) => {
                let a = match self.lower(value)? {
                    Operand::Direction(a) | Operand::Kind(a) => a,
                    Operand::Player(who) => self.who_reg(who),
                    _ => return Err(self.internal(value)),
                };
                let (one, d) = (self.code.constant_number(1), self.code.number_reg());
                self.code.op(Op::Add { d, a, b: one });
                Ok(self.whole(d, 0, i128::from(u16::MAX)))
            }
            (B::DirectionOfNumber | B::PlayerOfNumber | B::KindOfNumber, [number]) => {
                let a = self.number(number)?.reg;
                let (one, d) = (self.code.constant_number(1), self.code.number_reg());
                self.code.op(Op::Subtract { d, a, b: one });
                Ok(self.as_type(d, at.ty))
            }
            (B::Count, [set]) => {
                let a = self.set(set)?;
                let d = self.code.number_reg();
                self.code.op(Op::Count { d, a });
                Ok(self.whole(d, 0, self.game.board.slots() as i128))
            }
            (B::SidesTouched, [set]) => {
                let a = self.set(set)?;
                let mut sum = self.code.constant_number(0);
                for side in self.game.board.sides() {
                    let side = self.set_of(self.game.board.find_region(&side.name).into_iter().flatten());
                    let [none, some, more] = [self.code.number_reg(), self.code.number_reg(), self.code.number_reg()];
                    let touched = self.code.set_reg();
                    self.code.op(Op::And { d: touched, a, b: side });
                    self.code.op(Op::IsEmpty { d: none, a: touched });
                    self.code.op(Op::Not { d: some, a: none });
                    self.code.op(Op::Add { d: more, a: sum, b: some });
                    sum = more;
                }
                Ok(self.whole(sum, 0, self.game.board.sides().len() as i128))
            }
            (B::DirectionsCount, [directions]) => {
                let a = self.directions(directions)?;
                let d = self.code.number_reg();
                self.code.op(Op::CountMask { d, a });
                Ok(self.whole(d, 0, 64))
            }
            (B::KindsCount, [kinds]) => {
                let a = self.kinds(kinds)?;
                let d = self.code.number_reg();
                self.code.op(Op::CountMask { d, a });
                Ok(self.whole(d, 0, 64))
            }
            (B::GroupCount, [groups]) => {
                let shapes = self.shapes_of(groups)?;
                self.count_of_shapes(&shapes, at)
            }
            (B::Sizes, [groups]) => {
                let shapes = self.shapes_of(groups)?;
                Ok(Operand::List(self.sizes(&shapes, at)?, 1))
            }
            (B::NumbersCount | B::SumOfNumbers | B::MaxOfNumbers | B::MinOfNumbers, [list]) => {
                let Operand::List(list, scale) = self.lower(list)? else { return Err(self.internal(at)) };
                let d = self.code.number_reg();
                self.code.op(match builtin {
                    B::NumbersCount => Op::List(ListOp::Count { d, list }),
                    B::SumOfNumbers => Op::List(ListOp::Sum { d, list }),
                    B::MaxOfNumbers => Op::List(ListOp::Max { d, list }),
                    _ => Op::List(ListOp::Min { d, list }),
                });
                let scale = if builtin == B::NumbersCount { 1 } else { scale };
                Ok(Operand::Number(super::operand::Num { reg: d, scale, low: -(1 << 50), high: 1 << 50 }))
            }
            (B::Distance, [a, b]) => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                let relation = self.game.board.find_relation("adjacent").map_or(0, |relation| relation.0);
                let d = self.code.number_reg();
                self.code.op(Op::Distance { d, relation, a, b });
                Ok(self.whole(d, -1, 4096))
            }
            (B::TurnNumber | B::PlyNumber, _) => {
                let system = self.layout.system;
                let offset = if builtin == B::TurnNumber { system.turns } else { system.plies };
                let d = self.code.number_reg();
                self.code.op(Op::Load { d, offset });
                let one = self.code.constant_number(1);
                let next = self.code.number_reg();
                self.code.op(Op::Add { d: next, a: d, b: one });
                Ok(self.whole(next, 1, 1 << 40))
            }
            (B::CycleLength, _) => {
                let d = self.code.number_reg();
                self.code.op(Op::Load { d, offset: self.layout.system.cycle_length });
                Ok(self.whole(d, 1, 1 << 40))
            }
            (B::Step, [cell, direction]) => {
                let cell = self.cell(cell)?;
                let direction = match self.lower(direction)? {
                    Operand::Direction(direction) => direction,
                    _ => return Err(self.internal(at)),
                };
                let d = self.code.number_reg();
                self.code.op(Op::Step { d, cell, direction });
                Ok(Operand::Cell(d))
            }
            (B::Owner, [cell]) => {
                let cell = self.cell(cell)?;
                let offset = self.at(0);
                let d = self.code.number_reg();
                self.code.op(Op::PlaneOf { d, offset, count: self.game.players.len() as u16, cell });
                Ok(Operand::Player(Who::Reg(d)))
            }
            (B::KindOf, [cell]) => {
                let cell = self.cell(cell)?;
                let d = self.code.number_reg();
                let (start, count) = if self.layout.kinds > 0 {
                    (self.layout.kinds_start(), self.layout.kinds)
                } else {
                    (0, self.layout.owners)
                };
                let offset = self.at(start);
                self.code.op(Op::PlaneOf { d, offset, count, cell });
                if self.layout.kinds == 0 {
                    // One kind: whoever owns the piece, it is of that kind.
                    let zero = self.code.constant_number(0);
                    let kind = self.code.number_reg();
                    self.code.op(Op::Least { d: kind, a: d, b: zero });
                    return Ok(Operand::Kind(kind));
                }
                Ok(Operand::Kind(d))
            }
            (B::Empty, _) => {
                let all = self.set_of(self.game.board.cells());
                let b = self.occupied();
                let d = self.code.set_reg();
                self.code.op(Op::Sub { d, a: all, b });
                Ok(Operand::Set(d))
            }
            (B::Occupied, _) => Ok(Operand::Set(self.occupied())),
            (B::Mine, _) => Ok(Operand::Set(self.owned_by(Who::Known(self.scope.me())))),
            (B::Enemies, _) => Ok(Operand::Set(self.enemies())),
            (B::Neutral, _) => Ok(Operand::Set(self.neutral())),
            (B::OwnedBy, [player]) => {
                let who = self.player(player)?;
                Ok(Operand::Set(self.owned_by(who)))
            }
            (B::Union, _) => self.pair(args, at, |d, a, b| Op::Or { d, a, b }),
            (B::Difference, _) => self.pair(args, at, |d, a, b| Op::Sub { d, a, b }),
            (B::Intersection, _) => self.pair(args, at, |d, a, b| Op::And { d, a, b }),
            (B::SetOf, sets) => {
                let mut all = self.set_of([]);
                for set in sets {
                    let b = self.set(set)?;
                    let d = self.code.set_reg();
                    self.code.op(Op::Or { d, a: all, b });
                    all = d;
                }
                Ok(Operand::Set(all))
            }
            (B::OneCell | B::UnionOfGroups, [one]) => Ok(Operand::Set(self.set(one)?)),
            (B::StepAll, [cells, directions]) => self.step_all(cells, directions),
            (B::Range, [low, high]) => self.range(low, high, at),
            (B::Walk, [cell, direction, count]) => {
                let (cell, count) = (self.cell(cell)?, self.steps_of(count)?);
                let Operand::Direction(direction) = self.lower(direction)? else {
                    return Err(self.internal(direction));
                };
                let d = self.code.number_reg();
                self.code.op(Op::Walk { d, cell, direction, count });
                Ok(Operand::Cell(d))
            }
            (B::WalkAll, [cells, directions, count]) => {
                let (a, count) = (self.set(cells)?, self.steps_of(count)?);
                let directions = self.directions(directions)?;
                let d = self.code.set_reg();
                self.code.op(Op::WalkMask { d, a, directions, count });
                Ok(Operand::Set(d))
            }
            (B::LastSown, _) => {
                let offset = self.layout.system.last_sown;
                Ok(Operand::Cell(self.one_less(offset)))
            }
            (B::Ray, [cell, directions, rest @ ..]) => {
                let cell = self.cell(cell)?;
                let directions = self.directions(directions)?;
                let through = match rest {
                    [through] => self.set(through)?,
                    _ => self.set_of(self.game.board.cells()),
                };
                let d = self.code.set_reg();
                self.code.op(Op::Ray { d, cell, directions, through });
                Ok(Operand::Set(d))
            }
            (B::Flanked, [cell, directions, through, end]) => {
                let cell = self.cell(cell)?;
                let directions = self.directions(directions)?;
                let (through, end) = (self.set(through)?, self.set(end)?);
                let d = self.code.set_reg();
                self.code.op(Op::Flanked { d, cell, directions, through, end });
                Ok(Operand::Set(d))
            }
            (B::Sight, [cell, directions]) => {
                let cell = self.cell(cell)?;
                let directions = self.directions(directions)?;
                let stop = self.occupied();
                let d = self.code.set_reg();
                self.code.op(Op::Sight { d, cell, directions, stop });
                Ok(Operand::Set(d))
            }
            (B::Between, [a, b]) => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                let d = self.code.set_reg();
                self.code.op(Op::Between { d, a, b });
                Ok(Operand::Set(d))
            }
            (B::Toward, [a, b]) => {
                let (a, b) = (self.cell(a)?, self.cell(b)?);
                let d = self.code.number_reg();
                self.code.op(Op::Toward { d, a, b });
                Ok(Operand::Direction(d))
            }
            (B::Me, _) => Ok(Operand::Player(Who::Known(self.scope.me()))),
            (B::Opponent, _) => Ok(Operand::Player(Who::Known(self.opponent()))),
            (B::Next | B::Previous, [player]) => {
                let steps = if builtin == B::Next { 1 } else { self.game.players.len() - 1 };
                Ok(Operand::Player(match self.player(player)? {
                    Who::Known(player) => {
                        Who::Known(PlayerId::from_index((player.index() + steps) % self.game.players.len()))
                    }
                    Who::Reg(who) => Who::Reg(self.players_on(who, steps)),
                }))
            }
            (B::LastMover, _) => {
                let offset = self.layout.system.last_mover;
                Ok(Operand::Player(Who::Reg(self.one_less(offset))))
            }
            (B::Everyone, _) => Ok(Operand::Players(self.game.players.ids().collect())),
            (B::OneDirection, [one]) => Ok(Operand::Directions(self.directions(one)?)),
            (B::Opposite, [of]) => match self.lower(of)? {
                Operand::Direction(a) => {
                    let d = self.code.number_reg();
                    self.code.op(Op::Opposite { d, a });
                    Ok(Operand::Direction(d))
                }
                Operand::Directions(a) => {
                    let d = self.code.number_reg();
                    self.code.op(Op::OppositeMask { d, a });
                    Ok(Operand::Directions(d))
                }
                _ => Err(self.internal(at)),
            },
            (B::UnionOfDirections | B::WithoutDirections, [a, b]) => {
                let (a, b) = (self.directions(a)?, self.directions(b)?);
                let d = self.code.number_reg();
                self.code.op(if builtin == B::UnionOfDirections {
                    Op::OrMask { d, a, b }
                } else {
                    Op::SubMask { d, a, b }
                });
                Ok(Operand::Directions(d))
            }
            (B::OneKind, [one]) => Ok(Operand::Kinds(self.kinds(one)?)),
            (B::UnionOfKinds | B::WithoutKinds | B::CommonKinds, [a, b]) => {
                let (a, b) = (self.kinds(a)?, self.kinds(b)?);
                let d = self.code.number_reg();
                self.code.op(match builtin {
                    B::UnionOfKinds => Op::OrMask { d, a, b },
                    B::WithoutKinds => Op::SubMask { d, a, b },
                    _ => Op::AndMask { d, a, b },
                });
                Ok(Operand::Kinds(d))
            }
            _ if at.ty == Type::Truth => self.truth_value(at),
            _ => Err(self.internal(at)),
        }
    }

    fn step_all(&mut self, cells: &Expr, directions: &Expr) -> Lowered<Operand> {
        if let Some((cell, steps)) = self.steps_of_one(cells, directions)
            && let Some(relation) = self.near_by_steps(&steps)
        {
            let cell = self.cell(cell)?;
            let d = self.code.set_reg();
            self.code.op(Op::Near { d, relation, cell });
            return Ok(Operand::Set(d));
        }
        let a = self.set(cells)?;
        let d = self.code.set_reg();
        match self.known(directions) {
            Some(Constant::Directions(some)) => {
                let directions = self.direction_list(some.iter().map(|direction| direction.index()));
                self.code.op(Op::StepAll { d, directions, a });
            }
            _ => {
                let directions = self.directions(directions)?;
                self.code.op(Op::StepMask { d, directions, a });
            }
        }
        Ok(Operand::Set(d))
    }

    /// The one cell that steps are taken from, and the directions of each step, where they are known.
    fn steps_of_one<'e>(&mut self, cells: &'e Expr, ways: &Expr) -> Option<(&'e Expr, Vec<Vec<DirectionId>>)> {
        if self.is_probing() {
            return None;
        }
        let Some(Constant::Directions(ways)) = self.known(ways) else { return None };
        let (cell, mut steps) = match &cells.kind {
            ExprKind::Builtin(Builtin::OneCell, one) if one.len() == 1 && self.known(&one[0]).is_none() => {
                (&one[0], Vec::new())
            }
            ExprKind::Builtin(Builtin::StepAll, args) => self.steps_of_one(&args[0], &args[1])?,
            _ => return None,
        };
        steps.push(ways);
        Some((cell, steps))
    }

    /// The table of where steps lead from each cell, numbered after the relations.
    fn near_by_steps(&mut self, steps: &[Vec<DirectionId>]) -> Option<u8> {
        let board = &self.game.board;
        if board.slots() > MAX_NEAR_SLOTS {
            return None;
        }
        let led_to = |slot: usize| {
            let cell = CellId::from_index(slot);
            let mut cells: Vec<CellId> = board.is_cell(cell).then_some(cell).into_iter().collect();
            for ways in steps {
                let mut next: Vec<CellId> =
                    cells.iter().flat_map(|cell| ways.iter().filter_map(|way| board.step(*cell, *way))).collect();
                next.sort_unstable();
                next.dedup();
                cells = next;
            }
            let mut words = vec![0u64; self.layout.words as usize];
            for cell in cells {
                words[cell.index() / 64] |= 1 << (cell.index() % 64);
            }
            words
        };
        let by_slot = (0..board.slots()).map(led_to).collect();
        let place = board.relations().count() + self.code.near(by_slot)?;
        u8::try_from(place).ok()
    }

    /// A constant set of directions, kept among the constant sets as a mask of 256 bits or the board's words.
    pub fn direction_list(&mut self, directions: impl Iterator<Item = usize>) -> u16 {
        let mut words = vec![0u64; (self.layout.words as usize).max(4)];
        directions.for_each(|direction| words[direction / 64] |= 1 << (direction % 64));
        self.code.const_set(words)
    }
}

/// The table of a number that a cell's place decides.
fn place_table(builtin: Builtin) -> Option<u8> {
    builtin.row().place?;
    let mut places = Builtin::ALL.iter().filter(|other| other.row().place.is_some());
    places.position(|other| *other == builtin).map(|table| table as u8)
}
