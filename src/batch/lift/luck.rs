//! What nature does: dice, which show one number of their faces each, lots with odds of their own, and what is forgotten with the turn.

use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::value::{LiftedPlayer, LiftedValue, Number, Truth};
use crate::luck::Roll;
use crate::op::{Op, Reg, RegisterKind};
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, Move, MoveId, Odds, Picking, PlayerId, constant};
use rulebook_language::util::Id;

/// The most bits of a weight: with as many cells as a board may have, their sum fits in 32.
const MAX_BITS: usize = 20;

impl<'g> Lifter<'g> {
    /// Whether nature makes a choice.
    pub fn is_lot(&self, role: usize, index: u16) -> bool {
        self.outlines[role].choices.get(usize::from(index)).is_some_and(|choice| choice.by_lot)
    }

    /// The place of the dice that a move of nature rolls, if it rolls any.
    pub fn roll_of(&mut self, id: MoveId) -> Option<u16> {
        if let Some(place) = self.rolls.iter().position(|(known, _)| *known == id) {
            return Some(place as u16);
        }
        let rule = &self.game.moves[id];
        let Some(Odds::Dice(groups)) = &rule.lot else { return None };
        let faces = self.ways_up(rule, groups)?;
        let shown = faces.iter().map(|_| self.lasting_reg(RegisterKind::Number)).collect();
        let ways = faces.first().map_or(0, Vec::len) as u32;
        let mut roll = Roll { shown, faces, ways, outcomes: 0 };
        roll.outcomes = roll.outcomes().len() as u32;
        self.rolls.push((id, roll));
        Some((self.rolls.len() - 1) as u16)
    }

    /// The registers of what the dice show that a move rolls.
    pub fn shown_by(&self, id: MoveId) -> Vec<Reg> {
        let roll = self.rolls.iter().find(|(known, _)| *known == id);
        roll.map(|(_, roll)| roll.shown.clone()).unwrap_or_default()
    }

    /// What each die shows in each of the ways to come up; of dice of one group the highest comes first.
    fn ways_up(&self, rule: &Move, groups: &[Vec<u8>]) -> Option<Vec<Vec<u16>>> {
        let number = |expr: &Expr| match constant(expr, Some(&self.game.board), &self.game.definitions) {
            Some(Constant::Number(number)) => number.to_whole(),
            _ => None,
        };
        let mut sides: Vec<[i64; 2]> = Vec::new();
        for step in &rule.picking {
            let Picking::Pick { from, .. } = step else { continue };
            let ExprKind::Builtin(Builtin::Range, ends) = &from.kind else { return None };
            let [low, high] = ends.as_slice() else { return None };
            // Of dice that are alike, the first says what the others show at most.
            let place = sides.len() as u8;
            let first = groups.iter().find(|group| group.contains(&place))?.first().copied()?;
            let high = match sides.get(usize::from(first)) {
                Some([_, high]) => *high,
                None => number(high)?,
            };
            sides.push([number(low)?, high]);
        }
        let mut ways: Vec<Vec<u16>> = vec![Vec::new()];
        for [low, high] in &sides {
            let with = |way: &Vec<u16>| -> Vec<Vec<u16>> {
                (*low..=*high).map(|face| way.iter().copied().chain([face as u16]).collect()).collect()
            };
            ways = ways.iter().flat_map(with).collect();
        }
        for way in &mut ways {
            for group in groups {
                let mut shown: Vec<u16> = group.iter().map(|die| way[usize::from(*die)]).collect();
                shown.sort_unstable_by(|a, b| b.cmp(a));
                group.iter().zip(shown).for_each(|(die, face)| way[usize::from(*die)] = face);
            }
        }
        Some((0..sides.len()).map(|die| ways.iter().map(|way| way[die]).collect()).collect())
    }

    /// How likely each legal pick of a lot is, bit by bit, where they are not all alike.
    pub fn weights(&mut self, rule: &'g Move, legal: Truth) -> Lifted<Option<Vec<Reg>>> {
        let Some(Odds::By(weight)) = &rule.lot else { return Ok(None) };
        let bits = match self.number(weight)? {
            Number::Sliced(sliced) if sliced.is_known() && self.fixed.is_empty() => return Ok(None),
            Number::Sliced(sliced) if sliced.is_known() => {
                let plus = u64::try_from(sliced.plus).unwrap_or_default();
                let count = (u64::BITS - plus.leading_zeros()) as usize;
                (0..count.max(1)).map(|bit| Truth::Known(plus >> bit & 1 == 1)).collect()
            }
            // As likely for all cells of the position.
            Number::Whole(..) if self.fixed.is_empty() => return Ok(None),
            Number::Whole(a, 1) => {
                let Some([_, most]) = self.bounds_of_weight(weight) else { return Err(LARGE.within(weight.span)) };
                let count = (u64::BITS - (most.max(1) as u64).leading_zeros()) as usize;
                (0..count.min(MAX_BITS + 1))
                    .map(|bit| Truth::Mask(self.value_of(Op::Bit { d: 0, a, bit: bit as u8 })))
                    .collect::<Vec<_>>()
            }
            Number::Sliced(sliced) if sliced.scale == 1 => self.bits_of_weight(&sliced)?,
            _ => return Err(not_batchable("odds that are fractions").within(weight.span)),
        };
        if bits.len() > MAX_BITS {
            return Err(LARGE.within(weight.span));
        }
        let mut sets = Vec::new();
        for bit in bits {
            let here = self.both(legal, bit);
            sets.push(self.field(here));
        }
        Ok(Some(sets))
    }

