//! How much a player scores against another one, from openings that are drawn: each is played once from every seat.

use crate::agents::{Agent, DuelError, Duels, End, WIN, Winners};
use crate::library::{AgentError, Prepared};
use crate::parallel;
use crate::statistics::{Estimate, Scores};
use rulebook_language::util::Rng;
use rulebook_play::engine::Position;

/// Whom a player is measured against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Random actions.
    Random,
    /// Tree search with random games, by so many simulations.
    Mcts(u32),
    /// The best of its own earlier states.
    Past,
}

impl Opponent {
    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Opponent::Random => "random".to_owned(),
            Opponent::Mcts(simulations) => format!("mcts:{simulations}"),
            Opponent::Past => "past".to_owned(),
        }
    }
}

/// What a player scored.
#[derive(Clone, PartialEq, Debug)]
pub struct Against {
    /// Against whom.
    pub opponent: Opponent,
    /// The points of each game, from 0 to 1.
    pub points: Vec<f64>,
    /// How many games were cut off as too long; they count as draws.
    pub cut: u64,
}

impl Against {
    /// The score with its interval.
    pub fn score(&self) -> Estimate {
        Scores::of(self.points.iter().copied(), (0.0, 1.0)).estimate()
    }
}

/// How games of a match are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// How many games, about: each opening is played from every seat.
    pub games: u64,
    /// The seed of the openings and of the players.
    pub seed: u64,
    /// At most so many actions are drawn at the start.
    pub opening: u32,
    /// Games are cut off after so many actions.
    pub max_plies: u32,
}

/// Makes a player.
pub type Maker<'m> = &'m (dyn Fn() -> Result<Box<dyn Agent>, AgentError> + Sync);

/// Why games could not be played.
#[derive(Clone, PartialEq, Debug)]
pub enum Unplayed {
    /// A game broke off.
    Duel(DuelError),
    /// A player cannot play it.
    Agent(AgentError),
}

/// The points of a player in games against others, all of one sort.
///
/// # Errors
/// If a game cannot be played.
pub fn against(
    prepared: &Prepared,
    opponent: Opponent,
    (own, other): (Maker<'_>, Maker<'_>),
    rules: Match,
) -> Result<Against, Unplayed> {
    let start = prepared.start();
    let seats = start.game().players.len();
    let openings = rules.games.div_ceil(seats.max(1) as u64);
    let play = |index: u64| -> Result<Vec<(f64, bool)>, Unplayed> {
        let position = opening(&start, rules, index).map_err(Unplayed::Duel)?;
        let mut found = Vec::new();
        for seat in 0..seats {
            let players = (0..seats).map(|at| if at == seat { own() } else { other() });
            let mut players = players.collect::<Result<Vec<_>, _>>().map_err(Unplayed::Agent)?;
            let mut duels = Duels::new(position.clone(), rules.max_plies);
            let end = duels.play(&mut players, rules.seed, index, &mut |_, _| true).map_err(Unplayed::Duel)?;
            let (winners, cut) = match end {
                Some(End::Over(outcome)) if !outcome.stuck => (Winners::of(duels.position(), &outcome), false),
                Some(End::Over(_)) => (Winners::NOBODY, false),
                Some(End::Cut) | None => (Winners::NOBODY, true),
            };
            found.push((winners.worth(seat as u8 + 1, seats) as f64 / WIN as f64, cut));
        }
        Ok(found)
    };
    let played: Vec<(f64, bool)> =
        parallel::map(0..openings, play).into_iter().collect::<Result<Vec<_>, _>>()?.concat();
    let cut = played.iter().filter(|(_, cut)| *cut).count() as u64;
    Ok(Against { opponent, points: played.into_iter().map(|(points, _)| points).collect(), cut })
}

/// The position after an opening that is drawn: one in which the game goes on.
fn opening(start: &Position, rules: Match, index: u64) -> Result<Position, DuelError> {
    let mut position = start.clone();
    let mut rng = Rng::for_game(rules.seed.rotate_left(17), index);
    let plies = 1 + rng.below(rules.opening.max(1));
    for _ in 0..plies {
        let Some(action) = position.random_action(&mut rng)?.filter(|action| !action.is_swap()) else { break };
        position.play_unchecked(&action)?;
        if position.outcome()?.is_some() {
            position.undo();
            break;
        }
    }
    Ok(position)
}
