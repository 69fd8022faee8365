//! The positions that one search knows, within its limits.

use super::limits::{Meter, Stopped};
use super::store::Store;
use super::walk::{Halt, Walk};

/// Positions with numbers from 0, in the order in which they came.
pub struct Positions<'a> {
    store: Store,
    meter: Meter<'a>,
}

impl<'a> Positions<'a> {
    /// None yet.
    pub fn new(meter: Meter<'a>) -> Self {
        Positions { store: Store::default(), meter }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Asks now and then whether to go on.
    pub fn pulse(&mut self) -> Result<(), Stopped> {
        self.meter.pulse(self.store.len())
    }

    /// The number of the walk's position, if it is known.
    pub fn find(&self, walk: &mut Walk<'_>) -> Option<u32> {
        self.store.find(walk.key())
    }

    /// The number of the walk's position, and whether it is new; `more` is what the search itself keeps, in bytes.
    ///
    /// # Errors
    /// If it is new and a limit is reached.
    pub fn add(&mut self, walk: &mut Walk<'_>, more: usize) -> Result<(u32, bool), Halt> {
        let memory = self.store.memory() + walk.memory() + more;
        let key = walk.key();
        if let Some(id) = self.store.find(key) {
            return Ok((id, false));
        }
        self.meter.allow(self.store.len(), memory)?;
        if !self.store.fits(key) {
            return Err(Halt::Stopped(Stopped::Bytes(u64::from(u32::MAX))));
        }
        Ok(self.store.add(key))
    }
}
