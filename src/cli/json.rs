//! JSON that a terminal can show: what steers it is written as `\u....`, which says the same.

use std::io::{self, Write};

use rulebook_language::util::is_steering;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

/// Writes a value as JSON on a line of its own.
pub fn line(mut out: impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut out, Visible(CompactFormatter)))?;
    out.write_all(b"\n")
}

struct Visible(CompactFormatter);

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_steering(*c)) {
            self.0.write_string_fragment(out, &rest[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        self.0.write_string_fragment(out, rest)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::line;

    #[test]
    fn what_steers_is_escaped_and_read_back() {
        let text = "a\u{202e}b\u{e0001}\u{1b}\"\u{e9}";
        let mut out = Vec::new();
        line(&mut out, &[text]).unwrap();
        assert_eq!(String::from_utf8(out.clone()).unwrap(), "[\"a\\u202eb\\udb40\\udc01\\u001b\\\"\u{e9}\"]\n");
        assert_eq!(serde_json::from_slice::<[String; 1]>(&out).unwrap(), [text]);
    }
}
