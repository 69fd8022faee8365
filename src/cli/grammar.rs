//! `rulebook grammar`.

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::terminal::Terminal;

/// Print a grammar of the language, for language models that are held to it
///
/// A text that the grammar reads is a file of games without syntax errors, up to the exceptions of docs/grammar.md. What the text means
/// is for `rulebook check`.
#[derive(Args)]
pub struct Grammar {
    /// Notation
    #[arg(long, value_enum, default_value = "gbnf")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// GBNF, as llama.cpp and XGrammar read it
    Gbnf,
    /// Lark, as llguidance reads it
    Lark,
    /// One JSON object: the rules of our own parser as data
    Json,
}

impl Grammar {
    /// Prints the grammar.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let text = match self.format {
            Format::Gbnf => include_str!("../../grammar/game.gbnf"),
            Format::Lark => include_str!("../../grammar/game.lark"),
            Format::Json => include_str!("../../grammar/game.json"),
        };
        terminal.data(text.as_bytes())
    }
}
