//! What a drawn action changes.

use super::implied_pick::follows;
use super::lifter::{Grown, Lifted, Lifter, not_batchable};
use super::value::{Cell, Cells, LiftedPlayer, LiftedValue, Truth};
use crate::op::{Op, Reg, RegisterKind, StackChange};
use rulebook_language::model::{
    Content, CounterId, Effect, Expr, ExprKind, KindId, MarkId, Move, Picking, PlayerId, Primitive, TransferMode, Type,
    primitives,
};
use rulebook_language::util::Id;

/// What can happen to cells in a turn, in the order of the layout.
pub const PLACED: usize = 0;
pub const REMOVED: usize = 1;
pub const FLIPPED: usize = 2;
pub const MOVED: usize = 3;
const PROMOTED: usize = 4;
pub const VACATED: usize = 5;

/// What is known of a picked cell: for each owner's plane whether it is in it.
#[derive(Clone, Debug)]
pub struct Picked {
    /// The register of sets that holds it.
    pub cell: Reg,
    /// By owner's plane.
    pub inside: Vec<Option<bool>>,
}

/// A move being made.
#[derive(Clone)]
pub struct Making {
    /// The picked cells.
    pub picked: Vec<Picked>,
    /// Where it is made.
    pub where_made: Truth,
    /// The planes at the ply's start.
    pub start: Vec<Reg>,
}

impl<'g> Lifter<'g> {
    /// Makes a move with cells that were drawn, in the lanes where it was.
    pub fn make(&mut self, rule: &'g Move, cells: &[Reg], where_made: Truth) -> Lifted<()> {
        self.bound.clear();
        let mut picked = Vec::new();
        let mut regs = cells.iter();
        let mut start = Vec::new();
        for plane in 0..self.planes.len() {
            let set = self.planes[plane].clone();
            start.push(self.dense(&set)?);
        }
        let mut place = 0;
        for step in &rule.picking {
            match step {
                Picking::Several { .. } => return Err(not_batchable("a pick of a set")),
                Picking::Pick { local, from } if from.ty != Type::Cells => {
                    let value = self.fixed_value(place, from)?;
                    self.bound.insert(*local, value);
                    place += 1;
                }
                Picking::Pick { local, from } => {
                    place += 1;
                    let cell = *regs.next().ok_or(not_batchable("a pick too many"))?;
                    let inside = (0..usize::from(self.layout.owners)).map(|plane| self.known_in(from, plane)).collect();
                    if self.is_late(from) {
                        let cells = self.cells(from)?;
                        let is_member = self.member(&cells, &Cell::One(cell))?;
                        let is_other = self.without(where_made, is_member);
                        self.rejected = self.either(self.rejected, is_other);
                    }
                    picked.push(Picked { cell, inside });
                    self.bound.insert(*local, LiftedValue::Cell(Cell::One(cell)));
                }
                Picking::Let { local, .. } if follows(rule) == Some(*local) => {
                    let cell = *regs.next().ok_or(not_batchable("a pick too many"))?;
                    let inside = vec![None; usize::from(self.layout.owners)];
                    picked.push(Picked { cell, inside });
                    self.bound.insert(*local, LiftedValue::Cell(Cell::One(cell)));
                }
                Picking::Let { local, value } => {
                    let value = self.lift(value)?;
                    self.bound.insert(*local, value);
                }
                Picking::Where(condition) => self.ask_drawn(condition, where_made)?,
            }
        }
        let making = Making { picked, where_made, start };
        self.before = self.planes.clone();
        let asked = |effect: &&Effect| effect.does.iter().all(|primitive| matches!(primitive, Primitive::Require(_)));
        let last = rule.effects.iter().rev().take_while(asked).count();
        let (effects, last) = rule.effects.split_at(rule.effects.len() - last);
        let made = self.make_all(effects, &making).and_then(|()| {
            primitives(last).try_for_each(|primitive| match primitive {
                Primitive::Require(condition) => self.ask_last(condition, making.where_made),
                _ => Ok(()),
            })
        });
        self.before.clear();
        made
    }

    pub fn make_all(&mut self, effects: &'g [Effect], making: &Making) -> Lifted<()> {
        primitives(effects).try_for_each(|primitive| {
            self.where_it_matters(making.where_made, |lifter| lifter.make_one(primitive, making))
        })
    }

