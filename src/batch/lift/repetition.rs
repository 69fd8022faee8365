//! Games that end where a position comes back.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::parts::asks_for;
use super::value::{Number, Truth};
use crate::op::{Op, Reg, RegisterKind};
use crate::program::{ComparedPart, RepetitionRule};
use rulebook_language::model::{Builtin, Compare, Game, PlayerId, TurnStep};
use rulebook_language::util::Id;

/// The rules of a game about repetition.
pub fn repeats(game: &Game) -> Vec<RepetitionRule> {
    let rules = game.repetitions.iter();
    rules
        .map(|rule| RepetitionRule {
            is_illegal: rule.is_illegal(),
            compare: rule.compare,
            times: rule.times,
            asks_length: rule.exprs().any(|expr| asks_for(game, expr, &[Builtin::CycleLength])),
        })
        .collect()
}

impl<'g> Lifter<'g> {
    /// What repetitions compare, in the order of the code that does.
    pub fn compared(&self) -> Vec<ComparedPart> {
        let words = self.layout.words;
        let mut parts: Vec<ComparedPart> =
            (0..u32::from(self.layout.piece_planes())).map(|plane| ComparedPart::Set(plane * words)).collect();
        let fixed = self.game.marks.iter_ids().skip(usize::from(self.layout.carried)).filter(|(_, mark)| !mark.aside);
        parts.extend(fixed.map(|(id, _)| ComparedPart::Set(self.layout.mark(id))));
        for (id, counter) in self.game.counters.iter_ids().filter(|(_, counter)| counter.is_compared()) {
            let first = self.layout.counter(id);
            let bits = self.cell_counters[id.index()].len();
            if bits > 0 {
                parts.push(ComparedPart::Cells(first, bits as u8));
                continue;
            }
            parts.extend((0..self.game.numbers(counter.per) as u32).map(|at| ComparedPart::Number(first + at)));
        }
        parts.extend(self.layout.stacks.map(|stacks| ComparedPart::Under(stacks.offset)));
        parts
    }

    /// Code that works out the bits that stand for the position at hand.
    pub fn position_bits(&mut self) -> Lifted<Reg> {
        let game = self.game;
        let mut bits = self.constant_number(0);
        let pieces = 0..usize::from(self.layout.owners + self.layout.kinds);
        let marks = game.marks.iter_ids().filter(|(_, mark)| !mark.aside);
        let planes = pieces.chain(marks.map(|(id, _)| self.layout.mark_plane(id))).collect();
        for set in self.planes_of_players(planes)? {
            bits = self.value_of(Op::Mix { d: 0, a: bits, set });
        }
        for (id, _) in game.counters.iter_ids().filter(|(_, counter)| counter.is_compared()) {
            for plane in self.cell_counters[id.index()].clone() {
                let set = self.now(plane)?;
                bits = self.value_of(Op::Mix { d: 0, a: bits, set });
            }
            for b in self.counters[id.index()].clone() {
                bits = self.value_of(Op::MixNumber { d: 0, a: bits, b });
            }
        }
        if self.has_stacks() {
            self.knows_stacks()?;
            let d = self.reg(RegisterKind::Number);
            self.ops.push(Op::MixUnder { d, a: bits });
            bits = d;
        }
        Ok(bits)
    }

    /// The bits that a rule compares of a position in which it is a player's turn.
    pub fn compared_bits(&mut self, compare: Compare, bits: Reg, to_act: PlayerId) -> Reg {
        if compare != Compare::Situational {
            return bits;
        }
        let b = match self.seat {
            None => self.constant_number(to_act.index() as i64),
            Some(seat) => {
                let d = self.reg(RegisterKind::Number);
                self.ops.push(Op::Seat { d });
                // Who is to act has the shared seat, or comes to have it.
                let one = self.constant_number(1);
                if to_act == seat { d } else { self.value_of(Op::Subtract { d: 0, a: one, b: d }) }
            }
        };
        self.value_of(Op::MixNumber { d: 0, a: bits, b })
    }

    /// Code that ends the games of some lanes, whose turn is over, where their position has come back.
    pub fn repetitions(&mut self, over: Truth) -> Lifted<()> {
        if self.game.repetitions.is_empty() {
            return Ok(());
        }
        let game = self.game;
        // Where it was asked whether it may come about, nothing has changed it since.
        let bits = match self.reached.take() {
            Some(bits) => bits,
            None => self.position_bits()?,
        };
        let mask = self.mask(over).ok_or(not_batchable("a turn of another form"))?;
        let counts = self.without_pass(over)?;
        for (place, rule) in game.repetitions.iter().enumerate() {
            let a = self.compared_bits(rule.compare, bits, self.me);
            let d: Reg = self.reg(RegisterKind::Mask);
            self.ops.push(Op::Repeat { d, a, mask, rule: place as u16 });
            if rule.is_illegal() {
                // It is remembered: that it came about was legal.
                continue;
            }
            self.repeated = Some((place as u16, d));
            let holds = self.both(counts, Truth::Mask(d));
            let holds = match &rule.when {
                Some(when) => {
                    let when = self.truth(when)?;
                    self.both(holds, when)
                }
                None => holds,
            };
            let Some(mask) = self.lanes(holds)? else { continue };
            self.holding = !self.asking_stuck.is_empty();
            let judged = self.judged(game.ends.len() as u16, mask, rule.results());
            (self.holding, self.repeated) = (false, None);
            judged?;
        }
        Ok(())
    }

    /// How many turns ago the position was there that has come back by the rule at hand.
    pub fn cycle_length(&mut self) -> Lifted<Number> {
        let (rule, mask) =
            self.repeated.ok_or(not_batchable("the length of a cycle outside a rule about repetition"))?;
        Ok(Number::Whole(self.value_of(Op::CycleLength { d: 0, mask, rule }), 1))
    }

    /// The lanes of some whose last turn was not passed.
    fn without_pass(&mut self, over: Truth) -> Lifted<Truth> {
        let passes = self.outlines.iter().flat_map(|outline| &outline.choices);
        if !passes.into_iter().any(|choice| matches!(choice.step, TurnStep::Pass)) {
            return Ok(over);
        }
        let passed = self.some_passed()?;
        Ok(self.without(over, passed))
    }
}
