//! What somebody can type.

use rulebook_language::util::suggest;

/// What somebody typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Nothing.
    Nothing,
    /// Take moves back.
    Undo,
    /// Name a move.
    Hint,
    /// List all moves.
    Moves,
    /// Show the board.
    Board,
    /// Show the position as one line.
    Position,
    /// Say what can be typed.
    Help,
    /// End.
    Quit,
    /// A move, or its number.
    Move(String),
}

/// The words, and what they do.
pub const COMMANDS: [(&str, &str, Command); 7] = [
    ("undo", "take your last move back", Command::Undo),
    ("hint", "suggest a random legal move", Command::Hint),
    ("moves", "list all legal moves", Command::Moves),
    ("board", "show the board", Command::Board),
    ("position", "show the position as one line of text", Command::Position),
    ("help", "list these commands", Command::Help),
    ("quit", "quit the game", Command::Quit),
];

impl Command {
    /// What a line means.
    pub fn read(line: &str) -> Self {
        let named = COMMANDS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(line));
        match named {
            _ if line.is_empty() => Command::Nothing,
            Some((.., command)) => command.clone(),
            None if line == "exit" || line == "q" => Command::Quit,
            None if line == "?" => Command::Help,
            None => Command::Move(line.to_owned()),
        }
    }
}

/// A word or move that `line` was probably meant to be.
pub fn near<'a>(line: &str, moves: &'a [String]) -> Option<&'a str> {
    suggest(line, moves.iter().map(String::as_str).chain(COMMANDS.iter().map(|(word, ..)| *word)))
}

#[cfg(test)]
mod tests {
    use super::{Command, near};

    #[test]
    fn words_and_moves_are_told_apart() {
        assert_eq!(Command::read(""), Command::Nothing);
        assert_eq!(Command::read("UNDO"), Command::Undo);
        assert_eq!(Command::read("q"), Command::Quit);
        assert_eq!(Command::read("a1-a2"), Command::Move("a1-a2".to_owned()));
        let moves = ["a1-a2".to_owned()];
        assert_eq!(near("a1-a3", &moves), Some("a1-a2"));
        assert_eq!(near("udno", &moves), Some("undo"));
    }
}
