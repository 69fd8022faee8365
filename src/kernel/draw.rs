//! Which action is played: uniformly one of those that a role's choices offer.

use super::lanes::Lanes;
use super::program::{Choice, Role};
use crate::util::{Bits, select};

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

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Forgets what was picked.
    pub fn clear_picks(&mut self, role: &Role) {
        for choice in role.tiers.iter().flatten() {
            for reg in &choice.picked {
                self.sets[usize::from(*reg)] = [[0; L]; W];
            }
            self.masks[usize::from(choice.chosen)] = [0; L];
        }
    }

    /// How many actions a choice offers in a lane.
    #[inline]
    fn offers(&self, choice: &Choice, lane: usize) -> u32 {
        if choice.picks == 0 {
            return 1;
        }
        choice
            .bundles
            .iter()
            .map(|bundle| self.sets[usize::from(bundle.set)].iter().map(|word| word[lane].count_ones()).sum::<u32>())
            .sum()
    }

    /// How many actions the role has in a lane: those of the first tier that offers any, and which tier that is.
    #[inline]
    pub fn choices(&self, role: &Role, lane: usize) -> (usize, u32) {
        for (place, tier) in role.tiers.iter().enumerate() {
            let number = tier.iter().map(|choice| self.offers(choice, lane)).sum();
            if number > 0 {
                return (place, number);
            }
        }
        (0, 0)
    }

    /// Draws action number `index` of a tier in a lane: its picks are left in the choice's registers.
    #[inline]
    pub fn draw(&mut self, tier: &[Choice], lane: usize, mut index: u32) -> Option<Drawn> {
        for choice in tier {
            if choice.picks == 0 {
                if index == 0 {
                    self.masks[usize::from(choice.chosen)][lane] = !0;
                    return Some(Drawn { choice: choice.index, cells: [0; 2], picks: 0 });
                }
                index -= 1;
                continue;
            }
            for bundle in &choice.bundles {
                for word in 0..W {
                    let cells = self.sets[usize::from(bundle.set)][word][lane];
                    let here = cells.count_ones();
                    if index >= here {
                        index -= here;
                        continue;
                    }
                    let cell = word * 64 + select(cells, index) as usize;
                    let second = (cell as i32 + i32::from(bundle.by)) as usize;
                    let picked = [cell, second];
                    for (reg, cell) in choice.picked.iter().zip(picked) {
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
        let (tier, _) = self.choices(role, lane);
        let mut list = Vec::new();
        for choice in role.tiers.get(tier).into_iter().flatten() {
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
        list
    }
}
