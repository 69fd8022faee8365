//! Relations: built as a petgraph graph, frozen into neighbour lists and masks.

use petgraph::graph::DiGraph;

use super::steps::Steps;
use super::{CellId, DirectionId, mask};
use crate::util::Id;

/// The links of a relation: a node a cell, in increasing order, and an edge a step.
pub(crate) type LinkGraph = DiGraph<CellId, DirectionId>;

/// A relation between cells: one step in any of its directions.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub(super) name: String,
    pub(super) directions: Vec<DirectionId>,
    pub(super) graph: LinkGraph,
    pub(super) symmetric: bool,
    words: usize,
    starts: Vec<u32>,
    neighbours: Vec<CellId>,
    masks: Vec<u64>,
}

impl Relation {
    /// Builds the graph of the relation on the cells of `board`, and freezes it.
    pub(super) fn new(
        name: String,
        directions: Vec<DirectionId>,
        steps: &Steps,
        slots: usize,
        board: &[u64],
    ) -> Relation {
        let graph = link(&directions, steps, slots, board);
        let mut relation = Relation {
            name,
            directions,
            graph,
            symmetric: true,
            words: mask::words_of(slots),
            starts: vec![0; slots + 1],
            neighbours: Vec::new(),
            masks: vec![0; slots * mask::words_of(slots)],
        };
        relation.freeze();
        relation
    }

    fn freeze(&mut self) {
        let words = self.words;
        let mut next_slot = 0;
        for node in self.graph.node_indices() {
            let slot = self.graph[node].index();
            self.starts[next_slot..=slot].fill(self.neighbours.len() as u32);
            next_slot = slot + 1;
            let own = &mut self.masks[slot * words..(slot + 1) * words];
            self.graph.neighbors(node).for_each(|to| mask::insert(own, self.graph[to]));
            self.neighbours.extend(mask::members(own));
        }
        self.starts[next_slot..].fill(self.neighbours.len() as u32);
        self.symmetric = self
            .graph
            .edge_indices()
            .filter_map(|edge| self.graph.edge_endpoints(edge))
            .all(|(from, to)| mask::contains(self.mask(self.graph[to]), self.graph[from]));
    }

    /// The neighbours of a cell, in increasing order.
    #[inline]
    pub(super) fn neighbours(&self, cell: CellId) -> &[CellId] {
        &self.neighbours[self.starts[cell.index()] as usize..self.starts[cell.index() + 1] as usize]
    }

    /// The neighbours of a cell as a set.
    #[inline]
    pub(super) fn mask(&self, cell: CellId) -> &[u64] {
        &self.masks[cell.index() * self.words..(cell.index() + 1) * self.words]
    }
}

fn link(directions: &[DirectionId], steps: &Steps, slots: usize, board: &[u64]) -> LinkGraph {
    let mut graph = LinkGraph::new();
    let mut nodes = vec![None; slots];
    for cell in mask::members(board) {
        nodes[cell.index()] = Some(graph.add_node(cell));
    }
    for &direction in directions {
        for (from, to) in steps.links(direction) {
            if let (Some(from), Some(to)) = (nodes[from.index()], nodes[to.index()]) {
                graph.add_edge(from, to, direction);
            }
        }
    }
    graph
}
