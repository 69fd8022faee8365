//! What a phase offers, in the registers from which it is drawn.

use super::asking::Asks;
use super::lifter::{Finds, Lifted, Lifter, NotBatchable, not_batchable};
use super::moves::{Offered, Picks};
use super::value::Truth;
use crate::conditions::RejectionTest;
use crate::luck::Weights;
use crate::op::{Op, Reg, RegisterKind};
use crate::program::{Bundle, Choice, Pairs, Phase, SKIP, STOP, Shown};
use rulebook_language::model::{PlayerId, TurnStep};
use rulebook_language::util::Id;
use rulebook_play::plan::{ChoiceOutline, Next};

impl<'g> Lifter<'g> {
    /// The registers of what can be picked in a phase.
    pub fn bundles(&mut self, phase: &mut Phase) -> Lifted<()> {
        self.me = PlayerId::from_index(phase.role);
        for place in 0..phase.tiers.len() {
            let alike = not_batchable("actions that lead to the same position are one");
            let acts = |choice: &Choice| match self.turn_step(phase.role, choice.index) {
                TurnStep::Move(rule, _) => self.game.moves[*rule].lot.is_none(),
                step => !matches!(step, TurnStep::Pass),
            };
            let lifted = match self.game.alike {
                Some(span) if phase.tiers[place].iter().any(acts) => Err(alike.within(span)),
                _ => self.tier_bundles(phase, place),
            };
            if let Err(reason) = lifted {
                self.leave_tier(phase, place, reason)?;
            }
        }
        let rejects = |stage: u16| move |choice: &&Choice| choice.stage == stage && choice.may_be_rejected;
        let stages: Vec<u16> = (0..self.outlines[phase.role].stages.len() as u16)
            .filter(|stage| phase.tiers.iter().flatten().any(|choice| rejects(*stage)(&choice)))
            .collect();
        for tier in &mut phase.tiers {
            tier.retain(|choice| choice.index != SKIP || stages.contains(&choice.stage));
        }
        Ok(())
    }

    /// The same in a tier.
    fn tier_bundles(&mut self, phase: &mut Phase, place: usize) -> Lifted<()> {
        let role = phase.role;
        let is_chain = |choice: &Choice| matches!(self.turn_step(role, choice.index), TurnStep::Chain { .. });
        let chains = phase.tiers[place].iter().filter(|choice| is_chain(choice)).count();
        if chains > 0 && phase.tiers[place].len() > 1 {
            return Err(not_batchable("a choice between a chain and something else"));
        }
        if chains > 0 && !self.in_step {
            return Err(not_batchable("chains in turns of several actions"));
        }
        for choice in &mut phase.tiers[place] {
            self.fixed.clone_from(&choice.fixed);
            let found = match self.turn_step(role, choice.index) {
                TurnStep::Chain { rule, from, which } => {
                    let (chain, found) = self.chain(*rule, *from, *which)?;
                    choice.chain = Some(self.chains.len() as u16);
                    self.chains.push(chain);
                    found
                }
                _ => self.found(role, choice.index, &choice.fixed)?,
            };
            choice.may_be_rejected = found.iter().any(|picks| picks.may_be_rejected);
            choice.needs_another = found.iter().any(|picks| picks.needs_another);
            let shown = found.first().map(|picks| picks.shown.clone()).unwrap_or_default();
            let place =
                |by: Option<i16>| by.map_or_else(|| Shown::Found(self.lasting_reg(RegisterKind::Set)), Shown::Further);
            choice.shown = shown.into_iter().map(place).collect();
            for picks in found {
                let set = self.lasting_reg(RegisterKind::Set);
                let tested = picks.unsure.map(|unsure| RejectionTest {
                    tests: unsure.tests,
                    sources: unsure.sources.map(|source| self.where_it_lasts(source)),
                    sure: self.lasting_reg(RegisterKind::Set),
                });
                let asks_more =
                    |tested: RejectionTest| tested.sources.iter().any(|set| usize::from(*set) >= self.planes.len());
                if self.seat.is_some() && tested.is_some_and(asks_more) {
                    return Err(not_batchable("tests of other sets than planes in turns that are shared"));
                }
                let far = picks.far.map(|_| self.lasting_reg(RegisterKind::Set));
                let pairs = far.filter(|_| picks.may_be_rejected).map(|_| {
                    self.pairs += 1;
                    Pairs { table: self.pairs - 1, left: self.lasting_reg(RegisterKind::Mask) }
                });
                let weights = picks.weights.as_ref().map(|weights| {
                    let first = self.lasting_reg(RegisterKind::Set);
                    (1..weights.len()).for_each(|_| _ = self.lasting_reg(RegisterKind::Set));
                    Weights { first, bits: weights.len() as u8 }
                });
                if weights.is_some() && choice.may_be_rejected {
                    return Err(not_batchable("odds of what may be rejected"));
                }
                choice.bundles.push(Bundle { set, by: picks.by as i16, tested, far, pairs, weights });
            }
        }
        // To go on without an action is offered beside others, and not where all of them are rejected.
        let has = |what: &dyn Fn(&Choice) -> bool| phase.tiers[place].iter().any(what);
        if has(&|choice| choice.index == STOP) && has(&|choice| choice.may_be_rejected) {
            return Err(not_batchable("a step that may be left out, where it takes a look at each action"));
        }
        self.within_forms(role, &phase.tiers[place])
    }

