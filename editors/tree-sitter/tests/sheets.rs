//! Every sheet that the language can read is parsed without an error, and coloured as the language classifies its words.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rulebook_ide::{TokenKind, tokens};
use rulebook_language::source::{SourceFile, SourceMap};
use rulebook_language::syntax::{is_reserved, parse};
use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator, Tree};
use tree_sitter_rulebook::{
    FOLDS_QUERY, HIGHLIGHTS_QUERY, INDENTS_QUERY, INJECTIONS_QUERY, LANGUAGE, LOCALS_QUERY, TAGS_QUERY,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sheets below a folder of the repository that the language can read.
fn sheets(folder: &str) -> Vec<(PathBuf, String)> {
    let (mut folders, mut found) = (vec![root().join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "game") {
                let Ok(text) = std::fs::read_to_string(&path) else { continue };
                let mut sources = SourceMap::default();
                let id = sources.add(SourceFile::new("sheet.game", text.as_str()));
                if parse(&sources, id).1.is_empty() {
                    found.push((path, text));
                }
            }
        }
    }
    found.sort();
    found
}

/// Sheets with words of the language where a name stands, which the checker refuses: here they are words wherever they stand.
const WORDS_AS_NAMES: [&str; 3] = [
    "tests/defects-3/option_words.game",
    "tests/diagnostics/options/word-that-cannot-be-asked.game",
    "tests/diagnostics/syntax/owner-is-nobody.game",
];

fn all() -> Vec<(PathBuf, String)> {
    let games = sheets("games");
    assert!(games.len() >= 24, "all shipped games can be read");
    let mut tests = sheets("tests");
    let read = tests.len();
    tests.retain(|(file, _)| !WORDS_AS_NAMES.iter().any(|one| file.ends_with(one)));
    assert_eq!(read - tests.len(), WORDS_AS_NAMES.len(), "they are where they were");
    assert!(tests.len() >= 200, "{} sheets in tests can be read", tests.len());
    [games, tests].concat()
}

fn parsed(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&LANGUAGE.into()).unwrap();
    parser.parse(text, None).unwrap()
}

#[test]
fn sheets_are_parsed() {
    let wrong: Vec<PathBuf> =
        all().into_iter().filter(|(_, text)| parsed(text).root_node().has_error()).map(|(file, _)| file).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Of every byte the last capture that has it.
fn captures(text: &str) -> Vec<Option<String>> {
    let query = Query::new(&LANGUAGE.into(), HIGHLIGHTS_QUERY).unwrap();
    let tree = parsed(text);
    let mut cursor = QueryCursor::new();
    let mut found = cursor.captures(&query, tree.root_node(), text.as_bytes());
    let mut by_pattern: BTreeMap<(usize, usize, usize), String> = BTreeMap::new();
    while let Some((one, index)) = found.next() {
        let capture = one.captures[*index];
        let name = query.capture_names()[capture.index as usize].to_owned();
        by_pattern.insert((one.pattern_index, capture.node.start_byte(), capture.node.end_byte()), name);
    }
    let mut colours = vec![None; text.len()];
    for ((_, start, end), name) in by_pattern {
        colours[start..end].fill(Some(name));
    }
    colours
}

/// The sorts of words that look alike wherever they stand; any other is a name.
const SORTS: [&str; 5] = ["keyword", "string", "number", "comment", "operator"];

/// What a capture says a word is.
fn sort(capture: &str) -> &'static str {
    match capture {
        "boolean" | "constant.builtin" => "keyword",
        "punctuation.bracket" | "punctuation.delimiter" => "operator",
        _ => SORTS.iter().find(|sort| capture.starts_with(**sort)).copied().unwrap_or("name"),
    }
}

fn differences(text: &str) -> Vec<String> {
    let colours = captures(text);
    let mut wrong = Vec::new();
    for token in tokens(text) {
        let wanted = match token.kind {
            TokenKind::Keyword => "keyword",
            TokenKind::String => "string",
            TokenKind::Number => "number",
            TokenKind::Comment | TokenKind::Doc => "comment",
            TokenKind::Operator => "operator",
            _ => "name",
        };
        let capture = colours[token.start].clone().unwrap_or_default();
        // The code of a finding is one thing here, a point is a part of its number, and a minus may be.
        let word = &text[token.start..token.end];
        let is_part = capture == "string.special" || (wanted == "operator" && capture == "number");
        if sort(&capture) != wanted && !is_part {
            let line = text[..token.start].matches('\n').count() + 1;
            wrong.push(format!("line {line}: `{word}` is a {wanted}, and coloured as `{capture}`"));
        }
    }
    wrong
}

