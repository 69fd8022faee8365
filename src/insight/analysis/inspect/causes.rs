//! What is probably a mistake, and what comes of it in play: told once, where the mistake is.

use crate::audit::lints::Lint;
use rulebook_language::diagnostic::{Diagnostic, Label, Report, Severity};

/// Adds lints to what games came upon. Where a lint has probably brought a finding of play about, that finding is moved to the
/// lint's place, with its help; a warning of play says less than its cause, and is left out.
pub fn blame(report: &mut Report, lints: Vec<Lint>) {
    let mut told = vec![false; lints.len()];
    let found = std::mem::take(report);
    for effect in found.iter() {
        // A step that is named twice is the same step: there is no more to say.
        if effect.code == "play/alike" && lints.iter().any(|lint| lint.said.code == "turn/twice") {
            continue;
        }
        // What no turn names is never possible, and what it would have brought about does not come; that it is unused is said.
        let is_unused = found.iter().any(|other| other.code == "lint/unused" && other.message.starts_with("the move "));
        if matches!(effect.code, "play/never" | "play/endless") && is_unused {
            continue;
        }
        // A piece that nothing names is on no board: that it is unused is said.
        let is_named = |other: &Diagnostic| other.code == "lint/unused" && other.primary.span == effect.primary.span;
        if effect.code == "play/never" && found.iter().any(is_named) {
            continue;
        }
        let cause = lints.iter().zip(&mut told).find(|(lint, _)| causes(lint, effect.code));
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
fn causes(lint: &Lint, effect: &str) -> bool {
    let mistake = lint.said.code;
    // A condition that always holds keeps nobody from moving, and no game from ending.
    if !lint.narrows && matches!(mistake, "lint/constant" | "lint/empty-set") {
        return false;
    }
    match effect {
        "play/stuck" => matches!(
            mistake,
            "lint/constant" | "lint/empty-set" | "end/shadowed" | "turn/never" | "turn/shadowed" | "lint/never-appears"
        ),
        "play/alike" => matches!(mistake, "play/alike" | "lint/unused"),
        "play/never" => matches!(
            mistake,
            "lint/constant"
                | "lint/empty-set"
                | "turn/never"
                | "turn/shadowed"
                | "turn/unreachable"
                | "lint/never-appears"
                | "lint/counter"
        ),
        // What should have brought the end about does not.
        "lint/endless" | "play/endless" => {
            matches!(mistake, "lint/constant" | "lint/counter" | "end/shadowed" | "turn/unreachable")
        }
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

/// Drops what is not found at another choice of the options as well, unless it is a defect wherever it is found.
pub fn keep_common(lints: &mut Vec<Lint>, others: &[Lint]) {
    let same = |a: &Diagnostic, b: &Diagnostic| a.code == b.code && a.primary.span == b.primary.span;
    lints.retain(|lint| lint.at_once || others.iter().any(|other| same(&lint.said, &other.said)));
}
