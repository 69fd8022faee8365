//! Work that is given up: what the threads that do it ask of positions is refused from then on.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::fault::Fault;

/// How many were called, as long as somebody knows of them: where there is none, a question looks at this number alone.
static CALLED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static HEEDED: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Stops the work of the threads that heed it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag(AtomicBool);

impl Drop for Flag {
    fn drop(&mut self) {
        if *self.0.get_mut() {
            CALLED.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Stop {
    /// Has this thread heed it for as long as the thread lives.
    pub fn heed(&self) {
        HEEDED.with_borrow_mut(|heeded| *heeded = Some(self.clone()));
    }

    /// From here on, whatever those threads ask of positions is [`Fault::Stopped`].
    pub fn call(&self) {
        if !self.0.0.swap(true, Ordering::Relaxed) {
            CALLED.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The one that this thread heeds.
    pub fn heeded() -> Option<Self> {
        HEEDED.with_borrow(Clone::clone)
    }

    /// Whether it was called.
    pub fn is_called(&self) -> bool {
        self.0.0.load(Ordering::Relaxed)
    }
}

/// Whether the work of this thread was stopped.
#[inline(always)]
pub fn is_stopped() -> bool {
    CALLED.load(Ordering::Relaxed) != 0 && is_here_called()
}

#[cold]
fn is_here_called() -> bool {
    HEEDED.try_with(|heeded| heeded.borrow().as_ref().is_some_and(Stop::is_called)).unwrap_or(false)
}

/// Refuses a question of a thread whose work was stopped.
#[inline(always)]
pub fn go_on() -> Result<(), Fault> {
    if is_stopped() { Err(Fault::Stopped) } else { Ok(()) }
}
