//! Which action is played in each lane: uniformly one of those that a role's choices offer.

use super::lanes::Lanes;
use super::machine::Machine;
use super::program::{Bundle, Choice, Phase, Program};
use crate::util::{Bits, LaneRng};

/// An action as it was drawn: the choice's place among its role's in the plan, and the picked cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The choice.
    pub choice: u16,
    /// The picked cells.
    pub cells: [u16; 2],
    /// How many.
    pub picks: u8,
}

/// How many actions there are in every lane.
#[derive(Clone, Debug)]
pub struct Offers<const L: usize> {
    /// Of each bundle, in the order of the role's tiers and choices; of a pass, 1.
    counts: Vec<[u32; L]>,
    /// The tier that counts: the first that offers something.
    tier: [u8; L],
    /// How many it offers.
    pub total: [u32; L],
}

impl<const L: usize> Offers<L> {
    /// None yet.
    pub fn new() -> Self {
        Offers { counts: Vec::new(), tier: [0; L], total: [0; L] }
    }

    /// There is an action less in a lane, of the bundle with this place; where it was its tier's last one, the next tier that
    /// offers something counts.
    fn take_off(&mut self, phase: &Phase, lane: usize, place: usize) {
        self.counts[place][lane] -= 1;
        self.total[lane] -= 1;
        if self.total[lane] > 0 {
            return;
        }
        let mut first = 0;
        for (tier, choices) in phase.tiers.iter().enumerate() {
            let size: usize =
                choices.iter().map(|choice| choice.bundles.len().max(usize::from(choice.picks == 0))).sum();
            if tier > usize::from(self.tier[lane]) && self.total[lane] == 0 {
                self.tier[lane] = tier as u8;
                self.total[lane] = self.counts[first..first + size].iter().map(|counts| counts[lane]).sum();
            }
            first += size;
        }
    }
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Counts the actions of a phase, those that are to be tested included.
    #[inline(always)]
    pub fn count_offers(&self, phase: &Phase, offers: &mut Offers<L>) {
        offers.counts.clear();
        offers.tier = [0; L];
        offers.total = [0; L];
        for (place, tier) in phase.tiers.iter().enumerate() {
            let mut total = [0u32; L];
            for choice in tier {
                if choice.picks == 0 {
                    offers.counts.push([1; L]);
                    for l in 0..L {
                        total[l] += 1;
                    }
                }
                for bundle in &choice.bundles {
                    let mut counts = [0u32; L];
                    for word in &self.sets[usize::from(bundle.set)] {
                        for l in 0..L {
                            counts[l] += word[l].count_ones();
                        }
                    }
                    for l in 0..L {
                        total[l] += counts[l];
                    }
                    offers.counts.push(counts);
                }
            }
            for l in 0..L {
                if offers.total[l] == 0 {
                    offers.tier[l] = place as u8;
                    offers.total[l] = total[l];
                }
            }
        }
    }

    /// Forgets what was picked.
    #[inline(always)]
    pub fn clear_picks(&mut self, phase: &Phase) {
        for choice in phase.tiers.iter().flatten() {
            for reg in &choice.picked {
                self.sets[usize::from(*reg)] = [[0; L]; W];
            }
            self.masks[usize::from(choice.chosen)] = [0; L];
        }
    }

    /// Takes action number `index` of those that a lane's tier offers, or, if a test says that it is not one, another: its picks are
    /// left in the choice's registers. Whether there is any.
    #[inline(always)]
    pub fn take<M: Machine>(
        &mut self,
        (program, phase): (&Program, &Phase),
        offers: &mut Offers<L>,
        lane: usize,
        mut index: u32,
        rng: &mut LaneRng<L>,
    ) -> bool {
        loop {
            match self.try_to_take::<M>(program, phase, offers, lane, index) {
                Some(taken) => return taken,
                None => {
                    let drawn = rng.next_of(lane);
                    index = rng.below(lane, drawn, offers.total[lane]);
                }
            }
        }
    }

