//! A text, read with the shipped games that it builds on, and games made of it.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::files::{Files, NoFiles, Unread, folder, join};
use super::shipped::{self, Shipped};
use rulebook_batch::Compiled;
use rulebook_language::diagnostic::{Code, Diagnostic, Fix, Report, Severity};
use rulebook_language::model::{self, Choice, Expr, Game, Test};
use rulebook_language::source::{SourceFile, SourceMap, Span};
use rulebook_language::syntax::{self, ast};
use rulebook_language::util::suggestion;
use rulebook_play::engine::{NotationError, Position};
use rulebook_play::plan::{self, Plan};

/// The name of a text that holds an expression from outside the file.
pub const ASKED: &str = "<value>";
/// From how many files a game is read.
const MAX_FILES: usize = 64;
/// How many files are named one by the other.
const MAX_DEPTH: usize = 16;

/// A file that was read, with what was found in reading it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The texts: the file first, then what it builds on.
    pub sources: SourceMap,
    /// What they say, in the same order.
    pub files: Vec<ast::File>,
    /// What could not be read.
    pub report: Report,
    /// What is asked from outside the file, as written and as read.
    asked: Vec<(String, ast::Expr)>,
    /// Where each file is from, and over how many others it was come to.
    origins: Vec<(Origin, usize)>,
    /// The paths that `in` names.
    named: BTreeSet<String>,
}

/// Where a file is from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Origin {
    /// The sheet itself, or one beside it, by its path from their folder on.
    Beside(String),
    /// It comes with the program.
    Shipped(&'static Shipped),
}

/// A game that can be played.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The checked game.
    pub game: Arc<Game>,
    /// What the engine runs.
    pub plan: Arc<Plan>,
    /// The expressions that its plan's questions are, as they were written.
    pub asked: Vec<String>,
    /// The same, as they were read.
    pub worth: Arc<[Expr]>,
    /// Its program for the batch, once somebody has asked for it.
    pub compiled: Compiled,
    /// The texts that it is made of.
    pub texts: Arc<[Arc<str>]>,
}

/// A test that can be run.
#[derive(Clone, Debug)]
pub struct PreparedTest {
    /// The checked test.
    pub test: Test,
    /// The question of the plan that is the first of its questions.
    pub first: usize,
}

/// Reads `text`, called `name`, and the shipped games that its variants build on. No other file is there.
pub fn load(name: &str, text: &str) -> Loaded {
    load_with(name, text, &NoFiles)
}

/// Reads `text`, called `name`, and what its variants build on: games of `files` beside it, and shipped ones.
pub fn load_with(name: &str, text: &str, files: &dyn Files) -> Loaded {
    let mut loaded = Loaded::default();
    let shipped = shipped::find(name).filter(|game| game.text == text);
    let own = name.replace('\\', "/");
    let origin =
        shipped.map_or_else(|| Origin::Beside(own.rsplit('/').next().unwrap_or("").to_owned()), Origin::Shipped);
    loaded.add(name, text, origin, 0);
    loaded.link(files);
    loaded
}

impl Loaded {
    fn add(&mut self, name: &str, text: &str, origin: Origin, depth: usize) -> usize {
        let id = self.sources.add(SourceFile::new(name, text));
        let (file, report) = syntax::parse(&self.sources, id);
        self.files.push(file);
        self.report.extend(report);
        self.origins.push((origin, depth));
        self.files.len() - 1
    }

