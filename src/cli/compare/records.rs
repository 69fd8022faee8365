//! Games of A from a file.

use std::path::Path;

use crate::failure::Failure;
use crate::input;
use rulebook_insight::analysis::compare::{RecordedGame, ReplayCompat, Sides};
use rulebook_play::record::Lines;
use rulebook_service::wire::ReplayedGames;

/// Records that are replayed at a time.
const CHUNK: usize = 4_096;

/// What becomes of the games of A in a file under B.
///
/// # Errors
/// If the file cannot be read, or holds no game of A.
pub fn stands(sides: &Sides, file: &Path) -> Result<ReplayedGames, Failure> {
    let mut stand = ReplayCompat::default();
    let name = file.display().to_string();
    let mut chunk = Vec::new();
    for (index, item) in (0..).zip(Lines::new(input::lines(file).map_err(Failure::Usage)?)) {
        let (_, record) = item.map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        chunk.push(RecordedGame { index, moves: record.moves, result: record.result });
        if chunk.len() == CHUNK {
            stand.add(sides, &std::mem::take(&mut chunk))?;
        }
    }
    stand.add(sides, &chunk)?;
    if stand.games == 0 {
        let said = if stand.strange > 0 { "none of its games is a game of A" } else { "no games in it" };
        return Err(Failure::Usage(format!("{name}: {said}\n  help: give records of A, as `--record` writes them")));
    }
    Ok(ReplayedGames::new(&format!("from {name}"), &stand))
}
