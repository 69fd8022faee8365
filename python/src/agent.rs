//! Agents.

use std::fs::File;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;

use crate::errors::raised;
use crate::game::Game;
use crate::position::Position;
use crate::work::attended;
use rulebook::Rng;
use rulebook_insight::agents::{MAX_PLAYER_BYTES, Spec};

/// An agent that comes with Rulebook.
#[pyclass(frozen, module = "rulebook")]
pub struct Agent {
    game: Game,
    asked: String,
    inside: Arc<Mutex<Begun>>,
    name: String,
    /// Whether what it does is a matter of microseconds.
    is_quick: bool,
}

/// An agent in a game.
struct Begun {
    agent: Box<dyn rulebook::Agent>,
    seed: u64,
}

impl Agent {
    pub fn new(game: &Game, asked: &str, seed: u64) -> Result<Self, rulebook::Error> {
        let mut agent = with_players(&game.inside, &[asked])?.agent(asked)?;
        agent.begin(Rng::new(seed));
        let (name, is_quick) = (agent.name().to_owned(), asked == "random");
        let inside = Arc::new(Mutex::new(Begun { agent, seed }));
        Ok(Agent { game: game.clone(), asked: asked.to_owned(), inside, name, is_quick })
    }
}

/// A game with the learned players whose files agents are named by.
pub fn with_players(game: &rulebook::Game, agents: &[impl AsRef<str>]) -> Result<rulebook::Game, rulebook::Error> {
    let mut game = game.clone();
    for agent in agents {
        for name in agent.as_ref().parse::<Spec>()?.files() {
            let bytes = player_file(name)
                .map_err(|error| rulebook::Error::agent(format!("`{name}` cannot be used: {error}")))?;
            game = game.with_player(name, &bytes);
        }
    }
    Ok(game)
}

/// The agent of a name, with the learned player whose file it names.
pub fn asked(name: &str) -> Result<Spec, rulebook::Error> {
    let read = |file: &str| player_file(file).map_err(|error| error.to_string());
    Ok(name.parse::<Spec>()?.read_with(&read)?)
}

/// The bytes of a file of a player, as far as one can be long.
pub fn player_file(name: &str) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(name)?.take(MAX_PLAYER_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
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
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.agent.begin(Rng::new(seed));
        inside.seed = seed;
    }

    /// The action that it chooses in a position in which the game is not over, as text.
    fn choose(&self, py: Python<'_>, position: &Position) -> PyResult<String> {
        let (inside, mut position) = (Arc::clone(&self.inside), position.inside.clone());
        let mut choose = move || {
            let action = inside.lock().unwrap_or_else(PoisonError::into_inner).agent.choose(&mut position)?;
            Ok(position.written(&action))
        };
        let chosen: Result<String, rulebook::Error> =
            if self.is_quick { py.detach(choose) } else { attended(py, None, move |_| choose())? };
        chosen.map_err(|error| raised(py, &error))
    }

    /// A copy, which begins as this one did.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let seed = self.inside.lock().unwrap_or_else(PoisonError::into_inner).seed;
        Agent::new(&self.game, &self.asked, seed).map_err(|error| raised(py, &error))
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, String, u64))> {
        let seed = self.inside.lock().unwrap_or_else(PoisonError::into_inner).seed;
        let made = py.get_type::<Game>().getattr("agent")?;
        Ok((made, (self.game.clone(), self.asked.clone(), seed)))
    }

    fn __repr__(&self) -> String {
        format!("<rulebook.Agent {:?} of {:?}>", self.name, self.game.inside.title())
    }
}
