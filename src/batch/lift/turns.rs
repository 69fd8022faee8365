//! What is done in a stage of a turn, what follows it, and whose turn is next.

use super::lifter::{Grown, Lifted, Lifter, TurnStart, not_batchable};
use super::value::{Cells, LiftedValue, Truth};
use crate::op::{Op, Reg, RegisterKind};
use crate::program::{Choice, Phase, SKIP, Shown};
use rulebook_language::model::{KindId, Move, PlayerId, TurnStep};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::plan::{Next, OnEmpty};

impl<'g> Lifter<'g> {
    /// Code for a ply: its changes, what can be done next, and whether the game is over.
    pub fn play(&mut self, phase: &Phase, phases: &[Phase]) -> Lifted<()> {
        let player = PlayerId::from_index(phase.role);
        self.me = player;
        let mut choices: Vec<&Choice> = phase.tiers.iter().flatten().collect();
        // Where not all games are in the same phase, nothing is to change in the others.
        let alone = self.in_step && choices.len() == 1;
        let before = self.rejects.then(|| (self.planes.clone(), self.counters.clone()));
        if self.rejects && self.has_stacks() {
            self.ops.push(Op::KeepUnder);
        }
        let mut played = Vec::new();
        for choice in &choices {
            if let Some(tier) = choice.tier {
                self.make_where(choice.chosen, |lifter| lifter.play_tier(choice, tier))?;
                played.extend(self.played_choices(choice, tier));
                continue;
            }
            let where_made = if alone { Truth::Known(true) } else { Truth::Mask(choice.chosen) };
            let rule = match self.turn_step(phase.role, choice.index) {
                TurnStep::Move(rule, _) => Some(&self.game.moves[*rule]),
                TurnStep::Pass if choice.index < SKIP => self.game.pass.as_ref(),
                _ => None,
            };
            match self.turn_step(phase.role, choice.index) {
                // What a chain changes is changed already.
                TurnStep::Chain { .. } => self.grown.fill(Grown::Somehow),
                // The turn goes on as if the stage had never been come to.
                _ if choice.index == SKIP => self.ops.push(Op::Unhold { mask: choice.chosen }),
                _ => {}
            }
            let Some(rule) = rule else { continue };
            self.fixed.clone_from(&choice.fixed);
            self.rolled = choice.roll.map(|roll| self.rolls[usize::from(roll)].1.shown.clone()).unwrap_or_default();
            let make = |lifter: &mut Self| {
                lifter.where_it_matters(where_made, |lifter| lifter.make(rule, &choice.picked, where_made))?;
                lifter.leave_shown(rule, choice)
            };
            self.make_or_leave(phase, choice, |lifter| {
                if lifter.rejects { lifter.make_where(choice.chosen, make) } else { make(lifter) }
            })?;
        }
        choices.retain(|choice| choice.tier.is_none());
        choices.extend(&played);
        if before.is_some() {
            self.complete(phase, &choices, phases)?;
        }
        let made = self.reject(phase, &choices, before)?;
        for (choice, here) in choices.iter().zip(&made) {
            if let TurnStep::Move(rule, _) = self.turn_step(phase.role, choice.index) {
                self.remember_picks(*rule, choice, *here)?;
            }
        }
        self.count_ply(phase.role, &choices, &made);
        // Whoever comes to act after nature, or passes a step over that comes after nature, did not act last.
        let is_lot = |choice: &&Choice| self.is_lot(phase.role, choice.index) || choice.index == SKIP;
        self.mover_changes = self.last_mover.is_some() && choices.iter().any(is_lot);
        self.acting = phase.role;
        for owner in self.game.players.ids() {
            let place = owner.index();
            let has_grown = self.grown[place] != Grown::No;
            if has_grown || self.planes[place] != Cells::of(place as Reg) {
                self.growths.push((phase.role, owner, has_grown));
            }
        }
        if self.in_step {
            return self.next_turn(player, Truth::Known(true), phases);
        }
        let mut follow: Vec<(Next, Truth)> = Vec::new();
        for (choice, here) in choices.iter().zip(made) {
            let next = self.next_of(phase.role, choice);
            match follow.iter_mut().find(|(known, _)| *known == next) {
                Some((_, chosen)) => *chosen = self.either(*chosen, here),
                None => follow.push((next, here)),
            }
        }
        let mut over = Vec::new();
        for (next, within) in follow {
            self.follow(player, next, within, phases, &mut over)?;
        }
        let over = over.into_iter().fold(Truth::Known(false), |any, here| self.either(any, here));
        self.next_turn(player, over, phases)?;
        self.keep_offers(phase);
        self.exhausted(phase)
    }

