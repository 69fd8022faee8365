//! The shipped games at a glance.

use serde::Serialize;

use super::{Shipped, load};
use rulebook_language::model::{Chosen, Domain, lineage};
use rulebook_language::syntax::ast::DeclarationKind;

/// What is known of a shipped game before it is played, as `games --json` writes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CatalogueEntry {
    /// The name by which it is called.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// Its doc comment.
    pub about: String,
    /// Its shelf.
    pub family: String,
    /// The players, in the order of play.
    pub players: Vec<String>,
    /// The shape of its board.
    pub board: String,
    /// How many cells that has with the options at their defaults.
    pub cells: usize,
    /// Its options, each with its values and the default: `size: 3..=9 = 5`.
    pub options: Vec<String>,
    /// The titles of its variants; of a file of variants alone, of all of them.
    pub variants: Vec<String>,
}

impl CatalogueEntry {
    /// A shipped game at a glance; none if its file has errors.
    pub fn of(shipped: &'static Shipped) -> Option<CatalogueEntry> {
        let loaded = load(shipped.name(), shipped.text);
        let (prepared, _) = loaded.prepare(None, &[]);
        let game = prepared?.game;
        let unit = loaded.files.first()?.units.first()?;
        let declarations = lineage(loaded.files.iter(), unit).into_iter().flat_map(|unit| &unit.declarations);
        let board = declarations.into_iter().find_map(|declaration| match &declaration.kind {
            DeclarationKind::Board(board) => Some(board.shape.text.clone()),
            _ => None,
        });
        // What a file of variants alone begins with is a variant, too.
        let first_variant = usize::from(unit.base.is_none());
        Some(CatalogueEntry {
            name: shipped.name(),
            title: game.about.title.clone(),
            about: game.about.doc.clone(),
            family: shipped.family().to_owned(),
            players: game.players.iter().cloned().collect(),
            board: board.unwrap_or_default(),
            cells: game.board.cell_count(),
            options: game.options.iter().map(option).collect(),
            variants: loaded.titles().skip(first_variant).map(|title| title.text.clone()).collect(),
        })
    }
}

/// An option as a file declares it.
fn option(chosen: &Chosen) -> String {
    let values = match &chosen.domain {
        Domain::Words(words) => words.join(" | "),
        Domain::Range(low, high, step) if step.to_whole() == Some(1) => format!("{low}..={high}"),
        Domain::Range(low, high, step) => format!("{low}..={high} by {step}"),
    };
    format!("{}: {values} = {}", chosen.name, chosen.value)
}
