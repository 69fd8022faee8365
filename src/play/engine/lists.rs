//! Operations on lists of numbers.

use super::arena::Frame;
use super::core::State;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::ListOp;

impl<const W: usize> State<W> {
    /// Runs one operation on lists.
    pub fn list_step(&mut self, shared: &Shared<W>, op: ListOp, frame: &mut Frame<W>) -> Result<(), Fault> {
        macro_rules! n {
            ($reg:expr) => {
                frame.numbers[$reg as usize]
            };
        }
        macro_rules! s {
            ($reg:expr) => {
                frame.sets[$reg as usize]
            };
        }
        macro_rules! l {
            ($reg:expr) => {
                frame.lists[$reg as usize]
            };
        }
        match op {
            ListOp::Clear { list } => l!(list).clear(),
            ListOp::Push { list, a } => {
                let number = n!(a);
                l!(list).push(number);
            }
            ListOp::Sizes { list, a, relation } => {
                let mut rest = s!(a);
                self.spend_operations(4 + 8 * u64::from(rest.count()))?;
                while let Some(seed) = rest.first() {
                    let group = shared.groups.component(relation, &rest, seed);
                    rest = rest - group;
                    l!(list).push(i64::from(group.count()));
                }
            }
            ListOp::Sort { list } => {
                self.spend(l!(list).len() as u64)?;
                l!(list).sort_unstable_by(|a, b| b.cmp(a));
            }
            ListOp::Count { d, list } => n!(d) = l!(list).len() as i64,
            ListOp::Sum { d, list } => n!(d) = l!(list).iter().fold(0i64, |sum, n| sum.saturating_add(*n)),
            ListOp::Max { d, list } => n!(d) = l!(list).first().copied().unwrap_or(0),
            ListOp::Min { d, list } => n!(d) = l!(list).last().copied().unwrap_or(0),
            ListOp::Scale { list, by } => {
                let by = n!(by);
                l!(list).iter_mut().for_each(|n| *n = n.saturating_mul(by));
            }
            ListOp::Less { d, a, b } => n!(d) = i64::from(l!(a) < l!(b)),
            ListOp::Equal { d, a, b } => n!(d) = i64::from(l!(a) == l!(b)),
        }
        Ok(())
    }
}
