//! Turns that are the same whoever plays them: one code for all, of a seat that each player takes when it is to move.

use super::equivalence::ValueNumbering;
use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::{Cells, Truth};
use crate::luck::Weights;
use crate::op::{Op, Reg, RegisterKind, TernaryOp};
use crate::program::{Phase, State};
use rulebook_language::model::{Constant, Game, Index, Per, PlayerId};
use rulebook_language::util::Id;
use rulebook_play::plan::Given;

/// A program whose registers are written once.
pub struct Draft<'g> {
    /// What was found out.
    pub lifter: Lifter<'g>,
    /// What lasts.
    pub state: State,
    /// The phases, without their code.
    pub phases: Vec<Phase>,
    /// Their plies, and what opens a game in them.
    pub pieces: Vec<[Vec<Op>; 2]>,
}

/// Whether code that was written for the first player's seat is, operation for operation, that written for the second's: what
/// one finds in the registers of the mover is what the other finds there.
pub fn are_alike(one: &Draft<'_>, other: &Draft<'_>) -> bool {
    let (a, b) = (&one.lifter, &other.lifter);
    let tables = a.sets == b.sets && a.numbers == b.numbers && a.ways == b.ways && a.tests == b.tests;
    if !tables || a.groups != b.groups || a.lasting != b.lasting || a.constants != b.constants {
        return false;
    }
    if !asks_alike(a, b) {
        return false;
    }
    let forms =
        |draft: &Draft<'_>| draft.phases.iter().map(|phase| (phase.stage, phase.tiers.clone())).collect::<Vec<_>>();
    if forms(one) != forms(other) || one.pieces.len() != other.pieces.len() {
        return false;
    }
    let mut values = ValueNumbering::default();
    let pairs = one.pieces.iter().flatten().zip(other.pieces.iter().flatten());
    pairs.into_iter().all(|(a, b)| values.of(a, one.lifter.lasting) == values.of(b, one.lifter.lasting))
}

/// The place among a counter's numbers of the other of two players.
pub fn other_seat(game: &Game, per: Per, place: usize) -> usize {
    let other = per.indexes().zip(game.indexes_of(per, place)).map(|(index, own)| match index {
        Index::Player if own < 2 => 1 - own,
        _ => own,
    });
    game.place_of(per, &other.collect::<Vec<_>>())
}

/// Whether the same is asked of the plan, as seen from either seat.
fn asks_alike(one: &Lifter<'_>, other: &Lifter<'_>) -> bool {
    let turned = |given: &Given| match given {
        Given::Constant(Constant::Player(player)) => Given::Constant(Constant::Player(PlayerId(1 - player.0))),
        given => given.clone(),
    };
    let (a, b) = (&one.asking.all, &other.asking.all);
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            std::ptr::eq(a.expr, b.expr)
                && a.in_move == b.in_move
                && a.seat != b.seat
                && a.names.len() == b.names.len()
                && a.names.iter().zip(&b.names).all(|(a, b)| a.0 == b.0 && turned(&a.1) == b.1)
        })
}

impl<'g> Lifter<'g> {
    /// The players, from one on.
    pub fn players_from(&self, first: PlayerId) -> impl Iterator<Item = PlayerId> + use<> {
        let count = self.game.players.len();
        (0..count).map(move |place| PlayerId::from_index((first.index() + place) % count))
    }

    /// A player's place among those from the shared seat on, or among all.
    pub fn side(&self, player: PlayerId) -> u8 {
        let seat = self.seat.unwrap_or(PlayerId(0));
        ((player.index() + self.game.players.len() - seat.index()) % self.game.players.len()) as u8
    }

    /// Who has won, as seen from the shared seat.
    pub fn seen(&self, winners: u16) -> u16 {
        if self.seat == Some(PlayerId(1)) { winners >> 1 & 1 | winners << 1 & 2 } else { winners }
    }

    /// Where turns are shared: the planes and counters of the players come to be each other's where a turn is over.
    pub fn exchange_seats(&mut self, over: Truth) -> Lifted<()> {
        if self.seat.is_none() {
            return Ok(());
        }
        let mask = self.mask(over).ok_or(not_batchable("a turn of another form"))?;
        let both = [0, 1].map(|plane| self.planes[plane].clone());
        let [a, b] = [self.dense(&both[0])?, self.dense(&both[1])?];
        let differ = self.value_of(Op::Xor { d: 0, a: a.min(b), b: a.max(b) });
        let differ = self.value_of(Op::Where { d: 0, a: differ, mask });
        for (plane, [old, other]) in [[a, b], [b, a]].into_iter().enumerate() {
            let new = self.value_of(Op::Xor { d: 0, a: old.min(differ), b: old.max(differ) });
            self.exchanged.insert(new, [old, other]);
            self.planes[plane] = Cells::of(new);
        }
        self.exchange = mask;
        let game = self.game;
        for (id, counter) in game.counters.iter_ids() {
            let old = self.counters[id.index()].clone();
            for (place, b) in old.iter().copied().enumerate() {
                let other = other_seat(game, counter.per, place);
                if let Some(a) = old.get(other).copied().filter(|_| other != place) {
                    self.counters[id.index()][place] = self.value_of(Op::Choose { d: 0, a, b, mask });
                }
            }
        }
        self.ops.push(Op::Turn { mask });
        Ok(())
    }

