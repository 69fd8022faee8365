//! The declarations that hold for a game or variant, its own and those of what it varies.

use std::collections::BTreeSet;

use super::slot::Slot;
use rulebook_insight::library::Loaded;
use rulebook_language::model::{Game, lineage};
use rulebook_language::syntax::ast::{Declaration, DeclarationKind, Unit};

/// A declaration that holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Declared {
    /// What a variant replaces with it.
    pub slot: Slot,
    /// What it says.
    pub declaration: Declaration,
    /// Whether it can be said again in a variant: not with `base` in it, which would mean another one there.
    pub is_whole: bool,
}

/// The declarations that hold for a unit, those of the game first, end clauses in the order in which `game` tries them.
pub fn declared(loaded: &Loaded, unit: &Unit, game: &Game) -> Vec<Declared> {
    let mut found: Vec<Vec<Declared>> = Vec::new();
    let mut known: BTreeSet<Slot> = BTreeSet::new();
    for unit in lineage(loaded.files.iter(), unit) {
        let (mut own, mut seen) = (Vec::new(), Vec::new());
        for declaration in &unit.declarations {
            let slot = match &declaration.kind {
                DeclarationKind::TakenOff(off) => {
                    seen.extend(Slot::taken_off(&off.sort.text, off.name.as_ref().map(|name| name.text.as_str())));
                    continue;
                }
                DeclarationKind::OptionOff(name) => {
                    seen.push(Slot::Named("option", name.text.clone()));
                    continue;
                }
                _ => Slot::of(declaration),
            };
            let Some(slot) = slot.filter(|slot| !known.contains(slot)) else { continue };
            seen.push(slot.clone());
            let is_whole = !says_base(loaded.sources.slice(declaration.span));
            own.push(Declared { slot, declaration: declaration.clone(), is_whole });
        }
        known.extend(seen);
        found.push(own);
    }
    let mut all: Vec<Declared> = found.into_iter().rev().flatten().collect();
    // Only clauses are tried in an order that a variant can change.
    let place = |declared: &Declared| match declared.slot {
        Slot::Ends => game.ends.iter().position(|end| end.span == declared.declaration.span).unwrap_or(usize::MAX),
        Slot::Named("end", _) => game.ends.iter().position(|end| end.span == declared.declaration.span).unwrap_or(0),
        _ => 0,
    };
    let is_end = |declared: &Declared| matches!(declared.slot, Slot::Ends | Slot::Named("end", _));
    let mut ends: Vec<Declared> = all.iter().filter(|declared| is_end(declared)).cloned().collect();
    ends.sort_by_key(place);
    all.retain(|declared| !is_end(declared));
    all.extend(ends);
    all
}

/// Whether a text has the word `base`, outside of comments.
fn says_base(text: &str) -> bool {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_')).any(|word| word == "base")
}
