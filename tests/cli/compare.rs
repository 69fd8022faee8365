//! `compare`: what it prints, its statuses, its page; the documentation of it.

use crate::{json, rulebook, scratch, stdout, typed, without_boards, write};

const LOOSE: &str = "/// A swap may also keep its worth.
variant \"Loose Emulsion\" of \"Emulsion\" {
  move swap {
    pick a in mine
    pick b in enemy & adjacent(a)
    exchange a, b
    require worth(b) >= before worth(a)
    written \"{a}-{b}\"
  }
}
";

const QUICK: [&str; 8] = ["-n", "0", "--states", "0", "--positions", "500", "--samples", "100"];

fn compare<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["compare"], args, &QUICK[..]].concat()
}

#[test]
fn a_loosened_condition_is_named_with_its_line_and_the_shortest_line() {
    let loose = write("compare_loose.game", LOOSE.as_bytes());
    let b = format!("{loose}?size=4");
    let shown = json(rulebook(&[&compare(&["emulsion?size=4", &b])[..], &["--json"]].concat()));
    let relation = &shown["relation"];
    assert_eq!(relation["word"], "more");
    let witness = &relation["witnesses"][0];
    assert_eq!((witness["moves"].as_array().unwrap().len(), &witness["sampled"]), (1, &false.into()));
    let change = &shown["changes"][witness["change"].as_u64().unwrap() as usize];
    assert_eq!(change["b"]["text"], "require worth(b) >= before worth(a)");
    assert_eq!(change["b"]["line"], 7);
    assert_eq!(change["a"]["text"], "require worth(b) > before worth(a)");
    // What only B allows is not legal in A.
    let only = witness["only_b"][0].as_str().unwrap();
    let line = witness["moves"][0].as_str().unwrap();
    rulebook(&["why-not", "emulsion?size=4", only, "--after", line]).assert().code(1);
    rulebook(&["why-not", &b, only, "--after", line]).assert().code(0);
}

#[test]
fn statuses_are_those_asked_for() {
    let loose = write("compare_status.game", LOOSE.as_bytes());
    let b = format!("{loose}?size=3");
    let run = |fail_on: &str| {
        let args = [&compare(&["emulsion?size=3", &b])[..], &["--fail-on", fail_on]].concat();
        rulebook(&args)
    };
    for found in ["more", "not-identical", "changed", "less,more"] {
        run(found).assert().code(1);
    }
    for other in ["less", "incomparable", "not-comparable", "less,incomparable"] {
        run(other).assert().code(0);
    }
    run("worse").assert().code(2);
    rulebook(&compare(&["emulsion?size=3", &b])).assert().code(0);
    let same =
        [&compare(&["emulsion?size=3", "emulsion?size=3"])[..], &["--fail-on", "not-identical,changed"]].concat();
    rulebook(&same).assert().code(0);
    rulebook(&compare(&["emulsion", "emulsoin"])).assert().code(2);
    rulebook(&compare(&["emulsion?size=5", "emulsion", "--set", "size=7"])).assert().code(2);
}

