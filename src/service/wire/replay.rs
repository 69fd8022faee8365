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
    /// The first of these things.
    pub first_mismatches: Vec<Mismatched>,
    /// Records that hold and name their game otherwise than the file, by that name.
    pub renamed: BTreeMap<String, u64>,
    /// The number of files and lines that cannot be read.
    pub unread: u64,
    /// The first of them, and why.
    pub unreadable: Vec<String>,
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
    /// What the record says.
    pub expected: String,
    /// What the rules say.
    pub found: String,
}
