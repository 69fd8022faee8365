//! What is said of wrong files. Each file of `tests/diagnostics/` has one defect and says itself what is to be found: under
//! the line at fault a comment with carets under the place, the severity, the code and the message, then a line with the help.
//!
//! ```text
//!   board sqare(5)
//! //      ^^^^^ error board/unknown-shape: there is no board `sqare`
//! //      help: did you mean `square`?
//! ```
//!
//! A file may begin with `// set option=value` or `// play title`, as a user would choose, or with `// inspect`: then it is looked
//! at as `rulebook check` does, with random games and with what the file allows, as a file of the folder `tests/beside/`. With `BLESS=1` in the environment the
//! test writes the notes as they are now: read what changed.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test may read files and fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rulebook_insight::analysis::{Smoke, inspect, run_tests};
use rulebook_insight::audit::lints::{lint, overrides};
use rulebook_insight::library::{Files, Unread, Written, load, load_with};
use rulebook_language::diagnostic::{Code, Diagnostic, Report, Severity};
use rulebook_language::model::{self, Choice};
use rulebook_language::source::{FileId, SourceFile, SourceMap, Span};
use rulebook_language::syntax::{self, ast::Name};
use rulebook_play::plan;

/// A folder a phase.
const PHASES: [&str; 16] = [
    "syntax", "names", "types", "moves", "turns", "ends", "board", "options", "limits", "play", "allow", "tests",
    "lints", "looks", "luck", "links",
];

/// Codes of files too large to be kept, with the test that makes such files.
const MADE_ELSEWHERE: [(Code, &str); 7] = [
    (Code::LimitFiles, "tests/insight/files.rs"),
    (Code::LimitFile, "tests/language/hostile.rs"),
    (Code::LimitStages, "tests/language/hostile.rs"),
    (Code::LimitCheck, "tests/cli/formats.rs"),
    (Code::LimitEvaluation, "tests/cli/formats.rs"),
    (Code::PlayEndless, "tests/cli/check.rs"),
    (Code::PlayBroken, "tests/fuzz/targets.rs"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

pub fn walk(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, ending, out);
        } else if path.extension().is_some_and(|found| found == ending) {
            out.push(path);
        }
    }
    out.sort();
}

/// Whether a line is a note, and not a part of the file that it is about.
fn is_note(line: &str) -> bool {
    let text = line.trim_start().strip_prefix("//").unwrap_or("").trim_start();
    ["^", "help: ", "from column 1: "].iter().any(|lead| text.starts_with(lead))
}

/// A comment such as `// set size=3` in the first lines: what stands after the word, with its place.
fn said<'t>(text: &'t str, word: &str, file: FileId) -> impl Iterator<Item = Name> + use<'t> {
    let lead = format!("// {word} ");
    let start = move |line: &'t str| line.as_ptr().addr() - text.as_ptr().addr();
    text.lines().take_while(|line| line.starts_with("//")).filter_map(move |line| {
        let said = line.strip_prefix(lead.as_str())?;
        Some(Name { text: said.to_owned(), span: Span::new(file, start(said), start(said) + said.len()) })
    })
}

fn choice(said: &Name) -> Choice {
    let at = said.text.find('=').unwrap();
    let (file, start) = (said.span.file, said.span.start as usize);
    let part = |from: usize, to: usize| Name {
        text: said.text[from..to].to_owned(),
        span: Span::new(file, start + from, start + to),
    };
    Choice { option: part(0, at), value: part(at + 1, said.text.len()) }
}

/// The files of `tests/beside/`, which fixtures with `// inspect` may name.
struct Beside;

impl Files for Beside {
    fn read(&self, path: &str) -> Result<String, Unread> {
        std::fs::read_to_string(root().join("tests/beside").join(path)).map_err(|_| Unread::Missing)
    }

    fn paths(&self) -> Vec<String> {
        vec!["ring.game".to_owned(), "spread.game".to_owned()]
    }
}

