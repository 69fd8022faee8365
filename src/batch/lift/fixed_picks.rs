//! Picks of directions, players, kinds and numbers: each that can be picked makes a choice of its own, in which it is known.

use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::value::{Cell, LiftedPlayer, LiftedValue, Number, Truth, among};
use rulebook_language::model::{
    Builtin, Constant, Expr, ExprKind, KindId, LocalId, Move, Odds, Picking, PlayerId, Type, constant,
};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::{Id, Rational};

/// The most choices that one of the rules is made into.
const MAX_WAYS: usize = 64;

impl<'g> Lifter<'g> {
    /// Every way to make the picks of a move that are no cells: of each its place among the picks, and what it is.
    pub fn fixed_picks(&self, rule: &Move) -> Lifted<Vec<Vec<(u8, u16)>>> {
        let mut ways = vec![Vec::new()];
        // What dice show is known where they are rolled.
        if matches!(rule.lot, Some(Odds::Dice(_))) {
            return Ok(ways);
        }
        if rule.picks_sets() {
            return Err(not_batchable("a pick of a set").within(rule.span));
        }
        let picks = rule.picking.iter().filter_map(|step| match step {
            Picking::Pick { from, .. } => Some(from),
            _ => None,
        });
        for (place, from) in picks.enumerate().filter(|(_, from)| from.ty != Type::Cells) {
            let values = self.fixed_values(from).map_err(|reason| reason.within(rule.span))?;
            let with = |way: &Vec<(u8, u16)>| -> Vec<Vec<(u8, u16)>> {
                values.iter().map(|value| way.iter().copied().chain([(place as u8, *value)]).collect()).collect()
            };
            ways = ways.iter().flat_map(with).collect();
            if ways.len() > MAX_WAYS {
                return Err(not_batchable("picks of very many directions or numbers").within(rule.span));
            }
        }
        Ok(ways)
    }

    /// What can be picked at all.
    fn fixed_values(&self, from: &Expr) -> Lifted<Vec<u16>> {
        let board = &self.game.board;
        match (from.ty, constant(from, Some(board), &self.game.definitions)) {
            (Type::Directions, Some(Constant::Directions(ways))) => Ok(ways.iter().map(|way| way.0.into()).collect()),
            (Type::Directions, _) => Ok(board.directions().map(|way| way.0.into()).collect()),
            (Type::Players, _) => Ok(self.game.players.ids().map(|player| player.0.into()).collect()),
            (Type::Kinds, Some(Constant::Kinds(kinds))) => Ok(kinds.iter().map(|kind| kind.0.into()).collect()),
            (Type::Kinds, _) => Ok(self.game.kinds.ids().map(|kind| kind.0.into()).collect()),
            (Type::Range, _) => {
                let [low, high] = self.range(from)?;
                Ok((low.max(0)..=high).take(MAX_WAYS + 1).map(|number| number as u16).collect())
            }
            _ => Err(not_batchable("a pick of something else than a cell, a direction, a player, a kind or a number")),
        }
    }

    /// Whether a move has a pick of numbers of which there are sometimes more and sometimes less.
    pub fn picks_changing_numbers(&self, rule: &Move) -> bool {
        rule.picking.iter().any(|step| match step {
            Picking::Pick { from, .. } if from.ty == Type::Range => {
                let changes = |end: &Expr| constant(end, Some(&self.game.board), &self.game.definitions).is_none();
                ends(from).is_ok_and(|ends| ends.into_iter().any(changes))
            }
            _ => false,
        })
    }

    /// The least and the greatest number that a range can have.
    fn range(&self, from: &Expr) -> Lifted<[i64; 2]> {
        let [low, high] = ends(from)?;
        match (self.bounds(low), self.bounds(high)) {
            (Some([least, _]), Some([_, most])) => Ok([least, most]),
            _ => Err(CHANGING),
        }
    }

    /// The least and the greatest that a number can be, where that is plain to see.
    pub fn bounds(&self, number: &Expr) -> Option<[i64; 2]> {
        if let Some(Constant::Number(known)) = constant(number, Some(&self.game.board), &self.game.definitions) {
            return known.to_whole().map(|known| [known; 2]);
        }
        match &number.kind {
            ExprKind::Counter(counter, _) => {
                let counter = &self.game.counters[*counter];
                Some([counter.low, counter.high])
            }
            ExprKind::Builtin(Builtin::Count, _) => Some([0, self.game.board.cells().count() as i64]),
            ExprKind::Builtin(Builtin::Add, sides) => match sides.as_slice() {
                [a, b] => {
                    let (a, b) = (self.bounds(a)?, self.bounds(b)?);
                    Some([a[0].checked_add(b[0])?, a[1].checked_add(b[1])?])
                }
                _ => None,
            },
            ExprKind::Builtin(Builtin::Subtract, sides) => match sides.as_slice() {
                [a, b] => {
                    let (a, b) = (self.bounds(a)?, self.bounds(b)?);
                    Some([a[0].checked_sub(b[1])?, a[1].checked_sub(b[0])?])
                }
                _ => None,
            },
            ExprKind::Builtin(builtin, _) => match builtin.row().range?(self.game) {
                (Some(low), Some(high)) => Some([low, high]),
                _ => None,
            },
            _ => None,
        }
    }

