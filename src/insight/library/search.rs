//! The shipped games that speak of what somebody looks for.

use super::{SHIPPED, Shipped};
use rulebook_language::reference::synonyms;

/// How much it counts where a word is one of the name.
const CALLED: usize = 27;
/// How much it counts where a word begins one of the name or of a title.
const NAMED: usize = 9;
/// In the family, or in what the sheet says of itself: its authors, sources and `///`.
const ABOUT: usize = 3;

/// The shipped games that speak of all of these words, in any order: in their names and titles, in what their sheets say of
/// themselves, or in their rules, where a word such as "dice" stands for those that the language has in its place. The best first.
pub fn search(text: &str) -> Vec<&'static Shipped> {
    let sought: Vec<String> = words(text).map(|word| singular(&word).to_owned()).collect();
    let rank = |game: &&'static Shipped| {
        let ranks: Vec<usize> = sought.iter().map(|word| rank(game, word)).collect();
        if ranks.is_empty() || ranks.contains(&0) { 0 } else { ranks.iter().sum() }
    };
    let mut found: Vec<(usize, &Shipped)> =
        SHIPPED.iter().map(|game| (rank(&game), game)).filter(|(rank, _)| *rank > 0).collect();
    found.sort_by_key(|(rank, _)| std::cmp::Reverse(*rank));
    found.into_iter().map(|(_, game)| game).collect()
}

/// How much a game speaks of a word; 0 if it does not.
fn rank(game: &Shipped, sought: &str) -> usize {
    let has = |text: &str| words(text).any(|word| word.starts_with(sought));
    let titled = |line: &str| line.starts_with("game \"") || line.starts_with("variant \"");
    let speaks = |line: &str| ["//", "by ", "source ", "family "].iter().any(|head| line.starts_with(head));
    let means: Vec<&str> = synonyms(sought).flat_map(|row| row.topics).copied().collect();
    let says = |line: &str| words(line).any(|word| means.contains(&word.as_str()));
    let of_line = |line: &str| match line.trim_start() {
        line if titled(line) && has(line) => NAMED,
        line if speaks(line) && has(line) => ABOUT,
        line if !speaks(line) && (has(line) || says(line)) => 1,
        _ => 0,
    };
    let of_path = game.path.split('/').rev().map(has).zip([NAMED, ABOUT]).map(|(has, rank)| usize::from(has) * rank);
    let called = usize::from(words(game.name()).any(|word| word == sought)) * CALLED;
    of_path.chain([called]).chain(game.text.lines().map(of_line)).max().unwrap_or(0)
}

/// The words of a text, in small letters.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// Many words for things name one with the beginning of the word for many.
fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|one| one.chars().count() > 2 && !one.ends_with('s')).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::search;

    fn names(text: &str) -> Vec<&'static str> {
        search(text).into_iter().map(|game| game.name()).collect()
    }

    #[test]
    fn games_are_found_by_what_they_are_called_and_say() {
        assert_eq!(names("hex")[0], "hex");
        assert_eq!(names("Shogi"), ["shogi"]);
        assert!(names("antonow").contains(&"conhex"));
        let dice = names("dice");
        assert!(["backgammon", "pig", "ludo"].iter().all(|game| dice.contains(game)) && !dice.contains(&"hex"));
        assert!(names("walls").contains(&"quoridor"));
        assert_eq!(names("hexagon sowing"), [""; 0]);
        assert_eq!(names("-"), [""; 0]);
    }
}
