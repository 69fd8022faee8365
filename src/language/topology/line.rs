//! The lines of a graph board.

use super::{CellId, DirectionId, RelationId, mask};

/// A line of a graph board: cells of which each is a step from the one before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphLine {
    /// The relation that its links belong to.
    pub relation: RelationId,
    /// The direction that leads along it.
    pub direction: DirectionId,
    /// Its cells, at least two, each once.
    pub cells: Vec<CellId>,
    /// Whether a step from the last cell leads to the first.
    pub closed: bool,
}

impl GraphLine {
    /// The stretches that remain when only the cells in `kept` do.
    pub(super) fn restrict(&self, kept: &[u64]) -> Vec<GraphLine> {
        let gap = self.cells.iter().position(|&cell| !mask::contains(kept, cell));
        let Some(gap) = gap else { return vec![self.clone()] };
        let mut cells = self.cells.clone();
        if self.closed {
            cells.rotate_left(gap);
        }
        let stretches = cells.split(|&cell| !mask::contains(kept, cell)).filter(|cells| cells.len() > 1);
        stretches.map(|cells| GraphLine { cells: cells.to_vec(), closed: false, ..*self }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_splits_a_line_and_opens_a_ring() {
        let cells: Vec<CellId> = (0..6).map(CellId).collect();
        let line =
            |closed| GraphLine { relation: RelationId(0), direction: DirectionId(0), cells: cells.clone(), closed };
        let kept = mask::collect(6, [0, 1, 3, 4, 5].map(CellId));
        let parts = |line: GraphLine| line.restrict(&kept).into_iter().map(|part| part.cells).collect::<Vec<_>>();
        assert_eq!(parts(line(false)), [vec![CellId(0), CellId(1)], vec![CellId(3), CellId(4), CellId(5)]]);
        assert_eq!(parts(line(true)), [[3, 4, 5, 0, 1].map(CellId)]);
        let all = mask::collect(6, cells.clone());
        assert_eq!(line(true).restrict(&all), [line(true)]);
    }
}
