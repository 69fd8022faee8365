//! Loops through a cell without going through them one by one: the heaviest, and the cells of all.
//!
//! A path that grows round to its goal leaves two things behind: the cells that may follow its end, and those that may come
//! after these. Whatever came before, the ways on are the same where both are the same. So the search remembers, for each such
//! pair, the greatest weight and the cells of all ways on, and of the paths that lead there only the first is followed any further.
//! On a full side of a hexagon there are a hundred to a thousand times as many loops as such pairs.

use rustc_hash::FxHashMap;

use super::Cycles;
use rulebook_language::util::Bits;

/// The most memory for ways that are known; what goes beyond is worked out again and again.
const MOST_BYTES: usize = 16 << 20;
/// A table of ways that has grown larger than this is thrown away after its search, since to clear it takes time.
const KEPT: usize = 1 << 12;

/// What a search for ways needs, kept between searches so that none allocates. It holds the weights of the cells.
#[derive(Debug, Default)]
pub struct LoopDp<const W: usize> {
    /// The weight of each cell, by slot; 0 past the end.
    weights: Vec<i64>,
    /// The cells with a weight above 0: they are tried first.
    heavy: Bits<W>,
    /// The greatest weight.
    heaviest: i64,
    known: FxHashMap<Frontier<W>, Completions<W>>,
    path: Vec<Level<W>>,
    /// How much was done.
    pub steps: u64,
}

/// Where a path can still go: the ways on depend on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Frontier<const W: usize> {
    /// The cell next to the root at which the loop closes.
    goal: usize,
    /// The cells that may follow the end of the path.
    next: Bits<W>,
    /// The cells that may come after one of these.
    later: Bits<W>,
}

/// All ways from the end of a path to the goal, without either.
#[derive(Clone, Copy, Debug)]
struct Completions<const W: usize> {
    /// No way weighs more; nothing where there is no way.
    most: Option<i64>,
    /// The cells of all, unless some were left out since they cannot weigh enough.
    cells: Bits<W>,
}

impl<const W: usize> Completions<W> {
    const NOTHING: Self = Completions { most: None, cells: Bits::EMPTY };
}

/// The end of a path, with what is known of the ways on from there.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    ahead: Frontier<W>,
    /// Of the cells that may follow, those that are still to be tried, and the one that is being tried.
    rest: Bits<W>,
    trying: usize,
    /// The weight of the path, the root and the goal.
    weight: i64,
    found: Completions<W>,
}

/// A copy of a position begins with nothing known: what is known serves one search.
impl<const W: usize> Clone for LoopDp<W> {
    fn clone(&self) -> Self {
        LoopDp { weights: self.weights.clone(), heavy: self.heavy, heaviest: self.heaviest, ..LoopDp::default() }
    }
}

impl<const W: usize> LoopDp<W> {
    /// Makes all cells weigh nothing.
    pub fn weigh_nothing(&mut self) {
        self.weights.clear();
        (self.heavy, self.heaviest) = (Bits::EMPTY, 0);
    }

    /// Adds to the weight of the cells of a set.
    pub fn weigh(&mut self, set: &Bits<W>, by: i64) {
        for cell in set.iter() {
            if self.weights.len() <= cell {
                self.weights.resize(cell + 1, 0);
            }
            self.weights[cell] += by;
            self.heaviest = self.heaviest.max(self.weights[cell]);
            if self.weights[cell] > 0 {
                self.heavy.insert(cell);
            } else {
                self.heavy.remove(cell);
            }
        }
    }

    /// The weight of a cell.
    pub fn weight(&self, cell: usize) -> i64 {
        self.weights.get(cell).copied().unwrap_or(0)
    }

    /// The weight of the cells of a set.
    pub fn total(&self, set: &Bits<W>) -> i64 {
        set.iter().map(|cell| self.weight(cell)).sum()
    }

    fn forget(&mut self) {
        if self.known.capacity() > KEPT {
            self.known = FxHashMap::default();
        } else {
            self.known.clear();
        }
        self.path.clear();
    }
}

/// How a search for ways ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Searched<const W: usize> {
    /// A loop is heavier than was asked for; not all were looked at.
    Heavier,
    /// No loop is; these are the cells of all.
    All(Bits<W>),
    /// It took too many steps.
    GivenUp,
}

impl<const W: usize> Cycles<W> {
    /// Looks at the loops of `set` through `root`, until one is heavier than `than`, or there are no more, or the steps are used up.
    /// Every chordless cycle must be a loop.
    pub(super) fn ways(
        &self,
        set: Bits<W>,
        root: usize,
        than: i64,
        ways: &mut LoopDp<W>,
        most_steps: u64,
    ) -> Searched<W> {
        ways.forget();
        ways.steps = 0;
        let mut all = Bits::EMPTY;
        if !set.contains(root) {
            return Searched::All(all);
        }
        let around = self.near[root] & set;
        let open = set - self.near[root] - Bits::single(root);
        for from in around.iter() {
            for goal in (around - self.near[from]).iter().filter(|goal| *goal > from) {
                let ends = ways.weight(root) + ways.weight(goal) + ways.weight(from);
                let found = match self.ways_between(from, goal, open, ends, than, ways, most_steps) {
                    Ok(found) => found,
                    Err(ended) => return ended,
                };
                if found.most.is_some() {
                    all = all | found.cells;
                    [root, from, goal].into_iter().for_each(|cell| all.insert(cell));
                }
            }
        }
        Searched::All(all)
    }

