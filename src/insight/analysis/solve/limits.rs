//! How far a search may go.

use std::fmt;

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions kept at once.
    pub states: u64,
    /// Bytes that they take.
    pub bytes: u64,
    /// Whether all cores search. The value does not depend on it; how many positions are looked into for it does.
    pub threads: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: 20_000_000, bytes: 1 << 30, threads: true }
    }
}

/// What ended a search before its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// So many positions.
    States(u64),
    /// So many bytes.
    Bytes(u64),
    /// Whoever asked.
    Asked,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::States(states) => write!(f, "{states} states"),
            Stopped::Bytes(bytes) => write!(f, "{} MiB", bytes >> 20),
            Stopped::Asked => f.write_str("the time"),
        }
    }
}

/// The meter of one search.
pub struct Meter<'a> {
    limits: Limits,
    go_on: &'a mut dyn FnMut(u64) -> bool,
    ticks: u64,
}

/// How many actions are played between two questions whether to go on.
pub const EVERY: u64 = 1 << 10;

impl<'a> Meter<'a> {
    /// A meter; `go_on` is told now and then how many positions are known, and says whether to go on.
    pub fn new(limits: Limits, go_on: &'a mut dyn FnMut(u64) -> bool) -> Self {
        Meter { limits, go_on, ticks: 0 }
    }

    /// Allows a further position, where so many are known and take so many bytes.
    pub fn allow(&self, states: usize, bytes: usize) -> Result<(), Stopped> {
        if states as u64 >= self.limits.states {
            return Err(Stopped::States(self.limits.states));
        }
        if bytes as u64 > self.limits.bytes {
            return Err(Stopped::Bytes(self.limits.bytes));
        }
        Ok(())
    }

    /// Asks now and then whether to go on.
    pub fn pulse(&mut self, states: usize) -> Result<(), Stopped> {
        self.ticks += 1;
        if self.ticks < EVERY {
            return Ok(());
        }
        self.ticks = 0;
        if (self.go_on)(states as u64) { Ok(()) } else { Err(Stopped::Asked) }
    }
}
