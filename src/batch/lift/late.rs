//! Conditions that cannot be worked out for all picks at once: they are asked of the drawn action alone, when it has been made. Where
//! one does not hold, the action is rejected: all that it has changed is taken back, it is offered no longer, and another is drawn.
//! Every legal action is as likely as the others so. What waits is a condition, a value that conditions speak of, or a cell, which must
//! be on the board.

use super::lifter::{Finds, Grown, Lifted, Lifter, NotBatchable, not_batchable};
use super::parts::asks_for;
use super::seats::registers;
use super::value::{Cells, Truth};
use crate::op::{Op, Reg, RegisterKind};
use crate::program::{Choice, Phase, SKIP};
use rulebook_language::model::{
    Builtin, Expr, ExprKind, Index, Move, Picking, PlayerId, Primitive, TurnStep, all_primitives, same,
};
use rulebook_language::util::Id;
use rulebook_play::plan::{Next, OnEmpty, Outline};

/// What lasts, before a phase's moves are made: planes and counters.
pub type Before = (Vec<Cells>, Vec<Vec<Reg>>);

impl<'g> Lifter<'g> {
    /// Whether a condition is asked of drawn actions.
    pub fn is_late(&self, condition: &Expr) -> bool {
        self.late.iter().any(|known| std::ptr::eq(*known, condition))
    }

    /// Whether a condition at hand may be asked of drawn actions.
    pub fn may_wait(&self) -> bool {
        self.rejects && !self.linking && self.last.is_none()
    }

    /// Asks a condition of drawn actions.
    pub fn wait(&mut self, condition: &'g Expr) {
        if !self.is_late(condition) {
            self.late.push(condition);
        }
    }

    /// What a condition on picks becomes: nothing is asked of all of them where it is asked of the drawn one.
    pub fn asked_of_all(&mut self, condition: &'g Expr) -> Lifted<Truth> {
        if self.is_late(condition) {
            return Ok(Truth::Known(true));
        }
        match self.truth(condition) {
            Err(_) if self.may_wait() => {
                self.wait(condition);
                Ok(Truth::Known(true))
            }
            holds => holds,
        }
    }

    /// Asks a condition of the drawn action that is being made in some lanes, if it is one to be asked then.
    pub fn ask_drawn(&mut self, condition: &'g Expr, where_made: Truth) -> Lifted<()> {
        if self.is_late(condition) {
            let open = self.without(where_made, self.rejected);
            let holds = self.where_it_matters(open, |lifter| lifter.truth(condition))?;
            let fails = self.without(where_made, holds);
            self.rejected = self.either(self.rejected, fails);
        }
        Ok(())
    }

    /// The same of a condition that nothing comes after: where it speaks of nothing that was picked, it is asked for all moves at once.
    pub fn ask_last(&mut self, condition: &'g Expr, where_made: Truth) -> Lifted<()> {
        if !self.is_late(condition) || speaks_of_names(condition) {
            return self.ask_drawn(condition, where_made);
        }
        match self.last_asked.iter().position(|(known, _)| same(known, condition)) {
            Some(place) => self.last_asked[place].1.push(where_made),
            None => self.last_asked.push((condition, vec![where_made])),
        }
        Ok(())
    }

