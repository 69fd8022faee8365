//! A12: how much of who wins is luck.

use super::facts::GameFacts;
use super::metric::{List, Sample, Unit};
use crate::statistics::shared;

/// Adds the share of the variance of the scores that what is left to chance explains: what a game has in common with the one that
/// was played with the same lots and other choices (the law of total variance). Nothing where nothing is left to chance.
pub(super) fn luck(games: &[GameFacts], list: &mut List) {
    let pair = |game: &GameFacts| Some((game.ending.scores(game.roles.len())?, game.again.clone()?));
    let pairs: Vec<_> = games.iter().filter_map(pair).collect();
    if !pairs.is_empty() {
        // Where all games come to the same, there is nothing to explain.
        let sample = if shared(&pairs).is_some() { pairs } else { Vec::new() };
        list.add("A12.luck", "share of luck in the scores", Unit::Share, Sample::Shared(sample));
    }
}
