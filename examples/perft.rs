//! Counts the lines of play of a game up to a depth: its perft numbers, by which engines are compared.
//!
//!     cargo run --example perft -- clobber 3
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use rulebook::{Error, load, perft};

fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "tic-tac-toe".to_owned());
    let depth = arguments.next().and_then(|depth| depth.parse().ok()).unwrap_or(5);

    let start = load(&name)?.start();
    for depth in 1..=depth {
        println!("{depth}\t{}", perft(&start, depth)?);
    }
    Ok(())
}
