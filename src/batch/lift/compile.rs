//! A game's program: set algebra, as far as its rules are suited.

use std::sync::Arc;

use super::asking::Asks;
use super::implied_pick::follows;
use super::lifter::{Grown, Lifted, Lifter, TurnStart, not_batchable};
use super::repetition::repeats;
use super::seats::{Draft, are_alike, other_seat};
use super::steps::steps;
use super::tables::{between, distances};
use super::tiers::plan_plays;
use super::value::{Cells, Truth};
use crate::allocate::finish;
use crate::op::{Fixed, Op, Reg, RegisterKind};
use crate::program::{Choice, Dealt, Phase, Program, SKIP, STOP, State};
use rulebook_language::model::{Content, Game, Index, Move, PlayerId, Primitive, TurnStep, all_primitives};
use rulebook_language::util::Id;
use rulebook_play::plan::{Next, OnEmpty, Outline, Plan};

/// The most numbers of slots that a step in one direction can be by.
const MAX_STEPS: usize = 16;

/// The most words of a set: 64 games of larger boards fit in no cache.
pub const MAX_WORDS: usize = 10;

/// The kernels of a game with its plan; what cannot be lifted is left to the plan, and where nothing can, all of it.
pub fn compile(game: &Arc<Game>, plan: &Arc<Plan>) -> Program {
    match lifted(game, plan) {
        // Lanes would tell the plan their positions for nothing.
        Ok(program) if plan_plays(game, &program) => Program::of_plan(game, plan, program.left().to_vec()),
        Ok(program) => program,
        Err(reason) => Program::of_plan(game, plan, vec![reason]),
    }
}

/// The kernels of a game of which something is lifted, also where that gains nothing.
///
/// # Errors
/// What stands in the way.
pub fn lifted(game: &Arc<Game>, plan: &Arc<Plan>) -> Lifted<Program> {
    if game.board.words() > MAX_WORDS {
        return Err(not_batchable("a board of more than 640 places"));
    }
    if steps(&game.board).iter().any(|steps| steps.len() > MAX_STEPS) {
        return Err(not_batchable("a board without rows"));
    }
    let asks = |primitive: &Primitive| matches!(primitive, Primitive::Require(_));
    if let Some(pass) = game.pass.as_ref().filter(|pass| all_primitives(&pass.effects).into_iter().any(asks)) {
        return Err(not_batchable("a pass that requires something").within(pass.span));
    }
    // Only what cannot be known of all actions together is asked of those that are drawn, and only what cannot be known at all is asked
    // of the plan, which plays what cannot be played so. What has a place in the rules is told rather than what has none.
    let ways = [Asks::Nothing, Asks::Answers, Asks::Tiers].into_iter().flat_map(|asks| [(false, asks), (true, asks)]);
    let mut refused = not_batchable("rules of another form");
    for (place, (rejects, asks_plan)) in ways.enumerate() {
        match compile_with(game, plan, rejects, asks_plan) {
            Ok(mut program) => {
                let dealt = || Dealt { game: Arc::clone(game), plan: Arc::clone(plan) };
                program.deals = (!game.deals.is_empty()).then(dealt);
                return Ok(program);
            }
            Err(reason) if place == 0 || reason.at.is_some() => refused = reason,
            Err(_) => {}
        }
    }
    Err(refused)
}

fn compile_with(game: &Arc<Game>, plan: &Plan, rejects: bool, asks_plan: Asks) -> Lifted<Program> {
    let mut form = Form { rejects, asks_plan, has_clock: false, has_heights: false, seat: None };
    loop {
        let mut asks = form;
        let compiled = compile_as(game, plan, form, &mut asks);
        if compiled.is_ok() || (asks.has_clock, asks.has_heights) == (form.has_clock, form.has_heights) {
            return compiled;
        }
        form = asks;
    }
}

fn compile_as(game: &Arc<Game>, plan: &Plan, form: Form, asks: &mut Form) -> Lifted<Program> {
    // One code for all turns where they are the same whoever plays them.
    let [one, other] = [0, 1].map(|seat| draft(game, plan, Form { seat: Some(PlayerId(seat)), ..form }, asks));
    if let (Ok(one), Ok(other)) = (one, other)
        && are_alike(&one, &other)
    {
        return finished(one, game, plan);
    }
    finished(draft(game, plan, form, asks)?, game, plan)
}

