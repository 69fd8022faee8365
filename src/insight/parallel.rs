//! Work shared out among threads with the feature `threads`, and done on one without it. The results are the same.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// The number of threads that share the work.
pub fn threads() -> usize {
    #[cfg(feature = "threads")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    let threads = 1;
    threads
}

/// What `work` makes of each item, in the order of the items.
pub fn map<T: Send, R: Send>(items: impl IntoIterator<Item = T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    map_init(items, || (), |(), item| work(item))
}

/// The same, where each thread uses what `init` makes again and again. No result may depend on the items before.
pub fn map_init<T: Send, S, R: Send>(
    items: impl IntoIterator<Item = T>,
    init: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, T) -> R + Send + Sync,
) -> Vec<R> {
    #[cfg(feature = "threads")]
    let results = items.into_iter().collect::<Vec<T>>().into_par_iter().map_init(init, work).collect();
    #[cfg(not(feature = "threads"))]
    let results = {
        let mut state = init();
        items.into_iter().map(|item| work(&mut state, item)).collect()
    };
    results
}

/// Does `first` on this thread, and `others` on all others meanwhile, with their numbers from 1.
pub fn beside<R>(first: impl FnOnce() -> R, others: impl Fn(usize) + Send + Sync) -> R {
    #[cfg(feature = "threads")]
    let result = rayon::in_place_scope(|scope| {
        for number in 1..threads() {
            let others = &others;
            scope.spawn(move |_| others(number));
        }
        first()
    });
    #[cfg(not(feature = "threads"))]
    let result = {
        let _ = others;
        first()
    };
    result
}
