//! Patterns of cells, found from the board alone: single cells, random walks along its relations, and windows along its lines and
//! small shapes that are worth the same wherever they lie.

use std::collections::BTreeSet;

use rulebook_language::topology::{Board, CellId, DirectionId, RelationId};
use rulebook_language::util::{Id, Rng};
use serde::{Deserialize, Serialize};

use super::map::SymmetryMap;

/// Where a pattern lies beyond the board.
pub const OFF: u16 = u16::MAX;

/// Cells that are looked at together, and all places that are worth the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pattern {
    /// How many cells.
    pub length: u32,
    /// How many codes a cell can have there: one more than there are, where some lie beyond the board.
    pub radix: u32,
    /// The cells of each place, one place after another; [`OFF`] beyond the board.
    pub cells: Vec<u16>,
}

impl Pattern {
    fn new(length: usize, radix: usize, places: Vec<Vec<u16>>) -> Self {
        Pattern { length: length as u32, radix: radix as u32, cells: places.concat() }
    }

    /// How many weights it has.
    pub fn size(&self) -> u64 {
        u64::from(self.radix).saturating_pow(self.length)
    }

    /// The cells of each place.
    pub fn places(&self) -> impl Iterator<Item = &[u16]> {
        self.cells.chunks_exact(self.length.max(1) as usize)
    }
}

/// How much may be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Weights of walks, at most.
    pub weights: u64,
    /// Walks that a cell is part of, of all symmetries together, on average.
    pub walks: usize,
    /// Windows and shapes that a cell is part of.
    pub shapes: usize,
    /// Weights of a window or shape, at most.
    pub shape_weights: u64,
}

/// The most weights of a walk.
const MAX_WALK: u64 = 1 << 16;
/// The longest walk.
const LONGEST: u32 = 10;
/// The longest window or shape.
const LONGEST_SHAPE: u32 = 6;

/// The greatest length whose patterns have no more weights.
fn length(radix: usize, most: u64, longest: u32) -> usize {
    (2..=longest).take_while(|length| (radix as u64).pow(*length) <= most).last().unwrap_or(2) as usize
}

/// The patterns of a board whose cells have so many codes. `maps` are the symmetries that keep the players, the identity among them.
pub fn patterns(board: &Board, codes: usize, maps: &[SymmetryMap], budget: Budget, rng: &mut Rng) -> Vec<Pattern> {
    let finder = Finder { board, codes, maps };
    let mut found = finder.singles();
    found.extend(finder.walks(budget, rng));
    found.extend(finder.windows(budget));
    found.extend(finder.shapes(budget, rng));
    found
}

struct Finder<'b> {
    board: &'b Board,
    codes: usize,
    maps: &'b [SymmetryMap],
}

