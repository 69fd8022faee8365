//! Boards beside the graphs of another program (`tests/peers/boards`), cell by cell.
#![allow(clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::laws::build;
use super::{Board, CellId, Shape, mask};

/// The neighbours of each cell, by names.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn read(name: &str) -> Value {
    let path = format!("{}/../../tests/peers/boards/{name}.graph.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn names(value: &Value) -> BTreeSet<String> {
    value.as_array().unwrap().iter().map(|name| ours(name.as_str().unwrap())).collect()
}

/// A name of theirs as we write it: a centre `b11/c12` is `b11c12`, a corner between `a5` and `b4` is `B5`.
fn ours(name: &str) -> String {
    match name.split_once('|') {
        Some((upper, lower)) => {
            let letter = lower.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_uppercase();
            format!("{letter}{}", upper.trim_start_matches(|c: char| c.is_ascii_lowercase()))
        }
        None => name.replace('/', ""),
    }
}

/// The cells next to each cell, in any of these relations.
fn graph(board: &Board, relations: &[&str]) -> Graph {
    let next = |cell: CellId| {
        let relations = relations.iter().map(|name| board.find_relation(name).unwrap());
        let cells = relations.flat_map(|relation| board.neighbours(relation, cell).to_vec());
        cells.map(|next| board.cell_name(next).to_owned()).collect()
    };
    board.cells().map(|cell| (board.cell_name(cell).to_owned(), next(cell))).collect()
}

fn equals(board: &Board, name: &str, relations: &[&str], part: Option<&str>) {
    let theirs: Graph = read(name)
        .as_object()
        .unwrap()
        .iter()
        .map(|(cell, next)| (ours(cell), names(part.map_or(next, |part| &next[part]))))
        .collect();
    let own = graph(board, relations);
    for (cell, next) in &theirs {
        assert_eq!(own.get(cell), Some(next), "{name}: {cell}");
    }
    assert_eq!(own.len(), theirs.len(), "{name}");
}

const ADJACENT: &[&str] = &["adjacent"];
const ORTHOGONAL: &[&str] = &["orthogonal"];

#[test]
fn tilings_are_those_of_others() {
    for (name, shape) in [
        ("ccorridor", Shape::Cairo { columns: 6, rows: 6 }),
        ("ccorridor__size-8", Shape::Cairo { columns: 8, rows: 8 }),
        ("query", Shape::Octagons { columns: 13, rows: 13 }),
        ("query__size-9", Shape::Octagons { columns: 9, rows: 9 }),
        ("onyx", Shape::Snub { columns: 12, rows: 12 }),
        ("hex__size-11", Shape::Rhombus { columns: 11, rows: 11 }),
    ] {
        // Hex is numbered from the top there.
        let from_top = name == "hex__size-11";
        equals(&build(shape, from_top), name, ADJACENT, None);
    }
}

#[test]
fn pyramids_are_those_of_others() {
    for (name, side) in [("spree", 4), ("spree__size-5", 5), ("spire", 4), ("spire__size-5", 5), ("sponnect", 4)] {
        let board = build(Shape::Pyramid { side }, false);
        equals(&board, name, &["below"], Some("on"));
        equals(&board, name, ADJACENT, Some("beside"));
    }
}

#[test]
fn hexagons_named_by_rows_are_those_of_others() {
    let sides = [
        ("minimize", 6),
        ("minimize__size-4", 4),
        ("strands__size-5-fixed", 5),
        ("strands__size-6-random", 6),
        ("verge", 5),
        ("verge__size-7", 7),
        ("accasta", 4),
        ("blastradius", 6),
        ("catchup", 5),
        ("crosshairs", 6),
        ("furl", 4),
        ("havannah", 8),
        ("havannah__size-4", 4),
        ("lifeline", 7),
        ("mattock", 7),
        ("oust", 7),
        ("oust__hex-6", 6),
        ("tumbleweed", 8),
        ("tumbleweed__size-6", 6),
    ];
    for (name, side) in sides {
        equals(&build(Shape::Hexagon { side }, false).named_by_rows().unwrap(), name, ADJACENT, None);
    }
    for (name, side, hole) in [("hula", 6, "f6"), ("hula__size-5", 5, "e5")] {
        let board = build(Shape::Hexagon { side }, false).named_by_rows().unwrap();
        let hole = board.find_cell(hole).unwrap();
        equals(&board.subset(|cell| cell != hole).unwrap(), name, ADJACENT, None);
    }
}

#[test]
fn squares_are_those_of_others() {
    let boards = [
        ("abande", 7, ADJACENT),
        ("bounce", 8, ORTHOGONAL),
        ("ceph", 5, ORTHOGONAL),
        ("konane", 6, ORTHOGONAL),
        ("loa", 9, ADJACENT),
        ("pahtum__quick", 7, ADJACENT),
        ("symple", 19, ORTHOGONAL),
        ("tanbo", 7, ORTHOGONAL),
        ("terrace", 6, ADJACENT),
    ];
    for (name, side, relations) in boards {
        equals(&build(Shape::Square { columns: side, rows: side }, false), name, relations, None);
    }
}

#[test]
fn points_between_squares_are_those_of_others() {
    for (name, side) in [("tessella", 5), ("guerrilla", 8)] {
        let board = build(Shape::Square { columns: side, rows: side }, false).with_points().unwrap();
        let points = board.part("points").unwrap();
        let cells = board.find_relation("cells").unwrap();
        let inner =
            board.subset(|cell| !mask::contains(&points, cell) || board.neighbours(cells, cell).len() == 4).unwrap();
        let theirs = read(name);
        let of_cells: Graph = graph(&inner, &["orthogonal", "points"]);
        let of_points: Graph = graph(&inner, &["cells"]);
        for (cell, next) in theirs.as_object().unwrap() {
            let own = if cell.contains('|') { &of_points } else { &of_cells };
            // Guerrilla's squares touch at corners, too.
            let mut own = own[&ours(cell)].clone();
            let theirs = names(next);
            if !cell.contains('|') && theirs.len() > own.len() {
                own.extend(graph(&inner, &["diagonal"])[cell].clone());
            }
            assert_eq!(own, theirs, "{name} {cell}");
        }
        assert_eq!(of_cells.len(), theirs.as_object().unwrap().len());
    }
}
