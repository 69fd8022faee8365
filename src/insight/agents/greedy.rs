//! The player that takes what looks best after its own action.

use super::Agent;
use super::evaluation::{Evaluation, Evaluator};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

/// Plays each action in thought and takes one after which the position is worth most to it, by chance among equals. A win is more
/// than anything; a game that goes on is more than a draw, and a draw more than a loss.
#[derive(Clone, Debug)]
pub struct Greedy {
    name: String,
    valuation: Evaluator,
    rng: Rng,
    list: ActionList,
}

/// What an action leads to, the worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Prospect {
    Lost,
    Drawn,
    Open(Evaluation),
    Won,
}

impl Greedy {
    /// A player that looks at this, and draws from `rng`.
    pub fn new(name: String, valuation: Evaluator, rng: Rng) -> Self {
        Greedy { name, valuation, rng, list: ActionList::new() }
    }

    fn prospect(&self, position: &mut Position, seat: u8) -> Result<Prospect, Fault> {
        let Some(outcome) = position.outcome()? else {
            return Ok(Prospect::Open(self.valuation.worth(position, seat)?));
        };
        Ok(match outcome.won(position.role_of_seat(seat)) {
            true => Prospect::Won,
            false if outcome.winners.is_empty() => Prospect::Drawn,
            false => Prospect::Lost,
        })
    }
}

impl Agent for Greedy {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault> {
        let seat = position.seat_to_act();
        let mut list = std::mem::take(&mut self.list);
        position.legal_into(&mut list)?;
        let mut best: Option<(Prospect, Action)> = None;
        let mut equals = 0;
        for action in list.iter() {
            position.play_unchecked(&action)?;
            let prospect = self.prospect(position, seat);
            position.undo();
            let prospect = prospect?;
            match best.as_ref().map(|(most, _)| prospect.cmp(most)) {
                Some(std::cmp::Ordering::Less) => continue,
                Some(std::cmp::Ordering::Equal) => equals += 1,
                _ => equals = 1,
            }
            if self.rng.below(equals) == 0 {
                best = Some((prospect, action));
            }
        }
        self.list = list;
        Ok(best.map(|(_, action)| action))
    }
}
