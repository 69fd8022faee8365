//! The games that the laws are held against: every game and variant of `games/` and of `tests/laws/sheets/`, at the default
//! options, at the least values of each option, and at all least values together; and a game for each word and function.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rulebook_language::diagnostic::Report;
use rulebook_language::model::{self, Choice, Domain, Game};
use rulebook_language::source::{SourceFile, SourceMap, Span};
use rulebook_language::syntax::{self, ast};
use rulebook_language::util::Rational;
use rulebook_play::engine::{Leaves, Position};
use rulebook_play::plan::{self, Plan};

use super::builtins;

/// A game with one choice of options.
pub struct Case {
    /// Its file, title and options, for people.
    pub name: String,
    /// Whether no option has another value than its default.
    is_default: bool,
    game: Arc<Game>,
    plan: Arc<Plan>,
}

impl Case {
    /// The name of its file, without folders and ending, if it is in one.
    pub fn stem(&self) -> Option<&str> {
        let (path, _) = self.name.split_once(".game: ")?;
        path.rsplit('/').next()
    }

    /// Whether it is the game as its sheet stands, without options that are set.
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    /// The start of the game.
    pub fn start(&self) -> Position {
        Position::new(Arc::clone(&self.game), Arc::clone(&self.plan))
    }

    /// The start of the game, with the reference in place of native code.
    pub fn plain_start(&self) -> Position {
        Position::with_leaves(Arc::clone(&self.game), Arc::clone(&self.plan), Leaves::Reference)
    }

    /// The position that a text describes.
    pub fn read(&self, text: &str) -> Position {
        let read = Position::read(Arc::clone(&self.game), Arc::clone(&self.plan), text);
        read.unwrap_or_else(|error| panic!("{self}: `{text}` does not read back: {error}"))
    }

    /// The plan of the game, compiled again.
    pub fn compiled_again(&self) -> Arc<Plan> {
        plan::compile(&self.game).unwrap()
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Every case, and what kept a declared option value from being one.
pub struct Cases {
    /// The cases.
    pub good: Vec<Case>,
    /// What went wrong with the others.
    pub bad: Vec<String>,
}

impl Cases {
    /// The games as their sheets stand, and some of those with options set: for laws that take long.
    pub fn some(&self) -> impl Iterator<Item = &Case> {
        self.good.iter().enumerate().filter(|(place, case)| case.is_default() || place % 8 == 0).map(|(_, case)| case)
    }
}

/// All cases.
pub fn cases() -> &'static Cases {
    static CASES: OnceLock<Cases> = OnceLock::new();
    CASES.get_or_init(gather)
}

fn gather() -> Cases {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in ["games", "tests/laws/sheets"] {
        walk(&root.join(folder), &mut paths);
    }
    paths.sort();
    let mut sources = SourceMap::default();
    let mut files = Vec::new();
    let mut cases = Cases { good: Vec::new(), bad: Vec::new() };
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        (name, std::fs::read_to_string(path).unwrap())
    };
    for (name, text) in paths.iter().map(read).chain(builtins::sheets()) {
        let id = sources.add(SourceFile::new(name, text));
        let (file, report) = syntax::parse(&sources, id);
        complain(&sources, sources.file(id).name.as_str(), &report, &mut cases.bad);
        files.push(file);
    }
    link(&sources, &mut files);
    for at in 0..files.len() {
        // Its own file first, then those whose games it may vary.
        let order: Vec<&ast::File> = files[at..].iter().chain(&files[..at]).collect();
        for title in model::titles(&files[at]) {
            let name = format!("{}: {}", sources.file(files[at].id).name, title.text);
            let Some(game) = check(&sources, &order, title, &[], &name, &mut cases) else { continue };
            for choices in small_choices(&game) {
                check(&sources, &order, title, &choices, &name, &mut cases);
            }
        }
    }
    assert!(cases.good.len() > 4, "the games are in games/");
    cases
}

/// Tells variants of games in other files which files those are.
fn link(sources: &SourceMap, files: &mut [ast::File]) {
    for file in files {
        let own = sources.file(file.id).name.clone();
        for base in file.units.iter_mut().filter_map(|unit| unit.base.as_mut()) {
            let Some(path) = &base.path else { continue };
            let beside = Path::new(&own).with_file_name(&path.text);
            base.file = sources.iter().find(|(_, other)| Path::new(&other.name) == beside).map(|(id, _)| id);
        }
    }
}

/// The game files below a folder.
pub fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "game") {
            out.push(path);
        }
    }
}

fn check(
    sources: &SourceMap,
    files: &[&ast::File],
    title: &ast::Name,
    choices: &[Choice],
    name: &str,
    cases: &mut Cases,
) -> Option<Arc<Game>> {
    let set: String = choices.iter().map(|c| format!(" {}={}", c.option.text, c.value.text)).collect();
    let name = format!("{name}{set}");
    let (game, report) = model::check(files, Some(title), choices);
    complain(sources, &name, &report, &mut cases.bad);
    let game = Arc::new(game?);
    match plan::compile(&game) {
        Ok(plan) => cases.good.push(Case { name, is_default: choices.is_empty(), game: Arc::clone(&game), plan }),
        Err(report) => complain(sources, &name, &report, &mut cases.bad),
    }
    Some(game)
}

fn complain(sources: &SourceMap, name: &str, report: &Report, bad: &mut Vec<String>) {
    for found in report.iter() {
        let line = sources.file(found.primary.span.file).place(found.primary.span.start).line;
        bad.push(format!("{name}: line {line}: {}: {}", found.code, found.message));
    }
}

/// Choices of options: each option at each of its least values alone, then all at their least.
fn small_choices(game: &Game) -> Vec<Vec<Choice>> {
    let mut choices = Vec::new();
    let mut least = Vec::new();
    for option in &game.options {
        let values: Vec<String> = match &option.domain {
            Domain::Words(words) => words.clone(),
            Domain::Range(low, high, step) => {
                let next = low.plus(*step).filter(|next| next <= high);
                [Some(*low), next].into_iter().flatten().map(|number: Rational| number.to_string()).collect()
            }
        };
        let set = |value: &String| Choice { option: said(&option.name), value: said(value) };
        least.extend(values.first().map(set));
        choices.extend(values.iter().filter(|value| **value != option.value.to_string()).map(|value| vec![set(value)]));
    }
    if least.len() > 1 {
        choices.push(least);
    }
    choices
}

fn said(text: &str) -> ast::Name {
    ast::Name { text: text.to_owned(), span: Span::default() }
}
