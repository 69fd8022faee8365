//! The arguments that the process takes.

use clap::{Args, Parser, Subcommand};

use super::terminal::Color;
use super::{check, explain, fmt, games, moves, new, perft, play, playouts, replay, show, solve, test, trace, why_not};
use crate::library::Settings;

/// Abstract board games as rule sheets: check, play and measure `.game` files.
#[derive(Parser)]
#[command(
    name = "rulebook",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    max_term_width = 100,
    after_help = "FILE is a path, `-` for standard input, or the name of a shipped game.\n\
                  Exit status: 0 done, 1 findings, 2 wrong usage or a file that cannot be read."
)]
pub struct Arguments {
    /// When to write colours
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true, value_name = "WHEN", hide_possible_values = true)]
    #[arg(help = "When to write colours: auto, always or never")]
    pub color: Color,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Check(check::Check),
    Test(test::Test),
    Show(show::Show),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Playouts(playouts::Playouts),
    Replay(replay::Replay),
    Play(play::Play),
    Games(games::Games),
    New(new::New),
    Fmt(fmt::Fmt),
    Explain(explain::Explain),
    WhyNot(why_not::WhyNot),
    Trace(trace::Trace),
    Solve(solve::Solve),
}

/// Which game of a file, with which options.
#[derive(Args, Clone)]
pub struct GameSettings {
    /// Set an option of the game, such as `size=7`; may be given several times
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = option_value)]
    pub set: Vec<(String, String)>,
    /// The game or variant of this title; the first of the file where none is named
    #[arg(long, value_name = "TITLE")]
    pub variant: Option<String>,
}

fn option_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((option, value)) if !option.trim().is_empty() => Ok((option.trim().to_owned(), value.trim().to_owned())),
        _ => Err("write OPTION=VALUE, such as `size=7`".to_owned()),
    }
}

impl GameSettings {
    /// Adds what was set to `settings`, as it was written.
    pub fn write(&self, settings: &mut Settings) {
        if let Some(variant) = &self.variant {
            settings.set_variant(" --variant ", variant);
        }
        for (option, value) in &self.set {
            settings.set(" --set ", option, value);
        }
    }

    /// What was set.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        self.write(&mut settings);
        settings
    }
}

/// A number of seconds, for a limit of time.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("write a number of seconds above 0".to_owned()),
    }
}
