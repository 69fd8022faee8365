//! Many games of an environment, stepped together.

use std::sync::Arc;

use rayon::prelude::*;

use crate::error::EnvError;
use crate::lane::{Lane, Luck, Model, State};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Stop};

/// How many games, and how they are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many games.
    pub games: usize,
    /// The seed of all that is drawn.
    pub seed: u64,
    /// How many threads share the work.
    pub threads: usize,
    /// Games are cut off after so many actions.
    pub max_plies: u32,
}

/// Values of one of two types.
#[derive(Clone, PartialEq, Debug)]
pub enum Buffer {
    /// Bytes.
    Bytes(Vec<u8>),
    /// Floating-point numbers.
    Floats(Vec<f32>),
}

/// Many games, each of which begins again as soon as it is over.
pub struct VectorEnv {
    model: Arc<Model>,
    settings: Settings,
    /// Each game with what its actions are drawn by.
    pub(super) lanes: Vec<(Lane, Rng)>,
    /// A game at its start, of which luck is to be told.
    fresh: Lane,
    pool: Option<rayon::ThreadPool>,
    /// What the player to act sees, of all games.
    pub observations: Buffer,
    /// Which numbers are legal, of all games.
    pub masks: Vec<u8>,
    /// What came of the games that this step ended, for each seat.
    pub rewards: Vec<f32>,
    /// 1 for each game that this step ended, 2 for one that it cut off, else 0.
    pub done: Vec<u8>,
    /// The seat to act in each game, from 0.
    pub seats: Vec<u8>,
}

/// What one game writes its results to.
struct Out<'o> {
    observation: Slice<'o>,
    mask: &'o mut [u8],
    rewards: &'o mut [f32],
    done: &'o mut u8,
    seat: &'o mut u8,
}

