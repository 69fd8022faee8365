//! On how many threads a command works.

use clap::Args;

use super::failure::Failure;
use super::project::STACK_BYTES;

/// The number of threads of a command.
#[derive(Args, Clone, Copy, Default)]
pub struct Threads {
    /// Number of threads, which does not affect the results [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Has all work of this process that is shared out use so many threads. Before any is.
    ///
    /// # Errors
    /// If they cannot be started.
    pub fn apply(self) -> Result<(), Failure> {
        let threads = usize::from(self.threads.unwrap_or(0));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build_global();
        match (pool, self.threads) {
            (Err(error), Some(threads)) => Err(Failure::Broken(format!("{threads} threads cannot be had: {error}"))),
            // What cannot have threads of its own does its work on this one.
            _ => Ok(()),
        }
    }
}