    /// Makes the code of one of several moves one that is passed over where no lane makes it, if it is long.
    pub fn make_where(&mut self, chosen: Reg, make: impl FnOnce(&mut Self) -> Lifted<()>) -> Lifted<()> {
        let (from, known) = (self.ops.len(), self.known.clone());
        let (planes, counters, rejected) = (self.planes.clone(), self.counters.clone(), self.rejected);
        make(self)?;
        if self.ops.len() - from < LONG {
            return Ok(());
        }
        // What is worked out there is not known after it, but for what it leaves in registers that are written before it as well.
        self.known = known;
        let mut code = self.ops.split_off(from);
        for place in 0..planes.len() {
            if self.planes[place] != planes[place] {
                let (Some(a), Some(now)) = (register(&planes[place]), register(&self.planes[place])) else {
                    return Err(PARTS);
                };
                let d = self.reg(RegisterKind::Set);
                self.ops.push(Op::Copy { d, a });
                code.push(Op::Copy { d, a: now });
                self.planes[place] = Cells::of(d);
            }
        }
        for (counter, old) in counters.into_iter().enumerate() {
            for (place, a) in old.into_iter().enumerate() {
                let now = self.counters[counter][place];
                if now != a {
                    let d = self.reg(RegisterKind::Number);
                    self.ops.push(Op::CopyNumber { d, a });
                    code.push(Op::CopyNumber { d, a: now });
                    self.counters[counter][place] = d;
                }
            }
        }
        if self.rejected != rejected {
            let d = self.reg(RegisterKind::Mask);
            match rejected {
                Truth::Mask(a) => self.ops.push(Op::CopyMask { d, a }),
                _ => self.ops.push(Op::ConstMask { d, on: rejected == Truth::Known(true) }),
            }
            match self.rejected {
                Truth::Mask(a) => code.push(Op::CopyMask { d, a }),
                Truth::Known(on) => code.push(Op::ConstMask { d, on }),
                Truth::Field(_) => return Err(PARTS),
            }
            self.rejected = Truth::Mask(d);
        }
        let begin = self.ops.len() as u32 + 1;
        self.ops.push(Op::SkipUnless { mask: chosen, to: begin + code.len() as u32 });
        let moved = |op: Op| match op {
            Op::SkipUnless { mask, to } => Op::SkipUnless { mask, to: to - from as u32 + begin },
            other => other,
        };
        self.ops.extend(code.into_iter().map(moved));
        Ok(())
    }

    /// Rejects an action, in some lanes, in which a change is on nowhere, where that is to be asked of drawn actions.
    pub fn ask_where(&mut self, primitive: &'g Primitive, where_made: Truth) -> Lifted<()> {
        for cell in primitive.cells() {
            if self.is_late(cell) {
                let cells = self.cells(cell)?;
                let a = self.dense(&cells)?;
                let some = Truth::Mask(self.value_of(Op::Some { d: 0, a }));
                let nowhere = self.without(where_made, some);
                self.rejected = self.either(self.rejected, nowhere);
            }
        }
        Ok(())
    }

    /// Whether a drawn action of a move may be rejected.
    pub fn may_be_rejected(&self, rule: &Move) -> bool {
        let asks = |primitive: &&Primitive| match primitive {
            Primitive::Require(condition) => self.is_late(condition),
            other => other.cells().into_iter().any(|cell| self.is_late(cell)),
        };
        let waits = |step: &Picking| match step {
            Picking::Where(of) | Picking::Let { value: of, .. } => self.is_late(of),
            Picking::Pick { from, .. } => self.is_late(from),
            Picking::Several { .. } => false,
        };
        (self.forbids_repetition() && rule.lot.is_none())
            || rule.picking.iter().any(waits)
            || all_primitives(&rule.effects).iter().any(asks)
    }

    /// Whether a move that would repeat a position is illegal.
    pub fn forbids_repetition(&self) -> bool {
        self.game.repetitions.iter().any(|rule| rule.is_illegal())
    }

    /// Begins again where a condition of a choice came to be asked of drawn actions after what can be picked for that choice was found: as
    /// for other values of a fixed pick, or in other turns. So many of these conditions were known before.
    ///
    /// # Errors
    /// Where that is so.
    pub fn late_for_earlier(&mut self, phases: &[Phase], known: usize) -> Lifted<()> {
        let has_come_late = |role: usize, choice: &Choice| match self.turn_step(role, choice.index) {
            TurnStep::Move(rule, _) | TurnStep::Chain { rule, .. } => {
                !choice.bundles.is_empty() && !choice.may_be_rejected && self.may_be_rejected(&self.game.moves[*rule])
            }
            TurnStep::Pass | TurnStep::Order(_) => false,
        };
        let comes_late = |phase: &Phase| phase.tiers.iter().flatten().any(|choice| has_come_late(phase.role, choice));
        self.begins_again = self.late.len() > known && phases.iter().any(comes_late);
        if self.begins_again { Err(PARTS) } else { Ok(()) }
    }

