//! Known facts about boards.

use super::laws::{build, graph, graph_spec, hexagon, morris, rhombus, square, triangle};
use super::{Board, BoardSpec, CellId, RelationId, RelationSpec, Shape, SideSpec, TopologyError, mask};

fn names(board: &Board, cells: impl IntoIterator<Item = CellId>) -> String {
    let mut names: Vec<&str> = cells.into_iter().map(|cell| board.cell_name(cell)).collect();
    names.sort_unstable();
    names.join(" ")
}

fn set(board: &Board, set: &[u64]) -> String {
    names(board, mask::members(set))
}

fn around(board: &Board, relation: &str, cell: &str) -> String {
    let relation = board.find_relation(relation).unwrap();
    names(board, board.neighbours(relation, board.find_cell(cell).unwrap()).iter().copied())
}

fn links(board: &Board, relation: &str) -> usize {
    let relation = board.find_relation(relation).unwrap();
    board.cells().map(|cell| board.neighbours(relation, cell).len()).sum::<usize>() / 2
}

fn refused(shape: Shape) -> TopologyError {
    Board::build(&BoardSpec { shape, rows_from_top: false }).unwrap_err()
}

#[test]
fn numbers_of_cells_and_links_are_known() {
    for n in 1..=25 {
        let board = square(n, n);
        let count = (n * n) as usize;
        assert_eq!((board.cell_count(), board.slots()), (count, count));
        let n = n as usize;
        assert_eq!((links(&board, "orthogonal"), links(&board, "diagonal")), (2 * n * (n - 1), 2 * (n - 1) * (n - 1)));
        let rhombus = rhombus(n as u32, n as u32, true);
        assert_eq!(links(&rhombus, "adjacent"), 3 * n * n + 1 - 4 * n);
        let triangle = triangle(n as u32, n.is_multiple_of(2));
        assert_eq!((triangle.cell_count(), links(&triangle, "adjacent")), (n * (n + 1) / 2, 3 * n * (n - 1) / 2));
    }
    for n in 1..=12 {
        let board = hexagon(n);
        let n = n as usize;
        assert_eq!(board.cell_count(), 3 * n * n - 3 * n + 1);
        assert_eq!(links(&board, "orthogonal"), 9 * n * n + 6 - 15 * n);
    }
    let knight = square(8, 8).with_relation("knight", &RelationSpec::Leap { dx: 1, dy: 2 }).unwrap();
    assert_eq!((links(&knight, "knight"), knight.symmetries().len()), (168, 8));
}

#[test]
fn hex_and_y_are_numbered_as_they_are_played() {
    let hex = rhombus(11, 11, true);
    assert_eq!(around(&hex, "adjacent", "a2"), "a1 a3 b1 b2");
    assert_eq!(around(&hex, "adjacent", "e6"), "d6 d7 e5 e7 f5 f6");
    assert_eq!(set(&hex, &hex.find_side("top").unwrap().mask), "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1");
    assert!(set(&hex, &hex.find_side("left").unwrap().mask).starts_with("a1 a10 a11 a2"));
    let y = triangle(9, true);
    for y in [y, triangle(9, false)] {
        assert_eq!((y.cell_count(), y.find_cell("i2"), y.find_cell("a9").is_some()), (45, None, true));
        assert_eq!(around(&y, "adjacent", "b2"), "a2 a3 b1 b3 c1 c2");
        assert_eq!(around(&y, "adjacent", "a9"), "a8 b8");
        assert_eq!((y.sides().len(), set(&y, y.corners())), (3, "a1 a9 i1".to_owned()));
        assert!(y.sides().iter().all(|side| mask::members(&side.mask).count() == 9));
    }
}

