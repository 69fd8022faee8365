//! The command.
#![expect(clippy::disallowed_methods, reason = "the door to the clock, which ends a search and times it")]

use std::time::{Duration, Instant};

use clap::Args;

use super::grid::Grid;
use super::table::Table;
use crate::arguments::{Assignment, GameSettings, seconds};
use crate::failure::{FINDINGS, Failure};
use crate::input;
use crate::position::{PositionArgs, prepare};
use crate::progress::Progress;
use crate::terminal::Terminal;
use rulebook_insight::analysis::{self, ExpectedValue, Limits, Shortest, Unsolvable};
use rulebook_insight::audit::{self, Automorphism, Symmetries};
use rulebook_language::model::PIE;
use rulebook_play::engine::Position;
use rulebook_service::wire;

/// Solve a game: who wins with perfect play
///
/// Of a game for one player, the shortest way to win is found, or that there is none.
///
/// Set an option to several values to solve every combination, one per row: `--set size=2..=4`, `--set pie=on,off`. The exit
/// status is 1 if any game is not solved within the limits.
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    opening: PositionArgs,
    /// Maximum number of positions to store
    #[arg(long, value_name = "N", default_value_t = Limits::default().states,
        value_parser = clap::value_parser!(u64).range(1..))]
    states: u64,
    /// Maximum memory for stored positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Limits::default().bytes >> 20,
        value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Maximum search time per row, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<f64>,
    /// Search all reachable positions too: their number, the length of best play, the longest line, and whether one is drawn
    #[arg(long)]
    longest: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Solve {
    /// Solves.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let loaded = input::read(&self.opening.file.file)?;
        let mut settings = self.opening.chosen()?;
        let plain = GameSettings { set: Vec::new(), variant: settings.variant.clone() };
        let has_pie = prepare(loaded.clone(), &plain)?.game.options.iter().any(|option| option.name == PIE);
        if has_pie && self.opening.is_start() && settings.set.iter().all(|set| set.option != PIE) {
            // With it the second seat has its choice, and the question is no longer who wins.
            settings.set.push(Assignment::set(PIE, "off"));
        }
        let grid = Grid::new(&settings, &loaded)?;
        // What is wrong with one is said before any takes its time.
        grid.rows.iter().try_for_each(|settings| prepare(loaded.clone(), settings).map(drop))?;
        let mut rows = Vec::new();
        let mut table = Table::new(grid.options.clone(), self.longest);
        let mut all = true;
        for settings in &grid.rows {
            let mut position = self.opening.reached(&prepare(loaded.clone(), settings)?)?;
            let began = Instant::now();
            if position.game().has_luck() {
                let found = self.expected(&mut position, terminal, began);
                all &= found.is_ok();
                if let Some(refused) = found.as_ref().err().and_then(|why| refused(&position, why)) {
                    return Err(refused);
                }
                let row = wire::Row::expected(&position, &found, began.elapsed().as_secs_f64());
                if !self.json {
                    table.add(position.game(), &row);
                }
                rows.push((position, row));
                continue;
            }
            let Symmetries { keeping, exchanging, .. } = audit::symmetries(position.game());
            let symmetries = [keeping, exchanging].concat();
            let seconds = || began.elapsed().as_secs_f64();
            let (row, why) = if position.game().players.len() == 1 {
                let found = self.shortest(&mut position, &symmetries, terminal, began);
                (wire::Row::shortest(&position, &found, symmetries.len() + 1, seconds()), found.err())
            } else {
                let found = self.solve(&mut position, &symmetries, terminal, began);
                (wire::Row::new(&position, &found, symmetries.len() + 1, seconds()), found.err())
            };
            all &= why.is_none();
            if let Some(refused) = why.and_then(|why| refused(&position, &why)) {
                return Err(refused);
            }
            if !self.json {
                table.add(position.game(), &row);
            }
            rows.push((position, row));
        }
        if self.json {
            let title = rows.first().map(|(position, _)| position.game().about.title.clone()).unwrap_or_default();
            terminal.json(&wire::Solved { game: title, rows: rows.into_iter().map(|(_, row)| row).collect() })?;
        } else {
            table.write(terminal.out())?;
        }
        if all { Ok(()) } else { Err(Failure::Told(FINDINGS)) }
    }

    /// Runs a search within the limits.
    fn search<T>(
        &self,
        terminal: &Terminal,
        began: Instant,
        search: impl FnOnce(Limits, &mut dyn FnMut(u64) -> bool) -> T,
    ) -> T {
        let limit = self.seconds.map(Duration::from_secs_f64);
        let limits = Limits { states: self.states, bytes: self.memory << 20, threads: true };
        let progress = Progress::new(terminal, "states", None);
        search(limits, &mut |states| {
            progress.at(states);
            limit.is_none_or(|limit| began.elapsed() < limit)
        })
    }

    /// The value of a game with luck.
    fn expected(
        &self,
        position: &mut Position,
        terminal: &Terminal,
        began: Instant,
    ) -> Result<ExpectedValue, Unsolvable> {
        self.search(terminal, began, |limits, go_on| analysis::expected_value(position, limits, go_on))
    }

    /// The shortest way to win a game for one player.
    fn shortest(
        &self,
        position: &mut Position,
        symmetries: &[Automorphism],
        terminal: &Terminal,
        began: Instant,
    ) -> Result<Shortest, Unsolvable> {
        self.search(terminal, began, |limits, go_on| analysis::shortest(position, symmetries, limits, go_on))
    }

    fn solve(
        &self,
        position: &mut Position,
        symmetries: &[Automorphism],
        terminal: &Terminal,
        began: Instant,
    ) -> Result<analysis::Solution, Unsolvable> {
        self.search(terminal, began, |limits, go_on| analysis::solve(position, symmetries, limits, self.longest, go_on))
    }
}

/// What is said where there is no row, if that is so.
fn refused(position: &Position, why: &Unsolvable) -> Option<Failure> {
    let title = &position.game().about.title;
    Some(match why {
        Unsolvable::Players(_) => Failure::Usage(
            "a game for more than two players cannot be solved: no single value says who wins\n  help: use `rulebook measure`"
                .to_owned(),
        ),
        Unsolvable::Luck => Failure::Usage(format!("{title} leaves something to chance: it has no winner for certain")),
        Unsolvable::Swaps => Failure::Usage(format!(
            "{title} leaves something to chance, and its seats may change\n  help: solve it without the pie rule"
        )),
        Unsolvable::Fault(fault, line) => broken(&fault.to_string(), line),
        Unsolvable::Stuck(line) => broken("a player has no legal move, and no end clause covers this", line),
        Unsolvable::Stopped(..) => return None,
    })
}

fn broken(what: &str, line: &[String]) -> Failure {
    let shown = match line.is_empty() {
        true => "at the start of the game".to_owned(),
        false => format!("reproduce it with --after \"{}\"", line.join(" ")),
    };
    Failure::Broken(format!("{what}\n  help: {shown}"))
}