    /// The same; nothing where a test has failed: there is an action less then.
    #[inline(always)]
    fn try_to_take<M: Machine>(
        &mut self,
        program: &Program,
        phase: &Phase,
        offers: &mut Offers<L>,
        lane: usize,
        mut index: u32,
    ) -> Option<bool> {
        let mut place = 0;
        for (tier, choices) in phase.tiers.iter().enumerate() {
            let counts = usize::from(offers.tier[lane]) == tier;
            for choice in choices {
                let bundles = choice.bundles.len().max(usize::from(choice.picks == 0));
                if !counts {
                    place += bundles;
                    continue;
                }
                for number in 0..bundles {
                    let here = offers.counts[place][lane];
                    place += 1;
                    if index < here {
                        if let Some(bundle) = choice.bundles.get(number)
                            && !self.pick::<M>(program, choice, bundle, lane, index)
                        {
                            offers.take_off(phase, lane, place - 1);
                            return if offers.total[lane] == 0 { Some(false) } else { None };
                        }
                        self.masks[usize::from(choice.chosen)][lane] = !0;
                        return Some(true);
                    }
                    index -= here;
                }
            }
        }
        Some(false)
    }

    /// Picks member number `index` of a bundle, if it passes the bundle's tests; else it is none of the members any more.
    #[inline(always)]
    fn pick<M: Machine>(
        &mut self,
        program: &Program,
        choice: &Choice,
        bundle: &Bundle,
        lane: usize,
        mut index: u32,
    ) -> bool {
        let set = &self.sets[usize::from(bundle.set)];
        let mut word = 0;
        while W > 1 && word + 1 < W {
            let members = set[word][lane].count_ones();
            if index < members {
                break;
            }
            index -= members;
            word += 1;
        }
        let cell = M::select(set[word][lane], index);
        if let Some(tested) = &bundle.tested
            && self.sets[usize::from(tested.sure)][word][lane] & cell == 0
        {
            let tests = &program.tests[usize::from(tested.tests)];
            if !self.passes(tests, tested.sources, lane, word * 64 + cell.trailing_zeros() as usize) {
                self.sets[usize::from(bundle.set)][word][lane] ^= cell;
                return false;
            }
        }
        let Some(first) = choice.picked.first() else { return true };
        self.sets[usize::from(*first)][word][lane] = cell;
        let Some(second) = choice.picked.get(1) else { return true };
        let second = &mut self.sets[usize::from(*second)];
        if W == 1 {
            let by = u32::from(bundle.by.unsigned_abs()) & 63;
            second[0][lane] = if bundle.by >= 0 { cell << by } else { cell >> by };
        } else {
            let slot = (word as i32 * 64 + cell.trailing_zeros() as i32 + i32::from(bundle.by)) as usize;
            if let Some(words) = second.get_mut(slot / 64) {
                words[lane] = 1 << (slot % 64);
            }
        }
        true
    }

    /// What was taken in a lane.
    pub fn taken(&self, phase: &Phase, lane: usize) -> Option<Drawn> {
        let choice = phase.tiers.iter().flatten().find(|choice| self.masks[usize::from(choice.chosen)][lane] != 0)?;
        let mut cells = [0; 2];
        for (cell, reg) in cells.iter_mut().zip(&choice.picked) {
            *cell = self.set(*reg, lane).first()? as u16;
        }
        Some(Drawn { choice: choice.index, cells, picks: choice.picks })
    }

    /// All actions of a phase in a lane, in the order in which they are numbered.
    pub fn list(&self, program: &Program, phase: &Phase, lane: usize) -> Vec<Drawn> {
        let mut list = Vec::new();
        for tier in &phase.tiers {
            for choice in tier {
                if choice.picks == 0 {
                    list.push(Drawn { choice: choice.index, cells: [0; 2], picks: 0 });
                }
                for bundle in &choice.bundles {
                    let cells: Bits<W> = self.set(bundle.set, lane);
                    let passes = |cell: &usize| {
                        bundle.tested.as_ref().is_none_or(|tested| {
                            let tests = &program.tests[usize::from(tested.tests)];
                            self.set(tested.sure, lane).contains(*cell)
                                || self.passes(tests, tested.sources, lane, *cell)
                        })
                    };
                    list.extend(cells.iter().filter(passes).map(|cell| {
                        let second = if choice.picks == 2 { (cell as i32 + i32::from(bundle.by)) as u16 } else { 0 };
                        Drawn { choice: choice.index, cells: [cell as u16, second], picks: choice.picks }
                    }));
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
