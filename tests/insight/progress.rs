//! Proofs that games end: what is proved of the shipped games and of small ones, and what must not be proved though it is near.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::fmt::Write as _;

use rulebook_insight::audit::{Links, MAX_PROOF_STEPS, Progress, links};
use rulebook_insight::library::{SHIPPED, load};
use rulebook_language::model::{Game, PlayerId, TurnOrder, TurnStep};

fn progress(game: &Game) -> Progress {
    rulebook_insight::audit::progress(game, &mut { MAX_PROOF_STEPS })
}

/// A game with these declarations beside players, board and pieces.
fn game(rest: &str) -> Progress {
    let text = format!("game \"x\" {{\n  players A, B\n  board square(3)\n  piece man plural men\n{rest}\n}}\n");
    of(&text)
}

fn of(text: &str) -> Progress {
    let loaded = load("x.game", text);
    let (prepared, report) = loaded.prepare(None, &[]);
    progress(&prepared.unwrap_or_else(|| panic!("{report:?}\n{text}")).game)
}

fn bound(found: Progress) -> u128 {
    match found {
        Progress::Proved { bound, .. } => bound.and_then(|bound| bound.exact()).expect("a bound"),
        Progress::Open { clauses } => panic!("not proved: {clauses:?}"),
    }
}

#[track_caller]
fn open(found: Progress) {
    if let Progress::Proved { measure, bound } = found {
        panic!("proved by {measure:?}, {bound:?}");
    }
}

const FILL: &str = "move place { pick c in empty put my man on c }\n turn place\n end when no move { draw }";
const FULL: &str = "setup { A man on rows(1) B man on rows(3) }";

#[test]
fn what_fills_the_board_ends_when_it_is_full() {
    assert_eq!(bound(game(FILL)), 9);
    assert_eq!(bound(game(&format!("{FILL}\n{FULL}"))), 3);
    // A change of seats is a ply of its own.
    assert_eq!(bound(game(&format!("{FILL}\n pie"))), 10);
}

#[test]
fn to_put_on_what_stands_there_fills_nothing() {
    open(game(&FILL.replace("in empty", "in board")));
    open(game(&FILL.replace("in empty", "in empty | mine")));
    // Whether there is a cell to put on is another matter.
    open(game(&FILL.replace("put my man on c", "put my man on { d in empty : d in adjacent(c) }")));
    assert_eq!(bound(game(&FILL.replace("put my man on c", "put my man on empty & (adjacent(c) | c)"))), 9);
}

#[test]
fn nature_is_followed_and_believed_nothing() {
    // A turn of a roll and a stone: two plies a cell, and a roll where nothing is left.
    let fill = FILL.replace("turn place", "die pip: 1..=6 turn roll pip, then place");
    assert_eq!(bound(game(&fill)), 19);
    // A roll alone leaves everything as it is, and what it shows is gone with the turn.
    open(game(&fill.replace("turn roll pip, then place", "turn roll pip")));
    open(game(
        &fill
            .replace("turn roll pip, then place", "turn roll pip, then must place")
            .replace("in empty put", "in empty where pip = 1 put"),
    ));
    // What a roll does counts, and undoes what moves do.
    let count = |block: &str| {
        game(&format!(
            "counter left: 0..=9 = 9 die pip: 1..=2 {{ {block} }} move wait {{ where pip > 0 }}
            turn roll pip, then wait end when left = 0 {{ draw }}"
        ))
    };
    assert!(matches!(count("set left to left - 1"), Progress::Proved { .. }));
    open(count("set left to left - pip + 1"));
    open(count("if pip = 1 { set left to left - 1 } else { set left to 9 }"));
    // To throw away what a roll shows lowers nothing that lasts.
    open(game(
        "die pip: 1..=2 move put_down { where pip > 0 set pip to 0 } turn roll pip, then put_down end when no board { draw }",
    ));
    // Where the setup is laid by lot, nobody knows what stands there; a lot for each of six cells comes before the nine stones.
    let lot = format!("setup {{ scatter 3 A man over rows(1) scatter 3 B man over rows(3) }} {FILL}");
    assert_eq!(bound(game(&lot)), 15);
    // What counts plies begins where it is declared to begin, whatever is scattered.
    let quiet =
        "counter quiet: 0..=9 move step { pick a in mine pick b in empty & orthogonal(a) move a to b add 1 to quiet }
        turn step end when quiet = 9 { draw }";
    let scattered = format!("setup {{ scatter 2 A man, 2 B man over board }} {quiet}");
    assert_eq!(bound(game(&scattered)), 18);
    // Lots of the setup are no rolls: a rule on repetition binds all that follows them.
    let step = "move step { pick a in mine pick b in empty & orthogonal(a) move a to b } end when no move { draw }";
    let lot = format!("setup {{ scatter 2 A man over rows(1) scatter 2 B man over rows(3) }} {step} turn step");
    open(game(&lot));
    assert!(matches!(game(&format!("{lot} repetition positional illegal")), Progress::Proved { bound: Some(_), .. }));
    // A round in which nobody could go shows nothing where another roll may help, and no rule about repetition binds nature.
    let stuck = "setup { A man on a1 B man on c3 } die pip: 1..=2
        move step { pick a in mine pick b in empty & orthogonal(a) where pip = 1 move a to b }";
    open(game(&format!("{stuck} turn roll pip, then must step end when nobody can move {{ draw }}")));
    open(game(&format!(
        "{stuck} turn roll pip, then must step repetition positional illegal end when no occupied {{ draw }}"
    )));
    assert_eq!(
        bound(game(&format!(
            "{stuck} turn roll pip, then must step end when no occupied {{ draw }} limit 40 plies {{ draw }}"
        ))),
        40
    );
}

