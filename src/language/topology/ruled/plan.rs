//! A board by rule before it is built.

use rustc_hash::FxHashMap;

use crate::topology::direction::Direction;
use crate::topology::drawing::{Drawing, Form, NOWHERE};
use crate::topology::ids::MAX_NAMED;
use crate::topology::region::Rim;
use crate::topology::relation::Relation;
use crate::topology::steps::Steps;
use crate::topology::symmetry::{self, Symmetry};
use crate::topology::{Board, CellId, DirectionId, Region, TopologyError, build, custom, mask};
use crate::util::{Id, Table};

/// Compass points clockwise: four further on is the way back. With columns to the right and rows upwards.
pub(super) const COMPASS: [(&str, i32, i32); 8] = [
    ("north", 0, 1),
    ("northeast", 1, 1),
    ("east", 1, 0),
    ("southeast", 1, -1),
    ("south", 0, -1),
    ("southwest", -1, -1),
    ("west", -1, 0),
    ("northwest", -1, 1),
];

/// A cell.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Place {
    /// Its slot: slots go up as one reads the cells.
    pub(super) slot: usize,
    /// Its name, unlike any other.
    pub(super) name: String,
    /// Column and row as printed, from 1; 0 if it has none.
    pub(super) printed: (u32, u32),
    /// Its level, from 1; 0 if it has none.
    pub(super) level: u32,
    /// Its exact place and sort, by which symmetries are found.
    pub(super) spot: [i32; 3],
    /// Where it is drawn.
    pub(super) middle: (f64, f64),
    /// What it looks like; a point where lines meet if nothing is said.
    pub(super) form: Option<Form>,
    /// Its place in the text: half cells to the right, and the line, upwards.
    pub(super) text: (i32, i32),
}

/// A way from cells to cells, at most one from each.
#[derive(Clone, PartialEq, Debug)]
struct Way {
    name: String,
    opposite: usize,
    links: Vec<(CellId, CellId)>,
}

