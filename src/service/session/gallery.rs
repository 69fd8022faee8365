//! The shipped games.

use serde_json::{Value, json};

use rulebook_insight::library::{SHIPPED, Shipped, load};
use rulebook_language::model::lineage;
use rulebook_language::syntax::ast::DeclarationKind;

/// The shipped games with their texts, as far as these tell without a check.
pub fn gallery() -> Value {
    SHIPPED.iter().filter_map(entry).collect()
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
