//! What a learned player holds a piece of each kind to be worth: the mean change of its logit when one is taken off the board, over
//! positions of random games.
//!
//!     rulebook train chess --out chess.player
//!     cargo run --release --example material -- chess chess.player
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "an example reads files and prints")]

use std::collections::BTreeMap;

use rulebook_insight::agents::LearnedPlayer;
use rulebook_insight::library;
use rulebook_language::util::{Id, Rng};

/// How many positions are looked at.
const POSITIONS: u64 = 400;
/// How many actions are drawn before each, at most.
const PLIES: u32 = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, game, file] = arguments.as_slice() else { return Ok(()) };
    let shipped = library::find(game).ok_or("no such game")?;
    let (prepared, _) = library::load(shipped.path, shipped.text).prepare(None, &[]);
    let prepared = prepared.ok_or("the game cannot be played")?;
    let player = LearnedPlayer::read(&std::fs::read(file)?)?;
    let start = prepared.start();
    let mut eye = player.eye(&start)?;
    let layout = &prepared.plan.layout;
    let mut found: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for index in 0..POSITIONS {
        let mut rng = Rng::for_game(1, index);
        let mut position = start.clone();
        for _ in 0..10 + rng.below(PLIES) {
            let Some(action) = position.random_action(&mut rng)? else { break };
            position.play_unchecked(&action)?;
        }
        eye.begin(&mut position)?;
        let mut logit = |memory: &[u64], seat: u8| -> Result<f64, Box<dyn std::error::Error>> {
            let mut shares = Vec::new();
            eye.shares(&mut position.with_memory(memory), &mut shares)?;
            let share = f64::from(shares[usize::from(seat) - 1]).clamp(1e-6, 1.0 - 1e-6);
            Ok((share / (1.0 - share)).ln())
        };
        for cell in prepared.game.board.cells() {
            let (Some(owner), Some(kind)) = (position.owner(cell), position.kind(cell)) else { continue };
            let mut memory = position.memory().to_vec();
            let (word, bit) = (cell.index() / 64, cell.index() % 64);
            for plane in std::iter::once(layout.owner(owner)).chain(layout.kind(kind)) {
                memory[plane as usize + word] &= !(1 << bit);
            }
            let seat = position.seat_of_role(owner);
            let worth = logit(position.memory(), seat)? - logit(&memory, seat)?;
            found.entry(kind.index()).or_default().push(worth);
        }
    }
    let mut rows: Vec<(f64, usize, String)> = Vec::new();
    for (kind, worths) in found {
        let name = prepared.game.kinds.iter().nth(kind).map_or(String::new(), |kind| kind.name.clone());
        rows.push((worths.iter().sum::<f64>() / worths.len() as f64, worths.len(), name));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (worth, times, name) in rows {
        println!("{name:>12} {worth:6.3}  ({times} times)");
    }
    Ok(())
}