    /// Reads what the variants of the first file build on, and what that builds on in turn.
    fn link(&mut self, files: &dyn Files) {
        let mut open: VecDeque<(usize, usize)> =
            self.files.first().iter().flat_map(|file| 0..file.units.len()).map(|unit| (0, unit)).collect();
        let mut known: BTreeSet<(usize, usize)> = open.iter().copied().collect();
        while let Some((file, unit)) = open.pop_front() {
            let Some(mut base) = self.base(file, unit).cloned() else { continue };
            let found = self.find_base(file, &mut base, files);
            base.file = found.and_then(|found| self.files.get(found)).map(|file| file.id);
            let title = base.name.text.clone();
            if let Some(unit) = self.files.get_mut(file).and_then(|file| file.units.get_mut(unit)) {
                unit.base = Some(base);
            }
            let units = found.and_then(|found| self.files.get(found)).map_or([].as_slice(), |file| &file.units);
            let next = found.zip(units.iter().position(|unit| unit.name.text == title));
            open.extend(next.filter(|next| known.insert(*next)));
        }
    }

    fn base(&self, file: usize, unit: usize) -> Option<&ast::Base> {
        self.files.get(file)?.units.get(unit)?.base.as_ref()
    }

    /// The file that a base stands in, which is read if it has not been.
    fn find_base(&mut self, file: usize, base: &mut ast::Base, files: &dyn Files) -> Option<usize> {
        let (origin, depth) = self.origins.get(file).cloned()?;
        let Some(path) = &base.path else {
            if self.files.get(file)?.units.iter().any(|unit| unit.name.text == base.name.text) {
                return Some(file);
            }
            let Some(game) = shipped::of_title(&base.name.text) else {
                base.beside = if file == 0 { beside(&origin, &base.name.text, files) } else { None };
                return None;
            };
            return Some(self.known(&Origin::Shipped(game)).unwrap_or_else(|| self.add_shipped(game, depth + 1)));
        };
        let own = match &origin {
            Origin::Beside(own) => own.clone(),
            Origin::Shipped(game) => format!("{}.game", game.path),
        };
        let joined = match join(&own, &path.text) {
            Ok(joined) => joined,
            Err(help) => {
                let message = format!("`{}` is not beside this file", path.text);
                self.report.add(Diagnostic::new(Code::FileOutside, path.span, message).help(help));
                return None;
            }
        };
        let is_beside = matches!(origin, Origin::Beside(_));
        let wanted = match origin {
            Origin::Beside(_) => Ok(Origin::Beside(joined.clone())),
            Origin::Shipped(_) => shipped::at(&joined).map(Origin::Shipped).ok_or(Unread::Missing),
        };
        if let Some(known) = wanted.as_ref().ok().and_then(|wanted| self.known(wanted)) {
            return Some(known);
        }
        let full = if self.files.len() >= MAX_FILES {
            Some(format!("more than {MAX_FILES} files"))
        } else {
            (depth + 1 >= MAX_DEPTH).then(|| format!("files that name each other {MAX_DEPTH} deep"))
        };
        if let Some(message) = full {
            let help = format!("a game is read from {MAX_FILES} files at most, {MAX_DEPTH} deep");
            self.report.add(Diagnostic::new(Code::LimitFiles, path.span, message).help(help));
            return None;
        }
        if is_beside {
            self.named.insert(joined);
        }
        let read = wanted.and_then(|wanted| match wanted {
            Origin::Shipped(game) => Ok(self.add_shipped(game, depth + 1)),
            Origin::Beside(at) => files.read(&at).map(|text| {
                let folder = self.sources.iter().next().map_or("", |(_, sheet)| folder_of(&sheet.name)).to_owned();
                self.add(&format!("{folder}{at}"), &text, Origin::Beside(at), depth + 1)
            }),
        });
        match read {
            Ok(read) => Some(read),
            Err(unread) => {
                self.report.add(refused(path, &own, &unread, files));
                None
            }
        }
    }

    fn known(&self, origin: &Origin) -> Option<usize> {
        self.origins.iter().position(|(known, _)| known == origin)
    }

    fn add_shipped(&mut self, game: &'static Shipped, depth: usize) -> usize {
        self.add(game.name(), game.text, Origin::Shipped(game), depth)
    }

