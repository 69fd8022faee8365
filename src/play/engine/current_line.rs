//! Which line of the sheet the engine is at, for somebody who looks now and then: code that marks its lines says so while it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::core::State;
use super::position::Position;

/// The line that code is at, which another thread may read at any time; 0 for what the engine does by itself.
#[derive(Clone, Debug, Default)]
pub struct CurrentLine(Arc<AtomicU32>);

impl CurrentLine {
    /// The line at this moment.
    pub fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self, line: u32) {
        self.0.store(line, Ordering::Relaxed);
    }
}

impl<const W: usize> State<W> {
    /// The code comes to a line.
    #[inline(always)]
    pub fn at_line(&self, line: u32) {
        if let Some(current) = &self.line {
            current.set(line);
        }
    }
}

impl Position {
    /// Has the code of a plan that marks its lines say which one it is at, here and in copies of this position.
    pub fn show_lines(&mut self, line: &CurrentLine) {
        self.core.show_lines(line);
    }
}
