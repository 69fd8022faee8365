//! The shape of `src/`. Cargo holds the order of the crates; here is what it does not: within a crate a module names only
//! modules that its `lib.rs` declares before it, the files of a folder do not name each other in a circle, a `mod.rs` is a
//! table of contents, files stay short.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates whose modules are layers.
const LAYERED: [&str; 10] =
    ["language", "play", "batch", "learn", "insight", "explore", "env", "ide", "service", "lsp"];
/// The circles that stand, folder by folder, and why.
const EXPLAINED: [(&str, &str); 12] = [
    // A builtin is part of expressions, and its row in the table says how it folds and what it comes to in a game; what a game says
    // at a place has a type. Links are of a game and hold expressions.
    ("language/model", "action builtins constant expr fold game link luck order places primitive row"),
    // The tree: declarations hold moves and expressions, and these hold names and blocks.
    ("language/syntax", "ast ast_expr ast_luck ast_move ast_test ast_turn"),
    // What was expected is said by the grammar's alternatives, but for the lines that are spelled out.
    ("language/syntax", "alternatives expected"),
    // An operation is one of several families, all of which name registers.
    ("play/plan", "op op_by op_list op_loop op_memo op_stack"),
    // A plan has probes, which have code.
    ("play/plan", "probe program"),
    // A pass hoists what loops do not change, piece by piece.
    ("play/plan/optimize", "loops pass"),
    // The state of an evaluation holds what its parts work on.
    (
        "play/engine",
        "arena chain core cost cpu_dispatch emit explain first_groups generate luck offers position repetition sample shared tables turn_memos watch",
    ),
    // A tree is grown one leaf at a time or in batches.
    ("insight/agents/mcts", "batch tree"),
    // A change is of items, and items are told apart by the sections of changes.
    ("insight/analysis/compare", "changes differing items ordered"),
    // A proof looks for orders that it then counts by.
    ("insight/audit/progress", "order proof"),
    // Constants occur in expressions, which are matched up to constants.
    ("insight/audit/symmetry", "constants expr"),
    // A plot is drawn as SVG, which is told its axes and series.
    ("service/report", "plot svg"),
];
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

/// The modules that a line names behind a path such as `crate::`, one or several in braces.
fn named<'t>(line: &'t str, path: &str) -> Vec<&'t str> {
    let is_whole = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
    let places = line.match_indices(path).map(|(at, _)| at).filter(|at| is_whole(*at));
    let rests = places.flat_map(|at| match line[at + path.len()..].strip_prefix('{') {
        Some(list) => list.split(',').map(str::trim_start).collect(),
        None => vec![&line[at + path.len()..]],
    });
    rests.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("")).collect()
}

/// Where a file names a module that does not stand before its own: `path` is how it says the crate, beside `crate::`.
fn upward<'t>(order: &[&str], own: &str, path: &str, text: &'t str) -> Vec<&'t str> {
    let place = |name: &str| order.iter().position(|module| *module == name);
    let is_upward =
        |line: &&str| ["crate::", path].iter().any(|p| named(line, p).iter().any(|name| place(name) > place(own)));
    code(text).filter(is_upward).collect()
}

/// The modules of a file's path; a `mod.rs` is its folder's.
fn modules(path: &Path) -> Vec<String> {
    let mut modules: Vec<String> =
        path.iter().map(|part| part.to_str().unwrap().trim_end_matches(".rs").into()).collect();
    modules.pop_if(|last| *last == "mod" || *last == "lib");
    modules
}

/// The circles among the files of a folder: each file, or folder in it, with the others that it names and that name it, in
/// turn or through others.
fn circles(folder: &[String], files: &[(Vec<String>, &str)]) -> BTreeSet<String> {
    let inside = || files.iter().filter(|(path, _)| path.len() > folder.len() && path.starts_with(folder));
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, text) in inside() {
        let whole: String =
            std::iter::once("crate").chain(folder.iter().map(String::as_str)).map(|m| format!("{m}::")).collect();
        let up = "super::".repeat(path.len() - folder.len());
        let found = code(text).flat_map(|line| [named(line, &whole), named(line, &up)].concat());
        let own = path[folder.len()].as_str();
        names.entry(own).or_default().extend(found.filter(|name| *name != own));
    }
    let mut reached: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for from in names.keys() {
        let (reached, mut open) = (reached.entry(from).or_default(), vec![*from]);
        while let Some(name) = open.pop() {
            open.extend(names.get(name).into_iter().flatten().filter(|next| reached.insert(**next)));
        }
    }
    let circle = |name: &&str| {
        let others = reached[name].iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(name)));
        others.copied().collect::<Vec<_>>().join(" ")
    };
    names.keys().filter(|name| reached[*name].contains(*name)).map(circle).collect()
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
            let upward = upward(&order, own, &"super::".repeat(modules(path).len()), text);
            assert!(upward.is_empty(), "src/{folder}/{}: {upward:?}", path.display());
        }
    }
}

#[test]
fn files_of_a_folder_name_each_other_in_no_circle() {
    let mut used = BTreeSet::new();
    for name in LAYERED {
        let sources = sources(name);
        let files: Vec<_> = sources.iter().map(|(path, text)| (modules(path), text.as_str())).collect();
        let folders: BTreeSet<&[String]> = files.iter().filter_map(|(path, _)| Some(path.split_last()?.1)).collect();
        for folder in folders {
            let place: Vec<&str> = std::iter::once(name).chain(folder.iter().map(String::as_str)).collect();
            let place = place.join("/");
            for circle in circles(folder, &files) {
                let explains = |(of, files): &(&str, &str)| {
                    *of == place && circle.split(' ').all(|file| files.split(' ').any(|known| known == file))
                };
                let found = EXPLAINED.iter().position(explains);
                used.extend(found);
                assert!(found.is_some(), "src/{place}: {circle}");
            }
        }
    }
    let stale: Vec<_> = (0..EXPLAINED.len()).filter(|at| !used.contains(at)).map(|at| EXPLAINED[at]).collect();
    assert!(stale.is_empty(), "no circle any more: {stale:?}");
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
    let found = |text| upward(&order, "syntax", "super::", text).len();
    assert_eq!(found("use crate::model::Game;"), 1);
    assert_eq!(found("fn f() -> crate::model::Game {}"), 1);
    assert_eq!(found("use super::model::Game;\nuse super::super::model;"), 1);
    let path = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
    let files = [
        (path("plan"), "mod a;"),
        (path("plan/a"), "use super::b::B;\nuse super::c::C;"),
        (path("plan/b"), "use crate::plan::d::D;"),
        (path("plan/c"), "use super::{x, b};"),
        (path("plan/d/e"), "use super::super::a::A;"),
        (path("other"), "use crate::plan::a;"),
    ];
    assert_eq!(circles(&path("plan"), &files).into_iter().collect::<Vec<_>>(), ["a b c d"]);
    assert!(circles(&[], &files).is_empty());
    assert_eq!(
        found("use crate::source::Span;\nuse crate::syntax::ast;\n// crate::model\n#[cfg(test)]\nuse crate::model;"),
        0
    );
    assert_eq!(logic("mod a;\npub use a::f;\npub fn g() {}"), Some("pub fn g() {}"));
    assert_eq!(logic("//! fn\nmod a;\nid_type! {\n    A(u8);\n}\n"), None);
    assert_eq!(lines("fn f() {}\n#[cfg(test)]\nmod tests {}\n"), 1);
}
