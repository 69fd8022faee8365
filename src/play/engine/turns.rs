//! Playing an action: what it changes, what follows in the turn, whose turn is next.

use super::action::Action;
use super::chain::Chain;
use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::{Choice, ChoiceKind, LotPlan, Next, OnEmpty};
use rulebook_language::model::{MoveId, PlayerId};
use rulebook_language::util::Id;

impl<const W: usize> State<W> {
    /// Plays an action.
    pub fn act(&mut self, shared: &Shared<W>, action: &Action) -> Result<(), Fault> {
        let system = shared.plan.layout.system;
        let role = self.to_act(shared);
        self.stale();
        match action.choice {
            Action::SWAP => {
                // The seats change; the roles, and whose turn it is, do not.
                self.memory.set(system.swapped, 1);
                self.count(system.plies);
                self.count(system.turns);
                return Ok(());
            }
            Action::STOP => {
                let stop = self.stage(shared).and_then(|stage| shared.plan.roles[role].stages[usize::from(stage)].stop);
                self.count(system.plies);
                return self.advance(shared, role, stop.unwrap_or(Next::End));
            }
            _ => {}
        }
        let choice = &shared.plan.roles[role].choices[usize::from(action.choice)];
        let in_setup = self.in_setup(shared);
        self.change(shared, role, choice, action)?;
        // Effects and conditions of an action speak of it by the same number.
        self.count(if in_setup { system.dealt } else { system.plies });
        self.advance(shared, role, choice.next)
    }

    /// Adds 1 to a word.
    pub fn count(&mut self, word: u32) {
        self.memory.set(word, self.memory.get(word) + 1);
    }

    /// Makes the changes of an action of `role`, without looking at what follows.
    pub fn change(
        &mut self,
        shared: &Shared<W>,
        role: PlayerId,
        choice: &Choice,
        action: &Action,
    ) -> Result<(), Fault> {
        let layout = &shared.plan.layout;
        if choice.by_lot {
            return self.change_by_lot(shared, choice.sort, action);
        }
        let actor = role.index() as u64 + 1;
        match choice.sort {
            ChoiceKind::Pass => {
                if let Some(pass) = shared.plan.roles[role].pass {
                    self.run(shared, pass, &[], None)?;
                }
                self.count(layout.system.passes);
            }
            // By nature alone.
            ChoiceKind::Scatter(_) => {}
            ChoiceKind::Chain { rule, .. } => {
                if let Some(chain) = Chain::of(choice.sort) {
                    self.apply_chain(shared, chain, action)?;
                }
                self.memory.set(layout.system.passes, 0);
                if shared.plan.features.last_to {
                    self.memory.set(layout.last_to(rule), actor);
                }
            }
            ChoiceKind::Move { rule, apply, .. } => {
                self.run(shared, apply, action.picks(), None)?;
                self.memory.set(layout.system.passes, 0);
                if shared.plan.features.last_to {
                    self.memory.set(layout.last_to(rule), actor);
                }
                self.remember_picks(shared, rule, action);
            }
        }
        self.memory.set(layout.system.last_mover, actor);
        self.memory.set(layout.system.mid_turn, 1);
        Ok(())
    }

    /// Keeps what was picked, where something asks for it.
    pub fn remember_picks(&mut self, shared: &Shared<W>, rule: MoveId, action: &Action) {
        if shared.plan.features.last_picks {
            for (pick, value) in (0u8..).zip(action.picks()) {
                // Nowhere is none, as where nothing was picked.
                let kept = if *value == u16::MAX { 0 } else { u64::from(*value) + 1 };
                self.memory.set(shared.plan.layout.last_pick(rule, pick), kept);
            }
        }
    }

    /// Begins the first turn, or what the setup leaves to chance.
    pub fn begin_play(&mut self, shared: &Shared<W>) -> Result<(), Fault> {
        match shared.plan.first_deal {
            Some(first) => self.advance(shared, PlayerId(0), Next::Stage(first)),
            None => self.begin_turn(shared, 0),
        }
    }

