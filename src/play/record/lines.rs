//! Records, read line by line in bounded memory.

use std::io::{self, BufRead, Read};
use std::str::FromStr;

use thiserror::Error;

use super::Record;

/// The longest line that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 16 << 20;

/// Why a line is not a record.
#[derive(Debug, Error)]
pub enum Unreadable {
    /// The text cannot be read.
    #[error("line {line}: {error}")]
    Io {
        /// The line, from 1.
        line: u64,
        /// Why.
        error: io::Error,
    },
    /// The line is too long.
    #[error("line {line} is longer than {MAX_LINE_BYTES} bytes")]
    Long {
        /// The line, from 1.
        line: u64,
    },
    /// The line is no record.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// The line, from 1.
        line: u64,
        /// The column in bytes, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
}

impl Unreadable {
    /// The line, from 1.
    pub fn line(&self) -> u64 {
        let (Unreadable::Io { line, .. } | Unreadable::Long { line } | Unreadable::Json { line, .. }) = self;
        *line
    }
}

/// A record of one line.
impl FromStr for Record {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        Record::read(text.as_bytes()).map_err(|error| unreadable(1, &error))
    }
}

/// The records of a text, each with the number of its line. Blank lines are passed over. After a line that is no record come
/// those below it; an error of reading, or a line that is too long, is the last item.
pub struct Lines<R> {
    text: R,
    line: u64,
    buffer: Vec<u8>,
    broken: bool,
}

impl<R: BufRead> Lines<R> {
    /// The records in `text`.
    pub fn new(text: R) -> Self {
        Lines { text, line: 0, buffer: Vec::new(), broken: false }
    }

    fn read(&mut self) -> Result<Option<Record>, Unreadable> {
        loop {
            self.line += 1;
            let line = self.line;
            self.buffer.clear();
            let limit = MAX_LINE_BYTES as u64 + 1;
            let mut text = Read::take(&mut self.text, limit);
            let read = text.read_until(b'\n', &mut self.buffer).map_err(|error| Unreadable::Io { line, error })?;
            if read == 0 {
                return Ok(None);
            }
            if read > MAX_LINE_BYTES {
                return Err(Unreadable::Long { line });
            }
            if self.buffer.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            return Record::read(&self.buffer).map(Some).map_err(|error| unreadable(line, &error));
        }
    }
}

/// serde_json says where in its own words; here the line is the text's.
fn unreadable(line: u64, error: &serde_json::Error) -> Unreadable {
    let said = error.to_string();
    let message = said.split(" at line ").next().unwrap_or(&said).to_owned();
    Unreadable::Json { line, column: error.column(), message }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<(u64, Record), Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let read = self.read();
        self.broken = matches!(read, Err(Unreadable::Io { .. } | Unreadable::Long { .. }));
        read.map(|record| record.map(|record| (self.line, record))).transpose()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Lines, MAX_LINE_BYTES};

    fn read(text: &[u8]) -> Vec<Result<u64, String>> {
        Lines::new(text).map(|item| item.map(|(line, _)| line).map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn blank_lines_count_and_are_passed_over() {
        let one = r#"{"game":"x","moves":[]}"#;
        assert_eq!(read(format!("\n{one}\r\n \n{one}").as_bytes()), [Ok(2), Ok(4)]);
        assert_eq!(read(b""), []);
    }

    #[test]
    fn a_bad_line_is_one_item() {
        let text = "{\"game\":\"x\",\"moves\":[]}\n{\"game\":\"x\",\n{\"game\":\"x\",\"moves\":[]}\n";
        let items = read(text.as_bytes());
        assert_eq!((items.len(), &items[2]), (3, &Ok(3)));
        let said = items[1].clone().unwrap_err();
        assert!(said.starts_with("line 2, column ") && said.contains("EOF"), "{said}");
        assert!(read(b"\xff\n")[0].clone().unwrap_err().starts_with("line 1, column 1: "));
        assert!(read(&b"[".repeat(1000))[0].is_err(), "deep nesting is refused");
    }

    #[test]
    fn a_line_without_end_is_refused() {
        struct Endless;
        impl std::io::Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                buffer.fill(b' ');
                Ok(buffer.len())
            }
        }
        let mut lines = Lines::new(std::io::BufReader::new(Endless));
        let said = lines.next().unwrap().unwrap_err().to_string();
        assert_eq!(said, format!("line 1 is longer than {MAX_LINE_BYTES} bytes"));
        assert!(lines.next().is_none());
    }
}
