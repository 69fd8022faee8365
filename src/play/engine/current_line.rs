//! Which line of the sheet the engine is at, for somebody who looks now and then: code that marks its lines says so while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The line that code is at, which another thread may read at any time; 0 for what the engine does by itself.
#[derive(Clone, Debug, Default)]
pub struct CurrentLine(Arc<AtomicU32>);

impl CurrentLine {
    /// The line at this moment.
    pub fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets it.
    pub fn set(&self, line: u32) {
        self.0.store(line, Ordering::Relaxed);
    }
}
