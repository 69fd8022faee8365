//! What moves do.

use super::action::Effect;
use super::checker::{Checker, Phase};
use super::expr::{Expr, Type};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{self, Block, Statement, StatementKind};
use crate::util::suggest;

impl Checker<'_> {
    /// The effects of a statement: one, or none where it is wrong.
    pub fn effect(&mut self, statement: &Statement) -> Option<Effect> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Put { count, piece, on } => {
                if count.is_some() {
                    self.need_stacks(span);
                }
                let count = count.as_ref().map(|count| self.expect(count, Type::Number));
                let piece = self.expect(piece, Type::Piece);
                Some(Effect::Put { count, piece, on: self.expect(on, Type::Cells) })
            }
            StatementKind::Remove(cells) => match self.top(cells) {
                Some(cell) => Some(Effect::RemoveTop(cell)),
                None => Some(Effect::Remove(self.expect(cells, Type::Cells))),
            },
            StatementKind::Exchange(a, b) => {
                Some(Effect::Exchange(self.expect(a, Type::Cell), self.expect(b, Type::Cell)))
            }
            StatementKind::Shift { stack, from, to } => {
                if let Some(from) = self.top(from) {
                    return Some(Effect::MoveTop { from, to: self.expect(to, Type::Cell) });
                }
                let from = self.expect(from, Type::Cell);
                let to = self.expect(to, Type::Cell);
                if *stack {
                    self.need_stacks(span);
                    return Some(Effect::MoveStack { from, to });
                }
                Some(Effect::Shift { from, to })
            }
            StatementKind::TurnOver(cells) => {
                let cells = self.expect(cells, Type::Cells);
                if self.players.len() != 2 {
                    let message = format!("with {} players a piece has no other side", self.players.len());
                    let said = Diagnostic::error("type/mismatch", span, message).label("gives it to the other player");
                    self.report.add(said.help("remove the piece and put another on its cell"));
                    return None;
                }
                Some(Effect::TurnOver(cells))
            }
            StatementKind::Promote { cells, kind } => {
                let cells = self.expect(cells, Type::Cells);
                match self.find_kind(&kind.text) {
                    Some(id) => Some(Effect::Promote(cells, id)),
                    None => {
                        self.unknown_kind(kind);
                        None
                    }
                }
            }
            StatementKind::Tuck { piece, under } => match self.top(piece) {
                Some(from) => Some(Effect::Tuck { from, under: self.expect(under, Type::Cell) }),
                None => {
                    self.report.add(
                        Diagnostic::error("type/mismatch", piece.span, "only the top piece of a stack can be tucked")
                            .help("write `tuck top(a) under b`"),
                    );
                    None
                }
            },
            StatementKind::Set { place, value } => {
                let (counter, of) = self.place(place)?;
                Some(Effect::Set { counter, of, value: self.expect(value, Type::Number) })
            }
            StatementKind::Add { place, value, negative } => {
                use super::expr::{Builtin, ExprKind};
                let (counter, of) = self.place(place)?;
                let value = self.expect(value, Type::Number);
                let old =
                    self.made(ExprKind::Counter(counter, of.clone().map(Box::new)), Type::Number, &[&value], span);
                let builtin = if *negative { Builtin::Subtract } else { Builtin::Add };
                let value = self.builtin(builtin, Type::Number, vec![old, value], span);
                Some(Effect::Set { counter, of, value })
            }
            StatementKind::Mark { cells, name, on } => {
                let cells = self.expect(cells, Type::Cells);
                match self.find_mark(&name.text) {
                    Some(mark) => Some(Effect::Mark { mark, cells, on: *on }),
                    None => {
                        let said =
                            Diagnostic::error("name/unknown", name.span, format!("there is no mark `{}`", name.text));
                        self.report.add(match suggest(&name.text, self.marks.iter().map(String::as_str)) {
                            Some(near) => said.help(format!("did you mean `{near}`?")),
                            None => said.help(format!("declare it with `mark {}`", name.text)),
                        });
                        None
                    }
                }
            }
            StatementKind::For { name, over, condition, body } => {
                let over = self.iterable(over);
                let depth = self.scope.len();
                let local = self.bind(name, Self::member_type(over.ty));
                let condition = condition.as_ref().map(|condition| self.expect(condition, Type::Truth));
                let body = self.block(body);
                self.leave(depth);
                Some(Effect::For { local, over, condition, body })
            }
            StatementKind::If { condition, then, otherwise } => {
                let condition = self.expect(condition, Type::Truth);
                let then = self.block(then);
                Some(Effect::If { condition, then, otherwise: self.block(otherwise) })
            }
            StatementKind::Let { name, value } => {
                let value = self.expr(value);
                Some(Effect::Let(self.bind(name, value.ty), value))
            }
            StatementKind::Require(condition) => Some(Effect::Require(self.expect(condition, Type::Truth))),
            StatementKind::Pick { .. }
            | StatementKind::PickNumber { .. }
            | StatementKind::Where(_)
            | StatementKind::Written(_)
            | StatementKind::Base => {
                self.report.add(
                    Diagnostic::error("move/order", span, "this does not belong inside `for` or `if`")
                        .label("belongs to the move as a whole")
                        .help("put it at the move's own level"),
                );
                None
            }
        }
    }

    /// `top(c)`: the cell whose top piece is meant.
    fn top(&mut self, piece: &ast::Expr) -> Option<Expr> {
        match &piece.kind {
            ast::ExprKind::Call { name, args, generator: None } if name.text == "top" => {
                self.need_stacks(piece.span);
                let [cell] = args.as_slice() else { return None };
                Some(self.expect(cell, Type::Cell))
            }
            _ => None,
        }
    }

    fn block(&mut self, block: &Block) -> Vec<Effect> {
        let depth = self.scope.len();
        // Inside a block an effect may already have happened.
        let old = std::mem::replace(&mut self.phase, Phase::After);
        let effects = block.iter().filter_map(|statement| self.effect(statement)).collect();
        self.phase = old;
        self.leave(depth);
        effects
    }
}
