//! One game in progress, for boards of at most `64 * W` slots.

use std::sync::Arc;

use super::action::{Action, ActionList};
use super::arena::Frame;
use super::chain::Chain;
use super::cost::{MAX_SETUP, MAX_STEPS};
use super::current_line::CurrentLine;
use super::explain::Watched;
use super::fault::Fault;
use super::first_groups::FirstGroups;
use super::luck::Chance;
use super::memory::{Mark, Memory};
use super::offers::Offer;
use super::outcome::Outcome;
use super::position::Leaves;
use super::repetition::Past;
use super::sample::Pool;
use super::shared::Shared;
use super::stop::go_on;
use super::turn_memos::TurnMemo;
use super::watch::Watch;
use crate::plan::{Code, Plan};
use rulebook_language::model::{self, Chains, PlayerId};
use rulebook_language::util::{Bits, Rng};

/// What a position needs of an engine, whatever the size of its board.
pub trait Core: Send + Sync {
    /// The odds of the legal actions, where nature acts and the game is not over.
    fn chance(&mut self) -> Result<Option<Chance<'_>>, Fault>;
    /// The legal actions; none where the game is over.
    fn legal(&mut self) -> Result<&ActionList, Fault>;
    /// A uniformly random legal action; nothing where the game is over.
    fn random(&mut self, rng: &mut Rng) -> Result<Option<Action>, Fault>;
    /// How the game ended, if it has.
    fn outcome(&mut self) -> Result<Option<Outcome>, Fault>;
    /// The end clauses that hold, by their places, whichever decides.
    fn clauses_holding(&mut self) -> Result<Vec<usize>, Fault>;
    /// Whether a condition holds that is claimed to hold after every ply.
    fn holds(&mut self, invariant: usize) -> Result<bool, Fault>;
    /// Plays an action that is legal.
    fn play(&mut self, action: &Action) -> Result<(), Fault>;
    /// Lays what the setup scatters here, at most so many pieces, and forgets what was played: how many they are.
    fn lay_rest(&mut self, rng: &mut Rng, most: u32, see: &mut dyn FnMut(&Action, usize)) -> Result<u32, Fault>;
    /// Takes the last action back.
    fn undo(&mut self) -> bool;
    /// Whether the action's picks meet the conditions of its move, whatever else has a stronger claim.
    fn allows(&mut self, action: &Action) -> Result<bool, Fault>;
    /// The steps of the evaluator so far, of all questions and actions together.
    fn spent(&self) -> u64;
    /// The memory.
    fn memory(&self) -> &Memory;
    /// Positions at the ends of earlier turns, where a repetition rule needs them.
    fn past(&self) -> &Past;
    /// Lets each question take so many steps, at most [`MAX_STEPS`].
    fn allow(&mut self, steps: u64);
    /// Replaces the memory's words and forgets what was played.
    fn load(&mut self, words: &[u64]);
    /// The same with positions at the ends of earlier turns, the one at hand among them, as [`Past::positions`] gives them.
    fn resume(&mut self, words: &[u64], past: &[Vec<u64>]);
    /// Changes words of the memory, by their places, and forgets what was played.
    fn change(&mut self, words: &[(u32, u64)]);
    /// Runs code with probes and takes its changes back.
    fn watch(&mut self, code: Code, picks: &[u16]) -> Result<Watched, Fault>;
    /// The same after links of a chain.
    fn watch_link(&mut self, choice: u16, before: &[u16], code: Code, picks: &[u16]) -> Result<Watched, Fault>;
    /// Has code that marks its lines say which one it is at.
    fn show_lines(&mut self, line: &CurrentLine);
    /// Has questions answered by sets of actions where no list is needed.
    fn prefer_sets(&mut self);
    /// Shows the legal actions as sets. None where the game is over.
    fn offers(&mut self, see: &mut dyn FnMut(Offer<'_>)) -> Result<(), Fault>;
    /// The actions that others stand for since they lead to the same positions, each with the place of that other among the legal
    /// ones, as far as those are known.
    fn alike(&self) -> &[(Action, u32)];
    /// What the stage at hand offers, whether or not the game is over.
    fn offered(&mut self) -> Result<&ActionList, Fault>;
    /// The chains of a choice.
    fn chains(&mut self, choice: u16, all: bool) -> Result<ActionList, Fault>;
    /// The ends of turns whose position is the one at hand, as a repetition rule has it.
    fn repeated(&self, rule: usize) -> Vec<usize>;
    /// Replaces the memory's words, forgets what was played, and begins the turn of the role that the words say is to act.
    fn begin(&mut self, words: &[u64]) -> Result<(), Fault>;
    /// Runs code that answers a question and changes nothing, with cells for its names: its number, and its list.
    fn evaluate(&mut self, code: Code, given: &[u16]) -> Result<(i64, Vec<i64>), Fault>;
    /// A uniformly random action of a tier of the stage at hand, where those before it offer nothing; nothing where it offers none.
    fn draw_in_tier(&mut self, tier: usize, rng: &mut Rng) -> Result<Option<Action>, Fault>;
    /// Whether a tier of the stage at hand, by its place, offers anything.
    fn offers_tier(&mut self, tier: usize) -> Result<bool, Fault>;
    /// Makes the changes of a legal action without looking at what follows, and forgets what was played: the words that it has changed,
    /// as they were, the last change first.
    fn make(&mut self, action: &Action, changed: &mut Vec<(u32, u64)>) -> Result<(), Fault>;
    /// A copy of this game in progress.
    fn boxed_clone(&self) -> Box<dyn Core>;
}

/// What changes while a game is played.
#[derive(Clone)]
pub struct State<const W: usize> {
    /// The memory.
    pub memory: Memory,
    /// Words of a plane.
    pub words: usize,
    /// How many questions whether a turn is passed over are under way, each inside the one before.
    pub skips: u8,
    /// Whether it is being asked whether a player can move.
    pub asked: bool,
    /// Registers at rest.
    #[expect(
        clippy::vec_box,
        reason = "one is taken out and put back at every evaluation: a pointer moves, not the frame"
    )]
    pub frames: Vec<Box<Frame<W>>>,
    /// The list that the last code gave.
    pub list: Vec<i64>,
    /// Steps left for the question at hand.
    pub fuel: u64,
    /// Steps that a question may take.
    pub allowance: u64,
    /// Steps that all questions so far took.
    pub spent: u64,
    /// What random actions are drawn with, while one is asked for.
    pub sampler: Option<Rng>,
    /// The one that was drawn, if known.
    pub drawn: Option<Option<Action>>,
    /// Pools of candidates at rest.
    pub pools: Vec<Pool<W>>,
    /// Lists of actions at rest.
    pub lists: Vec<ActionList>,
    /// Whether the legal actions are asked for, so that whether there is one may be told by their list.
    pub listing: bool,
    /// Whether questions are answered by sets of actions where no list is needed.
    pub by_sets: bool,
    /// The actions of the stage at hand as sets.
    pub offers: Pool<W>,
    /// Whether they are known.
    pub offers_known: bool,
    /// The actions of the stage at hand.
    pub actions: ActionList,
    /// Whether they are known.
    pub actions_known: bool,
    /// The weights of what nature can do, in the order of the actions, as far as those are known and nature acts.
    pub odds: Vec<u64>,
    /// Their sum.
    pub total: u64,
    /// Those that one of them stands for, each with the place of that one.
    pub alike: Vec<(Action, u32)>,
    /// How the game ended, if known.
    pub ending: Option<Option<Outcome>>,
    /// Positions at the ends of earlier turns, where a repetition rule needs them.
    pub past: Past,
    /// First groups of sets, as they were found last.
    pub first_groups: FirstGroups<W>,
    /// Sets of which no group decides what is asked of it, by memo.
    pub settled: Vec<Bits<W>>,
    /// What was so at the start of the turn, by memo.
    pub turn_memos: Vec<TurnMemo>,
    /// What code with probes has said, while somebody listens.
    pub watch: Option<Watch>,
    /// Where code that marks its lines says which one it is at, while somebody listens.
    pub line: Option<CurrentLine>,
}

