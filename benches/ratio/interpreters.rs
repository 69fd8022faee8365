//! The ways in which the interpreter plays random games.

use rulebook_insight::analysis::{Playouts, RandomGames, Settings};
use rulebook_insight::library::Prepared;

use super::speed::{Batch, Count};

/// A way to play random games of a game; nothing where it cannot be played so.
pub struct Interpreter {
    pub name: &'static str,
    pub batch: fn(&Prepared) -> Option<Batch<'static>>,
}

/// All ways; each has its columns in the tables.
pub const INTERPRETERS: &[Interpreter] =
    &[Interpreter { name: "one game", batch: one_game }, Interpreter { name: "batched", batch: batched }];

/// The longest game.
const MAX_PLIES: u32 = 100_000;

/// One game after the other, as `rulebook playouts --no-batch` plays them.
fn one_game(prepared: &Prepared) -> Option<Batch<'static>> {
    let mut playouts = Playouts::new(prepared.start(), 1, MAX_PLIES);
    let mut index = 0;
    Some(Box::new(move || {
        let played = playouts.play(index, &mut || true).expect("a game that can be played").expect("it goes on");
        index += 1;
        Count { games: 1, plies: u64::from(played.plies) }
    }))
}

/// Batched games, as `rulebook playouts` plays them on each thread, where the rules are suited.
fn batched(prepared: &Prepared) -> Option<Batch<'static>> {
    const BATCH: u64 = 4096;
    let games = RandomGames::new(prepared.start(), Settings { max_plies: MAX_PLIES, ..Settings::default() });
    let mut next = 0;
    games.is_lifted().then(|| {
        Box::new(move || {
            let tally = games.tally(next..next + BATCH, &|| true);
            assert!(tally.unfinished.is_empty(), "games that can be played");
            next += BATCH;
            assert_eq!(tally.games, BATCH);
            Count { games: tally.games, plies: tally.plies }
        }) as Batch<'static>
    })
}
