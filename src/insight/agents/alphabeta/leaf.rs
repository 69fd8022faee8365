//! What a search looks at where it looks no further.

use crate::agents::evaluation::{Evaluation, Evaluator};
use crate::agents::learned::LearnedEye;
use rulebook_learn::Prospect;
use rulebook_play::engine::{ActionList, Fault, Position};

/// What a search looks at where it looks no further.
#[derive(Clone, Debug)]
pub enum Leaf {
    /// Only at who has won.
    Nothing,
    /// At an expression, or at what the result ranks by.
    Expression(Evaluator),
    /// At what was learned.
    Learned(Box<LearnedEye>),
}

/// In how many parts what was learned is compared.
const PARTS: f32 = 65_536.0;

impl Leaf {
    /// Looks at positions near to this one from here on.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn begin(&mut self, position: &mut Position) -> Result<(), Fault> {
        match self {
            Leaf::Learned(eye) => eye.begin(position),
            _ => Ok(()),
        }
    }

    /// What a position in which the game goes on is worth to a seat of two.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn worth(&mut self, position: &mut Position, seat: u8) -> Result<Evaluation, Fault> {
        Ok(match self {
            Leaf::Nothing => Evaluation::NOTHING,
            Leaf::Expression(evaluator) => evaluator.difference(position, seat)?,
            Leaf::Learned(eye) => Evaluation::of(match eye.prospect(position, seat)? {
                Prospect::Open(worth) => (worth * PARTS).round() as i64,
                Prospect::Won => i64::MAX,
                Prospect::Lost => -i64::MAX,
            }),
        })
    }

    /// Puts actions, given by their places in a list, in the order of what they lead to, the best first, and says whether it did:
    /// without what was learned that takes too long.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn rank(&mut self, position: &mut Position, list: &ActionList, order: &mut [u32]) -> Result<bool, Fault> {
        let Leaf::Learned(eye) = self else { return Ok(false) };
        let seat = position.seat_in_turn();
        let mut ranked = Vec::with_capacity(order.len());
        for place in order.iter() {
            position.play_unchecked(&list.get(*place as usize))?;
            let seen = eye.prospect(position, seat);
            position.undo();
            ranked.push((seen?, *place));
        }
        ranked.sort_by(|(a, first), (b, second)| {
            b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal).then(first.cmp(second))
        });
        for (own, (_, place)) in order.iter_mut().zip(ranked) {
            *own = place;
        }
        Ok(true)
    }
}
