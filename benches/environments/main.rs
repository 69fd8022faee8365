//! Plies a second of environments: actions drawn at random, with observations and masks written, on one thread.
//!
//!     cargo bench --bench environments [GAME ...]
//!
//! The number of games that end in the steps is asserted: what is timed is always the same.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a measurement may stop, and asks the clock"
)]

#[path = "../games.rs"]
mod games;

use std::sync::Arc;
use std::time::Instant;

use rulebook_env::{Form, Model, Settings, VectorEnv};
use rulebook_play::engine::Position;

/// Games at once, and steps of all of them.
const GAMES: usize = 256;
const STEPS: usize = 2000;

/// A name, options, and how many games end in the steps.
const ROWS: [(&str, &str, usize); 5] = [
    ("hex", "size=11", 4628),
    ("othello", "", 8434),
    ("connect-four", "", 23875),
    ("tic-tac-toe", "", 67008),
    ("breakthrough", "", 7880),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, options, expected) in ROWS {
        if !wanted.is_empty() && !wanted.iter().any(|word| word == name) {
            continue;
        }
        let prepared = games::prepare(name, options);
        let start = Position::new(Arc::clone(&prepared.game), Arc::clone(&prepared.plan));
        let model = Arc::new(Model::new(start, Form::Flat(1 << 20)).expect("a numbering"));
        let settings = Settings { games: GAMES, seed: 1, threads: 1, max_plies: 1000 };
        let mut env = VectorEnv::new(&model, settings).expect("an environment");
        let (began, mut ended) = (Instant::now(), 0);
        for _ in 0..STEPS {
            let drawn = env.sample();
            env.step(&drawn).expect("legal actions");
            ended += env.done.iter().filter(|done| **done > 0).count();
        }
        let rate = (GAMES * STEPS) as f64 / began.elapsed().as_secs_f64();
        assert_eq!(ended, expected, "games of {name} that ended");
        println!("{name:14}{rate:12.0} plies/s, {ended} games");
    }
}
