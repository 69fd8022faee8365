//! What effects do to what is known of a position, and how far they change each measure.

use super::known::{Delta, FAR, World};
use super::measure::{Measure, Sort};
use crate::audit::interpret::{Contents, EMPTY, Interpreter, Known, NOBODY, Range, Set, Value};
use rulebook_language::model::{
    Builtin, Content, CounterId, Effect, Expr, ExprKind, Game, KindId, LocalId, Primitive, TransferMode, primitives,
    same_all,
};
use rulebook_language::topology::CellId;
use rulebook_language::util::{Id, Rational};

/// Ways through a move that are kept apart; where there are more, they become one.
const MAX_WORLDS: usize = 64;
/// Pairs of cells that are tried where an effect's cells are not known.
const MAX_PAIRS: usize = 4096;

/// Follows the effects of one player's moves.
pub struct Effects<'g> {
    /// What is worked out of expressions.
    pub reason: Interpreter<'g>,
    /// The measures.
    pub measures: &'g [Measure],
}

impl Effects<'_> {
    pub(super) fn game(&self) -> &Game {
        self.reason.game
    }

    /// The ways that lead through some effects, from one world.
    pub fn follow(&self, world: World, effects: &[Effect], apart: bool) -> Vec<World> {
        let mut worlds = vec![world];
        for primitive in primitives(effects) {
            let mut next: Vec<World> = Vec::new();
            for mut world in worlds {
                let keeps = primitive.is_of_pieces() && self.keeps_marks(&mut world, primitive);
                let mut after = self.primitive(world, primitive, apart);
                if primitive.is_of_pieces() {
                    after.iter_mut().for_each(|world| self.carried(world, keeps));
                }
                next.extend(after);
            }
            if !matches!(primitive, Primitive::Let(..) | Primitive::Require(_)) {
                next.iter_mut().for_each(|world| world.changes());
            }
            let mut rest = next.split_off(if apart { next.len().min(MAX_WORLDS) } else { next.len().min(1) });
            if let Some(last) = next.last_mut() {
                rest.drain(..).for_each(|other| last.join(&other));
            }
            worlds = next;
        }
        worlds
    }

    fn primitive(&self, mut world: World, primitive: &Primitive, apart: bool) -> Vec<World> {
        let reason = &self.reason;
        if !reason.burn(world.known.contents.len()) {
            return vec![world];
        }
        match primitive {
            Primitive::Assign { cells, content } => self.assign(&mut world, cells, content),
            Primitive::Transfer { from, to, mode } => match mode {
                TransferMode::Replace => {
                    self.pairs(&mut world, from, to, |all, world, a, b| all.shift(world, a, b, false))
                }
                TransferMode::Stack => {
                    self.pairs(&mut world, from, to, |all, world, a, b| all.shift(world, a, b, true))
                }
                TransferMode::Exchange => {
                    self.pairs(&mut world, from, to, |all, world, a, b| all.exchange(world, a, b))
                }
                TransferMode::Top(count) | TransferMode::Tuck(count) => {
                    self.on_stack(&mut world, from, to, count.as_ref(), matches!(mode, TransferMode::Tuck(_)));
                }
            },
            Primitive::Unstack { from, count, .. } => {
                let (must, may) = self.one(&mut world, from);
                let (some, most) = self.how_many(&mut world, count.as_ref());
                let must = if some { must } else { Set::empty(reason.words()) };
                self.pieces_off(&mut world, &must, &may, most);
                self.uncover(&mut world, &must, &may);
            }
            Primitive::Sow(sow) => self.anything_of(&mut world, sow.counter),
            Primitive::Set { counter, of, value } => self.count(&mut world, *counter, of, value),
            Primitive::Mark { mark, cells, on } => {
                let (must, may) = reason.cells(&mut world, cells);
                self.mark(&mut world, *mark, &must, &may, *on);
            }
            Primitive::For { local, over, condition, body } => match reason.members(&mut world, over) {
                Some(members) => {
                    for (value, certain) in members {
                        if !self.once(&mut world, *local, value, certain, condition.as_ref(), body) {
                            return Vec::new();
                        }
                    }
                }
                None => self.many(&mut world, Some(*local), condition.as_ref(), body),
            },
            Primitive::Repeat { condition, body, .. } => self.many(&mut world, None, Some(condition), body),
            Primitive::If { condition, then, otherwise } => {
                let mut out = Vec::new();
                let mut other = world.clone();
                if reason.refine(&mut world, condition, true) {
                    out.extend(self.follow(world, then, apart));
                }
                if reason.refine(&mut other, condition, false) {
                    out.extend(self.follow(other, otherwise, apart));
                }
                return out;
            }
            Primitive::Let(local, value) => {
                let value = reason.value(&mut world, value);
                world.locals.insert(*local, value);
            }
            Primitive::Require(condition) => {
                if !reason.refine(&mut world, condition, true) {
                    return Vec::new();
                }
            }
        }
        vec![world]
    }

    fn assign(&self, world: &mut World, cells: &Expr, content: &Content) {
        let (must, may) = self.reason.cells(world, cells);
        let codes = self.reason.codes;
        match content {
            Content::Piece { count, piece } => {
                let new = self.piece(world, piece);
                let number = count.as_ref().map_or(Range::whole(1), |count| self.reason.range(world, count));
                self.put(world, &must, &may, new, number);
            }
            Content::Nothing => {
                self.pieces_off(world, &must, &may, i64::from(self.game().max_height));
                self.replace(world, &must, &may, |_| EMPTY);
            }
            Content::OtherOwner => {
                let players = self.game().players.len();
                let flip = |owner: usize| if owner < players { 1 - owner.min(1) } else { owner };
                self.change(world, &must, &may, |old| codes.map(old, |owner, kind| (flip(owner), kind)));
            }
            Content::Kind(to) => {
                let mask = self.reason.kind(world, to);
                let kinds: Vec<KindId> = self.game().kinds.ids().filter(|kind| mask >> kind.index() & 1 == 1).collect();
                // Of no kind nothing becomes, and so the piece may stay as it was.
                let stays = mask == u64::MAX;
                self.change(world, &must, &may, |old| {
                    let each = kinds.iter().map(|to| {
                        let become_ = |owner, kind| (owner, if codes.can_be(owner, *to) { to.index() } else { kind });
                        codes.map(old, become_)
                    });
                    each.fold(if stays { old } else { 0 }, |all, new| all | new)
                });
            }
        }
    }

    /// The top pieces of one cell go on top of another, or under what stands there.
    fn on_stack(&self, world: &mut World, from: &Expr, to: &Expr, count: Option<&Expr>, tucked: bool) {
        let (a, b) = (self.one(world, from), self.one(world, to));
        let (some, _) = self.how_many(world, count);
        let certain = |must: Set| if some { must } else { Set::empty(self.reason.words()) };
        let stacked = self.stacked(world, |of| {
            let (x, y) = (self.union(world, &a.1), self.union(world, &b.1));
            // Under nothing, what is tucked comes to lie on top.
            match y & of == 0 && if tucked { y & EMPTY == 0 } else { x & of == 0 } {
                true => self.unstacked(of, x, some && !a.0.is_empty()),
                false => Delta::ANY,
            }
        });
        // Of several that are tucked, any may come to lie on top.
        let top = if tucked && count.is_some() { self.reason.codes.all } else { self.union(world, &a.1) };
        self.uncover(world, &certain(a.0), &a.1);
        let new = |old| match tucked {
            true => (old & !EMPTY) | if old & EMPTY != 0 { top } else { 0 },
            // Nothing moves from an empty cell.
            false => (top & !EMPTY) | if top & EMPTY != 0 { old } else { 0 },
        };
        self.replace(world, &certain(b.0), &b.1, new);
        world.come_to(stacked);
    }

    /// Whether at least one piece is meant, and how many at most.
    fn how_many(&self, world: &mut World, count: Option<&Expr>) -> (bool, i64) {
        let most = i64::from(self.game().max_height);
        match count {
            None => (true, 1),
            Some(count) => (self.reason.range(world, count).low.is_some_and(|low| low >= Rational::ONE), most),
        }
    }

    /// Forgets all that is known of a counter.
    pub(super) fn anything_of(&self, world: &mut World, counter: CounterId) {
        let declared = &self.game().counters[counter];
        if let Some(bounds) = world.known.counter_mut(counter) {
            bounds.iter_mut().for_each(|bound| *bound = declared.bounds());
        }
        for (delta, measure) in world.deltas.iter_mut().zip(self.measures) {
            if matches!(measure.sort, Sort::Counter(id, _) if id == counter) {
                *delta = Delta::ANY;
            }
        }
    }

    /// Forgets all that is known.
    fn anything(&self, world: &mut World) {
        world.known = Known::nothing(self.game(), self.reason.codes);
        world.deltas.iter_mut().for_each(|delta| *delta = Delta::ANY);
    }

    /// A loop's body for one member; false if the action is not legal then.
    fn once(
        &self,
        world: &mut World,
        local: LocalId,
        value: Value,
        certain: bool,
        condition: Option<&Expr>,
        body: &[Effect],
    ) -> bool {
        if !self.reason.burn(world.known.contents.len()) {
            return true;
        }
        let mut inside = world.clone();
        inside.locals.insert(local, value);
        let counts = condition.map_or(Some(true), |condition| self.reason.truth(&mut inside, condition));
        if counts == Some(false) {
            return true;
        }
        if let Some(condition) = condition
            && !self.reason.refine(&mut inside, condition, true)
        {
            return true;
        }
        let mut after = self.follow(inside, body, false);
        match (after.pop(), certain && counts == Some(true)) {
            (Some(after), true) => {
                *world = after;
                true
            }
            (Some(after), false) => {
                world.join(&after);
                true
            }
            (None, certain) => !certain,
        }
    }

    /// A loop's body, nobody knows how often and for what.
    fn many(&self, world: &mut World, local: Option<LocalId>, condition: Option<&Expr>, body: &[Effect]) {
        let mut inside = world.clone();
        inside.known = Known::nothing(self.game(), self.reason.codes);
        inside.changes();
        inside.deltas.iter_mut().for_each(|delta| *delta = Delta::default());
        let any = Value::cells(Set::empty(self.reason.words()), self.reason.board.clone());
        inside.locals.extend(local.map(|local| (local, any)));
        if let Some(condition) = condition
            && !self.reason.refine(&mut inside, condition, true)
        {
            return;
        }
        // A set has no more members than the subsets of lines and groups through cells: their number has no handy bound.
        let Some(after) = self.follow(inside, body, false).pop() else { return };
        world.known = Known::nothing(self.game(), self.reason.codes);
        for (delta, once) in world.deltas.iter_mut().zip(&after.deltas) {
            let way = |n: i64| if n == 0 { 0 } else { n.signum() * FAR };
            *delta = delta.plus(Delta::new(way(once.low.min(0)), way(once.high.max(0))));
        }
    }

    /// The cells that an effect on one cell is on for certain, and perhaps.
    fn one(&self, world: &mut World, cell: &Expr) -> (Set, Set) {
        let (among, nowhere) = self.reason.cell(world, cell);
        let known = among.single().is_some() && !nowhere;
        (if known { among.clone() } else { Set::empty(self.reason.words()) }, among)
    }

    fn union(&self, world: &World, cells: &Set) -> Contents {
        cells.iter().fold(0, |all, cell| all | world.known.at(cell))
    }

    /// What a piece to put may be.
    fn piece(&self, world: &mut World, piece: &Expr) -> Contents {
        let codes = self.reason.codes;
        match &piece.kind {
            ExprKind::Piece { kind, owner } => {
                let kinds = self.reason.kind(world, kind);
                let mask = owner.as_deref().map(|owner| self.reason.players(world, owner));
                let owned = mask.map_or(codes.neutral, |mask| codes.owned(mask));
                let able = self.game().kinds_of(owner.is_none()).fold(0, |all, kind| all | 1 << kind.index());
                // Of nobody, and of no kind, there is no piece, and so the cell may stay as it was.
                let certain = mask.is_none_or(|mask| mask & NOBODY == 0) && kinds & !able == 0;
                if certain { owned & codes.kinds(kinds) } else { codes.all }
            }
            ExprKind::If(condition, then, otherwise) => match self.reason.truth(world, condition) {
                Some(true) => self.piece(world, then),
                Some(false) => self.piece(world, otherwise),
                None => self.piece(world, then) | self.piece(world, otherwise),
            },
            _ => codes.all,
        }
    }

    /// Replaces what cells hold by something that does not depend on which of its contents a cell had.
    fn replace(&self, world: &mut World, must: &Set, may: &Set, new: impl Fn(Contents) -> Contents) {
        for cell in may.iter() {
            let old = world.known.at(cell);
            let new = new(old);
            let certain = must.contains(cell);
            self.measure(world, |sort| {
                let delta = self.replaced(sort, cell, old, new);
                if certain { delta } else { delta.hull(Delta::default()) }
            });
            world.known.set(cell, if certain { new } else { old | new });
        }
    }

    /// Changes what cells hold, each content into another.
    fn change(&self, world: &mut World, must: &Set, may: &Set, new: impl Fn(Contents) -> Contents) {
        for cell in may.iter() {
            let old = world.known.at(cell);
            let certain = must.contains(cell);
            let each: Vec<(Contents, Contents)> = (0..Contents::BITS)
                .map(|bit| 1 << bit)
                .filter(|one| old & one != 0)
                .map(|one: Contents| (one, new(one)))
                .collect();
            self.measure(world, |sort| {
                let deltas = each.iter().map(|(old, new)| match sort {
                    // A stack stays as high as it is.
                    Sort::Stacked(of) if (old & of == 0) == (new & of == 0) => Delta::default(),
                    Sort::Stacked(_) => Delta::ANY,
                    _ => sort.replaced(cell, *old, *new),
                });
                let delta = deltas.reduce(Delta::hull).unwrap_or_default();
                if certain { delta } else { delta.hull(Delta::default()) }
            });
            let after = each.iter().fold(0, |all, (_, new)| all | new);
            world.known.set(cell, if certain { after } else { old | after });
        }
    }

    /// Adds the change of every measure that cells alone decide.
    fn measure(&self, world: &mut World, change: impl Fn(&Sort) -> Delta) {
        self.reason.burn(self.measures.len());
        for (delta, measure) in world.deltas.iter_mut().zip(self.measures) {
            if matches!(measure.sort, Sort::Weight { .. } | Sort::Stacked(_)) {
                *delta = delta.plus(change(&measure.sort));
            }
        }
    }

    /// How far a measure goes when a cell that may hold `old` comes to hold one of `new`.
    fn replaced(&self, sort: &Sort, cell: CellId, old: Contents, new: Contents) -> Delta {
        match sort {
            Sort::Stacked(_) => sort.restacked(old, new, i64::from(self.game().max_height)),
            _ => sort.replaced(cell, old, new),
        }
    }

    fn put(&self, world: &mut World, must: &Set, may: &Set, new: Contents, number: Range) {
        let bound = |n: Option<Rational>, or: i64| n.and_then(Rational::to_whole).unwrap_or(or).clamp(0, or);
        let most = i64::from(self.game().max_height);
        let (low, high) = match number.low.and_then(Rational::to_whole) {
            Some(low) => (low.clamp(0, most), bound(number.high, most)),
            None => (0, most),
        };
        let count = |set: &Set, each: i64| (set.len() as i64).saturating_mul(each);
        let stacks = self.game().max_height > 1;
        for (delta, measure) in world.deltas.iter_mut().zip(self.measures) {
            if measure.sort == Sort::Pieces {
                *delta = delta.plus(Delta::new(count(must, low), count(may, high)));
            }
        }
        // A stack of none is not a stack.
        let certain = if stacks && low == 0 { Set::empty(self.reason.words()) } else { must.clone() };
        self.replace(world, &certain, may, |_| new);
    }

    /// Takes up to so many pieces off each cell.
    fn pieces_off(&self, world: &mut World, must: &Set, may: &Set, most: i64) {
        let certain = must.iter().filter(|cell| world.known.at(*cell) & EMPTY == 0).count() as i64;
        let possible = may.iter().filter(|cell| world.known.at(*cell) != EMPTY).count() as i64;
        for (delta, measure) in world.deltas.iter_mut().zip(self.measures) {
            if measure.sort == Sort::Pieces {
                *delta = delta.plus(Delta::new(-possible.saturating_mul(most), -certain));
            }
        }
    }

    /// Takes the top pieces away: whatever lies under them is seen.
    fn uncover(&self, world: &mut World, must: &Set, may: &Set) {
        let all = self.reason.codes.all;
        let single = self.game().max_height <= 1;
        let stacked = self.stacked(world, |of| {
            let each = may.iter().map(|cell| self.unstacked(of, world.known.at(cell), must.contains(cell)));
            each.fold(Delta::default(), Delta::plus)
        });
        self.replace(world, must, may, |old| match old {
            EMPTY => EMPTY,
            _ if single => EMPTY,
            _ => all,
        });
        world.come_to(stacked);
    }

    /// An effect on two cells: on those that they are, or on every pair that they may be.
    fn pairs(&self, world: &mut World, a: &Expr, b: &Expr, effect: impl Fn(&Self, &mut World, CellId, CellId)) {
        let (from, nowhere) = self.reason.cell(world, a);
        let (to, none) = self.reason.cell(world, b);
        if let (Some(a), Some(b), false) = (from.single(), to.single(), nowhere || none) {
            return effect(self, world, a, b);
        }
        let pairs = from.len().saturating_mul(to.len());
        if pairs > MAX_PAIRS || !self.reason.burn(pairs * world.known.contents.len()) {
            return self.anything(world);
        }
        let start = world.clone();
        let mut result = (nowhere || none).then(|| start.clone());
        for a in from.iter() {
            for b in to.iter() {
                let mut this = start.clone();
                effect(self, &mut this, a, b);
                match &mut result {
                    Some(result) => result.join(&this),
                    None => result = Some(this),
                }
            }
        }
        *world = result.unwrap_or(start);
    }

    /// What stands on one cell goes to another, in the place of what stands there, or on top of it.
    fn shift(&self, world: &mut World, a: CellId, b: CellId, stack: bool) {
        if a == b {
            return;
        }
        let (x, y) = (world.known.at(a), world.known.at(b));
        // Of an empty cell no stack moves.
        let kept = stack && x & EMPTY != 0;
        let most = i64::from(self.game().max_height);
        self.measure(world, |sort| {
            if let Sort::Stacked(of) = sort {
                return match (y == EMPTY, stack && x & of != 0) {
                    (true, _) => Delta::default(),
                    (false, true) => Delta::ANY,
                    (false, false) if kept => sort.restacked(y, 0, most).hull(Delta::default()),
                    (false, false) => sort.restacked(y, 0, most),
                };
            }
            let left = sort.replaced(a, 0, EMPTY);
            let taken = sort.replaced(b, y, 0);
            let full = sort.carried(a, b, x).plus(left).plus(taken);
            if kept { full.hull(Delta::default()) } else { full }
        });
        if !stack {
            let of_b = Set::of(self.reason.words(), [b]);
            self.pieces_off(world, &of_b, &of_b, i64::from(self.game().max_height));
        }
        world.known.set(a, EMPTY);
        world.known.set(b, if kept { (x & !EMPTY) | y } else { x });
    }

    fn exchange(&self, world: &mut World, a: CellId, b: CellId) {
        if a == b {
            return;
        }
        let (x, y) = (world.known.at(a), world.known.at(b));
        // Of a measure of stacks nothing changes: they only go elsewhere.
        self.measure(world, |sort| sort.carried(a, b, x).plus(sort.carried(b, a, y)));
        world.known.set(a, y);
        world.known.set(b, x);
    }

    /// Sets a counter, which stays within its range.
    fn count(&self, world: &mut World, counter: CounterId, of: &[Expr], value: &Expr) {
        let declared = &self.game().counters[counter];
        // Where no such piece stands, nothing is set.
        if declared.carried.is_some() {
            return self.anything_of(world, counter);
        }
        let (low, high) = (declared.low, declared.high);
        let whole = |n: Option<Rational>, or: i64, up: bool| match n {
            Some(n) => {
                let floor = n.numerator().div_euclid(n.denominator().max(1));
                if up && n.to_whole().is_none() { floor + 1 } else { floor }
            }
            None => or,
        };
        let step = self.step(world, counter, of, value);
        let range = match step {
            Some(step) => step,
            None => self.reason.range(world, value),
        };
        // Far beyond every counter, and yet not so far that sums of them overflow.
        let least = whole(range.low, -FAR, false).clamp(-FAR, FAR);
        let most = whole(range.high, FAR, true).clamp(-FAR, FAR);
        let per = declared.per;
        let indices = self.reason.indices(world, per, of);
        let certain = indices.len() == 1 && self.reason.certain(world, of);
        for index in indices {
            let Some(old) = world.known.counters.get(counter.index()).and_then(|all| all.get(index)).copied() else {
                continue;
            };
            let (new, delta) = match step {
                Some(_) => {
                    let to = |n: i64, by: i64| n.saturating_add(by).clamp(low, high);
                    let delta = Delta::new(to(old.1, least) - old.1, to(old.0, most) - old.0);
                    ((to(old.0, least), to(old.1, most)), delta)
                }
                None => {
                    let new = (least.clamp(low, high), most.clamp(low, high));
                    (new, Delta::new(new.0 - old.1, new.1 - old.0))
                }
            };
            let delta = if certain { delta } else { delta.hull(Delta::default()) };
            let new = if certain { new } else { (old.0.min(new.0), old.1.max(new.1)) };
            for (known, measure) in world.deltas.iter_mut().zip(self.measures) {
                if let Sort::Counter(id, of) = measure.sort
                    && id == counter
                    && of.is_none_or(|of| of == index)
                {
                    *known = known.plus(delta);
                }
            }
            if let Some(known) = world.known.counter_mut(counter).and_then(|all| all.get_mut(index)) {
                *known = new;
            }
        }
    }

    /// By how much a counter is set to more or less than it is, if that is what is said.
    fn step(&self, world: &mut World, counter: CounterId, of: &[Expr], value: &Expr) -> Option<Range> {
        let ExprKind::Builtin(sign @ (Builtin::Add | Builtin::Subtract), sides) = &value.kind else { return None };
        let [old, by] = sides.as_slice() else { return None };
        let ExprKind::Counter(id, whose) = &old.kind else { return None };
        if *id != counter || !same_all(of, whose) {
            return None;
        }
        let by = self.reason.range(world, by);
        Some(if *sign == Builtin::Add { by } else { by.negated() })
    }
}

impl Effects<'_> {
    /// A line of the setup.
    pub fn place(&self, world: &mut World, placement: &rulebook_language::model::Placement) {
        let new = self.piece(world, &placement.piece);
        let (must, may) = match &placement.on {
            Some(on) => self.reason.cells(world, on),
            None => {
                let empty = |certain: bool| {
                    let is = |cell: &CellId| match world.known.at(*cell) {
                        EMPTY => true,
                        contents => !certain && contents & EMPTY != 0,
                    };
                    Set::of(self.reason.words(), self.reason.board.iter().filter(is))
                };
                (empty(true), empty(false))
            }
        };
        self.put(world, &must, &may, new, Range::whole(i64::from(placement.count)));
    }
}