    /// The result of an operation on sets that were exchanged, where it is known of both as they were before: what holds around the
    /// stones of either is not worked out again for who has come to own them.
    pub fn exchanged(&mut self, op: Op) -> Option<Reg> {
        if self.exchanged.is_empty() {
            return None;
        }
        let [one, other] = [0, 1].map(|place| self.before_exchange(op, place));
        let [one, other] = [one?, other?];
        let result = if one == other {
            one
        } else {
            let differ = self.value_of(Op::Xor { d: 0, a: one.min(other), b: one.max(other) });
            let differ = self.value_of(Op::Where { d: 0, a: differ, mask: self.exchange });
            let result = self.value_of(Op::Xor { d: 0, a: one.min(differ), b: one.max(differ) });
            self.exchanged.insert(result, [one, other]);
            self.made.insert(result, op);
            result
        };
        self.known.insert(op, result);
        Some(result)
    }

    /// What an operation has come to on sets as they were before the exchange, in their own place (0) or in the other's (1).
    fn before_exchange(&mut self, mut op: Op, place: usize) -> Option<Reg> {
        let is_algebra = matches!(
            op,
            Op::And { .. } | Op::Or { .. } | Op::Sub { .. } | Op::Xor { .. } | Op::Three { .. } | Op::Shift { .. }
        );
        if !is_algebra {
            return None;
        }
        let mut has_changed = false;
        for (_, reg) in op.registers().1 {
            if let Some(was) = self.exchanged.get(reg) {
                (*reg, has_changed) = (was[place], true);
            }
        }
        if !has_changed {
            return None;
        }
        match &mut op {
            Op::And { a, b, .. } | Op::Or { a, b, .. } | Op::Xor { a, b, .. } if *a > *b => std::mem::swap(a, b),
            Op::Three { a, b, c, how: TernaryOp::Odd | TernaryOp::Most, .. } => {
                let mut all = [*a, *b, *c];
                all.sort_unstable();
                [*a, *b, *c] = all;
            }
            _ => {}
        }
        // As simple as it was written then.
        match op {
            Op::And { a, b, .. } if self.within(a, b) || self.is_covered(a, b) => Some(a),
            Op::And { a, b, .. } if self.within(b, a) || self.is_covered(b, a) => Some(b),
            Op::Or { a, b, .. } if a == b => Some(a),
            _ => self.known.get(&op).or_else(|| self.constants.get(&op)).copied(),
        }
    }

    /// Code that leaves what is offered where it is drawn from: in each lane what its stage offers, and nothing else.
    pub fn leave_offers(&mut self, phase: &Phase) -> Lifted<()> {
        if self.seat.is_none() {
            return Ok(());
        }
        let offered = std::mem::take(&mut self.offered);
        for (sort, d, is_offer) in registers(phase) {
            let mut parts = offered.iter().filter(|(of, to, ..)| (*of, *to) == (sort, d)).copied().collect::<Vec<_>>();
            // What is sure of cells that are not offered is of no meaning.
            if let ([part], false) = (parts.as_mut_slice(), is_offer) {
                part.3 = Truth::Known(true);
            }
            if sort == RegisterKind::Set {
                let parts = parts.into_iter().map(|(_, _, a, within)| (within, a)).collect();
                let a = self.dense(&Cells { dense: parts, ..Cells::default() })?;
                self.ops.push(Op::Copy { d, a });
            } else {
                let any = parts.into_iter().fold(Truth::Known(false), |any, part| self.either(any, part.3));
                let a = self.mask(any).ok_or(not_batchable("a turn of another form"))?;
                self.ops.push(Op::CopyMask { d, a });
            }
        }
        Ok(())
    }
}

/// The registers in which a phase's offers are left, and whether they say what is offered.
pub fn registers(phase: &Phase) -> Vec<(RegisterKind, Reg, bool)> {
    let mut registers = Vec::new();
    for choice in phase.tiers.iter().flatten() {
        registers.extend(choice.within.map(|within| (RegisterKind::Mask, within, true)));
        for bundle in &choice.bundles {
            registers.push((RegisterKind::Set, bundle.set, true));
            let weights = bundle.weights.into_iter().flat_map(Weights::registers);
            registers.extend(weights.map(|set| (RegisterKind::Set, set, true)));
            registers.extend(bundle.tested.map(|tested| (RegisterKind::Set, tested.sure, false)));
            registers.extend(bundle.far.map(|far| (RegisterKind::Set, far, false)));
        }
    }
    registers
}
