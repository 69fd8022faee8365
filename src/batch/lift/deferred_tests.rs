//! Requirements that only a look at whole groups can settle: for which cells what lies around them settles it, and what is left to
//! be tested of a cell when it is drawn.

use super::lifter::{Lifted, Lifter, View, not_batchable};
use super::value::{LiftedPlayer, LiftedValue, Path, Truth};
use crate::conditions::{GainTest, GainTests, MAX_TESTED_SETS, TestedSet};
use crate::op::{Op, Reg, TernaryOp};
use rulebook_language::model::{Builtin, Expr, ExprKind, Pattern, PatternKind};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Id;

/// What is left to be tested of picks.
#[derive(Clone)]
pub struct DeferredTests {
    /// What must hold.
    pub tests: GainTests,
    /// The sets that are asked about.
    pub sources: Vec<Reg>,
    /// The picks that surely pass.
    pub sure: Truth,
}

/// The cells around one may say how many groups come to be more: by what they are, the least and the greatest number.
type Ranges = Vec<(Truth, i32, i32)>;

/// So many groups cannot be.
const MANY: i32 = 1 << 20;

impl DeferredTests {
    /// None.
    pub fn none() -> Self {
        DeferredTests { tests: GainTests::default(), sources: Vec::new(), sure: Truth::Known(true) }
    }
}

impl<'g> Lifter<'g> {
    /// Whether a requirement compares how many groups there are with how many there were. What can be said of all cells at once
    /// goes into `possible` and the doubts' `sure`.
    pub fn defer_test(
        &mut self,
        condition: &'g Expr,
        possible: &mut Truth,
        deferred: &mut DeferredTests,
    ) -> Lifted<bool> {
        let ExprKind::Builtin(builtin, args) = &condition.kind else { return Ok(false) };
        let [a, b] = args.as_slice() else { return Ok(false) };
        if *builtin == Builtin::And {
            let kept = (*possible, deferred.clone());
            if self.defer_test(a, possible, deferred)? && self.defer_test(b, possible, deferred)? {
                return Ok(true);
            }
            (*possible, *deferred) = kept;
            return Ok(false);
        }
        let (now, is_first) = match (&a.kind, &b.kind) {
            (_, ExprKind::Before(then)) if counts_groups(a) && counts_groups(then) => ([a, then], true),
            (ExprKind::Before(then), _) if counts_groups(b) && counts_groups(then) => ([b, then], false),
            _ => return Ok(false),
        };
        let (least, most) = match (builtin, is_first) {
            (Builtin::Less, true) => (-MANY, -1),
            (Builtin::LessOrEqual, true) => (-MANY, 0),
            (Builtin::Less, false) => (1, MANY),
            (Builtin::LessOrEqual, false) => (0, MANY),
            (Builtin::Equal, _) => (0, 0),
            _ => return Ok(false),
        };
        let game = self.game;
        let mut counted = Vec::new();
        for count in now {
            let ExprKind::Builtin(_, shapes) = &count.kind else { return Ok(false) };
            let LiftedValue::Shapes(pattern, of) = self.lift(&shapes[0])? else { return Ok(false) };
            counted.push((pattern, self.owners(&game.patterns[pattern], of)?));
        }
        // In the order in which players move, so that what is tested is the same whoever it is for.
        counted.iter_mut().for_each(|(_, owners)| owners.sort_by_key(|owner| *owner != self.me));
        let [(pattern, owners), same] = counted.as_slice() else { return Ok(false) };
        if (*pattern, owners) != (same.0, &same.1) || owners.is_empty() {
            return Ok(false);
        }
        let shape = &game.patterns[*pattern];
        if shape.sort != PatternKind::Group || !self.is_plain(shape) {
            return Ok(false);
        }
        let mut parts = 0u8;
        let mut combined: Ranges = vec![(Truth::Known(true), 0, 0)];
        for owner in owners.clone() {
            let plane = owner.index();
            let Some(changes) = self.changes(plane) else { return Ok(false) };
            if changes.is_empty() {
                continue;
            }
            let view = std::mem::replace(&mut self.view, View::Before);
            let before = self.owned_by(&LiftedPlayer::Known(owner));
            self.view = view;
            let before = self.dense(&before)?;
            let source = match deferred.sources.iter().position(|known| *known == before) {
                Some(place) => place,
                None => {
                    deferred.sources.push(before);
                    deferred.sources.len() - 1
                }
            };
            let ranges = match changes.as_slice() {
                [(path, comes)] => self.around(shape, before, path, *comes)?,
                _ => vec![(Truth::Known(true), -MANY, MANY)],
            };
            combined = self.together_with(&combined, &ranges);
            let changes = changes.into_iter().map(|(path, comes)| (path.by as i16, comes)).collect();
            let side = self.side(owner);
            let part = TestedSet { source: source as u8, side, groups: self.group_place(shape), changes };
            let known = &mut deferred.tests.parts;
            let place = known.iter().position(|other| *other == part).unwrap_or(known.len());
            if place == known.len() {
                known.push(part);
            }
            if place >= MAX_TESTED_SETS {
                return Err(not_batchable("the groups of many players"));
            }
            parts |= 1 << place;
        }
        let (mut may, mut must) = (Truth::Known(false), Truth::Known(false));
        for (here, low, high) in combined {
            if low <= most && high >= least {
                may = self.either(may, here);
            }
            if low >= least && high <= most {
                must = self.either(must, here);
            }
        }
        *possible = self.both(*possible, may);
        deferred.sure = self.both(deferred.sure, must);
        if may != must {
            deferred.tests.tests.push(GainTest { parts, least, most });
            deferred.tests.tests.sort_by_key(|test| u8::BITS - test.parts.leading_zeros());
        }
        if deferred.sources.len() > 2 { Err(not_batchable("the groups of many players")) } else { Ok(true) }
    }

