//! What moves do.

use super::action::Effect;
use super::builtins::Builtin;
use super::checker::{Checker, Phase};
use super::expr::{Expr, Type};
use super::game::{Kind, KindId};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, Block, Name, Statement, StatementKind};

/// Pieces of a stack.
struct Part {
    from: Expr,
    count: Option<Expr>,
    bottom: bool,
}

impl Checker<'_> {
    /// The effects of a statement; none where it is wrong.
    pub fn effects(&mut self, statement: &Statement) -> Vec<Effect> {
        match &statement.kind {
            StatementKind::Set { place, value } => self.change_counter(place, value, None, statement.span),
            StatementKind::Add { place, value, negative } => {
                let builtin = if *negative { Builtin::Subtract } else { Builtin::Add };
                self.change_counter(place, value, Some(builtin), statement.span)
            }
            _ => self.effect(statement).into_iter().collect(),
        }
    }

    fn effect(&mut self, statement: &Statement) -> Option<Effect> {
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
            StatementKind::Remove(cells) => match self.part(cells) {
                Some(Part { from, count, bottom }) => Some(Effect::RemovePart { from, count, bottom }),
                None => Some(Effect::Remove(self.expect(cells, Type::Cells))),
            },
            StatementKind::Exchange(a, b) => {
                Some(Effect::Exchange(self.expect(a, Type::Cell), self.expect(b, Type::Cell)))
            }
            StatementKind::Shift { stack, from, to } => {
                if let Some(Part { from, count, bottom }) = self.part(from) {
                    self.only_top(bottom, span);
                    return Some(Effect::MoveTop { from, to: self.expect(to, Type::Cell), count });
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
                    Some(id) => {
                        self.only_of_its_sort(id, kind);
                        Some(Effect::Promote(cells, id))
                    }
                    None => {
                        self.unknown_kind(kind);
                        None
                    }
                }
            }
            StatementKind::Tuck { piece, under } => match self.part(piece) {
                Some(Part { from, count, bottom }) => {
                    self.only_top(bottom, span);
                    Some(Effect::Tuck { from, under: self.expect(under, Type::Cell), count })
                }
                None => {
                    self.report.add(
                        Diagnostic::error("type/mismatch", piece.span, "only the top piece of a stack can be tucked")
                            .help("write `tuck top(a) under b`"),
                    );
                    None
                }
            },
            StatementKind::Set { .. } | StatementKind::Add { .. } => None,
            StatementKind::Sow(sow) => self.sow(sow),
            StatementKind::Mark { cells, name, on } => self.mark_cells(cells, name, *on),
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
            StatementKind::Pick { .. } | StatementKind::Where(_) | StatementKind::Written(_) | StatementKind::Base => {
                self.report.add(
                    Diagnostic::error("move/order", span, "this does not belong inside `for` or `if`")
                        .label("belongs to the move as a whole")
                        .help("put it at the move's own level"),
                );
                None
            }
        }
    }

    /// `top(c)`, `top(c, n)`, `bottom(c, n)`: pieces of a stack.
    fn part(&mut self, piece: &ast::Expr) -> Option<Part> {
        match &piece.kind {
            ast::ExprKind::Call { name, args, generator: None } if matches!(name.text.as_str(), "top" | "bottom") => {
                self.need_stacks(piece.span);
                let bottom = name.text == "bottom";
                let (cell, count) = match args.as_slice() {
                    [cell] => (cell, None),
                    [cell, count] => (cell, Some(self.expect(count, Type::Number))),
                    _ => return None,
                };
                Some(Part { from: self.expect(cell, Type::Cell), count, bottom })
            }
            _ => None,
        }
    }

    /// Reports a promotion to the only kind that nobody owns, or that players own: no other piece can become of that kind.
    fn only_of_its_sort(&mut self, kind: KindId, said: &Name) {
        let Kind { name, neutral, .. } = &self.kinds[kind];
        let others =
            |same: bool| self.kinds.iter_ids().any(|(id, other)| id != kind && (other.neutral == *neutral) == same);
        if others(true) || !others(false) {
            return;
        }
        let (label, whose) = if *neutral {
            ("nobody owns such a piece, and promoted pieces keep their owners", "neutral")
        } else {
            ("players own such pieces, and neutral ones have no owner to keep", "my")
        };
        let diagnostic = Diagnostic::error("type/mismatch", said.span, format!("no other piece can become a `{name}`"))
            .label(label)
            .help(format!("write `remove c` and `put {whose} {name} on c`"));
        self.report.add(diagnostic);
    }

    fn only_top(&mut self, bottom: bool, span: Span) {
        if bottom {
            let help = "move what lies above it with `top(a, n)`, or the whole stack";
            self.not_yet::<()>(span, "moving the bottom of a stack", help);
        }
    }

    fn block(&mut self, block: &Block) -> Vec<Effect> {
        let depth = self.scope.len();
        // Inside a block an effect may already have happened.
        let old = std::mem::replace(&mut self.phase, Phase::After);
        let effects = block.iter().flat_map(|statement| self.effects(statement)).collect();
        self.phase = old;
        self.leave(depth);
        effects
    }
}
