//! Named parts of a board.

use super::lattice::Lattice;
use super::mask;

/// A named set of cells: a side of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Its cells, as the words of a slot set.
    pub mask: Vec<u64>,
}

impl Region {
    /// The same without the cells outside `kept`.
    pub(super) fn restrict(&self, kept: &[u64]) -> Region {
        Region { name: self.name.clone(), mask: mask::both(&self.mask, kept) }
    }
}

/// The sides, corners and rim of a board.
#[derive(Clone, Debug)]
pub(super) struct Rim {
    pub(super) sides: Vec<Region>,
    pub(super) corners: Vec<u64>,
    /// For each slot, the number of sides that it lies on.
    pub(super) edges: Vec<u8>,
}

impl Rim {
    /// The rim of a lattice board.
    pub(super) fn of_lattice(lattice: &Lattice) -> Rim {
        let side = |index: usize| Region {
            name: lattice.side_names()[index].to_owned(),
            mask: mask::collect(lattice.slots(), lattice.cells().filter(|&cell| lattice.on_side(cell, index))),
        };
        let sides: Vec<Region> = lattice.sides().into_iter().map(side).collect();
        let corners = mask::collect(lattice.slots(), lattice.cells().filter(|&cell| lattice.on_corner(cell)));
        Rim { edges: count(lattice.slots(), &sides), sides, corners }
    }

    /// The rim of a graph with these sides; its corners lie on two sides or more.
    pub(super) fn of_graph(slots: usize, sides: Vec<Region>) -> Rim {
        let edges = count(slots, &sides);
        let all = sides.iter().flat_map(|side| mask::members(&side.mask));
        let corners = mask::collect(slots, all.filter(|cell| edges[cell.0 as usize] > 1));
        Rim { sides, corners, edges }
    }

    /// The same without the cells outside `kept`; those that stay lie on as many sides as before.
    pub(super) fn restrict(&self, kept: &[u64]) -> Rim {
        let edges = self.edges.iter().enumerate();
        Rim {
            sides: self.sides.iter().map(|side| side.restrict(kept)).collect(),
            corners: mask::both(&self.corners, kept),
            edges: edges
                .map(|(slot, &edges)| if mask::contains(kept, super::CellId(slot as u16)) { edges } else { 0 })
                .collect(),
        }
    }
}

fn count(slots: usize, sides: &[Region]) -> Vec<u8> {
    let mut edges = vec![0u8; slots];
    for cell in sides.iter().flat_map(|side| mask::members(&side.mask)) {
        edges[cell.0 as usize] = edges[cell.0 as usize].saturating_add(1);
    }
    edges
}
