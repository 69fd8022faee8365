//! `rulebook playouts`.
#![expect(clippy::disallowed_methods, reason = "the door to the clock, which ends a run and times it")]

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::arguments::seconds;
use super::explain_speed::{Length, explain_speed};
use super::failure::Failure;
use super::input;
use super::output::Output;
use super::position::{PositionArgs, title};
use super::progress::Progress;
use super::terminal::Terminal;
use super::threads::Threads;
use rulebook_insight::analysis::{DuelError, Playouts as Games, RandomGames, Settings, Tally, Unfinished};
use rulebook_insight::statistics::{Estimate, Scores, rate};
use rulebook_language::model::Game;
use rulebook_play::record::Record;
use rulebook_service::wire;

/// Play random games and report the results
///
/// Every move is drawn uniformly from the legal moves. Game n of a seed is the same on every machine, however many are played.
#[derive(Args)]
pub struct Playouts {
    #[command(flatten)]
    opening: PositionArgs,
    /// Number of games to play
    #[arg(short = 'n', long, value_name = "N")]
    number: Option<u64>,
    /// Play for this many seconds; 1 where no length is given
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with = "number")]
    seconds: Option<f64>,
    /// Seed for random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cut a game off after this many plies
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    max_plies: u32,
    #[command(flatten)]
    threads: Threads,
    /// Disable batched play (slower; same distribution, different games)
    #[arg(long)]
    no_batch: bool,
    /// Write the games to this file, one JSON object per line, as records for `replay`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write a row for each game to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Count the legal moves at every ply, even if drawing a move does not need the count (slower)
    #[arg(long)]
    choices: bool,
    /// Play one by one, and print the lines of the sheet by their share of the time,
    /// with what keeps each from batched play
    #[arg(long, conflicts_with_all = ["record", "games", "choices", "threads", "no_batch"])]
    explain_speed: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Playouts {
    /// Plays.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.threads.apply()?;
        let (sources, position) = self.opening.with_sources()?;
        let length = Length { games: self.number, seconds: self.seconds };
        if self.explain_speed {
            let settings = Settings { seed: self.seed, max_plies: self.max_plies, ..Settings::default() };
            return explain_speed(position, &sources, settings, length, self.json, terminal);
        }
        // A record says where it begins, where that is not the start of the game.
        let start = (!self.opening.is_start()).then(|| position.notation());
        let game = position.game().clone();
        let mut record = self.record.as_deref().map(|name| Output::create(name, terminal)).transpose()?;
        let mut rows = self.games.as_deref().map(|name| Output::create(name, terminal)).transpose()?;
        let settings =
            Settings { seed: self.seed, max_plies: self.max_plies, batch: !self.no_batch, choices: self.choices };
        let games = RandomGames::new(position, settings);
        let name = input::stem(&self.opening.file.file);
        let progress = Progress::new(terminal, "games", self.number);

        let began = Instant::now();
        let limit = length.limit();
        let go_on = || limit.is_none_or(|limit| began.elapsed() < limit);
        let number = self.number.unwrap_or(u64::MAX);
        let tally = match record.is_some() || rows.is_some() {
            false => games.tally_all(number, &go_on, &mut |played| progress.at(played)),
            true => {
                let (mut tally, mut trouble, mut index) = (Tally::new(&game), None, 0);
                games.each(number, &mut |playouts, played| {
                    let at = index;
                    index += 1;
                    let played = match played {
                        Ok(played) => played,
                        Err((index, trouble)) => {
                            tally.fail(index, trouble);
                            return go_on();
                        }
                    };
                    let row = |playouts: &mut Games| {
                        let opening = playouts.opening();
                        wire::GameRow::random(played, playouts.position(), self.seed, at, opening)
                    };
                    let written = rows.as_mut().map_or(Ok(()), |rows| rows.json_line(&row(playouts)));
                    tally.add(played, playouts.position());
                    progress.at(tally.games);
                    let written = written.and_then(|()| match &mut record {
                        Some(record) => {
                            let played = playouts.record(&name, played)?;
                            record.json_line(&Record { start: start.clone(), ..played })
                        }
                        None => Ok(()),
                    });
                    match written {
                        Ok(()) => go_on(),
                        Err(failure) => {
                            trouble = Some(failure);
                            false
                        }
                    }
                });
                trouble.map_or(Ok(tally), Err)?
            }
        };
        if let Some(unfinished) = tally.unfinished.first().filter(|_| tally.games == 0) {
            return Err(self.broken(unfinished, &tally, &games));
        }
        let took = began.elapsed().as_secs_f64();
        drop(progress);
        for file in [record, rows].into_iter().flatten() {
            file.finish()?;
        }
        let shown = wire::Playouts::new(&games, &sources, &tally, took);
        if self.json {
            terminal.json(&shown)?
        } else {
            summary(&game, &shown, &tally, terminal)?
        }
        match tally.unfinished.first() {
            Some(unfinished) => Err(self.broken(unfinished, &tally, &games)),
            None => Ok(()),
        }
    }

    /// Says how many games broke off, why the first did, and how to get to the position in which it did.
    fn broken(&self, unfinished: &Unfinished, tally: &Tally, games: &RandomGames) -> Failure {
        let Unfinished { trouble, first: index, .. } = *unfinished;
        let (line, last) = games.again(index);
        let role = &last.game().players[last.role_to_act()];
        let before = self.opening.after.iter().flat_map(|moves| moves.split_whitespace().map(str::to_owned));
        let moves: Vec<String> = before.chain(line).collect();
        let what = match trouble {
            DuelError::Stuck => format!("{role} has no legal move, and no end clause covers this"),
            DuelError::Fault(fault) => fault.to_string(),
        };
        let broken: u64 = tally.unfinished.iter().map(|unfinished| unfinished.games).sum();
        let all = broken + tally.games;
        let count = if all > 1 {
            format!("{broken} of {all} games could not be played to an end, and {} counted\n  ", counted(broken))
        } else {
            String::new()
        };
        let seed = self.seed;
        let from = self.opening.position.iter().map(|text| format!("--position \"{text}\" ")).collect::<String>();
        Failure::Broken(format!(
            "{count}game {index} of seed {seed}: {what}\n  help: reproduce it with {from}--after \"{}\"",
            moves.join(" ")
        ))
    }
}

