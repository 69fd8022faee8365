//! Plays a random game of a shipped game and prints its record, one line of JSON that `rulebook replay` verifies.
//!
//!     cargo run --example random_game -- emulsion 7
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use rulebook::{Error, load, play};

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "emulsion".to_owned());
    let seed = arguments.next().and_then(|seed| seed.parse().ok()).unwrap_or(1);

    let game = load(&name)?;
    let mut position = game.start();
    // One agent plays every seat. The same seed gives the same game on every machine.
    let record = play(&mut position, &mut [game.agent("random")?], seed)?;

    // The position is now the last one: show the board on standard error, and the record on standard output.
    eprintln!("{position}");
    println!("{record}");
    Ok(())
}
