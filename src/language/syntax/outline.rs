//! What a text is laid out of: its tokens and comments, in blocks and the items of blocks. It is read off the matched rules
//! without knowing them one by one: a brace that is no set opens a block, and each rule matched in a block is an item of it.
//! So a declaration or statement that is added to the grammar has its place here already.

use std::mem;

use super::grammar::{Node, Rule};

/// A word, sign, text or comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    /// What it is.
    pub kind: TokenKind,
    /// How it is written; of a comment, with its slashes and without blanks at its end.
    pub text: &'t str,
    /// Line breaks between it and what stands before it.
    pub breaks: usize,
    /// Of a comment, characters between the beginning of its line and it.
    pub column: usize,
}

/// What a token is, as far as the layout asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A word that names something.
    Name,
    /// A word of the language.
    Word,
    /// A word of an item that cannot be read: either.
    Unread,
    /// `12`, `7.5`.
    Number,
    /// `"..."`.
    Text,
    /// `// ...`, up to the end of its line.
    Comment,
    /// A sign between two operands.
    Operator,
    /// The `=` between what is declared and what it is.
    Equals,
    /// The `-` before an operand.
    Minus,
    /// The `-` between the cells of a line or track.
    Link,
    /// `,`
    Comma,
    /// `:` after what it speaks of.
    Colon,
    /// `:` of a set, between its member and what is asked of it.
    Such,
    /// `..=`
    Range,
    /// `(`, or the `{` of a set.
    Open(Bracket),
    /// `)`, or the `}` of a set.
    Close(Bracket),
    /// The `{` or `}` of a block.
    Brace,
}

/// The brackets inside an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    /// `( ... )`
    Round,
    /// `{a, b}`
    List,
    /// `{ c : P }`
    Such,
}

/// A part of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ItemPart<'t> {
    /// A token; a comment too, if it stands inside the item.
    Token(Token<'t>),
    /// `{ ... }` with items.
    Block(Block<'t>),
}

/// `{ ... }` with items.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<'t> {
    /// `{`
    pub open: Token<'t>,
    /// What stands in it.
    pub entries: Vec<BlockEntry<'t>>,
    /// `}`
    pub close: Token<'t>,
}

/// What stands in a block, or in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlockEntry<'t> {
    /// A comment between items.
    Comment(Token<'t>),
    /// An item.
    Item(Item<'t>),
}

/// A unit of a file, or something in a block: a declaration, a statement, a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item<'t> {
    /// What it is, as far as the layout asks.
    pub sort: ItemKind,
    /// Its parts, at least one; neither the first nor the last is a comment.
    pub parts: Vec<ItemPart<'t>>,
}

/// What an item is, as far as the layout asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// A game or variant.
    Unit,
    /// A declaration.
    Declaration,
    /// A line or cell of a graph, of which several share a line of text.
    Graph,
    /// Anything else.
    Other,
}

/// What the matched rules of `file`, whose text this is, are laid out of.
pub fn outline<'t>(text: &'t str, file: Node<'t>) -> Vec<BlockEntry<'t>> {
    let mut reader = Tokenizer { text, at: 0 };
    let mut open = Open::default();
    for unit in file.into_inner().filter(|node| node.as_rule() != Rule::EOI) {
        reader.own(unit.as_span().start(), |_, token| open.token(token));
        reader.item(unit, &mut open);
    }
    reader.own(text.len(), |_, token| open.token(token));
    open.finish()
}

/// All tokens in order, comments too.
pub fn tokens<'o, 't>(entries: &'o [BlockEntry<'t>], out: &mut Vec<&'o Token<'t>>) {
    for entry in entries {
        let parts = match entry {
            BlockEntry::Comment(comment) => {
                out.push(comment);
                continue;
            }
            BlockEntry::Item(item) => &item.parts,
        };
        for part in parts {
            match part {
                ItemPart::Token(token) => out.push(token),
                ItemPart::Block(block) => {
                    out.push(&block.open);
                    tokens(&block.entries, out);
                    out.push(&block.close);
                }
            }
        }
    }
}

