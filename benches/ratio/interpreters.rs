//! The ways in which the interpreter plays random games.

use rulebook::analysis::Playouts;
use rulebook::library::Prepared;

use super::speed::{Batch, Count};

/// A way to play random games of a game.
pub struct Interpreter {
    pub name: &'static str,
    pub batch: fn(&Prepared) -> Batch<'static>,
}

/// All ways; each has its columns in the tables.
pub const INTERPRETERS: &[Interpreter] = &[Interpreter { name: "one game", batch: one_game }];

/// The longest game.
const MAX_PLIES: u32 = 100_000;

/// One game after the other, as `rulebook playouts` plays them.
fn one_game(prepared: &Prepared) -> Batch<'static> {
    let mut playouts = Playouts::new(prepared.start(), 1, MAX_PLIES);
    let mut index = 0;
    Box::new(move || {
        let played = playouts.play(index, &mut || true).expect("a game that can be played").expect("it goes on");
        index += 1;
        Count { games: 1, plies: u64::from(played.plies) }
    })
}
