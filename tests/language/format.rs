//! The layout of `.game` files: its rules, that it changes nothing else, and that it is the same the second time.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

mod files;
mod mess;
mod proof;
mod rules;

use std::path::{Path, PathBuf};

use rulebook_language::format::format;
use rulebook_language::source::{SourceFile, SourceMap};
use rulebook_language::syntax;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder with this ending, with their texts.
fn texts(folder: &str, ending: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                out.push((shown(&path), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    out.sort();
    out
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().display().to_string()
}

/// The blocks of a page that are marked so, each with the number of the line before it.
fn blocks(page: &str, mark: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let head = format!("```{mark}");
    for (number, line) in page.lines().enumerate() {
        match &mut open {
            None if line == head => open = Some((number + 1, String::new())),
            None => {}
            Some(_) if line == "```" => found.extend(open.take()),
            Some((_, text)) => *text += &format!("{line}\n"),
        }
    }
    found
}

/// Whether a text can be read.
fn reads(text: &str) -> bool {
    let mut sources = SourceMap::default();
    let id = sources.add(SourceFile::new("test.game", text));
    syntax::parse(&sources, id).1.errors() == 0
}

fn formatted(name: &str, text: &str) -> String {
    format(name, text).unwrap_or_else(|refusal| panic!("{name}: {refusal:?}\n{text}"))
}

/// What a text says, without places, and its comments: worked out here, not by the formatter.
fn meaning(text: &str) -> (String, Vec<String>) {
    let mut sources = SourceMap::default();
    let id = sources.add(SourceFile::new("test.game", text));
    let (file, report) = syntax::parse(&sources, id);
    assert_eq!(report.errors(), 0, "{report:?}\n{text}");
    let mut comments = Vec::new();
    for line in text.lines() {
        let mut in_text = false;
        for (at, sign) in line.char_indices() {
            in_text ^= sign == '"';
            if !in_text && line[at..].starts_with("//") {
                comments.push(line[at..].trim_end().to_owned());
                break;
            }
        }
    }
    // The trees of comments are their places alone.
    (format!("{:-?}", file.units), comments)
}
