//! Which candidates are nearest to the wishes.

use std::cmp::Ordering;

use super::state::State;
use crate::sample::{Kind, adjusted};
use crate::wish::Wish;

/// How near a candidate is to the wishes, the nearest least.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Promise {
    /// How far numbers lie outside of their ranges, added up in steps of the width of each.
    pub gap: f64,
    /// How far the worst of them lies outside; negative inside.
    pub worst: f64,
    /// How much it changes.
    pub effort: u32,
    /// Its place.
    pub place: usize,
}

impl Promise {
    /// Of these numbers, one a wish where it is known.
    pub fn of(wishes: &[Wish], numbers: impl Iterator<Item = Option<f64>>, effort: u32, place: usize) -> Self {
        let (mut gap, mut worst) = (0.0, f64::NEG_INFINITY);
        for (wish, number) in wishes.iter().zip(numbers) {
            let Some(number) = number else { continue };
            let off = wish.range.gap(number) / wish.range.scale(wish.least());
            gap += off.max(0.0);
            worst = off.max(worst);
        }
        Promise { gap, worst: worst.max(-10.0), effort, place }
    }

    /// By the games of the race at the stage that it came to, beside those of the sheet.
    pub fn raced(wishes: &[Wish], kinds: &[Kind], [state, sheet]: [&State; 2], effort: u32, place: usize) -> Self {
        let stage = (0..=state.stage).rev().find(|stage| state.played(*stage) > 0).unwrap_or(0);
        let number = |wish: usize, kind: &Kind| adjusted(*kind, state.raced(stage, wish), sheet.raced(stage, wish));
        let numbers = kinds.iter().enumerate().map(|(wish, kind)| number(wish, kind).map(|(number, _)| number));
        Promise::of(wishes, numbers, effort, place)
    }

    /// The nearest first.
    pub fn order(&self, other: &Promise) -> Ordering {
        self.gap
            .total_cmp(&other.gap)
            .then(self.worst.total_cmp(&other.worst))
            .then(self.effort.cmp(&other.effort))
            .then(self.place.cmp(&other.place))
    }
}
