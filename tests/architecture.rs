//! The shape of `src/`: modules name only modules of earlier layers, crates stay behind their one module, a folder's
//! `mod.rs` is a table of contents, files stay short. Each rule is also shown to bite on a planted violation.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

#[path = "architecture/rust.rs"]
mod rust;

use std::path::Path;

use rust::{after_bracket, is_word, root_names, stands, tokens, without_tests};

/// The layers. A module may name the modules of the layers above its own in this table, and in its own layer those that
/// stand before it.
const LAYERS: [&[&str]; 11] = [
    &["util", "source", "statistics"],
    &["diagnostic", "reference"],
    &["syntax"],
    &["topology"],
    &["groups", "model"],
    &["audit", "plan", "kernel"],
    &["engine"],
    &["record", "agents", "library"],
    &["analysis", "format", "ide"],
    &["wire", "report"],
    &["cli", "lsp", "web"],
];

/// Crates that one module keeps to itself.
const KEPT: [(&str, &str); 14] = [
    ("miette", "diagnostic/render.rs"),
    ("pest", "syntax/"),
    ("pest_derive", "syntax/"),
    ("petgraph", "topology/"),
    ("clap", "cli/"),
    ("anstream", "cli/"),
    ("rustyline", "cli/"),
    ("indicatif", "cli/"),
    ("rand_xoshiro", "util/rng.rs"),
    ("statrs", "statistics/"),
    ("maud", "report/"),
    ("plotters", "report/svg.rs"),
    ("rusqlite", "cli/study/"),
    ("toml", "analysis/study/"),
];

const MOST_LINES: usize = 600;
const MEDIAN_LINES: usize = 150;

/// A file of `src/`: its path below that, with `/`, and its text.
struct File {
    path: String,
    text: String,
}

fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut out = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let parts: Vec<_> = path.strip_prefix(&root).unwrap().iter().map(|p| p.to_str().unwrap()).collect();
                out.push(File { path: parts.join("/"), text: std::fs::read_to_string(&path).unwrap() });
            }
        }
    }
    out.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(out.len() > 10, "the sources are in src/");
    out
}

/// `a/b.rs` and `a/b/mod.rs` are the module `a::b`.
fn module(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    if parts.last() == Some(&"mod") {
        parts.pop();
    }
    parts
}

fn rank(name: &str) -> Option<usize> {
    LAYERS.iter().flat_map(|layer| layer.iter()).position(|module| *module == name)
}

/// What breaks the order of the layers. `lib.rs` and `main.rs` stand above them all.
fn layer_defects(path: &str, text: &str) -> Vec<String> {
    let module = module(path);
    if matches!(path, "lib.rs" | "main.rs") {
        return Vec::new();
    }
    let own = module[0];
    let Some(own_rank) = rank(own) else { return vec![format!("{path}: `{own}` stands in no layer")] };
    let names = root_names(&tokens(text), &module);
    let defect = |used: &rust::RootName| match rank(&used.name) {
        Some(other) if other <= own_rank => None,
        Some(_) => Some(format!("{path}:{}: `{own}` names `{}` of a later layer", used.line, used.name)),
        None => Some(format!("{path}:{}: `crate::{}` is no module of a layer", used.line, used.name)),
    };
    names.iter().filter_map(defect).collect()
}

fn crate_defects(path: &str, text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let mut out = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let is_path = stands(&tokens, index + 1, &["::"]) || (index > 0 && tokens[index - 1].text == "use");
        let starts =
            index == 0 || tokens[index - 1].text != "::" || index < 2 || !tokens[index - 2].text.starts_with(is_word);
        for (name, place) in KEPT {
            if token.text == name && is_path && starts && !path.starts_with(place) {
                out.push(format!("{path}:{}: only {place} may name {name}", token.line));
            }
        }
    }
    out
}

/// What stands in a table of contents beside `mod name;`, `use ...;`, attributes and macros.
fn contents_defects(path: &str, text: &str) -> Vec<String> {
    let (tokens, _) = without_tests(&tokens(text));
    let mut at = 0;
    while at < tokens.len() {
        let start = at;
        if stands(&tokens, at, &["#", "!"]) {
            at = after_bracket(&tokens, at + 2);
            continue;
        }
        if stands(&tokens, at, &["#"]) {
            at = after_bracket(&tokens, at + 1);
            continue;
        }
        if stands(&tokens, at, &["pub"]) {
            at += 1;
            if stands(&tokens, at, &["("]) {
                at = after_bracket(&tokens, at);
            }
        }
        let until_semicolon = |mut at: usize| {
            while at < tokens.len() && tokens[at].text != ";" {
                at = if tokens[at].text == "{" { after_bracket(&tokens, at) } else { at + 1 };
            }
            at + 1
        };
        if stands(&tokens, at, &["mod"]) && stands(&tokens, at + 2, &[";"]) {
            at += 3;
        } else if stands(&tokens, at, &["use"]) {
            at = until_semicolon(at);
        } else if stands(&tokens, at, &["macro_rules", "!"]) {
            at = after_bracket(&tokens, at + 3);
        } else if stands(&tokens, at + 1, &["!", "{"]) {
            at = after_bracket(&tokens, at + 2);
        } else if stands(&tokens, at + 1, &["!", "("]) {
            at = until_semicolon(at);
        } else {
            return vec![format!("{path}:{}: `{}` in a table of contents", tokens[start].line, tokens[start].text)];
        }
    }
    Vec::new()
}

