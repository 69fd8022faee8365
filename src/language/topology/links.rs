//! The board's relations and directions.

use petgraph::algo::connected_components;

use super::relation::LinkGraph;
use super::{Board, CellId, Direction, DirectionId, RelationId, distance};
use crate::util::Id;

impl Board {
    /// The relations. Lattice boards start with `orthogonal`, `diagonal` and `adjacent`; graphs have those of their lines,
    /// then `adjacent`, which joins all.
    pub fn relations(&self) -> impl DoubleEndedIterator<Item = RelationId> + use<> {
        self.relations.ids()
    }

    /// The relation of a name.
    pub fn find_relation(&self, name: &str) -> Option<RelationId> {
        self.relations.iter_ids().find(|(_, relation)| relation.name == name).map(|(id, _)| id)
    }

    /// The name of a relation.
    pub fn relation_name(&self, relation: RelationId) -> &str {
        &self.relations[relation].name
    }

    /// The directions of a relation: its neighbours are the cells one step away in any of them.
    pub fn relation_directions(&self, relation: RelationId) -> &[DirectionId] {
        &self.relations[relation].directions
    }

    /// Whether neighbours are neighbours both ways.
    pub fn is_symmetric(&self, relation: RelationId) -> bool {
        self.relations[relation].symmetric
    }

    /// The neighbours of a cell, in increasing order.
    #[inline]
    pub fn neighbours(&self, relation: RelationId, cell: CellId) -> &[CellId] {
        self.relations[relation].neighbours(cell)
    }

    /// The neighbours of a cell as a set.
    #[inline]
    pub fn neighbour_mask(&self, relation: RelationId, cell: CellId) -> &[u64] {
        self.relations[relation].mask(cell)
    }

    /// The directions.
    pub fn directions(&self) -> impl DoubleEndedIterator<Item = DirectionId> + use<> {
        self.directions.ids()
    }

    /// The direction of a name.
    pub fn find_direction(&self, name: &str) -> Option<DirectionId> {
        self.directions.iter_ids().find(|(_, direction)| direction.name == name).map(|(id, _)| id)
    }

    /// A direction's name and vector.
    pub fn direction(&self, direction: DirectionId) -> &Direction {
        &self.directions[direction]
    }

    /// The direction back.
    #[inline]
    pub fn opposite(&self, direction: DirectionId) -> DirectionId {
        self.directions[direction].opposite
    }

    /// The cell one step away.
    #[inline]
    pub fn step(&self, cell: CellId, direction: DirectionId) -> Option<CellId> {
        self.steps.step(cell, direction)
    }

    /// The cells one step, two steps and so on away, up to the last one or, on a closed line, the one before `cell`.
    pub fn ray(&self, cell: CellId, direction: DirectionId) -> impl Iterator<Item = CellId> {
        let next = move |&at: &CellId| self.step(at, direction).filter(|&next| next != cell);
        std::iter::successors(next(&cell), next)
    }

    /// Whether a line in the direction comes back to the cell where it begins, from some cell.
    pub fn goes_round(&self, direction: DirectionId) -> bool {
        self.cells().any(|cell| {
            let mut line = std::iter::successors(self.step(cell, direction), |at| self.step(*at, direction));
            line.by_ref().take(self.slots).any(|at| at == cell)
        })
    }

    /// The cells between two, the nearest to `a` first: on the first line, by the order of directions, that leads from `a` to `b`;
    /// none where no line does.
    pub fn between(&self, a: CellId, b: CellId) -> Vec<CellId> {
        let line = self.toward(a, b);
        line.map_or_else(Vec::new, |direction| self.ray(a, direction).take_while(|cell| *cell != b).collect())
    }

    /// The direction of the first line, by the order of directions, that leads from `a` to `b`.
    pub fn toward(&self, a: CellId, b: CellId) -> Option<DirectionId> {
        let leads = |direction: &DirectionId| self.ray(a, *direction).take(self.slots()).any(|cell| cell == b);
        self.directions().find(leads)
    }

    /// On a lattice board, what a step adds to the number of the slot, by the board's [`Board::ring`].
    ///
    /// A set of cells steps as a whole: `ring().moved(set & direction_sources, offset)`. Without the mask, cells at the end of a
    /// row would come out at the start of the next.
    #[inline]
    pub fn direction_offset(&self, direction: DirectionId) -> Option<i32> {
        self.directions[direction].offset
    }

    /// The set of cells from which a step in the direction leads to a cell.
    #[inline]
    pub fn direction_sources(&self, direction: DirectionId) -> &[u64] {
        self.steps.sources(direction)
    }

    /// The set of cells to which a step in the direction leads.
    #[inline]
    pub fn direction_targets(&self, direction: DirectionId) -> &[u64] {
        self.steps.targets(direction)
    }

    /// The least number of steps from a cell to each slot, none where no path leads.
    pub fn distances(&self, relation: RelationId, from: CellId) -> Vec<Option<u16>> {
        distance::from_cell(&self.relations[relation], self.slots, from)
    }

    /// The least number of steps from a cell to another, none if no path leads there. For several, take
    /// [`Board::distances`].
    pub fn distance(&self, relation: RelationId, from: CellId, to: CellId) -> Option<u16> {
        self.distances(relation, from)[to.index()]
    }

    /// In how many parts the board falls if cells hang together by this relation, either way.
    pub fn components(&self, relation: RelationId) -> usize {
        connected_components(self.graph(relation))
    }

    /// Whether the board hangs together by this relation.
    pub fn is_connected(&self, relation: RelationId) -> bool {
        self.components(relation) == 1
    }

    /// The links of a relation, as the graph that the flat arrays were made from.
    pub(crate) fn graph(&self, relation: RelationId) -> &LinkGraph {
        &self.relations[relation].graph
    }
}
