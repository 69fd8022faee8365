//! A task with all that it needs.

use std::sync::{Arc, OnceLock};

use super::task::{Phase, Task, TaskKey, Told};
use crate::Plan;
use crate::candidate::Candidate;
use crate::sample::{self, Asked, EFFECTS, Looked, Ready};
use crate::sheet::Ground;
use crate::wish::{Subject, Wishes};
use crate::witness::witnessed;
use rulebook_language::diagnostic::Code;
use rulebook_language::util::Rng;

/// What is the same for all candidates.
pub struct Field {
    /// The sheet.
    pub ground: Ground,
    /// How the search is made.
    pub plan: Plan,
    /// The wishes.
    pub wishes: Wishes,
    /// The sheet as it is, as a candidate.
    sheet: Arc<Tried>,
    /// What is found of it, and the tests that hold of it.
    baseline: OnceLock<(Vec<Code>, Vec<String>)>,
}

/// A candidate, and its game once somebody has asked for it.
#[derive(Default)]
pub struct Tried {
    /// The candidate.
    pub candidate: Candidate,
    looked: Looked,
}

/// A task with all that it needs: whoever does it and whenever, the same comes of it.
pub struct Job {
    pub(super) field: Arc<Field>,
    pub(super) tried: Arc<Tried>,
    pub(super) key: TaskKey,
}

impl Tried {
    /// A candidate at which nobody looked yet.
    pub fn new(candidate: Candidate) -> Arc<Self> {
        Arc::new(Tried { candidate, looked: Looked::default() })
    }
}

impl Field {
    /// A field of these.
    pub fn new(ground: Ground, plan: Plan, wishes: Wishes, sheet: Arc<Tried>) -> Self {
        Field { ground, plan, wishes, sheet, baseline: OnceLock::new() }
    }

    /// The game of a candidate; with a plan that can say why, where effects are watched.
    fn ready<'t>(&self, tried: &'t Tried) -> Result<&'t Ready, String> {
        let explains = self.wishes.iter().any(|wish| wish.subject.key().starts_with(EFFECTS));
        tried.looked.ready(&self.ground, &tried.candidate, explains)
    }

    fn baseline(&self) -> &(Vec<Code>, Vec<String>) {
        self.baseline.get_or_init(|| {
            let sheet = &self.sheet.candidate;
            let found = self.ready(&self.sheet).map(|ready| sample::found(ready, &sheet.title));
            (found.unwrap_or_default(), sample::passed(&self.ground, sheet))
        })
    }

    /// The seed of all games of a phase. That of fresh games follows from the other, and has nothing to do with it.
    fn seed(&self, phase: Phase) -> u64 {
        match phase {
            Phase::Race => self.plan.seed,
            Phase::Fresh => Rng::for_game(self.plan.seed, u64::MAX / 3).word() >> 1,
        }
    }
}

impl Job {
    /// Which task it is.
    pub fn key(&self) -> TaskKey {
        self.key
    }

    /// Does it.
    pub fn work(&self) -> Told {
        let ready = self.field.ready(&self.tried);
        if self.key.task == Task::Check {
            let checked = match self.key.candidate {
                0 => ready.map(|_| sample::Tests::default()),
                _ => sample::check(&self.field.ground, ready, &self.tried.candidate, self.field.baseline()),
            };
            return checked.map_or_else(Told::Unsound, Told::Sound);
        }
        ready.and_then(|ready| self.done(ready)).unwrap_or_else(Told::Unsound)
    }

    fn done(&self, ready: &Ready) -> Result<Told, String> {
        let Field { plan, wishes, ground, .. } = &*self.field;
        let none = || "unknown".to_owned();
        Ok(match self.key.task {
            Task::Check => Told::Sound(sample::Tests::default()),
            Task::Games { phase, stage, first, count } => {
                let agent = plan.agents.get(stage).ok_or_else(none)?;
                let asked = Asked { plan, agent, seed: self.field.seed(phase), games: first..first + count };
                Told::Games(sample::play(ready, wishes, &asked)?)
            }
            Task::Slow { wish } => {
                let Some(Subject::Slow(slow)) = wishes.get(wish).map(|wish| &wish.subject) else { return Err(none()) };
                let agent = plan.agents.last().ok_or_else(none)?;
                let seed = self.field.seed(Phase::Fresh);
                let found = sample::slow(ready, &self.tried.candidate.title, *slow, plan, agent, seed)?;
                Told::Slow(found.map(|found| (found.value, found.low, found.high, found.n)))
            }
            Task::Relate => Told::Related(witnessed(ground, ready)),
        })
    }
}
