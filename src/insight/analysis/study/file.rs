//! The shape of a study's text. What it does not know is an error.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::misread::Misread;

/// A study as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyFile {
    /// What it asks.
    pub title: Option<String>,
    /// Games of each cell.
    pub games: Option<Spanned<u64>>,
    /// Seeds; each is a cell of its own.
    pub seeds: Option<Spanned<Vec<u64>>>,
    /// The actions after which a game is cut off.
    pub max_plies: Option<Spanned<u32>>,
    /// What is kept of the games.
    pub keep: Option<Spanned<String>>,
    /// The games.
    pub game: Vec<GameEntry>,
    /// Who plays.
    #[serde(rename = "match")]
    pub matches: Vec<MatchEntry>,
}

/// A game with the options that are varied.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameEntry {
    /// The name of a shipped game, or a path from where the study is.
    pub file: Spanned<String>,
    /// The game or variant of this title in it.
    pub variant: Option<Spanned<String>>,
    /// Values of options: one, or a list of which each is tried.
    #[serde(default)]
    pub options: BTreeMap<String, Spanned<toml::Value>>,
}

/// Players of one game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchEntry {
    /// One a seat; `{budget}` stands for each of the budgets.
    pub players: Spanned<Vec<Spanned<String>>>,
    /// What stands for `{budget}`.
    pub budgets: Option<Spanned<Vec<u32>>>,
    /// Games of each cell, in place of the study's.
    pub games: Option<Spanned<u64>>,
    /// Whether the players change seats from game to game.
    pub exchange: Option<bool>,
}

impl StudyFile {
    /// Reads the text of a study.
    pub fn read(text: &str) -> Result<Self, Misread> {
        toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let message = plainly(error.message());
            let (what, known) = match message.split_once(", expected ") {
                Some((what, known)) if what.starts_with("unknown field") => (what.to_owned(), Some(known.to_owned())),
                _ => (message, None),
            };
            let misread = Misread::new(span, what);
            match known {
                Some(known) => misread.help(format!("write {known}")),
                None => misread,
            }
        })
    }
}

/// What the reader says, in the words of those who write studies.
fn plainly(message: &str) -> String {
    const WORDS: [(&str, &str); 7] = [
        ("expected u64", "expected a whole number from 0"),
        ("expected u32", "expected a whole number from 0 to 4294967295"),
        ("expected struct GameEntry", "expected a table"),
        ("expected struct MatchEntry", "expected a table"),
        ("expected a sequence", "expected a list"),
        ("expected a map", "expected a table"),
        ("expected a string", "expected a text in quotes"),
    ];
    let message = message.trim().replace('\n', ", ");
    WORDS.iter().fold(message, |message, (theirs, ours)| message.replace(theirs, ours))
}

/// The values of an option, as one would write them on the command line.
pub fn values(name: &str, value: &Spanned<toml::Value>) -> Result<Vec<String>, Misread> {
    let wrong = || {
        Misread::new(value.span(), format!("a value of the option `{name}` is a number or a word"))
            .help(format!("write `{name} = 5` or `{name} = [4, 5]`"))
    };
    let one = |value: &toml::Value| match value {
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) if number.is_finite() => Ok(number.to_string()),
        toml::Value::String(word) => Ok(word.clone()),
        _ => Err(wrong()),
    };
    match value.get_ref() {
        toml::Value::Array(list) if list.is_empty() => {
            Err(Misread::new(value.span(), format!("the option `{name}` has no value"))
                .help("name one, or leave the option out"))
        }
        toml::Value::Array(list) => list.iter().map(one).collect(),
        value => Ok(vec![one(value)?]),
    }
}