#[test]
fn to_move_changes_no_number_of_pieces() {
    let step = "move step { pick a in mine pick b in empty & adjacent(a) move a to b }\n turn step\n end when no move { draw }";
    open(game(&format!("{step}\n{FULL}")));
    assert_eq!(bound(game(&format!("{}\n{FULL}", step.replace("in empty", "in enemy")))), 6);
    // One's own man may be covered as well: still a man less. To stay where one is changes nothing.
    assert_eq!(bound(game(&format!("{}\n{FULL}", step.replace("empty &", "(board - empty) &")))), 6);
    open(game(&format!("{}\n{FULL}", step.replace("empty & adjacent(a)", "(enemy | a)"))));
    // Nothing ends, but it is over after so many plies.
    assert_eq!(bound(game(&format!("{step}\n{FULL}\n limit 40 plies {{ draw }}"))), 40);
    assert_eq!(bound(game(&format!("{step}\n{FULL}\n limit 40 turns {{ draw }}"))), 40);
    assert_eq!(bound(game(&format!("{step}\n{FULL}\n end when ply_number > 40 {{ draw }}"))), 40);
}

#[test]
fn what_is_jumped_is_known_to_stand_there() {
    let jump = "move jump {
        pick a in mine pick d in orthogonals pick n in 1..=2
        where every k in 1..=n has a + (2 * k - 1) * d in enemy and a + 2 * k * d in empty
        remove between(a, a + 2 * n * d)
        move a to a + 2 * n * d
    }
    turn jump\n end when no move { draw }";
    assert_eq!(bound(game(&format!("{jump}\n{FULL}"))), 6);
    open(game(&format!("{}\n{FULL}", jump.replace("in enemy and", "in empty and"))));
    // Where one of them may stand, none may, too.
    open(game(&format!("{}\n{FULL}", jump.replace("where every", "where some"))));
    // Of a number that the position decides, and of more numbers than are looked at.
    open(game(&format!("{}\n{FULL}", jump.replace("1..=2", "1..=count(mine)"))));
    open(game(&format!("{}\n{FULL}", jump.replace("1..=2", "1..=100"))));
}

#[test]
fn rules_on_repetition_need_no_look_at_the_picks() {
    let step = "pieces king, queen, rook, bishop, knight
        move step {
            pick a in mine
            pick b in (ray(a, all_directions, empty) | sight(a, all_directions)) - mine
            pick c in mine
            move a to b
            require not some enemy & kings & sight(c, all_directions)
        }
        turn step\n end when no move { draw }";
    let wide = |rest: &str| {
        of(&format!("game \"x\" {{ players A, B board square(16) piece man plural men\n{step}\n{rest} }}"))
    };
    match wide("") {
        Progress::Open { clauses } => {
            assert_eq!(clauses.len(), 1);
            assert_eq!(clauses[0].1, "`step`: there are more ways to pick than can be analysed");
        }
        proved => panic!("{proved:?}"),
    }
    assert!(matches!(wide("repetition situational 3 times draw"), Progress::Proved { .. }));
}