enum Slice<'o> {
    Bytes(&'o mut [u8]),
    Floats(&'o mut [f32]),
}

/// How often in a row a game may be over before its first action.
const MAX_STARTS: usize = 1000;

impl VectorEnv {
    /// Games from their start.
    ///
    /// # Errors
    /// If the rules cannot be evaluated, or the threads cannot be started.
    pub fn new(model: &Arc<Model>, settings: Settings) -> Result<Self, EnvError> {
        let fresh = Lane::new(model, settings.max_plies, Luck::Told)?;
        // It could only begin again for ever.
        if fresh.state() != State::Running {
            return Err(EnvError::Over);
        }
        let pool = match settings.threads {
            0 | 1 => None,
            threads => {
                let built = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
                Some(built.map_err(|trouble| EnvError::Threads(trouble.to_string()))?)
            }
        };
        let games = settings.games;
        let size = games * model.planes.len();
        let mut env = VectorEnv {
            observations: if model.planes.bytes {
                Buffer::Bytes(vec![0; size])
            } else {
                Buffer::Floats(vec![0.0; size])
            },
            masks: vec![0; games * model.space.len()],
            rewards: vec![0.0; games * fresh.rewards().len()],
            done: vec![0; games],
            seats: vec![0; games],
            model: Arc::clone(model),
            settings,
            lanes: Vec::new(),
            fresh,
            pool,
        };
        env.reset()?;
        Ok(env)
    }

    /// What the games share.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// How many games, and how they are played.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// A game, by its place.
    pub fn lane(&self, place: usize) -> Option<&Lane> {
        self.lanes.get(place).map(|(lane, _)| lane)
    }

    /// Writes what can be seen and done in each game as it stands.
    pub(super) fn show(&mut self) -> Result<(), EnvError> {
        self.each(|lane, _, out| {
            out.write(lane);
            Ok(())
        })
    }

    /// Begins all games again.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn reset(&mut self) -> Result<(), EnvError> {
        let Settings { games, seed, .. } = self.settings;
        let lane = |index: u64| -> Result<(Lane, Rng), EnvError> {
            // Each as the game alone of the seed and so many more.
            let luck = Luck::of_seed(seed.wrapping_add(index));
            let mut lane = self.fresh.clone().with_luck(luck)?;
            begun(&mut lane, &self.fresh)?;
            Ok((lane, Rng::for_game(seed, index)))
        };
        self.lanes = (0..games as u64).map(lane).collect::<Result<_, _>>()?;
        self.show()
    }

    /// Takes a number in each game. A game that is over begins again: its observation and mask are those of the next game.
    ///
    /// # Errors
    /// If one of them is not legal, or there are too few or too many; nothing is played then. If the rules cannot be evaluated.
    pub fn step(&mut self, actions: &[i64]) -> Result<(), EnvError> {
        if actions.len() != self.lanes.len() {
            return Err(EnvError::Length { found: actions.len(), wanted: self.lanes.len() });
        }
        let count = self.model.space.len();
        for (lane, action) in actions.iter().enumerate() {
            let legal = usize::try_from(*action).ok().filter(|action| *action < count);
            if legal.is_none_or(|action| self.masks.get(lane * count + action) != Some(&1)) {
                return Err(EnvError::Illegal { lane, action: *action });
            }
        }
        let fresh = self.fresh.clone();
        self.each(|lane, index, mut out| {
            let action = actions.get(index).copied().unwrap_or_default();
            if !lane.0.step(action as u32)? {
                return Err(EnvError::Illegal { lane: index, action });
            }
            out.ended(&mut lane.0, &fresh)?;
            out.write(lane);
            Ok(())
        })
    }

    /// Draws a number in each game, which is that of a uniformly random legal action.
    pub fn sample(&mut self) -> Vec<i64> {
        let draw = |(lane, rng): &mut (Lane, Rng)| lane.random(rng).map_or(-1, i64::from);
        self.lanes.iter_mut().map(draw).collect()
    }

    /// The mean results, for each seat, of so many random games from each position, which stay as they are.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn random_rollouts(&mut self, games: u32) -> Result<Vec<f32>, EnvError> {
        let max_plies = self.settings.max_plies;
        let stop = Stop::heeded();
        let mean = |(lane, rng): &mut (Lane, Rng)| -> Result<Vec<f32>, EnvError> {
            let mut sums = vec![0.0; lane.rewards().len()];
            for _ in 0..games {
                if stop.as_ref().is_some_and(Stop::is_called) {
                    return Err(Fault::Stopped.into());
                }
                let mut position = lane.position.clone();
                while position.ply() < max_plies
                    && let Some(action) = position.random_action(rng)?
                {
                    position.play_unchecked(&action)?;
                }
                let Some(outcome) = position.outcome()?.filter(|o| !o.stuck && !o.winners.is_empty()) else { continue };
                for (seat, sum) in (1u8..).zip(&mut sums) {
                    *sum += if outcome.winners.contains(&position.role_of_seat(seat)) { 1.0 } else { -1.0 };
                }
            }
            Ok(sums.into_iter().map(|sum| sum / games.max(1) as f32).collect())
        };
        let lanes = &mut self.lanes;
        let found: Result<Vec<Vec<f32>>, EnvError> = match &self.pool {
            Some(pool) => pool.install(|| lanes.par_iter_mut().map(mean).collect()),
            None => lanes.iter_mut().map(mean).collect(),
        };
        Ok(found?.concat())
    }

    /// Does something with each game, which may write its results.
    fn each(
        &mut self,
        work: impl Fn(&mut (Lane, Rng), usize, Out<'_>) -> Result<(), EnvError> + Send + Sync,
    ) -> Result<(), EnvError> {
        let size = self.model.planes.len().max(1);
        let observations: Vec<Slice<'_>> = match &mut self.observations {
            Buffer::Bytes(all) => all.chunks_mut(size).map(Slice::Bytes).collect(),
            Buffer::Floats(all) => all.chunks_mut(size).map(Slice::Floats).collect(),
        };
        let masks = self.masks.chunks_mut(self.model.space.len().max(1));
        let rewards = self.rewards.chunks_mut(self.fresh.rewards().len().max(1));
        let outs = observations.into_iter().zip(masks).zip(rewards).zip(&mut self.done).zip(&mut self.seats);
        let jobs = self.lanes.iter_mut().zip(outs).enumerate();
        let job = |(index, (lane, ((((observation, mask), rewards), done), seat)))| {
            work(lane, index, Out { observation, mask, rewards, done, seat })
        };
        match &self.pool {
            Some(pool) => {
                let jobs: Vec<_> = jobs.collect();
                pool.install(|| jobs.into_par_iter().try_for_each(job))
            }
            None => {
                let mut jobs = jobs;
                jobs.try_for_each(job)
            }
        }
    }
}

/// Begins again until the game goes on: what is drawn before the first action may end it.
fn begun(lane: &mut Lane, fresh: &Lane) -> Result<(), EnvError> {
    for _ in 0..MAX_STARTS {
        if lane.state() == State::Running {
            return Ok(());
        }
        lane.begin(fresh)?;
    }
    Err(EnvError::Over)
}

impl Out<'_> {
    /// Writes whether the game is over and what came of it; one that is over begins again.
    fn ended(&mut self, lane: &mut Lane, fresh: &Lane) -> Result<(), EnvError> {
        self.rewards.copy_from_slice(lane.rewards());
        *self.done = match lane.state() {
            State::Running => 0,
            State::Over => 1,
            State::Cut => 2,
        };
        if *self.done > 0 {
            lane.begin(fresh)?;
            begun(lane, fresh)?;
        }
        Ok(())
    }

    /// Writes what the player to act sees and may do.
    fn write(mut self, (lane, _): &(Lane, Rng)) {
        *self.seat = lane.seat() as u8;
        lane.mask(self.mask);
        match &mut self.observation {
            Slice::Bytes(out) => lane.observe(lane.seat(), out),
            Slice::Floats(out) => lane.observe(lane.seat(), out),
        }
    }
}
