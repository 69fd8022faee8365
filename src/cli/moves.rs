//! `rulebook moves`.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::position::{PositionArgs, written};
use super::recorded::Recorded;
use super::terminal::Terminal;
use rulebook_service::wire;

/// List the legal moves, one per line
#[derive(Args)]
pub struct Moves {
    #[command(flatten)]
    opening: PositionArgs,
    #[command(flatten)]
    recorded: Recorded,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Moves {
    /// Lists.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut position = self.recorded.of(&self.opening)?.position()?;
        if self.json {
            return terminal.json(&wire::Moves::new(&mut position)?);
        }
        for action in written(&mut position)? {
            writeln!(terminal.out(), "{action}")?;
        }
        Ok(())
    }
}
