//! What moves do to the memory, and what they require of the result.

use super::Lowered;
use super::builder::Builder;
use super::number::Counted;
use super::operand::{Operand, Who};
use super::scope::Hoisted;
use crate::plan::op::{Op, Reg, SOWN_FROM_HAND};
use crate::plan::op_stack::StackOp;
use crate::plan::probe::{NodeId, NodeKind};
use rulebook_language::model::{
    Content, CounterId, DefinitionId, Effect, Expr, ExprKind, KindId, LocalId, Primitive, Sow, TransferMode,
};
use rulebook_language::util::Id;

/// The turn's own planes, in the order of `Layout::events`.
const PLACED: usize = 0;
const REMOVED: usize = 1;
const FLIPPED: usize = 2;
const MOVED: usize = 3;
const PROMOTED: usize = 4;
const VACATED: usize = 5;

impl Builder<'_> {
    /// Code for effects in order. With `check`, requirements jump where they fail; the jumps are to be landed.
    pub fn effects(&mut self, effects: &[Effect], check: bool, fails: &mut Vec<u32>) -> Lowered<()> {
        for effect in effects {
            let node = match effect.does.as_slice() {
                // What a statement only names or requires is a node of its own.
                [Primitive::Let(..) | Primitive::Require(_)] => None,
                // What it does to each cell beside other things, as what pieces carry that are put, is told with it.
                _ if self.told == Some(effect.span) => None,
                _ => self.enter(NodeKind::Effect, effect.span),
            };
            let outer = std::mem::replace(&mut self.told, (effect.does.len() > 1).then_some(effect.span));
            self.at_line(effect.span, |builder| {
                effect.does.iter().try_for_each(|primitive| builder.primitive(primitive, check, fails))
            })?;
            self.told = outer;
            self.leave_node(node);
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Primitive, check: bool, fails: &mut Vec<u32>) -> Lowered<()> {
        match primitive {
            Primitive::Assign { cells, content } => {
                let cells = self.set(cells)?;
                self.assign(cells, content)?;
            }
            Primitive::Transfer { from, to, mode } => {
                let (a, b) = (self.cell(from)?, self.cell(to)?);
                self.transfer(a, b, mode)?;
            }
            Primitive::Unstack { from, count, bottom } => {
                let (cell, count) = (self.cell(from)?, self.how_many(count.as_ref())?);
                self.code.op(Op::Stack(StackOp::RemovePart { cell, count, bottom: *bottom }));
                self.record_cell(REMOVED, cell);
            }
            Primitive::Set { counter, of, value } => self.set_counter(*counter, of, value)?,
            Primitive::Sow(sow) => self.sow(sow)?,
            Primitive::Mark { mark, cells, on } => {
                let mut cells = self.set(cells)?;
                // Only a piece carries what goes with pieces.
                if let (true, Some(carriers)) = (*on, &self.game.marks[*mark].carriers) {
                    let (carriers, meant) = (self.pieces_of_kinds(carriers), self.code.set_reg());
                    self.code.op(Op::And { d: meant, a: cells, b: carriers });
                    cells = meant;
                }
                self.merge(self.layout.mark(*mark), cells, *on);
            }
            Primitive::For { local, over, condition, body } => self.each(*local, over, &mut |builder| {
                let misses = match condition {
                    Some(condition) => builder.branch(condition, false)?,
                    None => Vec::new(),
                };
                builder.effects(body, check, fails)?;
                builder.code.land(&misses);
                Ok(())
            })?,
            Primitive::Repeat { most, condition, body } => {
                let [count, one] = [self.code.number_reg(), self.code.constant_number(1)];
                let most = self.code.constant_number(i64::from(*most));
                self.code.op(Op::Move { d: count, a: most });
                let top = self.code.here();
                let none = self.code.jump(Op::JumpUnless { a: count, to: 0 });
                let misses = self.branch(condition, false)?;
                self.effects(body, check, fails)?;
                self.code.op(Op::Subtract { d: count, a: count, b: one });
                self.code.op(Op::Jump { to: top });
                self.code.land(&[none]);
                if let node @ Some(_) = self.enter(NodeKind::Unfinished, condition.span) {
                    let ends = self.branch(condition, false)?;
                    let ends = self.decided(node, ends, false);
                    self.code.land(&ends);
                }
                self.code.land(&misses);
            }
            Primitive::If { condition, then, otherwise } => {
                let misses = self.branch(condition, false)?;
                self.effects(then, check, fails)?;
                let over = self.code.jump(Op::Jump { to: 0 });
                self.code.land(&misses);
                self.effects(otherwise, check, fails)?;
                self.code.land(&[over]);
            }
            Primitive::Let(local, value) => {
                let operand = self.named(*local, value)?;
                self.scope.bind(*local, operand);
            }
            Primitive::Require(condition) => {
                let node = self.enter(NodeKind::Require, condition.span);
                if check {
                    let otherwise = self.branch(condition, false)?;
                    fails.extend(self.decided(node, otherwise, false));
                } else {
                    self.leave_node(node);
                }
            }
        }
        Ok(())
    }

    fn assign(&mut self, cells: Reg, content: &Content) -> Lowered<()> {
        match content {
            Content::Piece { count, piece } => {
                let count = match count {
                    Some(_) => Some(self.how_many(count.as_ref())?),
                    None => None,
                };
                let otherwise = self.put(piece, cells, count)?;
                self.record(PLACED, cells);
                self.code.land(&otherwise);
            }
            Content::Nothing => {
                self.record_pieces(REMOVED, cells);
                self.clear(cells);
            }
            Content::OtherOwner => self.turn_over(cells),
            Content::Kind(kind) => match kind.named_kind() {
                Some(kind) => {
                    let able = self.of_owners_of(self.game.kinds[kind].neutral);
                    let pieces = self.code.set_reg();
                    self.code.op(Op::And { d: pieces, a: cells, b: able });
                    self.become_kind(kind, pieces);
                    self.keep_carried(pieces);
                    self.record(PROMOTED, pieces);
                }
                None => self.promote(kind, cells)?,
            },
        }
        Ok(())
    }

    /// The pieces that can be become of a kind that is not known yet, and stay as they are where it is none.
    fn promote(&mut self, kind: &Expr, cells: Reg) -> Lowered<()> {
        let kind = self.kind(kind)?;
        for neutral in [false, true] {
            if self.game.kinds_of(neutral).next().is_none() {
                continue;
            }
            let otherwise = self.unless_kind(kind, neutral);
            let able = self.of_owners_of(neutral);
            let pieces = self.code.set_reg();
            self.code.op(Op::And { d: pieces, a: cells, b: able });
            self.become_kind_in(kind, pieces);
            self.keep_carried(pieces);
            self.record(PROMOTED, pieces);
            self.code.land(&[otherwise]);
        }
        Ok(())
    }

    fn transfer(&mut self, a: Reg, b: Reg, mode: &TransferMode) -> Lowered<()> {
        let count = self.layout.piece_planes();
        let has_stacks = self.layout.stacks.is_some();
        if !matches!(mode, TransferMode::Exchange) && self.game.features.events[VACATED] {
            // Nothing moves to nowhere.
            let (zero, there) = (self.code.constant_number(0), self.code.number_reg());
            self.code.op(Op::LessOrEqual { d: there, a: zero, b });
            let nowhere = self.code.jump(Op::JumpUnless { a: there, to: 0 });
            let source = self.code.set_reg();
            self.code.op(Op::Single { d: source, cell: a });
            self.record_pieces(VACATED, source);
            self.code.land(&[nowhere]);
        }
        match mode {
            TransferMode::Replace => {
                if self.game.features.events[REMOVED] {
                    let target = self.code.set_reg();
                    self.code.op(Op::Single { d: target, cell: b });
                    self.record_pieces(REMOVED, target);
                }
                if has_stacks {
                    let target = self.code.set_reg();
                    self.code.op(Op::Single { d: target, cell: b });
                    self.code.op(Op::Stack(StackOp::ClearUnder { cells: target }));
                    self.code.op(Op::Stack(StackOp::ExchangeUnder { a, b }));
                }
                self.code.op(Op::Shift { offset: 0, count, a, b });
                self.move_carried(a, b);
            }
            TransferMode::Exchange => {
                self.code.op(Op::Exchange { offset: 0, count, a, b });
                self.exchange_carried(a, b);
                if has_stacks {
                    self.code.op(Op::Stack(StackOp::ExchangeUnder { a, b }));
                }
                self.record_cell(MOVED, a);
            }
            TransferMode::Stack => self.code.op(Op::Stack(StackOp::MoveStack { a, b })),
            TransferMode::Top(count) => {
                let count = self.how_many(count.as_ref())?;
                self.code.op(Op::Stack(StackOp::MoveTop { a, b, count }));
            }
            TransferMode::Tuck(count) => {
                let count = self.how_many(count.as_ref())?;
                // What lies under another stack was taken from where it stood.
                if self.game.features.events[REMOVED] {
                    let source = self.code.set_reg();
                    self.code.op(Op::Single { d: source, cell: a });
                    self.record_pieces(REMOVED, source);
                }
                self.code.op(Op::Stack(StackOp::Tuck { a, b, count }));
            }
        }
        self.record_cell(MOVED, b);
        Ok(())
    }

    fn set_counter(&mut self, counter: CounterId, of: &[Expr], said: &Expr) -> Lowered<()> {
        let value = self.number(said)?;
        if value.scale != 1 {
            return Err(self.unsupported(said, "a counter of fractions"));
        }
        let (low, high) = (self.game.counters[counter].low, self.game.counters[counter].high);
        let per = self.game.counters[counter].per;
        let mut a = value.reg;
        // A counter stays within its range.
        if value.low < i128::from(low) {
            let least = self.code.constant_number(low);
            let d = self.code.number_reg();
            self.code.op(Op::Greatest { d, a, b: least });
            a = d;
        }
        if value.high > i128::from(high) {
            let most = self.code.constant_number(high);
            let d = self.code.number_reg();
            self.code.op(Op::Least { d, a, b: most });
            a = d;
        }
        let offset = self.layout.counter(counter);
        match (self.counted(of, per)?, &self.game.counters[counter].carried) {
            (Counted::At(place), _) => self.code.op(Op::StoreNumber { offset: offset + place, a }),
            (Counted::Of(index, count), None) => self.code.op(Op::StoreAt { offset, index, count, a }),
            // Only a piece carries what goes with pieces.
            (Counted::Of(cell, count), Some(carried)) => {
                let carriers = self.pieces_of_kinds(&carried.carriers);
                let there = self.code.number_reg();
                self.code.op(Op::Contains { d: there, a: carriers, cell });
                let nothing = self.code.jump(Op::JumpUnless { a: there, to: 0 });
                self.code.op(Op::StoreAt { offset, index: cell, count, a });
                self.code.land(&[nothing]);
            }
        }
        Ok(())
    }

    /// How many pieces; one where nothing is said.
    fn how_many(&mut self, count: Option<&Expr>) -> Lowered<Reg> {
        let Some(count) = count else { return Ok(self.code.constant_number(1)) };
        let num = self.number(count)?;
        if num.scale != 1 {
            return Err(self.unsupported(count, "a stack of a fraction"));
        }
        Ok(num.reg)
    }

    fn sow(&mut self, sow: &Sow) -> Lowered<()> {
        let counter = &self.game.counters[sow.counter];
        let (offset, high) = (self.layout.counter(sow.counter), self.code.constant_number(counter.high));
        let zero = self.code.constant_number(0);
        let all = self.code.constant_number(counter.low.max(0));
        let leaving = match (&sow.hand, &sow.leaving) {
            (Some(hand), _) => {
                let (hand, least) = (self.how_many(Some(hand))?, self.code.number_reg());
                self.code.op(Op::Greatest { d: least, a: hand, b: zero });
                let (past, d) = (self.code.constant_number(SOWN_FROM_HAND), self.code.number_reg());
                self.code.op(Op::Subtract { d, a: past, b: least });
                d
            }
            (None, Some(leaving)) => {
                let (a, d) = (self.how_many(Some(leaving))?, self.code.number_reg());
                self.code.op(Op::Greatest { d, a, b: zero });
                d
            }
            (None, None) => all,
        };
        let Operand::Direction(direction) = self.lower(&sow.along)? else { return Err(self.internal(&sow.along)) };
        let skipping = match &sow.skipping {
            Some(cells) => self.set(cells)?,
            None => self.set_of([]),
        };
        let first = self.cell(&sow.from)?;
        let from = self.code.number_reg();
        self.code.op(Op::Move { d: from, a: first });
        let left = self.code.number_reg();
        self.code.op(Op::Move { d: left, a: leaving });
        let top = self.code.here();
        self.code.op(Op::Sow { offset, from, leaving: left, direction, skipping, high });
        let (one, stored) = (self.code.constant_number(1), self.code.number_reg());
        self.code.op(Op::Add { d: stored, a: from, b: one });
        self.code.op(Op::StoreNumber { offset: self.layout.system.last_sown, a: stored });
        if let Some(again) = &sow.again {
            let done = self.branch(again, false)?;
            if sow.hand.is_some() {
                // What was at hand is sown: it goes on with what lies there.
                self.code.op(Op::Move { d: left, a: all });
            }
            self.code.op(Op::Jump { to: top });
            self.code.land(&done);
        }
        Ok(())
    }

    /// Adds cells to a plane, or takes them away.
    pub fn merge(&mut self, offset: u32, cells: Reg, on: bool) {
        let old = self.code.set_reg();
        self.code.op(Op::Plane { d: old, offset });
        let new = self.code.set_reg();
        self.code.op(if on { Op::Or { d: new, a: old, b: cells } } else { Op::Sub { d: new, a: old, b: cells } });
        self.code.op(Op::Store { offset, a: new });
    }

    fn record(&mut self, event: usize, cells: Reg) {
        if self.game.features.events[event] {
            self.merge(self.layout.events[event], cells, true);
        }
    }

    /// The same of those cells on which pieces stand.
    fn record_pieces(&mut self, event: usize, cells: Reg) {
        if self.game.features.events[event] {
            let (occupied, pieces) = (self.occupied(), self.code.set_reg());
            self.code.op(Op::And { d: pieces, a: cells, b: occupied });
            self.record(event, pieces);
        }
    }

    fn record_cell(&mut self, event: usize, cell: Reg) {
        if self.game.features.events[event] {
            let cells = self.code.set_reg();
            self.code.op(Op::Single { d: cells, cell });
            self.record(event, cells);
        }
    }

    /// Takes everything off the cells.
    fn clear(&mut self, cells: Reg) {
        if self.layout.stacks.is_some() {
            self.code.op(Op::Stack(StackOp::ClearUnder { cells }));
        }
        for plane in 0..u32::from(self.layout.piece_planes()) {
            self.merge(plane * self.layout.words, cells, false);
        }
        self.end_carried(cells);
    }

    /// Puts a piece, or so many, on every cell of a set: on top where cells hold stacks, else in the place of what stands there.
    /// Jumps, to be landed, where the piece is of no kind.
    pub fn put(&mut self, piece: &Expr, on: Reg, count: Option<Reg>) -> Lowered<Vec<u32>> {
        let (kind, owner) = match &piece.kind {
            ExprKind::Piece { kind, owner } => (&**kind, owner.as_deref()),
            ExprKind::If(condition, then, otherwise) => {
                let misses = self.branch(condition, false)?;
                let mut none = self.put(then, on, count)?;
                let over = self.code.jump(Op::Jump { to: 0 });
                self.code.land(&misses);
                none.extend(self.put(otherwise, on, count)?);
                self.code.land(&[over]);
                return Ok(none);
            }
            _ => return Err(self.internal(piece)),
        };
        let kind = match kind.named_kind() {
            Some(kind) => PutKind::Named(kind),
            None => PutKind::In(self.kind(kind)?),
        };
        let otherwise = match kind {
            PutKind::Named(_) => None,
            PutKind::In(kind) => Some(self.unless_kind(kind, owner.is_none())),
        };
        self.put_kind(kind, owner, on, count)?;
        Ok(otherwise.into_iter().collect())
    }

    fn put_kind(&mut self, kind: PutKind, owner: Option<&Expr>, on: Reg, count: Option<Reg>) -> Lowered<()> {
        if let Some(stacks) = self.layout.stacks {
            let who = match owner {
                None => self.code.constant_number(self.game.players.len() as i64),
                Some(owner) => {
                    let who = self.player(owner)?;
                    self.who_reg(who)
                }
            };
            let values = i64::from(stacks.values);
            let kinds = self.code.constant_number(i64::from(stacks.kinds) * values);
            let first = self.code.number_reg();
            self.code.op(Op::Multiply { d: first, a: who, b: kinds });
            let digit = match kind {
                PutKind::Named(kind) => self.code.constant_number(kind.index() as i64 * values + 1),
                PutKind::In(kind) => {
                    let scaled = if values == 1 {
                        kind
                    } else {
                        let (ways, scaled) = (self.code.constant_number(values), self.code.number_reg());
                        self.code.op(Op::Multiply { d: scaled, a: kind, b: ways });
                        scaled
                    };
                    let (one, d) = (self.code.constant_number(1), self.code.number_reg());
                    self.code.op(Op::Add { d, a: scaled, b: one });
                    d
                }
            };
            let code = self.code.number_reg();
            self.code.op(Op::Add { d: code, a: first, b: digit });
            let count = match count {
                Some(count) => count,
                None => self.code.constant_number(1),
            };
            self.code.op(Op::Stack(StackOp::Pile { on, piece: code, count }));
            return Ok(());
        }
        match owner {
            None => {
                let neutral = self.layout.neutral(self.game.players.len());
                self.become_owner(neutral, on);
            }
            Some(owner) => match self.player(owner)? {
                Who::Known(player) => self.become_owner(Some(self.layout.owner(player)), on),
                Who::Reg(who) => {
                    let mut done = Vec::new();
                    for player in self.game.players.ids() {
                        let this = self.code.constant_number(player.index() as i64);
                        let same = self.code.number_reg();
                        self.code.op(Op::Equal { d: same, a: who, b: this });
                        let other = self.code.jump(Op::JumpUnless { a: same, to: 0 });
                        self.become_owner(Some(self.layout.owner(player)), on);
                        done.push(self.code.jump(Op::Jump { to: 0 }));
                        self.code.land(&[other]);
                    }
                    self.code.land(&done);
                }
            },
        }
        match kind {
            PutKind::Named(kind) => self.become_kind(kind, on),
            PutKind::In(kind) => self.become_kind_in(kind, on),
        }
        self.begin_carried(on);
        Ok(())
    }

    fn become_owner(&mut self, plane: Option<u32>, on: Reg) {
        for owner in 0..u32::from(self.layout.owners) {
            let offset = owner * self.layout.words;
            self.merge(offset, on, Some(offset) == plane);
        }
    }

    fn become_kind(&mut self, kind: KindId, on: Reg) {
        if self.layout.kinds == 0 {
            return;
        }
        for other in self.game.kinds.ids() {
            if let Some(offset) = self.layout.kind(other) {
                self.merge(offset, on, other == kind);
            }
        }
    }

    /// The pieces that can be of a kind that players own, or that nobody owns.
    fn of_owners_of(&mut self, is_neutral: bool) -> Reg {
        let Some(offset) = self.layout.neutral(self.game.players.len()) else { return self.occupied() };
        let neutral = self.code.set_reg();
        self.code.op(Op::Plane { d: neutral, offset });
        if is_neutral {
            return neutral;
        }
        let (occupied, owned) = (self.occupied(), self.code.set_reg());
        self.code.op(Op::Sub { d: owned, a: occupied, b: neutral });
        owned
    }

    fn turn_over(&mut self, cells: Reg) {
        let mut players = self.game.players.ids();
        let (Some(first), Some(second)) = (players.next(), players.next()) else { return };
        let (first, second) = (self.layout.owner(first), self.layout.owner(second));
        let [a, b, either, turned] =
            [self.code.set_reg(), self.code.set_reg(), self.code.set_reg(), self.code.set_reg()];
        self.code.op(Op::Plane { d: a, offset: first });
        self.code.op(Op::Plane { d: b, offset: second });
        self.code.op(Op::Or { d: either, a, b });
        self.code.op(Op::And { d: turned, a: either, b: cells });
        for (offset, old) in [(first, a), (second, b)] {
            let new = self.code.set_reg();
            self.code.op(Op::Xor { d: new, a: old, b: turned });
            self.code.op(Op::Store { offset, a: new });
        }
        self.record(FLIPPED, turned);
    }

    /// Works out, before the effects, what `before` expressions in them come to. Those that depend on names bound later
    /// are looked up in a copy of the contents instead, which is made here.
    pub fn hoist(&mut self, effects: &[Effect], with_requirements: bool) -> Lowered<()> {
        let game = self.game;
        let mut found: Vec<(&Expr, bool)> = Vec::new();
        let mut called: Vec<DefinitionId> = Vec::new();
        for effect in effects {
            effect.visit(with_requirements, &mut |expr| asked_before(expr, false, &mut found, &mut called));
        }
        let mut next = 0;
        while let Some(id) = called.get(next).copied() {
            asked_before(&game.definitions[id].body, true, &mut found, &mut called);
            next += 1;
        }
        let mut copied = false;
        for (place, in_definition) in found {
            let ExprKind::Before(of) = &place.kind else { continue };
            let free = of.free_locals();
            // A parameter is another at each use.
            if free.iter().all(|local: &LocalId| !in_definition && self.scope.operand(*local).is_some()) {
                let last = self.nodes.as_ref().and_then(|nodes| nodes.ids().next_back());
                let node = last.map_or(NodeId(0), |last| NodeId(last.0 + 1));
                if !self.is_probing()
                    && let Some(shapes) = self.counted_groups(of)?
                {
                    // What became of them may be easier to say than how many they were.
                    self.scope.hoist(std::ptr::from_ref(place), Hoisted::Groups(shapes));
                    continue;
                }
                let operand = self.lower(of)?;
                self.scope.hoist(std::ptr::from_ref(place), Hoisted::Value(operand, node));
            } else if !copied {
                copied = true;
                self.copies.before = true;
                let (to, count) = (self.layout.before, self.layout.contents);
                self.code.op(Op::CopyWords { from: 0, to, count });
            }
        }
        Ok(())
    }
}

/// The kind of a piece that is put.
#[derive(Clone, Copy)]
enum PutKind {
    Named(KindId),
    /// The one in a register.
    In(Reg),
}

/// Adds what an expression says with `before`, and whether a definition says it; and the definitions that it uses.
fn asked_before<'e>(
    expr: &'e Expr,
    in_definition: bool,
    found: &mut Vec<(&'e Expr, bool)>,
    called: &mut Vec<DefinitionId>,
) {
    expr.visit(&mut |inner| match &inner.kind {
        ExprKind::Before(_) => found.push((inner, in_definition)),
        ExprKind::Call(id, _) if !called.contains(id) => called.push(*id),
        _ => {}
    });
}
