//! What happened in the turn at hand, and the direction from one cell to another.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rulebook_insight::library::load;

/// The cells that `asked` has after a first step of the turn, in a game with these pieces, setup and first move.
fn after(equipment: &str, first: &str, played: &str, asked: &str) -> Vec<String> {
    let text = format!(
        "game \"This Turn\" {{
  players Black, White
  {equipment}
  move first {{ {first} }}
  move ask {{ pick c in {asked} put my man on c written \"?{{c}}\" }}
  turn first, then may ask
  end when no move {{ draw }}
  limit 9 plies {{ draw }}
}}"
    );
    let (prepared, report) = load("this turn", &text).prepare(None, &[]);
    let mut position = prepared.unwrap_or_else(|| panic!("{report:?}")).start();
    let action = position.find(played).unwrap_or_else(|error| panic!("{played}: {error:?}"));
    position.play(&action).unwrap_or_else(|fault| panic!("{played}: {fault:?}"));
    let legal = position.legal().unwrap().clone();
    // Where there is none, the turn is over.
    legal.iter().filter_map(|action| Some(position.written(&action).strip_prefix('?')?.to_owned())).collect()
}

#[test]
fn what_moves_vacates_where_it_stood() {
    let row = "board square(4, 1) piece man plural men setup {\n Black man on a1 | b1\n White man on d1\n }";
    let a_to_b = "pick a in mine pick b in board - a";
    assert_eq!(after(row, &format!("{a_to_b} move a to b"), "a1-c1", "vacated"), ["a1"]);
    assert_eq!(after(row, &format!("{a_to_b} exchange a, b"), "a1-d1", "vacated"), [""; 0], "both are filled");
    assert_eq!(after(row, &format!("{a_to_b} exchange a, b"), "a1-d1", "moved"), ["a1", "d1"]);
    assert_eq!(after(row, &format!("{a_to_b} remove a put my man on b"), "a1-c1", "vacated"), [""; 0]);
    let on = "move a to b if some board { move b to b + east }";
    assert_eq!(after(row, &format!("{a_to_b} {on}"), "a1-c1", "vacated"), ["a1", "c1"]);
    assert_eq!(after(row, &format!("{a_to_b} {on}"), "a1-d1", "vacated"), ["a1"], "nothing moves to nowhere");
}

#[test]
fn of_a_stack_what_moves_vacates_its_cell_though_some_stay() {
    let row = "board square(4, 1) piece man plural men stacks up to 4
  setup {
 stack of 3 Black man on a1
 White man on c1
 }";
    let a_to_b = "pick a in mine pick b in board - a";
    assert_eq!(after(row, &format!("{a_to_b} move a to b"), "a1-b1", "vacated"), ["a1"]);
    assert_eq!(after(row, &format!("{a_to_b} move stack a to b"), "a1-c1", "vacated"), ["a1"]);
    assert_eq!(after(row, &format!("{a_to_b} move top(a, 2) to b"), "a1-c1", "vacated"), ["a1"]);
    assert_eq!(after(row, &format!("{a_to_b} where b in occupied tuck top(a) under b"), "a1-c1", "vacated"), ["a1"]);
}

#[test]
fn toward_is_the_direction_of_the_line_or_none() {
    let on = |board: &str, first: &str, played: &str, asked: &str| {
        let equipment = format!("board {board} piece man plural men setup {{\n Black man on a1\n White man on a2\n }}");
        after(&equipment, first, played, asked)
    };
    let to = "pick b in board - a1 put my man on b";
    let next = "{ c : some d in all_directions where d = toward(a1, the(placed)) and c = a1 + d }";
    let line = |board: &str, played: &str| on(board, to, played, next);
    assert_eq!(line("square(5)", "c3"), ["b2"]);
    assert_eq!(line("square(5)", "e1"), ["b1"]);
    assert_eq!(line("square(5)", "c2"), [""; 0], "no line leads there");
    assert_eq!(line("rhombus(5)", "d1"), ["b1"]);
    let none = "{ c : toward(a1, the(placed)) = toward(c, c) and c = b2 }";
    assert_eq!(on("square(5)", to, "c2", none), ["b2"], "no direction equals no direction");
    assert_eq!(on("square(5)", to, "c3", none), [""; 0]);
    assert_eq!(on("square(5)", to, "c2", "{ c : c + toward(a1, the(placed)) in board }"), [""; 0], "it leads nowhere");
    assert_eq!(on("square(5)", to, "c2", "{ c : opposite(toward(a1, the(placed))) in all_directions }"), [""; 0]);
}
