//! Where reading stopped, and what is said of it.

use crate::diagnostic::{Edit, Fix};
use crate::source::{FileId, Span};
use crate::syntax::ast_move::STATEMENTS;
use crate::syntax::words::{Token, tokens};

/// Changes that go together: bytes `start..end`, and what takes their place.
type Changes = Vec<(usize, usize, String)>;

/// What is wrong, where, and what to write instead.
pub struct Mistake {
    /// The bytes of the text that are at fault; where reading stopped, if none are given.
    pub at: Option<(usize, usize)>,
    /// What is wrong; what was expected and found, if nothing is given.
    pub message: Option<String>,
    /// What to write instead.
    pub help: String,
    /// The same as changes: bytes, what takes their place, whether it is surely meant.
    changes: Vec<(Changes, bool)>,
}

impl Mistake {
    /// This help, where reading stopped.
    pub fn help(help: impl Into<String>) -> Self {
        Mistake { at: None, message: None, help: help.into(), changes: Vec::new() }
    }

    /// Says that these bytes are at fault.
    pub fn at(self, start: usize, end: usize) -> Self {
        Mistake { at: Some((start, end)), ..self }
    }

    /// Says what is wrong.
    pub fn message(self, message: impl Into<String>) -> Self {
        Mistake { message: Some(message.into()), ..self }
    }

    /// Offers what is surely meant.
    pub fn fix(self, start: usize, end: usize, text: impl Into<String>) -> Self {
        self.changes(vec![(start, end, text.into())], true)
    }

    /// Offers what may be meant.
    pub fn guess(self, start: usize, end: usize, text: impl Into<String>) -> Self {
        self.changes(vec![(start, end, text.into())], false)
    }

    /// Offers several changes that go together.
    pub fn changes(mut self, changes: Changes, safe: bool) -> Self {
        self.changes.push((changes, safe));
        self
    }

    /// What it offers in a file.
    pub fn fixes(&self, file: FileId) -> impl Iterator<Item = Fix> + '_ {
        self.changes.iter().map(move |(changes, safe)| {
            let edit = |(start, end, text): &(usize, usize, String)| Edit {
                span: Span::new(file, *start, *end),
                text: text.clone(),
            };
            let written: Vec<&str> =
                changes.iter().map(|(.., text)| text.trim()).filter(|text| !text.is_empty()).collect();
            let title = match written.as_slice() {
                [] => "leave it out".to_owned(),
                written => format!(
                    "write {}",
                    written.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(" and ")
                ),
            };
            Fix { title, edits: changes.iter().map(edit).collect(), safe: *safe }
        })
    }
}

/// Where reading stopped.
pub struct Stop<'t> {
    /// The text of the file.
    pub text: &'t str,
    /// Where the declaration or unit begins that cannot be read.
    pub start: usize,
    /// The byte at which it stopped.
    pub at: usize,
    /// The word or sign there.
    pub found: &'t str,
    /// What was expected.
    pub expected: &'t [String],
}

impl<'t> Stop<'t> {
    /// Whether this could have stood there.
    pub fn expects(&self, what: &str) -> bool {
        self.expected.iter().any(|expected| expected == what)
    }

    /// The byte after what was found.
    pub fn end(&self) -> usize {
        self.at + self.found.len()
    }

    /// The words and signs of the declaration up to where reading stopped.
    pub fn before(&self) -> Vec<Token<'t>> {
        tokens(self.text, self.start.min(self.at), self.at)
    }

    /// The last of them.
    pub fn last(&self) -> Option<Token<'t>> {
        self.before().pop()
    }

    /// Those on the line where reading stopped, from what was found on.
    pub fn after(&self) -> Vec<Token<'t>> {
        tokens(self.text, self.at, self.line_end())
    }

    /// The end of the line on which reading stopped.
    pub fn line_end(&self) -> usize {
        let rest = self.text.get(self.at..).unwrap_or("");
        self.at + rest.find('\n').unwrap_or(rest.len())
    }

    /// The words and signs of the statement, line of a setup or result in which reading stopped, up to there: from the last
    /// brace, or from the word that begins a statement.
    pub fn statement(&self) -> Vec<Token<'t>> {
        let before = self.before();
        let mut depth = 0usize;
        let mut from = 0;
        for (index, token) in before.iter().enumerate().rev() {
            match token.text {
                ")" => depth += 1,
                "(" => depth = depth.saturating_sub(1),
                "{" | "}" if depth == 0 => {
                    from = index + 1;
                    break;
                }
                word if depth == 0 && STATEMENTS.contains(&word) && !self.is_within(&before, index) => {
                    from = index;
                    break;
                }
                _ => {}
            }
        }
        before.get(from..).unwrap_or(&[]).to_vec()
    }

    /// Whether a word that begins statements goes on with one, or belongs to an expression.
    fn is_within(&self, tokens: &[Token<'t>], index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| tokens.get(before)).map_or("", |token| token.text);
        let after = tokens.get(index + 1).map_or("", |token| token.text);
        match tokens.get(index).map_or("", |token| token.text) {
            "move" => ["no", "can", "to"].contains(&before),
            "turn" => after == "start",
            "where" | "for" | "if" | "base" | "set" | "mark" | "at" => {
                !self.begins_line(tokens.get(index).map_or(0, |token| token.at))
            }
            _ => false,
        }
    }

    /// Whether nothing but blanks stands before a byte on its line.
    pub fn begins_line(&self, at: usize) -> bool {
        let lead = self.text.get(..at).unwrap_or("").trim_end_matches([' ', '\t']);
        lead.is_empty() || lead.ends_with('\n')
    }

    /// The bytes `start..end` as they are written, as one line.
    pub fn written(&self, start: usize, end: usize) -> String {
        let text = self.text.get(start..end).unwrap_or("");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Where what stands at the end of a clause ends: before a word or sign that begins something else, outside brackets.
    pub fn clause_end(&self, from: usize, also: &[&str]) -> usize {
        let mut depth = 0usize;
        let mut end = from;
        let all = tokens(self.text, from, self.line_end().max(from));
        // `no c in empty where P`: the condition is part of the question.
        let mut asked = 0usize;
        for (place, token) in all.iter().enumerate() {
            match token.text {
                "some" | "no" | "none" | "every"
                    if depth == 0 && all.get(place + 2).is_some_and(|next| next.text == "in") =>
                {
                    asked += 1;
                }
                "where" if depth == 0 && asked > 0 => asked -= 1,
                "(" | "{" if depth > 0 || token.text == "(" || token.at == from => depth += 1,
                ")" | "}" if depth > 0 => depth -= 1,
                "{" | "}" | ")" | "," | "then" | "else" if depth == 0 => break,
                word if depth == 0 && (also.contains(&word) || (token.at > from && is_next(word))) => break,
                _ => {}
            }
            end = token.end();
        }
        end
    }
}

/// Whether a word begins the next statement, wherever it stands.
fn is_next(word: &str) -> bool {
    STATEMENTS.contains(&word) && !["move", "turn", "where", "for", "if", "base", "set", "mark", "at"].contains(&word)
        || ["written", "where"].contains(&word)
}
