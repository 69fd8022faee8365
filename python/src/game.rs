//! Games.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::Agent;
use crate::env::Env;
use crate::errors::{findings, of_env, plain, raised};
use crate::position::Position;
use crate::vector::VectorCore;
use crate::work::attended;
use rulebook::{Options, Record, Severity};
use rulebook_env::{Form, Lane, Luck, Model};
use rulebook_insight::library;
use rulebook_language::topology::{CellShape, Form as Tile};
use rulebook_language::util::Id;

/// A game that can be played: one variant, with one value for each option.
#[pyclass(frozen, module = "rulebook")]
#[derive(Clone)]
pub struct Game {
    pub inside: rulebook::Game,
    /// The forms in which its actions were numbered so far, each with how many there may be.
    models: Arc<Mutex<Vec<(String, usize, Arc<Model>)>>>,
}

/// What a game is made of: of two games with the same the same can be said.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    name: String,
    text: String,
    files: Vec<(String, String)>,
    variant: String,
    settings: Vec<(String, String)>,
    expressions: Vec<String>,
}

/// So many games that were made of what is kept of them are remembered.
const KNOWN: usize = 8;

impl From<rulebook::Game> for Game {
    fn from(inside: rulebook::Game) -> Self {
        Game { inside, models: Arc::default() }
    }
}

fn options(variant: Option<&str>, options: Vec<(String, String)>, expressions: Vec<String>) -> Options {
    let mut all = Options::new();
    if let Some(title) = variant {
        all = all.variant(title);
    }
    all = options.into_iter().fold(all, |all, (name, value)| all.set(&name, value));
    expressions.iter().fold(all, |all, expression| all.expression(expression))
}

/// Loads a shipped game.
#[pyfunction]
pub fn load_shipped(
    py: Python<'_>,
    name: &str,
    variant: Option<&str>,
    settings: Vec<(String, String)>,
    expressions: Vec<String>,
) -> PyResult<Game> {
    let (all, name) = (options(variant, settings, expressions), name.to_owned());
    let found = attended(py, Some(1), move |_| all.load(&name))?;
    found.map(Game::from).map_err(|error| raised(py, &error))
}

/// Loads a game of a text, which findings call by the name; `files` are texts that it may name with `in`, by their names.
#[pyfunction]
pub fn load_text(
    py: Python<'_>,
    name: &str,
    text: &str,
    files: Vec<(String, String)>,
    variant: Option<&str>,
    settings: Vec<(String, String)>,
    expressions: Vec<String>,
) -> PyResult<Game> {
    let all = options(variant, settings, expressions);
    let all = files.iter().fold(all, |all, (name, text)| all.file(name, text));
    let (name, text) = (name.to_owned(), text.to_owned());
    let found = attended(py, Some(1), move |_| all.load_text(&name, &text))?;
    found.map(Game::from).map_err(|error| raised(py, &error))
}

/// The game of what was kept of it. Whoever unpickles many positions of a game loads it once.
#[pyfunction]
pub fn kept_game(
    py: Python<'_>,
    name: String,
    text: String,
    files: Vec<(String, String)>,
    variant: String,
    settings: Vec<(String, String)>,
    expressions: Vec<String>,
) -> PyResult<Game> {
    static GAMES: Mutex<Vec<(Origin, Game)>> = Mutex::new(Vec::new());
    let games = || GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let origin = Origin { name, text, files, variant, settings, expressions };
    if let Some((_, game)) = games().iter().find(|(known, _)| *known == origin) {
        return Ok(game.clone());
    }
    let Origin { name, text, files, variant, settings, expressions } = origin.clone();
    let game = load_text(py, &name, &text, files, Some(&variant), settings, expressions)?;
    let mut games = games();
    games.truncate(KNOWN - 1);
    games.insert(0, (origin, game.clone()));
    Ok(game)
}

/// The names of the shipped games.
#[pyfunction]
pub fn shipped() -> Vec<&'static str> {
    rulebook::shipped().collect()
}

#[pymethods]
impl Game {
    /// The title of the game or variant.
    #[getter]
    fn title(&self) -> &str {
        self.inside.title()
    }

    /// The name by which records call the game.
    #[getter]
    fn name(&self) -> &str {
        self.inside.name()
    }

    /// The name of the file of its sheet.
    #[getter]
    fn file(&self) -> String {
        self.origin().name
    }

    /// The text of its sheet.
    #[getter]
    fn text(&self) -> String {
        self.origin().text
    }

