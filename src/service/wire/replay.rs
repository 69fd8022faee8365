//! What `replay --json` writes.

use std::collections::BTreeMap;

use serde::Serialize;

/// How records fared.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Replay {
    /// The number of records.
    pub games: u64,
    /// The actions of the records that hold.
    pub plies: u64,
    /// The number of records that do not hold.
    pub mismatches: u64,
    /// The number of things in them that do not hold.
    pub differences: u64,
    /// The first of these things of each of the first such records.
    pub first_mismatches: Vec<Mismatched>,
    /// What was compared.
    pub compared: Compared,
    /// The keys that mean nothing in a record, each with the number of records that have it.
    pub unknown_keys: BTreeMap<String, u64>,
    /// Records that hold and name their game otherwise than the file, by that name.
    pub renamed: BTreeMap<String, u64>,
    /// The number of files and lines that cannot be read.
    pub unread: u64,
    /// The first of them, and why.
    pub unreadable: Vec<String>,
}

/// In how many records something was compared with the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Compared {
    /// The moves.
    pub moves: u64,
    /// The number of legal actions before each move.
    pub counts: u64,
    /// The seat that acts.
    pub seats: u64,
    /// The result.
    pub results: u64,
    /// The position after the last move.
    pub finals: u64,
}

/// A record that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mismatched {
    /// The file of the record.
    pub file: String,
    /// Its line there, from 1.
    pub line: u64,
    /// The move at which it shows, from 1; 0 where it is the record as a whole.
    pub ply: usize,
    /// That move; null after the last one.
    pub action: Option<String>,
    /// The moves before it.
    pub after: Vec<String>,
    /// What the record says.
    pub expected: String,
    /// What the rules say.
    pub found: String,
}
