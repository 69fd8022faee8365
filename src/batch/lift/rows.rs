//! Rows of cells: rays, what is seen along them, the direction from one cell toward another, and walks.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::{Cell, Cells, Number, Path, Truth};
use crate::op::{Op, Reg, RegisterKind};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::{Id, Rational};

impl Lifter<'_> {
    /// The cells from one on in each direction, as long as they are in a set: the nearest first.
    pub fn ray(&mut self, cell: &Cell, ways: &[(DirectionId, Truth)], through: &Cells) -> Lifted<Cells> {
        match cell {
            Cell::At(frame, path) if *frame == self.frame => {
                self.rows_on(path, ways, !self.only_nearest, |lifter, at, open| {
                    let member = lifter.member_at(through, at);
                    let open = lifter.both(open, member);
                    (open, open)
                })
            }
            Cell::One(a) => {
                let through = self.dense(through)?;
                let is_plain = |(way, truth): &(DirectionId, Truth)| *truth == Truth::Known(true) && self.is_even(*way);
                if ways.iter().all(is_plain) {
                    let ways: Vec<DirectionId> = ways.iter().map(|(way, _)| *way).collect();
                    let ways = self.rows(&ways)?;
                    return Ok(Cells::of(self.value_of(Op::RayFrom { d: 0, a: *a, through, ways })));
                }
                let mut all = Cells::none();
                for (way, truth) in ways {
                    let row = self.row_from(*a, through, *way)?;
                    let row = self.beyond(row, *a, *way);
                    all = self.join(&all, &Cells::part(*truth, row));
                }
                Ok(all)
            }
            _ => Err(not_batchable("a row of cells of another form")),
        }
    }

    /// The first piece from a cell on in each direction, over empty cells.
    pub fn sight(&mut self, cell: &Cell, ways: &[(DirectionId, Truth)]) -> Lifted<Cells> {
        let occupied = self.occupied();
        if let Cell::Among(frame, paths) = cell {
            let mut all = Cells::none();
            for (path, is_it) in paths {
                let seen = self.sight(&Cell::At(*frame, path.clone()), ways)?;
                let seen = self.only_if(&seen, *is_it);
                all = self.join(&all, &seen);
            }
            return Ok(all);
        }
        match cell {
            Cell::At(frame, path) if *frame == self.frame => self.rows_on(path, ways, true, |lifter, at, open| {
                let stands = lifter.member_at(&occupied, at);
                let seen = lifter.both(open, stands);
                (seen, lifter.without(open, stands))
            }),
            Cell::One(a) => {
                let empty = self.empty()?;
                let (empty, occupied) = (self.dense(&empty)?, self.dense(&occupied)?);
                let mut all = Cells::none();
                for (way, truth) in ways {
                    let row = self.row_from(*a, empty, *way)?;
                    let row = self.union(row, *a);
                    let next = self.stepped(row, *way);
                    let seen = self.intersection(next, occupied);
                    let seen = self.beyond(seen, *a, *way);
                    all = self.join(&all, &Cells::part(*truth, seen));
                }
                Ok(all)
            }
            _ => Err(not_batchable("what is seen from a cell of another form")),
        }
    }

    /// What lies on a row from a cell: where the row comes back to it, without that cell.
    fn beyond(&mut self, row: Reg, a: Reg, way: DirectionId) -> Reg {
        if self.game.board.goes_round(way) { self.difference(row, a) } else { row }
    }

    /// The cells from one on in a direction, as long as they are in a set.
    fn row_from(&mut self, a: Reg, through: Reg, way: DirectionId) -> Lifted<Reg> {
        if self.is_even(way) {
            let ways = self.rows(&[way])?;
            return Ok(self.value_of(Op::RayFrom { d: 0, a, through, ways }));
        }
        // One cell at most follows each.
        let first = self.stepped(a, way);
        let steps = self.all_ways_of(way, 1);
        let ways = self.way_list(steps);
        Ok(self.value_of(Op::Flood { d: 0, a: first, set: through, ways }))
    }

    /// Whether a step in a direction is by as many slots everywhere.
    fn is_even(&self, way: DirectionId) -> bool {
        self.steps[way.index()].len() <= 1
    }

    /// Cells from the end of a path on in each direction: `at` says of the next one, where it is come to, whether it is a member, and
    /// whether the row goes on after it.
    fn rows_on(
        &mut self,
        path: &Path,
        ways: &[(DirectionId, Truth)],
        goes_on: bool,
        mut at: impl FnMut(&mut Self, &Path, Truth) -> (Truth, Truth),
    ) -> Lifted<Cells> {
        if goes_on && ways.iter().any(|(way, _)| self.game.board.goes_round(*way)) {
            return Err(not_batchable("rows of cells that go round the board"));
        }
        let mut points: Vec<(Path, Truth)> = Vec::new();
        let mut fronts: Vec<(DirectionId, Path, Truth)> = Vec::new();
        for (way, truth) in ways {
            fronts.extend(self.all_further(path, *way).into_iter().map(|at| (*way, at, *truth)));
        }
        while !fronts.is_empty() {
            for (way, next, open) in std::mem::take(&mut fronts) {
                if next.from.iter().all(|word| *word == 0) {
                    continue;
                }
                let (member, open) = at(self, &next, open);
                if open != Truth::Known(false) && goes_on {
                    fronts.extend(self.all_further(&next, way).into_iter().map(|at| (way, at, open)));
                }
                if member == Truth::Known(false) {
                    continue;
                }
                if points.len() >= MOST_POINTS {
                    return Err(not_batchable("rows of cells on a board of such a size"));
                }
                match points.iter_mut().find(|(known, _)| known.by == next.by) {
                    // From other cells another direction may lead by as many slots.
                    Some((known, truth)) => {
                        known.from.iter_mut().zip(&next.from).for_each(|(all, more)| *all |= more);
                        *truth = self.either(*truth, member);
                    }
                    None => points.push((next, member)),
                }
            }
        }
        Ok(Cells::at(points))
    }

    /// The direction of the line from a cell to another: of several the first.
    pub fn toward(&mut self, a: &Cell, b: &Cell) -> Lifted<Vec<(DirectionId, Truth)>> {
        let directions: Vec<DirectionId> = self.game.board.directions().collect();
        let mut ways = Vec::new();
        let mut pending = Truth::Known(true);
        for way in directions {
            let leads = match (a, b) {
                (Cell::At(frame, from), Cell::At(other, to)) if *frame == self.frame && *other == self.frame => {
                    let mut words = vec![0; self.game.board.words()];
                    let mut fronts = self.all_further(from, way);
                    // As far as the board goes, or once round it.
                    for _ in 0..self.game.board.slots() {
                        for at in fronts.iter().filter(|at| at.by == to.by) {
                            words.iter_mut().zip(at.from.iter().zip(&to.from)).for_each(|(all, (a, b))| *all |= a & b);
                        }
                        fronts = fronts.iter().flat_map(|at| self.all_further(at, way)).collect();
                        if fronts.is_empty() {
                            break;
                        }
                    }
                    let field = self.constant(words);
                    if self.possible(field).iter().all(|word| *word == 0) {
                        Truth::Known(false)
                    } else {
                        Truth::Field(field)
                    }
                }
                (Cell::One(from), Cell::One(to)) => {
                    let (through, row) = (self.board(), self.rows(&[way])?);
                    let row = self.value_of(Op::RayFrom { d: 0, a: *from, through, ways: row });
                    let both = self.intersection(row, *to);
                    Truth::Mask(self.value_of(Op::Some { d: 0, a: both }))
                }
                _ => return Err(not_batchable("the direction between cells of another form")),
            };
            let here = self.both(pending, leads);
            pending = self.without(pending, leads);
            if here != Truth::Known(false) {
                ways.push((way, here));
            }
        }
        Ok(ways)
    }

    /// The cell so many steps from another, in the one of some directions that is meant.
    pub fn walk(&mut self, cell: &Cell, ways: &[(DirectionId, Truth)], steps: i64) -> Lifted<Cell> {
        if let [(way, Truth::Known(true))] = ways {
            return (0..steps).try_fold(cell.clone(), |cell, _| self.step(&cell, *way));
        }
        let Cell::One(from) = cell else { return Err(not_batchable("a step in a direction that changes")) };
        let mut all = Cells::none();
        for (way, truth) in ways {
            let to = (0..steps).fold(*from, |to, _| self.stepped(to, *way));
            all = self.join(&all, &Cells::part(*truth, to));
        }
        Ok(Cell::One(self.dense(&all)?))
    }
}