    /// The texts of the other files that it is made of, by their names.
    #[getter]
    fn files(&self) -> BTreeMap<String, String> {
        self.origin().files.into_iter().collect()
    }

    /// The names of the players, in the order of play.
    #[getter]
    fn players(&self) -> Vec<&str> {
        self.inside.players().collect()
    }

    /// The options, each with its value as the file would write it.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.inside.options() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }

    /// Whether anything is left to chance.
    #[getter]
    fn has_luck(&self) -> bool {
        self.inside.inside().game.has_luck()
    }

    /// The names of the cells, in the order in which one reads the board.
    #[getter]
    fn cells(&self) -> Vec<&str> {
        self.inside.cells().collect()
    }

    /// Where the cells are drawn: `shape` (`square`, `hexagon`, `point`, or `tile` where each has a form of its own), `cells`
    /// (`(name, x, y)` each, y upwards), `lines` (pairs of cells) of boards of points, and `forms` of boards of tiles: of each cell the
    /// corners of a polygon, or the radius of a disc.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let board = &self.inside.inside().game.board;
        let outline = board.outline();
        let dict = PyDict::new(py);
        let shape = match outline.shape {
            CellShape::Square => "square",
            CellShape::Hexagon => "hexagon",
            CellShape::Point => "point",
            CellShape::Tile => "tile",
        };
        dict.set_item("shape", shape)?;
        let cells: Vec<(&str, f64, f64)> = board
            .cells()
            .map(|cell| {
                let (x, y) = outline.middles.get(cell.index()).copied().unwrap_or_default();
                (board.cell_name(cell), x, y)
            })
            .collect();
        dict.set_item("cells", cells)?;
        let lines: Vec<(&str, &str)> =
            outline.lines.iter().map(|(a, b)| (board.cell_name(*a), board.cell_name(*b))).collect();
        dict.set_item("lines", lines)?;
        let mut forms = Vec::new();
        for form in board.cells().filter_map(|cell| outline.forms.get(cell.index())) {
            forms.push(match form {
                Tile::Polygon(corners) => corners.clone().into_pyobject(py)?.into_any(),
                Tile::Disc(radius) => radius.into_pyobject(py)?.into_any(),
            });
        }
        dict.set_item("forms", forms)?;
        Ok(dict)
    }

    /// What was found on loading that is probably a mistake, as `rulebook.check` gives it.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        findings(py, self.inside.report())
    }

    /// The position in which the game begins.
    fn start(&self) -> Position {
        Position::new(self, self.inside.start())
    }

    /// The position that a text describes, as `Position.notation` gives it.
    fn position(&self, py: Python<'_>, notation: &str) -> PyResult<Position> {
        let found = self.inside.position(notation);
        found.map(|inside| Position::new(self, inside)).map_err(|error| raised(py, &error))
    }

    /// The last position of a record, as a line of JSON, which is replayed strictly.
    fn replay(&self, py: Python<'_>, record: &str) -> PyResult<Position> {
        let read = record.parse::<Record>().map_err(rulebook::Error::from);
        let game = self.inside.clone();
        let replayed =
            attended(py, Some(1), move |_| read.and_then(|record| Ok((game.replay(&record)?, record.moves))))?;
        replayed.map(|(inside, moves)| Position::after(self, inside, moves)).map_err(|error| raised(py, &error))
    }

    /// An agent for this game: `random`, `greedy`, `mcts:2000`, `alphabeta:4`.
    #[pyo3(signature = (name, seed = 1))]
    fn agent(&self, py: Python<'_>, name: &str, seed: u64) -> PyResult<Agent> {
        Agent::new(self, name, seed).map_err(|error| raised(py, &error))
    }

    /// One game as an environment, from the start or a position. What is left to chance is drawn by the seed, or, where it is
    /// explicit, told by `draw`.
    #[pyo3(signature = (form = "auto", *, most = 16384, max_plies = 10_000, position = None, seed = 1, explicit_chance = false))]
    fn env(
        &self,
        py: Python<'_>,
        form: &str,
        most: usize,
        max_plies: u32,
        position: Option<&Position>,
        seed: u64,
        explicit_chance: bool,
    ) -> PyResult<Env> {
        let model = self.model(py, form, most)?;
        let luck = if explicit_chance { Luck::Told } else { Luck::of_seed(seed) };
        let lane = match position {
            Some(position) => Lane::of(&model, position.inside.inside().clone(), max_plies, luck),
            None => Lane::new(&model, max_plies, luck),
        };
        Env::new(py, self, lane, (form, most, max_plies))
    }

    /// Many games as an environment.
    #[pyo3(signature = (games, seed, form, most, max_plies, threads))]
    fn vector_core(
        &self,
        py: Python<'_>,
        games: usize,
        seed: u64,
        form: &str,
        most: usize,
        max_plies: u32,
        threads: usize,
    ) -> PyResult<VectorCore> {
        let model = self.model(py, form, most)?;
        let settings = rulebook_env::Settings { games, seed, threads, max_plies };
        VectorCore::new(py, self.clone(), &model, (form, most), settings, None)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.origin() == other.origin()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.origin().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Kept)> {
        let Origin { name, text, files, variant, settings, expressions } = self.origin();
        let made = py.import("rulebook._rulebook")?.getattr("kept_game")?;
        Ok((made, (name, text, files, variant, settings, expressions)))
    }

    /// The board, the options and the findings, which notebooks show.
    fn _repr_html_(&self) -> String {
        let row = |(name, value): (&str, String)| {
            format!("<tr><th>{}</th><td>{}</td></tr>", plain_html(name), plain_html(&value))
        };
        let options: String = self.inside.options().map(row).collect();
        let said = self.inside.report().diagnostics().iter().map(|finding| {
            let colour = if finding.severity == Severity::Advice { "#57606a" } else { "#9a6700" };
            let help = finding.help.as_ref().map(|help| format!("<br>{}", plain_html(help))).unwrap_or_default();
            let (place, message) = (plain_html(&finding.place.to_string()), plain_html(&finding.message));
            format!("<li style=\"color:{colour}\">{place}: {message}{help}</li>")
        });
        let (title, board, said) = (plain_html(self.inside.title()), self.start().picture(), said.collect::<String>());
        let table = if options.is_empty() { options } else { format!("<table>{options}</table>") };
        let list = if said.is_empty() { said } else { format!("<ul>{said}</ul>") };
        format!(
            "<figure style=\"max-width:24em;margin:0\"><figcaption><b>{title}</b></figcaption>{board}</figure>{table}{list}"
        )
    }

    fn __repr__(&self) -> String {
        let options: Vec<String> = self.inside.options().map(|(name, value)| format!(", {name}={value}")).collect();
        format!("<rulebook.Game {:?}{}>", self.inside.title(), options.concat())
    }
}