#[test]
fn directions_are_as_on_the_picture() {
    let go = |board: &Board, cell: &str, way: &str| {
        let next = board.step(board.find_cell(cell).unwrap(), board.find_direction(way).unwrap());
        next.map(|next| board.cell_name(next).to_owned()).unwrap_or_default()
    };
    let check = |board: &Board, cell: &str, ways: &[(&str, &str)]| {
        ways.iter().for_each(|(way, to)| assert_eq!(go(board, cell, way), *to, "{way}"));
    };
    check(&square(3, 3), "b2", &[("north", "b3"), ("northeast", "c3"), ("east", "c2"), ("southwest", "a1")]);
    check(&build(Shape::Square { columns: 3, rows: 3 }, true), "b2", &[("north", "b1"), ("southeast", "c3")]);
    check(&hexagon(3), "c3", &[("northeast", "c4"), ("northwest", "b4"), ("east", "d3"), ("southeast", "d2")]);
    check(&hexagon(3), "c3", &[("north", "b5"), ("eastnortheast", "d4"), ("eastsoutheast", "e2"), ("south", "d1")]);
    check(
        &rhombus(5, 5, true),
        "c3",
        &[("northeast", "d2"), ("northwest", "c2"), ("southeast", "c4"), ("north", "d1")],
    );
    check(&triangle(3, true), "a3", &[("northwest", "a2"), ("northeast", "b2"), ("north", "b1"), ("south", "")]);
    check(&triangle(3, false), "a3", &[("southwest", "a2"), ("southeast", "b2"), ("south", "b1"), ("east", "")]);
    let c3 = hexagon(3).find_cell("c3").unwrap();
    assert_eq!(around(&hexagon(3), "diagonal", "c3"), "a4 b2 b5 d1 d4 e2");
    let board = square(5, 5);
    let ray = board.ray(board.find_cell("b1").unwrap(), board.find_direction("northeast").unwrap());
    assert_eq!((names(&board, ray), c3), ("c2 d3 e4".to_owned(), CellId(12)));
}

#[test]
fn regions_are_where_they_should_be() {
    let board = square(4, 3);
    assert_eq!(set(&board, board.corners()), "a1 a3 d1 d3");
    assert_eq!(set(&board, board.centre()), "b2 c2");
    assert_eq!(set(&square(2, 2), square(2, 2).centre()), "a1 a2 b1 b2");
    assert_eq!(set(&square(1, 5), square(1, 5).corners()), "a1 a5");
    let hexagon = hexagon(3);
    assert_eq!(
        (set(&hexagon, hexagon.centre()), set(&hexagon, hexagon.corners())),
        ("c3".into(), "a3 a5 c1 c5 e1 e3".into())
    );
    let sides: Vec<String> = hexagon.sides().iter().map(|side| set(&hexagon, &side.mask)).collect();
    assert_eq!(sides, ["a5 b5 c5", "c5 d4 e3", "e1 e2 e3", "c1 d1 e1", "a3 b2 c1", "a3 a4 a5"]);
    let rhombus = rhombus(2, 2, true);
    assert_eq!((set(&rhombus, rhombus.centre()), rhombus.symmetries().len()), ("a2 b1".into(), 4));
    let triangle = triangle(4, false);
    assert_eq!(set(&triangle, triangle.centre()), "b2");
    let morris = morris();
    assert_eq!(set(&morris, morris.centre()), "b2 b4 b6 d2 d6 f2 f4 f6");
}

#[test]
fn edges_count_sides_of_the_whole_board() {
    let edges = |board: &Board, cell: &str| board.edges(board.find_cell(cell).unwrap());
    let board = square(3, 3);
    assert_eq!((edges(&board, "a1"), edges(&board, "b1"), edges(&board, "b2")), (2, 1, 0));
    let dark = board.subset(|cell| (board.column(cell) + board.row(cell)) % 2 == 1).unwrap();
    assert_eq!((edges(&dark, "b1"), dark.find_cell("a1"), set(&dark, dark.corners())), (1, None, String::new()));
    assert_eq!((edges(&square(1, 1), "a1"), edges(&square(5, 1), "b1"), edges(&square(5, 1), "a1")), (4, 2, 3));
    assert_eq!((edges(&hexagon(1), "a1"), edges(&hexagon(2), "a2"), edges(&hexagon(3), "b2")), (6, 2, 1));
    assert_eq!((edges(&triangle(3, true), "a1"), edges(&triangle(3, true), "b1")), (2, 1));
}

