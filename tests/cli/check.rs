use crate::{json, rulebook, typed, write};

#[test]
fn a_shipped_game_is_clean() {
    let verdicts = "\
Emulsion: claim finite: proved: each action lowers (orthogonal pairs of two colours): at most 145 plies
Emulsion: claim no draw: proved: every result names a winner
Free Emulsion: claim finite: proved: each action lowers (empty cells, then orthogonal pairs of two colours): at most [..] plies
Free Emulsion: claim no draw: proved: every result names a winner
";
    typed("check emulsion")
        .assert()
        .code(0)
        .stdout_eq(verdicts)
        .stderr_eq("emulsion: 2 games, no findings, 256 games played of each\n");
}

#[test]
fn an_unknown_board_is_named_with_what_was_meant() {
    let command = rulebook(&["check", "-"]).stdin("game \"x\" {\n  board sqare(5)\n}\n");
    let output = command.assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(",-[<stdin>:2:9]") && said.contains("^^^^^"), "{said}");
    assert!(said.contains("did you mean `square`?"), "{said}");
}

#[test]
fn findings_as_json() {
    let command = rulebook(&["check", "-", "--format", "json"]).stdin("game \"x\" {\n  board sqare(5)\n}\n");
    let found = json(command);
    let place =
        found["diagnostics"].as_array().unwrap().iter().find(|d| d["help"] == "did you mean `square`?").unwrap();
    assert_eq!((&place["start"]["line"], &place["start"]["column"]), (&2.into(), &9.into()));
    assert_eq!(found["errors"].as_u64().unwrap() as usize, found["diagnostics"].as_array().unwrap().len());
    assert_eq!(found["files"][0]["file"], "<stdin>");

    let clean = json(typed("check emulsion nothing.game --format json"));
    assert_eq!(clean["errors"], 0);
    assert_eq!(clean["files"][0]["games"], 2);
    assert!(clean["files"][1]["unreadable"].as_str().unwrap().contains("nothing.game"));
}

#[test]
fn a_variant_of_a_shipped_game_is_a_file_of_its_own() {
    let text = "variant \"Last wins\" of \"Free Emulsion\" {\n  option size: 2..=9 = 4\n}\n";
    let file = write("last_wins.game", text.as_bytes());
    let said = format!("{file}: 1 game, no findings, 256 games played\n");
    rulebook(&["check", &file]).assert().code(0).stderr_eq(said);
    rulebook(&["perft", &file, "2", "--set", "pie=off"]).assert().code(0).stdout_eq("1\t48\n2\t1792\n");
}

const STUCK: &str = r#"
game "Fill" {
  players A, B
  option size: 2..=4 = 2
  board square(size)
  piece stone
  move place {
    pick c in empty
    put my stone on c
    written "{c}"
  }
  turn place
  end early when count(occupied) > 90 { draw }
}
"#;

