//! Random games a second, on one thread: the interpreter beside what is written by hand, beside other programs, or beside an
//! older build of itself; and simulations of tree search beside random games.
//!
//! `cargo bench --bench ratio -- [FILTER] [--peers | --search] [--seconds S] [--pairs N]`
//!
//! `cargo bench --bench ratio -- --against OLD_BINARY [--new BINARY] [FILTER] [--games A,B?OPTION=VALUE] [--seconds S | -n N] [--pairs N]`
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

mod against;
mod arguments;
mod batched;
mod binary;
mod clock;
#[path = "../games.rs"]
mod games;
mod interpreters;
#[path = "../native/mod.rs"]
#[allow(dead_code, reason = "the actions one by one are for tests")]
mod native;
mod peers;
mod ratios;
mod search;
mod speed;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = arguments::Arguments::read();
    match &arguments.against {
        Some(path) if !against::print(&arguments, path) => return ExitCode::FAILURE,
        Some(_) => {}
        None if arguments.peers => peers::print(&arguments),
        None if arguments.search => search::print(&arguments),
        None => ratios::print(&arguments),
    }
    ExitCode::SUCCESS
}
