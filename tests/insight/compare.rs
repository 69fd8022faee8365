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
