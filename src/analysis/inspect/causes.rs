//! What is probably a mistake, and what comes of it in play: told once, where the mistake is.

use crate::audit::lints::Lint;
use crate::diagnostic::{Diagnostic, Label, Report};

/// Adds lints to what games came upon. Where a lint has probably brought a finding of play about, that finding is moved to the
/// lint's place, with its help.
pub fn blame(report: &mut Report, mut lints: Vec<Lint>) {
    // A step that is named twice is the same step: there is no more to say.
    let is_twice = lints.iter().any(|lint| lint.said.code == "turn/twice");
    // A move that cannot be made is told by the lint that says why.
    let is_blamed = !lints.is_empty();
    let found = std::mem::take(report);
    // A line that goes round says more than games without an end.
    let goes_round = found.iter().any(|said| matches!(said.code, "lint/endless" | "claim/refuted"));
    for effect in found.iter() {
        let told = match effect.code {
            "play/alike" => is_twice,
            "play/endless" => goes_round,
            "play/never" => is_blamed,
            _ => false,
        };
        if told {
            continue;
        }
        let cause = lints.iter().position(|lint| causes(lint.said.code, effect.code));
        report.add(match cause.map(|at| lints.remove(at).said) {
            Some(cause) => blamed(effect.clone(), cause),
            None => effect.clone(),
        });
    }
    lints.into_iter().for_each(|lint| report.add(lint.said));
}

/// Whether a mistake of the first code can bring about what games come upon.
fn causes(mistake: &str, effect: &str) -> bool {
    match effect {
        "play/stuck" => matches!(
            mistake,
            "lint/constant" | "lint/empty-set" | "end/shadowed" | "turn/never" | "turn/shadowed" | "lint/never-appears"
        ),
        "play/alike" => matches!(mistake, "move/alike" | "lint/unused"),
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
