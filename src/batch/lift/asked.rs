//! What is not lifted is asked of the plan, where it can be asked of a position as it stands: a condition, a number, a player, a
//! kind or cells, in which nothing is spoken of that is known for all picks at once alone. The code tells the positions that it has come to,
//! and asks in the lanes in which the answer matters.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::asking::{Asks, Names, Told};
use super::lifter::{Lifted, Lifter, NotBatchable, View, not_batchable};
use super::parts::{asks_for, has_part};
use super::value::{Cell, Cells, LiftedPlayer, LiftedValue, Number, Truth};
use crate::op::{Op, Reg, RegisterKind};
use crate::program::Phase;
use crate::questions::{PlanQuestion, Questions};
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, Game, PatternKind, Type};
use rulebook_language::util::Id;
use rulebook_play::plan::{Given, Gives, Inquiry, Question, compile_asking};

impl<'g> Lifter<'g> {
    /// What comes of code in which answers matter in some lanes alone.
    pub fn where_it_matters<T>(&mut self, within: Truth, code: impl FnOnce(&mut Self) -> T) -> T {
        let here =
            if self.asking.what != Asks::Nothing && within != Truth::Known(true) { self.mask(within) } else { None };
        let outer = self.asking.within;
        let both = match (outer, here) {
            (Some(a), Some(b)) if a != b => Some(self.value_of(Op::AndMask { d: 0, a, b })),
            (outer, here) => here.or(outer),
        };
        self.asking.within = both;
        let result = code(self);
        self.asking.within = outer;
        result
    }

