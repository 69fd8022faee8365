//! How many parts a study is best divided into: some of its games are played, and timed.
#![expect(clippy::disallowed_methods, reason = "the door to the clock, for the estimate alone")]

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::run::shown;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::project::pool;
use crate::terminal::Terminal;
use rulebook_insight::analysis::study::{Field, Shard, Study};

/// No game is begun after so long.
const SAMPLE: Duration = Duration::from_secs(5);

/// Prints the number of parts that each take about so many minutes on a machine like this one, with so many threads.
pub fn parts(field: &Field<'_>, minutes: f64, threads: Option<u16>, terminal: &mut Terminal) -> Result<(), Failure> {
    let pool = pool(threads)?;
    let study = field.study();
    let (order, next) = (order(study), AtomicUsize::new(0));
    let times: Mutex<BTreeMap<usize, Vec<f64>>> = Mutex::new(BTreeMap::new());
    let progress = Progress::of_phase(terminal, "timing games");
    let began = Instant::now();
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            scope.spawn(|_| {
                while began.elapsed() < SAMPLE {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let number = (place / order.len().max(1)) as u64;
                    let Some(cell) = order.get(place % order.len().max(1)).copied() else { break };
                    let Some(games) = study.cells.get(cell).map(|cell| cell.games) else { break };
                    let begun = Instant::now();
                    if number < games && field.play(cell, number, &|| true).is_some() {
                        let mut times = times.lock().unwrap_or_else(PoisonError::into_inner);
                        times.entry(cell).or_default().push(begun.elapsed().as_secs_f64());
                    } else if study.cells.iter().all(|cell| cell.games <= number) {
                        break;
                    }
                }
            });
        }
    });
    drop(progress);
    let times = times.into_inner().unwrap_or_else(PoisonError::into_inner);
    let sampled: usize = times.values().map(Vec::len).sum();
    let seconds = whole(study, &times) / pool.current_num_threads() as f64;
    let parts = divided(seconds, minutes, study.cells.iter().map(|cell| cell.rounds()).sum());
    terminal.say(&format!(
        "{sampled} of {} games were timed: about {} in all with {} threads, {} for each of {parts} parts",
        study.games(),
        shown(seconds),
        pool.current_num_threads(),
        shown(seconds / parts as f64)
    ));
    Ok(writeln!(terminal.out(), "{parts}")?)
}

/// The cells in an order of which every beginning is spread over the grid: neighbours differ in a seed or an option alone.
fn order(study: &Study) -> Vec<usize> {
    let mut order: Vec<usize> = (0..study.cells.len()).collect();
    order.sort_by_key(|cell| (*cell as u32).reverse_bits());
    order
}

/// The seconds of all games on one thread. A cell of which no game was timed is taken for one like the others.
fn whole(study: &Study, times: &BTreeMap<usize, Vec<f64>>) -> f64 {
    let mean = |times: &Vec<f64>| times.iter().sum::<f64>() / times.len().max(1) as f64;
    let usual = times.values().map(mean).sum::<f64>() / times.len().max(1) as f64;
    let cells = study.cells.iter().enumerate();
    cells.map(|(place, cell)| times.get(&place).map_or(usual, mean) * cell.games as f64).sum()
}

/// How many parts of about so many minutes there are in so many seconds, of so many rounds, of which a part has one at least.
fn divided(seconds: f64, minutes: f64, rounds: u64) -> u64 {
    ((seconds / (60.0 * minutes)).ceil() as u64).clamp(1, rounds.clamp(1, Shard::MOST))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{divided, order, whole};
    use rulebook_insight::analysis::study::{Shard, Study};

    #[test]
    fn a_part_takes_as_long_as_was_asked_for() {
        assert_eq!(divided(3600.0, 10.0, 1_000), 6);
        assert_eq!(divided(3601.0, 10.0, 1_000), 7);
        assert_eq!((divided(0.1, 10.0, 1_000), divided(0.0, 10.0, 0)), (1, 1));
        assert_eq!((divided(1e9, 1.0, 40), divided(1e18, 0.001, u64::MAX)), (40, Shard::MOST));
    }

    #[test]
    fn cells_without_a_time_are_like_the_others() {
        let text = "games = 10\nseeds = [1, 2, 3, 4]\n[[game]]\nfile = \"hex\"\n[[match]]\nplayers = [\"random\", \"random\"]\n";
        let study = Study::read(text).unwrap();
        assert_eq!(order(&study), [0, 2, 1, 3]);
        let times = [(0, vec![1.0, 3.0]), (2, vec![4.0])].into_iter().collect();
        assert_eq!(whole(&study, &times), 10.0 * (2.0 + 4.0 + 3.0 + 3.0));
    }
}