#[test]
fn to_go_forward_ends_at_the_far_side() {
    let men = |way: &str| {
        let step = "move step { pick a in mine pick b in (empty | enemy) & (a + WAY) move a to b }";
        let ends = "turn step\n end when no move { draw }";
        format!("{}\n{ends}\n{FULL}", step.replace("WAY", way))
    };
    assert!(bound(game(&men("(if me is A then north else south)"))) < 30);
    assert!(bound(game(&men("(if me is A then north | northeast else south | southwest)"))) < 30);
    // A cannot go on forever, so B cannot either; but both can.
    assert!(bound(game(&men("(if me is A then north | east else south | west | north)"))) < 30);
    open(game(&men("(if me is A then north | south else south | west | north)")));
    // Sideways alone still goes one way, and so does everybody upwards.
    assert!(bound(game(&men("east"))) < 30);
    open(game(&men("(east | west)")));
}

#[test]
fn a_promotion_ends_when_all_are_promoted() {
    let king =
        "piece king\n move crown { pick c in my men promote c to king }\n turn crown\n end when no move { draw }";
    assert_eq!(bound(game(&format!("{king}\n{FULL}"))), 6);
    open(game(&format!("{}\n{FULL}", king.replace("my men promote", "mine promote"))));
    open(game(&format!("{}\n{FULL}", king.replace("in my men promote c", "in board promote c"))));
    let back = "move fall { pick c in my kings promote c to man }\n turn crown or fall";
    open(game(&format!("{}\n{FULL}", king.replace("turn crown", back))));
}

const COUNT: &str = "counter n: 0..=9\n move wait { add 1 to n written \"w\" }\n turn wait";

#[test]
fn a_counter_at_its_end_does_not_move() {
    // It stays at 9 forever, and no clause asks for that.
    open(game(&format!("{COUNT}\n end when n = 20 {{ draw }}")));
    open(game(&format!("{COUNT}\n end when no move {{ draw }}")));
    assert_eq!(bound(game(&format!("{COUNT}\n end when n = 9 {{ draw }}"))), 9);
    assert_eq!(bound(game(&format!("{COUNT}\n end when n >= 5 or no move {{ draw }}"))), 9);
    // What ends at the start is not asked there.
    open(game(&format!("{}\n end when n = 9 {{ draw }}", COUNT.replace("0..=9", "0..=9 = 9"))));
    // Over 5 by leaps of two.
    let leaps = COUNT.replace("add 1", "add 2");
    open(game(&format!("{leaps}\n end when n = 5 {{ draw }}")));
    // Set, not added; and back.
    open(game(&format!("{}\n end when n = 9 {{ draw }}", COUNT.replace("add 1 to n", "set n to 3"))));
    let back = COUNT.replace("turn wait", "move back { take 1 from n written \"b\" } turn wait or back");
    open(game(&format!("{back}\n end when n = 9 {{ draw }}")));
    // The second time in a turn nobody knows what the first has left.
    let twice = COUNT.replace("turn wait", "turn wait, then wait");
    assert_eq!(bound(game(&format!("{twice}\n end when n = 9 {{ draw }}"))), 9 + 10);
    let within = COUNT.replace("turn wait", "turn wait, then may wait while possible");
    open(game(&format!("{within}\n end when n = 9 {{ draw }}")));
}

#[test]
fn a_hand_is_spent_where_it_is_asked_for() {
    let hand = "counter hand(player): 0..=3 = 3\n move drop { pick c in board ASK put my man on c take 1 from hand(WHOSE) }\n \
                turn drop\n end when no move { draw }";
    let rules = |ask: &str, whose: &str| hand.replace("ASK", ask).replace("WHOSE", whose);
    assert_eq!(bound(game(&rules("where hand(me) > 0", "me"))), 6);
    assert_eq!(bound(game(&rules("where not hand(me) < 1", "me"))), 6);
    open(game(&rules("", "me")));
    open(game(&rules("where hand(enemy) > 0", "me")));
    open(game(&rules("where hand(me) >= 0", "me")));
    // The man on the cell is the mover's by then; before that the owner may be anybody, or nobody.
    assert_eq!(bound(game(&rules("where hand(me) > 0", "owner(c)"))), 6);
    let before = rules("where hand(me) > 0", "owner(c)");
    open(game(
        &before.replace("put my man on c take 1 from hand(owner(c))", "take 1 from hand(owner(c)) put my man on c"),
    ));
}

