//! A9 to A11: what happens on the board.

use super::facts::GameFacts;
use super::metric::{List, Unit, mean, rate, ratio};
use super::sheet::Sheet;

pub(super) fn surface(sheet: &Sheet, games: &[GameFacts], list: &mut List) {
    let cells = sheet.cell_count().max(1) as f64;
    let used = |game: &GameFacts| game.cells.iter().filter(|count| **count > 0).count() as f64 / cells;
    list.add("A9.coverage", "cells changed in a game", Unit::Share, mean(games, used));
    list.add("A10.repeated", "games with a repeated position", Unit::Share, rate(games, |game| game.repeated > 0));
    let cycles = |game: &GameFacts| game.is_cut() && game.repeated > 0;
    list.add("A10.cycles", "games cut off after a repetition", Unit::Share, rate(games, cycles));
    if !sheet.pieces {
        return;
    }
    let plies = |game: &GameFacts| f64::from(game.plies);
    let pieces = ratio(games, |game| (game.pieces as f64, plies(game)));
    list.add("A11.pieces", "pieces on the board", Unit::Pieces, pieces);
    let captured = ratio(games, |game| (f64::from(game.captured), f64::from(game.turns)));
    list.add("A11.captures", "pieces that others lose in a turn", Unit::Pieces, captured);
    if sheet.stacks {
        list.add("A11.tallest", "highest stack of a game", Unit::Pieces, mean(games, |game| f64::from(game.tallest)));
    }
}
