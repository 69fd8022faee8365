//! Where a byte of a text stands, as editors count: lines from 0, and in them UTF-16 units or bytes.

use gen_lsp_types::{Position, Range};

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 units, which every client understands.
    #[default]
    Utf16,
}

/// The beginnings of a text's lines.
#[derive(Clone, Debug, Default)]
pub struct Lines(Vec<usize>);

impl Lines {
    /// The lines of a text.
    ///
    /// A line ends with a line feed, a carriage return, or both in this order, as the protocol has it.
    pub fn new(text: &str) -> Self {
        let ends = |(at, byte): &(usize, u8)| match byte {
            b'\n' => true,
            b'\r' => text.as_bytes().get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        Lines(std::iter::once(0).chain(text.bytes().enumerate().filter(ends).map(|(at, _)| at + 1)).collect())
    }

    fn line<'t>(&self, text: &'t str, line: usize) -> Option<(usize, &'t str)> {
        let start = *self.0.get(line)?;
        let end = self.0.get(line + 1).copied().unwrap_or(text.len());
        Some((start, text.get(start..end)?.trim_end_matches(['\r', '\n'])))
    }

    /// The place of a byte; of one past the end, the end.
    pub fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.0.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.0.get(line).copied().unwrap_or_default();
        let before = text.get(start..offset).unwrap_or_default();
        let column = match encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.encode_utf16().count(),
        };
        Position { line: line as u32, character: column as u32 }
    }

    /// From one byte to another.
    pub fn range(&self, text: &str, from: usize, to: usize, encoding: Encoding) -> Range {
        Range { start: self.position(text, from, encoding), end: self.position(text, to, encoding) }
    }

    /// The byte at a place; of a place past the end of a line or of the text, that end.
    pub fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let Some((start, line)) = self.line(text, position.line as usize) else { return text.len() };
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            let width = match encoding {
                Encoding::Utf8 => c.len_utf8(),
                Encoding::Utf16 => c.len_utf16(),
            };
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + line.len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Lines};

    /// Every character is found again where it was said to be.
    #[test]
    fn places_are_read_back() {
        let text = "a\u{e9}\u{1f600}b\r\n\n  \u{4e2d}x";
        let lines = Lines::new(text);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (at, c) in text.char_indices().filter(|(_, c)| *c != '\r' && *c != '\n') {
                let place = lines.position(text, at, encoding);
                assert_eq!(lines.offset(text, place, encoding), at, "{c:?} {place:?}");
            }
        }
        assert_eq!(lines.position(text, 7, Encoding::Utf16).character, 4, "one unit, one, two");
        let far = gen_lsp_types::Position { line: 90, character: 4 };
        assert_eq!(lines.offset(text, far, Encoding::Utf16), text.len());
        let two = Lines::new("a\rb\r\nc");
        let at = |line| two.offset("a\rb\r\nc", gen_lsp_types::Position { line, character: 9 }, Encoding::Utf8);
        assert_eq!([0, 1, 2].map(at), [1, 3, 6], "each line ends before its end");
        let long = gen_lsp_types::Position { line: 0, character: 400 };
        assert_eq!(lines.offset(text, long, Encoding::Utf16), "a\u{e9}\u{1f600}b".len());
    }
}
