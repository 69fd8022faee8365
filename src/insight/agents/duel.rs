//! A game between agents, from its start to its end.

use thiserror::Error;

use super::Agent;
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, Fault, Outcome, Position};
use rulebook_play::record::Record;

/// How a game that was played ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The rules decided.
    Over(Outcome),
    /// It was longer than the greatest length.
    Cut,
}

/// Why a game could not be played to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum DuelError {
    /// The mover has no move, and no end clause holds.
    #[error("the mover has no legal move, and no end clause covers this")]
    Stuck,
    /// An evaluation reached a limit.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Games between agents from one position. Game number `index` of a seed is always the same, whatever was played before it.
#[derive(Clone)]
pub struct Duels {
    position: Position,
    start: u32,
    max_plies: u32,
    played: Played,
}

/// The game at hand, as far as it was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The actions as written.
    pub moves: Vec<String>,
    /// The number of legal actions before each.
    pub counts: Vec<u64>,
    /// The seat that acted, from 1.
    pub seats: Vec<u8>,
}

impl Duels {
    /// Games from `position`, cut after `max_plies` actions.
    pub fn new(position: Position, max_plies: u32) -> Self {
        Duels { start: position.ply(), position, max_plies, played: Played::default() }
    }

    /// The position at hand: after a game, its last one.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The game at hand.
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// Plays game number `index` of `seed`: the first agent plays seat 1 and so on, the first again where there are more seats than
    /// agents. `see` is shown each position with the action to come, and gives the game up by `false`: then nothing comes back.
    ///
    /// # Errors
    /// If the game cannot be played to an end; [`Duels::played`] says how it came to that.
    pub fn play(
        &mut self,
        agents: &mut [Box<dyn Agent>],
        seed: u64,
        index: u64,
        see: &mut dyn FnMut(&mut Position, &Action) -> bool,
    ) -> Result<Option<End>, DuelError> {
        let mut rng = Rng::for_game(seed, index);
        for agent in agents.iter_mut() {
            agent.begin(rng.fork());
        }
        self.run(agents, rng, see)
    }

    /// Plays game number `index` of `seed` with the same lots and other choices of the agents: the first lot of a player's turns, the
    /// second and so on are drawn by the same numbers, whatever can be drawn there, and so are those of the setup.
    ///
    /// # Errors
    /// As [`Duels::play`].
    pub fn play_again(
        &mut self,
        agents: &mut [Box<dyn Agent>],
        seed: u64,
        index: u64,
    ) -> Result<Option<End>, DuelError> {
        let (mut lots, mut choices) = (Rng::for_game(seed, index), Rng::for_game(seed.rotate_left(32), !index));
        for agent in agents.iter_mut() {
            lots.fork();
            agent.begin(choices.fork());
        }
        self.run(agents, lots, &mut |_, _| true)
    }

    /// Plays from the start with agents that have begun. The lots of each player's turns, and those of the setup, have a stream of their own,
    /// and so has each lot.
    fn run(
        &mut self,
        agents: &mut [Box<dyn Agent>],
        mut lots: Rng,
        see: &mut dyn FnMut(&mut Position, &Action) -> bool,
    ) -> Result<Option<End>, DuelError> {
        while self.position.ply() > self.start && self.position.undo() {}
        self.played = Played::default();
        let mut lots: Vec<Rng> = (0..=self.position.game().players.len()).map(|_| lots.fork()).collect();
        loop {
            if let Some(outcome) = self.position.outcome()? {
                return if outcome.stuck { Err(DuelError::Stuck) } else { Ok(Some(End::Over(outcome))) };
            }
            if self.played.moves.len() >= self.max_plies as usize {
                return Ok(Some(End::Cut));
            }
            let seat = self.position.seat_to_act();
            let count = self.position.legal()?.len() as u64;
            let chosen = match usize::from(seat).checked_sub(1) {
                Some(seat) => {
                    let Some(agent) = agents.get_mut(seat % agents.len().max(1)) else { return Ok(None) };
                    agent.choose(&mut self.position)?
                }
                None => {
                    let of = if self.position.in_setup() { 0 } else { self.position.role_to_act().index() + 1 };
                    self.position.random_action(&mut lots[of].fork())?
                }
            };
            let Some(action) = chosen else { return Err(DuelError::Stuck) };
            if !see(&mut self.position, &action) {
                return Ok(None);
            }
            let text = self.position.written(&action);
            self.position.play_unchecked(&action)?;
            self.played.moves.push(text);
            self.played.counts.push(count);
            self.played.seats.push(seat);
            for agent in agents.iter_mut() {
                agent.observe(&action, &self.position);
            }
        }
    }

    /// The last game as a record of the game called `name`; `agents` are the names of who played, by seat.
    pub fn record(&self, name: &str, end: &End, seed: u64, agents: Vec<String>) -> Record {
        self.played.clone().record(&self.position, name, end, seed, agents)
    }
}

impl Played {
    /// A record of the game called `name`, of which `last` is the last position.
    pub fn record(self, last: &Position, name: &str, end: &End, seed: u64, agents: Vec<String>) -> Record {
        let game = last.game();
        let result = match end {
            End::Over(outcome) => last.seat_result(outcome),
            End::Cut => None,
        };
        Record {
            game: name.to_owned(),
            variant: Some(game.about.title.clone()),
            options: game.options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
            start: None,
            moves: self.moves,
            counts: Some(self.counts.into_iter().map(Some).collect()),
            seats: Some(self.seats),
            result,
            cut: *end == End::Cut,
            seed: Some(seed),
            agents: Some(agents),
            source: Some(concat!("rulebook ", env!("CARGO_PKG_VERSION")).to_owned()),
            ..Record::default()
        }
    }
}
