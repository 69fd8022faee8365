//! Playing the games of a study that are not there yet, on several threads.
#![expect(clippy::disallowed_methods, reason = "the door to the clock, for the estimate alone")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use super::results::{self, About};
use super::schema::Kept;
use super::work::WorkFile;
use crate::database;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::project::pool;
use crate::terminal::Terminal;
use rulebook_insight::analysis::study::{Finished, Keep, Row, Shard, Tally};

/// Units that may wait to be kept.
const WAITING: usize = 256;
/// How often it is said how far a run has come where nobody watches.
const EVERY: Duration = Duration::from_secs(60);
/// What was counted is written so often, and after so many rounds: a process that is stopped loses no more.
const COUNTED: (Duration, usize) = (Duration::from_millis(200), 1024);

/// Games of a cell that one thread plays one after another.
pub type Unit = (usize, Range<u64>);

/// Games that were played, with the place of their unit and their cell.
struct Done {
    place: u64,
    cell: usize,
    games: Vec<(u64, Finished)>,
}

/// Plays what is missing and writes the results.
pub fn run(
    name: &Path,
    about: &About<'_>,
    shard: Shard,
    threads: Option<u16>,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    let work = WorkFile::open(name, about)?;
    // Nobody else writes these results now: what is left of others that were stopped at it is in nobody's hands.
    database::sweep_partial(name);
    let study = about.field.study();
    let all = study.rounds(shard).map(|(_, games)| games.end - games.start).sum();
    match study.keep {
        Keep::Records => {
            let known = work.known()?;
            let there = known.len() as u64;
            let games =
                study.rounds(shard).flat_map(|(cell, games)| games.map(move |number| (cell, number..number + 1)));
            let missing = games.filter(|(cell, games)| !known.contains(&(*cell, games.start)));
            play(about, (0..).zip(missing), (there, all), threads, terminal, |done| {
                done.games.into_iter().try_for_each(|(number, finished)| {
                    let game = Kept::new(done.cell, number, finished);
                    work.keep(&game.map_err(|error| Failure::Usage(error.to_string()))?)
                })
            })?;
        }
        Keep::Tallies => count(&work, about, shard, all, threads, terminal)?,
    }
    results::write(name, about, |put| work.entries(put))?;
    let troubled = work.troubled()?;
    work.remove();
    terminal.say(&format!("{all} games in {}", name.display()));
    sound(troubled)
}

/// Plays the rounds that are not counted yet and counts them.
fn count(
    work: &WorkFile,
    about: &About<'_>,
    shard: Shard,
    all: u64,
    threads: Option<u16>,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    let study = about.field.study();
    let mut counted = work.counted()?;
    let rounds = || (0..).zip(study.rounds(shard));
    let there = rounds().filter(|(place, _)| counted.has(*place)).map(|(_, (_, games))| games.end - games.start).sum();
    let known = counted.clone();
    let missing = rounds().filter(|(place, _)| !known.has(*place));
    let (mut fresh, mut rounds, mut written) = (BTreeMap::<usize, Tally>::new(), 0, Instant::now());
    play(about, missing, (there, all), threads, terminal, |done| {
        let rows: Vec<Row> = done.games.into_iter().map(|(number, game)| game.row(done.cell, number)).collect();
        let ways = study.cells.get(done.cell).map_or(1, |cell| cell.ways);
        fresh.entry(done.cell).or_default().add_round(ways, &rows);
        counted.add(done.place);
        rounds += 1;
        if rounds >= COUNTED.1 || written.elapsed() >= COUNTED.0 {
            work.count(&std::mem::take(&mut fresh), &counted)?;
            (rounds, written) = (0, Instant::now());
        }
        Ok(())
    })?;
    work.count(&fresh, &counted)
}

/// The failure of a study with games that could not be played to an end: how many, and why the first of them.
pub fn sound(troubled: Option<(u64, String)>) -> Result<(), Failure> {
    match troubled {
        None => Ok(()),
        Some((games, reason)) => {
            Err(Failure::Broken(format!("{games} games could not be played to an end, the first because {reason}")))
        }
    }
}

/// Plays units of games, each with its place, and keeps each as it ends.
fn play(
    about: &About<'_>,
    units: impl Iterator<Item = (u64, Unit)> + Send,
    (known, all): (u64, u64),
    threads: Option<u16>,
    terminal: &mut Terminal,
    mut keep: impl FnMut(Done) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let pool = pool(threads)?;
    if known > 0 {
        terminal.say(&format!("resuming: {known} of {all} games are done"));
    }
    let progress = Progress::resumed(terminal, "games", all, known);
    let (units, stop) = (Mutex::new(units), AtomicBool::new(false));
    let (sender, receiver) = mpsc::sync_channel::<Done>(WAITING);
    let began = Instant::now();
    let mut told = began;
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let (sender, units, stop) = (sender.clone(), &units, &stop);
            scope.spawn(move |_| {
                while !stop.load(Ordering::Relaxed) {
                    let next = units.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((place, (cell, numbers))) = next else { break };
                    let play =
                        |number| Some((number, about.field.play(cell, number, &|| !stop.load(Ordering::Relaxed))?));
                    let Some(games) = numbers.map(play).collect() else { break };
                    if sender.send(Done { place, cell, games }).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut kept, mut done) = (Ok(()), 0);
        for played in receiver.iter() {
            done += played.games.len() as u64;
            if let Err(failure) = keep(played) {
                kept = Err(failure);
                stop.store(true, Ordering::Relaxed);
                // Whoever waits to hand over a game is let go.
                drop(receiver);
                break;
            }
            progress.at(known + done);
            if !terminal.is_watched() && told.elapsed() >= EVERY {
                told = Instant::now();
                terminal.say(&estimate(known + done, all, done, began.elapsed()));
            }
        }
        kept
    })
}

/// How far a run has come, and how long it will take at the pace so far.
fn estimate(there: u64, all: u64, done: u64, took: Duration) -> String {
    let left = took.as_secs_f64() / done.max(1) as f64 * all.saturating_sub(there) as f64;
    format!("{there} of {all} games, about {} left", shown(left))
}

/// Seconds as people are told of them.
pub fn shown(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::estimate;
    use std::time::Duration;

    #[test]
    fn the_estimate_counts_what_was_done_now() {
        let took = Duration::from_secs(10);
        assert_eq!(estimate(60, 100, 10, took), "60 of 100 games, about 40 s left");
        assert_eq!(estimate(60, 1000, 10, took), "60 of 1000 games, about 16 min left");
        assert_eq!(estimate(60, 10_060, 10, took), "60 of 10060 games, about 2.8 h left");
        assert_eq!(estimate(5, 5, 0, took), "5 of 5 games, about 0 s left");
    }
}
