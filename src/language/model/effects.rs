//! What moves do: from statements to primitives.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, Type};
use super::game::Kind;
use super::ids::KindId;
use super::moves::Draft;
use super::primitive::{Content, Effect, Primitive, TransferMode};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Block, Name, Statement, StatementKind};

/// Pieces of a stack.
struct StackPart {
    from: Expr,
    count: Option<Expr>,
    bottom: bool,
}

impl Checker<'_> {
    /// What a statement does, effects written out.
    pub fn effects(&mut self, statement: &Statement) -> Vec<Effect> {
        if !self.upkeep.has_room() {
            self.too_much_done(statement.span);
            return Vec::new();
        }
        match &statement.kind {
            StatementKind::Do { name, args } => {
                let mut draft = Draft::default();
                self.done(name, args, statement.span, &mut draft);
                draft.effects
            }
            _ => self.effect(statement).into_iter().collect(),
        }
    }

    /// What a statement does, in primitives; nothing where it is wrong.
    pub fn effect(&mut self, statement: &Statement) -> Option<Effect> {
        let mut span = statement.span;
        let (words, does) = match &statement.kind {
            StatementKind::Put { count, piece, on } => {
                if count.is_some() {
                    self.need_stacks(span);
                }
                let count = count.as_ref().map(|count| self.expect(count, Type::Number));
                let piece = self.expect(piece, Type::Piece);
                ("put", vec![assign(self.expect(on, Type::Cells), Content::Piece { count, piece })])
            }
            StatementKind::Remove(cells) => {
                let removed = match self.part(cells) {
                    Some(StackPart { from, count, bottom }) => Primitive::Unstack { from, count, bottom },
                    None => assign(self.expect(cells, Type::Cells), Content::Nothing),
                };
                ("remove", vec![removed])
            }
            StatementKind::Exchange(a, b) => ("exchange", vec![self.transfer(a, b, TransferMode::Exchange)]),
            StatementKind::Shift { stack, from, to } => {
                if let Some(StackPart { from, count, bottom }) = self.part(from) {
                    self.only_top(bottom, span);
                    let to = self.expect(to, Type::Cell);
                    ("move", vec![Primitive::Transfer { from, to, mode: TransferMode::Top(count) }])
                } else {
                    let moved =
                        self.transfer(from, to, if *stack { TransferMode::Stack } else { TransferMode::Replace });
                    if *stack {
                        self.need_stacks(span);
                    }
                    ("move", vec![moved])
                }
            }
            StatementKind::TurnOver(cells) => {
                let cells = self.expect(cells, Type::Cells);
                if self.parts.players.len() != 2 {
                    let message = format!("with {} players a piece has no other side", self.parts.players.len());
                    let said = Diagnostic::new(Code::TypeMismatch, span, message).label("gives it to the other player");
                    self.say(said.help("remove the piece and put another on its cell"));
                    return None;
                }
                ("turn over", vec![assign(cells, Content::OtherOwner)])
            }
            StatementKind::Promote { cells, kind } => {
                let cells = self.expect(cells, Type::Cells);
                let Some(id) = self.find_kind(&kind.text) else {
                    self.unknown_kind(kind);
                    return None;
                };
                self.only_of_its_sort(id, kind);
                ("promote", vec![assign(cells, Content::Kind(id))])
            }
            StatementKind::Tuck { piece, under } => {
                let Some(StackPart { from, count, bottom }) = self.part(piece) else {
                    self.say(
                        Diagnostic::new(Code::TypeMismatch, piece.span, "only the top piece of a stack can be tucked")
                            .help("write `tuck top(a) under b`"),
                    );
                    return None;
                };
                self.only_top(bottom, span);
                let to = self.expect(under, Type::Cell);
                ("tuck", vec![Primitive::Transfer { from, to, mode: TransferMode::Tuck(count) }])
            }
            StatementKind::Set { place, value } => ("set", self.change_counter(place, value, None, span)?),
            StatementKind::Add { place, value, negative } => {
                let (words, change) = if *negative { ("take", Builtin::Subtract) } else { ("add", Builtin::Add) };
                (words, self.change_counter(place, value, Some(change), span)?)
            }
            StatementKind::Sow(sow) => ("sow", vec![self.sow(sow)?]),
            StatementKind::Mark { cells, name, on } => {
                (if *on { "mark" } else { "unmark" }, vec![self.mark_cells(cells, name, *on)?])
            }
            StatementKind::For { name, over, condition, body } => {
                let over = self.iterable(over);
                let depth = self.scope.depth();
                let local = self.bind(name, Self::member_type(over.ty));
                let condition = condition.as_ref().map(|condition| self.expect(condition, Type::Truth));
                span.end = condition.as_ref().map_or(over.span, |condition| over.span.to(condition.span)).end;
                let body = self.block(body);
                self.leave(depth);
                ("for", vec![Primitive::For { local, over, condition, body }])
            }
            StatementKind::If { condition, then, otherwise } => {
                let condition = self.expect(condition, Type::Truth);
                span.end = condition.span.end;
                let then = self.block(then);
                ("if", vec![Primitive::If { condition, then, otherwise: self.block(otherwise) }])
            }
            StatementKind::Let { name, value } => {
                let value = self.expr(value);
                ("let", vec![Primitive::Let(self.bind(name, value.ty), value)])
            }
            StatementKind::Require(condition) => {
                ("require", vec![Primitive::Require(self.expect(condition, Type::Truth))])
            }
            StatementKind::AtEnd(_) => {
                self.say(
                    Diagnostic::new(Code::MoveOrder, span, "`at its end` is the last statement of a move")
                        .label("stands inside another block, or in an effect")
                        .help("put it at the end of the move"),
                );
                return None;
            }
            StatementKind::Do { .. } => return None,
            StatementKind::Pick { .. } | StatementKind::Where(_) | StatementKind::Written(_) | StatementKind::Base => {
                self.say(
                    Diagnostic::new(Code::MoveOrder, span, "this does not belong inside `for` or `if`")
                        .label("belongs to the move as a whole")
                        .help("put it at the move's own level"),
                );
                return None;
            }
        };
        Some(Effect { words, span, does })
    }

    fn transfer(&mut self, from: &ast::Expr, to: &ast::Expr, mode: TransferMode) -> Primitive {
        Primitive::Transfer { from: self.expect(from, Type::Cell), to: self.expect(to, Type::Cell), mode }
    }

    /// `top(c)`, `top(c, n)`, `bottom(c, n)`: pieces of a stack.
    fn part(&mut self, piece: &ast::Expr) -> Option<StackPart> {
        match &piece.kind {
            ast::ExprKind::Call { name, args, generator: None } if matches!(name.text.as_str(), "top" | "bottom") => {
                self.need_stacks(piece.span);
                let bottom = name.text == "bottom";
                let (cell, count) = match args.as_slice() {
                    [cell] => (cell, None),
                    [cell, count] => (cell, Some(self.expect(count, Type::Number))),
                    _ => return None,
                };
                Some(StackPart { from: self.expect(cell, Type::Cell), count, bottom })
            }
            _ => None,
        }
    }

    /// Reports a promotion to the only kind that nobody owns, or that players own: no other piece can become of that kind.
    fn only_of_its_sort(&mut self, kind: KindId, said: &Name) {
        let Kind { name, neutral, .. } = &self.parts.kinds[kind];
        let others = |same: bool| {
            self.parts.kinds.iter_ids().any(|(id, other)| id != kind && (other.neutral == *neutral) == same)
        };
        if others(true) || !others(false) {
            return;
        }
        let (label, whose) = if *neutral {
            ("nobody owns such a piece, and promoted pieces keep their owners", "neutral")
        } else {
            ("players own such pieces, and neutral ones have no owner to keep", "my")
        };
        let diagnostic =
            Diagnostic::new(Code::TypeMismatch, said.span, format!("no other piece can become a `{name}`"))
                .label(label)
                .help(format!("write `remove c` and `put {whose} {name} on c`"));
        self.say(diagnostic);
    }

    fn only_top(&mut self, bottom: bool, span: Span) {
        if bottom {
            let help = "move what lies above it with `top(a, n)`, or the whole stack";
            self.not_yet::<()>(span, "moving the bottom of a stack", help);
        }
    }

    /// The effects of a block.
    pub fn block(&mut self, block: &Block) -> Vec<Effect> {
        let depth = self.scope.depth();
        // Inside a block an effect may already have happened.
        let effects = self
            .in_phase(Phase::After, |checker| block.iter().flat_map(|statement| checker.effects(statement)).collect());
        self.leave(depth);
        effects
    }
}

fn assign(cells: Expr, content: Content) -> Primitive {
    Primitive::Assign { cells, content }
}
