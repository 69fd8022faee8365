//! Graph boards: named cells and the lines that join them.

use rustc_hash::FxHashMap;

use super::direction::Direction;
use super::ids::{MAX_NAMED, most_relations};
use super::{CellId, DirectionId, GraphLine, GraphSpec, LineSpec, MAX_SLOTS, Region, RelationId, TopologyError, mask};
use crate::util::{Id, Table};

/// A graph board, checked, with its directions found.
#[derive(Debug, Default)]
pub(super) struct Custom {
    pub(super) names: Vec<String>,
    pub(super) positions: Option<Vec<(i32, i32)>>,
    pub(super) directions: Table<DirectionId, Direction>,
    /// The steps of each direction.
    pub(super) links: Vec<Vec<(CellId, CellId)>>,
    /// The relations with their directions, `adjacent` the last.
    pub(super) relations: Vec<(String, Vec<DirectionId>)>,
    pub(super) lines: Vec<GraphLine>,
    pub(super) sides: Vec<Region>,
    by_name: FxHashMap<String, CellId>,
    /// For each pair of directions the relation that it belongs to, and the cells of its lines.
    pairs: Vec<(usize, Vec<u64>)>,
}

/// The name of the relation that every board has.
pub(super) const ADJACENT: &str = "adjacent";

impl Custom {
    /// Checks a graph and finds its directions.
    pub(super) fn new(spec: &GraphSpec) -> Result<Custom, TopologyError> {
        let mut custom = Custom::default();
        custom.add_cells(spec)?;
        custom.add_relations(spec)?;
        for line in &spec.lines {
            custom.add_line(line)?;
        }
        custom.add_sides(spec)?;
        Ok(custom)
    }

    fn add_cells(&mut self, spec: &GraphSpec) -> Result<(), TopologyError> {
        let (shape, count) = ("graph", spec.cells.len());
        match count {
            0 => return Err(TopologyError::NoCells { shape }),
            _ if count > MAX_SLOTS => {
                return Err(TopologyError::TooLarge { shape, slots: count as u64, limit: MAX_SLOTS });
            }
            _ => {}
        }
        for cell in &spec.cells {
            let name = printable(&cell.name)?;
            if self.by_name.insert(name.clone(), CellId::from_index(self.names.len())).is_some() {
                return Err(TopologyError::DuplicateCell { name });
            }
            self.names.push(name);
        }
        self.positions = spec.cells.iter().map(|cell| cell.position).collect();
        let mut seen = FxHashMap::default();
        for (position, name) in self.positions.iter().flatten().zip(&self.names) {
            if let Some(first) = seen.insert(*position, name.clone()) {
                return Err(TopologyError::SamePosition { first, second: name.clone() });
            }
        }
        Ok(())
    }

    fn add_relations(&mut self, spec: &GraphSpec) -> Result<(), TopologyError> {
        for line in &spec.lines {
            let name = &line.relation;
            if name != ADJACENT && !self.relations.iter().any(|(other, _)| other == name) {
                self.relations.push((printable(name)?, Vec::new()));
            }
        }
        self.relations.push((ADJACENT.to_owned(), Vec::new()));
        let (count, limit) = (self.relations.len(), most_relations(self.names.len()));
        if count > limit { Err(TopologyError::TooManyRelations { count, limit }) } else { Ok(()) }
    }

    fn add_line(&mut self, spec: &LineSpec) -> Result<(), TopologyError> {
        let (cells, closed) = self.chain(spec)?;
        let last = self.relations.len() - 1;
        let relation = self.relations.iter().position(|(name, _)| *name == spec.relation).unwrap_or(last);
        let direction = self.pair_for(relation, &cells)?;
        let back = self.directions[direction].opposite;
        let ends = closed.then(|| (cells[cells.len() - 1], cells[0]));
        for (from, to) in cells.windows(2).map(|pair| (pair[0], pair[1])).chain(ends) {
            self.links[direction.index()].push((from, to));
            self.links[back.index()].push((to, from));
        }
        self.lines.push(GraphLine { relation: RelationId::from_index(relation), direction, cells, closed });
        Ok(())
    }

    /// The cells of a line, and whether it is closed.
    fn chain(&self, spec: &LineSpec) -> Result<(Vec<CellId>, bool), TopologyError> {
        let mut cells = spec.cells.iter().map(|name| self.find(name)).collect::<Result<Vec<_>, _>>()?;
        if cells.len() < 2 {
            return Err(TopologyError::ShortLine { cells: cells.len() });
        }
        let closed = cells.len() > 3 && cells[0] == cells[cells.len() - 1];
        if closed {
            cells.pop();
        }
        let mut seen = mask::empty(self.names.len());
        for &cell in &cells {
            if mask::contains(&seen, cell) {
                return Err(TopologyError::RepeatedCell { name: self.names[cell.index()].clone() });
            }
            mask::insert(&mut seen, cell);
        }
        Ok((cells, closed))
    }

    /// The first direction of the relation whose lines share no cell with this one; else a new pair of directions.
    fn pair_for(&mut self, relation: usize, cells: &[CellId]) -> Result<DirectionId, TopologyError> {
        let free = |(owner, used): &(usize, Vec<u64>)| {
            *owner == relation && !cells.iter().any(|&cell| mask::contains(used, cell))
        };
        if let Some(pair) = self.pairs.iter().position(free) {
            cells.iter().for_each(|&cell| mask::insert(&mut self.pairs[pair].1, cell));
            return Ok(DirectionId::from_index(2 * pair));
        }
        let count = self.directions.len() + 2;
        if count > MAX_NAMED {
            return Err(TopologyError::TooManyDirections { count, limit: MAX_NAMED });
        }
        let (direction, back) = (DirectionId::from_index(count - 2), DirectionId::from_index(count - 1));
        for (word, opposite) in [("along", back), ("back", direction)] {
            let name = format!("{word}{}", count / 2);
            self.directions.push(Direction { name, offset: None, dx: 0, dy: 0, opposite });
            self.links.push(Vec::new());
        }
        self.pairs.push((relation, mask::collect(self.names.len(), cells.iter().copied())));
        let last = self.relations.len() - 1;
        self.relations[relation].1.extend([direction, back]);
        if relation != last {
            self.relations[last].1.extend([direction, back]);
        }
        Ok(direction)
    }

    fn add_sides(&mut self, spec: &GraphSpec) -> Result<(), TopologyError> {
        for side in &spec.sides {
            let name = printable(&side.name)?;
            if self.sides.iter().any(|other| other.name == name) {
                return Err(TopologyError::DuplicateSide { name });
            }
            let cells = side.cells.iter().map(|name| self.find(name)).collect::<Result<Vec<_>, _>>()?;
            self.sides.push(Region { name, mask: mask::collect(self.names.len(), cells) });
        }
        Ok(())
    }

    fn find(&self, name: &str) -> Result<CellId, TopologyError> {
        self.by_name.get(name).copied().ok_or_else(|| TopologyError::UnknownCell { name: name.to_owned() })
    }
}

/// The name, if it can be printed in one line and read back.
pub(super) fn printable(name: &str) -> Result<String, TopologyError> {
    if name.is_empty() || name.chars().any(|symbol| symbol.is_whitespace() || symbol.is_control()) {
        return Err(TopologyError::UnprintableName { name: name.to_owned() });
    }
    Ok(name.to_owned())
}
