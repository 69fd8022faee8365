//! `is`, `=` and their opposites: what can be compared, and what is asked with `in` instead.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, ExprKind as Said};

impl Checker<'_> {
    /// `left is right`, `left = right`, or the opposite.
    pub fn equality(&mut self, operator: Binary, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let negated = matches!(operator, Binary::IsNot | Binary::NotEqual);
        // Nothing is of a kind that a variant takes away.
        if let Some(other) =
            [(left, right), (right, left)].iter().find(|(one, _)| self.is_kind_off(one)).map(|(_, other)| other)
        {
            let other = self.expr(other);
            let other = self.coerce(other, Type::Kind);
            let ty = if other.ty == Type::Unknown { Type::Unknown } else { Type::Truth };
            return Expr { kind: ExprKind::Truth(negated), ty, span };
        }
        let first = self.expr(left);
        if first.ty == Type::Word {
            return self.option_is(&first, left, right, negated, span);
        }
        let second = self.expr(right);
        let said = self
            .member_compared((left, &first), (right, &second), operator, span)
            .or_else(|| self.member_compared((right, &second), (left, &first), operator, span))
            .or_else(|| self.kind_is_cells(operator, (left, &first), (right, &second), span))
            .or_else(|| set_is_empty(operator, (left, &first), &second, span));
        if let Some(said) = said {
            return self.error(said);
        }
        let want = match (first.ty, second.ty) {
            (Type::Player, _) | (_, Type::Player) => Type::Player,
            (Type::Groups, _) => Type::Cells,
            (_, Type::Kinds) => Type::Kinds,
            (a, _) => a,
        };
        if matches!(want, Type::Piece | Type::Groups | Type::Players | Type::Word) {
            return self.error(
                Diagnostic::new(Code::TypeMismatch, span, format!("{want} cannot be compared so"))
                    .help("compare numbers, cells, sets of cells, players, kinds or directions"),
            );
        }
        let args = vec![self.coerce(first, want), self.coerce(second, want)];
        self.builtin(if negated { Builtin::NotEqual } else { Builtin::Equal }, args, span)
    }

    /// Whether this, in a line of the game that is varied, is a kind of piece that is off.
    pub fn is_kind_off(&self, item: &ast::Expr) -> bool {
        match &item.kind {
            ast::ExprKind::Name(name) => {
                self.rules.piece_off(name, item.span).is_some() && !self.rules.plural_off(name, item.span)
            }
            _ => false,
        }
    }

    /// A cell compared with a set, a player or a kind, or a direction with several: what is meant is whether it is one of them.
    /// That it were the same set as they are is never meant.
    fn member_compared(
        &self,
        (member, one): (&ast::Expr, &Expr),
        (set, many): (&ast::Expr, &Expr),
        operator: Binary,
        span: Span,
    ) -> Option<Diagnostic> {
        let negated = matches!(operator, Binary::IsNot | Binary::NotEqual);
        let (word, verb) = if negated { ("not in", "is not") } else { ("in", "is") };
        let c = member.operand().unwrap_or_else(|| "c".to_owned());
        let s = set.operand();
        let (message, help) = match (one.ty, many.ty) {
            (Type::Cell, Type::Cells | Type::Groups) => {
                let s = s.as_deref().unwrap_or("S");
                // Between signs the set may be meant that is that cell alone.
                let alone = match operator {
                    Binary::Equal => format!(", or `{s} = {{{c}}}` where it is that cell alone"),
                    Binary::NotEqual => format!(", or `{s} != {{{c}}}` where it is not that cell alone"),
                    _ => String::new(),
                };
                ("one cell is compared with a set of cells", format!("write `{c} {word} {s}`{alone}"))
            }
            (Type::Cell, Type::Piece) => {
                let set = match &many.kind {
                    ExprKind::Piece { kind, .. } => kind.named_kind().and_then(|kind| self.plural_of(set, kind)),
                    _ => None,
                };
                ("a cell is compared with a piece", format!("write `{c} {word} {}`", set.as_deref().unwrap_or("S")))
            }
            (Type::Cell, Type::Kind | Type::Player) if self.said_of_hidden(many).is_some() => {
                return self.said_of_hidden(many);
            }
            (Type::Cell, Type::Kind) => {
                let kind = s.as_deref().unwrap_or("K");
                ("a cell is compared with a kind of piece", format!("write `kind({c}) {verb} {kind}`"))
            }
            (Type::Cell, Type::Player) => {
                let who = s.as_deref().unwrap_or("P");
                ("a cell is compared with a player", format!("write `owner({c}) {verb} {who}`"))
            }
            (Type::Direction, Type::Directions) => (
                "one direction is compared with a set of directions",
                format!("write `{c} {word} {}`", s.as_deref().unwrap_or("D")),
            ),
            (Type::Kind, Type::Kinds) => (
                "one kind is compared with a set of kinds",
                format!("write `{c} {word} {}`", s.as_deref().unwrap_or("K")),
            ),
            (Type::Number, Type::Range) => (
                "a number is compared with a range",
                format!("write `{c} {word} {}`", set.written().unwrap_or_default()),
            ),
            _ => return None,
        };
        let written = help.split('`').nth(1).filter(|_| member.operand().is_some() && set.operand().is_some());
        let fix = written.map(|written| Fix { safe: one.ty == Type::Cell, ..Fix::write(span, written) });
        let said = Diagnostic::new(Code::TypeMismatch, span, message);
        Some(Diagnostic { fixes: fix.into_iter().collect(), ..said.help(help) })
    }

    /// `kind(c) = kings`, which are cells.
    fn kind_is_cells(
        &self,
        operator: Binary,
        (left, first): (&ast::Expr, &Expr),
        (right, second): (&ast::Expr, &Expr),
        span: Span,
    ) -> Option<Diagnostic> {
        let named = match &second.kind {
            ExprKind::Pieces { kind, owner: None } if first.ty == Type::Kind => kind.named_kind()?,
            _ => return None,
        };
        let negated = matches!(operator, Binary::IsNot | Binary::NotEqual);
        Some(self.kind_and_cells(named, negated, (left, right), span))
    }

    /// `my stones` for `my stone`.
    fn plural_of(&self, said: &ast::Expr, kind: super::ids::KindId) -> Option<String> {
        let plural = &self.parts.kinds.get(kind)?.plural;
        match &said.kind {
            Said::Owned { owner, .. } => Some(format!("{} {plural}", owner.text)),
            _ => Some(plural.clone()),
        }
    }

    /// `option is word`: known before the game begins.
    fn option_is(&mut self, option: &Expr, name: &ast::Expr, word: &ast::Expr, negated: bool, span: Span) -> Expr {
        let (Said::Name(option_name), ExprKind::Word(chosen)) = (&name.kind, &option.kind) else {
            return self.mismatch(span, Type::Word, Type::Truth);
        };
        let words = self.parts.options.iter().find(|o| o.name == *option_name).map(|o| o.domain.clone());
        let Some(super::game::Domain::Words(words)) = words else {
            return self.mismatch(span, Type::Word, Type::Truth);
        };
        let asked = match &word.kind {
            Said::Name(word) => Some(word.as_str()),
            // What else they mean means nothing here.
            Said::Base => Some("base"),
            Said::Board => Some("board"),
            Said::Truth(truth) => Some(if *truth { "true" } else { "false" }),
            _ => None,
        };
        match asked {
            Some(word) if words.iter().any(|known| known == word) => {
                Expr { kind: ExprKind::Truth((word == chosen) != negated), ty: Type::Truth, span }
            }
            _ => {
                let list = words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ");
                self.error(
                    Diagnostic::new(Code::OptionValue, word.span, format!("not one of the words of `{option_name}`"))
                        .help(format!("its words are {list}")),
                )
            }
        }
    }
}

/// `S is empty`, which asks whether S is the set of all empty cells, and never means that.
fn set_is_empty(operator: Binary, (said, set): (&ast::Expr, &Expr), word: &Expr, span: Span) -> Option<Diagnostic> {
    let is_word = matches!(word.kind, ExprKind::Builtin(Builtin::Empty, _));
    if !is_word || !matches!(set.ty, Type::Cells | Type::Groups) || !matches!(operator, Binary::Is | Binary::IsNot) {
        return None;
    }
    let s = said.operand().unwrap_or_else(|| "S".to_owned());
    let (any, all) = if operator == Binary::IsNot { ("some", "not in") } else { ("no", "in") };
    let message = "`empty` is the set of all cells with nothing on them";
    let help = format!("write `{any} {s}` to ask about its cells, `{s} {all} empty` about what stands on them");
    let (ask, stand) = (format!("{any} {s}"), format!("{s} {all} empty"));
    let said = Diagnostic::new(Code::TypeMismatch, span, message).help(help);
    Some(said.fix(Fix::write(span, ask).unsure()).fix(Fix::write(span, stand).unsure()))
}