/// One game in progress.
pub struct Game<const W: usize> {
    shared: Arc<Shared<W>>,
    state: State<W>,
    /// Before each action played.
    played: Vec<(Mark, usize)>,
    empty: ActionList,
    /// Why there is no start position: nothing can be asked then.
    broken: Option<Fault>,
}

impl<const W: usize> Game<W> {
    /// The start position of a plan's game.
    pub fn new(game: &Arc<model::Game>, plan: &Arc<Plan>, leaves: Leaves) -> Self {
        let shared = Arc::new(Shared::new(Arc::clone(game), Arc::clone(plan), leaves));
        let layout = &plan.layout;
        let mut state = State {
            memory: Memory::new(
                layout.size,
                layout.position,
                if plan.repetitions.is_empty() { 0 } else { layout.compared },
            ),
            words: layout.words as usize,
            skips: 0,
            asked: false,
            frames: Vec::new(),
            list: Vec::new(),
            fuel: MAX_SETUP,
            allowance: MAX_STEPS,
            spent: 0,
            sampler: None,
            drawn: None,
            pools: Vec::new(),
            lists: Vec::new(),
            listing: false,
            by_sets: false,
            offers: Pool::default(),
            offers_known: false,
            actions: ActionList::new(),
            actions_known: false,
            odds: Vec::new(),
            total: 0,
            alike: Vec::new(),
            ending: None,
            past: Past::default(),
            first_groups: FirstGroups::default(),
            settled: vec![Bits::EMPTY; usize::from(plan.memos)],
            turn_memos: vec![TurnMemo::default(); usize::from(plan.memos)],
            watch: None,
            line: None,
        };
        let begun = state.run(&shared, plan.setup, &[], None).and_then(|_| state.begin_play(&shared));
        let broken = begun.err();
        state.spent = MAX_SETUP - state.fuel;
        state.memory.forget();
        if !state.in_setup(&shared) {
            state.remember(&shared);
        }
        Game { shared, state, played: Vec::new(), empty: ActionList::new(), broken }
    }
}

