//! Boards made from a board: with cells taken away, with relations added.

use super::build::{lattice_links, of_lattice};
use super::custom::printable;
use super::direction::{self, Direction};
use super::ids::{MAX_NAMED, most_relations};
use super::lattice::Lattice;
use super::relation::Relation;
use super::{
    Board, CellId, DirectionId, MAX_SLOTS, RelationId, RelationSpec, Symmetry, TopologyError, distance, mask, symmetry,
};
use crate::util::{Id, Table};

impl Board {
    /// The board of those cells that `keep` says to keep. Names, slots and directions stay, and so do relations, among the
    /// cells that are left.
    pub fn subset(&self, mut keep: impl FnMut(CellId) -> bool) -> Result<Board, TopologyError> {
        let kept = mask::collect(self.slots, self.cells().filter(|&cell| keep(cell)));
        if kept.iter().all(|&word| word == 0) {
            return Err(TopologyError::EmptySubset);
        }
        let steps = self.steps.restrict(&kept);
        let again = |old: &Relation| Relation::new(old.name.clone(), old.directions.clone(), &steps, self.slots, &kept);
        let relations: Table<RelationId, Relation> = self.relations.iter().map(again).collect();
        let symmetries = self.symmetries.iter().filter_map(|symmetry| symmetry.clone().restrict(&kept));
        let mut board = Board {
            relations,
            rim: self.rim.restrict(&kept),
            lines: self.lines.iter().flat_map(|line| line.restrict(&kept)).collect(),
            parts: self.parts.iter().map(|part| part.restrict(&kept)).collect(),
            symmetries: symmetry::distinct(symmetries.collect()),
            steps,
            mask: kept,
            ..self.clone()
        };
        board.centre = board.middle();
        for cell in self.cells().filter(|&cell| !board.is_cell(cell)).collect::<Vec<_>>() {
            board.by_name.remove(&board.names[cell.index()]);
            board.names[cell.index()].clear();
            board.coordinates[cell.index()] = (0, 0);
        }
        Ok(board)
    }

    /// The same board with half as many slots, where all its cells are squares of one colour and it has no tracks.
    #[must_use]
    pub fn packed(self) -> Board {
        let can = |lattice: &Lattice| lattice.is_square() && !lattice.is_of_colour() && !lattice.is_round();
        let Some(lattice) = self.lattice.filter(can) else {
            return self;
        };
        // Nor directions of some steps alone.
        let has_tracks = self.directions.iter().any(|direction| direction.offset.is_none())
            || self
                .directions
                .iter_ids()
                .any(|(id, of)| direction::of_vector(&self.directions, of.dx, of.dy) != Some(id));
        let mut colours = [false; 2];
        for cell in self.cells() {
            let (x, y) = lattice.place(cell);
            colours[(x + y) as usize % 2] = true;
        }
        let colour = match colours {
            [true, false] if !has_tracks => 0,
            [false, true] if !has_tracks => 1,
            _ => return self,
        };
        let packed = lattice.of_colour(colour);
        let was = |cell| {
            let (x, y) = packed.place(cell);
            lattice.cell(x, y).is_some_and(|old| self.is_cell(old))
        };
        let board = of_lattice(packed).with_leaps_of(&self, &packed).and_then(|board| board.subset(was));
        board.unwrap_or(self)
    }

    /// With the directions and relations that were added to another board.
    fn with_leaps_of(mut self, other: &Board, lattice: &Lattice) -> Result<Board, TopologyError> {
        let first = self.directions.len();
        for direction in other.directions.iter().skip(first) {
            let (dx, dy) = (direction.dx, direction.dy);
            self.steps.push(lattice_links(lattice, dx, dy));
            self.directions.push(Direction::on_lattice(lattice, direction.name.clone(), dx, dy));
        }
        direction::pair_opposites(&mut self.directions, first);
        let symmetries = std::mem::take(&mut self.symmetries).into_iter();
        self.symmetries = symmetries.filter_map(|symmetry| symmetry.turned(&self.directions, first)).collect();
        let known = self.relations.len();
        for relation in other.relations.iter().skip(known) {
            self = self.with_relation(&relation.name, &RelationSpec::Directions(relation.directions.clone()))?;
        }
        Ok(self)
    }

    fn middle(&self) -> Vec<u64> {
        if let Some(drawing) = &self.drawing {
            return drawing.centre(&self.mask);
        }
        match (&self.lattice, self.find_relation(super::custom::ADJACENT)) {
            (Some(lattice), _) => lattice.centre(&self.mask),
            (None, Some(adjacent)) => distance::centre(&self.relations[adjacent], self.slots, &self.mask),
            (None, None) => self.mask.clone(),
        }
    }

    /// The board with one more relation, whose id is the next one.
    pub fn with_relation(mut self, name: &str, spec: &RelationSpec) -> Result<Board, TopologyError> {
        let name = printable(name)?;
        if self.find_relation(&name).is_some() {
            return Err(TopologyError::DuplicateRelation { name });
        }
        let (count, limit) = (self.relations.len() + 1, most_relations(self.slots));
        if count > limit {
            return Err(TopologyError::TooManyRelations { count, limit });
        }
        let mut directions = match spec {
            RelationSpec::Leap { dx, dy } => self.leap(*dx, *dy)?,
            RelationSpec::Directions(ids) => ids.clone(),
            RelationSpec::Union(ids) => self.union(ids)?,
        };
        let mut seen = [false; MAX_NAMED];
        directions.retain(|id| !std::mem::replace(&mut seen[id.index()], true));
        let count = self.directions.len();
        if let Some(index) = directions.iter().map(|id| id.index()).find(|&index| index >= count) {
            return Err(TopologyError::UnknownDirection { index, count });
        }
        if directions.is_empty() {
            return Err(TopologyError::EmptyRelation { name });
        }
        self.symmetries.retain(|symmetry| symmetry.keeps(&directions));
        self.relations.push(Relation::new(name, directions, &self.steps, self.slots, &self.mask));
        Ok(self)
    }