fn counted(games: u64) -> &'static str {
    if games == 1 { "is not" } else { "are not" }
}

fn summary(game: &Game, shown: &wire::Playouts, tally: &Tally, terminal: &mut Terminal) -> Result<(), Failure> {
    let decided = shown.playouts - shown.cut;
    let percent = |share: Estimate| {
        format!("{:.1} % (95 %: {:.1} to {:.1})", 100.0 * share.value, 100.0 * share.low, 100.0 * share.high)
    };
    let out = terminal.out();
    writeln!(out, "{}", title(game))?;
    writeln!(
        out,
        "{} random games in {:.2} s, {:.0} a second ({:.0} plies a second), seed {}",
        shown.playouts, shown.seconds, shown.playouts_per_second, shown.plies_per_second, shown.seed
    )?;
    writeln!(
        out,
        "length     {:.1} plies on average, {} to {}{}",
        shown.mean_plies,
        shown.shortest,
        shown.longest,
        shown.mean_choices.map(|mean| format!("; {mean:.1} legal moves a ply")).unwrap_or_default()
    )?;
    if decided > 0 {
        let seat = shown.first_seat;
        let score = Scores::of_results(tally.first_seat).estimate();
        writeln!(
            out,
            "seat 1     {} won, {} drawn, {} lost: score {}",
            seat.wins,
            seat.draws,
            seat.losses,
            percent(score)
        )?;
        for (role, wins) in &tally.roles {
            writeln!(out, "{role:<10} {wins} won: {}", percent(rate(*wins, decided)))?;
        }
    }
    for (clause, games) in tally.clauses() {
        writeln!(out, "ended      {games} by `{}`", game.clause(&clause))?;
    }
    for unfinished in &tally.unfinished {
        writeln!(out, "unfinished {} because {}", unfinished.games, unfinished.trouble)?;
    }
    if shown.cut > 0 {
        writeln!(out, "cut off    {} after {} plies", shown.cut, shown.max_plies)?;
    }
    for why in shown.left.iter().filter(|_| !shown.lifted) {
        writeln!(out, "not lifted {why}: all is worked out game by game")?;
    }
    Ok(())
}