    /// Refuses moves that would be written out for very many numbers and cells: one by one they are faster.
    fn within_forms(&self, role: usize, tier: &[Choice]) -> Lifted<()> {
        for choice in tier {
            let TurnStep::Move(rule, _) = self.turn_step(role, choice.index) else { continue };
            let alike = tier.iter().filter(|other| other.index == choice.index);
            let forms: usize = alike.map(|other| other.bundles.len()).sum();
            let rule = &self.game.moves[*rule];
            if forms > MOST_FORMS && self.picks_changing_numbers(rule) {
                return Err(not_batchable("picks of very many numbers and cells").within(rule.span));
            }
        }
        Ok(())
    }

    /// What can be picked for a choice; nothing for a pass.
    pub fn found(&mut self, role: usize, index: u16, fixed: &[(u8, u16)]) -> Lifted<Vec<Picks>> {
        self.fixed = fixed.to_vec();
        self.rolled.clear();
        match self.turn_step(role, index) {
            TurnStep::Move(rule, with) => {
                self.rolled = self.shown_by(*rule);
                let outline = &self.outlines[role];
                let completes = match outline.choices[usize::from(index)] {
                    ChoiceOutline { next: Next::Stage(stage), must_complete: true, .. } => Some((role, stage)),
                    _ => None,
                };
                let stage = outline.stages.iter().position(|stage| stage.tiers.iter().flatten().any(|of| *of == index));
                let is_first = |stage: u16| {
                    outline.entries.iter().any(|(_, entry)| *entry == stage)
                        && outline.choices.iter().all(|choice| choice.next != Next::Stage(stage))
                };
                let begins = stage.is_some_and(|stage| is_first(stage as u16));
                self.picks(Offered { rule: &self.game.moves[*rule], with, begins, completes })
            }
            TurnStep::Chain { rule, .. } => self.first_links(*rule),
            _ => Ok(Vec::new()),
        }
    }

    /// At the start of a piece of code planes are where they last.
    fn where_it_lasts(&mut self, set: Reg) -> Reg {
        let is_plane = self.planes.iter().any(|plane| plane.dense == [(Truth::Known(true), set)]);
        if is_plane { set } else { self.lasting_reg(RegisterKind::Set) }
    }

    /// Code for what a phase offers, left in its bundles' registers; whether that is anything but a pass. What is said of lanes
    /// not in `within` is of no meaning.
    pub fn offer(&mut self, phase: &Phase, within: Truth) -> Lifted<Truth> {
        let (any, found) = self.offers(phase, within)?;
        self.leave(found, within);
        Ok(any)
    }

    /// What a phase offers, with the registers to leave it in; whether that is anything but a pass.
    pub fn offers(&mut self, phase: &Phase, within: Truth) -> Lifted<(Truth, Finds)> {
        self.me = PlayerId::from_index(phase.role);
        let (mut all, mut found) = (Vec::new(), Vec::new());
        let mut some = Truth::Known(false);
        let mut bundles: Vec<&Bundle> = Vec::new();
        for choice in phase.tiers.iter().flatten().filter(|choice| choice.stage == phase.stage) {
            if let Some(tier) = choice.tier {
                let (any, left) = self.offers_tier(choice, tier, within)?;
                some = self.either(some, any);
                found.extend(left);
                continue;
            }
            found.extend(choice.within.map(|within| (RegisterKind::Mask, within, within)));
            let picked =
                self.where_it_matters(within, |lifter| lifter.found(phase.role, choice.index, &choice.fixed))?;
            if picked.len() != choice.bundles.len() {
                return Err(CHANGES);
            }
            bundles.extend(&choice.bundles);
            all.extend(picked);
        }
        let any = self.any(&mut all, within)?;
        let any = self.either(any, some);
        for (picks, bundle) in all.iter().zip(bundles) {
            if picks.by != i32::from(bundle.by) || picks.unsure.is_some() != bundle.tested.is_some() {
                return Err(CHANGES);
            }
            found.push((RegisterKind::Set, bundle.set, picks.set));
            if picks.weights.as_ref().map_or(0, Vec::len) != bundle.weights.map_or(0, |weights| weights.bits.into()) {
                return Err(CHANGES);
            }
            let bits = bundle.weights.into_iter().flat_map(Weights::registers);
            found.extend(bits.zip(picks.weights.iter().flatten()).map(|(d, a)| (RegisterKind::Set, d, *a)));
            if let (Some(d), Some(a)) = (bundle.far, picks.far) {
                found.push((RegisterKind::Set, d, a));
            }
            if let (Some(unsure), Some(tested)) = (&picks.unsure, &bundle.tested) {
                found.push((RegisterKind::Set, tested.sure, unsure.sure));
                for (d, a) in tested.sources.into_iter().zip(unsure.sources) {
                    // Planes are written back as such.
                    if usize::from(d) >= self.planes.len() {
                        found.push((RegisterKind::Set, d, a));
                    }
                }
            }
        }
        Ok((any, found))
    }