/// What is the same at hand may differ at other values of options and in other games of both files; a game that one of them does
/// not have is told, and so is what was not compared.
#[test]
fn other_options_and_other_games_are_compared_too() {
    let shipped = include_str!("../../games/lines/gomoku.game");
    let cut = shipped.replace(
        "overline is wins and some row_of_five or some exactly_five",
        "overline is wins and (some row_of_five or some exactly_five)",
    );
    assert_ne!(cut, shipped);
    let cut = write("compare_brackets.game", cut.as_bytes());
    let line = ["compare", "gomoku", &cut, "-n", "0", "--states", "0", "--samples", "40", "--positions", "200"];
    let fails = rulebook(&[&line[..], &["--fail-on", "changed,not-identical", "--json"]].concat());
    let found = fails.assert().code(1).get_output().stdout.clone();
    let shown: serde_json::Value = serde_json::from_slice(&found).unwrap();
    assert_eq!((&shown["relation"]["word"], &shown["relation"]["proved"]), (&"identical".into(), &true.into()));
    let compared = shown["elsewhere"]["compared"].as_array().unwrap();
    let differs: Vec<&str> = compared
        .iter()
        .filter(|place| place["differs"] == true)
        .map(|place| place["place"].as_str().unwrap())
        .collect();
    assert!(differs.contains(&"`overline=nothing`"), "{differs:?}");
    assert!(!shown["summary"][0]["text"].as_str().unwrap().contains("the same game:"));

    let two = "game \"G\" { players A, B option n: 2..=9 = 3 board square(n) piece stone
        move place { pick c in empty put my stone on c } turn place end when no empty { draw } }
        variant \"H\" of \"G\" { end when no empty { A wins } }";
    let a = write("compare_two.game", two.as_bytes());
    let changed = write("compare_variant.game", two.replace("A wins", "B wins").as_bytes());
    let gone = write("compare_gone.game", two.split("variant").next().unwrap().as_bytes());
    let words = ["-n", "0", "--states", "0", "--fail-on", "changed,not-identical"];
    let text = |b: &str| {
        let found = rulebook(&[&["compare", &a, b], &words[..]].concat()).assert().code(1).get_output().stdout.clone();
        String::from_utf8(found).unwrap()
    };
    assert!(text(&changed).contains("in \"H\": same moves, different results"), "{}", text(&changed));
    assert!(text(&changed).contains("not compared: `n` between 2 and 9"), "{}", text(&changed));
    assert!(text(&gone).contains("only A has \"H\""), "{}", text(&gone));
    // Where a game is named, the others are left aside.
    rulebook(&[&["compare", &format!("{a}#G"), &format!("{changed}#G")], &words[..]].concat()).assert().code(0);
    rulebook(&[&["compare", &a, &a], &words[..]].concat()).assert().code(0);
}

/// Rules of repetition differ in lines alone that come back.
#[test]
fn rules_of_repetition_are_tried_by_going_to_and_fro() {
    let game = "game \"G\" { players A, B board square(5) piece man plural men
        setup { A man on rows(1) B man on rows(5) }
        move step { pick a in mine pick b in (empty | enemy) & adjacent(a) move a to b } turn step
        end when no mine { last mover wins } end when no move { draw } repetition situational 3 times draw }";
    let a = write("compare_three_times.game", game.as_bytes());
    let b = write("compare_four_times.game", game.replace("3 times", "4 times").as_bytes());
    let shown = json(rulebook(&["compare", &a, &b, "-n", "0", "--states", "0", "--json"]));
    let witness = &shown["relation"]["witnesses"][0];
    assert_eq!((&shown["relation"]["word"], &witness["differs"]), (&"results".into(), &"over".into()));
    assert!(witness["moves"].as_array().unwrap().len() <= 12, "{witness}");
}

#[test]
fn settings_besides_hold_for_both() {
    let shown = json(rulebook(
        &[&compare(&["emulsion", "emulsion#Free Emulsion", "--set", "size=4"])[..], &["--json"]].concat(),
    ));
    assert_eq!((&shown["a"]["options"]["size"], &shown["b"]["options"]["size"]), (&4.into(), &4.into()));
    assert_eq!(shown["a"]["digests"]["emulsion"].as_str().unwrap().len(), 64);
    assert_eq!(shown["relation"]["word"], "incomparable");
}

#[test]
fn boards_of_other_sizes_are_not_comparable() {
    let said = stdout(rulebook(&compare(&["hex?size=3", "hex?size=4"])));
    assert!(said.contains("not comparable: the boards have different cells: 9 in A, 16 in B"), "{said}");
    assert!(said.contains("A  size = 3") && said.contains("B  size = 4"), "{said}");
}

