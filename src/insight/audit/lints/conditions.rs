//! Conditions that hold always or never, and sets that never have a member, whatever the position.
//!
//! Sound: [`Facts`] knows only what is so in every position. What an option decides is left alone: the same line may say more
//! at another value.

use super::facts::Facts;
use super::list::Found;
use crate::audit::interpret::Range;
use crate::audit::uses::bodies;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Builtin, Expr, ExprKind, Game, Type, same};
use rulebook_language::source::Span;

/// What a condition is for, as far as it changes what is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// In a move, a turn, a definition.
    Rule,
    /// The condition of an end clause.
    End,
}

/// Whether an option decides a part of what stands at `expr`, definitions that it uses included.
pub fn is_optional(game: &Game, expr: &Expr) -> bool {
    let has_option = |span: Span| {
        game.places.options.iter().any(|o| o.file == span.file && o.start >= span.start && o.end <= span.end)
    };
    let mut found = has_option(expr.span);
    let mut seen = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop().filter(|_| !found) {
        expr.visit(&mut |part| {
            for body in bodies(game, part) {
                if seen.contains(&body.span) {
                    continue;
                }
                found |= has_option(body.span);
                seen.push(body.span);
                open.push(body);
            }
        });
    }
    found
}

/// Looks at a condition and everything in it.
pub fn judge<'g>(expr: &'g Expr, facts: &mut Facts<'g>, asked: Asked, found: &mut Found) {
    match &expr.kind {
        ExprKind::Builtin(builtin @ (Builtin::And | Builtin::Or), args) => {
            if let [a, b] = args.as_slice() {
                judge(a, facts, asked, found);
                let and = *builtin == Builtin::And;
                // Where a alone decides, nothing more is to be said of b.
                if facts.truth(a) != Some(!and) {
                    let mut inner = facts.clone();
                    inner.suppose(a, and);
                    judge(b, &mut inner, asked, found);
                }
            }
            return;
        }
        // `not in` and `is not` are conditions of their own.
        ExprKind::Not(of) if of.span != expr.span && !matches!(of.kind, ExprKind::Quantified { .. }) => {
            return found.negating(|found| judge(of, facts, asked, found));
        }
        _ => {}
    }
    if expr.ty == Type::Truth && !is_optional(facts.game, expr) {
        let inner = found.len();
        look_inside(expr, facts, asked, found);
        // What is inside says why.
        if found.len() > inner {
            return;
        }
        if let Some(truth) = facts.truth(expr).filter(|truth| !is_generated(expr) && (!*truth || !is_implied(expr))) {
            found.add_constant(constant(expr, truth, facts, asked), truth);
        }
        return;
    }
    look_inside(expr, facts, asked, found);
}

/// Whether the file does not say a condition: that what is put, or becomes of a piece, is of some kind.
fn is_implied(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Builtin(Builtin::ContainsKind, args) => args.first().is_some_and(|kind| kind.span == expr.span),
        _ => false,
    }
}

/// Looks at an expression that is no condition: at the sets and conditions in it.
pub fn look<'g>(expr: &'g Expr, facts: &mut Facts<'g>, found: &mut Found) {
    // A value that is written out, as in `if P then false else true`, is meant so.
    if matches!(expr.kind, ExprKind::Truth(_)) {
        return;
    }
    if expr.ty == Type::Truth {
        return judge(expr, facts, Asked::Rule, found);
    }
    let made = match &expr.kind {
        ExprKind::Builtin(Builtin::Intersection | Builtin::Difference | Builtin::Enemies, _) => true,
        ExprKind::Builtin(builtin, _) => builtin.row().event.is_some(),
        _ => false,
    };
    if made && !is_generated(expr) && !is_optional(facts.game, expr) && facts.is_empty(expr) {
        found.add(empty_set(expr, facts));
        return;
    }
    look_inside(expr, facts, Asked::Rule, found);
}

