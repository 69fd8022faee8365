//! What moves do: from statements to primitives.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::game::Kind;
use super::ids::{KindId, LocalId};
use super::moves::Draft;
use super::primitive::{Content, Effect, Primitive, TransferMode};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Block, ExprKind as Said, Name, Statement, StatementKind};
use crate::util::a_quoted;

/// How often something is repeated at most.
const MAX_REPEATED: i64 = 4096;

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
                let mut draft = Draft::of_block();
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
            StatementKind::Put { count, piece, carrying, on } => {
                if count.is_some() {
                    self.need_stacks(span);
                }
                let count = count.as_ref().map(|count| self.expect(count, Type::Number));
                let piece = self.expect(piece, Type::Piece);
                let on = self.expect(on, Type::Cells);
                ("put", self.put_carrying(carrying, count, piece, on, span))
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
                let kind = self.promoted_to(kind)?;
                ("promote", vec![assign(cells, Content::Kind(kind))])
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
            StatementKind::Link(change) => self.link_effect(change, span)?,
            StatementKind::Repeat { most, condition, body } => {
                let most = self.whole(most, 1, MAX_REPEATED, "how often it is repeated")? as u32;
                let condition = self.in_phase(Phase::After, |checker| checker.expect(condition, Type::Truth));
                span.end = condition.span.end;
                ("repeat", vec![Primitive::Repeat { most, condition, body: self.block(body) }])
            }
            StatementKind::For { name, over, condition, body } => {
                let over = self.iterable(over);
                let depth = self.scope.depth();
                let local = self.bind(name, Self::member_type(over.ty));
                let (over, asked) = Self::gone_through(over, local);
                let condition = condition.as_ref().map(|condition| self.expect(condition, Type::Truth));
                span.end = condition.as_ref().map_or(over.span, |condition| over.span.to(condition.span)).end;
                let condition = self.narrowed(asked, condition);
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
                let value = self.named_value(value);
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
            StatementKind::Pick { .. }
            | StatementKind::PickPair { .. }
            | StatementKind::Where(_)
            | StatementKind::Written(_)
            | StatementKind::Base => {
                self.say(
                    Diagnostic::new(Code::MoveOrder, span, "this does not belong inside `for`, `if` or `repeat`")
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

    /// The kind that pieces are promoted to.
    fn promoted_to(&mut self, said: &ast::Expr) -> Option<Expr> {
        if let Said::Name(word) = &said.kind {
            let name = Name { text: word.clone(), span: said.span };
            let is_bound = self.scope.find(word).is_some_and(|bound| matches!(bound.ty, Type::Kind | Type::Unknown));
            if !is_bound && let Some(id) = self.find_kind(word) {
                self.only_of_its_sort(id, &name);
                return Some(Expr { kind: ExprKind::Kind(id), ty: Type::Kind, span: said.span });
            }
            if !is_bound && self.known_word(word, said.span).is_none() {
                self.unknown_kind(&name);
                return None;
            }
        }
        let typed = self.expr(said);
        if typed.ty == Type::Piece
            && let Said::Owned { owner, kind } = &said.kind
        {
            let Span { start, file, .. } = said.span;
            let at = Span { start, end: kind.span.start, file };
            self.say(
                Diagnostic::new(Code::TypeMismatch, said.span, "a promoted piece keeps its owner")
                    .label(format!("`{}` says whose it is", owner.text))
                    .help(format!("write `{}` alone", kind.text))
                    .fix(Fix::remove(at, format!("leave `{}` out", owner.text))),
            );
            return None;
        }
        let kind = self.coerce(typed, Type::Kind);
        Some(self.constant_kind(kind))
    }

    /// That what an effect puts, or makes of pieces, is of a kind that can be: asked beforehand, since an action is none whose piece is
    /// of no kind. Nothing where it always is: of a kind that is named, or picked.
    pub fn needs_kind(&self, effect: &Effect, picked: &[LocalId]) -> Option<Expr> {
        effect.does.iter().find_map(|primitive| match primitive {
            Primitive::Assign { content: Content::Piece { piece, .. }, .. } => self.piece_needs(piece, picked),
            Primitive::Assign { content: Content::Kind(kind), .. } => {
                self.kind_needs(kind, self.parts.kinds.ids().collect(), picked)
            }
            _ => None,
        })
    }

    fn piece_needs(&self, piece: &Expr, picked: &[LocalId]) -> Option<Expr> {
        let truth = |kind| Expr { kind, ty: Type::Truth, span: piece.span };
        match &piece.kind {
            ExprKind::Piece { kind, owner } => {
                let able = self.parts.kinds.iter_ids().filter(|(_, kind)| kind.neutral == owner.is_none());
                self.kind_needs(kind, able.map(|(id, _)| id).collect(), picked)
            }
            ExprKind::If(condition, then, otherwise) => {
                let (then, otherwise) = (self.piece_needs(then, picked), self.piece_needs(otherwise, picked));
                if then.is_none() && otherwise.is_none() {
                    return None;
                }
                let always = || truth(ExprKind::Truth(true));
                let (then, otherwise) = (then.unwrap_or_else(always), otherwise.unwrap_or_else(always));
                Some(truth(ExprKind::If(condition.clone(), Box::new(then), Box::new(otherwise))))
            }
            _ => None,
        }
    }

    fn kind_needs(&self, kind: &Expr, able: Vec<KindId>, picked: &[LocalId]) -> Option<Expr> {
        let all = able.len() == self.parts.kinds.len();
        let is_sure = match &kind.kind {
            ExprKind::Kind(_) => true,
            ExprKind::Local(local) => all && picked.contains(local),
            _ => kind.ty == Type::Unknown,
        };
        let able = Expr { kind: ExprKind::Kinds(able), ty: Type::Kinds, span: kind.span };
        (!is_sure).then(|| self.builtin(Builtin::ContainsKind, vec![kind.clone(), able], kind.span))
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
            Diagnostic::new(Code::TypeMismatch, said.span, format!("no other piece can become {}", a_quoted(name)))
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