    /// Finds out what is to be done where actions are rejected, before any code is written.
    pub fn begin_rejecting(&mut self) -> Lifted<()> {
        if !self.rejects {
            return match self.forbids_repetition() {
                true => Err(not_batchable("a move that would repeat a position is illegal")),
                false => Ok(()),
            };
        }
        self.rejected_reg = self.lasting_reg(RegisterKind::Mask);
        if self.forbids_repetition() && !self.one_action {
            return Err(not_batchable("a move that would repeat a position is illegal, in turns of several actions"));
        }
        let game = self.game;
        let asking: Vec<usize> =
            (0..game.ends.len()).filter(|end| asks_for(game, &game.ends[*end].when, &MOVES)).collect();
        let (Some(first), Some(last)) = (asking.first(), asking.last()) else { return Ok(()) };
        // A pass beside moves may be drawn before it is known whether there is one.
        let is_pass =
            |choice: &u16, outline: &Outline<'_>| matches!(outline.choices[usize::from(*choice)].step, TurnStep::Pass);
        let passes_beside = self.outlines.iter().any(|outline| {
            let mut tiers = outline.stages.iter().flat_map(|stage| &stage.tiers);
            tiers.any(|tier| tier.len() > 1 && tier.iter().any(|choice| is_pass(choice, outline)))
        });
        if game.skip.is_some() || last - first + 1 != asking.len() || passes_beside {
            return Err(NO_MOVE);
        }
        self.asking_stuck = *first..last + 1;
        Ok(())
    }

    /// Whether a stage comes after another action of the turn.
    fn goes_on(&self, role: usize, stage: u16) -> bool {
        self.outlines[role].choices.iter().any(|before| before.next == Next::Stage(stage))
    }

    /// Finds the stages that are come to before it is known whether they offer anything: what they offer may be rejected, and they must
    /// offer something, or are passed over. That is asked where a game may be over when they are come to.
    pub fn find_uncertain_stages(&mut self, phases: &[Phase]) {
        let choices =
            || phases.iter().flat_map(|phase| phase.tiers.iter().flatten().map(move |choice| (phase.role, choice)));
        self.uncertain_stages.clear();
        if !self.game.ends.iter().any(|end| end.after_action) {
            return;
        }
        let mut stages = Vec::new();
        for (role, choice) in choices().filter(|(_, choice)| choice.needs_another) {
            if let Next::Stage(stage) = self.next_of(role, choice)
                && choices().any(|(other, choice)| other == role && choice.stage == stage && choice.may_be_rejected)
            {
                stages.push((role, stage));
            }
        }
        let skips = choices().filter(|(_, choice)| choice.index == SKIP).map(|(role, choice)| (role, choice.stage));
        stages.extend(skips);
        self.uncertain_stages = stages;
    }

    /// Refuses rules that ask whether there is a move where it cannot be told from the stage, when its last action is rejected, whether
    /// a turn has begun.
    pub fn knows_stuck(&self, phases: &[Phase]) -> Lifted<()> {
        let is_first = |role: usize, stage: u16| self.outlines[role].entries.iter().any(|(_, entry)| *entry == stage);
        let is_open = phases.iter().any(|phase| {
            let rejected = phase.tiers.iter().flatten().filter(|choice| choice.may_be_rejected);
            rejected.into_iter().any(|choice| {
                let is_either = self.seat.is_some() || is_first(phase.role, choice.stage);
                is_either && self.goes_on(phase.role, choice.stage)
            })
        });
        if !self.asking_stuck.is_empty() && is_open { Err(NO_MOVE) } else { Ok(()) }
    }

    /// Rejects actions, by these choices of a phase, after which the next stage offers nothing, though it must.
    pub fn complete(&mut self, phase: &Phase, choices: &[&Choice], phases: &[Phase]) -> Lifted<()> {
        self.ready.clear();
        let next = |lifter: &Self, choice: &Choice| match lifter.next_of(phase.role, choice) {
            Next::Stage(stage) => Some(stage),
            Next::End | Next::Start => None,
        };
        let mut stages: Vec<u16> =
            choices.iter().filter(|choice| choice.needs_another).filter_map(|choice| next(self, choice)).collect();
        stages.sort_unstable();
        stages.dedup();
        for stage in stages {
            let here: Vec<&&Choice> = choices.iter().filter(|choice| next(self, choice) == Some(stage)).collect();
            let after = stage_of(phases, phase.role, stage)?;
            let mut made = Truth::Known(false);
            for choice in &here {
                made = self.either(made, Truth::Mask(choice.chosen));
            }
            let (goes_on, any, found) = self.goes_on_from(after, made, phases)?;
            for choice in here.into_iter().filter(|choice| choice.needs_another) {
                let alone = self.without(Truth::Mask(choice.chosen), goes_on);
                self.rejected = self.either(self.rejected, alone);
                self.keep_before(phase, choice, after, stage)?;
            }
            self.ready.push((stage, any, found));
        }
        Ok(())
    }

