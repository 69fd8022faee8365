//! The findings as text for people. The only file that names miette.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents};
use miette::{SourceCode, SourceSpan, SpanContents, ThemeCharacters, ThemeStyles};

use super::excerpt::{Excerpt, Frame, excerpts};
use super::{Diagnostic, MAX_DIAGNOSTICS, Report, Severity};
use crate::source::SourceMap;

/// What the place that shows the findings can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether to write colours (ANSI escapes).
    pub colour: bool,
    /// Whether to draw with more than ASCII.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// Columns that the line number and the frame of an excerpt may take.
const GUTTER: usize = 12;
/// Lines of a picture that are shown.
const MAX_PICTURE_LINES: usize = 70;

/// The report as text: each finding with the lines that it is about.
pub fn human(report: &Report, sources: &SourceMap, style: Style) -> String {
    let mut out = String::new();
    for diagnostic in report.iter() {
        out.push_str(&one(diagnostic, sources, style));
        out.push('\n');
    }
    if report.suppressed() > 0 {
        let more = report.suppressed();
        out.push_str(&format!("{more} more not shown: at most {MAX_DIAGNOSTICS} findings are shown at a time\n"));
    }
    out
}

fn one(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let width = style.width.clamp(40, 160);
    let frame = match style.unicode {
        true => Frame { width: (width - GUTTER).min(120), ellipsis: "…", unprintable: '\u{FFFD}' },
        false => Frame { width: (width - GUTTER).min(120), ellipsis: "...", unprintable: '?' },
    };
    let shown = MietteDiagnostic {
        message: frame.clean(&diagnostic.message),
        help: diagnostic.help.as_deref().map(|help| frame.clean(help)),
        severity: diagnostic.severity,
        sheet: Sheet(excerpts(diagnostic, sources, frame)),
    };
    let handler = GraphicalReportHandler::new_themed(theme(diagnostic, &shown.sheet, style))
        .with_links(false)
        .with_context_lines(1)
        .with_width(width)
        .without_syntax_highlighting();
    let mut text = String::new();
    if handler.render_report(&mut text, &shown).is_err() {
        let place = sources.file(diagnostic.primary.span.file).place(diagnostic.primary.span.start);
        text = format!("  {} {} (line {}, column {})", title(diagnostic), shown.message, place.line, place.column);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.strip_prefix("  ").unwrap_or(&text).lines() {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    for line in diagnostic.picture.iter().flat_map(|picture| picture.lines()).take(MAX_PICTURE_LINES) {
        let line: String = frame.clean(line).chars().take(width).collect();
        out.push_str(format!("    {line}").trim_end());
        out.push('\n');
    }
    out
}

/// `error[name/unknown-piece]:`
fn title(diagnostic: &Diagnostic) -> String {
    format!("{}[{}]:", diagnostic.severity.word(), diagnostic.code)
}

/// The title stands where miette has an icon; the finding's own place has the colour of its severity.
fn theme(diagnostic: &Diagnostic, sheet: &Sheet, style: Style) -> GraphicalTheme {
    let mut characters = if style.unicode { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() };
    let title = title(diagnostic);
    (characters.error, characters.warning, characters.advice) = (title.clone(), title.clone(), title);
    if !style.unicode {
        characters.underbar = characters.underline;
    }
    let mut styles = if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    if style.colour {
        styles.link = styles.help;
        (styles.error, styles.warning, styles.advice) =
            (styles.error.bold(), styles.warning.bold(), styles.advice.bold());
        let own = match diagnostic.severity {
            Severity::Error => styles.error,
            Severity::Warning => styles.warning,
            Severity::Advice => styles.advice,
        };
        let marks = sheet.0.iter().flat_map(|excerpt| &excerpt.marks);
        styles.highlights = marks.map(|mark| if mark.primary { own } else { styles.help }).collect();
    }
    GraphicalTheme { characters, styles }
}

/// A finding as miette wants it.
#[derive(Debug)]
struct MietteDiagnostic {
    message: String,
    help: Option<String>,
    severity: Severity,
    sheet: Sheet,
}

impl fmt::Display for MietteDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for MietteDiagnostic {}

impl miette::Diagnostic for MietteDiagnostic {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Advice => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.sheet)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let marks = self.sheet.0.iter().flat_map(|excerpt| &excerpt.marks);
        Some(Box::new(marks.map(|mark| {
            let text = Some(mark.text.clone()).filter(|text| !text.is_empty());
            let span = SourceSpan::from(mark.bytes.clone());
            match mark.primary {
                true => LabeledSpan::new_primary_with_span(text, span),
                false => LabeledSpan::new_with_span(text, span),
            }
        })))
    }
}

