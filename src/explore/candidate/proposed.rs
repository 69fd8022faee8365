//! Variants that others propose: a block, or the lines of one.

use super::candidates::Candidate;
use crate::Refused;
use crate::sheet::Ground;
use rulebook_insight::library::load;

/// A candidate from a block `variant "..." of "..." { ... }` of the sheet, or from the lines of one.
///
/// # Errors
/// If the block cannot be read, varies another game, or its title is taken.
pub fn propose<'c>(
    ground: &Ground,
    text: &str,
    mut known: impl ExactSizeIterator<Item = &'c Candidate>,
) -> Result<Candidate, Refused> {
    let text = text.trim();
    let is_block = text.starts_with("variant") || text.starts_with("///");
    let number = known.len();
    let block = match is_block {
        true => format!("{text}\n"),
        false => format!(
            "variant \"{}: proposal {number}\" of \"{}\" {{\n  {}\n}}\n",
            ground.title,
            ground.title,
            text.replace('\n', "\n  ")
        ),
    };
    let read = load("proposal", &block);
    let Some(unit) = read.files.first().and_then(|file| file.units.first()) else {
        return Err(
            Refused::new("this is no variant").help("write `variant \"Title\" of \"Game\" { ... }`, or lines of one")
        );
    };
    let base = unit.base.as_ref().map(|base| base.name.text.as_str());
    if base != Some(&ground.title) {
        let base = base.unwrap_or("nothing");
        return Err(Refused::new(format!("the variant is of {base}, and the search is about {}", ground.title)));
    }
    let title = unit.name.text.clone();
    if known.any(|known| known.title == title) || ground.loaded.titles().any(|own| own.text == title) {
        return Err(Refused::new(format!("there is a variant `{title}` already")).help("give it another title"));
    }
    let said = unit.declarations.len() as u32;
    Ok(Candidate {
        words: vec![format!("proposed: {title}")],
        places: vec![(String::new(), 0)],
        title,
        block,
        effort: said,
        depth: 1,
        ..Candidate::default()
    })
}
