//! Walks over the board: rays, sights, what lies between, distances. Each says how far it went.

use super::core::State;
use super::cost::operations;
use super::fault::Fault;
use super::shared::Shared;
use rulebook_language::util::Bits;

/// The places of the bits of a mask.
pub fn bits_of(mask: i64) -> impl Iterator<Item = usize> {
    let mut rest = mask as u64;
    std::iter::from_fn(move || {
        let first = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(first)
    })
}

impl<const W: usize> Shared<W> {
    /// So many steps in a direction; fewer than none are steps back.
    pub fn forth(&self, direction: i64, count: i64) -> (i64, u64) {
        let back = self.steps.get(direction as usize).map_or(-1, |steps| i64::from(steps.opposite));
        (if count < 0 { back } else { direction }, count.unsigned_abs())
    }

    /// The cells of `through` in a straight line from a cell. A line that goes round ends before that cell.
    pub fn ray(&self, cell: i64, directions: i64, through: &Bits<W>, work: &mut u64) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for direction in bits_of(directions) {
            if cell >= 0
                && let Some(run) = self.lines.clear(direction, cell as usize, through)
            {
                *work += operations(6, W as u64);
                found = found | run;
                continue;
            }
            let mut run = Bits::EMPTY;
            let mut at = self.step(cell, direction as i64);
            while at >= 0 && at != cell && through.contains(at as usize) && !run.contains(at as usize) {
                *work += 1;
                run.insert(at as usize);
                at = self.step(at, direction as i64);
            }
            found = found | run;
        }
        found
    }

    /// The same, in the directions where a cell of `end` follows.
    pub fn flanked(&self, cell: i64, directions: i64, through: &Bits<W>, end: &Bits<W>, work: &mut u64) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for direction in bits_of(directions) {
            *work += operations(6, W as u64);
            if cell >= 0
                && let Some((run, stop)) = self.lines.run(direction, cell as usize, through)
            {
                if stop.is_some_and(|stop| end.contains(stop)) {
                    found = found | run;
                }
                continue;
            }
            let mut run = Bits::EMPTY;
            let mut at = self.step(cell, direction as i64);
            while at >= 0 && at != cell && through.contains(at as usize) && !run.contains(at as usize) {
                *work += 1;
                run.insert(at as usize);
                at = self.step(at, direction as i64);
            }
            if at >= 0 && at != cell && end.contains(at as usize) {
                found = found | run;
            }
        }
        found
    }

    /// The first cell of `stop` in each direction.
    pub fn sight(&self, cell: i64, directions: i64, stop: &Bits<W>, work: &mut u64) -> Bits<W> {
        let mut found = Bits::EMPTY;
        let free = !*stop;
        for direction in bits_of(directions) {
            if cell >= 0
                && let Some((_, seen)) = self.lines.run(direction, cell as usize, &free)
            {
                *work += operations(6, W as u64);
                seen.into_iter().for_each(|seen| found.insert(seen));
                continue;
            }
            let mut at = self.step(cell, direction as i64);
            while at >= 0 && at != cell {
                *work += 1;
                if stop.contains(at as usize) {
                    found.insert(at as usize);
                    break;
                }
                at = self.step(at, direction as i64);
            }
        }
        found
    }

    /// The cells between two on one straight line.
    pub fn between(&self, a: i64, b: i64, work: &mut u64) -> Bits<W> {
        if a < 0 || b < 0 {
            return Bits::EMPTY;
        }
        if let Some(between) = self.lines.between(a as usize, b as usize) {
            return between;
        }
        for direction in 0..self.steps.len() {
            *work += operations(1, W as u64);
            let mut passed = Bits::EMPTY;
            let mut at = self.step(a, direction as i64);
            while at >= 0 && at != a {
                if at == b {
                    return passed;
                }
                *work += 1;
                passed.insert(at as usize);
                at = self.step(at, direction as i64);
            }
        }
        Bits::EMPTY
    }

    /// The direction of the first straight line from one cell to another; -1 where there is none.
    pub fn toward(&self, a: i64, b: i64, work: &mut u64) -> i64 {
        if a < 0 || b < 0 {
            return -1;
        }
        if let Some(direction) = self.lines.toward(a as usize, b as usize) {
            return direction;
        }
        for direction in 0..self.steps.len() as i64 {
            *work += 1;
            let mut at = self.step(a, direction);
            while at >= 0 && at != a {
                if at == b {
                    return direction;
                }
                *work += 1;
                at = self.step(at, direction);
            }
        }
        -1
    }

    /// The members of a set for which a cell of `over` is between `cell` and them; with `only`, that one cell alone.
    pub fn spanning(&self, to: &Bits<W>, cell: i64, over: &Bits<W>, only: bool, work: &mut u64) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for end in to.iter() {
            *work += 1 + operations(3, W as u64);
            let between = self.between(cell, end as i64, work);
            let holds = (!(between & *over).is_empty()) && (!only || between.count() == 1);
            if holds {
                found.insert(end);
            }
        }
        found
    }

    /// The members of a set from which, in some direction, cells of `through` run up to a cell of `end`, on a board where the
    /// opposite step leads back: all of them at once, from the ends.
    pub fn flanked_all(
        &self,
        from: &Bits<W>,
        directions: i64,
        through: &Bits<W>,
        end: &Bits<W>,
        work: &mut u64,
    ) -> Bits<W> {
        let mut found = Bits::EMPTY;
        for direction in bits_of(directions) {
            let Some(steps) = self.steps.get(direction) else { continue };
            let back = usize::from(steps.opposite);
            let mut front = self.step_all(*end, back) & *through;
            let mut rows = Bits::EMPTY;
            *work += operations(12, W as u64);
            while !front.is_empty() {
                *work += operations(8, W as u64);
                rows = rows | front;
                front = (self.step_all(front, back) & *through) - rows;
            }
            found = found | self.step_all(rows, back);
        }
        found & *from
    }

    /// The steps of going one step from every cell of a set in so many directions.
    #[inline]
    pub fn cost_of_steps(&self, set: &Bits<W>, directions: usize) -> u64 {
        // Where a step is not the same number of slots for all cells, they go one by one.
        let single = if self.is_lattice { 0 } else { u64::from(set.count()) / 2 };
        directions as u64 * (operations(6, W as u64) + single)
    }
}

impl<const W: usize> State<W> {
    /// The steps from a to b by breadth-first search over whole sets; -1 where no way leads.
    pub fn distance(&mut self, shared: &Shared<W>, relation: u8, a: i64, b: i64) -> Result<i64, Fault> {
        if a < 0 || b < 0 {
            return Ok(-1);
        }
        if let Some(steps) = shared.lines.distance(relation, a as usize, b as usize) {
            return Ok(steps);
        }
        let mut reached = Bits::single(a as usize);
        let directions = &shared.relation_directions[relation as usize];
        for steps in 0.. {
            if reached.contains(b as usize) {
                return Ok(steps);
            }
            self.spend(1 + shared.cost_of_steps(&reached, directions.len()))?;
            let mut next = reached;
            for direction in directions {
                next = next | shared.step_all(reached, usize::from(*direction));
            }
            if next == reached {
                return Ok(-1);
            }
            reached = next;
        }
        Ok(-1)
    }
}