    /// Where conditions hold, of some lanes.
    fn all_hold(&mut self, conditions: &'g [Expr], mut within: Truth) -> Lifted<Truth> {
        self.bound.clear();
        for condition in conditions {
            let holds = self.where_it_matters(within, |lifter| lifter.truth(condition))?;
            within = self.both(within, holds);
        }
        Ok(within)
    }

    /// The lanes, of some, in which a turn that goes on so can come to an end.
    fn can_end(&mut self, role: usize, next: Next, within: Truth, phases: &[Phase]) -> Lifted<Truth> {
        let (Next::Stage(stage), true) = (next, within != Truth::Known(false)) else { return Ok(within) };
        let after = stage_of(phases, role, stage)?;
        if after.tiers.iter().flatten().any(|choice| choice.stage == stage && choice.may_be_rejected) {
            return Err(UNKNOWN_AFTER);
        }
        Ok(self.goes_on_from(after, within, phases)?.0)
    }

    /// The lanes, of some that come to a stage, in which the turn can come to an end: where the stage offers something, or is passed over and
    /// what follows can. With them what it offers, and where it offers anything.
    fn goes_on_from(&mut self, after: &Phase, within: Truth, phases: &[Phase]) -> Lifted<(Truth, Truth, Finds)> {
        let outline = &self.outlines[after.role].stages[usize::from(after.stage)];
        let (when, empty) = (outline.when, outline.empty);
        let (mut here, mut past) = (within, Truth::Known(false));
        if let Some((conditions, onward)) = when {
            here = self.all_hold(conditions, within)?;
            past = self.without(within, here);
            past = self.can_end(after.role, onward, past, phases)?;
        }
        let (any, found) = self.offers(after, here)?;
        // What nature must draw is passed over where nothing can come, too.
        if let OnEmpty::Skip(onward) = empty {
            let skips = self.without(here, any);
            let skips = self.can_end(after.role, onward, skips, phases)?;
            past = self.either(past, skips);
        }
        let acts = self.both(here, any);
        Ok((self.either(acts, past), any, found))
    }

    /// Where what is offered after a choice may be rejected, too, what was there before the choice is kept, until something stands.
    fn keep_before(&mut self, phase: &Phase, choice: &Choice, after: &Phase, stage: u16) -> Lifted<()> {
        let offered = || after.tiers.iter().flatten().filter(|choice| choice.stage == stage);
        if !offered().any(|choice| choice.may_be_rejected) {
            return Ok(());
        }
        if offered().any(|choice| choice.needs_another) {
            return Err(UNKNOWN_AFTER);
        }
        self.kept.push((phase.role, choice.index));
        Ok(())
    }

    /// Takes back what rejected actions have changed. Gives, for each choice, the lanes in which it stands.
    pub fn reject(&mut self, phase: &Phase, choices: &[&Choice], before: Option<Before>) -> Lifted<Vec<Truth>> {
        let chosen: Vec<Truth> = choices.iter().map(|choice| Truth::Mask(choice.chosen)).collect();
        let Some(before) = before else { return Ok(chosen) };
        self.before.clone_from(&before.0);
        for (condition, moves) in std::mem::take(&mut self.last_asked) {
            let where_made = moves.into_iter().fold(Truth::Known(false), |any, here| self.either(any, here));
            self.ask_drawn(condition, where_made)?;
        }
        self.before.clear();
        let mut rejected = std::mem::replace(&mut self.rejected, Truth::Known(false));
        let all = chosen.iter().fold(Truth::Known(false), |any, here| self.either(any, *here));
        if self.forbids_repetition() {
            let mut moved = Truth::Known(false);
            for (choice, here) in choices.iter().zip(&chosen) {
                let is_pass = matches!(self.turn_step(phase.role, choice.index), TurnStep::Pass);
                if !is_pass && !self.is_lot(phase.role, choice.index) {
                    moved = self.either(moved, *here);
                }
            }
            let moved = self.without(moved, rejected);
            let repeated = self.repeated(phase.role, moved)?;
            rejected = self.either(rejected, repeated);
        }
        if !self.asking_stuck.is_empty() || !self.uncertain_stages.is_empty() {
            // Now that there is an action, the game is over, if it was to be in that case.
            let d = self.reg(RegisterKind::Mask);
            self.ops.push(Op::Held { d });
            let stands = self.without(all, rejected);
            let released = self.both(stands, Truth::Mask(d));
            if let Some(mask) = self.lanes(released)? {
                self.ops.push(Op::Release { mask });
            }
            rejected = self.either(rejected, released);
        }
        let mask = self.mask(rejected).ok_or(not_batchable("a condition that asks of several picks at once"))?;
        self.ops.push(Op::CopyMask { d: self.rejected_reg, a: mask });
        self.take_back(before, mask)?;
        self.rejected = rejected;
        Ok(chosen.into_iter().map(|here| self.without(here, rejected)).collect())
    }