    /// What the effects so far change in an owner's plane, by the paths to the cells; nothing where that depends on the position.
    fn changes(&mut self, plane: usize) -> Option<Vec<(Path, bool)>> {
        let mut changes = Vec::new();
        for (path, now) in self.planes[plane].points.clone() {
            let Truth::Known(now) = now else { return None };
            let was = self.before.get(plane)?.says(&path)?;
            if was != now {
                changes.push((path, now));
            }
        }
        Some(changes)
    }

    /// How many groups of a set more there are if a cell comes to it or leaves it: by its neighbours that are in the set. Where
    /// those lie side by side they are in one group whatever is further off.
    fn around(&mut self, shape: &'g Pattern, set: Reg, path: &Path, comes: bool) -> Lifted<Ranges> {
        let directions = self.game.board.relation_directions(shape.relation).to_vec();
        let order = self.round(shape, &directions);
        let most = order.len() as i32;
        let mut inside = Vec::new();
        for direction in &order {
            inside.push(Truth::Field(self.stepped_back(set, *direction)));
        }
        // An arc ends where the next neighbour is not in the set, or does not touch this one.
        let (mut near, mut ends) = (Truth::Known(false), Vec::new());
        for place in 0..order.len() {
            let next = (place + 1) % order.len();
            near = self.either(near, inside[place]);
            let touches = self.side_by_side(shape, order[place], order[next]);
            ends.push(if touches { self.without(inside[place], inside[next]) } else { inside[place] });
        }
        let parted = self.two_hold(&ends);
        let alone = self.not(near);
        let one = self.without(near, parted);
        let classes = if comes {
            // A cell of the set that has no neighbour in it is a group of its own: with another arc there are two.
            let lone = self.without(Truth::Field(set), near);
            let lone = self.field(lone);
            let mut beside = Truth::Known(false);
            for direction in &order {
                let inside = Truth::Field(self.stepped_back(lone, *direction));
                beside = self.either(beside, inside);
            }
            let two = self.both(parted, beside);
            let rest = self.without(parted, beside);
            vec![(alone, 1, 1), (one, 0, 0), (two, 1 - most, -1), (rest, 1 - most, 0)]
        } else {
            vec![(alone, -1, -1), (one, 0, 0), (parted, 0, most - 1)]
        };
        let mut ranges = Vec::new();
        for (here, low, high) in classes {
            // Asked of the cell at the end of the path.
            let here = match here {
                Truth::Field(set) => Truth::Field(self.back(path, set)),
                other => other,
            };
            ranges.push((here, low, high));
        }
        Ok(ranges)
    }

    /// Whether two of some conditions hold, or more.
    pub fn two_hold(&mut self, truths: &[Truth]) -> Truth {
        let (mut one, mut two) = (Truth::Known(false), Truth::Known(false));
        for three in truths.chunks(3) {
            let (mut some, mut most) = (Truth::Known(false), Truth::Known(false));
            for truth in three {
                let again = self.both(some, *truth);
                most = self.either(most, again);
                some = self.either(some, *truth);
            }
            if let [Truth::Field(a), Truth::Field(b), Truth::Field(c)] = *three {
                let mut all = [a, b, c];
                all.sort_unstable();
                let [a, b, c] = all;
                most = Truth::Field(self.value_of(Op::Three { d: 0, a, b, c, how: TernaryOp::Most }));
            }
            let again = self.both(one, some);
            let here = self.either(again, most);
            two = self.either(two, here);
            one = self.either(one, some);
        }
        two
    }

    fn together_with(&mut self, a: &Ranges, b: &Ranges) -> Ranges {
        let mut all = Ranges::new();
        for (here, low, high) in a {
            for (there, least, most) in b {
                let both = self.both(*here, *there);
                if both != Truth::Known(false) {
                    all.push((both, low + least, high + most));
                }
            }
        }
        all
    }

    /// Directions in an order in which neighbours lie side by side, as far as they do.
    fn round(&self, shape: &Pattern, directions: &[DirectionId]) -> Vec<DirectionId> {
        let mut rest = directions.to_vec();
        let mut order: Vec<DirectionId> = Vec::new();
        while !rest.is_empty() {
            let touches = |next: &DirectionId| order.last().is_some_and(|last| self.side_by_side(shape, *last, *next));
            let place = rest.iter().position(touches).unwrap_or(0);
            order.push(rest.remove(place));
        }
        order
    }

    /// Whether the neighbours in two directions are neighbours of each other, wherever there are both.
    fn side_by_side(&self, shape: &Pattern, a: DirectionId, b: DirectionId) -> bool {
        let board = &self.game.board;
        board
            .cells()
            .filter_map(|cell| Some((board.step(cell, a)?, board.step(cell, b)?)))
            .all(|(a, b)| board.neighbours(shape.relation, a).contains(&b))
    }
}

fn counts_groups(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Builtin(Builtin::GroupCount, _))
}
