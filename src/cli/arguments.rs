//! The arguments that the process takes.

use clap::{Args, Parser, Subcommand};

use super::failure::Failure;
use super::terminal::{Color, Terminal};
use super::{
    check, compare, completions, explain, fmt, games, grammar, lsp, man, measure, moves, new, perft, play, playouts,
    puzzle, replay, rules, sheet, show, solve, test, trace, train, why_not,
};
use rulebook_insight::library::Settings;

/// Check, play, measure and compare abstract board games written as `.game` files
#[derive(Parser)]
#[command(
    name = "rulebook",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    max_term_width = 100,
    after_help = "FILE is a path, `-` for standard input, or the name of a shipped game. Append #TITLE to select a variant \
                  and ?OPTION=VALUE to set options: \"emulsion?size=7&pie=off\", \"emulsion#Free Emulsion?size=5\".\n\n\
                  Exit status: 0 success, 1 findings or output that could not be written, 2 usage error or unreadable file."
)]
pub struct Arguments {
    /// When to use colours
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true, value_name = "WHEN", hide_possible_values = true)]
    #[arg(help = "When to use colours: auto, always or never")]
    pub color: Color,
    #[command(subcommand)]
    pub command: Command,
}

/// The commands, each with its arguments, and how each is run.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($arguments:ty),)+) => {
        #[derive(Subcommand)]
        pub enum Command {
            $($(#[$attribute])* $name($arguments),)+
        }

        impl Command {
            /// Runs the command.
            pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
                match self {
                    $($(#[$attribute])* Command::$name(command) => command.run(terminal),)+
                }
            }
        }
    };
}

commands! {
    Check(check::Check),
    Test(test::Test),
    Show(show::Show),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Playouts(playouts::Playouts),
    Measure(Box<measure::Measure>),
    Replay(replay::Replay),
    Play(play::Play),
    Games(games::Games),
    New(new::New),
    Fmt(fmt::Fmt),
    Explain(explain::Explain),
    WhyNot(why_not::WhyNot),
    Trace(trace::Trace),
    Solve(solve::Solve),
    Compare(Box<compare::Compare>),
    Train(train::Train),
    Puzzle(puzzle::Puzzle),
    Sheet(sheet::Sheet),
    Rules(rules::Rules),
    Lsp(lsp::Lsp),
    #[cfg(feature = "serve")]
    Serve(super::serve::Serve),
    #[cfg(feature = "serve")]
    Site(super::site::Site),
    #[cfg(feature = "study")]
    Study(super::study::StudyCommand),
    #[cfg(feature = "study")]
    Explore(Box<super::explore::Explore>),
    Grammar(grammar::Grammar),
    Completions(completions::Completions),
    Man(man::ManPages),
}

/// What stands before a value on the command line.
const SET: &str = " --set ";

/// Which game of a file, with which options.
#[derive(Args, Clone)]
pub struct GameSettings {
    /// Set an option, such as `size=7` (repeatable)
    #[arg(long = "set", value_name = "OPTION=VALUE", value_parser = option_value)]
    pub set: Vec<Assignment>,
    /// Title of the game or variant to use [default: the first in the file]
    #[arg(long, value_name = "TITLE", value_parser = titled)]
    pub variant: Option<Titled>,
}

/// A value for an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// What was written before it.
    pub lead: String,
    /// The option.
    pub option: String,
    /// The value, as it was written.
    pub value: String,
}

impl Assignment {
    /// A value as `--set` would give it.
    pub fn set(option: &str, value: &str) -> Self {
        Assignment { lead: SET.to_owned(), option: option.to_owned(), value: value.to_owned() }
    }
}

/// The title of a game or variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Titled {
    /// What was written before it.
    pub lead: String,
    /// The title.
    pub title: String,
    /// What was written after it.
    pub tail: &'static str,
}

fn option_value(text: &str) -> Result<Assignment, String> {
    match text.split_once('=') {
        Some((option, value)) if !option.trim().is_empty() => Ok(Assignment::set(option.trim(), value.trim())),
        _ => Err("write OPTION=VALUE, such as `size=7`".to_owned()),
    }
}

impl Titled {
    /// A title as `--variant` would give it.
    pub fn flag(title: &str) -> Self {
        Titled { lead: " --variant \"".to_owned(), title: title.to_owned(), tail: "\"" }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the shape of a value parser")]
fn titled(text: &str) -> Result<Titled, String> {
    Ok(Titled::flag(text))
}

impl GameSettings {
    /// Adds what was set to `settings`, as it was written.
    pub fn write(&self, settings: &mut Settings) {
        // In the order of the command line: what a reference says, then the flags.
        let (own, flags) = self.set.split_at(self.set.iter().take_while(|set| set.lead != SET).count());
        let is_first = |variant: &&Titled| own.is_empty() || variant.lead.len() > 1 && variant.lead.ends_with('#');
        let first = self.variant.as_ref().filter(is_first);
        let later = self.variant.as_ref().filter(|variant| !is_first(variant));
        let name = |variant: Option<&Titled>, settings: &mut Settings| {
            if let Some(Titled { lead, title, tail }) = variant {
                settings.name_variant(lead, title, tail);
            }
        };
        let assign = |set: &[Assignment], settings: &mut Settings| {
            set.iter().for_each(|Assignment { lead, option, value }| settings.set(lead, option, value));
        };
        name(first, settings);
        assign(own, settings);
        name(later, settings);
        assign(flags, settings);
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
