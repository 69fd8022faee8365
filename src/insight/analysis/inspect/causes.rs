//! What is probably a mistake, and what comes of it in play: told once, where the mistake is.

use rustc_hash::FxHashSet;

use crate::audit::lints::Lint;
use rulebook_language::diagnostic::{Code, Diagnostic, Label, Report, Severity, Subject};

/// Adds lints to what games came upon. Where a lint has probably brought a finding of play about, that finding is moved to the
/// lint's place, with its help; a warning of play says less than its cause, and is left out. What is allowed explains nothing:
/// whoever allows it says that it is meant.
pub fn blame(report: &mut Report, lints: Vec<Lint>, is_allowed: &dyn Fn(&Diagnostic) -> bool) {
    let mut told = vec![false; lints.len()];
    let found = std::mem::take(report);
    for effect in found.iter() {
        // A step that is named twice is the same step: there is no more to say.
        if effect.code == Code::PlayAlike && lints.iter().any(|lint| lint.said.code == Code::TurnTwice) {
            continue;
        }
        // What no turn names is never possible, and what it would have brought about does not come; that it is unused is said.
        let is_unused = |other: &Diagnostic| other.code == Code::LintUnused && other.subject == Some(Subject::Move);
        let is_unused = found.iter().any(|other| is_unused(other) && !is_allowed(other));
        if matches!(effect.code, Code::PlayNever | Code::PlayEndless) && is_unused {
            continue;
        }
        // A piece that nothing names is on no board: that it is unused is said.
        let is_named = |other: &Diagnostic| other.code == Code::LintUnused && other.primary.span == effect.primary.span;
        if effect.code == Code::PlayNever && found.iter().any(is_named) {
            continue;
        }
        let mut possible = lints.iter().zip(&mut told);
        let cause = possible.find(|(lint, _)| causes(lint, effect.code) && !is_allowed(&lint.said));
        match cause {
            // An inherited line is its game's affair, until it shows in the variant.
            Some((lint, _)) if effect.severity < Severity::Error => {
                if lint.suspect {
                    report.add(lint.said.clone());
                }
            }
            Some((lint, told)) => {
                *told = true;
                report.add(blamed(effect.clone(), lint.said.clone()));
            }
            None => report.add(effect.clone()),
        }
    }
    let rest = lints.into_iter().zip(told).filter(|(lint, told)| !told && !lint.suspect);
    rest.for_each(|(lint, _)| report.add(lint.said));
}

/// Whether a mistake can bring about what games come upon.
fn causes(lint: &Lint, effect: Code) -> bool {
    let mistake = lint.said.code;
    // A condition that always holds keeps nobody from moving, and no game from ending.
    if !lint.narrows && matches!(mistake, Code::LintConstant | Code::LintEmptySet) {
        return false;
    }
    match effect {
        Code::PlayStuck => matches!(
            mistake,
            Code::LintConstant
                | Code::LintEmptySet
                | Code::EndShadowed
                | Code::TurnNever
                | Code::TurnShadowed
                | Code::LintNeverAppears
        ),
        Code::PlayAlike => matches!(mistake, Code::PlayAlike | Code::LintUnused),
        Code::PlayNever => matches!(
            mistake,
            Code::LintConstant
                | Code::LintEmptySet
                | Code::TurnNever
                | Code::TurnShadowed
                | Code::TurnUnreachable
                | Code::LintNeverAppears
                | Code::LintCounter
        ),
        // What should have brought the end about does not.
        Code::PlayEndless => {
            matches!(mistake, Code::LintConstant | Code::LintCounter | Code::EndShadowed | Code::TurnUnreachable)
        }
        Code::LimitPicks => mistake == Code::MoveEndlessChain,
        _ => false,
    }
}

/// What games came upon, with what has probably brought it about: its place, and how to mend it.
fn blamed(effect: Diagnostic, cause: Diagnostic) -> Diagnostic {
    let mut said = effect.clone();
    said.primary = Label { span: cause.primary.span, text: cause.message };
    said.related = cause.related;
    // The moves that lead to it stay.
    let seen = effect.help.as_deref().and_then(|help| help.find("; seen ").and_then(|at| help.get(at..)));
    said.help = cause.help.map(|help| format!("{help}{}", seen.unwrap_or_default()));
    said.related(effect.primary.span, effect.primary.text)
}

/// What is a defect of another choice of the options, and not found at the one at hand.
pub fn of_a_bound<'l>(here: &[Lint], there: &'l [Lint]) -> impl Iterator<Item = &'l Diagnostic> {
    let known: FxHashSet<_> = here.iter().map(|lint| (lint.said.code, lint.said.primary.span)).collect();
    let new = move |lint: &&Lint| !known.contains(&(lint.said.code, lint.said.primary.span));
    there.iter().filter(|lint| lint.at_once && !lint.suspect).filter(new).map(|lint| &lint.said)
}

/// What is found at every choice of the options, and what is a defect wherever it is found.
pub fn common(mut lints: Vec<Lint>, elsewhere: &[Vec<Lint>]) -> Vec<Lint> {
    let key = |lint: &Lint| (lint.said.code, lint.said.primary.span);
    let elsewhere: Vec<FxHashSet<_>> = elsewhere.iter().map(|lints| lints.iter().map(key).collect()).collect();
    lints.retain(|lint| lint.at_once || elsewhere.iter().all(|found| found.contains(&key(lint))));
    lints
}
