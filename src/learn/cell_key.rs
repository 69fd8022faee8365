//! What stands on a cell, as one number: the top piece, how high the stack is, marks and numbers of the cell.

use serde::{Deserialize, Serialize};

use rulebook_language::model::{CounterId, Game, Index, MarkId, Per, Values};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;
use rulebook_play::plan::{Layout, Stacks};

use super::map::SymmetryMap;
use super::sample::Sample;

/// Something that is told of a cell beside its top piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Feature {
    /// How many pieces lie under the top one: none, one, two, more.
    Height,
    /// The piece under the top one.
    Below,
    /// Whether it has a mark, by its number.
    Mark(u16),
    /// In which class a number of the cell is: how many of the cuts it reaches.
    Number {
        /// The counter.
        counter: u16,
        /// Where there is one for each player, whose.
        player: Option<u8>,
        /// Where there is one for each kind, of which.
        kind: Option<u16>,
        /// Rising.
        cuts: Vec<i64>,
    },
}

/// The most ways in which cells can differ before what they are is folded.
const MAX_KEYS: u64 = 1 << 16;
/// The most codes of what stands on a cell.
pub const MAX_CODES: usize = 24;
/// Numbers of cells have so many classes at least, and as many as leave a code for each piece with each.
const CLASSES: usize = 8;
/// The most features.
const MAX_FEATURES: usize = 24;

/// What is read of cells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CellKeys {
    /// How many owners there are: the players, and nobody where there are neutral pieces.
    pub owners: u16,
    /// How many kinds there are.
    pub kinds: u16,
    /// What else is told.
    pub features: Vec<Feature>,
}

impl CellKeys {
    /// What is worth reading of a game's cells: what differs in a sample, as long as there are not too many ways.
    pub fn of(game: &Game, layout: &Layout, sample: &Sample) -> Self {
        let mut keys = CellKeys { owners: layout.owners, kinds: game.kinds.len() as u16, features: Vec::new() };
        let mut wanted = Vec::new();
        if game.max_height > 1 {
            wanted.extend([Feature::Height, Feature::Below]);
        }
        wanted.extend((0..game.marks.len() as u16).map(Feature::Mark));
        for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| counter.per.has(Index::Cell)) {
            let cuts = cuts(game, layout, (id, (MAX_CODES / keys.pieces() as usize).max(CLASSES)), sample);
            let each = players_and_kinds(game, counter.per).into_iter();
            wanted.extend(each.map(|(player, kind)| Feature::Number {
                counter: id.index() as u16,
                player,
                kind,
                cuts: cuts.clone(),
            }));
        }
        for feature in wanted {
            keys.features.push(feature);
            let reader = Reader::new(&keys, game, layout);
            let last = keys.features.len() - 1;
            let too_many = keys.count() > MAX_KEYS || keys.features.len() > MAX_FEATURES;
            if too_many || !reader.is_some_and(|reader| reader.differs(last, game, sample)) {
                keys.features.pop();
            }
        }
        keys
    }

    /// How many pieces there are, with none at all.
    pub fn pieces(&self) -> u32 {
        u32::from(self.owners) * u32::from(self.kinds) + 1
    }

    /// How many ways a feature has.
    fn ways(&self, feature: &Feature) -> u32 {
        match feature {
            Feature::Height => 4,
            Feature::Below => self.pieces(),
            Feature::Mark(_) => 2,
            Feature::Number { cuts, .. } => cuts.len() as u32 + 1,
        }
    }

    /// How many keys there are.
    pub fn count(&self) -> u64 {
        let ways = self.features.iter().map(|feature| u64::from(self.ways(feature)));
        ways.fold(u64::from(self.pieces()), u64::saturating_mul)
    }

    /// The parts of a key: the piece, then each feature.
    pub fn parts(&self, mut key: u32) -> Vec<u32> {
        let ways = std::iter::once(self.pieces()).chain(self.features.iter().map(|feature| self.ways(feature)));
        ways.map(|ways| {
            let part = key % ways.max(1);
            key /= ways.max(1);
            part
        })
        .collect()
    }

    /// The key of these parts.
    fn key(&self, parts: &[u32]) -> u32 {
        let ways: Vec<u32> =
            std::iter::once(self.pieces()).chain(self.features.iter().map(|feature| self.ways(feature))).collect();
        parts.iter().zip(&ways).rev().fold(0, |key, (part, ways)| key * ways + part)
    }

    /// The piece whose owner is who its owner becomes.
    fn piece_of(&self, piece: u32, map: &SymmetryMap) -> u32 {
        let Some(piece) = piece.checked_sub(1) else { return 0 };
        let kinds = u32::from(self.kinds.max(1));
        1 + map.player((piece / kinds) as usize) as u32 * kinds + piece % kinds
    }

    /// What a cell with this key becomes where players become others.
    pub fn mapped(&self, key: u32, map: &SymmetryMap) -> u32 {
        let parts = self.parts(key);
        let mut image = parts.clone();
        image[0] = self.piece_of(parts[0], map);
        for (place, feature) in self.features.iter().enumerate() {
            let part = parts[place + 1];
            match feature {
                Feature::Height | Feature::Mark(_) => image[place + 1] = part,
                Feature::Below => image[place + 1] = self.piece_of(part, map),
                Feature::Number { counter, player, kind, cuts } => {
                    let to = Feature::Number {
                        counter: *counter,
                        player: player.map(|player| map.player(usize::from(player)) as u8),
                        kind: *kind,
                        cuts: cuts.clone(),
                    };
                    if let Some(to) = self.features.iter().position(|feature| *feature == to) {
                        image[to + 1] = part;
                    }
                }
            }
        }
        self.key(&image)
    }
}

