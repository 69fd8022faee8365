use crate::{stdout, typed};

fn play(arguments: &str, lines: &str) -> String {
    stdout(typed(&format!("play emulsion --set size=3 {arguments}")).stdin(lines))
}

#[test]
fn the_board_the_turn_and_the_moves_are_shown() {
    let text = play("", "");
    assert!(text.contains("3 w B w\n2 B w B\n1 w B w\n  a b c\nBlack (seat 1) to move, 12 legal moves\n"), "{text}");
    assert!(
        text.contains("   1 ") && text.contains("  12 ") && text.ends_with("Black> \nquit after 0 moves\n"),
        "{text}"
    );
}

#[test]
fn a_move_is_typed_or_numbered_and_taken_back() {
    let text = play("", "b1-a1\nundo\n1\nquit\n");
    assert_eq!(text.matches("Black (seat 1) to move").count(), 2, "{text}");
    assert_eq!(text.matches("White (seat 2) to move, 11 legal moves").count(), 2, "{text}");
    assert!(text.ends_with("quit after 1 move\n"), "{text}");
    assert!(play("", "undo\n").contains("there is no move of yours to take back"));
    let against = play("--seat 1=random", "undo\nquit\n");
    assert!(against.contains("no move of yours") && against.ends_with("quit after 1 move\n"), "{against}");
}

#[test]
fn what_is_not_a_move_is_answered() {
    let text = play("", "b1-a9\nbord\n99\n0\n\n\u{1b}[2J\nHELP\nquit\n");
    assert!(text.contains("`b1-a9` is not legal here: did you mean `b1-a1`?"), "{text}");
    assert!(text.contains("`bord` is not legal here: did you mean `board`?"), "{text}");
    assert!(text.contains("`99` is not legal here") && text.contains("`0` is not legal here"), "{text}");
    assert!(!text.contains('\u{1b}') && text.contains("suggest a random legal move"), "{text}");
}

#[test]
fn helps() {
    let text = play("", "hint\nposition\nmoves\nboard\nquit\n");
    assert!(text.contains(" is legal (chosen at random)\n"), "{text}");
    assert!(text.contains("Black> wBw/BwB/wBw Black"), "{text}");
    assert_eq!(text.matches("12 legal moves").count(), 2, "{text}");
}

#[test]
fn a_long_list_is_shown_in_part_unless_asked_for() {
    let text = stdout(typed("play emulsion").stdin("moves\n"));
    assert!(text.contains("  and 132 more: `moves` lists them all\n") && text.contains(" 144 "), "{text}");
}

#[test]
fn agents_play_each_other_and_the_result_is_announced() {
    let text = play("--seat 1=random --seat 2=random --seed 5", "");
    assert!(text.contains("Black (seat 1, random) plays ") && text.contains("White (seat 2, random) plays "), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.ends_with(" wins, by `end when no move`") && last.contains("(seat "), "{text}");
    assert_eq!(text, play("--seat 1=random --seat 2=random --seed 5", ""));
}

#[test]
fn players_of_every_kind_play() {
    let line = "--seat 1=mcts:20,trees=2 --seat 2=greedy --seed 5";
    let text = play(line, "");
    assert!(text.contains("(seat 1, mcts:20,trees=2) plays ") && text.contains("(seat 2, greedy) plays "), "{text}");
    assert_eq!(text, play(line, ""));
    let text = play("--seat 1=greedy:count(mine) --seat 2=alphabeta:2", "");
    assert!(
        text.contains("(seat 1, greedy:count(mine)) plays ") && text.contains("(seat 2, alphabeta:2) plays "),
        "{text}"
    );
    // Somebody at the keyboard against a search, who takes a move back.
    let text = stdout(typed("play emulsion --set size=5 --seat 2=mcts:20").stdin("1\nundo\n2\nquit\n"));
    assert_eq!(text.matches(", mcts:20) plays ").count(), 2, "{text}");
}

#[test]
fn a_player_that_looks_at_nonsense_is_told_so() {
    let output = typed("play emulsion --seat 1=greedy:worth(b) --seat 2=random").assert().code(2).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("<value>:1:7") && said.contains("`b`"), "{said}");
    let output = typed("play emulsion --seat 1=greedy:mine+ --seat 2=random").assert().code(2).get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("expected"));
    typed("play emulsion --seat 1=greedy:mine --seat 2=random").assert().code(2);
    let output = typed("play hex --seat 1=greedy").assert().code(2).get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("--seat 1: `greedy` needs an expression in Hex"));
}

#[test]
fn a_change_of_seats_changes_who_plays_what() {
    let text = play("", "b1-a1\nswap\nquit\n");
    assert!(text.contains("White (seat 1) to move, 10 legal moves"), "{text}");
}

#[test]
fn seats_are_checked() {
    typed("play emulsion --seat 3=random").assert().code(2).stderr_eq("error: --seat 3: the game has 2 seats\n");
    typed("play emulsion --seat 0=random").assert().code(2);
    typed("play emulsion --seat 1=robot").assert().code(2);
    typed("play emulsion --seat 1").assert().code(2);
}

/// The game just played is kept, and holds.
#[test]
fn a_game_is_saved_and_replayed() {
    let folder = crate::scratch("saved");
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name).display().to_string();
    let (early, late) = (file("early.jsonl"), file("late.jsonl"));
    let _ = (std::fs::remove_file(&early), std::fs::remove_file(&late));
    let text = play(&format!("--record {late}"), &format!("b1-a1\nsave {early}\n1\nsave\nquit\n"));
    assert!(text.contains(&format!("saved to {early}")) && text.contains("`save FILE`"), "{text}");
    for (file, plies) in [(&early, 1), (&late, 2)] {
        let output = crate::rulebook(&["replay", "emulsion", file]).assert().code(0).get_output().clone();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.starts_with(&format!("1 game, {plies} plies replayed: all match\n")), "{said}");
        assert!(said.contains("final positions"), "{said}");
    }
}