    fn make_one(&mut self, primitive: &'g Primitive, making: &Making) -> Lifted<()> {
        self.ask_where(primitive, making.where_made)?;
        match primitive {
            Primitive::Require(condition) => self.ask_drawn(condition, making.where_made)?,
            Primitive::Let(local, value) => {
                let value = self.lift(value)?;
                self.bound.insert(*local, value);
            }
            Primitive::Assign { cells, content } => {
                let cells = self.affected(cells, making)?;
                self.assign(cells, content, making)?;
            }
            Primitive::Transfer { from, to, mode } => self.transfer(from, to, mode, making)?,
            Primitive::Mark { mark, cells, on } => {
                let mut cells = self.affected(cells, making)?;
                // Only a piece carries what goes with pieces.
                if let (true, Some(carriers)) = (*on, &self.game.marks[*mark].carriers) {
                    let carriers = self.pieces_of_kinds(carriers)?;
                    cells = self.intersection(cells, carriers);
                }
                let plane = self.layout.mark_plane(*mark);
                let old = self.now(plane)?;
                let new = if *on { self.union(old, cells) } else { self.difference(old, cells) };
                self.planes[plane] = Cells::of(new);
            }
            Primitive::Set { counter, of, value } => self.count_up(*counter, of, value, making)?,
            Primitive::If { condition, then, otherwise } => {
                let holds = self.truth(condition)?;
                let not = self.not(holds);
                for (holds, effects) in [(holds, then), (not, otherwise)] {
                    let where_made = self.both(making.where_made, holds);
                    if where_made != Truth::Known(false) && !effects.is_empty() {
                        let making = Making { where_made, ..making.clone() };
                        // What one branch changes must not be seen as certain by the other.
                        self.make_all(effects, &making)?;
                    }
                }
            }
            Primitive::For { local, over, condition, body } => {
                self.make_each((*local, over, condition.as_ref()), body, making)?;
            }
            Primitive::Repeat { .. } => return Err(not_batchable("it repeats its effects")),
            Primitive::Sow(sow) => self.sow(sow, making)?,
            Primitive::Unstack { from, count, bottom } => {
                let cell = self.affected(from, making)?;
                let change = if *bottom { StackChange::TakeBottom } else { StackChange::TakeTop };
                self.restack(change, cell, cell, count.as_ref())?;
                self.record(REMOVED, cell)?;
            }
        }
        Ok(())
    }

    pub fn assign(&mut self, cells: Reg, content: &'g Content, making: &Making) -> Lifted<()> {
        match content {
            Content::Piece { count, piece } => {
                match count {
                    Some(count) => self.put_pile(count, piece, cells, making)?,
                    None if self.has_stacks() && !self.are_empty(cells, making)? => self.push(piece, cells, None)?,
                    None => {
                        self.put(piece, cells, making)?;
                        self.set_height(cells, 1)?;
                    }
                }
                self.record(PLACED, cells)?;
            }
            Content::Nothing => {
                self.record_pieces(REMOVED, cells)?;
                if self.has_stacks() {
                    self.knows_stacks()?;
                    self.ops.push(Op::ClearUnder { a: cells });
                    self.set_height(cells, 0)?;
                }
                for plane in 0..usize::from(self.layout.piece_planes()) {
                    self.take_from(plane, cells, making)?;
                }
                self.end_carried(cells)?;
            }
            Content::OtherOwner => self.turn_over(cells)?,
            Content::Kind(kind) => {
                for (kind, is_it) in self.kinds(kind)? {
                    let cells = match is_it {
                        Truth::Known(true) => cells,
                        _ => {
                            let mask = self.mask(is_it).ok_or(not_batchable("a kind that depends on cells"))?;
                            self.value_of(Op::Where { d: 0, a: cells, mask })
                        }
                    };
                    let able = self.of_owners_of(kind)?;
                    let able = self.dense(&able)?;
                    let pieces = self.intersection(cells, able);
                    self.become_kind(kind, pieces, making)?;
                    for mark in self.marks_lost(|carriers| !carriers.contains(&kind)) {
                        self.take_from(self.layout.mark_plane(mark), pieces, making)?;
                    }
                    self.keep_carried(kind, pieces)?;
                    self.record(PROMOTED, pieces)?;
                }
            }
        }
        Ok(())
    }

    fn turn_over(&mut self, cells: Reg) -> Lifted<()> {
        let (first, second) = (self.now(0)?, self.now(1)?);
        let turned = if self.within(cells, first) || self.within(cells, second) {
            cells
        } else {
            let either = self.union(first, second);
            self.intersection(either, cells)
        };
        for (plane, old, other) in [(0, first, second), (1, second, first)] {
            // What is all one player's only comes to the other.
            let new = if self.within(turned, old) {
                self.difference(old, turned)
            } else if self.within(turned, other) {
                self.union(old, turned)
            } else {
                self.value_of(Op::Xor { d: 0, a: old.min(turned), b: old.max(turned) })
            };
            if !self.within(turned, old) {
                self.grown[plane] = Grown::Somehow;
            }
            self.planes[plane] = Cells::of(new);
        }
        self.record(FLIPPED, turned)
    }

