//! Every shipped sheet is parsed without an error, and coloured as the language server colours it.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rulebook_ide::{TokenKind, tokens};
use tree_sitter::{Parser, Query, QueryCursor, StreamingIterator, Tree};
use tree_sitter_rulebook::{FOLDS_QUERY, HIGHLIGHTS_QUERY, LANGUAGE, LOCALS_QUERY};

fn sheets() -> Vec<(PathBuf, String)> {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let folders = std::fs::read_dir(games).unwrap().map(|folder| folder.unwrap().path());
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()));
    files.map(|file| (file.clone(), std::fs::read_to_string(file).unwrap())).collect()
}

fn parsed(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&LANGUAGE.into()).unwrap();
    parser.parse(text, None).unwrap()
}

#[test]
fn sheets_are_parsed() {
    let sheets = sheets();
    assert!(sheets.len() >= 24);
    for (file, text) in sheets {
        let tree = parsed(&text);
        assert!(!tree.root_node().has_error(), "{}: {}", file.display(), tree.root_node().to_sexp());
    }
}

#[test]
fn queries_fit_the_grammar() {
    for query in [HIGHLIGHTS_QUERY, FOLDS_QUERY, LOCALS_QUERY] {
        Query::new(&LANGUAGE.into(), query).unwrap();
    }
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

/// Keywords, texts, numbers and comments have the same colour in both.
#[test]
fn sheets_are_coloured_alike() {
    for (file, text) in sheets() {
        let colours = captures(&text);
        for token in tokens(&text) {
            let wanted = match token.kind {
                TokenKind::Keyword => "keyword",
                TokenKind::String => "string",
                TokenKind::Number => "number",
                TokenKind::Comment | TokenKind::Doc => "comment",
                _ => continue,
            };
            let word = &text[token.start..token.end];
            let found = colours[token.start].clone().unwrap_or_default();
            let same =
                found.starts_with(wanted) || (wanted == "keyword" && ["constant", "boolean"].contains(&found.as_str()));
            assert!(same, "{}: `{word}` at byte {} is `{found}`, and a {wanted}", file.display(), token.start);
        }
    }
}
