//! One game in progress, for boards of at most `64 * W` slots.

use std::sync::Arc;

use super::action::{Action, ActionList};
use super::arena::Frame;
use super::cost::MAX_STEPS;
use super::fault::Fault;
use super::memory::{Mark, Memory};
use super::outcome::Outcome;
use super::position::Leaves;
use super::repetition::Past;
use super::shared::Shared;
use crate::model::PlayerId;
use crate::plan::Plan;

/// What a position needs of an engine, whatever the size of its board.
pub trait Core: Send {
    /// The legal actions; none where the game is over.
    fn legal(&mut self) -> Result<&ActionList, Fault>;
    /// How the game ended, if it has.
    fn outcome(&mut self) -> Result<Option<Outcome>, Fault>;
    /// Plays an action that is legal.
    fn play(&mut self, action: &Action) -> Result<(), Fault>;
    /// Takes the last action back.
    fn undo(&mut self) -> bool;
    /// Whether the action's picks meet the conditions of its move, whatever else has a stronger claim.
    fn allows(&mut self, action: &Action) -> Result<bool, Fault>;
    /// The memory.
    fn memory(&self) -> &Memory;
    /// Lets each question take so many steps, at most [`MAX_STEPS`].
    fn allow(&mut self, steps: u64);
    /// The steps that all questions so far took, from the setup on.
    fn spent(&self) -> u64;
    /// Replaces the memory's words and forgets what was played.
    fn load(&mut self, words: &[u64]);
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
    /// Registers at rest.
    pub frames: Vec<Frame<W>>,
    /// The list that the last code gave.
    pub list: Vec<i64>,
    /// Steps left for the question at hand.
    pub fuel: u64,
    /// Steps that a question may take.
    pub allowance: u64,
    /// Steps that all questions so far took.
    pub spent: u64,
    /// The actions of the stage at hand.
    pub actions: ActionList,
    /// Whether they are known.
    pub actions_known: bool,
    /// How the game ended, if known.
    pub ending: Option<Option<Outcome>>,
    /// Positions at the ends of earlier turns, where a repetition rule needs them.
    pub past: Past,
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
    pub fn new(plan: &Arc<Plan>, leaves: Leaves) -> Self {
        let shared = Arc::new(Shared::new(Arc::clone(plan), leaves));
        let layout = &plan.layout;
        let mut state = State {
            memory: Memory::new(layout.size, layout.position),
            words: layout.words as usize,
            frames: Vec::new(),
            list: Vec::new(),
            fuel: MAX_STEPS,
            allowance: MAX_STEPS,
            spent: 0,
            actions: ActionList::new(),
            actions_known: false,
            ending: None,
            past: Past::default(),
        };
        let broken = state.run(&shared, plan.setup, &[], None).and_then(|_| state.begin_turn(&shared, 0)).err();
        state.spent = MAX_STEPS - state.fuel;
        state.memory.forget();
        state.remember(&shared);
        Game { shared, state, played: Vec::new(), empty: ActionList::new(), broken }
    }
}

impl<const W: usize> Game<W> {
    /// Asks a question with a full budget. One that is given up leaves the memory as it was.
    fn asking<T>(&mut self, question: impl FnOnce(&mut State<W>, &Shared<W>) -> Result<T, Fault>) -> Result<T, Fault> {
        if let Some(fault) = self.broken {
            return Err(fault);
        }
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

impl<const W: usize> Core for Game<W> {
    fn legal(&mut self) -> Result<&ActionList, Fault> {
        if self.outcome()?.is_some() {
            return Ok(&self.empty);
        }
        self.asking(State::know_actions)?;
        Ok(&self.state.actions)
    }

    fn outcome(&mut self) -> Result<Option<Outcome>, Fault> {
        if let Some(known) = &self.state.ending {
            return Ok(known.clone());
        }
        let ending = self.asking(State::judge)?;
        self.state.ending = Some(ending.clone());
        Ok(ending)
    }

    fn play(&mut self, action: &Action) -> Result<(), Fault> {
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

    fn undo(&mut self) -> bool {
        match self.played.pop() {
            Some(before) => {
                self.state.back_to(before);
                true
            }
            None => false,
        }
    }

    fn allows(&mut self, action: &Action) -> Result<bool, Fault> {
        self.asking(|state, shared| state.test(shared, action))
    }

    fn memory(&self) -> &Memory {
        &self.state.memory
    }

    fn allow(&mut self, steps: u64) {
        self.state.allowance = steps.min(MAX_STEPS);
    }

    fn spent(&self) -> u64 {
        self.state.spent
    }

    fn load(&mut self, words: &[u64]) {
        for (at, word) in words.iter().enumerate() {
            self.state.memory.set(at as u32, *word);
        }
        self.state.memory.forget();
        self.state.stale();
        self.played.clear();
        self.state.past = Past::default();
        self.state.remember(&self.shared);
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
    /// Forgets what was known of the position.
    pub fn stale(&mut self) {
        self.actions_known = false;
        self.ending = None;
    }

    fn back_to(&mut self, (mark, past): (Mark, usize)) {
        self.memory.rollback(mark);
        self.past.shorten(past);
        self.stale();
    }

    /// The role to act.
    pub fn to_act(&self, shared: &Shared<W>) -> PlayerId {
        PlayerId(self.memory.get(shared.plan.layout.system.to_act) as u8)
    }
}
