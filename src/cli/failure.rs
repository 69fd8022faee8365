//! Why a command does not end well, and what the process says of it to its caller.

use std::io;

use rulebook_insight::library::{ASKED, COMMAND_LINE};
use rulebook_language::diagnostic::{Report, Severity};
use rulebook_language::source::SourceMap;

/// The exit status where something was found.
pub const FINDINGS: u8 = 1;
/// The exit status of wrong usage, and of what cannot be read.
pub const USAGE: u8 = 2;

/// Why a command does not end well.
#[derive(Debug)]
pub enum Failure {
    /// Findings that are errors.
    Findings {
        /// The findings.
        report: Box<Report>,
        /// The texts that they speak of.
        sources: Box<SourceMap>,
    },
    /// A game that cannot be played to an end, which is a finding too.
    Broken(String),
    /// Wrong usage, or what cannot be read or written at all.
    Usage(String),
    /// Output that could not be written to its end.
    Unwritten(String),
    /// All is said already; the exit status.
    Told(u8),
    /// Nobody reads the output any more, which is no failure.
    Closed,
}

impl Failure {
    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Failure::Findings { report, sources } => {
                let on_command_line = |file| [COMMAND_LINE, ASKED].contains(&sources.file(file).name.as_str());
                let mut errors = report.iter().filter(|finding| finding.severity == Severity::Error);
                if errors.any(|error| on_command_line(error.primary.span.file)) { USAGE } else { FINDINGS }
            }
            Failure::Broken(_) | Failure::Unwritten(_) => FINDINGS,
            Failure::Usage(_) => USAGE,
            Failure::Told(status) => *status,
            Failure::Closed => 0,
        }
    }
}

/// Of writing to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Unwritten(format!("cannot write standard output: {error}")),
        }
    }
}

impl From<rulebook_play::engine::Fault> for Failure {
    fn from(fault: rulebook_play::engine::Fault) -> Self {
        Failure::Broken(fault.to_string())
    }
}
