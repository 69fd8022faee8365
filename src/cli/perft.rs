//! `rulebook perft`.

use std::io::Write;

use clap::Args;

use super::failure::Failure;
use super::position::PositionArgs;
use super::progress::Progress;
use super::terminal::Terminal;
use rulebook_insight::analysis::{Expected, divide, perft, perft_by_odds};
use rulebook_service::wire;

/// Count the lines of play up to a depth (perft)
///
/// Prints one line per depth: the depth, a tab and the number of leaves. Every action counts as one ply. Lines that end earlier
/// are not counted at greater depths.
#[derive(Args)]
pub struct Perft {
    #[command(flatten)]
    opening: PositionArgs,
    /// Maximum depth, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: u32,
    /// Also print the number of leaves at the maximum depth after each first move
    #[arg(long)]
    divide: bool,
    /// Weigh what is left to chance by its odds: also print the expected number of leaves
    #[arg(long)]
    odds: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Perft {
    /// Counts.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut position = self.opening.position()?;
        let (mut counts, mut expected): (Vec<u64>, Vec<Expected>) = (Vec::new(), Vec::new());
        let progress = Progress::new(terminal, "counting, depth", None);
        for depth in 1..=self.depth {
            progress.at(u64::from(depth));
            // Once every game has ended, there is nothing more at any depth.
            let leaves = if counts.last() == Some(&0) { 0 } else { perft(&mut position, depth)? };
            counts.push(leaves);
            if self.odds {
                expected.push(perft_by_odds(&mut position, depth)?);
            }
            if !self.json {
                let odds = expected.last().map(|expected| format!("\t{expected}")).unwrap_or_default();
                writeln!(terminal.out(), "{depth}\t{leaves}{odds}")?;
                terminal.flush()?;
            }
        }
        let parts = if self.divide { Some(divide(&mut position, self.depth)?) } else { None };
        drop(progress);
        if self.json {
            let divide = parts.map(|parts| parts.into_iter().map(Into::into).collect());
            let odds = self.odds.then(|| expected.into_iter().map(Into::into).collect());
            return terminal.json(&wire::Perft { perft: counts, divide, odds });
        }
        for part in parts.into_iter().flatten() {
            writeln!(terminal.out(), "{}\t{}", part.action, part.leaves)?;
        }
        Ok(())
    }
}
