//! What holds of every board, and the boards that tests build.

use std::collections::BTreeSet;

use petgraph::visit::EdgeRef;

use super::{Board, BoardSpec, CellId, GraphCell, GraphSpec, LATTICES, LineSpec, RelationSpec, Shape, mask};
use crate::util::{Bits, Id};

pub(super) fn build(shape: Shape, rows_from_top: bool) -> Board {
    Board::build(&BoardSpec { shape, rows_from_top }).unwrap()
}

pub(super) fn square(columns: u32, rows: u32) -> Board {
    build(Shape::Square { columns, rows }, false)
}

pub(super) fn hexagon(side: u32) -> Board {
    build(Shape::Hexagon { side }, false)
}

pub(super) fn rhombus(columns: u32, rows: u32, rows_from_top: bool) -> Board {
    build(Shape::Rhombus { columns, rows }, rows_from_top)
}

pub(super) fn triangle(side: u32, rows_from_top: bool) -> Board {
    build(Shape::Triangle { side }, rows_from_top)
}

pub(super) fn graph_spec(cells: &[&str], lines: &[(&str, &[&str])]) -> GraphSpec {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    GraphSpec {
        cells: cells.iter().map(|name| GraphCell { name: (*name).to_owned(), position: None }).collect(),
        lines: lines
            .iter()
            .map(|(name, cells)| LineSpec { relation: (*name).to_owned(), cells: owned(cells) })
            .collect(),
        sides: Vec::new(),
    }
}

pub(super) fn graph(cells: &[&str], lines: &[(&str, &[&str])]) -> Board {
    build(Shape::Graph(graph_spec(cells, lines)), false)
}

/// Nine men's morris.
pub(super) fn morris() -> Board {
    let text = "a7-d7-g7 b6-d6-f6 c5-d5-e5 a4-b4-c4 e4-f4-g4 c3-d3-e3 b2-d2-f2 a1-d1-g1 \
                a1-a4-a7 b2-b4-b6 c3-c4-c5 d1-d2-d3 d5-d6-d7 e3-e4-e5 f2-f4-f6 g1-g4-g7";
    let lines: Vec<Vec<&str>> = text.split_whitespace().map(|line| line.split('-').collect()).collect();
    let cells: Vec<&str> = lines[..8].concat();
    graph(&cells, &lines.iter().map(|line| ("line", line.as_slice())).collect::<Vec<_>>())
}

