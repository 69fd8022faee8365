//! Uniform random games, played in batches.
//!
//! One phase is played at a time. Where every turn is one action, all games are in the same phase; a lane whose game is over rests
//! until the role of the start is to act again, and begins the next game then. Else each game is in a phase of its own, and the
//! phase that most of them are in is played; the others wait.

use std::sync::Arc;

use super::dealer::Dealer;
use super::draw::indices;
use super::draw_tables::DrawTable;
use super::drawn::Drawn;
use super::games::Games;
use super::job::{BatchJob, BatchRunner, Ended, Finished, StartSource, Successor};
use super::lanes::{BROKEN, Lanes, STUCK};
use super::lift::MAX_WORDS;
use super::machine::{Baseline, DispatchTask, InstructionSet, Run, SimdLevel};
#[cfg(target_arch = "x86_64")]
use super::machine::{Wide, Wider};
use super::offers::Offers;
use super::op::Reg;
use super::plan_games::PlanRunner;
use super::program::{Limit, Phase, Program, SKIP};
use super::refill::Refill;
use super::start_state::StartState;
use rulebook_language::util::Bits;
use rulebook_play::engine::is_stopped;

/// What plays a program's games from an opening.
pub fn batch_runner(program: &Arc<Program>, opening: StartState) -> Box<dyn BatchRunner> {
    batch_runner_at(SimdLevel::of_this_machine(), program, opening)
}

/// The same with the instructions of a level, or of the highest that this machine has, if that is lower.
pub fn batch_runner_at(level: SimdLevel, program: &Arc<Program>, opening: StartState) -> Box<dyn BatchRunner> {
    if let (false, Some(questions)) = (program.is_lifted(), &program.questions) {
        let (game, plan) = (Arc::clone(&questions.game), Arc::clone(&questions.plan));
        return Box::new(PlanRunner::new(game, plan, opening));
    }
    match level.min(SimdLevel::of_this_machine()) {
        SimdLevel::Baseline => sized::<Baseline>(program, opening),
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Wide => sized::<Wide>(program, opening),
        #[cfg(target_arch = "x86_64")]
        SimdLevel::Wider => sized::<Wider>(program, opening),
    }
}

/// What plays them with the registers of the least size that its sets fit into.
fn sized<M: InstructionSet>(program: &Arc<Program>, opening: StartState) -> Box<dyn BatchRunner> {
    match program.words {
        // Slots are counted on around a board only where one word is all there is.
        0 | 1 => Box::new(Batch::<1, LANES>::new(program, opening, Kernels::of::<M>())),
        2 if !M::IS_RARE => Box::new(Batch::<2, LANES>::new(program, opening, Kernels::of::<M>())),
        3 if !M::IS_RARE => Box::new(Batch::<3, LANES>::new(program, opening, Kernels::of::<M>())),
        2..=4 => Box::new(Batch::<4, LANES>::new(program, opening, Kernels::of::<M>())),
        5 | 6 if !M::IS_RARE => Box::new(Batch::<6, LANES>::new(program, opening, Kernels::of::<M::ForLarge>())),
        _ => Box::new(Batch::<MAX_WORDS, LANES>::new(program, opening, Kernels::of::<M::ForLarge>())),
    }
}

/// How many games a batch has: measured; with half as many, what an operation costs to find out is shared by too few.
pub const LANES: usize = 64;
/// How many plies are played between two questions whether to go on.
const STRIDE: u32 = 64;

/// What is compiled for each set of instructions, as it is for the one that is used.
#[derive(Clone, Copy)]
pub struct Kernels<const W: usize, const L: usize> {
    /// Carries out operations on registers.
    pub run: Run<W, L>,
    /// Works out a ply, or an opening.
    carry_out: fn(&mut Batch<W, L>),
}

impl<const W: usize, const L: usize> Kernels<W, L> {
    /// Those for a set of instructions that this machine has.
    fn of<M: InstructionSet>() -> Self {
        Kernels { run: M::run, carry_out: M::carry_out }
    }
}

