//! A way through a move: what is known of the position there, and how far each measure has changed.

use std::ops::{Deref, DerefMut};

use crate::audit::interpret::State;

/// A change between two whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Delta {
    /// Not less.
    pub low: i64,
    /// Not more.
    pub high: i64,
}

/// Beyond every change that is known.
pub const FAR: i64 = i64::MAX / 4;

impl Delta {
    /// Any change.
    pub const ANY: Delta = Delta { low: -FAR, high: FAR };

    /// Between two numbers.
    pub fn new(low: i64, high: i64) -> Self {
        Delta { low: low.clamp(-FAR, FAR), high: high.clamp(-FAR, FAR) }
    }

    /// One after the other. What is beyond what is known stays there.
    #[must_use]
    pub fn plus(self, other: Delta) -> Delta {
        let low = if self.low == -FAR || other.low == -FAR { -FAR } else { self.low.saturating_add(other.low) };
        let high = if self.high == FAR || other.high == FAR { FAR } else { self.high.saturating_add(other.high) };
        Delta::new(low, high)
    }

    /// Either.
    #[must_use]
    pub fn hull(self, other: Delta) -> Delta {
        Delta { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Once or more often, up to so many times.
    #[must_use]
    pub fn repeated(self, times: i64) -> Delta {
        let far = |n: i64| if n.abs() >= FAR { n } else { n.saturating_mul(times) };
        Delta::new(self.low.min(far(self.low)), self.high.max(far(self.high)))
    }
}

/// A way through a move.
#[derive(Clone, Debug)]
pub struct World {
    /// What is known now.
    pub state: State,
    /// How far each measure has changed.
    pub deltas: Vec<Delta>,
}

impl Deref for World {
    type Target = State;

    fn deref(&self) -> &State {
        &self.state
    }
}

impl DerefMut for World {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl World {
    /// Says what measures, by their places, have come to after all.
    pub fn come_to(&mut self, known: Vec<(usize, Delta)>) {
        for (place, delta) in known {
            if let Some(changed) = self.deltas.get_mut(place) {
                *changed = delta;
            }
        }
    }

    /// Makes this what holds on either way.
    pub fn join(&mut self, other: &World) {
        self.state.join(&other.state);
        for (mine, theirs) in self.deltas.iter_mut().zip(&other.deltas) {
            *mine = mine.hull(*theirs);
        }
    }
}
