//! Where the choices of a generator come from: a tape of bytes. A shorter or smaller tape makes a simpler thing, so that what
//! fails can be made small without knowing what it is.

use rulebook_language::util::Rng;

/// A tape, read from its beginning; past its end all choices are the first.
pub struct Tape {
    bytes: Vec<u8>,
    at: usize,
}

/// The length of a new tape.
const LENGTH: usize = 512;

impl Tape {
    /// A tape of these bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Tape { bytes, at: 0 }
    }

    /// The tape of a seed.
    pub fn of_seed(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        Tape::new((0..LENGTH).map(|_| rng.below(256) as u8).collect())
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % bound.max(1)
    }

    /// True once in `times`, and never past the end.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// One of some words; the first is the simplest.
    pub fn one_of<T: Clone>(&mut self, words: &[T]) -> T {
        words[self.below(words.len())].clone()
    }
}

/// Smaller tapes than this one, the smallest first.
pub fn smaller(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let cuts = (0..8).map(|half| bytes[..bytes.len() >> (8 - half).min(63)].to_vec());
    let removals = [64, 16, 4, 1].into_iter().flat_map(move |length: usize| {
        (0..bytes.len().saturating_sub(length)).step_by(length).map(move |at| {
            let mut shorter = bytes.to_vec();
            shorter.drain(at..at + length);
            shorter
        })
    });
    let zeros = (0..bytes.len()).filter(|at| bytes[*at] != 0).map(|at| {
        let mut simpler = bytes.to_vec();
        simpler[at] = 0;
        simpler
    });
    cuts.chain(removals).chain(zeros)
}
