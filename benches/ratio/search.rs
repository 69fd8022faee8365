//! Simulations of tree search beside plain random games: how much of a search is anything but its rollouts.

use rulebook_insight::agents::{Agent, Mcts, MctsSettings};
use rulebook_insight::library::Prepared;
use rulebook_language::util::Rng;

use super::arguments::Arguments;
use super::games::prepare;
use super::interpreters::INTERPRETERS;
use super::speed::{Batch, Count, Speed, measure, median, thousands};

/// The games with their options.
const GAMES: &[(&str, &str)] =
    &[("breakthrough", ""), ("emergo", ""), ("emulsion", "size=9"), ("hex", "size=11"), ("othello", "")];

/// How many simulations a search makes.
const SIMULATIONS: [u32; 2] = [1_000, 10_000];

/// Searches of the start position, each with a tree and a seed of its own; a simulation counts as a game.
fn searches(prepared: &Prepared, simulations: u32) -> Batch<'static> {
    let mut position = prepared.start();
    let settings = MctsSettings { simulations, ..MctsSettings::default() };
    let mut mcts = Mcts::new(settings, Rng::new(0));
    let mut seed = 0;
    Box::new(move || {
        seed += 1;
        mcts.begin(Rng::new(seed));
        let found = mcts.search(&mut position).expect("it can be searched");
        assert_eq!(found.simulations, u64::from(simulations));
        Count { games: found.simulations, plies: 0 }
    })
}

/// Prints the table. In each round random games come first, then searches.
pub fn print(arguments: &Arguments) {
    let (seconds, pairs) = (arguments.seconds_or(0.5), arguments.pairs_or(5));
    println!("a CPU second, one thread, from the start; medians of {pairs}\n");
    print!("{:<24}{:>16}", "game", "random games");
    for simulations in SIMULATIONS {
        print!("{:>16}{:>8}", format!("mcts:{simulations}"), "ratio");
    }
    println!();
    for (name, options) in GAMES.iter().filter(|(name, _)| name.contains(&arguments.filter)) {
        let prepared = prepare(name, options);
        let random = INTERPRETERS.iter().rev().find_map(|way| (way.batch)(&prepared)).expect("random games");
        let mut batches = vec![random];
        batches.extend(SIMULATIONS.map(|simulations| searches(&prepared, simulations)));
        let rounds: Vec<Vec<Speed>> =
            (0..pairs).map(|_| batches.iter_mut().map(|batch| measure(batch, seconds)).collect()).collect();
        print!("{:<24}", format!("{name} {options}"));
        for column in 0..batches.len() {
            let speed = median(rounds.iter().map(|round| round[column].games));
            print!("{:>16}", thousands(speed));
            if column > 0 {
                print!("{:>8.3}", median(rounds.iter().map(|round| round[column].games / round[0].games)));
            }
        }
        println!();
    }
}