    fn transfer(&mut self, from: &'g Expr, to: &'g Expr, mode: &'g TransferMode, making: &Making) -> Lifted<()> {
        let is_exchange = match mode {
            TransferMode::Exchange if self.has_stacks() => return Err(not_batchable("an exchange of stacks")),
            TransferMode::Exchange => true,
            TransferMode::Replace | TransferMode::Stack | TransferMode::Top(_) | TransferMode::Tuck(_) => false,
        };
        let (a, b) = (self.affected(from, making)?, self.affected(to, making)?);
        let (a, b) = self.both_on_board(a, b, making);
        if !is_exchange {
            self.record_pieces(VACATED, a)?;
        }
        let change = match mode {
            TransferMode::Stack if self.are_empty(b, making)? => None,
            TransferMode::Stack => Some((StackChange::Move, None)),
            TransferMode::Top(count) => Some((StackChange::MoveTop, count.as_ref())),
            TransferMode::Tuck(count) => {
                self.record_pieces(REMOVED, a)?;
                Some((StackChange::Tuck, count.as_ref()))
            }
            TransferMode::Replace => {
                self.record_pieces(REMOVED, b)?;
                None
            }
            TransferMode::Exchange => None,
        };
        if let Some((change, count)) = change {
            self.restack(change, a, b, count)?;
            return self.record(MOVED, b);
        }
        if self.has_stacks() {
            self.knows_stacks()?;
            self.ops.push(Op::MoveUnder { a, b });
        }
        for plane in (0..usize::from(self.layout.piece_planes())).chain(self.carried_bits()) {
            if is_exchange { self.exchange(plane, a, b, making)? } else { self.shift(plane, a, b, making)? }
        }
        for plane in self.heights.clone() {
            self.shift(plane, a, b, making)?;
        }
        if is_exchange {
            self.record(MOVED, a)?;
        }
        self.record(MOVED, b)
    }

    /// Both cells, in the lanes in which neither is off the board: within a condition nothing moves from or to nowhere. Outside of
    /// one such an action is not legal.
    fn both_on_board(&mut self, a: Reg, b: Reg, making: &Making) -> (Reg, Reg) {
        match making.where_made {
            Truth::Mask(mask) if !self.is_choice(mask) => {
                let [some_a, some_b] = [a, b].map(|set| self.value_of(Op::Some { d: 0, a: set }));
                let a_there = self.value_of(Op::Where { d: 0, a, mask: some_b });
                let b_there = self.value_of(Op::Where { d: 0, a: b, mask: some_a });
                (a_there, b_there)
            }
            _ => (a, b),
        }
    }

    /// Says that something has happened to cells in this turn, where the rules ask.
    pub fn record(&mut self, event: usize, cells: Reg) -> Lifted<()> {
        if let Some(plane) = self.events[event] {
            let old = self.now(plane)?;
            let new = self.union(old, cells);
            self.planes[plane] = Cells::of(new);
        }
        Ok(())
    }

    /// The same of those cells on which pieces stand.
    fn record_pieces(&mut self, event: usize, cells: Reg) -> Lifted<()> {
        if self.events[event].is_some() {
            let occupied = self.occupied();
            let occupied = self.dense(&occupied)?;
            let pieces = self.intersection(cells, occupied);
            self.record(event, pieces)?;
        }
        Ok(())
    }

    /// The plane's register.
    pub fn now(&mut self, plane: usize) -> Lifted<Reg> {
        let set = self.planes[plane].clone();
        self.dense(&set)
    }

    /// The cells that an effect is on: none in lanes where it is not made.
    pub fn affected(&mut self, cells: &'g Expr, making: &Making) -> Lifted<Reg> {
        let cells = self.cells(cells)?;
        let a = self.dense(&cells)?;
        match making.where_made {
            Truth::Known(true) => Ok(a),
            Truth::Mask(mask) => {
                let is_pick = making.picked.iter().any(|picked| picked.cell == a);
                // A picked cell is nowhere in the lanes of other choices.
                if is_pick && self.is_choice(mask) { Ok(a) } else { Ok(self.value_of(Op::Where { d: 0, a, mask })) }
            }
            _ => Err(not_batchable("effects under a condition on cells")),
        }
    }