/// Boards of every shape, numbered both ways, narrow and full, with cells away and relations added.
fn boards() -> Vec<(String, Board)> {
    let mut shapes = vec![];
    for lattice in LATTICES {
        match lattice.numbers {
            1 => shapes.extend([1, 2, 3, 4, 5, 7].map(|side| (lattice.shape)(side, side))),
            _ => shapes.extend(
                [(1, 1), (1, 5), (7, 1), (2, 2), (3, 2), (3, 3), (8, 8), (9, 7), (64, 2)]
                    .map(|(columns, rows)| (lattice.shape)(columns, rows)),
            ),
        }
    }
    let mut boards = vec![("morris".to_owned(), morris())];
    for (shape, top) in shapes.into_iter().flat_map(|shape| [(shape.clone(), false), (shape, true)]) {
        let name = format!("{shape:?} {top}");
        let board = build(shape, top);
        boards.push((
            format!("{name} even"),
            board
                .subset(|cell| (board.column(cell) + board.row(cell)).is_multiple_of(2))
                .unwrap_or_else(|_| board.clone()),
        ));
        for colour in [0, 1] {
            if let Ok(of_colour) = board.subset(|cell| (board.column(cell) + board.row(cell)) % 2 == colour) {
                let packed = of_colour.packed();
                if let Ok(knight) = packed.clone().with_relation("dabbaba", &RelationSpec::Leap { dx: 0, dy: 2 }) {
                    boards.push((format!("{name} packed {colour} dabbaba"), knight));
                }
                boards.push((format!("{name} packed {colour}"), packed));
            }
        }
        boards.push((format!("{name} odd slots"), board.subset(|cell| cell.0 % 3 != 1).unwrap()));
        if let Ok(knight) = board.clone().with_relation("knight", &RelationSpec::Leap { dx: 1, dy: 2 }) {
            boards.push((format!("{name} knight even"), knight.subset(|cell| cell.0 % 5 != 1).unwrap()));
            boards.push((format!("{name} knight"), knight));
        }
        boards.push((name, board));
    }
    for (columns, rows) in [(1, 1), (1, 4), (3, 1), (2, 2), (3, 3), (4, 3), (6, 6)] {
        let sized = [
            Shape::Cairo { columns, rows },
            Shape::Snub { columns, rows },
            Shape::Octagons { columns, rows },
            Shape::ConHex { side: 2 * columns + 3, points: rows % 2 == 1 },
            Shape::Pyramid { side: columns },
        ];
        for (shape, top) in sized.into_iter().flat_map(|shape| [(shape.clone(), false), (shape, true)]) {
            let board = build(shape.clone(), top);
            boards.push((format!("{shape:?} {top} odd slots"), board.subset(|cell| cell.0 % 3 != 1).unwrap()));
            boards.push((format!("{shape:?} {top}"), board));
        }
        boards.push(("points".to_owned(), square(columns, rows).with_points().unwrap()));
        for (east, north) in [(true, false), (false, true), (true, true)] {
            for board in [square(columns, rows), rhombus(columns, rows, true)] {
                let round = board.rounded(east, north).unwrap();
                let name = format!("{columns} x {rows} round {east} {north}");
                boards.push((format!("{name} odd slots"), round.subset(|cell| cell.0 % 3 != 1).unwrap()));
                boards.push((name, round));
            }
        }
    }
    boards.push(("hexagon by rows".to_owned(), hexagon(4).named_by_rows().unwrap()));
    let ring = graph(
        &["u", "v", "w", "x"],
        &[("ring", &["u", "v", "w", "u"]), ("way", &["w", "x"]), ("adjacent", &["u", "x"])],
    );
    boards.extend([("ring".to_owned(), ring), ("full".to_owned(), square(64, 64))]);
    boards
}

#[test]
fn a_packed_board_is_the_same_board() {
    for (columns, rows) in [(1, 1), (1, 4), (4, 1), (2, 2), (3, 3), (5, 3), (8, 8), (9, 9), (10, 10), (7, 4), (6, 9)] {
        for (top, colour) in [(false, 0), (false, 1), (true, 0), (true, 1)] {
            let whole = build(Shape::Square { columns, rows }, top)
                .with_relation("camel", &RelationSpec::Leap { dx: 1, dy: 3 })
                .and_then(|board| board.with_relation("dabbaba", &RelationSpec::Leap { dx: 2, dy: 0 }))
                .unwrap();
            let Ok(plain) = whole.subset(|cell| {
                let (x, y) = (cell.index() as u32 % columns, cell.index() as u32 / columns);
                (x + y) % 2 == colour && (columns < 6 || x + y > 1)
            }) else {
                continue;
            };
            let packed = plain.clone().packed();
            let name = format!("{columns} x {rows} {top} {colour}");
            assert!(packed.slots() <= (columns as usize + 1) * rows as usize / 2 + 1, "{name}");
            let names = |board: &Board, cells: &mut dyn Iterator<Item = CellId>| -> Vec<String> {
                cells.map(|cell| board.cell_name(cell).to_owned()).collect()
            };
            assert_eq!(names(&plain, &mut plain.cells()), names(&packed, &mut packed.cells()), "{name}");
            for (old, new) in plain.cells().zip(packed.cells()) {
                assert_eq!((plain.column(old), plain.row(old)), (packed.column(new), packed.row(new)), "{name}");
                assert_eq!(plain.edges(old), packed.edges(new), "{name}");
                assert_eq!(packed.find_cell(packed.cell_name(new)), Some(new), "{name}");
                for relation in plain.relations() {
                    let near =
                        |board: &Board, cell| names(board, &mut board.neighbours(relation, cell).iter().copied());
                    assert_eq!(near(&plain, old), near(&packed, new), "{name}");
                }
            }
            let regions = |board: &Board| {
                let of = |set: &[u64]| names(board, &mut mask::members(set));
                (of(board.centre()), of(board.corners()), board.symmetries().len())
            };
            assert_eq!(regions(&plain), regions(&packed), "{name}");
            assert_eq!(
                plain.picture(|cell| plain.cell_name(cell).to_owned()),
                packed.picture(|cell| packed.cell_name(cell).to_owned()),
                "{name}"
            );
        }
    }
}