/// What code is to be like.
#[derive(Clone, Copy)]
struct Form {
    /// Whether drawn actions may be rejected.
    rejects: bool,
    /// What the plan is asked.
    asks_plan: Asks,
    /// Whether plies and turns are counted.
    has_clock: bool,
    /// Whether the heights of stacks are kept.
    has_heights: bool,
    /// From whose seat shared turns are seen; nothing where every player's turns have their own code.
    seat: Option<PlayerId>,
}

/// The code of a game, with turns of their own for all players or seen from one seat.
fn draft<'g>(game: &'g Game, plan: &Plan, form: Form, asks: &mut Form) -> Lifted<Draft<'g>> {
    let mut late = Vec::new();
    loop {
        let known = late.len();
        let mut lifter = Lifter::new(game);
        (lifter.has_clock, lifter.has_pie) = (form.has_clock, plan.pie);
        (lifter.has_heights, lifter.late) = (form.has_heights, late);
        (lifter.seat, lifter.rejects, lifter.asking.what) = (form.seat, form.rejects, form.asks_plan);
        let code = code(&mut lifter, plan, known);
        asks.has_clock |= lifter.asks_clock;
        asks.has_heights |= lifter.asks_heights;
        if lifter.begins_again {
            late = lifter.late;
            continue;
        }
        let (state, phases, pieces) = code?;
        return Ok(Draft { lifter, state, phases, pieces });
    }
}

/// What lasts, the phases, and their code.
type Code = (State, Vec<Phase>, Vec<[Vec<Op>; 2]>);

/// The code, where so many conditions are known to be asked of drawn actions alone.
fn code<'g>(lifter: &mut Lifter<'g>, plan: &Plan, known: usize) -> Lifted<Code> {
    let (game, seat) = (lifter.game, lifter.seat);
    lifter.outlines = game.players.ids().map(|player| outline(game, player)).collect::<Lifted<_>>()?;
    lifter.one_action = lifter.outlines.iter().all(is_one_action);
    lifter.begin_rejecting()?;
    lifter.in_step = lifter.one_action && game.skip.is_none() && !lifter.rejects;
    if plan.pie && !lifter.in_step {
        // Which turn it is says where seats may be exchanged.
        lifter.asks_clock = true;
        if !lifter.has_clock {
            return Err(not_batchable("a change of seats where turns have several actions"));
        }
    }
    if game.skip.is_some() && !game.repetitions.is_empty() {
        return Err(not_batchable("players are passed over, and positions compared"));
    }
    let has_stacks = lifter.layout.stacks.is_some();
    // Where all turns have the same stages, all games come to each of them together, and plies of their own do less.
    let in_step = !lifter.rejects && (lifter.one_action || lifter.outlines.iter().all(is_steady));
    if seat.is_some()
        && (in_step
            || !lifter.rejects && (!game.repetitions.is_empty() || lifter.has_clock)
            || has_stacks
            || game.players.len() != 2
            || plan.copies_turn_start)
    {
        return Err(not_batchable("turns of one action, stacks, repetitions, or many players"));
    }
    let state = lifter.lasting(plan.copies_turn_start)?;
    let mut phases = lifter.phases()?;
    // What can be picked is found out once for how many registers it needs, then written where it is wanted.
    for phase in &mut phases {
        lifter.start(&state);
        lifter.bundles(phase)?;
        if seat.is_some() {
            break;
        }
    }
    lifter.late_for_earlier(&phases, known)?;
    if let (Some(_), Some((first, others))) = (seat, phases.split_first_mut()) {
        others.iter_mut().for_each(|phase| phase.tiers.clone_from(&first.tiers));
    }
    lifter.knows_stuck(&phases)?;
    lifter.find_uncertain_stages(&phases);
    let is_lifted = lifter.asking.tiers.is_empty();
    lifter.monotone = (0..lifter.planes.len()).map(|plane| is_lifted && only_grows(game, plane)).collect();
    let mut pieces = Vec::new();
    for place in 0..phases.len() {
        lifter.start(&state);
        if seat.is_none() || place == 0 {
            lifter.play(&phases[place], &phases)?;
            lifter.leave_offers(&phases[place])?;
        }
        let ply = lifter.written_back(&state);
        lifter.start(&state);
        lifter.offer(&phases[place], Truth::Known(true))?;
        lifter.leave_offers(&phases[place])?;
        pieces.push([ply, lifter.written_back(&state)]);
    }
    if lifter.overlooks() {
        return Err(not_batchable("lines or connections of somebody who did not just move"));
    }
    if !lifter.kept.is_empty() && (!lifter.joins.is_empty() || has_stacks || lifter.pairs > 0) {
        return Err(not_batchable(
            "connections, stacks or pairs of picks, where an action may be rejected for want of another after it",
        ));
    }
    if seat.is_some() && !lifter.joins.is_empty() {
        return Err(not_batchable("connections in turns that are shared"));
    }
    Ok((state, phases, pieces))
}

