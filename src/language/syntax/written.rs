//! Short expressions as they are written, for what is said of them.

use super::ast::{Binary, Expr, ExprKind, Unary};

/// What is longer than this many characters is not repeated in a message.
const MAX_WRITTEN: usize = 48;

impl Expr {
    /// The expression as it may be written, if it is short.
    #[must_use]
    pub fn written(&self) -> Option<String> {
        self.text().filter(|text| text.chars().count() <= MAX_WRITTEN)
    }

    /// The same, in parentheses where an operator in it could go together with one beside it.
    #[must_use]
    pub fn operand(&self) -> Option<String> {
        let text = self.written()?;
        let is_one =
            !matches!(self.kind, ExprKind::Binary(..)) || matches!(self.kind, ExprKind::Binary(Binary::Of, ..));
        Some(if is_one { text } else { format!("({text})") })
    }

    fn text(&self) -> Option<String> {
        Some(match &self.kind {
            ExprKind::Number(digits) => digits.clone(),
            ExprKind::Truth(truth) => truth.to_string(),
            ExprKind::Name(name) => name.clone(),
            ExprKind::Base => "base".to_owned(),
            ExprKind::Board => "board".to_owned(),
            ExprKind::Call { name, args, generator: None } => format!("{}({})", name.text, list(args)?),
            ExprKind::Owned { owner, kind } => format!("{} {}", owner.text, kind.text),
            ExprKind::Unary(Unary::Some, operand) => format!("some {}", operand.operand()?),
            ExprKind::Unary(Unary::None, operand) => format!("no {}", operand.operand()?),
            ExprKind::Unary(Unary::Minus, operand) => format!("-{}", operand.operand()?),
            ExprKind::Unary(Unary::Before, operand) => format!("before {}", operand.operand()?),
            ExprKind::Unary(Unary::TurnStart, operand) => format!("turn start {}", operand.operand()?),
            ExprKind::Unary(Unary::New, operand) => format!("new {}", operand.operand()?),
            ExprKind::Binary(operator, left, right) => {
                let chained = |side: &Expr| matches!(&side.kind, ExprKind::Binary(inner, ..) if inner == operator);
                let left = if chained(left) { left.text()? } else { left.operand()? };
                format!("{left} {} {}", sign(*operator)?, right.operand()?)
            }
            ExprKind::SetOf(items) => format!("{{{}}}", list(items)?),
            ExprKind::LastMover => "last mover".to_owned(),
            ExprKind::LastSown => "last sown".to_owned(),
            ExprKind::LastTo(name) => format!("last to {}", name.text),
            ExprKind::LastPick(name) => format!("last {}", name.text),
            _ => return None,
        })
    }
}

fn list(items: &[Expr]) -> Option<String> {
    let items = items.iter().map(Expr::text).collect::<Option<Vec<_>>>()?;
    Some(items.join(", "))
}

/// The operators that join sets, cells, directions and numbers.
fn sign(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Union => "|",
        Binary::Plus => "+",
        Binary::Minus => "-",
        Binary::Intersection => "&",
        Binary::Times => "*",
        Binary::Over => "/",
        Binary::Div => "div",
        Binary::Mod => "mod",
        Binary::Of => "of",
        Binary::At => "at",
        Binary::Through => "through",
        Binary::UpTo => "..=",
        _ => return None,
    })
}
