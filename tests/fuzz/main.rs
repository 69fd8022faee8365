//! Random texts and random games, driven by seeds alone: a failure is written to `tests/fuzz/regressions/` and tried again by
//! every later run.
//!
//! `cargo test --test fuzz` tries a fixed number of them for each target. `FUZZ_SECONDS=600 cargo test --release --test fuzz` goes on
//! as long for each, from `FUZZ_SEED` (a number; the clock where none is given).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a test may read files and clocks and fails by panicking"
)]

mod driver;
mod fixes;
mod sheet;
mod tape;
mod targets;
mod texts;

use driver::{run_games, run_texts};

#[test]
fn texts_are_read_whatever_they_are() {
    run_texts("parse", targets::parse);
}

#[test]
fn texts_are_checked_whatever_they_say() {
    run_texts("check", targets::check);
}

#[test]
fn texts_are_laid_out_once_and_for_all() {
    run_texts("format", targets::format);
}

#[test]
fn generated_games_are_valid_and_play_by_the_laws() {
    run_games("play", targets::play);
}

#[test]
fn what_failed_once_does_not_fail_again() {
    driver::regressions();
}

#[test]
fn most_generated_games_are_played_to_an_end() {
    let mut ended = 0;
    for seed in 0..40 {
        let text = sheet::sheet(&mut tape::Tape::of_seed(seed));
        ended += u32::from(targets::plays_to_an_end(&text));
    }
    assert!(ended >= 12, "{ended} of 40: the generator makes games that are not worth playing");
}
