//! What a ply of a program takes, in steps of the evaluator: some four nanoseconds of an ordinary machine each. Counted from the operations
//! alone, so that it is the same on every machine, and as if none were passed over.

use super::op::Op;
use super::program::{Phase, Program};

/// What an operation takes that goes through the lanes one after the other, beside what it does in each.
const OF_LANES: u64 = 64;
/// What it takes to draw an action in all lanes.
const OF_DRAWING: u64 = 2 * OF_LANES;

impl Program {
    /// What a ply of a phase takes in all lanes, but for searches for chains and questions to the plan.
    pub fn cost(&self, phase: &Phase) -> u64 {
        let words = self.words.max(1) as u64;
        let tested =
            phase.tiers.iter().flatten().flat_map(|choice| &choice.bundles).filter(|b| b.tested.is_some()).count();
        let drawn = OF_DRAWING + tested as u64 * self.slots as u64;
        phase.ply.iter().fold(drawn, |cost, op| cost + self.cost_of(op, words))
    }

    /// What an operation takes, on sets of so many words.
    fn cost_of(&self, op: &Op, words: u64) -> u64 {
        let slots = self.slots as u64;
        match op {
            // Rows and what is connected, a step at a time, in all lanes together.
            Op::FlankedFrom { .. } | Op::FlankedTo { .. } | Op::RayFrom { .. } | Op::Flood { .. } => 32 * words,
            Op::FloodAlong { .. } | Op::StepsAlong { .. } => 128 * words,
            // Lane by lane, a few words in each.
            Op::Between { .. }
            | Op::Join { .. }
            | Op::OnLoop { .. }
            | Op::Distance { .. }
            | Op::InStack { .. }
            | Op::MoveUnder { .. }
            | Op::ClearUnder { .. }
            | Op::Restack { .. }
            | Op::Repeat { .. }
            | Op::Repeated { .. }
            | Op::CycleLength { .. }
            | Op::Pile { .. }
            | Op::AskTruth { .. }
            | Op::AskNumber { .. }
            | Op::AskSet { .. }
            | Op::AskOrder { .. }
            | Op::AskTier { .. }
            | Op::PlayTier { .. } => OF_LANES * words,
            // Lane by lane, cell by cell.
            Op::SmallParts { .. }
            | Op::SomePass { .. }
            | Op::Largest { .. }
            | Op::GroupCount { .. }
            | Op::SizesOrder { .. }
            | Op::KeepUnder
            | Op::PutUnderBack { .. }
            | Op::MixUnder { .. }
            | Op::Sow { .. } => OF_LANES * slots.max(8) / 8,
            _ => words,
        }
    }
}
