//! Uniform random games, one after the other.

use rustc_hash::FxHashSet;

use crate::agents::{self, DuelError, End};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};
use rulebook_play::record::Record;

/// Random games from one position. Game number `n` of a seed is always the same, whatever was played before it.
pub struct Playouts {
    position: Position,
    start: u32,
    seed: u64,
    max_plies: u32,
    line: Vec<Action>,
    counting: bool,
}

/// A random game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended.
    pub end: End,
    /// The number of actions.
    pub plies: u32,
    /// The number of legal actions, summed over the plies, where they are counted.
    pub choices: Option<u64>,
}

/// How many actions are played between two questions whether to go on.
const STRIDE: u32 = 256;

impl Playouts {
    /// Random games from `position`, cut after `max_plies` actions.
    pub fn new(position: Position, seed: u64, max_plies: u32) -> Self {
        Playouts { start: position.ply(), position, seed, max_plies, line: Vec::new(), counting: false }
    }

    /// The same games with the legal actions of every ply counted, which takes longer: to draw one needs no list of them.
    #[must_use]
    pub fn counting_choices(self) -> Self {
        Playouts { counting: true, ..self }
    }

    /// From the next game on, counts the legal actions of every ply, or does not.
    pub fn count_choices(&mut self, counting: bool) {
        self.counting = counting;
    }

    /// The position at hand: after a game, its last one.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays game number `index`; nothing if `go_on`, which is asked now and then, says no.
    ///
    /// # Errors
    /// If the game cannot be played to an end; [`Playouts::line`] says how it came to that.
    pub fn play(&mut self, index: u64, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Played>, DuelError> {
        self.play_seen(index, go_on, &mut |_, _| ())
    }

    /// The same; `see` is shown each position with the action to come.
    ///
    /// # Errors
    /// As [`Playouts::play`].
    pub fn play_seen(
        &mut self,
        index: u64,
        go_on: &mut dyn FnMut() -> bool,
        see: &mut dyn FnMut(&Position, &Action),
    ) -> Result<Option<Played>, DuelError> {
        self.rewind();
        self.line.clear();
        let mut rng = Rng::for_game(self.seed, index);
        let (mut plies, mut choices) = (0, self.counting.then_some(0));
        loop {
            let Some(action) = self.position.random_action(&mut rng)? else {
                return match self.position.outcome()? {
                    Some(outcome) if !outcome.stuck => Ok(Some(Played { end: End::Over(outcome), plies, choices })),
                    _ => Err(DuelError::Stuck),
                };
            };
            if plies == self.max_plies {
                return Ok(Some(Played { end: End::Cut, plies, choices }));
            }
            if plies % STRIDE == STRIDE - 1 && !go_on() {
                return Ok(None);
            }
            if let Some(choices) = &mut choices {
                *choices += self.position.legal()?.len() as u64;
            }
            see(&self.position, &action);
            self.position.play_unchecked(&action)?;
            self.line.push(action);
            plies += 1;
        }
    }

    /// Plays the actions of a game that was found otherwise, which is the last game then.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn follow(&mut self, line: Vec<Action>) -> Result<(), Fault> {
        self.rewind();
        self.line = line;
        for action in &self.line {
            self.position.play_unchecked(action)?;
        }
        Ok(())
    }

    /// The actions of the last game, as written.
    pub fn line(&mut self) -> Vec<String> {
        self.retrace(|_, _| ())
    }

    /// The first action of the last game, as written.
    pub fn opening(&self) -> Option<String> {
        let mut position = self.position.clone();
        while position.ply() > self.start && position.undo() {}
        self.line.first().map(|action| position.written(action))
    }

    /// The last game as a record of the game called `name`.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn record(&mut self, name: &str, played: &Played) -> Result<Record, Fault> {
        let (mut counts, mut seats) = (Vec::new(), Vec::new());
        let mut fault = None;
        let moves = self.retrace(|position, _| {
            seats.push(position.seat_to_act());
            match position.legal() {
                Ok(legal) => counts.push(legal.len() as u64),
                Err(error) => fault = Some(error),
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        let agents = vec!["random".to_owned(); self.position.game().players.len()];
        Ok(agents::Played { moves, counts, seats }.record(&self.position, name, &played.end, self.seed, agents))
    }

    /// The first position of the last game in which two legal actions are written alike: after how many actions, and how.
    pub fn alike(&mut self) -> Option<(usize, String)> {
        let (mut at, mut found) = (0, None);
        let mut written = FxHashSet::default();
        self.retrace(|position, _| {
            if found.is_none() {
                let legal = position.legal().cloned().unwrap_or_default();
                written.clear();
                let twice =
                    legal.iter().map(|action| position.written(&action)).find(|text| !written.insert(text.clone()));
                found = twice.map(|text| (at, text));
            }
            at += 1;
        });
        found
    }

    /// The number of actions of the last game, also of one that was not played to its end.
    pub fn plies(&self) -> u32 {
        self.line.len() as u32
    }

    fn rewind(&mut self) {
        while self.position.ply() > self.start && self.position.undo() {}
    }

    /// Plays the last game again and gives its actions as written; `see` is shown each position with the action to come.
    fn retrace(&mut self, mut see: impl FnMut(&mut Position, &Action)) -> Vec<String> {
        self.rewind();
        let mut written = Vec::with_capacity(self.line.len());
        for action in &self.line {
            see(&mut self.position, action);
            written.push(self.position.written(action));
            if self.position.play_unchecked(action).is_err() {
                break;
            }
        }
        written
    }
}
