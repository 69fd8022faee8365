//! What was found, where, and what to write instead.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{Code, Fix};
use crate::source::Span;
use crate::util::Suggestion;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Severity {
    /// Worth knowing; the game runs.
    Advice,
    /// Probably a mistake; the game runs.
    Warning,
    /// The file cannot be used as it is.
    Error,
}

impl Severity {
    /// The severity as one word: `error`, `warning`, `advice`.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Advice => "advice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A place with a word on what is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is there, and why it matters.
    pub text: String,
}

/// One finding. Message: what is wrong, one line, lower case, no period, user text in backticks. Label: where and why
/// here. Help: what to write instead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// What kind of finding it is.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where it is wrong, and why here.
    pub primary: Label,
    /// Other places that play a part.
    pub related: Vec<Label>,
    /// What to write instead.
    pub help: Option<String>,
    /// The same as changes of the text, the likeliest first.
    pub fixes: Vec<Fix>,
    /// Lines to be shown as they are, such as the picture of a position.
    pub picture: Option<String>,
    /// The declaration that it is about, where other findings depend on that.
    pub subject: Option<Subject>,
}

/// The kinds of declarations that a finding can be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "`word` says what each is called")]
pub enum Subject {
    Piece,
    Option,
    Track,
    Relation,
    Link,
    Value,
    Region,
    Condition,
    Direction,
    Kind,
    Player,
    Cell,
    Pattern,
    Counter,
    Mark,
    Lot,
    Move,
    Effect,
}

impl Subject {
    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Subject::Piece => "piece",
            Subject::Option => "option",
            Subject::Track => "track",
            Subject::Relation => "relation",
            Subject::Link => "link",
            Subject::Cell => "cell",
            Subject::Value => "value",
            Subject::Region => "region",
            Subject::Condition => "condition",
            Subject::Direction => "direction",
            Subject::Kind => "kind",
            Subject::Player => "player",
            Subject::Pattern => "group, loop or line",
            Subject::Counter => "counter",
            Subject::Mark => "mark",
            Subject::Lot => "die or lot",
            Subject::Move => "move",
            Subject::Effect => "effect",
        }
    }
}

impl Diagnostic {
    /// A finding at `span`, as bad as its code says.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            primary: Label { span, text: String::new() },
            related: Vec::new(),
            help: None,
            fixes: Vec::new(),
            picture: None,
            subject: None,
        }
    }

    /// The finding as a note, which may be meant and which `--strict` leaves alone.
    #[must_use]
    pub fn note(mut self) -> Self {
        self.severity = Severity::Advice;
        self
    }

    /// Says why, at the place itself.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Names another place that plays a part.
    #[must_use]
    pub fn related(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push(Label { span, text: text.into() });
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Offers a change of the text.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }

    /// Asks whether a known word was meant at its place.
    #[must_use]
    pub fn did_you_mean(self, near: Suggestion<'_>) -> Self {
        let fix = Fix::write(self.primary.span, near.word);
        self.help(format!("did you mean `{}`?", near.word)).fix(Fix { safe: near.sure, ..fix })
    }

    /// Says what kind of declaration it is about.
    #[must_use]
    pub fn about(mut self, subject: Subject) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Shows lines as they are, such as the picture of a position.
    #[must_use]
    pub fn picture(mut self, lines: impl Into<String>) -> Self {
        self.picture = Some(lines.into());
        self
    }
}

/// Findings that a report keeps. The rest it only counts.
pub const MAX_DIAGNOSTICS: usize = 100;

/// A finding that the file allows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Allowed {
    /// What was found.
    pub finding: Diagnostic,
    /// Why it may stay.
    pub reason: String,
    /// Where the file says so.
    pub at: Span,
}

/// The findings of one run, in the order found.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    /// Those that the file allows, which count neither as errors nor as warnings.
    allowed: Vec<Allowed>,
    /// Code and place of the findings kept.
    known: FxHashSet<(Code, Span)>,
    /// How many were found of each severity, kept or not.
    found: [usize; 3],
}

