//! C4: whether copying wins.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::collect::Failed;
use super::copycat::Copycat;
use super::games::{Rules, scores};
use crate::agents::{Agent, Spec};
use crate::audit::Automorphism;
use crate::library::{AgentError, Prepared};
use crate::statistics::{Estimate, Scores};
use rulebook_language::model::PlayerId;
use rulebook_language::util::Id;
use rulebook_play::engine::Position;

/// A copycat under one symmetry of the board, from one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Copied {
    /// The symmetry in words.
    pub symmetry: String,
    /// Its seat, from 1.
    pub seat: u8,
    /// Its score.
    pub score: Estimate,
    /// Its actions by image among all of its own.
    pub copied: (u64, u64),
}

/// Lets a copycat play against `agent`, `games` games under each symmetry of the board from either seat; where it cannot copy, it
/// plays as `agent` does. Nothing for games that are not for two.
///
/// # Errors
/// If a game cannot be played to an end.
pub fn mirror(
    prepared: &Prepared,
    agent: &Spec,
    games: u64,
    (seed, max_plies): (u64, u32),
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Copied>, Failed> {
    let start = prepared.start();
    if start.game().players.len() != 2 {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (symmetry, map) in maps(&start) {
        for seat in [2_u8, 1] {
            let copied = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
            let from = (start.role_to_act(), start.seat_to_act());
            let players = || -> Result<Vec<Box<dyn Agent>>, AgentError> {
                let otherwise = prepared.agent(agent)?;
                let copycat: Box<dyn Agent> =
                    Box::new(Copycat::new(map.clone(), seat, from, otherwise, Arc::clone(&copied)));
                let other = prepared.agent(agent)?;
                Ok(if seat == 1 { vec![copycat, other] } else { vec![other, copycat] })
            };
            let played = scores(&start, &players, Rules { seed, max_plies }, games, done)?;
            let own = played.iter().filter_map(|scores| scores.get(usize::from(seat) - 1)).copied();
            let score = Scores::of(own, (0.0, 1.0)).estimate();
            let copied = (copied[0].load(Ordering::Relaxed), copied[1].load(Ordering::Relaxed));
            found.push(Copied { symmetry: symmetry.clone(), seat, score, copied });
        }
    }
    Ok(found)
}

/// The symmetries of the board that move something, with an exchange of the players, in words.
fn maps(start: &Position) -> Vec<(String, Automorphism)> {
    let board = &start.game().board;
    let exchanged = vec![PlayerId::from_index(1), PlayerId::from_index(0)];
    let map = |symmetry: &rulebook_language::topology::Symmetry| Automorphism {
        cells: symmetry.cells().to_vec(),
        directions: symmetry.directions().to_vec(),
        players: exchanged.clone(),
        keeps_setup: false,
        provided: Vec::new(),
    };
    let moves =
        |symmetry: &&rulebook_language::topology::Symmetry| board.cells().any(|cell| symmetry.cell(cell) != cell);
    board.symmetries().iter().filter(moves).map(|symmetry| (words(board, symmetry), map(symmetry))).collect()
}

/// A symmetry in words: what it does to the first cell that it moves, and whether doing it twice comes back.
fn words(board: &rulebook_language::topology::Board, symmetry: &rulebook_language::topology::Symmetry) -> String {
    let moved = board.cells().find(|cell| symmetry.cell(*cell) != *cell);
    let example = moved.map(|cell| format!("{} to {}", board.cell_name(cell), board.cell_name(symmetry.cell(cell))));
    let fixed = board.cells().filter(|cell| symmetry.cell(*cell) == *cell).count();
    let twice = board.cells().all(|cell| symmetry.cell(symmetry.cell(cell)) == cell);
    let sort = match (twice, fixed) {
        (false, _) => "rotation",
        (true, 0 | 1) if turns_around(board, symmetry) => "half turn",
        (true, _) => "reflection",
    };
    format!("{sort}, {}", example.unwrap_or_default())
}

/// Whether every direction becomes its opposite.
fn turns_around(board: &rulebook_language::topology::Board, symmetry: &rulebook_language::topology::Symmetry) -> bool {
    board.directions().all(|direction| symmetry.direction(direction) == board.opposite(direction))
}
