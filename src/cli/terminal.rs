//! Standard output and standard error: what they can show, decided once.
#![expect(clippy::disallowed_methods, reason = "the door to the terminal")]

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use serde::Serialize;

use super::failure::Failure;
use super::json;
use super::stream::Stream;
use rulebook_language::diagnostic::{Report, Style, human};
use rulebook_language::reference::layout;
use rulebook_language::source::SourceMap;
use rulebook_language::util::visible;

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set; elsewhere if `CLICOLOR_FORCE` is.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Columns where nothing says how many there are.
const WIDTH: usize = 100;

/// Standard output and standard error.
pub struct Terminal {
    out: Stream,
    out_style: Style,
    err_style: Style,
}

impl Terminal {
    /// The streams of the process.
    pub fn new(color: Color) -> Self {
        let chosen = |auto: ColorChoice| match color {
            Color::Auto => auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let out = chosen(AutoStream::choice(&io::stdout()));
        let err = chosen(AutoStream::choice(&io::stderr()));
        let width = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).unwrap_or(WIDTH);
        let style = |choice: ColorChoice| Style { colour: choice != ColorChoice::Never, unicode: unicode(), width };
        Terminal { out: Stream::out(out), out_style: style(out), err_style: style(err) }
    }

    /// Standard output, for text: characters in it that steer a terminal are shown, not obeyed.
    pub fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// Writes bytes to standard output as they are: data, and not text for people.
    pub fn data(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        Ok(self.out.raw.write_all(bytes)?)
    }

    /// Leaves standard output to a file of that name: whatever is said from here on goes to standard error.
    pub fn give_up_out(&mut self) -> Result<(), Failure> {
        if self.out.is_err() {
            return Err(Failure::Usage("only one file can be written to standard output".to_owned()));
        }
        self.flush()?;
        self.out_style.colour = self.err_style.colour;
        self.out = Stream::err(colours(self.err_style.colour));
        Ok(())
    }

    /// Writes a value to standard output as JSON on one line.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        Ok(json::line(&mut self.out.raw, value)?)
    }

    /// Writes findings to standard output: where they are what was asked for.
    pub fn print_findings(&mut self, report: &Report, sources: &SourceMap) -> Result<(), Failure> {
        let text = human(report, sources, self.out_style);
        self.data(text.as_bytes())
    }

    /// Writes a page in Markdown to standard output as text.
    pub fn print_markdown(&mut self, page: &str) -> Result<(), Failure> {
        let text = layout(page, self.out_style.width, self.out_style.colour);
        self.data(text.as_bytes())
    }

    /// Writes findings to standard error: where something else was asked for.
    pub fn show_findings(&mut self, report: &Report, sources: &SourceMap) {
        self.write_err(human(report, sources, self.err_style).trim_end());
    }

    /// Writes a line to standard error.
    pub fn say(&mut self, line: &str) {
        self.write_err(&visible(line));
    }

    /// Writes an error to standard error.
    pub fn error(&mut self, message: &str) {
        let head = if self.err_style.colour { "\u{1b}[31;1merror:\u{1b}[0m" } else { "error:" };
        self.write_err(&format!("{head} {}", visible(message)));
    }

    fn write_err(&mut self, text: &str) {
        let mut err = AutoStream::new(io::stderr(), colours(self.err_style.colour));
        // If nobody reads what is said, nothing is left to be said.
        let _ = writeln!(err, "{text}");
    }

    /// Whether somebody watches standard error.
    pub fn is_watched(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// Clears the screen, where standard output is one.
    pub fn clear(&mut self) -> Result<(), Failure> {
        if io::stdout().is_terminal() {
            self.data(b"\x1b[2J\x1b[H")?;
        }
        self.flush()
    }

    /// Columns of the terminal.
    pub fn width(&self) -> usize {
        self.out_style.width
    }

    /// Writes out what is still held back.
    pub fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}

fn colours(wanted: bool) -> ColorChoice {
    if wanted { ColorChoice::Always } else { ColorChoice::Never }
}

/// Whether the locale says that more than ASCII can be shown.
fn unicode() -> bool {
    if cfg!(windows) {
        return true;
    }
    let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).unwrap_or_default().to_ascii_uppercase();
    locale.contains("UTF-8") || locale.contains("UTF8")
}