/// All that is found in a file, in the order of places.
pub fn found(text: &str) -> (SourceMap, Vec<Diagnostic>) {
    if text.lines().take_while(|line| line.starts_with("//")).any(|line| line == "// inspect") {
        let loaded = load_with("test.game", text, &Beside);
        let mut report = inspect(&loaded, &Written::default(), Smoke::default()).report;
        report.sort();
        // What random games show is often the same defect once more.
        let shown = |finding: &Diagnostic| finding.code.area() == "play";
        let mut found = kept(&report);
        if !found.iter().all(shown) {
            found.retain(|finding| !shown(finding));
        }
        return (loaded.sources, found);
    }
    let mut sources = SourceMap::default();
    let id = sources.add(SourceFile::new("test.game", text));
    let (file, mut report) = syntax::parse(&sources, id);
    let choices: Vec<Choice> = said(text, "set", id).map(|said| choice(&said)).collect();
    let mut titles: Vec<Name> = said(text, "play", id).collect();
    if titles.is_empty() {
        titles = model::titles(&file).cloned().collect();
    }
    let mut lints = Report::default();
    // What cannot be read stands in the way of the rest.
    for title in titles.iter().filter(|_| report.errors() == 0).collect::<Vec<_>>() {
        let (game, said) = model::check(&[&file], Some(title), &choices);
        report.extend(said);
        let Some(game) = game else { continue };
        match plan::compile(&game) {
            Ok(_) => lint(&game).into_iter().filter(|lint| !lint.suspect).for_each(|lint| lints.add(lint.said)),
            Err(limits) => report.extend(limits),
        }
        lints.extend(overrides(std::slice::from_ref(&file), &sources, &title.text));
    }
    report.extend(lints);
    if report.errors() == 0 {
        let wanted = |game: &str, _: &str| titles.iter().any(|title| title.text == game);
        report.extend(run_tests(&load("test.game", text), &wanted).report);
    }
    report.sort();
    (sources, kept(&report))
}

fn kept(report: &Report) -> Vec<Diagnostic> {
    report.iter().cloned().collect()
}

/// The files of `tests/diagnostics/`.
fn paths() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    walk(&root().join("tests/diagnostics"), "game", &mut paths);
    assert!(paths.len() >= 60, "{} files", paths.len());
    paths
}

/// What is found in each of them, worked out once for all tests.
pub fn all_found() -> &'static [(PathBuf, Vec<Diagnostic>)] {
    static FOUND: OnceLock<Vec<(PathBuf, Vec<Diagnostic>)>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let found_in = |path: PathBuf| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path, found(&text).1)
        };
        paths().into_iter().map(found_in).collect()
    })
}

/// The text with the notes that belong into it, and without those that it has.
fn noted(text: &str) -> String {
    let bare: Vec<&str> = text.lines().filter(|line| !is_note(line)).collect();
    let bare = bare.join("\n") + "\n";
    let (sources, diagnostics) = found(&bare);
    let mut notes: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for diagnostic in diagnostics {
        let span = diagnostic.primary.span;
        let file = sources.file(span.file);
        let place = file.place(span.start);
        let shown = file.slice(span).lines().next().unwrap_or("").chars().count().max(1);
        let column = place.column as usize - 1;
        // Under the first columns there is no room for carets.
        let blank = if column < 2 { " from column 1: ".to_owned() } else { " ".repeat(column - 2) };
        let shown = if column < 2 { shown + column } else { shown };
        let lines = notes.entry(place.line).or_default();
        let (severity, code, message) = (diagnostic.severity.word(), diagnostic.code, &diagnostic.message);
        lines.push(format!("//{blank}{} {severity} {code}: {message}", "^".repeat(shown)));
        let blank = " ".repeat(column.max(3) - 2);
        lines.extend(diagnostic.help.iter().map(|help| format!("//{blank}help: {help}")));
    }
    let mut out = String::new();
    for (line, number) in bare.lines().zip(1..) {
        out.push_str(line);
        out.push('\n');
        for note in notes.remove(&number).into_iter().flatten() {
            out.push_str(&note);
            out.push('\n');
        }
    }
    out.extend(notes.into_values().flatten().map(|note| note + "\n"));
    out
}

