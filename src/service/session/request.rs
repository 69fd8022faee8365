//! What is asked, read from JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::refusal::Refusal;

/// A sheet, the game or variant meant in it, and the values of its options.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GameRef {
    /// The text.
    pub text: String,
    /// The name of the file in findings.
    #[serde(default = "sheet_name")]
    pub name: String,
    /// The title of the game or variant; the first where none is given.
    pub variant: Option<String>,
    /// Values of options.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The texts of other files, by their names, as `name` is this one's: those that `in` may name.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

fn sheet_name() -> String {
    "sheet.game".to_owned()
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct LineRef {
    /// The position that it begins from; the start of the game where none is given.
    pub start: Option<String>,
    /// The actions, as written.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A game alone.
#[derive(Deserialize)]
pub struct OfGame {
    /// The game.
    pub game: GameRef,
}

/// A game and a line of it.
#[derive(Deserialize)]
pub struct OfLine {
    /// The game.
    pub game: GameRef,
    /// The line; none at all where it is not given.
    #[serde(default)]
    pub line: LineRef,
}

/// The parameters of a request.
///
/// # Errors
/// If something is missing or of another shape.
pub fn params<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal::new(format!("the request cannot be read: {error}")))
}
