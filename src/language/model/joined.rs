//! `and` and `or` between what is no condition, and `<` between cells: what was meant.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, Type};
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::ast::{self, Binary, ExprKind as Said};

impl Checker<'_> {
    /// `left and right`, `left or right`.
    pub fn joined(&mut self, is_or: bool, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let (first, second) = (self.expr(left), self.expr(right));
        let is_set = |ty| matches!(ty, Type::Cell | Type::Cells | Type::Groups);
        // What is wrong with the first part was said, and is mended first.
        if first.ty == Type::Unknown && is_set(second.ty) {
            return first;
        }
        let said = if is_set(first.ty) && is_set(second.ty) {
            let cells = first.ty == Type::Cell && second.ty == Type::Cell;
            sets(is_or, cells, left, right, span)
        } else if first.ty == Type::Truth {
            repeated(is_or, left, right, second.ty)
        } else {
            None
        };
        if let Some(said) = said {
            return self.error(said);
        }
        let args = vec![self.coerce(first, Type::Truth), self.coerce(second, Type::Truth)];
        self.builtin(if is_or { Builtin::Or } else { Builtin::And }, args, span)
    }

    /// Says that cells have no order.
    pub fn cells_compared(&mut self, low: &ast::Expr, high: &ast::Expr, span: Span) -> Expr {
        let (a, b) = if low.span.start <= high.span.start { (low, high) } else { (high, low) };
        let (a, b) = (a.written().unwrap_or_else(|| "a".to_owned()), b.written().unwrap_or_else(|| "b".to_owned()));
        let said = Diagnostic::new(Code::TypeMismatch, span, "cells have no order").label("two cells").help(format!(
            "compare their rows or columns, as in `row({a}) < row({b})`; for a pair of which \
             neither is the first, pick a set: `pick 2 ends in S`"
        ));
        self.error(said)
    }
}

/// `empty or enemy`: sets are joined with signs.
fn sets(is_or: bool, cells: bool, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<Diagnostic> {
    let word = if is_or { "or" } else { "and" };
    let message = format!("`{word}` joins conditions, and these are {}", if cells { "cells" } else { "sets of cells" });
    let said = Diagnostic::new(Code::TypeMismatch, span, message);
    let (left, right) = (left.operand(), right.operand());
    let (Some(left), Some(right)) = (left, right) else {
        return Some(said.help("write `|` for the cells of either, `&` for those in both"));
    };
    let (either, both) = (format!("{left} | {right}"), format!("{left} & {right}"));
    Some(match (is_or, cells) {
        (true, _) => said.help(format!("write `{either}` for the cells of either")).fix(Fix::write(span, either)),
        (false, true) => said.help(format!("write `{either}` for both cells")).fix(Fix::write(span, either)),
        // `mine and enemy` may mean either.
        (false, false) => said
            .help(format!("write `{both}` for the cells in both, `{either}` for those of either"))
            .fix(Fix::write(span, both).unsure())
            .fix(Fix::write(span, either).unsure()),
    })
}

/// `c in mine or enemy`, `row(c) = 1 or 2`: what the first condition asks is not asked again.
fn repeated(is_or: bool, left: &ast::Expr, right: &ast::Expr, ty: Type) -> Option<Diagnostic> {
    let mut last = left;
    while let Said::Binary(Binary::And | Binary::Or, _, next) = &last.kind {
        last = next;
    }
    let Said::Binary(operator, asked, old) = &last.kind else { return None };
    let (word, sign) = if is_or { ("or", "|") } else { ("and", "&") };
    let (asked, other) = (asked.operand()?, right.operand()?);
    let message = format!("`{word}` joins conditions, and this is {ty}");
    let said = Diagnostic::new(Code::TypeMismatch, right.span, message);
    match (operator, ty) {
        (Binary::In | Binary::NotIn, Type::Cell | Type::Cells | Type::Groups) => {
            let old_set = old.operand()?;
            let within = if *operator == Binary::In { "in" } else { "not in" };
            let written = format!("{old_set} {sign} {other}");
            let fix = Fix::write(old.span.to(right.span), written.clone());
            Some(said.help(format!("write `{asked} {within} {written}`")).fix(fix))
        }
        (_, Type::Number | Type::Player | Type::Kind | Type::Word | Type::Direction | Type::Cell) => {
            let compared = comparison(*operator)?;
            let written = format!("{asked} {compared} {other}");
            let fix = Fix::write(right.span, written.clone());
            Some(said.label("compared with nothing").help(format!("say it in full: write `{written}`")).fix(fix))
        }
        _ => None,
    }
}

fn comparison(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Is => "is",
        Binary::IsNot => "is not",
        Binary::Equal => "=",
        Binary::NotEqual => "!=",
        Binary::Less => "<",
        Binary::LessOrEqual => "<=",
        Binary::Greater => ">",
        Binary::GreaterOrEqual => ">=",
        _ => return None,
    })
}
