//! A stretch of a file's text.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::FileId;

/// A stretch of one file: byte offsets `start..end` into its text.
///
/// `{:?}` writes it as `file:start..end`. With the flag `-` nothing of it is written, so that `{:-?}` of two trees compares
/// what they say without where they say it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end.max(start) as u32 }
    }

    /// The smallest span that covers both. Of two files, the first span stands.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether all of it lies in another.
    pub fn is_in(self, whole: Span) -> bool {
        self.file == whole.file && self.start >= whole.start && self.end <= whole.end
    }

    /// The empty span at this one's end.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.sign_minus() {
            true => f.write_str("_"),
            false => write!(f, "{}:{}..{}", self.file.0, self.start, self.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FileId, Span};

    #[test]
    fn places_can_be_left_out() {
        let (one, other) = (Some(vec![Span::new(FileId(0), 1, 3)]), Some(vec![Span::new(FileId(0), 4, 9)]));
        assert_eq!(format!("{one:?}"), "Some([0:1..3])");
        assert_ne!(format!("{one:?}"), format!("{other:?}"));
        assert_eq!(format!("{one:-?}"), format!("{other:-?}"));
    }
}
