//! Which action is played in each lane: uniformly one of those that a role's choices offer.

use super::lanes::Lanes;
use super::machine::Machine;
use super::op::Reg;
use super::program::{Bundle, Phase, Program};
use super::tested::Tested;
use crate::util::{Bits, LaneRng};

/// How many picks an action has at most, those of a chain's links together.
pub const MAX_PICKS: usize = 2 * crate::model::MAX_PICKS;

/// An action as it was drawn: the choice's place among its role's in the plan, and the picked cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The choice.
    pub choice: u16,
    /// The picked cells.
    pub cells: [u16; MAX_PICKS],
    /// How many.
    pub picks: u8,
}

/// A bundle of actions or a pass, with all that is needed to take one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    tier: u8,
    picks: u8,
    /// By how many slots the second pick lies further.
    by: i16,
    /// The register of masks that says that the choice was taken.
    chosen: Reg,
    /// The registers of sets of what can be picked, and of what is.
    pub set: Reg,
    picked: [Reg; 2],
    tested: Option<Tested>,
    /// The chain of which these are first links.
    pub chain: Option<u16>,
    /// The register of what the second pick can be, where that is any of a set.
    far: Option<Reg>,
    /// The register of masks that says where a pass is offered, if that is not everywhere.
    within: Option<Reg>,
}

/// The places of a phase, in the order of its tiers and choices.
pub fn places(phase: &Phase) -> Vec<Place> {
    let mut places = Vec::new();
    for (tier, choices) in phase.tiers.iter().enumerate() {
        for choice in choices {
            let first = choice.picked.first().copied().unwrap_or_default();
            let pass = Place {
                tier: tier as u8,
                picks: choice.picks,
                by: 0,
                chosen: choice.chosen,
                set: 0,
                picked: [first, choice.picked.get(1).copied().unwrap_or(first)],
                tested: None,
                chain: choice.chain,
                far: None,
                within: choice.within,
            };
            if choice.picks == 0 {
                places.push(pass);
            }
            let of = |bundle: &Bundle| Place {
                by: bundle.by,
                set: bundle.set,
                tested: bundle.tested,
                far: bundle.far,
                ..pass
            };
            places.extend(choice.bundles.iter().map(of));
        }
    }
    places
}

/// How many actions there are in every lane.
#[derive(Clone, Debug)]
pub struct Offers<const L: usize> {
    /// Of each place; of a pass, 1.
    counts: Vec<[u32; L]>,
    /// The tier that counts: the first that offers something.
    tier: [u32; L],
    /// How many it offers.
    pub total: [u32; L],
}

/// An action of every lane: its place, beyond all of them where there is none, and its number among the place's actions.
pub struct Found<const L: usize> {
    place: [u32; L],
    number: [u32; L],
}

impl<const L: usize> Offers<L> {
    /// None yet.
    pub fn new() -> Self {
        Offers { counts: Vec::new(), tier: [0; L], total: [0; L] }
    }

    /// Actions by their numbers among those of the tier that counts.
    #[inline(always)]
    pub fn find(&self, places: &[Place], indices: &[u32; L]) -> Found<L> {
        let mut found = Found { place: [u32::MAX; L], number: [0; L] };
        // What is left to count off; so much that no place has it once the place is found.
        let mut rest = *indices;
        let several = places.last().is_some_and(|last| last.tier > 0);
        for (at, (place, counts)) in (0u32..).zip(places.iter().zip(&self.counts)) {
            for l in 0..L {
                let counts_here = !several | (self.tier[l] == u32::from(place.tier));
                let here = if counts_here { counts[l] } else { 0 };
                let is_here = rest[l] < here;
                found.place[l] = if is_here { at } else { found.place[l] };
                found.number[l] = if is_here { rest[l] } else { found.number[l] };
                rest[l] = if is_here { u32::MAX } else { rest[l] - here };
            }
        }
        found
    }

    /// The same of one lane.
    fn find_in(&self, places: &[Place], lane: usize, mut index: u32) -> (usize, u32) {
        for (at, (place, counts)) in places.iter().zip(&self.counts).enumerate() {
            if u32::from(place.tier) == self.tier[lane] {
                if index < counts[lane] {
                    return (at, index);
                }
                index -= counts[lane];
            }
        }
        (usize::MAX, 0)
    }

