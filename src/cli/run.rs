//! From the arguments of the process to its exit status.
#![expect(clippy::disallowed_methods, reason = "the door to the process")]

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use super::arguments::Arguments;
use super::explain;
use super::failure::{FINDINGS, Failure, USAGE};
use super::terminal::{Color, Terminal};

/// Runs the command that the process was started with, and gives the exit status.
pub fn run() -> ExitCode {
    run_with(std::env::args_os()).into()
}

/// Runs a command, the first argument being its name: 0 done, 1 findings or output that could not be written, 2 wrong usage or
/// something that cannot be read.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let status = u8::try_from(error.exit_code()).unwrap_or(USAGE);
            let printed = error.print().and_then(|()| std::io::stdout().flush()).map_err(Failure::from);
            return printed.map_or_else(|failure| failure.report(&mut Terminal::new(Color::Auto)), |()| status);
        }
    };
    let mut terminal = Terminal::new(arguments.color);
    let done = arguments.command.run(&mut terminal).and_then(|()| terminal.flush());
    let Err(failure) = done else { return 0 };
    // What was said before comes first, and if it is lost, that is said too.
    match terminal.flush() {
        Err(lost @ Failure::Unwritten(_)) if !matches!(failure, Failure::Unwritten(_)) => {
            let status = failure.status().max(lost.status());
            failure.report(&mut terminal);
            lost.report(&mut terminal);
            status
        }
        _ => failure.report(&mut terminal),
    }
}

impl Failure {
    /// Says what is wrong, and gives the exit status.
    pub(super) fn report(self, terminal: &mut Terminal) -> u8 {
        let status = self.status();
        match self {
            Failure::Findings { report, sources } => {
                terminal.show_findings(&report, &sources);
                if status == FINDINGS {
                    explain::hint(&report, terminal);
                }
            }
            Failure::Usage(message) | Failure::Broken(message) | Failure::Unwritten(message) => {
                terminal.error(&message)
            }
            Failure::Told(_) | Failure::Closed => {}
        }
        status
    }
}
