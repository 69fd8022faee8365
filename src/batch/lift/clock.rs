//! How many plies and turns were played, and how often was passed in a row, where the rules ask.

use super::lifter::{Lifted, Lifter, View, not_batchable};
use super::memory::EARLIER;
use super::value::{LiftedPlayer, LiftedValue, Number, Truth};
use crate::op::{Op, Reg};
use crate::program::{Choice, SKIP, State};
use rulebook_language::model::{Builtin, Expr, ExprKind, MoveId, TurnStep};
use rulebook_language::util::{Id, Rational};

/// The places of what is counted, after the game's own counters.
const PLIES: usize = 0;
const TURNS: usize = 1;
const PASSES: usize = 2;

impl<'g> Lifter<'g> {
    /// The number of the next ply, or turn.
    pub fn clock(&mut self, of_turns: bool) -> Lifted<LiftedValue<'g>> {
        if self.has_pie && self.outlasts_swap && !self.in_limit {
            // It would have to be worked out again after a change of seats, which is a turn.
            return Err(not_batchable("the number of the ply where seats may be exchanged"));
        }
        self.asks_clock = true;
        let place =
            self.clock_place(if of_turns { TURNS } else { PLIES }).ok_or(not_batchable("the number of the ply"))?;
        let (a, b) = (self.counters[place][0], self.constant_number(1));
        Ok(LiftedValue::Number(Number::Whole(self.value_of(Op::Add { d: 0, a, b }), 1)))
    }

    /// Whether as many passes as there are players came one after another.
    pub fn all_passed(&mut self) -> Lifted<Truth> {
        self.asks_clock = true;
        let place = self.clock_place(PASSES).ok_or(not_batchable("passes in a row"))?;
        let (passes, players) = (self.counters[place][0], self.constant_number(self.game.players.len() as i64));
        let fewer = self.value_of(Op::Less { d: 0, a: passes, b: players });
        Ok(self.not(Truth::Mask(fewer)))
    }

    /// Whether the last turn was passed.
    pub fn some_passed(&mut self) -> Lifted<Truth> {
        self.asks_clock = true;
        let place = self.clock_place(PASSES).ok_or(not_batchable("passes in a row"))?;
        let (passes, zero) = (self.counters[place][0], self.constant_number(0));
        Ok(Truth::Mask(self.value_of(Op::Less { d: 0, a: zero, b: passes })))
    }

    /// A ply more, in the lanes in which one of a phase's choices stands.
    pub fn count_ply(&mut self, role: usize, choices: &[&Choice], standing: &[Truth]) {
        let mut made = Truth::Known(self.in_step);
        let [mut acted, mut passed, mut moved] = [Truth::Known(false); 3];
        for (choice, here) in choices.iter().zip(standing.iter().copied()) {
            if !self.in_step && choice.index != SKIP {
                made = self.either(made, here);
            }
            // Who acted last, and how often was passed in a row, is as it was before nature acts.
            if self.is_lot(role, choice.index) {
                continue;
            }
            if choice.index < SKIP {
                acted = self.either(acted, here);
            }
            if let TurnStep::Move(rule, _) | TurnStep::Chain { rule, .. } = self.turn_step(role, choice.index) {
                self.remember_maker(role, *rule, here);
            }
            match self.turn_step(role, choice.index) {
                // To go no further is neither.
                TurnStep::Pass if choice.index >= SKIP => {}
                TurnStep::Pass => passed = self.either(passed, here),
                _ => moved = self.either(moved, here),
            }
        }
        self.one_more(PLIES, made);
        self.remember_mover(role, acted);
        if let Some(place) = self.clock_place(PASSES) {
            self.one_more(PASSES, passed);
            let (none, passes) = (self.constant_number(0), self.counters[place][0]);
            if let Some(mask) = self.mask(moved) {
                self.counters[place][0] = self.value_of(Op::Choose { d: 0, a: none, b: passes, mask });
            }
        }
    }

    /// A turn more.
    pub fn count_turn(&mut self, over: Truth) {
        self.one_more(TURNS, over);
    }

    fn one_more(&mut self, which: usize, made: Truth) {
        let Some(place) = self.clock_place(which) else { return };
        if made == Truth::Known(false) {
            return;
        }
        let (old, one) = (self.counters[place][0], self.constant_number(1));
        let more = self.value_of(Op::Add { d: 0, a: old, b: one });
        self.counters[place][0] = match self.mask(made) {
            Some(mask) if made != Truth::Known(true) => self.value_of(Op::Choose { d: 0, a: more, b: old, mask }),
            _ => more,
        };
    }

    fn clock_place(&self, which: usize) -> Option<usize> {
        self.has_clock.then_some(self.game.counters.len() + which)
    }

    /// Whether a condition is that of a limit on plies or turns which a change of seats does not come to.
    pub fn is_limit(condition: &Expr) -> bool {
        if let ExprKind::Builtin(Builtin::And, sides) = &condition.kind {
            return sides.iter().any(Self::is_limit);
        }
        let ExprKind::Builtin(Builtin::Less, sides) = &condition.kind else { return false };
        let [bound, next] = sides.as_slice() else { return false };
        let ExprKind::Number(bound) = bound.kind else { return false };
        matches!(next.kind, ExprKind::Builtin(Builtin::PlyNumber | Builtin::TurnNumber, _))
            && bound > Rational::whole(2)
    }

    /// Registers for who made each move last, where the rules ask, with their words.
    ///
    /// # Errors
    /// Where turns are shared: a lane's seats are not the players then.
    pub fn last_to_registers(&mut self) -> Lifted<Vec<(Reg, u32)>> {
        self.last_to = self.counters.len();
        if !self.game.features.last_to {
            return Ok(Vec::new());
        }
        if self.seat.is_some() {
            return Err(not_batchable("who made a move last, in turns that are shared"));
        }
        let words: Vec<u32> = self.game.moves.ids().map(|rule| self.layout.last_to(rule)).collect();
        let registers = words.into_iter().map(|word| (self.lasting_reg(crate::op::RegisterKind::Number), word));
        let found: Vec<(Reg, u32)> = registers.collect();
        self.counters.extend(found.iter().map(|(reg, _)| vec![*reg]));
        Ok(found)
    }

    /// Who made a move last.
    pub fn last_to(&mut self, rule: MoveId) -> Lifted<LiftedPlayer> {
        let who = self.counters.get(self.last_to + rule.index()).and_then(|regs| regs.first()).copied();
        let who = who.filter(|_| self.view == View::Now && self.game.features.last_to).ok_or(EARLIER)?;
        let each = self.game.players.ids().map(|player| {
            let b = self.constant_number(player.index() as i64 + 1);
            Truth::Mask(self.value_of(Op::Equal { d: 0, a: who, b }))
        });
        Ok(LiftedPlayer::Each(each.collect()))
    }

    /// Remembers who has made a move, in some lanes.
    fn remember_maker(&mut self, role: usize, rule: MoveId, made: Truth) {
        if !self.game.features.last_to || made == Truth::Known(false) {
            return;
        }
        let (place, a) = (self.last_to + rule.index(), self.constant_number(role as i64 + 1));
        let b = self.counters[place][0];
        self.counters[place][0] = match self.mask(made) {
            Some(mask) if made != Truth::Known(true) => self.value_of(Op::Choose { d: 0, a, b, mask }),
            _ => a,
        };
    }

    /// The registers of numbers to which a change of seats adds 1.
    pub fn swap_counts(&self, state: &State) -> Vec<Reg> {
        let system = self.layout.system;
        let counts = |word: u32| word == system.plies || word == system.turns;
        state.numbers.iter().filter(|(_, word)| counts(*word)).map(|(reg, _)| *reg).collect()
    }

    /// The register of the number of turns, where it is kept.
    pub fn turns_register(&self, state: &State) -> Option<Reg> {
        let turns = self.layout.system.turns;
        state.numbers.iter().find(|(_, word)| *word == turns).map(|(reg, _)| *reg)
    }

    /// Registers for all of them, with their words.
    pub fn clock_registers(&mut self) -> Vec<(Reg, u32)> {
        if !self.has_clock {
            return Vec::new();
        }
        let system = self.layout.system;
        let mut found = Vec::new();
        for word in [system.plies, system.turns, system.passes] {
            let reg = self.lasting_reg(crate::op::RegisterKind::Number);
            self.counters.push(vec![reg]);
            found.push((reg, word));
        }
        found
    }
}
