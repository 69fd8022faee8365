//! The hard cases of the games whose rules needed settling, each from a position written out: what may be done there, and what
//! follows.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use rulebook_insight::library::{Settings, find, load};
use rulebook_play::engine::Position;

fn position(game: &str, options: &[(&str, &str)], text: &str) -> Position {
    let mut loaded = load(game, find(game).unwrap().text);
    let mut settings = Settings::default();
    for (option, value) in options {
        settings.set(" ", option, value);
    }
    let written = settings.write_down("test", &mut loaded.sources);
    let prepared = loaded.prepare(None, &written.choices).0.unwrap();
    Position::read(prepared.game.clone(), prepared.plan.clone(), text).unwrap()
}

fn legal(position: &mut Position) -> BTreeSet<String> {
    let legal = position.legal().unwrap().clone();
    legal.iter().map(|action| position.written(&action)).collect()
}

fn is(written: &[&str]) -> BTreeSet<String> {
    written.iter().map(|&text| text.to_owned()).collect()
}

fn play(position: &mut Position, written: &str) {
    let action = position.find(written).unwrap();
    position.play(&action).unwrap();
}

/// The pieces of a cell from the top, as letters of their owners' names.
fn stack(position: &Position, cell: &str) -> String {
    let board = &position.game().board;
    let pieces = position.pieces(board.find_cell(cell).unwrap());
    let owner = |owner: Option<_>| owner.map_or('.', |owner| position.game().players[owner].chars().next().unwrap());
    pieces.iter().map(|(of, _)| owner(*of)).collect()
}

#[test]
fn emergo_takes_the_most_men_over_all_pieces() {
    let mut here = position("emergo", &[], "W(3)W/b(2)b/(5)/.b(2)/(5)/(4)/(5)/(4)/(5) White stage=1");
    assert_eq!(legal(&mut here), is(&["a1xc3xe5"]), "i1xg3 takes one man, a1xc3xe5 two");
    play(&mut here, "a1xc3xe5");
    assert_eq!(stack(&here, "e5"), "WBB");
    assert_eq!((stack(&here, "a1"), stack(&here, "b2")), (String::new(), String::new()));
}

#[test]
fn emergo_does_not_turn_straight_back() {
    let mut here = position("emergo", &[], "W(4)/[bb](3)/(5)/(4)/(5)/(4)/(5)/(4)/(5) White stage=1");
    assert_eq!(legal(&mut here), is(&["a1xc3"]), "the man left on b2 may not be taken on the way back");
    play(&mut here, "a1xc3");
    assert_eq!((stack(&here, "c3"), stack(&here, "b2")), ("WB".to_owned(), "B".to_owned()));
}

#[test]
fn emergo_sets_prisoners_free() {
    let mut here = position("emergo", &[], "W(4)/[bWb](3)/(5)/(4)/(5)/(4)/(5)/(4)/(5) White stage=1");
    play(&mut here, "a1xc3");
    assert_eq!(stack(&here, "b2"), "WB", "the man under the one taken comes to the top and owns the column");
}

#[test]
fn emergo_comes_back_to_where_it_began() {
    // Around d2 f2 f4 d4, either way: the column takes four men and ends where it stood.
    let mut here = position("emergo", &[], "(5)/.bb./.W(3)/.bb./(5)/(4)/(5)/(4)/(5) White stage=1");
    let rounds = legal(&mut here);
    assert_eq!(rounds, is(&["c3xe1xg3xe5xc3", "c3xe5xg3xe1xc3"]), "a shorter way, or one back, is none");
    for round in rounds {
        play(&mut here, &round);
        assert_eq!(stack(&here, "c3"), "WBBBB", "{round}");
        for taken in ["d2", "f2", "d4", "f4", "e1", "g3", "e5"] {
            assert_eq!(stack(&here, taken), "", "{round}: {taken}");
        }
        here.undo();
    }
}

#[test]
fn emergo_enters_the_shadowpiece_at_once() {
    let mut here = position("emergo", &[], "(5)/(4)/(5)/(4)/(5)/(4)/(5)/(4)/b(4) White hand=3,0 stage=1 plies=40");
    assert!(legal(&mut here).contains("a1"));
    assert!(!legal(&mut here).contains("b8"), "a man next to an enemy with an empty square behind would be fed");
    play(&mut here, "a1");
    assert_eq!(stack(&here, "a1"), "WWW");
    assert!(!here.notation().contains("hand="), "both hands are empty: {}", here.notation());
}

#[test]
fn mosaic_places_next_to_enemies_or_to_nothing() {
    let mut here = position("mosaic", &[("size", "2")], "(2)/.R./(2) Red stage=1");
    assert_eq!(legal(&mut here), is(&["pass"]), "every empty cell touches the own tile alone");
    let mut here = position("mosaic", &[("size", "2")], "(2)/.b./(2) Red stage=1");
    assert_eq!(legal(&mut here).len(), 6);
}

#[test]
fn mosaic_flips_what_makes_fewer_groups() {
    // Two red groups around one blue tile: the flip joins them and takes the blue group away.
    let mut here = position("mosaic", &[("size", "2")], "(2)/RbR/(2) Red stage=1");
    assert!(legal(&mut here).contains("xb2"));
    play(&mut here, "xb2");
    assert_eq!(here.game().players[here.role_to_act()], "Blue");
    assert_eq!(stack(&here, "b2"), "R");
    // One red group: nothing becomes fewer.
    let mut here = position("mosaic", &[("size", "2")], "(2)/Rb./(2) Red stage=1");
    assert!(!legal(&mut here).contains("xb2"));
}

const RING: &str = "(3)/.BB./(3)B./.wB./(3)";

#[test]
fn lublache_forbids_loops_that_the_enemy_controls() {
    let mut here = position("lublache", &[("size", "3")], &format!("{RING} White stage=1"));
    assert!(!legal(&mut here).contains("b3"), "four black stones against two white ones");
    let mut here = position("lublache", &[("size", "3")], &format!("{RING} Black stage=1"));
    assert!(legal(&mut here).contains("b3"));
    play(&mut here, "b3");
    assert_eq!(stack(&here, "b4"), "B", "the white stone of the loop is turned over");
}

#[test]
fn lublache_removes_own_stones_next_to_a_new_loop() {
    let mut here = position("lublache", &[("size", "3")], "(3)/.BBB/(3)B./.wB./(3) Black stage=1");
    play(&mut here, "b3");
    assert_eq!(stack(&here, "e2"), "", "next to the claimed loop and in none");
    assert_eq!(stack(&here, "d2"), "B");
    // No stone of that colour may be put next to it again, inside or outside.
    here.undo();
    play(&mut here, "b3");
    let mut again = here.clone();
    play(&mut again, legal(&mut here).iter().next().unwrap());
    let black = legal(&mut again);
    assert!(!black.contains("c3") && !black.contains("e2"), "{black:?}");
}

#[test]
fn lublache_gives_even_loops_to_the_mover_unless_told_otherwise() {
    let half = "(3)/.BB./(3)B./.ww./(3) White stage=1";
    assert!(legal(&mut position("lublache", &[("size", "3")], half)).contains("b3"));
    assert!(!legal(&mut position("lublache", &[("size", "3"), ("even", "both")], half)).contains("b3"));
}
