//! Floods along what the position joins: from which cells a step in each direction leads on is kept first, a set for each.

use super::lanes::{Lanes, shifted};
use super::op::Reg;
use super::program::RayStep;
use super::registers::{Aligned, Sets, Words};
use rulebook_language::util::Ring;

/// Adds to a set where a step by fewer slots than a word has leads from its cells that are in `joint`, within another; gives the cells
/// that are new in any lane.
#[inline(always)]
fn grow<const W: usize, const L: usize, const FORWARD: bool>(
    found: &mut Sets<W, L>,
    [joint, within]: [&Sets<W, L>; 2],
    slots: u32,
) -> u64 {
    // A move of no slots the other way is a word moved out.
    let (rest, carry) = ((64 - slots) % 64, if slots == 0 { 0 } else { !0 });
    let moved = |x: u64| if FORWARD { x << slots } else { x >> slots };
    let carried = |x: u64| (if FORWARD { x >> rest } else { x << rest }) & carry;
    let mut new = 0;
    for word in Words::<W>::all() {
        let next = if FORWARD { word.checked_sub(1) } else { Some(word + 1) };
        match next.and_then(|next| found.get_disjoint_mut([word, next]).ok().map(|pair| (pair, &joint[next]))) {
            Some(([row, next], next_joint)) => {
                for l in 0..L {
                    let reached = moved(row[l] & joint[word][l]) | carried(next[l] & next_joint[l]);
                    let reached = reached & within[word][l] & !row[l];
                    new |= reached;
                    row[l] |= reached;
                }
            }
            None => {
                let row = &mut found[word];
                for l in 0..L {
                    let reached = moved(row[l] & joint[word][l]) & within[word][l] & !row[l];
                    new |= reached;
                    row[l] |= reached;
                }
            }
        }
    }
    new
}

/// Where a step of a way leads from the cells of a set that are in `joint`; `from` is room for those.
#[inline(always)]
fn along<const W: usize, const L: usize>(
    found: &Sets<W, L>,
    joint: &Sets<W, L>,
    (ring, way, keep): (Ring, &RayStep, &[u64; W]),
    [from, next]: &mut [Aligned<Sets<W, L>>; 2],
) {
    for word in Words::<W>::all() {
        for l in 0..L {
            from[word][l] = found[word][l] & joint[word][l];
        }
    }
    shifted(next, from, (ring, way.by), |word, _, x| x & keep[word]);
}

/// Adds cells to a set, within another; gives those that are new in any lane.
#[inline(always)]
fn join<const W: usize, const L: usize>(found: &mut Sets<W, L>, next: &Sets<W, L>, within: &Sets<W, L>) -> u64 {
    let mut new = 0;
    for word in Words::<W>::all() {
        for l in 0..L {
            let reached = next[word][l] & within[word][l] & !found[word][l];
            new |= reached;
            found[word][l] |= reached;
        }
    }
    new
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Keeps the cells of a set from which a step of a way leads on.
    #[inline(always)]
    pub fn keep_joint(&mut self, a: Reg, there: u16, joints: u16, place: u16) {
        let (from, there) = (&self.sets[usize::from(a)], &self.consts[usize::from(there)]);
        self.joints[usize::from(joints)].keep(usize::from(place), from, there);
    }

    /// d = what can be reached from set a within another, which lies on the board.
    #[inline(always)]
    pub fn flood_along(&mut self, d: Reg, [a, set]: [Reg; 2], ways: &[RayStep], found: u16) {
        let Lanes { sets, consts, joints, floods, ring, .. } = self;
        let before = &mut floods[usize::from(found)];
        let joints = &joints[before.joints];
        let within = &sets[usize::from(set)].0;
        let found = before.begin(joints, &sets[usize::from(a)], within);
        // Each way goes on from what those before it have found, there and back again: paths are long, and there are many at once.
        let mut room = [Aligned([[0; L]; W]); 2];
        for round in 0u32.. {
            let mut new = 0;
            for at in 0..ways.len() {
                let way = &ways[if round.is_multiple_of(2) { at } else { ways.len() - 1 - at }];
                let slots = u32::from(way.by.unsigned_abs());
                new |= if slots >= 64 || W == 1 && ring.slots().is_some() {
                    along(found, joints.of(way), (*ring, way, &consts[usize::from(way.keep)]), &mut room);
                    join(found, &room[1], within)
                } else if way.by >= 0 {
                    grow::<W, L, true>(found, [joints.of(way), within], slots)
                } else {
                    grow::<W, L, false>(found, [joints.of(way), within], slots)
                };
            }
            if new == 0 {
                break;
            }
        }
        let found = *found;
        sets[usize::from(d)].0 = found;
    }

    /// d = the least number of steps from set a to a cell of b, -1 where none is reached.
    #[inline(always)]
    pub fn steps_along(&mut self, d: Reg, [a, b]: [Reg; 2], ways: &[RayStep], joints: u16) {
        let joints = &self.joints[usize::from(joints)];
        let target = &self.sets[usize::from(b)];
        let mut found = self.sets[usize::from(a)];
        let mut steps = [-1i64; L];
        let mut room = [Aligned([[0; L]; W]); 2];
        for round in 0.. {
            let mut open = false;
            for (l, steps) in steps.iter_mut().enumerate() {
                if *steps < 0 && (0..W).any(|word| found[word][l] & target[word][l] != 0) {
                    *steps = round;
                }
                open |= *steps < 0;
            }
            let (mut grown, mut new) = (found, 0);
            for way in ways {
                let keep = &self.consts[usize::from(way.keep)];
                along(&found, joints.of(way), (self.ring, way, keep), &mut room);
                new |= join(&mut grown, &room[1], &[[!0; L]; W]);
            }
            if !open || new == 0 {
                break;
            }
            found = grown;
        }
        self.numbers[usize::from(d)].0 = steps;
    }
}