    /// Whether a mask is that of a choice, not of a condition within it.
    fn is_choice(&self, mask: Reg) -> bool {
        usize::from(mask) < self.lasting[RegisterKind::Mask as usize]
    }

    /// Whether a set is known to have no cell of a plane, or all in it.
    pub fn surely(&mut self, set: Reg, plane: usize, making: &Making) -> Lifted<Option<bool>> {
        let now = self.now(plane)?;
        // What was picked is known of the planes at the start.
        if making.start.get(plane) == Some(&now)
            && let Some(picked) = making.picked.iter().find(|picked| picked.cell == set)
            && let Some(known) = picked.inside.get(plane).copied().flatten()
        {
            return Ok(Some(known));
        }
        if self.within(set, now) {
            return Ok(Some(true));
        }
        for other in (0..usize::from(self.layout.owners)).filter(|other| *other != plane) {
            let owners = usize::from(self.layout.owners);
            let other = self.now(other)?;
            if plane < owners && self.within(set, other) {
                return Ok(Some(false));
            }
        }
        Ok(None)
    }

    fn take_from(&mut self, plane: usize, cells: Reg, making: &Making) -> Lifted<()> {
        if self.surely(cells, plane, making)? != Some(false) {
            let old = self.now(plane)?;
            let new = self.difference(old, cells);
            self.planes[plane] = Cells::of(new);
        }
        Ok(())
    }

    fn give_to(&mut self, plane: usize, cells: Reg, making: &Making) -> Lifted<()> {
        let old = self.now(plane)?;
        let new = self.union(old, cells);
        self.planes[plane] = Cells::of(new);
        self.grow(plane, cells, making);
        Ok(())
    }

    fn grow(&mut self, plane: usize, cells: Reg, making: &Making) {
        let is_pick = making.picked.iter().any(|picked| picked.cell == cells);
        self.grown[plane] = match self.grown[plane] {
            Grown::No if is_pick => Grown::By(cells),
            Grown::By(known) if known == cells => Grown::By(cells),
            _ => Grown::Somehow,
        };
    }

    pub fn put(&mut self, piece: &'g Expr, on: Reg, making: &Making) -> Lifted<()> {
        let (kind, owner) = match &piece.kind {
            ExprKind::Piece { kind, owner } => (self.kind(kind)?, owner.as_deref()),
            ExprKind::If(condition, then, otherwise) => {
                return match self.truth(condition)? {
                    Truth::Known(true) => self.put(then, on, making),
                    Truth::Known(false) => self.put(otherwise, on, making),
                    _ => Err(not_batchable("a piece that depends on the position")),
                };
            }
            _ => return Err(not_batchable("a piece of another form")),
        };
        let owner = self.owner_of_piece(owner)?;
        for plane in (0..usize::from(self.layout.owners)).filter(|plane| *plane != owner) {
            self.take_from(plane, on, making)?;
        }
        self.give_to(owner, on, making)?;
        self.become_kind(kind, on, making)?;
        // A new piece carries no mark yet.
        for mark in self.marks_lost(|_| true) {
            self.take_from(self.layout.mark_plane(mark), on, making)?;
        }
        self.begin_carried(kind, on)
    }

    /// The place of a piece's owner among the planes: behind the players for nobody.
    pub fn owner_of_piece(&mut self, owner: Option<&'g Expr>) -> Lifted<usize> {
        let Some(owner) = owner else { return Ok(self.game.players.len()) };
        match self.player(owner)? {
            LiftedPlayer::Known(player) => Ok(player.index()),
            LiftedPlayer::Each(_) => Err(not_batchable("a piece of whoever owns a cell")),
        }
    }

    /// The marks that go with pieces of whose kinds this is so.
    fn marks_lost(&self, is_lost: impl Fn(&[KindId]) -> bool) -> Vec<MarkId> {
        self.game.carried_marks().filter(|(_, carriers)| is_lost(carriers)).map(|(mark, _)| mark).collect()
    }

    /// The cells with pieces of some kinds.
    pub fn pieces_of_kinds(&mut self, kinds: &[KindId]) -> Lifted<Reg> {
        if kinds.len() == self.game.kinds.len() {
            let all = self.occupied();
            return self.dense(&all);
        }
        let owners = usize::from(self.layout.owners);
        let mut all: Option<Reg> = None;
        for kind in kinds {
            let plane = self.now(owners + kind.index())?;
            all = Some(match all {
                Some(all) => self.union(all, plane),
                None => plane,
            });
        }
        all.ok_or(not_batchable("a mark that no piece carries"))
    }

