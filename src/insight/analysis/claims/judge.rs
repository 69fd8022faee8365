//! The claims of a game at all choices of its options that are looked at.

use std::sync::Arc;

use super::case::Case;
use super::effort::ClaimEffort;
use super::round::round;
use super::verdict::{Judged, Verdict, shown};
use crate::library::Prepared;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Claim, Game};
use rulebook_language::source::{SourceMap, Span};

/// Another choice of options at which claims are judged.
pub struct Elsewhere {
    /// The game there.
    pub prepared: Prepared,
    /// The options that are set for that, with their values.
    pub set: Vec<(String, String)>,
}

/// Something that does not hold.
pub struct Refuted {
    /// What is to be said.
    pub finding: Diagnostic,
    /// The game at the options where it does not hold.
    pub game: Arc<Game>,
    /// The options that were set for that.
    pub set: Vec<(String, String)>,
    /// The actions that show it.
    pub line: Vec<String>,
}

/// What came of the claims of a game.
pub struct Judgements {
    /// The claims, in the order of the file, after whether the game must end.
    pub judged: Vec<Judged>,
    /// Those that do not hold.
    pub refuted: Vec<Refuted>,
    /// What it took, in steps of the evaluator and of proofs.
    pub steps: u64,
}

/// Judges the claims of a game, and whether it must end. `title` is where the game is named; `elsewhere` are other choices of
/// its options, the smallest board first. `go_on` is asked now and then.
pub fn judge(
    prepared: &Prepared,
    title: Span,
    sources: &SourceMap,
    elsewhere: &[Elsewhere],
    effort: ClaimEffort,
    go_on: &dyn Fn() -> bool,
) -> Judgements {
    let mut here = Case::new(prepared, None, effort, go_on);
    let mut others: Vec<(Case<'_>, &Elsewhere)> = elsewhere
        .iter()
        .map(|other| (Case::new(&other.prepared, Some(effort.proof_elsewhere), effort, go_on), other))
        .collect();
    let mut found = Judgements { judged: Vec::new(), refuted: Vec::new(), steps: 0 };
    for claimed in spans(prepared, elsewhere) {
        let Some((verdict, place)) = verdict(claimed, &mut here, &mut others) else { continue };
        let (case, set) = match place {
            None => (&here, Vec::new()),
            Some(place) => (&others[place].0, others[place].1.set.clone()),
        };
        let what = match claimed {
            Some(span) => sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" "),
            None => "finite".to_owned(),
        };
        let judged = Judged { game: prepared.game.about.title.clone(), what, claimed, set, verdict };
        if let (Some(line), Some(claim)) = (judged.witness(), case.claim(claimed)) {
            let why = &judged.verdict.how();
            // A game without end is the fault of what it goes round by.
            let by = if claimed.is_none() { round(case.start(), line).places } else { Vec::new() };
            let mut finding = finding(&claim, claimed, by.first().copied().unwrap_or(title), why, line);
            for other in by.iter().skip(1) {
                finding = finding.related(*other, "and this, again and again");
            }
            for broken in case.breaks(&claim) {
                finding = finding.related(broken.span, format!("{} has no image for the other player", broken.what));
            }
            let game = Arc::clone(case.game());
            found.refuted.push(Refuted { finding, game, set: judged.set.clone(), line: line.to_vec() });
        }
        found.judged.push(judged);
    }
    found.steps = here.steps() + others.iter().map(|(case, _)| case.steps()).sum::<u64>();
    found
}