impl Lifter<'_> {
    /// The cell so many steps from another, a number that changes, in the one of some directions that is meant.
    pub fn walk_as_far(&mut self, cell: &Cell, ways: &[(DirectionId, Truth)], count: &Number) -> Lifted<Cell> {
        let fits = |number: &Number| match number {
            Number::Sliced(sliced) => sliced.scale == 1 && sliced.plus >= 0 && sliced.less.iter().all(Vec::is_empty),
            Number::Whole(_, scale) => *scale == 1,
        };
        // A number below zero would lead backwards.
        let is_count = matches!(count, Number::Whole(reg, _) if self.is_no_less_than_zero(*reg))
            || matches!(count, Number::Sliced(_));
        if !fits(count) || !is_count {
            return Err(not_batchable("so many steps that their number changes, or backwards"));
        }
        let most = self.game.board.slots() as i64;
        match cell {
            Cell::At(frame, path) if *frame == self.frame => {
                let mut points: Vec<(Path, Truth)> = Vec::new();
                for (way, truth) in ways {
                    let mut fronts = vec![path.clone()];
                    for steps in 0..=most {
                        fronts.retain(|at| at.from.iter().any(|word| *word != 0));
                        if fronts.is_empty() {
                            break;
                        }
                        let so_many = self.same(count, &Self::rational(Rational::whole(steps)))?;
                        let here = self.both(*truth, so_many);
                        for at in fronts.iter().filter(|_| here != Truth::Known(false)) {
                            let leads = self.leads(at);
                            let here = self.both(here, leads);
                            match points.iter_mut().find(|(known, _)| known.by == at.by) {
                                Some((known, truth)) => {
                                    known.from.iter_mut().zip(&at.from).for_each(|(all, more)| *all |= more);
                                    *truth = self.either(*truth, here);
                                }
                                None => points.push((at.clone(), here)),
                            }
                        }
                        fronts = fronts.iter().flat_map(|at| self.all_further(at, *way)).collect();
                    }
                }
                Ok(Cell::Among(self.frame, points))
            }
            Cell::One(from) => {
                let mut all = Cells::none();
                for (way, truth) in ways {
                    let mut to = *from;
                    for steps in 0..=most {
                        if self.possible(to).iter().all(|word| *word == 0) {
                            break;
                        }
                        let so_many = self.same(count, &Self::rational(Rational::whole(steps)))?;
                        let here = self.both(*truth, so_many);
                        all = self.join(&all, &Cells::part(here, to));
                        to = self.stepped(to, *way);
                    }
                }
                Ok(Cell::One(self.dense(&all)?))
            }
            _ => Err(not_batchable("a step in a direction that changes")),
        }
    }

    /// Whether a number is never below zero, by what it was made of.
    fn is_no_less_than_zero(&self, number: Reg) -> bool {
        // Registers of sets and of masks have the same numbers.
        let of = |(op, reg): (&Op, &Reg)| {
            let mut op = *op;
            let is_number = matches!(op.registers().0, Some((RegisterKind::Number, _)));
            (*reg == number && is_number).then_some(op)
        };
        match self.constants.iter().chain(&self.known).find_map(of) {
            Some(Op::Number { number, .. }) => self.numbers[usize::from(number)] >= 0,
            Some(Op::Weigh { .. } | Op::Count { .. }) => true,
            Some(Op::Choose { a, b, .. } | Op::Add { a, b, .. } | Op::Multiply { a, b, .. }) => {
                self.is_no_less_than_zero(a) && self.is_no_less_than_zero(b)
            }
            _ => false,
        }
    }
}

/// The most cells of rows.
const MOST_POINTS: usize = 200;
