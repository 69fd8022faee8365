//! What goes along with pieces: those below them in their stacks, and marks.

use super::effects::Effects;
use super::known::{Delta, World};
use super::measure::{Measure, Sort};
use crate::audit::interpret::{Contents, EMPTY, Set};
use rulebook_language::model::{Content, KindId, MarkId, Primitive, TransferMode};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

impl Effects<'_> {
    /// What the pieces in stacks are to come to that are counted, by the places of their measures.
    pub(super) fn stacked(&self, world: &World, change: impl Fn(Contents) -> Delta) -> Vec<(usize, Delta)> {
        let each = self.measures.iter().zip(&world.deltas).enumerate();
        let known = |(place, (measure, delta)): (usize, (&Measure, &Delta))| match measure.sort {
            Sort::Stacked(of) => Some((place, delta.plus(change(of)))),
            _ => None,
        };
        each.filter_map(known).collect()
    }

    /// How pieces taken off stacks, on whose top is one of these, change the number of those in stacks that are counted.
    pub(super) fn unstacked(&self, of: Contents, top: Contents, certain: bool) -> Delta {
        let most = i64::from(self.game().max_height);
        match (top & of, top & !of & !EMPTY) {
            (0, 0) => Delta::default(),
            // What lies under another piece is not known: its stack may come to count, or no longer.
            (_, 0) => Delta::new(-most, -i64::from(certain && top & EMPTY == 0)),
            _ => Delta::ANY,
        }
    }

    /// Whether no mark that goes with pieces is lost: a piece steps to an empty cell, changes sides, or becomes one of a kind that
    /// carries the same.
    pub(super) fn keeps_marks(&self, world: &mut World, primitive: &Primitive) -> bool {
        if self.game().max_height > 1 || self.game().carried_marks().next().is_none() {
            return false;
        }
        match primitive {
            Primitive::Transfer { to, mode: TransferMode::Replace, .. } => {
                let (to, nowhere) = self.reason.cell(world, to);
                !nowhere && to.iter().all(|cell| world.known.at(cell) == EMPTY)
            }
            Primitive::Assign { content: Content::OtherOwner, .. } => true,
            Primitive::Assign { content: Content::Kind(to), .. } => {
                let kinds = self.reason.kind(world, to);
                let is_one = |kind: &KindId| kinds >> kind.index() & 1 == 1;
                self.game()
                    .carried_marks()
                    .all(|(_, carriers)| self.game().kinds.ids().filter(is_one).all(|kind| carriers.contains(&kind)))
            }
            _ => false,
        }
    }

    /// Forgets what pieces carry: it has gone with them, or, unless they kept their marks, away.
    pub(super) fn carried(&self, world: &mut World, keeps: bool) {
        self.game().carried_numbers().for_each(|(id, _)| self.anything_of(world, id));
        let words = self.reason.words();
        for (mark, _) in self.game().carried_marks() {
            if let Some(known) = world.known.mark_mut(mark) {
                *known = (Set::empty(words), Set::from_words(self.game().board.mask()));
            }
            for (delta, measure) in world.deltas.iter_mut().zip(self.measures) {
                if measure.sort == Sort::Marked(mark) && !keeps {
                    *delta = Delta::ANY;
                }
            }
        }
    }

    /// Marks cells, or takes the mark off.
    pub(super) fn mark(&self, world: &mut World, mark: MarkId, must: &Set, may: &Set, on: bool) {
        let Some((always, perhaps)) = world.known.marks.get(mark.index()).cloned() else { return };
        // What goes with pieces is on no cell without such a piece.
        let carriers = self.game().marks.get(mark).and_then(|mark| mark.carriers.as_deref());
        let carriers =
            carriers.map(|kinds| self.reason.codes.kinds(kinds.iter().fold(0, |all, kind| all | 1 << kind.index())));
        let carries = |cell: &CellId| carriers.is_none_or(|kinds| world.known.at(*cell) & !kinds == 0);
        let must = &if on { Set::of(self.reason.words(), must.iter().filter(carries)) } else { must.clone() };
        let delta = if on {
            Delta::new(must.minus(&perhaps).len() as i64, may.minus(&always).len() as i64)
        } else {
            Delta::new(-(may.and(&perhaps).len() as i64), -(must.and(&always).len() as i64))
        };
        for (known, measure) in world.deltas.iter_mut().zip(self.measures) {
            if measure.sort == Sort::Marked(mark) {
                *known = known.plus(delta);
            }
        }
        let new = if on { (always.or(must), perhaps.or(may)) } else { (always.minus(may), perhaps.minus(must)) };
        if let Some(known) = world.known.mark_mut(mark) {
            *known = new;
        }
    }
}
