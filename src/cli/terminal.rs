//! Standard output and standard error: what they can show, decided once.
#![expect(clippy::disallowed_methods, reason = "the door to the terminal")]

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;
use serde::Serialize;

use super::failure::Failure;
use rulebook_language::diagnostic::{Report, Style, human};
use rulebook_language::reference::layout;
use rulebook_language::source::SourceMap;

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
    out: BufWriter<AutoStream<Stdout>>,
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
        Terminal {
            out: BufWriter::with_capacity(1 << 16, AutoStream::new(io::stdout(), out)),
            out_style: style(out),
            err_style: style(err),
        }
    }

    /// Standard output.
    pub fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// Writes a value to standard output as JSON on one line.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, value).map_err(io::Error::from)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes findings to standard output: where they are what was asked for.
    pub fn print_findings(&mut self, report: &Report, sources: &SourceMap) -> Result<(), Failure> {
        let text = human(report, sources, self.out_style);
        Ok(self.out.write_all(text.as_bytes())?)
    }

    /// A page in Markdown as text for standard output.
    pub fn markdown(&self, page: &str) -> String {
        layout(page, self.out_style.width, self.out_style.colour)
    }

    /// Writes findings to standard error: where something else was asked for.
    pub fn show_findings(&mut self, report: &Report, sources: &SourceMap) {
        self.say(human(report, sources, self.err_style).trim_end());
    }

    /// Writes a line to standard error.
    pub fn say(&mut self, line: &str) {
        let choice = if self.err_style.colour { ColorChoice::Always } else { ColorChoice::Never };
        let mut err = AutoStream::new(io::stderr(), choice);
        // If nobody reads what is said, nothing is left to be said.
        let _ = writeln!(err, "{line}");
    }

    /// Writes an error to standard error.
    pub fn error(&mut self, message: &str) {
        let head = if self.err_style.colour { "\u{1b}[31;1merror:\u{1b}[0m" } else { "error:" };
        self.say(&format!("{head} {message}"));
    }

    /// Whether somebody watches standard error.
    pub fn is_watched(&self) -> bool {
        io::stderr().is_terminal()
    }

    /// Clears the screen, where standard output is one.
    pub fn clear(&mut self) -> Result<(), Failure> {
        if io::stdout().is_terminal() {
            self.out.write_all(b"\x1b[2J\x1b[H")?;
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

/// Whether the locale says that more than ASCII can be shown.
fn unicode() -> bool {
    if cfg!(windows) {
        return true;
    }
    let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set).unwrap_or_default().to_ascii_uppercase();
    locale.contains("UTF-8") || locale.contains("UTF8")
}