/// The excerpts as one text for miette, which asks for the lines around a label (context 1) and for the place to put at
/// their head (context 0). The place it gets is counted in characters of the file.
struct Sheet(Vec<Excerpt>);

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} excerpts", self.0.len())
    }
}

impl SourceCode for Sheet {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_lines_before: usize,
        _context_lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let end = span.offset() + span.len();
        let holds = |excerpt: &&Excerpt| excerpt.start <= span.offset() && end <= excerpt.start + excerpt.text.len();
        let excerpt = self.0.iter().find(holds).ok_or(MietteError::OutOfBounds)?;
        let is_asked = |mark: &&super::excerpt::Mark| mark.bytes.start == span.offset();
        let head = excerpt.marks.iter().filter(is_asked).max_by_key(|mark| mark.primary);
        let (line, column) = match head {
            Some(mark) if context_lines_before == 0 => (mark.line, mark.column),
            _ => (excerpt.first_line, 1),
        };
        Ok(Box::new(MietteSpanContents::new_named(
            excerpt.name.clone(),
            excerpt.text.as_bytes(),
            SourceSpan::from((excerpt.start, excerpt.text.len())),
            line as usize - 1,
            column as usize - 1,
            excerpt.text.lines().count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Style, human};
    use crate::diagnostic::{Code, Diagnostic, Report};
    use crate::source::{FileId, SourceFile, SourceMap, Span};

    const PLAIN: Style = Style { colour: false, unicode: true, width: 80 };
    const ASCII: Style = Style { unicode: false, ..PLAIN };

    fn sources(texts: &[(&str, &str)]) -> SourceMap {
        let mut sources = SourceMap::default();
        for (name, text) in texts {
            sources.add(SourceFile::new(*name, *text));
        }
        sources
    }

    fn find(sources: &SourceMap, file: u16, word: &str) -> Span {
        let start = sources.file(FileId(file)).text.find(word).unwrap();
        Span::new(FileId(file), start, start + word.len())
    }

    fn show(diagnostic: Diagnostic, sources: &SourceMap, style: Style) -> String {
        let mut report = Report::default();
        report.add(diagnostic);
        human(&report, sources, style)
    }

    fn unknown_board(sources: &SourceMap) -> Diagnostic {
        Diagnostic::new(Code::BoardUnknownShape, find(sources, 0, "sqare"), "unknown board `sqare`")
            .label("not a board")
            .help("did you mean `square`?")
    }

    #[test]
    fn an_error_in_ascii() {
        let sources = sources(&[("x.game", "game \"x\" {\n  board sqare(5)\n}\n")]);
        assert_eq!(
            show(unknown_board(&sources), &sources, ASCII),
            "\
error[board/unknown-shape]: unknown board `sqare`
   ,-[x.game:2:9]
 1 | game \"x\" {
 2 |   board sqare(5)
   :         ^^^^^
   :           `-- not a board
 3 | }
   `----
  help: did you mean `square`?

"
        );
    }

    #[test]
    fn carets_stand_right_after_tab_and_emoji_and_the_column_counts_characters() {
        let sources = sources(&[("x.game", "game \"x\" {\n\t\"😀é\" sqare(5)\n}\n"), ("base.game", "a\nb sqare\n")]);
        let finding = unknown_board(&sources)
            .related(find(&sources, 0, "game"), "of this game")
            .related(find(&sources, 1, "sqare"), "declared here");
        assert_eq!(
            show(finding, &sources, PLAIN),
            "\
error[board/unknown-shape]: unknown board `sqare`
   ╭─[x.game:2:7]
 1 │ game \"x\" {
   · ──┬─
   ·   ╰── of this game
 2 │     \"😀é\" sqare(5)
   ·           ──┬──
   ·             ╰── not a board
 3 │ }
   ╰────
   ╭─[base.game:2:3]
 1 │ a
 2 │ b sqare
   ·   ──┬──
   ·     ╰── declared here
   ╰────
  help: did you mean `square`?

"
        );
    }

    #[test]
    fn an_empty_span_at_the_end_of_the_file() {
        for (text, place) in [("ab", "1:3"), ("ab\n", "2:1"), ("", "1:1"), ("ab\r\n\r\n", "3:1")] {
            let sources = sources(&[("x.game", text)]);
            let end = Span::new(FileId(0), text.len(), text.len());
            let shown = show(Diagnostic::new(Code::LintUnused, end, "the file ends").label("here"), &sources, ASCII);
            assert!(shown.contains(&format!(",-[x.game:{place}]")), "{shown}");
            assert!(shown.contains("`-- here"), "{shown}");
        }
    }

    #[test]
    fn long_lines_and_long_spans_are_cut() {
        let line = format!("{} sqare {}\n", "é".repeat(500_000), "b ".repeat(500_000));
        let sources = sources(&[("x.game", &line)]);
        let shown = show(unknown_board(&sources), &sources, PLAIN);
        assert!(shown.contains("[x.game:1:500002]"), "{shown}");
        assert!(shown.contains(" 1 │ …ééé") && shown.contains(" sqare b b"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= PLAIN.width), "{shown}");

        let everything = Span::new(FileId(0), 0, line.len());
        let long = "x".repeat(1 << 20);
        let shown = show(Diagnostic::new(Code::SyntaxExpected, everything, long.clone()).label(long), &sources, PLAIN);
        assert!(shown.len() < 10_000, "{} bytes", shown.len());
    }

    #[test]
    fn a_label_over_many_lines_shows_the_first() {
        let sources = sources(&[("x.game", &"line\n".repeat(1000))]);
        let shown = show(
            Diagnostic::new(Code::SyntaxUnclosedBracket, Span::new(FileId(0), 5, 4000), "not closed"),
            &sources,
            ASCII,
        );
        assert_eq!(
            shown,
            "\
error[syntax/unclosed-bracket]: not closed
   ,-[x.game:2:1]
 1 | line
 2 | line
   : ^^^^
 3 | line
   `----

"
        );
    }

    #[test]
    fn what_steers_a_terminal_is_not_written() {
        let sources = sources(&[("x\u{1b}[2J.game", "a \u{1b}[31m\u{202e}sqare\u{7}\n")]);
        let shown = show(unknown_board(&sources).help("\u{1b}[0m\u{9b}0m"), &sources, PLAIN);
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
        assert!(!shown.contains('\u{202e}'), "{shown:?}");
        let coloured = show(unknown_board(&sources), &sources, Style { colour: true, ..PLAIN });
        assert!(coloured.contains("\u{1b}[31;1merror[board/unknown-shape]:"), "{coloured:?}");
        assert!(!coloured.contains("\u{1b}]"), "no link escapes: {coloured:?}");
    }

    #[test]
    fn findings_past_the_most_are_counted() {
        let sources = sources(&[("x.game", &"x".repeat(500))]);
        let mut report = Report::default();
        (0..123).for_each(|at| report.add(Diagnostic::new(Code::NameUnknown, Span::new(FileId(0), at, at + 1), "m")));
        let shown = human(&report, &sources, ASCII);
        assert!(shown.ends_with("\n23 more not shown: at most 100 findings are shown at a time\n"), "{shown}");
    }

    proptest! {
        #[test]
        fn any_spans_of_any_text_can_be_shown(
            text in "([a-z \t\r\n\u{0}é😀\u{301}\u{200d}]|[a-z]{50}){0,40}",
            spans in prop::collection::vec((0usize..400, 0usize..400, 0u16..2), 1..6),
            width in 0usize..200,
        ) {
            let sources = sources(&[("a", &text), ("b", "one\ntwo\n")]);
            let span = |&(start, length, file): &(usize, usize, u16)| Span::new(FileId(file), start, start + length);
            let first = Diagnostic::new(Code::NameUnknown, span(&spans[0]), "message").label("label");
            let finding = spans[1..].iter().fold(first, |finding, at| finding.related(span(at), "other"));
            let file = sources.file(FileId(spans[0].2));
            let place = file.place(spans[0].0 as u32);
            for unicode in [true, false] {
                let shown = show(finding.clone(), &sources, Style { colour: false, unicode, width });
                let head = format!("[{}:{}:{}]", file.name, place.line, place.column);
                prop_assert!(shown.contains(&head), "{head} in {shown}");
                prop_assert!(shown.contains("label"), "{shown}");
            }
        }
    }
}
