//! The tokens of an item on their way into lines: blanks before each, and where a line may end or has to.

use super::line::width;
use super::spacing::blanks;
use crate::syntax::outline::{Block, BlockEntry, Item, ItemKind, ItemPart, Token, TokenKind};

/// Blanks between the parts of a graph that share a line.
pub const BETWEEN: usize = 3;

/// A token with what its line needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Glyph<'t> {
    /// The token.
    pub token: Token<'t>,
    /// Blanks before it, unless it begins a line.
    pub gap: usize,
    /// Brackets of the item that are open before it.
    pub depth: usize,
    /// Whether a line may begin here, and how loosely this token is bound to the one before it: 0 most loosely.
    pub level: Option<u8>,
    /// Whether the author's line begins here, where that is kept.
    pub kept: bool,
    /// Whether a line has to begin here.
    pub must: bool,
}

/// The last level at which the author's line breaks are kept.
const KEPT: u8 = 5;

/// How loosely a token is bound to the one before it, in an item that begins with the word `first`.
fn level(first: &str, before: &Token<'_>, token: &Token<'_>) -> Option<u8> {
    let by_word = match (token.kind, token.text) {
        (TokenKind::Word, "else") => Some(0),
        (TokenKind::Word, "or") => Some(1),
        // What pieces carry belongs closer together than pieces do.
        (TokenKind::Word, "and") if matches!(first, "piece" | "pieces" | "neutral" | "put") => Some(KEPT + 1),
        (TokenKind::Word, "and") => Some(2),
        (TokenKind::Word, "then") => Some(3),
        _ => None,
    };
    by_word.or(match (before.kind, token.kind, token.text) {
        (TokenKind::Comma, ..) => Some(4),
        // A parameter, an option or a counter is one with its type or its range.
        (TokenKind::Colon, ..) => matches!(first, "turn" | "line").then_some(KEPT),
        (_, TokenKind::Word, "where" | "has" | "for" | "when" | "with") => Some(KEPT + 1),
        (_, TokenKind::Operator, "|") => Some(KEPT + 2),
        (_, TokenKind::Operator, "+" | "-") => Some(KEPT + 3),
        (_, TokenKind::Operator, "&" | "*" | "/") => Some(KEPT + 4),
        _ => None,
    })
}

/// Whether two words must stay on two lines: on one they could be a player and a piece.
fn is_owned_apart(before: &Token<'_>, token: &Token<'_>) -> bool {
    let owner = before.kind == TokenKind::Name || matches!(before.text, "my" | "neutral");
    token.breaks > 0 && owner && token.kind == TokenKind::Name
}

/// The tokens of an item without those of blocks that stand on lines of their own, which are cut out by the caller.
#[derive(Default, Debug)]
pub struct Flow<'t> {
    /// The tokens.
    pub glyphs: Vec<Glyph<'t>>,
    depth: usize,
    /// Blocks that are open, all in this line.
    blocks: usize,
    /// Whether the token before ends a block.
    after_block: bool,
}

impl<'t> Flow<'t> {
    /// Adds a token.
    pub fn token(&mut self, token: &Token<'t>) {
        let before = self.glyphs.last().map(|glyph| glyph.token);
        let inner = self.blocks == 0 && !self.after_block;
        let first = self.glyphs.first().map_or("", |glyph| glyph.token.text);
        let level = before.filter(|_| inner).and_then(|before| level(first, &before, token));
        let is_comment = |token: &Token<'_>| token.kind == TokenKind::Comment;
        let must = before.is_some_and(|before| {
            is_comment(&before) || is_owned_apart(&before, token) || is_comment(token) && token.breaks > 0
        });
        if matches!(token.kind, TokenKind::Close(_)) {
            self.depth = self.depth.saturating_sub(1);
        }
        let kept = token.breaks > 0 && level.is_some_and(|level| level <= KEPT);
        self.glyphs.push(Glyph { token: *token, gap: 0, depth: self.depth, level, kept, must });
        if matches!(token.kind, TokenKind::Open(_)) {
            self.depth += 1;
        }
        self.after_block = false;
    }

