//! Many games as an environment.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::env::{copied, edges, form, places, planes, shape, symmetric};
use crate::errors::{of_env, plain};
use crate::game::Game;
use crate::position::Position;
use rulebook_env::{Buffer, Model, Settings, VectorEnv};

/// Many games, each of which begins again as soon as it is over. `rulebook.VectorEnv` is what to use.
#[pyclass(module = "rulebook", subclass)]
pub struct VectorCore {
    game: Game,
    env: VectorEnv,
}

impl VectorCore {
    pub fn new(py: Python<'_>, game: Game, model: &Arc<Model>, settings: Settings) -> PyResult<Self> {
        let env = py.detach(|| VectorEnv::new(model, settings)).map_err(|error| of_env(py, &error))?;
        Ok(VectorCore { game, env })
    }

    fn write(
        &self,
        py: Python<'_>,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<PyBuffer<u8>>,
        seats: Option<PyBuffer<u8>>,
    ) -> PyResult<()> {
        if let Some(out) = observations {
            match &self.env.observations {
                Buffer::Bytes(seen) => copied(py, seen, &PyBuffer::get(out)?)?,
                Buffer::Floats(seen) => copied(py, seen, &PyBuffer::get(out)?)?,
            }
        }
        if let Some(out) = masks {
            copied(py, &self.env.masks, &out)?;
        }
        if let Some(out) = seats {
            copied(py, &self.env.seats, &out)?;
        }
        Ok(())
    }
}

#[pymethods]
impl VectorCore {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// How many games.
    #[getter]
    fn games(&self) -> usize {
        self.env.settings().games
    }

    /// How many seats a game has.
    #[getter]
    fn seats(&self) -> usize {
        self.env.model().start.game().players.len()
    }

    /// `flat` if every action is a number, `picks` if every pick is one.
    #[getter]
    fn form(&self) -> &'static str {
        form(self.env.model())
    }

    /// How many actions are numbered.
    #[getter]
    fn actions(&self) -> usize {
        self.env.model().space.len()
    }

    /// The planes in order: `(name, least value, greatest value)` each.
    #[getter]
    fn planes(&self) -> Vec<(String, i64, i64)> {
        planes(self.env.model())
    }

    /// The shape of an observation of one game.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        shape(self.env.model())
    }

    /// The type of an observation's values.
    #[getter]
    fn dtype(&self) -> &'static str {
        if self.env.model().planes.bytes { "uint8" } else { "float32" }
    }

    /// The place of each cell in a plane, in the order of `Game.cells`.
    #[getter]
    fn places(&self) -> Vec<usize> {
        places(self.env.model())
    }

    /// The steps of the board: `(place, place, direction)` each.
    #[getter]
    fn edges(&self) -> Vec<(usize, usize, String)> {
        edges(self.env.model())
    }

    /// The symmetries of the rules that the audit proves, as `Env.symmetries` gives them.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        symmetric(py, self.env.model())
    }

    /// A number as text, such as `step from=a1 to=a2`.
    fn action_text(&self, py: Python<'_>, action: i64) -> PyResult<String> {
        let model = self.env.model();
        let text = u32::try_from(action).ok().and_then(|number| model.space.text(model.start.game(), number));
        text.ok_or_else(|| plain(py, "illegal move", &format!("there is no action {action}")))
    }

    /// A copy of the position of one game.
    fn position(&self, py: Python<'_>, game: usize) -> PyResult<Position> {
        let lane = self.env.lane(game).ok_or_else(|| plain(py, "program", &format!("there is no game {game}")))?;
        Ok(Position { inside: rulebook::Position::of(self.game.inside.clone(), lane.position.clone()) })
    }

    /// Begins all games again, and writes what can be seen and done.
    fn reset_into(
        &mut self,
        py: Python<'_>,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<PyBuffer<u8>>,
        seats: Option<PyBuffer<u8>>,
    ) -> PyResult<()> {
        let env = &mut self.env;
        py.detach(|| env.reset()).map_err(|error| of_env(py, &error))?;
        self.write(py, observations, masks, seats)
    }

    /// Takes a number in each game, and writes what can be seen and done, and what came of it.
    fn step_into(
        &mut self,
        py: Python<'_>,
        actions: PyBuffer<i64>,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<PyBuffer<u8>>,
        rewards: Option<PyBuffer<f32>>,
        done: Option<PyBuffer<u8>>,
        seats: Option<PyBuffer<u8>>,
    ) -> PyResult<()> {
        let actions = actions.to_vec(py)?;
        let env = &mut self.env;
        py.detach(|| env.step(&actions)).map_err(|error| of_env(py, &error))?;
        if let Some(out) = rewards {
            copied(py, &self.env.rewards, &out)?;
        }
        if let Some(out) = done {
            copied(py, &self.env.done, &out)?;
        }
        self.write(py, observations, masks, seats)
    }

    /// Writes a number of a uniformly random legal action for each game.
    fn sample_into(&mut self, py: Python<'_>, actions: PyBuffer<i64>) -> PyResult<()> {
        let drawn = self.env.sample();
        copied(py, &drawn, &actions)
    }

    /// The mean results, for each game and seat, of so many random games from each position, which stay as they are.
    fn rollouts(&mut self, py: Python<'_>, games: u32) -> PyResult<Vec<f32>> {
        let env = &mut self.env;
        py.detach(|| env.random_rollouts(games)).map_err(|error| of_env(py, &error))
    }
}
