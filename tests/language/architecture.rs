//! The shape of `src/`. Cargo holds the order of the crates; here is what it does not: within a crate a module names only
//! modules that its `lib.rs` declares before it, a `mod.rs` is a table of contents, files stay short.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

use std::path::{Path, PathBuf};

/// The crates whose modules are layers.
const LAYERED: [&str; 4] = ["language", "play", "insight", "service"];
const MOST_LINES: usize = 600;
const MEDIAN_LINES: usize = 150;

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let (mut files, mut folders) = (Vec::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push((path.strip_prefix(&root).unwrap().to_owned(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files.sort();
    assert!(!files.is_empty(), "{folder} has sources");
    files
}

/// The lines that are neither comments nor unit tests, which stand at the end of a file.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines().take_while(|line| *line != "#[cfg(test)]").filter(|line| !line.trim_start().starts_with("//"))
}

/// The modules of a crate that a line names, as `crate::module`.
fn named(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""))
}

/// Where a file names a module that does not stand before its own.
fn upward<'t>(order: &[&str], own: &str, text: &'t str) -> Vec<&'t str> {
    let place = |name: &str| order.iter().position(|module| *module == name);
    let is_upward = |line: &&str| named(line).any(|name| place(name) > place(own));
    code(text).filter(is_upward).collect()
}

/// What stands in a table of contents beside declarations of modules, `use`, attributes and calls of macros.
fn logic(text: &str) -> Option<&str> {
    let is_logic = |line: &&str| {
        let rest = line.trim_start_matches("pub ").trim_start_matches("pub(crate) ").trim_start_matches("const ");
        ["fn ", "struct ", "enum ", "impl", "static ", "trait ", "type "].iter().any(|word| rest.starts_with(word))
    };
    code(text).find(is_logic)
}

#[test]
fn modules_name_only_earlier_modules() {
    for folder in LAYERED {
        let sources = sources(folder);
        let lib = &sources.iter().find(|(path, _)| path == Path::new("lib.rs")).unwrap().1;
        let declared = lib.lines().filter_map(|line| line.strip_prefix("pub mod ").or(line.strip_prefix("mod ")));
        let order: Vec<&str> = declared.map(|name| name.trim_end_matches(';')).collect();
        assert!(order.len() > 1, "{folder}: {order:?}");
        for (path, text) in sources.iter().filter(|(path, _)| path != Path::new("lib.rs")) {
            let own = path.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
            assert!(order.contains(&own), "{folder}: {own} is declared");
            let upward = upward(&order, own, text);
            assert!(upward.is_empty(), "src/{folder}/{}: {upward:?}", path.display());
        }
    }
}

#[test]
fn tables_of_contents_hold_no_logic() {
    let sources = sources("");
    let contents: Vec<_> = sources.iter().filter(|(path, _)| path.ends_with("mod.rs")).collect();
    assert!(contents.len() > 10);
    for (path, text) in contents {
        assert_eq!(logic(text), None, "src/{}", path.display());
    }
}

#[test]
fn files_stay_short() {
    let sources = sources("");
    let mut counts: Vec<_> = sources.iter().map(|(path, text)| (lines(text), path)).collect();
    counts.sort_unstable();
    let (most, longest) = counts[counts.len() - 1];
    assert!(most <= MOST_LINES, "src/{} has {most} lines", longest.display());
    assert!(counts[counts.len() / 2].0 <= MEDIAN_LINES);
}

/// Lines of a file before its unit tests.
fn lines(text: &str) -> usize {
    text.lines().take_while(|line| *line != "#[cfg(test)]").count()
}

#[test]
fn a_planted_defect_is_found() {
    let order = ["source", "syntax", "model"];
    let found = |text| upward(&order, "syntax", text).len();
    assert_eq!(found("use crate::model::Game;"), 1);
    assert_eq!(found("fn f() -> crate::model::Game {}"), 1);
    assert_eq!(
        found("use crate::source::Span;\nuse crate::syntax::ast;\n// crate::model\n#[cfg(test)]\nuse crate::model;"),
        0
    );
    assert_eq!(logic("mod a;\npub use a::f;\npub fn g() {}"), Some("pub fn g() {}"));
    assert_eq!(logic("//! fn\nmod a;\nid_type! {\n    A(u8);\n}\n"), None);
    assert_eq!(lines("fn f() {}\n#[cfg(test)]\nmod tests {}\n"), 1);
}
