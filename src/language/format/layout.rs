//! From the items of a file to its lines.

use super::align::align;
use super::flow::{BETWEEN, Flow, Glyph, is_flat_part, text};
use super::line::{Columns, LayoutLine, MAX_WIDTH, STEP, width};
use super::wrap::{Row, wrap};
use crate::syntax::outline::{Block, BlockEntry, Item, ItemKind, ItemPart, Token, TokenKind};

/// The text of a file.
pub fn layout(entries: &[BlockEntry<'_>]) -> String {
    let mut page = Page::default();
    page.entries(entries, 0);
    align(page.lines)
}

#[derive(Default)]
struct Page {
    lines: Vec<LayoutLine>,
    /// Where the author's last comment behind a line began, if nothing else came since.
    comment: Option<usize>,
}

impl Page {
    fn entries(&mut self, entries: &[BlockEntry<'_>], indent: usize) {
        let start = self.lines.len();
        let mut after_unit = false;
        for entry in entries {
            let breaks = match entry {
                BlockEntry::Comment(comment) => comment.breaks,
                BlockEntry::Item(item) => first(item).map_or(0, |token| token.breaks),
            };
            let behind = matches!(entry, BlockEntry::Comment(_)) && breaks == 0;
            let blank = self.lines.len() > start && (breaks > 1 || after_unit && !behind);
            after_unit &= behind;
            match entry {
                BlockEntry::Comment(comment) => self.comment(comment, indent, blank),
                BlockEntry::Item(item) => {
                    self.comment = None;
                    self.item(item, indent, blank);
                    after_unit = item.sort == ItemKind::Unit;
                }
            }
        }
    }

    fn comment(&mut self, comment: &Token<'_>, indent: usize, blank: bool) {
        let text = comment.text.to_owned();
        match self.lines.last_mut() {
            Some(line) if comment.breaks == 0 => {
                line.comment = Some(text);
                self.comment = Some(comment.column);
            }
            // It goes on under the comment behind the line above.
            Some(_) if comment.breaks == 1 && comment.column != indent && self.comment == Some(comment.column) => {
                self.lines.push(LayoutLine { indent, comment: Some(text), ..LayoutLine::default() });
            }
            _ => {
                self.lines.push(LayoutLine { blank, ..LayoutLine::new(indent, text) });
                self.comment = None;
            }
        }
    }

    fn item(&mut self, item: &Item<'_>, indent: usize, blank: bool) {
        let from = self.lines.len();
        if !self.flat(item, indent) {
            self.open(item, indent);
        }
        if let Some(line) = self.lines.get_mut(from) {
            line.blank = blank;
        }
    }

    /// Lays out an item with all its blocks in its line, or without blocks, if that is possible.
    fn flat(&mut self, item: &Item<'_>, indent: usize) -> bool {
        let has_block =
            item.parts.iter().any(|part| matches!(part, ItemPart::Block(block) if !block.entries.is_empty()));
        if has_block && (item.sort == ItemKind::Unit || !item.parts.iter().all(is_flat_part)) {
            return false;
        }
        let mut flow = Flow::default();
        flow.parts(&item.parts);
        let glyphs = flow.finish();
        let rows = wrap(&glyphs, indent, indent + STEP);
        let [row] = &rows[..] else {
            if !has_block {
                self.lines.extend(lines(&glyphs, &rows));
            }
            return !has_block;
        };
        let line = one_line(item, &glyphs, row);
        if has_block && line.width() > MAX_WIDTH {
            return false;
        }
        if item.sort == ItemKind::Graph && self.shares(item, &line) {
            return true;
        }
        self.lines.push(line);
        true
    }

    /// Adds a part of a graph to the line of the one before it, if the author did and there is room.
    fn shares(&mut self, item: &Item<'_>, line: &LayoutLine) -> bool {
        let begins_line = first(item).is_none_or(|token| token.breaks > 0);
        let is_graph = |line: &&mut LayoutLine| matches!(line.columns, Columns::Cells | Columns::Lines);
        let Some(row) = self.lines.last_mut().filter(|_| !begins_line).filter(is_graph) else { return false };
        let more: usize = line.cells.iter().map(|cell| width(cell)).sum();
        if row.comment.is_some() || line.comment.is_some() || row.width() + BETWEEN + more > MAX_WIDTH {
            return false;
        }
        if let Some(last) = row.cells.last_mut() {
            last.push_str(&" ".repeat(BETWEEN));
        }
        row.cells.extend(line.cells.iter().cloned());
        true
    }

    /// Lays out an item with its blocks on lines of their own.
    fn open(&mut self, item: &Item<'_>, indent: usize) {
        let mut flow = Flow::default();
        let mut closes = false;
        for part in &item.parts {
            match part {
                ItemPart::Token(token) => flow.token(token),
                ItemPart::Block(block) if block.entries.is_empty() => flow.block(block),
                ItemPart::Block(Block { open, entries, close }) => {
                    flow.token(open);
                    self.head(std::mem::take(&mut flow), indent, closes, true);
                    self.comment = None;
                    self.entries(entries, indent + STEP);
                    self.comment = None;
                    flow.close(close);
                    closes = true;
                }
            }
        }
        self.head(flow, indent, closes, false);
    }

    /// Lays out what stands before, between and after blocks on lines of their own.
    fn head(&mut self, flow: Flow<'_>, indent: usize, closes: bool, opens: bool) {
        let glyphs = flow.finish();
        // After a comment behind the brace, what follows the block begins a line of its own.
        let apart = closes && glyphs.get(1).is_some_and(|glyph| glyph.token.kind == TokenKind::Comment);
        let further = match (apart, opens) {
            (true, _) => indent,
            // Further in than the block, so that it can be told from it.
            (_, true) => indent + 2 * STEP,
            (_, false) => indent + STEP,
        };
        let mut lines = lines(&glyphs, &wrap(&glyphs, indent, further));
        if let Some(line) = lines.first_mut() {
            line.edge |= closes;
        }
        if let Some(line) = lines.last_mut() {
            line.edge |= opens;
        }
        self.lines.extend(lines);
    }
}

fn first<'i, 't>(item: &'i Item<'t>) -> Option<&'i Token<'t>> {
    match item.parts.first()? {
        ItemPart::Token(token) => Some(token),
        ItemPart::Block(block) => Some(&block.open),
    }
}

fn lines(glyphs: &[Glyph<'_>], rows: &[Row]) -> Vec<LayoutLine> {
    rows.iter().map(|row| line(glyphs, row)).collect()
}

fn line(glyphs: &[Glyph<'_>], row: &Row) -> LayoutLine {
    let comment = row.comment.and_then(|at| glyphs.get(at)).map(|glyph| glyph.token.text.to_owned());
    if row.range.is_empty() {
        return LayoutLine { indent: row.indent, comment, ..LayoutLine::default() };
    }
    let text = text(glyphs.get(row.range.clone()).unwrap_or_default());
    LayoutLine { comment, ..LayoutLine::new(row.indent, text) }
}

/// The line of an item that is one line, cut where columns may begin.
fn one_line(item: &Item<'_>, glyphs: &[Glyph<'_>], row: &Row) -> LayoutLine {
    let whole = line(glyphs, row);
    let first = glyphs.first().map_or("", |glyph| glyph.token.text);
    let at_top = |kind: TokenKind| glyphs.iter().position(|glyph| glyph.depth == 0 && glyph.token.kind == kind);
    let when = glyphs.iter().position(|glyph| glyph.depth == 0 && glyph.token.text == "when");
    let (columns, cut) = match (item.sort, first) {
        (ItemKind::Graph, "cell") => return LayoutLine { columns: Columns::Cells, ..whole },
        (ItemKind::Graph, _) => return LayoutLine { columns: Columns::Lines, ..whole },
        (ItemKind::Declaration, "turn") => (Columns::Turn, at_top(TokenKind::Colon).map(|at| at + 1)),
        (ItemKind::Declaration, "end") => (Columns::End, at_top(TokenKind::Brace)),
        (ItemKind::Declaration, "repetition") => (Columns::Repetition, when),
        (ItemKind::Declaration, _) if at_top(TokenKind::Colon).is_none() => {
            (Columns::Definition, at_top(TokenKind::Equals))
        }
        _ => (Columns::None, None),
    };
    let Some((before, after)) = cut.and_then(|cut| glyphs.split_at_checked(cut)) else { return whole };
    let gap = after.first().map_or(0, |glyph| glyph.gap);
    let before = text(before) + &" ".repeat(gap);
    LayoutLine { cells: vec![before, text(after)], columns, ..whole }
}