/// The lanes with their games.
pub struct Batch<const W: usize, const L: usize> {
    /// What they play.
    pub program: Arc<Program>,
    opening: StartState,
    /// The registers.
    pub lanes: Lanes<W, L>,
    /// What lasts, at the opening: sets and numbers with their registers.
    sets: Vec<(u16, Bits<W>)>,
    masks: Vec<(u16, u64)>,
    numbers: Vec<(u16, i64)>,
    /// The games.
    pub games: Games<L>,
    /// Where games with openings of their own are made ready, once there are any.
    pub refill: Option<Box<Refill<W, L>>>,
    /// What lays setups by lot, where games begin before that.
    pub dealer: Option<Dealer>,
    /// Whether what is to be worked out is an opening, and no ply.
    pub opens: bool,
    /// What is offered in the phase that is played.
    pub offers: Offers<L>,
    /// The places of each phase.
    pub places: Vec<DrawTable>,
    /// What plays them at speed.
    pub kernels: Kernels<W, L>,
    /// The phase that is played.
    pub phase: usize,
    /// That of the opening.
    pub first: usize,
    /// What came of the ply, where the game did not go on.
    pub ended: [Option<Ended>; L],
    /// The lanes where that is so.
    pub has_ended: Bits<1>,
    /// Whether it is known how many actions there are.
    counts: bool,
    /// What a ply takes in all lanes, by phase, in steps of the evaluator, but for what is searched and asked lane by lane.
    costs: Vec<u64>,
    /// What all plies of games took so far.
    plies_took: u64,
}

/// What part of the steps that games may take a question to the plan, or a search for chains, may take: all lanes may ask one before the
/// steps are counted again.
const OF_A_QUESTION: u64 = 64;

impl<const W: usize, const L: usize> Batch<W, L> {
    fn new(program: &Arc<Program>, opening: StartState, kernels: Kernels<W, L>) -> Self {
        let mut lanes = Lanes::new(program);
        (kernels.run)(&mut lanes, program, &program.constants);
        (0..L).for_each(|lane| lanes.load(program, &opening, lane));
        let first = program.phase(opening.role, opening.stage).unwrap_or_default();
        // What is offered is read in the first lane.
        lanes.idle[1..].fill(true);
        if let Some(phase) = program.phases.get(first) {
            (kernels.run)(&mut lanes, program, &phase.opening);
        }
        let bundles = program.phases.iter().skip(first).take(1).flat_map(Phase::registers);
        let lasting = program.state.planes().chain(bundles);
        let sets = lasting.map(|reg| (reg, lanes.set(reg, 0))).collect();
        let numbers =
            program.state.numbers.iter().map(|(reg, _)| (*reg, lanes.numbers[usize::from(*reg)][0])).collect();
        let passes = program.phases.iter().skip(first).take(1).flat_map(|phase| phase.tiers.iter().flatten());
        let passes = passes.filter_map(|choice| choice.within);
        let masks = passes.map(|reg| (reg, lanes.masks[usize::from(reg)][0])).collect();
        for (place, joining) in program.joins.iter().enumerate() {
            let standing = lanes.set(joining.cells, 0);
            lanes.connectivity[place].stand(&standing);
        }
        Batch {
            dealer: Dealer::new(program, &opening),
            program: Arc::clone(program),
            phase: first,
            first,
            opening,
            lanes,
            sets,
            masks,
            numbers,
            games: Games::new(),
            refill: None,
            opens: false,
            offers: Offers::new(),
            places: program.phases.iter().map(|phase| DrawTable::new(phase, &program.rolls)).collect(),
            kernels,
            ended: [None; L],
            has_ended: Bits::EMPTY,
            counts: program.counts_choices(),
            costs: program.phases.iter().map(|phase| program.cost(phase)).collect(),
            plies_took: 0,
        }
    }

