//! Effects that were lost at the bound of a counter: what would have been counted further, or sown, is gone.
//!
//! A counter whose rules only ask whether it has reached something within its bounds may stay there: who adds to it then means so. One
//! that is ranked, added up or compared with others is wrong from then on.

use crate::audit::lints::every_expr;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Builtin, CounterId, Effect, Expr, ExprKind, Game, MoveId, Per, Primitive};
use rulebook_language::source::Span;
use rulebook_language::util::Rational;
use rulebook_play::engine::{Change, Position, ProbedNode, ProbedValue};
use rulebook_play::plan::FieldKind;

/// An effect that sets a counter, or sows it, and what was seen to be lost of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// The effect.
    pub span: Span,
    /// The counter.
    pub counter: CounterId,
    /// The move.
    pub rule: MoveId,
    /// What was seen, once something was.
    pub seen: Option<Seen>,
    /// Of a number that is set, its place; nothing where it is sown.
    value: Option<Span>,
    /// Whether it is set to what it was and something more or less.
    counts_on: bool,
}

/// What was lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// The counter was already at that bound, the most or the least that it holds.
    Already(i64),
    /// The counter would have become this number.
    Beyond(Rational),
    /// So many fewer were in the cells after sowing.
    Sown(i64),
}

/// The effects of moves that set a counter, or sow one.
pub fn counting(game: &Game) -> Vec<Lost> {
    let mut found = Vec::new();
    for (rule, moved) in game.moves.iter_ids() {
        let mut all: Vec<&Effect> = moved.effects.iter().collect();
        while let Some(effect) = all.pop() {
            all.extend(effect.does.iter().flat_map(Primitive::blocks).flatten());
            let [only] = effect.does.as_slice() else { continue };
            let (counter, value) = match only {
                Primitive::Set { counter, value, .. } => (*counter, Some(value)),
                Primitive::Sow(sow) => (sow.counter, None),
                _ => continue,
            };
            let mut counts_on = false;
            if let Some(value) = value {
                value.visit(&mut |part| counts_on |= matches!(part.kind, ExprKind::Counter(own, _) if own == counter));
            }
            let value = value.map(|value| value.span);
            found.push(Lost { span: effect.span, counter, rule, seen: None, value, counts_on });
        }
    }
    found
}

impl Lost {
    /// Looks at what the effect came to.
    pub fn see(&mut self, position: &Position, seen: &ProbedNode) {
        let Some(counter) = position.game().counters.get(self.counter).filter(|_| self.seen.is_none()) else { return };
        let layout = &position.plan().layout;
        self.seen = match self.value {
            Some(value) => {
                let is_it = |part: &&ProbedNode| {
                    position.probes().and_then(|probes| probes.nodes.get(part.node)).is_some_and(|n| n.span == value)
                };
                let Some(ProbedValue::Number(number)) =
                    seen.parts.iter().find(is_it).and_then(|part| part.value.clone())
                else {
                    return;
                };
                let bound = if number < Rational::whole(counter.low) { counter.low } else { counter.high };
                let is_beyond = number < Rational::whole(counter.low) || Rational::whole(counter.high) < number;
                is_beyond.then_some(match seen.changes.is_empty() {
                    true => Seen::Already(bound),
                    false => Seen::Beyond(number),
                })
            }
            None => {
                let from = layout.counter(self.counter);
                let is_it = |field: usize| {
                    layout.fields.get(field).is_some_and(|at| at.sort == FieldKind::Numbers && at.offset == from)
                };
                let each = seen.changes.iter().map(|change| match change {
                    Change::Number { field, before, after, .. } if is_it(*field) => before - after,
                    _ => 0,
                });
                Some(each.sum::<i64>()).filter(|gone| *gone > 0).map(Seen::Sown)
            }
        };
    }

    /// What is to be said of it.
    pub fn finding(&self, game: &Game) -> Option<Diagnostic> {
        let counter = game.counters.get(self.counter)?;
        let (name, high, low) = (&counter.name, counter.high, counter.low);
        let (message, label) = match self.seen? {
            Seen::Already(bound) => {
                let side = if bound == high { "most" } else { "least" };
                let message = format!("what this adds or takes is lost: `{name}` was already {bound}");
                (message, format!("{bound} is the {side} that `{name}` holds"))
            }
            Seen::Beyond(number) => (
                format!("{number} is out of the range of `{name}`, and what is beyond its bound is lost"),
                format!("`{name}` holds {low} to {high}"),
            ),
            Seen::Sown(gone) => (
                format!(
                    "{gone} of what was sown {} lost: a cell holds no more than {high}",
                    if gone == 1 { "was" } else { "were" }
                ),
                format!("{high} is the most that `{name}` holds"),
            ),
        };
        let said = Diagnostic::new(Code::PlayBound, self.span, message).label(label).help(format!(
            "let `{name}` hold more, or have a rule for when it is {}",
            if self.is_below(low) { low } else { high }
        ));
        // A number that is set and not counted on is no longer what was written. What wears off stays at its least; what players or
        // cells have gathered tells them apart.
        let is_usual = counter.per == Per::Game || self.is_below(low);
        let is_meant = self.counts_on && is_usual && may_stay(game, self.counter);
        Some(if is_meant { said.note() } else { said })
    }

    fn is_below(&self, low: i64) -> bool {
        match self.seen {
            Some(Seen::Already(bound)) => bound == low,
            Some(Seen::Beyond(number)) => number < Rational::whole(low),
            Some(Seen::Sown(_)) | None => false,
        }
    }
}

/// Whether the rules only ask of a counter whether it is less than, equal to or more than a number within its bounds: beyond a bound they
/// would find what they find at it.
fn may_stay(game: &Game, counter: CounterId) -> bool {
    let Some((low, high)) = game.counters.get(counter).map(|counter| (counter.low, counter.high)) else { return true };
    let is_it = |expr: &Expr| matches!(&expr.kind, ExprKind::Counter(own, _) if *own == counter);
    let is_within = |expr: &Expr| match &expr.kind {
        ExprKind::Number(number) => Rational::whole(low) <= *number && *number <= Rational::whole(high),
        _ => false,
    };
    let (mut asked, mut compared) = (0u32, 0u32);
    every_expr(game, &mut |expr| match &expr.kind {
        ExprKind::Counter(..) => asked += u32::from(is_it(expr)),
        ExprKind::Builtin(Builtin::Less | Builtin::LessOrEqual | Builtin::Equal | Builtin::NotEqual, sides) => {
            if let [one, other] = sides.as_slice() {
                compared += u32::from(is_it(one) && is_within(other) || is_it(other) && is_within(one));
            }
        }
        _ => {}
    });
    asked == compared
}
