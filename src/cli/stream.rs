//! What is written for people, on standard output or standard error.
#![expect(clippy::disallowed_methods, reason = "the door to the terminal")]

use std::io::{self, BufWriter, Stderr, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use rulebook_language::util::visible;

/// A stream for people. Whatever is written to it as text shows the characters that steer a terminal instead of obeying them.
pub struct Stream {
    /// The same without that: for our own colours, and for data.
    pub raw: BufWriter<Channel>,
}

/// One of the two.
pub enum Channel {
    /// Standard output.
    Out(AutoStream<Stdout>),
    /// Standard error, where standard output is taken by data.
    Err(AutoStream<Stderr>),
}

/// The size of the buffer, in bytes.
const BUFFER: usize = 1 << 16;

impl Stream {
    /// Standard output.
    pub fn out(choice: ColorChoice) -> Self {
        let channel = Channel::Out(AutoStream::new(io::stdout(), choice));
        Stream { raw: BufWriter::with_capacity(BUFFER, channel) }
    }

    /// Standard error.
    pub fn err(choice: ColorChoice) -> Self {
        let channel = Channel::Err(AutoStream::new(io::stderr(), choice));
        Stream { raw: BufWriter::with_capacity(BUFFER, channel) }
    }

    /// Whether it is standard error.
    pub fn is_err(&self) -> bool {
        matches!(self.raw.get_ref(), Channel::Err(_))
    }
}

impl Write for Stream {
    /// Takes whole characters, as `write!` gives them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.raw.write_all(visible(text).as_bytes())?,
            Err(_) => self.raw.write_all(visible(&String::from_utf8_lossy(bytes)).as_bytes())?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.raw.flush()
    }
}

impl Write for Channel {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Channel::Out(out) => out.write(bytes),
            Channel::Err(err) => err.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Channel::Out(out) => out.flush(),
            Channel::Err(err) => err.flush(),
        }
    }
}