impl<const W: usize> Game<W> {
    /// Asks a question with a full budget. One that is given up leaves the memory as it was.
    fn asking<T>(&mut self, question: impl FnOnce(&mut State<W>, &Shared<W>) -> Result<T, Fault>) -> Result<T, Fault> {
        if let Some(fault) = self.broken {
            return Err(fault);
        }
        go_on()?;
        self.state.fuel = self.state.allowance;
        let mark = self.state.memory.mark();
        let answer = question(&mut self.state, &self.shared);
        self.state.spent += self.state.allowance - self.state.fuel;
        if answer.is_err() {
            self.state.memory.rollback(mark);
        }
        answer
    }
}

impl<const W: usize> Game<W> {
    /// A random action, drawn with the sampler at hand. Whether the game is over is asked on the way.
    fn draw(&mut self) -> Result<Option<Action>, Fault> {
        if self.state.ending.is_none() {
            let ending = self.asking(State::judge)?;
            self.state.ending = Some(ending);
        }
        if matches!(self.state.ending, Some(Some(_))) {
            return Ok(None);
        }
        self.asking(State::draw)
    }
}

impl<const W: usize> Core for Game<W> {
    fn legal(&mut self) -> Result<&ActionList, Fault> {
        self.state.listing = true;
        let outcome = self.outcome();
        self.state.listing = false;
        if outcome?.is_some() {
            return Ok(&self.empty);
        }
        self.asking(State::know_actions)?;
        Ok(&self.state.actions)
    }

