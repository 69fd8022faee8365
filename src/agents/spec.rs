//! Players by name: one reading of the text that names a player, and one way to write it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::mcts::MctsSettings;
use crate::util::suggest;

/// Who plays, as a text such as `mcts:2000,c=1.4` names it. It is written with what differs from the defaults alone.
#[derive(Clone, PartialEq, Debug)]
pub enum Spec {
    /// Uniformly random actions.
    Random,
    /// Monte-Carlo tree search.
    Mcts(MctsSettings),
}

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SpecError(String);

/// What can be written, for those who wrote something else.
const EXAMPLES: &str = "`random` or `mcts:2000`";

/// The first words of the texts.
const WORDS: [&str; 2] = ["random", "mcts"];

/// The settings of a search that follow its simulations.
const MCTS: [&str; 3] = ["c", "trees", "cap"];

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (word, rest) = match text.split_once(':') {
            Some((word, rest)) => (word.trim(), Some(rest.trim())),
            None => (text, None),
        };
        match (word, rest) {
            ("random", None) => Ok(Spec::Random),
            ("random", Some(_)) => Err(SpecError("`random` has no settings: write `random`".to_owned())),
            ("mcts", None | Some("")) => {
                Err(SpecError("`mcts` needs its number of simulations: write `mcts:2000`".to_owned()))
            }
            ("mcts", Some(rest)) => mcts(rest).map(Spec::Mcts),
            _ => Err(unknown(word)),
        }
    }
}

fn unknown(word: &str) -> SpecError {
    let shown: String = word.chars().filter(|c| !c.is_control()).take(40).collect();
    SpecError(match suggest(word, WORDS) {
        Some(near) => format!("there is no player `{shown}`: did you mean `{near}`?"),
        None => format!("there is no player `{shown}`: write {EXAMPLES}"),
    })
}

fn mcts(text: &str) -> Result<MctsSettings, SpecError> {
    let mut parts = text.split(',').map(str::trim);
    let most = MctsSettings::MAX_SIMULATIONS;
    let simulations = whole(parts.next().unwrap_or(""), 1..=most, "simulations", "mcts:2000")?;
    let mut settings = MctsSettings { simulations, ..MctsSettings::default() };
    for part in parts {
        let (name, value) = part.split_once('=').map_or((part, ""), |(name, value)| (name.trim(), value.trim()));
        match name {
            "c" => settings.exploration = weight(value)?,
            "trees" => {
                let trees = whole(value, 1..=u32::from(MctsSettings::MAX_TREES), "trees", "mcts:2000,trees=4")?;
                settings.trees = trees as u16;
            }
            "cap" => settings.cap = whole(value, 1..=MctsSettings::MAX_CAP, "plies", "mcts:2000,cap=500")?,
            _ => return Err(setting("mcts", name, &MCTS)),
        }
    }
    match settings.simulations < u32::from(settings.trees) {
        true => Err(SpecError(format!("{} simulations cannot grow {} trees", settings.simulations, settings.trees))),
        false => Ok(settings),
    }
}

/// What is wrong with a setting that the player does not have.
fn setting(player: &str, name: &str, known: &[&str]) -> SpecError {
    let list = known.iter().map(|name| format!("`{name}=`")).collect::<Vec<_>>().join(", ");
    let shown: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    SpecError(match suggest(name, known.iter().copied()) {
        Some(near) => format!("`{player}` has no setting `{shown}`: did you mean `{near}=`?"),
        None => format!("`{player}` has no setting `{shown}`: it has {list}"),
    })
}

fn whole(text: &str, range: std::ops::RangeInclusive<u32>, what: &str, example: &str) -> Result<u32, SpecError> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        SpecError(format!("the number of {what} is a whole number from {least} to {most}, as in `{example}`"))
    })
}

fn weight(text: &str) -> Result<f64, SpecError> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| SpecError("`c` is a number from 0 to 100, as in `mcts:2000,c=1.4`".to_owned()))
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Random => f.write_str("random"),
            Spec::Mcts(settings) => {
                let usual = MctsSettings::default();
                write!(f, "mcts:{}", settings.simulations)?;
                if settings.exploration != usual.exploration {
                    write!(f, ",c={}", settings.exploration)?;
                }
                if settings.trees != usual.trees {
                    write!(f, ",trees={}", settings.trees)?;
                }
                if settings.cap != usual.cap {
                    write!(f, ",cap={}", settings.cap)?;
                }
                Ok(())
            }
        }
    }
}
