//! Actions that lead to the same position, where they are one.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use rulebook_insight::analysis::perft;
use rulebook_insight::library::load;
use rulebook_language::util::Rng;
use rulebook_play::engine::{PlayError, Position};

const MERGED: &str = include_str!("../laws/sheets/merged.game");

fn started(text: &str, variant: Option<&str>) -> Position {
    let loaded = load("alike.game", text);
    let title = variant.map(|variant| loaded.titles().find(|title| title.text == variant).unwrap());
    let (prepared, report) = loaded.prepare(title, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}")).start()
}

fn pairs(alike: &str, turn: &str) -> Position {
    pairs_and("", alike, turn)
}

fn pairs_and(further: &str, alike: &str, turn: &str) -> Position {
    let text = format!(
        "game \"Pairs\" {{
  players White, Black
  option merged: on | off = on
  board square(2)
  piece stone
  move place {{ pick c in empty pick d in empty - c put my stone on c | d written \"{{c}}+{{d}}\" }}
  move one {{ pick c in empty put my stone on c written \"{{c}}\" }}
  {further}
  turn {turn}
  {alike}
  end when no move {{ draw }}
}}"
    );
    started(&text, None)
}

fn actions(position: &mut Position) -> BTreeSet<String> {
    let legal = position.legal().unwrap().clone();
    legal.iter().map(|action| position.written(&action)).collect()
}

/// Of every position the actions with `alike` are those without it, by what they lead to.
#[test]
fn one_action_is_left_for_each_position_that_actions_lead_to() {
    let mut merged = started(MERGED, Some("Merged"));
    let mut rng = Rng::new(5);
    let mut stood = 0;
    for _ in 0..60 {
        if merged.outcome().unwrap().is_some() {
            merged = started(MERGED, Some("Merged"));
        }
        let notation = merged.notation();
        let unmerged = started(MERGED, Some("Unmerged"));
        let mut each = Position::read(unmerged.game().clone(), unmerged.plan().clone(), &notation).unwrap();
        let mut by_position: BTreeMap<Vec<u64>, Vec<String>> = BTreeMap::new();
        for action in each.legal().unwrap().clone().iter() {
            let text = each.written(&action);
            each.play(&action).unwrap();
            by_position.entry(each.words().to_vec()).or_default().push(text);
            each.undo();
        }
        let shortest =
            |texts: &Vec<String>| texts.iter().min_by_key(|text| (text.len(), (*text).clone())).unwrap().clone();
        let wanted: BTreeSet<String> = by_position.values().map(shortest).collect();
        assert_eq!(actions(&mut merged), wanted, "{notation}");
        // Every text is read, as the one that stands for it, and none but that one is allowed.
        for (texts, shown) in by_position.values().map(|texts| (texts, shortest(texts))) {
            let meant = merged.find(&shown).unwrap();
            assert!(merged.allows(&meant).unwrap());
            for text in texts {
                assert_eq!(merged.find(text).unwrap(), meant, "{text} in {notation}");
            }
            stood += texts.len() - 1;
        }
        for (action, _) in merged.alike().unwrap().to_vec() {
            assert!(!merged.allows(&action).unwrap());
            assert!(matches!(merged.play(&action), Err(PlayError::Illegal(_))));
        }
        let drawn = merged.random_action(&mut rng).unwrap().unwrap();
        assert!(wanted.contains(&merged.written(&drawn)));
        let before = (merged.notation(), merged.hash());
        merged.play(&drawn).unwrap();
        merged.undo();
        assert_eq!((merged.notation(), merged.hash()), before);
        merged.play(&drawn).unwrap();
    }
    assert!(stood > 100, "{stood} actions were alike");
}

#[test]
fn options_and_variants_say_whether_actions_are_one() {
    let mut on = pairs("alike actions are one when merged is on", "place");
    assert_eq!(perft(&mut on, 1), Ok(6));
    let mut off = pairs("alike actions are one when merged is off", "place");
    assert_eq!(perft(&mut off, 1), Ok(12));
    assert_eq!(perft(&mut pairs("", "place"), 1), Ok(12));
    assert_eq!((on.alike().unwrap().len(), off.alike().unwrap().len()), (6, 0));
    assert_eq!(on.legal().unwrap().len(), 6);
}

#[test]
fn a_random_action_is_as_likely_as_another_whatever_it_stands_for() {
    // One of six pairs, four stones: ten actions, of which a pair stands for two.
    let mut position = pairs("alike actions are one", "place or one");
    let mut rng = Rng::new(11);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..2000 {
        let drawn = position.random_action(&mut rng).unwrap().unwrap();
        *seen.entry(position.written(&drawn)).or_default() += 1;
    }
    assert_eq!(seen.len(), 10);
    assert!(seen.values().all(|times| (150..250).contains(times)), "{seen:?}");
}

#[test]
fn while_a_turn_goes_on_what_it_asks_for_keeps_actions_apart() {
    let mut pair = pairs("alike actions are one", "place, then may one");
    assert_eq!(actions(&mut pair).len(), 6, "what is left of the turn is the same");
}
