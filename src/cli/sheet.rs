//! `rulebook sheet`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::GameSettings;
use super::failure::Failure;
use super::input;
use super::output::Output;
use super::position::with_sources;
use super::reference::Reference;
use super::terminal::Terminal;
use rulebook_service::report::sheet;

/// Write the printable rule sheet of a game
///
/// An HTML page that prints on A4: what you need, the setup, each move with a diagram taken from a test, the end, options,
/// variants and a glossary.
#[derive(Args)]
pub struct Sheet {
    /// Game file: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_parser = Reference::parser())]
    file: Reference,
    #[command(flatten)]
    settings: GameSettings,
    /// File to write, `-` for standard output
    #[arg(long, value_name = "OUT", default_value = "-", hide_default_value = true)]
    html: PathBuf,
}

impl Sheet {
    /// Writes the sheet.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let loaded = input::read(&self.file.file)?;
        let (_, prepared) = with_sources(loaded.clone(), &self.file.with(&self.settings)?)?;
        let page = sheet(&loaded, &prepared);
        if self.html == Path::new("-") {
            return terminal.data(page.as_bytes());
        }
        let mut output = Output::create(&self.html, terminal)?;
        output.text(&page)?;
        output.finish()
    }
}
