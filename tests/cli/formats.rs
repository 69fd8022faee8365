//! How `check` tells what it has found: strictly or not, with what the file allows, as SARIF and as workflow commands.

use serde_json::Value;

use crate::{json, rulebook, stdout, typed, write};

/// A game with a warning (`chain` is not used) and with what `declarations` say.
fn game(declarations: &str) -> String {
    format!(
        "game \"Fill\" {{\n  players Black, White\n  board square(3)\n  piece stone\n  group chain = like-coloured stones\n  \
         {declarations}\n  move place {{ pick c in empty put my stone on c }}\n  turn place\n  \
         end when no empty {{ highest count(mine & corners) else draw }}\n}}\n"
    )
}

const ALLOWED: &str = "allow lint/unused of chain \"the variants, some day, count \u{e9} chains\"";

#[test]
fn warnings_count_where_they_are_taken_strictly() {
    let warned = write("strict.game", game("").as_bytes());
    let output = rulebook(&["check", &warned]).assert().code(0).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        said,
        format!(
            "{warned}: 1 game, 1 warning, 256 games played\n\
             [*] 1 fix with `--unsafe-fixes`\nFor more information, run `rulebook explain lint/unused`\n"
        )
    );
    for format in ["human", "json", "sarif", "github"] {
        rulebook(&["check", "--strict", "--format", format, &warned]).assert().code(1);
        rulebook(&["check", "--format", format, &warned]).assert().code(0);
        rulebook(&["check", "--strict", "--format", format, "emulsion"]).assert().code(0);
    }
}

#[test]
fn the_hint_names_the_first_of_the_worst() {
    let text = game("").replace("in empty put", "in emty put");
    let file = write("worst.game", text.as_bytes());
    let output = rulebook(&["check", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with("run `rulebook explain name/unknown`\n"), "{said}");
    let output = rulebook(&["show", &file]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with("run `rulebook explain name/unknown`\n"), "{said}");
}

#[test]
fn what_is_allowed_is_counted_and_told_with_its_reason() {
    let file = write("allowed.game", game(ALLOWED).as_bytes());
    let said = format!("{file}: 1 game, no findings, 1 allowed, 256 games played\n");
    rulebook(&["check", "--strict", &file]).assert().code(0).stdout_eq("Fill: finite: proved: [..]\n").stderr_eq(said);
    let found = json(rulebook(&["check", "--strict", "--format", "json", &file]));
    assert_eq!((&found["warnings"], &found["diagnostics"]), (&0.into(), &Value::Array(Vec::new())));
    let allowed = &found["allowed"][0];
    assert_eq!((&allowed["code"], &allowed["severity"]), (&"lint/unused".into(), &"warning".into()));
    assert_eq!(allowed["reason"], "the variants, some day, count \u{e9} chains");
    assert_eq!(allowed["start"]["line"], 5);
    assert_eq!(
        (&allowed["allowed_at"]["start"]["line"], &allowed["allowed_at"]["start"]["column"]),
        (&6.into(), &3.into())
    );
    assert_eq!(stdout(rulebook(&["check", "--format", "github", &file])), "");
}

#[test]
fn what_a_game_allows_its_variants_allow_and_not_the_other_way_round() {
    let variant = "\nvariant \"Wide\" of \"Fill\" {\n  board square(4)\n  group herd = like-coloured stones\n}\n";
    let file = write("inherits.game", (game("allow lint/unused \"as they are\"") + variant).as_bytes());
    rulebook(&["check", "--strict", &file])
        .assert()
        .code(0)
        .stderr_eq(format!("{file}: 2 games, no findings, 2 allowed, 256 games played of each\n"));
    let own = variant.replace("}\n", "  allow lint/unused \"as they are\"\n}\n");
    let file = write("own.game", (game("") + &own).as_bytes());
    let output = rulebook(&["check", &file]).assert().code(0).get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with(&format!("{file}: 2 games, 1 warning, 1 allowed, 256 games played of each\n")), "{said}");
}

#[test]
fn what_is_set_from_outside_makes_no_allowance_unneeded() {
    let text =
        game("option size: 3..=4 = 3\n  allow lint/unused of chain \"only here\"").replace("square(3)", "square(size)");
    let text = text.replace("count(mine & corners)", "sizes(chain)");
    let file = write("outside.game", text.as_bytes());
    let output = rulebook(&["check", &file]).assert().code(0).get_output().clone();
    assert!(String::from_utf8(output.stdout).unwrap().contains("warning[allow/unneeded]"));
    rulebook(&["check", &file, "--set", "size=4"])
        .assert()
        .code(0)
        .stderr_eq(format!("{file}: 1 game, no findings, 256 games played\n"));
}

