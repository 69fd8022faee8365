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
        let moves = written(&mut position)?;
        if self.json {
            return terminal.json(&wire::Moves { moves });
        }
        for action in moves {
            writeln!(terminal.out(), "{action}")?;
        }
        Ok(())
    }
}
