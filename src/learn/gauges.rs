//! What is counted of a whole position: cells of each code, counters of the game and of its players, passes.

use rulebook_language::model::{CounterId, Game, Index};
use rulebook_language::util::Id;
use rulebook_play::plan::Layout;
use serde::{Deserialize, Serialize};

use super::cell_key::players_and_kinds;
use super::map::SymmetryMap;
use super::sample::Sample;

/// A number of a position, in classes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gauge {
    /// What is counted.
    pub of: Counted,
    /// The least number of the first class.
    pub low: i64,
    /// How many numbers a class has.
    pub step: i64,
    /// How many classes there are.
    pub size: u32,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Counted {
    /// The cells of a code.
    Cells(u8),
    /// A counter of the game, or of a player, a kind or both.
    Counter {
        /// The counter.
        counter: u16,
        /// Of whom, where there is one for each player.
        player: Option<u8>,
        /// Of which kind, where there is one for each.
        kind: Option<u16>,
    },
    /// The turns in a row that were passed.
    Passes,
}

/// The most classes of a gauge.
pub const MAX_CLASSES: u32 = 64;
/// The most gauges of counters.
const MAX_COUNTERS: usize = 128;

impl Gauge {
    fn between(of: Counted, low: i64, high: i64) -> Self {
        let span = high.saturating_sub(low).saturating_add(1).max(1);
        let step = (span + i64::from(MAX_CLASSES) - 1) / i64::from(MAX_CLASSES);
        Gauge { of, low, step, size: ((span + step - 1) / step) as u32 }
    }

    /// The class of a number.
    #[inline]
    pub fn class(&self, number: i64) -> u32 {
        let class = number.saturating_sub(self.low) / self.step.max(1);
        class.clamp(0, i64::from(self.size.max(1)) - 1) as u32
    }

    /// The word of the memory that is counted, as a view sees it whose players are mapped so; nothing where cells are counted, or
    /// the game has no such number.
    pub fn word(&self, game: &Game, layout: &Layout, map: &SymmetryMap) -> Option<u32> {
        match self.of {
            Counted::Cells(_) => None,
            Counted::Passes => Some(layout.system.passes),
            Counted::Counter { counter, player, kind } => {
                let id = CounterId::from_index(usize::from(counter));
                let per = game.counters.get(id)?.per;
                // Whoever becomes the player that is meant.
                let player = (0..game.players.len()).find(|own| map.player(*own) == player.map_or(0, usize::from))?;
                let kind = kind.map_or(0, usize::from);
                if per.has(Index::Cell) || (per.has(Index::Kind) && kind >= game.kinds.len()) {
                    return None;
                }
                let of = per.indexes().map(|index| if index == Index::Player { player } else { kind });
                Some(layout.counter(id) + game.place_of(per, &of.collect::<Vec<_>>()) as u32)
            }
        }
    }
}

/// What is counted of a game's positions, with so many codes of cells.
pub fn gauges(game: &Game, layout: &Layout, codes: usize, sample: &Sample) -> Vec<Gauge> {
    let cells = game.board.cell_count() as i64;
    let mut found: Vec<Gauge> = (0..codes).map(|code| Gauge::between(Counted::Cells(code as u8), 0, cells)).collect();
    let identity = SymmetryMap::identity(0, 0, 0);
    let mut counters = Vec::new();
    for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| !counter.per.has(Index::Cell)) {
        let each = players_and_kinds(game, counter.per).into_iter();
        let family: Vec<Counted> =
            each.map(|(player, kind)| Counted::Counter { counter: id.index() as u16, player, kind }).collect();
        // All of a counter have the same classes, so that what is one player's can be the other's.
        let word = |of: Counted| Gauge { of, low: 0, step: 1, size: 1 }.word(game, layout, &identity);
        let words: Vec<usize> = family.iter().filter_map(|of| word(*of)).map(|word| word as usize).collect();
        let seen = sample.memories.iter().flat_map(|memory| words.iter().filter_map(|word| memory.get(*word)));
        let (low, high) =
            seen.fold((i64::MAX, i64::MIN), |(low, high), word| (low.min(*word as i64), high.max(*word as i64)));
        if low < high {
            counters.extend(family.into_iter().map(|of| Gauge::between(of, low, high)));
        }
    }
    counters.truncate(MAX_COUNTERS);
    found.extend(counters);
    let passes = sample.memories.iter().filter_map(|memory| memory.get(layout.system.passes as usize)).max();
    if passes.is_some_and(|passes| *passes > 0) {
        found.push(Gauge::between(Counted::Passes, 0, game.players.len() as i64));
    }
    found
}
