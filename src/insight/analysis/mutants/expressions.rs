//! Changes of expressions: comparisons, connectives, sets, numbers, words.

use super::edit::Edits;
use super::exchange::exchanged;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{Binary, Expr, ExprKind, Generator, Name, Quantifier, Unary};

impl Edits<'_> {
    /// Changes of an expression and of all in it.
    pub fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(digits) => self.number(expr.span, digits),
            ExprKind::Name(word) => self.word(expr.span, word),
            ExprKind::Truth(_)
            | ExprKind::NoMove
            | ExprKind::Can(..)
            | ExprKind::NobodyCan(Some(_))
            | ExprKind::Base
            | ExprKind::Board => {}
            ExprKind::AllPass | ExprKind::LastSown | ExprKind::LastTo(_) | ExprKind::LastPick(_) => {}
            ExprKind::NobodyCan(None) => self.replace(expr.span, "no move"),
            ExprKind::LastMover => self.replace(expr.span, "me"),
            ExprKind::Call { name, args, generator } => {
                self.word(name.span, &name.text);
                self.arguments(args);
                args.iter().for_each(|argument| self.expr(argument));
                generator.iter().for_each(|generator| self.generator(generator));
            }
            ExprKind::Owned { owner, .. } => self.word(owner.span, &owner.text),
            ExprKind::Unary(operator, inner) => {
                let sign = |sign: &str| self.sign(expr.span.start, inner.span.start, sign);
                let changed = match operator {
                    Unary::Not => sign("not").map(|at| (at, "")),
                    Unary::Some => sign("some").map(|at| (at, "no")),
                    Unary::None => sign("none").or_else(|| sign("no")).map(|at| (at, "some")),
                    Unary::Before => sign("before").map(|at| (at, "")),
                    Unary::TurnStart => sign("turn start").map(|at| (at, "")),
                    Unary::New => sign("new").map(|at| (at, "")),
                    Unary::Minus => sign("-").map(|at| (at, "")),
                };
                if let Some((at, by)) = changed {
                    self.replace(self.between(expr.span, at.start, at.end), by);
                }
                self.expr(inner);
            }
            ExprKind::Binary(operator, left, right) => {
                self.binary(expr.span, *operator, left.span, right.span);
                self.brackets(*operator, left, right);
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|part| self.expr(part));
            }
            ExprKind::Quantified { quantifier, name, over, condition } => {
                self.quantifier(expr.span, *quantifier, name);
                self.expr(over);
                condition.iter().for_each(|condition| self.expr(condition));
            }
            ExprKind::Comprehension { over, condition, .. } => {
                over.iter().for_each(|over| self.expr(over));
                self.expr(condition);
            }
            ExprKind::SetOf(_) | ExprKind::Spreading { .. } | ExprKind::Crossing { .. } => {
                expr.parts().into_iter().for_each(|part| self.expr(part));
            }
        }
    }

    fn generator(&mut self, generator: &Generator) {
        self.expr(&generator.over);
        generator.condition.iter().for_each(|condition| self.expr(condition));
    }

    fn number(&mut self, span: Span, digits: &str) {
        let Ok(number) = digits.parse::<u64>() else { return };
        self.replace(span, number.saturating_add(1).to_string());
        if let Some(less) = number.checked_sub(1) {
            self.replace(span, less.to_string());
        }
    }

    /// Exchanges a word.
    pub fn word(&mut self, span: Span, word: &str) {
        if let Some(other) = exchanged(word, &self.players, &self.relations).map(str::to_owned) {
            self.replace(span, other);
        }
    }

    /// Each of several arguments is left out, with the comma beside it.
    fn arguments(&mut self, args: &[Expr]) {
        for (place, argument) in args.iter().enumerate().filter(|_| args.len() > 1) {
            let left_out = match place.checked_sub(1).and_then(|before| args.get(before)) {
                Some(before) => self.between(argument.span, before.span.end, argument.span.end),
                None => self.between(argument.span, argument.span.start, args.get(1).map_or(0, |next| next.span.start)),
            };
            self.drop(left_out);
        }
    }

    /// The parts of two operators are joined the other way: brackets around one of them go, or come around the other.
    fn brackets(&mut self, operator: Binary, left: &Expr, right: &Expr) {
        for (inner, is_left) in [(left, true), (right, false)] {
            let ExprKind::Binary(within, a, b) = &inner.kind else { continue };
            if *within == operator {
                continue;
            }
            // The place of an expression in brackets has them.
            let bare = a.span.to(b.span);
            if bare != inner.span {
                self.replace(inner.span, self.file.slice(bare).to_owned());
                continue;
            }
            let (from, to) = if is_left { (b.span, right.span) } else { (left.span, a.span) };
            let joined = self.between(from, from.start, to.end);
            let text = self.file.slice(joined).to_owned();
            self.replace(joined, format!("({text})"));
        }
    }

    fn quantifier(&mut self, span: Span, quantifier: Quantifier, name: &Name) {
        let (word, by) = match quantifier {
            Quantifier::Some => ("some", "no"),
            Quantifier::No => ("no", "some"),
            Quantifier::Every => ("every", "some"),
        };
        if let Some(at) = self.sign(span.start, name.span.start, word) {
            self.replace(self.between(span, at.start, at.end), by);
        }
    }

    fn binary(&mut self, whole: Span, operator: Binary, left: Span, right: Span) {
        let signs = signs(operator);
        let Some((found, others)) =
            signs.iter().find_map(|(sign, others)| Some((self.sign(left.end, right.start, sign)?, others)))
        else {
            return;
        };
        let at = self.between(whole, found.start, found.end);
        others.iter().for_each(|by| self.replace(at, *by));
        let drops = match operator {
            Binary::And | Binary::Or | Binary::Intersection => [true, true],
            Binary::Union | Binary::Minus => [false, true],
            _ => [false, false],
        };
        // The operator goes with the part that is left out.
        if drops[0] {
            self.drop(self.between(whole, whole.start, at.end));
        }
        if drops[1] {
            self.drop(self.between(whole, at.start, whole.end));
        }
    }
}

/// How an operator can be written, and what is written instead.
fn signs(operator: Binary) -> &'static [(&'static str, &'static [&'static str])] {
    match operator {
        Binary::Or => &[("or", &["and"])],
        Binary::And => &[("and", &["or"])],
        Binary::Is => &[("is", &["is not"])],
        Binary::IsNot => &[("is not", &["is"])],
        Binary::In => &[("in", &["not in"])],
        Binary::NotIn => &[("not in", &["in"])],
        Binary::Less => &[("<", &["<=", ">="])],
        Binary::LessOrEqual => &[("<=", &["<", ">"])],
        Binary::Greater => &[(">", &[">=", "<="])],
        Binary::GreaterOrEqual => &[(">=", &[">", "<"])],
        Binary::Equal => &[("=", &["!=", ">=", "<="])],
        Binary::NotEqual => &[("!=", &["="])],
        Binary::Plus => &[("+", &["-"])],
        Binary::Minus => &[("-", &["+"])],
        Binary::Union => &[("|", &["&"])],
        Binary::Intersection => &[("&", &["|"])],
        Binary::Times => &[("*", &["+"])],
        Binary::Over | Binary::Div | Binary::Mod | Binary::UpTo | Binary::Of | Binary::At | Binary::Through => &[],
    }
}
