//! What the rules of a game ever look at.

use super::op::Op;
use super::program::Plan;

impl Plan {
    /// Whether some rule reads this word of the memory as a number. What the engine itself goes by (the role to act, the stage
    /// and the like) is not asked here, nor are planes.
    pub fn reads_number(&self, at: u32) -> bool {
        self.ops.iter().any(|op| match *op {
            Op::Load { offset, .. } => offset == at,
            Op::LoadAt { offset, count, .. } => (offset..offset + u32::from(count)).contains(&at),
            Op::CopyWords { from, count, .. } => (from..from + count).contains(&at),
            _ => false,
        })
    }
}
