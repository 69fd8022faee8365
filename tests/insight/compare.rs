//! Pairs of rule sheets with the relation that holds between them: `tests/compare/*.game` is B, its first lines name A and say
//! what is expected.
//!
//! `expect` is the word, `by` a part of the clause that brings the first difference about, `plies` the length of the shortest
//! line to it. Of pairs that are equal in all but wording no change may be told.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::path::{Path, PathBuf};

use rulebook_insight::analysis::compare::{Bounds, How, Side, Sides, relate};
use rulebook_insight::library::{Settings, find, load};
use rulebook_service::wire::Comparison;

/// What the first lines of a file say.
#[derive(Default)]
struct Expected {
    a: String,
    options: String,
    word: String,
    by: Option<String>,
    plies: Option<usize>,
    words_only: bool,
}

fn pairs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut pairs: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "game")).collect();
    pairs.sort();
    assert!(pairs.len() >= 40, "the pairs are in tests/compare");
    pairs
}

fn expected(text: &str) -> Expected {
    let mut expected = Expected::default();
    for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
        let (key, value) = line.split_once(':').unwrap();
        let value = value.trim().to_owned();
        match key {
            "a" => expected.a = value,
            "options" => expected.options = value,
            "expect" => expected.word = value,
            "by" => expected.by = Some(value),
            "plies" => expected.plies = Some(value.parse().unwrap()),
            "only" => expected.words_only = value == "words",
            other => panic!("what is `{other}`?"),
        }
    }
    expected
}

fn side(name: &str, text: &str, options: &str) -> Side {
    let mut loaded = load(name, text);
    let mut settings = Settings::default();
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (option, value) = option.split_once('=').unwrap();
        settings.set(" --set ", option, value);
    }
    let written = settings.write_down("<options>", &mut loaded.sources);
    let (prepared, report) = loaded.prepare(written.variant.as_ref(), &written.choices);
    let first = report.iter().next().map(|finding| finding.message.clone());
    Side { prepared: prepared.unwrap_or_else(|| panic!("{name}: {first:?}")), loaded }
}

fn compared(path: &Path) -> (Expected, Comparison) {
    let text = std::fs::read_to_string(path).unwrap();
    let expected = expected(&text);
    let (game, of_a) = expected.a.split_once('?').unwrap_or((&expected.a, ""));
    let a = side(game, find(game).unwrap().text, of_a);
    let name = path.file_name().unwrap().to_str().unwrap();
    let sides = Sides::new(a, side(name, &text, &expected.options)).unwrap();
    let bounds = Bounds { positions: 1_500, samples: 60, ..Bounds::default() };
    let found = relate(&sides, bounds).unwrap();
    let shown = Comparison::new((&expected.a, &sides.a), (name, &sides.b), &found, 1);
    (expected, shown)
}

