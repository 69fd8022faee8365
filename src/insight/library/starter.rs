//! A file to start from.

use super::{Shipped, find, load, search};
use rulebook_language::syntax::rule_lines;

/// The game to start from: the one of that name; else, of those that speak of the words (a family, a thing, a word of the language), the one
/// with the fewest lines of rules, of which one learns most easily how it is said.
pub fn teaching(text: &str) -> Option<&'static Shipped> {
    find(text).or_else(|| search(text).into_iter().min_by_key(|shipped| lines(shipped)))
}

/// The lines of all rules of a file.
fn lines(shipped: &Shipped) -> usize {
    let loaded = load(shipped.name(), shipped.text);
    loaded.files.iter().take(1).flat_map(|file| &file.units).map(|unit| rule_lines(unit, shipped.text)).sum()
}

/// The text of a shipped game under another title: the title, and the variants' references to it, are exchanged.
pub fn starter(shipped: &Shipped, title: &str) -> String {
    let loaded = load(shipped.name(), shipped.text);
    let Some(file) = loaded.files.first() else { return shipped.text.to_owned() };
    let Some(old) = file.units.first().map(|unit| unit.name.text.clone()) else { return shipped.text.to_owned() };
    let names =
        file.units.iter().flat_map(|unit| std::iter::once(&unit.name).chain(unit.base.as_ref().map(|base| &base.name)));
    let mut places: Vec<(usize, usize)> =
        names.filter(|name| name.text == old).map(|name| (name.span.start as usize, name.span.end as usize)).collect();
    places.sort_unstable();
    let mut text = shipped.text.to_owned();
    for (start, end) in places.into_iter().rev() {
        // The span of a title may hold its quotes.
        let quoted = text.get(start..end).is_some_and(|old| old.starts_with('"'));
        text.replace_range(start..end, &if quoted { format!("\"{title}\"") } else { title.to_owned() });
    }
    format!("// Based on `{}`, which comes with Rulebook.\n\n{text}", shipped.name())
}

/// The title that a file's name suggests: `my-game` is `My Game`.
pub fn title_of(stem: &str) -> String {
    let words = stem.split(['-', '_', ' ']).filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    words.map(capital).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::SHIPPED;

    #[test]
    fn every_shipped_game_starts_another() {
        for shipped in SHIPPED {
            let text = starter(shipped, "Mine and Only Mine");
            let loaded = load("mine", &text);
            let (prepared, report) = loaded.prepare(None, &[]);
            assert_eq!(report.errors(), 0, "{}: {report:?}", shipped.path);
            assert_eq!(prepared.map(|game| game.game.about.title.clone()).as_deref(), Some("Mine and Only Mine"));
            for title in loaded.titles() {
                assert!(loaded.prepare(Some(title), &[]).0.is_some(), "{}: {}", shipped.path, title.text);
            }
        }
    }

    #[test]
    fn a_sheet_is_found_that_teaches_how_it_is_said() {
        let name = |text| teaching(text).map(Shipped::name);
        assert_eq!(name("shogi"), Some("shogi"));
        assert_eq!(name("dice"), Some("pig"));
        let sowing = teaching("sowing").unwrap();
        assert!(sowing.family() == "sowing" && lines(sowing) <= lines(find("bao").unwrap()));
        assert_eq!(name("no such thing"), None);
    }

    #[test]
    fn titles_are_made_from_names() {
        assert_eq!((title_of("my-game").as_str(), title_of("hex2").as_str()), ("My Game", "Hex2"));
    }
}
