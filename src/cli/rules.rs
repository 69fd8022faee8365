//! `rulebook rules`.

use clap::Args;

use super::arguments::GameSettings;
use super::failure::Failure;
use super::input;
use super::position::with_sources;
use super::reference::Reference;
use super::terminal::Terminal;
use rulebook_service::rules::{markdown, prose};

/// Tell the rules of a game in prose
///
/// English sentences for players, made from the checked rules at the values of the options: the setup, what a turn is, what each
/// move picks and does, the end, and what the names of the sheet stand for. What the sheet says of itself (`///`) stands first.
#[derive(Args)]
pub struct Rules {
    /// Game file: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_parser = Reference::parser())]
    file: Reference,
    #[command(flatten)]
    settings: GameSettings,
    /// Print Markdown as it is
    #[arg(long)]
    markdown: bool,
}

impl Rules {
    /// Tells the rules.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let loaded = input::read(&self.file.file)?;
        let (_, prepared) = with_sources(loaded.clone(), &self.file.with(&self.settings)?)?;
        let page = markdown(&prose(&loaded, &prepared));
        if self.markdown { terminal.data(page.as_bytes()) } else { terminal.print_markdown(&page) }
    }
}