    /// Leaves the cells that are written beside a move's picks, where they are known only now.
    fn leave_shown(&mut self, rule: &'g Move, choice: &Choice) -> Lifted<()> {
        for ((local, _), shown) in rule.shown.iter().zip(&choice.shown) {
            if let Shown::Found(d) = *shown {
                let shown = self.bound.get(local).cloned().ok_or(not_batchable("a cell written beside the picks"))?;
                let cells = match shown {
                    LiftedValue::Kind(kind) => self.place_of_kind(&[(kind, Truth::Known(true))])?,
                    LiftedValue::KindAt(kinds) => self.place_of_kind(&kinds)?,
                    cell => self.cells_of(cell)?,
                };
                let a = self.dense(&cells)?;
                self.ops.push(Op::Copy { d, a });
            }
        }
        Ok(())
    }

    /// The place of a kind that is written beside the picks, as a slot.
    fn place_of_kind(&mut self, kinds: &[(KindId, Truth)]) -> Lifted<Cells> {
        if self.game.kinds.len() > self.game.board.slots() {
            return Err(not_batchable("more kinds of pieces than cells"));
        }
        let mut all = Cells::none();
        for (kind, is_it) in kinds {
            let slot = self.words_of([CellId::from_index(kind.index())]);
            let slot = self.constant(slot);
            all = self.join(&all, &Cells::part(*is_it, slot));
        }
        Ok(all)
    }

    /// Goes on to a stage in some lanes, or past it where it offers nothing; `over` gets the lanes whose turn is over.
    fn follow(
        &mut self,
        player: PlayerId,
        next: Next,
        within: Truth,
        phases: &[Phase],
        over: &mut Vec<Truth>,
    ) -> Lifted<()> {
        if within == Truth::Known(false) {
            return Ok(());
        }
        let Next::Stage(stage) = next else {
            over.push(within);
            return Ok(());
        };
        self.within_limits()?;
        let outline = &self.outlines[player.index()].stages[usize::from(stage)];
        let (when, empty) = (outline.when, outline.empty);
        let mut here = within;
        self.me = player;
        if let Some((conditions, onward)) = when {
            self.bound.clear();
            for condition in conditions {
                let holds = self.truth(condition)?;
                here = self.both(here, holds);
            }
            let past = self.without(within, here);
            self.follow(player, onward, past, phases, over)?;
        }
        let (place, phase) = place(phases, player, stage)?;
        let stays = match empty {
            OnEmpty::Stuck => {
                match self.ready.iter().position(|(known, ..)| *known == stage) {
                    Some(place) => {
                        let (.., found) = self.ready.swap_remove(place);
                        self.leave(found, here);
                    }
                    None => _ = self.offer(phase, here)?,
                }
                here
            }
            OnEmpty::Skip(onward) => {
                // Not passed over where no lane comes here: in most plies one does, and what is asked of the board is asked again of
                // the next turn.
                let (any, found) = self.offers(phase, here)?;
                // A stage with a pass offers that.
                let any = if self.has_pass(phase) { Truth::Known(true) } else { any };
                let past = self.without(here, any);
                self.follow(player, onward, past, phases, over)?;
                let stays = self.both(here, any);
                self.leave(found, stays);
                stays
            }
        };
        self.go(place, stays)?;
        (self.me, self.mover, self.stuck) = (player, Some(player), Some(Truth::Known(false)));
        // What is over is known when it is known whether another action can follow.
        self.holding = self.uncertain_stages.contains(&(player.index(), stage));
        let ended = self.ends(stays, true);
        self.holding = false;
        ended
    }

