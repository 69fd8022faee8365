//! Answers to requests. A connection carries one of them and is closed.

use std::io::{self, Write};
use std::net::TcpStream;

use super::http::Refused;

/// What every answer says: nothing is kept, nothing is guessed, nobody else's page may show or use it, and the address, which
/// holds the token, is told to nobody.
const COMMON: &str = "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
    Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'; frame-src 'self' blob: data:; object-src 'none'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

/// A whole answer.
///
/// # Errors
/// If nobody reads it.
pub fn whole(stream: &mut TcpStream, status: u16, media_type: &str, body: &[u8]) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status} {}\r\n{COMMON}Content-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
        reason(status),
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}

/// A value as JSON.
///
/// # Errors
/// If nobody reads it.
pub fn json(stream: &mut TcpStream, status: u16, value: &serde_json::Value) -> io::Result<()> {
    whole(stream, status, "application/json", value.to_string().as_bytes())
}

/// Why a request is refused, as text.
///
/// # Errors
/// If nobody reads it.
pub fn refused(stream: &mut TcpStream, Refused(status, message): &Refused) -> io::Result<()> {
    whole(stream, *status, "text/plain; charset=utf-8", format!("{message}\n").as_bytes())
}

/// Begins an answer that comes in parts and ends with the connection.
///
/// # Errors
/// If nobody reads it.
pub fn begin(stream: &mut TcpStream, media_type: &str) -> io::Result<()> {
    // Parts are read as they come, so nothing waits for more.
    stream.set_nodelay(true)?;
    stream.write_all(format!("HTTP/1.1 200 OK\r\n{COMMON}Content-Type: {media_type}\r\n\r\n").as_bytes())
}
