//! A bot of your own against Monte-Carlo tree search, in Breakthrough on a small board.
//!
//!     cargo run --example own_bot
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use rulebook::{Action, Agent, Error, Options, Position, Rng, play};

/// Wins if it can, else takes the move that leaves the opponent the fewest moves; ties are broken at random.
struct Stingy {
    rng: Rng,
}

impl Agent for Stingy {
    fn name(&self) -> &str {
        "stingy"
    }

    // Random numbers come from the game's stream alone, so that a seed gives the same game again.
    fn begin(&mut self, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &mut Position) -> Result<Action, Error> {
        let seat = position.seat();
        let mut best: Option<(usize, u32, Action)> = None;
        for action in position.legal()? {
            // Look one ply ahead, and take the move back.
            position.play(&action)?;
            let replies = match position.outcome()? {
                Some(outcome) if outcome.winners.contains(&seat) => 0,
                Some(_) => usize::MAX,
                None => position.legal()?.len(),
            };
            position.undo();
            let tie = self.rng.below(1 << 20);
            if best.as_ref().is_none_or(|(fewest, lot, _)| (replies, tie) < (*fewest, *lot)) {
                best = Some((replies, tie, action));
            }
        }
        best.map(|(_, _, action)| action).ok_or_else(|| Error::agent("there is no legal move"))
    }
}

fn main() -> Result<(), Error> {
    let game = Options::new().set("size", 5).load("breakthrough")?;
    let mut agents: [Box<dyn Agent>; 2] = [Box::new(Stingy { rng: Rng::new(0) }), game.agent("mcts:100")?];

    let mut wins = [0, 0];
    for seed in 1..=4 {
        // Take turns at moving first.
        agents.reverse();
        let mut position = game.start();
        let record = play(&mut position, &mut agents, seed)?;
        println!("{}", record.moves.join(" "));
        if let Some(winner) = record.result.as_ref().and_then(|result| result.alone()) {
            wins[usize::from(agents[usize::from(winner) - 1].name() != "stingy")] += 1;
        }
    }
    println!("stingy won {}, mcts:100 won {}", wins[0], wins[1]);
    Ok(())
}
