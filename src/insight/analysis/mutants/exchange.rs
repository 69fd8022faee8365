//! Words that are exchanged for others of the same kind.

/// Words that stand for something of the same kind, each exchanged for the next.
const CIRCLES: [&[&str]; 19] = [
    &["adjacent", "orthogonal", "diagonal"],
    &["mine", "enemy"],
    &["my", "enemy"],
    &["empty", "occupied"],
    &["north", "south"],
    &["east", "west"],
    &["northeast", "southwest"],
    &["northwest", "southeast"],
    &["orthogonals", "diagonals"],
    &["left", "right"],
    &["top", "bottom"],
    &["row", "column"],
    &["rows", "columns"],
    &["min", "max"],
    &["both", "all"],
    &["corners", "edge"],
    &["true", "false"],
    &["on", "off"],
    &["positional", "situational"],
];

/// The relation for which one that a game declares is exchanged, where it declares no other.
const RELATION: &str = "adjacent";

/// The words for which a word is exchanged; of the names of players and relations, the next one.
pub fn exchanged<'w>(word: &str, players: &'w [String], relations: &'w [String]) -> Option<&'w str> {
    for names in [players, relations] {
        if let Some(at) = names.iter().position(|name| name == word) {
            let next = names.get((at + 1) % names.len())?;
            let is_relation = std::ptr::eq(names, relations);
            return if next != word { Some(next.as_str()) } else { is_relation.then_some(RELATION) };
        }
    }
    let circle = CIRCLES.iter().find(|circle| circle.contains(&word))?;
    let at = circle.iter().position(|known| *known == word)?;
    circle.get((at + 1) % circle.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::exchanged;

    #[test]
    fn words_and_players_are_exchanged_for_the_next() {
        let players = ["Red".to_owned(), "Blue".to_owned()];
        let exchanged = |word| exchanged(word, &players, &[]);
        assert_eq!(exchanged("Blue"), Some("Red"));
        assert_eq!(exchanged("adjacent"), Some("orthogonal"));
        assert_eq!(exchanged("diagonal"), Some("adjacent"));
        assert_eq!(exchanged("enemy"), Some("mine"));
        assert_eq!(exchanged("stone"), None);
        let relations = ["ahead".to_owned()];
        assert_eq!(super::exchanged("ahead", &players, &relations), Some("adjacent"));
    }
}
