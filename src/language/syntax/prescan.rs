//! A first look at the text, in one pass: comments, brackets, strings, nesting. What is wrong here is said here, so that
//! the grammar only sees balanced text of bounded depth.

use super::ast_move::STATEMENTS;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Report};
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
    at: usize,
    chain: usize,
    /// How far the line is indented that opened it.
    indent: usize,
}

fn starts_anew(word: &str) -> bool {
    STARTERS.contains(&word) || (STATEMENTS.contains(&word) && !WITHIN.contains(&word))
}

/// Looks over `text`, which is `file`'s.
pub fn prescan(file: FileId, text: &str, report: &mut Report) -> Prescan {
    let bytes = text.as_bytes();
    let mut comments = Vec::new();
    let mut sound = true;
    let mut levels: Vec<Level> = vec![Level { open: 0, at: 0, chain: 0, indent: 0 }];
    let mut depth = 0usize;
    // The first bracket that is closed further left than it was opened: its own closing one is probably missing.
    let mut outdented: Option<Level> = None;
    // Where the line at hand begins, and where its first sign stands.
    let (mut line, mut margin) = (0, None);
    let mut at = 0;
    let span = |start: usize, end: usize| Span::new(file, start, end);
    while at < bytes.len() {
        if bytes[at] == b'\n' {
            (line, margin) = (at + 1, None);
        } else if margin.is_none() && !bytes[at].is_ascii_whitespace() {
            margin = Some(at);
        }
        let indent = margin.unwrap_or(line) - line;
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
                levels.push(Level { open, at, chain: 0, indent });
                if depth > MAX_NESTING {
                    report.add(too_deep(span(at, at + 1)));
                    return Prescan { comments, sound: false };
                }
                at += 1;
            }
            close @ (b'}' | b')') => {
                let fits = |level: &Level| matches!((level.open, close), (b'{', b'}') | (b'(', b')'));
                if levels.last().is_some_and(fits) {
                    let level = levels.pop();
                    depth -= 1 + level.as_ref().map_or(0, |level| level.chain);
                    if margin == Some(at) && outdented.is_none() {
                        outdented = level.filter(|level| indent < level.indent);
                    }
                    at += 1;
                    continue;
                }
                report.add(mismatch(text, file, levels.last(), close, at));
                return Prescan { comments, sound: false };
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
    if let Some(level) = levels.last().filter(|level| level.open != 0).map(|open| outdented.as_ref().unwrap_or(open)) {
        let open = char::from(level.open);
        report.add(
            Diagnostic::new(
                Code::SyntaxUnclosedBracket,
                span(level.at, level.at + 1),
                format!("`{open}` is never closed"),
            )
            .label("opened here")
            .help(format!("add `{}` where it ends", if open == '{' { '}' } else { ')' }))
            .fix(closed(text, level.at, span(level.at, level.at).file)),
        );
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

/// Closes the bracket at a byte where its layout says that it ends: a parenthesis on its line, a block before the next line that is
/// not indented further than its own.
fn closed(text: &str, at: usize, file: FileId) -> Fix {
    let start = text.get(..at).and_then(|lead| lead.rfind('\n')).map_or(0, |end| end + 1);
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let own = text.get(start..).unwrap_or("");
    let (close, place, written) = if text.get(at..).is_some_and(|rest| rest.starts_with('(')) {
        let line = own.lines().next().unwrap_or("");
        let code = line.find("//").filter(|_| !line.contains('"')).and_then(|end| line.get(..end)).unwrap_or(line);
        (')', start + code.trim_end().len().max(at + 1 - start), ")".to_owned())
    } else {
        let lead = own.get(..indentation(own)).unwrap_or("");
        let mut place = start;
        let ends = own.split_inclusive('\n').enumerate().find(|(index, line)| {
            let is_behind = *index > 0 && !line.trim().is_empty() && indentation(line) <= lead.len();
            place += if is_behind { 0 } else { line.len() };
            is_behind
        });
        let written = match ends {
            None if !text.ends_with('\n') => format!("\n{lead}}}\n"),
            _ => format!("{lead}}}\n"),
        };
        ('}', place.min(text.len()), written)
    };
    let edit = Edit { span: Span::new(file, place, place), text: written };
    Fix { title: format!("add `{close}`"), edits: vec![edit], safe: false }
}

fn mismatch(text: &str, file: FileId, open: Option<&Level>, close: u8, at: usize) -> Diagnostic {
    let close = char::from(close);
    let here = Span::new(file, at, at + 1);
    match open.filter(|level| level.open != 0) {
        None => Diagnostic::new(Code::SyntaxUnopenedBracket, here, format!("`{close}` closes nothing"))
            .label("no bracket is open here")
            .help("remove it, or add the bracket that it should close")
            .fix(Fix::remove(here, "remove it").unsure()),
        Some(level) => {
            let (open, wanted) = if level.open == b'{' { ('{', '}') } else { ('(', ')') };
            Diagnostic::new(
                Code::SyntaxUnclosedBracket,
                Span::new(file, level.at, level.at + 1),
                format!("`{open}` is never closed"),
            )
            .label("opened here")
            .related(here, format!("`{close}` comes first"))
            .help(format!("add `{wanted}` where it ends"))
            .fix(match text.get(level.at..at) {
                // Both on one line: one was written for the other.
                Some(between) if !between.contains('\n') => Fix::write(here, wanted.to_string()).unsure(),
                _ => closed(text, level.at, file),
            })
        }
    }
}