    /// Goes on to the next stage that offers something, or to the next turn.
    pub fn advance(&mut self, shared: &Shared<W>, role: PlayerId, mut next: Next) -> Result<(), Fault> {
        // A stage leads to a later one, or to itself only after an action: stages are passed over once each at most.
        for _ in 0..=shared.plan.roles[role].stages.len() {
            let Next::Stage(stage) = next else { break };
            self.memory.set(shared.plan.layout.system.stage, u64::from(stage) + 1);
            if let Some(onward) = self.passed_over(shared, role, stage)? {
                next = onward;
                continue;
            }
            match Self::on_empty(shared, role, stage) {
                OnEmpty::Skip(onward) if !self.offers(shared, role, stage)? => next = onward,
                _ => return Ok(()),
            }
        }
        if next == Next::Start {
            self.forget_turn(shared);
            self.begin_turn(shared, 0)?;
            self.remember(shared);
            return Ok(());
        }
        self.end_turn(shared, role)
    }

    fn end_turn(&mut self, shared: &Shared<W>, role: PlayerId) -> Result<(), Fault> {
        self.close_turn(shared);
        let next = self.next_role(shared, role)?;
        self.begin_turn(shared, next)?;
        self.remember(shared);
        self.room_for_past()
    }

    /// Counts a turn, and forgets what is known of it alone.
    pub fn close_turn(&mut self, shared: &Shared<W>) {
        self.count(shared.plan.layout.system.turns);
        self.forget_turn(shared);
    }

    fn forget_turn(&mut self, shared: &Shared<W>) {
        let layout = &shared.plan.layout;
        for (at, begins) in &layout.of_turn {
            self.memory.set(*at, *begins as u64);
        }
        for (event, used) in layout.events.iter().zip(shared.plan.features.events) {
            for word in 0..if used { layout.words } else { 0 } {
                self.memory.set(event + word, 0);
            }
        }
        if shared.plan.features.last_picks {
            let end = layout
                .last_picks
                .last()
                .map_or(0, |last| last + rulebook_language::model::MAX_PICKS as u32)
                .min(layout.position);
            for word in layout.last_picks.first().copied().unwrap_or(end)..end {
                self.memory.set(word, 0);
            }
        }
        if shared.plan.features.sown {
            self.memory.set(layout.system.last_sown, 0);
        }
    }

    /// Whose turn follows that of a role: the next one's that is not passed over, or the next one's if all are.
    pub fn next_role(&mut self, shared: &Shared<W>, role: PlayerId) -> Result<u64, Fault> {
        let roles = shared.plan.roles.len();
        let next = (role.index() + 1) % roles;
        let Some(skip) = &shared.plan.skip else { return Ok(next as u64) };
        for candidate in (next..roles).chain(0..next) {
            let mark = self.memory.mark();
            self.skips += 1;
            let skipped = self.begin_turn(shared, candidate as u64).and_then(|()| {
                self.stale();
                self.run(shared, skip[PlayerId(candidate as u8)], &[], None)
            });
            self.skips -= 1;
            self.memory.rollback(mark);
            self.stale();
            if skipped? == 0 {
                return Ok(candidate as u64);
            }
        }
        Ok(next as u64)
    }

    /// Where the turn goes on if a stage's own condition does not hold.
    pub fn passed_over(&mut self, shared: &Shared<W>, role: PlayerId, stage: u16) -> Result<Option<Next>, Fault> {
        let stage = &shared.plan.roles[role].stages[usize::from(stage)];
        if let Some(LotPlan::Scatter { scatter, onward }) = stage.lot {
            return Ok(self.is_laid(shared, scatter)?.then_some(onward));
        }
        match stage.when {
            Some((when, onward)) => Ok((self.run(shared, when, &[], None)? == 0).then_some(onward)),
            None => Ok(None),
        }
    }

    /// Makes it the turn of a role.
    pub fn begin_turn(&mut self, shared: &Shared<W>, role: u64) -> Result<(), Fault> {
        let layout = &shared.plan.layout;
        let system = layout.system;
        self.memory.set(system.to_act, role);
        self.memory.set(system.mid_turn, 0);
        if shared.plan.copies_turn_start {
            self.spend(u64::from(layout.contents) / 4)?;
            self.memory.copy(0, layout.turn_start, layout.contents);
        }
        let mut stage = 0;
        for entry in &shared.plan.roles[PlayerId(role as u8)].entries {
            let applies = match entry.when {
                Some(when) => self.run(shared, when, &[], None)? != 0,
                None => true,
            };
            if applies {
                stage = u64::from(entry.stage) + 1;
                break;
            }
        }
        self.memory.set(system.stage, stage);
        Ok(())
    }
}