/// Whether a symmetry may be used: numbers of cells that stand for directions or players would have to be mapped as well.
pub fn is_usable(game: &Game, map: &SymmetryMap) -> bool {
    game.counters.iter().all(|counter| match counter.values() {
        Some(Values::Directions(_)) => map.keeps_directions(),
        Some(Values::Players(_)) => map.keeps_players(),
        _ => true,
    })
}

/// The players and the kinds that a counter has numbers of; nothing in place of those that it does not tell apart.
pub fn players_and_kinds(game: &Game, per: Per) -> Vec<(Option<u8>, Option<u16>)> {
    let all = |index: Index| match per.has(index) {
        true => (0..game.members(index)).map(Some).collect(),
        false => vec![None],
    };
    let kinds = all(Index::Kind);
    let of = |player: Option<usize>| {
        let player = player.map(|player| player as u8);
        kinds.iter().map(move |kind| (player, kind.map(|kind| kind as u16)))
    };
    all(Index::Player).into_iter().flat_map(of).collect()
}

/// Where the numbers of a counter of cells lie: that of slot 0, and how far that of the next slot is.
fn numbers(game: &Game, layout: &Layout, id: CounterId, player: usize, kind: usize) -> (u32, u32) {
    let per = game.counters[id].per;
    let at = |cell: usize| {
        let index = |index: Index| match index {
            Index::Cell => cell,
            Index::Player => player,
            Index::Kind => kind,
        };
        game.place_of(per, &per.indexes().map(index).collect::<Vec<_>>()) as u32
    };
    (layout.counter(id) + at(0), at(1) - at(0))
}

/// Where the numbers of a counter of cells are cut into classes: single numbers as long as they are few, else so that each class
/// has as many of the sample.
fn cuts(game: &Game, layout: &Layout, (id, classes): (CounterId, usize), sample: &Sample) -> Vec<i64> {
    let mut seen: Vec<i64> = Vec::new();
    let numbers = game.numbers(game.counters[id].per);
    for memory in &sample.memories {
        let from = layout.counter(id) as usize;
        seen.extend(memory.get(from..from + numbers).unwrap_or_default().iter().map(|word| *word as i64));
    }
    seen.sort_unstable();
    let mut single = seen.clone();
    single.dedup();
    if single.len() <= classes {
        return single.into_iter().skip(1).collect();
    }
    // Nothing, one and so on apart; the rest by how often they come.
    let rest: Vec<i64> = seen.iter().copied().filter(|number| *number > single[2]).collect();
    let mut cuts = vec![single[1], single[2]];
    let shares = classes - 3;
    cuts.extend((0..shares).filter_map(|share| rest.get(share * rest.len() / shares)).copied());
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Reads keys in memories of one layout.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The planes of owners.
    owners: Vec<u32>,
    /// The planes of kinds; none where there is one kind.
    kinds: Vec<u32>,
    kind_count: u32,
    stacks: Option<Stacks>,
    /// Of each feature, how many ways it has, and where it is.
    features: Vec<(u32, Place)>,
    /// All planes that are read.
    pub planes: Vec<u32>,
    /// All numbers of cells that are read: that of slot 0, and how far the next is.
    pub numbers: Vec<(u32, u32)>,
}

#[derive(Clone, Debug)]
enum Place {
    Height,
    Below,
    Plane(u32),
    Number(u32, u32, Vec<i64>),
}