    /// Puts the opening into a lane.
    pub fn begin(&mut self, lane: usize) {
        for (reg, set) in &self.sets {
            self.lanes.put(*reg, lane, set);
        }
        for (reg, mask) in &self.masks {
            self.lanes.masks[usize::from(*reg)][lane] = *mask;
        }
        for (reg, number) in &self.numbers {
            self.lanes.numbers[usize::from(*reg)][lane] = *number;
        }
        self.lanes.load_under(&self.program, &self.opening, lane);
        self.lanes.remember(&self.program, &self.opening.past, lane);
        for joined in &mut self.lanes.connectivity {
            joined.begin(lane);
        }
        self.lanes.start(&self.program, &self.opening, lane, self.first);
    }

    /// Puts a position of a phase into a lane, but for what it offers.
    pub fn place(&mut self, program: &Program, opening: &StartState, lane: usize, phase: usize) {
        self.lanes.load(program, opening, lane);
        self.lanes.remember(program, &opening.past, lane);
        for (place, joining) in program.joins.iter().enumerate() {
            let standing = self.lanes.set(joining.cells, lane);
            self.lanes.connectivity[place].begin_with(lane, &standing);
        }
        self.lanes.start(program, opening, lane, phase);
    }

    /// The phase that most games are in.
    pub fn fullest(&self) -> usize {
        if self.program.shared {
            return 0;
        }
        let games_in = |phase: &usize| {
            (0..L).filter(|lane| self.games.live[*lane] && self.lanes.phase[*lane] == *phase as u64).count()
        };
        (0..self.program.phases.len()).rev().max_by_key(games_in).unwrap_or_default()
    }

    /// Whether the change of seats is offered in a lane: at its second turn.
    #[inline(always)]
    fn offers_swap(&self, lane: usize) -> bool {
        (self.games.turns[lane] + u64::from(self.games.plies[lane]) == 1) & !self.games.swapped[lane]
    }

    /// The same where turns have several actions: whether none of those of the second turn was played.
    #[inline(always)]
    fn begins_second_turn(&self, lane: usize) -> bool {
        let turns = self.program.turns.map_or(0, |turns| self.lanes.numbers[usize::from(turns)][lane]);
        (turns == 1) & (self.games.begun[lane] != turns) & !self.games.swapped[lane]
    }

    /// Draws an action in every lane.
    #[inline(always)]
    fn act<M: InstructionSet>(&mut self, program: &Program) {
        let Some(phase) = program.phases.get(self.phase) else { return };
        self.lanes.clear_picks(phase);
        self.lanes.count_offers(&self.places[self.phase], &mut self.offers);
        let all_play = program.in_step || program.shared;
        if program.pie && !program.in_step {
            for lane in 0..L {
                let is_here = self.games.live[lane] && self.lanes.phase[lane] == self.phase as u64;
                if is_here && self.begins_second_turn(lane) {
                    self.perhaps_swap(lane);
                }
            }
        } else if program.pie && (0..L).fold(false, |some, lane| some | self.offers_swap(lane)) {
            for lane in 0..L {
                if self.games.live[lane] && self.offers_swap(lane) {
                    self.perhaps_swap(lane);
                }
            }
        }
        let mut playing = self.games.live;
        if !all_play {
            for lane in 0..L {
                playing[lane] &= self.lanes.phase[lane] == self.phase as u64;
            }
            if let (true, Some(turns)) = (program.pie, program.turns) {
                for lane in (0..L).filter(|lane| playing[*lane]) {
                    self.games.begun_before[lane] = self.games.begun[lane];
                    self.games.begun[lane] = self.lanes.numbers[usize::from(turns)][lane];
                }
            }
        }
        // Where actions may be rejected, it is known whether a game is over when the next one is found.
        let is_cut = |lane: usize| self.games.plies[lane] >= self.games.max_plies;
        if program.rejected.is_none() && (0..L).fold(false, |some, lane| some | is_cut(lane)) {
            for lane in 0..L {
                if playing[lane] && self.games.plies[lane] >= self.games.max_plies {
                    playing[lane] = false;
                    self.end(lane, Ended::Cut);
                }
            }
        }
        // Where a game begins with an action that is given, none is drawn.
        let mut drawing = playing;
        for lane in self.games.has_first.iter() {
            drawing[lane] = false;
        }
        let rng = &mut self.games.rng;
        let drawn = if all_play { rng.next_all() } else { rng.next_where(&playing) };
        let indices = indices(rng, &drawn, &self.offers.total, &drawing);
        for lane in 0..L {
            let plays = u32::from(playing[lane]);
            self.games.plies[lane] += plays;
            self.games.choices[lane] += u64::from(plays * self.offers.actions[lane]);
        }
        let places = &self.places[self.phase];
        let found = self.offers.find(places, &indices, &drawing);
        let taken = (program, places);
        let mut stuck = self.lanes.take::<M>(taken, &mut self.offers, found, &drawing, &mut self.games.rng);
        while let Some(lane) = stuck.pop_first() {
            self.games.plies[lane] -= 1;
            if !self.take_back(lane) {
                self.end(lane, Ended::Stuck);
            }
        }
        self.lanes.seed_plan(&playing, &self.games.live, &mut self.games.rng);
        for lane in self.games.has_first.iter().filter(|lane| playing[*lane]) {
            self.put_first(program, lane);
        }
        self.lanes.give_plan(program, phase);
        if program.takes_back {
            self.keep(phase);
        }
        if program.pairs > 0 {
            self.lanes.say_what_is_left(&self.places[self.phase].list);
        }
    }

