//! Lines of play, counted.

use serde::Deserialize;
use serde_json::json;

use super::host::Host;
use super::line;
use super::refusal::{Answered, Refusal};
use super::request::{GameRef, LineRef};
use super::sheets::Sheets;
use rulebook_insight::analysis::perft;

/// The greatest depth.
const MAX_DEPTH: u32 = 1000;

/// What is asked.
#[derive(Deserialize)]
pub struct Perft {
    game: GameRef,
    #[serde(default)]
    line: LineRef,
    depth: u32,
}

/// The number of lines at each depth.
///
/// # Errors
/// If the game cannot be played, or nobody waits any more.
pub fn count(asked: &Perft, sheets: &mut Sheets, host: &mut dyn Host) -> Answered {
    if asked.depth == 0 || asked.depth > MAX_DEPTH {
        return Err(Refusal::new(format!("the depth is from 1 to {MAX_DEPTH}")));
    }
    let game = sheets.game(&asked.game)?;
    let mut position = line::whole(game.ready()?, &asked.line)?.position;
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=asked.depth {
        // Once every game has ended, there is nothing more at any depth.
        let leaves = if counts.last() == Some(&0) { 0 } else { perft(&mut position, depth)? };
        counts.push(leaves);
        if depth < asked.depth && !host.progress(&json!({"counts": counts})) {
            return Err(Refusal::cancelled());
        }
    }
    Ok(json!({"counts": counts}))
}