    /// Leaves what is offered where it is drawn from: at once, or, where turns are shared, when the code is at its end.
    pub fn leave(&mut self, found: Finds, within: Truth) {
        let is_of_lanes = self.rejects || self.asking.what != Asks::Nothing;
        for (sort, d, a) in found {
            if self.seat.is_some() {
                self.offered.push((sort, d, a, within));
            } else if is_of_lanes && sort == RegisterKind::Set && within != Truth::Known(true) {
                // Where an action is to be drawn again, what is left is offered; what the plan was asked is known in these lanes alone.
                let outside = self.not(within);
                let (Some(mask), Some(outside)) = (self.mask(within), self.mask(outside)) else { continue };
                let [new, old, both] = [0; 3].map(|_| self.reg(RegisterKind::Set));
                self.ops.push(Op::Where { d: new, a, mask });
                self.ops.push(Op::Where { d: old, a: d, mask: outside });
                self.ops.push(Op::Or { d: both, a: new, b: old });
                self.ops.push(Op::Copy { d, a: both });
            } else if sort == RegisterKind::Mask && d != a && within != Truth::Known(true) {
                // What is offered elsewhere stays: as it is here, where it may have been left before.
                let Some(mask) = self.mask(within) else { continue };
                let [here, there, both] = [0; 3].map(|_| self.reg(RegisterKind::Mask));
                self.ops.push(Op::AndMask { d: here, a, b: mask });
                self.ops.push(Op::SubMask { d: there, a: d, b: mask });
                self.ops.push(Op::OrMask { d: both, a: here, b: there });
                self.ops.push(Op::CopyMask { d, a: both });
            } else {
                self.ops.push(if sort == RegisterKind::Set { Op::Copy { d, a } } else { Op::CopyMask { d, a } });
            }
        }
    }

    /// Whether anything can be picked, in some lanes. What is found on the way to be no pick is none any more.
    pub fn any(&mut self, picks: &mut [Picks], within: Truth) -> Lifted<Truth> {
        let mut parts: Vec<Reg> = Vec::new();
        for picks in picks.iter().filter(|picks| picks.far.is_none()) {
            let sure = picks.unsure.as_ref().map_or(picks.set, |unsure| unsure.sure);
            // What is a way further can be picked only where the nearer can be.
            if !parts.iter().any(|part| self.asks_no_more(*part, sure)) {
                parts.push(sure);
            }
        }
        let mut all: Option<Reg> = None;
        for part in parts {
            all = Some(match all {
                Some(all) => self.union(all, part),
                None => part,
            });
        }
        let mut any = match all {
            Some(a) => Truth::Mask(self.value_of(Op::Some { d: 0, a })),
            None => Truth::Known(false),
        };
        for picks in picks.iter() {
            if let Some(far) = picks.far {
                let (near, far) =
                    (self.value_of(Op::Some { d: 0, a: picks.set }), self.value_of(Op::Some { d: 0, a: far }));
                let both = self.both(Truth::Mask(near), Truth::Mask(far));
                any = self.either(any, both);
            }
        }
        // Only where nothing is sure what is not is tested.
        for picks in picks {
            let Some(unsure) = &picks.unsure else { continue };
            let left = self.without(within, any);
            let mask = self.mask(left).ok_or(not_batchable("a turn of another form"))?;
            let [x, y] = unsure.sources;
            let op = Op::SomePass { d: 0, a: picks.set, x, y, tests: unsure.tests, mask };
            picks.set = self.value_of(op);
            let passes = Truth::Mask(self.value_of(Op::Some { d: 0, a: picks.set }));
            any = self.either(any, passes);
        }
        Ok(any)
    }
}

/// The most forms of a move with picks of numbers that change.
const MOST_FORMS: usize = 96;
const CHANGES: NotBatchable = not_batchable("moves whose form changes");
