//! The declarations that hold for a game or variant, where they are written.

use rulebook_insight::library::Loaded;
use rulebook_language::model;
use rulebook_language::syntax::ast::{Declaration, DeclarationKind, Name, Unit};

/// The game or variant of this title and what it varies, nearest first.
pub fn lineage<'a>(loaded: &'a Loaded, title: &str) -> Vec<&'a Unit> {
    let units = || loaded.files.iter().flat_map(|file| &file.units);
    let unit = units().find(|unit| unit.name.text == title);
    unit.map(|unit| model::lineage(loaded.files.iter(), unit)).unwrap_or_default()
}

/// The nearest declarations with a name of a sort, in the order of the game, then of its variants. `named` gives the name of those
/// of the sort.
pub fn declared<'a>(
    lineage: &[&'a Unit],
    named: impl Fn(&'a DeclarationKind) -> Option<&'a Name>,
) -> Vec<(&'a Name, &'a Declaration)> {
    let mut found: Vec<(&Name, &Declaration)> = Vec::new();
    for unit in lineage.iter().rev() {
        for declaration in &unit.declarations {
            if let DeclarationKind::TakenOff(off) = &declaration.kind {
                found.retain(|(known, _)| off.name.as_ref().is_none_or(|name| name.text != known.text));
            }
            let Some(name) = named(&declaration.kind) else { continue };
            match found.iter_mut().find(|(known, _)| known.text == name.text) {
                Some(known) => *known = (name, declaration),
                None => found.push((name, declaration)),
            }
        }
    }
    found
}
