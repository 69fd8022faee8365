//! Frames: what is worked out for every cell of the board at once says of each what holds where that cell is picked. Within a condition on
//! other cells, or on groups, it says nothing: there all is worked out for those.

use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::parts::has_part;
use super::value::{Cells, LiftedPlayer, LiftedValue, Number, Truth};
use rulebook_language::model::row::Reads;
use rulebook_language::model::{Builtin, Expr, ExprKind, LocalId};

impl<'g> Lifter<'g> {
    /// Code in a frame of its own, for a condition in which a name has a new meaning.
    ///
    /// # Errors
    /// Where the condition speaks of what is known in the frame outside alone.
    pub fn in_frame<T>(
        &mut self,
        local: LocalId,
        condition: &'g Expr,
        code: impl FnOnce(&mut Self) -> Lifted<T>,
    ) -> Lifted<T> {
        let has_points = |planes: &[Cells]| planes.iter().any(|plane| !plane.points.is_empty());
        if (has_points(&self.planes) || has_points(&self.before)) && self.reads_board(condition) {
            return Err(OUTSIDE);
        }
        let mut speaks = false;
        condition.visit(&mut |part| {
            if let ExprKind::Local(known) = part.kind
                && known != local
            {
                speaks |= self.bound.get(&known).is_some_and(is_of_frame);
            }
        });
        if speaks {
            return Err(OUTSIDE);
        }
        self.frames += 1;
        let frame = std::mem::replace(&mut self.frame, self.frames);
        let (planes, before) = (self.planes.clone(), self.before.clone());
        self.planes.iter_mut().chain(&mut self.before).for_each(|plane| plane.facts.clear());
        let result = code(self);
        (self.frame, self.planes, self.before) = (frame, planes, before);
        result
    }

    /// Whether an expression asks what stands on the board.
    pub fn reads_board(&self, expr: &Expr) -> bool {
        has_part(self.game, expr, &|kind| match kind {
            ExprKind::Pieces { .. } | ExprKind::Marked(_) | ExprKind::Pattern { .. } => true,
            ExprKind::Builtin(Builtin::Me | Builtin::Opponent, _) => false,
            ExprKind::Builtin(builtin, _) => builtin.row().reads != Reads::NOTHING,
            _ => false,
        })
    }
}

/// Whether a value says of every cell what holds where that cell is picked.
fn is_of_frame(value: &LiftedValue<'_>) -> bool {
    let is_field = |truth: &Truth| matches!(truth, Truth::Field(_));
    let is_of = |set: &Cells| !set.points.is_empty() || set.dense.iter().any(|(truth, _)| is_field(truth));
    match value {
        LiftedValue::Number(Number::Sliced(sliced)) => !sliced.is_known(),
        LiftedValue::Truth(truth) => is_field(truth),
        LiftedValue::Cells(set) => is_of(set),
        LiftedValue::Player(LiftedPlayer::Each(truths)) => truths.iter().any(is_field),
        LiftedValue::Kinds(kinds) | LiftedValue::KindAt(kinds) => kinds.iter().any(|(_, truth)| is_field(truth)),
        LiftedValue::Ways(ways) => ways.iter().any(|(_, truth)| is_field(truth)),
        LiftedValue::Flanked { through, end, .. } => is_of(through) || is_of(end),
        // Of cells and their groups it is known in which frame they are.
        LiftedValue::Cell(_) | LiftedValue::Group(_) => false,
        LiftedValue::Number(Number::Whole(..))
        | LiftedValue::Player(LiftedPlayer::Known(_))
        | LiftedValue::Players(_)
        | LiftedValue::Kind(_)
        | LiftedValue::Span(..)
        | LiftedValue::Directions(_)
        | LiftedValue::Shapes(..)
        | LiftedValue::Sizes(..) => false,
    }
}

pub const OUTSIDE: NotBatchable = not_batchable("a condition on cells speaks of what depends on a cell outside it");