fn finished(draft: Draft<'_>, game: &Arc<Game>, plan: &Plan) -> Lifted<Program> {
    let Draft { mut lifter, state, mut phases, pieces } = draft;
    for phase in &mut phases {
        for choice in phase.tiers.iter_mut().flatten() {
            choice.made_in = lifter.made_in.iter().find(|(of, _)| *of == choice.chosen).map(|(_, tier)| *tier);
            choice.is_kept = lifter.kept.contains(&(phase.role, choice.index));
        }
    }
    let exchanged = if lifter.seat.is_some() { exchanged(game, &state) } else { Vec::new() };
    let fixed = Fixed { registers: lifter.lasting };
    let mut registers = fixed.registers;
    for (phase, codes) in phases.iter_mut().zip(pieces) {
        [phase.ply, phase.opening] = codes.map(|ops| {
            let (ops, used) = finish(ops, &fixed);
            registers.iter_mut().zip(used).for_each(|(most, used)| *most = (*most).max(used));
            ops
        });
    }
    let questions = lifter.questions(game, &phases)?;
    let mut constants: Vec<Op> = Vec::new();
    for (op, reg) in std::mem::take(&mut lifter.constants) {
        constants.push(match op {
            Op::Const { set, .. } => Op::Const { d: reg, set },
            Op::Number { number, .. } => Op::Number { d: reg, number },
            other => other,
        });
    }
    constants.sort_unstable_by_key(|op| match op {
        Op::Const { d, .. } => (0, *d),
        Op::Number { d, .. } => (1, *d),
        _ => (2, 0),
    });
    Ok(Program {
        constants,
        words: game.board.words(),
        slots: game.board.slots(),
        ring: game.board.ring(),
        sets: std::mem::take(&mut lifter.sets),
        numbers: std::mem::take(&mut lifter.numbers),
        ways: std::mem::take(&mut lifter.ways),
        joins: std::mem::take(&mut lifter.joins),
        groups: std::mem::take(&mut lifter.groups).into_iter().map(|(_, near)| near).collect(),
        between: if lifter.asks_between { between(&game.board) } else { Vec::new() },
        distances: if lifter.asks_distances { distances(&game.board) } else { Vec::new() },
        tests: std::mem::take(&mut lifter.tests),
        chains: std::mem::take(&mut lifter.chains),
        piles: lifter.piles(),
        joints: std::mem::take(&mut lifter.joints),
        floods: std::mem::take(&mut lifter.floods),
        sowings: std::mem::take(&mut lifter.sowings),
        rolls: std::mem::take(&mut lifter.rolls).into_iter().map(|(_, roll)| roll).collect(),
        registers,
        clock: lifter.swap_counts(&state),
        turns: lifter.turns_register(&state),
        state,
        phases,
        in_step: lifter.in_step,
        shared: lifter.seat.is_some(),
        exchanged,
        pie: plan.pie,
        rejected: lifter.rejects.then_some(lifter.rejected_reg),
        takes_back: !lifter.kept.is_empty(),
        pairs: lifter.pairs.into(),
        sizes: lifter.sizes.len(),
        compared: lifter.compared(),
        repeats: repeats(game),
        questions,
        deals: None,
        clauses: Program::clauses_of(plan),
    })
}

/// The registers of what each of two players has.
fn exchanged(game: &Game, state: &State) -> Vec<(RegisterKind, [Reg; 2])> {
    let mut pairs = Vec::new();
    if let [(a, _), (b, _), ..] = state.sets[..] {
        pairs.push((RegisterKind::Set, [a, b]));
    }
    let mut numbers = state.numbers.iter().map(|(reg, _)| *reg);
    for counter in game.counters.iter().filter(|counter| !counter.per.has(Index::Cell)) {
        let own: Vec<Reg> = numbers.by_ref().take(game.numbers(counter.per)).collect();
        for (place, reg) in own.iter().enumerate() {
            let other = other_seat(game, counter.per, place);
            pairs.extend(own.get(other).filter(|_| place < other).map(|other| (RegisterKind::Number, [*reg, *other])));
        }
    }
    pairs
}