#[test]
fn symmetries_are_counted_by_shape() {
    let count = |board: Board| board.symmetries().len();
    assert_eq!(
        [count(square(3, 3)), count(square(2, 2)), count(square(4, 3)), count(square(5, 1)), count(square(1, 1))],
        [8, 8, 4, 2, 1]
    );
    assert_eq!([count(hexagon(1)), count(hexagon(2)), count(hexagon(5))], [1, 12, 12]);
    assert_eq!(
        [count(rhombus(4, 4, true)), count(rhombus(4, 3, false)), count(triangle(4, true)), count(morris())],
        [4, 2, 6, 1]
    );
    let board = square(9, 9);
    let dark = board.subset(|cell| cell.0 % 2 == 0).unwrap();
    assert_eq!((dark.cell_count(), count(dark)), (41, 8));
    assert_eq!(count(board.subset(|cell| board.column(cell) < 9).unwrap()), 2);
    let north = board.find_direction("north").unwrap();
    let forward = board.with_relation("forward", &RelationSpec::Directions(vec![north, north])).unwrap();
    let id = forward.find_relation("forward").unwrap();
    assert_eq!((forward.is_symmetric(id), forward.relation_directions(id).len(), count(forward)), (false, 1, 2));
}

#[test]
fn relations_can_be_added_and_restricted() {
    let board = square(3, 3).with_relation("knight", &RelationSpec::Leap { dx: 2, dy: 1 }).unwrap();
    let ids = ["orthogonal", "knight"].map(|name| board.find_relation(name).unwrap());
    let board = board.with_relation("any", &RelationSpec::Union(ids.to_vec())).unwrap();
    assert_eq!((around(&board, "knight", "a1"), around(&board, "any", "a1")), ("b3 c2".into(), "a2 b1 b3 c2".into()));
    assert!(board.neighbours(ids[1], board.find_cell("b2").unwrap()).is_empty());
    assert_eq!((board.components(ids[1]), board.is_connected(ids[0])), (2, true));
    let ring = board.subset(|cell| cell.0 != 4).unwrap();
    assert!(ring.is_connected(ids[1]) && ring.symmetries().len() == 8);
    let cells = ["a1", "b3"].map(|name| ring.find_cell(name).unwrap());
    assert_eq!(
        (ring.distance(ids[1], cells[0], cells[1]), ring.distance(ids[0], cells[0], cells[1])),
        (Some(1), Some(3))
    );
    // A leap that is a direction already is that direction.
    let wazir = square(3, 3).with_relation("wazir", &RelationSpec::Leap { dx: 0, dy: 1 }).unwrap();
    assert_eq!((wazir.directions().count(), links(&wazir, "wazir")), (8, 12));
    let absent = square(2, 2).with_relation("knight", &RelationSpec::Leap { dx: 1, dy: 2 }).unwrap();
    assert_eq!(links(&absent, "knight"), 0);
}

#[test]
fn graphs_find_directions_for_their_lines() {
    let board = morris();
    assert_eq!((board.cell_count(), board.directions().count(), board.lines().len()), (24, 4, 16));
    assert_eq!(
        (around(&board, "line", "d6"), around(&board, "adjacent", "a7")),
        ("b6 d5 d7 f6".into(), "a4 d7".into())
    );
    assert!(board.has_coordinates() && board.edges(CellId(0)) == 0 && board.sides().is_empty());
    let ring = graph(&["u", "v", "w"], &[("ring", &["u", "v", "w", "u"])]);
    let along = ring.find_direction("along1").unwrap();
    assert_eq!((names(&ring, ring.ray(CellId(0), along)), ring.lines()[0].closed), ("v w".into(), true));
    let open = ring.subset(|cell| cell != CellId(1)).unwrap();
    assert_eq!((names(&open, open.lines()[0].cells.clone()), open.lines()[0].closed), ("u w".into(), false));
    assert!(!ring.has_coordinates() && ring.column(CellId(0)) == 0);
    let mut spec = graph_spec(&["a", "b"], &[("way", &["a", "b"])]);
    spec.sides = ["one", "two"].map(|name| SideSpec { name: name.into(), cells: vec!["a".into()] }).to_vec();
    let sided = build(Shape::Graph(spec), false);
    assert_eq!((sided.edges(CellId(0)), set(&sided, sided.corners())), (2, "a".into()));
}

