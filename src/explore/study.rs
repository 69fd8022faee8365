//! A search as a file: `rulebook explore study.toml`.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::Plan;
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::study::Misread;

/// A search as a file says it.
#[derive(Clone, PartialEq, Debug)]
pub struct Study {
    /// The name of a shipped game, or a path from where the file is.
    pub game: String,
    /// The game or variant of this title in it.
    pub variant: Option<String>,
    /// The options that are set.
    pub set: Vec<(String, String)>,
    /// The wishes.
    pub want: String,
    /// What is varied.
    pub vary: Vec<String>,
    /// What stays.
    pub keep: Vec<String>,
    /// The author's own alternatives: lines of a variant.
    pub lines: Vec<String>,
    /// How it is made.
    pub plan: Plan,
    /// Where each of these stands in the text, in bytes.
    pub places: BTreeMap<&'static str, Range<usize>>,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: Spanned<String>,
    variant: Option<Spanned<String>>,
    #[serde(default)]
    set: BTreeMap<String, toml::Value>,
    want: Spanned<OneOrMany>,
    vary: Option<Spanned<OneOrMany>>,
    keep: Option<Spanned<OneOrMany>>,
    lines: Option<Spanned<OneOrMany>>,
    agents: Option<Spanned<OneOrMany>>,
    games: Option<u64>,
    seed: Option<u64>,
    max_plies: Option<u32>,
    depth: Option<u32>,
    best: Option<usize>,
    values: Option<u32>,
}

/// A text, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl OneOrMany {
    fn all(&self) -> Vec<String> {
        match self {
            OneOrMany::One(text) => vec![text.clone()],
            OneOrMany::Many(list) => list.clone(),
        }
    }
}

impl Study {
    /// Reads the text of a search.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Misread> {
        let written: Written = toml::from_str(text).map_err(|error| {
            let message = error.message().trim().replace('\n', ", ");
            let (what, known) = message.split_once(", expected ").unwrap_or((&message, ""));
            let misread = Misread::new(error.span().unwrap_or(0..0), what);
            if what.starts_with("unknown field") {
                misread.help(format!("write {known}"))
            } else {
                Misread { message, ..misread }
            }
        })?;
        let plan = Plan::default();
        let agents = match &written.agents {
            None => plan.agents.clone(),
            Some(agents) => {
                let read = |text: &String| text.parse::<Spec>();
                let all = agents.get_ref().all().iter().map(read).collect::<Result<Vec<_>, _>>();
                all.map_err(|error| Misread::new(agents.span(), error.to_string()))?
            }
        };
        let mut set = Vec::new();
        for (name, value) in written.set {
            let value = match value {
                toml::Value::String(word) => word,
                value @ (toml::Value::Integer(_) | toml::Value::Float(_)) => value.to_string(),
                _ => return Err(Misread::new(0..0, format!("a value of the option `{name}` is a number or a word"))),
            };
            set.push((name, value));
        }
        let list =
            |said: &Option<Spanned<OneOrMany>>| said.as_ref().map(|said| said.get_ref().all()).unwrap_or_default();
        let mut places: BTreeMap<&'static str, Range<usize>> = BTreeMap::new();
        places.extend([("game", written.game.span()), ("want", written.want.span())]);
        for (key, said) in
            [("vary", &written.vary), ("keep", &written.keep), ("lines", &written.lines), ("agents", &written.agents)]
        {
            places.extend(said.iter().map(|said| (key, said.span())));
        }
        places.extend(written.variant.iter().map(|variant| ("variant", variant.span())));
        let study = Study {
            game: written.game.get_ref().clone(),
            variant: written.variant.as_ref().map(|variant| variant.get_ref().clone()),
            set,
            want: written.want.get_ref().all().join(", "),
            vary: list(&written.vary),
            keep: list(&written.keep),
            lines: list(&written.lines),
            plan: Plan {
                agents,
                games: written.games.unwrap_or(plan.games),
                seed: written.seed.unwrap_or(plan.seed),
                max_plies: written.max_plies.unwrap_or(plan.max_plies),
                depth: written.depth.unwrap_or(plan.depth),
                best: written.best.unwrap_or(plan.best),
                values: written.values.unwrap_or(plan.values),
            },
            places,
        };
        study.plan.check().map_err(|refused| Misread { help: refused.help, ..Misread::new(0..0, refused.message) })?;
        Ok(study)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::Study;

    #[test]
    fn searches_are_read() {
        let text = "game = \"emulsion\"\nset = { size = 5 }\nwant = [\"draws < 1 %\", \"plies in 10..40\"]\nvary = \"size=4..=7\"\n\
                    agents = [\"random\", \"mcts:20\"]\ngames = 4000\n";
        let study = Study::read(text).unwrap();
        assert_eq!((study.want.as_str(), study.plan.games), ("draws < 1 %, plies in 10..40", 4_000));
        assert_eq!((study.vary, study.set), (vec!["size=4..=7".to_owned()], vec![("size".to_owned(), "5".to_owned())]));
        assert_eq!(study.plan.agents.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, wanted) in [
            ("game = \"hex\"\n", "missing field `want`"),
            ("game = \"hex\"\nwant = \"draws < 1 %\"\ngame_s = 3\n", "unknown field `game_s`"),
            ("game = \"hex\"\nwant = \"draws < 1 %\"\nagents = \"magic\"\n", "no agent `magic`"),
            ("game = \"hex\"\nwant = \"draws < 1 %\"\ngames = 3\n", "`games` is a whole number"),
        ] {
            let misread = Study::read(text).unwrap_err();
            assert!(misread.message.contains(wanted), "{text}: {misread:?}");
        }
    }
}
