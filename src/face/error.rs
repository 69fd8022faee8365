//! The one error of this crate.

use std::fmt;

use super::report::{Place, Report, Severity};
use rulebook_insight::agents::{DuelError, SpecError};
use rulebook_insight::library::AgentError;
use rulebook_play::engine::{Fault, NotationError, PlayError};
use rulebook_play::record::{Mismatch, Unreadable};

/// What kind of thing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is no shipped game with this name.
    UnknownGame,
    /// The text of the game has errors, or does not suit the options: see [`Error::report`].
    Rules,
    /// The move is not legal in the position, or the game is over.
    IllegalMove,
    /// The text describes no position of the game.
    Notation,
    /// The text names no agent, or one that cannot play the game.
    Agent,
    /// The record cannot be read, or does not match the rules.
    Record,
    /// A player has no legal move, and no end clause covers this.
    Stuck,
    /// The rules cannot be evaluated within the limits.
    Limit,
}

/// Why something could not be done: what is wrong, where, and what to do instead.
///
/// ```
/// let error = rulebook::load("emulsoin").unwrap_err();
/// assert_eq!(error.kind(), rulebook::ErrorKind::UnknownGame);
/// assert_eq!(error.help(), Some("did you mean `emulsion`?"));
///
/// let error = rulebook::load_text("mine.game", "game \"Mine\" {\n  borad square(3)\n}\n").unwrap_err();
/// let place = error.place().unwrap();
/// assert_eq!((place.file.as_str(), place.line, place.column), ("mine.game", 2, 3));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    help: Option<String>,
    report: Box<Report>,
}

impl Error {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error { kind, message: message.into(), help: None, report: Box::default() }
    }

    pub(super) fn with_help(self, help: Option<String>) -> Self {
        Error { help, ..self }
    }

    /// Of findings, among which is an error: the first one speaks for all.
    pub(super) fn rules(report: Report) -> Self {
        let first = report.diagnostics().iter().find(|finding| finding.severity == Severity::Error);
        let message = first.map_or_else(|| "the rules cannot be used".to_owned(), |finding| finding.message.clone());
        let help = first.and_then(|finding| finding.help.clone());
        Error { kind: ErrorKind::Rules, message, help, report: Box::new(report) }
    }

    /// An error of your own, from an [`Agent`](crate::Agent) that cannot choose a move.
    ///
    /// ```
    /// let error = rulebook::Error::agent("the connection to the bot was lost");
    /// assert_eq!(error.to_string(), "the connection to the bot was lost");
    /// ```
    pub fn agent(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Agent, message)
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where in the text of the game, if that is where it is wrong.
    pub fn place(&self) -> Option<&Place> {
        self.report.diagnostics().iter().find(|finding| finding.severity == Severity::Error).map(|first| &first.place)
    }

    /// What to do instead, if there is something to say.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// All findings about the text of the game; empty for errors of other kinds.
    pub fn report(&self) -> &Report {
        &self.report
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place() {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Error::new(ErrorKind::Limit, fault.to_string())
    }
}

impl From<DuelError> for Error {
    fn from(trouble: DuelError) -> Self {
        match trouble {
            DuelError::Stuck => Error::new(ErrorKind::Stuck, trouble.to_string()),
            DuelError::Fault(fault) => fault.into(),
        }
    }
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Fault(fault) => fault.into(),
            PlayError::Illegal(_) | PlayError::Over => Error::new(ErrorKind::IllegalMove, error.to_string()),
        }
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Self {
        match error {
            NotationError::Fault(fault) => fault.into(),
            NotationError::Shape(_) | NotationError::Unknown(_) => Error::new(ErrorKind::Notation, error.to_string()),
        }
    }
}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Self {
        Error::new(ErrorKind::Agent, error.to_string())
    }
}

impl From<AgentError> for Error {
    fn from(error: AgentError) -> Self {
        Error::new(ErrorKind::Agent, error.to_string())
    }
}

impl From<Mismatch> for Error {
    fn from(error: Mismatch) -> Self {
        Error::new(ErrorKind::Record, error.to_string())
    }
}

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Self {
        Error::new(ErrorKind::Record, error.to_string())
    }
}
