//! From a variant to what it varies.

use crate::syntax::ast::{File, Unit};

/// What a unit varies: of the file that it was found in when files were read; else of its own file, else of another.
pub fn base_of<'a>(files: impl Iterator<Item = &'a File> + Clone, unit: &Unit) -> Option<&'a Unit> {
    let base = unit.base.as_ref()?;
    let titled = |file: &'a File| file.units.iter().find(|other| other.name.text == base.name.text);
    let near = base.file.unwrap_or(unit.span.file);
    let found = files.clone().filter(|file| file.id == near).find_map(titled);
    if found.is_some() || base.file.is_some() || base.path.is_some() {
        return found.filter(|_| base.file.is_some() || base.path.is_none());
    }
    files.filter(|file| file.id != near).find_map(titled)
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