#[test]
fn games_of_both_are_measured_and_replayed() {
    let args = ["compare", "tic-tac-toe", "tic-tac-toe#Misère Tic-Tac-Toe", "-n", "60", "--positions", "300", "--json"];
    let shown = json(rulebook(&args));
    let metrics = shown["versus"]["metrics"].as_array().unwrap();
    let score = metrics.iter().find(|row| row["unit"] == "score").unwrap();
    for side in ["a", "b", "difference"] {
        let number = &score[side];
        assert!(number["low"].as_f64() <= number["value"].as_f64() && number["n"] == 60, "{score}");
    }
    assert_eq!(score["verdict"], "different");
    let stands = &shown["stands"];
    assert_eq!((&stands["games"], &stands["legal"]["value"]), (&60.into(), &1.0.into()));
    assert_eq!((&shown["seed"], &shown["versus"]["agents"][1]), (&1.into(), &"random".into()));
    assert!(stands["other_winner"].as_u64().unwrap() > 30, "{stands}");
    assert_eq!(stdout(rulebook(&args)), stdout(rulebook(&args)));
}

#[test]
fn records_of_a_are_replayed_under_b() {
    let record = scratch("compare_records.jsonl");
    let record = record.to_str().unwrap();
    rulebook(&["playouts", "othello?size=4", "-n", "20", "--record", record]).assert().code(0);
    let args =
        ["compare", "othello?size=4", "othello?size=4", "-n", "0", "--records", record, "--positions", "100", "--json"];
    let stands = json(rulebook(&args))["stands"].clone();
    assert_eq!((&stands["games"], &stands["same"], &stands["first"]), (&20.into(), &20.into(), &().into()));
    for (a, status) in [("othello?size=4", 0), ("hex", 2), ("othello?size=6", 2)] {
        let args = ["compare", a, a, "-n", "0", "--records", record, "--positions", "100"];
        let found = rulebook(&args).output().unwrap();
        assert_eq!(found.status.code(), Some(status), "{a}");
        let said = String::from_utf8(found.stderr).unwrap();
        assert_eq!(said.contains("none of its games is a game of A"), status == 2, "{said}");
    }
    typed("compare othello othello --records nowhere.jsonl").assert().code(2);
}

#[test]
fn the_page_stands_alone() {
    let page = scratch("compare.html");
    let name = page.to_str().unwrap();
    let args = [
        "compare",
        "emulsion",
        "emulsion#Free Emulsion",
        "--set",
        "size=3",
        "-n",
        "12",
        "--positions",
        "200",
        "--samples",
        "50",
    ];
    rulebook(&[&args[..], &["--valued", "2", "--values", "4", "--each", "2", "--html", name]].concat())
        .assert()
        .code(0);
    let text = std::fs::read_to_string(page).unwrap();
    assert!(text.contains("<svg") && text.contains("Emulsion and Free Emulsion: compared"), "{}", text.len());
    let static_part = without_boards(&text);
    for away in ["<script", "<link", "src=\"http", "@import"] {
        assert!(!static_part.contains(away), "{away}");
    }
    assert!(text.matches("<rulebook-board>").count() >= 2, "the boards of the witness");
}

