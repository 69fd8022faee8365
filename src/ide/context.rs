//! Where in a text something is to be completed: the declaration that it is part of, up to there.

use rulebook_language::syntax::ast::Lost;
use rulebook_language::syntax::{Beginning, DECLARATIONS};

use crate::lexer::{Piece, Sort, pieces, word_at};
use crate::mend::mend;
use crate::sheet::Sheet;

/// Where something is to be completed.
pub struct Context {
    /// The first byte of the word that is being written.
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// What it is part of.
    pub sort: Beginning,
    /// What is written of that, up to the word, as it can be read.
    pub beginning: String,
    /// Where that begins.
    pub from: usize,
}

impl Context {
    /// The place at an offset; nothing in a comment or a text in quotes.
    pub fn at(text: &str, offset: usize, sheet: &Sheet) -> Option<Context> {
        let (start, end) = word_at(text, offset);
        let is_inside = |piece: &Piece<'_>| match piece.sort {
            Sort::Comment => piece.start < offset && offset <= piece.end(),
            Sort::Text => {
                piece.start < offset && (offset < piece.end() || !piece.text.get(1..).unwrap_or("").ends_with('"'))
            }
            _ => false,
        };
        if pieces(text).iter().any(is_inside) {
            return None;
        }
        let plain = text.get(..start)?;
        let mended = if sheet.is_mended { mend(plain)? } else { plain.to_owned() };
        let before = mended.get(..start)?;
        let (from, sort) = beginning(before);
        let mut beginning = before.get(from..)?.to_owned();
        for lost in sheet.own().into_iter().flat_map(|file| &file.lost) {
            replace(&mut beginning, from, lost);
        }
        Some(Context { start, end, sort, beginning, from })
    }
}

/// Reads something else in the place of what cannot be read of a text, which begins at byte `from`, where something else or a line
/// break follows: else it is what is being written.
fn replace(text: &mut String, from: usize, lost: &Lost) {
    let end = from + text.len();
    let at = lost.at.start..lost.at.end.min(end);
    if at.start < from || at.is_empty() {
        return;
    }
    let at = at.start - from..at.end - from;
    let ends = text.get(..at.end).map_or(0, |lead| lead.trim_end().len());
    let follows = |rest: &str| rest.contains('\n') || !rest.trim().is_empty();
    if text.get(ends..).is_some_and(follows)
        && let Some(instead) = lost.instead.get(..at.len())
    {
        text.replace_range(at, instead);
    }
}

/// Where the declaration or unit begins that a text ends in.
fn beginning(text: &str) -> (usize, Beginning) {
    let mut depth = 0usize;
    let (mut unit, mut declaration) = (0, None);
    for piece in pieces(text).iter().filter(|piece| piece.sort != Sort::Comment) {
        let lead = text.get(..piece.start).unwrap_or("").trim_end_matches([' ', '\t']);
        match piece.text {
            "{" | "(" if piece.sort == Sort::Sign => {
                depth += 1;
                if depth == 1 {
                    declaration = Some(piece.end());
                }
            }
            "}" | ")" if piece.sort == Sort::Sign => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    (unit, declaration) = (piece.end(), None);
                }
            }
            word if depth == 1
                && lead.ends_with(['\n', '{', '}'])
                && (DECLARATIONS.contains(&word) || word == "claim") =>
            {
                declaration = Some(piece.start);
            }
            _ => {}
        }
    }
    match declaration {
        Some(from) => (from, Beginning::Declaration),
        None => (unit, Beginning::Unit),
    }
}