    /// The board with one more direction and the one back: along a track of cells, each once. A track that ends where it
    /// began is closed. Only symmetries that lay the track upon itself, in the same sense, are kept.
    pub fn with_track(mut self, name: &str, cells: &[CellId]) -> Result<Board, TopologyError> {
        let name = printable(name)?;
        let closed = cells.len() > 3 && cells.first() == cells.last();
        let once = if closed { &cells[1..] } else { cells };
        if once.len() < 2 {
            return Err(TopologyError::ShortLine { cells: once.len() });
        }
        let mut seen = mask::empty(self.slots);
        for &cell in once {
            if mask::contains(&seen, cell) {
                return Err(TopologyError::RepeatedCell { name: self.cell_name(cell).to_owned() });
            }
            mask::insert(&mut seen, cell);
        }
        let count = self.directions.len() + 2;
        if count > MAX_NAMED {
            return Err(TopologyError::TooManyDirections { count, limit: MAX_NAMED });
        }
        let (along, back) = (DirectionId::from_index(count - 2), DirectionId::from_index(count - 1));
        let steps: Vec<(CellId, CellId)> = cells.windows(2).map(|pair| (pair[0], pair[1])).collect();
        self.steps.push(steps.iter().copied());
        self.steps.push(steps.iter().map(|&(from, to)| (to, from)));
        for (name, opposite) in [(name.clone(), back), (format!("back_{name}"), along)] {
            self.directions.push(Direction { name, offset: None, dx: 0, dy: 0, opposite });
        }
        let keeps = |symmetry: &Symmetry| {
            steps.iter().all(|&(from, to)| self.steps.step(symmetry.cell(from), along) == Some(symmetry.cell(to)))
        };
        let kept: Vec<Symmetry> = self.symmetries.iter().filter(|symmetry| keeps(symmetry)).cloned().collect();
        self.symmetries = kept.into_iter().map(|symmetry| symmetry.with_fixed(&[along, back])).collect();
        Ok(self)
    }

    fn union(&self, ids: &[RelationId]) -> Result<Vec<DirectionId>, TopologyError> {
        let mut directions = Vec::new();
        for &id in ids {
            let unknown = TopologyError::UnknownRelation { index: id.index(), count: self.relations.len() };
            directions.extend(&self.relations.get(id).ok_or(unknown)?.directions);
        }
        Ok(directions)
    }

    /// The directions of a leap in every mirror image, added where the board does not have them.
    fn leap(&mut self, dx: u32, dy: u32) -> Result<Vec<DirectionId>, TopologyError> {
        if !self.lattice.is_some_and(|lattice| lattice.is_square()) {
            return Err(TopologyError::LeapNeedsSquares { dx, dy });
        }
        if (dx, dy) == (0, 0) {
            return Err(TopologyError::LeapNowhere);
        }
        if dx.max(dy) as usize >= MAX_SLOTS {
            return Err(TopologyError::LeapTooLong { dx, dy, limit: MAX_SLOTS - 1 });
        }
        let (x, y) = (dx as i32, dy as i32);
        let images = [(x, y), (y, x), (y, -x), (x, -y), (-x, -y), (-y, -x), (-y, x), (-x, y)];
        Ok(self.vectors(images.into_iter())?.unwrap_or_default())
    }

    /// The directions of vectors, added with the ways back where the board does not have them; nothing on a graph.
    pub(super) fn vectors(
        &mut self,
        vectors: impl Iterator<Item = (i32, i32)>,
    ) -> Result<Option<Vec<DirectionId>>, TopologyError> {
        let Some(lattice) = self.lattice else { return Ok(None) };
        let first = self.directions.len();
        let mut found = Vec::new();
        let mut missing: Vec<(i32, i32)> = Vec::new();
        for (x, y) in vectors {
            missing.push((-x, -y));
            found.push(self.vector(&lattice, x, y));
        }
        missing.into_iter().for_each(|(x, y)| {
            self.vector(&lattice, x, y);
        });
        let count = self.directions.len();
        if count > MAX_NAMED {
            return Err(TopologyError::TooManyDirections { count, limit: MAX_NAMED });
        }
        direction::pair_opposites(&mut self.directions, first);
        let symmetries = std::mem::take(&mut self.symmetries).into_iter();
        self.symmetries = symmetries.filter_map(|symmetry| symmetry.turned(&self.directions, first)).collect();
        Ok(Some(found))
    }

    fn vector(&mut self, lattice: &Lattice, x: i32, y: i32) -> DirectionId {
        direction::of_vector(&self.directions, x, y).unwrap_or_else(|| {
            let links = lattice_links(lattice, x, y);
            self.steps
                .push(links.filter(|&(from, to)| mask::contains(&self.mask, from) && mask::contains(&self.mask, to)));
            self.directions.push(Direction::on_lattice(lattice, format!("leap({x}, {y})"), x, y))
        })
    }
}
