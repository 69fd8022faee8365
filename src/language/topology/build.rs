//! Building a board from its description.

use rustc_hash::FxHashMap;

use super::custom::{ADJACENT, Custom};
use super::direction;
use super::lattice::Lattice;
use super::region::Rim;
use super::relation::Relation;
use super::steps::Steps;
use super::{
    Board, BoardSpec, CellId, DirectionId, Shape, Symmetry, TopologyError, coordinates, distance, mask, ruled,
};
use crate::util::Table;

impl Board {
    /// Builds the whole board.
    pub fn build(spec: &BoardSpec) -> Result<Board, TopologyError> {
        if let Some(lattice) = Lattice::new(&spec.shape, spec.rows_from_top)? {
            return Ok(of_lattice(lattice));
        }
        match &spec.shape {
            Shape::Graph(graph) => Ok(of_graph(Custom::new(graph)?)),
            shape => ruled::board(shape, spec.rows_from_top),
        }
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
        printed[cell.0 as usize] = lattice.printed(cell);
        names[cell.0 as usize] = lattice.name(cell);
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
        symmetries: if lattice.is_round() {
            Symmetry::of_round(&lattice, &directions, &steps)
        } else {
            Symmetry::of_lattice(&lattice, &directions)
        },
        reading: lattice.reading().collect(),
        lattice: Some(lattice),
        numbering: None,
        drawing: None,
        levels: Vec::new(),
        parts: Vec::new(),
        mask,
        directions,
        steps,
    }
}

/// The steps by a vector from cell to another cell of a lattice.
pub(super) fn lattice_links(lattice: &Lattice, dx: i32, dy: i32) -> impl Iterator<Item = (CellId, CellId)> {
    lattice.cells().filter_map(move |cell| {
        let (x, y) = lattice.place(cell);
        let next = lattice.reached(x + dx, y + dy)?;
        (next != cell).then_some((cell, next))
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
        drawing: None,
        levels: Vec::new(),
        parts: Vec::new(),
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

pub(super) fn by_name(names: &[String]) -> FxHashMap<String, CellId> {
    let cells = names.iter().enumerate().filter(|(_, name)| !name.is_empty());
    cells.map(|(slot, name)| (name.clone(), CellId(slot as u16))).collect()
}
