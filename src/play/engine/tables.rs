//! What lies on straight lines, worked out once for a board: rays, what is between two cells, distances. Boards too large for a
//! table are walked over instead.

use super::shared::Steps;
use crate::plan::{Op, Plan};
use rulebook_language::util::Bits;

/// The most words of one table.
const MAX_WORDS: usize = 1 << 17;

/// The tables of a board, those that the plan's code looks into.
#[derive(Default)]
pub struct Lines<const W: usize> {
    /// The cells from a cell on in a direction, by direction and slot; empty where there is no table.
    rays: Vec<Vec<Bits<W>>>,
    /// Whether they go up in slots, by direction.
    up: Vec<bool>,
    /// What is between two slots, the first one's row by row; empty where there is no table.
    between: Vec<Bits<W>>,
    /// The direction of the line from one slot to another, -1 where there is none, the first one's row by row; empty where there is
    /// no table.
    toward: Vec<i16>,
    /// The steps from one slot to another, by relation; empty where there is no table.
    distances: Vec<Vec<i16>>,
    slots: usize,
}

impl<const W: usize> Lines<W> {
    /// The tables for a plan.
    pub fn new(plan: &Plan, steps: &[Steps<W>], near: &[Vec<Bits<W>>]) -> Self {
        let slots = plan.board.slots();
        let uses = |wanted: &dyn Fn(&Op) -> bool| plan.ops.iter().any(wanted);
        let mut lines = Lines { slots, ..Lines::default() };
        let rays = uses(&|op| matches!(op, Op::Ray { .. } | Op::Flanked { .. } | Op::Sight { .. }));
        if rays && steps.len() * slots * W <= MAX_WORDS && steps.iter().all(|steps| steps.shift.is_some()) {
            lines.up = steps.iter().map(|steps| steps.shift.is_some_and(|(_, by)| by > 0)).collect();
            lines.rays = steps.iter().map(|steps| rays_of(steps, slots)).collect();
        }
        if uses(&|op| matches!(op, Op::Between { .. } | Op::Spanning { .. })) && slots * slots * W <= MAX_WORDS {
            lines.between = vec![Bits::EMPTY; slots * slots];
            for from in 0..slots {
                // Of two directions that lead to a cell, the first counts.
                for steps in steps.iter().rev() {
                    let (mut passed, mut at) = (Bits::EMPTY, from);
                    while let Some(next) = next_of(steps, at).filter(|next| *next != from) {
                        if passed.contains(next) {
                            break;
                        }
                        lines.between[from * slots + next] = passed;
                        passed.insert(next);
                        at = next;
                    }
                }
            }
        }
        if uses(&|op| matches!(op, Op::Toward { .. })) && slots * slots <= MAX_WORDS {
            lines.toward = vec![-1; slots * slots];
            for from in 0..slots {
                for (direction, steps) in steps.iter().enumerate().rev() {
                    let (mut passed, mut at) = (Bits::<W>::EMPTY, from);
                    while let Some(next) = next_of(steps, at).filter(|next| *next != from && !passed.contains(*next)) {
                        lines.toward[from * slots + next] = direction as i16;
                        passed.insert(next);
                        at = next;
                    }
                }
            }
        }
        if slots * slots * near.len() <= MAX_WORDS {
            let asked = |relation: usize| {
                uses(&|op| matches!(op, Op::Distance { relation: by, .. } if usize::from(*by) == relation))
            };
            let table = |(relation, near): (usize, &Vec<Bits<W>>)| {
                if asked(relation) { distances_of(near) } else { Vec::new() }
            };
            lines.distances = near.iter().enumerate().map(table).collect();
        }
        lines
    }

    /// The part of the ray from a cell before the first cell that is not in `through`; nothing without a table.
    #[inline(always)]
    pub fn clear(&self, direction: usize, cell: usize, through: &Bits<W>) -> Option<Bits<W>> {
        let ray = *self.rays.get(direction)?.get(cell)?;
        let stops = ray - *through;
        Some(ray & if self.up[direction] { stops.below_first() } else { stops.above_last() })
    }

    /// The part of the ray from a cell before the first cell that is not in `through`, and that cell; nothing without a table.
    #[inline(always)]
    pub fn run(&self, direction: usize, cell: usize, through: &Bits<W>) -> Option<(Bits<W>, Option<usize>)> {
        let rays = self.rays.get(direction)?;
        let ray = *rays.get(cell)?;
        let stops = ray - *through;
        // Rays go up or down in slots: the first cell on the way is the lowest or the highest.
        let stop = if self.up[direction] { stops.first() } else { stops.last() };
        Some(match stop {
            Some(stop) => {
                let mut run = ray - rays[stop];
                run.remove(stop);
                (run, Some(stop))
            }
            None => (ray, None),
        })
    }

    /// The cells between two; nothing without a table.
    #[inline(always)]
    pub fn between(&self, a: usize, b: usize) -> Option<Bits<W>> {
        self.between.get(a * self.slots + b).copied()
    }

    /// The direction of the line from a to b, -1 where there is none; nothing without a table.
    #[inline(always)]
    pub fn toward(&self, a: usize, b: usize) -> Option<i64> {
        self.toward.get(a * self.slots + b).map(|direction| i64::from(*direction))
    }

    /// The steps from a to b; nothing without a table.
    #[inline(always)]
    pub fn distance(&self, relation: u8, a: usize, b: usize) -> Option<i64> {
        self.distances.get(usize::from(relation))?.get(a * self.slots + b).map(|steps| i64::from(*steps))
    }
}

fn next_of<const W: usize>(steps: &Steps<W>, at: usize) -> Option<usize> {
    steps.to.get(at).filter(|to| **to >= 0).map(|to| *to as usize)
}

fn rays_of<const W: usize>(steps: &Steps<W>, slots: usize) -> Vec<Bits<W>> {
    (0..slots)
        .map(|cell| {
            let (mut ray, mut at) = (Bits::EMPTY, cell);
            while let Some(next) = next_of(steps, at) {
                ray.insert(next);
                at = next;
            }
            ray
        })
        .collect()
}

/// The steps between all pairs, -1 where no way leads, by breadth-first search from each.
fn distances_of<const W: usize>(near: &[Bits<W>]) -> Vec<i16> {
    let slots = near.len();
    let mut table = vec![-1; slots * slots];
    for from in 0..slots {
        let mut reached = Bits::single(from);
        let mut front = reached;
        let mut steps = 0;
        while !front.is_empty() {
            let mut next = Bits::EMPTY;
            for cell in front.iter() {
                table[from * slots + cell] = steps;
                next = next | near[cell];
            }
            front = next - reached;
            reached = reached | next;
            steps += 1;
        }
    }
    table
}