    fn take_back(&mut self, (planes, counters): Before, mask: Reg) -> Lifted<()> {
        if self.has_stacks() {
            self.ops.push(Op::PutUnderBack { mask });
        }
        for (plane, old) in planes.iter().enumerate() {
            if self.planes[plane] == *old {
                continue;
            }
            let now = self.planes[plane].clone();
            let (now, old) = (self.dense(&now)?, self.dense(old)?);
            let changed = self.value_of(Op::Xor { d: 0, a: now.min(old), b: now.max(old) });
            let changed = self.value_of(Op::Where { d: 0, a: changed, mask });
            let kept = self.value_of(Op::Xor { d: 0, a: now.min(changed), b: now.max(changed) });
            self.planes[plane] = Cells::of(kept);
            if let Grown::By(cell) = self.grown[plane] {
                let stands = self.value_of(Op::NotMask { d: 0, a: mask });
                self.grown[plane] = Grown::By(self.value_of(Op::Where { d: 0, a: cell, mask: stands }));
            }
        }
        for (counter, old) in counters.into_iter().enumerate() {
            for (place, a) in old.into_iter().enumerate() {
                let b = self.counters[counter][place];
                if a != b {
                    self.counters[counter][place] = self.value_of(Op::Choose { d: 0, a, b, mask });
                }
            }
        }
        Ok(())
    }

    /// In which of some lanes the position at hand must not come about: that after a player's move.
    fn repeated(&mut self, role: usize, moved: Truth) -> Lifted<Truth> {
        let game = self.game;
        let mask = self.mask(moved).ok_or(not_batchable("a turn of another form"))?;
        let bits = self.position_bits()?;
        self.reached = Some(bits);
        let next = self.next_player(PlayerId::from_index(role));
        let mut any = Truth::Known(false);
        for (place, rule) in game.repetitions.iter().enumerate().filter(|(_, rule)| rule.is_illegal()) {
            let a = self.compared_bits(rule.compare, bits, next);
            let d = self.reg(RegisterKind::Mask);
            self.ops.push(Op::Repeated { d, a, mask, rule: place as u16 });
            any = self.either(any, Truth::Mask(d));
        }
        Ok(any)
    }

    /// The planes as repetitions compare them: in the order of the players, whoever has which seat.
    pub fn planes_of_players(&mut self, planes: Vec<usize>) -> Lifted<Vec<Reg>> {
        let mut sets = Vec::new();
        for plane in planes {
            let cells = self.planes[plane].clone();
            sets.push(self.dense(&cells)?);
        }
        if let Some(seat) = self.seat {
            let per_player = |counter: &rulebook_language::model::Counter| counter.per.has(Index::Player);
            if self.game.counters.iter().any(|counter| counter.is_compared() && per_player(counter)) {
                return Err(not_batchable("repetitions that compare what players have, in turns that are shared"));
            }
            let [a, b] = [sets[seat.index()], sets[1 - seat.index()]];
            for (place, (a, b)) in [(a, b), (b, a)].into_iter().enumerate() {
                let d = self.reg(RegisterKind::Set);
                self.ops.push(Op::Seen { d, a, b });
                sets[place] = d;
            }
        }
        Ok(sets)
    }

    /// Keeps, in turns that are shared, what is offered where an action was rejected.
    pub fn keep_offers(&mut self, phase: &Phase) {
        let rejected = self.rejected;
        if self.seat.is_none() || rejected == Truth::Known(false) {
            return;
        }
        for (sort, d, _) in registers(phase) {
            let here = if sort == RegisterKind::Mask { self.both(rejected, Truth::Mask(d)) } else { rejected };
            self.offered.push((sort, d, d, here));
        }
    }

