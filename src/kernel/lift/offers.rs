//! What a phase offers, in the registers from which it is drawn.

use super::lifter::{Lifted, Lifter, Unsuited};
use super::moves::Picks;
use super::value::Truth;
use crate::kernel::op::{Op, Reg, Sort};
use crate::kernel::program::{Bundle, Phase};
use crate::kernel::tested::Tested;
use crate::model::{PlayerId, TurnStep};
use crate::util::Id;

impl<'g> Lifter<'g> {
    /// The registers of what can be picked in a phase.
    pub fn bundles(&mut self, phase: &mut Phase) -> Lifted<()> {
        self.me = PlayerId::from_index(phase.role);
        for choice in phase.tiers.iter_mut().flatten() {
            let TurnStep::Move(rule, with) = self.turn_step(phase.role, choice.index) else { continue };
            for picks in self.picks(&self.game.moves[*rule], with)? {
                let set = self.lasting_reg(Sort::Set);
                let tested = picks.unsure.map(|unsure| Tested {
                    tests: unsure.tests,
                    sources: unsure.sources.map(|source| self.where_it_lasts(source)),
                    sure: self.lasting_reg(Sort::Set),
                });
                choice.bundles.push(Bundle { set, by: picks.by as i16, tested });
            }
        }
        Ok(())
    }

    /// At the start of a piece of code planes are where they last.
    fn where_it_lasts(&mut self, set: Reg) -> Reg {
        let is_plane = self.planes.iter().any(|plane| plane.dense == [(Truth::Known(true), set)]);
        if is_plane { set } else { self.lasting_reg(Sort::Set) }
    }

    /// Code for what a phase offers, left in its bundles' registers; whether that is anything but a pass. What is said of lanes
    /// not in `within` is of no meaning.
    pub fn offer(&mut self, phase: &Phase, within: Truth) -> Lifted<Truth> {
        self.me = PlayerId::from_index(phase.role);
        let mut all = Vec::new();
        for choice in phase.tiers.iter().flatten() {
            let TurnStep::Move(rule, with) = self.turn_step(phase.role, choice.index) else { continue };
            let found = self.picks(&self.game.moves[*rule], with)?;
            if found.len() != choice.bundles.len() {
                return Err(CHANGES);
            }
            for (picks, bundle) in found.iter().zip(&choice.bundles) {
                if picks.by != i32::from(bundle.by) || picks.unsure.is_some() != bundle.tested.is_some() {
                    return Err(CHANGES);
                }
                self.ops.push(Op::Copy { d: bundle.set, a: picks.set });
                if let (Some(unsure), Some(tested)) = (&picks.unsure, &bundle.tested) {
                    self.ops.push(Op::Copy { d: tested.sure, a: unsure.sure });
                    for (d, a) in tested.sources.into_iter().zip(unsure.sources) {
                        // Planes are written back as such.
                        if usize::from(d) >= self.planes.len() {
                            self.ops.push(Op::Copy { d, a });
                        }
                    }
                }
            }
            all.extend(found);
        }
        self.any(&all, within)
    }

    /// Whether anything can be picked, in some lanes.
    pub fn any(&mut self, picks: &[Picks], within: Truth) -> Lifted<Truth> {
        let mut all: Option<Reg> = None;
        for picks in picks {
            let sure = picks.unsure.as_ref().map_or(picks.set, |unsure| unsure.sure);
            all = Some(match all {
                Some(all) => self.union(all, sure),
                None => sure,
            });
        }
        let mut any = match all {
            Some(a) => Truth::Mask(self.value_of(Op::Some { d: 0, a })),
            None => Truth::Known(false),
        };
        // Only where nothing is sure what is not is tested.
        for picks in picks {
            let Some(unsure) = &picks.unsure else { continue };
            let left = self.without(within, any);
            let mask = self.mask(left).ok_or(Unsuited("a turn of another form"))?;
            let [x, y] = unsure.sources;
            let op = Op::SomePass { d: 0, a: picks.set, x, y, tests: unsure.tests, mask };
            let passes = Truth::Mask(self.value_of(op));
            any = self.either(any, passes);
        }
        Ok(any)
    }
}

const CHANGES: Unsuited = Unsuited("moves whose form changes");
