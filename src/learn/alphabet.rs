//! The alphabet of cells: what stands on a cell as one of few codes.

use std::collections::BTreeMap;

use rulebook_language::model::Game;
use serde::{Deserialize, Serialize};

use super::cell_key::{CellKeys, MAX_CODES, Reader};
use super::map::SymmetryMap;
use super::sample::Sample;

/// Codes for what stands on cells. What is rare has the code of what is most like it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alphabet {
    /// What is read.
    pub keys: CellKeys,
    /// The key that each code stands for, the most frequent first.
    pub codes: Vec<u32>,
}

impl Alphabet {
    /// The codes of what stands on cells in a sample of positions, with what it becomes where players become others.
    pub fn of(game: &Game, keys: CellKeys, reader: &Reader, sample: &Sample, maps: &[SymmetryMap]) -> Self {
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        let cells: Vec<u16> = game.board.cells().map(|cell| cell.0).collect();
        for memory in &sample.memories {
            for cell in &cells {
                *counts.entry(reader.key(memory, *cell)).or_default() += 1;
            }
        }
        // What is nowhere in the sample may still come: each piece has a code as far as there is room.
        for piece in 0..keys.pieces() {
            counts.entry(piece).or_default();
        }
        let orbit = |key: u32| {
            let mut all: Vec<u32> = maps.iter().map(|map| keys.mapped(key, map)).chain([key]).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let mut ranked: Vec<(u64, Vec<u32>)> = Vec::new();
        for key in counts.keys() {
            let orbit = orbit(*key);
            if ranked.iter().all(|(_, known)| *known != orbit) {
                ranked.push((orbit.iter().filter_map(|key| counts.get(key)).sum(), orbit));
            }
        }
        ranked.sort_by(|(a, first), (b, second)| b.cmp(a).then(first.cmp(second)));
        let mut codes: Vec<u32> = Vec::new();
        for (_, orbit) in ranked {
            if codes.len() + orbit.len() <= MAX_CODES {
                codes.extend(orbit);
            }
        }
        Alphabet { keys, codes }
    }

    /// How many codes there are.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The code of each key.
    pub fn table(&self) -> Vec<u8> {
        let parts: Vec<Vec<u32>> = self.codes.iter().map(|key| self.keys.parts(*key)).collect();
        let kinds = u32::from(self.keys.kinds.max(1));
        let owner = |piece: u32| piece.checked_sub(1).map(|piece| piece / kinds);
        let likeness = |own: &[u32], other: &[u32]| {
            let piece = match (own.first(), other.first()) {
                (Some(own), Some(other)) if own == other => 200,
                (Some(own), Some(other)) if owner(*own) == owner(*other) => 100,
                _ => 0,
            };
            piece + own.iter().zip(other).skip(1).filter(|(own, other)| own == other).count()
        };
        let code = |key: u32| {
            let own = self.keys.parts(key);
            // Of equals the first: the most frequent.
            let best = parts.iter().enumerate().map(|(code, other)| (likeness(&own, other), usize::MAX - code)).max();
            best.map_or(0, |(_, code)| (usize::MAX - code) as u8)
        };
        (0..self.keys.count() as u32).map(code).collect()
    }

    /// What each code becomes where players become others.
    pub fn mapped(&self, table: &[u8], map: &SymmetryMap) -> Vec<u8> {
        let code = |key: &u32| table.get(self.keys.mapped(*key, map) as usize).copied().unwrap_or(0);
        self.codes.iter().map(code).collect()
    }
}
