use crate::{json, rulebook, typed, write};

const SHEET: &str = r#"
game "Three" {
  players Cross, Nought
  option size: 3..=5 = 3
  board square(size)
  piece sign
  line three = 3 like-coloured signs in a row
  move place {
    pick c in empty
    put my sign on c
  }
  turn place
  end when some three { last mover wins }
  end when no empty   { draw }

  test "a row wins" {
    play "a1 a2 b1 b2 c1"
    expect Cross wins
  }
  test "the corners are taken" {
    set size = 4
    position {
      "4 C . . n"
      "3 . . . ."
      "2 . . . ."
      "1 n . . ."
      "  a b c d"
    }
    to move Nought
    expect moves 13
    play "d1"
    expect count(enemy) = 2
  }
}

variant "Four" of "Three" {
  option size: 4..=5 = 4
  test "a larger board" {
    expect moves 16
  }
}
"#;

#[test]
fn tests_that_hold_are_listed() {
    let file = write("tests_hold.game", SHEET.replace("count(enemy) = 2", "count(enemy) = 3").as_bytes());
    let said = "ok      Three: a row wins\nok      Three: the corners are taken\nok      Four: a larger board\n";
    rulebook(&["test", &file]).assert().code(0).stdout_eq(said).stderr_eq(format!("{file}: 3 tests passed\n"));
    rulebook(&["check", &file]).assert().code(0).stdout_eq("Three: finite: [..]\nFour: finite: [..]\n");
    let some = rulebook(&["test", &file, "--filter", "row"]);
    some.assert().code(0).stdout_eq("ok      Three: a row wins\n").stderr_eq(format!("{file}: 1 test passed\n"));
    let some = rulebook(&["test", &file, "--variant", "Four"]);
    some.assert().code(0).stdout_eq("ok      Four: a larger board\n");
}

#[test]
fn what_does_not_hold_is_shown_with_its_values_and_the_position() {
    let file = write("tests_fail.game", SHEET.as_bytes());
    let output = rulebook(&["test", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with("ok      Three: a row wins\nFAILED  Three: the corners are taken\nok      Four"),
        "{said}"
    );
    let finding = "\
error[test/failed]: `count(enemy) = 2` does not hold
";
    assert!(said.contains(finding) && said.contains("`count(enemy)` is 3"), "{said}");
    let picture = "
    4 C . . n
    3 . . . .
    2 . . . .
    1 n . . n
      a b c d
    Cross to move, after d1
";
    assert!(said.contains(picture), "{said}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("{file}: 1 of 3 tests failed\n"));
    let output = rulebook(&["check", &file]).assert().code(1).get_output().clone();
    assert!(String::from_utf8(output.stdout).unwrap().contains("error[test/failed]"));
    rulebook(&["test", "emulsion", &file]).assert().code(1);
}

#[test]
fn tests_as_json() {
    let file = write("tests_json.game", SHEET.as_bytes());
    let found = json(rulebook(&["test", &file, "--json"]));
    assert_eq!((&found["passed"], &found["failed"]), (&2.into(), &1.into()));
    let test = &found["files"][0]["tests"][1];
    assert_eq!((&test["game"], &test["title"]), (&"Three".into(), &"the corners are taken".into()));
    assert_eq!((&test["line"], &test["passed"]), (&20.into(), &false.into()));
    assert_eq!(found["diagnostics"][0]["code"], "test/failed");
    assert!(found["diagnostics"][0]["picture"].as_str().unwrap().contains("4 C . . n\n"));
}

#[test]
fn what_cannot_be_run() {
    typed("test").assert().code(2);
    typed("test nothing.game").assert().code(2).stdout_eq("");
    let output = typed("test emulsion --filter \"no such title\"").assert().code(2).get_output().clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("no test matches --filter \"no such title\""));
    let wrong = rulebook(&["test", "-"]).stdin("game \"x\" {\n  board sqare(5)\n  test \"y\" { expect moves 1 }\n}\n");
    let output = wrong.assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("FAILED  x: y\n") && said.contains("did you mean `square`?"), "{said}");
}

#[test]
fn a_long_file_is_not_tested_in_ever_so_many_ways() {
    let tests: String =
        (3..13).map(|n| format!("  test \"{n}\" {{ set size = {n} expect moves {} }}\n", n * n)).collect();
    let text = SHEET.split("  test").next().unwrap().replace("3..=5", "3..=13");
    let text = format!("{text}{tests}}}\n{}", "// and so on\n".repeat(70_000));
    let file = write("tests_long.game", text.as_bytes());
    let output = rulebook(&["test", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.contains("limit/test") && said.contains("ok      Three: 3\n") && said.contains("FAILED  Three: 12\n"),
        "{said}"
    );
}

/// However the cells of a board are numbered, sets, groups and loops go by how one reads it.
#[test]
fn boards_of_every_side_read_alike() {
    for side in [4, 5, 6] {
        let text = format!(
            r#"game "Reading" {{
  players Red, Blue
  board hexagon({side})
  piece man plural men
  group chain = like-coloured men
  setup {{ Red man on {{a{side}, a{next}}} }}
  move push {{
    pick g in chain of me
    where columns({side}) = {{ x in board : column(x) = {side} }}
    where board & columns(1) = columns(1)
    turn over g
    written "{{g}}!"
  }}
  move fill {{
    pick c in empty & bottom
    for x in columns(2) {{ if none my men & columns(2) {{ put my man on x }} }}
    put my man on c
    written "{{c}}"
  }}
  turn push or fill
  end when no move {{ draw }}
  limit 4 plies {{ draw }}
  test "a group goes by its first cell" {{
    expect legal "a{side}!"
    expect illegal "a{next}!"
  }}
  test "a loop begins with the first cell" {{
    play "{bottom}1"
    expect b{first} in Red men
    expect count(Red men) = 4
  }}
}}
"#,
            next = side + 1,
            first = side - 1,
            bottom = ["d", "e", "f"][side - 4],
        );
        let file = write(&format!("reading-{side}.game"), text.as_bytes());
        let output = rulebook(&["test", &file]).output().unwrap();
        assert!(output.status.success(), "{side}: {}", String::from_utf8_lossy(&output.stdout));
    }
}
