//! Players by name: one reading of the text that names a player, and one way to write it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::alphabeta::AlphaBetaSettings;
use super::learned::{LearnedPlayer, ValuedSettings};
use super::mcts::MctsSettings;
use rulebook_language::util::{suggest, visible};

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
    /// What has been learned, by one ply or by alpha-beta search.
    Learned {
        /// The player.
        file: LearnedFile,
        /// How far it looks: 1 to choose by what comes of its own action.
        settings: AlphaBetaSettings,
    },
    /// Tree search with what has been learned for the value of its leaves.
    Valued {
        /// How the search goes on.
        settings: ValuedSettings,
        /// The player.
        file: LearnedFile,
    },
}

/// A file with a learned player, by its name, and the player once it was read; or several with `;` between them, of different
/// games, of which each game has the one that has learned it.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedFile {
    /// The names.
    pub name: String,
    /// What the files hold, in order; nothing before [`Spec::read_with`].
    pub players: Vec<LearnedPlayer>,
}

/// Why a text names no player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SpecError(String);

/// What can be written, for those who wrote something else.
const EXAMPLES: &str = "`random`, `greedy`, `greedy:count(mine)`, `mcts:2000`, `alphabeta:4` or `learned:my.player`";

/// The first words of the texts.
const WORDS: [&str; 5] = ["random", "greedy", "mcts", "alphabeta", "learned"];

/// The settings of a search that follow its simulations.
const MCTS: [&str; 6] = ["c", "trees", "cap", "batch", "decisive", "value"];

impl Spec {
    /// The expression that the player looks at, if it does.
    pub fn value(&self) -> Option<&str> {
        match self {
            Spec::Greedy { value } | Spec::AlphaBeta { value, .. } => value.as_deref(),
            Spec::Random | Spec::Mcts(_) | Spec::Learned { .. } | Spec::Valued { .. } => None,
        }
    }

    /// The names of the files that the player is read from; none where it is of no file.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let file = match self {
            Spec::Learned { file, .. } | Spec::Valued { file, .. } => Some(file),
            _ => None,
        };
        file.into_iter().flat_map(|file| file.name.split(';').map(str::trim))
    }

    /// The same player with what its file holds, if it is of one: `read` gives the bytes of a file, or says why not.
    ///
    /// # Errors
    /// If the file cannot be read, or holds no player.
    pub fn read_with(mut self, read: &dyn Fn(&str) -> Result<Vec<u8>, String>) -> Result<Self, SpecError> {
        let mut found = Vec::new();
        for name in self.files() {
            let said = |why: String| SpecError(format!("`{}` cannot be used: {why}", visible(name)));
            let bytes = read(name).map_err(said)?;
            found.push(LearnedPlayer::read(&bytes).map_err(|error| said(error.to_string()))?);
        }
        if let Spec::Learned { file, .. } | Spec::Valued { file, .. } = &mut self {
            file.players = found;
        }
        Ok(self)
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
            ("mcts", Some(rest)) => match rest.split_once(",value=") {
                Some((rest, file)) => valued(rest, file),
                None => mcts(rest).map(Spec::Mcts),
            },
            ("learned", None | Some("")) => {
                Err(SpecError("`learned` needs the file of a player: write `learned:my.player`".to_owned()))
            }
            ("learned", Some(rest)) => learned(rest),
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

/// The name of a file of a player.
fn file(text: &str, example: &str) -> Result<LearnedFile, SpecError> {
    match text.trim() {
        "" => Err(SpecError(format!("the file of a player is missing: write `{example}`"))),
        name => Ok(LearnedFile { name: name.to_owned(), players: Vec::new() }),
    }
}

/// A search with the player of a file, whose name goes to the end.
fn valued(text: &str, name: &str) -> Result<Spec, SpecError> {
    let file = file(name, "mcts:400,value=my.player")?;
    let settings = mcts(text)?;
    let usual = MctsSettings {
        simulations: settings.simulations,
        exploration: settings.exploration,
        ..MctsSettings::default()
    };
    match settings == usual {
        true => Ok(Spec::Valued {
            settings: ValuedSettings { simulations: settings.simulations, exploration: settings.exploration },
            file,
        }),
        false => {
            Err(SpecError("with `value=`, `mcts` has no other setting than `c=`: nothing is played out".to_owned()))
        }
    }
}

fn learned(text: &str) -> Result<Spec, SpecError> {
    let (name, depth) = match text.rsplit_once(",depth=") {
        Some((name, depth)) => {
            (name, whole(depth, 1..=u32::from(AlphaBetaSettings::MAX_DEPTH), "plies", "learned:my.player,depth=3")?)
        }
        None => (text, 1),
    };
    let settings = AlphaBetaSettings { depth: depth as u8, nodes: AlphaBetaSettings::NODES };
    Ok(Spec::Learned { file: file(name, "learned:my.player")?, settings })
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
            Spec::Learned { file, settings } => {
                write!(f, "learned:{}", file.name)?;
                if settings.depth > 1 { write!(f, ",depth={}", settings.depth) } else { Ok(()) }
            }
            Spec::Valued { settings, file } => {
                write!(f, "mcts:{}", settings.simulations)?;
                if settings.exploration != MctsSettings::default().exploration {
                    write!(f, ",c={}", settings.exploration)?;
                }
                write!(f, ",value={}", file.name)
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
