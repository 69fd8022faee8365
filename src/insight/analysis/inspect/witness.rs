//! The line of play that shows a finding, so that anybody can look at it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use rulebook_language::diagnostic::Code;
use rulebook_language::model::Game;
use rulebook_play::record::{OptionValue, Record};

/// How long a line may be, in characters, to be shown beside a finding.
const MAX_SHOWN: usize = 240;

/// What leads to a finding: a game with its options, and the actions from its start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// The code of the finding.
    pub code: Code,
    /// The title of the game or variant.
    pub title: String,
    /// The values of all options.
    pub options: BTreeMap<String, OptionValue>,
    /// The options that do not have their default value, as for `--set`.
    pub set: Vec<(String, String)>,
    /// The actions as written.
    pub moves: Vec<String>,
}

impl Witness {
    /// The witness of a finding about `game`, at options that `set` has changed.
    pub fn new(code: Code, game: &Game, set: &[(String, String)], moves: Vec<String>) -> Self {
        let options = game.options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect();
        Witness { code, title: game.about.title.clone(), options, set: set.to_vec(), moves }
    }

    /// As a record of the game in the file called `name`. It ends where the finding is seen, not where the game ends.
    pub fn record(&self, name: &str) -> Record {
        Record {
            game: name.to_owned(),
            variant: Some(self.title.clone()),
            options: self.options.clone(),
            moves: self.moves.clone(),
            cut: true,
            source: Some(concat!("rulebook check ", env!("CARGO_PKG_VERSION")).to_owned()),
            ..Record::default()
        }
    }

    /// How to come to it on the command line: settings, and the moves if they are not too long.
    pub fn shown(&self) -> String {
        let mut shown: String = self.set.iter().map(|(option, value)| format!("--set {option}={value} ")).collect();
        let line = self.moves.join(" ");
        match self.moves.len() {
            0 => shown.push_str("at the start"),
            _ if line.chars().count() <= MAX_SHOWN => shown.push_str(&format!("--after \"{line}\"")),
            n => shown.push_str(&format!("after {n} moves, which `--witness` writes to a file")),
        }
        shown
    }
}
