//! Changes of conditions and sets: relations, bounds, parts that are left out.

use super::change::Effort;
use super::maker::Maker;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{Binary, Expr, ExprKind, Pattern, PatternKind, Unary};

/// Words that stand for something of the same kind, each of which may stand for each.
const ALTERNATIVES: [&[&str]; 5] = [
    &["adjacent", "orthogonal", "diagonal"],
    &["orthogonals", "diagonals", "directions"],
    &["corners", "edge"],
    &["positional", "situational"],
    &["mine", "enemy", "occupied"],
];

impl Maker<'_> {
    /// Changes of an expression and of all in it.
    pub fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(digits) => self.number(expr.span, digits),
            ExprKind::Name(word) => self.word(expr.span, word),
            ExprKind::Call { name, .. } => self.word(name.span, &name.text),
            ExprKind::Unary(Unary::Before, inner) => {
                self.replace(
                    Span::new(expr.span.file, expr.span.start as usize, inner.span.start as usize),
                    "",
                    Effort::Some,
                );
            }
            ExprKind::Binary(operator, left, right) => self.binary(expr.span, *operator, left.span, right.span),
            _ => {}
        }
        for part in expr.parts() {
            self.expr(part);
        }
    }

    /// Changes of a word for a relation, a side or the like.
    pub fn word(&mut self, span: Span, word: &str) {
        let Some(circle) = ALTERNATIVES.iter().find(|circle| circle.contains(&word)) else { return };
        for other in circle.iter().filter(|other| **other != word) {
            self.replace(span, other, Effort::Some);
        }
    }

    /// Changes of a group, loop or line.
    pub fn pattern(&mut self, pattern: &Pattern) {
        if let PatternKind::Line { length, exactly } = &pattern.sort {
            self.expr(length);
            match exactly {
                true => {
                    if let Some(at) = self.sign(length.span, pattern.name.span.end, length.span.start, "exactly") {
                        self.replace(at, "", Effort::Some);
                    }
                }
                false => {
                    let at = Span { end: length.span.start, ..length.span };
                    self.replace(at, "exactly ", Effort::Some);
                }
            }
        }
        if let Some(joined) = &pattern.joined {
            // As they are written behind `joined`.
            match self.slice(joined.span) {
                "orthogonally" => self.replace(joined.span, "diagonally", Effort::Some),
                "diagonally" => self.replace(joined.span, "orthogonally", Effort::Some),
                _ => self.word(joined.span, &joined.text),
            }
        }
    }

    fn binary(&mut self, whole: Span, operator: Binary, left: Span, right: Span) {
        let between = |start: u32, end: u32| Span { file: whole.file, start, end };
        let found =
            signs(operator).and_then(|(sign, others)| Some((self.sign(whole, left.end, right.start, sign)?, others)));
        let Some((at, others)) = found else { return };
        others.iter().for_each(|by| self.replace(at, by, Effort::Small));
        // The operator goes with the part that is left out.
        if matches!(operator, Binary::And | Binary::Or | Binary::Union | Binary::Intersection | Binary::Minus) {
            if operator != Binary::Minus {
                self.replace(between(whole.start, right.start), "", Effort::Some);
            }
            self.replace(between(left.end, whole.end), "", Effort::Some);
        }
    }
}

/// How an operator is written, and what is written instead.
fn signs(operator: Binary) -> Option<(&'static str, &'static [&'static str])> {
    Some(match operator {
        Binary::Or => ("or", &["and"]),
        Binary::And => ("and", &["or"]),
        Binary::Less => ("<", &["<="]),
        Binary::LessOrEqual => ("<=", &["<"]),
        Binary::Greater => (">", &[">="]),
        Binary::GreaterOrEqual => (">=", &[">"]),
        Binary::Equal => ("=", &[">=", "<="]),
        Binary::Union => ("|", &["&"]),
        Binary::Intersection => ("&", &[]),
        Binary::Minus => ("-", &[]),
        _ => return None,
    })
}
