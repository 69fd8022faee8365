//! The interpreter beside games written by hand.

use super::arguments::Arguments;
use super::games::prepare;
use super::interpreters::INTERPRETERS;
use super::native::{Breakthrough, ConnectFour, Emergo, Hex, Mosaic, Native, Othello, Rng, emulsion};
use super::speed::{Batch, Count, Speed, measure, median, thousands};

/// A game, its options, and what is written by hand.
type Entry = (&'static str, &'static str, fn() -> Box<dyn Native>);

const GAMES: &[Entry] = &[
    ("breakthrough", "size=8", || Box::new(Breakthrough::new())),
    ("connect-four", "", || Box::new(ConnectFour::new())),
    ("emergo", "size=9 men=12", || Box::new(Emergo::new())),
    ("emulsion", "size=8 pie=off", || emulsion(8)),
    ("emulsion", "size=9 pie=off", || emulsion(9)),
    ("hex", "size=11 pie=off", || Box::new(Hex::new())),
    ("mosaic", "size=5", || Box::new(Mosaic::new(5))),
    ("othello", "size=8", || Box::new(Othello::new())),
];

fn by_hand(mut native: Box<dyn Native>) -> Batch<'static> {
    let mut rng = Rng::new(1);
    Box::new(move || {
        let mut count = Count::default();
        for _ in 0..32 {
            count.plies += u64::from(native.playout(&mut rng).plies);
            count.games += 1;
        }
        count
    })
}

/// Prints the table. In each pair of measurements the games written by hand come first.
pub fn print(arguments: &Arguments) {
    let (seconds, pairs) = (arguments.seconds_or(0.5), arguments.pairs_or(5));
    println!("random games a CPU second, one thread; medians of {} pairs\n", pairs);
    print!("{:<32}{:>12}", "game", "by hand");
    for way in INTERPRETERS {
        print!("{:>14}{:>8}", way.name, "ratio");
    }
    println!();
    for (name, options, native) in GAMES.iter().filter(|(name, ..)| name.contains(&arguments.filter)) {
        let prepared = prepare(name, options);
        let mut batches: Vec<Option<Batch<'_>>> = vec![Some(by_hand(native()))];
        batches.extend(INTERPRETERS.iter().map(|way| (way.batch)(&prepared)));
        let rounds: Vec<Vec<Option<Speed>>> = (0..pairs)
            .map(|_| batches.iter_mut().map(|batch| batch.as_mut().map(|batch| measure(batch, seconds))).collect())
            .collect();
        print!("{:<32}", format!("{name} {options}"));
        for column in 0..batches.len() {
            let speeds: Vec<(f64, f64)> =
                rounds.iter().filter_map(|round| Some((round[column]?.games, round[0]?.games))).collect();
            let width = if column == 0 { 12 } else { 14 };
            if speeds.is_empty() {
                print!("{:>width$}{:>8}", "-", "-");
                continue;
            }
            print!("{:>width$}", thousands(median(speeds.iter().map(|(games, _)| *games))));
            if column > 0 {
                print!("{:>8.3}", median(speeds.iter().map(|(games, by_hand)| games / by_hand)));
            }
        }
        println!();
    }
}
