//! Work that may take long: done on threads of its own, while the one that asked listens for Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rulebook_play::engine::Stop;

use crate::errors::plain;

/// The stack of a thread that reads and checks sheets, as on the command line.
const STACK_BYTES: usize = 16 << 20;
/// How often Ctrl-C is listened for.
pub const LISTENS: Duration = Duration::from_millis(40);
/// So many pools are kept for the next work.
const KEPT: usize = 4;

/// Threads, and what stops their work.
pub struct Workers {
    threads: Option<usize>,
    process: u32,
    pub pool: ThreadPool,
    pub stop: Stop,
}

/// Those that have nothing to do.
static IDLE: Mutex<Vec<Workers>> = Mutex::new(Vec::new());

impl Workers {
    /// So many threads, or as many as there are cores.
    pub fn hire(py: Python<'_>, threads: Option<usize>) -> PyResult<Self> {
        let process = std::process::id();
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(at) = idle.iter().position(|workers| workers.threads == threads) {
            let workers = idle.swap_remove(at);
            if workers.process == process {
                return Ok(workers);
            }
            // A process that was forked has none of the threads, and must not wait for them.
            std::mem::forget(workers);
        }
        drop(idle);
        if threads.is_some_and(|threads| threads == 0 || threads > 1024) {
            return Err(plain(py, "program", "`threads` is a number from 1 to 1024, or None for all cores"));
        }
        let stop = Stop::default();
        let heeded = stop.clone();
        let pool = ThreadPoolBuilder::new()
            .stack_size(STACK_BYTES)
            .num_threads(threads.unwrap_or(0))
            .start_handler(move |_| heeded.heed())
            .build()
            .map_err(|error| plain(py, "program", &format!("the threads cannot be had: {error}")))?;
        Ok(Workers { threads, process, pool, stop })
    }

    /// Keeps them for the next work.
    pub fn release(self) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < KEPT {
            idle.push(self);
        }
    }
}

/// Does work on so many threads, or on all cores. Ctrl-C raises its exception at once, and what is left of the work is given up.
pub fn attended<T: Send + 'static>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let workers = Workers::hire(py, threads)?;
    let (sender, receiver) = mpsc::sync_channel(1);
    let stop = workers.stop.clone();
    workers.pool.spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| work(&stop)));
        // Whoever was interrupted needs no answer.
        drop(sender.send(done));
    });
    let stop = workers.stop.clone();
    let done: PyResult<_> = py.detach(move || {
        loop {
            match receiver.recv_timeout(LISTENS) {
                Ok(done) => return Ok(done),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    Python::attach(|py| py.check_signals()).inspect_err(|_| stop.call())?;
                }
            }
        }
    });
    // Threads that were stopped end with their work.
    let done = done?;
    workers.release();
    done.map_or_else(|panic| resume_unwind(panic), Ok)
}
