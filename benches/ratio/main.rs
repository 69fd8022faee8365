//! Random games a CPU second, on one thread: the interpreter beside what is written by hand, or beside other programs.
//!
//! `cargo bench --bench ratio -- [FILTER] [--peers] [--seconds S] [--pairs N]`
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    reason = "a benchmark prints, reads its arguments and the clock, and stops where something is wrong"
)]

mod arguments;
mod clock;
#[path = "../games.rs"]
mod games;
mod interpreters;
#[path = "../native/mod.rs"]
#[allow(dead_code, reason = "the actions one by one are for tests")]
mod native;
mod peers;
mod ratios;
mod speed;

fn main() {
    let arguments = arguments::Arguments::read();
    if arguments.peers { peers::print(&arguments) } else { ratios::print(&arguments) }
}
