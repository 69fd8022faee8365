//! What `rulebook explain` shows: a page for every code of a finding, whose wrong examples give that code and whose right ones
//! are clean, and an entry for every word of the language, whose example uses the word. (That the examples themselves are
//! clean is held by `tests/language/docs.rs`.)
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulebook_insight::analysis::{LineOfPlay, Smoke, inspect, why_not};
use rulebook_insight::library::{Written, load};
use rulebook_language::diagnostic::{Code, Severity, WHY};
use rulebook_language::model::builtins::{functions, words_alone};
use rulebook_language::reference::{groups, page};

/// Codes whose wrong examples are too long for a page, or no file alone: `tests/language/diagnostics.rs` shows them.
const WITHOUT_EXAMPLE: [&str; 16] = [
    "limit/files",
    "limit/check",
    "limit/counters",
    "limit/declarations",
    "limit/evaluation",
    "limit/file",
    "limit/nesting",
    "limit/operators",
    "limit/plan",
    "limit/stacks",
    "limit/stages",
    "limit/test",
    "limit/written",
    "option/unknown",
    "play/broken",
    "play/endless",
];

/// Words that cannot be shown in a game that is clean, since they cannot be played yet.
const NOT_PLAYABLE: [&str; 1] = ["most"];

/// The longest page.
const MAX_LINES: usize = 64;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { walk(&path, out) } else { out.push(path) }
    }
    out.sort();
}

/// The blocks of a page with this fence.
fn blocks(page: &str, fence: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<Vec<&str>> = None;
    for line in page.lines() {
        match &mut open {
            None if line == fence => open = Some(Vec::new()),
            None => {}
            Some(lines) if line == "```" => {
                found.push(lines.join("\n") + "\n");
                open = None;
            }
            Some(lines) => lines.push(line),
        }
    }
    assert!(open.is_none(), "a block without end");
    found
}

// ---- Codes --------------------------------------------------------------------------------------------------------

/// The texts of the sources, without that of the table and without the tests of the reference, which look up what is not there.
fn sources() -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    walk(&root().join("src"), &mut paths);
    paths.retain(|path| !path.ends_with("diagnostic/codes.rs"));
    let text = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        match path.ends_with("reference/lookup.rs") {
            true => text.split("#[cfg(test)]").next().unwrap().to_owned(),
            false => text,
        }
    };
    paths.iter().map(|path| (path.clone(), text(path))).collect()
}