    /// All ways from `from` to `goal` through `open`, where root, goal and `from` weigh `ends`.
    #[expect(clippy::too_many_arguments, reason = "one search, called in one place")]
    fn ways_between(
        &self,
        from: usize,
        goal: usize,
        open: Bits<W>,
        ends: i64,
        than: i64,
        ways: &mut LoopDp<W>,
        most_steps: u64,
    ) -> Result<Completions<W>, Searched<W>> {
        let mut result = self.go_on(from, goal, open, ends, than, ways);
        loop {
            if ways.steps > most_steps {
                return Err(Searched::GivenUp);
            }
            // What was found beyond the cell that the last level tries.
            let found = match result.take() {
                Some(found) => found,
                None => {
                    let heavy = ways.heavy;
                    let Some(level) = ways.path.last_mut() else { return Ok(Completions::NOTHING) };
                    let first = (level.rest & heavy).first().or_else(|| level.rest.first());
                    let Some(cell) = first else {
                        let Level { ahead, found, .. } = *level;
                        ways.path.pop();
                        if ways.known.len() < MOST_BYTES / size_of::<(Frontier<W>, Completions<W>)>() {
                            ways.known.insert(ahead, found);
                        }
                        result = Some(found);
                        continue;
                    };
                    level.rest.remove(cell);
                    level.trying = cell;
                    let (later, weight) = (level.ahead.later, level.weight);
                    let weight = weight + ways.weight(cell);
                    if self.near[cell].contains(goal) {
                        ways.steps += 1;
                        if weight > than {
                            return Err(Searched::Heavier);
                        }
                        Completions { most: Some(0), cells: Bits::EMPTY }
                    } else {
                        result = self.go_on(cell, goal, later, weight, than, ways);
                        continue;
                    }
                }
            };
            let Some(level) = ways.path.last_mut() else { return Ok(found) };
            let Some(beyond) = found.most else { continue };
            let most = beyond + ways.weights.get(level.trying).copied().unwrap_or(0);
            level.found.most = Some(level.found.most.map_or(most, |known| known.max(most)));
            level.found.cells = level.found.cells | found.cells;
            level.found.cells.insert(level.trying);
        }
    }

    /// Makes `cell` the end of the path: gives what is known of the ways on, or else makes a level to find them. `open` are the
    /// cells that may come after it.
    ///
    /// Of those next to the cell one follows; what comes later is not next to it. It is of use only if it is connected both with
    /// the goal and with a cell that may follow.
    fn go_on(
        &self,
        cell: usize,
        goal: usize,
        open: Bits<W>,
        weight: i64,
        than: i64,
        ways: &mut LoopDp<W>,
    ) -> Option<Completions<W>> {
        let (near, last) = (self.near[cell], self.near[goal]);
        let mut flooded = 0;
        let beyond = open - near;
        let back = self.reached(beyond & last, beyond, &mut flooded);
        let (mut next, mut front) = (Bits::EMPTY, Bits::EMPTY);
        for follower in (open & near).iter() {
            if last.contains(follower) {
                next.insert(follower);
                continue;
            }
            let further = self.near[follower] & back;
            if !further.is_empty() {
                next.insert(follower);
                front = front | further;
            }
        }
        let later = self.reached(front, back, &mut flooded);
        // What is done for the cell, and for each cell of a flood, goes through whole sets.
        ways.steps += (64 + 16 * flooded) * (8 + W as u64) / 32;
        if next.is_empty() {
            return Some(Completions::NOTHING);
        }
        if than < i64::MAX {
            // One cell follows, and one is the last.
            let most = ways.heaviest * (2 + i64::from(((later - last) & ways.heavy).count()));
            if weight + most <= than {
                return Some(Completions { most: Some(most), cells: Bits::EMPTY });
            }
        }
        let ahead = Frontier { goal, next, later };
        if let Some(found) = ways.known.get(&ahead)
            && found.most.is_none_or(|most| weight + most <= than)
        {
            return Some(*found);
        }
        ways.path.push(Level { ahead, rest: next, trying: cell, weight, found: Completions::NOTHING });
        None
    }

    /// What is connected with `front`, which lies in `within`, inside `within`.
    #[inline]
    pub(super) fn reached(&self, front: Bits<W>, within: Bits<W>, flooded: &mut u64) -> Bits<W> {
        let (mut front, mut reached) = (front, front);
        let mut rest = within - front;
        while let Some(at) = front.pop_first() {
            *flooded += 1;
            let fresh = self.near[at] & rest;
            rest = rest - fresh;
            reached = reached | fresh;
            front = front | fresh;
        }
        reached
    }
}
