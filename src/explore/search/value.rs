//! The search as a value.

use std::sync::Arc;

use super::job::{Field, Job, Tried};
use super::promise::Promise;
use super::state::{Fate, Missed, State};
use super::task::{Phase, Task, TaskKey, Told};
use crate::candidate::{Candidate, Candidates, Vary, propose};
use crate::sample::{self, Kind, Levels, Standing, standing};
use crate::sheet::Ground;
use crate::wish::{Wish, Wording};
use crate::{Plan, Refused};
use rulebook_insight::analysis::{GameFacts, Lead, Unit, metrics};

/// A search for variants of a sheet whose games are as one wishes.
pub struct Search {
    /// What is the same for all candidates.
    pub(super) field: Arc<Field>,
    /// How the metric of each wish is worked out, and what it is counted in.
    pub(super) kinds: Vec<(Kind, Unit)>,
    /// The variants that are tried, the sheet as it is first.
    pub(super) tried: Vec<Arc<Tried>>,
    /// What is known of each.
    pub(super) states: Vec<State>,
    /// The leg of the race that is run.
    pub(super) leg: Leg,
    /// How many variants there are no games for, and how many cannot be said.
    pub(super) left_out: [usize; 2],
    /// Whether variants may still be proposed.
    pub(super) is_open: bool,
    /// The variants of the last leg, and the fresh games of each at a stage.
    pub(super) last: Vec<usize>,
    pub(super) each: u64,
}

/// A part of the race: candidates that are played, each by itself, until they are settled or have had their games. Which they are is
/// decided by what came of the legs before.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Leg {
    /// Which.
    pub number: LegNumber,
    /// The candidates.
    pub among: Vec<usize>,
    /// The games of each at a stage.
    pub cap: u64,
    /// Among how many candidates it is chosen.
    pub of: usize,
}

/// The parts of a race.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum LegNumber {
    /// Variants with one change.
    Singles,
    /// Variants with two changes.
    Pairs,
    /// Those that are open, ever fewer.
    Halving(u32),
    /// The best of them, with fresh seeds.
    Last,
    /// Nothing more is to be done.
    Over,
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games that were played.
    pub games: u64,
    /// Games that may be played.
    pub of: u64,
    /// Candidates.
    pub candidates: usize,
    /// Of them, how many are thrown out, missed a wish, are open, and met all as far as the race goes.
    pub thrown: usize,
    /// How many missed a wish.
    pub missed: usize,
    /// How many are not settled.
    pub open: usize,
    /// How many met all wishes as far as the race goes.
    pub met: usize,
    /// Whether the best are being played again.
    pub is_last: bool,
}

/// Games of a candidate's first look.
pub(super) const FIRST: u64 = 24;
/// Games between two looks at most.
const MOST: u64 = 2_048;
/// The part of all games that is for the sheet as it is, in the race.
const SHEET: f64 = 0.05;
/// The error of throwing a candidate out by mistake, of all wishes together; and of taking any of all candidates for one that meets
/// them.
const ERROR: f64 = 0.05;

impl Search {
    /// A search over what is varied of a sheet. With `is_open`, variants may be proposed until [`Search::close`].
    ///
    /// # Errors
    /// If a wish cannot be read, a plan not be followed, or an agent not play.
    pub fn new(ground: Ground, wishes: &str, vary: &Vary, plan: Plan, is_open: bool) -> Result<Self, Refused> {
        plan.check()?;
        let wishes = Wish::read_all(wishes, &Wording::new(&ground.sheet))?;
        for agent in &plan.agents {
            ground.prepared.agent(agent).map_err(|error| Refused::new(error.to_string()))?;
        }
        let facts = GameFacts { lead: Some(Lead::default()), effects: Some(Vec::new()), ..GameFacts::default() };
        let found = metrics(&ground.sheet, &[facts]);
        let kind = |wish: &Wish| match wish.subject.place(&found, &ground.sheet).and_then(|place| found.get(place)) {
            Some(metric) => (sample::kind(metric), metric.unit),
            None => (Kind::Slow, Unit::Score),
        };
        let kinds = wishes.iter().map(kind).collect();
        let Candidates { mut list, unsaid } = Candidates::new(&ground, vary)?;
        if list.len() < 2 && !is_open {
            return Err(
                Refused::new("there is nothing to vary").help("name options with more than one value, or `rules`")
            );
        }
        let room = (Search::share(&plan, 0.5) / (FIRST * plan.agents.len() as u64)).max(2) as usize;
        let left_out = [list.len().saturating_sub(room), unsaid];
        list.truncate(room);
        let leg = Leg { number: LegNumber::Singles, among: Vec::new(), cap: 0, of: 0 };
        let tried: Vec<Arc<Tried>> = list.into_iter().map(Tried::new).collect();
        let sheet = tried.first().map(Arc::clone).unwrap_or_default();
        let mut search = Search {
            states: tried.iter().map(|_| State::default()).collect(),
            field: Arc::new(Field::new(ground, plan, wishes, sheet)),
            tried,
            kinds,
            leg,
            left_out,
            is_open,
            last: Vec::new(),
            each: 0,
        };
        search.begin();
        Ok(search)
    }