    fn chance(&mut self) -> Result<Option<Chance<'_>>, Fault> {
        if self.state.lot(&self.shared).is_none() {
            return Ok(None);
        }
        let is_over = self.legal()?.is_empty();
        Ok((!is_over).then_some(Chance { weights: &self.state.odds, total: self.state.total }))
    }

    fn random(&mut self, rng: &mut Rng) -> Result<Option<Action>, Fault> {
        if matches!(self.state.ending, Some(Some(_))) {
            return Ok(None);
        }
        self.state.drawn = None;
        self.state.sampler = Some(rng.clone());
        let drawn = self.draw();
        if let Some(used) = self.state.sampler.take() {
            *rng = used;
        }
        drawn
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, Fault> {
        if let Some(known) = &self.state.ending {
            return Ok(known.clone());
        }
        let ending = self.asking(State::judge)?;
        self.state.ending = Some(ending.clone());
        Ok(ending)
    }

    fn clauses_holding(&mut self) -> Result<Vec<usize>, Fault> {
        self.asking(State::holding)
    }

    fn holds(&mut self, invariant: usize) -> Result<bool, Fault> {
        self.asking(|state, shared| {
            let Some(code) = shared.plan.invariants.get(invariant) else { return Ok(true) };
            Ok(state.run(shared, code[state.to_act(shared)], &[], None)? != 0)
        })
    }

    fn play(&mut self, action: &Action) -> Result<(), Fault> {
        go_on()?;
        let before = (self.state.memory.mark(), self.state.past.len());
        self.state.fuel = self.state.allowance;
        let played = self.state.act(&self.shared, action);
        self.state.spent += self.state.allowance - self.state.fuel;
        match played {
            Ok(()) => {
                self.played.push(before);
                Ok(())
            }
            Err(fault) => {
                self.state.back_to(before);
                Err(fault)
            }
        }
    }

    fn lay_rest(&mut self, rng: &mut Rng, most: u32, see: &mut dyn FnMut(&Action, usize)) -> Result<u32, Fault> {
        if let Some(fault) = self.broken {
            return Err(fault);
        }
        let laid = self.state.lay_rest(&self.shared, rng, most, see)?;
        self.state.memory.forget();
        self.played.clear();
        Ok(laid)
    }

    fn undo(&mut self) -> bool {
        match self.played.pop() {
            Some(before) => {
                self.state.back_to(before);
                if self.played.is_empty() {
                    // The steps that a game takes shall not depend on what was played before it.
                    self.state.settled.fill(Bits::EMPTY);
                    self.state.turn_memos.fill(TurnMemo::default());
                }
                true
            }
            None => false,
        }
    }

    fn allows(&mut self, action: &Action) -> Result<bool, Fault> {
        self.asking(|state, shared| state.test(shared, action))
    }

    fn watch(&mut self, code: Code, picks: &[u16]) -> Result<Watched, Fault> {
        let mark = self.state.memory.mark();
        let answer = self.asking(|state, shared| {
            state.watch = Some(Watch::default());
            let result = state.run(shared, code, picks, None);
            Ok(Watched { seen: state.watched(), result: result?, steps: state.allowance - state.fuel })
        });
        self.state.memory.rollback(mark);
        answer
    }

    fn watch_link(&mut self, choice: u16, before: &[u16], code: Code, picks: &[u16]) -> Result<Watched, Fault> {
        let mark = self.state.memory.mark();
        let role = self.state.to_act(&self.shared);
        let known = self.shared.plan.roles[role].choices.get(usize::from(choice)).map(|choice| choice.sort);
        if let Some(chain) = known.and_then(Chain::of) {
            self.asking(|state, shared| state.apply_links(shared, chain, &Action::plain(choice).with_picks(before)))?;
        }
        let watched = self.watch(code, picks);
        self.state.memory.rollback(mark);
        watched
    }

    fn show_lines(&mut self, line: &CurrentLine) {
        self.state.line = Some(line.clone());
    }

    fn prefer_sets(&mut self) {
        self.state.by_sets = true;
    }

    fn offers(&mut self, see: &mut dyn FnMut(Offer<'_>)) -> Result<(), Fault> {
        if self.outcome()?.is_some() {
            return Ok(());
        }
        self.asking(State::know_offers)?;
        self.state.show_offers(&self.shared, see);
        Ok(())
    }

    fn alike(&self) -> &[(Action, u32)] {
        if self.state.actions_known { &self.state.alike } else { &[] }
    }

    fn offered(&mut self) -> Result<&ActionList, Fault> {
        self.asking(State::know_actions)?;
        Ok(&self.state.actions)
    }

    fn chains(&mut self, choice: u16, all: bool) -> Result<ActionList, Fault> {
        let mut list = ActionList::new();
        let role = self.state.to_act(&self.shared);
        let known = self.shared.plan.roles[role].choices.get(usize::from(choice)).map(|choice| choice.sort);
        if let Some(chain) = known.and_then(Chain::of) {
            let which = if all && chain.which == Chains::Longest { Chains::Whole } else { chain.which };
            let chain = Chain { which, ..chain };
            self.asking(|state, shared| state.offer_chains(shared, choice, chain, &mut list))?;
        }
        Ok(list)
    }

    fn repeated(&self, rule: usize) -> Vec<usize> {
        self.state.earlier(&self.shared, rule)
    }

    fn memory(&self) -> &Memory {
        &self.state.memory
    }

    fn past(&self) -> &Past {
        &self.state.past
    }

    fn allow(&mut self, steps: u64) {
        self.state.allowance = steps.min(MAX_STEPS);
    }

    fn load(&mut self, words: &[u64]) {
        self.state.memory.replace(words);
        self.state.stale();
        self.played.clear();
        self.state.past = Past::default();
        self.state.remember(&self.shared);
    }

    fn resume(&mut self, words: &[u64], past: &[Vec<u64>]) {
        self.load(words);
        self.state.settled.fill(Bits::EMPTY);
        if !past.is_empty() {
            self.state.past = Past::of(past);
        }
    }

    fn change(&mut self, words: &[(u32, u64)]) {
        let memory = &mut self.state.memory;
        let size = memory.words().len();
        words.iter().filter(|(at, _)| (*at as usize) < size).for_each(|(at, word)| memory.set(*at, *word));
        self.state.memory.forget();
        self.state.stale();
        self.played.clear();
        self.state.past.shorten(0);
        self.state.remember(&self.shared);
    }

    fn begin(&mut self, words: &[u64]) -> Result<(), Fault> {
        self.load(words);
        let role = self.state.memory.get(self.shared.plan.layout.system.to_act);
        self.asking(|state, shared| state.begin_turn(shared, role))?;
        let words = self.state.memory.words().to_vec();
        self.load(&words);
        Ok(())
    }

    fn evaluate(&mut self, code: Code, given: &[u16]) -> Result<(i64, Vec<i64>), Fault> {
        self.asking(|state, shared| {
            state.list.clear();
            let number = state.run(shared, code, given, None)?;
            Ok((number, std::mem::take(&mut state.list)))
        })
    }

    fn draw_in_tier(&mut self, tier: usize, rng: &mut Rng) -> Result<Option<Action>, Fault> {
        self.asking(|state, shared| state.draw_from(shared, Some(tier), rng))
    }

    fn offers_tier(&mut self, tier: usize) -> Result<bool, Fault> {
        self.asking(|state, shared| state.offers_tier(shared, tier))
    }

    fn make(&mut self, action: &Action, changed: &mut Vec<(u32, u64)>) -> Result<(), Fault> {
        self.asking(|state, shared| {
            let role = state.to_act(shared);
            let choice = shared.plan.roles[role].choices.get(usize::from(action.choice()));
            choice.map_or(Ok(()), |choice| state.change(shared, role, choice, action))
        })?;
        self.state.memory.take_changes(changed);
        self.state.stale();
        self.played.clear();
        Ok(())
    }

    fn spent(&self) -> u64 {
        self.state.spent
    }

    fn boxed_clone(&self) -> Box<dyn Core> {
        Box::new(Game {
            shared: Arc::clone(&self.shared),
            state: self.state.clone(),
            played: self.played.clone(),
            empty: ActionList::new(),
            broken: self.broken,
        })
    }
}

impl<const W: usize> State<W> {
    /// The code comes to a line.
    #[inline(always)]
    pub fn at_line(&self, line: u32) {
        if let Some(current) = &self.line {
            current.set(line, self.spent + self.allowance - self.fuel);
        }
    }

    /// Forgets what was known of the position.
    pub fn stale(&mut self) {
        self.actions_known = false;
        self.offers_known = false;
        self.drawn = None;
        self.ending = None;
    }

    /// Takes changes back.
    pub fn back_to(&mut self, (mark, past): (Mark, usize)) {
        self.memory.rollback(mark);
        self.past.shorten(past);
        self.stale();
    }

    /// The role to act.
    pub fn to_act(&self, shared: &Shared<W>) -> PlayerId {
        PlayerId(self.memory.get(shared.plan.layout.system.to_act) as u8)
    }
}
