//! `rulebook moves`.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::position::{PositionArgs, written};
use super::terminal::Terminal;
use rulebook_service::wire;

/// List the legal moves, one per line
#[derive(Args)]
pub struct Moves {
    #[command(flatten)]
    opening: PositionArgs,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Moves {
    /// Lists.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut position = self.opening.position()?;
        if self.json {
            return terminal.json(&wire::Moves::new(&mut position)?);
        }
        for action in written(&mut position)? {
            writeln!(terminal.out(), "{action}")?;
        }
        Ok(())
    }
}