    /// Puts the action that a lane's game begins with in the place of one that is drawn.
    #[inline(never)]
    fn put_first(&mut self, program: &Program, lane: usize) {
        self.games.has_first.remove(lane);
        if let Some((phase, first)) = self.games.first[lane].take() {
            self.put_drawn(program, phase, lane, &first);
        }
    }

    /// Keeps the actions of a phase that were drawn, where games are kept.
    #[inline(always)]
    fn keep_drawn(&mut self, program: &Program, phase: &Phase) {
        for lane in 0..L {
            let stands = program.rejected.is_none_or(|rejected| self.lanes.masks[usize::from(rejected)][lane] == 0);
            if let (true, Some(drawn)) = (stands, self.lanes.taken(program, phase, lane))
                && drawn.choice != SKIP
            {
                self.games.lines[lane].push(Some(drawn));
            }
        }
    }

    /// The change of seats is one action more; whoever has taken it goes on to play one.
    #[cold]
    fn perhaps_swap(&mut self, lane: usize) {
        let total = self.offers.total[lane];
        let games = &mut self.games;
        if total == 0 || games.plies[lane] >= games.max_plies || games.has_first.contains(lane) {
            return;
        }
        games.choices[lane] += 1;
        let drawn = games.rng.next_of(lane);
        if games.rng.below(lane, drawn, total + 1) == total {
            games.swapped[lane] = true;
            for reg in &self.program.clock {
                self.lanes.numbers[usize::from(*reg)][lane] += 1;
            }
            games.choices[lane] += u64::from(total);
            games.plies[lane] += 1;
            if games.keep {
                games.lines[lane].push(None);
            }
        }
    }

    /// How the rules have ended a lane's game.
    #[inline]
    pub fn how_ended(&self, lane: usize) -> Option<Ended> {
        match self.lanes.over[lane] {
            0 => None,
            STUCK => Some(Ended::Stuck),
            BROKEN => Some(Ended::Broken(self.lanes.broken[lane])),
            clause => Some(Ended::Over(clause - 1, self.lanes.winners[lane])),
        }
    }

    /// Whether an action of a phase was drawn in a lane and stands.
    fn has_acted(&self, phase: &Phase, lane: usize) -> bool {
        let holds = |mask: Reg| self.lanes.masks[usize::from(mask)][lane] != 0;
        phase.tiers.iter().flatten().any(|choice| holds(choice.chosen)) && !self.program.rejected.is_some_and(holds)
    }

    /// Forgets which pairs of picks were tried, where an action stands.
    #[inline(never)]
    fn forget_pairs(&mut self, program: &Program, phase: &Phase) {
        for lane in 0..L {
            if self.has_acted(phase, lane) {
                self.lanes.forget_pairs(program, lane);
            }
        }
    }