#[test]
fn passes_end_with_a_clause_alone() {
    let rules = |turn: &str, end: &str| FILL.replace("turn place", turn).replace("end when no move", end);
    assert_eq!(bound(game(&rules("turn place or pass", "end when both pass"))), 9 + 9 + 2);
    open(game(&rules("turn place or pass", "end when no empty")));
    open(game(&rules("turn place or pass", "end when nobody can move")));
    open(game(&rules("turn place or pass", "end when no move")));
    open(game(&rules("turn place else pass", "end when no enemy")));
    assert_eq!(bound(game(&rules("turn place else pass", "end when nobody can move"))), 9 + 9 + 2);
    assert_eq!(bound(game(&rules("turn place else pass", "end when no move"))), 10);
    // Both conditions together are no clause of the one.
    open(game(&rules("turn place or pass", "end when both pass and no empty")));
    // What one can do depends on the number of the ply: that nobody can now does not mean that nobody will.
    let clock = rules("turn place else pass", "end when nobody can move");
    open(game(&clock.replace("in empty", "in empty where ply_number mod 2 = 1")));
    // What a pass does may undo what moves have done; a limit holds all the same.
    let undone = format!("{}\n pass {{ remove corners & mine }}", rules("turn place or pass", "end when both pass"));
    open(game(&undone));
    assert_eq!(bound(game(&format!("{undone}\n limit 30 plies {{ draw }}"))), 30);
    // A round of forced passes no longer shows that nobody can move.
    let forced = rules("turn place else pass", "end when nobody can move");
    open(game(&format!("{forced}\n mark here\n pass {{ mark corners as here }}")));
    // A pass in the middle of a turn, again and again.
    open(game(&rules("turn place, then may pass while possible", "end when both pass")));
}

#[test]
fn within_a_turn_something_must_end_too() {
    let flip = format!("{FILL}\n{FULL}\n move flip {{ pick c in enemy turn over c written \"x{{c}}\" }}");
    let turn = |turn: &str| flip.replace("turn place", turn);
    assert_eq!(bound(game(&turn("turn place, then may flip"))), 3 + 4);
    open(game(&turn("turn flip")));
    // Men that are turned over are the mover's, which ends; but no number falls with both players' turns.
    open(game(&turn("turn place, then may flip while possible")));
    // Back and forth it does not.
    let both = turn("turn place, then may flip while possible").replace("pick c in enemy", "pick c in occupied");
    open(game(&both));
    open(game(&format!("{both}\n repetition positional illegal")));
    open(game(&format!("{both}\n limit 9 turns {{ draw }}")));
}

#[test]
fn effects_that_may_do_nothing_prove_nothing() {
    let take = |what: &str| {
        format!(
            "move lift {{ pick c in mine {what} written \"{{c}}\" }}\n turn lift\n end when no move {{ draw }}\n{FULL}"
        )
    };
    assert_eq!(bound(game(&take("remove c"))), 6);
    open(game(&take("remove adjacent(c)")));
    open(game(&take("remove adjacent(c) & enemy")));
    open(game(&take("if some adjacent(c) & enemy { remove c }")));
    assert_eq!(bound(game(&take("if some adjacent(c) & enemy { remove c } else { remove adjacent(c) | c }"))), 6);
    open(game(&take("for d in adjacent(c) & mine { remove d }")));
    assert_eq!(bound(game(&take("for d in orthogonals { if c + d not in board { remove c } } remove c"))), 6);
    open(game(&take("remove c put my man on c")));
    open(game(&take("exchange c, b2")));
    open(game(&take("turn over c")));
    // What is taken is put elsewhere, if there is an elsewhere.
    open(game(&take("remove c put enemy man on empty & adjacent(c)")));
}

