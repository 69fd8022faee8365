//! Playing the games of a study that are not there yet, on several threads.
#![expect(clippy::disallowed_methods, reason = "the door to the clock, for the estimate alone")]

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use rustc_hash::FxHashSet;

use super::results::{self, About};
use super::schema::Kept;
use super::work::WorkFile;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::terminal::Terminal;
use rulebook_insight::analysis::study::Finished;

/// Games that may wait to be kept.
const WAITING: usize = 256;
/// How often it is said how far a run has come where nobody watches.
const EVERY: Duration = Duration::from_secs(60);

/// Plays what is missing and writes the results.
pub fn run(name: &Path, about: &About<'_>, threads: Option<u16>, terminal: &mut Terminal) -> Result<(), Failure> {
    let work = WorkFile::open(name, about)?;
    // Nobody else writes these results now: what is left of others that were stopped at it is in nobody's hands.
    results::sweep_partial(name);
    let known = work.known()?;
    let (missing, all) = missing(about, &known);
    if !known.is_empty() {
        terminal.say(&format!("resuming: {} of {all} games are done", known.len()));
    }
    play(&work, about, &missing, (known.len() as u64, all), threads, terminal)?;
    results::write(name, about, |see| work.each(see))?;
    let troubled = work.troubled()?;
    work.remove();
    terminal.say(&format!("{all} games in {}", name.display()));
    sound(troubled)
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

/// The games that are still to be played, by cell and number, and how many there are in all. Every cell comes forward at the same
/// pace, so that the estimate holds and a report on the way says something of all.
fn missing(about: &About<'_>, known: &FxHashSet<(usize, u64)>) -> (Vec<(usize, u64)>, u64) {
    let mut missing = Vec::new();
    let (mut place, mut all) = (0, 0);
    let cells = &about.field.study().cells;
    for (cell, its) in cells.iter().enumerate() {
        for number in 0..its.games {
            if about.shard.holds(place) {
                all += 1;
                if !known.contains(&(cell, number)) {
                    missing.push((cell, number));
                }
            }
            place += 1;
        }
    }
    missing.sort_unstable_by_key(|(cell, number)| (cells.get(*cell).map(|its| its.pace(*number)), *cell));
    (missing, all)
}

/// Plays the games and keeps each as it ends.
fn play(
    work: &WorkFile,
    about: &About<'_>,
    missing: &[(usize, u64)],
    (known, all): (u64, u64),
    threads: Option<u16>,
    terminal: &mut Terminal,
) -> Result<(), Failure> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.map_or(0, usize::from)).build();
    let pool = pool.map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))?;
    let progress = Progress::resumed(terminal, "games", all, known);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::sync_channel::<(usize, u64, Option<Finished>)>(WAITING);
    let began = Instant::now();
    let mut told = began;
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move |_| {
                while !stop.load(Ordering::Relaxed) {
                    let Some((cell, number)) = missing.get(next.fetch_add(1, Ordering::Relaxed)).copied() else {
                        break;
                    };
                    let finished = about.field.play(cell, number, &|| !stop.load(Ordering::Relaxed));
                    if sender.send((cell, number, finished)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut kept = Ok(());
        for (done, (cell, number, finished)) in (1u64..).zip(receiver.iter()) {
            let Some(finished) = finished else { continue };
            let game = Kept::new(cell, number, finished).map_err(|error| Failure::Usage(error.to_string()));
            if let Err(failure) = game.and_then(|game| work.keep(&game)) {
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
    let left = match left {
        left if left < 90.0 => format!("{left:.0} s"),
        left if left < 5400.0 => format!("{:.0} min", left / 60.0),
        left => format!("{:.1} h", left / 3600.0),
    };
    format!("{there} of {all} games, about {left} left")
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
