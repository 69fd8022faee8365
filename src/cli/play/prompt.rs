//! Lines that somebody types: with editing on a terminal, plainly elsewhere.
#![expect(clippy::disallowed_methods, reason = "the door to standard input")]

use std::io::{self, BufRead, IsTerminal, Read, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::failure::Failure;
use crate::terminal::Terminal;

/// The longest line that is taken, in bytes.
const MAX_LINE_BYTES: u64 = 4096;

/// Where lines come from.
pub enum Prompt {
    /// A terminal.
    Editor(Box<DefaultEditor>),
    /// Anything else.
    Plain,
}

impl Prompt {
    /// The way that standard input calls for.
    pub fn new(terminal: &mut Terminal) -> Result<Self, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Prompt::Plain);
        }
        terminal.flush()?;
        match DefaultEditor::new() {
            Ok(editor) => Ok(Prompt::Editor(Box::new(editor))),
            Err(_) => Ok(Prompt::Plain),
        }
    }

    /// The next line, without its end; nothing once there is no more.
    pub fn line(&mut self, text: &str, terminal: &mut Terminal) -> Result<Option<String>, Failure> {
        match self {
            Prompt::Editor(editor) => {
                terminal.flush()?;
                match editor.readline(text) {
                    Ok(line) => {
                        // A line that the history does not take is still a line.
                        let _ = editor.add_history_entry(&line);
                        Ok(Some(line.trim().to_owned()))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(Failure::Usage(format!("cannot read from the terminal: {error}"))),
                }
            }
            Prompt::Plain => {
                write!(terminal.out(), "{text}")?;
                terminal.flush()?;
                let mut bytes = Vec::new();
                let read = io::stdin().lock().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
                match read {
                    Ok(0) => {
                        writeln!(terminal.out())?;
                        Ok(None)
                    }
                    Ok(_) => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
                    Err(error) => Err(Failure::Usage(format!("cannot read standard input: {error}"))),
                }
            }
        }
    }
}
