//! One planted defect in a copy of a shipped game: `rulebook check` names it, at its place, with a help that leads to the mend,
//! and says nothing else. `tests/planted/cases.txt` lists them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use rulebook_insight::analysis::{Smoke, inspect};
use rulebook_insight::library::{SHIPPED, Settings, load};

struct Case<'t> {
    game: &'t str,
    old: String,
    new: String,
    code: &'t str,
    at: &'t str,
    help: &'t str,
}

fn cases() -> Vec<Case<'static>> {
    let text = include_str!("../planted/cases.txt");
    let unescaped = |line: &str| line.get(2..).unwrap_or("").replace("\\n", "\n");
    let blocks = text.split("\n\n").skip(1).filter(|block| !block.trim().is_empty());
    let case = |block: &'static str| {
        let [game, old, new, found] = block.trim_matches('\n').lines().collect::<Vec<_>>().try_into().unwrap();
        let (code, rest) = found[2..].split_once(" | ").unwrap();
        let (at, help) = rest.rsplit_once(" | ").unwrap();
        Case { game, old: unescaped(old), new: unescaped(new), code, at, help }
    };
    blocks.map(case).collect()
}

#[test]
fn every_planted_defect_is_named_at_its_place() {
    let cases = cases();
    assert!(cases.len() >= 60, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let text = SHIPPED.iter().find(|game| game.name() == case.game).unwrap().text;
        assert!(text.contains(&case.old), "{} does not say `{}`", case.game, case.old);
        let mut loaded = load("copy.game", &text.replacen(&case.old, &case.new, 1));
        let set = Settings::default().write_down("", &mut loaded.sources);
        let report = inspect(&loaded, &set, Smoke::default()).report;
        // The game's own tests and claims fail as they should: what else is said?
        let found: Vec<String> = report
            .iter()
            .filter(|said| !["test", "claim"].contains(&said.code.area()))
            .map(|said| {
                let at = loaded.sources.slice(said.primary.span).lines().next().unwrap_or("");
                let help = said.help.clone().unwrap_or_default();
                let shown = if help.contains(case.help) { case.help } else { &help };
                format!("{} | {at} | {shown}", said.code)
            })
            .collect();
        let expected = format!("{} | {} | {}", case.code, case.at, case.help);
        // What a mistake leads to may be told beside it: a game that is over at once, or goes on for ever.
        if !found.contains(&expected) || found.len() > 3 {
            wrong.push(format!(
                "{}: {}\n  expected {expected}\n  found    {}",
                case.game,
                case.new,
                found.join("\n           ")
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The text of a game without its tests and claims, which would tell on a change of its rules.
fn without_tests(text: &str) -> String {
    let mut kept = String::new();
    let mut in_test = false;
    for line in text.lines() {
        in_test |= line.starts_with("  test \"");
        if !in_test && !line.starts_with("  claim ") {
            kept.push_str(line);
            kept.push('\n');
        }
        in_test &= !line.starts_with("  }");
    }
    kept
}

#[test]
fn changed_rules_are_named_and_harmless_changes_are_not() {
    let text = include_str!("../planted/rules.txt");
    let unescaped = |line: &str| line.get(2..).unwrap_or("").replace("\\n", "\n");
    let blocks: Vec<&str> = text.split("\n\n").skip(1).filter(|block| !block.trim().is_empty()).collect();
    assert!(blocks.len() >= 70, "{} cases", blocks.len());
    let mut wrong = Vec::new();
    for block in blocks {
        let [game, old, new, expected] = block.trim_matches('\n').lines().collect::<Vec<_>>().try_into().unwrap();
        let sheet = SHIPPED.iter().find(|shipped| shipped.name() == game).unwrap();
        let (sheet, old, new) = (without_tests(sheet.text), unescaped(old), unescaped(new));
        assert!(sheet.contains(&old), "{game} does not say `{old}`");
        let mut loaded = load("copy.game", &sheet.replacen(&old, &new, 1));
        let set = Settings::default().write_down("", &mut loaded.sources);
        let report = inspect(&loaded, &set, Smoke::default()).report;
        let found: Vec<String> = report
            .iter()
            .map(|said| {
                let at = loaded.sources.slice(said.primary.span).lines().next().unwrap_or("");
                format!("{} | {at}", said.code)
            })
            .collect();
        let is_right = match &expected[2..] {
            "nothing" => found.is_empty(),
            named => found.iter().any(|found| found == named),
        };
        if !is_right {
            wrong.push(format!("{game}: {new}\n  expected {expected}\n  found    {}", found.join("\n           ")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
