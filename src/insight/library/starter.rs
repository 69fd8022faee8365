//! A file to start from.

use super::{SHIPPED, Shipped, find, load, search};
use rulebook_language::syntax::rule_lines;

/// What one may want to write, and the words by which the sheet is found that teaches it.
const TOPICS: [(&str, &str); 16] = [
    ("Stones in a row", "tic-tac-toe"),
    ("Sides joined by stones", "connection"),
    ("Groups that are surrounded", "liberties"),
    ("Stones that are turned over", "flanked"),
    ("Men that jump", "draughts"),
    ("A race of men", "race"),
    ("Who cannot move has lost", "blocking"),
    ("Kinds of pieces, and a king", "chess"),
    ("Two unequal sides", "hunt"),
    ("The most cells", "territory"),
    ("Loops", "loops"),
    ("Stacks", "stacking"),
    ("Seeds that are sown", "sowing"),
    ("Links between cells", "links"),
    ("A die", "dice"),
    ("A race by dice", "royal-game-of-ur"),
];

/// What one may want to write, each with the sheet that teaches it.
pub fn topics() -> impl Iterator<Item = (&'static str, &'static Shipped)> {
    TOPICS.into_iter().filter_map(|(topic, words)| Some((topic, teaching(words)?)))
}

/// The game to start from: the one of that name; else, of the family or the folder that is called so, or of those that speak of the
/// words (a thing, a word of the language), the one with the fewest lines of rules, of which one learns most easily how it is said.
pub fn teaching(text: &str) -> Option<&'static Shipped> {
    let called = |shipped: &&Shipped| shipped.folders().any(|folder| folder == text);
    let shortest = |games: Vec<&'static Shipped>| games.into_iter().min_by_key(|shipped| lines(shipped));
    find(text).or_else(|| shortest(SHIPPED.iter().filter(called).collect())).or_else(|| shortest(search(text)))
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

/// Whether a game can be called so.
pub fn is_title(text: &str) -> bool {
    !text.is_empty() && !text.contains(['"', '\n', '\r'])
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
        assert_eq!(name("draughts"), Some("english-draughts"));
        assert_eq!(name("no such thing"), None);
    }

    #[test]
    fn every_topic_has_a_sheet_of_its_own_that_one_sees_through() {
        let taught: Vec<_> = topics().collect();
        assert_eq!(taught.len(), TOPICS.len());
        for (topic, shipped) in &taught {
            assert_eq!(taught.iter().filter(|(_, other)| other == shipped).count(), 1, "{topic}: {}", shipped.path);
            assert!(lines(shipped) <= 80, "{topic}: {} has {} lines", shipped.path, lines(shipped));
        }
    }

    #[test]
    fn titles_are_made_from_names() {
        assert_eq!((title_of("my-game").as_str(), title_of("hex2").as_str()), ("My Game", "Hex2"));
    }
}