    /// The paths, from the folder of the file on, of all files that `in` names, whether they could be read or not.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        self.named.iter().map(String::as_str)
    }

    /// Lets the games that are prepared from here on answer an expression, which gives a number for a player in the place of
    /// `me`. What is wrong with it stands in the way of every game.
    pub fn ask(&mut self, text: &str) {
        if self.asked.iter().any(|(known, _)| known == text) {
            return;
        }
        let id = self.sources.add(SourceFile::new(ASKED, text));
        let (expr, report) = syntax::expression(&self.sources, id);
        self.report.extend(report);
        self.asked.extend(expr.map(|expr| (text.to_owned(), expr)));
    }

    /// The same texts with some places replaced. Of places that overlap the first of the text counts.
    #[must_use]
    pub fn edited(&self, edits: &[(Span, String)]) -> Loaded {
        let mut texts = Vec::new();
        for file in &self.files {
            let source = self.sources.file(file.id);
            let mut own: Vec<&(Span, String)> = edits.iter().filter(|(span, _)| span.file == file.id).collect();
            own.sort_by_key(|(span, _)| (span.start, span.end));
            let (mut text, mut at) = (String::new(), 0);
            for (span, by) in own.into_iter().filter(|(span, _)| span.start <= span.end) {
                let Some(kept) = source.text.get(at..span.start as usize) else { continue };
                text.push_str(kept);
                text.push_str(by);
                at = span.end as usize;
            }
            text.push_str(source.text.get(at..).unwrap_or_default());
            texts.push(text);
        }
        self.reread(texts)
    }

    /// The same with another text in the first file.
    #[must_use]
    pub fn with_text(&self, text: String) -> Loaded {
        let others = self.files.iter().skip(1).map(|file| self.sources.file(file.id).text.to_string());
        self.reread(std::iter::once(text).chain(others))
    }

    /// The files with other texts; nothing else is read.
    fn reread(&self, texts: impl IntoIterator<Item = String>) -> Loaded {
        let mut loaded = Loaded::default();
        for ((file, (origin, depth)), text) in self.files.iter().zip(&self.origins).zip(texts) {
            loaded.add(&self.sources.file(file.id).name, &text, origin.clone(), *depth);
        }
        loaded.link(&NoFiles);
        self.asked.iter().for_each(|(asked, _)| loaded.ask(asked));
        loaded
    }

    /// The same without what cannot be read of tests, where nothing else is wrong and something of them is.
    pub fn without_unread_tests(&self) -> Option<Loaded> {
        let units = || self.files.iter().flat_map(|file| &file.units);
        let is_in_test = |at: Span| units().flat_map(|unit| &unit.unread_tests).any(|(_, test)| at.is_in(*test));
        let is_error = |said: &&Diagnostic| said.severity == Severity::Error;
        if self.report.errors() == 0 || !self.report.iter().filter(is_error).all(|said| is_in_test(said.primary.span)) {
            return None;
        }
        let mut apart = self.clone();
        apart.report = Report::default();
        self.report.iter().filter(|said| !is_error(said)).for_each(|said| apart.report.add(said.clone()));
        Some(apart)
    }

    /// The titles of the games and variants in the file itself, in order.
    pub fn titles(&self) -> impl Iterator<Item = &ast::Name> {
        self.files.iter().take(1).flat_map(model::titles)
    }

    /// Checks the game or variant `title` as [`Loaded::prepare`] does, but compiles nothing.
    pub fn check(&self, title: Option<&ast::Name>, choices: &[Choice]) -> (Option<Game>, Report) {
        let (game, _, report) = self.check_asked(title, choices);
        (game, report)
    }

    /// The same, with the values that are asked for.
    fn check_asked(&self, title: Option<&ast::Name>, choices: &[Choice]) -> (Option<Game>, Vec<Expr>, Report) {
        if self.report.errors() > 0 {
            return (None, Vec::new(), self.report.clone());
        }
        let files: Vec<&ast::File> = self.files.iter().collect();
        let values: Vec<&ast::Expr> = self.asked.iter().map(|(_, expr)| expr).collect();
        model::check_asked(&files, title, choices, &values)
    }

    /// Checks and compiles the game or variant `title` (the first of the file where none is given) with `choices` for its
    /// options. What could not be read anywhere stands in the way of every game. Beside the game, the warnings.
    pub fn prepare(&self, title: Option<&ast::Name>, choices: &[Choice]) -> (Option<Prepared>, Report) {
        let (game, worth, mut report) = self.check_asked(title, choices);
        let Some(mut game) = game else { return (None, report) };
        game.quote_ends(&self.sources);
        let questions: Vec<&Expr> = worth.iter().collect();
        let asked = self.asked.iter().map(|(text, _)| text.clone()).collect();
        match plan::compile_with(&game, &questions) {
            Ok(plan) => {
                let (compiled, texts) = (Compiled::default(), self.texts());
                (Some(Prepared { game: Arc::new(game), plan, asked, worth: worth.into(), compiled, texts }), report)
            }
            Err(limits) => {
                report.extend(limits);
                (None, report)
            }
        }
    }

    /// The texts of the files.
    fn texts(&self) -> Arc<[Arc<str>]> {
        self.files.iter().map(|file| Arc::clone(&self.sources.file(file.id).text)).collect()
    }

    /// Checks and compiles the game or variant `title` as [`Loaded::prepare`] does, with `choices` and `tests`, which are some of
    /// its own: beside the game, of each test what was made of it, in order, or nothing where it is wrong.
    pub fn prepare_tests(
        &self,
        title: &ast::Name,
        choices: &[Choice],
        tests: &[&ast::Test],
    ) -> (Option<Prepared>, Vec<Option<PreparedTest>>, Report) {
        let none = || vec![None; tests.len()];
        if self.report.errors() > 0 {
            return (None, none(), self.report.clone());
        }
        let files: Vec<&ast::File> = self.files.iter().collect();
        let (game, checked, mut report) = model::check_tests(&files, Some(title), choices, tests);
        let Some(mut game) = game else { return (None, none(), report) };
        game.quote_ends(&self.sources);
        let mut questions: Vec<&Expr> = Vec::new();
        let firsts: Vec<usize> = checked
            .iter()
            .map(|test| {
                let first = questions.len();
                questions.extend(test.iter().flat_map(Test::questions));
                first
            })
            .collect();
        match plan::compile_with(&game, &questions) {
            Ok(plan) => {
                let prepared = |(test, first): (Option<Test>, usize)| test.map(|test| PreparedTest { test, first });
                let tests = checked.into_iter().zip(firsts).map(prepared).collect();
                let compiled = Compiled::default();
                let texts = self.texts();
                let (asked, worth) = (Vec::new(), Arc::default());
                (Some(Prepared { game: Arc::new(game), plan, asked, worth, compiled, texts }), tests, report)
            }
            Err(limits) => {
                report.extend(limits);
                (None, none(), report)
            }
        }
    }
}

