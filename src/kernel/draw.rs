//! Which action is played in each lane: uniformly one of those that a role's choices offer.

use super::lanes::Lanes;
use super::machine::Machine;
use super::program::Role;
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
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Counts the actions of a role.
    #[inline(always)]
    pub fn count_offers(&self, role: &Role, offers: &mut Offers<L>) {
        offers.counts.clear();
        offers.tier = [0; L];
        offers.total = [0; L];
        for (place, tier) in role.tiers.iter().enumerate() {
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
    pub fn clear_picks(&mut self, role: &Role) {
        for choice in role.tiers.iter().flatten() {
            for reg in &choice.picked {
                self.sets[usize::from(*reg)] = [[0; L]; W];
            }
            self.masks[usize::from(choice.chosen)] = [0; L];
        }
    }

    /// Takes action number `index` of those that a lane's tier offers: its picks are left in the choice's registers.
    #[inline(always)]
    pub fn take<M: Machine>(&mut self, role: &Role, offers: &Offers<L>, lane: usize, mut index: u32) -> Option<Drawn> {
        let mut place = 0;
        for (tier, choices) in role.tiers.iter().enumerate() {
            let counts = usize::from(offers.tier[lane]) == tier;
            for choice in choices {
                if choice.picks == 0 {
                    if counts {
                        if index == 0 {
                            self.masks[usize::from(choice.chosen)][lane] = !0;
                            return Some(Drawn { choice: choice.index, cells: [0; 2], picks: 0 });
                        }
                        index -= 1;
                    }
                    place += 1;
                    continue;
                }
                for bundle in &choice.bundles {
                    let here = offers.counts[place][lane];
                    place += 1;
                    if !counts {
                        continue;
                    }
                    if index >= here {
                        index -= here;
                        continue;
                    }
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
                    let cell = word * 64 + M::select(set[word][lane], index) as usize;
                    let second = (cell as i32 + i32::from(bundle.by)) as usize;
                    for (reg, cell) in choice.picked.iter().zip([cell, second]) {
                        if let Some(words) = self.sets[usize::from(*reg)].get_mut(cell / 64) {
                            words[lane] = 1 << (cell % 64);
                        }
                    }
                    self.masks[usize::from(choice.chosen)][lane] = !0;
                    return Some(Drawn {
                        choice: choice.index,
                        cells: [cell as u16, if choice.picks == 2 { second as u16 } else { 0 }],
                        picks: choice.picks,
                    });
                }
            }
        }
        None
    }

    /// All actions of a role in a lane, in the order in which they are numbered.
    pub fn list(&self, role: &Role, lane: usize) -> Vec<Drawn> {
        let mut list = Vec::new();
        for tier in &role.tiers {
            for choice in tier {
                if choice.picks == 0 {
                    list.push(Drawn { choice: choice.index, cells: [0; 2], picks: 0 });
                }
                for bundle in &choice.bundles {
                    let cells: Bits<W> = self.set(bundle.set, lane);
                    list.extend(cells.iter().map(|cell| {
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

/// A uniform number below the number of actions of every lane.
#[inline(always)]
pub fn indices<const L: usize>(rng: &mut LaneRng<L>, total: &[u32; L]) -> [u32; L] {
    let drawn = rng.next_all();
    let mut indices = [0; L];
    let mut slow = false;
    for l in 0..L {
        let product = u64::from(drawn[l]) * u64::from(total[l]);
        indices[l] = (product >> 32) as u32;
        slow |= (product as u32) < total[l];
    }
    if slow {
        for l in 0..L {
            indices[l] = rng.below(l, drawn[l], total[l]);
        }
    }
    indices
}
