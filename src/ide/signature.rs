//! What a function takes, while its arguments are written.

use std::ops::Range;

use rulebook_language::model::builtins::functions;
use rulebook_language::topology::sized_shapes;

use crate::lexer::{Piece, Sort, boundary, pieces};
use crate::sheet::Sheet;
use crate::words;

/// What a function takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureHelp {
    /// How it is called: `flanked(c, directions, through, end)`.
    pub label: String,
    /// Where its parameters stand in that, as bytes.
    pub parameters: Vec<Range<usize>>,
    /// Which of them is being written.
    pub active: usize,
    /// What it means, in Markdown.
    pub doc: String,
}

/// What the function takes whose arguments stand around byte `offset`: of the text, of what it builds on, or of the language.
pub fn signature(text: &str, offset: usize) -> Option<SignatureHelp> {
    Sheet::read(text).signature(offset)
}

impl Sheet {
    /// As [`signature`].
    pub fn signature(&self, offset: usize) -> Option<SignatureHelp> {
        let text = self.text();
        let offset = boundary(text, offset);
        let all = pieces(text);
        let (name, count) = call(&all, offset)?;
        let (label, doc) = self.declared(name).or_else(|| of_language(name.text))?;
        let parameters = parameters(&label);
        // A function of any number of arguments has its last one again.
        let active = count.min(parameters.len().checked_sub(1)?);
        Some(SignatureHelp { label, parameters, active, doc })
    }

    /// How what the text or its base declares is called, and what that means; nothing where it is declared.
    fn declared(&self, name: &Piece<'_>) -> Option<(String, String)> {
        let declares = self.index.at(name.start).is_some_and(|found| found.declares);
        let unit = self.index.units.get(self.index.unit_at(name.start)?).filter(|_| !declares)?;
        let symbol = self.index.symbol(unit.names.get(name.text)?.0).filter(|symbol| !symbol.parameters.is_empty())?;
        let doc = format!("```game\n{}\n```\n\n{}", symbol.head, symbol.doc);
        Some((format!("{}({})", name.text, symbol.parameters.join(", ")), doc.trim_end().to_owned()))
    }
}

/// How a word of the language is called, and its page.
fn of_language(name: &str) -> Option<(String, String)> {
    let function = functions().find(|known| known.name() == name).map(|known| known.form().to_owned());
    let shape = || {
        let shape = sized_shapes().find(|shape| shape.name == name)?;
        Some(format!("{name}({})", if shape.numbers == 2 { "columns, rows" } else { "side" }))
    };
    Some((function.or_else(shape)?, words::page(name).unwrap_or_default()))
}

/// The name before the innermost bracket that is open at an offset, and how many commas stand between.
fn call<'a, 't>(all: &'a [Piece<'t>], offset: usize) -> Option<(&'a Piece<'t>, usize)> {
    let mut open: Vec<(Option<&Piece<'_>>, usize)> = Vec::new();
    let mut before: Option<&Piece<'_>> = None;
    for piece in all.iter().take_while(|piece| piece.start < offset) {
        let is_within = offset < piece.end() || piece.sort == Sort::Comment && offset == piece.end();
        match piece.sort {
            Sort::Comment | Sort::Text if is_within => return None,
            Sort::Comment => continue,
            Sort::Sign if is_within => break,
            Sort::Sign => match piece.text {
                "(" => {
                    let name = before.filter(|name| name.sort == Sort::Word && name.end() == piece.start);
                    open.push((name, 0));
                }
                ")" => {
                    open.pop();
                }
                "," => {
                    if let Some((_, count)) = open.last_mut() {
                        *count += 1;
                    }
                }
                // No call goes on over a block.
                "{" | "}" => open.clear(),
                _ => {}
            },
            _ => {}
        }
        before = Some(piece);
    }
    // Brackets that group are within the argument of a call.
    open.into_iter().rev().find_map(|(name, count)| Some((name?, count)))
}

/// Where the parameters of a call stand.
fn parameters(label: &str) -> Vec<Range<usize>> {
    let Some(first) = label.find('(').map(|at| at + 1) else { return Vec::new() };
    let inner = label.get(first..).unwrap_or_default().trim_end_matches(')');
    let mut at = first;
    let mut places = Vec::new();
    for part in inner.split(',') {
        let lead = part.len() - part.trim_start().len();
        places.push(at + lead..at + part.trim_end().len());
        at += part.len() + 1;
    }
    places
}
