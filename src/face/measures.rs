//! What many games between agents say of a game.

use super::agent::seated;
use super::error::Error;
use super::game::Game;
use rulebook_insight::analysis::{Failed, Run, Sheet, collect, metrics};
use rulebook_insight::statistics::Estimate;

/// A number that was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// Its name, the same for every game that has it: `A4.plies`. `docs/measure.md` defines them.
    pub key: String,
    /// What it is.
    pub label: String,
    /// What it is counted in, such as `share` or `plies`.
    pub unit: &'static str,
    /// The number, with its 95 % confidence interval.
    pub estimate: Estimate,
}

/// Plays games between agents, by seat, and measures the game by them: who wins, how long games last, how many choices they
/// offer. The same seed gives the same numbers on every machine.
///
/// ```
/// let game = rulebook::load("tic-tac-toe")?;
/// let measured = rulebook::measure(&game, &["random"], 50, 1)?;
/// let plies = measured.iter().find(|measure| measure.key == "A4.plies").unwrap();
/// assert!(plies.estimate.low > 5.0 && plies.estimate.high < 9.0);
/// # Ok::<(), rulebook::Error>(())
/// ```
///
/// # Errors
/// If there are no agents or more than seats, one of them cannot play the game, or a game cannot be played to an end.
pub fn measure(game: &Game, agents: &[&str], games: u64, seed: u64) -> Result<Vec<Measure>, Error> {
    let agents = agents.iter().map(|name| game.spec(name)).collect::<Result<Vec<_>, _>>()?;
    seated(agents.len(), game.players().count())?;
    let run = Run { agents, games, seed, ..Run::default() };
    let facts = collect(game.prepared(), &run, &|| ()).map_err(|failed| match failed {
        Failed::Agent(error) => error.into(),
        Failed::Broken(broken) => Error::from(broken.trouble),
    })?;
    let sheet = Sheet::new(&game.prepared().start(), &game.side().loaded.sources);
    let measured = metrics(&sheet, &facts).into_iter().map(|metric| Measure {
        estimate: metric.estimate(),
        unit: metric.unit.word(),
        key: metric.key,
        label: metric.label,
    });
    Ok(measured.collect())
}
