//! Legal actions: those of the first tier of the stage that offers any.

use super::action::{Action, ActionList};
use super::chain::Chain;
use super::core::State;
use super::emit::Emitter;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::{ChoiceKind, OnEmpty, RolePlan};
use rulebook_language::model::{MoveId, PlayerId};

/// How many actions one turn may take to be completed.
pub const MAX_TURN: usize = 256;

impl<const W: usize> State<W> {
    /// Fills `self.actions`, if they are not known.
    pub fn know_actions(&mut self, shared: &Shared<W>) -> Result<(), Fault> {
        if self.actions_known {
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.actions);
        list.clear();
        let role = self.to_act(shared);
        let result = match self.stage(shared) {
            Some(stage) => self.offer(shared, role, stage, &mut list, usize::MAX, 0),
            None => Ok(()),
        };
        self.actions = list;
        result?;
        if let Some(lot) = self.lot(shared) {
            self.know_odds(shared, lot)?;
            self.actions_known = true;
            return Ok(());
        }
        if !self.actions.is_empty() && self.may_swap(shared) {
            self.actions.push(Action::SWAP, std::iter::empty());
        }
        self.merge(shared)?;
        self.actions_known = true;
        Ok(())
    }

    /// The stage of the turn at hand.
    pub fn stage(&self, shared: &Shared<W>) -> Option<u16> {
        (self.memory.get(shared.plan.layout.system.stage) as u16).checked_sub(1)
    }

    /// Whether the second seat may change seats instead of its first turn.
    pub fn may_swap(&self, shared: &Shared<W>) -> bool {
        let system = shared.plan.layout.system;
        let at = |word| self.memory.get(word);
        shared.plan.pie
            && at(system.turns) == 1
            && at(system.mid_turn) == 0
            && at(system.swapped) == 0
            && self.lot(shared).is_none()
    }

    /// Adds the actions of a stage, stopping as soon as the list is `stop_at` long.
    pub fn offer(
        &mut self,
        shared: &Shared<W>,
        role: PlayerId,
        stage: u16,
        list: &mut ActionList,
        stop_at: usize,
        depth: usize,
    ) -> Result<(), Fault> {
        if depth > MAX_TURN {
            return Err(Fault::Turn(MAX_TURN));
        }
        let plan = &shared.plan.roles[role];
        let length = list.len();
        if self.may_stop(shared, role, stage, depth)? {
            list.push(Action::STOP, std::iter::empty());
        }
        let stage = &plan.stages[usize::from(stage)];
        let optional = list.len();
        for tier in &stage.tiers {
            for choice in tier {
                self.offer_choice(shared, plan, *choice, list, stop_at, depth)?;
                // To stop is no choice by itself.
                if list.len() >= stop_at && list.len() > optional {
                    return Ok(());
                }
            }
            if list.len() > optional {
                break;
            }
        }
        if list.len() == optional && optional > length {
            // Nothing to go on with: there is no choice to stop either, the turn goes on by itself.
            list.clear();
        }
        Ok(())
    }

    fn offer_choice(
        &mut self,
        shared: &Shared<W>,
        plan: &RolePlan,
        index: u16,
        list: &mut ActionList,
        stop_at: usize,
        depth: usize,
    ) -> Result<(), Fault> {
        let choice = plan.choices[usize::from(index)];
        let illegal_to_repeat = !choice.by_lot && self.may_not_repeat(shared);
        let (picks, generate) = match choice.sort {
            ChoiceKind::Pass => {
                list.push(index, std::iter::empty());
                return Ok(());
            }
            ChoiceKind::Scatter(scatter) => {
                self.offer_scattered(shared, &shared.plan.scatters[usize::from(scatter)], index, list);
                return Ok(());
            }
            ChoiceKind::Move { picks, generate, .. } => (picks, generate),
            ChoiceKind::Chain { .. } => {
                let Some(chain) = Chain::of(choice.sort) else { return Ok(()) };
                if !choice.must_complete && !illegal_to_repeat {
                    return self.offer_chains(shared, index, chain, list);
                }
                let mut found = ActionList::new();
                self.offer_chains(shared, index, chain, &mut found)?;
                return self.keep(shared, index, &found, list, stop_at, depth);
            }
        };
        if !choice.must_complete && !illegal_to_repeat {
            let mut emitter = Emitter::Actions { list, choice: index, picks, stop_at };
            self.run(shared, generate, &[], Some(&mut emitter))?;
            return Ok(());
        }
        let mut found = self.lists.pop().unwrap_or_default();
        found.clear();
        let mut emitter = Emitter::Actions { list: &mut found, choice: index, picks, stop_at: usize::MAX };
        let kept = match self.run(shared, generate, &[], Some(&mut emitter)) {
            Ok(_) => self.keep(shared, index, &found, list, stop_at, depth),
            Err(fault) => Err(fault),
        };
        self.lists.push(found);
        kept
    }

