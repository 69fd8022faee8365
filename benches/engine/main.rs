//! What the engine takes for random games, perft, legal actions, searches, groups and reading files: `cargo bench --bench engine [FILTER]`.
//!
//! Each benchmark asserts the counts that it times.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a benchmark reads files and stops where something is wrong"
)]

#[path = "../games.rs"]
mod games;
mod generation;
mod groups;
mod loading;
mod perft;
mod playouts;
mod search;

use std::time::Duration;

use criterion::Criterion;

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    playouts::bench(&mut criterion);
    perft::bench(&mut criterion);
    generation::bench(&mut criterion);
    groups::bench(&mut criterion);
    search::bench(&mut criterion);
    loading::bench(&mut criterion);
    criterion.final_summary();
}
