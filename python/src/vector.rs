//! Many games as an environment.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::env::{copied, edges, form, places, planes, shape, symmetric};
use crate::errors::{of_env, plain};
use crate::game::Game;
use crate::position::Position;
use crate::work::attended;
use rulebook_env::{Buffer, KeptGames, Model, Settings, VectorEnv};

/// What `kept_vector` is called with.
type Kept = (Game, (String, usize), (usize, u64, usize, u32), String);

/// Many games, each of which begins again as soon as it is over. `rulebook.VectorEnv` is what to use.
#[pyclass(module = "rulebook", subclass)]
pub struct VectorCore {
    game: Game,
    /// The form that was asked for, and how many actions there may be.
    asked: (String, usize),
    env: Arc<Mutex<VectorEnv>>,
}

/// The games of what was kept of them.
#[pyfunction]
pub fn kept_vector(
    py: Python<'_>,
    game: &Game,
    asked: (String, usize),
    settings: (usize, u64, usize, u32),
    kept: &str,
) -> PyResult<VectorCore> {
    let ((form, most), (games, seed, threads, max_plies)) = (asked, settings);
    let model = game.model(py, &form, most)?;
    let kept: KeptGames = serde_json::from_str(kept).map_err(|error| plain(py, "program", &error.to_string()))?;
    let settings = Settings { games, seed, threads, max_plies };
    VectorCore::new(py, game.clone(), &model, (&form, most), settings, Some(kept))
}

impl VectorCore {
    pub fn new(
        py: Python<'_>,
        game: Game,
        model: &Arc<Model>,
        (form, most): (&str, usize),
        settings: Settings,
        kept: Option<KeptGames>,
    ) -> PyResult<Self> {
        let model = Arc::clone(model);
        let env = attended(py, Some(1), move |_| match kept {
            Some(kept) => VectorEnv::resumed(&model, settings, kept),
            None => VectorEnv::new(&model, settings),
        })?;
        let env = env.map_err(|error| of_env(py, &error))?;
        Ok(VectorCore { game, asked: (form.to_owned(), most), env: Arc::new(Mutex::new(env)) })
    }

    fn env(&self) -> MutexGuard<'_, VectorEnv> {
        self.env.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn model(&self) -> Arc<Model> {
        Arc::clone(self.env().model())
    }

    fn write(
        &self,
        py: Python<'_>,
        env: &VectorEnv,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<PyBuffer<u8>>,
        seats: Option<PyBuffer<u8>>,
    ) -> PyResult<()> {
        if let Some(out) = observations {
            match &env.observations {
                Buffer::Bytes(seen) => copied(py, seen, &PyBuffer::get(out)?)?,
                Buffer::Floats(seen) => copied(py, seen, &PyBuffer::get(out)?)?,
            }
        }
        if let Some(out) = masks {
            copied(py, &env.masks, &out)?;
        }
        if let Some(out) = seats {
            copied(py, &env.seats, &out)?;
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
        self.env().settings().games
    }

    /// How many seats a game has.
    #[getter]
    fn seats(&self) -> usize {
        self.model().start.game().players.len()
    }

    /// `flat` if every action is a number, `picks` if every pick is one.
    #[getter]
    fn form(&self) -> &'static str {
        form(&self.model())
    }

    /// How many actions are numbered.
    #[getter]
    fn actions(&self) -> usize {
        self.model().space.len()
    }

    /// The planes in order: `(name, least value, greatest value)` each.
    #[getter]
    fn planes(&self) -> Vec<(String, i64, i64)> {
        planes(&self.model())
    }

    /// The shape of an observation of one game.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        shape(&self.model())
    }

    /// The type of an observation's values.
    #[getter]
    fn dtype(&self) -> &'static str {
        if self.model().planes.bytes { "uint8" } else { "float32" }
    }

    /// The place of each cell in a plane, in the order of `Game.cells`.
    #[getter]
    fn places(&self) -> Vec<usize> {
        places(&self.model())
    }

    /// The steps of the board: `(place, place, direction)` each.
    #[getter]
    fn edges(&self) -> Vec<(usize, usize, String)> {
        edges(&self.model())
    }

    /// The symmetries of the rules that the audit proves, as `Env.symmetries` gives them.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        symmetric(py, &self.model())
    }

    /// A number as text, such as `step from=a1 to=a2`.
    fn action_text(&self, py: Python<'_>, action: i64) -> PyResult<String> {
        let model = self.model();
        let text = u32::try_from(action).ok().and_then(|number| model.space.text(model.start.game(), number));
        text.ok_or_else(|| plain(py, "illegal move", &format!("there is no action {action}")))
    }

    /// A copy of the position of one game.
    fn position(&self, py: Python<'_>, game: usize) -> PyResult<Position> {
        let env = self.env();
        let lane = env.lane(game).ok_or_else(|| plain(py, "program", &format!("there is no game {game}")))?;
        Ok(Position::new(&self.game, rulebook::Position::of(self.game.inside.clone(), lane.position.clone())))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let kept = serde_json::to_string(&self.env().kept());
        let kept = kept.map_err(|error| plain(py, "program", &error.to_string()))?;
        let Settings { games, seed, threads, max_plies } = self.env().settings();
        let made = py.import("rulebook._rulebook")?.getattr("kept_vector")?;
        Ok((made, (self.game.clone(), self.asked.clone(), (games, seed, threads, max_plies), kept)))
    }

    /// Begins all games again, and writes what can be seen and done.
    fn reset_into(
        &mut self,
        py: Python<'_>,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<PyBuffer<u8>>,
        seats: Option<PyBuffer<u8>>,
    ) -> PyResult<()> {
        let env = &mut *self.env();
        py.detach(|| env.reset()).map_err(|error| of_env(py, &error))?;
        self.write(py, env, observations, masks, seats)
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
        let env = &mut *self.env();
        py.detach(|| env.step(&actions)).map_err(|error| of_env(py, &error))?;
        if let Some(out) = rewards {
            copied(py, &env.rewards, &out)?;
        }
        if let Some(out) = done {
            copied(py, &env.done, &out)?;
        }
        self.write(py, env, observations, masks, seats)
    }

    /// Writes a number of a uniformly random legal action for each game.
    fn sample_into(&mut self, py: Python<'_>, actions: PyBuffer<i64>) -> PyResult<()> {
        let drawn = self.env().sample();
        copied(py, &drawn, &actions)
    }

    /// The mean results, for each game and seat, of so many random games from each position, which stay as they are.
    fn rollouts(&mut self, py: Python<'_>, games: u32) -> PyResult<Vec<f32>> {
        let env = Arc::clone(&self.env);
        let played =
            attended(py, Some(1), move |_| env.lock().unwrap_or_else(PoisonError::into_inner).random_rollouts(games))?;
        played.map_err(|error| of_env(py, &error))
    }
}
