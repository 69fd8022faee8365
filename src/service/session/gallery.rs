//! The shipped games.

use serde::Deserialize;
use serde_json::{Value, json};

use rulebook_insight::library::{SHIPPED, Shipped, find, is_title, load, starter, topics};
use rulebook_language::model::lineage;
use rulebook_language::syntax::ast::DeclarationKind;

use super::refusal::{Answered, Refusal};

/// Which of the shipped games are asked for.
#[derive(Deserialize)]
pub struct Wanted {
    /// The one of this name; without it, all.
    name: Option<String>,
}

/// The shipped games with their texts, as far as these tell without a check. To read all of them takes long.
pub fn gallery(wanted: &Wanted) -> Value {
    let is_wanted = |shipped: &&Shipped| wanted.name.as_ref().is_none_or(|name| shipped.name() == name);
    SHIPPED.iter().filter(is_wanted).filter_map(entry).collect()
}

/// What one may want to write, each with the shipped game that teaches it.
pub fn lessons() -> Value {
    topics().map(|(topic, shipped)| json!({"topic": topic, "name": shipped.name()})).collect()
}

/// What a new sheet begins as: a shipped game under another title.
#[derive(Deserialize)]
pub struct Start {
    name: String,
    title: String,
}

/// The text of a new sheet.
pub fn started(start: &Start) -> Answered {
    let shipped = find(&start.name);
    let shipped = shipped.ok_or_else(|| Refusal::new(format!("there is no shipped game `{}`", start.name)))?;
    if !is_title(&start.title) {
        return Err(Refusal::new(format!("`{}` is not a valid title", start.title.escape_debug())));
    }
    Ok(json!({"text": starter(shipped, &start.title)}))
}

fn entry(shipped: &Shipped) -> Option<Value> {
    let loaded = load(shipped.name(), shipped.text);
    let unit = loaded.files.first()?.units.first()?;
    let declarations = lineage(loaded.files.iter(), unit).into_iter().flat_map(|unit| &unit.declarations);
    let players = declarations.into_iter().find_map(|said| match &said.kind {
        DeclarationKind::Players(names) => Some(names.len()),
        _ => None,
    });
    Some(json!({
        "name": shipped.name(),
        "title": unit.name.text,
        "family": shipped.path.split('/').next(),
        "doc": unit.doc,
        "players": players.unwrap_or(0),
        "text": shipped.text,
    }))
}