#[test]
fn frozen_arrays_and_graphs_have_the_same_links() {
    for (name, board) in &boards() {
        for relation in board.relations() {
            let graph = board.graph(relation);
            let cells: BTreeSet<CellId> = board.cells().collect();
            assert_eq!(
                graph.node_weights().copied().collect::<Vec<_>>(),
                cells.iter().copied().collect::<Vec<_>>(),
                "{name}"
            );
            let links: BTreeSet<(CellId, CellId)> =
                graph.edge_references().map(|edge| (graph[edge.source()], graph[edge.target()])).collect();
            let lists =
                cells.iter().flat_map(|&cell| board.neighbours(relation, cell).iter().map(move |&to| (cell, to)));
            assert_eq!(lists.collect::<Vec<_>>(), links.iter().copied().collect::<Vec<_>>(), "{name}");
            let masks = cells
                .iter()
                .flat_map(|&cell| mask::members(board.neighbour_mask(relation, cell)).map(move |to| (cell, to)));
            assert_eq!(masks.collect::<Vec<_>>(), links.iter().copied().collect::<Vec<_>>(), "{name}");
            let steps = board.relation_directions(relation).iter().flat_map(|&direction| {
                board
                    .cells()
                    .filter_map(move |cell| board.step(cell, direction).map(|to| (cell, to)))
                    .collect::<Vec<_>>()
            });
            assert_eq!(steps.collect::<BTreeSet<_>>(), links, "{name}");
            assert!(links.iter().all(|&(from, to)| from != to), "{name}");
            // Up and down in pyramids, from cells to points and back.
            let goes_back = links.iter().all(|&(from, to)| links.contains(&(to, from)));
            let is_one_way = ["below", "above", "points", "cells"].contains(&board.relation_name(relation));
            assert_eq!(board.is_symmetric(relation), goes_back, "{name}");
            assert!(goes_back || is_one_way, "{name}");
            for hole in (0..board.slots()).map(|slot| CellId(slot as u16)).filter(|&slot| !board.is_cell(slot)) {
                assert!(board.neighbours(relation, hole).is_empty() && board.cell_name(hole).is_empty());
            }
        }
    }
}

#[test]
fn a_hexagon_of_61_cells_goes_round_a_word() {
    let board = hexagon(5);
    assert_eq!((board.slots(), board.cell_count(), board.words()), (61, 61, 1));
    assert_eq!(board.ring().slots(), Some(61));
    let names: Vec<&str> = board.cells().map(|cell| board.cell_name(cell)).collect();
    assert_eq!((names[0], names[4], names[5], names[60]), ("e1", "i1", "d2", "e9"));
    for side in (1..=16).filter(|side| *side != 5) {
        assert_eq!(hexagon(side).ring().slots(), None, "a ring would take as many words");
    }
}