/// A block whose end is not read yet.
#[derive(Default)]
struct Open<'t> {
    brace: Option<Token<'t>>,
    entries: Vec<BlockEntry<'t>>,
    /// Words before the next item, such as the `else` before a result.
    ahead: Vec<ItemPart<'t>>,
}

impl<'t> Open<'t> {
    fn token(&mut self, token: Token<'t>) {
        match (token.kind, self.ahead.is_empty(), self.entries.last_mut()) {
            (TokenKind::Comment, true, _) => self.entries.push(BlockEntry::Comment(token)),
            // A comma between two items.
            (TokenKind::Comma, true, Some(BlockEntry::Item(last))) => last.parts.push(ItemPart::Token(token)),
            _ => self.ahead.push(ItemPart::Token(token)),
        }
    }

    /// Adds an item; comments at its end stand after it.
    fn item(&mut self, sort: ItemKind, mut parts: Vec<ItemPart<'t>>) {
        let is_comment =
            |part: &ItemPart<'_>| matches!(part, ItemPart::Token(token) if token.kind == TokenKind::Comment);
        let length = parts.iter().rposition(|part| !is_comment(part)).map_or(0, |last| last + 1);
        let comments = parts.split_off(length);
        if !parts.is_empty() {
            self.entries.push(BlockEntry::Item(Item { sort, parts }));
        }
        self.entries.extend(comments.into_iter().filter_map(|part| match part {
            ItemPart::Token(token) => Some(BlockEntry::Comment(token)),
            ItemPart::Block(_) => None,
        }));
    }

    fn finish(mut self) -> Vec<BlockEntry<'t>> {
        let ahead = mem::take(&mut self.ahead);
        self.item(ItemKind::Other, ahead);
        self.entries
    }
}

struct Tokenizer<'t> {
    text: &'t str,
    /// What is read ends here.
    at: usize,
}

impl<'t> Tokenizer<'t> {
    /// Reads `node` into the parts of the item that it belongs to.
    fn node(&mut self, node: Node<'t>, parts: &mut Vec<ItemPart<'t>>) {
        let (rule, end) = (node.as_rule(), node.as_span().end());
        if let Some(kind) = atom(&node) {
            let token = self.token(kind, node.as_span().start(), end);
            parts.push(ItemPart::Token(token));
            return;
        }
        let mut open: Option<Open<'t>> = None;
        for child in node.into_inner() {
            self.own_of(rule, child.as_span().start(), &mut open, parts);
            match &mut open {
                None => self.node(child, parts),
                // A word of the language is not an item, but begins one.
                Some(block) if super::grammar::is_word(child.as_rule()) => self.node(child, &mut block.ahead),
                Some(block) => self.item(child, block),
            }
        }
        self.own_of(rule, end, &mut open, parts);
    }

    fn item(&mut self, node: Node<'t>, block: &mut Open<'t>) {
        let sort = match node.as_rule() {
            Rule::game | Rule::variant => ItemKind::Unit,
            Rule::declaration => ItemKind::Declaration,
            Rule::graph_line | Rule::graph_cell => ItemKind::Graph,
            _ => ItemKind::Other,
        };
        let mut parts = mem::take(&mut block.ahead);
        self.node(node, &mut parts);
        block.item(sort, parts);
    }

    /// Reads up to `end` what a rule has of its own, beside the rules in it.
    fn own_of(&mut self, rule: Rule, end: usize, open: &mut Option<Open<'t>>, parts: &mut Vec<ItemPart<'t>>) {
        self.own(end, |_, mut token| {
            token.kind = in_rule(token, rule);
            match (token.kind, token.text, open.as_mut()) {
                (TokenKind::Brace, "{", _) => *open = Some(Open { brace: Some(token), ..Open::default() }),
                (TokenKind::Brace, _, Some(_)) => {
                    if let Some(mut block) = open.take()
                        && let Some(brace) = block.brace.take()
                    {
                        parts.push(ItemPart::Block(Block { open: brace, entries: block.finish(), close: token }));
                    }
                }
                (_, _, Some(block)) => block.token(token),
                (_, _, None) => parts.push(ItemPart::Token(token)),
            }
        });
    }

