//! Messages on the wire: a header with the length, and JSON. Whatever a client sends, a bounded amount is kept.

use std::io::{self, BufRead, Read, Write};

use lsp_server::Message;
use serde_json::{Value, json};

/// The longest message.
pub const MAX_MESSAGE: usize = 16 << 20;
/// The longest line of a header, and the most of them.
const MAX_LINE: u64 = 1 << 10;
const MAX_LINES: usize = 16;
/// How many characters of a header are shown where it is wrong.
const MAX_SHOWN: usize = 60;

/// What was read.
pub enum Frame {
    /// A message, and its length.
    Message(Message, usize),
    /// Something that is none, and what is answered to it.
    Wrong(Value),
}

/// Reads a message; nothing at the end.
///
/// # Errors
/// If what is read has no proper header, so that nothing can be made of what follows, or ends in the middle of a message.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let Some(length) = header(input)? else { return Ok(None) };
    if length > MAX_MESSAGE {
        let skipped = io::copy(&mut input.take(length as u64), &mut io::sink())?;
        let error = error(-32600, &format!("a message of {length} bytes is longer than {MAX_MESSAGE}"));
        return if skipped < length as u64 { Err(cut(length, skipped)) } else { Ok(Some(Frame::Wrong(error))) };
    }
    let mut bytes = Vec::new();
    // No more is taken than comes, whatever the header says.
    input.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(cut(length, bytes.len() as u64));
    }
    let value: Value = match serde_json::from_slice(&bytes) {
        Ok(value) => value,
        Err(wrong) => return Ok(Some(Frame::Wrong(error(-32700, &format!("this is no JSON: {wrong}"))))),
    };
    Ok(Some(match serde_json::from_value::<Message>(value) {
        Ok(message) => Frame::Message(message, length),
        Err(_) => Frame::Wrong(error(-32600, "this is neither a request nor a notification nor a response")),
    }))
}

/// An error that answers nothing that is known.
fn error(code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message}})
}

/// The input ends in the middle of a message.
fn cut(length: usize, came: u64) -> io::Error {
    wrong(&format!("it ends in a message, of whose {length} bytes {came} came"))
}

fn wrong(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.to_owned())
}

/// The length that a header gives; nothing at the end.
fn header(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    for lines in 0..MAX_LINES {
        let mut line = Vec::new();
        input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() && lines == 0 {
            return Ok(None);
        }
        let is_cut = (line.len() as u64) < MAX_LINE;
        let endless = || wrong(if is_cut { "it ends in a header" } else { "a header line is too long" });
        let line = line.strip_suffix(b"\n").ok_or_else(endless)?;
        let line =
            str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).map_err(|_| wrong("a header is no text"))?;
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| wrong("a message has no `Content-Length`"));
        }
        // A request of a web page is none of these, and ends the conversation.
        let shown: String = line.chars().take(MAX_SHOWN).filter(|c| !c.is_control()).collect();
        let (name, value) = line
            .split_once(": ")
            .ok_or_else(|| wrong(&format!("`{shown}` is no header such as `Content-Length: 52`")))?;
        if name.eq_ignore_ascii_case("content-length") {
            length = Some(value.trim().parse().map_err(|_| wrong(&format!("`{shown}` gives no length")))?);
        } else if !name.eq_ignore_ascii_case("content-type") {
            return Err(wrong(&format!("the header `{shown}` is neither `Content-Length` nor `Content-Type`")));
        }
    }
    Err(wrong("a header has too many lines"))
}

/// Writes a message.
///
/// # Errors
/// If nobody reads it.
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{Frame, MAX_MESSAGE, read, write};
    use serde_json::json;

    fn all(text: &str) -> (usize, usize, bool) {
        let (mut messages, mut wrong) = (0, 0);
        let mut input = text.as_bytes();
        loop {
            match read(&mut input) {
                Ok(Some(Frame::Message(..))) => messages += 1,
                Ok(Some(Frame::Wrong(answer))) => {
                    assert!(answer["error"]["code"].is_i64());
                    wrong += 1;
                }
                Ok(None) => return (messages, wrong, true),
                Err(_) => return (messages, wrong, false),
            }
        }
    }

    #[test]
    fn messages_are_read_one_after_another() {
        let mut wire = Vec::new();
        for _ in 0..3 {
            write(&mut wire, &json!({"jsonrpc": "2.0", "method": "exit", "params": {"\u{1f600}": 1}})).unwrap();
        }
        assert_eq!(all(str::from_utf8(&wire).unwrap()), (3, 0, true));
    }

    #[test]
    fn what_is_no_message_is_answered_or_ends_it() {
        let good = "Content-Length: 17\r\n\r\n{\"method\":\"exit\"}";
        let after = |wrong: &str| all(&format!("{wrong}{good}"));
        assert_eq!(after("Content-Length: 2\r\n\r\n{}"), (1, 1, true));
        assert_eq!(after("Content-Length: 4\r\n\r\n[1,2"), (1, 1, true));
        assert_eq!(after("content-length: 2\nContent-Type: x; charset=utf-8\n\n[]"), (1, 1, true));
        let deep = "[".repeat(100_000);
        assert_eq!(after(&format!("Content-Length: 100000\r\n\r\n{deep}")), (1, 1, true));
        let long = " ".repeat(MAX_MESSAGE + 1);
        assert_eq!(after(&format!("Content-Length: {}\r\n\r\n{long}", long.len())), (1, 1, true));
        for header in [
            "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
            "Host: x\r\nContent-Length: 2\r\n\r\n{}",
            "Content-Length: -2\r\n\r\n",
            "Content-Length: 99999999999999999999999\r\n\r\n",
            "\r\n",
            "Content-Type: x\r\n\r\n",
        ] {
            assert_eq!(after(header), (0, 0, false), "{header}");
        }
        assert_eq!(after(&"x".repeat(5_000)), (0, 0, false));
        // Of what ends in the middle nothing is made, and no memory is taken for what does not come.
        assert_eq!(all("Content-Length: 16777216\r\n\r\n{"), (0, 0, false));
        assert_eq!(all("Content-Length: 9999999999999\r\n\r\n{"), (0, 0, false));
    }
}
