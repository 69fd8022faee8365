//! A study in full, as text: two studies with the same description have the same games.

use serde_json::{Value, json};

use super::play::{Field, name};
use crate::library::Loaded;

impl Field<'_> {
    /// The description of the study as JSON, with the texts of its games; `loaded` are their files, in order.
    pub fn description(&self, loaded: &[Loaded]) -> String {
        let study = self.study();
        let games: Vec<Value> = study
            .entries
            .iter()
            .zip(loaded)
            .map(|(entry, loaded)| {
                // What was read from elsewhere than files stands with the settings and the players.
                let texts = loaded.sources.iter().map(|(_, file)| file).filter(|file| !file.name.starts_with('<'));
                let texts: Vec<&str> = texts.map(|file| &*file.text).collect();
                json!({ "file": name(&entry.file), "texts": texts })
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
                let players: Vec<String> = cell.players.iter().map(ToString::to_string).collect();
                json!({
                    "setting": cell.setting, "players": players, "budget": cell.budget, "seed": cell.seed,
                    "games": cell.games, "ways": cell.ways,
                })
            })
            .collect();
        let made_by = concat!("rulebook ", env!("CARGO_PKG_VERSION"));
        json!({
            "made_by": made_by, "title": study.title, "max_plies": study.max_plies, "games": games, "settings": settings,
            "cells": cells,
        })
        .to_string()
    }
}