    /// Ends the games in which the last action that was offered was rejected.
    pub fn exhausted(&mut self, phase: &Phase) -> Lifted<()> {
        let rejected = std::mem::replace(&mut self.rejected, Truth::Known(false));
        let Some(mask) = self.lanes(rejected)? else { return Ok(()) };
        let choices: Vec<&Choice> = phase.tiers.iter().flatten().collect();
        let is_pass = |choice: &&&Choice| choice.picks == 0 && choice.tier.is_none();
        let passes: Vec<&&Choice> = choices.iter().filter(is_pass).collect();
        let tiers = choices.iter().filter(|choice| choice.tier.is_some());
        let tiers: Vec<Reg> = tiers.filter_map(|choice| choice.within).collect();
        let all = || choices.iter().flat_map(|choice| &choice.bundles);
        let bundles: Vec<Reg> = all().filter(|bundle| bundle.pairs.is_none()).map(|bundle| bundle.set).collect();
        let pairs: Vec<Reg> = all().filter_map(|bundle| bundle.pairs.map(|pairs| pairs.left)).collect();
        let game = self.game;
        self.only_where(mask, |lifter| {
            let left = bundles.into_iter().fold(None, |all, set| Some(all.map_or(set, |all| lifter.union(all, set))));
            let left = match left {
                Some(a) => Truth::Mask(lifter.value_of(Op::Some { d: 0, a })),
                None => Truth::Known(false),
            };
            let left = pairs.into_iter().fold(left, |left, pairs| lifter.either(left, Truth::Mask(pairs)));
            let left = tiers.into_iter().fold(left, |left, tier| lifter.either(left, Truth::Mask(tier)));
            let none = lifter.without(rejected, left);
            let me = lifter.seat.unwrap_or(PlayerId::from_index(phase.role));
            let last = PlayerId::from_index((me.index() + game.players.len() - 1) % game.players.len());
            (lifter.me, lifter.mover, lifter.stuck) = (me, Some(last), Some(none));
            lifter.mover_changes = lifter.last_mover.is_some();
            let begins = lifter.seat.is_some() || !lifter.goes_on(phase.role, phase.stage);
            let asking = if begins { lifter.asking_stuck.clone() } else { 0..0 };
            for place in asking.clone() {
                let end = &game.ends[place];
                lifter.bound.clear();
                let holds = lifter.truth(&end.when)?;
                let holds = lifter.both(none, holds);
                if let Some(mask) = lifter.lanes(holds)? {
                    lifter.judged(place as u16, mask, &end.results)?;
                }
            }
            if !asking.is_empty()
                && let Some(mask) = lifter.lanes(none)?
            {
                // Of the clauses that come after, one has held before an action was looked for.
                lifter.ops.push(Op::Release { mask });
            }
            let can_pass = passes.iter().fold(Truth::Known(false), |any, choice| {
                let here = choice.within.map_or(Truth::Known(true), Truth::Mask);
                lifter.either(any, here)
            });
            let halted = lifter.without(none, can_pass);
            if let Some(mask) = lifter.lanes(halted)? {
                lifter.ops.push(Op::Stuck { mask });
            }
            Ok(())
        })
    }
}

/// The phase of a stage.
fn stage_of(phases: &[Phase], role: usize, stage: u16) -> Lifted<&Phase> {
    let is = |phase: &&Phase| phase.role == role && phase.stage == stage;
    phases.iter().find(is).ok_or(not_batchable("a stage that is not there"))
}

/// Whether an expression speaks of names that are bound outside it.
fn speaks_of_names(expr: &Expr) -> bool {
    let (mut used, mut bound) = (Vec::new(), Vec::new());
    expr.visit(&mut |part| match &part.kind {
        ExprKind::Local(local) => used.push(*local),
        ExprKind::Quantified { local, .. } | ExprKind::Filter { local, .. } | ExprKind::Fold { local, .. } => {
            bound.push(*local);
        }
        _ => {}
    });
    used.iter().any(|local| !bound.contains(local))
}

/// The one register that holds a set.
fn register(set: &Cells) -> Option<Reg> {
    match set.dense.as_slice() {
        [(Truth::Known(true), reg)] if set.points.is_empty() => Some(*reg),
        _ => None,
    }
}

/// Code of so many operations is passed over where it is made in no lane.
const LONG: usize = 48;

/// What asks whether a player has a move.
const MOVES: [Builtin; 4] = [Builtin::NoMove, Builtin::NobodyCanMove, Builtin::CanMove, Builtin::CanMake];
const NO_MOVE: NotBatchable = not_batchable("`no move`, where it takes a look at each move whether it is legal");
const UNKNOWN_AFTER: NotBatchable =
    not_batchable("an action that needs several after it, of which it is not known whether there are any");
const PARTS: NotBatchable = not_batchable("a set of several parts after a move");