    /// The pieces that can be of a kind: those of players, or those of nobody.
    fn of_owners_of(&mut self, kind: KindId) -> Lifted<Cells> {
        let players = self.game.players.len();
        if usize::from(self.layout.owners) == players {
            return Ok(self.occupied());
        }
        let neutral = self.plane(players);
        if self.game.kinds[kind].neutral {
            return Ok(neutral);
        }
        let occupied = self.occupied();
        self.minus(&occupied, &neutral)
    }

    fn become_kind(&mut self, kind: KindId, on: Reg, making: &Making) -> Lifted<()> {
        let owners = usize::from(self.layout.owners);
        for other in 0..usize::from(self.layout.kinds) {
            if other == kind.index() {
                self.give_to(owners + other, on, making)?;
            } else {
                self.take_from(owners + other, on, making)?;
            }
        }
        Ok(())
    }

    fn exchange(&mut self, plane: usize, a: Reg, b: Reg, making: &Making) -> Lifted<()> {
        let (in_a, in_b) = (self.surely(a, plane, making)?, self.surely(b, plane, making)?);
        let old = self.now(plane)?;
        let both = self.union(a, b);
        let new = match (in_a, in_b) {
            (Some(x), Some(y)) if x == y => return Ok(()),
            (Some(_), Some(_)) => self.value_of(Op::Xor { d: 0, a: old.min(both), b: old.max(both) }),
            _ => {
                let (x, y) = (self.intersection(old, a), self.intersection(old, b));
                let x = Truth::Mask(self.value_of(Op::Some { d: 0, a: x }));
                let y = Truth::Mask(self.value_of(Op::Some { d: 0, a: y }));
                let Truth::Mask(mask) = self.differ(x, y) else { return Ok(()) };
                let moved = self.value_of(Op::Where { d: 0, a: both, mask });
                self.value_of(Op::Xor { d: 0, a: old.min(moved), b: old.max(moved) })
            }
        };
        match (in_a, in_b) {
            (Some(true), Some(false)) => self.grow(plane, b, making),
            (Some(false), Some(true)) => self.grow(plane, a, making),
            _ => self.grown[plane] = Grown::Somehow,
        }
        self.planes[plane] = Cells::of(new);
        Ok(())
    }

    fn shift(&mut self, plane: usize, a: Reg, b: Reg, making: &Making) -> Lifted<()> {
        let (in_a, in_b) = (self.surely(a, plane, making)?, self.surely(b, plane, making)?);
        let old = self.now(plane)?;
        let new = match (in_a, in_b) {
            (Some(false), _) => return self.take_from(plane, b, making),
            (Some(true), Some(false)) => {
                let both = self.union(a, b);
                self.value_of(Op::Xor { d: 0, a: old.min(both), b: old.max(both) })
            }
            (Some(true), _) => {
                let rest = self.difference(old, a);
                self.union(rest, b)
            }
            (None, _) => {
                let here = self.intersection(old, a);
                let mask = self.value_of(Op::Some { d: 0, a: here });
                let both = self.union(a, b);
                let rest = self.difference(old, both);
                let moved = self.value_of(Op::Where { d: 0, a: b, mask });
                self.union(rest, moved)
            }
        };
        self.grow(plane, b, making);
        self.planes[plane] = Cells::of(new);
        Ok(())
    }

    fn count_up(&mut self, counter: CounterId, of: &'g [Expr], said: &'g Expr, making: &Making) -> Lifted<()> {
        let number = self.number(said)?;
        let value = self.unscaled(&number, "a counter of fractions")?;
        // A counter stays within its range.
        let (low, high) = (self.game.counters[counter].low, self.game.counters[counter].high);
        let value = self.in_range(value, low, high);
        if let (true, [cell]) = (self.is_of_cells(counter), of) {
            let cells = self.affected(cell, making)?;
            return self.count_cells(counter, cells, value);
        }
        for (index, is_it) in self.counted(counter, of)? {
            let slot = self.counters.get(usize::from(counter.0)).and_then(|regs| regs.get(index));
            let old = *slot.ok_or(not_batchable("it counts for each cell"))?;
            let new = match self.both(making.where_made, is_it) {
                Truth::Known(true) => value,
                Truth::Known(false) => old,
                Truth::Mask(mask) => self.value_of(Op::Choose { d: 0, a: value, b: old, mask }),
                Truth::Field(_) => return Err(not_batchable("effects under a condition on cells")),
            };
            self.counters[usize::from(counter.0)][index] = new;
        }
        Ok(())
    }

    /// The next player in the order of play.
    pub fn next_player(&self, player: PlayerId) -> PlayerId {
        PlayerId::from_index((player.index() + 1) % self.game.players.len())
    }
}