/// What `kept_game` is called with.
type Kept = (String, String, Vec<(String, String)>, String, Vec<(String, String)>, Vec<String>);

/// A text as HTML.
fn plain_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Game {
    /// What it is made of: its text, those of other files that are not shipped, and what was set.
    fn origin(&self) -> Origin {
        let loaded = self.inside.loaded();
        let mut texts = loaded.files.iter().map(|file| {
            let file = loaded.sources.file(file.id);
            (file.name.clone(), file.text.to_string())
        });
        let (name, text) = texts.next().unwrap_or_default();
        let is_own = |(name, text): &(String, String)| library::find(name).is_none_or(|shipped| shipped.text != text);
        Origin {
            name,
            text,
            files: texts.filter(is_own).collect(),
            variant: self.inside.title().to_owned(),
            settings: self.inside.options().map(|(name, value)| (name.to_owned(), value)).collect(),
            expressions: self.inside.inside().asked.clone(),
        }
    }

    /// The game with its actions numbered in a form: `auto` is flat where there are at most `most` actions, else pick by pick.
    pub fn model(&self, py: Python<'_>, form: &str, most: usize) -> PyResult<Arc<Model>> {
        let models = || self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., model)) = models().iter().find(|(known, limit, _)| known == form && *limit == most) {
            return Ok(Arc::clone(model));
        }
        let start = self.inside.start().inside().clone();
        let asked = form.to_owned();
        let built = attended(py, Some(1), move |_| match asked.as_str() {
            "flat" => Some(Model::new(start, Form::Flat(most))),
            "picks" => Some(Model::new(start, Form::Picks)),
            "auto" => Some(match Model::new(start.clone(), Form::Flat(most)) {
                Err(rulebook_env::EnvError::TooMany { .. }) => Model::new(start, Form::Picks),
                built => built,
            }),
            _ => None,
        })?;
        match built {
            Some(model) => {
                let model = Arc::new(model.map_err(|error| of_env(py, &error))?);
                models().push((form.to_owned(), most, Arc::clone(&model)));
                Ok(model)
            }
            None => Err(plain(py, "program", "the form is `flat`, `picks` or `auto`")),
        }
    }
}