fn look_inside<'g>(expr: &'g Expr, facts: &mut Facts<'g>, asked: Asked, found: &mut Found) {
    match &expr.kind {
        ExprKind::Quantified { local, over, condition, .. } | ExprKind::Filter { local, over, condition } => {
            look(over, facts, found);
            let mut inner = facts.clone();
            inner.bind_member(*local, over);
            if !matches!(condition.kind, ExprKind::Truth(true)) {
                judge(condition, &mut inner, Asked::Rule, found);
            }
        }
        ExprKind::Fold { local, over, condition, body, .. } => {
            look(over, facts, found);
            let mut inner = facts.clone();
            inner.bind_member(*local, over);
            if let Some(condition) = condition {
                judge(condition, &mut inner, Asked::Rule, found);
                inner.suppose(condition, true);
            }
            look(body, &mut inner, found);
        }
        ExprKind::If(condition, then, otherwise) => {
            judge(condition, facts, asked, found);
            if same(then, otherwise) && !is_optional(facts.game, expr) {
                let said = Diagnostic::new(Code::LintConstant, condition.span, "this condition decides nothing");
                let said = said.label("both branches are the same").related(otherwise.span, "as after `then`");
                found.add(said.help("correct one of the branches, or leave the condition out"));
            }
            for (branch, truth) in [(then, true), (otherwise, false)] {
                let mut inner = facts.clone();
                inner.suppose(condition, truth);
                look(branch, &mut inner, found);
            }
        }
        ExprKind::Before(of) => {
            look(of, &mut facts.before(), found);
        }
        // What was so at the start of the turn is no affair of what is known now.
        ExprKind::TurnStart(_) => {}
        ExprKind::Not(of) => match &of.kind {
            _ if of.span == expr.span => found.negating(|found| look_inside(of, facts, asked, found)),
            ExprKind::Quantified { .. } => found.negating(|found| look_inside(of, facts, asked, found)),
            _ => found.negating(|found| judge(of, facts, asked, found)),
        },
        _ => expr.parts().into_iter().for_each(|part| look(part, facts, found)),
    }
}

/// Whether it stands for a shorter form, whose every part is written by the same words: what is a part of links, or of a weight.
fn is_generated(expr: &Expr) -> bool {
    let ExprKind::Builtin(_, args) = &expr.kind else { return false };
    !args.is_empty() && args.iter().all(|arg| arg.span == expr.span)
}

fn empty_set(expr: &Expr, facts: &Facts<'_>) -> Diagnostic {
    let event = match &expr.kind {
        ExprKind::Builtin(builtin, _) => builtin.row().event.as_ref().zip(builtin.row().names().first()),
        _ => None,
    };
    let (label, help) = match (event, &expr.kind) {
        (Some((event, word)), _) => (
            format!("nothing is ever `{}` in this game", word.name()),
            format!("use it in a game in which some move {}, or remove it", event.by),
        ),
        (_, ExprKind::Builtin(Builtin::Enemies, _)) if facts.game.players.len() < 2 => (
            "the only player has no enemies".to_owned(),
            "name a second player after `players`, or leave `enemy` out".to_owned(),
        ),
        (_, ExprKind::Builtin(Builtin::Difference, _)) => {
            ("everything is taken away from it".to_owned(), "take away less, or write the set that is meant".to_owned())
        }
        _ => (
            "no cell is in both sets".to_owned(),
            "write `|` for the cells in either set, or correct one of them".to_owned(),
        ),
    };
    Diagnostic::new(Code::LintEmptySet, expr.span, "this set never has a cell").label(label).help(help)
}

fn constant<'g>(expr: &'g Expr, truth: bool, facts: &mut Facts<'g>, asked: Asked) -> Diagnostic {
    let how = if truth { "always holds" } else { "never holds" };
    let what = match asked {
        Asked::Rule => "this condition",
        Asked::End => "the condition of this end clause",
    };
    let said = Diagnostic::new(Code::LintConstant, expr.span, format!("{what} {how}"));
    let compared = match &expr.kind {
        ExprKind::Not(of) => of,
        _ => expr,
    };
    let numbers = match &compared.kind {
        ExprKind::Builtin(Builtin::Less | Builtin::LessOrEqual | Builtin::Equal | Builtin::NotEqual, args) => {
            match args.as_slice() {
                [a, b] if same(a, b) => {
                    return said.label("compares something with itself").help("compare it with something else");
                }
                [a, b] if a.ty == Type::Number => {
                    // The side that is no plain number is the one to speak of.
                    let (a, b) = (facts.number(a), facts.number(b));
                    Some(if a.known().is_some() && b.known().is_none() { (b, a) } else { (a, b) })
                }
                _ => None,
            }
        }
        _ => None,
    };
    if let Some((varying, fixed)) = numbers {
        let said = said.label(format!("the number is {varying}, and is compared with {}", plainly(fixed)));
        return said.help("compare it with a number that it can be less and more than");
    }
    if let Some((at, before)) = facts.said(expr).filter(|(at, _)| *at != expr.span) {
        let said = said.label(if before == truth { "decided already" } else { "said otherwise already" });
        return said.related(at, "here").help("say it once, or ask what else was meant");
    }
    let (label, help) = match truth {
        true => ("whatever the position", "leave it out, or ask what was meant"),
        false if asked == Asked::End => ("whatever the position", "ask what can come about, or remove the clause"),
        false => ("contradicts what is known here", "ask what can come about here: perhaps `or`, or another set"),
    };
    said.label(label).help(help)
}

fn plainly(range: Range) -> String {
    range.known().map_or_else(|| format!("a number that is {range}"), |number| number.to_string())
}