/// A text with the first digits of digests struck out: they change with every shipped text.
fn masked(text: &str) -> String {
    let is_digest = |word: &str| word.len() == 12 && word.chars().all(|letter| letter.is_ascii_hexdigit());
    let mask = |word: &str| match is_digest(word.trim_matches([',', ')'])) {
        true => "#".to_owned(),
        false => word.to_owned(),
    };
    text.lines().map(|line| line.split(' ').map(mask).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_documentation_shows_what_is_printed() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/compare.md")).unwrap();
    let folder = scratch("compare_docs");
    std::fs::create_dir_all(&folder).unwrap();
    let blocks = |language: &str| -> Vec<String> {
        let start = format!("```{language}\n");
        page.split(start.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
    };
    for (name, language) in [("loose.game", "text"), ("reworded.game", "game")] {
        let [text] = &blocks(language)[..] else { panic!("one block of {language}") };
        std::fs::write(folder.join(name), text).unwrap();
    }
    let shown = blocks("console");
    assert_eq!(shown.len(), 3);
    for block in shown {
        let (line, expected) = block.strip_prefix("$ rulebook ").unwrap().split_once('\n').unwrap();
        let command = rulebook(&line.split_whitespace().collect::<Vec<_>>()).current_dir(&folder);
        assert_eq!(masked(stdout(command).trim_end()), masked(expected.trim_end()), "{line}");
    }
}

/// What is written has the documented shape, whatever was asked and whatever was found.
#[test]
fn the_object_keeps_to_its_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemas/compare.schema.json");
    let schema: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    for line in [
        "compare tic-tac-toe hex?size=3 -n 0 --states 0 --json",
        "compare hex?size=3 hex?size=3&pie=off -n 30 --with B,C2,C3 --each 8 --valued 4 --values 5 --states 2000 --json",
        "compare hex?size=3 emulsion?size=3 -n 10 --states 0 --json",
    ] {
        let data = json(typed(line));
        let wrong: Vec<String> =
            schema.iter_errors(&data).map(|error| format!("{error} at {}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{line}: {wrong:?}");
        let mut other = data;
        other["relation"]["word"] = "worse".into();
        assert!(!schema.is_valid(&other), "the schema is none");
    }
}

/// The same game in other words: whatever is drawn, its metrics are equal; and what neither side ever has is, as far as was seen.
#[test]
fn equal_games_have_equal_metrics() {
    let verdicts = |args: &[&str]| -> Vec<(String, String)> {
        let shown = json(rulebook(
            &[&["compare"], args, &["--states", "0", "--positions", "300", "--samples", "20", "--json"]].concat(),
        ));
        let rows = shown["versus"]["metrics"].as_array().unwrap().clone();
        let word = |row: &serde_json::Value| {
            (row["key"].as_str().unwrap().to_owned(), row["verdict"].as_str().unwrap_or("-").to_owned())
        };
        rows.iter().map(word).collect()
    };
    let same = verdicts(&["othello?size=4", "othello?size=4", "-n", "20"]);
    assert!(same.iter().all(|(_, verdict)| verdict == "equal" || verdict == "-"), "{same:?}");
    assert!(same.iter().filter(|(_, verdict)| verdict == "equal").count() > 10, "{same:?}");
    let other = verdicts(&["tic-tac-toe", "tic-tac-toe#Misère Tic-Tac-Toe", "-n", "200"]);
    let of = |key: &str| other.iter().find(|(known, _)| known == key).map(|(_, verdict)| verdict.as_str());
    assert_eq!((of("A1.cut"), of("A2.seat.1")), (Some("equal"), Some("different")), "{other:?}");
}

const SAFE: &str = "/// No capture into a corner.
variant \"Safe Corners\" of \"Breakthrough\" {
  move step {
    pick a in mine
    pick b in empty & (a + ahead) | (a + slanted) - mine
    where not (b in enemy & corners)
    move a to b
  }
}
";

fn summary(shown: &serde_json::Value) -> Vec<(String, String)> {
    let lines = shown["summary"].as_array().unwrap().iter();
    lines.map(|line| (line["about"].as_str().unwrap().to_owned(), line["text"].as_str().unwrap().to_owned())).collect()
}

/// A designer reads first what the change does: in the rules, where it is seen, then in the numbers, with their intervals.
#[test]
fn the_summary_comes_first() {
    let safe = write("compare_safe.game", SAFE.as_bytes());
    let b = format!("{safe}?size=4");
    let args = ["compare", "breakthrough?size=4", b.as_str(), "-n", "200", "--states", "0", "--positions", "20000"];
    let shown = json(rulebook(&[&args[..], &["--json"]].concat()));
    let lines = summary(&shown);
    let of = |about: &str| lines.iter().filter(|line| line.0 == about).map(|line| line.1.as_str()).collect::<Vec<_>>();
    assert_eq!(lines[0], ("relation".to_owned(), "B forbids moves that A allows".to_owned()));
    assert_eq!(of("change"), ["move `step`: only B says `where not (b in enemy & corners)`"]);
    let witness = &shown["relation"]["witnesses"][0];
    let (plies, only) = (witness["moves"].as_array().unwrap().len(), witness["only_a"][0].as_str().unwrap());
    assert_eq!(of("seen"), [format!("first seen at ply {}: only A allows `{only}`", plies + 1)]);
    // What is said of a metric is what its row says.
    let rows = shown["versus"]["metrics"].as_array().unwrap();
    let row = |key: &str| rows.iter().find(|row| row["key"] == key).unwrap();
    let plies = &row("A4.plies")["difference"];
    let said = format!(
        "longer by {:.3} plies [{:.3}, {:.2}]",
        plies["value"].as_f64().unwrap(),
        plies["low"].as_f64().unwrap(),
        plies["high"].as_f64().unwrap()
    );
    assert_eq!(row("A4.plies")["verdict"], "different");
    let [different] = of("different")[..] else { panic!("{lines:?}") };
    assert!(different.contains(&said), "{said} in {different}");
    let (named, rest) = different.rsplit_once("; ").unwrap();
    let more: usize = rest.strip_suffix(" more metrics").unwrap().parse().unwrap();
    let all = rows.iter().filter(|row| row["verdict"] == "different").count();
    assert_eq!(named.split("; ").count() + more, all, "{different}");
    assert!(named.split("; ").all(|part| part.ends_with(']')), "each has its interval: {different}");
    assert!(of("equal")[0].contains("games drawn") && of("equal")[0].contains("never in A or B; at most 1.5 %"));
    assert!(of("undecided")[0].contains("score of seat 1 (Black) "), "{lines:?}");
    let text = stdout(rulebook(&args));
    let expected: Vec<String> = lines.iter().map(|line| format!("  {}", line.1)).collect();
    assert!(text.starts_with(&format!("Summary\n{}\n\nA  Breakthrough", expected.join("\n"))), "{text}");
}

/// Nothing is called different where the games are the same, and nothing the same that was only looked at for some plies.
#[test]
fn the_summary_claims_no_more_than_is_known() {
    let of = |a: &str, b: &str, more: &[&str]| {
        let shown = json(rulebook(&[&["compare", a, b, "--states", "0", "--json"], more].concat()));
        summary(&shown)
    };
    let same = of("othello?size=4", "othello?size=4", &["-n", "20", "--positions", "100", "--samples", "5"]);
    let texts: Vec<&str> = same.iter().map(|line| line.1.as_str()).collect();
    assert_eq!(
        texts,
        ["A and B are the same game: nothing changed", "equal: every metric, since the games are the same"]
    );
    let late = "variant \"Late\" of \"Othello\" {\n  end when nobody can move { lowest count(mine) else draw }\n}\n";
    let late = format!("{}?size=6", write("compare_late.game", late.as_bytes()));
    let bounds = ["-n", "0", "--depth", "2", "--positions", "50", "--samples", "0"];
    let open = of("othello?size=6", &late, &bounds);
    assert!(open[0].1.starts_with("no difference in play was found to depth "), "{open:?}");
    assert!(open[1].1.starts_with("end: B says `end when nobody can move { lowest"), "{open:?}");
    let other = of("hex?size=3", "hex?size=4", &["-n", "0"]);
    assert!(other[0].1.starts_with("not comparable: the boards have different cells"), "{other:?}");
}

/// A clause without a name is told by what it says; its key stays.
#[test]
fn clauses_are_told_by_what_they_say() {
    let args = ["compare", "tic-tac-toe", "tic-tac-toe#Misère Tic-Tac-Toe", "-n", "40", "--positions", "300"];
    let text = stdout(rulebook(&args));
    assert!(text.contains("games ended by `end when some three` (line 22)"), "{text}");
    assert!(text.contains("Cross wins, by `end when some three`") && !text.contains("end 1"), "{text}");
    let shown = json(rulebook(&[&args[..], &["--json"]].concat()));
    let clause = &shown["versus"]["clauses"][1][0];
    assert_eq!((&clause["key"], &clause["name"]), (&"A1.clause.end 1".into(), &serde_json::Value::Null));
    assert_eq!((&clause["text"], &clause["line"]), (&"end when some three".into(), &56.into()));
    assert_eq!(
        (&shown["changes"][0]["name"], &shown["changes"][0]["label"]),
        (&"end 1".into(), &"end when some three".into())
    );
    let named = "variant \"Four\" of \"Tic-Tac-Toe\" {\n  end when some three or count(mine) > 4 { last mover wins }\n  end when no empty { draw }\n}\n";
    let named = write("compare_four.game", named.as_bytes());
    let shown = json(rulebook(&["compare", "tic-tac-toe", &named, "-n", "40", "--positions", "300", "--json"]));
    let row =
        shown["versus"]["metrics"].as_array().unwrap().iter().find(|row| row["key"] == "A1.clause.end 1").unwrap();
    assert_eq!(row["label"], "games ended by `end when some three` (line 22)");
    assert_eq!(row["label_b"], "games ended by `end when some three or count(mine) > 4` (line 2)");
}

/// The page begins with the summary, shows the boards of both beside each other with the move as an arrow, and names the games of
/// each plot; signs of percent stay with their numbers.
#[test]
fn the_page_shows_what_differs() {
    let safe = write("compare_page_safe.game", SAFE.as_bytes());
    let (b, page) = (format!("{safe}?size=4"), scratch("compare_safe.html"));
    let args = ["compare", "breakthrough?size=4", &b, "-n", "60", "--states", "0", "--positions", "20000"];
    let slow = ["--valued", "2", "--values", "4", "--each", "2", "--html", page.to_str().unwrap()];
    rulebook(&[&args[..], &slow].concat()).assert().code(0);
    let text = std::fs::read_to_string(page).unwrap();
    let body = text.split_once("<body>").unwrap().1;
    let summary = body.find("class=\"summary\"").unwrap();
    assert!(summary < body.find("<nav").unwrap() && body.contains("B forbids moves that A allows"));
    let relation = body.split("id=\"relation\"").nth(1).unwrap().split("</section>").next().unwrap();
    let boards: Vec<&str> = relation.split("<figure>").skip(1).collect();
    assert_eq!(boards.len(), 3, "A, B, and what it leads to");
    assert!(boards[0].contains("<polyline") && boards[0].contains("Only A allows <code>b2-a1</code>"), "{}", boards[0]);
    assert!(boards[1].contains("stroke-dasharray") && boards[1].contains("B does not allow"), "{}", boards[1]);
    assert!(boards[2].contains("A, after <code>b2-a1</code>"), "{}", boards[2]);
    for plots in body.split("<svg class=\"plot ").skip(1) {
        let caption = plots.split("<figcaption>").nth(1).unwrap().split("</figcaption>").next().unwrap();
        assert!(caption.contains("A (Breakthrough)") && caption.contains("B (Safe Corners)"), "{caption}");
    }
    for id in ["shortest", "killers"] {
        assert!(body.contains(&format!("<section id=\"{id}\"")), "{id}");
    }
    assert!(body.contains("<em>equal</em>"), "the verdicts are all explained");
    let breaks = |at: usize| body[..at].ends_with(|letter: char| letter.is_ascii_digit());
    assert!(body.match_indices(" %").all(|(at, _)| !breaks(at)), "a sign of percent breaks off its number");
    assert!(body.contains("\u{a0}%"));
}
