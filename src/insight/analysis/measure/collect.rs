//! Many games between agents, on all cores, and their facts in order.

use std::ops::Range;

use super::facts::{Ending, GameFacts};
use super::observer::Observer;
use crate::agents::{Agent, DuelError, Duels, End, Spec};
use crate::library::{AgentError, Prepared};
use crate::parallel;
use rulebook_play::engine::Position;

/// Which games are to be played. Game number `i` of a seed is the same whatever `games` is, and with any number of threads.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Who plays, by seat, the first again where there are more seats.
    pub agents: Vec<Spec>,
    /// The number of games.
    pub games: u64,
    /// The seed of all choices.
    pub seed: u64,
    /// Games are cut off after so many actions.
    pub max_plies: u32,
    /// The simulations with which each position is valued; none where values are not asked for.
    pub values: Option<u32>,
    /// In how many games, the first ones, effects are watched.
    pub watched: u64,
    /// Whether games with luck are played once more with the same lots, so that it is known how much of them is luck.
    pub twice: bool,
}

impl Default for Run {
    fn default() -> Self {
        Run { agents: vec![Spec::Random], games: 200, seed: 1, max_plies: 5_000, values: None, watched: 0, twice: true }
    }
}

/// A game that could not be played to an end.
#[derive(Clone, PartialEq, Debug)]
pub struct BrokenGame {
    /// Its number.
    pub index: u64,
    /// Why.
    pub trouble: DuelError,
    /// The moves that lead there.
    pub line: Vec<String>,
}

/// Why there are no facts.
#[derive(Clone, PartialEq, Debug)]
pub enum Failed {
    /// An agent cannot play the game.
    Agent(AgentError),
    /// A game could not be played to an end: the first one.
    Broken(BrokenGame),
}

/// Who plays and watches on one thread.
struct Table {
    start: Position,
    duels: Duels,
    agents: Vec<Box<dyn Agent>>,
    observer: Observer,
}

impl Table {
    fn new(prepared: &Prepared, run: &Run) -> Result<Self, AgentError> {
        let start = prepared.start();
        let agents = run.agents.iter().map(|spec| prepared.agent(spec)).collect::<Result<_, AgentError>>()?;
        let observer = Observer::new(&start, run.values);
        Ok(Table { agents, observer, duels: Duels::new(start.clone(), run.max_plies), start })
    }

    fn play(&mut self, run: &Run, index: u64) -> Result<GameFacts, BrokenGame> {
        let again = if run.twice && self.start.game().has_luck() { self.play_again(run, index)? } else { None };
        let observer = &mut self.observer;
        observer.begin(&self.start, run.seed, index, index < run.watched);
        let end =
            self.duels.play(&mut self.agents, run.seed, index, &mut |position, action| observer.see(position, action));
        let broken = |trouble| BrokenGame { index, trouble, line: self.duels.played().moves.clone() };
        let end = match (end, observer.fault()) {
            (Err(trouble), _) => return Err(broken(trouble)),
            (Ok(_), Some(fault)) => return Err(broken(DuelError::Fault(fault))),
            (Ok(end), None) => end.unwrap_or(End::Cut),
        };
        Ok(GameFacts { again, ..observer.finish(self.duels.position(), &end) })
    }

    /// The scores of the game with the same lots and other choices.
    fn play_again(&mut self, run: &Run, index: u64) -> Result<Option<Vec<f64>>, BrokenGame> {
        let played = self.duels.play_again(&mut self.agents, run.seed, index);
        let broken = |trouble| BrokenGame { index, trouble, line: self.duels.played().moves.clone() };
        let end = played.map_err(broken)?.unwrap_or(End::Cut);
        Ok(Ending::of(self.duels.position(), &end).scores(self.start.game().players.len()))
    }
}

/// Plays the games of a run and gives their facts, in order. `prepared` has an explaining plan if effects are to be watched;
/// `done` is told of each game that is finished, from any thread.
///
/// # Errors
/// If an agent cannot play, or a game cannot be played to an end.
pub fn collect(prepared: &Prepared, run: &Run, done: &(dyn Fn() + Sync)) -> Result<Vec<GameFacts>, Failed> {
    collect_with(prepared, run, done, &|facts, _| facts)
}

/// The moves of the game of this number, as written: it is played once more.
///
/// # Errors
/// As [`collect`].
pub fn line(prepared: &Prepared, run: &Run, index: u64) -> Result<Vec<String>, Failed> {
    // Nobody watches: neither values nor effects change what is played.
    let run = Run { values: None, watched: 0, twice: false, ..run.clone() };
    let mut table = Table::new(prepared, &run).map_err(Failed::Agent)?;
    table.play(&run, index).map_err(Failed::Broken)?;
    Ok(table.duels.played().moves.clone())
}

/// The same, where `keep` says what is kept of the facts of a game and its moves as written.
///
/// # Errors
/// As [`collect`].
pub fn collect_with<T: Send>(
    prepared: &Prepared,
    run: &Run,
    done: &(dyn Fn() + Sync),
    keep: &(dyn Fn(GameFacts, &[String]) -> T + Sync),
) -> Result<Vec<T>, Failed> {
    collect_part(prepared, run, 0..run.games, done, keep)
}

/// The same of games with these numbers alone.
///
/// # Errors
/// As [`collect`].
pub fn collect_part<T: Send>(
    prepared: &Prepared,
    run: &Run,
    games: Range<u64>,
    done: &(dyn Fn() + Sync),
    keep: &(dyn Fn(GameFacts, &[String]) -> T + Sync),
) -> Result<Vec<T>, Failed> {
    // Whether they can play at all is found out once.
    Table::new(prepared, run).map_err(Failed::Agent)?;
    let play = |table: &mut Option<Table>, index: u64| {
        let table = table.as_mut()?;
        let facts = table.play(run, index);
        done();
        Some(facts.map(|facts| keep(facts, &table.duels.played().moves)))
    };
    let played = parallel::map_init(games, || Table::new(prepared, run).ok(), play);
    played.into_iter().flatten().collect::<Result<Vec<_>, BrokenGame>>().map_err(Failed::Broken)
}
