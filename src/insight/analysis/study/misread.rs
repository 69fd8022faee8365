//! What is wrong with the text of a study, and where.

use std::ops::Range;

use rulebook_language::source::SourceFile;

/// What is wrong with the text of a study, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// Why here; empty where there is nothing to add.
    pub label: String,
    /// What to write instead.
    pub help: Option<String>,
}

/// The most of a line that is shown.
const WIDTH: usize = 120;

impl Misread {
    /// Something wrong at a place.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Misread { span, message: message.into(), label: String::new(), help: None }
    }

    /// The same with what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The finding as text, with the line that it speaks of, in the text called `name`.
    pub fn shown(&self, name: &str, text: &str) -> String {
        let file = SourceFile::new(name, text);
        let start = self.span.start.min(text.len());
        let place = file.place(u32::try_from(start).unwrap_or(u32::MAX));
        let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line: String = text[begin..].lines().next().unwrap_or("").chars().take(WIDTH).collect();
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let before = text[begin..start].chars().count();
        let length = text
            .get(start..self.span.end.min(text.len()))
            .map_or(1, |said| said.lines().next().unwrap_or("").chars().count());
        let length = length.clamp(1, WIDTH.saturating_sub(before).max(1));
        let number = place.line.to_string();
        let margin = " ".repeat(number.len());
        let mut out = format!("{name}:{number}:{}: {}", place.column, self.message);
        if before < WIDTH {
            let carets = format!("{}{} {}", " ".repeat(before), "^".repeat(length), self.label);
            out += &format!("\n{margin} |\n{number} | {line}\n{margin} | {}", carets.trim_end());
        }
        if let Some(help) = &self.help {
            out += &format!("\n  help: {help}");
        }
        out
    }
}
