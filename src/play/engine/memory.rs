//! The memory of a position: 64-bit words with an undo log, and a hash of those that repetitions compare that is kept as they change.

/// The memory of a position.
#[derive(Clone, Debug)]
pub struct Memory {
    words: Vec<u64>,
    log: Vec<(u32, u64)>,
    /// The hash of the words that repetitions compare.
    compared_hash: u64,
    /// Those are the words up to here; where nothing is compared, none.
    compared: u32,
    /// Words from here on are no part of the position's identity.
    hashed: u32,
}

/// A point to return to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    log: u32,
    compared_hash: u64,
}

impl Memory {
    /// `size` words of zero, of which the first `hashed` identify the position, and the first `compared` of these are what
    /// repetitions compare.
    pub fn new(size: u32, hashed: u32, compared: u32) -> Self {
        Memory { words: vec![0; size as usize], log: Vec::new(), compared_hash: 0, compared, hashed }
    }

    /// The words.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The word at `at`.
    #[inline(always)]
    pub fn get(&self, at: u32) -> u64 {
        self.words[at as usize]
    }

    /// Changes a word so that it can be taken back.
    #[inline(always)]
    pub fn set(&mut self, at: u32, new: u64) {
        let old = self.words[at as usize];
        if old == new {
            return;
        }
        self.log.push((at, old));
        self.words[at as usize] = new;
        if at < self.compared {
            self.compared_hash ^= mix(at, old) ^ mix(at, new);
        }
    }

    /// Copies words within the memory so that it can be taken back.
    pub fn copy(&mut self, from: u32, to: u32, count: u32) {
        for offset in 0..count {
            self.set(to + offset, self.get(from + offset));
        }
    }

    /// The hash of the words that identify the position. What is asked for seldom is worked out when it is asked for.
    pub fn hash(&self) -> u64 {
        self.compared_hash ^ self.hash_of(self.compared..self.hashed)
    }

    /// The hash of the words that repetitions compare.
    #[inline(always)]
    pub fn compared_hash(&self) -> u64 {
        self.compared_hash
    }

    /// The same hash, from nothing.
    pub fn fresh_hash(&self) -> u64 {
        self.hash_of(0..self.hashed)
    }

    /// A hash of some of the words.
    pub fn hash_of(&self, words: std::ops::Range<u32>) -> u64 {
        words.fold(0, |hash, at| hash ^ mix(at, self.get(at)))
    }

    /// How many changes are kept to be taken back.
    #[inline(always)]
    pub fn changes(&self) -> usize {
        self.log.len()
    }

    /// A point to return to.
    #[inline(always)]
    pub fn mark(&self) -> Mark {
        Mark { log: self.log.len() as u32, compared_hash: self.compared_hash }
    }

    /// Takes back every change since `mark`.
    #[inline(always)]
    pub fn rollback(&mut self, mark: Mark) {
        while self.log.len() > mark.log as usize {
            if let Some((at, old)) = self.log.pop() {
                self.words[at as usize] = old;
            }
        }
        self.compared_hash = mark.compared_hash;
    }

    /// Puts other words in the place of the first ones, and forgets how to take anything back.
    pub fn replace(&mut self, words: &[u64]) {
        for (at, new) in words.iter().enumerate().take(self.compared as usize) {
            let old = self.words[at];
            self.compared_hash ^= mix(at as u32, old) ^ mix(at as u32, *new);
        }
        let count = words.len().min(self.words.len());
        self.words[..count].copy_from_slice(&words[..count]);
        self.log.clear();
    }

    /// Forgets how to take anything back, and gives it: words by their places, as they were, the last change first.
    pub fn take_changes(&mut self, changes: &mut Vec<(u32, u64)>) {
        changes.clear();
        changes.extend(self.log.drain(..).rev());
    }

    /// Forgets how to take anything back.
    pub fn forget(&mut self) {
        self.log.clear();
    }
}

/// The hash of the words that repetitions compare.
pub fn hash_of(compared: &[u64]) -> u64 {
    (0..).zip(compared).fold(0, |hash, (at, word)| hash ^ mix(at, *word))
}

/// A word's part of the hash; zero for zero, so that empty memory has hash 0. The mixing is that of SplitMix64
/// (Steele, Lea, Flood 2014).
#[inline(always)]
fn mix(at: u32, word: u64) -> u64 {
    if word == 0 {
        return 0;
    }
    let mut z = word ^ (u64::from(at) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Memory;

    #[test]
    fn rollback_restores_words_and_hash() {
        let mut memory = Memory::new(8, 6, 4);
        memory.set(1, 5);
        let (mark, before, hash) = (memory.mark(), memory.clone(), memory.hash());
        memory.set(1, 7);
        memory.set(7, 9);
        memory.set(0, 1);
        assert_eq!(memory.hash(), memory.fresh_hash());
        assert_ne!(memory.hash(), hash);
        memory.rollback(mark);
        assert_eq!((memory.words(), memory.hash()), (before.words(), hash));
        memory.set(7, 3);
        assert_eq!(memory.hash(), hash, "words past the position do not count");
    }
}
