//! The algebra of sets of cells.

use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::value::{Cell, Cells, LiftedValue, Path, Truth};
use crate::op::{Op, Reg};
use rulebook_language::topology::DirectionId;

impl<'g> Lifter<'g> {
    /// Whether the cell at the end of a path is a member. Where the path leads nowhere, it is not.
    pub fn member_at(&mut self, set: &Cells, path: &Path) -> Truth {
        if let Some((_, truth)) = set.points.iter().find(|(known, _)| known.by == path.by) {
            let leads = self.leads(path);
            return self.both(*truth, leads);
        }
        if let Some((_, known)) = set.facts.iter().find(|(known, _)| known.by == path.by) {
            return if *known { self.leads(path) } else { Truth::Known(false) };
        }
        let mut member = Truth::Known(false);
        for (truth, reg) in &set.dense {
            let inside = self.back(path, *reg);
            let part = self.both(*truth, Truth::Field(inside));
            member = self.either(member, part);
        }
        member
    }

    /// Whether a cell is a member.
    pub fn member(&mut self, set: &Cells, cell: &Cell) -> Lifted<Truth> {
        Ok(match cell {
            Cell::At(frame, path) if *frame == self.frame => self.member_at(set, path),
            Cell::Among(frame, paths) if *frame == self.frame => {
                let mut any = Truth::Known(false);
                for (path, is_it) in paths {
                    let inside = self.member_at(set, path);
                    let here = self.both(inside, *is_it);
                    any = self.either(any, here);
                }
                any
            }
            Cell::At(..) | Cell::Among(..) => {
                return Err(not_batchable("a condition on cells speaks of a cell outside it"));
            }
            Cell::Nowhere => Truth::Known(false),
            Cell::One(a) => self.has_one(set, *a)?,
            Cell::Known(cell) => {
                let words = self.words_of([*cell]);
                let a = self.constant(words);
                self.has_one(set, a)?
            }
        })
    }

    /// Whether the one cell of a register is a member: where the set has cells at the ends of paths, of those from which one leads there.
    fn has_one(&mut self, set: &Cells, a: Reg) -> Lifted<Truth> {
        if set.is_sparse() {
            let mut any = Truth::Known(false);
            for (path, truth) in &set.points {
                let leads = Truth::Field(self.back(path, a));
                let member = self.both(leads, *truth);
                any = self.either(any, member);
            }
            return Ok(any);
        }
        let set = self.dense(set)?;
        let both = self.intersection(a, set);
        Ok(Truth::Mask(self.value_of(Op::Some { d: 0, a: both })))
    }

    /// The cell alone.
    pub fn only(&mut self, cell: &Cell) -> Lifted<Cells> {
        Ok(match cell {
            Cell::At(frame, path) if *frame == self.frame => {
                let leads = self.leads(path);
                Cells::at(vec![(path.clone(), leads)])
            }
            Cell::Among(frame, paths) if *frame == self.frame => Cells::at(paths.clone()),
            Cell::At(..) | Cell::Among(..) => {
                return Err(not_batchable("a condition on cells speaks of a cell outside it"));
            }
            Cell::One(reg) => Cells::of(*reg),
            Cell::Known(cell) => {
                let words = self.words_of([*cell]);
                Cells::of(self.constant(words))
            }
            Cell::Nowhere => Cells::none(),
        })
    }

    /// The set in one register.
    pub fn dense(&mut self, set: &Cells) -> Lifted<Reg> {
        if !set.points.is_empty() {
            return Err(not_batchable("a set that depends on a pick is wanted as a whole"));
        }
        let mut all: Option<Reg> = None;
        for (truth, reg) in &set.dense {
            let part = match *truth {
                Truth::Known(true) => *reg,
                Truth::Known(false) => continue,
                Truth::Mask(mask) => self.value_of(Op::Where { d: 0, a: *reg, mask }),
                Truth::Field(_) => return Err(not_batchable("a set that depends on a pick is wanted as a whole")),
            };
            all = Some(match all {
                Some(all) => self.union(all, part),
                None => part,
            });
        }
        Ok(match all {
            Some(all) => all,
            None => self.constant(vec![0; self.game.board.words()]),
        })
    }

