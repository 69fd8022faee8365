//! Who plays the games of an inspection: at random, for captures, for change, for few replies, or round and round. Each tries
//! some of the legal actions and takes the best; all are driven by a seed alone.

use rustc_hash::FxHashMap;

use super::changes::{changed, pieces_of_others};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

/// How many actions a player who looks ahead tries.
const TRIED: u32 = 8;

/// What a player looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Nothing.
    Random,
    /// That the others have few pieces.
    Captures,
    /// That much is different from before.
    Change,
    /// That there are few replies.
    FewReplies,
    /// That a position is there again.
    Return,
}

impl Aim {
    /// The aims in the order of the games.
    pub const ALL: [Aim; 8] =
        [Aim::Random, Aim::Captures, Aim::Random, Aim::Return, Aim::Random, Aim::FewReplies, Aim::Random, Aim::Change];
}

/// A player of one game.
pub struct Player {
    aim: Aim,
    rng: Rng,
    /// How often each position was there.
    visited: FxHashMap<u64, u32>,
}

/// An action that cannot be played.
pub struct Unplayable {
    /// Which.
    pub action: Action,
    /// Why.
    pub fault: Fault,
}

impl Player {
    /// The player of game number `game` of a seed.
    pub fn new(aim: Aim, seed: u64, game: u64) -> Self {
        Player { aim, rng: Rng::for_game(seed, game), visited: FxHashMap::default() }
    }

    /// Draws for whoever looks on.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// What a choice takes beside the questions to the position, in steps of the evaluator.
    pub fn cost(&self, position: &Position) -> u64 {
        let contents = u64::from(position.plan().layout.contents);
        let a_look = match self.aim {
            Aim::Random => 0,
            Aim::Return | Aim::FewReplies => 16,
            Aim::Captures | Aim::Change => 16 + contents / 2,
        };
        u64::from(TRIED) * a_look
    }

    /// One of the legal actions, which are those of the position; nothing where there is none. The position is left as it is.
    pub fn choose(&mut self, position: &mut Position, legal: &ActionList) -> Result<Option<Action>, Box<Unplayable>> {
        // Nature has no aim.
        if position.is_chance()
            && let Ok(drawn) = position.random_action(&mut self.rng)
        {
            return Ok(drawn);
        }
        if self.aim == Aim::Random || legal.len() < 2 {
            return Ok(legal.random(&mut self.rng));
        }
        if self.aim == Aim::Return {
            *self.visited.entry(position.hash()).or_default() += 1;
        }
        let before = if self.aim == Aim::Change { position.words().to_vec() } else { Vec::new() };
        let role = position.role_to_act();
        let mut best: Option<(i64, Action)> = None;
        for _ in 0..TRIED.min(legal.len() as u32) {
            let Some(action) = legal.random(&mut self.rng) else { break };
            let unplayable = |fault| Box::new(Unplayable { action: action.clone(), fault });
            position.play_unchecked(&action).map_err(unplayable)?;
            let worth = match self.aim {
                Aim::Random => Ok(0),
                Aim::Captures => Ok(-i64::from(pieces_of_others(position, role))),
                Aim::Change => Ok(i64::from(changed(position, &before))),
                Aim::Return => Ok(i64::from(self.visited.get(&position.hash()).copied().unwrap_or(0))),
                Aim::FewReplies => position.legal().map(|replies| -(replies.len() as i64)),
            };
            position.undo();
            let worth = worth.map_err(unplayable)?;
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, action));
            }
        }
        Ok(best.map(|(_, action)| action))
    }
}
