//! Work on many files, on all cores, with its results in the order of the files.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// More than the main thread has: rules nest, and a check follows them.
const STACK_BYTES: usize = 16 << 20;
/// How many files a core gets at a time, before results are told.
const AT_A_TIME: usize = 4;

/// Tells what `work` makes of each item, in their order, some at a time.
///
/// # Errors
/// What `tell` fails with.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut tell: impl FnMut(&T, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // What cannot have threads of its own does its work on this one.
    let pool = if items.len() > 1 { pool() } else { None };
    let Some(pool) = pool else {
        return items.iter().try_for_each(|item| tell(item, work(item)));
    };
    for some in items.chunks(AT_A_TIME * pool.current_num_threads()) {
        let done: Vec<R> = pool.install(|| some.par_iter().with_max_len(1).map(&work).collect());
        some.iter().zip(done).try_for_each(|(item, result)| tell(item, result))?;
    }
    Ok(())
}

/// Does work whose parts go to all cores, with as much stack for each.
pub fn on_all_cores<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    match pool() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

fn pool() -> Option<ThreadPool> {
    ThreadPoolBuilder::new().stack_size(STACK_BYTES).build().ok()
}
