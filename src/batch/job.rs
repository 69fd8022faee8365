//! What is asked of batched games, and what they give: jobs, sources of openings, and games that have ended.

use super::drawn::Drawn;
use super::program::Limit;
use super::start_state::StartState;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The clause of that place decided for the roles of a bit mask.
    Over(u16, u16),
    /// It was longer than the greatest length.
    Cut,
    /// The mover has no move, and no clause holds.
    Stuck,
    /// It came to a limit.
    Broken(Limit),
}

/// What happened in a game, an entry each ply: the change of seats, or an action.
pub type DrawnLine = Vec<Option<Drawn>>;

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Its number.
    pub index: u64,
    /// How it ended.
    pub end: Ended,
    /// Actions.
    pub plies: u32,
    /// Legal actions, summed over the plies, where they are counted: not in games whose first action was given.
    pub choices: Option<u64>,
    /// Whether the seats are exchanged.
    pub swapped: bool,
    /// What was played, if it was asked for.
    pub line: DrawnLine,
}

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchJob {
    /// The seed.
    pub seed: u64,
    /// The numbers of the games.
    pub games: std::ops::Range<u64>,
    /// Games are cut after so many actions.
    pub max_plies: u32,
    /// Whether what is played is kept.
    pub keep_lines: bool,
    /// Whether legal actions are counted where that takes longer, which is only where nothing is lifted.
    pub choices: bool,
    /// The steps of the evaluator after which [`BatchRunner::play`] gives up the games under way, the same ones on every machine; nothing
    /// for as many as it takes.
    pub steps: Option<u64>,
}

/// Plays games in batches.
pub trait BatchRunner: Send {
    /// Plays games and gives each to `done` when it ends: not in their order, but the same ones on every machine. Where `go_on`,
    /// asked now and then, says no, no further game is begun; where nothing is lifted, or steps are bounded, those under way are given
    /// up.
    fn play(&mut self, order: &BatchJob, go_on: &mut dyn FnMut() -> bool, done: &mut dyn FnMut(Finished));
    /// What was played so far, in steps of the evaluator: the same on every machine.
    fn spent(&self) -> u64;
    /// Plays games, each from where `source` lets it begin, and tells it how each has ended: in an order that is the same on every
    /// machine.
    fn play_from(&mut self, order: &BatchJob, source: &mut dyn StartSource);
    /// The actions at the opening.
    fn legal(&mut self) -> Vec<Drawn>;
    /// Plays an action in one lane from the opening, and says what came of it: the words of the planes and counters, by their
    /// places, how the game ended, if it did, and what can be done next.
    fn after(&mut self, drawn: &Drawn) -> Successor;
    /// The number of actions that can follow each of `actions`, summed up. Each is legal and no change of seats, and is played at one of
    /// `parents`, which all are in the same phase; a change of seats after it is not counted. Only where
    /// [`Program::counts_choices`](super::program::Program::counts_choices).
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    fn leaves(&mut self, parents: &[StartState], actions: &[(usize, Drawn)]) -> Result<u64, Limit>;
}

/// What came of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    /// Places and words of what a batch program keeps.
    pub words: Vec<(u32, u64)>,
    /// How the game ended.
    pub end: Option<Ended>,
    /// The role to act next, and the stage of its turn.
    pub next: (usize, u16),
    /// Its actions.
    pub legal: Vec<Drawn>,
}

/// What a source wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Supply {
    /// Another game.
    Game,
    /// None before one of those under way has ended.
    Later,
    /// None at all; those under way are given up.
    Nothing,
}

/// Who says where games begin, and is told how they end.
pub trait StartSource {
    /// Whether there is to be another game, and puts the position it begins at into `opening`. A game begins only where it is not
    /// over, and in a stage that has a phase ([`Program::phase`](super::program::Program::phase)); its number is that of the game before and 1. This is asked at
    /// the start and after games have ended.
    fn next(&mut self, opening: &mut StartState) -> Supply;
    /// A game has ended.
    fn ended(&mut self, finished: Finished);
}
