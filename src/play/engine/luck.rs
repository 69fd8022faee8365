//! What nature does: the odds of what can come up, how one of them is drawn, and pieces that are laid by lot.

use super::action::{Action, ActionList};
use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::{ChoiceKind, LotPlan, Next, ScatterPlan};
use rulebook_language::util::{Bits, Rng};

/// The odds of what nature can do, in the order of the legal actions: each is its weight over the sum of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance<'p> {
    /// The weights, none of which is 0.
    pub weights: &'p [u64],
    /// Their sum.
    pub total: u64,
}

impl Chance<'_> {
    /// The place of an action drawn by the odds; nothing where there is none.
    pub fn draw(&self, rng: &mut Rng) -> Option<usize> {
        let mut left = rng.below_wide(self.total);
        self.weights.iter().position(|weight| {
            let here = left < *weight;
            left = left.wrapping_sub(*weight);
            here
        })
    }
}

impl<const W: usize> State<W> {
    /// The lot of the stage at hand, where nature acts.
    #[inline(always)]
    pub fn lot<'s>(&self, shared: &'s Shared<W>) -> Option<&'s LotPlan> {
        if !shared.plan.has_luck {
            return None;
        }
        let stage = self.stage(shared)?;
        shared.plan.roles[self.to_act(shared)].stages.get(usize::from(stage))?.lot.as_ref()
    }

    /// Whether the setup is not complete.
    #[inline(always)]
    pub fn in_setup(&self, shared: &Shared<W>) -> bool {
        let Some(first) = shared.plan.first_deal else { return false };
        self.to_act(shared).0 == 0 && self.stage(shared).is_some_and(|stage| stage >= first)
    }

    /// Works the odds of the actions at hand out, which are known, and whose stage has this lot.
    pub fn know_odds(&mut self, shared: &Shared<W>, lot: &LotPlan) -> Result<(), Fault> {
        let mut odds = std::mem::take(&mut self.odds);
        odds.clear();
        for at in 0..self.actions.len() {
            let weight = match lot {
                LotPlan::Even => 1,
                LotPlan::Dice(groups) => ways(groups, self.actions.picks(at)),
                LotPlan::Weighed(code) => {
                    let picks = self.actions.get(at);
                    self.run(shared, *code, picks.picks(), None)?.max(0) as u64
                }
                LotPlan::Scatter { scatter, .. } => {
                    let scatter = &shared.plan.scatters[usize::from(*scatter)];
                    let item = self.actions.picks(at).first().map_or(0, |item| usize::from(*item));
                    self.left(scatter, self.still(shared, scatter).count()).nth(item).unwrap_or(0)
                }
            };
            odds.push(weight);
        }
        self.total = odds.iter().try_fold(0u64, |all, weight| all.checked_add(*weight)).ok_or(Fault::Odds)?;
        self.odds = odds;
        Ok(())
    }

    /// Something that nature does, drawn by the odds.
    pub fn draw_lot(&mut self, shared: &Shared<W>, rng: &mut Rng) -> Result<Option<Action>, Fault> {
        self.know_actions(shared)?;
        let chance = Chance { weights: &self.odds, total: self.total };
        Ok(chance.draw(rng).map(|at| self.actions.get(at)))
    }

    /// The cells that a line which scatters has still to go over: of its cells all, or those on which nothing stands.
    fn still(&self, shared: &Shared<W>, scatter: &ScatterPlan) -> Bits<W> {
        let gone = scatter.cells.len().saturating_sub(self.memory.get(scatter.offset) as usize);
        let mut rest = Bits::EMPTY;
        scatter.cells.iter().skip(gone).for_each(|cell| rest.insert(usize::from(*cell)));
        self.not_taken(shared, scatter, rest)
    }

    /// Those of some cells on which a line that scatters can lay something.
    fn not_taken(&self, shared: &Shared<W>, scatter: &ScatterPlan, cells: Bits<W>) -> Bits<W> {
        let layout = &shared.plan.layout;
        let owners = if scatter.on_empty { layout.owners } else { 0 };
        let planes = self.memory.words().chunks_exact(layout.words as usize).take(usize::from(owners));
        planes.fold(cells, |free, taken| free - Bits::from_words(taken))
    }

    /// How many pieces of each sort are left to be laid on so many cells, the sorts numbered from 1; of number 0, how many cells get none.
    fn left(&self, scatter: &ScatterPlan, cells: u32) -> impl Iterator<Item = u64> {
        let sorts = (1..=scatter.put.len() as u32).map(|item| self.memory.get(scatter.offset + item));
        let none = u64::from(cells).saturating_sub(sorts.clone().sum());
        std::iter::once(none).chain(sorts)
    }

    /// The sorts of pieces that can be laid on the next cell, 0 for none, each with that cell.
    pub fn scattered(&self, shared: &Shared<W>, scatter: &ScatterPlan) -> impl Iterator<Item = [u16; 2]> {
        let still = self.still(shared, scatter);
        let cell = scatter.cells.iter().copied().find(|cell| still.contains(usize::from(*cell)));
        let left = (0..).zip(self.left(scatter, still.count())).filter(|(_, left)| *left > 0);
        left.filter_map(move |(item, _)| Some([item, cell?]))
    }

    /// Adds what can be laid on the next cell.
    pub fn offer_scattered(&self, shared: &Shared<W>, scatter: &ScatterPlan, choice: u16, list: &mut ActionList) {
        for picks in self.scattered(shared, scatter) {
            list.push(choice, picks.into_iter());
        }
    }

    /// Lays a piece of a sort, or none, on the next cell, behind which there are so many.
    fn lay(
        &mut self,
        shared: &Shared<W>,
        scatter: &ScatterPlan,
        [item, cell]: [u16; 2],
        behind: usize,
    ) -> Result<(), Fault> {
        if let Some(code) = item.checked_sub(1).and_then(|at| scatter.put.get(usize::from(at))) {
            self.run(shared, *code, &[cell], None)?;
            let left = scatter.offset + u32::from(item);
            self.memory.set(left, self.memory.get(left).saturating_sub(1));
        }
        self.memory.set(scatter.offset, behind as u64);
        Ok(())
    }

    /// Lays what the line that scatters at hand has still to lay, at most so many pieces: all that [`State::draw_lot`] and
    /// [`State::act`] would lay one by one, by the same numbers. `see` is shown each action, with how many there could have been. Gives
    /// how many they are; none where something else is to be done.
    pub fn lay_rest(
        &mut self,
        shared: &Shared<W>,
        rng: &mut Rng,
        most: u32,
        see: &mut dyn FnMut(&Action, usize),
    ) -> Result<u32, Fault> {
        let (role, stage) = (self.to_act(shared), self.stage(shared).unwrap_or(0));
        let at_hand = shared.plan.roles[role].stages.get(usize::from(stage));
        let Some((LotPlan::Scatter { scatter, .. }, tiers)) =
            at_hand.and_then(|stage| Some((stage.lot.as_ref()?, &stage.tiers)))
        else {
            return Ok(0);
        };
        let scatter = &shared.plan.scatters[usize::from(*scatter)];
        let choice = tiers.iter().flatten().next().copied().unwrap_or(0);
        let mut still = self.still(shared, scatter);
        let mut weights = Vec::new();
        let mut laid = 0;
        self.stale();
        for (behind, cell) in (0..scatter.cells.len()).rev().zip(&scatter.cells) {
            // What is laid may take other cells.
            still = self.not_taken(shared, scatter, still);
            if !still.contains(usize::from(*cell)) {
                continue;
            }
            if laid == most {
                break;
            }
            weights.clear();
            weights.extend(self.left(scatter, still.count()));
            still.remove(usize::from(*cell));
            let Some(item) = (Chance { weights: &weights, total: weights.iter().sum() }).draw(rng) else { break };
            let picks = [item as u16, *cell];
            see(&Action::of(choice, &picks), weights.iter().filter(|weight| **weight > 0).count());
            self.fuel = self.allowance;
            self.lay(shared, scatter, picks, behind)?;
            self.count(shared.plan.layout.system.dealt);
            self.spent += self.allowance - self.fuel;
            laid += 1;
        }
        if laid > 0 {
            self.fuel = self.allowance;
            self.advance(shared, role, Next::Stage(stage))?;
            self.spent += self.allowance - self.fuel;
        }
        Ok(laid)
    }

    /// Whether a scatter of the setup is done.
    pub fn is_laid(&self, shared: &Shared<W>, scatter: u16) -> Result<bool, Fault> {
        let scatter = &shared.plan.scatters[usize::from(scatter)];
        if self.still(shared, scatter) != Bits::EMPTY {
            return Ok(false);
        }
        if self.left(scatter, 0).skip(1).any(|left| left > 0) { Err(Fault::Scatter) } else { Ok(true) }
    }

    /// Makes the changes of what nature does. Who acted last, and whether turns were passed, is as before.
    pub fn change_by_lot(&mut self, shared: &Shared<W>, sort: ChoiceKind, action: &Action) -> Result<(), Fault> {
        let layout = &shared.plan.layout;
        let in_setup = self.in_setup(shared);
        match sort {
            ChoiceKind::Scatter(scatter) => {
                if let [item, cell] = *action.picks() {
                    let scatter = &shared.plan.scatters[usize::from(scatter)];
                    let behind = scatter.cells.iter().rev().take_while(|other| **other != cell).count();
                    self.lay(shared, scatter, [item, cell], behind)?;
                }
            }
            ChoiceKind::Move { rule, apply, .. } => {
                self.run(shared, apply, action.picks(), None)?;
                self.remember_picks(shared, rule, action);
            }
            ChoiceKind::Pass | ChoiceKind::Chain { .. } => {}
        }
        if !in_setup {
            self.memory.set(layout.system.mid_turn, 1);
        }
        Ok(())
    }
}

/// In how many ways dice can come up so, of which those of a group are alike.
fn ways(groups: &[Vec<u8>], picks: &[u16]) -> u64 {
    let mut ways = 1u64;
    for group in groups {
        let mut shown: Vec<u16> = group.iter().filter_map(|place| picks.get(usize::from(*place)).copied()).collect();
        shown.sort_unstable();
        // One die after another, over the places that are taken by its like.
        let mut same = 0;
        for (at, face) in shown.iter().enumerate() {
            same = if at > 0 && shown[at - 1] == *face { same + 1 } else { 1 };
            ways = ways * (at as u64 + 1) / same;
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::ways;

    #[test]
    fn dice_that_are_alike_come_up_in_many_ways() {
        let two = [vec![0, 1]];
        assert_eq!([ways(&two, &[6, 4]), ways(&two, &[3, 3])], [2, 1]);
        let four = [vec![0, 1, 2, 3]];
        let by_sum =
            [[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]].map(|faces| ways(&four, &faces));
        assert_eq!(by_sum, [1, 4, 6, 4, 1]);
        assert_eq!(ways(&four, &[6, 5, 5, 1]), 12);
        assert_eq!(ways(&[vec![0], vec![1, 2]], &[1, 5, 2]), 2);
    }
}