    /// There is an action less in a lane, of a place; where it was its tier's last one, the next tier that offers something
    /// counts.
    fn take_off(&mut self, places: &[Place], lane: usize, at: usize) {
        self.counts[at][lane] -= 1;
        self.total[lane] -= 1;
        if self.total[lane] > 0 {
            return;
        }
        let offers = |place: &Place, counts: &[u32; L]| (u32::from(place.tier), counts[lane]);
        let left = places.iter().zip(&self.counts).map(|(place, counts)| offers(place, counts));
        if let Some((tier, _)) = left.clone().find(|(tier, count)| *tier > self.tier[lane] && *count > 0) {
            self.tier[lane] = tier;
            self.total[lane] = left.filter(|(other, _)| *other == tier).map(|(_, count)| count).sum();
        }
    }
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Counts the actions of a phase, those that are to be tested included.
    #[inline(always)]
    pub fn count_offers(&self, places: &[Place], offers: &mut Offers<L>) {
        offers.counts.resize(places.len(), [0; L]);
        offers.tier = [0; L];
        offers.total = [0; L];
        let mut total = [0u32; L];
        for (at, place) in places.iter().enumerate() {
            let counts = &mut offers.counts[at];
            if place.picks == 0 {
                *counts = [1; L];
                if let Some(within) = place.within {
                    for l in 0..L {
                        counts[l] = (self.masks[usize::from(within)][l] & 1) as u32;
                    }
                }
            } else {
                self.count_members(place.set, counts);
                if let Some(far) = place.far {
                    let mut second = [0; L];
                    self.count_members(far, &mut second);
                    for l in 0..L {
                        counts[l] *= second[l];
                    }
                }
            }
            for l in 0..L {
                total[l] += counts[l];
            }
            if places.get(at + 1).is_none_or(|next| next.tier > place.tier) {
                for l in 0..L {
                    let is_first = offers.total[l] == 0;
                    offers.tier[l] = if is_first { u32::from(place.tier) } else { offers.tier[l] };
                    offers.total[l] = if is_first { total[l] } else { offers.total[l] };
                }
                total = [0; L];
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

    /// Forgets what was picked.
    #[inline(always)]
    pub fn clear_picks(&mut self, phase: &Phase) {
        for choice in phase.tiers.iter().flatten() {
            for reg in &choice.picked {
                *self.sets[usize::from(*reg)] = [[0; L]; W];
            }
            *self.masks[usize::from(choice.chosen)] = [0; L];
        }
    }

    /// Takes an action that was found, or, if a test says that it is none, another: its picks are left in the choice's registers.
    /// Whether there is any.
    #[inline(always)]
    pub fn take<M: Machine>(
        &mut self,
        (program, places): (&Program, &[Place]),
        offers: &mut Offers<L>,
        found: &Found<L>,
        lane: usize,
        rng: &mut LaneRng<L>,
    ) -> bool {
        let (mut at, mut number) = (found.place[lane] as usize, found.number[lane]);
        loop {
            let Some(place) = places.get(at) else { return false };
            if let Some(chain) = place.chain {
                match self.take_chain((program, places), chain, lane, offers.total[lane], rng) {
                    Ok(()) => self.masks[usize::from(place.chosen)][lane] = !0,
                    Err(limit) => self.stop(lane, limit),
                }
                return true;
            }
            if place.picks == 0 || self.pick::<M>(program, place, lane, number) {
                self.masks[usize::from(place.chosen)][lane] = !0;
                return true;
            }
            offers.take_off(places, lane, at);
            let drawn = rng.next_of(lane);
            let index = rng.below(lane, drawn, offers.total[lane]);
            (at, number) = offers.find_in(places, lane, index);
        }
    }

    /// Picks member number `index` of a bundle, if it passes the bundle's tests; else it is none of the members any more.
    #[inline(always)]
    fn pick<M: Machine>(&mut self, program: &Program, place: &Place, lane: usize, mut index: u32) -> bool {
        let [first, second] = place.picked;
        if let Some(far) = place.far {
            let members = self.set(far, lane).count().max(1);
            let (word, cell) = self.member::<M>(far, lane, index % members);
            self.sets[usize::from(second)][word][lane] = cell;
            index /= members;
        }
        let (word, cell) = self.member::<M>(place.set, lane, index);
        if let Some(tested) = &place.tested
            && !self.holds(program, tested, lane, word * 64 + cell.trailing_zeros() as usize)
        {
            self.sets[usize::from(place.set)][word][lane] ^= cell;
            return false;
        }
        self.sets[usize::from(first)][word][lane] = cell;
        if place.picks < 2 || place.far.is_some() {
            return true;
        }
        let second = &mut self.sets[usize::from(second)];
        if W == 1 {
            second[0][lane] = self.ring.moved(Bits::<1>([cell]), i32::from(place.by)).0[0];
        } else {
            let slot = self.ring.further(word * 64 + cell.trailing_zeros() as usize, place.by);
            if let Some(words) = second.get_mut(slot / 64) {
                words[lane] = 1 << (slot % 64);
            }
        }
        true
    }

    /// Member number `index` of a set in a lane: its word, and the bit in it.
    #[inline(always)]
    fn member<M: Machine>(&self, set: Reg, lane: usize, mut index: u32) -> (usize, u64) {
        let set = &self.sets[usize::from(set)];
        let mut word = 0;
        // In which word it lies cannot be guessed: no branch is to depend on it.
        for before in 0..W - 1 {
            let members = set[before][lane].count_ones();
            let is_further = u32::from(word == before) & u32::from(index >= members);
            index -= members * is_further;
            word += is_further as usize;
        }
        (word, M::select(set[word][lane], index))
    }

    /// What was taken in a lane.
    pub fn taken(&self, phase: &Phase, lane: usize) -> Option<Drawn> {
        let choice = phase.tiers.iter().flatten().find(|choice| self.masks[usize::from(choice.chosen)][lane] != 0)?;
        if let Some(chain) = choice.chain {
            return Some(self.drawn_chain(choice.index, chain, &self.played[lane]));
        }
        let mut cells = [0; MAX_PICKS];
        for (cell, reg) in cells.iter_mut().zip(&choice.picked) {
            *cell = self.set(*reg, lane).first()? as u16;
        }
        Some(Drawn { choice: choice.index, cells, picks: choice.picks })
    }

    /// All actions of a phase in a lane, in the order in which they are numbered.
    pub fn list(&mut self, program: &Program, phase: &Phase, lane: usize) -> Vec<Drawn> {
        let mut list = Vec::new();
        let places = places(phase);
        for tier in &phase.tiers {
            for choice in tier {
                if let Some(chain) = choice.chain {
                    list.extend(self.list_chains(program, &places, choice.index, chain, lane));
                    continue;
                }
                let is_offered = choice.within.is_none_or(|within| self.masks[usize::from(within)][lane] != 0);
                if choice.picks == 0 && is_offered {
                    list.push(Drawn { choice: choice.index, cells: [0; MAX_PICKS], picks: 0 });
                }
                for bundle in &choice.bundles {
                    let cells: Bits<W> = self.set(bundle.set, lane);
                    if let Some(far) = bundle.far {
                        let seconds: Bits<W> = self.set(far, lane);
                        for (first, second) in cells.iter().flat_map(|cell| seconds.iter().map(move |far| (cell, far)))
                        {
                            let mut cells = [0; MAX_PICKS];
                            (cells[0], cells[1]) = (first as u16, second as u16);
                            list.push(Drawn { choice: choice.index, cells, picks: choice.picks });
                        }
                        continue;
                    }
                    for cell in cells.iter() {
                        if bundle.tested.as_ref().is_some_and(|tested| !self.holds(program, tested, lane, cell)) {
                            continue;
                        }
                        let second = if choice.picks == 2 { self.ring.further(cell, bundle.by) as u16 } else { 0 };
                        let mut cells = [0; MAX_PICKS];
                        (cells[0], cells[1]) = (cell as u16, second);
                        list.push(Drawn { choice: choice.index, cells, picks: choice.picks });
                    }
                }
            }
            if !list.is_empty() {
                break;
            }
        }
        list
    }
}

/// A uniform number below the number of actions of every lane that plays, from 32 bits of its stream.
#[inline(always)]
pub fn indices<const L: usize>(
    rng: &mut LaneRng<L>,
    drawn: &[u32; L],
    total: &[u32; L],
    playing: &[bool; L],
) -> [u32; L] {
    let mut indices = [0; L];
    let mut slow = false;
    for l in 0..L {
        let product = u64::from(drawn[l]) * u64::from(total[l]);
        indices[l] = (product >> 32) as u32;
        slow |= playing[l] & ((product as u32) < total[l]);
    }
    if slow {
        for l in (0..L).filter(|l| playing[*l]) {
            indices[l] = rng.below(l, drawn[l], total[l]);
        }
    }
    indices
}
