//! Sets of slots as slices of words, for boards whose size is only known at run time.

use super::CellId;

/// The words that a set of `slots` slots takes.
pub(super) fn words_of(slots: usize) -> usize {
    slots.div_ceil(64)
}

/// The empty set of `slots` slots.
pub(super) fn empty(slots: usize) -> Vec<u64> {
    vec![0; words_of(slots)]
}

/// Adds a cell.
pub(super) fn insert(set: &mut [u64], cell: CellId) {
    set[cell.0 as usize / 64] |= 1 << (cell.0 % 64);
}

/// Whether the cell is a member; cells beyond the words are not.
pub(super) fn contains(set: &[u64], cell: CellId) -> bool {
    set.get(cell.0 as usize / 64).is_some_and(|word| word >> (cell.0 % 64) & 1 == 1)
}

/// The members in increasing order.
pub(super) fn members(set: &[u64]) -> impl Iterator<Item = CellId> {
    set.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(CellId((index * 64) as u16 + bit as u16))
        })
    })
}

/// The set of `cells` among `slots` slots.
pub(super) fn collect(slots: usize, cells: impl IntoIterator<Item = CellId>) -> Vec<u64> {
    let mut set = empty(slots);
    cells.into_iter().for_each(|cell| insert(&mut set, cell));
    set
}

/// What both sets have.
pub(super) fn both(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order() {
        let cells = [CellId(0), CellId(63), CellId(64), CellId(129)];
        let set = collect(130, cells);
        assert_eq!((set.len(), members(&set).collect::<Vec<_>>()), (3, cells.to_vec()));
        assert!(contains(&set, CellId(64)) && !contains(&set, CellId(65)) && !contains(&set, CellId(999)));
        assert_eq!(members(&both(&set, &collect(130, [CellId(1), CellId(64)]))).collect::<Vec<_>>(), [CellId(64)]);
    }
}