#[test]
fn every_file_says_what_is_found_in_it() {
    let mut wrong = Vec::new();
    for path in &paths() {
        let text = std::fs::read_to_string(path).unwrap();
        let right = noted(&text);
        if text == right {
            continue;
        }
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, right).unwrap();
            continue;
        }
        let shown = |lines: &str, against: &str, sign: &str| -> String {
            let against: BTreeSet<&str> = against.lines().filter(|line| is_note(line)).collect();
            let notes = lines.lines().filter(|line| is_note(line) && !against.contains(line));
            notes.map(|line| format!("{sign} {line}\n")).collect()
        };
        let (expected, got) = (shown(&text, &right, "expected"), shown(&right, &text, "found   "));
        wrong.push(format!("{}\n{expected}{got}", path.display()));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_missing_note_and_an_extra_note_both_fail() {
    let bare = "game \"x\" {\n  board sqare(5)\n  players A, B\n}\n";
    let right = noted(bare);
    assert!(right.contains("\n//      ^^^^^ error board/unknown-shape: there is no board `sqare`\n"), "{right}");
    assert!(right.contains("\n//      help: did you mean `square`?\n"), "{right}");
    assert_ne!(right, bare, "a missing note");
    assert_eq!(noted(&right), right, "a note changes nothing of what is found");
    let extra = right.replace("}\n", "//  ^ error name/unknown: nothing is called `x`\n}\n");
    assert_ne!(noted(&extra), extra, "an extra note");
}

#[test]
fn one_file_one_defect_one_phase() {
    for phase in std::fs::read_dir(root().join("tests/diagnostics")).unwrap() {
        let name = phase.unwrap().file_name().into_string().unwrap();
        assert!(PHASES.contains(&name.as_str()), "{name} is no phase");
    }
    let mut wrong = Vec::new();
    for (path, found) in all_found() {
        // What playing shows of a small example is no defect, unless it is what the file is about.
        let defects = found.iter().filter(|one| one.severity != Severity::Advice).count();
        let count = if defects > 0 { defects } else { found.len() };
        if count != 1 {
            wrong.push(format!("{} has {count} findings", path.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn every_message_is_one_plain_line() {
    for (path, found) in all_found() {
        for diagnostic in found {
            let texts = [Some(&diagnostic.message), Some(&diagnostic.primary.text), diagnostic.help.as_ref()];
            for text in texts.into_iter().flatten() {
                let plain = !text.ends_with('.') && !text.contains('\n') && !text.contains("  ");
                let lower = !text.starts_with(char::is_uppercase);
                assert!(plain && lower, "{}: `{text}`", path.display());
                assert_eq!(text.matches('`').count() % 2, 0, "{}: `{text}`", path.display());
            }
            assert!(!diagnostic.message.is_empty());
        }
    }
}

#[test]
fn every_code_has_a_file() {
    // That these are all codes of the sources is held by `tests/language/explain.rs`.
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| code.name().to_owned()).collect();
    let mut shown: BTreeSet<String> = BTreeSet::new();
    for (_, found) in all_found() {
        shown.extend(found.iter().map(|diagnostic| diagnostic.code.name().to_owned()));
    }
    for (code, test) in MADE_ELSEWHERE {
        let text = std::fs::read_to_string(root().join(test)).unwrap();
        assert!(text.contains(code.name()) || text.contains(&format!("Code::{code:?}")), "{test} makes {code}");
        shown.insert(code.name().to_owned());
    }
    let without: Vec<&String> = codes.difference(&shown).collect();
    assert!(without.is_empty(), "no file for {without:?}");
}
