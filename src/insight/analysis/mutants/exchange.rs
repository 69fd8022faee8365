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

/// The words for which a word is exchanged; of the names of players, the next one.
pub fn exchanged<'w>(word: &str, players: &'w [String]) -> Option<&'w str> {
    if let Some(at) = players.iter().position(|player| player == word) {
        let next = players.get((at + 1) % players.len())?;
        return (next != word).then_some(next.as_str());
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
        assert_eq!(exchanged("Blue", &players), Some("Red"));
        assert_eq!(exchanged("adjacent", &players), Some("orthogonal"));
        assert_eq!(exchanged("diagonal", &players), Some("adjacent"));
        assert_eq!(exchanged("enemy", &players), Some("mine"));
        assert_eq!(exchanged("stone", &players), None);
    }
}
