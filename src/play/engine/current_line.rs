//! Which line of the sheet the engine is at: code that marks its lines says so while it runs, for somebody who looks now and then, and
//! for counting what each of them takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The line that code is at, which another thread may read at any time; 0 for what the engine does by itself. One position at a time
/// sets it.
#[derive(Clone, Debug, Default)]
pub struct CurrentLine(Arc<Marked>);

#[derive(Debug, Default)]
struct Marked {
    line: AtomicU32,
    /// The position's steps when the code came to the line.
    since: AtomicU64,
    /// The steps that each line took before.
    steps: Box<[AtomicU64]>,
}

impl CurrentLine {
    /// One that counts the steps of so many lines, 0 among them.
    pub fn counting(lines: usize) -> Self {
        let steps = (0..lines).map(|_| AtomicU64::default()).collect();
        CurrentLine(Arc::new(Marked { steps, ..Marked::default() }))
    }

    /// The line at this moment.
    pub fn get(&self) -> u32 {
        self.0.line.load(Ordering::Relaxed)
    }

    /// The steps of the evaluator that each line took, as far as the code has come to another since.
    pub fn steps(&self) -> Vec<u64> {
        self.0.steps.iter().map(|steps| steps.load(Ordering::Relaxed)).collect()
    }

    /// Comes to a line, after so many steps of the position.
    pub fn set(&self, line: u32, steps: u64) {
        let Marked { line: at, since, steps: counts } = &*self.0;
        // Nobody else writes: what was read is still there.
        if let Some(count) = counts.get(at.load(Ordering::Relaxed) as usize) {
            let taken = steps.saturating_sub(since.load(Ordering::Relaxed));
            count.store(count.load(Ordering::Relaxed) + taken, Ordering::Relaxed);
        }
        since.store(steps, Ordering::Relaxed);
        at.store(line, Ordering::Relaxed);
    }
}