#[test]
fn one_variant_of_a_player_is_enough_to_go_on() {
    let rules = "move drop { pick c in empty put my man on c }\n move lift { pick c in enemy remove c written \"-{c}\" }\n \
                 turn of A: drop\n turn of B: TURN\n end when no move { draw }";
    assert!(matches!(game(&rules.replace("TURN", "drop")), Progress::Proved { .. }));
    open(game(&rules.replace("TURN", "lift")));
    open(game(&rules.replace("TURN", "drop or lift")));
    open(game(&rules.replace("turn of A: drop", "turn of A: drop or lift").replace("TURN", "drop")));
    // B has nothing to do with a hand that is empty: the turn is another one then.
    let hands = "counter hand: 0..=4 = 4\n move drop { pick c in empty put my man on c take 1 from hand }\n \
                 move step { pick a in mine pick b in empty move a to b }\n turn when hand > 0: drop\n turn TURN\n \
                 end when no move { draw }";
    open(game(&hands.replace("TURN", "step")));
    assert_eq!(bound(game(&hands.replace("TURN", "drop"))), 9);
}

#[test]
fn what_is_required_to_shrink_shrinks() {
    let rules = |require: &str| {
        format!(
            "group band = like-coloured men\n move turn_one {{ pick c in occupied turn over c {require} written \"{{c}}\" }}\n \
             turn turn_one\n end when no move {{ draw }}\n setup {{ A man on {{ c : (column(c) + row(c)) mod 2 = 0 }} B man elsewhere }}"
        )
    };
    assert_eq!(bound(game(&rules("require count(band) < before count(band)"))), 9);
    assert_eq!(bound(game(&rules("require count(band) > before count(band)"))), 9);
    open(game(&rules("require count(band) <= before count(band)")));
    // Each player's own may grow while the other's shrinks.
    open(game(&rules("require count(band of me) < before count(band of me)")));
    // It speaks of another cell each time, or of something else than before.
    open(game(&rules("require count(adjacent(c) & mine) < before count(adjacent(c) & enemy)")));
    open(game(&rules("require ply_number - count(band) > before count(band)")));
    // What comes after the requirement may undo it.
    open(game(&rules("require count(band) < before count(band) turn over c")));
}

