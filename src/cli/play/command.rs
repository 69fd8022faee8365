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
    /// Write the game so far to a file.
    Save(String),
    /// Say what can be typed.
    Help,
    /// End.
    Quit,
    /// A move, or its number.
    Move(String),
}

/// The words, and what they do.
pub const COMMANDS: [(&str, &str, Command); 8] = [
    ("undo", "take your last move back", Command::Undo),
    ("hint", "suggest a random legal move", Command::Hint),
    ("moves", "list all legal moves", Command::Moves),
    ("board", "show the board", Command::Board),
    ("position", "show the position as one line of text", Command::Position),
    ("save", "write the game so far to a new file: `save FILE`", Command::Save(String::new())),
    ("help", "list these commands", Command::Help),
    ("quit", "quit the game", Command::Quit),
];

impl Command {
    /// What a line means.
    pub fn read(line: &str) -> Self {
        let named = COMMANDS.into_iter().find(|(word, ..)| word.eq_ignore_ascii_case(line));
        match named {
            _ if line.is_empty() => Command::Nothing,
            Some((.., command)) => command,
            None if saved(line).is_some() => Command::Save(saved(line).unwrap_or_default().to_owned()),
            None if line == "exit" || line == "q" => Command::Quit,
            None if line == "?" => Command::Help,
            None => Command::Move(line.to_owned()),
        }
    }
}

/// The file that a line asks to save the game to.
fn saved(line: &str) -> Option<&str> {
    let (word, file) = line.split_once(char::is_whitespace)?;
    word.eq_ignore_ascii_case("save").then_some(file.trim())
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
        assert_eq!(Command::read("save  my game.jsonl"), Command::Save("my game.jsonl".to_owned()));
        assert_eq!(Command::read("save"), Command::Save(String::new()));
        assert_eq!(Command::read("a1-a2"), Command::Move("a1-a2".to_owned()));
        let moves = ["a1-a2".to_owned()];
        assert_eq!(near("a1-a3", &moves), Some("a1-a2"));
        assert_eq!(near("udno", &moves), Some("undo"));
    }
}
