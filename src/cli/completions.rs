//! `rulebook completions`.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::arguments::Arguments;
use super::failure::Failure;
use super::terminal::Terminal;

/// Print a script that completes commands and options in a shell
#[derive(Args)]
pub struct Completions {
    /// Shell to complete in
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        // Written to memory first: the generator does not expect a write to fail.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "rulebook", &mut script);
        Ok(terminal.out().write_all(&script)?)
    }
}
