//! From the arguments of the process to its exit status.
#![expect(clippy::disallowed_methods, reason = "the door to the process")]

use std::process::ExitCode;

use clap::Parser;

use super::arguments::Arguments;
use super::explain;
use super::failure::{FINDINGS, Failure, USAGE};
use super::terminal::Terminal;

/// Runs the command that the process was started with: 0 done, 1 findings, 2 wrong usage or something that cannot be read.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse_from(std::env::args_os()) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help into a closed pipe is help enough.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE));
        }
    };
    let mut terminal = Terminal::new(arguments.color);
    let done = arguments.command.run(&mut terminal).and_then(|()| terminal.flush());
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = terminal.flush();
            failure.report(&mut terminal)
        }
    }
}

impl Failure {
    /// Says what is wrong, and gives the exit status.
    pub(super) fn report(self, terminal: &mut Terminal) -> ExitCode {
        let status = self.status();
        match self {
            Failure::Findings { report, sources } => {
                terminal.show_findings(&report, &sources);
                if status == FINDINGS {
                    explain::hint(&report, terminal);
                }
            }
            Failure::Usage(message) | Failure::Broken(message) => terminal.error(&message),
            Failure::Told(_) | Failure::Closed => {}
        }
        ExitCode::from(status)
    }
}
