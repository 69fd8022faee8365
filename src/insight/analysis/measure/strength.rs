//! C2: whether moving first matters more or less between stronger players.

use super::collect::Failed;
use super::games::{Rules, scores};
use crate::agents::{Agent, Spec};
use crate::library::{AgentError, Prepared};
use crate::statistics::{Contrast, Estimate, Scores, Slope, slope};

/// The score of seat 1 at several strengths.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Strength {
    /// The agents of all seats, with the games between them.
    pub levels: Vec<StrengthLevel>,
    /// By how much the score grows where simulations double; nothing for fewer than two searches.
    pub slope: Option<Slope>,
}

/// Games between equal players.
#[derive(Clone, PartialEq, Debug)]
pub struct StrengthLevel {
    /// The agent of all seats.
    pub agent: Spec,
    /// What seat 1 scored in each game.
    pub points: Vec<f64>,
}

impl StrengthLevel {
    /// The score of seat 1.
    pub fn score(&self) -> Estimate {
        Scores::of(self.points.iter().copied(), (0.0, 1.0)).estimate()
    }
}

/// What becomes of the score of seat 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trend {
    /// It grows with strength.
    Grows,
    /// It shrinks.
    Shrinks,
    /// It changes by less than a point where simulations double.
    Flat,
    /// Nothing can be said.
    Unclear,
}

/// A change of less than this for twice the simulations does not matter.
const FLAT: f64 = 0.01;

impl Strength {
    /// What becomes of the score of seat 1, by the interval of the slope.
    pub fn trend(&self) -> Trend {
        match &self.slope {
            Some(line) if line.slope.low > -FLAT && line.slope.high < FLAT => Trend::Flat,
            Some(line) if line.slope.low > 0.0 => Trend::Grows,
            Some(line) if line.slope.high < 0.0 => Trend::Shrinks,
            _ => Trend::Unclear,
        }
    }

    /// By how much the score of seat 1 is greater for the last agents than for the first; nothing for fewer than two.
    pub fn change(&self) -> Option<Estimate> {
        let [first, .., last] = self.levels.as_slice() else { return None };
        let points = |level: &StrengthLevel| level.points.iter().map(|points| Some(*points)).collect::<Vec<_>>();
        Some(Contrast::of_points(&points(first), &points(last), None).difference)
    }
}

impl Trend {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Trend::Grows => "grows",
            Trend::Shrinks => "shrinks",
            Trend::Flat => "flat",
            Trend::Unclear => "unclear",
        }
    }
}

/// Plays `games` games between equals for each of these agents, the weakest first. The slope is fitted to the single games of tree
/// searches by the binary logarithm of their simulations.
///
/// # Errors
/// If a game cannot be played to an end.
pub fn strength(
    prepared: &Prepared,
    agents: &[Spec],
    games: u64,
    (seed, max_plies): (u64, u32),
    done: &(dyn Fn() + Sync),
) -> Result<Strength, Failed> {
    let start = prepared.start();
    let seats = start.game().players.len();
    let mut strength = Strength::default();
    let mut points: Vec<(f64, f64)> = Vec::new();
    for agent in agents {
        let players =
            || -> Result<Vec<Box<dyn Agent>>, AgentError> { (0..seats).map(|_| prepared.agent(agent)).collect() };
        let played = scores(&start, &players, Rules { seed, max_plies }, games, done)?;
        let firsts: Vec<f64> = played.iter().filter_map(|scores| scores.first().copied()).collect();
        if let Spec::Mcts(settings) = agent {
            points.extend(firsts.iter().map(|score| (f64::from(settings.simulations).log2(), *score)));
        }
        strength.levels.push(StrengthLevel { agent: agent.clone(), points: firsts });
    }
    strength.slope = slope(&points);
    Ok(strength)
}

#[cfg(test)]
mod tests {
    use super::{Strength, Trend, slope};

    fn trend(by: f64, games: u32) -> Trend {
        let points = (4..10).flat_map(|doubling| {
            let share = 0.5 + by * f64::from(doubling - 4);
            (0..games)
                .map(move |game| (f64::from(doubling), f64::from(u8::from(f64::from(game) < share * f64::from(games)))))
        });
        Strength { levels: Vec::new(), slope: slope(&points.collect::<Vec<_>>()) }.trend()
    }

    #[test]
    fn a_trend_needs_games() {
        assert_eq!((trend(0.05, 400), trend(-0.05, 400)), (Trend::Grows, Trend::Shrinks));
        assert_eq!((trend(0.0, 8_000), trend(0.0, 50)), (Trend::Flat, Trend::Unclear));
        assert_eq!(Strength::default().trend(), Trend::Unclear);
    }
}
