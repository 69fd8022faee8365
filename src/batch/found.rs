//! What floods along what the position joins have found, to begin with the next time.

use super::registers::{Aligned, Sets, Words, all_ones};

/// What a flood found lately, and in what: it is found again where nothing was taken away since. Of two times, as players take turns.
#[derive(Clone, Debug)]
pub struct Found<const W: usize, const L: usize> {
    times: [Time<W, L>; 2],
}

/// One time.
#[derive(Clone, Debug)]
struct Time<const W: usize, const L: usize> {
    /// From what it went on, and within what, then the cells from which steps led on.
    given: Vec<Aligned<Sets<W, L>>>,
    /// What was found.
    found: Aligned<Sets<W, L>>,
}

impl<const W: usize, const L: usize> Found<W, L> {
    /// Nothing, with so many sets of cells from which steps lead on.
    pub fn new(joints: usize) -> Self {
        let none = Aligned([[0; L]; W]);
        let time = Time { given: vec![none; 2 + joints], found: none };
        Found { times: [time.clone(), time] }
    }

    /// Adds what was found before in the lanes in which all that it was found in is still there.
    #[inline(always)]
    pub fn recall(&self, given: [&Sets<W, L>; 2], joints: &[Aligned<Sets<W, L>>], to: &mut Sets<W, L>) {
        for time in &self.times {
            let mut gone = Aligned([[0; L]; W]);
            let now = given.into_iter().chain(joints.iter().map(|joint| &joint.0));
            for (then, now) in time.given.iter().zip(now) {
                for word in Words::<W>::all() {
                    for l in 0..L {
                        gone[word][l] |= then[word][l] & !now[word][l];
                    }
                }
            }
            let mut stays = Aligned([0; L]);
            for l in 0..L {
                stays[l] = all_ones(gone.iter().fold(0, |all, word| all | word[l]) == 0);
            }
            for word in Words::<W>::all() {
                for l in 0..L {
                    to[word][l] |= time.found[word][l] & stays[l];
                }
            }
        }
    }

    /// Keeps what was found.
    #[inline(always)]
    pub fn keep(&mut self, given: [&Sets<W, L>; 2], joints: &[Aligned<Sets<W, L>>], found: &Sets<W, L>) {
        self.times.swap(0, 1);
        let [time, _] = &mut self.times;
        let now = given.into_iter().chain(joints.iter().map(|joint| &joint.0));
        for (then, now) in time.given.iter_mut().zip(now) {
            then.0 = *now;
        }
        time.found.0 = *found;
    }
}
