//! Repetition rules with results, and what they do not compare.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use rulebook_insight::library::load;
use rulebook_play::engine::{Outcome, Position};

/// A man each in a row of its own, who counts the steps to the east; with these lines about repetition.
fn start(aside: &str, rules: &str) -> Position {
    let text = format!(
        "game \"Laps\" {{
  players Black, White
  board square(3, 2)
  piece man plural men
  counter paces(player){aside}: 0..=99
  mark trodden{aside}
  setup {{
    Black man on a1
    White man on a2
  }}
  move step {{
    pick a in mine
    pick b in {{a + west, a + east}} & empty
    move a to b
    mark b as trodden
    if column(b) > column(a) {{ add 1 to paces(me) }}
  }}
  turn step
  {rules}
  limit 40 plies {{ draw }}
}}"
    );
    let (prepared, report) = load("laps", &text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}")).start()
}

/// How the game ends, and after how many plies, if it does before the line does.
fn ends(mut position: Position, line: &str) -> Option<(u32, Outcome)> {
    for action in line.split(' ') {
        let action = position.find(action).unwrap();
        position.play(&action).unwrap();
        if let Some(outcome) = position.outcome().unwrap() {
            return Some((position.ply(), outcome));
        }
    }
    None
}

/// One lap of both men: the position after it is that before it.
const LAP: &str = "a1-b1 a2-b2 b1-a1 b2-a2";

fn laps(count: usize) -> String {
    vec![LAP; count].join(" ")
}

/// The names of the winners, and after how many plies they have won.
fn winners(aside: &str, rules: &str, line: &str) -> Option<(u32, Vec<u8>)> {
    let (ply, outcome) = ends(start(aside, rules), line)?;
    assert_eq!(outcome.clause, "repetition");
    Some((ply, outcome.winners.iter().map(|winner| winner.0).collect()))
}

#[test]
fn what_stands_aside_is_not_compared() {
    let rule = "repetition situational draw";
    assert_eq!(winners(" aside", rule, &laps(2)), Some((4, vec![])));
    assert_eq!(winners("", rule, &laps(2)), None, "steps to the east are counted, and compared");
    // It is part of the position all the same: of its text, its hash and its identity.
    let mut position = start(" aside", rule);
    let (text, hash) = (position.notation(), position.hash());
    let line: Vec<&str> = LAP.split(' ').collect();
    for action in &line {
        let action = position.find(action).unwrap();
        position.play(&action).unwrap();
    }
    assert!(position.notation().contains("paces=1,1") && !text.contains("paces="), "{}", position.notation());
    assert!(position.notation().contains("trodden=a1,b1,a2,b2"), "{}", position.notation());
    assert_ne!(position.hash(), hash);
}

#[test]
fn results_of_a_repetition_are_asked_of_the_position() {
    let by_steps = "repetition situational 2 times { highest paces(me) else me wins }";
    assert_eq!(winners(" aside", by_steps, &laps(2)), Some((4, vec![0])), "as many steps, and Black is to act");
    let first = "repetition situational 2 times { me wins when paces(me) > 9 else last mover wins when false }";
    assert_eq!(winners(" aside", first, &laps(2)), Some((4, vec![])), "none of them decides: a draw");
    let loser = "repetition situational 3 times { last mover loses when paces(last mover) = 2 }";
    assert_eq!(winners(" aside", loser, &laps(3)), Some((8, vec![0])));
    // Words alone are short for results.
    assert_eq!(winners(" aside", "repetition positional wins", &laps(2)), Some((4, vec![1])));
    assert_eq!(winners(" aside", "repetition positional loses", &laps(2)), Some((4, vec![0])));
}

#[test]
fn a_rule_whose_condition_does_not_hold_leaves_it_to_the_next() {
    let rules = "repetition situational 2 times when paces(me) = 2 { me loses }
  repetition situational 4 times { draw }";
    assert_eq!(winners(" aside", rules, &laps(4)), Some((6, vec![1])), "not yet at ply 4, nor for White at ply 5");
    let rules = "repetition situational 2 times when paces(me) = 20 { me loses }
  repetition situational 4 times { me wins }";
    assert_eq!(winners(" aside", rules, &laps(4)), Some((12, vec![0])));
    let rules = "repetition situational 2 times when 1 = 2 { me loses }
  repetition situational 3 times { me wins }";
    assert_eq!(winners(" aside", rules, &laps(4)), Some((8, vec![0])), "a rule that never holds is no rule");
}

#[test]
fn the_length_of_a_cycle_is_that_from_the_first_occurrence_that_counts() {
    let length = |times: u8, when: &str, laps: &str| {
        let found = (1..40).find(|length| {
            let rule = format!(
                "repetition situational {times} times{when} {{ me wins when cycle_length = {length} else draw }}"
            );
            winners(" aside", &rule, laps).is_some_and(|(_, winners)| winners == [0])
        });
        found.unwrap()
    };
    assert_eq!(length(2, "", &laps(2)), 4);
    assert_eq!(length(3, "", &laps(3)), 8, "two laps lie between the first and the third");
    assert_eq!(length(2, " when paces(me) = 3", &laps(4)), 4, "the last two count, of four");
    // From the middle of a lap on, with a way between that is longer.
    let longer = "a1-b1 a2-b2 b1-c1 b2-c2 c1-b1 c2-b2 b1-a1 b2-a2 a1-b1";
    assert_eq!(length(2, "", longer), 4);
    assert_eq!(length(2, " when column(the(mine)) = 1", longer), 8);
}
