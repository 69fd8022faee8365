//! What end clauses say: how people are told of those that have no name.

use super::game::Game;
use super::order::End;
use crate::source::{SourceMap, one_line};

/// The most letters of a clause that are shown.
const MOST: usize = 48;

impl Game {
    /// Keeps with each end clause what its text says.
    pub fn quote_ends(&mut self, sources: &SourceMap) {
        for end in &mut self.ends {
            end.text = quoted(end, sources);
        }
    }

    /// An end clause, by its name among [`Game::ends`], as people are told of it: its name, or what it says where it has none.
    pub fn clause<'a>(&'a self, name: &'a str) -> &'a str {
        self.ends.iter().find(|end| end.name == name).map_or(name, End::told)
    }
}

impl End {
    /// Whether the rule sheet gives it a name; else it is called by its place.
    pub fn is_named(&self) -> bool {
        // A name has no blank.
        !self.name.contains(' ')
    }

    /// As people are told of it: its name, or what it says where it has none.
    pub fn told(&self) -> &str {
        if self.is_named() || self.text.is_empty() { &self.name } else { &self.text }
    }
}

/// A clause up to its results, on one line; of a long one the first words.
fn quoted(end: &End, sources: &SourceMap) -> String {
    let whole = &sources.file(end.span.file).text;
    let (start, after) = (end.span.start as usize, end.when.span.end as usize);
    let condition = whole.get(start..after).unwrap_or_default();
    // Brackets may still close behind the condition; comments may stand there.
    let rest = whole.get(after..).unwrap_or_default();
    let blank = if rest.starts_with(char::is_whitespace) { " " } else { "" };
    let rest: String = rest.lines().take(2).map(|line| one_line(line) + "\n").collect();
    let rest = rest.split('{').next().unwrap_or_default();
    let text = one_line(&format!("{condition}{blank}{rest}"));
    if text.chars().count() <= MOST {
        return text;
    }
    let cut: String = text.chars().take(MOST - 3).collect();
    let end = cut.rfind(' ').filter(|end| *end > MOST / 2).unwrap_or(cut.len());
    format!("{}...", &cut[..end])
}