/// What stands before the last part of the name of a file, on every system.
fn folder_of(name: &str) -> &str {
    name.rfind(['/', '\\']).and_then(|at| name.get(..=at)).unwrap_or("")
}

/// A file beside a sheet that holds a game or variant of this title, as far as its text tells.
fn beside(origin: &Origin, title: &str, files: &dyn Files) -> Option<String> {
    let Origin::Beside(own) = origin else { return None };
    let mut paths = files.paths();
    paths.truncate(MAX_FILES);
    paths
        .into_iter()
        .filter(|path| path != own)
        .find(|path| files.read(path).is_ok_and(|text| shipped::has_title(&text, title)))
}

/// What is said of a file that is not read.
fn refused(path: &ast::Name, own: &str, unread: &Unread, files: &dyn Files) -> Diagnostic {
    let name = &path.text;
    let said = |message: String| Diagnostic::new(Code::FileMissing, path.span, message);
    match unread {
        Unread::Outside => Diagnostic::new(Code::FileOutside, path.span, format!("`{name}` leads out of this folder"))
            .help("a variant's file lies in the same folder or below it, links followed: copy it there"),
        Unread::Unreadable(why) => said(format!("`{name}` cannot be read: {why}")).help("name a file of rules"),
        Unread::Missing => {
            let said = said(format!("there is no `{name}` beside this file"));
            let paths = files.paths();
            let near = paths.iter().filter_map(|path| path.strip_prefix(folder(own))).filter(|near| *near != own);
            match suggestion(name, near) {
                Some(near) => {
                    let fix = Fix::write(path.span, format!("\"{}\"", near.word));
                    said.help(format!("did you mean `{}`?", near.word)).fix(Fix { safe: near.sure, ..fix })
                }
                None => {
                    said.help("write the path of a file from the folder of this one on, such as `in \"chess.game\"`")
                }
            }
        }
    }
}

