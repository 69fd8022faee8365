//! The first groups of sets, as they were found last: loops inside loops go through the groups of one set again and again.

use super::core::State;
use super::shared::Shared;
use rulebook_language::util::Bits;

/// How many are remembered, a power of two.
const PLACES: usize = 64;

/// A set whose first group is known.
#[derive(Clone, Copy)]
struct Known<const W: usize> {
    relation: u8,
    /// The set; empty where nothing is known.
    set: Bits<W>,
    group: Bits<W>,
}

/// What is remembered. Which group a set begins with depends on nothing else, so that nothing played makes it wrong.
#[derive(Clone, Default)]
pub struct FirstGroups<const W: usize>(Vec<Known<W>>);

impl<const W: usize> State<W> {
    /// The group of the first cell of a set, which is `seed`.
    pub fn first_group(&mut self, shared: &Shared<W>, relation: u8, set: &Bits<W>, seed: usize) -> Bits<W> {
        let known = &mut self.first_groups.0;
        if known.is_empty() {
            known.resize(PLACES, Known { relation, set: Bits::EMPTY, group: Bits::EMPTY });
        }
        let mixed = set.0.iter().fold(u64::from(relation), |mixed, word| {
            (mixed ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        });
        let place = &mut known[mixed as usize % PLACES];
        if place.set != *set || place.relation != relation {
            *place = Known { relation, set: *set, group: shared.groups.component(relation, set, seed) };
        }
        place.group
    }
}
