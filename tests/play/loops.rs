//! Conditions that weigh the cells of loops: which of them are asked at once, and that this comes to the same as one by one.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use rulebook_insight::library::{Prepared, find, load};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Leaves, Position};

/// A game in which a stone may be placed where the condition holds.
fn game(condition: &str) -> Prepared {
    let text = format!(
        "game \"Rings\" {{
  players Black, White
  board hexagon(3)
  piece stone
  loop ring = occupied cells
  loop claimed = like-coloured stones
  condition heavy(r: cells, s: cells) = 2 * count(r & s) > count(r)
  value half = count(mine) div 2
  move place {{
    pick c in empty
    put my stone on c
    require {condition}
  }}
  turn place else pass
  end when both pass {{ draw }}
}}
"
    );
    let (prepared, report) = load("rings.game", &text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{condition}: {report:?}"))
}

/// Whether no condition goes through loops one by one.
fn is_weighed(prepared: &Prepared) -> bool {
    let plan = prepared.plan.to_string();
    assert!(plan.contains("Heavier") != plan.contains("NextLoop"), "one or the other");
    plan.contains("Heavier")
}

/// Plays random games of both and compares the legal actions.
fn play_alike(one: &Prepared, other: &Prepared, what: &str) {
    let mut rng = Rng::new(5);
    let reference = Position::with_leaves(one.game.clone(), one.plan.clone(), Leaves::Reference);
    let mut positions = [one.start(), reference, other.start()];
    let mut refused = false;
    for _ in 0..20 {
        positions.iter_mut().for_each(|position| while position.undo() {});
        for ply in 0..60 {
            let [first, second, third] = &mut positions;
            let legal = first.legal().unwrap().clone();
            refused |= legal.len() < 19usize.saturating_sub(ply);
            assert!(legal.iter().eq(second.legal().unwrap().iter()), "{what}: one by one");
            assert!(legal.iter().eq(third.legal().unwrap().iter()), "{what}: otherwise written");
            let Some(action) = legal.random(&mut rng) else { break };
            positions.iter_mut().for_each(|position| position.play_unchecked(&action).unwrap());
        }
    }
    assert!(refused, "{what}: nothing was ever refused");
}

const WEIGHED: &[(&str, &str)] = &[
    // The condition, and what can be added to it without a change that makes it one for each loop.
    ("no r in ring through c where 2 * count(r & enemy) > count(r)", " and count(r) > 0"),
    ("no r in ring through c where heavy(r, mine)", " and count(r) > 0"),
    ("no r in ring through c where count(r - mine) + 1 >= count(r & mine)", " and count(r) > 0"),
    ("no r in ring where 3 * count(r & enemy & adjacent(c)) - half > 1", " and count(r) > 0"),
    ("every r in ring through c has count(r & mine) <= 2 + half", " or count(r) = 0"),
    ("no r in claimed where not (count(r) < 7)", " and count(r) > 0"),
    ("no r in claimed of me through c where count(r) > 6", " and count(r) > 0"),
    ("every r in ring has -count(r & enemy) < 2 - count(r) + half", " or count(r) = 0"),
];

#[test]
fn weighed_conditions_come_to_the_same_as_one_loop_after_another() {
    for (condition, more) in WEIGHED {
        let (weighed, plain) = (game(condition), game(&format!("{condition}{more}")));
        assert!(is_weighed(&weighed), "{condition}");
        assert!(!is_weighed(&plain), "{condition}{more}");
        play_alike(&weighed, &plain, condition);
    }
}

#[test]
fn other_conditions_look_at_each_loop() {
    for condition in [
        "no r in ring through c where count(r & enemy) = 3",
        "no r in ring through c where count(r & enemy) * count(r) > 12",
        "no r in ring through c where count(adjacent(r) & enemy) > 4",
        "no r in ring through c where count(r & enemy) / 2 > 1",
        "no r in ring through c where count(enemy - r) < 2",
    ] {
        assert!(!is_weighed(&game(condition)), "{condition}");
    }
}

#[test]
fn lublache_weighs_its_loops() {
    let text = find("lublache").unwrap().text;
    let (prepared, report) = load("lublache", text).prepare(None, &[]);
    assert!(report.is_empty(), "{report:?}");
    assert!(is_weighed(&prepared.unwrap()));
}