    /// Keeps what is there where an action was drawn that may be taken back.
    #[inline(always)]
    fn keep(&mut self, phase: &Phase) {
        let lanes = self.lanes.may_be_taken_back(phase);
        if lanes.iter().any(|lane| *lane != 0) {
            self.lanes.keep(&lanes);
        }
        for lane in (0..L).filter(|lane| lanes[*lane] != 0) {
            self.games.begun_kept[lane] = self.games.begun_before[lane];
        }
    }

    /// Takes a lane's last action back, if the turn must be completed after it and cannot be.
    #[cold]
    fn take_back(&mut self, lane: usize) -> bool {
        if !self.lanes.put_back(lane) {
            return false;
        }
        self.games.plies[lane] -= 1;
        self.games.begun[lane] = self.games.begun_kept[lane];
        self.games.lines[lane].pop();
        true
    }

    /// Cuts the games in which an action more than allowed was found, without that.
    #[inline(never)]
    fn cut_back(&mut self, phase: &Phase) {
        for lane in 0..L {
            if self.games.plies[lane] <= self.games.max_plies {
                continue;
            }
            if self.has_acted(phase, lane) && self.ended[lane].is_none() {
                self.games.plies[lane] -= 1;
                self.games.lines[lane].pop();
                self.lanes.finished.remove(lane);
                self.end(lane, Ended::Cut);
            }
        }
    }

    /// Takes back what cannot be completed after a ply, and forgets what was kept where an action after it stands.
    #[inline(never)]
    fn take_back_or_forget(&mut self, phase: &Phase) {
        let drawn = self.lanes.may_be_taken_back(phase);
        let kept = self.lanes.kept.lanes;
        for lane in (0..L).filter(|lane| kept[*lane]) {
            if drawn[lane] != 0 {
                self.lanes.kept.lanes[lane] = self.has_acted(phase, lane);
            } else if self.has_acted(phase, lane) {
                // Who is stuck now is the next player.
                self.lanes.kept.lanes[lane] = false;
            } else if self.lanes.over[lane] == STUCK {
                self.take_back(lane);
            }
        }
    }

    /// Counts the actions that were rejected, or are none, as not played.
    #[inline(always)]
    fn count_back(&mut self, rejected: Reg) {
        for lane in 0..L {
            let is_rejected = self.lanes.masks[usize::from(rejected)][lane] & 1;
            self.games.plies[lane] -= is_rejected as u32;
            if is_rejected != 0 {
                self.games.begun[lane] = self.games.begun_before[lane];
            }
        }
    }

    /// Works out a ply in all lanes, or an opening, whichever is asked for.
    pub fn carry_out(&mut self) {
        (self.kernels.carry_out)(self);
    }

    /// A game that has ended, and its lane, which is free then.
    #[inline]
    pub fn take_ended(&mut self) -> Option<(usize, Finished)> {
        let lane = self.has_ended.pop_first()?;
        let end = self.ended[lane].take()?;
        Some((lane, self.games.finished(lane, end, self.counts)))
    }

    /// A lane's game has ended.
    #[inline(always)]
    pub fn end(&mut self, lane: usize, end: Ended) {
        self.ended[lane] = Some(end);
        self.has_ended.insert(lane);
    }