    /// Adds those of the actions found that the turn can be completed with.
    fn keep(
        &mut self,
        shared: &Shared<W>,
        index: u16,
        found: &ActionList,
        list: &mut ActionList,
        stop_at: usize,
        depth: usize,
    ) -> Result<(), Fault> {
        let choice = shared.plan.roles[self.to_act(shared)].choices[usize::from(index)];
        for action in found.iter() {
            if self.completes(shared, &choice, &action, depth)? {
                list.push(index, action.picks().iter().copied());
                if list.len() >= stop_at {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether the action's picks meet its move's conditions.
    pub fn test(&mut self, shared: &Shared<W>, action: &Action) -> Result<bool, Fault> {
        let fits = self.fits(shared, action)?;
        if !fits || !shared.plan.alike {
            return Ok(fits);
        }
        self.know_actions(shared)?;
        Ok(self.alike.iter().all(|(other, _)| other != action))
    }

    fn fits(&mut self, shared: &Shared<W>, action: &Action) -> Result<bool, Fault> {
        let role = self.to_act(shared);
        let Some(choice) = shared.plan.roles[role].choices.get(usize::from(action.choice)).copied() else {
            // To change seats, or to go no further, is offered or not; there is nothing to test.
            self.know_actions(shared)?;
            return Ok(self.actions.contains(action));
        };
        let (test, picks) = match choice.sort {
            ChoiceKind::Pass => return Ok(true),
            ChoiceKind::Scatter(_) => {
                self.know_actions(shared)?;
                return Ok(self.actions.contains(action));
            }
            ChoiceKind::Move { test, picks, .. } => (test, picks),
            ChoiceKind::Chain { .. } => {
                // A chain is legal as a whole: it must be one of those that can be found.
                let mut found = ActionList::new();
                let Some(chain) = Chain::of(choice.sort) else { return Ok(false) };
                self.offer_chains(shared, action.choice, chain, &mut found)?;
                return Ok(found.contains(action) && self.completes(shared, &choice, action, 0)?);
            }
        };
        if usize::from(picks) != action.picks().len() || self.run(shared, test, action.picks(), None)? == 0 {
            return Ok(false);
        }
        self.completes(shared, &choice, action, 0)
    }

    /// Whether the role to act has no action but passing.
    pub fn no_move(&mut self, shared: &Shared<W>) -> Result<bool, Fault> {
        let role = self.to_act(shared);
        if self.sampler.is_some() && !self.actions_known {
            // A random action says it, unless it is none that counts.
            let Some(drawn) = self.draw(shared)? else { return Ok(true) };
            let choice = shared.plan.roles[role].choices.get(usize::from(drawn.choice));
            if choice.is_some_and(|choice| !choice.is_pass()) {
                return Ok(false);
            }
            let Some(stage) = self.stage(shared) else { return Ok(true) };
            return Ok(!self.exists(shared, role, stage, true, 0)?);
        }
        if self.by_sets && !self.actions_known {
            self.know_offers(shared)?;
            let choices = &shared.plan.roles[role].choices;
            let is_move = |index: u16| choices.get(usize::from(index)).is_some_and(|choice| !choice.is_pass());
            return Ok(!self.offers.bundles.iter().any(|bundle| is_move(bundle.choice) && bundle.left > 0));
        }
        if !self.listing && !self.actions_known {
            let Some(stage) = self.stage(shared) else { return Ok(true) };
            return Ok(!self.exists(shared, role, stage, true, 0)?);
        }
        self.know_actions(shared)?;
        let choices = &shared.plan.roles[role].choices;
        let is_move = |action: Action| choices.get(usize::from(action.choice)).is_some_and(|choice| !choice.is_pass());
        Ok(!self.actions.iter().any(is_move))
    }

    /// Whether no role would have an action but passing, were it its turn.
    pub fn nobody_can_move(&mut self, shared: &Shared<W>) -> Result<bool, Fault> {
        if !self.no_move(shared)? {
            return Ok(false);
        }
        let to_act = self.to_act(shared);
        for role in shared.plan.roles.ids().filter(|role| *role != to_act) {
            let mark = self.memory.mark();
            let result = self.could_move(shared, role, None);
            self.memory.rollback(mark);
            if result? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a player would have an action but passing, or one of a move, were the turn over and it that player's. Within the question
    /// everybody can.
    pub fn can_move(
        &mut self,
        shared: &Shared<W>,
        player: i64,
        in_move: bool,
        only: Option<MoveId>,
    ) -> Result<bool, Fault> {
        let Some(role) = shared.plan.roles.ids().find(|role| i64::from(role.0) == player) else { return Ok(false) };
        if std::mem::replace(&mut self.asked, true) {
            return Ok(true);
        }
        let (mark, system) = (self.memory.mark(), shared.plan.layout.system);
        if in_move {
            // As after an action: only then its number is counted, and its mover known.
            self.memory.set(system.passes, 0);
            self.memory.set(system.last_mover, self.memory.get(system.to_act) + 1);
            self.count(system.plies);
        }
        if in_move || self.memory.get(system.mid_turn) == 1 {
            self.close_turn(shared);
        }
        let result = self.could_move(shared, role, only);
        self.memory.rollback(mark);
        self.asked = false;
        result
    }

    fn could_move(&mut self, shared: &Shared<W>, role: PlayerId, only: Option<MoveId>) -> Result<bool, Fault> {
        self.begin_turn(shared, u64::from(role.0))?;
        let Some(stage) = self.stage(shared) else { return Ok(false) };
        match only {
            Some(rule) => self.offers_move(shared, role, stage, rule),
            None => self.exists(shared, role, stage, true, 0),
        }
    }

    /// Whether a stage offers anything.
    pub fn offers(&mut self, shared: &Shared<W>, role: PlayerId, stage: u16) -> Result<bool, Fault> {
        self.exists(shared, role, stage, false, 0)
    }

    /// Where a stage that offers nothing leads.
    pub fn on_empty(shared: &Shared<W>, role: PlayerId, stage: u16) -> OnEmpty {
        shared.plan.roles[role].stages[usize::from(stage)].empty
    }
}
