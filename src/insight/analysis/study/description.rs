//! A study in full, as text: two studies with the same description have the same games.

use serde_json::{Value, json};

use super::outline::Keep;
use super::play::{Field, name};
use crate::agents::{LearnedPlayer, Spec};
use crate::library::{Loaded, digest};
use rulebook_language::format::rules;

impl Field<'_> {
    /// The description of the study as JSON, with digests of the rules of its games; `loaded` are their files, in order. How the
    /// files are laid out and commented changes nothing.
    pub fn description(&self, loaded: &[Loaded]) -> String {
        let study = self.study();
        let games: Vec<Value> = study
            .entries
            .iter()
            .zip(loaded)
            .map(|(entry, loaded)| {
                let rules: Vec<String> = texts(loaded).map(|text| digest(&rules(text))).collect();
                json!({ "file": name(&entry.file), "rules": rules })
            })
            .collect();
        let settings: Vec<Value> = study
            .settings
            .iter()
            .zip(self.prepared())
            .map(|(setting, prepared)| {
                let options = prepared.game.options.iter().map(|chosen| json!([chosen.name, chosen.value.to_string()]));
                let title = &prepared.game.about.title;
                json!({ "game": setting.entry, "title": title, "options": options.collect::<Vec<_>>() })
            })
            .collect();
        let cells: Vec<Value> = study
            .cells
            .iter()
            .map(|cell| {
                let players: Vec<String> = cell.players.iter().map(described).collect();
                json!({
                    "setting": cell.setting, "players": players, "budget": cell.budget, "seed": cell.seed,
                    "games": cell.games, "ways": cell.ways,
                })
            })
            .collect();
        let made_by = concat!("rulebook ", env!("CARGO_PKG_VERSION"));
        let keep = match study.keep {
            Keep::Records => "records",
            Keep::Tallies => "tallies",
        };
        json!({
            "made_by": made_by, "title": study.title, "max_plies": study.max_plies, "keep": keep, "games": games,
            "settings": settings, "cells": cells,
        })
        .to_string()
    }

    /// The texts of the games, as JSON, for whoever reads the results alone.
    pub fn texts(&self, loaded: &[Loaded]) -> String {
        let all = self.study().entries.iter().zip(loaded);
        let shown =
            all.map(|(entry, loaded)| json!({ "file": name(&entry.file), "texts": texts(loaded).collect::<Vec<_>>() }));
        Value::Array(shown.collect()).to_string()
    }
}

/// A player by its name, one of files with what they hold.
fn described(spec: &Spec) -> String {
    match spec {
        Spec::Learned { file, .. } | Spec::Valued { file, .. } => {
            let held: Vec<&str> = file.players.iter().map(LearnedPlayer::digest).collect();
            format!("{spec} {}", held.join(" "))
        }
        _ => spec.to_string(),
    }
}

/// The texts that a game is made of. What was read from elsewhere than files stands with the settings and the players.
fn texts(loaded: &Loaded) -> impl Iterator<Item = &str> {
    let files = loaded.sources.iter().map(|(_, file)| file).filter(|file| !file.name.starts_with('<'));
    files.map(|file| &*file.text)
}

/// In what the description of results differs from that of a study, for people.
pub fn differences(theirs: &str, ours: &str) -> Vec<String> {
    let [theirs, ours] = [theirs, ours].map(|text| serde_json::from_str::<Value>(text).unwrap_or_default());
    let differs = |key: &str| theirs[key] != ours[key];
    let mut found = Vec::new();
    for (key, what) in
        [("made_by", "the program"), ("title", "the title"), ("max_plies", "`max_plies`"), ("keep", "`keep`")]
    {
        if differs(key) {
            found.push(format!("{what} is {} there and {} here", theirs[key], ours[key]));
        }
    }
    let list = |value: &Value| value["games"].as_array().cloned().unwrap_or_default();
    let (known, games) = (list(&theirs), list(&ours));
    if known.len() != games.len() {
        found.push("the games differ".to_owned());
    } else {
        for (known, game) in known.iter().zip(&games).filter(|(known, game)| known != game) {
            found.push(match known["file"] == game["file"] {
                true => format!("the rules of {} differ, and not in comments alone", game["file"]),
                false => format!("the game is {} there and {} here", known["file"], game["file"]),
            });
        }
    }
    let more = [("settings", "the variants or options"), ("cells", "the players, budgets, seeds or numbers of games")];
    found.extend(more.iter().filter(|(key, _)| differs(key)).map(|(_, what)| format!("{what} differ")));
    found
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn what_differs_is_said() {
        let one = r#"{"made_by":"a","max_plies":1,"games":[{"file":"x","rules":["1"]}],"cells":[1]}"#;
        assert!(differences(one, one).is_empty());
        let other = r#"{"made_by":"a","max_plies":2,"games":[{"file":"x","rules":["2"]}],"cells":[1]}"#;
        let said = ["`max_plies` is 1 there and 2 here", "the rules of \"x\" differ, and not in comments alone"];
        assert_eq!(differences(one, other), said);
    }
}
