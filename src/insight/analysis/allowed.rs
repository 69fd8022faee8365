//! What a game allows of what was found about it.

use crate::library::Loaded;
use rulebook_language::diagnostic::{Code, Diagnostic, Fix, Report};
use rulebook_language::model::allowances;
use rulebook_language::syntax::ast::{File, Name};

/// Whether the game or variant `title` allows a finding.
pub fn is_allowed(loaded: &Loaded, title: &Name) -> impl Fn(&Diagnostic) -> bool {
    let files: Vec<&File> = loaded.files.iter().collect();
    let all = allowances(&files, Some(title));
    move |finding| all.iter().any(|allowance| allowance.covers(finding))
}

/// What was found about the game or variant `title`, without what it allows, and with a warning for each of its `allow`s to
/// which nothing corresponds. Those are not looked for where there are errors, or where not `everything` was looked at: then
/// something may be allowed that was not found.
pub fn settled(loaded: &Loaded, title: &Name, found: Report, everything: bool) -> Report {
    let files: Vec<&File> = loaded.files.iter().collect();
    let mut allowances: Vec<_> =
        allowances(&files, Some(title)).into_iter().map(|allowance| (allowance, false)).collect();
    let mut report = found.sift(|finding| {
        let (allowance, needed) = allowances.iter_mut().find(|(allowance, _)| allowance.covers(finding))?;
        *needed = true;
        Some((allowance.reason.clone(), allowance.span))
    });
    if report.errors() > 0 || !everything {
        return report;
    }
    for (allowance, _) in allowances.iter().filter(|(allowance, needed)| allowance.own && !needed) {
        let place = allowance.of.as_ref().map(|name| format!(" in `{name}`")).unwrap_or_default();
        report.add(
            Diagnostic::new(Code::AllowUnneeded, allowance.span, "no finding matches this `allow`")
                .label(format!("there is no `{}`{place}", allowance.code))
                .help("remove it")
                .fix(Fix::remove(allowance.span, "remove the `allow`").unsure()),
        );
    }
    report
}
