//! Positions.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{of_env, plain, raised};
use crate::game::Game;
use rulebook_env::KeptPosition;
use rulebook_service::report::{self, Mark};

/// A game in progress. Seats count from 1: seat 1 moved first.
#[pyclass(module = "rulebook")]
#[derive(Clone)]
pub struct Position {
    pub game: Game,
    pub inside: rulebook::Position,
    /// The last actions, as far as they are known, as written.
    pub line: Vec<String>,
}

/// The position of what was kept of it: where its line began, if not at the start of the game, and its line.
#[pyfunction]
pub fn kept_position(py: Python<'_>, game: &Game, base: Option<&str>, line: Vec<String>) -> PyResult<Position> {
    let mut position = Position::new(game, game.inside.start());
    if let Some(base) = base {
        let kept: KeptPosition =
            serde_json::from_str(base).map_err(|error| plain(py, "program", &error.to_string()))?;
        let found = kept.in_game_of(position.inside.inside()).map_err(|error| of_env(py, &error))?;
        position.inside = rulebook::Position::of(game.inside.clone(), found);
    }
    line.iter().try_for_each(|action| position.act(action)).map_err(|error| raised(py, &error))?;
    Ok(position)
}

impl Position {
    /// A position of which nothing is known that was played.
    pub fn new(game: &Game, inside: rulebook::Position) -> Self {
        Position { game: game.clone(), inside, line: Vec::new() }
    }

    /// A position after some actions, all of which can be taken back.
    pub fn after(game: &Game, inside: rulebook::Position, line: Vec<String>) -> Self {
        let mut before = inside.clone();
        let known = line.iter().all(|_| before.undo());
        Position { line: if known { line } else { Vec::new() }, ..Position::new(game, inside) }
    }

    /// Where its line began.
    pub fn base(&self) -> rulebook::Position {
        let mut base = self.inside.clone();
        for _ in &self.line {
            base.undo();
        }
        base
    }

    fn act(&mut self, text: &str) -> Result<(), rulebook::Error> {
        let action = self.inside.find(text)?;
        let written = self.inside.written(&action);
        self.inside.play(&action)?;
        self.line.push(written);
        Ok(())
    }

    /// The board.
    pub fn picture(&self) -> String {
        let title = self.inside.game().title().to_owned();
        let says = self.inside.notation();
        let board = report::position(self.inside.inside(), &title, &says, |_| Mark::None, &[]).into_string();
        // The board is an element that shows this picture where its program does not run.
        let svg = match (board.find("<svg"), board.rfind("</svg>")) {
            (Some(from), Some(to)) => board.get(from..to + "</svg>".len()).unwrap_or_default(),
            _ => board.as_str(),
        };
        match svg.find('>') {
            Some(end) => format!("{}{COLOURS}{}", &svg[..=end], &svg[end + 1..]),
            None => svg.to_owned(),
        }
    }
}

/// The colours of a picture: light as pages have them, since a notebook does not say which it wants.
const COLOURS: &str = "<style>svg.board{--paper:#fff;--ink:#1b1f24;--soft:#57606a;--cell:#efe9dc;--line:#8a8172;--rim:#1b1f24;\
--s1:#0072b2;--s2:#d55e00;--s3:#007a5a;--s4:#a34e86;font-family:sans-serif}</style>";

#[pymethods]
impl Position {
    /// The legal actions as text; none if, and only if, the game is over.
    #[getter]
    fn legal(&mut self, py: Python<'_>) -> PyResult<Vec<String>> {
        let actions = self.inside.legal().map_err(|error| raised(py, &error))?;
        Ok(actions.iter().map(|action| self.inside.written(action)).collect())
    }

    /// Plays the actions that are written so, one after another, and gives the position itself.
    #[pyo3(signature = (*actions))]
    fn play<'py>(mut slf: PyRefMut<'py, Self>, actions: Vec<String>) -> PyResult<PyRefMut<'py, Self>> {
        for action in &actions {
            let played = slf.act(action);
            played.map_err(|error| raised(slf.py(), &error))?;
        }
        Ok(slf)
    }

    /// Takes the last action back; false at the start.
    fn undo(&mut self) -> bool {
        let undone = self.inside.undo();
        if undone {
            self.line.pop();
        }
        undone
    }

    /// The last actions, as written: of a position from `start`, `position` or `replay` all since then.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.line.clone()
    }

    /// How the game ended: `winners` (seats, none in a draw), `clause`; None while it goes on.
    #[getter]
    fn outcome<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(outcome) = self.inside.outcome().map_err(|error| raised(py, &error))? else { return Ok(None) };
        let dict = PyDict::new(py);
        let winners: Vec<u32> = outcome.winners.iter().map(|seat| u32::from(*seat)).collect();
        dict.set_item("winners", winners)?;
        dict.set_item("clause", outcome.clause)?;
        Ok(Some(dict))
    }

    /// The board as text.
    #[getter]
    fn text(&self) -> String {
        self.inside.to_string()
    }

    /// The position as one line of text, which `Game.position` reads back.
    #[getter]
    fn notation(&self) -> String {
        self.inside.notation()
    }

    /// The seat to act, from 1.
    #[getter]
    fn seat(&self) -> u8 {
        self.inside.seat()
    }

    /// The name of the player to act.
    #[getter]
    fn player(&self) -> &str {
        self.inside.player()
    }

    /// How many actions were played.
    #[getter]
    fn ply(&self) -> u32 {
        self.inside.ply()
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The pieces on a cell, the top one first: `(owner, kind)` each, where nobody owns a neutral piece.
    fn pieces(&self, py: Python<'_>, cell: &str) -> PyResult<Vec<(Option<String>, String)>> {
        let found = self
            .inside
            .pieces(cell)
            .ok_or_else(|| plain(py, "notation", &format!("the board has no cell `{cell}`")))?;
        Ok(found.into_iter().map(|piece| (piece.owner.map(str::to_owned), piece.kind.to_owned())).collect())
    }

    /// A copy.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, Option<String>, Vec<String>))> {
        let (base, start) =
            (KeptPosition::of(self.base().inside()), KeptPosition::of(self.game.inside.start().inside()));
        let base = (base != start).then(|| serde_json::to_string(&base)).transpose();
        let base = base.map_err(|error| plain(py, "program", &error.to_string()))?;
        let made = py.import("rulebook._rulebook")?.getattr("kept_position")?;
        Ok((made, (self.game.clone(), base, self.line.clone())))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inside.game().title() == other.inside.game().title() && self.inside.notation() == other.inside.notation()
    }

    fn __hash__(&self) -> u64 {
        self.inside.hash()
    }

    fn __str__(&self) -> String {
        self.inside.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<rulebook.Position {:?} {}>", self.inside.game().title(), self.inside.notation())
    }

    /// A picture, which notebooks show.
    fn _repr_svg_(&self) -> String {
        self.picture()
    }
}