/// What a name stands for is what it stands for written out: the members of a sum may be called otherwise.
const BALL: &str =
    "game \"Ball\" { players A, B board square(4) neutral pieces stone, ball setup { neutral ball on a1 }
 move place { pick c in empty pick d in orthogonals let b = the(balls), t = b + d where t in empty and t != c
 put neutral stone on c move b to t written \"{c}/{t}\" } turn place end when no move { last mover wins } }";

#[test]
fn what_a_name_stands_for_is_looked_at_cell_by_cell() {
    assert!(matches!(of(BALL), Progress::Proved { .. }));
    // The stone is put where the ball goes, or none is, or it is removed again; what is put replaces something, as does what moves.
    open(of(&BALL.replace("and t != c", "")));
    open(of(&BALL.replace("put neutral stone on c move b to t", "move b to t")));
    open(of(&BALL.replace("put neutral stone on c move b to t", "put neutral stone on c move b to t remove c")));
    open(of(&BALL.replace("pick c in empty", "pick c in board")));
    open(of(&BALL.replace("where t in empty and t != c", "where t != c")));
    open(of(
        &BALL.replace("let b = the(balls), t = b + d where t in empty", "let b = the({c}), t = b + d where t in board")
    ));
}

#[test]
fn a_requirement_is_the_same_with_a_name_and_without() {
    let rules = |sum: &str| {
        format!(
            "counter tall(cell): 0..=6\n value slack = sum(6 - tall(y) for y in board)
             move settle {{
               pick c in board
               where tall(c) < 6
               put my man on c
               set tall(c) to count(adjacent(c) & mine) + 1
               require {sum} < before {sum}
             }}
             turn settle
             end when no move {{ last mover wins }}"
        )
    };
    assert_eq!(game(&rules("slack")), game(&rules("sum(6 - tall(x) for x in board)")));
    assert!(matches!(game(&rules("slack")), Progress::Proved { .. }));
    // One definition behind another, a name for what was before, and a comparison of one with the other.
    let named = rules("slack").replace("move settle", "value behind = slack\n move settle");
    let required = |require: &str| named.replace("require slack < before slack", require);
    for require in ["require behind < before slack", "require sum(6 - tall(x) for x in board) < before behind"] {
        assert_eq!(game(&required(require)), game(&rules("slack")), "{require}");
    }
    let picked = required("require behind < was").replace("where tall(c) < 6", "where tall(c) < 6\n let was = slack");
    assert_eq!(game(&picked), game(&rules("slack")));
    // A name for what is between them is another number.
    open(game(&picked.replace("let was = slack", "").replace("set tall(c)", "let was = slack\n set tall(c)")));
}

/// A condition on a pick says the same as the set that it is picked from.
#[test]
fn a_set_is_the_same_in_a_pick_and_in_its_condition() {
    let rules = |pick: &str| {
        format!(
            "region line(p: player) = {{ c in empty : some d in orthogonals where count(ray(c, d, owned(p))) >= 1 }}
             region allowed = if some line(A) then line(A) | line(B) else empty
             move place {{ {pick} put my man on c }}
             turn place else pass
             end when both pass {{ draw }}"
        )
    };
    let picked = bound(game(&rules("pick c in allowed")));
    assert_eq!(bound(game(&rules("pick c in empty where c in allowed"))), picked);
}

#[test]
fn repetition_ends_what_repeats() {
    let step = format!("move step {{ pick a in mine pick b in empty & adjacent(a) move a to b }}\n {FULL}");
    let rules = |turn: &str, rest: &str| format!("{step}\n turn {turn}\n end when no move {{ draw }}\n {rest}");
    open(game(&rules("step", "")));
    open(game(&rules("step", "repetition ko illegal")));
    // 3 to the 9th contents, each once, and the start.
    let all = 19_683;
    assert_eq!(bound(game(&rules("step", "repetition positional illegal"))), all);
    assert_eq!(bound(game(&rules("step", "repetition positional draw"))), all);
    assert_eq!(bound(game(&rules("step", "repetition situational 3 times draw"))), all * 2 * 2);
    // A pass repeats nothing.
    open(game(&rules("step or pass", "repetition positional illegal")));
    assert!(matches!(
        game(&rules("step or pass", "repetition positional illegal\n end over when both pass { draw }")),
        Progress::Proved { .. }
    ));
    // Where a turn ends without a further action nobody asks what it repeats.
    let slip = rules("step, then may step", "repetition positional illegal");
    open(game(&slip));
    assert!(matches!(game(&slip.replace("illegal", "draw")), Progress::Proved { .. }));
}

#[test]
fn chains_and_stacks() {
    let stacks = |body: &str| {
        format!("stacks up to 6\n {FULL}\n move go {{ pick a in mine {body} }}\n turn go\n end when no move {{ draw }}")
    };
    open(game(&stacks("pick b in adjacent(a) move top(a) to b")));
    // A stack that would be too high stops the game.
    assert_eq!(bound(game(&stacks("pick b in adjacent(a) put my man on b"))), 54);
    assert!(matches!(game(&stacks("remove top(a)")), Progress::Proved { .. }));
    assert!(matches!(
        game(&stacks("pick b in (occupied - a) & adjacent(a) move stack a to b")),
        Progress::Proved { .. }
    ));
    open(game(&stacks("pick b in adjacent(a) move stack a to b")));
    open(game(&stacks("pick b in adjacent(a) tuck top(a) under b")));
    let hop = "move hop { pick a in mine pick b in empty & (a + orthogonals + orthogonals) WHERE remove between(a, b) \
               move a to b written \"{a}{b}\" }\n turn chain of hop from b else pass\n end when both pass { draw }";
    let hop = format!("{hop}\n{FULL}");
    assert!(matches!(game(&hop.replace("WHERE", "where some between(a, b) & enemy")), Progress::Proved { .. }));
    open(game(&hop.replace("WHERE", "")));
}

/// The table of `docs/progress.md`.
fn table() -> String {
    let mut out = String::from("| game | each action lowers | maximum plies |\n|---|---|--:|\n");
    for shipped in SHIPPED {
        let loaded = load(shipped.name(), shipped.text);
        for title in loaded.titles().cloned().collect::<Vec<_>>() {
            let prepared = loaded.prepare(Some(&title), &[]).0.unwrap();
            let _ = match progress(&prepared.game) {
                Progress::Proved { measure, bound } => {
                    let words: Vec<&str> = measure.iter().map(|part| part.words.as_str()).collect();
                    let bound = bound.map_or_else(|| "?".to_owned(), |bound| bound.to_string());
                    writeln!(out, "| {} | {} | {bound} |", title.text, words.join(", then "))
                }
                Progress::Open { clauses } => {
                    let words: Vec<&str> = clauses.iter().map(|(_, why)| why.as_str()).collect();
                    writeln!(out, "| {} | **not proved**: {} | |", title.text, words.join(", "))
                }
            };
        }
    }
    out
}

#[test]
fn the_page_lists_what_is_proved_of_the_shipped_games() {
    let path = format!("{}/docs/progress.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once("<!-- table -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    let right = format!("{before}<!-- table -->\n{}<!-- end -->{after}", table());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &right).unwrap();
    } else {
        assert_eq!(page, right, "BLESS=1 writes the table");
    }
}

