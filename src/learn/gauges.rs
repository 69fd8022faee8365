//! What is counted of a whole position: cells of each code, counters of the game, of its players and of single cells, leads, passes.

use rulebook_language::model::{CounterId, Game, Index};
use rulebook_language::util::Id;
use rulebook_play::plan::Layout;
use serde::{Deserialize, Serialize};

use super::cell_key::players_and_kinds;
use super::leads::Ranking;
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
    /// A counter of the game, or of a player, a kind or a cell.
    Counter {
        /// The counter.
        counter: u16,
        /// Of whom, where there is one for each player.
        player: Option<u8>,
        /// Of which kind, where there is one for each.
        kind: Option<u16>,
        /// Of which cell, where there is one for each.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cell: Option<u16>,
    },
    /// By how much a player leads.
    Lead {
        /// Where players are ranked so.
        ranking: Ranking,
        /// Who.
        player: u8,
    },
    /// The turns in a row that were passed.
    Passes,
}

/// Where a gauge reads its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A word of the memory.
    Word(u32),
    /// A lead, by its place.
    Lead(u32),
}

/// The most classes of a gauge.
pub const MAX_CLASSES: u32 = 64;
/// A number of a cell is counted by itself where it was seen to differ by so much.
const WIDE: i64 = 12;
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

    /// Where a view reads the number whose players and cells are mapped so; nothing where cells are counted, or the game has no
    /// such number.
    pub fn source(&self, game: &Game, layout: &Layout, rankings: &[Ranking], map: &SymmetryMap) -> Option<Source> {
        // Whoever becomes the player that is meant.
        let whose = |player: u8| (0..game.players.len()).find(|own| map.player(*own) == usize::from(player));
        match self.of {
            Counted::Cells(_) => None,
            Counted::Passes => Some(Source::Word(layout.system.passes)),
            Counted::Lead { ranking, player } => {
                let place = rankings.iter().position(|own| *own == ranking)?;
                Some(Source::Lead((place * game.players.len() + whose(player)?) as u32))
            }
            Counted::Counter { counter, player, kind, cell } => {
                let id = CounterId::from_index(usize::from(counter));
                let per = game.counters.get(id)?.per;
                let player = whose(player.unwrap_or(0))?;
                let kind = kind.map_or(0, usize::from);
                let cell = match cell {
                    Some(cell) => usize::from(game.board.cells().find(|own| map.cell(own.0) == cell)?.0),
                    None if per.has(Index::Cell) => return None,
                    None => 0,
                };
                if per.has(Index::Kind) && kind >= game.kinds.len() {
                    return None;
                }
                let of = per.indexes().map(|index| match index {
                    Index::Player => player,
                    Index::Kind => kind,
                    Index::Cell => cell,
                });
                Some(Source::Word(layout.counter(id) + game.place_of(per, &of.collect::<Vec<_>>()) as u32))
            }
        }
    }
}

/// What is counted of a game's positions, with so many codes of cells.
pub fn gauges(game: &Game, layout: &Layout, codes: usize, sample: &Sample) -> Vec<Gauge> {
    let cells = game.board.cell_count() as i64;
    let mut found: Vec<Gauge> = (0..codes).map(|code| Gauge::between(Counted::Cells(code as u8), 0, cells)).collect();
    let identity = SymmetryMap::identity(0, 0, 0);
    // The least and the greatest that was seen of a number.
    let seen = |of: Counted| {
        let Source::Word(word) = (Gauge { of, low: 0, step: 1, size: 1 }).source(game, layout, &[], &identity)? else {
            return None;
        };
        let numbers = sample.memories.iter().filter_map(|memory| memory.get(word as usize)).map(|word| *word as i64);
        numbers.fold(None, |range, number| {
            let (low, high) = range.unwrap_or((number, number));
            Some((number.min(low), number.max(high)))
        })
    };
    let mut counters = Vec::new();
    for (id, counter) in game.counters.iter_ids() {
        let of = |cell: Option<u16>| {
            let each = players_and_kinds(game, counter.per).into_iter();
            each.map(move |(player, kind)| Counted::Counter { counter: id.index() as u16, player, kind, cell })
        };
        let by_cell = counter.per.has(Index::Cell);
        let family: Vec<(Counted, (i64, i64))> = if by_cell {
            let all = game.board.cells().flat_map(|cell| of(Some(cell.0)));
            // The classes of the alphabet tell small numbers.
            all.filter_map(|of| Some((of, seen(of)?))).filter(|(_, (low, high))| high - low >= WIDE).collect()
        } else {
            of(None).filter_map(|of| Some((of, seen(of)?))).collect()
        };
        if by_cell && counters.len() + family.len() > MAX_COUNTERS {
            continue;
        }
        // All of a counter have the same classes, so that what is one player's can be the other's.
        let low = family.iter().map(|(_, (low, _))| *low).min().unwrap_or(0);
        let high = family.iter().map(|(_, (_, high))| *high).max().unwrap_or(0);
        if low < high {
            counters.extend(family.into_iter().map(|(of, _)| Gauge::between(of, low, high)));
        }
    }
    counters.truncate(MAX_COUNTERS);
    found.extend(counters);
    for (ranking, most) in sample.leads.iter().filter(|(_, most)| *most > 0) {
        // Of two players, one leads by as much as the other is behind. Good players lead by more than those of random games.
        let players = if game.players.len() == 2 { 1 } else { game.players.len() as u8 };
        let most = most.saturating_mul(2);
        found.extend(
            (0..players).map(|player| Gauge::between(Counted::Lead { ranking: *ranking, player }, -most, most)),
        );
    }
    let passes = sample.memories.iter().filter_map(|memory| memory.get(layout.system.passes as usize)).max();
    if passes.is_some_and(|passes| *passes > 0) {
        found.push(Gauge::between(Counted::Passes, 0, game.players.len() as i64));
    }
    found
}
