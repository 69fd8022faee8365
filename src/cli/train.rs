//! `rulebook train`.
#![expect(clippy::disallowed_methods, reason = "the door to the clock, which times a training")]

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::arguments::GameSettings;
use super::failure::Failure;
use super::input;
use super::output::Output;
use super::position::{prepare, title};
use super::progress::Progress;
use super::reference::Reference;
use super::terminal::Terminal;
use super::threads::Threads;
use rulebook_insight::agents::{LearnedPlayer, MAX_PLAYER_BYTES};
use rulebook_insight::analysis::{StrengthPoint, TrainStep as Step, Training};
use rulebook_service::wire;

/// Train a player of a game by games against itself
///
/// Nothing but the sheet is needed. The same seed gives the same player on every machine and any number of threads. While it learns, it
/// plays against `random`, `mcts:200` and the best of its own earlier states; the best is kept, and measured by further games at the
/// end. The player is then an agent: `learned:FILE`, `learned:FILE,depth=3` or `mcts:400,value=FILE`. docs/learn.md says how it works.
#[derive(Args)]
pub struct Train {
    /// Game file: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_parser = Reference::parser())]
    file: Reference,
    #[command(flatten)]
    settings: GameSettings,
    /// Number of games to learn from [default: by their length, for about two minutes on two cores]
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Write the player to this file; without it, nothing is kept
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Seed for random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin from this player: of this game, or of a variant with the same players, pieces, counters and board
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Train {
    /// Trains.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.threads.apply()?;
        let prepared = prepare(input::read(&self.file.file)?, &self.file.with(&self.settings)?)?;
        let from = self.from.as_deref().map(|file| {
            let said = |why: String| Failure::Broken(format!("--from {}: {why}", file.display()));
            let bytes = input::bytes(file, MAX_PLAYER_BYTES).map_err(said)?;
            LearnedPlayer::read(&bytes).map_err(|error| said(error.to_string()))
        });
        let from = from.transpose()?;
        let broken = |error: &dyn std::fmt::Display| Failure::Broken(error.to_string());
        let mut training = Training::begin(&prepared, (self.games, self.seed), from.as_ref()).map_err(|error| {
            if from.is_some() { Failure::Broken(format!("--from: {error}")) } else { broken(&error) }
        })?;
        let mut out = self.out.as_deref().map(|name| Output::create(name, terminal)).transpose()?;
        let before = from.as_ref().map(|player| player.card().title.clone());
        let mut told = wire::Train::new(&title(&prepared.game), &training, before);
        if !self.json {
            begin(&told, from.as_ref(), terminal)?;
        }
        let began = Instant::now();
        let (mut seconds, mut round, mut failed) = (0.0, began, None);
        let mut progress = Some(Progress::new(terminal, "games", Some(told.games)));
        let kept = training.run(&mut |training, step| {
            match step {
                Step::Played => progress.iter().for_each(|progress| progress.at(training.played())),
                Step::Measures => {
                    seconds += round.elapsed().as_secs_f64();
                    progress = None;
                }
                Step::Measured(point) => {
                    told.curve.push(point.into());
                    if !self.json {
                        failed = line(point, Some(seconds), terminal).err();
                    }
                    progress = Some(Progress::new(terminal, "games", Some(told.games)));
                    round = Instant::now();
                }
                Step::Concludes => progress = None,
            }
            failed.is_none()
        });
        let kept = kept.map_err(|error| broken(&error))?;
        told.end(&training, kept.as_ref());
        let Some(kept) = kept else { return failed.map_or(Ok(()), Err) };
        if let Some(out) = &mut out {
            out.bytes(&training.write().map_err(|error| broken(&error))?)?;
        }
        if let Some(out) = out {
            out.finish()?;
        }
        if self.json {
            return terminal.json(&told);
        }
        self.end(&told, &kept, began.elapsed().as_secs_f64(), terminal)
    }

    /// Says what was kept.
    fn end(&self, told: &wire::Train, kept: &StrengthPoint, took: f64, terminal: &mut Terminal) -> Result<(), Failure> {
        let out = terminal.out();
        writeln!(out, "Kept: the player after {} games. By games that it was not chosen on:", kept.games)?;
        line(kept, None, terminal)?;
        let out = terminal.out();
        let grows = match told.stopped_growing {
            true => {
                "It is not seen to grow any more: none of the last three checks was won against the best before, beyond chance."
            }
            false => "It is still growing: more games may make it stronger.",
        };
        writeln!(out, "{grows}")?;
        match &self.out {
            Some(name) => writeln!(out, "Wrote {} after {took:.0} s, seed {}.", name.display(), told.seed)?,
            None => writeln!(out, "Nothing was written: `--out FILE` keeps the player.")?,
        }
        Ok(())
    }
}

/// Says what is looked at.
fn begin(told: &wire::Train, from: Option<&LearnedPlayer>, terminal: &mut Terminal) -> Result<(), Failure> {
    let out = terminal.out();
    writeln!(out, "{}", told.game)?;
    let share = if told.roles_share { "all roles share them" } else { "each role has its own" };
    let symmetries = match told.symmetries {
        1 => "no symmetry".to_owned(),
        several => format!("{several} symmetries"),
    };
    writeln!(
        out,
        "looks at {} patterns of cells with {} codes by {symmetries}: {} weights, {share}",
        told.patterns, told.codes, told.weights
    )?;
    if let Some(player) = from {
        let card = player.card();
        writeln!(out, "begins from a player of {} that has learned from {} games", card.title, card.games)?;
    }
    writeln!(out, "learns from {} games; scores in percent, with 95 % intervals:", told.games)?;
    Ok(())
}

/// Says how strong a player is.
fn line(point: &StrengthPoint, seconds: Option<f64>, terminal: &mut Terminal) -> Result<(), Failure> {
    let scores = point.against.iter().map(|against| {
        let cut = if against.cut > 0 { format!(", {} cut", against.cut) } else { String::new() };
        format!("{} {}{cut}", against.opponent.name(), against.told())
    });
    let scores = scores.collect::<Vec<_>>().join("  ");
    let out = terminal.out();
    match seconds {
        Some(seconds) => {
            let best = if point.best { "  best" } else { "" };
            writeln!(out, "{:>9} games {seconds:>6.1} s  {scores}{best}", point.games)?;
        }
        None => writeln!(out, "  {scores}")?,
    }
    terminal.flush()
}
