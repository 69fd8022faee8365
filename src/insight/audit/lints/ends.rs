//! End clauses and results that nothing ever comes to.
//!
//! Sound: an end clause that holds decides (a draw, where no result does), so one that holds only where an earlier one does is
//! never reached. That one follows from another is worked out by [`Facts`]: what is said of one position there holds of all.

use super::conditions::is_optional;
use super::facts::Facts;
use super::list::Found;
use super::walk::events;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Builtin, End, Expr, ExprKind, Game, Judgement, Outcome, same, same_option};

/// Looks at the end clauses.
pub fn check(game: &Game, found: &mut Found) {
    let facts = Facts::new(game, events(game)).within(&found.work);
    for (index, end) in game.ends.iter().enumerate() {
        let spans = game.places.results.get(index).map(Vec::as_slice).unwrap_or_default();
        unreachable(&end.results, spans, found);
        if facts.clone().truth(&end.when).is_some() {
            continue;
        }
        let earlier = game.ends.iter().take(index).find(|earlier| covers(earlier, end, &facts));
        if let Some(earlier) = earlier {
            let differ = !alike(&earlier.results, &end.results);
            let message = match differ {
                true => "this end clause is never reached, though its result is another",
                false => "this end clause is never reached",
            };
            found.add(
                Diagnostic::new(Code::EndShadowed, end.when.span, message)
                    .label("whenever it holds, an earlier clause holds too and ends the game")
                    .related(earlier.when.span, "this one comes first")
                    .help("put it before the other clause, or remove it"),
            );
        } else if let Some(later) = repeated(game, index, end, &facts) {
            found.add(
                Diagnostic::new(Code::EndShadowed, end.when.span, "this end clause adds nothing")
                    .label("whenever it holds, a later clause with the same result holds too")
                    .related(later.when.span, "this one")
                    .help("give one of them another result, correct its condition, or remove this one"),
            );
        }
    }
}

/// A later clause that holds wherever this one does, where nothing between them decides otherwise.
fn repeated<'g>(game: &'g Game, index: usize, end: &'g End, facts: &Facts<'g>) -> Option<&'g End> {
    let later = game.ends.get(index + 1..).unwrap_or_default();
    let mut alike = later.iter().take_while(|later| alike(&later.results, &end.results));
    alike.find(|later| covers(later, end, facts) && !is_optional(game, &end.when) && !is_optional(game, &later.when))
}

/// Whether the earlier clause holds wherever the later one does.
fn covers<'g>(earlier: &'g End, later: &'g End, facts: &Facts<'g>) -> bool {
    if later.after_action && !earlier.after_action {
        return false;
    }
    let mut facts = facts.clone();
    if facts.truth(&earlier.when).is_some() {
        return false;
    }
    facts.suppose(&later.when, true);
    let stuck = is(&earlier.when, Builtin::NoMove) && conjuncts(&later.when).any(|c| is(c, Builtin::NobodyCanMove));
    stuck || facts.truth(&earlier.when) == Some(true)
}

fn is(expr: &Expr, word: Builtin) -> bool {
    matches!(&expr.kind, ExprKind::Builtin(builtin, _) if *builtin == word)
}

/// A condition, and those that must hold with it.
pub fn conjuncts(expr: &Expr) -> impl Iterator<Item = &Expr> {
    let mut parts = vec![expr];
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let ExprKind::Builtin(Builtin::And, args) = &expr.kind {
            parts.extend(args);
            open.extend(args);
        }
    }
    parts.into_iter()
}

/// Whether two lists of results say the same.
fn alike(a: &[Outcome], b: &[Outcome]) -> bool {
    let kind = |a: &Judgement, b: &Judgement| match (a, b) {
        (Judgement::Draw, Judgement::Draw) => true,
        (Judgement::Highest(a), Judgement::Highest(b))
        | (Judgement::Lowest(a), Judgement::Lowest(b))
        | (Judgement::Wins(a), Judgement::Wins(b))
        | (Judgement::Loses(a), Judgement::Loses(b)) => same(a, b),
        _ => false,
    };
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| kind(&a.kind, &b.kind) && same_option(a.when.as_ref(), b.when.as_ref()))
}

/// A result after one that always decides, or one that decides nothing that an earlier one left open.
fn unreachable(results: &[Outcome], spans: &[rulebook_language::source::Span], found: &mut Found) {
    for (index, result) in results.iter().enumerate() {
        let Some(span) = spans.get(index) else { return };
        let earlier = results.iter().take(index).position(|earlier| decides(earlier) || settles(earlier, result));
        let Some(at) = earlier else { continue };
        let always = results.get(at).is_some_and(decides);
        let (message, label, related) = match always {
            true => ("this result is never reached", "the one before it always decides", "always decides"),
            false => ("this result never decides", "a tie in the one before it is a tie here", "the same number"),
        };
        let said = Diagnostic::new(Code::EndUnreachable, *span, message).label(label);
        let help = if always {
            "put it first, give the one before it a `when`, or remove it"
        } else {
            "rank by another number, or remove it"
        };
        found.add(match spans.get(at) {
            Some(first) => said.related(*first, related).help(help),
            None => said.help(help),
        });
        // What follows is reached as little.
        return;
    }
}

/// Whether a result names somebody who is always there. `last mover` is nobody only before the first action.
fn decides(result: &Outcome) -> bool {
    let surely = |who: &Expr| match &who.kind {
        ExprKind::Player(_) => true,
        ExprKind::Builtin(builtin, _) => builtin.is_somebody(),
        _ => false,
    };
    result.when.is_none()
        && match &result.kind {
            Judgement::Draw => true,
            Judgement::Wins(who) | Judgement::Loses(who) => surely(who),
            Judgement::Highest(_) | Judgement::Lowest(_) => false,
        }
}

/// Whether a ranking by the same number has failed before.
fn settles(earlier: &Outcome, later: &Outcome) -> bool {
    let key = |outcome: &Outcome| match &outcome.kind {
        Judgement::Highest(key) => Some((key.clone(), true)),
        Judgement::Lowest(key) => Some((key.clone(), false)),
        _ => None,
    };
    match (key(earlier), key(later)) {
        (Some((a, highest)), Some((b, other))) => earlier.when.is_none() && highest == other && same(&a, &b),
        _ => false,
    }
}
