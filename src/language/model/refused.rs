//! The moments that definitions and patterns ask about: where one means nothing, the use of the definition is refused.

use super::checker::Checker;
use super::expr::{Expr, ExprKind};
use super::moments::Moments;
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Checker<'_> {
    /// What an expression asks about, with the definitions and patterns that it uses, which are checked already.
    pub fn moments(&self, expr: &Expr) -> Moments {
        let mut all = Moments::default();
        expr.visit(&mut |part| {
            let used = match &part.kind {
                ExprKind::Call(id, _) => self.nesting.definition_moments(*id),
                ExprKind::Pattern { pattern, .. } => self.nesting.pattern_moments(*pattern),
                _ => Moments::default(),
            };
            all = all.and(Moments::of(part)).and(used);
        });
        all
    }

    /// Refuses `before` or `new` where nothing can have changed yet.
    pub fn refuse_before(&mut self, word: &str, span: Span) -> Option<Expr> {
        let said = match self.scope.phase() {
            Phase::After | Phase::Definition => return None,
            Phase::Pattern => Diagnostic::new(
                Code::NameNotHere,
                span,
                format!("groups are of one position, so nothing in them is `{word}`"),
            )
            .label("the members are looked for in one position")
            .help("write `before` where the groups are used, as in `before count(chain)`"),
            _ if word == "new" => {
                Diagnostic::new(Code::NameNotHere, span, "nothing has changed yet, so nothing is `new`")
                    .help("use `new` after the move's effects, or in a definition that is used there")
            }
            _ => Diagnostic::new(Code::NameNotHere, span, "nothing has changed yet, so there is no `before`")
                .label("stands before the move's first effect, or outside a move")
                .help("use `before` in a `require` after the move's effects, or in a definition that is used there"),
        };
        Some(self.error(said))
    }

    /// Refuses the use of a definition or pattern where what it asks about means nothing; whether it was refused.
    pub fn refuse_moments(&mut self, moments: Moments, name: &str, span: Span) -> bool {
        let phase = self.scope.phase();
        let found = [
            (
                moments.before.filter(|_| !matches!(phase, Phase::After | Phase::Definition)),
                format!("`{name}` asks how things were before, and nothing has changed yet"),
                "stands before the move's first effect, or outside a move",
                "use it in a `require` after the move's effects",
            ),
            (
                moments
                    .turn_start
                    .filter(|_| !matches!(phase, Phase::Picking | Phase::After | Phase::Definition | Phase::Pattern)),
                format!("`{name}` asks for `turn start`, which can be asked only in a move or turn"),
                "stands outside a move or turn",
                "use it in a move, or in the `when` of a turn",
            ),
            (
                moments.turn.filter(|_| matches!(phase, Phase::End | Phase::Repetition | Phase::Ranking)),
                format!("the turn is over, and `{name}` asks what has happened in it"),
                "nothing has happened in the next turn yet",
                "ask about the position, or keep what you need with `mark`",
            ),
            (
                moments.mover.filter(|_| phase == Phase::Setup),
                format!("nobody moves in the setup, and `{name}` asks about the mover"),
                "there is no mover yet",
                "name the player",
            ),
        ];
        let Some((Some(asked), message, label, help)) = found.into_iter().find(|(asked, ..)| asked.is_some()) else {
            return false;
        };
        let said = Diagnostic::new(Code::NameNotHere, span, message);
        self.say(said.label(label).related(asked, format!("`{name}` asks it here")).help(help));
        true
    }
}
