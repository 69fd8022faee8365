//! Relations that join some of the cells that a step leads to, and boards that such a relation joins.

use super::direction::{self, Direction};
use super::ids::MAX_NAMED;
use super::relation::Relation;
use super::{Board, CellId, DirectionId, RelationId, RelationSpec, Symmetry, TopologyError, mask};
use crate::util::Id;

impl Board {
    /// The board with a relation of those steps in some directions that `keep` says to keep, given where they begin and end. A direction
    /// of which not every step is kept has another one in its place, which is that of the relation alone, with one back.
    pub fn with_narrowed(
        mut self,
        name: &str,
        directions: &[DirectionId],
        mut keep: impl FnMut(CellId, CellId) -> bool,
    ) -> Result<Board, TopologyError> {
        let first = self.directions.len();
        let mut kept = Vec::new();
        for &direction in directions {
            let all: Vec<(CellId, CellId)> = self.steps.links(direction).collect();
            let some: Vec<(CellId, CellId)> = all.iter().copied().filter(|&(from, to)| keep(from, to)).collect();
            if some.len() == all.len() {
                kept.push(direction);
            } else if !some.is_empty() {
                kept.push(self.narrow(name, direction, first, some)?);
            }
        }
        let symmetries = std::mem::take(&mut self.symmetries);
        self.symmetries =
            symmetries.into_iter().filter_map(|symmetry| self.image_of_narrowed(symmetry, first)).collect();
        self.with_relation(name, &RelationSpec::Directions(kept))
    }

    /// The direction of some steps of another one: the way back of one that is known from the `first` narrowed one on, or a new one.
    fn narrow(
        &mut self,
        name: &str,
        of: DirectionId,
        first: usize,
        steps: Vec<(CellId, CellId)>,
    ) -> Result<DirectionId, TopologyError> {
        let mut there = steps.clone();
        there.sort_unstable();
        let known = self.directions.ids().skip(first);
        if let Some(same) = known.into_iter().find(|id| self.steps.links(*id).eq(there.iter().copied())) {
            return Ok(same);
        }
        let count = self.directions.len() + 2;
        if count > MAX_NAMED {
            return Err(TopologyError::TooManyDirections { count, limit: MAX_NAMED });
        }
        let (there, back) = (DirectionId::from_index(count - 2), DirectionId::from_index(count - 1));
        let home = self.directions[of].opposite;
        for (like, opposite) in [(of, back), (home, there)] {
            let like = self.directions[like].clone();
            // No name that a file can use.
            self.directions.push(Direction { name: format!("{} by {name}", like.name), opposite, ..like });
        }
        self.steps.push(steps.iter().copied());
        self.steps.push(steps.iter().map(|&(from, to)| (to, from)));
        Ok(there)
    }

    /// A symmetry with the images of the narrowed directions, if they are directions.
    fn image_of_narrowed(&self, symmetry: Symmetry, first: usize) -> Option<Symmetry> {
        let mut images = Vec::new();
        for id in self.directions.ids().skip(first) {
            let mut moved: Vec<(CellId, CellId)> =
                self.steps.links(id).map(|(from, to)| (symmetry.cell(from), symmetry.cell(to))).collect();
            moved.sort_unstable();
            images.push(
                self.directions.ids().skip(first).find(|other| self.steps.links(*other).eq(moved.iter().copied()))?,
            );
        }
        Some(symmetry.with_fixed(&images))
    }

    /// The board on which nothing but what a relation joins is a step away: `adjacent` is that relation.
    pub fn joined_by(self, relation: RelationId) -> Result<Board, TopologyError> {
        let joined = &self.relations[relation];
        let is_joined = |from: CellId, to: CellId| mask::contains(joined.mask(from), to);
        let steps = self.steps.filtered(is_joined);
        // The board's own directions in the place of narrowed ones.
        let own = |id: DirectionId| {
            let Direction { dx, dy, offset, .. } = self.directions[id];
            let found = direction::of_vector(&self.directions, dx, dy).filter(|_| offset.is_some());
            found.unwrap_or(id)
        };
        let adjacent: Vec<DirectionId> = joined.directions.iter().map(|id| own(*id)).collect();
        let again = |old: &Relation| {
            let directions =
                if old.name == super::custom::ADJACENT { adjacent.clone() } else { old.directions.clone() };
            Relation::new(old.name.clone(), directions, &steps, self.slots, &self.mask)
        };
        let relations = self.relations.iter().map(again).collect();
        let keeps = |symmetry: &Symmetry| {
            self.cells().all(|from| {
                let mut near = mask::members(joined.mask(from));
                near.all(|to| is_joined(symmetry.cell(from), symmetry.cell(to)))
            })
        };
        let symmetries = self.symmetries.iter().filter(|symmetry| keeps(symmetry)).cloned().collect();
        Ok(Board { relations, steps, symmetries, ..self.clone() })
    }

    /// The directions of some vectors, columns to the right and rows upwards, each with the way back, added where the board does not
    /// have them; nothing on a board that is not laid out in columns and rows.
    ///
    /// # Errors
    /// Too many directions.
    pub fn with_vectors(mut self, vectors: &[(i32, i32)]) -> Result<(Board, Option<Vec<DirectionId>>), TopologyError> {
        let found = self.vectors(vectors.iter().copied())?;
        Ok((self, found))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::*;
    use crate::topology::laws::square;

    fn alquerque() -> Board {
        let board = square(5, 5);
        let all: Vec<DirectionId> = board.directions().collect();
        let even = |cell: CellId| (cell.index() % 5 + cell.index() / 5).is_multiple_of(2);
        let places = board.clone();
        let is_straight =
            move |a: CellId, b: CellId| places.column(a) == places.column(b) || places.row(a) == places.row(b);
        board.with_narrowed("step", &all, |a, b| is_straight(a, b) || even(a)).unwrap()
    }

    #[test]
    fn a_narrowed_relation_joins_what_is_kept_and_leads_back() {
        let board = alquerque();
        let step = board.find_relation("step").unwrap();
        let joined = |name: &str| board.neighbours(step, board.find_cell(name).unwrap()).len();
        assert_eq!((joined("a1"), joined("b1"), joined("c3"), joined("b2")), (3, 3, 8, 8));
        assert!(board.is_symmetric(step));
        for &direction in board.relation_directions(step) {
            let back = board.opposite(direction);
            assert_eq!(board.opposite(back), direction);
            for cell in board.cells() {
                assert!(board.step(cell, direction).is_none_or(|to| board.step(to, back) == Some(cell)));
            }
        }
        // All eight symmetries of the square keep it.
        assert_eq!(board.symmetries().len(), 8);
        for symmetry in board.symmetries() {
            for direction in board.directions() {
                for cell in board.cells() {
                    let moved = board.step(cell, direction).map(|to| symmetry.cell(to));
                    assert_eq!(board.step(symmetry.cell(cell), symmetry.direction(direction)), moved);
                }
            }
        }
    }

    #[test]
    fn a_board_joined_by_a_relation_has_no_other_steps() {
        let board = alquerque();
        let step = board.find_relation("step").unwrap();
        let joined = board.clone().joined_by(step).unwrap();
        let adjacent = joined.find_relation("adjacent").unwrap();
        for cell in board.cells() {
            assert_eq!(board.neighbours(step, cell), joined.neighbours(adjacent, cell));
        }
        let (b1, northeast) = (joined.find_cell("b1").unwrap(), joined.find_direction("northeast").unwrap());
        assert_eq!((joined.step(b1, northeast), board.step(b1, northeast).is_some()), (None, true));
        assert_eq!(joined.symmetries().len(), 8);
    }
}
