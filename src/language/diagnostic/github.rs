//! The findings as workflow commands, which GitHub shows beside the lines that they are about.

use std::fmt::Write;

use super::{Report, Severity};
use crate::source::{SourceMap, Span};

/// The report as workflow commands, one a line: `::error file=...,line=...::message`. What the file allows is left out.
pub fn github(report: &Report, sources: &SourceMap) -> String {
    let mut out = String::new();
    for finding in report.iter() {
        let word = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Advice => "notice",
        };
        let mut message = finding.message.clone();
        let label = Some(&finding.primary.text).filter(|label| !label.is_empty());
        label.into_iter().for_each(|label| message.push_str(&format!("\n{label}")));
        finding.help.iter().for_each(|help| message.push_str(&format!("\nhelp: {help}")));
        command(word, finding.primary.span, finding.code.name(), &message, sources, &mut out);
    }
    out
}

/// Something worth knowing about a place that is no finding, as a workflow command.
pub fn github_notice(title: &str, message: &str, at: Span, sources: &SourceMap) -> String {
    let mut out = String::new();
    command("notice", at, title, message, sources, &mut out);
    out
}

fn command(word: &str, span: Span, title: &str, message: &str, sources: &SourceMap, out: &mut String) {
    let file = sources.file(span.file);
    let (start, end) = (file.place(span.start), file.place(span.end));
    // Columns are read only where the finding is on one line; the last one belongs to it.
    let columns = match start.line == end.line {
        true => format!(",col={},endColumn={}", start.column, end.column.max(start.column + 1) - 1),
        false => String::new(),
    };
    let _ = writeln!(
        out,
        "::{word} file={},line={},endLine={}{columns},title={}::{}",
        property(&file.name),
        start.line,
        end.line,
        property(title),
        data(message),
    );
}

/// The text of a message, in which a line break would end the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which a colon or comma would end as well.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::github;
    use crate::diagnostic::{Code, Diagnostic, Report};
    use crate::source::{SourceFile, SourceMap, Span};

    #[test]
    fn what_would_end_a_command_is_escaped() {
        let mut sources = SourceMap::default();
        let file = sources.add(SourceFile::new("a,b:c%\n.game", "one\ntwo é three\n"));
        let mut report = Report::default();
        let said =
            Diagnostic::new(Code::NameUnknown, Span::new(file, 4, 9), "100% of `a`: ::b").label("here").help("go\r");
        report.add(said);
        report.add(Diagnostic::new(Code::LintUnused, Span::new(file, 0, 6), "m"));
        assert_eq!(
            github(&report, &sources),
            "::error file=a%2Cb%3Ac%25%0A.game,line=2,endLine=2,col=1,endColumn=4,title=name/unknown\
             ::100%25 of `a`: ::b%0Ahere%0Ahelp: go%0D\n\
             ::warning file=a%2Cb%3Ac%25%0A.game,line=1,endLine=2,title=lint/unused::m\n"
        );
    }
}
