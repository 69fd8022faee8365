//! A game that can be played.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use super::agent::{Agent, Builtin};
use super::error::Error;
use super::position::Position;
use super::report::Report;
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::compare::Side;
use rulebook_insight::library::{Loaded, Prepared};
use rulebook_play::record::{self, Record};

/// A game that can be played: one variant, with one value for each option. Cheap to clone.
///
/// ```
/// let game = rulebook::load("tic-tac-toe")?;
/// assert_eq!(game.players().collect::<Vec<_>>(), ["Cross", "Nought"]);
/// assert_eq!(game.start().legal()?.len(), 9);
/// # Ok::<(), rulebook::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    inside: Arc<Inside>,
    /// Learned players, as the bytes of their files, by the names of these.
    players: BTreeMap<String, Arc<[u8]>>,
}

#[derive(Debug)]
struct Inside {
    side: Side,
    report: Report,
}

impl Game {
    pub(super) fn new(loaded: Loaded, prepared: Prepared, report: Report) -> Self {
        Game { inside: Arc::new(Inside { side: Side { loaded, prepared }, report }), players: BTreeMap::new() }
    }

    pub(super) fn side(&self) -> &Side {
        &self.inside.side
    }

    pub(super) fn prepared(&self) -> &Prepared {
        &self.inside.side.prepared
    }

    /// What is inside, for the crates beside this one.
    #[doc(hidden)]
    pub fn inside(&self) -> &Prepared {
        self.prepared()
    }

    /// The text that it is of, with what that builds on, for the crates beside this one.
    #[doc(hidden)]
    pub fn loaded(&self) -> &Loaded {
        &self.side().loaded
    }

    /// The title of the game or variant.
    pub fn title(&self) -> &str {
        &self.prepared().game.about.title
    }

    /// The name by which records call the game: that of its text, without folder and ending.
    pub fn name(&self) -> &str {
        let text = self.side().loaded.sources.iter().next().map_or("", |(_, file)| file.name.as_str());
        Path::new(text).file_stem().and_then(OsStr::to_str).unwrap_or(text)
    }

    /// The names of the players, in the order of play.
    pub fn players(&self) -> impl Iterator<Item = &str> {
        self.prepared().game.players.iter().map(String::as_str)
    }

    /// The names of the cells of the board.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        let board = &self.prepared().game.board;
        board.cells().map(|cell| board.cell_name(cell))
    }

    /// The options, each with its value as the file would write it.
    pub fn options(&self) -> impl Iterator<Item = (&str, String)> {
        self.prepared().game.options.iter().map(|chosen| (chosen.name.as_str(), chosen.value.to_string()))
    }

    /// The value of an option, if the game has it.
    pub fn option(&self, name: &str) -> Option<String> {
        self.options().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// What was found on loading that is probably a mistake; [`check`](crate::check) finds more.
    pub fn report(&self) -> &Report {
        &self.inside.report
    }

    /// The position in which the game begins.
    pub fn start(&self) -> Position {
        Position::new(self.clone(), self.prepared().start())
    }

    /// The position that a text describes, as [`Position::notation`] gives it.
    ///
    /// ```
    /// let game = rulebook::load("hex")?;
    /// let position = game.start();
    /// assert_eq!(game.position(&position.notation())?.notation(), position.notation());
    /// # Ok::<(), rulebook::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text describes no position of this game.
    pub fn position(&self, notation: &str) -> Result<Position, Error> {
        Ok(Position::new(self.clone(), self.prepared().read(notation)?))
    }

    /// An agent for this game: `random`, `greedy`, `mcts:2000`, `alphabeta:4`, with the settings that `docs/agents.md` lists.
    ///
    /// ```
    /// let game = rulebook::load("tic-tac-toe")?;
    /// let mut agent = game.agent("mcts:100")?;
    /// let action = agent.choose(&mut game.start())?;
    /// assert!(game.start().legal()?.contains(&action));
    /// # Ok::<(), rulebook::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text names no agent, or one that cannot play this game.
    pub fn agent(&self, name: &str) -> Result<Box<dyn Agent>, Error> {
        Ok(Box::new(Builtin::new(self.prepared().agent(&self.spec(name)?)?)))
    }

    /// The same game with a learned player that agents can be named by: the bytes of a file that `rulebook train` wrote, for
    /// `learned:NAME` and `mcts:400,value=NAME`. Whether it has learned this game is looked at by [`Game::agent`].
    ///
    /// ```
    /// let game = rulebook::load("tic-tac-toe")?.with_player("my.player", b"no player");
    /// assert!(game.agent("learned:my.player").is_err());
    /// # Ok::<(), rulebook::Error>(())
    /// ```
    #[must_use]
    pub fn with_player(mut self, name: &str, bytes: &[u8]) -> Self {
        self.players.insert(name.to_owned(), Arc::from(bytes));
        self
    }

    /// The agent that a text names, with what its files hold, as far as they were given.
    pub(super) fn spec(&self, text: &str) -> Result<Spec, Error> {
        let spec: Spec = text.parse()?;
        if spec.files().any(|name| !self.players.contains_key(name)) {
            return Ok(spec);
        }
        let read = |name: &str| Ok(self.players.get(name).map(|bytes| bytes.to_vec()).unwrap_or_default());
        Ok(spec.read_with(&read)?)
    }

    /// Replays a record of this game, and gives its last position.
    ///
    /// ```
    /// use rulebook::{Record, load};
    ///
    /// let game = load("tic-tac-toe")?;
    /// let record: Record = r#"{"game": "tic-tac-toe", "moves": ["a1", "b2"], "cut": true}"#.parse()?;
    /// assert_eq!(game.replay(&record)?.ply(), 2);
    /// # Ok::<(), rulebook::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first difference between the record and the rules.
    pub fn replay(&self, record: &Record) -> Result<Position, Error> {
        let mut position = self.prepared().start();
        record::replay(&mut position, record)?;
        Ok(Position::new(self.clone(), position))
    }
}
