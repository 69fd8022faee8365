//! What was so at the start of the turn at hand, worked out once: conditions that ask nothing else.

use super::core::State;
use super::shared::Shared;

/// A number, and the contents at the start of a turn that it was worked out for; none where nothing is known.
#[derive(Clone, Default)]
pub struct TurnMemo {
    contents: Vec<u64>,
    number: i64,
}

impl<const W: usize> State<W> {
    /// The copy of the contents from the turn's start.
    fn turn_start(&self, shared: &Shared<W>) -> &[u64] {
        let layout = &shared.plan.layout;
        &self.memory.words()[layout.turn_start as usize..][..layout.contents as usize]
    }

    /// The number that was kept for the turn's start, if one was. The contents are compared: changes are taken back and made again.
    pub fn kept(&self, shared: &Shared<W>, memo: u16) -> Option<i64> {
        let kept = self.turn_memos.get(usize::from(memo))?;
        (kept.contents == self.turn_start(shared)).then_some(kept.number)
    }

    /// Keeps a number for the turn's start.
    pub fn keep_for_turn(&mut self, shared: &Shared<W>, memo: u16, number: i64) {
        let layout = &shared.plan.layout;
        let now = &self.memory.words()[layout.turn_start as usize..][..layout.contents as usize];
        if let Some(kept) = self.turn_memos.get_mut(usize::from(memo)) {
            kept.contents.clear();
            kept.contents.extend_from_slice(now);
            kept.number = number;
        }
    }
}
