//! Chains that may stop, and long ones.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use rulebook_insight::library::load;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, MAX_PICKS, PlayError, Position};

fn started(text: &str) -> Position {
    let (prepared, report) = load("chains.game", text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}")).start()
}

/// A man that hops over others in a ring, from the cell at one end.
fn hopper(chain: &str, hop: &str) -> Position {
    started(&format!(
        "game \"Hopper\" {{
  players White, Black
  board square(5)
  piece man plural men
  setup {{
    White man on a1
    Black man on {{a2, b3, d3, c2}}
  }}
  move hop {{
    pick a in mine
    pick b in empty & (a + orthogonals + orthogonals) - vacated
    where some between(a, b) & enemy
    move a to b
    {hop}
    written \"{{a}}x{{b}}\"
  }}
  move wait {{ pick c in enemy written \"{{c}}\" }}
  turn of White: {chain}
  turn of Black: pass
  end when no move {{ draw }}
  limit 9 plies {{ draw }}
}}"
    ))
}

fn actions(position: &mut Position) -> BTreeSet<String> {
    let legal = position.legal().unwrap().clone();
    legal.iter().map(|action| position.written(&action)).collect()
}

fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.into_iter().map(str::to_owned).collect()
}

#[test]
fn a_chain_that_may_stop_ends_after_any_of_its_links() {
    let all = set(["a1xa3", "a1xa3xc3", "a1xa3xc3xc1", "a1xa3xc3xe3"]);
    assert_eq!(actions(&mut hopper("chain of hop from b, may stop", "")), all);
    assert_eq!(actions(&mut hopper("chain of hop from b", "")), set(["a1xa3xc3xc1", "a1xa3xc3xe3"]));
    // Each is an action of its own, taken back as a whole.
    let mut position = hopper("chain of hop from b, may stop", "");
    let before = (position.notation(), position.hash());
    let mut seen = BTreeSet::new();
    for text in &all {
        let action = position.find(text).unwrap();
        position.play(&action).unwrap();
        assert_eq!(position.hash(), position.fresh_hash());
        seen.insert(position.notation());
        assert!(position.undo());
        assert_eq!((position.notation(), position.hash()), before, "{text}");
    }
    assert_eq!(seen.len(), all.len());
}

#[test]
fn each_beginning_is_legal_by_what_its_own_end_requires() {
    let hop = "at its end { require b not in columns(3) }";
    assert_eq!(actions(&mut hopper("chain of hop from b, may stop", hop)), set(["a1xa3", "a1xa3xc3xe3"]));
    // None is left, so that something else is to be done; the question whether there is any says the same.
    let none = "at its end { require no mine }";
    let mut position = hopper("chain of hop from b, may stop else wait", none);
    assert_eq!(actions(&mut position), set(["a2", "b3", "c2", "d3"]));
    let mut drawn = hopper("chain of hop from b, may stop else wait", none);
    assert_eq!(drawn.random_action(&mut Rng::new(3)).unwrap().unwrap().picks().len(), 1);
}

#[test]
fn a_random_action_is_any_of_the_beginnings() {
    let mut position = hopper("chain of hop from b, may stop", "");
    let mut rng = Rng::new(7);
    let mut draw = |_| {
        let action = position.random_action(&mut rng).unwrap().unwrap();
        position.written(&action)
    };
    let drawn: BTreeSet<String> = (0..200).map(&mut draw).collect();
    assert_eq!(drawn, actions(&mut position));
}

/// A man that takes men along a row of so many cells, two cells a link.
fn long(links: usize) -> Position {
    let columns = 2 * links + 1;
    started(&format!(
        "game \"Long\" {{
  players White, Black
  board square({columns}, 1)
  piece man plural men
  setup {{
    White man on columns(1)
    Black man on {{ c : column(c) mod 2 = 0 }}
  }}
  move hop {{
    pick a in mine
    pick b in empty & (a + orthogonals + orthogonals)
    where some between(a, b) & enemy
    remove between(a, b)
    move a to b
    written \"{{a}}x{{b}}.\"
  }}
  turn of White: chain of hop from b
  turn of Black: pass
  end when no mine {{ last mover wins }}
  limit 9 plies {{ draw }}
}}"
    ))
}

#[test]
fn an_action_has_up_to_256_picks() {
    for links in [31, 32, 33, 200] {
        let mut position = long(links);
        let legal = position.legal().unwrap().clone();
        let action = legal.get(0);
        assert_eq!((legal.len(), action.picks().len()), (1, links + 1));
        let text = position.written(&action);
        assert_eq!(position.find(&text).unwrap(), action);
        assert!(position.allows(&action).unwrap());
        let mut packed = Vec::new();
        action.pack(&mut packed);
        assert_eq!(Action::unpack(&packed), action);
        let before = position.notation();
        position.play(&action).unwrap();
        assert!(position.outcome().unwrap().is_some(), "all men are taken");
        assert!(position.undo());
        assert_eq!(position.notation(), before);
        let drawn = position.random_action(&mut Rng::new(1)).unwrap();
        assert_eq!(drawn, Some(action));
    }
    let mut most = long(MAX_PICKS - 1);
    assert_eq!(most.legal().unwrap().get(0).picks().len(), MAX_PICKS);
    let mut further = long(MAX_PICKS);
    assert!(matches!(further.legal(), Err(Fault::Picks { most: MAX_PICKS, .. })));
    assert!(matches!(further.find("c1r1"), Err(PlayError::Fault(Fault::Picks { .. }))));
}
