//! A search in full, as text: two searches with the same description find the same.

use serde_json::{Value, json};

use super::value::Search;
use rulebook_insight::library::digest;
use rulebook_language::format::rules;

impl Search {
    /// The description of the search as JSON, with digests of the rules and of the candidates. Layout and comments of the sheet change
    /// nothing.
    pub fn description(&self) -> String {
        let (ground, plan) = (self.ground(), self.plan());
        let texts = ground.loaded.sources.iter().filter(|(_, file)| !file.name.starts_with('<'));
        let sheets: Vec<String> = texts.map(|(_, file)| digest(&rules(&file.text))).collect();
        let blocks: String = self.candidates().map(|candidate| candidate.block.as_str()).collect();
        json!({
            "made_by": concat!("rulebook ", env!("CARGO_PKG_VERSION")),
            "title": ground.title,
            "rules": sheets,
            "set": ground.set,
            "want": self.wishes().iter().map(|wish| wish.text.as_str()).collect::<Vec<_>>(),
            "candidates": digest(&blocks),
            "agents": plan.agents.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "games": plan.games,
            "seed": plan.seed,
            "max_plies": plan.max_plies,
            "depth": plan.depth,
            "best": plan.best,
            "values": plan.values,
        })
        .to_string()
    }

    /// In what the description of other results differs from this one, for people.
    pub fn differences(&self, theirs: &str) -> Vec<String> {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        let (theirs, ours) = (read(theirs), read(&self.description()));
        let named = |(key, ours): (&String, &Value)| {
            let known = &theirs[key];
            (known != ours).then(|| match key.as_str() {
                "rules" => "the rules differ, and not in comments alone".to_owned(),
                "candidates" => "what is varied differs".to_owned(),
                "made_by" => format!("the program is {known} there and {ours} here"),
                key => format!("`{key}` is {known} there and {ours} here"),
            })
        };
        ours.as_object().into_iter().flatten().filter_map(named).collect()
    }
}