fn schema() -> jsonschema::Validator {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sarif/sarif-schema-2.1.0.json");
    // A stray bracket in one of its patterns is forgiven by some dialects of regular expressions alone.
    let text = std::fs::read_to_string(path).unwrap().replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}?$");
    jsonschema::draft7::new(&serde_json::from_str(&text).unwrap()).unwrap()
}

#[test]
fn the_sarif_log_keeps_to_its_schema() {
    let schema = schema();
    let mut broken = json(typed("check emulsion --format sarif"));
    broken["runs"][0]["results"] = serde_json::json!([{"level": "fatal"}]);
    assert!(!schema.is_valid(&broken), "the schema is none");

    let twice = game("mark burnt\n  mark burnt").replace("in empty put", "in emty put");
    let files = [
        write("sarif warned.game", game("").as_bytes()),
        write("sarif_allowed.game", game(ALLOWED).as_bytes()),
        write("sarif_wrong.game", twice.as_bytes()),
        write("sarif_unread.game", b"\xff"),
        "nothing.game".to_owned(),
        "emulsion".to_owned(),
    ];
    let mut arguments = vec!["check", "--format", "sarif"];
    arguments.extend(files.iter().map(String::as_str));
    rulebook(&arguments).assert().code(2);
    let log = json(rulebook(&arguments));
    let errors: Vec<String> =
        schema.iter_errors(&log).map(|error| format!("{} at {}", error, error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");

    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    let of = |code: &str| results.iter().filter(|result| result["ruleId"] == code).collect::<Vec<_>>();
    for result in results {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        let level = if result.get("kind").is_some() {
            &serde_json::json!("none")
        } else {
            &rule["defaultConfiguration"]["level"]
        };
        assert_eq!(level, &result["level"]);
        assert!(rule["help"]["markdown"].as_str().unwrap().contains("```game"), "{rule}");
    }
    let unused = of("lint/unused");
    assert_eq!(unused.len(), 2, "{log}");
    let (warned, allowed) = (unused[0], unused[1]);
    assert_eq!((warned.get("suppressions"), &warned["level"]), (None, &"warning".into()));
    let place = &warned["locations"][0]["physicalLocation"];
    assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("/sarif%20warned.game"), "{place}");
    assert_eq!(place["region"], serde_json::json!({"startLine": 5, "startColumn": 9, "endLine": 5, "endColumn": 14}));
    assert_eq!(allowed["suppressions"][0]["kind"], "inSource");
    assert_eq!(allowed["suppressions"][0]["justification"], "the variants, some day, count \u{e9} chains");
    let twice = of("name/duplicate")[0];
    assert_eq!(twice["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 6);
    assert_eq!(twice["relatedLocations"][0]["message"]["text"], "first declared here");
    assert!(of("name/unknown")[0]["message"]["text"].as_str().unwrap().contains("help: did you mean `empty`?"));
    let fix = &of("name/unknown")[0]["fixes"][0]["artifactChanges"][0];
    assert!(fix["artifactLocation"]["uri"].as_str().unwrap().ends_with("/sarif_wrong.game"), "{fix}");
    assert_eq!(fix["replacements"][0]["insertedContent"]["text"], "empty");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    assert_eq!(run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap().len(), 2);
}

#[test]
fn github_is_told_by_workflow_commands() {
    let text = game("").replace("in empty put", "in emty put");
    let file = write("git,hub.game", text.as_bytes());
    let said = stdout(rulebook(&["check", "--format", "github", &file]));
    let shown = file.replace(',', "%2C");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 1, "{said}");
    let wanted = format!(
        "::error file={shown},line=7,endLine=7,col=26,endColumn=29,title=name/unknown::nothing is called `emty`%0A"
    );
    assert!(lines[0].starts_with(&wanted) && lines[0].ends_with("%0Ahelp: did you mean `empty`?"), "{said}");
}

#[test]
fn more_games_than_are_checked_at_once() {
    let mut text = game(ALLOWED);
    (0..2000).for_each(|index| text.push_str(&format!("variant \"{index}\" of \"Fill\" {{ board square(1) }}\n")));
    let file = write("many.game", text.as_bytes());
    let found = json(rulebook(&["check", "--format", "json", &file]));
    assert_eq!((&found["diagnostics"][0]["code"], &found["warnings"]), (&"limit/check".into(), &1.into()), "{found}");
}

#[test]
fn a_position_with_too_many_actions() {
    let text = game(ALLOWED)
        .replace("square(3)", "square(11)")
        .replace("pick c in empty", "pick a in board pick b in board pick c in empty");
    let file = write("too_many.game", text.as_bytes());
    let found = json(rulebook(&["check", "--format", "json", &file]));
    assert_eq!(
        (&found["diagnostics"][0]["code"], &found["errors"]),
        (&"limit/evaluation".into(), &1.into()),
        "{found}"
    );
}
