//! Why a search cannot be made as it is asked for.

use std::fmt;

use rulebook_language::util::suggest;

/// What is wrong with what was asked for, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
}

impl Refused {
    /// Something that is wrong.
    pub fn new(message: impl Into<String>) -> Self {
        Refused { message: message.into(), help: None }
    }

    /// The same with what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with the nearest of what is known, or all of it where nothing is near.
    #[must_use]
    pub fn among<'a>(self, word: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        match suggest(word, known.clone()) {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => {
                let list = known.take(MOST).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                if list.is_empty() { self } else { self.help(format!("there is {list}")) }
            }
        }
    }
}

/// How many names are listed at most.
const MOST: usize = 24;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "\n  help: {help}"))
    }
}

impl std::error::Error for Refused {}
