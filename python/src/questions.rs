//! Questions about games, answered with plain data.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::with_players;
use crate::errors::{plain, raised};
use crate::game::Game;
use crate::position::Position;
use crate::work::attended;
use rulebook::{Estimate, Relation};
use rulebook_insight::analysis::{self, Limits, Unsolvable};
use rulebook_insight::audit::{self, Symmetries};
use rulebook_service::wire;

/// The number of lines of play of so many actions.
#[pyfunction]
pub fn perft(py: Python<'_>, position: &Position, depth: u32, threads: Option<usize>) -> PyResult<u64> {
    let position = position.inside.clone();
    attended(py, threads, move |_| rulebook::perft(&position, depth))?.map_err(|error| raised(py, &error))
}

/// Random games from a position.
#[pyfunction]
pub fn playouts<'py>(
    py: Python<'py>,
    position: &Position,
    games: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let position = position.inside.clone();
    let played = attended(py, threads, move |_| rulebook::playouts(&position, games, seed))?;
    let played = played.map_err(|error| raised(py, &error))?;
    let dict = PyDict::new(py);
    dict.set_item("games", played.games)?;
    dict.set_item("mean_plies", played.mean_plies)?;
    dict.set_item("shortest", played.shortest)?;
    dict.set_item("longest", played.longest)?;
    dict.set_item("first_seat", estimate(py, &played.first_seat)?)?;
    let wins = PyDict::new(py);
    for (player, number) in &played.wins {
        wins.set_item(player, number)?;
    }
    dict.set_item("wins", wins)?;
    dict.set_item("draws", played.draws)?;
    let clauses = PyDict::new(py);
    for (clause, number) in &played.clauses {
        clauses.set_item(clause, number)?;
    }
    dict.set_item("clauses", clauses)?;
    dict.set_item("cut", played.cut)?;
    Ok(dict)
}

/// What games between agents say of a game.
#[pyfunction]
pub fn measure<'py>(
    py: Python<'py>,
    game: &Game,
    agents: Vec<String>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let game = game.inside.clone();
    let measured = attended(py, threads, move |_| {
        let names: Vec<&str> = agents.iter().map(String::as_str).collect();
        rulebook::measure(&with_players(&game, &names)?, &names, games, seed)
    })?;
    let one = |measure: rulebook::Measure| {
        let dict = estimate(py, &measure.estimate)?;
        dict.set_item("key", measure.key)?;
        dict.set_item("label", measure.label)?;
        dict.set_item("unit", measure.unit)?;
        Ok(dict)
    };
    measured.map_err(|error| raised(py, &error))?.into_iter().map(one).collect()
}

/// How the second game differs from the first.
#[pyfunction]
pub fn compare<'py>(py: Python<'py>, first: &Game, second: &Game) -> PyResult<Bound<'py, PyDict>> {
    let (first, second) = (first.inside.clone(), second.inside.clone());
    let compared = attended(py, Some(1), move |_| rulebook::compare(&first, &second))?;
    let compared = compared.map_err(|error| raised(py, &error))?;
    let (relation, reason) = match compared.relation {
        Relation::Identical => ("identical", None),
        Relation::More => ("more", None),
        Relation::Less => ("less", None),
        Relation::Incomparable => ("incomparable", None),
        Relation::Results => ("results", None),
        Relation::NotComparable(reason) => ("not comparable", Some(reason)),
    };
    let dict = PyDict::new(py);
    dict.set_item("relation", relation)?;
    dict.set_item("reason", reason)?;
    dict.set_item("certain", compared.certain)?;
    let change = |change: &rulebook::Change| {
        let dict = PyDict::new(py);
        dict.set_item("section", change.section)?;
        dict.set_item("name", &change.name)?;
        dict.set_item("how", change.how)?;
        dict.set_item("first", change.first.as_deref())?;
        dict.set_item("second", change.second.as_deref())?;
        PyResult::Ok(dict)
    };
    dict.set_item("changes", compared.changes.iter().map(change).collect::<PyResult<Vec<_>>>()?)?;
    dict.set_item("witness", compared.witness)?;
    Ok(dict)
}

/// Who wins a position with best play, as JSON: a row of `rulebook solve --json`.
#[pyfunction]
pub fn solve(
    py: Python<'_>,
    position: &Position,
    states: u64,
    megabytes: u64,
    whole: bool,
    threads: Option<usize>,
) -> PyResult<String> {
    let mut inside = position.inside.inside().clone();
    let limits = Limits { states, bytes: megabytes << 20, ..Limits::default() };
    let row = attended(py, threads, move |stop| {
        let Symmetries { keeping, exchanging, .. } = audit::symmetries(inside.game());
        let symmetries = [keeping, exchanging].concat();
        let found = analysis::solve(&mut inside, &symmetries, limits, whole, &mut |_| !stop.is_called());
        match found {
            Err(Unsolvable::Players(players)) => {
                Err(format!("a game of {players} players cannot be solved, only one of 2"))
            }
            Err(Unsolvable::Fault(fault, _)) => Err(fault.to_string()),
            Err(Unsolvable::Stuck(_)) => Err("a player has no legal move, and no end clause covers this".to_owned()),
            found => Ok(wire::Row::new(&inside, &found, symmetries.len() + 1, 0.0)),
        }
    })?;
    let row = row.map_err(|message| plain(py, "limit", &message))?;
    serde_json::to_string(&row).map_err(|error| plain(py, "program", &error.to_string()))
}

/// Plays a game between agents, and gives its record as a line of JSON.
#[pyfunction]
pub fn play(py: Python<'_>, position: &Position, agents: Vec<String>, seed: u64) -> PyResult<String> {
    let mut position = position.inside.clone();
    let played = attended(py, None, move |_| {
        let game = with_players(position.game(), &agents)?;
        let mut agents = agents.iter().map(|name| game.agent(name)).collect::<Result<Vec<_>, _>>()?;
        rulebook::play(&mut position, &mut agents, seed)
    })?;
    played.map(|record| record.to_string()).map_err(|error| raised(py, &error))
}

fn estimate<'py>(py: Python<'py>, estimate: &Estimate) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("value", estimate.value)?;
    dict.set_item("low", estimate.low)?;
    dict.set_item("high", estimate.high)?;
    dict.set_item("n", estimate.n)?;
    Ok(dict)
}
