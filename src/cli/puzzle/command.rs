//! The command.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::{blocks, text};
use crate::arguments::GameSettings;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::players::{agent, seated};
use crate::position::prepare;
use crate::progress::Progress;
use crate::reference::Reference;
use crate::terminal::Terminal;
use crate::threads::Threads;
use rulebook_insight::agents::{AlphaBetaSettings, Spec};
use rulebook_insight::analysis::{PuzzleError, PuzzleSettings, puzzles};
use rulebook_service::{report, wire};

/// Find puzzles: positions in which one action wins by force and no other does
///
/// Games are played by the seed, and the last positions of each are searched. A puzzle is one in which a single action wins within the
/// plies, which is proved by looking at all answers, and which a shallow player misses in half of its tries or more. They are chosen so that
/// end clauses, moves and lengths differ. The same seed gives the same puzzles on every machine and any number of threads.
/// docs/puzzle.md says what exactly is proved.
#[derive(Args)]
pub struct Puzzle {
    /// Game file: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_parser = Reference::parser())]
    file: Reference,
    #[command(flatten)]
    settings: GameSettings,
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    number: u16,
    /// Agent that plays the games, such as `learned:my.player`; repeat to set one per seat [default: tree search and random play]
    #[arg(long = "agent", value_name = "AGENT", value_parser = agent)]
    agents: Vec<Spec>,
    /// Agent that is to miss the winning action [default: tree search by up to 100 simulations, two plies where games are long]
    #[arg(long, value_name = "AGENT", value_parser = agent)]
    missed_by: Option<Spec>,
    /// Plies that the win takes, such as `3..=9` or `5`
    #[arg(long, value_name = "PLIES", default_value = "3..=9", value_parser = plies)]
    plies: RangeInclusive<u8>,
    /// Maximum number of games to play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    /// Maximum number of actions played in thought for one position
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    nodes: u32,
    /// Cut a game off after this many plies
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_plies: u32,
    /// Seed for random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Print the puzzles as one JSON object
    #[arg(long, conflicts_with = "tests")]
    json: bool,
    /// Print the puzzles as `test` blocks for the sheet
    #[arg(long)]
    tests: bool,
    /// Also write a page on which the puzzles can be solved to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// A number of plies, or a range of them.
fn plies(text: &str) -> Result<RangeInclusive<u8>, String> {
    let number = |text: &str| text.trim().parse().ok();
    let (low, high) = text.split_once("..=").unwrap_or((text, text));
    let plies = number(low).zip(number(high)).and_then(|(low, high)| PuzzleSettings::between(low, high));
    plies.ok_or_else(|| format!("write plies from 1 to {}, such as `3..=9` or `5`", AlphaBetaSettings::MAX_DEPTH))
}

impl Puzzle {
    /// Finds puzzles.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.threads.apply()?;
        let mut loaded = input::read(&self.file.file)?;
        loaded.ask_for(self.agents.iter().chain(&self.missed_by));
        let chosen = self.file.with(&self.settings)?;
        let prepared = prepare(loaded, &chosen)?;
        seated(&self.agents, &prepared)?;
        let settings = PuzzleSettings {
            number: usize::from(self.number),
            agents: self.agents.clone(),
            missed_by: self.missed_by.clone(),
            games: self.games,
            max_plies: self.max_plies,
            plies: self.plies.clone(),
            nodes: self.nodes,
            seed: self.seed,
        };
        let page = self.html.as_deref().map(|name| Output::create(name, terminal)).transpose()?;
        let progress = Progress::new(terminal, "games", Some(self.games));
        let found = puzzles(&prepared, &settings, &mut |found| {
            progress.at(found.games);
            true
        });
        drop(progress);
        let found = wire::Puzzles::new(&prepared, &settings, &found.map_err(refused)?);
        if let Some(mut page) = page {
            page.text(&report::puzzles(&found, &prepared))?;
            page.finish()?;
        }
        if self.json {
            return terminal.json(&found);
        }
        if self.tests {
            let set = chosen.set.iter().map(|set| set.option.as_str()).collect::<Vec<_>>();
            return blocks::write(&found, &prepared, &set, terminal.out());
        }
        text::write(&found, terminal.out())
    }
}

fn refused(error: PuzzleError) -> Failure {
    match error {
        PuzzleError::Broken(broken) => {
            let line = broken.line.join(" ");
            Failure::Broken(format!("{}\n  help: reproduce it with --after \"{line}\"", PuzzleError::Broken(broken)))
        }
        PuzzleError::Fault(..) => Failure::Broken(error.to_string()),
        error => Failure::Usage(error.to_string()),
    }
}
