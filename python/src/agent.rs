//! Agents.

use pyo3::prelude::*;

use crate::errors::raised;
use crate::position::Position;
use rulebook::Rng;

/// An agent that comes with Rulebook.
#[pyclass(module = "rulebook")]
pub struct Agent {
    inside: std::sync::Mutex<Box<dyn rulebook::Agent>>,
    name: String,
}

impl Agent {
    pub fn new(game: &rulebook::Game, name: &str, seed: u64) -> Result<Self, rulebook::Error> {
        let mut inside = game.agent(name)?;
        inside.begin(Rng::new(seed));
        let name = inside.name().to_owned();
        Ok(Agent { inside: std::sync::Mutex::new(inside), name })
    }
}

#[pymethods]
impl Agent {
    /// What records call it.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Begins another game, in which all that it draws comes from the seed.
    fn begin(&self, seed: u64) {
        self.inside.lock().unwrap_or_else(std::sync::PoisonError::into_inner).begin(Rng::new(seed));
    }

    /// The action that it chooses in a position in which the game is not over, as text.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        let chosen = py.detach(|| {
            let mut position = position.inside.clone();
            let mut agent = self.inside.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let action = agent.choose(&mut position)?;
            Ok(position.written(&action))
        });
        chosen.map_err(|error: rulebook::Error| raised(py, &error))
    }
}