impl Reader {
    /// Reads these keys in memories of a game; nothing where the game has no such things.
    pub fn new(keys: &CellKeys, game: &Game, layout: &Layout) -> Option<Self> {
        if keys.owners != layout.owners || usize::from(keys.kinds) != game.kinds.len() {
            return None;
        }
        let owners: Vec<u32> = (0..u32::from(layout.owners)).map(|owner| owner * layout.words).collect();
        let kinds: Vec<u32> = game.kinds.ids().filter_map(|kind| layout.kind(kind)).collect();
        let mut reader = Reader {
            planes: owners.iter().chain(&kinds).copied().collect(),
            owners,
            kinds,
            kind_count: u32::from(keys.kinds),
            stacks: layout.stacks,
            features: Vec::new(),
            numbers: Vec::new(),
        };
        for feature in &keys.features {
            let place = match feature {
                Feature::Height | Feature::Below => {
                    let stacks = layout.stacks?;
                    for word in 0..stacks.words {
                        reader.numbers.push((stacks.offset + word, stacks.words));
                    }
                    if *feature == Feature::Height { Place::Height } else { Place::Below }
                }
                Feature::Mark(mark) => {
                    let plane = layout.mark(MarkId::from_index(
                        (usize::from(*mark) < game.marks.len()).then_some(usize::from(*mark))?,
                    ));
                    reader.planes.push(plane);
                    Place::Plane(plane)
                }
                Feature::Number { counter, player, kind, cuts } => {
                    let id = CounterId::from_index(usize::from(*counter));
                    game.counters.get(id).filter(|counter| counter.per.has(Index::Cell))?;
                    let player = player.map_or(0, usize::from);
                    let kind = kind.map_or(0, usize::from);
                    if player >= game.players.len() || kind >= game.kinds.len().max(1) {
                        return None;
                    }
                    let (at, next) = numbers(game, layout, id, player, kind);
                    reader.numbers.push((at, next));
                    Place::Number(at, next, cuts.clone())
                }
            };
            reader.features.push((keys.ways(feature), place));
        }
        reader.numbers.sort_unstable();
        reader.numbers.dedup();
        Some(reader)
    }

    /// The key of a slot.
    #[inline]
    pub fn key(&self, memory: &[u64], slot: u16) -> u32 {
        let (word, bit) = (u32::from(slot / 64), slot % 64);
        let has = |plane: u32| memory.get((plane + word) as usize).is_some_and(|word| word >> bit & 1 == 1);
        let piece = match self.owners.iter().position(|plane| has(*plane)) {
            None => 0,
            Some(owner) => {
                let kind = self.kinds.iter().position(|plane| has(*plane)).unwrap_or(0);
                1 + owner as u32 * self.kind_count + kind as u32
            }
        };
        let (mut key, mut scale) = (piece, self.owners.len() as u32 * self.kind_count + 1);
        for (ways, place) in &self.features {
            let part = match place {
                Place::Plane(plane) => u32::from(has(*plane)),
                Place::Height => self.below(memory, slot).0,
                Place::Below => self.below(memory, slot).1,
                Place::Number(at, next, cuts) => {
                    let number = memory.get((at + next * u32::from(slot)) as usize).copied().unwrap_or(0) as i64;
                    cuts.iter().filter(|cut| number >= **cut).count() as u32
                }
            };
            key += part * scale;
            scale *= ways;
        }
        key
    }

    /// How many pieces lie under the top one, as far as three, and the first of them, 0 for none.
    fn below(&self, memory: &[u64], slot: u16) -> (u32, u32) {
        let Some(stacks) = self.stacks else { return (0, 0) };
        let at = (stacks.offset + u32::from(slot) * stacks.words) as usize;
        let word = |by: usize| u128::from(memory.get(at + by).copied().unwrap_or(0));
        let digits = if stacks.words > 1 { word(0) | word(1) << 64 } else { word(0) };
        if digits == 0 {
            return (0, 0);
        }
        let height = (u128::BITS - digits.leading_zeros()).div_ceil(stacks.bits.max(1));
        let (owner, kind, _) = stacks.piece((digits & ((1 << stacks.bits) - 1)) as u32);
        (height.min(3), 1 + owner * self.kind_count + kind)
    }

    /// Whether a feature, by its place, is not the same on all cells of a sample.
    fn differs(&self, feature: usize, game: &Game, sample: &Sample) -> bool {
        let scale = self.features.iter().take(feature).map(|(ways, _)| ways).product::<u32>()
            * (self.owners.len() as u32 * self.kind_count + 1);
        let Some((ways, _)) = self.features.get(feature) else { return false };
        let cells: Vec<CellId> = game.board.cells().collect();
        let mut first = None;
        sample.memories.iter().any(|memory| {
            cells.iter().any(|cell| {
                let part = self.key(memory, cell.0) / scale % ways;
                *first.get_or_insert(part) != part
            })
        })
    }
}
