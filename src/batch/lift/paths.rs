//! Steps and paths: by how many slots they lead. On a lattice a step in a direction is the same everywhere; on other boards it is one of
//! a few, from a set of cells each.

use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::steps::Step;
use super::value::Path;
use crate::op::{Op, Reg};
use crate::program::RayStep;
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Id;

impl Lifter<'_> {
    /// A set as words, moved by so many slots; what leaves the board's words is lost.
    pub fn moved(&self, set: &[u64], by: i32) -> Vec<u64> {
        self.game.board.ring().words_moved(set, by)
    }

    /// A path and a step further: one for each number of slots that the step can be by.
    pub fn all_further(&self, path: &Path, direction: DirectionId) -> Vec<Path> {
        let mut paths = Vec::new();
        for step in &self.steps[direction.index()] {
            let mut from = self.moved(&step.from, -path.by);
            from.iter_mut().zip(&path.from).for_each(|(from, path)| *from &= path);
            if from.iter().any(|word| *word != 0) {
                paths.push(Path { by: self.game.board.ring().distance(path.by + step.by), from });
            }
        }
        paths
    }

    /// A path and a step further, if the step is the same everywhere; from nowhere, if it leads nowhere.
    pub fn further(&self, path: &Path, direction: DirectionId) -> Lifted<Path> {
        let mut all = self.all_further(path, direction);
        match (all.pop(), all.is_empty()) {
            (Some(path), true) => Ok(path),
            (Some(_), false) => Err(UNEVEN),
            (None, _) => {
                let by = self.game.board.direction_offset(direction).unwrap_or_default();
                Ok(Path { by: self.game.board.ring().distance(path.by + by), from: vec![0; path.from.len()] })
            }
        }
    }

    /// A step as operations that go on from sets take it, if it is the same everywhere.
    pub fn way(&mut self, direction: DirectionId, most: usize) -> Lifted<RayStep> {
        match self.all_ways_of(direction, most).as_slice() {
            [way] => Ok(*way),
            [] => {
                let keep = self.const_set(vec![0; self.game.board.words()]);
                Ok(RayStep { by: 0, keep, most: most as u16 })
            }
            _ => Err(UNEVEN),
        }
    }

    /// The steps in a direction as operations that go on from sets take them.
    pub fn all_ways_of(&mut self, direction: DirectionId, most: usize) -> Vec<RayStep> {
        let steps = self.steps[direction.index()].clone();
        let way = |step: Step| RayStep { by: step.by as i16, keep: self.const_set(step.to), most: most as u16 };
        steps.into_iter().map(way).collect()
    }

    /// A set a step further.
    pub fn stepped(&mut self, set: Reg, direction: DirectionId) -> Reg {
        let ways = self.all_ways_of(direction, 1);
        self.moved_by(set, ways)
    }

    /// The cells from which a step leads into a set.
    pub fn stepped_back(&mut self, set: Reg, direction: DirectionId) -> Reg {
        let steps = self.steps[direction.index()].clone();
        let ring = self.game.board.ring();
        let way = |step: Step| RayStep { by: ring.distance(-step.by) as i16, keep: self.const_set(step.from), most: 1 };
        let ways = steps.into_iter().map(way).collect();
        self.moved_by(set, ways)
    }

    fn moved_by(&mut self, set: Reg, ways: Vec<RayStep>) -> Reg {
        let mut all = None;
        for way in ways {
            let part = self.value_of(Op::Shift { d: 0, a: set, by: way.by, keep: way.keep });
            all = Some(match all {
                Some(all) => self.union(all, part),
                None => part,
            });
        }
        match all {
            Some(all) => all,
            None => self.constant(vec![0; self.game.board.words()]),
        }
    }
}

const UNEVEN: NotBatchable = not_batchable("steps that are not the same everywhere on its board");