impl Finder<'_> {
    fn cells(&self) -> Vec<CellId> {
        self.board.cells().collect()
    }

    /// A pattern's images, each place once.
    fn images(&self, cells: &[u16]) -> Vec<Vec<u16>> {
        let image = |map: &SymmetryMap| -> Vec<u16> { cells.iter().map(|cell| map.cell(*cell)).collect() };
        let all: BTreeSet<Vec<u16>> = self.maps.iter().map(image).collect();
        all.into_iter().collect()
    }

    /// Each cell alone.
    fn singles(&self) -> Vec<Pattern> {
        let mut seen = BTreeSet::new();
        let fresh = self.cells().into_iter().filter(|cell| {
            let fresh = !seen.contains(&cell.0);
            seen.extend(self.maps.iter().map(|map| map.cell(cell.0)));
            fresh
        });
        fresh.map(|cell| Pattern::new(1, self.codes, self.images(&[cell.0]))).collect()
    }

    /// Random walks from the cells that least others have come to.
    fn walks(&self, budget: Budget, rng: &mut Rng) -> Vec<Pattern> {
        let cells = self.cells();
        let length = length(self.codes, MAX_WALK, LONGEST).min(cells.len());
        let size = (self.codes as u64).saturating_pow(length as u32);
        let wanted = (budget.walks * cells.len()).div_ceil(length.max(1) * self.maps.len().max(1));
        let count = (wanted as u64).min(budget.weights / size.max(1)).max(1);
        let mut cover = vec![0usize; self.board.slots()];
        let (mut known, mut found) = (BTreeSet::new(), Vec::new());
        for _ in 0..count * 4 {
            if found.len() as u64 >= count {
                break;
            }
            let least = cells.iter().map(|cell| cover[cell.index()]).min().unwrap_or(0);
            let starts: Vec<CellId> = cells.iter().copied().filter(|cell| cover[cell.index()] == least).collect();
            let Some(start) = starts.get(rng.below(starts.len() as u32) as usize) else { break };
            let mut walk = self.walk(*start, length, rng);
            walk.sort_unstable();
            let images = self.images(&walk);
            for cell in images.iter().flatten() {
                cover[usize::from(*cell)] += 1;
            }
            let mut sets: Vec<Vec<u16>> = images.clone();
            sets.iter_mut().for_each(|set| set.sort_unstable());
            if sets.iter().all(|set| !known.contains(set)) {
                known.extend(sets);
                found.push(Pattern::new(length, self.codes, images));
            }
        }
        found
    }

    /// So many cells, each beside one before it or in line with two: along one relation, or straight on.
    fn walk(&self, start: CellId, length: usize, rng: &mut Rng) -> Vec<u16> {
        let relations: Vec<RelationId> = self.board.relations().collect();
        let relation = relations.get(rng.below(relations.len() as u32) as usize).copied();
        let straight = rng.below(3) == 0;
        let (mut walk, mut at, mut heading) = (vec![start.0], start, None);
        for _ in 0..length * 40 {
            if walk.len() == length {
                return walk;
            }
            let ahead = heading.filter(|_| straight && rng.below(4) > 0).and_then(|way| self.board.step(at, way));
            let next = ahead.or_else(|| {
                let beside = relation.map_or(&[][..], |relation| self.board.neighbours(relation, at));
                beside.get(rng.below(beside.len() as u32) as usize).copied()
            });
            match next {
                Some(next) => {
                    heading = self.board.toward(at, next);
                    at = next;
                    if !walk.contains(&at.0) {
                        walk.push(at.0);
                    }
                }
                None => break,
            }
            if rng.below(8) == 0 {
                // Back to a cell of the walk: walks branch.
                at = CellId(walk[rng.below(walk.len() as u32) as usize]);
                heading = None;
            }
        }
        // Nowhere to go: any other cells.
        let cells = self.cells();
        while walk.len() < length.min(cells.len()) {
            let other = cells[rng.below(cells.len() as u32) as usize].0;
            if !walk.contains(&other) {
                walk.push(other);
            }
        }
        walk
    }

    /// Directions that symmetries exchange, one of two opposite ones.
    fn orbits(&self) -> Vec<Vec<u16>> {
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        for way in self.board.directions() {
            let orbit: BTreeSet<u16> = self.maps.iter().map(|map| map.direction(way.index() as u16)).collect();
            if !seen.insert(orbit.clone()) {
                continue;
            }
            let opposite = |way: &u16| self.board.opposite(DirectionId::from_index(usize::from(*way))).index() as u16;
            seen.insert(orbit.iter().map(opposite).collect());
            found.push(orbit.into_iter().collect());
        }
        found
    }

    /// Where a path of steps leads from each cell, where at least two cells are on the board.
    fn places(&self, paths: &BTreeSet<Vec<u16>>) -> Vec<Vec<u16>> {
        let mut places = BTreeSet::new();
        for cell in self.cells() {
            for path in paths {
                let mut at = Some(cell);
                let mut place = vec![cell.0];
                for way in path {
                    at = at.and_then(|at| self.board.step(at, DirectionId::from_index(usize::from(*way))));
                    place.push(at.map_or(OFF, |at| at.0));
                }
                if place.get(1).is_some_and(|second| *second != OFF) {
                    places.insert(place);
                }
            }
        }
        places.into_iter().collect()
    }

    /// Windows along lines.
    fn windows(&self, budget: Budget) -> Vec<Pattern> {
        let radix = self.codes + 1;
        let length = length(radix, budget.shape_weights, LONGEST_SHAPE);
        let lines = self.orbits().into_iter().map(|orbit| orbit.iter().map(|way| vec![*way; length - 1]).collect());
        self.along(lines, length, budget)
    }

    /// The patterns along paths, path by path, as long as the budget lasts.
    fn along(&self, all: impl Iterator<Item = BTreeSet<Vec<u16>>>, length: usize, budget: Budget) -> Vec<Pattern> {
        let (mut found, mut touched) = (Vec::new(), 0);
        for paths in all {
            let places = self.places(&paths);
            touched += places.len() * length / self.cells().len().max(1);
            if touched > budget.shapes / 2 && !found.is_empty() {
                break;
            }
            if !places.is_empty() {
                found.push(Pattern::new(length, self.codes + 1, places));
            }
        }
        found
    }

    /// Small shapes that are no lines: random walks of few steps, wherever they fit.
    fn shapes(&self, budget: Budget, rng: &mut Rng) -> Vec<Pattern> {
        let radix = self.codes + 1;
        let length = length(radix, budget.shape_weights, LONGEST_SHAPE);
        let ways: Vec<DirectionId> = self.board.directions().collect();
        if ways.len() < 2 || length < 3 {
            return Vec::new();
        }
        let mut known = BTreeSet::new();
        let walks = (0..16).filter_map(|_| {
            let path: Vec<u16> =
                (1..length).map(|_| ways[rng.below(ways.len() as u32) as usize].index() as u16).collect();
            if path.iter().all(|way| *way == path[0]) || !self.is_simple(&path) {
                return None;
            }
            let image = |map: &SymmetryMap| -> Vec<u16> { path.iter().map(|way| map.direction(*way)).collect() };
            let paths: BTreeSet<Vec<u16>> = self.maps.iter().map(image).collect();
            known.insert(paths.clone()).then_some(paths)
        });
        self.along(walks, length, budget)
    }

    /// Whether a path comes to no cell twice, wherever it begins and stays on the board.
    fn is_simple(&self, path: &[u16]) -> bool {
        self.cells().into_iter().all(|cell| {
            let (mut at, mut seen) = (Some(cell), vec![cell]);
            path.iter().all(|way| {
                at = at.and_then(|at| self.board.step(at, DirectionId::from_index(usize::from(*way))));
                at.is_none_or(|at| {
                    let fresh = !seen.contains(&at);
                    seen.push(at);
                    fresh
                })
            })
        })
    }
}
