//! From a text, or the name of a shipped game, to a game.

use super::error::{Error, ErrorKind};
use super::game::Game;
use super::report::Report;
use std::collections::BTreeMap;

use rulebook_insight::library::{self, SHIPPED, Settings, Shipped, Texts};

/// The name of the text that holds the settings, in findings.
const SETTINGS: &str = "<options>";

/// The names of the shipped games.
///
/// ```
/// assert!(rulebook::shipped().any(|name| name == "emulsion"));
/// ```
pub fn shipped() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(Shipped::name)
}

/// A shipped game, with the default values of its options.
///
/// ```
/// let game = rulebook::load("hex")?;
/// assert_eq!(game.title(), "Hex");
/// # Ok::<(), rulebook::Error>(())
/// ```
///
/// # Errors
/// If there is no shipped game with this name.
pub fn load(name: &str) -> Result<Game, Error> {
    Options::new().load(name)
}

/// The first game of a text, with the default values of its options. `name` is what errors call the text, such as the path of
/// its file. Variants of shipped games need nothing else.
///
/// ```
/// let text = "variant \"Small Hex\" of \"Hex\" {\n  option size: 2..=26 = 5\n}\n";
/// let game = rulebook::load_text("small-hex.game", text)?;
/// assert_eq!((game.title(), game.cells().count()), ("Small Hex", 25));
/// # Ok::<(), rulebook::Error>(())
/// ```
///
/// # Errors
/// If the text has errors.
pub fn load_text(name: &str, text: &str) -> Result<Game, Error> {
    Options::new().load_text(name, text)
}

/// Which game of a text is loaded, and with which values of its options.
///
/// ```
/// let game = rulebook::Options::new().variant("Free Emulsion").set("size", 5).load("emulsion")?;
/// assert_eq!((game.title(), game.option("size")), ("Free Emulsion", Some("5".to_owned())));
/// # Ok::<(), rulebook::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    settings: Settings,
    expressions: Vec<String>,
    files: BTreeMap<String, String>,
}

impl Options {
    /// The first game of a text, with the default values of its options.
    pub fn new() -> Self {
        Options::default()
    }

    /// The game or variant of this title.
    #[must_use]
    pub fn variant(mut self, title: &str) -> Self {
        self.settings.set_variant(" variant ", title);
        self
    }

    /// A value for an option of the game.
    #[must_use]
    pub fn set(mut self, option: &str, value: impl ToString) -> Self {
        self.settings.set(" ", option, &value.to_string());
        self
    }

    /// An expression of the game's language that agents of the game are going to evaluate, such as `count(mine)` for the agent
    /// `greedy:count(mine)`.
    ///
    /// ```
    /// let game = rulebook::Options::new().expression("count(mine)").load("othello")?;
    /// assert!(game.agent("greedy:count(mine)").is_ok());
    /// # Ok::<(), rulebook::Error>(())
    /// ```
    #[must_use]
    pub fn expression(mut self, expression: &str) -> Self {
        self.expressions.push(expression.to_owned());
        self
    }

    /// Another text, for variants that name its file with `in`. Its name is the path of its file as the name of the text that is
    /// loaded is the path of that one's; no file is read.
    ///
    /// ```
    /// let sheet = "variant \"Tiny\" of \"Small Hex\" in \"small-hex.game\" {\n  option size: 2..=26 = 3\n}\n";
    /// let small = "variant \"Small Hex\" of \"Hex\" {\n  option size: 2..=26 = 5\n}\n";
    /// let game = rulebook::Options::new().file("mine/small-hex.game", small).load_text("mine/tiny.game", sheet)?;
    /// assert_eq!((game.title(), game.cells().count()), ("Tiny", 9));
    /// # Ok::<(), rulebook::Error>(())
    /// ```
    #[must_use]
    pub fn file(mut self, name: &str, text: &str) -> Self {
        self.files.insert(name.to_owned(), text.to_owned());
        self
    }

    /// A shipped game.
    ///
    /// # Errors
    /// If there is no shipped game with this name, or it does not have these options.
    pub fn load(&self, name: &str) -> Result<Game, Error> {
        match library::find(name) {
            Some(shipped) => self.load_text(shipped.name(), shipped.text),
            None => Err(Error::new(ErrorKind::UnknownGame, format!("there is no shipped game `{name}`"))
                .with_help(library::near(name).map(|near| format!("did you mean `{near}`?")))),
        }
    }

    /// A game of a text.
    ///
    /// # Errors
    /// If the text has errors, or its game does not have these options.
    pub fn load_text(&self, name: &str, text: &str) -> Result<Game, Error> {
        let mut loaded = library::load_with(name, text, &Texts::beside(name, &self.files));
        self.expressions.iter().for_each(|expression| loaded.ask(expression));
        let written = self.settings.write_down(SETTINGS, &mut loaded.sources);
        let (prepared, report) = loaded.prepare(written.variant.as_ref(), &written.choices);
        let report = Report::of(&report, &loaded.sources);
        match prepared {
            Some(prepared) => Ok(Game::new(loaded, prepared, report)),
            None => Err(Error::rules(report)),
        }
    }
}
