//! The words, numbers, texts, signs and comments of any text, in order.

/// What a piece of text is, as far as its letters tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// Letters, digits and `_`, not beginning with a digit.
    Word,
    /// The same, beginning with a digit.
    Number,
    /// `"..."`, to the closing quote or the end of the line.
    Text,
    /// `// ...`
    Comment,
    /// Anything else.
    Sign,
}

/// A piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece<'t> {
    /// What it is.
    pub sort: Sort,
    /// As it is written.
    pub text: &'t str,
    /// Its first byte.
    pub start: usize,
}

impl Piece<'_> {
    /// The byte after its last one.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Whether it is the sign or word `text`, and no text in quotes or comment.
    pub fn is(&self, text: &str) -> bool {
        self.text == text && !matches!(self.sort, Sort::Text | Sort::Comment)
    }
}

/// Signs of more than one character.
const SIGNS: [&str; 4] = ["..=", "<=", ">=", "!="];

/// Words with a hyphen.
const HYPHENATED: [&str; 2] = ["like-coloured", "like-colored"];

/// Whether a piece stands behind `as` or `on` between the braces of a look, which has no others: a word of a list, and no name.
pub fn is_like(all: &[Piece<'_>], place: usize) -> bool {
    let before = |place: usize| place.checked_sub(1).and_then(|before| all.get(before));
    before(place).is_some_and(|before| before.is("as") || before.is("on")) && {
        let open = all.iter().take(place).rposition(|piece| piece.is("{") || piece.is("}"));
        open.and_then(before).is_some_and(|lead| lead.is("look"))
    }
}

/// The pieces of a text.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(first) = rest.chars().next() else { break };
        if first.is_whitespace() || first == '\u{FEFF}' {
            at += first.len_utf8();
            continue;
        }
        let (sort, length) = piece(first, rest);
        let Some(piece) = rest.get(..length) else { break };
        out.push(Piece { sort, text: piece, start: at });
        at += length;
    }
    out
}

/// What begins with `first`, and its length.
fn piece(first: char, rest: &str) -> (Sort, usize) {
    let word = || rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len());
    if rest.starts_with("//") {
        let line = rest.find('\n').map_or(rest, |end| rest.get(..end).unwrap_or(rest));
        return (Sort::Comment, line.trim_end_matches('\r').len());
    }
    if first == '"' {
        let inner = rest.get(1..).unwrap_or("");
        let length = match inner.find(['"', '\n']) {
            Some(end) if inner[end..].starts_with('"') => end + 2,
            Some(end) => end + 1,
            None => rest.len(),
        };
        return (Sort::Text, length);
    }
    if first.is_ascii_digit() {
        return (Sort::Number, word());
    }
    if is_letter(first) {
        let whole = HYPHENATED.iter().find(|whole| rest.starts_with(**whole));
        let goes_on = |length: usize| rest.get(length..).is_some_and(|rest| rest.starts_with(is_letter));
        return (Sort::Word, whole.map(|whole| whole.len()).filter(|length| !goes_on(*length)).unwrap_or_else(word));
    }
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
    (Sort::Sign, sign.map_or(first.len_utf8(), |sign| sign.len()))
}

/// Whether a character may stand in a word.
pub fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The largest character boundary of `text` that is no greater than `offset`.
pub fn boundary(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Where the word at `offset`, or the one that ends there, begins and ends; an empty stretch where there is none.
pub fn word_at(text: &str, offset: usize) -> (usize, usize) {
    let at = boundary(text, offset);
    let (before, after) = text.split_at(at);
    let start = before
        .rfind(|c: char| !is_letter(c))
        .map_or(0, |place| place + before.get(place..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    let end = at + after.find(|c: char| !is_letter(c)).unwrap_or(after.len());
    hyphenated_at(text, at).unwrap_or((start, end))
}

/// The word with a hyphen at `at`, or the one that ends there.
fn hyphenated_at(text: &str, at: usize) -> Option<(usize, usize)> {
    let lengths = HYPHENATED.iter().map(|whole| whole.len());
    let mut stretches =
        lengths.flat_map(|length| (at.saturating_sub(length)..=at).map(move |start| (start, start + length)));
    let is_whole = |(start, end): &(usize, usize)| {
        let (before, after) = (text.get(..*start), text.get(*end..));
        text.get(*start..*end).is_some_and(|word| HYPHENATED.contains(&word))
            && before.is_some_and(|before| !before.ends_with(is_letter))
            && after.is_some_and(|after| !after.starts_with(is_letter))
    };
    stretches.find(is_whole)
}