/// Lines of a file outside its tests.
fn lines(text: &str) -> usize {
    text.lines().count() - without_tests(&tokens(text)).1
}

fn assert_none(defects: Vec<String>) {
    assert!(defects.is_empty(), "\n{}\n", defects.join("\n"));
}

#[test]
fn modules_name_only_earlier_layers() {
    assert_none(files().iter().flat_map(|file| layer_defects(&file.path, &file.text)).collect());
}

#[test]
fn crates_stay_behind_their_module() {
    assert_none(files().iter().flat_map(|file| crate_defects(&file.path, &file.text)).collect());
}

#[test]
fn tables_of_contents_hold_no_logic() {
    let is_contents = |file: &&File| file.path == "lib.rs" || file.path.ends_with("/mod.rs");
    assert_none(files().iter().filter(is_contents).flat_map(|file| contents_defects(&file.path, &file.text)).collect());
}

#[test]
fn files_stay_short() {
    let files = files();
    let mut counts: Vec<(usize, &str)> = files.iter().map(|file| (lines(&file.text), file.path.as_str())).collect();
    counts.sort_unstable();
    let (most, longest) = counts[counts.len() - 1];
    assert!(most <= MOST_LINES, "{longest} has {most} lines outside its tests");
    let (median, _) = counts[counts.len() / 2];
    assert!(median <= MEDIAN_LINES, "the median file has {median} lines outside its tests");
}

#[test]
fn a_later_layer_is_found_however_it_is_named() {
    let planted = [
        "use crate::engine::Position;",
        "use crate::{source::Span, engine::{Position, moves}};",
        "use crate::{\n    util::Bits,\n    cli,\n};",
        "fn f() -> crate::plan::Program { todo() }",
        "fn f<'a>(c: char) { let q = '\"'; let x = crate::engine::new::<'a>(); }",
        "use super::super::engine::Position;",
        "pub(in crate::engine) fn f() {}",
        "mod tests {\n    use super::super::super::engine::x;\n}",
        "mod a { mod b {} use super::super::super::{syntax::x, engine::x}; }",
        "macro_rules! m { () => { $crate::engine::x() } }",
        "/* /* */ */ use crate::engine; // \"",
        "use crate::*;",
        "use crate::Game;",
    ];
    for text in planted {
        assert_eq!(layer_defects("model/game.rs", text).len(), 1, "{text}");
    }
    let fine = [
        "use crate::{source::{Span, FileId}, util::Bits, topology, groups, model::x};",
        "use super::expr::Expr; use super::super::syntax::ast; mod tests { use super::super::engine; }",
        "// crate::engine\n/* crate::engine /* */ crate::engine */ const A: &str = \"crate::engine \\\" crate::engine\";",
        "const A: &str = r#\"crate::engine\" crate::engine\"#; const B: char = '\\''; pub(crate) fn f<'crate_>() {}",
        "fn f() { let a = other::engine::x(); engine::x(); self::engine::x(); }",
    ];
    for text in fine {
        assert_none(layer_defects("model/game.rs", text));
    }
    assert_eq!(layer_defects("groups/flood.rs", "use crate::model::Game;").len(), 1, "later in its own layer");
    assert_none(layer_defects("model/game.rs", "use crate::groups::Flood;"));
    assert_eq!(layer_defects("helpers/mod.rs", "").len(), 1, "a module of no layer");
}

#[test]
fn a_crate_out_of_its_module_is_found() {
    assert_eq!(crate_defects("model/game.rs", "use miette::Report;").len(), 1);
    assert_eq!(crate_defects("diagnostic/report.rs", "fn f() { ::miette::set_hook(x); }").len(), 1);
    assert_eq!(crate_defects("main.rs", "use clap as c;\nfn f() -> petgraph::Graph {}").len(), 2);
    assert_none(crate_defects("diagnostic/render.rs", "use miette::Report;"));
    assert_none(crate_defects("model/game.rs", "// miette::Report\nlet pest = \"pest::x\"; rulebook::clap::x();"));
}

#[test]
fn logic_in_a_table_of_contents_is_found() {
    let fine = "//! Doc.\n#![warn(x)]\n#[cfg(feature = \"cli\")]\nmod a;\npub(crate) use a::{b, c::{d}};\n\
        id_type! { A(u8); }\nmacro_rules! m { () => {} }\n#[cfg(test)]\nmod tests { fn f() {} }";
    assert_none(contents_defects("a/mod.rs", fine));
    for text in ["fn f() {}", "mod a;\npub struct A;", "pub const A: u8 = 1;", "mod a { fn f() {} }"] {
        assert_eq!(contents_defects("a/mod.rs", text).len(), 1, "{text}");
    }
}

#[test]
fn tests_do_not_count_as_lines() {
    let text =
        "fn a() {}\n\n#[cfg(test)]\nuse a::{b, c};\n#[cfg(test)]\nmod tests {\n    fn b() { \"}\" }\n}\nfn c() {}\n";
    assert_eq!(lines(text), 3);
    assert_eq!(lines(&"fn a() {}\n".repeat(700)), 700);
}