/// A player's turns, if kernels know all of their steps.
fn outline(game: &Game, player: PlayerId) -> Lifted<Outline<'_>> {
    let outline = Outline::new(game, player).map_err(|_| not_batchable("turns of another form"))?;
    for stage in &outline.stages {
        let Some(next) = stage.stop else { continue };
        if stage.tiers.len() != 1 {
            return Err(not_batchable("a step that may be left out, of several ranks"));
        }
        if !can_end(&outline, next) {
            return Err(not_batchable("a step that may be left out before one that must be taken"));
        }
    }
    for choice in &outline.choices {
        match choice.step {
            TurnStep::Pass | TurnStep::Move(..) | TurnStep::Chain { .. } => {}
            _ => return Err(not_batchable("turns of another form")),
        }
    }
    Ok(outline)
}

/// Whether a turn that goes on so can always come to an end: whatever follows may be passed over.
fn can_end(outline: &Outline<'_>, mut next: Next) -> bool {
    // A stage leads to a later one where it is passed over.
    while let Next::Stage(stage) = next {
        let OnEmpty::Skip(onward) = outline.stages[usize::from(stage)].empty else { return false };
        next = onward;
    }
    true
}

/// Whether a player's turn is always one action of the same kinds.
fn is_one_action(outline: &Outline<'_>) -> bool {
    outline.stages.len() == 1
        && matches!(outline.entries.as_slice(), [(None, _)])
        && outline.choices.iter().all(|choice| choice.next == Next::End)
}

/// Whether a player's turn always has the same stages.
fn is_steady(outline: &Outline<'_>) -> bool {
    matches!(outline.entries.as_slice(), [(None, _)])
        && outline.stages.iter().all(|stage| {
            let next = |choice: &u16| outline.choices[usize::from(*choice)].next;
            let mut choices = stage.tiers.iter().flatten();
            let first = choices.next().map(next);
            stage.when.is_none()
                && stage.stop.is_none()
                && matches!(stage.empty, OnEmpty::Stuck)
                && choices.all(|choice| Some(next(choice)) == first)
        })
}

/// Whether no effect of any move takes cells from a plane.
fn only_grows(game: &Game, plane: usize) -> bool {
    let grows = |primitive: &Primitive| match primitive {
        Primitive::Assign { content: Content::Piece { .. }, .. }
        | Primitive::Set { .. }
        | Primitive::Mark { .. }
        | Primitive::If { .. }
        | Primitive::Let(..)
        | Primitive::Require(_) => true,
        Primitive::Assign { content: Content::Nothing | Content::OtherOwner | Content::Kind(_), .. }
        | Primitive::Transfer { .. }
        | Primitive::Unstack { .. }
        | Primitive::Sow(_)
        | Primitive::For { .. }
        | Primitive::Repeat { .. } => false,
    };
    // What is put may take the place of another's piece, unless it is put on empty cells.
    let onto_empty = |rule: &Move| {
        rule.picking.iter().all(|step| match step {
            rulebook_language::model::Picking::Pick { from, .. } => {
                matches!(
                    &from.kind,
                    rulebook_language::model::ExprKind::Builtin(rulebook_language::model::Builtin::Empty, _)
                )
            }
            _ => true,
        })
    };
    plane < game.players.len()
        && game.rules().all(|rule| all_primitives(&rule.effects).into_iter().all(grows) && onto_empty(rule))
}

