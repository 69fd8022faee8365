//! One recorded game.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::engine::SeatResult;
use rulebook_language::model::Setting;
use rulebook_language::util::Rational;

/// One recorded game. Fields that are not known here are passed over.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The name of the game's file.
    pub game: String,
    /// The title of the game or variant in it; the first one where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The options that do not have their default value, or all.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// The actions as written.
    pub moves: Vec<String>,
    /// The number of legal actions before each; null where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<Option<u64>>>,
    /// The seat that acts, from 1; seat 1 is the one that moved first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<u8>>,
    /// The seat that wins, or the list of seats that win together; 0 for a draw, null where it is not known.
    #[serde(default)]
    pub result: Option<SeatResult>,
    /// Whether the game was cut off before its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// The seed of the run that the game comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Who played, by seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agents: Option<Vec<String>>,
    /// Who computed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// One line of JSON, which is read back by parsing it.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// The value of an option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// A number, such as `9` or `7.5`.
    Number(serde_json::Number),
    /// A word.
    Word(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Word(word) => f.write_str(word),
        }
    }
}

impl From<&Setting> for OptionValue {
    /// A number that JSON cannot hold exactly becomes a word.
    fn from(setting: &Setting) -> Self {
        let text = setting.to_string();
        let exact = |number: &serde_json::Number| Rational::parse(&number.to_string()) == Rational::parse(&text);
        match setting {
            Setting::Number(_) => match text.parse::<serde_json::Number>().ok().filter(exact) {
                Some(number) => OptionValue::Number(number),
                None => OptionValue::Word(text),
            },
            Setting::Word(_) => OptionValue::Word(text),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{OptionValue, Record};
    use rulebook_language::model::Setting;
    use rulebook_language::util::Rational;

    #[test]
    fn records_read_as_they_were_written() {
        let line = r#"{"game":"go","options":{"komi":7.5,"pie":"off","size":9},"moves":["f7","pass"],"counts":[82,null],"result":null,"source":"x"}"#;
        let record: Record = serde_json::from_str(line).unwrap();
        let values: Vec<String> = record.options.values().map(ToString::to_string).collect();
        assert_eq!(values, ["7.5", "off", "9"]);
        assert_eq!(record.counts, Some(vec![Some(82), None]));
        assert_eq!(record.to_string(), line);
        assert_eq!(line.parse::<Record>().unwrap(), record);
    }

    #[test]
    fn numbers_stay_exact() {
        let of = |above, below| OptionValue::from(&Setting::Number(Rational::new(above, below).unwrap())).to_string();
        assert_eq!([of(9, 1), of(15, 2), of(1, 3)], ["9", "7.5", "1/3"]);
    }

    #[test]
    fn wrong_types_are_errors() {
        for line in
            ["{}", r#"{"game":"x"}"#, r#"{"game":"x","moves":[1]}"#, r#"{"game":"x","moves":[],"options":{"a":true}}"#]
        {
            assert!(serde_json::from_str::<Record>(line).is_err(), "{line}");
        }
    }
}