    /// Parts that hold always, as one.
    fn together(&mut self, dense: Vec<(Truth, Reg)>) -> Vec<(Truth, Reg)> {
        let mut whole: Option<Reg> = None;
        let mut parts = Vec::new();
        for (truth, reg) in dense {
            match truth {
                Truth::Known(true) => {
                    whole = Some(match whole {
                        Some(all) => self.union(all, reg),
                        None => reg,
                    });
                }
                Truth::Known(false) => {}
                _ => parts.push((truth, reg)),
            }
        }
        if let Some(whole) = whole {
            parts.insert(0, (Truth::Known(true), whole));
        }
        parts
    }

    fn points_of(a: &Cells, b: &Cells) -> Vec<Path> {
        let mut paths: Vec<Path> = a.points.iter().map(|(path, _)| path.clone()).collect();
        for (path, _) in &b.points {
            match paths.iter_mut().find(|known| known.by == path.by) {
                // Two ways round a corner of the numbering may come to the same number of slots from other cells.
                Some(known) => known.from.iter_mut().zip(&path.from).for_each(|(all, more)| *all |= more),
                None => paths.push(path.clone()),
            }
        }
        paths
    }

    /// a | b.
    pub fn join(&mut self, a: &Cells, b: &Cells) -> Cells {
        let points = Self::points_of(a, b)
            .into_iter()
            .map(|path| {
                let (x, y) = (self.member_at(a, &path), self.member_at(b, &path));
                let truth = self.either(x, y);
                (path, truth)
            })
            .collect();
        let facts = self.facts_of(a, b, |a, b| match (a, b) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        });
        let dense = self.together(a.dense.iter().chain(&b.dense).copied().collect());
        Cells { dense, points, facts }
    }

    /// a & b.
    pub fn meet(&mut self, a: &Cells, b: &Cells) -> Cells {
        let paths = match (a.is_sparse(), b.is_sparse()) {
            (true, _) => a.points.iter().map(|(path, _)| path.clone()).collect(),
            (_, true) => b.points.iter().map(|(path, _)| path.clone()).collect(),
            _ => Self::points_of(a, b),
        };
        let points = paths
            .into_iter()
            .map(|path| {
                let (x, y) = (self.member_at(a, &path), self.member_at(b, &path));
                let truth = self.both(x, y);
                (path, truth)
            })
            .collect();
        let mut dense = Vec::new();
        for (p, x) in &a.dense {
            for (q, y) in &b.dense {
                dense.push((self.both(*p, *q), self.intersection(*x, *y)));
            }
        }
        let facts = self.facts_of(a, b, |a, b| match (a, b) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        });
        Cells { dense: self.together(dense), points, facts }
    }

    /// a without b.
    pub fn minus(&mut self, a: &Cells, b: &Cells) -> Lifted<Cells> {
        let paths =
            if a.is_sparse() { a.points.iter().map(|(path, _)| path.clone()).collect() } else { Self::points_of(a, b) };
        let points = paths
            .into_iter()
            .map(|path| {
                let (x, y) = (self.member_at(a, &path), self.member_at(b, &path));
                let truth = self.without(x, y);
                (path, truth)
            })
            .collect();
        let mut dense = Vec::new();
        if !a.is_sparse() {
            let whole = Cells { dense: b.dense.clone(), ..Cells::default() };
            let taken = if b.is_sparse() { None } else { Some(self.dense(&whole)?) };
            for (truth, reg) in &a.dense {
                let rest = match taken {
                    Some(taken) => self.difference(*reg, taken),
                    None => *reg,
                };
                dense.push((*truth, rest));
            }
        }
        let facts = self.facts_of(a, b, |a, b| match (a, b) {
            (Some(false), _) | (_, Some(true)) => Some(false),
            (Some(true), Some(false)) => Some(true),
            _ => None,
        });
        Ok(Cells { dense, points, facts })
    }

    /// What is known of the cells that something is known of, of one or the other.
    fn facts_of(
        &self,
        a: &Cells,
        b: &Cells,
        follows: impl Fn(Option<bool>, Option<bool>) -> Option<bool>,
    ) -> Vec<(Path, bool)> {
        let known = |set: &Cells, path: &Path| {
            let said = set.points.iter().any(|(point, _)| point.by == path.by);
            // Nothing is a member of no parts.
            let fact = set.facts.iter().find(|(fact, _)| fact.by == path.by).map(|(_, known)| *known);
            if said { None } else { fact.or(set.is_sparse().then_some(false)) }
        };
        let mut facts: Vec<(Path, bool)> = Vec::new();
        for (path, _) in a.facts.iter().chain(&b.facts) {
            if facts.iter().all(|(fact, _)| fact.by != path.by)
                && let Some(follows) = follows(known(a, path), known(b, path))
            {
                facts.push((path.clone(), follows));
            }
        }
        facts
    }

    /// Those where something holds.
    pub fn only_if(&mut self, set: &Cells, truth: Truth) -> Cells {
        let dense = set.dense.iter().map(|(part, reg)| (self.both(*part, truth), *reg)).collect();
        let points = set.points.iter().map(|(path, part)| (path.clone(), self.both(*part, truth))).collect();
        Cells { dense, points, facts: Vec::new() }
    }

    /// Whether there is a member.
    pub fn some(&mut self, set: &Cells) -> Lifted<Truth> {
        if set.is_sparse() {
            return Ok(set.points.iter().fold(Truth::Known(false), |any, (_, truth)| self.either(any, *truth)));
        }
        let a = self.dense(set)?;
        Ok(Truth::Mask(self.value_of(Op::Some { d: 0, a })))
    }

    /// The cells a step away from a cell or a set, in any of the directions.
    pub fn steps(&mut self, of: &LiftedValue<'g>, ways: &[(DirectionId, Truth)]) -> Lifted<Cells> {
        let set = match of {
            LiftedValue::Cell(cell) => self.only(cell)?,
            LiftedValue::Cells(set) => set.clone(),
            _ => return Err(not_batchable("steps from something else than cells")),
        };
        let mut all = Cells::none();
        for (direction, holds) in ways {
            for (path, truth) in &set.points {
                for next in self.all_further(path, *direction) {
                    let leads = self.leads(&next);
                    let member = self.both(*truth, leads);
                    let member = self.both(member, *holds);
                    let part = Cells::at(vec![(next, member)]);
                    // What two ways lead to is a member by either.
                    all = if all.is_sparse() { self.join(&all, &part) } else { return Err(MIXED) };
                }
            }
            let mut dense = Vec::new();
            for (truth, reg) in &set.dense {
                dense.push((self.both(*truth, *holds), self.stepped(*reg, *direction)));
            }
            if !dense.is_empty() && !set.points.is_empty() {
                return Err(MIXED);
            }
            if !dense.is_empty() {
                all = self.join(&all, &Cells { dense, ..Cells::default() });
            }
        }
        Ok(all)
    }

    /// The cells between two on a line.
    pub fn between(&mut self, a: &Cell, b: &Cell) -> Lifted<Cells> {
        match (a, b) {
            (Cell::At(frame, from), Cell::At(other, to)) if *frame == self.frame && *other == self.frame => {
                let mut all = Cells::none();
                for direction in self.game.board.directions().collect::<Vec<_>>() {
                    let mut passed: Vec<Path> = Vec::new();
                    let mut at = self.further(from, direction)?;
                    while at.by != to.by && passed.len() < MOST_SLOTS && at.from.iter().any(|word| *word != 0) {
                        passed.push(at.clone());
                        at = self.further(&at, direction)?;
                    }
                    // Another line may come to the same number of slots from other cells.
                    at.from.iter_mut().zip(&to.from).for_each(|(line, path)| *line &= path);
                    let leads = self.leads(&at);
                    if at.by == to.by && leads != Truth::Known(false) {
                        let part = Cells::at(passed.into_iter().map(|path| (path, leads)).collect());
                        all = self.join(&all, &part);
                    }
                }
                Ok(all)
            }
            (Cell::One(a), Cell::One(b)) => {
                if self.game.board.slots() > MOST_SLOTS {
                    return Err(not_batchable("lines between cells of a large board"));
                }
                self.asks_between = true;
                Ok(Cells::of(self.value_of(Op::Between { d: 0, a: *a, b: *b })))
            }
            _ => Err(not_batchable("cells between others of another form")),
        }
    }

    /// The one cell of a set, or none where it has no member or several.
    pub fn the(&mut self, set: &Cells) -> Lifted<Cell> {
        if set.points.is_empty() && !set.dense.is_empty() {
            let a = self.dense(set)?;
            return Ok(Cell::One(self.value_of(Op::Lone { d: 0, a })));
        }
        let several = not_batchable("the one cell of a set that may have several");
        let members: Vec<_> = set.points.iter().filter(|(_, truth)| *truth != Truth::Known(false)).collect();
        let (path, truth) = match members.as_slice() {
            _ if !set.is_sparse() => return Err(several),
            [] => return Ok(Cell::Nowhere),
            [one] => *one,
            members => {
                let truths: Vec<Truth> = members.iter().map(|(_, truth)| *truth).collect();
                let two = self.two_hold(&truths);
                let mut paths = Vec::new();
                for (path, truth) in members {
                    let is_it = self.without(*truth, two);
                    if is_it != Truth::Known(false) {
                        paths.push((path.clone(), is_it));
                    }
                }
                return Ok(Cell::Among(self.frame, paths));
            }
        };
        let from = match truth {
            Truth::Known(true) => path.from.clone(),
            Truth::Known(false) => return Ok(Cell::Nowhere),
            Truth::Field(field) => {
                let ask = self.asked(*field)?;
                if !ask.tests.is_empty() {
                    return Err(CHANGES);
                }
                path.from.iter().zip(&ask.cells).map(|(a, b)| a & b).collect()
            }
            Truth::Mask(_) => return Err(CHANGES),
        };
        Ok(Cell::At(self.frame, Path { by: path.by, from }))
    }

    /// Whether two cells are the same one, or both nowhere.
    pub fn same_cell(&mut self, a: &Cell, b: &Cell) -> Lifted<Truth> {
        let frame = self.frame;
        match (a, b) {
            (Cell::Nowhere, Cell::Nowhere) => Ok(Truth::Known(true)),
            (Cell::At(at, path), Cell::Nowhere) | (Cell::Nowhere, Cell::At(at, path)) if *at == frame => {
                let leads = self.leads(path);
                Ok(self.not(leads))
            }
            (Cell::At(one, a), Cell::At(other, b)) if *one == frame && *other == frame => {
                let (leads, also) = (self.leads(a), self.leads(b));
                let both = if a.by == b.by { self.both(leads, also) } else { Truth::Known(false) };
                let any = self.either(leads, also);
                let neither = self.not(any);
                Ok(self.either(both, neither))
            }
            // Seen from the cell that everything is asked of: whether the path leads to the one cell.
            (Cell::At(at, path), Cell::One(reg)) | (Cell::One(reg), Cell::At(at, path)) if *at == frame => {
                let same = Truth::Field(self.back(path, *reg));
                let leads = self.leads(path);
                let some = Truth::Mask(self.value_of(Op::Some { d: 0, a: *reg }));
                let any = self.either(leads, some);
                let neither = self.not(any);
                Ok(self.either(same, neither))
            }
            (Cell::One(reg), Cell::Nowhere) | (Cell::Nowhere, Cell::One(reg)) => {
                let some = Truth::Mask(self.value_of(Op::Some { d: 0, a: *reg }));
                Ok(self.not(some))
            }
            (Cell::One(a), Cell::One(b)) => {
                if let Some(same) = self.same_neighbour(*a, *b) {
                    return Ok(Truth::Known(same));
                }
                let differ = self.value_of(Op::Xor { d: 0, a: (*a).min(*b), b: (*a).max(*b) });
                let differ = Truth::Mask(self.value_of(Op::Some { d: 0, a: differ }));
                Ok(self.not(differ))
            }
            _ => Err(not_batchable("an equality of cells of another form")),
        }
    }

    /// A cell a step further.
    pub fn step(&mut self, cell: &Cell, direction: DirectionId) -> Lifted<Cell> {
        Ok(match cell {
            Cell::At(frame, path) => Cell::At(*frame, self.further(path, direction)?),
            Cell::One(reg) => Cell::One(self.stepped(*reg, direction)),
            Cell::Known(cell) => self.game.board.step(*cell, direction).map_or(Cell::Nowhere, Cell::Known),
            Cell::Among(frame, paths) => {
                let mut further: Vec<(Path, Truth)> = Vec::new();
                for (path, is_it) in paths {
                    for next in self.all_further(path, direction) {
                        if further.iter().any(|(known, _)| known.by == next.by) {
                            return Err(CHANGES);
                        }
                        further.push((next, *is_it));
                    }
                }
                Cell::Among(*frame, further)
            }
            Cell::Nowhere => Cell::Nowhere,
        })
    }
}

/// The largest board of which all lines are kept.
const MOST_SLOTS: usize = 160;

const CHANGES: NotBatchable = not_batchable("the one cell of a set that changes");
const MIXED: NotBatchable = not_batchable("steps from a set that a pick changes");