#[test]
fn sheets_are_coloured_as_the_language_says() {
    let mut wrong: Vec<String> = Vec::new();
    for (file, text) in all() {
        wrong.extend(differences(&text).iter().map(|one| format!("{}: {one}", file.display())));
    }
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn queries_fit_the_grammar() {
    for query in [HIGHLIGHTS_QUERY, FOLDS_QUERY, LOCALS_QUERY, INDENTS_QUERY, INJECTIONS_QUERY, TAGS_QUERY] {
        Query::new(&LANGUAGE.into(), query).unwrap();
    }
    for folder in ["editors/helix/queries/rulebook", "editors/zed/languages/rulebook"] {
        let files = std::fs::read_dir(root().join(folder)).unwrap().map(|file| file.unwrap().path());
        for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "scm")) {
            let query = std::fs::read_to_string(&file).unwrap();
            Query::new(&LANGUAGE.into(), &query).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
    }
}

/// Helix and Zed have other names for some colours.
#[test]
fn other_editors_have_the_same_colours() {
    let helix = [
        ("@number", "@constant.numeric"),
        ("@boolean", "@constant.builtin.boolean"),
        ("@property", "@variable.other.member"),
        ("@function.call", "@function"),
        ("@comment.documentation", "@comment.line.documentation"),
    ];
    let zed = [("@function.call", "@function"), ("@comment.documentation", "@comment.doc")];
    let copies = [
        ("editors/helix/queries/rulebook/highlights.scm", &helix[..]),
        ("editors/zed/languages/rulebook/highlights.scm", &zed[..]),
    ];
    for (file, names) in copies {
        let wanted = names.iter().fold(HIGHLIGHTS_QUERY.to_owned(), |text, (from, to)| text.replace(from, to));
        assert_eq!(std::fs::read_to_string(root().join(file)).unwrap(), wanted, "{file}");
    }
}

/// `rulebook-ts-mode` of Emacs names the reserved words in its query: each has to be a node.
#[test]
fn every_reserved_word_is_a_node() {
    let mode = std::fs::read_to_string(root().join("editors/emacs/rulebook-mode.el")).unwrap();
    let list = mode.split_once("defconst rulebook--keywords").unwrap().1.split_once("))").unwrap().0;
    let words: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert!(words.len() > 80 && words.iter().all(|word| is_reserved(word)), "{words:?}");
    let language = tree_sitter::Language::from(LANGUAGE);
    let missing: Vec<&str> = words.into_iter().filter(|word| language.id_for_node_kind(word, false) == 0).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The words in quotes of the first `[...]` or `{...}` after `start`.
fn quoted(file: &str, start: &str, end: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    let list = text.split_once(start).unwrap().1.split_once(end).unwrap().0;
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn reserved_words_are_those_of_the_language() {
    let reserved = quoted("grammar/game.pest", "\nkeyword = _{", "\n}");
    assert!(reserved.len() > 80);
    assert_eq!(quoted("editors/tree-sitter/grammar.js", "global: () => [", "]"), reserved);
    let moves = quoted("grammar/game.pest", "\nturn_word = _{", "}");
    assert_eq!(quoted("editors/tree-sitter/grammar.js", "moves: () => [", "]"), moves);
    let no_piece = quoted("grammar/game.pest", "\nno_piece = _{", "}");
    let scanner = quoted("editors/tree-sitter/src/scanner.c", "WORDS[] = {", "};");
    assert_eq!(scanner, reserved.union(&no_piece).cloned().collect());
}

/// The trees of `test/corpus`, which `tree-sitter test` compares too: an example, dashes, and its tree.
#[test]
fn examples_have_their_trees() {
    let mut examples = 0;
    for file in std::fs::read_dir(root().join("editors/tree-sitter/test/corpus")).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let rule = format!("{}\n", "=".repeat(80));
        let parts: Vec<&str> = text.split(rule.as_str()).skip(1).collect();
        for pair in parts.chunks(2) {
            let [title, body] = pair else { panic!("{text}") };
            let (sheet, tree) = body.split_once(&"-".repeat(80)).unwrap();
            let words = |tree: &str| -> Vec<String> {
                let apart = tree.replace('(', " ( ").replace(')', " ) ");
                apart.split_whitespace().filter(|word| !word.ends_with(':')).map(str::to_owned).collect()
            };
            assert_eq!(words(&parsed(sheet).root_node().to_sexp()), words(tree), "{title}");
            examples += 1;
        }
    }
    assert!(examples >= 15, "{examples}");
}

#[test]
fn a_false_colour_is_found() {
    let text = "game \"A\" {\n  players White, Black\n}\n";
    assert_eq!(differences(text), Vec::<String>::new());
    assert_eq!(
        [sort("keyword"), sort("comment.documentation"), sort("type"), sort("")],
        ["keyword", "comment", "name", "name"]
    );
}