/// How many links the first chain of a game's turns can have, by player.
fn of_chain(text: &str) -> Vec<Links> {
    fn chain(order: &TurnOrder) -> Option<(rulebook_language::model::MoveId, u8)> {
        let steps = order.choices.iter().flatten().map(|sequence| &sequence.first);
        let mut chains = steps.filter_map(|step| match step {
            TurnStep::Chain { rule, from, .. } => Some((*rule, *from)),
            _ => None,
        });
        chains.next()
    }
    let (prepared, report) = load("x.game", text).prepare(None, &[]);
    let game = prepared.unwrap_or_else(|| panic!("{report:?}\n{text}")).game;
    let (rule, from) = game.turns.iter().find_map(|turn| chain(&turn.order)).expect("a chain");
    game.players.ids().map(|player: PlayerId| links(&game, player, rule, from)).collect()
}

#[test]
fn chains_end_by_what_their_links_use_up() {
    let sheet = |name: &str| std::fs::read_to_string(format!("{}/{name}.game", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for (name, most) in [
        ("games/capture/fanorona", 45),     // cells that were not vacated
        ("games/stacking/emergo", 41 * 24), // men in the stacks of the other
        ("tests/laws/sheets/draughts", 50), // cells that are not marked, of kings too
        ("tests/laws/sheets/approach", 25),
        ("tests/laws/sheets/leapfrog", 25),
        ("tests/laws/sheets/upkeep", 25),
        ("tests/laws/sheets/hops", 50),
    ] {
        for found in of_chain(&sheet(name)) {
            assert!(matches!(found, Links::AtMost(links) if links <= most), "{name}: {found:?}");
        }
    }
}

#[test]
fn chains_whose_links_use_nothing_up_may_go_on_for_ever() {
    let hops = |picks: &str, effects: &str| {
        of_chain(&format!(
            "game \"x\" {{\n players A, B\n board square(4)\n piece man plural men\n mark seen\n counter left: 0..=9 = 9\n {FULL}
 move hop {{ pick a in mine {picks} where some between(a, b) & occupied {effects} written \"{{a}}^{{b}}\" }}
 turn chain of hop from b, may stop\n end when no move {{ draw }}\n}}"
        ))
    };
    let to = "pick b in empty & (a + orthogonals + orthogonals)";
    let endless = [Links::Unbounded; 2];
    assert_eq!(hops(to, "move a to b"), endless);
    // Not what the piece came from, and not what it goes to: that is `empty` anyway.
    assert_eq!(hops(&format!("{to} - vacated"), "move a to b"), [Links::AtMost(16); 2]);
    assert_eq!(hops(&format!("{to} where b not in vacated | moved"), "move a to b"), [Links::AtMost(16); 2]);
    assert_eq!(hops(&format!("{to} - moved"), "move a to b"), endless);
    assert_eq!(hops(&format!("{to} - (vacated & top)"), "move a to b"), endless);
    assert_eq!(hops(&format!("{to} where b not in vacated or b in top"), "move a to b"), endless);
    // What is put elsewhere is not moved away, nor what another piece left.
    assert_eq!(hops(&format!("{to} - vacated"), "remove a put my man on b"), endless);
    assert_eq!(hops(&format!("{to} - vacated"), "exchange a, b"), endless);
    assert_eq!(hops(&format!("{to} - vacated"), "if a in top { move a to b }"), endless);
    assert_eq!(hops(to, "move a to b remove between(a, b)"), [Links::AtMost(16); 2]);
    assert_eq!(hops(&format!("{to} - seen"), "move a to b mark b as seen"), [Links::AtMost(16); 2]);
    assert_eq!(hops(to, "move a to b mark b as seen"), endless);
    assert_eq!(hops(&format!("where left > 0 {to}"), "move a to b take 1 from left"), [Links::AtMost(9); 2]);
    assert_eq!(hops(to, "move a to b take 1 from left"), endless);
}