impl Prepared {
    /// The start of a game.
    pub fn start(&self) -> Position {
        Position::new(Arc::clone(&self.game), Arc::clone(&self.plan))
    }

    /// The position that a text describes.
    ///
    /// # Errors
    /// If the text is not one of a position of this game.
    pub fn read(&self, text: &str) -> Result<Position, NotationError> {
        Position::read(Arc::clone(&self.game), Arc::clone(&self.plan), text)
    }

    /// The same game with a plan that can say why.
    ///
    /// # Errors
    /// The limits of a plan, which one with questions reaches later.
    pub fn explaining(&self) -> Result<Prepared, Report> {
        let questions: Vec<&Expr> = self.worth.iter().collect();
        let plan = plan::compile_explaining(&self.game, &questions)?;
        Ok(Prepared { plan, compiled: Compiled::default(), ..self.clone() })
    }

    /// The same game with a plan that can say why; where that is too large, with the plain one.
    #[must_use]
    pub fn explaining_or_plain(&self) -> Prepared {
        self.explaining().unwrap_or_else(|_| self.clone())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::load;

    #[test]
    fn a_variant_of_a_shipped_game_needs_nothing_else() {
        let text = "variant \"Small\" of \"Free Emulsion\" {\n  option size: 2..=25 = 4\n}\n";
        let loaded = load("small.game", text);
        assert_eq!(loaded.files.len(), 2);
        assert_eq!(loaded.titles().map(|title| title.text.as_str()).collect::<Vec<_>>(), ["Small"]);
        let (prepared, report) = loaded.prepare(None, &[]);
        assert!(report.is_empty(), "{report:?}");
        assert_eq!(prepared.unwrap().game.board.cells().count(), 16);
    }

    #[test]
    fn places_of_a_text_can_be_replaced() {
        let loaded = load("x.game", "variant \"Small\" of \"Free Emulsion\" {\n  option size: 2..=25 = 4\n}\n");
        let span = loaded.files[0].units[0].declarations[0].span;
        let edited = loaded.edited(&[(span, "option size: 2..=25 = 3".to_owned())]);
        assert_eq!(edited.files.len(), 2);
        assert_eq!(edited.prepare(None, &[]).0.unwrap().game.board.cells().count(), 9);
    }

    #[test]
    fn a_variant_of_nothing_known_is_a_finding() {
        let loaded = load("x.game", "variant \"A\" of \"B\" {\n}\n");
        assert_eq!(loaded.files.len(), 1);
        let (prepared, report) = loaded.prepare(None, &[]);
        assert!(prepared.is_none() && report.errors() == 1, "{report:?}");
    }

    #[test]
    fn a_file_that_redefines_a_shipped_title_stands_for_itself() {
        let loaded = load("x.game", "variant \"Emulsion\" of \"Emulsion\" {\n}\n");
        let (prepared, report) = loaded.prepare(None, &[]);
        assert!(prepared.is_none() && report.errors() > 0, "{report:?}");
    }
}
