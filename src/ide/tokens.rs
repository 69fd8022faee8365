//! What each word of a text is, for highlighting. Any text has tokens: where the grammar cannot read it, its words tell.

use std::sync::OnceLock;

use rulebook_language::model::builtins::{functions, words_alone};
use rulebook_language::syntax::outline::{self, TokenKind as Outlined};
use rulebook_language::syntax::{MAX_FILE_BYTES, is_readable, is_reserved, outlined};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lexer::{Piece, Sort, is_like, pieces};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each is its own name")]
pub enum TokenKind {
    Keyword,
    Name,
    Number,
    String,
    Comment,
    Doc,
    Operator,
    Builtin,
    Piece,
    Player,
    Definition,
    Option,
    Move,
}

impl TokenKind {
    /// Its name in the protocol of the page.
    pub fn name(self) -> &'static str {
        match self {
            TokenKind::Keyword => "keyword",
            TokenKind::Name => "name",
            TokenKind::Number => "number",
            TokenKind::String => "string",
            TokenKind::Comment => "comment",
            TokenKind::Doc => "doc",
            TokenKind::Operator => "operator",
            TokenKind::Builtin => "builtin",
            TokenKind::Piece => "piece",
            TokenKind::Player => "player",
            TokenKind::Definition => "definition",
            TokenKind::Option => "option",
            TokenKind::Move => "move",
        }
    }
}

/// A token, by its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
    /// What it is.
    pub kind: TokenKind,
}

/// The tokens of a text, in order.
pub fn tokens(text: &str) -> Vec<Token> {
    let all = pieces(text);
    let words = outlined_words(text);
    let names = declared(&all);
    let mut out: Vec<Token> = Vec::with_capacity(all.len());
    let mut last: Option<&Piece<'_>> = None;
    for (at, piece) in all.iter().enumerate() {
        let called = all.get(at + 1).is_some_and(|next| next.is("("));
        let kind = match piece.sort {
            Sort::Comment if piece.text.starts_with("///") => TokenKind::Doc,
            Sort::Comment => TokenKind::Comment,
            Sort::Text => TokenKind::String,
            Sort::Number => TokenKind::Number,
            Sort::Sign => TokenKind::Operator,
            // An option may be called as a piece is in the plural.
            Sort::Word if last.is_some_and(|last| last.is("plural")) => TokenKind::Piece,
            Sort::Word if is_like(&all, at) => TokenKind::Builtin,
            Sort::Word => match word(piece, &words, &names) {
                // In `rows(rows)` the first is no option.
                TokenKind::Option if called && builtins().contains(piece.text) => TokenKind::Builtin,
                kind => kind,
            },
        };
        out.push(Token { start: piece.start, end: piece.end(), kind });
        last = Some(piece);
    }
    out
}

/// What a word is.
fn word(piece: &Piece<'_>, words: &FxHashMap<usize, bool>, names: &FxHashMap<&str, TokenKind>) -> TokenKind {
    let is_word = words.get(&piece.start).copied().unwrap_or_else(|| keywords(piece.text) || piece.text.contains('-'));
    match names.get(piece.text) {
        _ if is_word => TokenKind::Keyword,
        Some(kind) => *kind,
        None if builtins().contains(piece.text) => TokenKind::Builtin,
        None => TokenKind::Name,
    }
}

/// Whether a word can be nothing else than a word of the language.
fn keywords(word: &str) -> bool {
    // Reserved words are short; asking the grammar of each word would cost more than reading the text.
    word.len() <= 12 && is_reserved(word)
}

/// The words and functions that the language gives.
fn builtins() -> &'static FxHashSet<&'static str> {
    static NAMES: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| words_alone().chain(functions()).map(|name| name.name()).collect())
}

/// Of words, by their first byte, whether each is a word of the language, as the grammar reads the text.
fn outlined_words(text: &str) -> FxHashMap<usize, bool> {
    let mut words = FxHashMap::default();
    if text.len() > MAX_FILE_BYTES || !is_readable(text) {
        return words;
    }
    let Some(entries) = outlined(text) else { return words };
    let mut found = Vec::new();
    outline::tokens(&entries, &mut found);
    for token in found {
        let at = token.text.as_ptr().addr().checked_sub(text.as_ptr().addr());
        let is_word = match token.kind {
            Outlined::Word => true,
            Outlined::Name => false,
            _ => continue,
        };
        words.extend(at.map(|at| (at, is_word)));
    }
    words
}

/// The names that a text declares, as its words tell: what stands behind the word of a declaration.
fn declared<'t>(all: &[Piece<'t>]) -> FxHashMap<&'t str, TokenKind> {
    let mut names = FxHashMap::default();
    let list = |place: usize| {
        let mut at = place;
        let mut found: Vec<&'t str> = Vec::new();
        while let Some(name) = all.get(at).filter(|name| name.sort == Sort::Word) {
            found.push(name.text);
            at += 1;
            // `man plural men as M`
            while all.get(at).is_some_and(|word| word.is("plural") || word.is("as")) {
                found.extend(all.get(at + 1).filter(|_| all[at].is("plural")).map(|plural| plural.text));
                at += 2;
            }
            if !all.get(at).is_some_and(|sign| sign.is(",")) {
                break;
            }
            at += 1;
        }
        found
    };
    for (place, piece) in all.iter().enumerate().filter(|(_, piece)| piece.sort == Sort::Word) {
        let next = all.get(place + 1);
        let behind = |sign: &str| all.get(place + 2).is_some_and(|piece| piece.is(sign));
        let Some(name) = next.filter(|next| next.sort == Sort::Word) else { continue };
        let kind = match piece.text {
            "players" => TokenKind::Player,
            "piece" | "pieces" => TokenKind::Piece,
            "option" if behind(":") || behind("off") => TokenKind::Option,
            "value" | "region" | "condition" | "direction" | "directions" | "kind" | "kinds" | "player"
                if behind("=") || behind("(") =>
            {
                TokenKind::Definition
            }
            "group" | "loop" | "line" | "relation" | "track" if behind("=") => TokenKind::Definition,
            "counter" if behind(":") || behind("(") || behind("aside") || behind("each") => TokenKind::Definition,
            "move" if behind("{") => TokenKind::Move,
            // A statement goes on behind its set.
            "mark"
                if all.get(place + 2).is_none_or(|next| !next.is("as") && next.sort != Sort::Sign || next.is("}")) =>
            {
                TokenKind::Definition
            }
            _ => continue,
        };
        if matches!(kind, TokenKind::Player | TokenKind::Piece) {
            for name in list(place + 1) {
                names.entry(name).or_insert(kind);
            }
        } else {
            names.entry(name.text).or_insert(kind);
        }
    }
    plurals(&mut names, all);
    names
}

/// Pieces in the plural that the file does not spell out.
fn plurals<'t>(names: &mut FxHashMap<&'t str, TokenKind>, all: &[Piece<'t>]) {
    for piece in all.iter().filter(|piece| piece.sort == Sort::Word) {
        let singular = piece.text.strip_suffix('s').and_then(|singular| names.get(singular));
        if singular == Some(&TokenKind::Piece) {
            names.entry(piece.text).or_insert(TokenKind::Piece);
        }
    }
}