    /// The end of a turn in some lanes, and what the next player can do.
    fn next_turn(&mut self, player: PlayerId, over: Truth, phases: &[Phase]) -> Lifted<()> {
        if over == Truth::Known(false) {
            return Ok(());
        }
        for plane in self.turn_planes() {
            self.planes[plane] = match over {
                Truth::Known(_) => Cells::none(),
                _ => {
                    let goes_on = self.not(over);
                    let plane = self.planes[plane].clone();
                    let kept = self.only_if(&plane, goes_on);
                    Cells::of(self.dense(&kept)?)
                }
            };
        }
        self.count_turn(over);
        self.forget_numbers(over)?;
        self.copy_turn_start(over)?;
        if self.game.skip.is_some() {
            return self.next_turns(player, over, phases);
        }
        // A seat that is shared is taken by the next player, with what is that player's.
        let (next, last) = match self.seat {
            Some(seat) => (seat, self.next_player(seat)),
            None => (self.next_player(player), player),
        };
        self.exchange_seats(over)?;
        self.begin_turn((next, last), over, phases)?;
        self.repetitions(over)?;
        self.halt()
    }

    /// The turn of a player in some lanes, after that of another: what can be done, and whether the game is over.
    fn begin_turn(&mut self, (next, last): (PlayerId, PlayerId), over: Truth, phases: &[Phase]) -> Lifted<()> {
        (self.me, self.mover, self.stuck) = (next, Some(last), None);
        let (mut stuck, mut halted) = (Truth::Known(false), Truth::Known(false));
        let entries = self.entries(next, over)?;
        let alone = entries.len() == 1;
        for (stage, here) in entries {
            let (place, phase) = place(phases, next, stage)?;
            let any =
                if alone { self.offer(phase, here)? } else { self.guarded(here, |lifter| lifter.offer(phase, here))? };
            self.go(place, here)?;
            let none = self.without(here, any);
            stuck = self.either(stuck, none);
            if !self.has_pass(phase) {
                halted = self.either(halted, none);
            }
        }
        self.stuck = Some(stuck);
        self.halted = self.either(self.halted, halted);
        self.ends(over, false)
    }

    /// Code that stops the games in which the player whose turn it is has no action, and that are not over.
    fn halt(&mut self) -> Lifted<()> {
        let halted = std::mem::replace(&mut self.halted, Truth::Known(false));
        if halted != Truth::Known(false) {
            let mask = self.mask(halted).ok_or(not_batchable("moves of another form"))?;
            self.ops.push(Op::Stuck { mask });
        }
        Ok(())
    }

    /// The turns of the players that are not passed over, each in some lanes: that of the next one where all are.
    fn next_turns(&mut self, player: PlayerId, over: Truth, phases: &[Phase]) -> Lifted<()> {
        let game = self.game;
        let Some(skip) = &game.skip else { return Ok(()) };
        let first = self.next_player(player);
        let mut pending = over;
        let mut turns: Vec<(PlayerId, Truth)> = Vec::new();
        for candidate in self.players_from(first) {
            (self.me, self.mover, self.stuck) = (candidate, Some(player), None);
            self.bound.clear();
            let skipped = self.truth(skip).map_err(|reason| reason.within(skip.span))?;
            turns.push((candidate, self.without(pending, skipped)));
            pending = self.both(pending, skipped);
        }
        turns[0].1 = self.either(turns[0].1, pending);
        for (candidate, here) in turns.into_iter().filter(|(_, here)| *here != Truth::Known(false)) {
            self.begin_turn((candidate, player), here, phases)?;
        }
        self.halt()
    }

