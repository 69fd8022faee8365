//! The interpreter beside other programs that play any game, as they were measured once.
//!
//! `peers.tsv` holds their uniform random games a CPU second, on one thread of one machine of November 2026, shared and noisy:
//! Regular Boardgames compiled to C++ (one-sided: its mode that looks for the mover's actions alone), OpenSpiel's games in C++, and
//! Ludii 1.3.13 in its best mode. Games without a figure are listed so that all shipped games are seen.

use super::arguments::Arguments;
use super::games::prepare;
use super::interpreters::INTERPRETERS;
use super::speed::{Batch, Speed, measure, median, thousands};

/// The figures of one game with its options.
struct Game {
    name: &'static str,
    options: &'static str,
    /// Systems with their random games a second, the fastest first.
    peers: Vec<(&'static str, f64)>,
}

fn games() -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    for line in include_str!("peers.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, options, system, playouts, _] = fields[..] else { panic!("five columns: {line}") };
        if games.last().is_none_or(|game| (game.name, game.options) != (name, options)) {
            games.push(Game { name, options, peers: Vec::new() });
        }
        if let (Some(game), Ok(playouts)) = (games.last_mut(), playouts.parse()) {
            game.peers.push((system, playouts));
        }
    }
    for game in &mut games {
        game.peers.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    games
}

/// Prints the table: the fastest way of the interpreter beside the fastest other program.
pub fn print(arguments: &Arguments) {
    let (seconds, pairs) = (arguments.seconds_or(0.5), arguments.pairs_or(5));
    println!("random games a CPU second, one thread; medians of {}; the fastest other program\n", pairs);
    println!("{:<32}{:>14}{:>14}{:>12}{:>9}  program", "game", "plies", "games", "other", "ratio");
    for game in games().iter().filter(|game| game.name.contains(&arguments.filter)) {
        let prepared = prepare(game.name, game.options);
        let best = INTERPRETERS.iter().filter_map(|way| {
            let mut batch: Batch<'_> = (way.batch)(&prepared)?;
            let speeds: Vec<Speed> = (0..pairs).map(|_| measure(&mut batch, seconds)).collect();
            let of = |what: fn(&Speed) -> f64| median(speeds.iter().map(what));
            Some(Speed { games: of(|speed| speed.games), plies: of(|speed| speed.plies) })
        });
        let Some(best) = best.max_by(|a: &Speed, b: &Speed| a.games.total_cmp(&b.games)) else { continue };
        let label = format!("{} {}", game.name, game.options);
        print!("{label:<32}{:>14}{:>14}", thousands(best.plies), thousands(best.games));
        match game.peers.first() {
            Some((system, playouts)) => {
                let below = if best.games < *playouts { "  <- below" } else { "" };
                println!("{:>12}{:>9.2}  {system}{below}", thousands(*playouts), best.games / playouts);
            }
            None => println!("{:>12}", "-"),
        }
    }
}
