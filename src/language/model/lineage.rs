//! From a variant to what it varies.

use crate::syntax::ast::{DeclarationKind, File, Test, Unit};

/// What a unit varies: of the file that it was found in when files were read; else of its own file.
pub fn base_of<'a>(mut files: impl Iterator<Item = &'a File>, unit: &Unit) -> Option<&'a Unit> {
    let base = unit.base.as_ref()?;
    let file = match (base.file, &base.path) {
        (Some(file), _) => file,
        (None, None) => unit.span.file,
        // It names a file, and that is not read.
        (None, Some(_)) => return None,
    };
    files.find(|known| known.id == file)?.units.iter().find(|other| other.name.text == base.name.text)
}

/// A unit and what it varies, nearest first; of a ring of variants, each once.
pub fn lineage<'a>(files: impl Iterator<Item = &'a File> + Clone, unit: &'a Unit) -> Vec<&'a Unit> {
    let mut found = vec![unit];
    while let Some(base) = found.last().and_then(|unit| base_of(files.clone(), unit))
        && !found.iter().any(|known| std::ptr::eq(*known, base))
    {
        found.push(base);
    }
    found
}

/// The tests of a unit: with `test base` those of what it varies, without those that it leaves out or has by the same title itself,
/// then its own.
pub fn tests<'a>(files: impl Iterator<Item = &'a File> + Clone, unit: &'a Unit) -> Vec<&'a Test> {
    let mut all: Vec<&Test> = Vec::new();
    for unit in lineage(files, unit).into_iter().rev() {
        let own = || unit.declarations.iter().map(|declaration| &declaration.kind);
        if !own().any(|kind| *kind == DeclarationKind::TestBase) {
            all.clear();
        }
        let is_gone = |test: &Test| {
            own().any(|kind| match kind {
                DeclarationKind::TestOff(title) => title.text == test.title.text,
                DeclarationKind::Test(own) => own.title.text == test.title.text,
                _ => false,
            })
        };
        all.retain(|test| !is_gone(test));
        all.extend(own().filter_map(|kind| match kind {
            DeclarationKind::Test(test) => Some(test),
            _ => None,
        }));
    }
    all
}
