//! Whether a turn that has begun can come to an end: what has to follow is possible, and no position comes about again where
//! that is not allowed.

use super::action::Action;
use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::{Choice, Next, OnEmpty, RepetitionPlan};
use rulebook_language::model::{Compare, PlayerId};

/// How many questions whether a turn is passed over are looked into, each inside the one before: beyond them no repetition is.
const MAX_SKIPS: u8 = 2;

impl<const W: usize> State<W> {
    /// Whether some rule forbids to end a turn in a position that was there before, as far as one looks ahead: whether a player is
    /// passed over who could only repeat is asked of the next turn, and not of one after it; and not at all where it is asked whether
    /// a player can move.
    pub fn may_not_repeat(&self, shared: &Shared<W>) -> bool {
        !self.asked && self.skips < MAX_SKIPS && shared.plan.repetitions.iter().any(RepetitionPlan::is_illegal)
    }

    /// Whether the turn can be completed after the action.
    pub fn completes(
        &mut self,
        shared: &Shared<W>,
        choice: &Choice,
        action: &Action,
        depth: usize,
    ) -> Result<bool, Fault> {
        if choice.by_lot || (!choice.must_complete && !self.may_not_repeat(shared)) {
            return Ok(true);
        }
        let mark = self.memory.mark();
        let role = self.to_act(shared);
        let result = self.change(shared, role, choice, action).and_then(|()| {
            self.count(shared.plan.layout.system.plies);
            self.can_end(shared, role, choice.next, depth)
        });
        self.memory.rollback(mark);
        result
    }

    /// Whether the player may go on from a stage without an action.
    pub fn may_stop(&mut self, shared: &Shared<W>, role: PlayerId, stage: u16, depth: usize) -> Result<bool, Fault> {
        let Some(next) = shared.plan.roles[role].stages[usize::from(stage)].stop else { return Ok(false) };
        if next == Next::End && !self.may_not_repeat(shared) {
            return Ok(true);
        }
        let mark = self.memory.mark();
        self.count(shared.plan.layout.system.plies);
        let result = self.can_end(shared, role, next, depth);
        self.memory.rollback(mark);
        result
    }

    /// Whether a turn that goes on so can come to an end. Changes what it looks at.
    fn can_end(&mut self, shared: &Shared<W>, role: PlayerId, mut next: Next, depth: usize) -> Result<bool, Fault> {
        // A stage leads to a later one: each is passed over once at most.
        while let Next::Stage(stage) = next {
            if let Some(onward) = self.passed_over(shared, role, stage)? {
                next = onward;
                continue;
            }
            if self.exists(shared, role, stage, false, depth + 1)? {
                return Ok(true);
            }
            match Self::on_empty(shared, role, stage) {
                OnEmpty::Skip(onward) => next = onward,
                OnEmpty::Stuck => return Ok(false),
            }
        }
        // A turn that was passed is no repetition.
        if !self.may_not_repeat(shared) || self.memory.get(shared.plan.layout.system.passes) > 0 {
            return Ok(true);
        }
        self.close_turn(shared);
        self.spend(self.cost_of_past(shared))?;
        // Whose turn follows is asked for only where that matters: it may take to look at all that could be done in it.
        let of_mover = |rule: &RepetitionPlan| rule.is_illegal() && rule.compare == Compare::Situational;
        let mover = match shared.plan.repetitions.iter().any(of_mover) {
            true => self.next_role(shared, role)?,
            false => 0,
        };
        Ok(!self.forbidden(shared, mover))
    }
}
