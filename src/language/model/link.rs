//! Links between cells, and what else joins them where the position decides.

use super::expr::Expr;
use super::ids::{DefinitionId, JoiningId, MarkId, PlayerId};
use crate::topology::{Board, CellId, DirectionId, RelationId};

/// What joins cells where the position decides: of each direction the cells from which a step in it joins, of type `Cells`. They speak of
/// nothing but the position and the mover.
#[derive(Clone, Debug)]
pub struct Joining {
    /// The directions, each once.
    pub ways: Vec<(DirectionId, Expr)>,
}

/// What links there can be.
#[derive(Clone, Debug)]
pub struct Link {
    /// What one of them is called.
    pub name: String,
    /// Whether each has an owner.
    pub owned: bool,
    /// The relation of the cells that can be linked.
    pub relation: RelationId,
    /// Where they are kept.
    pub planes: Vec<LinkPlane>,
    /// What they join, whosever they are.
    pub joining: JoiningId,
    /// The region of the cells that are linked with one of a set.
    pub linked: Regions,
    /// The region of the cells to which links go from a cell, each link from one of its ends.
    pub ends: Regions,
    /// The region of the cells from which links go that cross the line between two cells, where any can.
    pub crossing: Option<Regions>,
}

/// A region of the links of anybody, and one of those of a player, who is its last parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regions {
    /// Of all links.
    pub any: DefinitionId,
    /// Of those of a player, where links have owners.
    pub of: Option<DefinitionId>,
}

/// The links of one owner in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkPlane {
    /// The mark of the cells from which they go.
    pub mark: MarkId,
    /// In which direction.
    pub direction: DirectionId,
    /// Whose they are; nobody's where links have no owners.
    pub owner: Option<PlayerId>,
}

/// Words in the names of links that stand between cells, and are drawn so.
const BARRIERS: [&str; 5] = ["wall", "fence", "hedge", "barrier", "border"];

impl Link {
    /// Whether one of them stands between its cells, as its name says, and does not lead from one to the other.
    pub fn is_barrier(&self) -> bool {
        BARRIERS.iter().any(|word| self.name.contains(word))
    }

    /// The links between cells, each once, as `is_marked` has them: from where, to where, and whose.
    pub fn all<'l>(
        &'l self,
        board: &'l Board,
        is_marked: impl Fn(MarkId, CellId) -> bool + 'l,
    ) -> impl Iterator<Item = (CellId, CellId, Option<PlayerId>)> + 'l {
        let cells: Vec<CellId> = board.cells().collect();
        self.planes.iter().flat_map(move |plane| {
            let marked = cells.iter().filter(|cell| is_marked(plane.mark, **cell));
            let ends = marked.filter_map(|cell| Some((*cell, board.step(*cell, plane.direction)?, plane.owner)));
            ends.collect::<Vec<_>>()
        })
    }

    /// The mark that keeps a link between two cells, and the cell that it is on.
    pub fn mark_of(&self, board: &Board, ends: [CellId; 2], owner: Option<PlayerId>) -> Option<(MarkId, CellId)> {
        let [a, b] = ends;
        let own = self.planes.iter().filter(|plane| plane.owner == owner);
        let mut found = own.flat_map(|plane| [(plane, a, b), (plane, b, a)]);
        found
            .find(|(plane, from, to)| board.step(*from, plane.direction) == Some(*to))
            .map(|(plane, from, _)| (plane.mark, from))
    }
}
