//! The shipped games.

use serde_json::{Value, json};

use rulebook_insight::library::{SHIPPED, catalogue};

/// The shipped games with their texts.
pub fn gallery() -> Value {
    let entries = catalogue();
    let rows = SHIPPED.iter().filter_map(|shipped| {
        let entry = entries.iter().find(|entry| entry.name == shipped.name())?;
        Some(json!({
            "name": entry.name,
            "title": entry.title,
            "family": entry.family,
            "doc": entry.about,
            "players": entry.players.len(),
            "text": shipped.text,
        }))
    });
    rows.collect()
}
