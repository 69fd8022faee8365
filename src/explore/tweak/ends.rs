//! Changes of what ends the game, and for whom.

use super::change::Effort;
use super::maker::Maker;
use crate::sheet::Slot;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{
    Compare, Declaration, DeclarationKind, End, Ending, Judgement, Limit, Outcome, Repetition,
};

/// Changes of an end clause whose declaration this is.
pub fn end(maker: &mut Maker<'_>, end: &End, declaration: Span) {
    maker.expr(&end.when);
    results(maker, &end.results);
    // Without it altogether, where others are left.
    let ends =
        maker.ground.declared.iter().filter(|declared| matches!(declared.slot, Slot::Ends | Slot::Named("end", _)));
    if ends.count() > 1 {
        maker.replace(declaration, "", Effort::Much);
    }
}

/// Changes of a repetition rule.
pub fn repetition(maker: &mut Maker<'_>, repetition: &Repetition, declaration: Span) {
    let (word, others): (&str, [&str; 2]) = match repetition.compare {
        Compare::Positional => ("positional", ["situational", "ko"]),
        Compare::Situational => ("situational", ["positional", "ko"]),
        Compare::Ko => ("ko", ["positional", "situational"]),
    };
    if let Some(at) = maker.sign(declaration, declaration.start, declaration.end, word) {
        others.iter().for_each(|other| maker.replace(at, other, Effort::Some));
    }
    repetition.times.iter().chain(&repetition.when).for_each(|part| maker.expr(part));
    if let Ending::Results(list) = &repetition.ending {
        results(maker, list);
    }
}

/// Changes of a limit.
pub fn limit(maker: &mut Maker<'_>, limit: &Limit) {
    maker.expr(&limit.count);
    results(maker, &limit.results);
}

fn results(maker: &mut Maker<'_>, results: &[Outcome]) {
    for result in results {
        if let Some((at, by)) = turned(maker, result) {
            maker.replace(at, by, Effort::Some);
        }
        if matches!(result.kind, Judgement::Wins(_) | Judgement::Loses(_)) && result.when.is_none() {
            maker.replace(result.span, "draw", Effort::Some);
        }
        if matches!(result.kind, Judgement::Draw) {
            for by in ["last mover wins", "last mover loses"] {
                maker.replace(result.span, by, Effort::Some);
            }
        }
        match &result.kind {
            Judgement::Draw | Judgement::Wins(_) | Judgement::Loses(_) => {}
            Judgement::Highest(key) | Judgement::Lowest(key) => maker.expr(key),
        }
        result.when.iter().for_each(|when| maker.expr(when));
    }
}

/// The word of a result that says who wins, and the contrary.
fn turned(maker: &Maker<'_>, result: &Outcome) -> Option<(Span, &'static str)> {
    let (word, by) = match &result.kind {
        Judgement::Draw => return None,
        Judgement::Highest(_) => ("highest", "lowest"),
        Judgement::Lowest(_) => ("lowest", "highest"),
        Judgement::Wins(_) => ("wins", "loses"),
        Judgement::Loses(_) => ("loses", "wins"),
    };
    Some((maker.sign(result.span, result.span.start, result.span.end, word)?, by))
}

/// The results of a declaration.
fn of(declaration: &Declaration) -> &[Outcome] {
    match &declaration.kind {
        DeclarationKind::End(end) => &end.results,
        DeclarationKind::Limit(limit) => &limit.results,
        DeclarationKind::Repetition(repetition) => match &repetition.ending {
            Ending::Results(results) => results,
            _ => &[],
        },
        _ => &[],
    }
}

/// End clauses tried in another order, each exchanged for the next; and all of them with winner and loser exchanged.
pub fn orders(maker: &mut Maker<'_>) {
    let unnamed: Vec<Span> = maker
        .of_slot(&Slot::Ends)
        .filter(|declared| declared.is_whole)
        .map(|declared| declared.declaration.span)
        .collect();
    maker.place = Slot::Ends.name();
    for pair in unnamed.windows(2) {
        let [one, other] = pair else { continue };
        let (first, second) = (maker.slice(*one).to_owned(), maker.slice(*other).to_owned());
        let words = format!("`{}` tried before `{}`", maker.shown(*other), maker.shown(*one));
        maker.change(vec![(*one, second), (*other, first)], words, Effort::Some);
    }
    let declared: Vec<Declaration> = maker
        .ground
        .declared
        .iter()
        .filter(|declared| declared.is_whole)
        .map(|declared| declared.declaration.clone())
        .collect();
    let results =
        declared.iter().filter(|declaration| matches!(declaration.kind, DeclarationKind::End(_))).flat_map(of);
    let edits: Vec<(Span, String)> =
        results.filter_map(|result| turned(maker, result)).map(|(at, by)| (at, by.to_owned())).collect();
    if edits.len() > 1 {
        maker.change(edits, "winners lose and losers win (misère)".to_owned(), Effort::Much);
    }
}
