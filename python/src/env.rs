//! One game as an environment.

use std::sync::Arc;

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::errors::{of_env, plain, raised};
use crate::game::Game;
use crate::position::Position;
use crate::work::attended;
use rulebook_env::{EnvError, Kept, Lane, Model, Shape, State, symmetries};
use rulebook_language::util::Rng;

/// One game as an environment: its actions are numbers from 0, what is seen of it are planes. Seats count from 0.
#[pyclass(module = "rulebook", subclass)]
#[derive(Clone)]
pub struct Env {
    pub game: Game,
    pub lane: Lane,
    /// The form that was asked for, how many actions there may be, and after how many a game is cut off.
    asked: (String, usize, u32),
}

impl Env {
    pub fn new(
        py: Python<'_>,
        game: &Game,
        lane: Result<Lane, EnvError>,
        (form, most, max_plies): (&str, usize, u32),
    ) -> PyResult<Self> {
        let lane = lane.map_err(|error| of_env(py, &error))?;
        Ok(Env { game: game.clone(), lane, asked: (form.to_owned(), most, max_plies) })
    }
}

/// The environment of what was kept of it.
#[pyfunction]
pub fn kept_env(py: Python<'_>, game: &Game, form: &str, most: usize, max_plies: u32, kept: &str) -> PyResult<Env> {
    let model = game.model(py, form, most)?;
    let kept: Kept = serde_json::from_str(kept).map_err(|error| plain(py, "program", &error.to_string()))?;
    Env::new(py, game, Lane::resumed(&model, kept, max_plies), (form, most, max_plies))
}

#[pymethods]
impl Env {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// A copy of the position.
    #[getter]
    fn position(&self) -> Position {
        Position::new(&self.game, rulebook::Position::of(self.game.inside.clone(), self.lane.position.clone()))
    }

    /// `flat` if every action is a number, `picks` if every pick is one.
    #[getter]
    fn form(&self) -> &'static str {
        form(self.lane.model())
    }

    /// How many actions are numbered.
    #[getter]
    fn actions(&self) -> usize {
        self.lane.model().space.len()
    }

    /// The planes in order: `(name, least value, greatest value)` each.
    #[getter]
    fn planes(&self) -> Vec<(String, i64, i64)> {
        planes(self.lane.model())
    }

    /// The shape of an observation: `(planes, rows, columns)`, or `(planes, cells)` of a graph.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        shape(self.lane.model())
    }

    /// The type of an observation's values: `uint8`, or `float32` where some do not fit.
    #[getter]
    fn dtype(&self) -> &'static str {
        if self.lane.model().planes.bytes { "uint8" } else { "float32" }
    }

    /// The place of each cell in a plane, in the order of `Game.cells`.
    #[getter]
    fn places(&self) -> Vec<usize> {
        places(self.lane.model())
    }

    /// The steps of the board: `(place, place, direction)` each.
    #[getter]
    fn edges(&self) -> Vec<(usize, usize, String)> {
        edges(self.lane.model())
    }

    /// The symmetries of the rules that the audit proves, but for the one that moves nothing: `players`, `planes`, `places`,
    /// `actions` say where each goes; `keeps_start` says whether the start becomes itself.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        symmetric(py, self.lane.model())
    }

    /// The seat to act; while nature acts that of the player whose turn it is.
    #[getter]
    fn seat(&self) -> usize {
        self.lane.seat()
    }

    /// Whether nature acts: `outcomes` can come up, and `draw` says which does.
    #[getter]
    fn is_chance(&self) -> bool {
        self.lane.is_chance()
    }

    /// How many outcomes there are at most where nature acts: 0 where nothing is left to chance.
    #[getter]
    fn most_outcomes(&self) -> usize {
        self.lane.model().most_outcomes()
    }

    /// What can come up, as records have it, each with its odds; nothing where nature does not act.
    fn outcomes(&mut self, py: Python<'_>) -> PyResult<Vec<(String, f64)>> {
        self.lane.outcomes().map_err(|error| of_env(py, &error))
    }

    /// Lets an outcome come up, by its place among `outcomes`.
    fn draw(&mut self, py: Python<'_>, outcome: usize) -> PyResult<()> {
        self.lane.draw(outcome).map_err(|error| of_env(py, &error))
    }

    /// `running`, `over`, or `cut`: longer than `max_plies`, or without a legal move though no end clause covers this.
    #[getter]
    fn state(&self) -> &'static str {
        match self.lane.state() {
            State::Running => "running",
            State::Over => "over",
            State::Cut => "cut",
        }
    }

    /// What came of the game for each seat: 1 won, -1 lost, 0 drawn or not over.
    #[getter]
    fn rewards(&self) -> Vec<f32> {
        self.lane.rewards().to_vec()
    }

    /// The numbers that are legal, in increasing order; none where the game is over.
    fn legal(&self) -> Vec<u32> {
        let mut legal: Vec<u32> = self.lane.legal().collect();
        legal.sort_unstable();
        legal.dedup();
        legal
    }

    /// The numbers picked so far of the action at hand.
    #[getter]
    fn picked(&self) -> Vec<u32> {
        self.lane.so_far().to_vec()
    }

    /// 1 for each number that is legal, 0 for all others: bytes, or into an array of `uint8`.
    #[pyo3(signature = (out = None))]
    fn mask<'py>(&self, py: Python<'py>, out: Option<PyBuffer<u8>>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let mut mask = vec![0; self.lane.model().space.len()];
        self.lane.mask(&mut mask);
        given(py, &mask, out)
    }

    /// What the player at a seat sees, at first the one to act: bytes, or into an array of the type and shape.
    #[pyo3(signature = (seat = None, out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let seat = seat.unwrap_or_else(|| self.lane.seat());
        let planes = &self.lane.model().planes;
        if planes.bytes {
            let mut seen = vec![0u8; planes.len()];
            self.lane.observe(seat, &mut seen);
            return given(py, &seen, out.map(|out| PyBuffer::get(&out)).transpose()?);
        }
        let mut seen = vec![0f32; planes.len()];
        self.lane.observe(seat, &mut seen);
        match out {
            Some(out) => copied(py, &seen, &PyBuffer::get(&out)?).map(|()| None),
            None => {
                let bytes: Vec<u8> = seen.iter().flat_map(|value| value.to_ne_bytes()).collect();
                Ok(Some(PyBytes::new(py, &bytes)))
            }
        }
    }

    /// Takes a number: a whole action, or one pick of it.
    fn step(&mut self, py: Python<'_>, action: i64) -> PyResult<()> {
        if self.lane.state() != State::Running {
            return Err(of_env(py, &rulebook_env::EnvError::Over));
        }
        let number = u32::try_from(action).ok();
        let taken = number.map_or(Ok(false), |number| self.lane.step(number)).map_err(|error| of_env(py, &error))?;
        if taken { Ok(()) } else { Err(plain(py, "illegal move", &format!("action {action} is not legal here"))) }
    }

    /// Begins again. What is left to chance is drawn by the seed, if there is one, or goes on from where it was.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        if let Some(seed) = seed {
            self.lane.seed(seed);
        }
        self.lane.reset().map_err(|error| of_env(py, &error))
    }

    /// A number of a uniformly random legal action, of a seed.
    fn random(&self, seed: u64) -> Option<u32> {
        self.lane.random(&mut Rng::new(seed))
    }

    /// A number as text, such as `step from=a1 to=a2`.
    fn action_text(&self, py: Python<'_>, action: i64) -> PyResult<String> {
        let number = u32::try_from(action).ok();
        let text = number.and_then(|number| self.lane.model().space.text(self.lane.model().start.game(), number));
        text.ok_or_else(|| plain(py, "illegal move", &format!("there is no action {action}")))
    }

    /// The number of a text, as `action_text` gives it.
    fn action_number(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let found = self.lane.model().space.find(self.lane.model().start.game(), text);
        found.ok_or_else(|| plain(py, "illegal move", &format!("there is no action `{text}`")))
    }

    /// The numbers of an action that is legal in the position, written as records write it: one, or one a pick.
    fn numbers(&mut self, py: Python<'_>, text: &str) -> PyResult<Vec<u32>> {
        let lane = &mut self.lane;
        let role = lane.position.role_to_act();
        let action = lane.position.find(text).map_err(|error| raised(py, &rulebook::Error::from(error)))?;
        let mut numbers = Vec::new();
        lane.model().space.write(role, &action, &mut numbers);
        Ok(numbers)
    }

    /// A copy.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, String, usize, u32, String))> {
        let kept = serde_json::to_string(&self.lane.kept());
        let kept = kept.map_err(|error| plain(py, "program", &error.to_string()))?;
        let (form, most, max_plies) = self.asked.clone();
        let made = py.import("rulebook._rulebook")?.getattr("kept_env")?;
        Ok((made, (self.game.clone(), form, most, max_plies, kept)))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }
}