    /// Plays games, each in the lane that is free first.
    fn play_all(&mut self, order: &BatchJob, go_on: &mut dyn FnMut() -> bool, done: &mut dyn FnMut(Finished)) {
        let mut games = order.games.clone();
        self.games.follow(order);
        self.phase = self.first;
        let in_step = self.program.in_step;
        let every_lane = Bits([!0 >> (u64::BITS as usize - L)]);
        let (mut steps, mut free, mut dealt) = (0u32, every_lane, Bits::EMPTY);
        let most = order.steps.map(|steps| self.spent().saturating_add(steps));
        self.games.live = [false; L];
        loop {
            if self.phase == self.first || !in_step {
                while !free.is_empty()
                    && let Some(index) = games.next()
                    && let Some(lane) = free.pop_first()
                {
                    self.games.begin(lane, order.seed, index, &self.opening);
                    if self.dealer.is_some() { dealt.insert(lane) } else { self.begin(lane) }
                }
                if !dealt.is_empty() {
                    self.begin_dealt(order.seed, std::mem::take(&mut dealt));
                }
                if free == every_lane {
                    return;
                }
            }
            if !in_step {
                self.phase = self.fullest();
            }
            self.carry_out();
            self.plies_took += self.costs.get(self.phase).copied().unwrap_or_default();
            while let Some((lane, finished)) = self.take_ended() {
                free.insert(lane);
                done(finished);
            }
            if most.is_some_and(|most| self.spent() >= most) {
                return;
            }
            if in_step {
                self.phase = (self.phase + 1) % self.program.phases.len();
            }
            steps += 1;
            if steps.is_multiple_of(STRIDE) && is_stopped() {
                return;
            }
            if steps.is_multiple_of(STRIDE) && (!games.is_empty() || most.is_some()) && !go_on() {
                if most.is_some() {
                    return;
                }
                games = 0..0;
            }
        }
    }
}

impl<const W: usize, const L: usize> BatchRunner for Batch<W, L> {
    fn play(&mut self, order: &BatchJob, go_on: &mut dyn FnMut() -> bool, done: &mut dyn FnMut(Finished)) {
        self.lanes.allow(order.steps.map(|steps| (steps / OF_A_QUESTION).max(1)));
        self.play_all(order, go_on, done);
        self.lanes.allow(None);
    }

    fn spent(&self) -> u64 {
        self.plies_took + self.lanes.spent() + self.dealer.as_ref().map_or(0, Dealer::spent)
    }

    fn play_from(&mut self, order: &BatchJob, source: &mut dyn StartSource) {
        self.play_refilled(order, source);
    }

    fn legal(&mut self) -> Vec<Drawn> {
        if let Some(dealer) = &mut self.dealer {
            return dealer.legal();
        }
        self.begin(0);
        self.legal_in(self.first)
    }

    fn after(&mut self, drawn: &Drawn) -> Successor {
        if let Some(dealer) = &mut self.dealer {
            return dealer.after(drawn);
        }
        self.successor(drawn)
    }

    fn leaves(&mut self, parents: &[StartState], actions: &[(usize, Drawn)]) -> Result<u64, Limit> {
        self.count_leaves(parents, actions)
    }
}

impl<const W: usize, const L: usize> DispatchTask for Batch<W, L> {
    #[inline(always)]
    fn work<M: InstructionSet>(&mut self) {
        let program = Arc::clone(&self.program);
        if !self.opens {
            self.act::<M>(&program);
        }
        let Some(phase) = program.phases.get(self.phase) else { return };
        M::run(&mut self.lanes, &program, if self.opens { &phase.opening } else { &phase.ply });
        if let (Some(rejected), false) = (program.rejected, self.opens) {
            self.count_back(rejected);
            // That a stage of another phase was passed over is left from an earlier ply.
            let choices = phase.tiers.iter().flatten();
            choices.filter(|choice| choice.index == SKIP).for_each(|skipped| self.count_back(skipped.chosen));
        }
        if program.pairs > 0 && !self.opens {
            self.forget_pairs(&program, phase);
        }
        if self.games.keep && !self.opens {
            self.keep_drawn(&program, phase);
        }
        if program.rejected.is_some() && !self.opens {
            let is_over = |lane: usize| self.games.plies[lane] > self.games.max_plies;
            if (0..L).fold(false, |some, lane| some | is_over(lane)) {
                self.cut_back(phase);
            }
        }
        if program.takes_back && !self.opens {
            self.take_back_or_forget(phase);
        }
        self.lanes.stop_faulted();
        while let Some(lane) = self.lanes.finished.pop_first() {
            if self.games.live[lane]
                && self.ended[lane].is_none()
                && let Some(end) = self.how_ended(lane)
            {
                self.end(lane, end);
            }
        }
    }
}