impl Report {
    /// Adds a finding, unless an equal one (same code at the same place) is kept. A full report only counts it, but an
    /// error pushes out the last finding that is less.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        let key = (diagnostic.code, diagnostic.primary.span);
        if self.known.contains(&key) {
            return;
        }
        self.found[diagnostic.severity as usize] += 1;
        if self.is_full() && !self.push_out_below(diagnostic.severity) {
            return;
        }
        self.known.insert(key);
        self.diagnostics.push(diagnostic);
    }

    /// Adds a finding that may stay, unless it is known or there are too many.
    pub fn allow(&mut self, allowed: Allowed) {
        let (code, span) = (allowed.finding.code, allowed.finding.primary.span);
        let same = |old: &Allowed| (old.finding.code, old.finding.primary.span, old.at) == (code, span, allowed.at);
        if self.allowed.len() < MAX_DIAGNOSTICS && !self.allowed.iter().any(same) {
            self.allowed.push(allowed);
        }
    }

    /// The findings that the file allows, at most [`MAX_DIAGNOSTICS`].
    pub fn allowed(&self) -> &[Allowed] {
        &self.allowed
    }

    /// The report in which those findings are allowed for which `allows` has a reason, with the place where it stands.
    #[must_use]
    pub fn sift(mut self, mut allows: impl FnMut(&Diagnostic) -> Option<(String, Span)>) -> Self {
        for finding in std::mem::take(&mut self.diagnostics) {
            match allows(&finding) {
                Some((reason, at)) => {
                    self.known.remove(&(finding.code, finding.primary.span));
                    self.found[finding.severity as usize] -= 1;
                    self.allow(Allowed { finding, reason, at });
                }
                None => self.diagnostics.push(finding),
            }
        }
        self
    }

    /// The report with each finding that is kept said otherwise: its code and its place stay.
    #[must_use]
    pub fn retold(mut self, tell: impl Fn(Diagnostic) -> Diagnostic) -> Self {
        self.diagnostics = std::mem::take(&mut self.diagnostics).into_iter().map(tell).collect();
        self
    }

    /// The report in which findings are as bad as `severity` says, where it says anything of their code.
    #[must_use]
    pub fn regrade(mut self, severity: impl Fn(Code) -> Option<Severity>) -> Self {
        for finding in &mut self.diagnostics {
            if let Some(severity) = severity(finding.code) {
                self.found[finding.severity as usize] -= 1;
                self.found[severity as usize] += 1;
                finding.severity = severity;
            }
        }
        self
    }

    /// The report without the findings for which `is_known` holds, and how many these were.
    #[must_use]
    pub fn without(mut self, mut is_known: impl FnMut(&Diagnostic) -> bool) -> (Self, usize) {
        let before = self.diagnostics.len();
        for finding in std::mem::take(&mut self.diagnostics) {
            if is_known(&finding) {
                self.known.remove(&(finding.code, finding.primary.span));
                self.found[finding.severity as usize] -= 1;
            } else {
                self.diagnostics.push(finding);
            }
        }
        let gone = before - self.diagnostics.len();
        (self, gone)
    }

    /// Drops the last finding below `severity`, if there is one.
    fn push_out_below(&mut self, severity: Severity) -> bool {
        let Some(at) = self.diagnostics.iter().rposition(|kept| kept.severity < severity) else { return false };
        let gone = self.diagnostics.remove(at);
        self.known.remove(&(gone.code, gone.primary.span));
        true
    }

    /// Whether further findings are only counted.
    pub fn is_full(&self) -> bool {
        self.diagnostics.len() >= MAX_DIAGNOSTICS
    }

    /// The number of errors (not warnings), kept or not.
    pub fn errors(&self) -> usize {
        self.found[Severity::Error as usize]
    }

    /// The number of warnings, kept or not.
    pub fn warnings(&self) -> usize {
        self.found[Severity::Warning as usize]
    }

    /// The number of notes, kept or not.
    pub fn notes(&self) -> usize {
        self.found[Severity::Advice as usize]
    }

    /// The number of findings that were counted and not kept.
    pub fn suppressed(&self) -> usize {
        self.found.iter().sum::<usize>() - self.diagnostics.len()
    }

    /// Whether nothing was found but what the file allows.
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The findings that are kept, in the order found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.diagnostics.iter()
    }

    /// What the findings offer, to be changed.
    pub fn fixes_mut(&mut self) -> impl Iterator<Item = &mut Fix> {
        self.diagnostics.iter_mut().flat_map(|finding| &mut finding.fixes)
    }

    /// Puts the findings in the order of their places.
    pub fn sort(&mut self) {
        self.diagnostics.sort_by_key(|d| (d.primary.span.file, d.primary.span.start, d.primary.span.end));
    }

    /// Adds all of `other`'s findings, also those that it only counted.
    pub fn extend(&mut self, other: Report) {
        other.allowed.into_iter().for_each(|allowed| self.allow(allowed));
        let mut uncounted = other.found;
        for diagnostic in other.diagnostics {
            uncounted[diagnostic.severity as usize] -= 1;
            self.add(diagnostic);
        }
        for (found, more) in self.found.iter_mut().zip(uncounted) {
            *found += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, MAX_DIAGNOSTICS, Report, Severity};
    use crate::diagnostic::Code;
    use crate::source::{FileId, Span};

    fn at(start: usize) -> Span {
        Span::new(FileId(0), start, start + 1)
    }

    #[test]
    fn the_same_finding_counts_once() {
        let mut report = Report::default();
        report.add(Diagnostic::new(Code::NameUnknown, at(3), "one"));
        report.add(Diagnostic::new(Code::NameUnknown, at(3), "again"));
        report.add(Diagnostic::new(Code::NameUnknown, at(4), "elsewhere"));
        report.add(Diagnostic::new(Code::LintUnused, at(3), "other code"));
        assert_eq!((report.errors(), report.warnings(), report.suppressed()), (2, 1, 0));
    }

    #[test]
    fn a_full_report_counts_and_prefers_errors() {
        let mut report = Report::default();
        for start in 0..MAX_DIAGNOSTICS + 20 {
            report.add(Diagnostic::new(Code::LintUnused, at(start), "w"));
        }
        assert_eq!((report.iter().len(), report.warnings(), report.suppressed()), (MAX_DIAGNOSTICS, 120, 20));
        report.add(Diagnostic::new(Code::NameUnknown, at(7), "e"));
        assert_eq!((report.errors(), report.warnings(), report.suppressed()), (1, 120, 21));
        assert_eq!(report.iter().filter(|d| d.severity == Severity::Error).count(), 1);

        let mut sum = Report::default();
        sum.extend(report.clone());
        sum.extend(report);
        assert_eq!((sum.iter().len(), sum.errors(), sum.warnings()), (MAX_DIAGNOSTICS, 1, 120 + 21));
    }

    #[test]
    fn what_is_allowed_counts_as_nothing_else() {
        let mut report = Report::default();
        report.add(Diagnostic::new(Code::LintUnused, at(3), "one"));
        report.add(Diagnostic::new(Code::LintUnused, at(4), "two"));
        let sifted = report.clone().sift(|finding| (finding.message == "one").then(|| ("reason".to_owned(), at(9))));
        assert_eq!((sifted.warnings(), sifted.suppressed(), sifted.allowed().len()), (1, 0, 1));
        assert_eq!((sifted.allowed()[0].reason.as_str(), sifted.allowed()[0].at), ("reason", at(9)));
        let mut sum = sifted.clone();
        sum.extend(sifted.clone());
        assert_eq!(sum, sifted, "the same finding is allowed once");
        sum.extend(report);
        assert_eq!((sum.warnings(), sum.allowed().len()), (2, 1), "what one game allows another may not");
    }

    #[test]
    fn severities_can_be_set_and_known_findings_left_out() {
        let mut report = Report::default();
        report.add(Diagnostic::new(Code::LintUnused, at(3), "one"));
        report.add(Diagnostic::new(Code::EndLate, at(4), "two"));
        let graded = report.clone().regrade(|code| (code == Code::LintUnused).then_some(Severity::Error));
        assert_eq!((graded.errors(), graded.warnings(), graded.suppressed()), (1, 1, 0));
        let (left, gone) = graded.without(|finding| finding.message == "one");
        assert_eq!((left.errors(), left.warnings(), left.suppressed(), gone), (0, 1, 0, 1));
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }

    #[test]
    fn a_million_findings_cost_little() {
        let mut report = Report::default();
        for start in 0..1_000_000 {
            report.add(Diagnostic::new(Code::SyntaxExpected, at(start), ""));
        }
        assert_eq!((report.errors(), report.suppressed()), (1_000_000, 1_000_000 - MAX_DIAGNOSTICS));
    }
}
