//! Tiers that are not lifted: chains that may stop, moves with many picks, and the like. It is found out for all lanes at once whether such
//! a tier offers anything, if that is known; the plan draws its action in the lanes where it is played, and makes its changes.

use super::asking::Asks;
use super::lifter::{Finds, Grown, Lifted, Lifter, NotBatchable, not_batchable};
use super::parts::{asks_for, has_part};
use super::value::{Cells, Truth};
use crate::op::{Op, RegisterKind};
use crate::program::{Choice, Phase, Program, STOP};
use crate::questions::AskedTier;
use rulebook_language::model::{
    Builtin, Effect, End, Expr, ExprKind, Game, Move, Picking, Repetition, TurnStep, all_primitives,
};
use rulebook_play::plan::Next;

impl<'g> Lifter<'g> {
    /// Leaves a tier to the plan.
    ///
    /// # Errors
    /// The reason why it is not lifted, where the plan cannot be asked to play it.
    pub fn leave_tier(&mut self, phase: &mut Phase, place: usize, reason: NotBatchable) -> Lifted<()> {
        let stage = phase.stage;
        let mut choices: Vec<u16> = phase.tiers[place].iter().map(|choice| choice.index).collect();
        choices.dedup();
        let tier = self.asked_tier(phase.role, stage, place, choices, reason)?;
        let chosen = self.lasting_reg(RegisterKind::Mask);
        let within = Some(self.lasting_reg(RegisterKind::Mask));
        phase.tiers[place] = vec![Choice { within, tier: Some(tier), ..Choice::new(Choice::OF_TIER, stage, chosen) }];
        Ok(())
    }

    /// The place of a tier that the plan plays.
    fn asked_tier(
        &mut self,
        role: usize,
        stage: u16,
        tier: usize,
        choices: Vec<u16>,
        reason: NotBatchable,
    ) -> Lifted<u16> {
        if self.asking.what != Asks::Tiers || self.seat.is_some() || self.forbids_repetition() {
            return Err(reason);
        }
        let game = self.game;
        let begins = self.outlines[role].entries.iter().any(|(_, entry)| *entry == stage);
        let goes_on = self.outlines[role].choices.iter().any(|choice| choice.next == Next::Stage(stage));
        if begins && goes_on {
            return Err(reason);
        }
        let mut at = None;
        for index in choices.iter().filter(|index| **index != STOP) {
            let rule = match self.turn_step(role, *index) {
                TurnStep::Move(rule, with) => {
                    if !with.iter().all(|(_, of)| self.is_told(of)) {
                        return Err(reason);
                    }
                    rule
                }
                TurnStep::Chain { rule, .. } => rule,
                // To pass is no move: whether there is one is asked.
                _ => return Err(reason),
            };
            let rule = &game.moves[*rule];
            if !self.may_be_played(rule) {
                return Err(reason);
            }
            at = at.or(Some(rule.span));
        }
        self.asking.tiers.push(AskedTier { role, stage, tier, mid_turn: goes_on, choices });
        self.asking.why_played.push(at.map_or(reason, |at| reason.within(at)));
        Ok((self.asking.tiers.len() - 1) as u16)
    }

    /// Makes the changes of a choice, or leaves them to the plan where they are not lifted.
    pub fn make_or_leave(
        &mut self,
        phase: &Phase,
        choice: &Choice,
        make: impl FnOnce(&mut Self) -> Lifted<()>,
    ) -> Lifted<()> {
        if self.asking.what != Asks::Tiers {
            return make(self);
        }
        let before = (self.ops.len(), self.known.clone(), self.planes.clone(), self.counters.clone());
        let (rejected, grown) = (self.rejected, self.grown.clone());
        let Err(reason) = make(self) else { return Ok(()) };
        if choice.may_be_rejected || choice.needs_another || !choice.shown.is_empty() {
            return Err(reason);
        }
        self.ops.truncate(before.0);
        (_, self.known, self.planes, self.counters) = before;
        (self.rejected, self.grown) = (rejected, grown);
        self.before.clear();
        let tier = self.asked_tier(phase.role, choice.stage, 0, vec![choice.index], reason)?;
        self.made_in.push((choice.chosen, tier));
        self.make_where(choice.chosen, |lifter| lifter.play_tier(choice, tier))
    }

    /// Whether the plan knows all that a move asks, where it is told a position as lanes have it.
    fn may_be_played(&mut self, rule: &'g Move) -> bool {
        let mut parts: Vec<&Expr> = Vec::new();
        for step in &rule.picking {
            match step {
                Picking::Pick { from, .. } | Picking::Several { from, .. } => parts.push(from),
                Picking::Let { value, .. } => parts.push(value),
                Picking::Where(condition) => parts.push(condition),
            }
        }
        parts.extend(all_primitives(&rule.effects).into_iter().flat_map(|primitive| primitive.parts()));
        parts.into_iter().all(|part| self.is_told(part))
    }

