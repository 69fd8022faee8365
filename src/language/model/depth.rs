//! How deep a rule is once its definitions are written out: a bound for everything that walks through it.

use super::checker::Checker;
use super::expr::Expr;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The deepest expression, definitions and groups written out.
pub const MAX_DEPTH: usize = 320;
/// The most definitions that are checked inside one another.
const MAX_OPEN: usize = 64;

impl Checker<'_> {
    /// Whether one more definition may be checked inside those at hand; said once where it may not.
    pub fn may_open(&mut self, used_at: Span) -> bool {
        if self.nesting.has_room(MAX_OPEN) {
            return true;
        }
        self.too_deep(used_at);
        false
    }

    /// How deep an expression is, definitions and groups written out; said once where it is too deep.
    pub fn written_out(&mut self, expr: &Expr) -> usize {
        let depth = self.nesting.depth(expr);
        if depth > MAX_DEPTH {
            self.too_deep(expr.span);
            return 0;
        }
        depth
    }

    fn too_deep(&mut self, span: Span) {
        if !self.nesting.say_too_deep() {
            return;
        }
        self.say(
            Diagnostic::new(Code::LimitNesting, span, "definitions nest too deep in one another")
                .label("too deep, with what it uses")
                .help("definitions are written out wherever they are used: use fewer of them inside one another"),
        );
    }
}
