//! What is done after each move and at the end of chains, as a part of the action.

use rulebook_insight::library::load;
use rulebook_play::engine::Position;

/// Men that leap in chains, with these lines at the end of a leap and after each move.
fn leapers(at_end: &str, after: &str, turn: &str) -> Position {
    let text = format!(
        "game \"Leapers\" {{
  players White, Black
  board square(5)
  piece man plural men as M
  counter ends: 0..=50
  counter links: 0..=50
  mark taken
  setup {{
    White man on {{a1, e1}}
    Black man on {{a2, b3, e5}}
  }}
  move leap {{
    pick a in mine
    pick b in empty & (a + orthogonals + orthogonals)
    let over = the(between(a, b))
    where over in enemy - taken
    mark over as taken
    move a to b
    add 1 to links
    written \"{{a}}x{{b}}\"
    {at_end}
  }}
  move step {{
    pick a in mine
    pick b in empty & orthogonal(a)
    move a to b
  }}
  {after}
  turn {turn}
  end when no move {{ last mover wins }}
  limit 20 plies {{ draw }}
}}
"
    );
    let loaded = load("leapers.game", &text);
    let (prepared, report) = loaded.prepare(None, &[]);
    prepared.unwrap_or_else(|| panic!("{report:?}")).start()
}

fn actions(position: &mut Position) -> Vec<String> {
    let legal = position.legal().unwrap().clone();
    legal.iter().map(|action| position.written(&action)).collect()
}

fn counter(position: &Position, name: &str) -> u64 {
    let (id, _) = position.game().counters.iter_ids().find(|(_, counter)| counter.name == name).unwrap();
    position.memory()[position.plan().layout.counter(id) as usize]
}

const CHAIN: &str = "longest chain of leap from b else step";

#[test]
fn the_end_of_a_chain_comes_once_and_opens_no_further_link() {
    // Where the men are removed at once or at the end, the chain is the same; what is done at the end is done once.
    let mut start = leapers("at its end { remove taken add 1 to ends }", "", CHAIN);
    assert_eq!(actions(&mut start), ["a1xa3xc3"]);
    let action = start.find("a1xa3xc3").unwrap();
    start.play(&action).unwrap();
    assert_eq!((counter(&start, "ends"), counter(&start, "links")), (1, 2));
    let pieces = start.game().board.cells().filter(|cell| !start.pieces(*cell).is_empty()).count();
    assert_eq!(pieces, 3, "both men are gone");
    start.undo();
    assert_eq!((counter(&start, "ends"), counter(&start, "links")), (0, 0));
    // A man that would be put there to be jumped is put there too late.
    let put = "at its end { put enemy man on d3 }";
    assert_eq!(actions(&mut leapers(put, "", CHAIN)), ["a1xa3xc3"]);
}

#[test]
fn a_chain_is_illegal_by_what_its_end_requires() {
    for (at_end, after) in [("at its end { require c3 in empty }", ""), ("", "after each move { require c3 in empty }")]
    {
        // No chain is left, so that the step is to be made.
        let mut start = leapers(at_end, after, CHAIN);
        assert_eq!(actions(&mut start), ["a1-b1", "e1-d1", "e1-e2"], "{at_end}{after}");
        assert!(start.find("a1xa3xc3").is_err());
    }
    // A chain is as long as it can be, whatever its end requires: a shorter one is none.
    let mut start = leapers("at its end { require c3 in empty }", "", "chain of leap from b else step");
    assert!(start.find("a1xa3").is_err());
    assert_eq!(actions(&mut start).len(), 3);
}

#[test]
fn random_actions_know_the_end_of_chains() {
    let mut start = leapers("at its end { require c3 in empty }", "", CHAIN);
    let mut rng = rulebook_language::util::Rng::new(1);
    for _ in 0..50 {
        let drawn = start.random_action(&mut rng).unwrap().unwrap();
        assert!(start.written(&drawn).contains('-'));
    }
}

#[test]
fn what_a_single_action_does_at_its_end_comes_before_what_follows_each_move() {
    let after = "after each move { if a3 in occupied { set ends to 9 } add 1 to ends }";
    let mut start = leapers("at its end { set ends to 4 remove {a3} }", after, "leap or step");
    let action = start.find("a1xa3").unwrap();
    start.play(&action).unwrap();
    assert_eq!((counter(&start, "ends"), counter(&start, "links")), (5, 1));
    let mut step = leapers("", after, "step");
    let action = step.find("a1-b1").unwrap();
    step.play(&action).unwrap();
    assert_eq!(counter(&step, "ends"), 1);
}

/// Published counts (`tests/perft/perft.tsv`): taken pieces stay until the end, and block; a man that passes the far row stays a man.
#[test]
fn draughts_with_the_end_of_chains_counts_as_published() {
    let text = include_str!("../laws/sheets/draughts.game");
    let loaded = load("draughts.game", text);
    let prepared = loaded.prepare(None, &[]).0.unwrap();
    let notation = "M(4)/MMMM(1)/(1)M(3)/K(1)M(2)/(4)M/MMMk(1)/(1)k(2)M/M(4)/M(2)MM/(5) Black stage=1";
    let position = Position::read(prepared.game.clone(), prepared.plan.clone(), notation).unwrap();
    for (mut start, counts) in
        [(prepared.start(), [9u64, 81, 658, 4265].as_slice()), (position, [436, 1728].as_slice())]
    {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(rulebook_insight::analysis::perft(&mut start, depth).unwrap(), *count, "depth {depth}");
        }
    }
}
