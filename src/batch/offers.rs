//! How many actions there are, and which of them a number is.

use super::draw_tables::{DrawEntry, DrawTable, Luck};
use super::lanes::Lanes;
use super::op::Reg;
use super::registers::Aligned;

/// How many actions there are in every lane.
#[derive(Clone, Debug)]
pub struct Offers<const L: usize> {
    /// Of each place; of a pass, 1.
    counts: Vec<Aligned<[u32; L]>>,
    /// The tier that counts: the first that offers something.
    tier: Aligned<[u32; L]>,
    /// How many it offers; where nature acts, the sum of their weights.
    pub total: Aligned<[u32; L]>,
    /// How many actions that are.
    pub actions: Aligned<[u32; L]>,
}

/// An action of every lane: its place, [`NOWHERE`] where there is none, and its number among the place's actions.
pub struct DrawnActions<const L: usize> {
    /// The places.
    pub place: Aligned<[u32; L]>,
    /// The numbers.
    pub number: Aligned<[u32; L]>,
}

/// No place.
pub const NOWHERE: u32 = u32::MAX;

/// All ones where it holds.
#[inline(always)]
fn ones(holds: bool) -> u32 {
    u32::from(holds).wrapping_neg()
}

impl<const L: usize> Offers<L> {
    /// None yet.
    pub fn new() -> Self {
        Offers { counts: Vec::new(), tier: Aligned([0; L]), total: Aligned([0; L]), actions: Aligned([0; L]) }
    }

    /// Actions of the lanes that play, by their numbers among those of the tier that counts.
    #[inline(always)]
    pub fn find(&self, places: &DrawTable, indices: &[u32; L], playing: &[bool; L]) -> DrawnActions<L> {
        let mut found = DrawnActions { place: Aligned([NOWHERE; L]), number: Aligned([0; L]) };
        // What is left to count off; so much that no place has it once the place is found.
        let mut rest = Aligned([u32::MAX; L]);
        for l in 0..L {
            rest[l] = if playing[l] { indices[l] } else { u32::MAX };
        }
        for (at, (place, counts)) in (0u32..).zip(places.list.iter().zip(&self.counts)) {
            let tier = u32::from(place.tier);
            for l in 0..L {
                // As words and not as choices, of which the compiler makes writes lane by lane.
                let here = counts[l] & ones(self.tier[l] == tier);
                let is_here = ones(rest[l] < here);
                found.place[l] = at & is_here | found.place[l] & !is_here;
                found.number[l] = rest[l] & is_here | found.number[l] & !is_here;
                rest[l] = rest[l].wrapping_sub(here) | is_here;
            }
        }
        found
    }

    /// The same of one lane: the place and the number.
    pub fn find_in(&self, places: &DrawTable, lane: usize, mut index: u32) -> (u32, u32) {
        for (at, (place, counts)) in (0u32..).zip(places.list.iter().zip(&self.counts)) {
            if u32::from(place.tier) == self.tier[lane] {
                if index < counts[lane] {
                    return (at, index);
                }
                index -= counts[lane];
            }
        }
        (NOWHERE, 0)
    }

    /// There is an action less in a lane, of a place; where it was its tier's last one, the next tier that offers something
    /// counts.
    pub fn take_off(&mut self, places: &DrawTable, lane: usize, at: u32) {
        self.counts[at as usize][lane] -= 1;
        self.total[lane] -= 1;
        if self.total[lane] > 0 {
            return;
        }
        let offers = |place: &DrawEntry, counts: &Aligned<[u32; L]>| (u32::from(place.tier), counts[lane]);
        let left = places.list.iter().zip(&self.counts).map(|(place, counts)| offers(place, counts));
        if let Some((tier, _)) = left.clone().find(|(tier, count)| *tier > self.tier[lane] && *count > 0) {
            self.tier[lane] = tier;
            self.total[lane] = left.filter(|(other, _)| *other == tier).map(|(_, count)| count).sum();
        }
    }
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Counts the actions of a phase, those that are to be tested included.
    #[inline(always)]
    pub fn count_offers(&self, places: &DrawTable, offers: &mut Offers<L>) {
        offers.counts.resize(places.list.len(), Aligned([0; L]));
        let (mut tier, mut total) = (Aligned([0; L]), Aligned([0; L]));
        // Of the tier that is gone through.
        let mut sum = Aligned([0; L]);
        let (mut actions, mut alike) = (Aligned([0; L]), Aligned([0; L]));
        for (at, place) in places.list.iter().enumerate() {
            let counts = &mut offers.counts[at];
            if place.picks == 0 {
                *counts = Aligned([1; L]);
                if let Some(within) = place.within {
                    for l in 0..L {
                        counts[l] = (self.masks[usize::from(within)][l] & 1) as u32;
                    }
                }
            } else {
                self.count_members(place.set, counts);
                if let Some(far) = place.far {
                    let mut second = Aligned([0; L]);
                    self.count_members(far, &mut second);
                    for l in 0..L {
                        counts[l] *= second[l];
                    }
                    if let Some(pairs) = place.pairs {
                        for l in 0..L {
                            let tried = self.pairs[usize::from(pairs.table) * L + l].count;
                            counts[l] = counts[l].saturating_sub(tried);
                        }
                    }
                }
            }
            if places.has_luck {
                self.weigh(place, counts, &mut alike);
            }
            for l in 0..L {
                sum[l] += counts[l];
            }
            if places.list.get(at + 1).is_none_or(|next| next.tier > place.tier) {
                let here = u32::from(place.tier);
                for l in 0..L {
                    let is_first = ones(total[l] == 0);
                    tier[l] = here & is_first | tier[l] & !is_first;
                    total[l] |= sum[l] & is_first;
                    actions[l] |= alike[l] & is_first;
                }
                (sum, alike) = (Aligned([0; L]), Aligned([0; L]));
            }
        }
        (offers.tier, offers.total) = (tier, total);
        offers.actions = if places.has_luck { actions } else { total };
    }

    /// Adds the actions of a place to others, and makes of their number the sum of their weights.
    #[inline(never)]
    fn weigh(&self, place: &DrawEntry, counts: &mut [u32; L], actions: &mut [u32; L]) {
        match place.luck {
            None => {
                for l in 0..L {
                    actions[l] += counts[l];
                }
            }
            Some(Luck::Roll { ways, outcomes, .. }) => {
                for l in 0..L {
                    actions[l] += counts[l] * outcomes;
                    counts[l] *= ways;
                }
            }
            Some(Luck::Bit { bit, all }) => {
                let mut members = [0; L];
                if let Some(all) = all {
                    self.count_members(all, &mut members);
                }
                for l in 0..L {
                    actions[l] += members[l];
                    counts[l] <<= bit;
                }
            }
        }
    }

    #[inline(always)]
    fn count_members(&self, set: Reg, counts: &mut [u32; L]) {
        *counts = [0; L];
        for word in self.sets[usize::from(set)].iter() {
            for l in 0..L {
                counts[l] += word[l].count_ones();
            }
        }
    }
}