    /// Keeps what stands there, where a turn is over, for those who ask in the next one how it began.
    fn copy_turn_start(&mut self, over: Truth) -> Lifted<()> {
        let TurnStart { planes, count, numbers } = self.turn_start;
        if count == 0 {
            return Ok(());
        }
        let goes_on = self.not(over);
        for plane in 0..count {
            let (now, then) = (self.planes[plane].clone(), self.planes[planes + plane].clone());
            let (now, then) = (self.only_if(&now, over), self.only_if(&then, goes_on));
            let kept = self.join(&now, &then);
            self.planes[planes + plane] = Cells::of(self.dense(&kept)?);
        }
        for counter in 0..self.game.counters.len() {
            for place in 0..self.counters[counter].len() {
                let (a, b) = (self.counters[counter][place], self.counters[numbers + counter][place]);
                self.counters[numbers + counter][place] = match over {
                    Truth::Known(true) => a,
                    _ => {
                        let mask = self.mask(over).ok_or(not_batchable("a turn of another form"))?;
                        self.value_of(Op::Choose { d: 0, a, b, mask })
                    }
                };
            }
        }
        Ok(())
    }

    /// Whether a player could do anything but pass, were it that player's turn, in some lanes.
    pub fn can_move(&mut self, player: PlayerId, within: Truth) -> Lifted<Truth> {
        let mut can = Truth::Known(false);
        for (stage, here) in self.entries(player, within)? {
            let mut picks = Vec::new();
            for index in self.outlines[player.index()].stages[usize::from(stage)].tiers.concat() {
                for fixed in self.fixed_of(player.index(), index)? {
                    picks.extend(self.found(player.index(), index, &fixed)?);
                }
            }
            if picks.iter().any(|picks| picks.may_be_rejected) {
                return Err(not_batchable("whether a player can move, where it takes a look at each move"));
            }
            let any = self.any(&mut picks, here)?;
            let any = self.both(here, any);
            can = self.either(can, any);
        }
        Ok(can)
    }

    /// The stages that a player's turns begin with, each with the lanes in which its turn is the first that applies.
    fn entries(&mut self, player: PlayerId, within: Truth) -> Lifted<Vec<(u16, Truth)>> {
        let (mut pending, mut entries) = (within, Vec::new());
        for (when, stage) in self.outlines[player.index()].entries.clone() {
            let holds = match when {
                Some(when) => {
                    self.bound.clear();
                    self.truth(when)?
                }
                None => Truth::Known(true),
            };
            let here = self.both(pending, holds);
            if here != Truth::Known(false) {
                entries.push((stage, here));
            }
            pending = self.without(pending, holds);
        }
        if pending == Truth::Known(false) { Ok(entries) } else { Err(not_batchable("a turn that need not apply")) }
    }

    /// Whether a phase offers a pass.
    fn has_pass(&self, phase: &Phase) -> bool {
        let is_pass = |index| index < Choice::OF_TIER && matches!(self.turn_step(phase.role, index), TurnStep::Pass);
        phase.tiers.iter().flatten().any(|choice| choice.stage == phase.stage && is_pass(choice.index))
    }

    fn go(&mut self, place: usize, within: Truth) -> Lifted<()> {
        if !self.in_step && within != Truth::Known(false) {
            let mask = self.mask(within).ok_or(not_batchable("a turn of another form"))?;
            self.ops.push(Op::Go { mask, phase: place as u16 });
        }
        Ok(())
    }

    /// A condition whose code is passed over where there are no lanes to ask it in.
    fn guarded(&mut self, within: Truth, code: impl FnOnce(&mut Self) -> Lifted<Truth>) -> Lifted<Truth> {
        let mask = match within {
            Truth::Known(true) => return code(self),
            Truth::Known(false) => return Ok(within),
            Truth::Mask(mask) => mask,
            Truth::Field(_) => return Err(not_batchable("a turn of another form")),
        };
        let d = self.reg(RegisterKind::Mask);
        self.ops.push(Op::ConstMask { d, on: false });
        self.only_where(mask, |lifter| {
            let holds = code(lifter)?;
            let a = lifter.mask(holds).ok_or(not_batchable("a turn of another form"))?;
            lifter.ops.push(Op::CopyMask { d, a });
            Ok(())
        })?;
        Ok(Truth::Mask(d))
    }
}

fn place(phases: &[Phase], player: PlayerId, stage: u16) -> Lifted<(usize, &Phase)> {
    let is = |phase: &&Phase| phase.role == player.index() && phase.stage == stage;
    let place = phases.iter().position(|phase| is(&phase)).ok_or(not_batchable("a stage that is not there"))?;
    Ok((place, &phases[place]))
}
