//! Players by name: one reading of the text that names a player, and one way to write it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::alphabeta::AlphaBetaSettings;
use super::mcts::MctsSettings;
use rulebook_language::util::suggest;

/// Who plays, as a text such as `mcts:2000,c=1.4` names it. It is written with what differs from the defaults alone.
#[derive(Clone, PartialEq, Debug)]
pub enum Spec {
    /// Uniformly random actions.
    Random,
    /// What looks best after one's own action.
    Greedy {
        /// By this expression; by what the result of the game ranks the players by, where none is given.
        value: Option<String>,
    },
    /// Monte-Carlo tree search.
    Mcts(MctsSettings),
    /// Alpha-beta search.
    AlphaBeta {
        /// How far it looks.
        settings: AlphaBetaSettings,
        /// At what it looks there, as for `greedy`.
        value: Option<String>,
    },
}

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SpecError(String);

/// What can be written, for those who wrote something else.
const EXAMPLES: &str = "`random`, `greedy`, `greedy:count(mine)`, `mcts:2000` or `alphabeta:4`";

/// The first words of the texts.
const WORDS: [&str; 4] = ["random", "greedy", "mcts", "alphabeta"];

/// The settings of a search that follow its simulations.
const MCTS: [&str; 5] = ["c", "trees", "cap", "batch", "decisive"];

impl Spec {
    /// The expression that the player looks at, if it does.
    pub fn value(&self) -> Option<&str> {
        match self {
            Spec::Greedy { value } | Spec::AlphaBeta { value, .. } => value.as_deref(),
            Spec::Random | Spec::Mcts(_) => None,
        }
    }
}

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
            ("greedy", None) => Ok(Spec::Greedy { value: None }),
            ("greedy", Some(value)) => Ok(Spec::Greedy { value: Some(expression(value, "greedy:count(mine)")?) }),
            ("alphabeta", None | Some("")) => {
                Err(SpecError("`alphabeta` needs its depth in plies: write `alphabeta:4`".to_owned()))
            }
            ("alphabeta", Some(rest)) => alphabeta(rest),
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
        Some(near) => format!("there is no agent `{shown}`: did you mean `{near}`?"),
        None => format!("there is no agent `{shown}`: write {EXAMPLES}"),
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
            "batch" => {
                let most = u32::from(MctsSettings::MAX_BATCH);
                settings.batch = whole(value, 1..=most, "random games in a batch", "mcts:2000,batch=1")? as u16;
            }
            "decisive" => settings.decisive = switch(value)?,
            _ => return Err(setting("mcts", name, &MCTS)),
        }
    }
    match settings.simulations < u32::from(settings.trees) {
        true => Err(SpecError(format!("{} simulations cannot grow {} trees", settings.simulations, settings.trees))),
        false => Ok(settings),
    }
}

fn alphabeta(text: &str) -> Result<Spec, SpecError> {
    let (depth, mut rest) = text.split_once(',').unwrap_or((text, ""));
    let depth = whole(depth.trim(), 1..=u32::from(AlphaBetaSettings::MAX_DEPTH), "plies", "alphabeta:4")? as u8;
    let mut settings = AlphaBetaSettings { depth, nodes: AlphaBetaSettings::NODES };
    while !rest.trim().is_empty() {
        let (name, value) = rest.split_once('=').map_or((rest.trim(), ""), |(name, value)| (name.trim(), value));
        match name {
            "nodes" => {
                let (nodes, others) = value.split_once(',').unwrap_or((value, ""));
                let most = AlphaBetaSettings::MAX_NODES;
                settings.nodes = whole(nodes.trim(), 1..=most, "nodes", "alphabeta:4,nodes=100000")?;
                rest = others;
            }
            // An expression may have commas: it goes to the end.
            "value" => {
                let value = Some(expression(value, "alphabeta:4,value=count(mine)")?);
                return Ok(Spec::AlphaBeta { settings, value });
            }
            _ => return Err(setting("alphabeta", name, &["nodes", "value"])),
        }
    }
    Ok(Spec::AlphaBeta { settings, value: None })
}

fn expression(text: &str, example: &str) -> Result<String, SpecError> {
    match text.split_whitespace().collect::<Vec<_>>().join(" ") {
        text if text.is_empty() => Err(SpecError(format!("an expression is missing: write `{example}`"))),
        text => Ok(text),
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

fn switch(text: &str) -> Result<bool, SpecError> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(SpecError("`decisive` is `yes` or `no`, as in `mcts:2000,decisive=no`".to_owned())),
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Random => f.write_str("random"),
            Spec::Greedy { value: None } => f.write_str("greedy"),
            Spec::Greedy { value: Some(value) } => write!(f, "greedy:{value}"),
            Spec::AlphaBeta { settings, value } => {
                write!(f, "alphabeta:{}", settings.depth)?;
                if settings.nodes != AlphaBetaSettings::NODES {
                    write!(f, ",nodes={}", settings.nodes)?;
                }
                match value {
                    Some(value) => write!(f, ",value={value}"),
                    None => Ok(()),
                }
            }
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
                if settings.batch != usual.batch {
                    write!(f, ",batch={}", settings.batch)?;
                }
                if settings.decisive != usual.decisive {
                    write!(f, ",decisive={}", if settings.decisive { "yes" } else { "no" })?;
                }
                Ok(())
            }
        }
    }
}