    /// The pick at a place that is no cell, by what it is picked from.
    pub fn fixed_value(&self, place: usize, from: &Expr) -> Lifted<LiftedValue<'g>> {
        if let Some(shown) = self.rolled.get(place) {
            return Ok(LiftedValue::Number(Number::Whole(*shown, 1)));
        }
        let value = i64::from(self.fixed_at(place)?);
        Ok(match from.ty {
            Type::Directions => LiftedValue::Directions(vec![DirectionId::from_index(value as usize)]),
            Type::Players => LiftedValue::Player(LiftedPlayer::Known(PlayerId::from_index(value as usize))),
            Type::Kinds => LiftedValue::Kind(KindId::from_index(value as usize)),
            _ => LiftedValue::Number(Self::rational(Rational::whole(value))),
        })
    }

    fn fixed_at(&self, place: usize) -> Lifted<u16> {
        let known = self.fixed.iter().find(|(known, _)| usize::from(*known) == place);
        known.map(|(_, value)| *value).ok_or(not_batchable("a pick of something else than a cell"))
    }

    /// Whether the pick at a place that is no cell can be picked from what is given.
    pub fn can_fix(&mut self, place: usize, from: &'g Expr) -> Lifted<Truth> {
        let value = self.fixed_at(place)?;
        if from.ty == Type::Range {
            let [low, high] = ends(from)?;
            let (low, high) = (self.number(low)?, self.number(high)?);
            let value = Self::rational(Rational::whole(i64::from(value)));
            let (below, above) = (self.less(&value, &low)?, self.less(&high, &value)?);
            let outside = self.either(below, above);
            return Ok(self.not(outside));
        }
        let way = DirectionId::from_index(usize::from(value));
        let is_it = |(known, _): &&(DirectionId, Truth)| *known == way;
        match self.lift(from)? {
            LiftedValue::Directions(ways) => Ok(Truth::Known(ways.contains(&way))),
            LiftedValue::Ways(ways) => Ok(ways.iter().find(is_it).map_or(Truth::Known(false), |(_, can)| *can)),
            LiftedValue::Players(players) => {
                Ok(Truth::Known(players.contains(&PlayerId::from_index(usize::from(value)))))
            }
            LiftedValue::Kinds(kinds) => Ok(among(&kinds, KindId::from_index(usize::from(value)))),
            _ => Err(not_batchable("a pick of directions, players or kinds of another form")),
        }
    }

    /// The cells that are written beside the picks: by how many slots they lie further than the first, of all of some cells; nothing
    /// where that is known only when an action is made.
    pub fn shown_cells(&mut self, rule: &'g Move, legal: Truth) -> Lifted<Vec<Option<i16>>> {
        let mut shown = Vec::new();
        for (local, _) in &rule.shown {
            match self.shown_further(rule, *local, legal) {
                Err(_) if self.may_wait() => shown.push(None),
                by => shown.push(Some(by?)),
            }
        }
        Ok(shown)
    }

    fn shown_further(&mut self, rule: &'g Move, local: LocalId, legal: Truth) -> Lifted<i16> {
        let Some(LiftedValue::Cell(Cell::At(frame, path))) = self.bound.get(&local).cloned() else {
            return Err(SHOWN);
        };
        let set = self.field(legal);
        let leads = self.leads(&path);
        let leads = self.field(leads);
        if frame != self.frame || rule.picks().count() - self.fixed.len() != 1 || !self.is_covered(set, leads) {
            return Err(SHOWN);
        }
        Ok(path.by as i16)
    }
}

/// The ends of a range.
fn ends(range: &Expr) -> Lifted<[&Expr; 2]> {
    match &range.kind {
        ExprKind::Builtin(Builtin::Range, ends) => match ends.as_slice() {
            [low, high] => Ok([low, high]),
            _ => Err(CHANGING),
        },
        _ => Err(CHANGING),
    }
}

const CHANGING: NotBatchable = not_batchable("a pick of numbers that change");
const SHOWN: NotBatchable = not_batchable("something else than a cell near the pick is written beside it");