    /// That share of all games.
    pub(super) fn share(plan: &Plan, share: f64) -> u64 {
        (plan.games as f64 * share) as u64
    }

    /// The sheet.
    pub fn ground(&self) -> &Ground {
        &self.field.ground
    }

    /// The wishes.
    pub fn wishes(&self) -> &[Wish] {
        &self.field.wishes
    }

    /// How it is made.
    pub fn plan(&self) -> &Plan {
        &self.field.plan
    }

    /// The variants that are tried, the sheet as it is first.
    pub fn candidates(&self) -> impl ExactSizeIterator<Item = &Candidate> {
        self.tried.iter().map(|tried| &tried.candidate)
    }

    /// A variant that is tried; 0 is the sheet as it is.
    pub fn candidate(&self, place: usize) -> Option<&Candidate> {
        self.tried.get(place).map(|tried| &tried.candidate)
    }

    /// What is known of a variant.
    pub fn state(&self, candidate: usize) -> Option<&State> {
        self.states.get(candidate)
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let count = |is: &dyn Fn(&Fate) -> bool| self.states.iter().filter(|state| is(&state.fate)).count();
        Progress {
            games: self.spent(),
            of: self.plan().games,
            candidates: self.tried.len(),
            thrown: count(&|fate| matches!(fate, Fate::Thrown(_))),
            missed: count(&|fate| matches!(fate, Fate::Missed(_))),
            open: count(&|fate| matches!(fate, Fate::New | Fate::Open)),
            met: count(&|fate| *fate == Fate::Met),
            is_last: self.leg.number >= LegNumber::Last,
        }
    }

    /// Whether nothing more is to be done.
    pub fn is_over(&self) -> bool {
        self.leg.number == LegNumber::Over
    }

    /// Adds a variant that somebody proposes: a block, or the lines of one. Gives its place.
    ///
    /// # Errors
    /// If it is none of the sheet, or the search does not take proposals any more.
    pub fn propose(&mut self, text: &str) -> Result<usize, Refused> {
        if !self.is_open {
            return Err(Refused::new("the search takes no more proposals"));
        }
        let candidate = propose(self.ground(), text, self.candidates())?;
        let places = self.extend(vec![candidate]);
        self.leg.among.extend(&places);
        Ok(self.tried.len() - 1)
    }

    /// No more variants are proposed.
    pub fn close(&mut self) {
        self.is_open = false;
        self.advance();
    }

    /// Adds candidates.
    pub(super) fn extend(&mut self, more: Vec<Candidate>) -> Vec<usize> {
        let first = self.tried.len();
        self.states.extend(more.iter().map(|_| State::default()));
        self.tried.extend(more.into_iter().map(Tried::new));
        (first..self.tried.len()).collect()
    }

    /// The games that were played.
    pub fn spent(&self) -> u64 {
        let raced = |state: &State| (0..state.race.len()).map(|stage| state.played(stage)).sum::<u64>();
        let fresh = |state: &State| {
            state.fresh.values().map(|games| games.terms.iter().map(Vec::len).max().unwrap_or(0) as u64).sum::<u64>()
        };
        self.states.iter().map(|state| raced(state) + fresh(state)).sum()
    }

    /// The last stage.
    pub(super) fn last_stage(&self) -> usize {
        self.plan().agents.len().saturating_sub(1)
    }

    /// Everything that can be done now, in order. Each can be done by itself; what comes of all of them does not depend on their order.
    pub fn ask(&self) -> Vec<TaskKey> {
        match self.leg.number {
            LegNumber::Over => Vec::new(),
            LegNumber::Last => self.last_tasks(),
            _ => {
                let next = |candidate: &usize| Some(TaskKey { candidate: *candidate, task: self.next(*candidate)? });
                self.leg.among.iter().filter_map(next).collect()
            }
        }
    }

    /// What is next for a candidate in the race.
    fn next(&self, candidate: usize) -> Option<Task> {
        let state = self.states.get(candidate)?;
        match state.fate {
            Fate::New => Some(Task::Check),
            Fate::Open => {
                let first = state.played(state.stage);
                let left = self.cap_of(candidate).saturating_sub(first);
                let count = first.clamp(FIRST, MOST).min(left);
                (count > 0).then_some(Task::Games { phase: Phase::Race, stage: state.stage, first, count })
            }
            _ => None,
        }
    }

    /// A task as a value that can be done elsewhere, on another thread.
    pub fn job(&self, key: TaskKey) -> Option<Job> {
        let tried = Arc::clone(self.tried.get(key.candidate)?);
        Some(Job { field: Arc::clone(&self.field), tried, key })
    }