/// The places of all claims that are made at some choice; first whether the game must end, which is asked without one, too.
fn spans(prepared: &Prepared, elsewhere: &[Elsewhere]) -> Vec<Option<Span>> {
    let games = std::iter::once(prepared).chain(elsewhere.iter().map(|other| &other.prepared));
    let mut all: Vec<(bool, Span)> = Vec::new();
    for (claim, span) in games.flat_map(|prepared| &prepared.game.claims) {
        if all.iter().all(|(_, known)| known != span) {
            all.push((!matches!(claim, Claim::Finite), *span));
        }
    }
    // In the order of the game and its variants, which is not that of the files.
    all.sort_by_key(|(other, _)| *other);
    // What is claimed of other options says nothing of those at hand.
    let is_claimed = prepared.game.claims.iter().any(|(claim, _)| matches!(claim, Claim::Finite));
    let first = (!is_claimed).then_some(None);
    first.into_iter().chain(all.into_iter().map(|(_, span)| Some(span))).collect()
}

/// How long a line may be, in actions, without a look for a shorter one on a smaller board.
const SHORT: usize = 12;

/// What is found of a claim, and the place among the other choices where it is found, if not at the options at hand.
fn verdict(
    claimed: Option<Span>,
    here: &mut Case<'_>,
    others: &mut [(Case<'_>, &Elsewhere)],
) -> Option<(Verdict, Option<usize>)> {
    let claim = here.claim(claimed);
    let at_hand = claim.as_ref().map(|claim| here.verdict(claim));
    // Who wins differs from board to board; what is not said with `when` is said of the options at hand.
    if let (Some(_), Some(Claim::Outcome(_))) = (&at_hand, &claim) {
        return at_hand.map(|verdict| (verdict, None));
    }
    // A line on a small board is easier to follow, but is shown only where it saves much.
    let shorter_than = match &at_hand {
        // What is known of all luck is worth more than a line.
        Some(Verdict::Unlucky { almost_surely: Some(_), .. }) => return at_hand.map(|verdict| (verdict, None)),
        Some(verdict) => match verdict.line() {
            Some(line) if line.len() <= SHORT => return at_hand.map(|verdict| (verdict, None)),
            Some(line) => line.len() / 2,
            None => usize::MAX,
        },
        None => usize::MAX,
    };
    let mut first = None;
    let mut known = None;
    for (place, (case, other)) in others.iter_mut().enumerate() {
        let Some(claim) = case.claim(claimed) else { continue };
        let found = case.verdict(&claim);
        match &found {
            Verdict::Witness { line, .. } if line.len() < shorter_than => return Some((found, Some(place))),
            Verdict::Proved(how) if known.is_none() => {
                known = Some(format!("proved for `{}`: {how}", shown(&other.set)))
            }
            _ => {}
        }
        first = first.or(Some((found, Some(place))));
    }
    match at_hand {
        Some(Verdict::NotSeen { games, note }) => {
            let note: Vec<String> = Some(note).filter(|note| !note.is_empty()).into_iter().chain(known).collect();
            Some((Verdict::NotSeen { games, note: note.join("; ") }, None))
        }
        Some(verdict) => Some((verdict, None)),
        None => first,
    }
}

/// The finding of a claim that does not hold, or of a game without end.
fn finding(claim: &Claim, claimed: Option<Span>, at: Span, why: &str, line: &[String]) -> Diagnostic {
    let shown = match (claim, line) {
        (Claim::Symmetric, []) => "; seen at the start".to_owned(),
        (_, []) => String::new(),
        (_, line) => format!("; seen after {}", line.join(" ")),
    };
    match claimed {
        Some(span) => {
            let message = match claim {
                Claim::Finite => "the game can go on forever",
                Claim::NoDraw => "the game can be drawn",
                Claim::NoPass => "a player can have to pass",
                Claim::Symmetric => "the rules do not treat the players alike",
                Claim::Plies(_) => "the game can be longer",
                Claim::Outcome(_) => "the game has another result",
                Claim::Invariant(_) => "the condition can fail",
            };
            Diagnostic::new(Code::ClaimRefuted, span, message)
                .label(why.to_owned())
                .help(format!("change the rules, or remove the claim{shown}"))
        }
        None => Diagnostic::new(Code::LintEndless, at, "the game can go on forever")
            .label(why.to_owned())
            .help(format!("add a `limit`, a `repetition` rule or an `end` for it{shown}")),
    }
}
