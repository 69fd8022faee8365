//! What an action of a game usually takes, by which `check` tells what is slow.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rulebook_insight::library::{SHIPPED, load};
use rulebook_language::model::titles;
use rulebook_language::util::Rng;

/// So many actions are played.
const PLIES: u64 = 256;

#[test]
fn three_in_five_of_the_shipped_games_take_less_than_is_usual() {
    let (mut less, mut all) = (0, 0);
    for game in SHIPPED {
        let loaded = load(game.name(), game.text);
        for title in titles(&loaded.files[0]) {
            let mut position = loaded.prepare(Some(title), &[]).0.unwrap().start();
            let (before, mut rng, mut plies) = (position.spent(), Rng::new(1), 0);
            while plies < PLIES {
                match position.random_action(&mut rng).unwrap() {
                    Some(action) => position.play_unchecked(&action).unwrap(),
                    None => while position.undo() {},
                }
                plies += 1;
            }
            let usual = 100 + 6 * position.game().board.cells().count() as u64;
            less += u64::from(position.spent() - before <= usual * plies);
            all += 1;
        }
    }
    // As the page of `play/slow` says.
    assert!((50..=70).contains(&(100 * less / all)), "{less} of {all}");
}
