//! Groups that decided nothing are not looked at again, where nothing but their cells counts.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use rulebook_insight::library::{Prepared, find, load};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Leaves, Position};

/// A game of the library.
fn shipped(name: &str) -> Prepared {
    load(name, find(name).unwrap().text).prepare(None, &[]).0.unwrap()
}

/// A game that ends by a condition; stones are placed, moved and taken.
fn game(condition: &str) -> Prepared {
    let text = format!(
        "game \"Groups\" {{
  players Black, White
  board square(5)
  piece stone
  group chain = like-coloured stones joined orthogonally
  group side = edge - corners
  condition wide(k: group) = count(s for s in side where some s & k) >= 3
  move place {{
    pick c in empty
    put my stone on c
  }}
  move shift {{
    pick a in mine
    pick b in enemy & orthogonal(a)
    move a to b
  }}
  turn place or shift
  end when {condition} {{ last mover wins }}
  end when no empty {{ draw }}
}}
"
    );
    let (prepared, report) = load("groups.game", &text).prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{condition}: {report:?}"))
}

fn remembers(prepared: &Prepared) -> bool {
    prepared.plan.to_string().contains("UnsettledGroups")
}

#[test]
fn conditions_of_the_cells_of_groups_are_remembered() {
    assert!(remembers(&shipped("havannah")));
    for condition in [
        "some k in chain where wide(k)",
        "some k in chain of me where count(k) > 4",
        "some k in chain of last mover where some k & top and some k & bottom",
        "joins(chain, left, right, top)",
    ] {
        assert!(remembers(&game(condition)), "{condition}");
    }
    for condition in [
        "some k in chain of me where no empty & orthogonal(k)",
        "some k in chain of me where count(k) > count(enemy)",
        "joins(chain of me, left, right, mine)",
    ] {
        assert!(!remembers(&game(condition)), "{condition}");
    }
}

/// What was remembered must not be believed of another position: games go on from positions that are reached by playing on, by
/// going back, and by setting up.
#[test]
fn what_is_remembered_holds_of_every_position() {
    let conditions = [
        "some k in chain where wide(k)",
        "some k in chain of me where count(k) > 6",
        "joins(chain of me, left, right)",
        "joins(chain, left, right, top)",
    ];
    let games = conditions.iter().map(|condition| game(condition)).chain([shipped("havannah")]);
    let mut ends = 0;
    for prepared in games {
        let mut position = prepared.start();
        let mut plain = Position::with_leaves(prepared.game.clone(), prepared.plan.clone(), Leaves::Reference);
        let mut rng = Rng::new(11);
        for _ in 0..1500 {
            if rng.below(8) == 0 {
                for _ in 0..rng.below(6) {
                    assert_eq!(position.undo(), plain.undo());
                }
            }
            let Some(action) = position.legal().unwrap().random(&mut rng) else {
                ends += 1;
                for _ in 0..rng.below(40) + 1 {
                    assert_eq!(position.undo(), plain.undo());
                }
                continue;
            };
            position.play_unchecked(&action).unwrap();
            plain.play_unchecked(&action).unwrap();
            let outcome = position.outcome().unwrap();
            assert_eq!(outcome, plain.outcome().unwrap(), "{}", position.notation());
            assert_eq!(outcome, position.with_memory(position.memory()).outcome().unwrap(), "{}", position.notation());
        }
    }
    assert!(ends > 2, "{ends} games came to an end");
}
