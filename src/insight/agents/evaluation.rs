//! How good a position is for a seat, for players that look at positions in which the game goes on.

use std::ops::Neg;

use super::reward::WIN;
use rulebook_language::util::Rational;
use rulebook_play::engine::{Answer, Fault, Position};
use rulebook_play::plan::{Plan, ResultKind};

/// How many numbers count of a value that is a list.
const LENGTH: usize = 8;

/// How good a position is: the first numbers in which two differ decide. Fractions are counted in parts of a 720720th.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Evaluation([i64; LENGTH]);

impl Evaluation {
    /// Neither good nor bad.
    pub const NOTHING: Evaluation = Evaluation([0; LENGTH]);
}

impl Neg for Evaluation {
    type Output = Evaluation;

    fn neg(self) -> Evaluation {
        Evaluation(self.0.map(i64::saturating_neg))
    }
}

impl Evaluation {
    /// A single number.
    pub fn of(number: i64) -> Self {
        let mut numbers = [0; LENGTH];
        numbers[0] = number;
        Evaluation(numbers)
    }

    /// What these are worth on average, by weights, in each number.
    pub fn mean(weighed: impl Iterator<Item = (Evaluation, u64)> + Clone) -> Self {
        Evaluation(std::array::from_fn(|place| {
            mean(weighed.clone().map(|(Evaluation(numbers), weight)| (numbers[place], weight)))
        }))
    }

    /// The difference of two lists, of which the shorter one goes on with zeros.
    fn between(mine: &[i64], theirs: &[i64]) -> Self {
        let at = |list: &[i64], place: usize| list.get(place).copied().unwrap_or(0);
        Evaluation(std::array::from_fn(|place| at(mine, place).saturating_sub(at(theirs, place))))
    }
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluator {
    /// An expression: the plan's question of this number, from 0.
    Question(usize),
    /// What a result of the game ranks the players by: the difference of the own key and the best one of the others.
    Ranking {
        /// The end clause, by its place.
        end: usize,
        /// Its result, by its place.
        result: usize,
        /// Whether the lowest wins.
        lowest: bool,
    },
}

impl Evaluator {
    /// The first ranking among a game's results.
    pub fn of_ranking(plan: &Plan) -> Option<Self> {
        let places = plan.ends.iter().enumerate();
        let mut results = places.flat_map(|(end, clause)| {
            clause.results.iter().enumerate().map(move |(result, judged)| (end, result, &judged.sort))
        });
        results.find_map(|(end, result, sort)| match sort {
            ResultKind::Rank { lowest, .. } => Some(Evaluator::Ranking { end, result, lowest: *lowest }),
            _ => None,
        })
    }

    /// What the position is worth to a seat.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn worth(&self, position: &mut Position, seat: u8) -> Result<Evaluation, Fault> {
        match *self {
            Evaluator::Question(question) => {
                let role = position.role_of_seat(seat);
                let numbers = position.answer_for(question, role)?.map(numbers).unwrap_or_default();
                Ok(Evaluation::between(&numbers, &[]))
            }
            Evaluator::Ranking { end, result, lowest } => {
                let seats = position.game().players.len() as u8;
                let mut mine = Vec::new();
                let mut best: Option<Vec<i64>> = None;
                for other in 1..=seats {
                    let key = position.ranking_key(end, result, position.role_of_seat(other))?.unwrap_or_default();
                    if other == seat {
                        mine = key;
                    } else if best.as_ref().is_none_or(|best| if lowest { key < *best } else { key > *best }) {
                        best = Some(key);
                    }
                }
                let worth = Evaluation::between(&mine, &best.unwrap_or_default());
                Ok(if lowest { -worth } else { worth })
            }
        }
    }

    /// What the position is worth to a seat more than to the other one of two.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn difference(&self, position: &mut Position, seat: u8) -> Result<Evaluation, Fault> {
        let mine = self.worth(position, seat)?;
        match self {
            Evaluator::Ranking { .. } => Ok(mine),
            Evaluator::Question(_) => Ok(Evaluation::between(&mine.0, &self.worth(position, 3 - seat)?.0)),
        }
    }
}

/// The mean of numbers by their weights, rounded towards 0.
pub fn mean(weighed: impl Iterator<Item = (i64, u64)>) -> i64 {
    let add = |(sum, total): (i128, i128), (number, weight): (i64, u64)| {
        (sum + i128::from(number) * i128::from(weight), total + i128::from(weight))
    };
    let (sum, total) = weighed.fold((0, 0), add);
    // No mean is beyond the numbers that it is of.
    i64::try_from(sum / total.max(1)).unwrap_or_default()
}

fn numbers(answer: Answer) -> Vec<i64> {
    match answer {
        Answer::Number(number) => vec![parts(number)],
        Answer::Numbers(numbers) => numbers.into_iter().map(parts).collect(),
        Answer::Truth(truth) => vec![i64::from(truth)],
        _ => Vec::new(),
    }
}

fn parts(number: Rational) -> i64 {
    let exact = i128::from(number.numerator()) * i128::from(WIN) / i128::from(number.denominator()).max(1);
    i64::try_from(exact).unwrap_or(if exact > 0 { i64::MAX } else { -i64::MAX })
}