#[test]
fn every_code_of_the_table_is_said_by_something() {
    let texts = sources();
    for code in Code::ALL.iter().chain(Code::REFUSALS) {
        let (named, name) = (format!("Code::{code:?}"), code.name());
        let is_named = |text: &str| {
            text.match_indices(&named)
                .any(|(at, _)| !text[at + named.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        assert!(
            texts.iter().any(|(_, text)| is_named(text)),
            "no finding has the code {name}: take it out of the table"
        );
    }
    for code in Code::ALL {
        assert_eq!(Code::find(code.name()), Some(*code), "{code} stands in the table twice");
    }
}

/// Codes are passed on as [`Code`]s. Tests beside the sources may spell out what is shown.
#[test]
fn no_source_spells_a_code() {
    for (path, text) in sources() {
        let text = text.split("#[cfg(test)]").next().unwrap();
        // Examples in doc comments are tests too.
        let text: String = text.lines().filter(|line| !line.trim_start().starts_with("///")).collect();
        for code in Code::ALL.iter().chain(Code::REFUSALS) {
            assert!(!text.contains(&format!("\"{code}\"")), "{} spells {code}", path.display());
        }
    }
}

#[test]
fn every_page_belongs_to_a_code() {
    let folder = root().join("docs/findings");
    let mut paths = Vec::new();
    walk(&folder, &mut paths);
    let pages: BTreeSet<String> = paths
        .iter()
        .map(|path| path.strip_prefix(&folder).unwrap().with_extension("").to_str().unwrap().replace('\\', "/"))
        .collect();
    let known: BTreeSet<String> = Code::ALL.iter().map(|code| code.name().to_owned()).collect();
    let own: BTreeSet<String> = pages.difference(&known).cloned().collect();
    assert!(known.is_subset(&pages), "no page of {:?}", known.difference(&pages));
    assert_eq!(own, BTreeSet::from(["why".to_owned()]), "a page without a code");
}

/// Everything that `why-not` can say stands on its page, and nothing else; `explain` shows that page.
#[test]
fn what_is_said_of_a_move_has_a_page() {
    let listed: BTreeSet<&str> = WHY.lines().filter_map(|line| line.strip_prefix("- `")?.split('`').next()).collect();
    let known: BTreeSet<&str> = Code::REFUSALS.iter().map(|code| code.name()).collect();
    assert_eq!(listed, known);
    assert!(WHY.lines().count() <= MAX_LINES);
    for code in known.into_iter().chain(["why"]) {
        assert_eq!(page(code).as_deref(), Some(WHY), "{code}");
    }
}

#[test]
fn the_example_of_what_is_said_of_a_move_says_it() {
    let [text] = &blocks(WHY, "```game")[..] else { panic!("one example") };
    let loaded = load("block", text);
    let prepared = loaded.prepare(None, &[]).0.unwrap().explaining().unwrap();
    let mut line = LineOfPlay::new(prepared.start());
    let said = why_not(&mut line, &loaded.sources, "b2").unwrap();
    assert_eq!(said.findings[0].diagnostic.code, Code::WhyWhere);
}

/// The codes of which all findings are advice.
const ADVICE: [Code; 4] = [Code::PlayUneven, Code::PlaySlow, Code::LintTakenAtOnce, Code::LintAlikeNever];

#[test]
fn pages_say_what_pages_say() {
    for code in Code::ALL {
        let (name, page) = (code.name(), code.page());
        let severity = match code.severity() {
            Severity::Error => "Error",
            _ if ADVICE.contains(code) => "Advice",
            _ => "Warning",
        };
        assert!(page.starts_with(&format!("# {name}\n\n{severity}: ")), "{name}: {page}");
        let summary = code.summary();
        assert!(summary.ends_with('.') && summary.len() > 10 && summary.len() < 120, "{name}: {summary}");
        assert!(page.lines().count() <= MAX_LINES, "{name} has {} lines", page.lines().count());
        assert!(page.lines().all(|line| line.chars().count() <= 132 && line.trim_end() == line), "{name}");
        assert!(!page.contains("]("), "{name}: a link in a terminal");
        assert!(!blocks(page, "```game").is_empty(), "{name} has no right example");
        let is_shown = !blocks(page, "```game wrong").is_empty();
        assert_eq!(is_shown, !WITHOUT_EXAMPLE.contains(&name), "{name}: a wrong example");
        if code.severity() < Severity::Error && !name.starts_with("allow/") {
            let allow = format!("`allow {name} ");
            assert!(page.replace('\n', " ").contains(&allow), "{name} does not say how to allow it");
        }
    }
}

#[test]
fn wrong_examples_give_the_code_and_nothing_else() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        for text in blocks(code.page(), "```game wrong") {
            let loaded = load("block", &text);
            let report = inspect(&loaded, &Written::default(), Smoke::default()).report;
            let found: Vec<Code> = report.iter().map(|finding| finding.code).collect();
            // What random games show may be the same defect once more.
            let other = |found: &Code| found != code && found.area() != "play";
            if !found.contains(code) || found.iter().any(other) {
                wrong.push(format!("{code}: {found:?}\n{text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

// ---- Words --------------------------------------------------------------------------------------------------------

fn grammar() -> String {
    std::fs::read_to_string(root().join("grammar/game.pest")).unwrap()
}

/// The body of a rule of the grammar.
fn rule<'g>(grammar: &'g str, name: &str) -> &'g str {
    let from = |line: &str| line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='));
    let start = grammar.lines().find(|line| from(line)).map(|line| line.as_ptr().addr() - grammar.as_ptr().addr());
    let rest = &grammar[start.unwrap()..];
    // A rule goes on until a line that is not indented.
    let end = rest.match_indices('\n').find(|(at, _)| rest[at + 1..].starts_with(|c: char| c != ' ' && c != '}'));
    &rest[..end.map_or(rest.len(), |(at, _)| at)]
}

fn literals(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The words that a rule may begin with, followed into the rules that it names first.
fn first_words(grammar: &str, name: &str) -> Vec<String> {
    let body = rule(grammar, name);
    let body = body.split_once('{').unwrap().1;
    let first = body.split('~').next().unwrap();
    let words: Vec<&str> =
        first.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|w| !w.is_empty()).collect();
    match words.iter().any(|word| word.starts_with("kw_")) {
        true => words.iter().filter_map(|word| word.strip_prefix("kw_")).map(str::to_owned).collect(),
        false => words.iter().flat_map(|word| first_words(grammar, word)).collect(),
    }
}

/// Every word that the grammar knows: reserved ones, those that mean something in one place, claims.
fn grammar_words(grammar: &str) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = literals(rule(grammar, "keyword")).into_iter().collect();
    let own =
        grammar.lines().filter(|line| line.starts_with("kw_")).flat_map(|line| literals(line).into_iter().take(1));
    words.extend(own);
    words.extend(literals(rule(grammar, "claim_word")));
    words.extend(literals(rule(grammar, "like_coloured")));
    words
}

fn heads() -> BTreeSet<&'static str> {
    groups().into_iter().flat_map(|group| group.entries).flat_map(|entry| entry.heads).collect()
}

#[test]
fn every_word_of_the_grammar_is_explained() {
    let grammar = grammar();
    let words = grammar_words(&grammar);
    assert!(words.len() > 130 && words.contains("pick") && words.contains("ko"), "{words:?}");
    let without: Vec<&String> = words.iter().filter(|word| page(word).is_none()).collect();
    assert!(without.is_empty(), "no entry below docs/words/ for {without:?}");
}

#[test]
fn declarations_statements_and_builtin_words_have_entries_of_their_own() {
    let grammar = grammar();
    let heads = heads();
    let mut wanted: Vec<String> = literals(rule(&grammar, "declaration_word"));
    let names = rule(&grammar, "statement").split_once('{').unwrap().1;
    let names = names.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|name| !name.is_empty());
    wanted.extend(names.flat_map(|name| first_words(&grammar, name)));
    assert!(wanted.len() > 45 && wanted.iter().any(|word| word == "tuck"), "{wanted:?}");
    wanted.extend(words_alone().chain(functions()).map(|word| word.name().to_owned()));
    wanted.extend(["game", "variant"].map(str::to_owned));
    let without: Vec<&String> = wanted.iter().filter(|word| !heads.contains(word.as_str())).collect();
    assert!(without.is_empty(), "no entry below docs/words/ for {without:?}");
}

#[test]
fn the_tables_of_the_language_have_every_builtin() {
    let language = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md")).unwrap();
    let has = |name: &str| [format!("`{name}`"), format!("`{name}(")].iter().any(|cell| language.contains(cell));
    let mut names = words_alone().chain(functions()).map(|word| word.name());
    assert_eq!(names.find(|name| !has(name)), None, "no line in docs/language.md");
}

#[test]
fn every_operator_is_explained() {
    let grammar = grammar();
    let names: Vec<&str> = rule(&grammar, "infix").split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).collect();
    let mut signs = 0;
    for name in
        names.iter().filter(|name| !name.is_empty() && grammar.contains(&format!("\n{name} ")) && **name != "infix")
    {
        let body = rule(&grammar, name);
        for sign in literals(body.split(" ~ ").next().unwrap()) {
            assert!(heads().contains(sign.as_str()), "no entry below docs/words/ for `{sign}`");
            signs += 1;
        }
    }
    assert!(signs > 10, "{signs}");
}

/// The language's own names that are neither in the grammar nor in the tables.
fn is_of_the_board(word: &str) -> bool {
    let boards = [
        "square(5)",
        "hexagon(3)",
        "rhombus(3)",
        "triangle(3)",
        "triangle(3) rows from top",
        "pyramid(3)",
        "graph { line a1-b1 }",
    ];
    let has = |game: &str| {
        let (prepared, _) = load("x", game).prepare(None, &[]);
        let board = &prepared.unwrap().game.board;
        board.find_direction(word).is_some() || board.find_region(word).is_some() || board.find_relation(word).is_some()
    };
    let game = |board: &str| {
        let rules =
            "players A, B piece s move place { pick c in empty put my s on c } turn place end when no move { draw }";
        format!("game \"x\" {{ board {board} {rules} }}")
    };
    boards.iter().any(|board| has(&game(board)))
}

fn is_type_or_shape(word: &str) -> bool {
    let game = format!("game \"x\" {{ board {word}(3) value v(x: {word}) = 1 players A, B }}");
    let (_, report) = load("x", &game).prepare(None, &[]);
    let found: BTreeSet<&str> = report.iter().map(|finding| finding.code.name()).collect();
    let graph = word == "graph";
    graph
        || !found.contains("board/unknown-shape")
        || {
            let typed = format!(
                "game \"x\" {{ board square(3) value v(x: {word}) = 1 players A, B piece s move m {{ }} turn m end when v(1) = 1 {{ draw }} }}"
            );
            let (_, report) = load("x", &typed).prepare(None, &[]);
            report.iter().all(|finding| ![Code::NameUnknownType, Code::SyntaxExpected].contains(&finding.code))
        }
}

#[test]
fn no_entry_is_about_what_does_not_exist() {
    let grammar = grammar();
    let mut known = grammar_words(&grammar);
    known.extend(words_alone().chain(functions()).map(|word| word.name().to_owned()));
    // `leap` is looked up where relations are built.
    known.insert("leap".to_owned());
    // Calls that boards of several levels have.
    known.extend(["level", "levels"].map(str::to_owned));
    let unknown = |word: &str| !known.contains(word) && !is_of_the_board(word) && !is_type_or_shape(word);
    assert!(unknown("frobnicate") && !unknown("upperleft") && !unknown("number") && !unknown("rhombus"));
    let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let words = heads().into_iter().flat_map(|head| head.split(' ')).filter(|word| is_word(word));
    let wrong: BTreeSet<&str> = words.filter(|word| unknown(word)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn every_example_uses_its_words() {
    let mut wrong = Vec::new();
    for entry in groups().into_iter().flat_map(|group| group.entries) {
        let examples = blocks(entry.body, "```game").concat();
        let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = examples.split(|c| !name(c)).collect();
        assert!(!examples.is_empty(), "no example for {:?}", entry.heads);
        assert!(!entry.body.contains("]("), "{:?}: a link in a terminal", entry.heads);
        for head in entry.heads.iter().filter(|head| !NOT_PLAYABLE.contains(head)) {
            // `P` and `S` stand for anything.
            let parts = head.split(' ').filter(|part| !matches!(*part, "P" | "S"));
            let uses = |part: &str| if part.chars().all(name) { words.contains(part) } else { examples.contains(part) };
            wrong.extend(parts.filter(|part| !uses(part)).map(|part| format!("{head}: {part}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