impl<'g> Lifter<'g> {
    /// The registers that last: planes, with those of what happened in a turn where the rules ask, and counters.
    fn lasting(&mut self, copies_turn_start: bool) -> Lifted<State> {
        let mut state = State::default();
        let planes = u32::from(self.layout.piece_planes());
        for plane in 0..planes {
            state.sets.push((self.lasting_reg(RegisterKind::Set), plane * self.layout.words));
        }
        let second = self.seat == Some(PlayerId(1));
        if let (true, [(a, _), (b, _), ..]) = (second, state.sets.as_mut_slice()) {
            std::mem::swap(a, b);
        }
        for mark in self.game.marks.ids().skip(usize::from(self.layout.carried)) {
            let offset = self.layout.mark(mark);
            state.sets.push((self.lasting_reg(RegisterKind::Set), offset));
        }
        let contents = state.sets.clone();
        for (event, offset) in self.layout.events.into_iter().enumerate() {
            if self.game.features.events[event] {
                self.events[event] = Some(state.sets.len());
                state.sets.push((self.lasting_reg(RegisterKind::Set), offset));
            }
        }
        for (id, counter) in self.game.counters.iter_ids() {
            let per = counter.per;
            let count = if per.has(Index::Cell) { 0 } else { self.game.numbers(per) };
            let first = self.layout.counter(id);
            let mut regs: Vec<Reg> = (0..count).map(|_| self.lasting_reg(RegisterKind::Number)).collect();
            if second {
                regs = (0..count).filter_map(|place| regs.get(other_seat(self.game, per, place)).copied()).collect();
            }
            state.numbers.extend(regs.iter().copied().zip(first..));
            self.counters.push(regs);
        }
        let numbers = state.numbers.clone();
        state.numbers.extend(self.clock_registers());
        let last_to = self.last_to_registers()?;
        state.numbers.extend(last_to);
        state.numbers.extend(self.last_mover_register());
        if copies_turn_start {
            let copy = self.layout.turn_start;
            self.turn_start =
                TurnStart { planes: state.sets.len(), count: contents.len(), numbers: self.counters.len() };
            let sets = contents.iter().map(|(_, offset)| copy + offset);
            state.sets.extend(sets.map(|offset| (self.lasting_reg(RegisterKind::Set), offset)));
            let mut offsets = numbers.iter().map(|(_, offset)| copy + offset);
            for counter in 0..self.game.counters.len() {
                let count = self.counters[counter].len();
                let regs: Vec<Reg> = (0..count).map(|_| self.lasting_reg(RegisterKind::Number)).collect();
                state.numbers.extend(regs.iter().copied().zip(offsets.by_ref()));
                self.counters.push(regs);
            }
        }
        self.turn_cells(&mut state);
        self.height_planes(&mut state);
        let planes = state.planes().count();
        self.cell_counters(&mut state, planes)?;
        self.planes = state.planes().map(Cells::of).collect();
        Ok(state)
    }

    /// The phases of the game, with registers for what is picked in them.
    fn phases(&mut self) -> Lifted<Vec<Phase>> {
        let mut phases = Vec::new();
        let seat = self.seat;
        for role in (0..self.outlines.len()).filter(|role| seat.is_none_or(|seat| seat.index() == *role)) {
            let (mut tiers, mut skips): (Vec<Vec<Choice>>, Vec<Choice>) = (Vec::new(), Vec::new());
            for stage in 0..self.outlines[role].stages.len() {
                let stage_tiers = self.outlines[role].stages[stage].tiers.clone();
                tiers.resize(tiers.len().max(stage_tiers.len()), Vec::new());
                for (all, tier) in tiers.iter_mut().zip(stage_tiers) {
                    for index in tier {
                        // Of one whose picks are not known beforehand, the plan plays the tier.
                        let fixed = self.fixed_of(role, index);
                        let fixed = if self.asking.what == Asks::Tiers {
                            fixed.unwrap_or_else(|_| vec![Vec::new()])
                        } else {
                            fixed?
                        };
                        let choices = fixed.into_iter();
                        all.extend(choices.map(|fixed| self.choice(role, stage as u16, index, fixed)));
                    }
                }
                if let (Some(_), Some(tier)) = (self.outlines[role].stages[stage].stop, tiers.first_mut()) {
                    // Beside other actions: where there is none, the turn goes on by itself.
                    tier.push(self.choice(role, stage as u16, STOP, Vec::new()));
                }
                if self.skips(role, stage) {
                    skips.push(self.choice(role, stage as u16, SKIP, Vec::new()));
                }
                // In turns that are shared, what all stages offer is drawn from together.
                if seat.is_none() {
                    tiers.push(std::mem::take(&mut skips));
                }
                let tiers = if seat.is_some() { tiers.clone() } else { std::mem::take(&mut tiers) };
                phases.push(Phase { role, stage: stage as u16, tiers, ply: Vec::new(), opening: Vec::new() });
            }
            if let (Some(_), Some(first)) = (seat, phases.first_mut()) {
                tiers.push(skips);
                first.tiers = tiers;
            }
        }
        Ok(phases)
    }

    /// Whether a stage may have to be passed over when all of its actions were rejected.
    fn skips(&self, role: usize, stage: usize) -> bool {
        let outline = &self.outlines[role].stages[stage];
        let passes = outline.tiers.iter().flatten().any(|index| matches!(self.turn_step(role, *index), TurnStep::Pass));
        self.rejects && matches!(outline.empty, OnEmpty::Skip(_)) && outline.stop.is_none() && !passes
    }

