//! From the tokens of an item to its lines.
//!
//! A line ends where it has to (after a comment), where the author ended it and that is kept, and where it would be too long
//! without. Of the places where it may end, the most loosely bound ones outside of brackets come first; what stands between
//! two of them is broken further only if it has to be, and then stands on lines of its own. So what is laid out once is
//! laid out in the same way again.

use std::ops::Range;

use super::flow::{Glyph, text_width};
use super::line::{MAX_WIDTH, STEP};
use crate::syntax::outline::TokenKind;

/// A line of an item: the blanks before it, its tokens, and which one is the comment at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Blanks before it.
    pub indent: usize,
    /// Its tokens, without the comment at its end; none where a comment only goes on.
    pub range: Range<usize>,
    /// The comment at its end.
    pub comment: Option<usize>,
}

/// Lays out tokens from `indent` on; lines that go on begin at `further`.
pub fn wrap(glyphs: &[Glyph<'_>], indent: usize, further: usize) -> Vec<Row> {
    let mut wrapper = Wrapper { glyphs, rows: Vec::new() };
    let mut column = None;
    let mut start = 0;
    while start < glyphs.len() {
        let end = (start + 1..glyphs.len()).find(|at| glyphs.get(*at).is_some_and(|glyph| glyph.must));
        let end = end.unwrap_or(glyphs.len());
        let behind = (end - 1..end).find(|at| *at > start && wrapper.is_comment(*at));
        let depth = glyphs.get(start).map_or(0, |glyph| glyph.depth);
        let (indent, further) = match start {
            0 => (indent, further),
            _ => (further + STEP * depth, further + STEP * (depth + 1)),
        };
        // A comment that goes on under the one behind the line above.
        let goes_on = |glyph: &Glyph<'_>| {
            let token = glyph.token;
            let under = column == Some(token.column) && token.column != indent;
            token.kind == TokenKind::Comment && token.breaks == 1 && under
        };
        if glyphs.get(start).is_some_and(goes_on) {
            wrapper.rows.push(Row { indent, range: start..start, comment: Some(start) });
        } else {
            wrapper.place(start..behind.unwrap_or(end), indent, further);
            column = behind.and_then(|at| glyphs.get(at)).map(|glyph| glyph.token.column);
            if let Some(row) = wrapper.rows.last_mut() {
                row.comment = behind;
            }
        }
        start = end;
    }
    wrapper.rows
}

struct Wrapper<'g, 't> {
    glyphs: &'g [Glyph<'t>],
    rows: Vec<Row>,
}

impl Wrapper<'_, '_> {
    fn is_comment(&self, at: usize) -> bool {
        self.glyphs.get(at).is_some_and(|glyph| glyph.token.kind == TokenKind::Comment)
    }

    fn slice(&self, range: &Range<usize>) -> &[Glyph<'_>] {
        self.glyphs.get(range.clone()).unwrap_or_default()
    }

    /// Whether tokens can stand in one line.
    fn fits(&self, range: &Range<usize>, indent: usize) -> bool {
        let slice = self.slice(range);
        !slice.iter().skip(1).any(|glyph| glyph.kept) && indent + text_width(slice) <= MAX_WIDTH
    }

    /// Lays out tokens that begin a line.
    fn place(&mut self, range: Range<usize>, indent: usize, further: usize) {
        let class = |glyph: &Glyph<'_>| glyph.level.map(|level| (glyph.depth, level));
        let loosest = self.slice(&range).iter().skip(1).filter_map(class).min();
        let Some(loosest) = loosest.filter(|_| !self.fits(&range, indent)) else {
            self.rows.push(Row { indent, range, comment: None });
            return;
        };
        let depth = self.glyphs.get(range.start).map_or(0, |glyph| glyph.depth);
        let deeper = further + STEP * loosest.0.saturating_sub(depth);
        let mut line: Option<Row> = None;
        let mut start = range.start;
        while start < range.end {
            let is_cut = |at: &usize| self.glyphs.get(*at).and_then(class) == Some(loosest);
            let piece = start..(start + 1..range.end).find(is_cut).unwrap_or(range.end);
            let (indent, further) = if start == range.start { (indent, further) } else { (deeper, deeper + STEP) };
            start = piece.end;
            let is_whole = self.fits(&piece, indent);
            let is_kept = self.glyphs.get(piece.start).is_some_and(|glyph| glyph.kept);
            if let Some(open) = &mut line {
                let longer = open.range.start..piece.end;
                if is_whole && !is_kept && open.indent + text_width(self.slice(&longer)) <= MAX_WIDTH {
                    open.range = longer;
                    continue;
                }
            }
            self.rows.extend(line.take());
            match is_whole {
                true => line = Some(Row { indent, range: piece, comment: None }),
                false => self.place(piece, indent, further),
            }
        }
        self.rows.extend(line);
    }
}
