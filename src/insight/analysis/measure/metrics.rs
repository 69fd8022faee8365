//! All metrics of games, in their order.

use super::facts::GameFacts;
use super::metric::{List, Metric};
use super::sheet::Sheet;
use super::{firing, length, luck, outcomes, surface, tension};

/// The metrics A1 to A12, and B1 to B5 where the facts have values, of games whose names are in `sheet`, in order.
pub fn metrics(sheet: &Sheet, games: &[GameFacts]) -> Vec<Metric> {
    let mut list = List::default();
    outcomes::outcomes(sheet, games, &mut list);
    length::length(games, &mut list);
    firing::firing(sheet, games, &mut list);
    surface::surface(sheet, games, &mut list);
    luck::luck(games, &mut list);
    tension::tension(games, &mut list);
    list.into_metrics()
}
