//! Floods along what the position joins: from where steps lead on, and what was found, to begin with the next time.
//!
//! Of two times, as players take turns: what one of them has found goes on to hold where nothing was taken away since.

use super::program::RayStep;
use super::registers::{Aligned, Sets, Words, all_ones};

/// The cells from which the steps of some ways lead on.
#[derive(Clone, Debug)]
pub struct Joints<const W: usize, const L: usize> {
    /// A set for each way, at each time.
    times: [Vec<Aligned<Sets<W, L>>>; 2],
    /// The time that is written.
    now: usize,
    /// Cells from which a step led on when this time was written before, and does no more.
    gone: Aligned<Sets<W, L>>,
}

impl<const W: usize, const L: usize> Joints<W, L> {
    /// Nothing, for so many ways.
    pub fn new(ways: usize) -> Self {
        let none = Aligned([[0; L]; W]);
        Joints { times: [vec![none; ways], vec![none; ways]], now: 0, gone: none }
    }

    /// Writes from which cells of a set steps of a way lead on, of those from which the board has one. The first way begins a time.
    #[inline(always)]
    pub fn keep(&mut self, place: usize, from: &Sets<W, L>, there: &[u64; W]) {
        if place == 0 {
            self.now ^= 1;
            self.gone.0 = [[0; L]; W];
        }
        let joint = &mut self.times[self.now][place];
        for word in Words::<W>::all() {
            for l in 0..L {
                let cells = from[word][l] & there[word];
                self.gone[word][l] |= joint[word][l] & !cells;
                joint[word][l] = cells;
            }
        }
    }

    /// The cells from which a step of a way leads on.
    #[inline(always)]
    pub fn of(&self, way: &RayStep) -> &Sets<W, L> {
        &self.times[self.now][usize::from(way.most)]
    }
}

/// What a flood found.
#[derive(Clone, Debug)]
pub struct Found<const W: usize, const L: usize> {
    /// The place of its joints.
    pub joints: usize,
    times: [Time<W, L>; 2],
}

/// One time.
#[derive(Clone, Debug)]
struct Time<const W: usize, const L: usize> {
    /// From what it went on, and within what.
    from: Aligned<Sets<W, L>>,
    within: Aligned<Sets<W, L>>,
    found: Aligned<Sets<W, L>>,
}

impl<const W: usize, const L: usize> Found<W, L> {
    /// Nothing.
    pub fn new(joints: usize) -> Self {
        let none = Aligned([[0; L]; W]);
        let time = Time { from: none, within: none, found: none };
        Found { joints, times: [time.clone(), time] }
    }

    /// What is found for a start within some set: so far that, with what was found at this time before where all that it was found in
    /// is still there.
    #[inline(always)]
    pub fn begin(&mut self, joints: &Joints<W, L>, from: &Sets<W, L>, within: &Sets<W, L>) -> &mut Sets<W, L> {
        let time = &mut self.times[joints.now];
        let mut gone = Aligned([[0; L]; W]);
        for word in Words::<W>::all() {
            for l in 0..L {
                let lost = time.from[word][l] & !from[word][l] | time.within[word][l] & !within[word][l];
                gone[word][l] = joints.gone[word][l] | lost;
                time.from[word][l] = from[word][l];
                time.within[word][l] = within[word][l];
            }
        }
        let mut stays = Aligned([0; L]);
        for l in 0..L {
            stays[l] = all_ones(gone.iter().fold(0, |all, word| all | word[l]) == 0);
        }
        for word in Words::<W>::all() {
            for l in 0..L {
                let found = from[word][l] | time.found[word][l] & stays[l];
                time.found[word][l] = found & within[word][l];
            }
        }
        &mut time.found
    }
}