#[test]
fn steps_go_back_and_shift_whole_sets() {
    for (name, board) in &boards() {
        for direction in board.directions() {
            let back = board.opposite(direction);
            assert_eq!(board.opposite(back), direction, "{name}");
            let cells: Vec<CellId> = board.cells().collect();
            for &cell in &cells {
                assert!(
                    board.step(cell, direction).is_none_or(|next| next != cell && board.step(next, back) == Some(cell))
                );
            }
            // Every third cell, and all of them: the set step is the step of each.
            for some in [cells.iter().copied().step_by(3).collect::<Vec<_>>(), cells] {
                let expected =
                    mask::collect(board.slots(), some.iter().filter_map(|&cell| board.step(cell, direction)));
                let set = Bits::<64>::from_words(&mask::collect(board.slots(), some));
                let Some(offset) = board.direction_offset(direction) else { continue };
                let sources = Bits::from_words(board.direction_sources(direction));
                let shifted = board.ring().moved(set & sources, offset);
                assert_eq!(shifted, Bits::from_words(&expected), "{name} {}", board.direction(direction).name);
                assert_eq!(shifted & Bits::from_words(board.direction_targets(direction)), shifted);
            }
        }
    }
}

#[test]
fn names_and_coordinates_lead_back() {
    for (name, board) in &boards() {
        assert_eq!(board.cells().count(), board.cell_count(), "{name}");
        assert_eq!(board.mask().len(), board.words());
        for cell in board.cells() {
            assert_eq!(board.find_cell(board.cell_name(cell)), Some(cell), "{name}");
            let is_named_otherwise =
                board.drawing.is_some() || board.lattice.is_some_and(|lattice| lattice.is_by_rows());
            if board.has_coordinates() && !is_named_otherwise {
                let letters = super::coordinates::column_letters(board.column(cell));
                assert_eq!(board.cell_name(cell), format!("{letters}{}", board.row(cell)), "{name}");
            }
        }
    }
}

#[test]
fn symmetries_keep_relations_and_rim_and_form_a_group() {
    for (name, board) in &boards() {
        let all = board.symmetries();
        assert!(board.cells().all(|cell| all[0].cell(cell) == cell), "{name}");
        for symmetry in all {
            let image = |set: &[u64]| mask::collect(board.slots(), mask::members(set).map(|cell| symmetry.cell(cell)));
            assert_eq!(image(board.mask()), board.mask(), "{name}");
            assert_eq!(image(board.corners()), board.corners(), "{name}");
            assert_eq!(image(board.centre()), board.centre(), "{name}");
            assert!(board.cells().all(|cell| board.edges(symmetry.cell(cell)) == board.edges(cell)), "{name}: rim");
            for (relation, cell) in
                board.relations().flat_map(|relation| board.cells().map(move |cell| (relation, cell)))
            {
                let moved = board.neighbour_mask(relation, symmetry.cell(cell));
                assert_eq!(image(board.neighbour_mask(relation, cell)), moved, "{name}");
            }
            for (direction, cell) in board.directions().flat_map(|id| board.cells().map(move |cell| (id, cell))) {
                let moved = board.step(symmetry.cell(cell), symmetry.direction(direction));
                assert_eq!(board.step(cell, direction).map(|to| symmetry.cell(to)), moved, "{name}");
            }
            for other in all {
                let both: Vec<CellId> = symmetry.cells().iter().map(|&cell| other.cell(cell)).collect();
                assert!(all.iter().any(|third| third.cells() == both), "{name}: not closed");
            }
        }
    }
}

#[test]
fn distances_agree_with_petgraph() {
    for (name, board) in boards().into_iter().filter(|(_, board)| board.cell_count() < 60) {
        for relation in board.relations() {
            let graph = board.graph(relation);
            let mut connected = true;
            if !board.is_symmetric(relation) {
                continue;
            }
            for node in graph.node_indices() {
                let expected = petgraph::algo::dijkstra(graph, node, None, |_| 1u16);
                let found = board.distances(relation, graph[node]);
                assert_eq!(found.iter().flatten().count(), expected.len(), "{name}");
                assert!(expected.iter().all(|(to, steps)| found[graph[*to].0 as usize] == Some(*steps)), "{name}");
                connected &= expected.len() == board.cell_count();
            }
            assert_eq!(board.is_connected(relation), connected, "{name}");
        }
    }
}
