//! Keys of positions, each with a number: whole keys are compared, so that no two positions are ever taken for one.

/// Keys of any length, numbered from 0 in the order in which they came.
#[derive(Debug, Default)]
pub struct Store {
    bytes: Vec<u8>,
    /// Where each key ends.
    ends: Vec<u32>,
    /// Numbers plus 1 by hash, 0 for none, below the upper half of the hash; a power of two of them.
    table: Vec<u64>,
}

/// The most bytes of all keys together.
const MAX_BYTES: usize = u32::MAX as usize;
/// The most keys: the highest bit of a number is left to its users.
const MAX_KEYS: usize = (1 << 31) - 1;

impl Store {
    /// How many keys.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The bytes that it takes.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + 4 * self.ends.capacity() + 8 * self.table.capacity()
    }

    /// Whether one more key of this length fits.
    pub fn fits(&self, key: &[u8]) -> bool {
        self.bytes.len() + key.len() <= MAX_BYTES && self.len() < MAX_KEYS
    }

    fn key(&self, id: u32) -> &[u8] {
        let end = |id: u32| self.ends[id as usize] as usize;
        &self.bytes[if id == 0 { 0 } else { end(id - 1) }..end(id)]
    }

    /// The number of a key, if it is known.
    pub fn find(&self, key: &[u8]) -> Option<u32> {
        self.place(key, hash(key)).ok()
    }

    /// The number of a key, or the empty place of the table where it belongs.
    fn place(&self, key: &[u8], hash: u64) -> Result<u32, usize> {
        if self.table.is_empty() {
            return Err(0);
        }
        let mask = self.table.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let entry = self.table[at];
            match (entry as u32).checked_sub(1) {
                None => return Err(at),
                Some(id) if entry >> 32 == hash >> 32 && self.key(id) == key => return Ok(id),
                Some(_) => at = (at + 1) & mask,
            }
        }
    }

    /// The number of a key, and whether it is new. The key must [fit](Store::fits).
    pub fn add(&mut self, key: &[u8]) -> (u32, bool) {
        // At most two thirds of the places are taken.
        if 3 * (self.len() + 1) > 2 * self.table.len() {
            self.grow();
        }
        let hash = hash(key);
        match self.place(key, hash) {
            Ok(id) => (id, false),
            Err(at) => {
                let id = self.ends.len() as u32;
                self.bytes.extend_from_slice(key);
                self.ends.push(self.bytes.len() as u32);
                self.table[at] = entry(id, hash);
                (id, true)
            }
        }
    }

    fn grow(&mut self) {
        let size = (2 * self.table.len()).max(1 << 10);
        self.table.clear();
        self.table.resize(size, 0);
        for id in 0..self.ends.len() as u32 {
            let hash = hash(self.key(id));
            let mut at = hash as usize & (size - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.table[at] = entry(id, hash);
        }
    }
}

fn entry(id: u32, hash: u64) -> u64 {
    hash >> 32 << 32 | u64::from(id + 1)
}

/// A hash of bytes, eight at a time, with the last step of SplitMix64.
pub fn hash(key: &[u8]) -> u64 {
    let mut hash = key.len() as u64;
    for chunk in key.chunks(8) {
        let word = chunk.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        hash = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    }
    let mut z = hash;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Store;

    #[test]
    fn keys_keep_their_numbers() {
        let mut store = Store::default();
        let key = |n: u32| n.to_le_bytes()[..1 + n as usize % 4].to_vec();
        let mut known = std::collections::BTreeMap::new();
        for n in 0..20_000 {
            let (id, new) = store.add(&key(n));
            let next = known.len() as u32;
            assert_eq!((id, new), known.insert(key(n), id).map_or((next, true), |id| (id, false)));
        }
        for (key, id) in &known {
            assert_eq!(store.find(key), Some(*id));
        }
        assert_eq!(store.len(), known.len());
        assert_eq!(store.find(&[1, 2, 3, 4, 5]), None);
    }
}
