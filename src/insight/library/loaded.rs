//! A text, read with the shipped games that it builds on, and games made of it.

use std::sync::Arc;

use super::shipped;
use rulebook_batch::Compiled;
use rulebook_language::diagnostic::Report;
use rulebook_language::model::{self, Choice, Expr, Game, Test};
use rulebook_language::source::{SourceFile, SourceMap, Span};
use rulebook_language::syntax::{self, ast};
use rulebook_play::engine::{NotationError, Position};
use rulebook_play::plan::{self, Plan};

/// The name of a text that holds an expression from outside the file.
pub const ASKED: &str = "<value>";

/// A file that was read, with what was found in reading it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The texts: the file first, then what it builds on.
    pub sources: SourceMap,
    /// What they say, in the same order.
    pub files: Vec<ast::File>,
    /// What could not be read.
    pub report: Report,
    /// What is asked from outside the file, as written and as read.
    asked: Vec<(String, ast::Expr)>,
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
    /// Its program for the batch, once somebody has asked for it.
    pub compiled: Compiled,
}

/// A test that can be run.
#[derive(Clone, Debug)]
pub struct PreparedTest {
    /// The checked test.
    pub test: Test,
    /// The question of the plan that is the first of its questions.
    pub first: usize,
}

/// Reads `text`, called `name`, and the shipped games that its variants build on.
pub fn load(name: &str, text: &str) -> Loaded {
    let mut loaded =
        Loaded { sources: SourceMap::default(), files: Vec::new(), report: Report::default(), asked: Vec::new() };
    loaded.add(name, text);
    while let Some(game) = loaded.missing_base() {
        loaded.add(game.name(), game.text);
    }
    loaded
}

impl Loaded {
    fn add(&mut self, name: &str, text: &str) {
        let id = self.sources.add(SourceFile::new(name, text));
        let (file, report) = syntax::parse(&self.sources, id);
        self.files.push(file);
        self.report.extend(report);
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
        let mut loaded =
            Loaded { sources: SourceMap::default(), files: Vec::new(), report: Report::default(), asked: Vec::new() };
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
            loaded.add(&source.name, &text);
        }
        self.asked.iter().for_each(|(asked, _)| loaded.ask(asked));
        loaded
    }

    /// A shipped game that a variant builds on and that is not read yet.
    fn missing_base(&self) -> Option<&'static shipped::Shipped> {
        let units = || self.files.iter().flat_map(|file| &file.units);
        let bases = units().filter_map(|unit| unit.base.as_ref());
        let missing = bases.filter(|base| units().all(|unit| unit.name.text != base.text));
        let is_new = |game: &&shipped::Shipped| self.sources.iter().skip(1).all(|(_, file)| file.name != game.name());
        missing.filter_map(|base| shipped::of_title(&base.text)).find(is_new)
    }

    /// The titles of the games and variants in the file itself, in order.
    pub fn titles(&self) -> impl Iterator<Item = &ast::Name> {
        self.files.iter().take(1).flat_map(model::titles)
    }

    /// Checks and compiles the game or variant `title` (the first of the file where none is given) with `choices` for its
    /// options. What could not be read anywhere stands in the way of every game. Beside the game, the warnings.
    pub fn prepare(&self, title: Option<&ast::Name>, choices: &[Choice]) -> (Option<Prepared>, Report) {
        if self.report.errors() > 0 {
            return (None, self.report.clone());
        }
        let files: Vec<&ast::File> = self.files.iter().collect();
        let values: Vec<&ast::Expr> = self.asked.iter().map(|(_, expr)| expr).collect();
        let (game, worth, mut report) = model::check_asked(&files, title, choices, &values);
        let Some(mut game) = game else { return (None, report) };
        game.quote_ends(&self.sources);
        let questions: Vec<&Expr> = worth.iter().collect();
        let asked = self.asked.iter().map(|(text, _)| text.clone()).collect();
        match plan::compile_with(&game, &questions) {
            Ok(plan) => (Some(Prepared { game: Arc::new(game), plan, asked, compiled: Compiled::default() }), report),
            Err(limits) => {
                report.extend(limits);
                (None, report)
            }
        }
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
                (Some(Prepared { game: Arc::new(game), plan, asked: Vec::new(), compiled }), tests, report)
            }
            Err(limits) => {
                report.extend(limits);
                (None, none(), report)
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
        let plan = plan::compile_explaining(&self.game)?;
        Ok(Prepared { game: Arc::clone(&self.game), plan, asked: Vec::new(), compiled: Compiled::default() })
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