    /// The least and the greatest that a weight can be, of what is known to be picked.
    fn bounds_of_weight(&self, weight: &Expr) -> Option<[i64; 2]> {
        let of = |side: &Expr| self.bounds_of_weight(side);
        match &weight.kind {
            ExprKind::Local(local) => match self.bound.get(local)? {
                LiftedValue::Number(Number::Sliced(known)) if known.is_known() && known.scale == 1 => {
                    Some([known.plus; 2])
                }
                _ => None,
            },
            ExprKind::If(_, then, otherwise) => {
                let (a, b) = (of(then)?, of(otherwise)?);
                Some([a[0].min(b[0]), a[1].max(b[1])])
            }
            ExprKind::Builtin(builtin, sides) => match (builtin, sides.as_slice()) {
                (Builtin::Add, [a, b]) => {
                    let (a, b) = (of(a)?, of(b)?);
                    Some([a[0].checked_add(b[0])?, a[1].checked_add(b[1])?])
                }
                (Builtin::Subtract, [a, b]) => {
                    let (a, b) = (of(a)?, of(b)?);
                    Some([a[0].checked_sub(b[1])?, a[1].checked_sub(b[0])?])
                }
                (Builtin::Multiply, [a, b]) => {
                    let (a, b) = (of(a)?, of(b)?);
                    let mut all = Vec::new();
                    for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        all.push(a[x].checked_mul(b[y])?);
                    }
                    Some([all.iter().copied().min()?, all.iter().copied().max()?])
                }
                _ => self.bounds(weight),
            },
            _ => self.bounds(weight),
        }
    }

    /// Who has acted last.
    pub fn last_to_act(&mut self) -> Lifted<LiftedPlayer> {
        let mover = self.mover.ok_or(not_batchable("who moved last, in the middle of a move"))?;
        let Some(place) = self.last_mover.filter(|_| self.mover_changes) else { return Ok(LiftedPlayer::Known(mover)) };
        let who = self.counters[place][0];
        let mut each = vec![Truth::Known(false); self.game.players.len()];
        for player in self.players_from(self.seat.unwrap_or(PlayerId(0))).collect::<Vec<_>>() {
            let number = self.number_of_player(player);
            let (a, b) = (who.min(number), who.max(number));
            each[player.index()] = Truth::Mask(self.value_of(Op::Equal { d: 0, a, b }));
        }
        Ok(LiftedPlayer::Each(each))
    }

    /// A player's number, from 1, also where turns are shared: whoever has the seat.
    fn number_of_player(&mut self, player: PlayerId) -> Reg {
        let Some(seat) = self.seat else { return self.constant_number(player.index() as i64 + 1) };
        let d = self.reg(RegisterKind::Number);
        self.ops.push(Op::Seat { d });
        if player == seat {
            let one = self.constant_number(1);
            self.value_of(Op::Add { d: 0, a: d, b: one })
        } else {
            let two = self.constant_number(2);
            self.value_of(Op::Subtract { d: 0, a: two, b: d })
        }
    }

    /// A register for who has acted last, where nature acts between players, with its word.
    pub fn last_mover_register(&mut self) -> Option<(Reg, u32)> {
        self.last_mover = None;
        if !self.game.moves.iter().any(|rule| rule.lot.is_some()) {
            return None;
        }
        let reg = self.lasting_reg(RegisterKind::Number);
        self.last_mover = Some(self.counters.len());
        self.counters.push(vec![reg]);
        Some((reg, self.layout.system.last_mover))
    }

    /// Remembers who has acted, in some lanes.
    pub fn remember_mover(&mut self, role: usize, acted: Truth) {
        let Some(place) = self.last_mover.filter(|_| acted != Truth::Known(false)) else { return };
        let (a, b) = (self.number_of_player(PlayerId::from_index(role)), self.counters[place][0]);
        self.counters[place][0] = match self.mask(acted) {
            Some(mask) if acted != Truth::Known(true) => self.value_of(Op::Choose { d: 0, a, b, mask }),
            _ => a,
        };
    }

    /// Where a turn is over, the numbers of it are forgotten: what was rolled and drawn, and what starts again with each turn.
    pub fn forget_numbers(&mut self, over: Truth) -> Lifted<()> {
        let game = self.game;
        for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| counter.is_of_turn()) {
            for place in 0..self.counters[id.index()].len() {
                let (a, b) = (self.constant_number(counter.start), self.counters[id.index()][place]);
                self.counters[id.index()][place] = match over {
                    Truth::Known(true) => a,
                    _ => {
                        let mask = self.mask(over).ok_or(not_batchable("a turn of another form"))?;
                        self.value_of(Op::Choose { d: 0, a, b, mask })
                    }
                };
            }
        }
        Ok(())
    }
}

const LARGE: NotBatchable = not_batchable("odds that may be very large numbers");
