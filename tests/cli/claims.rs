use crate::{json, rulebook, typed, write};

/// One man each walks about; `REST` stands for what else the file says.
const WALK: &str = r#"
game "Walk" {
  players A, B
  board square(3, 2)
  piece man plural men
  setup {
    A man on a1
    B man on c2
  }
  move step {
    pick a in mine
    pick b in empty & orthogonal(a)
    move a to b
  }
  turn step
  end when no move { draw }
  REST
}
"#;

/// What `check` says of the walk, as JSON.
fn walk(name: &str, rest: &str) -> serde_json::Value {
    let text = WALK.replace("REST", rest);
    let file = write(name, text.as_bytes());
    json(rulebook(&["check", &file, "--format", "json"]))
}

fn verdict(found: &serde_json::Value, place: usize) -> &serde_json::Value {
    &found["files"][0]["verdicts"][place]
}

#[test]
fn a_game_without_end_is_shown_to_go_round() {
    let found = walk("endless.game", "");
    let this = &found["diagnostics"][0];
    assert_eq!((&this["code"], &this["severity"]), (&"lint/endless".into(), &"warning".into()), "{found}");
    assert_eq!(verdict(&found, 0)["verdict"], "refuted");
    assert_eq!(verdict(&found, 0)["claimed"], false);
    // The line is one that can be played, and what it goes round comes again.
    let line: Vec<&str> = verdict(&found, 0)["line"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    let how = verdict(&found, 0)["how"].as_str().unwrap();
    let again = how.split('`').nth(1).unwrap();
    assert!(line.join(" ").ends_with(again), "{how}");
    let text = WALK.replace("REST", "");
    let file = write("endless_again.game", text.as_bytes());
    let cells = |line: &str| {
        let output = rulebook(&["show", &file, "--after", line]).assert().code(0).get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(cells(&line.join(" ")), cells(&format!("{0} {again} {again}", line.join(" "))));
}

#[test]
fn what_is_claimed_of_it_is_refuted() {
    let found = walk("claimed.game", "claim finite\n  claim plies <= 12");
    let codes: Vec<_> = found["diagnostics"].as_array().unwrap().iter().map(|d| d["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["claim/refuted", "claim/refuted", "play/endless"], "{found}");
    assert_eq!(found["errors"], 2);
    assert_eq!(verdict(&found, 1)["line"].as_array().unwrap().len(), 13);
    assert_eq!(found["diagnostics"][0]["start"]["line"], 17);
}

#[test]
fn a_limit_proves_it() {
    let found =
        walk("limited.game", "limit 30 plies { draw }\n  claim finite\n  claim plies <= 30\n  claim plies <= 29");
    assert_eq!(verdict(&found, 0)["verdict"], "proved");
    assert_eq!(verdict(&found, 1)["verdict"], "proved");
    assert_eq!(verdict(&found, 2)["verdict"], "refuted", "{found}");
}

#[test]
fn draws_are_found_or_excluded() {
    let found = walk("drawn.game", "limit 30 plies { draw }\n  claim no draw");
    assert_eq!(verdict(&found, 1)["verdict"], "refuted", "{found}");
    let found =
        walk("undrawn.game", "limit 30 plies { A wins }\n  end when no move { last mover wins }\n  claim no draw");
    // The first clause of the walk still says `draw`, but no position fulfils it.
    assert!(verdict(&found, 1)["how"].as_str().unwrap().contains("positions were checked"), "{found}");
    typed("check hex").assert().code(0).stdout_eq("Hex: claim finite: [..]\nHex: claim no draw: proved: [..]\n...");
}

#[test]
fn an_invariant_holds_in_every_position_or_is_refuted() {
    let found = walk("invariant.game", "limit 30 plies { draw }\n  claim invariant count(occupied) = 2");
    assert_eq!(verdict(&found, 1)["verdict"], "proved", "{found}");
    let found = walk("broken.game", "limit 30 plies { draw }\n  claim invariant no A men & top");
    assert_eq!(verdict(&found, 1)["verdict"], "refuted", "{found}");
    assert_eq!(verdict(&found, 1)["line"].as_array().unwrap().len(), 1, "{found}");
}

#[test]
fn who_wins_is_known_where_every_position_was_looked_at() {
    let variant = |claim: &str| format!("variant \"T\" of \"Tic-Tac-Toe\" {{\n  {claim}\n}}\n");
    let file = write("tictactoe.game", variant("claim draw").as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    let last = found["files"][0]["verdicts"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["claim"], &last["verdict"]), (&"claim draw".into(), &"proved".into()), "{found}");
    let file = write("tictactoe_wrong.game", variant("claim first seat wins").as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    assert_eq!(found["diagnostics"][0]["code"], "claim/refuted", "{found}");
}

#[test]
fn a_variant_withdraws_what_its_game_claims() {
    let text = "variant \"Long\" of \"Tic-Tac-Toe\" {\n  claim plies off\n  claim no draw when 1 = 2\n}\n";
    let file = write("withdrawn.game", text.as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    let claims: Vec<_> = found["files"][0]["verdicts"].as_array().unwrap().iter().map(|v| v["claim"].clone()).collect();
    assert_eq!(claims, ["claim finite"], "{found}");
    assert_eq!(found["errors"], 0, "{found}");
}

#[test]
fn a_forced_pass_is_found() {
    let text =
        WALK.replace("REST", "limit 30 plies { draw }\n  claim no pass").replace("turn step", "turn step else pass");
    let text = text.replace("square(3, 2)", "square(3, 1)");
    let text = text.replace("c2", "c1").replace("A man on a1", "A man on a1\n    A man on b1");
    let file = write("forced.game", text.replace("end when no move { draw }", "end when no mine { draw }").as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    assert_eq!(verdict(&found, 1)["verdict"], "refuted", "{found}");
}

#[test]
fn undecided_claims_can_fail_a_check() {
    let text = "game \"Fill\" {\n  players A, B\n  board square(6)\n  piece stone\n  move place {\n    pick c in empty\n    put my \
                stone on c\n  }\n  turn place\n  end when no empty { draw }\n  claim invariant count(stones of A) >= count(stones of \
                B)\n}\n";
    let file = write("undecided.game", text.as_bytes());
    let said = format!("{file}: 1 game, no findings, 1 claim undecided, 256 games played\n");
    rulebook(&["check", "--strict", &file]).assert().code(0).stderr_eq(said.clone());
    rulebook(&["check", "--fail-on", "undecided", &file]).assert().code(1).stderr_eq(said);
    // What nobody claims may stay open.
    typed("check --fail-on undecided kalah").assert().code(0);
}

#[test]
fn claims_are_judged_with_the_values_of_their_options() {
    let game = |claim: &str| {
        format!(
            "game \"Fill\" {{\n  players A, B\n  option n: 2..=9 = 9\n  board square(n)\n  piece stone\n  move place {{\n    \
             pick c in empty\n    put my stone on c\n  }}\n  turn place\n  end when no empty {{ draw }}\n  {claim}\n}}\n"
        )
    };
    let file = write("by_option.game", game("claim plies <= n * n").as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    assert_eq!(verdict(&found, 1)["verdict"], "proved", "{found}");
    // Right for the default alone.
    let file = write("by_default.game", game("claim plies <= n * n - 1 + n div 9").as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    assert_eq!((&verdict(&found, 1)["verdict"], &verdict(&found, 1)["set"]["n"]), (&"refuted".into(), &"2".into()));
    assert_eq!(found["witnesses"][0]["code"], "claim/refuted", "{found}");
    // One that is made for the smallest board alone is judged there.
    let file = write("when.game", game("claim plies <= 4 when n = 2").as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    assert_eq!((&verdict(&found, 1)["verdict"], &verdict(&found, 1)["set"]["n"]), (&"proved".into(), &"2".into()));
}

#[test]
fn a_limit_or_a_repetition_rule_is_an_end() {
    let fill = |rule: &str| {
        format!(
            "game \"Fill\" {{\n  players A, B\n  board square(3)\n  piece s\n  move p {{\n    pick c in empty\n    put my s \
             on c\n  }}\n  turn p\n  {rule}\n}}\n"
        )
    };
    let file = write("limit_alone.game", fill("limit 9 plies { draw }").as_bytes());
    rulebook(&["check", "--strict", &file]).assert().code(0);
    let text = WALK.replace("REST", "repetition positional draw").replace("  end when no move { draw }\n", "");
    let file = write("repetition_alone.game", text.as_bytes());
    rulebook(&["check", "--strict", &file]).assert().code(0);
    let file = write("no_end.game", fill("repetition positional illegal").as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    assert_eq!(found["diagnostics"][0]["code"], "game/missing");
}

#[test]
fn the_image_of_a_position_decides_what_is_symmetric() {
    let text = "variant \"T\" of \"Lines of Action\" {\n  claim symmetric\n}\n";
    let file = write("symmetric.game", text.as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    let last = found["files"][0]["verdicts"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["verdict"], "proved", "{found}");
    // What the setup marks is looked at, too.
    let marks = |marked: &str| {
        format!(
            "game \"Marks\" {{\n  players A, B\n  board square(3)\n  piece man plural men\n  mark home\n  setup {{\n    A man on a1\n    \
             B man on a3\n    mark {marked} as home\n  }}\n  move step {{\n    pick a in mine\n    pick b in empty & orthogonal(a)\n    \
             where b not in home\n    move a to b\n  }}\n  turn step\n  limit 20 plies {{ draw }}\n  end when no move {{ draw }}\n  \
             claim symmetric\n}}\n"
        )
    };
    for (marked, expected) in [("{a1, a3}", "proved"), ("a1", "refuted")] {
        let file = write("marks.game", marks(marked).as_bytes());
        let found = json(rulebook(&["check", &file, "--format", "json"]));
        assert_eq!(verdict(&found, 1)["verdict"], expected, "{found}");
    }
    // What a player's piece does by whose it is, is the same for either; of an empty cell one player's way would be taken.
    for (cells, expected) in [("mine", "proved"), ("board", "undecided")] {
        let text = format!(
            "game \"Ahead\" {{\n  players A, B\n  board square(4)\n  piece man plural men\n  setup {{\n    A men on rows(1)\n    \
             B men on rows(4)\n  }}\n  direction ahead(p: player) = if p is A then north else south\n  region threats = {{ c in {cells} : \
             some {{ c + ahead(owner(c)) }} & enemy }}\n  move step {{\n    pick a in mine\n    pick b in a + ahead(me)\n    where b not in \
             mine\n    move a to b\n  }}\n  turn step\n  end when count(threats) > 1 {{ last mover wins }}\n  end when no move {{ last mover \
             wins }}\n  claim symmetric\n}}\n"
        );
        let file = write("ahead.game", text.as_bytes());
        let found = json(rulebook(&["check", &file, "--format", "json"]));
        let claimed = found["files"][0]["verdicts"].as_array().unwrap().last().unwrap();
        assert_eq!(claimed["verdict"] == "proved", expected == "proved", "{cells}: {found}");
    }
    let text = "variant \"C\" of \"Chess\" {\n  claim symmetric\n}\n";
    let found = json(rulebook(&[
        "check",
        &write("symmetric_chess.game", text.as_bytes()),
        "--effort",
        "quick",
        "--format",
        "json",
    ]));
    assert_eq!(found["files"][0]["verdicts"].as_array().unwrap().last().unwrap()["verdict"], "proved", "{found}");
    // The names of the kinds differ, and nothing else: that is no difference.
    let text = "game \"Kinds\" {\n  players A, B\n  board square(3)\n  pieces cross, nought\n  move x {\n    pick c in empty\n    \
                put A cross on c\n  }\n  move o {\n    pick c in empty\n    put B nought on c\n  }\n  turn of A: x\n  turn of B: o\n  \
                end when no empty { draw }\n  claim symmetric\n}\n";
    let file = write("kinds.game", text.as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    assert_eq!(verdict(&found, 1)["verdict"], "undecided", "{found}");
}

#[test]
fn effort_and_time_are_chosen() {
    let steps = |arguments: &[&str]| {
        let found = json(rulebook(&[&["check", "lublache", "--format", "json"], arguments].concat()));
        found["files"][0]["steps"].as_u64().unwrap()
    };
    let [quick, normal] = [&["--effort", "quick"][..], &[]].map(steps);
    assert!(quick < normal, "{quick} {normal}");
    // What the text shows is told even if there is no time to play.
    let file = write("in_no_time.game", WALK.replace("REST", "mark unused").as_bytes());
    let found = json(rulebook(&["check", &file, "--seconds", "0.000001", "--format", "json"]));
    assert_eq!(found["diagnostics"][0]["code"], "lint/unused", "{found}");
    rulebook(&["check", &file, "--seconds", "0"]).assert().code(2);
}

/// What is claimed of one value in the middle of a range is judged there.
#[test]
fn a_claim_is_judged_at_a_value_where_it_is_made() {
    let text = "game \"Fill\" {
  players A, B
  option n: 2..=6 = 2
  option again: yes | no = no
  board square(n)
  piece stone
  move place {
    pick c in empty
    put my stone on c
  }
  turn place
  end when no empty { draw }
  claim plies <= 8 when n = 3
  claim plies <= 16 when n = 4 and again = yes
  claim plies <= 1 when n = 7
}
";
    let file = write("middle.game", text.as_bytes());
    let found = json(rulebook(&["check", &file, "--format", "json"]));
    let verdicts = found["files"][0]["verdicts"].as_array().unwrap();
    let of = |claim: &str| verdicts.iter().find(|verdict| verdict["claim"].as_str().unwrap().contains(claim));
    let wrong = of("n = 3").unwrap();
    assert_eq!(wrong["verdict"], "refuted", "{found}");
    assert_eq!(of("n = 4").unwrap()["verdict"], "proved", "{found}");
    assert!(of("n = 7").is_none(), "no choice makes it");
}