#[test]
fn every_pair_is_told_as_it_is() {
    let mut wrong = Vec::new();
    for path in pairs() {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let (expected, shown) = compared(&path);
        let relation = &shown.relation;
        let mut said = |what: String| wrong.push(format!("{name}: {what}"));
        if relation.word != expected.word {
            said(format!("{} and not {}", relation.word, expected.word));
            continue;
        }
        let real: Vec<_> = shown.changes.iter().filter(|change| change.how != How::Reworded.word()).collect();
        if expected.words_only && !(real.is_empty() && relation.proved) {
            said(format!("not shown to differ in words alone: {real:?}"));
        }
        if !expected.words_only && real.is_empty() {
            said("nothing changed".to_owned());
        }
        let first = relation.witnesses.first();
        if let Some(by) = &expected.by {
            let change = first.and_then(|witness| witness.change).and_then(|place| shown.changes.get(place));
            let clauses = change.map(|change| [change.a.clone(), change.b.clone()]);
            let texts: Vec<String> = clauses.into_iter().flatten().flatten().map(|clause| clause.text).collect();
            let named = change.is_some_and(|change| change.name == *by);
            if relation.word != "not comparable" && !named && !texts.iter().any(|text| text.contains(by.as_str())) {
                said(format!("by {texts:?} and not {by}"));
            }
        }
        let plies = first.map(|witness| witness.moves.len());
        if expected.plies.is_some() && plies != expected.plies {
            said(format!("after {plies:?} plies and not {:?}", expected.plies));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn each_game_is_itself() {
    for game in ["othello", "hex", "emulsion", "kalah"] {
        let of = || side(game, find(game).unwrap().text, "");
        let sides = Sides::new(of(), of()).unwrap();
        let found = relate(&sides, Bounds { positions: 200, samples: 4, ..Bounds::default() }).unwrap();
        let shown = Comparison::new((game, &sides.a), (game, &sides.b), &found, 1);
        assert_eq!((shown.relation.word, shown.relation.proved, shown.changes.len()), ("identical", true, 0), "{game}");
    }
}

/// A game whose rules can be said in many ways.
const SAID: &str = r#"game "Said" {
  players Black, White
  board square(4)
  piece stone
  counter quiet: 0..=30
  counter kept: 0..=30
  setup {
    Black stone on rows(1)
    White stone on rows(4)
  }
  value w(c) = count(orthogonal(c) & mine)
  move step {
    pick a in mine
    pick b in empty & orthogonal(a)
    where w(a) > 1
    where some enemy
    move a to b
    add 1 to quiet
    require w(b) > 0
    require some mine & rows(4) or quiet < 5
  }
  move drop {
    pick c in empty
    put my stone on c
    remove enemy & orthogonal(c)
    if some enemy & edge { add 1 to quiet  remove enemy & rows(2) }
    add 1 to kept
  }
  turn step or drop
  end when no enemy { last mover wins }
  end when no empty { draw }
  end when quiet > 20 or kept > 25 { draw }
}
"#;

fn of_said(replaced: &[(&str, &str)]) -> Comparison {
    let mut text = SAID.to_owned();
    for (from, to) in replaced {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    two(SAID, &text)
}

fn two(a: &str, b: &str) -> Comparison {
    let sides = Sides::new(side("a.game", a, ""), side("b.game", b, "")).unwrap();
    let found = relate(&sides, Bounds { positions: 400, samples: 8, ..Bounds::default() }).unwrap();
    Comparison::new(("a", &sides.a), ("b", &sides.b), &found, 1)
}

#[test]
fn other_words_are_no_other_rules() {
    let same: &[&[(&str, &str)]] = &[
        // Conditions.
        &[(
            "where w(a) > 1\n    where some enemy",
            "where some enemy and (w(a) > 1 and some mine or w(a) > 1 and no mine)",
        )],
        &[("where w(a) > 1", "where not (w(a) <= 1)")],
        &[("where w(a) > 1", "where w(a) - 1 > 0")],
        &[("where w(a) > 1", "where 2 * w(a) >= w(a) + 2")],
        &[("where some enemy", "where if w(a) > 1 then some enemy else w(a) > 2")],
        &[("where w(a) > 1", "where w(a) > 1 and some mine or w(a) > 1 and no mine")],
        // What is required, wherever it is asked.
        &[("add 1 to quiet\n    require w(b) > 0", "require w(b) > 0\n    add 1 to quiet")],
        &[("where some enemy\n    move a to b", "move a to b\n    require before some enemy")],
        &[("    require w(b) > 0\n    require", "    require w(b) >= 1 and w(b) != 0\n    require")],
        &[("    require w(b) > 0\n", "    if quiet > 0 { require w(b) > 0 } else { require w(b) > 0 }\n")],
        // Effects.
        &[("add 1 to quiet  remove enemy & rows(2)", "remove enemy & rows(2)  add 1 to quiet")],
        &[(
            "remove enemy & orthogonal(c)",
            "remove enemy & orthogonal(c) & rows(1)\n    remove enemy & orthogonal(c) - rows(1)",
        )],
        &[("remove enemy & orthogonal(c)", "for x in orthogonal(c) & enemy { remove x }")],
        &[("remove enemy & orthogonal(c)", "let near = orthogonal(c)\n    remove enemy & near")],
        &[(
            "if some enemy & edge { add 1 to quiet  remove enemy & rows(2) }",
            "if some enemy { if some enemy & edge { add 1 to quiet  remove enemy & rows(2) } }",
        )],
        // Ends, joined and exchanged where the order decides nothing.
        &[(
            "end when no empty { draw }\n  end when quiet > 20 or kept > 25 { draw }",
            "end when no empty or quiet > 20 or kept > 25 { draw }",
        )],
        &[(
            "end when no empty { draw }\n  end when quiet > 20 or kept > 25 { draw }",
            "end when kept > 25 { draw }\n  end when not (some empty and quiet <= 20) { draw }",
        )],
    ];
    let wrong: Vec<String> = same
        .iter()
        .filter_map(|replaced| {
            let shown = of_said(replaced);
            let real: Vec<_> = shown.changes.iter().filter(|change| change.how != How::Reworded.word()).collect();
            (!shown.relation.proved || !real.is_empty()).then(|| format!("{replaced:?}: {real:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn other_rules_are_never_other_words() {
    let other: &[&[(&str, &str)]] = &[
        &[("where w(a) > 1", "where w(a) - 1 >= 0")],
        &[("where w(a) > 1", "where w(a) > 1 or some mine and no mine or w(a) > 0")],
        // What is required of the board before and after the move.
        &[("    require w(b) > 0\n", "")],
        &[("where w(a) > 1\n", "where w(a) > 1\n    where w(b) > 0\n"), ("    require w(b) > 0\n", "")],
        &[("require some mine & rows(4) or quiet < 5", "require before some mine & rows(4) or quiet < 5")],
        &[(
            "add 1 to quiet\n    require w(b) > 0\n    require some mine & rows(4) or quiet < 5",
            "require some mine & rows(4) or quiet < 5\n    add 1 to quiet\n    require w(b) > 0",
        )],
        // The second is asked when the first is done.
        &[(
            "remove enemy & orthogonal(c)\n    if some enemy & edge { add 1 to quiet  remove enemy & rows(2) }",
            "if some enemy & edge { add 1 to quiet  remove enemy & rows(2) }\n    remove enemy & orthogonal(c)",
        )],
        &[(
            "if some enemy & edge { add 1 to quiet  remove enemy & rows(2) }",
            "if some enemy & edge { remove enemy & rows(4) }\n    if some enemy & edge { add 1 to quiet }",
        )],
        &[("remove enemy & orthogonal(c)", "for x in orthogonal(c) & enemy { if some enemy & rows(3) { remove x } }")],
        &[(
            "end when no enemy { last mover wins }\n  end when no empty { draw }",
            "end when no empty { draw }\n  end when no enemy { last mover wins }",
        )],
    ];
    for replaced in other {
        let shown = of_said(replaced);
        let real = shown.changes.iter().filter(|change| change.how != How::Reworded.word()).count();
        assert!(!shown.relation.proved && real > 0, "{replaced:?}");
    }
}

/// Stones are placed; which, and where, is changed below.
const PLACED: &str = r#"game "Placed" {
  players Black, White
  board square(3)
  piece stone
  setup { Black stone on a1 }
  value worth(c) = edges(c)
  move place {
    pick c in empty
    where worth(c) < 9
    put my stone on c
  }
  turn place
  end when no empty { draw }
}
"#;

fn placed(replaced: &[(&str, &str)]) -> Comparison {
    let text = replaced.iter().fold(PLACED.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    });
    two(PLACED, &text)
}

/// What a witness of a sort is laid to: the section of a change, and whether several changes make it together.
fn laid_to(shown: &Comparison, shows: &str) -> (Option<&'static str>, bool) {
    let witness = shown.relation.witnesses.iter().find(|witness| witness.shows == shows).unwrap();
    (witness.change.and_then(|place| shown.changes.get(place)).map(|change| change.section), witness.together)
}

#[test]
fn the_change_without_which_nothing_differs_is_the_reason() {
    // The definition is used by the move that goes, and makes no difference there.
    let setup = placed(&[("on a1", "on c3"), ("= edges(c)", "= 2 * edges(c) + 1")]);
    for shows in ["less", "more", "results"] {
        assert_eq!(laid_to(&setup, shows), (Some("setup"), false), "{shows}");
    }
    let worth = placed(&[("= edges(c)", "= edges(c) + 7"), ("pick c in empty", "pick c in empty - {a1}")]);
    assert_eq!(laid_to(&worth, "less"), (Some("values"), false));
    // Both forbid it.
    let both = placed(&[("= edges(c)", "= edges(c) + 7"), ("pick c in empty", "pick c in empty - corners")]);
    assert_eq!(laid_to(&both, "less"), (None, true));
    // One statement of several.
    let statement = placed(&[("where worth(c) < 9", "where worth(c) < 8\n    where c not in {b2}")]);
    let witness = &statement.relation.witnesses[0];
    let change = &statement.changes[witness.change.unwrap()];
    assert!(change.b.as_ref().unwrap().text.contains("b2") && !witness.together, "{change:?}");
    // What only one side says can be put back.
    let gone = two(
        &PLACED.replace("where worth(c) < 9", "where worth(c) < 9\n    where c not in {b2}"),
        &PLACED.replace("= edges(c)", "= edges(c) + 1"),
    );
    let change = &gone.changes[gone.relation.witnesses[0].change.unwrap()];
    assert!(change.a.as_ref().unwrap().text.contains("b2") && change.b.is_none(), "{change:?}");
}

#[test]
fn clauses_without_names_are_paired_by_what_they_say() {
    let ends = "end when some three { last mover wins }\n  end when no empty and some mine { draw }";
    let shown = placed(&[
        ("end when no empty { draw }", ends),
        ("value", "line three = 3 like-coloured stones in a row\n  value"),
    ]);
    let real: Vec<_> =
        shown.changes.iter().filter(|change| change.section == "end" && change.how != "reworded").collect();
    let changed = real.iter().find(|change| change.how == "changed").unwrap();
    assert!(changed.b.as_ref().unwrap().text.contains("no empty and some mine"), "{real:?}");
    let added = real.iter().find(|change| change.how == "added").unwrap();
    assert!(added.b.as_ref().unwrap().text.contains("some three"), "{real:?}");
    let over = placed(&[("end when no empty { draw }", "end when some stones & {c3} { last mover wins }")]);
    let hows: Vec<_> = over.changes.iter().map(|change| change.how).collect();
    assert_eq!(hows, ["removed", "added"]);
}
