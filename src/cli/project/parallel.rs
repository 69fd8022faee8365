//! Work on many files, on all cores, with its results in the order of the files.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// More than the main thread has: rules nest, and a check follows them.
pub const STACK_BYTES: usize = 16 << 20;

/// Tells what `work` makes of each item, in their order, each as soon as those before it are told. A core that is done with
/// an item takes the next.
///
/// # Errors
/// What `tell` fails with. No other item is begun then.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut tell: impl FnMut(&T, R) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // What cannot have threads of its own does its work on this one.
    let pool = if items.len() > 1 { pool(None).ok() } else { None };
    let Some(pool) = pool else {
        return items.iter().try_for_each(|item| tell(item, work(item)));
    };
    let next = AtomicUsize::new(0);
    let (sender, done) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..pool.current_num_threads() {
            let (sender, work, next) = (sender.clone(), &work, &next);
            scope.spawn(move |_| {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(item) = items.get(index)
                    && sender.send((index, work(item))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut told = 0;
        for (index, result) in done {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&told) {
                tell(&items[told], result)?;
                told += 1;
            }
        }
        Ok(())
    })
}

/// So many threads, or as many as the process has otherwise, each with as much stack.
///
/// # Errors
/// If they cannot be started.
pub fn pool(threads: Option<u16>) -> Result<ThreadPool, Failure> {
    let threads = threads.map_or_else(rayon::current_num_threads, usize::from);
    let pool = ThreadPoolBuilder::new().stack_size(STACK_BYTES).num_threads(threads).build();
    pool.map_err(|error| Failure::Usage(format!("cannot start threads: {error}")))
}