    /// Whether a tier offers anything, in some lanes.
    pub fn offers_tier(&mut self, choice: &Choice, place: u16, within: Truth) -> Lifted<(Truth, Finds)> {
        let tier = self.asking.tiers[usize::from(place)].clone();
        let kept = (self.planes.clone(), self.bound.clone());
        let (mut any, mut is_lifted) = (Truth::Known(false), true);
        for index in tier.choices.iter().filter(|index| **index != STOP) {
            match self.some_of_choice(tier.role, *index, within) {
                Ok(some) => any = self.either(any, some),
                Err(_) => is_lifted = false,
            }
        }
        (self.planes, self.bound) = kept;
        if !is_lifted && any != Truth::Known(true) {
            // Where there is one of those that are known, the others are not asked about.
            let open = self.without(within, any);
            let asked = self.where_it_matters(open, |lifter| lifter.ask_tier(place))?;
            any = self.either(any, asked);
        }
        let any = self.both(within, any);
        let mask = self.mask(any).ok_or(not_batchable("a turn of another form"))?;
        Ok((any, choice.within.map(|d| (RegisterKind::Mask, d, mask)).into_iter().collect()))
    }

    /// Whether a choice can be made, where that is known without a look at each of its actions.
    fn some_of_choice(&mut self, role: usize, index: u16, within: Truth) -> Lifted<Truth> {
        let step = self.turn_step(role, index);
        let (TurnStep::Move(rule, _) | TurnStep::Chain { rule, .. }) = step else { return Err(LOOKED_AT) };
        let moved = &self.game.moves[*rule];
        let is_chain = matches!(step, TurnStep::Chain { .. });
        let must_complete = self.outlines[role].choices[usize::from(index)].must_complete;
        if must_complete || is_chain && moved.end().iter().any(Effect::requires) {
            return Err(LOOKED_AT);
        }
        let mut any = Truth::Known(false);
        for fixed in self.fixed_picks(moved)? {
            let mut picks = if is_chain {
                self.fixed = fixed;
                self.first_links(*rule)?
            } else {
                self.found(role, index, &fixed)?
            };
            if picks.iter().any(|picks| picks.may_be_rejected) {
                return Err(LOOKED_AT);
            }
            let some = self.any(&mut picks, within)?;
            any = self.either(any, some);
        }
        Ok(any)
    }

    /// Has the plan play a tier in the lanes of a choice that stands for it.
    pub fn play_tier(&mut self, choice: &Choice, tier: u16) -> Lifted<()> {
        let refused = not_batchable("a position that is not told");
        let (told, ..) = self.told_now(&[], refused)?;
        self.tell(&told);
        self.ops.push(Op::PlayTier { mask: choice.chosen, tier });
        self.grown.fill(Grown::Somehow);
        for place in 0..self.planes.len() {
            let (at, d) = (self.lasting_planes[place], self.reg(RegisterKind::Set));
            self.ops.push(Op::HearSet { d, at });
            self.planes[place] = Cells::of(d);
        }
        let mut at = self.lasting_numbers.clone().into_iter();
        for counter in 0..self.game.counters.len() {
            for place in 0..self.counters[counter].len() {
                let (Some(at), d) = (at.next(), self.reg(RegisterKind::Number)) else { return Err(refused) };
                self.ops.push(Op::HearNumber { d, at });
                self.counters[counter][place] = d;
            }
        }
        Ok(())
    }

    /// The choices that were made in a tier which the plan has played.
    pub fn played_choices(&mut self, choice: &Choice, tier: u16) -> Vec<Choice> {
        let indexes = self.asking.tiers[usize::from(tier)].choices.clone();
        let mut choices = Vec::new();
        for index in indexes {
            let d = self.reg(RegisterKind::Mask);
            self.ops.push(Op::Played { d, mask: choice.chosen, choice: index });
            choices.push(Choice { index, chosen: d, tier: None, within: None, ..choice.clone() });
        }
        choices
    }

    /// Whether an expression asks what positions are told, and nothing else.
    pub fn is_told(&mut self, expr: &Expr) -> bool {
        let game = self.game;
        let asks = |builtins: &[Builtin]| asks_for(game, expr, builtins);
        if asks(&[Builtin::PlyNumber, Builtin::TurnNumber, Builtin::AllPassed]) {
            self.asks_clock = true;
            if !self.has_clock {
                return false;
            }
        }
        let looks_on = asks(&[Builtin::CanMove, Builtin::CanMake]) && (game.pie || self.forbids_repetition());
        !looks_on && !asks(&[Builtin::NoMove, Builtin::NobodyCanMove, Builtin::CycleLength, Builtin::LastMover])
    }
}

/// Whether the plan draws and makes every action, and asks little beside it: no groups, lines or loops where a game may end.
pub fn plan_plays(game: &Game, program: &Program) -> bool {
    let has_tiers = program.questions.as_ref().is_some_and(|questions| !questions.tiers.is_empty());
    let mut choices = program.phases.iter().flat_map(|phase| phase.tiers.iter().flatten());
    let is_pattern = |kind: &ExprKind| matches!(kind, ExprKind::Pattern { .. });
    let ends = game.ends.iter().flat_map(End::exprs).chain(game.repetitions.iter().flat_map(Repetition::exprs));
    has_tiers
        && choices.all(|choice| choice.tier.is_some() || choice.picks == 0 || choice.roll.is_some())
        && ends.into_iter().all(|expr| !has_part(game, expr, &is_pattern))
}

const LOOKED_AT: NotBatchable = not_batchable("a choice of which each action is looked at");