    /// The question to the plan what an expression comes to, and of which cells it speaks.
    ///
    /// # Errors
    /// The reason why the expression is not lifted, where the plan cannot be asked.
    pub fn question(&mut self, expr: &'g Expr, reason: NotBatchable) -> Lifted<(u16, Vec<Reg>)> {
        if self.asking.what == Asks::Nothing || !self.may_be_asked(expr) {
            return Err(reason);
        }
        // What would be asked of a pick about loops takes longer than a ply of the plan.
        let is_looped = |kind: &ExprKind| matches!(kind, ExprKind::Pattern { pattern, .. } if self.game.patterns[*pattern].sort == PatternKind::Loop);
        if !self.asking.between_actions && has_part(self.game, expr, &is_looped) {
            return Err(reason);
        }
        let Some((names, cells)) = self.names(expr) else { return Err(reason) };
        let seat = self.me;
        let in_move = !self.asking.between_actions;
        let inquiry = Inquiry { expr, names, seat, in_move };
        let is_same = |known: &Inquiry<'_>| {
            std::ptr::eq(known.expr, expr)
                && (known.seat, known.in_move, &known.names) == (seat, in_move, &inquiry.names)
        };
        let question = match self.asking.all.iter().position(is_same) {
            Some(place) => place as u16,
            None => {
                self.asking.all.push(inquiry);
                self.asking.why.push(reason);
                (self.asking.all.len() - 1) as u16
            }
        };
        Ok((question, cells))
    }

    /// What is told of the positions, with its number, and the lanes in which the answer matters.
    pub fn told_now(&mut self, cells: &[Reg], reason: NotBatchable) -> Lifted<(Told, u16, Reg)> {
        let told = self.told(cells).ok_or(reason)?;
        let next = self.asking.told.len() as u16;
        let place = *self.asking.told.entry(told.clone()).or_insert(next);
        let mask = match self.asking.within {
            Some(mask) => mask,
            None => self.value_of(Op::ConstMask { d: 0, on: true }),
        };
        Ok((told, place, mask))
    }

    /// Whether the list of numbers that answers one question comes before that of another.
    pub fn list_less(&mut self, question: u16, other: u16) -> Lifted<Truth> {
        let (told, place, mask) = self.told_now(&[], not_batchable("a ranking of another form"))?;
        let zero = self.constant_number(0);
        let turned = Op::AskOrder { d: 0, mask, question: other, other: question, told: place };
        let less = match self.known.get(&turned) {
            Some(order) => Op::Less { d: 0, a: zero, b: *order },
            None => {
                let a = self.answer(Op::AskOrder { d: 0, mask, question, other, told: place }, mask, &told)?;
                Op::Less { d: 0, a, b: zero }
            }
        };
        Ok(Truth::Mask(self.value_of(less)))
    }

    /// What the plan says, where it can be asked; else why the expression is not lifted.
    pub fn ask_plan(&mut self, expr: &'g Expr, reason: NotBatchable) -> Lifted<LiftedValue<'g>> {
        let (question, cells) = self.question(expr, reason)?;
        let (told, place, mask) = self.told_now(&cells, reason)?;
        Ok(match expr.ty {
            Type::Truth => {
                let op = Op::AskTruth { d: 0, mask, question, told: place };
                LiftedValue::Truth(Truth::Mask(self.answer(op, mask, &told)?))
            }
            Type::Cell | Type::Cells => {
                let set = self.answer(Op::AskSet { d: 0, mask, question, told: place }, mask, &told)?;
                if expr.ty == Type::Cell {
                    LiftedValue::Cell(Cell::One(set))
                } else {
                    LiftedValue::Cells(Cells::of(set))
                }
            }
            Type::Number => {
                let number = self.answer(Op::AskNumber { d: 0, mask, question, told: place }, mask, &told)?;
                LiftedValue::Number(Number::Whole(number, 1))
            }
            Type::Player => {
                let a = self.answer(Op::AskNumber { d: 0, mask, question, told: place }, mask, &told)?;
                let each = self.game.players.ids().map(|player| self.is_number(a, player.index())).collect();
                LiftedValue::Player(LiftedPlayer::Each(each))
            }
            Type::Kind => {
                let a = self.answer(Op::AskNumber { d: 0, mask, question, told: place }, mask, &told)?;
                let each = self.game.kinds.ids().map(|kind| (kind, self.is_number(a, kind.index()))).collect();
                LiftedValue::KindAt(each)
            }
            _ => return Err(reason),
        })
    }

    /// What is left to the plan that phases ask in their code, and the plan that answers; nothing where they ask nothing.
    pub fn questions(&mut self, game: &Arc<Game>, phases: &[Phase]) -> Lifted<Option<Questions>> {
        let asked = std::mem::take(&mut self.asking.all);
        let tiers = std::mem::take(&mut self.asking.tiers);
        let codes = phases.iter().flat_map(|phase| phase.ply.iter().chain(&phase.opening));
        let is_in_code: FxHashSet<u16> = codes.flat_map(|op| op.questions()).collect();
        if is_in_code.is_empty() && tiers.is_empty() {
            return Ok(None);
        }
        let why = (0u16..).zip(&self.asking.why).filter(|(place, _)| is_in_code.contains(place)).map(|(_, why)| why);
        let mut left: Vec<NotBatchable> = why.chain(&self.asking.why_played).copied().collect();
        left.sort_unstable_by_key(|why| why.at.map(|at| (at.file, at.start, at.end)));
        left.dedup();
        let refused = || not_batchable("what is asked of the plan comes to very many operations");
        let plan = compile_asking(self.game, &asked).map_err(|_| refused())?;
        // Of numbers, those that are whole.
        let is_fraction = |question: &Question| {
            question.by_player.iter().any(|code| matches!(code.gives, Gives::Number(scale) if scale != 1))
        };
        if let Some((asked, _)) = asked.iter().zip(&plan.questions).find(|(_, question)| is_fraction(question)) {
            return Err(not_batchable("a number that is no whole one").within(asked.expr.span));
        }
        let cells = |asked: &Inquiry<'_>| asked.names.iter().filter(|(_, given)| *given == Given::Cell).count();
        let all = asked.iter().map(|asked| PlanQuestion { role: asked.seat.index(), cells: cells(asked) });
        Ok(Some(Questions {
            game: Arc::clone(game),
            plan,
            all: all.collect(),
            tiers,
            left,
            told: self.told_of_positions(),
            cells: asked.iter().map(cells).max().unwrap_or_default(),
        }))
    }

    fn is_number(&mut self, a: Reg, number: usize) -> Truth {
        let b = self.constant_number(number as i64);
        Truth::Mask(self.value_of(Op::Equal { d: 0, a, b }))
    }

    /// Tells the positions of all lanes.
    pub fn tell(&mut self, [sets, numbers]: &Told) {
        self.ops.extend(sets.iter().map(|(at, a)| Op::TellSet { a: *a, at: *at }));
        self.ops.extend(numbers.iter().map(|(at, a)| Op::TellNumber { a: *a, at: *at }));
    }

    /// Whether a tier that is not lifted offers anything.
    pub fn ask_tier(&mut self, tier: u16) -> Lifted<Truth> {
        let (told, place, mask) = self.told_now(&[], not_batchable("a position that is not told"))?;
        Ok(Truth::Mask(self.answer(Op::AskTier { d: 0, mask, tier, told: place }, mask, &told)?))
    }

    /// The register of an answer, in which the positions are told that are asked.
    fn answer(&mut self, op: Op, mask: Reg, told: &Told) -> Lifted<Reg> {
        if let Some(known) = self.known.get(&op) {
            return Ok(*known);
        }
        let mut asking = op;
        let Some((kind, found)) = asking.registers().0 else {
            return Err(not_batchable("a question without an answer"));
        };
        let (d, a) = (self.reg(kind), self.reg(kind));
        *found = a;
        // In other lanes it is no, none or nothing.
        let (nothing, heard) = match kind {
            RegisterKind::Mask => (Op::ConstMask { d, on: false }, Op::CopyMask { d, a }),
            RegisterKind::Number => (Op::CopyNumber { d, a: self.constant_number(0) }, Op::CopyNumber { d, a }),
            RegisterKind::Set => {
                (Op::Copy { d, a: self.constant(vec![0; self.game.board.words()]) }, Op::Copy { d, a })
            }
        };
        self.ops.push(nothing);
        self.only_where(mask, |lifter| {
            lifter.tell(told);
            lifter.ops.extend([asking, heard]);
            Ok(())
        })?;
        self.known.insert(op, d);
        Ok(d)
    }

    /// What there is to tell of a position, and of which cells; nothing where it is known for all picks at once alone.
    fn told(&mut self, cells: &[Reg]) -> Option<Told> {
        let mut sets = Vec::new();
        for place in 0..self.planes.len() {
            let plane = self.planes[place].clone();
            sets.push((*self.lasting_planes.get(place)?, self.dense(&plane).ok()?));
        }
        sets.extend((self.told_of_positions()[0] as Reg..).zip(cells.iter().copied()));
        let now = self.counters.iter().flatten().copied();
        let mut numbers: Vec<(Reg, Reg)> = self.lasting_numbers.iter().copied().zip(now).collect();
        sets.sort_unstable();
        numbers.sort_unstable();
        Some([sets, numbers])
    }

    /// How many registers positions are told in, of sets and of numbers.
    pub fn told_of_positions(&self) -> [usize; 2] {
        [&self.lasting_planes, &self.lasting_numbers]
            .map(|all| all.iter().max().map_or(0, |last| usize::from(*last) + 1))
    }

    /// Whether an expression can be asked of a position that goes on from here.
    fn may_be_asked(&mut self, expr: &Expr) -> bool {
        if self.imagines || self.linking || self.last.is_some() || self.view != View::Now {
            return false;
        }
        // What is worked out before a change of seats is asked after it, too.
        let outlasts = self.has_pie && self.outlasts_swap && !self.in_limit;
        if outlasts && asks_for(self.game, expr, &[Builtin::PlyNumber, Builtin::TurnNumber]) {
            return false;
        }
        self.is_told(expr)
            && !asks_for(self.game, expr, &[Builtin::AllPassed])
            && !has_part(self.game, expr, &|kind| matches!(kind, ExprKind::Before(_)))
    }

    /// The names that an expression finds bound, with the cells that are meant by some of them; nothing where one of them is more than the
    /// plan can be told.
    fn names(&self, expr: &Expr) -> Option<(Names, Vec<Reg>)> {
        let (mut own, mut spoken) = (Vec::new(), Vec::new());
        expr.visit(&mut |part| match &part.kind {
            ExprKind::Quantified { local, .. } | ExprKind::Filter { local, .. } | ExprKind::Fold { local, .. } => {
                own.push(*local);
            }
            ExprKind::Local(local) if !spoken.contains(&(*local, part.ty)) => spoken.push((*local, part.ty)),
            _ => {}
        });
        let (mut names, mut cells) = (Vec::new(), Vec::new());
        for (local, ty) in spoken.into_iter().filter(|(local, _)| !own.contains(local)) {
            let given = match self.bound.get(&local)? {
                LiftedValue::Cell(Cell::One(cell)) => {
                    cells.push(*cell);
                    Given::Cell
                }
                LiftedValue::Cell(Cell::Known(cell)) => Given::Constant(Constant::Cell(Some(*cell))),
                LiftedValue::Cell(Cell::Nowhere) => Given::Constant(Constant::Cell(None)),
                LiftedValue::Player(LiftedPlayer::Known(player)) => Given::Constant(Constant::Player(*player)),
                LiftedValue::Kind(kind) => Given::Constant(Constant::Kind(*kind)),
                LiftedValue::Directions(ways) => Given::Constant(match ways.as_slice() {
                    [way] if ty == Type::Direction => Constant::Direction(*way),
                    _ => Constant::Directions(ways.clone()),
                }),
                LiftedValue::Number(number) => Given::Constant(Constant::Number(Self::always_number(number)?)),
                LiftedValue::Truth(Truth::Known(holds)) => Given::Constant(Constant::Truth(*holds)),
                _ => return None,
            };
            names.push((local, given));
        }
        Some((names, cells))
    }
}
