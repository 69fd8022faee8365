//! Numbers that pieces carry, directions, players and kinds among them: bits of their cells, which go where the pieces go.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::{LiftedPlayer, LiftedValue, Number, Truth};
use crate::op::Reg;
use rulebook_language::model::{Builtin, CounterId, Expr, ExprKind, KindId, PlayerId, Values};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::{Id, Rational};

impl<'g> Lifter<'g> {
    /// Whether pieces carry numbers.
    pub fn carries_numbers(&self) -> bool {
        self.game.carried_numbers().next().is_some()
    }

    /// The planes of all numbers that pieces carry.
    pub fn carried_bits(&self) -> Vec<usize> {
        self.game.carried_numbers().flat_map(|(id, _)| self.cell_counters[id.index()].clone()).collect()
    }

    /// Those of some cells on which a counter can be: only a piece carries what goes with pieces.
    pub fn carriers_among(&mut self, counter: CounterId, cells: Reg) -> Lifted<Reg> {
        let game = self.game;
        let Some(carried) = &game.counters[counter].carried else { return Ok(cells) };
        let carriers = self.pieces_of_kinds(&carried.carriers)?;
        Ok(self.intersection(cells, carriers))
    }

    /// Pieces of a kind that were just put on cells carry the numbers that they begin with.
    pub fn begin_carried(&mut self, kind: KindId, on: Reg) -> Lifted<()> {
        let game = self.game;
        for (id, carriers) in game.carried_numbers() {
            let start = if carriers.contains(&kind) { game.counters[id].start } else { 0 };
            self.keep(id, on, start)?;
        }
        Ok(())
    }

    /// Pieces that have become of a kind lose what it does not carry, and begin with the numbers that the old one did not carry.
    pub fn keep_carried(&mut self, kind: KindId, pieces: Reg) -> Lifted<()> {
        let game = self.game;
        for (id, carriers) in game.carried_numbers().filter(|(_, carriers)| carriers.len() < game.kinds.len()) {
            if !carriers.contains(&kind) {
                self.keep(id, pieces, 0)?;
                continue;
            }
            let mut begins = pieces;
            for plane in self.cell_counters[id.index()].clone() {
                let some = self.now(plane)?;
                begins = self.difference(begins, some);
            }
            self.keep(id, begins, game.counters[id].start)?;
        }
        Ok(())
    }

    /// Cells that hold nothing any more carry no numbers.
    pub fn end_carried(&mut self, cells: Reg) -> Lifted<()> {
        let game = self.game;
        game.carried_numbers().try_for_each(|(id, _)| self.keep(id, cells, 0))
    }

    fn keep(&mut self, counter: CounterId, cells: Reg, number: i64) -> Lifted<()> {
        for (bit, plane) in self.cell_counters[counter.index()].clone().enumerate() {
            self.set_bit(plane, cells, Truth::Known(number >> bit & 1 == 1))?;
        }
        Ok(())
    }

    /// The number that stands for a direction, a player or a kind; 0 for none.
    pub fn number_of(&mut self, value: &'g Expr) -> Lifted<Number> {
        let truths = |each: Vec<Truth>| each.into_iter().enumerate().collect();
        let always = |place: usize| vec![(place, Truth::Known(true))];
        let each: Vec<(usize, Truth)> = match self.lift(value)? {
            LiftedValue::Directions(ways) if ways.len() == 1 => always(ways[0].index()),
            LiftedValue::Ways(ways) => ways.into_iter().map(|(way, is_it)| (way.index(), is_it)).collect(),
            LiftedValue::Player(LiftedPlayer::Known(player)) => always(player.index()),
            LiftedValue::Player(LiftedPlayer::Each(each)) => truths(each),
            LiftedValue::Kind(kind) => always(kind.index()),
            LiftedValue::KindAt(kinds) => kinds.into_iter().map(|(kind, is_it)| (kind.index(), is_it)).collect(),
            _ => return Err(not_batchable("a value of another form that pieces carry")),
        };
        let mut number = Self::rational(Rational::whole(0));
        for (place, is_it) in each {
            let here = Self::rational(Rational::whole(place as i64 + 1));
            number = match is_it {
                Truth::Known(true) => here,
                Truth::Known(false) => number,
                _ => self.one_of(is_it, &here, &number)?,
            };
        }
        Ok(number)
    }

    /// The direction, the player or the kind that a number stands for: each that there can be, where the number is its own.
    pub fn of_number(&mut self, builtin: Builtin, number: &'g Expr) -> Lifted<LiftedValue<'g>> {
        let game = self.game;
        let carried = match number.kind {
            ExprKind::Counter(counter, _) => game.counters[counter].carried.as_ref(),
            _ => None,
        };
        let number = self.number(number)?;
        let mut is_it = |place: usize| {
            let other = Self::rational(Rational::whole(place as i64 + 1));
            self.same(&number, &other)
        };
        Ok(match (builtin, carried.map(|carried| &carried.values)) {
            (Builtin::DirectionOfNumber, values) => {
                let ways: Vec<DirectionId> = match values {
                    Some(Values::Directions(ways)) => ways.clone(),
                    _ => game.board.directions().collect(),
                };
                let ways = ways.into_iter().map(|way| Ok((way, is_it(way.index())?)));
                LiftedValue::Ways(ways.collect::<Lifted<_>>()?)
            }
            (Builtin::PlayerOfNumber, values) => {
                let can = |player: &PlayerId| !matches!(values, Some(Values::Players(all)) if !all.contains(player));
                let each = game
                    .players
                    .ids()
                    .map(|player| if can(&player) { is_it(player.index()) } else { Ok(Truth::Known(false)) });
                LiftedValue::Player(LiftedPlayer::Each(each.collect::<Lifted<_>>()?))
            }
            (_, values) => {
                let can = |kind: &KindId| !matches!(values, Some(Values::Kinds(all)) if !all.contains(kind));
                let kinds = game.kinds.ids().filter(can).map(|kind| Ok((kind, is_it(kind.index())?)));
                LiftedValue::KindAt(kinds.collect::<Lifted<_>>()?)
            }
        })
    }
}