    /// Every way to make the picks of a choice that are no cells.
    pub fn fixed_of(&self, role: usize, index: u16) -> Lifted<Vec<Vec<(u8, u16)>>> {
        match self.turn_step(role, index) {
            TurnStep::Move(rule, _) => self.fixed_picks(&self.game.moves[*rule]),
            _ => Ok(vec![Vec::new()]),
        }
    }

    fn choice(&mut self, role: usize, stage: u16, index: u16, fixed: Vec<(u8, u16)>) -> Choice {
        let (mut hidden, mut roll) = (None, None);
        let picks = match self.turn_step(role, index) {
            TurnStep::Move(rule, _) => {
                roll = self.roll_of(*rule);
                let rule = &self.game.moves[*rule];
                let picked = if roll.is_some() { 0 } else { rule.picks().count().saturating_sub(fixed.len()) };
                let picks = (picked + usize::from(follows(rule).is_some())) as u8;
                hidden = (picks == 0).then(|| self.stand_in().index() as u16);
                picks.max(1)
            }
            TurnStep::Chain { .. } => 2,
            _ => 0,
        };
        let picked = (0..picks).map(|_| self.lasting_reg(RegisterKind::Set)).collect();
        let chosen = self.lasting_reg(RegisterKind::Mask);
        let within = (picks == 0 && self.seat.is_some()).then(|| self.lasting_reg(RegisterKind::Mask));
        Choice { picks, fixed, hidden, roll, picked, within, ..Choice::new(index, stage, chosen) }
    }

    /// What a choice of a player is; to stop does as little as to pass.
    pub fn turn_step(&self, role: usize, index: u16) -> &'g TurnStep {
        if index >= Choice::OF_TIER { &TurnStep::Pass } else { self.outlines[role].choices[usize::from(index)].step }
    }

    /// Where a turn goes on after a choice of a player.
    pub fn next_of(&self, role: usize, choice: &Choice) -> Next {
        let outline = &self.outlines[role];
        let stage = &outline.stages[usize::from(choice.stage)];
        if choice.index == STOP {
            stage.stop.unwrap_or(Next::End)
        } else if let (SKIP, OnEmpty::Skip(onward)) = (choice.index, stage.empty) {
            onward
        } else {
            outline.choices[usize::from(choice.index)].next
        }
    }

    /// Begins a piece of code: nothing is known but what lasts.
    pub fn start(&mut self, state: &State) {
        self.forget();
        self.ops.clear();
        self.lasting_planes = state.planes().collect();
        self.lasting_numbers = state.numbers.iter().map(|(reg, _)| *reg).collect();
        self.asking.within = None;
        self.planes = state.planes().map(Cells::of).collect();
        let mut numbers = state.numbers.iter().map(|(reg, _)| *reg);
        for regs in &mut self.counters {
            for reg in regs {
                *reg = numbers.next().unwrap_or_default();
            }
        }
        self.grown = vec![Grown::No; self.planes.len()];
        self.offered.clear();
        self.mover = None;
        self.stuck = None;
        self.halted = Truth::Known(false);
    }

    /// The code so far, with the planes and the counters left where they last.
    pub fn written_back(&mut self, state: &State) -> Vec<Op> {
        let mut copies: Vec<(Reg, Reg)> = Vec::new();
        let planes = std::mem::take(&mut self.planes);
        for (plane, reg) in planes.iter().zip(state.planes()) {
            if let [(Truth::Known(true), now)] = plane.dense.as_slice()
                && reg != *now
            {
                copies.push((reg, *now));
            }
        }
        // What lasts and is copied elsewhere is read before anything is written.
        for (_, from) in &mut copies {
            if usize::from(*from) < self.lasting[RegisterKind::Set as usize] {
                let d = self.reg(RegisterKind::Set);
                self.ops.push(Op::Copy { d, a: *from });
                *from = d;
            }
        }
        self.ops.extend(copies.into_iter().map(|(d, a)| Op::Copy { d, a }));
        let now: Vec<Reg> = self.counters.iter().flatten().copied().collect();
        let mut numbers: Vec<(Reg, Reg)> = state.numbers.iter().map(|(reg, _)| *reg).zip(now).collect();
        numbers.retain(|(d, a)| d != a);
        for (_, from) in &mut numbers {
            if usize::from(*from) < self.lasting[RegisterKind::Number as usize] {
                let d = self.reg(RegisterKind::Number);
                self.ops.push(Op::CopyNumber { d, a: *from });
                *from = d;
            }
        }
        self.ops.extend(numbers.into_iter().map(|(d, a)| Op::CopyNumber { d, a }));
        std::mem::take(&mut self.ops)
    }
}
