//! Building a board from its description.

use rustc_hash::FxHashMap;

use super::custom::{ADJACENT, Custom};
use super::direction;
use super::lattice::Lattice;
use super::region::Rim;
use super::relation::Relation;
use super::steps::Steps;
use super::{Board, BoardSpec, CellId, DirectionId, Shape, Symmetry, TopologyError, coordinates, distance, mask};
use crate::util::Table;

impl Board {
    /// Builds the whole board.
    pub fn build(spec: &BoardSpec) -> Result<Board, TopologyError> {
        if let Shape::Graph(graph) = &spec.shape {
            return Ok(of_graph(Custom::new(graph)?));
        }
        let lattice = Lattice::new(&spec.shape, spec.rows_from_top)?;
        lattice.map(of_lattice).ok_or(TopologyError::NoCells { shape: "graph" })
    }
}

pub(super) fn of_lattice(lattice: Lattice) -> Board {
    let slots = lattice.slots();
    let mask = mask::collect(slots, lattice.cells());
    let directions = direction::of_lattice(&lattice);
    let mut steps = Steps::new(slots);
    for direction in &directions {
        steps.push(lattice_links(&lattice, direction.dx, direction.dy));
    }
    let compass = lattice.compass();
    let relation = |(name, ids): (&str, &[u8])| {
        let directions = ids.iter().copied().map(DirectionId).collect();
        Relation::new(name.to_owned(), directions, &steps, slots, &mask)
    };
    let relations = [("orthogonal", compass.orthogonal), ("diagonal", compass.diagonal), (ADJACENT, compass.adjacent)];
    let mut names = vec![String::new(); slots];
    let mut printed = vec![(0, 0); slots];
    for cell in lattice.cells() {
        let (column, row) = lattice.printed(cell);
        printed[cell.0 as usize] = (column, row);
        names[cell.0 as usize] = coordinates::name(column, row);
    }
    Board {
        slots,
        by_name: by_name(&names),
        names,
        coordinates: printed,
        positions: None,
        relations: relations.into_iter().map(relation).collect(),
        lines: Vec::new(),
        rim: Rim::of_lattice(&lattice),
        centre: lattice.centre(&mask),
        symmetries: Symmetry::of_lattice(&lattice, &directions),
        reading: lattice.reading().collect(),
        lattice: Some(lattice),
        numbering: None,
        mask,
        directions,
        steps,
    }
}

/// The steps by a vector from cell to cell of a lattice.
pub(super) fn lattice_links(lattice: &Lattice, dx: i32, dy: i32) -> impl Iterator<Item = (CellId, CellId)> {
    lattice.cells().filter_map(move |cell| {
        let (x, y) = lattice.place(cell);
        Some((cell, lattice.cell(x + dx, y + dy)?))
    })
}

fn of_graph(custom: Custom) -> Board {
    let slots = custom.names.len();
    let mask = mask::collect(slots, (0..slots).map(|slot| CellId(slot as u16)));
    let mut steps = Steps::new(slots);
    for links in custom.links {
        steps.push(links);
    }
    let named = custom.relations.into_iter();
    let relations: Table<_, _> =
        named.map(|(name, directions)| Relation::new(name, directions, &steps, slots, &mask)).collect();
    let printed: Option<Vec<(u32, u32)>> = custom.names.iter().map(|name| coordinates::parse(name)).collect();
    let centre = relations.iter().last().map(|adjacent| distance::centre(adjacent, slots, &mask));
    Board {
        lattice: None,
        numbering: None,
        slots,
        by_name: by_name(&custom.names),
        names: custom.names,
        coordinates: printed.unwrap_or_else(|| vec![(0, 0); slots]),
        positions: custom.positions,
        symmetries: vec![Symmetry::identity(slots, custom.directions.len())],
        directions: custom.directions,
        steps,
        relations,
        lines: custom.lines,
        reading: mask::members(&mask).collect(),
        rim: Rim::of_graph(slots, custom.sides),
        centre: centre.unwrap_or_else(|| mask.clone()),
        mask,
    }
}

fn by_name(names: &[String]) -> FxHashMap<String, CellId> {
    let cells = names.iter().enumerate().filter(|(_, name)| !name.is_empty());
    cells.map(|(slot, name)| (name.clone(), CellId(slot as u16))).collect()
}