/// A board to be built.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Plan {
    /// The cells, by increasing slots.
    pub(super) places: Vec<Place>,
    ways: Vec<Way>,
    by_name: FxHashMap<String, usize>,
    by_vector: FxHashMap<(&'static str, [i32; 3]), usize>,
    /// Relations by name, with the ways that they are made of.
    pub(super) relations: Vec<(&'static str, Vec<usize>)>,
    /// Sides by name, in order.
    pub(super) sides: Vec<(&'static str, Vec<CellId>)>,
    /// Parts of the board by name.
    pub(super) parts: Vec<(&'static str, Vec<CellId>)>,
    /// Row labels of the text, by line.
    pub(super) labels: Vec<(i32, String)>,
    /// Lines of column letters in the text.
    pub(super) letters: Vec<(i32, i32, String)>,
}

impl Plan {
    /// The way of a name, with the way back.
    pub(super) fn way(&mut self, name: &str, back: &str) -> usize {
        if let Some(way) = self.by_name.get(name) {
            return *way;
        }
        let way = self.ways.len();
        for (place, (name, opposite)) in [(name, way + 1), (back, way)].into_iter().enumerate() {
            self.by_name.insert(name.to_owned(), way + place);
            self.ways.push(Way { name: name.to_owned(), opposite, links: Vec::new() });
        }
        way
    }

    /// The way of a compass point, by its number.
    pub(super) fn compass(&mut self, point: usize) -> usize {
        let (name, back) = (COMPASS[point % 8].0, COMPASS[(point + 4) % 8].0);
        self.way(name, back)
    }

    /// The way that leads from one exact place to another, among those of a name: `along` and `back` with a number.
    pub(super) fn way_between(&mut self, from: CellId, to: CellId, name: &'static str, back: &'static str) -> usize {
        let spot = |cell: CellId| self.spot(cell);
        let ((a, b), mut vector) = ((spot(from), spot(to)), [0; 3]);
        (0..3).for_each(|axis| vector[axis] = b[axis] - a[axis]);
        if let Some(way) = self.by_vector.get(&(name, vector)) {
            return *way;
        }
        let number = self.ways.len() / 2 + 1;
        let way = self.way(&format!("{name}{number}"), &format!("{back}{number}"));
        self.by_vector.insert((name, vector), way);
        self.by_vector.insert((back, vector.map(|part| -part)), way + 1);
        if name == "along" {
            self.by_vector.insert((name, vector.map(|part| -part)), way + 1);
        }
        way
    }

    fn spot(&self, cell: CellId) -> [i32; 3] {
        let found = self.places.binary_search_by_key(&cell.index(), |place| place.slot);
        found.map_or(NOWHERE, |place| self.places[place].spot)
    }

    /// Lets a way lead from one cell to another, and its opposite back.
    pub(super) fn join(&mut self, way: usize, from: CellId, to: CellId) {
        let back = self.ways[way].opposite;
        self.ways[way].links.push((from, to));
        self.ways[back].links.push((to, from));
    }

    /// The ways of these names.
    pub(super) fn ways_named(&self, is_one: impl Fn(&str) -> bool) -> Vec<usize> {
        (0..self.ways.len()).filter(|way| is_one(&self.ways[*way].name)).collect()
    }

    /// Names rows and columns as on a board of squares: row labels at these lines, letters below them.
    pub(super) fn label_grid(
        &mut self,
        (columns, rows): (i32, i32),
        from_top: bool,
        at: impl Fn(i32, i32) -> (i32, i32),
    ) {
        for y in 0..rows {
            self.labels.push((at(0, y).1, printed_row(y, rows, from_top).to_string()));
        }
        for x in 0..columns {
            let letters = crate::topology::coordinates::column_letters(x as u32 + 1);
            self.letters.push((-2, at(x, 0).0, letters));
        }
    }

    /// Builds the board.
    pub(super) fn board(self) -> Result<Board, TopologyError> {
        let count = self.ways.len();
        if count > MAX_NAMED {
            return Err(TopologyError::TooManyDirections { count, limit: MAX_NAMED });
        }
        let slots = self.places.last().map_or(0, |place| place.slot + 1);
        let cells = || self.places.iter().map(|place| CellId::from_index(place.slot));
        let mask = mask::collect(slots, cells());
        let mut steps = Steps::new(slots);
        let mut directions: Table<DirectionId, Direction> = Table::default();
        for way in &self.ways {
            steps.push(way.links.iter().copied());
            directions.push(Direction {
                name: way.name.clone(),
                offset: even_offset(&way.links),
                dx: 0,
                dy: 0,
                opposite: DirectionId::from_index(way.opposite),
            });
        }
        let region = |(name, cells): &(&'static str, Vec<CellId>)| Region {
            name: (*name).to_owned(),
            mask: mask::collect(slots, cells.iter().copied()),
        };
        let relation = |(name, ways): &(&'static str, Vec<usize>)| {
            let ways = ways.iter().copied().map(DirectionId::from_index).collect();
            Relation::new((*name).to_owned(), ways, &steps, slots, &mask)
        };
        let relations: Table<_, _> = self.relations.iter().map(relation).collect();
        let rim = Rim::of_graph(slots, self.sides.iter().map(region).collect());
        let parts = self.parts.iter().map(region).collect();
        let reading = cells().collect();
        let mut names = vec![String::new(); slots];
        let (mut coordinates, mut levels) = (vec![(0, 0); slots], vec![0; slots]);
        let mut drawing = Drawing {
            middles: vec![(0.0, 0.0); slots],
            spots: vec![NOWHERE; slots],
            text: vec![(0, 0); slots],
            labels: self.labels,
            letters: self.letters,
            forms: Vec::new(),
        };
        if self.places.iter().any(|place| place.form.is_some()) {
            drawing.forms = vec![Form::Disc(0.0); slots];
        }
        for place in self.places {
            let slot = place.slot;
            (names[slot], coordinates[slot], levels[slot]) = (place.name, place.printed, place.level);
            (drawing.middles[slot], drawing.spots[slot], drawing.text[slot]) = (place.middle, place.spot, place.text);
            if let Some(form) = place.form {
                drawing.forms[slot] = form;
            }
        }
        let symmetries = symmetries(&drawing, &mask, directions.len(), &steps);
        let mut board = Board {
            lattice: None,
            numbering: None,
            by_name: build::by_name(&names),
            centre: drawing.centre(&mask),
            drawing: Some(drawing),
            lines: Vec::new(),
            positions: None,
            slots,
            names,
            coordinates,
            levels,
            directions,
            steps,
            relations,
            reading,
            rim,
            parts,
            mask,
            symmetries,
        };
        let keeps = |symmetry: &Symmetry| board.relations.iter().all(|relation| symmetry.keeps(&relation.directions));
        board.symmetries = board.symmetries.iter().filter(|symmetry| keeps(symmetry)).cloned().collect();
        debug_assert!(board.find_relation(custom::ADJACENT).is_some());
        Ok(board)
    }
}

/// What all steps add to the number of the slot, if it is the same.
fn even_offset(links: &[(CellId, CellId)]) -> Option<i32> {
    let mut all = links.iter().map(|(from, to)| to.index() as i32 - from.index() as i32);
    let first = all.next()?;
    all.all(|by| by == first).then_some(first)
}

/// The turns and reflections of the plane that lay the board upon itself, the one that moves nothing first.
fn symmetries(drawing: &Drawing, board: &[u64], directions: usize, steps: &Steps) -> Vec<Symmetry> {
    let slots = drawing.spots.len();
    let (x, y) = drawing.doubled_middle();
    let at: FxHashMap<[i32; 3], CellId> =
        mask::members(board).map(|cell| (drawing.spots[cell.index()], cell)).collect();
    let maps: [[i32; 4]; 8] = [
        [1, 0, 0, 1],
        [0, 1, -1, 0],
        [-1, 0, 0, -1],
        [0, -1, 1, 0],
        [-1, 0, 0, 1],
        [1, 0, 0, -1],
        [0, 1, 1, 0],
        [0, -1, -1, 0],
    ];
    let moved = |[a, b, c, d]: [i32; 4]| {
        let mut cells: Vec<CellId> = (0..slots).map(CellId::from_index).collect();
        for cell in mask::members(board) {
            let [right, up, sort] = drawing.spots[cell.index()];
            let (dx, dy) = (2 * right - x, 2 * up - y);
            let (to_x, to_y) = (a * dx + b * dy + x, c * dx + d * dy + y);
            if to_x % 2 != 0 || to_y % 2 != 0 {
                return None;
            }
            cells[cell.index()] = *at.get(&[to_x / 2, to_y / 2, sort])?;
        }
        Symmetry::by_cells(cells, directions, steps)
    };
    let mut found = vec![Symmetry::identity(slots, directions)];
    found.extend(maps.into_iter().skip(1).filter_map(moved));
    symmetry::distinct(found)
}

/// The number of a row as printed, of so many.
pub(super) fn printed_row(y: i32, rows: i32, from_top: bool) -> u32 {
    (if from_top { rows - y } else { y + 1 }) as u32
}
