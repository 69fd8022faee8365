use crate::{json, stdout, typed};

#[test]
fn the_first_condition_that_fails_is_shown_with_its_values() {
    let text = stdout(typed("why-not emulsion a1-a2 --set size=5"));
    assert!(text.starts_with("error[why/pick]: `a1-a2` is not legal here: a1 is not in `mine`\n"), "{text}");
    assert!(text.contains("`mine` is {b1, d1, a2, c2, e2, b3, d3, a4, c4, e4, b5, d5}\n"), "{text}");
    assert!(text.contains("on a1 stands: White stone; Black is to act"), "{text}");
    typed("why-not emulsion a1-a2 --set size=5").assert().code(1);
}

#[test]
fn a_requirement_is_shown_with_what_was_before() {
    let text = stdout(typed("why-not emulsion b1-a2 --set size=5 --after b1-a1"));
    assert!(text.contains("error[why/require]: "), "{text}");
    assert!(text.contains("`worth(b)` is ") && text.contains("`before worth(a)` is "), "{text}");
    assert!(
        text.contains("    worth(b) = 2.5   (c = a2)\n      count(orthogonal(c) & stones(owner(c))) = 2\n"),
        "{text}"
    );
    assert!(text.contains("    before worth(a) = 2.5   (c = b1)\n"), "{text}");
}

#[test]
fn a_legal_move_is_said_to_be_legal() {
    let command = typed("why-not emulsion b1-a1 --set size=5");
    let text = stdout(command);
    assert!(text.starts_with("advice[why/legal]: `b1-a1` is legal\n"), "{text}");
    typed("why-not emulsion b1-a1 --set size=5").assert().code(0);
}

#[test]
fn why_not_as_data() {
    let data = json(typed("why-not emulsion a1-a2 --set size=5 --json"));
    assert_eq!(data["move"], "a1-a2");
    assert_eq!(data["legal"], false);
    let finding = &data["reasons"][0]["finding"];
    assert_eq!(finding["code"], "why/pick");
    assert_eq!(finding["start"]["line"], 26);
    assert_eq!(finding["related"][0]["text"], "a = a1");
}

#[test]
fn wrong_lines_and_positions_are_usage() {
    typed("why-not emulsion b1-a1 --after zz").assert().code(2);
    typed("why-not emulsion b1-a1 --position zz").assert().code(2);
    typed("trace emulsion")
        .assert()
        .code(2)
        .stderr_eq("error: there is no move to trace\n  help: play at least one: `--after \"...\"`\n");
}

#[test]
fn a_trace_says_what_each_effect_changed() {
    let text = stdout(typed("trace emulsion --set size=5 --after b1-a1"));
    assert!(text.contains("    exchange a, b   emulsion:28:5\n      a1: White stone -> Black stone\n      b1: Black stone -> White stone\n"), "{text}");
    assert!(text.contains("end when: `no move` does not hold"), "{text}");
    assert!(text.contains("next: White (seat 2) with `swap`, 39 legal moves"), "{text}");
}

#[test]
fn every_move_of_a_line_is_traced() {
    let data = json(typed("trace amazons --after \"d1-d4 /d5\" --all --json"));
    let actions = data["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 2);
    assert_eq!(actions[0]["next"]["same_turn"], true);
    assert_eq!(actions[0]["ends"][0]["held"], serde_json::Value::Null);
    assert_eq!(actions[1]["changes"][0]["what"], "d5");
    assert_eq!(actions[1]["changes"][0]["after"], "arrow");
    assert_eq!(actions[1]["next"]["role"], "Black");
}

/// The commands of `docs/debugging.md`, and what it says that they say. `BLESS=1` writes it as it is now.
#[test]
fn the_page_on_debugging_says_what_the_program_says() {
    let path = format!("{}/docs/debugging.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).unwrap();
    let (mut right, mut commands, mut inside) = (String::new(), 0, false);
    for line in page.lines() {
        match (inside, line) {
            (false, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, line) => {
                let Some(command) = line.strip_prefix("$ rulebook ") else { continue };
                let said = stdout(typed(command));
                assert!(said.len() > 10, "{command} says nothing");
                right.push_str(&format!("{line}\n{}\n", said.trim_end()));
                commands += 1;
                continue;
            }
            _ => {}
        }
        right.push_str(&format!("{line}\n"));
    }
    assert!(commands > 8, "{commands} commands");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &right).unwrap();
    }
    assert!(page == right || std::env::var_os("BLESS").is_some(), "the page should say:\n{right}");
}

#[test]
fn clauses_of_limits_and_rankings_are_told() {
    let text = stdout(typed("trace go --set size=3 --after \"b2 pass pass\""));
    assert!(text.contains("end when: `both pass` holds   go:38:3\n"), "{text}");
    assert!(text.contains("      area + (if me is White then komi else 0) of Black = 9\n"), "{text}");
    assert!(text.contains("      area + (if me is White then komi else 0) of White = 7.5\n"), "{text}");
    assert!(text.ends_with("  over: Black (seat 1) wins, by `end when both pass`\n"), "{text}");
    let text = stdout(typed("trace emergo --after a1"));
    assert!(text.contains("limit: `limit 1000 plies` does not hold   emergo:60:3\n"), "{text}");
}
