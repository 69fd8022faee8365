//! File texts, and lines and columns in them.

use std::sync::Arc;

use super::Span;
use crate::util::id_type;

id_type! {
    /// A file of a [`SourceMap`].
    #[derive(serde::Serialize, serde::Deserialize)]
    FileId(u16);
}

/// One text, with its name as the user gave it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// A path, `<stdin>`, or the name of a shipped game.
    pub name: String,
    /// The text.
    pub text: Arc<str>,
    line_starts: Vec<u32>,
}

/// A place for people and editors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters (Unicode scalar values), from 1.
    pub column: u32,
    /// Column in UTF-16 code units, from 1, as editors count.
    pub utf16_column: u32,
    /// Byte offset in the file.
    pub offset: u32,
}

impl SourceFile {
    /// A file of this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
        SourceFile { name: name.into(), text, line_starts }
    }

    /// The place of byte `offset`; past the end, the end. Inside a character, that character.
    pub fn place(&self, offset: u32) -> LineColumn {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|&start| start as usize <= offset);
        let before = &self.text[self.line_starts[line - 1] as usize..offset];
        LineColumn {
            line: line as u32,
            column: before.chars().count() as u32 + 1,
            utf16_column: before.encode_utf16().count() as u32 + 1,
            offset: offset as u32,
        }
    }

    /// The text of a line, counted from 1; nothing past the last one.
    pub fn line(&self, line: u32) -> &str {
        self.text.lines().nth((line as usize).saturating_sub(1)).unwrap_or("")
    }

    /// The text of `span`, which is one of this file.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Where a word or sign stands first between two bytes: the bytes from which and to which. A word is no part of a longer one.
    pub fn find_sign(&self, start: u32, end: u32, sign: &str) -> Option<(u32, u32)> {
        let text = self.text.get(start as usize..end as usize)?;
        let is_word = sign.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
        let is_part = |c: Option<char>| is_word && c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let place = text.match_indices(sign).map(|(at, _)| at).find(|at| {
            let (before, after) = (text[..*at].chars().next_back(), text[at + sign.len()..].chars().next());
            !is_part(before) && !is_part(after)
        })?;
        let start = start + place as u32;
        Some((start, start + sign.len() as u32))
    }
}

/// The files of one run: the file at hand and what it builds on.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a file.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId((self.files.len() - 1) as u16)
    }

    /// The file of an id that [`SourceMap::add`] gave.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The text of `span`.
    pub fn slice(&self, span: Span) -> &str {
        self.file(span.file).slice(span)
    }

    /// The files in the order added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u16), file))
    }
}

#[cfg(test)]
mod tests {
    use super::SourceFile;

    #[test]
    fn places_count_characters_and_utf16_units() {
        let file = SourceFile::new("t", "ab\n😀x\n");
        let place = file.place(7);
        assert_eq!((place.line, place.column, place.utf16_column), (2, 2, 3));
        assert_eq!((file.place(0).line, file.place(2).column, file.place(3).line), (1, 3, 2));
        assert_eq!((file.place(99).line, file.place(99).column), (3, 1));
        assert_eq!(file.place(5).column, 1, "inside a character is that character");
    }
}
