//! Agents, and games between them.

use super::error::{Error, ErrorKind};
use super::position::{Action, Position};
use rulebook_insight::agents::{self, End, Played};
use rulebook_language::util::Rng;
use rulebook_play::record::Record;

/// A player of games. [`Game::agent`](crate::Game::agent) has those that come with Rulebook; implement this for your own.
pub trait Agent: Send {
    /// What it is called in records.
    fn name(&self) -> &str;

    /// Begins another game. Draw random numbers from `rng` alone, and the same seed gives the same game.
    fn begin(&mut self, _rng: Rng) {}

    /// Chooses a legal action of `position`, in which the game is not over, and leaves the position as it was.
    ///
    /// # Errors
    /// If it cannot choose: [`Error::agent`], or an error of the position.
    fn choose(&mut self, position: &mut Position) -> Result<Action, Error>;

    /// Somebody played `action`, which led to `position`.
    fn observe(&mut self, _action: &Action, _position: &Position) {}
}

/// An agent that comes with Rulebook.
pub(super) struct Builtin(Box<dyn agents::Agent>);

impl Builtin {
    pub(super) fn new(agent: Box<dyn agents::Agent>) -> Self {
        Builtin(agent)
    }
}

impl Agent for Builtin {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn begin(&mut self, rng: Rng) {
        self.0.begin(rng);
    }

    fn choose(&mut self, position: &mut Position) -> Result<Action, Error> {
        let chosen = self.0.choose(&mut position.inside)?;
        chosen.map(Action).ok_or_else(|| Error::new(ErrorKind::IllegalMove, "the game is over"))
    }

    fn observe(&mut self, action: &Action, position: &Position) {
        self.0.observe(&action.0, &position.inside);
    }
}

/// The longest game that is played, in actions.
const MAX_PLIES: usize = 100_000;

/// Plays a game from `position` to its end, or until it is cut off after 100 000 actions, and gives its record. The first agent
/// has seat 1 and so on, the first again where there are more seats than agents. The same seed gives the same game.
///
/// ```
/// let game = rulebook::load("tic-tac-toe")?;
/// let mut agents = [game.agent("mcts:50")?, game.agent("random")?];
/// let record = rulebook::play(&mut game.start(), &mut agents, 1)?;
/// assert_eq!(record.agents, Some(vec!["mcts:50".to_owned(), "random".to_owned()]));
/// # Ok::<(), rulebook::Error>(())
/// ```
///
/// # Errors
/// If there are no agents or more than seats, an agent cannot choose or chooses what is not legal, or the game cannot be played
/// to an end. `position` is where it broke off then.
pub fn play(position: &mut Position, agents: &mut [Box<dyn Agent>], seed: u64) -> Result<Record, Error> {
    let (number, seats) = (agents.len(), position.game().players().count());
    seated(number, seats)?;
    let mut rng = Rng::for_game(seed, 0);
    agents.iter_mut().for_each(|agent| agent.begin(rng.fork()));
    let mut played = Played::default();
    while position.outcome()?.is_none() && played.moves.len() < MAX_PLIES {
        let ply = position.ply();
        let seat = position.seat();
        let count = position.legal()?.len() as u64;
        let agent = &mut agents[usize::from(seat - 1) % number];
        let action = agent.choose(position)?;
        if position.ply() != ply {
            return Err(Error::agent(format!("`{}` did not leave the position as it was", agent.name())));
        }
        let text = position.written(&action);
        position.play(&action)?;
        played.moves.push(text);
        played.counts.push(count);
        played.seats.push(seat);
        agents.iter_mut().for_each(|agent| agent.observe(&action, position));
    }
    let end = position.inside.outcome()?.map_or(End::Cut, End::Over);
    let names = (0..seats).map(|seat| agents[seat % number].name().to_owned()).collect();
    Ok(played.record(&position.inside, position.game().name(), &end, seed, names))
}

/// Refuses a number of agents that a game cannot seat.
pub(super) fn seated(agents: usize, seats: usize) -> Result<(), Error> {
    match agents {
        0 => Err(Error::agent("a game needs an agent")),
        more if more > seats => Err(Error::agent(format!("{more} agents for {seats} seats"))),
        _ => Ok(()),
    }
}
