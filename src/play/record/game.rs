//! One recorded game.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::engine::SeatResult;
use rulebook_language::model::Setting;
use rulebook_language::util::Rational;

/// One recorded game. Keys that are not known here are named in `unknown` and otherwise passed over.
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
    /// Where the moves begin: a position as text; at the start of the game where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The actions as written, those of nature among them.
    pub moves: Vec<String>,
    /// The number of legal actions before each; null where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Vec<Option<u64>>>,
    /// The seat that acts, from 1; seat 1 is the one that moved first, 0 is nature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<u8>>,
    /// The seat that wins, or the list of seats that win together; 0 for a draw, null where it is not known.
    #[serde(default)]
    pub result: Option<SeatResult>,
    /// The position after the last move, as `show --json` prints it in `position`.
    #[serde(default, rename = "final", skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
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
    /// The keys that mean nothing in a record, in their order.
    #[serde(skip)]
    pub unknown: Vec<String>,
}

/// The keys of a record.
pub const KEYS: &[&str] = &[
    "game", "variant", "options", "start", "moves", "counts", "seats", "result", "final", "cut", "seed", "agents",
    "source",
];

impl Record {
    /// Reads a record from JSON.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(json: &[u8]) -> Result<Self, serde_json::Error> {
        let record: Record = serde_json::from_slice(json)?;
        let Keys(keys) = serde_json::from_slice(json)?;
        let unknown = keys.into_iter().filter(|key| !KEYS.contains(&key.as_str())).collect();
        Ok(Record { unknown, ..record })
    }
}

/// The keys of an object.
struct Keys(Vec<String>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Of;
        impl<'de> Visitor<'de> for Of {
            type Value = Keys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut keys = Vec::new();
                while let Some((key, _)) = map.next_entry::<String, IgnoredAny>()? {
                    keys.push(key);
                }
                Ok(Keys(keys))
            }
        }
        deserializer.deserialize_map(Of)
    }
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
    use super::{KEYS, OptionValue, Record};
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
    fn keys_that_mean_nothing_are_named() {
        let record = Record::read(br#"{"game":"x","count":[1],"moves":[],"winner":{"a":[2]}}"#).unwrap();
        assert_eq!(record.unknown, ["count", "winner"]);
        let whole = Record {
            variant: Some(String::new()),
            start: Some(String::new()),
            options: [("size".to_owned(), OptionValue::Word(String::new()))].into(),
            counts: Some(Vec::new()),
            seats: Some(Vec::new()),
            last: Some(String::new()),
            cut: true,
            seed: Some(1),
            agents: Some(Vec::new()),
            source: Some(String::new()),
            ..Record::default()
        };
        let written: serde_json::Value = serde_json::from_str(&whole.to_string()).unwrap();
        let mut keys: Vec<&str> = written.as_object().unwrap().keys().map(String::as_str).collect();
        let mut known = KEYS.to_vec();
        keys.sort_unstable();
        known.sort_unstable();
        assert_eq!(keys, known);
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
