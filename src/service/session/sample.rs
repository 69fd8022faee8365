//! Lines of random moves.

use serde::Deserialize;
use serde_json::json;

use super::refusal::{Answered, Refusal};
use super::request::GameRef;
use super::sheets::Sheets;
use rulebook_language::util::Rng;

/// The longest line.
const MAX_PLIES: u32 = 2000;

/// What is asked.
#[derive(Deserialize)]
pub struct Sample {
    game: GameRef,
    seed: u64,
    plies: u32,
}

/// A line of random moves, always the same for a seed: so many, or as many as there are before the game is over.
///
/// # Errors
/// If the game cannot be played.
pub fn sample(asked: &Sample, sheets: &mut Sheets) -> Answered {
    if asked.plies > MAX_PLIES {
        return Err(Refusal::new(format!("a sample has at most {MAX_PLIES} plies")));
    }
    let game = sheets.game(&asked.game)?;
    let mut position = game.ready()?.start();
    let mut rng = Rng::for_game(asked.seed, 0);
    let mut moves = Vec::new();
    while moves.len() < asked.plies as usize
        && let Some(action) = position.random_action(&mut rng)?
    {
        moves.push(position.written(&action));
        position.play_unchecked(&action)?;
    }
    Ok(json!({"moves": moves}))
}