#[test]
fn sizes_have_limits() {
    assert_eq!(square(64, 64).words(), 64);
    assert_eq!(hexagon(32).cell_count(), 2977);
    let too_large = |shape, slots| TopologyError::TooLarge { shape, slots, limit: 4096 };
    assert_eq!(refused(Shape::Square { columns: 65, rows: 64 }), too_large("square", 4160));
    assert_eq!(refused(Shape::Hexagon { side: 33 }), too_large("hexagon", 4225));
    assert_eq!(
        refused(Shape::Rhombus { columns: 1_000_000, rows: 1_000_000 }),
        too_large("rhombus", 1_000_000_000_000)
    );
    assert_eq!(refused(Shape::Hexagon { side: u32::MAX }), too_large("hexagon", u64::MAX));
    assert!(matches!(refused(Shape::Square { columns: u32::MAX, rows: u32::MAX }), TopologyError::TooLarge { .. }));
    assert_eq!(refused(Shape::Triangle { side: u32::MAX }), too_large("triangle", (u64::from(u32::MAX)).pow(2)));
    for shape in [
        Shape::Square { columns: 0, rows: u32::MAX },
        Shape::Hexagon { side: 0 },
        Shape::Triangle { side: 0 },
        Shape::Graph(graph_spec(&[], &[])),
    ] {
        assert!(matches!(refused(shape), TopologyError::NoCells { .. }));
    }
    assert_eq!(square(4096, 1).cell_name(CellId(4095)), "fan1");
    assert_eq!(square(2, 2).subset(|_| false).unwrap_err(), TopologyError::EmptySubset);
}

#[test]
fn mistakes_are_named() {
    let says = |cells: &[&str], lines: &[(&str, &[&str])]| refused(Shape::Graph(graph_spec(cells, lines))).to_string();
    assert_eq!(says(&["a", "a"], &[]), "cell `a` is named twice");
    assert_eq!(says(&["a\n"], &[]), "the name `a\\n` cannot be printed");
    assert_eq!(says(&["a"], &[("way", &["a", "z"])]), "the board has no cell `z`");
    assert_eq!(says(&["a"], &[("way", &["a"])]), "a line needs at least 2 cells, not 1");
    assert_eq!(says(&["a", "b"], &[("way", &["a", "b", "a"])]), "the line passes cell `a` twice");
    assert_eq!(says(&["a", "b", "c"], &[("way", &["a", "a"])]), "the line passes cell `a` twice");
    let many: Vec<String> = (0..130).map(|n| format!("n{n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let star: Vec<[&str; 2]> = many[1..].iter().map(|&other| ["n0", other]).collect();
    let star: Vec<(&str, &[&str])> = star.iter().map(|line| ("way", line.as_slice())).collect();
    assert_eq!(graph(&many, &star[..128]).directions().count(), 256);
    assert_eq!(says(&many, &star), "the board needs 258 directions, and the limit is 256");
    let fails =
        |board: Board, name: &str, spec: RelationSpec| board.with_relation(name, &spec).unwrap_err().to_string();
    let leap = |dx, dy| RelationSpec::Leap { dx, dy };
    assert_eq!(fails(hexagon(3), "x", leap(1, 2)), "leap(1, 2) is known on square boards only");
    assert_eq!(fails(square(3, 3), "x", leap(0, 0)), "leap(0, 0) leads nowhere");
    assert_eq!(
        fails(square(3, 3), "x", leap(u32::MAX, 0)),
        "leap(4294967295, 0) is longer than any board: the limit is 4095"
    );
    assert_eq!(fails(square(3, 3), "diagonal", leap(1, 2)), "the board already has a relation `diagonal`");
    assert_eq!(fails(square(3, 3), "x", RelationSpec::Union(vec![])), "relation `x` has no directions");
    assert_eq!(
        fails(square(3, 3), "x", RelationSpec::Union(vec![RelationId(9)])),
        "the board has 3 relations and none of number 9"
    );
}
