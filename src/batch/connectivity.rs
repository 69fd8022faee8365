//! Connections of cells that are only added: for all sides but one the cells that are connected with it, a lane each.
//!
//! A cell comes to be connected with a side once, so that a game's floods together pass each of its cells once. Most plies add a
//! cell that touches none that is connected: nothing is to be done then.

use super::program::ConnectionGoal;
use rulebook_language::util::Bits;

/// The connections of one player's cells in every lane.
#[derive(Clone, Debug)]
pub struct Connectivity<const W: usize> {
    /// The neighbours of each slot.
    near: Vec<Bits<W>>,
    /// The cells of all sides but the last.
    sides: Vec<Bits<W>>,
    /// Those of the last one.
    last: Bits<W>,
    /// By lane, then side: the player's cells that are connected with it.
    reached: Vec<Bits<W>>,
    /// By lane: whether all sides were joined where the game began.
    already: Vec<bool>,
    /// What is reached where a game begins, and whether that joins all sides.
    standing: (Vec<Bits<W>>, bool),
}

impl<const W: usize> Connectivity<W> {
    /// Without cells, in so many lanes.
    pub fn new(joining: &ConnectionGoal, lanes: usize) -> Self {
        let near = joining.near.iter().map(|words| Bits::from_words(words)).collect();
        let mut sides: Vec<Bits<W>> = joining.sides.iter().map(|words| Bits::from_words(words)).collect();
        let last = sides.last().copied().unwrap_or_default();
        // Of one side alone, the cells that are connected with it must be known.
        sides.truncate(sides.len().saturating_sub(1).max(1));
        let standing = (vec![Bits::EMPTY; sides.len()], false);
        let reached = vec![Bits::EMPTY; sides.len() * lanes];
        Connectivity { near, reached, sides, last, already: vec![false; lanes], standing }
    }

    /// Says of which cells games begin.
    pub fn stand(&mut self, cells: &Bits<W>) {
        let (reached, already) = &mut self.standing;
        *already = stand(&self.near, (&self.sides, self.last), cells, reached);
    }

    /// Begins a game in a lane.
    #[inline(always)]
    pub fn begin(&mut self, lane: usize) {
        let own = lane * self.sides.len();
        self.reached[own..own + self.sides.len()].copy_from_slice(&self.standing.0);
        self.already[lane] = self.standing.1;
    }

    /// Begins a game in a lane with cells of its own.
    pub fn begin_with(&mut self, lane: usize, cells: &Bits<W>) {
        let own = lane * self.sides.len();
        self.already[lane] = stand(&self.near, (&self.sides, self.last), cells, &mut self.reached[own..]);
    }

    /// Looks at a cell that was added in a lane to others, `cells`; whether that joins all sides for the first time, or they were
    /// joined where the game began.
    #[inline(always)]
    pub fn add(&mut self, lane: usize, cell: usize, cells: &Bits<W>) -> bool {
        let own = lane * self.sides.len();
        let (mut joined, mut has_grown) = (self.last, self.already[lane]);
        for (side, reached) in self.sides.iter().zip(&mut self.reached[own..]) {
            if !(self.near[cell] & *reached).is_empty() || side.contains(cell) {
                grow(&self.near, Bits::single(cell), cells, reached);
                has_grown = true;
            }
            joined = joined & *reached;
        }
        has_grown && !joined.is_empty()
    }
}

/// What is reached from sides where some cells stand; whether that joins all of them.
fn stand<const W: usize>(
    near: &[Bits<W>],
    (sides, last): (&[Bits<W>], Bits<W>),
    cells: &Bits<W>,
    reached: &mut [Bits<W>],
) -> bool {
    let mut joined = last;
    for (side, reached) in sides.iter().zip(reached) {
        *reached = Bits::EMPTY;
        grow(near, *side & *cells, cells, reached);
        joined = joined & *reached;
    }
    !joined.is_empty()
}

/// Adds some cells to those that are reached, and all that they are connected with.
#[inline(always)]
fn grow<const W: usize>(near: &[Bits<W>], from: Bits<W>, cells: &Bits<W>, reached: &mut Bits<W>) {
    let mut front = from;
    *reached = *reached | front;
    while let Some(next) = front.pop_first() {
        let fresh = (near[next] & *cells) - *reached;
        *reached = *reached | fresh;
        front = front | fresh;
    }
}

#[cfg(test)]
mod tests {
    use super::Connectivity;
    use crate::program::ConnectionGoal;
    use rulebook_language::topology::{Board, BoardSpec, Shape};
    use rulebook_language::util::{Bits, Rng};
    use rulebook_play::groups::component;

    /// Whether a group touches all of two or three sides is what a flood finds.
    #[test]
    fn groups_are_those_of_a_flood() {
        let mut rng = Rng::new(5);
        for shape in [Shape::Rhombus { columns: 7, rows: 6 }, Shape::Triangle { side: 7 }] {
            let board = Board::build(&BoardSpec { shape, rows_from_top: false }).unwrap();
            let relation = board.find_relation("adjacent").unwrap();
            let near: Vec<Bits<1>> = (0..board.slots())
                .map(|slot| {
                    let cell = rulebook_language::topology::CellId(slot as u16);
                    Bits::from_words(if board.is_cell(cell) { board.neighbour_mask(relation, cell) } else { &[] })
                })
                .collect();
            let masks: Vec<Bits<1>> = board.sides().iter().map(|side| Bits::from_words(&side.mask)).collect();
            let sides = if masks.len() == 4 { vec![masks[0], masks[2]] } else { masks };
            let words = |sets: &[Bits<1>]| sets.iter().map(|set| set.0.to_vec()).collect();
            let joining = ConnectionGoal { near: words(&near), sides: words(&sides), cells: 0 };
            let mut joined = Connectivity::<1>::new(&joining, 2);
            for _ in 0..200 {
                let mut cells = Bits::<1>::EMPTY;
                let standing = board.cells().filter(|_| rng.below(6) == 0);
                standing.for_each(|cell| cells.insert(usize::from(cell.0)));
                joined.stand(&cells);
                joined.begin(1);
                let touches_all = |cells: &Bits<1>, cell| {
                    let group = component(&near, cells, cell);
                    sides.iter().all(|side| !(*side & group).is_empty())
                };
                if cells.iter().any(|cell| touches_all(&cells, cell)) {
                    continue;
                }
                for cell in std::iter::repeat_with(|| rng.below(board.slots() as u32) as usize).take(60) {
                    if cells.contains(cell) || !board.is_cell(rulebook_language::topology::CellId(cell as u16)) {
                        continue;
                    }
                    cells.insert(cell);
                    let all = touches_all(&cells, cell);
                    assert_eq!(joined.add(1, cell, &cells), all, "{cells:?}");
                    if all {
                        break;
                    }
                }
            }
        }
    }
}
