//! The board in English: its shape, its rows, its sides.

use std::collections::BTreeMap;

use rulebook_language::model::Game;
use rulebook_language::topology::{CellId, CellShape};

use super::list::{listed, sentence};
use super::speaker::Speaker;
use super::told::{Part, Step};

/// The most stretches of cells that are told one by one.
const MOST_STRETCHES: usize = 150;

/// What the board is, how its cells are named, and which of them are next to each other.
pub fn board(game: &Game) -> Vec<String> {
    let board = &game.board;
    let mut lines = vec![sentence(&board_of(game))];
    let cells = || board.cells().map(|cell| board.cell_name(cell));
    lines.extend(levels(game));
    match (rows(game), cells().next(), cells().last()) {
        (Some(rows), ..) => lines.push(format!("Its cells, row by row from the bottom: {rows}.")),
        (None, Some(first), Some(last)) => lines.push(format!("Its cells have names, from {first} to {last}.")),
        _ => {}
    }
    let ways = |name| board.find_relation(name).map_or(0, |relation| board.relation_directions(relation).len());
    match (board.outline().shape, ways("adjacent"), ways("orthogonal")) {
        (CellShape::Square, 8, 4) => lines.push(
            "Next to a square are all eight around it: orthogonally the four that share a side, diagonally the others."
                .to_owned(),
        ),
        (CellShape::Hexagon, 6, _) => lines.push(
            "Next to a hexagon, also orthogonally, are the six that share a side; diagonally those beyond its corners."
                .to_owned(),
        ),
        (CellShape::Point, ..) => lines.push("Next to a point are those that a line joins to it.".to_owned()),
        _ => {}
    }
    lines
}

/// The board in a few words: `a board of 8 x 8 squares`.
pub fn board_of(game: &Game) -> String {
    let board = &game.board;
    let (columns, rows) = board
        .cells()
        .map(|cell| (board.column(cell), board.row(cell)))
        .fold((0, 0), |(c, r), (x, y)| (c.max(x), r.max(y)));
    let cells = board.cell_count();
    match board.outline().shape {
        CellShape::Square if cells as u32 == columns * rows => format!("a board of {columns} x {rows} squares"),
        CellShape::Square => format!("a board of {cells} squares, in {columns} columns and {rows} rows"),
        CellShape::Hexagon => format!("a board of {cells} hexagons{}", outline(&lengths(game))),
        CellShape::Point => format!("a board of {cells} points joined by lines"),
        CellShape::Tile => format!("a board of {cells} cells"),
    }
}

/// How many cells each row has.
fn lengths(game: &Game) -> Vec<usize> {
    let mut rows: BTreeMap<u32, usize> = BTreeMap::new();
    game.board.cells().for_each(|cell| *rows.entry(game.board.row(cell)).or_default() += 1);
    rows.into_values().collect()
}

/// The shape of a board of hexagons, by the lengths of its rows, where it has one of the plain ones.
fn outline(rows: &[usize]) -> String {
    let [first, .., last] = *rows else { return String::new() };
    let grows = |by: isize| rows.windows(2).all(|pair| pair[0].checked_add_signed(by) == Some(pair[1]));
    let is_hexagon = first == last
        && rows.len() == 2 * first - 1
        && rows.iter().enumerate().all(|(at, length)| *length == first + at.min(rows.len() - 1 - at));
    match () {
        () if grows(0) => format!(", a rhombus of {first} x {}", rows.len()),
        () if grows(1) || grows(-1) => format!(", a triangle with sides of {}", rows.len()),
        () if is_hexagon => format!(", a hexagon with sides of {first}"),
        () => String::new(),
    }
}

/// How many levels a board has, and how many cells are on each.
fn levels(game: &Game) -> Option<String> {
    let board = &game.board;
    let mut levels: BTreeMap<u32, usize> = BTreeMap::new();
    board.cells().filter(|_| board.has_levels()).for_each(|cell| *levels.entry(board.level(cell)).or_default() += 1);
    let counts = listed(levels.values().map(usize::to_string), "and");
    (levels.len() > 1).then(|| format!("It has {} levels, from the bottom of {counts} cells.", levels.len()))
}

/// The cells in rows, where they fill no rectangle: `c1 to e1, b2 to f2`.
fn rows(game: &Game) -> Option<String> {
    let board = &game.board;
    let is_lattice = matches!(board.outline().shape, CellShape::Square | CellShape::Hexagon);
    if !is_lattice || !board.has_coordinates() || board.cells().any(|cell| board.row(cell) == 0) {
        return None;
    }
    let mut rows: BTreeMap<u32, Vec<CellId>> = BTreeMap::new();
    board.cells().for_each(|cell| rows.entry(board.row(cell)).or_default().push(cell));
    let is_even =
        rows.values().all(|row| row.len() == rows.len() || Some(row.len()) == rows.values().next().map(Vec::len));
    if board.outline().shape == CellShape::Square && is_even && stretches(game, rows.values().next()?).len() == 1 {
        return None;
    }
    let told: Vec<Vec<String>> = rows.values().map(|row| stretches(game, row)).collect();
    let count: usize = told.iter().map(Vec::len).sum();
    (count <= MOST_STRETCHES).then(|| told.into_iter().map(|row| listed(row, "and")).collect::<Vec<_>>().join("; "))
}

/// Cells, those that follow one another in one direction together: `a1 to d1`.
pub fn stretches(game: &Game, cells: &[CellId]) -> Vec<String> {
    let board = &game.board;
    // Tracks lead through whatever they lead through.
    let is_straight = |name: &str| ["north", "south", "east", "west"].iter().any(|word| name.starts_with(word));
    let ways: Vec<_> = board.directions().filter(|way| is_straight(&board.direction(*way).name)).collect();
    let leads = |from: CellId, to: CellId| ways.iter().copied().find(|way| board.step(from, *way) == Some(to));
    let mut told = Vec::new();
    let mut rest = cells;
    while let [first, more @ ..] = rest {
        let way = more.first().and_then(|next| leads(*first, *next));
        let mut last = *first;
        let length = more.iter().take_while(|next| {
            let follows = way.is_some_and(|way| board.step(last, way) == Some(**next));
            last = **next;
            follows
        });
        let length = length.count();
        match more.get(..length) {
            Some([.., last]) if length > 1 => {
                told.push(format!("{} to {}", board.cell_name(*first), board.cell_name(*last)));
                rest = more.get(length..).unwrap_or_default();
            }
            _ => {
                told.push(board.cell_name(*first).to_owned());
                rest = more;
            }
        }
    }
    told
}

/// The sides that a text speaks of, of a board where one does not see which they are.
pub fn sides(you: Speaker<'_>, told: &str) -> Vec<Part> {
    let board = &you.game.board;
    let is_square = board.outline().shape == CellShape::Square;
    let told = board.sides().iter().filter(|side| !is_square && told.contains(&format!("side `{}`", side.name)));
    told.map(|side| {
        let is_in =
            |cell: &CellId| side.mask.get(usize::from(cell.0) / 64).is_some_and(|word| word >> (cell.0 % 64) & 1 == 1);
        let cells: Vec<CellId> = board.cells().filter(is_in).collect();
        let text = format!("a side of the board: {}", listed(stretches(you.game, &cells), "and"));
        Part { head: side.name.clone(), steps: vec![Step::new(sentence(&text))], ..Part::default() }
    })
    .collect()
}