    /// Tells what came of a task. What was told before, or was never asked for, changes nothing.
    pub fn tell(&mut self, key: TaskKey, told: Told) {
        self.note(key, told);
        self.advance();
    }

    fn note(&mut self, key: TaskKey, told: Told) {
        let Some(state) = self.states.get_mut(key.candidate) else { return };
        match (key.task, told) {
            (Task::Check, Told::Sound(tests)) if state.fate == Fate::New => {
                (state.fate, state.tests) = (Fate::Open, tests);
            }
            (Task::Check | Task::Games { phase: Phase::Race, .. }, Told::Unsound(why)) => {
                state.fate = Fate::Thrown(why)
            }
            (Task::Games { phase: Phase::Race, stage, first, .. }, Told::Games(games))
                if state.fate == Fate::Open && stage == state.stage && first == state.played(stage) =>
            {
                state.add(stage, &games);
                self.settle(key.candidate);
            }
            (Task::Games { phase: Phase::Fresh, stage, first, .. }, Told::Games(games)) => {
                state.fresh.insert((stage, first), games);
            }
            (Task::Games { phase: Phase::Fresh, .. } | Task::Slow { .. }, Told::Unsound(why)) => {
                state.fate = Fate::Thrown(why);
            }
            (Task::Slow { wish }, told @ Told::Slow(_)) => {
                state.slow.insert(wish, told.estimate());
            }
            (Task::Relate, Told::Related(witnessed)) => state.related = Some(witnessed),
            (Task::Relate, Told::Unsound(_)) => state.related = Some(crate::witness::Witnessed::default()),
            _ => {}
        }
    }

    /// The games of a candidate at a stage in this leg. The sheet plays more than the others, which are compared with it.
    fn cap_of(&self, candidate: usize) -> u64 {
        match (candidate, self.leg.cap) {
            (0, 1..) => self.leg.cap.max(Search::share(self.plan(), SHEET) / self.plan().agents.len() as u64),
            (_, cap) => cap,
        }
    }

    /// What the games of a candidate settle.
    fn settle(&mut self, candidate: usize) {
        let last = self.last_stage();
        let fast = self.kinds.iter().filter(|(kind, _)| *kind != Kind::Slow).count().max(1) as f64;
        let levels = Levels { met: ERROR / self.leg.of.max(1) as f64, missed: ERROR / (2.0 * fast) };
        let (cap, is_sheet) = (self.cap_of(candidate), candidate == 0);
        let Some(state) = self.states.get_mut(candidate) else { return };
        let stage = state.stage;
        if is_sheet && state.played(stage) < cap {
            return;
        }
        if is_sheet && stage < last {
            state.stage += 1;
            return;
        }
        let mut all_met = true;
        for (wish, (said, (kind, _))) in
            self.field.wishes.iter().zip(&self.kinds).enumerate().filter(|(_, (_, (kind, _)))| *kind != Kind::Slow)
        {
            // At the last stage it counts; before it, only what is far out of the way goes.
            let range = if stage < last { said.range.widened(said.least()) } else { said.range };
            match standing(*kind, &range, state.raced(stage, wish), levels) {
                Standing::Below => return state.fate = Fate::Missed(Missed { stage, wish, above: false }),
                Standing::Above => return state.fate = Fate::Missed(Missed { stage, wish, above: true }),
                Standing::Met => {}
                Standing::Open => all_met = false,
            }
        }
        if stage < last && (all_met || state.played(stage) >= cap) {
            state.stage += 1;
        } else if all_met {
            state.fate = Fate::Met;
        }
    }

    /// How the metric of a wish is worked out, and what it is counted in.
    pub(crate) fn kind(&self, wish: usize) -> (Kind, Unit) {
        self.kinds.get(wish).copied().unwrap_or((Kind::Slow, Unit::Score))
    }

    /// The variants that are told: those of the last leg that are games.
    pub(crate) fn told(&self) -> Vec<usize> {
        let is_last = self.leg.number >= LegNumber::Last;
        let sound = |candidate: &&usize| !matches!(self.states[**candidate].fate, Fate::Thrown(_));
        self.last.iter().filter(|_| is_last).filter(sound).copied().collect()
    }

    /// The fresh games of each variant that is told, at each stage.
    pub(crate) fn each_fresh(&self) -> u64 {
        self.each
    }

    /// For how many variants there are no games, and how many cannot be said.
    pub(crate) fn untried(&self) -> [usize; 2] {
        self.left_out
    }

    /// How near a candidate is by the games of the race.
    pub(crate) fn promise(&self, candidate: usize) -> Option<Promise> {
        let (state, its) = self.states.get(candidate).zip(self.candidate(candidate))?;
        let kinds: Vec<Kind> = self.kinds.iter().map(|(kind, _)| *kind).collect();
        let sheet = self.states.first()?;
        Some(Promise::raced(self.wishes(), &kinds, [state, sheet], its.effort, candidate))
    }
}
