//! A request as it comes over a connection, read with limits: of its head, of its body, of the time that it takes.
#![expect(clippy::disallowed_methods, reason = "the door to the network and the clock")]

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The longest head.
const MAX_HEAD: usize = 32 << 10;
/// The most lines of a head.
const MAX_HEADERS: usize = 64;
/// How long a request may take to come, and how long a client may take to read a part of the answer.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A request without its body.
#[derive(Debug)]
pub struct Request {
    /// `GET`, `POST`, `PUT`.
    pub method: String,
    /// The path, without what stands behind `?`, as it was written.
    pub path: String,
    /// What stands behind `?`, as it was written.
    pub query: String,
    /// The lines of the head, names in small letters.
    headers: Vec<(String, String)>,
    /// What came of the body along with the head.
    begun: Vec<u8>,
    begins: Instant,
}

/// What is wrong with a request: the status, and what to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused(pub u16, pub String);

impl Refused {
    /// A refusal.
    pub fn new(status: u16, message: impl Into<String>) -> Self {
        Refused(status, message.into())
    }
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Refused::new(400, format!("the request did not come whole: {error}"))
    }
}

impl Request {
    /// Reads the head of a request.
    ///
    /// # Errors
    /// Status 400 of what is no request, 408 of one that takes too long, 431 of a head that is too long.
    pub fn read(stream: &mut TcpStream) -> Result<Request, Refused> {
        stream.set_write_timeout(Some(PATIENCE))?;
        let begins = Instant::now();
        let mut bytes = Vec::new();
        loop {
            if bytes.len() > MAX_HEAD {
                return Err(Refused::new(431, "the head of the request is too long"));
            }
            receive(stream, begins, &mut bytes)?;
            let mut lines = [httparse::EMPTY_HEADER; MAX_HEADERS];
            let mut head = httparse::Request::new(&mut lines);
            let length = match head.parse(&bytes) {
                Ok(httparse::Status::Complete(length)) => length,
                Ok(httparse::Status::Partial) => continue,
                Err(httparse::Error::TooManyHeaders) => return Err(Refused::new(431, "too many lines in the head")),
                Err(error) => return Err(Refused::new(400, format!("no request of HTTP: {error}"))),
            };
            let target = head.path.unwrap_or("/");
            let (path, query) = target.split_once('?').unwrap_or((target, ""));
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
            let headers = head.headers.iter().map(|line| (line.name.to_ascii_lowercase(), text(line.value)));
            return Ok(Request {
                method: head.method.unwrap_or("").to_owned(),
                path: path.to_owned(),
                query: query.to_owned(),
                headers: headers.collect(),
                begun: bytes.get(length..).unwrap_or_default().to_vec(),
                begins,
            });
        }
    }

    /// The value of a line of the head, if there is just one of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }

    /// Whether the head has such a line.
    pub fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(known, _)| known == name)
    }

    /// The value of a name behind `?`.
    pub fn asked(&self, name: &str) -> Option<&str> {
        self.query.split('&').filter_map(|part| part.split_once('=')).find(|(known, _)| *known == name).map(|(_, v)| v)
    }

    /// Reads the body, which is a text of at most `limit` bytes.
    ///
    /// # Errors
    /// As of [`Request::bytes`], and status 400 where it is no UTF-8.
    pub fn body(&mut self, stream: &mut TcpStream, limit: usize) -> Result<String, Refused> {
        let body = self.bytes(stream, limit)?;
        String::from_utf8(body).map_err(|_| Refused::new(400, "the body is no UTF-8"))
    }

    /// Reads the body, of at most `limit` bytes.
    ///
    /// # Errors
    /// Status 411 where its length is not said, 413 where it is too long.
    pub fn bytes(&mut self, stream: &mut TcpStream, limit: usize) -> Result<Vec<u8>, Refused> {
        if self.has("transfer-encoding") {
            return Err(Refused::new(411, "the length of the body is not said"));
        }
        let length = self.header("content-length").and_then(|length| length.parse::<usize>().ok());
        let length = length.ok_or_else(|| Refused::new(411, "the length of the body is not said"))?;
        if length > limit {
            return Err(Refused::new(413, format!("the body is longer than {limit} bytes")));
        }
        let mut body = std::mem::take(&mut self.begun);
        if self.header("expect").is_some_and(|expect| expect.eq_ignore_ascii_case("100-continue")) {
            stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
        }
        while body.len() < length {
            receive(stream, self.begins, &mut body)?;
        }
        body.truncate(length);
        Ok(body)
    }
}

/// Reads what has come, for at least one byte.
fn receive(stream: &mut TcpStream, begins: Instant, bytes: &mut Vec<u8>) -> Result<(), Refused> {
    let late = || Refused::new(408, "the request takes too long");
    let left = PATIENCE.checked_sub(begins.elapsed()).filter(|left| !left.is_zero()).ok_or_else(late)?;
    stream.set_read_timeout(Some(left))?;
    let mut part = [0; 16 << 10];
    match stream.read(&mut part) {
        Ok(0) => Err(Refused::new(400, "the request ends before it is whole")),
        Ok(count) => {
            bytes.extend_from_slice(part.get(..count).unwrap_or_default());
            Ok(())
        }
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => Err(late()),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Reads what a client sends on after it was refused, for a moment: who sees the connection close while it sends may not read why.
pub fn drain(stream: &mut TcpStream) {
    const MOMENT: Duration = Duration::from_secs(2);
    let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
    let (begins, mut part) = (Instant::now(), [0; 16 << 10]);
    while begins.elapsed() < MOMENT && matches!(stream.read(&mut part), Ok(count) if count > 0) {}
}

/// Whether the client has gone away.
pub fn is_gone(stream: &TcpStream) -> bool {
    if stream.set_nonblocking(true).is_err() {
        return true;
    }
    let found = stream.peek(&mut [0]);
    let _ = stream.set_nonblocking(false);
    match found {
        Ok(count) => count == 0,
        Err(error) => !matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted),
    }
}

/// Percent signs and the two digits behind each as what they stand for.
pub fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let mut digit = || char::from(rest.next()?).to_digit(16);
        bytes.push(match byte {
            b'%' => u8::try_from(digit()? * 16 + digit()?).ok()?,
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn percent_signs_are_decoded_once() {
        assert_eq!(decoded("a%20b%2f..%252e"), Some("a b/..%2e".to_owned()));
        assert!(decoded("%").is_none() && decoded("%zz").is_none() && decoded("%ff").is_none());
    }
}