    /// Reads the tokens up to `end`.
    fn own(&mut self, end: usize, mut each: impl FnMut(&mut Self, Token<'t>)) {
        while let Some((start, length, kind)) = next(self.text, self.at, end) {
            let token = self.token(kind, start, start + length);
            each(self, token);
        }
    }

    fn token(&mut self, kind: TokenKind, start: usize, end: usize) -> Token<'t> {
        let text = self.text.get(start..end).unwrap_or("");
        let gap = self.text.get(self.at..start).unwrap_or("");
        let lead = || self.text.get(..start).and_then(|before| before.rsplit('\n').next()).unwrap_or("");
        self.at = end.max(self.at);
        let column = if kind == TokenKind::Comment { lead().chars().count() } else { 0 };
        Token { kind, text: text.trim_end(), breaks: gap.matches('\n').count(), column }
    }
}

/// A matched rule that is one token.
fn atom(node: &Node<'_>) -> Option<TokenKind> {
    let (rule, text) = (node.as_rule(), node.as_str());
    if rule == Rule::string {
        return Some(TokenKind::Text);
    }
    let several = rule == Rule::asked
        || text.is_empty()
        || text
            .contains(|c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | '{' | '}' | '"' | ',' | '\u{FEFF}'))
        || text.contains("//");
    if several || node.clone().into_inner().next().is_some() {
        return None;
    }
    Some(match rule {
        Rule::number | Rule::integer => TokenKind::Number,
        Rule::minus => TokenKind::Minus,
        _ if text == "..=" => TokenKind::Range,
        Rule::name | Rule::word | Rule::type_name | Rule::move_name | Rule::letter => TokenKind::Name,
        // A word of an option, as in `set swap = none`.
        Rule::setting_value if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => TokenKind::Name,
        _ if text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') => word_of(rule),
        _ => TokenKind::Operator,
    })
}

/// What a bare word of a rule is.
fn word_of(rule: Rule) -> TokenKind {
    if matches!(rule, Rule::junk | Rule::junk_unit) { TokenKind::Unread } else { TokenKind::Word }
}

/// What a token is as a rule's own.
fn in_rule(token: Token<'_>, rule: Rule) -> TokenKind {
    match (token.text, rule) {
        ("{", Rule::set_of) => TokenKind::Open(Bracket::List),
        ("}", Rule::set_of) => TokenKind::Close(Bracket::List),
        ("{", Rule::comprehension) => TokenKind::Open(Bracket::Such),
        ("}", Rule::comprehension) => TokenKind::Close(Bracket::Such),
        (":", Rule::comprehension) => TokenKind::Such,
        // Those of expressions are rules of their own.
        ("-", _) => TokenKind::Link,
        // A comparison may end on blanks, and is no token then.
        ("=", rule) if !matches!(rule, Rule::eq | Rule::asked) => TokenKind::Equals,
        (_, rule) if token.kind == TokenKind::Word => word_of(rule),
        _ => token.kind,
    }
}

/// The next token at or after `at` that begins before `end`: where, how long, what.
fn next(text: &str, at: usize, end: usize) -> Option<(usize, usize, TokenKind)> {
    let rest = text.get(at..end)?;
    let start = at + rest.find(|c: char| !matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}'))?;
    let rest = text.get(start..)?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = rest.chars().next()?;
    let (length, kind) = match first {
        '/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), TokenKind::Comment),
        '"' => (rest.get(1..)?.find('"').map_or(rest.len(), |length| length + 2), TokenKind::Text),
        _ if is_name(first) => (rest.find(|c| !is_name(c)).unwrap_or(rest.len()), TokenKind::Word),
        '(' => (1, TokenKind::Open(Bracket::Round)),
        ')' => (1, TokenKind::Close(Bracket::Round)),
        '{' | '}' => (1, TokenKind::Brace),
        ',' => (1, TokenKind::Comma),
        ':' => (1, TokenKind::Colon),
        _ if rest.starts_with("..=") => (3, TokenKind::Range),
        _ if ["<=", ">=", "!="].iter().any(|sign| rest.starts_with(sign)) => (2, TokenKind::Operator),
        _ => (first.len_utf8(), TokenKind::Operator),
    };
    Some((start, length, kind))
}
