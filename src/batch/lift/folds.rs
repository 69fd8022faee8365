//! Numbers and sets made of what each member of a set gives, and conditions on each of some members that are not cells.

use super::lifter::{Lifted, Lifter, not_batchable};
use super::value::{Cells, LiftedPlayer, LiftedValue, Number, Sliced, Truth};
use rulebook_language::model::{Builtin, Expr, ExprKind, Fold, LocalId};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Rational;

/// The most numbers that are gone through one by one.
const MOST_NUMBERS: i64 = 64;

impl<'g> Lifter<'g> {
    /// What is made of the members of a set that meet a condition.
    pub fn fold(
        &mut self,
        how: Fold,
        local: LocalId,
        over: &'g Expr,
        condition: Option<&'g Expr>,
        body: &'g Expr,
    ) -> Lifted<LiftedValue<'g>> {
        let over = self.lift(over)?;
        if let (Fold::Count, Some(condition), LiftedValue::Cells(_) | LiftedValue::Cell(_)) = (how, condition, &over) {
            let over = self.cells_of(over)?;
            let kept = self.filtered(local, &over, condition)?;
            return Ok(LiftedValue::Number(self.count(&kept)?));
        }
        if let (Fold::Max, None, LiftedValue::Shapes(pattern, of)) = (how, condition, &over)
            && is_size(body, local)
        {
            return Ok(LiftedValue::Number(self.largest_group(*pattern, *of)?));
        }
        if let LiftedValue::Shapes(pattern, of) = over
            && (how == Fold::Sum && is_size(body, local) || how == Fold::Union && is_group(body, local))
        {
            let met = self.groups_where(local, (pattern, of), condition)?;
            return Ok(match how {
                Fold::Sum => LiftedValue::Number(self.count(&met)?),
                _ => LiftedValue::Cells(met),
            });
        }
        if let (Fold::Sum, LiftedValue::Cells(_)) = (how, &over) {
            let over = self.cells_of(over)?;
            let kept = match condition {
                Some(condition) => self.filtered(local, &over, condition)?,
                None => over,
            };
            if !kept.is_sparse() {
                return Ok(LiftedValue::Number(self.sum_over(local, &kept, body)?));
            }
            return Err(not_batchable("a number made of those of several members"));
        }
        let members = self.members(over)?;
        let (mut number, mut cells) = (Self::rational(Rational::whole(0)), Cells::none());
        for (member, can) in members {
            self.bound.insert(local, member);
            let holds = match condition {
                Some(condition) => self.truth(condition)?,
                None => Truth::Known(true),
            };
            let holds = self.both(can, holds);
            if holds == Truth::Known(false) {
                continue;
            }
            match how {
                Fold::Count => number = self.counted_if(&number, holds)?,
                Fold::Sum if holds == Truth::Known(true) => {
                    let part = self.number(body)?;
                    number = self.sum(&number, &part, false)?;
                }
                Fold::Union => {
                    let part = self.cells(body)?;
                    let part = self.only_if(&part, holds);
                    cells = self.join(&cells, &part);
                }
                _ => return Err(not_batchable("a number made of those of several members")),
            }
        }
        Ok(if how == Fold::Union { LiftedValue::Cells(cells) } else { LiftedValue::Number(number) })
    }

    /// One more where something holds: of the whole position or of each cell.
    fn counted_if(&mut self, number: &Number, holds: Truth) -> Lifted<Number> {
        if let (Number::Sliced(sliced), false) = (number, matches!(holds, Truth::Mask(_))) {
            let mut sliced: Sliced = sliced.clone();
            Sliced::add(&mut sliced.more, 0, [holds]);
            return Ok(Number::Sliced(sliced));
        }
        let one = Self::rational(Rational::whole(1));
        let more = self.sum(number, &one, false)?;
        self.one_of(holds, &more, number)
    }

    /// How many sides of the board a set has cells of.
    pub fn sides_touched(&mut self, set: &'g Expr) -> Lifted<Number> {
        let group = self.group_in(set);
        let known = if group.is_some() { Cells::none() } else { self.cells(set)? };
        let masks: Vec<Vec<u64>> = self.game.board.sides().iter().map(|side| side.mask.clone()).collect();
        let mut number = Self::rational(Rational::whole(0));
        for mask in masks {
            let side = self.constant(mask);
            let touched = match &group {
                Some(group) => self.group_meets(set, group, side)?,
                None => {
                    let touched = self.meet(&known, &Cells::of(side));
                    self.some(&touched)?
                }
            };
            number = self.counted_if(&number, touched)?;
        }
        Ok(number)
    }

    /// The members of a set that is not of cells, each with where it is one.
    pub fn members(&mut self, set: LiftedValue<'g>) -> Lifted<Vec<(LiftedValue<'g>, Truth)>> {
        let always = |member| (member, Truth::Known(true));
        Ok(match set {
            LiftedValue::Players(players) => {
                let known = |player| LiftedValue::Player(LiftedPlayer::Known(player));
                players.into_iter().map(known).map(always).collect()
            }
            LiftedValue::Kinds(kinds) => kinds.into_iter().map(|(kind, can)| (LiftedValue::Kind(kind), can)).collect(),
            LiftedValue::Directions(ways) => {
                ways.into_iter().map(|way| always(LiftedValue::Directions(vec![way]))).collect()
            }
            LiftedValue::Ways(ways) => {
                ways.into_iter().map(|(way, can)| (LiftedValue::Directions(vec![way]), can)).collect()
            }
            LiftedValue::Span(low, high) => Self::span_members(low, high)?.into_iter().map(always).collect(),
            LiftedValue::Shapes(pattern, of) => self.steady_groups(pattern, of)?.into_iter().map(always).collect(),
            _ => return Err(not_batchable("members of something else than a set that never changes")),
        })
    }

    /// The numbers from one to another.
    pub fn span_members(low: i64, high: i64) -> Lifted<Vec<LiftedValue<'g>>> {
        if high - low >= MOST_NUMBERS {
            return Err(not_batchable("a condition on very many numbers"));
        }
        Ok((low..=high).map(|number| LiftedValue::Number(Self::rational(Rational::whole(number)))).collect())
    }

    /// Whether a condition holds of some of directions, or of all of them, each of which is there where something holds.
    pub fn quantified_ways(
        &mut self,
        every: bool,
        local: LocalId,
        ways: Vec<(DirectionId, Truth)>,
        condition: &'g Expr,
    ) -> Lifted<Truth> {
        let mut all = Truth::Known(every);
        for (way, can) in ways {
            self.bound.insert(local, LiftedValue::Directions(vec![way]));
            let holds = self.truth(condition)?;
            all = if every {
                let fails = self.without(can, holds);
                self.without(all, fails)
            } else {
                let holds = self.both(can, holds);
                self.either(all, holds)
            };
        }
        Ok(all)
    }
}

/// Whether a set is that of the cells of a local name.
fn is_group(set: &Expr, local: LocalId) -> bool {
    match &set.kind {
        ExprKind::Local(known) => *known == local,
        ExprKind::Builtin(Builtin::OneCell | Builtin::UnionOfGroups, of) => of.iter().all(|of| is_group(of, local)),
        _ => false,
    }
}

/// Whether a number is that of the cells of a local name.
fn is_size(number: &Expr, local: LocalId) -> bool {
    match &number.kind {
        ExprKind::Builtin(Builtin::Count | Builtin::OneCell | Builtin::UnionOfGroups, of) => match of.as_slice() {
            [of] => matches!(of.kind, ExprKind::Local(known) if known == local) || is_size(of, local),
            _ => false,
        },
        _ => false,
    }
}
