//! Questions from outside the rules: code for expressions, for each player in the place of `me`.

use super::Lowered;
use super::builder::Builder;
use super::operand::Operand;
use crate::plan::op::Op;
use crate::plan::op_list::ListOp;
use crate::plan::program::{Gives, Question, QuestionCode};
use rulebook_language::model::{Constant, Expr, LocalId, PlayerId, Type};
use rulebook_language::util::{Id, Table};

/// An expression of the rules that is asked apart from what it stands in.
#[derive(Clone, Debug)]
pub struct Inquiry<'e> {
    /// The expression.
    pub expr: &'e Expr,
    /// The names that it finds bound.
    pub names: Vec<(LocalId, Given)>,
    /// The player for whom the names are given: for another one, those that are players are as many places further.
    pub seat: PlayerId,
    /// Whether it is asked among the effects of an action, and not between actions.
    pub in_move: bool,
}

/// What a name is bound to.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// A cell, which is given when it is asked: the first such name's is the first one given.
    Cell,
    /// This.
    Constant(Constant),
}

impl<'e> Inquiry<'e> {
    /// An expression without names, between actions.
    pub fn plain(expr: &'e Expr) -> Self {
        Inquiry { expr, names: Vec::new(), seat: PlayerId(0), in_move: false }
    }
}

impl Builder<'_> {
    /// Code that gives what an expression comes to.
    pub fn question(&mut self, asked: &Inquiry<'_>) -> Lowered<Question> {
        let players = self.game.players.len();
        let cells = asked.names.iter().filter(|(_, given)| *given == Given::Cell).count();
        let mut by_player = Table::new();
        self.judging = !asked.in_move;
        for player in self.game.players.ids() {
            self.scope.play_as(player);
            self.begin(cells);
            let mut next = 0;
            for (local, given) in &asked.names {
                let operand = match given {
                    Given::Cell => {
                        next += 1;
                        Operand::Cell(next - 1)
                    }
                    Given::Constant(Constant::Player(of)) => {
                        let place = of.index() + player.index() + players - asked.seat.index();
                        self.value(Constant::Player(PlayerId::from_index(place % players)))
                    }
                    Given::Constant(known) => self.value(known.clone()),
                };
                self.scope.bind(*local, operand);
            }
            let gives = self.answer(asked.expr)?;
            by_player.push(QuestionCode { code: self.end(asked.expr.span)?, gives });
        }
        self.judging = false;
        Ok(Question { by_player })
    }

    fn answer(&mut self, expr: &Expr) -> Lowered<Gives> {
        // Conditions are made for jumping: their code is shorter so.
        if expr.ty == Type::Truth {
            let a = self.truth(expr)?;
            self.code.op(Op::Done { a });
            return Ok(Gives::Truth);
        }
        let (a, gives) = match self.lower(expr)? {
            Operand::Number(num) => (num.reg, Gives::Number(num.scale)),
            Operand::Truth(a) => (a, Gives::Truth),
            Operand::Cell(a) => (a, Gives::Cell),
            Operand::Kind(a) => (a, Gives::Kind),
            Operand::Kinds(a) => (a, Gives::Kinds),
            Operand::Direction(a) => (a, Gives::Direction),
            Operand::Directions(a) => (a, Gives::Directions),
            Operand::Player(who) => (self.who_reg(who), Gives::Player),
            Operand::List(list, scale) => {
                self.code.op(Op::DoneList { list });
                return Ok(Gives::Numbers(scale));
            }
            Operand::Set(set) => {
                self.cells_of(set);
                return Ok(Gives::Cells);
            }
            Operand::Shapes(shapes) => {
                let set = self.union_of_shapes(&shapes, expr)?;
                self.cells_of(set);
                return Ok(Gives::Cells);
            }
            Operand::Players(_) | Operand::Range(..) => return Err(self.internal(expr)),
        };
        self.code.op(Op::Done { a });
        Ok(gives)
    }

    /// Gives the cells of a set as a list.
    fn cells_of(&mut self, set: crate::plan::op::Reg) {
        let (from, list, a) = (self.code.set_reg(), self.code.list_reg(), self.code.number_reg());
        self.code.op(Op::Copy { d: from, a: set });
        self.code.op(Op::List(ListOp::Clear { list }));
        let top = self.code.here();
        let exit = self.code.jump(Op::NextCell { d: a, from, exit: 0 });
        self.code.op(Op::List(ListOp::Push { list, a }));
        self.code.op(Op::Jump { to: top });
        self.code.land(&[exit]);
        self.code.op(Op::DoneList { list });
    }
}