/// `flat` or `picks`.
pub fn form(model: &Model) -> &'static str {
    if model.space.is_flat() { "flat" } else { "picks" }
}

/// The planes.
pub fn planes(model: &Model) -> Vec<(String, i64, i64)> {
    model.planes.list.iter().map(|plane| (plane.name.clone(), plane.low, plane.high)).collect()
}

/// The shape of an observation.
pub fn shape(model: &Model) -> Vec<usize> {
    let planes = model.planes.list.len();
    match model.planes.shape {
        Shape::Lattice(rows, columns) => vec![planes, rows, columns],
        Shape::Graph(cells) => vec![planes, cells],
    }
}

/// The place of each cell.
pub fn places(model: &Model) -> Vec<usize> {
    model.start.game().board.cells().map(|cell| model.planes.place(cell)).collect()
}

/// The steps of the board.
pub fn edges(model: &Model) -> Vec<(usize, usize, String)> {
    let board = &model.start.game().board;
    let steps = board.cells().flat_map(|cell| {
        board.directions().filter_map(move |direction| {
            let to = board.step(cell, direction)?;
            let name = board.direction(direction).name.clone();
            Some((model.planes.place(cell), model.planes.place(to), name))
        })
    });
    steps.collect()
}

/// The symmetries.
pub fn symmetric<'py>(py: Python<'py>, model: &Arc<Model>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let model = Arc::clone(model);
    let all = attended(py, Some(1), move |_| symmetries(&model))?;
    let one = |symmetry: rulebook_env::Symmetry| {
        let dict = PyDict::new(py);
        dict.set_item("players", symmetry.players)?;
        dict.set_item("keeps_start", symmetry.keeps_start)?;
        dict.set_item("planes", symmetry.planes)?;
        dict.set_item("places", symmetry.places)?;
        dict.set_item("actions", symmetry.actions)?;
        Ok(dict)
    };
    all.into_iter().map(one).collect()
}

/// Copies values into an array.
pub fn copied<T: pyo3::buffer::Element + Copy>(py: Python<'_>, values: &[T], out: &PyBuffer<T>) -> PyResult<()> {
    if out.item_count() != values.len() {
        let (found, wanted) = (out.item_count(), values.len());
        return Err(of_env(py, &rulebook_env::EnvError::Length { found, wanted }));
    }
    out.copy_from_slice(py, values)
}

fn given<'py>(py: Python<'py>, values: &[u8], out: Option<PyBuffer<u8>>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    match out {
        Some(out) => copied(py, values, &out).map(|()| None),
        None => Ok(Some(PyBytes::new(py, values))),
    }
}
