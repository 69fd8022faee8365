//! A first look at the text, in one pass: comments, brackets, strings, nesting. What is wrong here is said here, so that
//! the grammar only sees balanced text of bounded depth.

use super::ast_move::STATEMENTS;
use super::brackets::misfit;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::source::{FileId, Span};

/// How deep brackets, and words that open a further expression (`if`, `no`, `not` ...), may nest.
///
/// Ours, because pest's own limit differs between builds.
pub const MAX_NESTING: usize = 256;

/// What the first look found.
pub struct Prescan {
    /// Comments, with their slashes.
    pub comments: Vec<Span>,
    /// Whether the grammar can read the text.
    pub sound: bool,
}

/// Words after which the expression goes on one level deeper.
const OPENERS: [&str; 9] = ["if", "some", "no", "none", "every", "not", "before", "new", "start"];
/// Words beside those of statements that begin something, where depth starts anew.
const STARTERS: [&str; 9] = ["expect", "option", "value", "region", "condition", "group", "end", "highest", "lowest"];
/// Words that statements begin with and that stand within expressions too.
const WITHIN: [&str; 4] = ["base", "where", "for", "if"];

struct Level {
    open: u8,
    chain: usize,
}

fn starts_anew(word: &str) -> bool {
    STARTERS.contains(&word) || (STATEMENTS.contains(&word) && !WITHIN.contains(&word))
}

/// Looks over `text`, which is `file`'s.
pub fn prescan(file: FileId, text: &str, report: &mut Report) -> Prescan {
    let bytes = text.as_bytes();
    let mut comments = Vec::new();
    let mut sound = true;
    let mut levels: Vec<Level> = vec![Level { open: 0, chain: 0 }];
    let mut depth = 0usize;
    let mut fits = true;
    let mut at = 0;
    let span = |start: usize, end: usize| Span::new(file, start, end);
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = line_end(bytes, at);
                comments.push(span(at, end - usize::from(end > at && bytes[end - 1] == b'\r')));
                at = end;
            }
            b'"' => {
                // To the closing quote or the end of the line, whichever comes first.
                let length = bytes[at + 1..].iter().position(|b| matches!(b, b'"' | b'\n'));
                let end = length.map_or(bytes.len(), |length| at + 1 + length);
                match bytes.get(end) {
                    Some(b'"') => at = end + 1,
                    _ => {
                        report.add(
                            Diagnostic::new(Code::SyntaxUnclosedText, span(at, end), "text without its closing quote")
                                .label("begins here and does not end on this line")
                                .help("close it with `\"`"),
                        );
                        sound = false;
                        at = end;
                    }
                }
            }
            open @ (b'{' | b'(') => {
                depth += 1;
                levels.push(Level { open, chain: 0 });
                if depth > MAX_NESTING {
                    report.add(too_deep(span(at, at + 1)));
                    return Prescan { comments, sound: false };
                }
                at += 1;
            }
            close @ (b'}' | b')') => {
                let is_own = |level: &Level| matches!((level.open, close), (b'{', b'}') | (b'(', b')'));
                match levels.pop_if(|level| is_own(level)) {
                    Some(level) => depth -= 1 + level.chain,
                    None => fits = false,
                }
                at += 1;
            }
            byte if byte.is_ascii_alphabetic() => {
                let end = at
                    + bytes[at..]
                        .iter()
                        .position(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
                        .unwrap_or(bytes.len() - at);
                let word = &text[at..end];
                if let Some(level) = levels.last_mut() {
                    if OPENERS.contains(&word) {
                        level.chain += 1;
                        depth += 1;
                    } else if starts_anew(word) {
                        depth -= level.chain;
                        level.chain = 0;
                    }
                }
                if depth > MAX_NESTING {
                    report.add(too_deep(span(at, end)));
                    return Prescan { comments, sound: false };
                }
                at = end;
            }
            byte if byte.is_ascii_digit() || byte == b'_' => {
                at += bytes[at..]
                    .iter()
                    .position(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
                    .unwrap_or(bytes.len() - at);
            }
            _ => at += 1,
        }
    }
    if !fits || levels.len() > 1 {
        misfit(file, text, &comments).into_iter().for_each(|said| report.add(said));
        sound = false;
    }
    Prescan { comments, sound }
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |length| from + length)
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(Code::LimitNesting, span, format!("nested deeper than {MAX_NESTING} levels"))
        .label("one level too many")
        .help("give parts of it names with `value`, `region` or `condition`")
}