#[test]
fn a_game_that_comes_to_no_end_is_found_with_the_moves_that_lead_there() {
    let file = write("stuck.game", STUCK.as_bytes());
    let output = rulebook(&["check", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("error[play/stuck]") && said.contains("after 4 actions"), "{said}");
    let output = rulebook(&["playouts", &file, "-n", "1"]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("game 0 of seed 1: A has no legal move, and no end clause covers this")
            && said.contains("--after \""),
        "{said}"
    );
}

#[test]
fn a_finding_at_the_bound_of_an_option_says_which() {
    let text = STUCK.replace("end early when count(occupied) > 90", "end when count(stones on c3) = 1 or no move");
    let text = text.replace("2..=4 = 2", "2..=4 = 4").replace("count(stones on c3)", "count(c3 & stones)");
    let file = write("bound.game", text.as_bytes());
    let output = rulebook(&["check", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("`c3`") && said.contains("found with `size` set to 2"), "{said}");
}

#[test]
fn the_worst_file_gives_the_status() {
    let bad = write("bad.game", b"game \"x\" {\n}\n");
    rulebook(&["check", "emulsion", &bad]).assert().code(1);
    rulebook(&["check", &bad, "nothing.game", "emulsion"]).assert().code(2);
}

#[test]
fn a_witness_is_written_as_a_record_that_replays() {
    let file = write("stuck_witness.game", STUCK.as_bytes());
    let folder = std::path::Path::new(&file).with_file_name("witnesses");
    let _ = std::fs::remove_dir_all(&folder);
    let folder = folder.to_str().unwrap();
    let output = rulebook(&["check", &file, "--witness", folder]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("--after \""), "{said}");
    let record = format!("{folder}/stuck_witness-1-play-stuck.jsonl");
    rulebook(&["replay", &file, &record]).assert().code(0).stdout_eq("1 game, 4 plies replayed: all match\ncompared: moves; not given: counts of legal moves, seats, results, final positions\n");

    let found = json(rulebook(&["check", &file, "--format", "json"]));
    let shown = &found["witnesses"][0];
    assert_eq!((&shown["code"], &shown["record"]["options"]["size"]), (&"play/stuck".into(), &2.into()));
    let line: Vec<&str> = shown["record"]["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let line = line.join(" ");
    rulebook(&["show", &file, "--after", &line]).assert().code(0);
}

/// A claim that is refuted and a game without end have their lines, too; one file can hold those of all files.
#[test]
fn claims_and_endless_games_have_witnesses() {
    const WALK: &str = "\
game \"Walk\" {
  option size: 2..=3 = 2
  players A, B
  board square(size)
  piece stone
  setup {
    A stone on a1
    B stone on b2
  }
  move go {
    pick a in mine
    pick b in orthogonal(a) & empty
    move a to b
    written \"{a}-{b}\"
  }
  turn go
  end when no move { B wins }
";
    let sheet = |claims: &str| format!("{WALK}{claims}}}\n");
    let endless = write("walk.game", sheet("").as_bytes());
    let claimed = write("walk_claims.game", sheet("  claim finite\n  claim plies <= 3\n").as_bytes());
    let all = crate::scratch("walk.jsonl");
    let _ = std::fs::remove_file(&all);
    let all = all.to_str().unwrap();
    let output = rulebook(&["check", &endless, &claimed, "--witness", all]).assert().get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("[lint/endless]") && said.matches("[claim/refuted]").count() == 2, "{said}");
    let text = std::fs::read_to_string(all).unwrap();
    let games = |name: &str| text.lines().filter(|line| line.contains(&format!("\"game\":\"{name}\""))).count();
    assert_eq!((games("walk"), games("walk_claims")), (1, 2), "{text}");
    for (name, file) in [("walk", &endless), ("walk_claims", &claimed)] {
        let own: Vec<&str> = text.lines().filter(|line| line.contains(&format!("\"game\":\"{name}\""))).collect();
        let records = write(&format!("{name}-own.jsonl"), own.join("\n").as_bytes());
        rulebook(&["replay", file, &records]).assert().code(0);
    }
    let folder = std::path::Path::new(&endless).with_file_name("walk-witnesses");
    let _ = std::fs::remove_dir_all(&folder);
    rulebook(&["check", &claimed, "--witness", folder.to_str().unwrap()]).assert().code(1);
    let record = folder.join("walk_claims-1-claim-refuted.jsonl");
    rulebook(&["replay", &claimed, record.to_str().unwrap()]).assert().code(0);
    assert!(folder.join("walk_claims-2-claim-refuted.jsonl").exists());
}

#[test]
fn a_witness_found_at_other_options_names_them() {
    let text = STUCK.replace("end early when count(occupied) > 90", "end when no move and count(board) > 5");
    let file = write("stuck_small.game", text.replace("= 2\n", "= 4\n").as_bytes());
    let output = rulebook(&["check", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("found with `size` set to 2") && said.contains("--set size=2"), "{said}");
}

#[test]
fn what_never_happens_is_said() {
    let text = STUCK.replace("end early when count(occupied) > 90", "end when no move").replace(
        "  turn place\n",
        "  move crown {\n    pick c in mine\n    where c in adjacent(c)\n    remove c\n  }\n  end crowned when some c in mine where c in adjacent(c) { draw }\n  turn place or crown\n",
    );
    let file = write("never.game", text.as_bytes());
    let output = rulebook(&["check", &file]).assert().code(0).get_output().clone();
    let (said, told) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(said.contains("warning[play/never]") && said.contains("the move `crown` was never possible"), "{said}");
    assert!(told.contains("never occurred in ") && told.contains("the end clause `crowned`"), "{told}");
}

/// A condition that always holds brings no player to a stop: both findings stand for themselves.
#[test]
fn a_player_without_a_move_is_no_matter_of_what_always_holds() {
    let text = STUCK
        .replace("count(occupied) > 90", "count(mine) > 3")
        .replace("    put my stone", "    where row(c) > -1\n    put my stone");
    let file = write("stuck-beside.game", text.as_bytes());
    let output = rulebook(&["check", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    let (stuck, constant) = said.split_once("warning[lint/constant]").unwrap();
    assert!(stuck.contains("error[play/stuck]") && stuck.contains("add an end clause such as"), "{said}");
    assert!(constant.contains("compare it with a number"), "{said}");
}

#[test]
fn an_effect_that_changes_nothing_is_said() {
    let text = STUCK.replace("end early when count(occupied) > 90", "end when no move").replace(
        "    put my stone on c\n",
        "    put my stone on c\n    if c in mine { remove { n in adjacent(c) & mine : count(adjacent(n)) > 8 } }\n",
    );
    let file = write("idle.game", text.as_bytes());
    let output = rulebook(&["check", &file]).assert().code(0).get_output().clone();
    let told = String::from_utf8(output.stderr).unwrap();
    let said = "a change by the effect `remove { n in adjacent(c) & mine : count(adjacent(n)) > 8 }`";
    assert!(told.contains(said) && !told.contains("a change by the effect `put"), "{told}");
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    assert!(found["unseen"].as_array().unwrap().iter().any(|unseen| unseen["what"] == said), "{found}");
}

#[test]
fn a_game_without_end_is_found() {
    let text = "game \"Round\" {\n  players A, B\n  board square(3)\n  piece stone\n  setup {\n    A stone on a1\n    B stone on c3\n  }\n  \
                move step {\n    pick a in mine\n    pick b in empty\n    move a to b\n  }\n  turn step\n  end when no move { draw }\n}\n";
    let file = write("round.game", text.as_bytes());
    let output = rulebook(&["check", &file]).assert().code(0).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("warning[play/endless]"), "{said}");
}

/// What `check` says of a text.
fn checked(name: &str, text: &str) -> String {
    let file = write(name, text.as_bytes());
    String::from_utf8(rulebook(&["check", &file]).assert().code(1).get_output().stdout.clone()).unwrap()
}

#[test]
fn a_chain_that_is_too_long_is_found_at_the_chain() {
    let long = |columns: usize| {
        format!(
            "game \"Long\" {{\n players White, Black\n board square({columns}, 2)\n piece man plural men\n setup {{\n White man on a1\n \
             Black man on rows(2)\n }}\n move hop {{\n pick a in mine\n pick way in east | west\n pick b in empty & (a + way)\n \
             pick hit in enemy & (b + north)\n remove hit\n move a to b\n written \"{{a}}-{{b}}x{{hit}}{{way}}.\"\n }}\n \
             turn of White: chain of hop from b else pass\n turn of Black: pass\n end when no move {{ draw }}\n limit 10 plies {{ draw }}\n}}\n"
        )
    };
    let said = checked("long_chain.game", &long(90));
    assert!(said.contains("error[limit/picks]: an action of the chain would have more than 256 picks"), "{said}");
    assert!(said.contains("turn of White: chain of hop from b else pass"), "{said}");
    let fits = write("shorter_chain.game", long(11).as_bytes());
    rulebook(&["check", &fits]).assert().code(0);
}

/// Two tests with the same options and the same mistake: each is shown with its own options.
#[test]
fn a_wrong_test_is_shown_with_its_own_options() {
    let test = |title: &str, row: &str| {
        format!(
            "  test \"{title}\" {{\n    set size = 3\n    position {{ \"{row}\" \". . .\" \". . .\" }}\n    expect not over\n  }}\n"
        )
    };
    let text = format!(
        "game \"T\" {{\n  players Black, White\n  option size: 2..=9 = 5\n  board square(size)\n  piece stone\n  move place {{ pick c in empty \
         put my stone on c }}\n  turn place\n  end when no empty {{ highest count(mine & corners) else draw }}\n{}{}}}\n",
        test("one", "x . ."),
        test("two", ". x .")
    );
    let file = write("two_tests.game", text.as_bytes());
    let output = rulebook(&["check", "--format", "json", &file]).assert().code(1).get_output().clone();
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = found["diagnostics"].as_array().unwrap();
    let lines: Vec<[u64; 2]> = found
        .iter()
        .map(|said| [said, &said["related"][0]].map(|place| place["start"]["line"].as_u64().unwrap()))
        .collect();
    assert!(lines.len() == 2 && lines.iter().all(|[at, set]| set + 1 == *at), "{lines:?}");
}

#[test]
fn a_finding_of_a_variant_in_its_game_names_the_variant() {
    let text = "game \"Wide\" {\n  players Black, White\n  board square(8)\n  piece stone\n  region goal = rows(8)\n  move place { pick c in \
                empty - goal put my stone on c }\n  turn place\n  end when no move { last mover wins }\n}\nvariant \"Narrow\" of \"Wide\" {\n  \
                board square(5)\n}\n";
    let said = checked("narrow.game", text);
    assert!(said.contains("the board has no row 8") && said.contains("in the variant `Narrow`"), "{said}");
}
