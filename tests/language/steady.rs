//! What is said of a text that cannot be read depends on the text alone: on no other text, and on nothing that other threads read.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

use std::path::Path;

use rulebook_insight::library::load;
use rulebook_language::diagnostic::{Diagnostic, Severity};
use rulebook_language::source::{SourceFile, SourceMap};
use rulebook_language::syntax::parse;

/// How many texts are broken of each sheet.
const BROKEN: usize = 3;

/// Sheets with a word or a sign taken out or doubled.
fn broken() -> Vec<String> {
    let mut paths = Vec::new();
    super::diagnostics::walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("games"), "game", &mut paths);
    let mut texts = Vec::new();
    for (sheet, path) in paths.iter().enumerate() {
        let text = std::fs::read_to_string(path).unwrap();
        let places: Vec<(usize, &str)> =
            text.split_whitespace().map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word)).collect();
        for number in 0..BROKEN {
            let (at, word) = places[(7 + 31 * sheet + 97 * number) % places.len()];
            let by = if number % 2 == 0 { String::new() } else { format!("{word} {word}") };
            texts.push(format!("{}{by}{}", &text[..at], &text[at + word.len()..]));
        }
    }
    texts
}

fn said(text: &str) -> String {
    let mut sources = SourceMap::default();
    let id = sources.add(SourceFile::new("broken.game", text));
    let (_, report) = parse(&sources, id);
    report.iter().map(|finding| format!("{finding:?}\n")).collect()
}

#[test]
fn two_threads_say_what_one_says() {
    let texts = broken();
    let alone: Vec<String> = texts.iter().map(|text| said(text)).collect();
    assert!(alone.iter().filter(|said| !said.is_empty()).count() > texts.len() / 4, "hardly a text is broken");
    std::thread::scope(|threads| {
        let forth = threads.spawn(|| texts.iter().map(|text| said(text)).collect::<Vec<_>>());
        let mut back: Vec<String> = texts.iter().rev().map(|text| said(text)).collect();
        back.reverse();
        let forth = forth.join().unwrap();
        for (place, alone) in alone.iter().enumerate() {
            assert_eq!(&forth[place], alone, "{}", texts[place]);
            assert_eq!(&back[place], alone, "{}", texts[place]);
        }
    });
}

/// The reserved words, from the grammar.
fn keywords() -> Vec<&'static str> {
    let grammar = include_str!("../../grammar/game.pest");
    let rule = grammar.split("\nkeyword = _{").nth(1).unwrap().split('}').next().unwrap();
    rule.split('"').skip(1).step_by(2).collect()
}

/// Words that begin something which goes on behind them: nothing can be compared with them.
const UNASKED: [&str; 4] = ["before", "my", "new", "not"];

/// What is wrong with a game that has an option with this word and asks for it so, by lines.
fn wrong(word: &str, asked: &str) -> Vec<String> {
    let put = if asked.contains("put") { "" } else { "put my stone on c" };
    let asked = asked.replace("WORD", word);
    let text = format!(
        "game \"Words\" {{\n  players Black, White\n  option rule: {word} | other = other\n  board square(3)\n  piece stone\n  \
         move place {{ pick c in empty where rule {asked} {put} }}\n  turn place\n  end when no move {{ draw }}\n}}\n",
    );
    let loaded = load("words.game", &text);
    let (_, report) = loaded.prepare(None, &[]);
    let errors = report.iter().filter(|said| said.severity == Severity::Error);
    let line = |said: &Diagnostic| loaded.sources.file(said.primary.span.file).place(said.primary.span.start).line;
    errors.map(|said| format!("{}: {}", line(said), said.message)).collect()
}

#[test]
fn a_word_of_an_option_is_refused_or_can_be_asked() {
    let others = ["top", "row", "empty", "mine", "end", "limit", "off", "to", "first", "cell", "line", "size"];
    for word in keywords().into_iter().chain(others).filter(|word| !UNASKED.contains(word)) {
        for asked in
            ["is WORD or c not in centre", "is not WORD and c in corners", "= WORD", "is WORD put my stone on c"]
        {
            let found = wrong(word, asked);
            assert!(found.is_empty(), "`{word}` in `rule {asked}`: {found:?}");
        }
    }
    for word in UNASKED {
        let found = wrong(word, "is other");
        assert!(matches!(found.as_slice(), [one] if one.starts_with("3:")), "`{word}`: {found:?}");
    }
}