    /// Adds a block that stands in its line.
    pub fn block(&mut self, block: &Block<'t>) {
        self.token(&block.open);
        self.blocks += 1;
        for (at, entry) in block.entries.iter().enumerate() {
            let BlockEntry::Item(item) = entry else { continue };
            let start = self.glyphs.len();
            self.parts(&item.parts);
            if let Some(first) = self.glyphs.get_mut(start).filter(|_| at > 0 && item.sort == ItemKind::Graph) {
                first.gap = BETWEEN;
            }
        }
        self.token(&block.close);
        self.blocks -= 1;
        self.after_block = true;
    }

    /// Adds parts, blocks in their line.
    pub fn parts(&mut self, parts: &[ItemPart<'t>]) {
        for part in parts {
            match part {
                ItemPart::Token(token) => self.token(token),
                ItemPart::Block(block) => self.block(block),
            }
        }
    }

    /// Adds the end of a block whose beginning stands on an earlier line.
    pub fn close(&mut self, brace: &Token<'t>) {
        self.token(brace);
        self.after_block = true;
    }

    /// The tokens, with the blanks between them.
    pub fn finish(mut self) -> Vec<Glyph<'t>> {
        let tokens: Vec<Token<'t>> = self.glyphs.iter().map(|glyph| glyph.token).collect();
        let tokens: Vec<&Token<'t>> = tokens.iter().collect();
        for (at, glyph) in self.glyphs.iter_mut().enumerate() {
            glyph.gap = glyph.gap.max(blanks(&tokens, at));
        }
        // Nothing stands between the braces of an empty block.
        for at in 1..self.glyphs.len() {
            let is_empty = tokens.get(at).is_some_and(|token| token.kind == TokenKind::Brace && token.text == "}")
                && tokens.get(at - 1).is_some_and(|token| token.kind == TokenKind::Brace && token.text == "{");
            if let Some(glyph) = self.glyphs.get_mut(at).filter(|_| is_empty) {
                glyph.gap = 0;
            }
        }
        self.glyphs
    }
}

/// Whether the author wrote the block on one line, and it can stay there.
pub fn is_flat(block: &Block<'_>) -> bool {
    let flat = |entry: &BlockEntry<'_>| match entry {
        BlockEntry::Comment(_) => false,
        BlockEntry::Item(item) => is_flat_item(item),
    };
    block.entries.is_empty() || block.close.breaks == 0 && block.entries.iter().all(flat)
}

/// Whether no line that is kept, or has to be, begins at an item or in it.
fn is_flat_item(item: &Item<'_>) -> bool {
    let first = match item.parts.first() {
        Some(ItemPart::Token(token)) => token.text,
        Some(ItemPart::Block(_)) | None => "",
    };
    let mut before: Option<&Token<'_>> = None;
    for (at, part) in item.parts.iter().enumerate() {
        let token = match part {
            ItemPart::Token(token) => token,
            ItemPart::Block(block) if is_flat(block) => &block.close,
            ItemPart::Block(_) => return false,
        };
        let bound =
            |before| !is_owned_apart(before, token) && level(first, before, token).is_none_or(|level| level > KEPT);
        let kept = at == 0 || !before.is_none_or(bound);
        if token.kind == TokenKind::Comment || token.breaks > 0 && kept {
            return false;
        }
        before = (token.kind != TokenKind::Brace).then_some(token);
    }
    true
}

/// Whether a part can stand in the line of its item.
pub fn is_flat_part(part: &ItemPart<'_>) -> bool {
    match part {
        ItemPart::Token(_) => true,
        ItemPart::Block(block) => is_flat(block),
    }
}

/// The text of glyphs that stand in one line.
pub fn text(glyphs: &[Glyph<'_>]) -> String {
    let mut text = String::new();
    for (at, glyph) in glyphs.iter().enumerate() {
        let gap = if at == 0 { 0 } else { glyph.gap };
        text.extend(std::iter::repeat_n(' ', gap));
        text.push_str(glyph.token.text);
    }
    text
}

/// The characters of that text.
pub fn text_width(glyphs: &[Glyph<'_>]) -> usize {
    let gaps: usize = glyphs.iter().skip(1).map(|glyph| glyph.gap).sum();
    gaps + glyphs.iter().map(|glyph| width(glyph.token.text)).sum::<usize>()
}
