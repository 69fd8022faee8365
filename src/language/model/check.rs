//! The check of one game or variant with one choice of options, and the order of its steps.

use super::checker::Checker;
use super::constant::know_definitions;
use super::expr::{Expr, Type};
use super::game::{About, Game};
use super::lineage::find;
use super::options::Choice;
use super::parts::Parts;
use super::rules::Rules;
use super::scope::Phase;
use super::test::Test;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::source::Span;
use crate::syntax::ast::{self, DeclarationKind, File, Name};
use crate::syntax::settle;

/// Checks the game or variant `title` of `files` (the first file's first where none is given) with `choices` for its options.
/// Further files are those that variants build on. A game comes back only if no error was found; warnings do not prevent it.
pub fn check(files: &[&File], title: Option<&Name>, choices: &[Choice]) -> (Option<Game>, Report) {
    let (checked, report) = check_also(files, title, choices, true, |_| ());
    (checked.map(|(game, ())| game), report)
}

/// What can be told of a game or variant `title` whatever is wrong with it, with its options at their defaults: the types of its names,
/// its counters, what its definitions come to. It is no game that can be played.
pub fn draft(files: &[&File], title: &Name) -> Option<Game> {
    check_also(files, Some(title), &[], false, |_| ()).0.map(|(game, ())| game)
}

/// Checks the game or variant `title` as [`check`] does, and `tests`, which are some of its own: of each the test, in order, or
/// nothing where it is wrong or there is no game. Wrong tests do not prevent the game.
pub fn check_tests(
    files: &[&File],
    title: Option<&Name>,
    choices: &[Choice],
    tests: &[&ast::Test],
) -> (Option<Game>, Vec<Option<Test>>, Report) {
    let (checked, report) = check_also(files, title, choices, true, |checker| checker.check_tests(tests));
    match checked {
        Some((game, tests)) => (Some(game), tests, report),
        None => (None, vec![None; tests.len()], report),
    }
}

/// Checks the game or variant `title` as [`check`] does, and expressions from outside the file, each of which gives a number or a
/// list of numbers for a player in the place of `me`.
pub fn check_asked(
    files: &[&File],
    title: Option<&Name>,
    choices: &[Choice],
    asked: &[&ast::Expr],
) -> (Option<Game>, Vec<Expr>, Report) {
    let (checked, report) = check_also(files, title, choices, true, |checker| checker.check_values(asked));
    let (game, values) = checked.unzip();
    (game.filter(|_| report.errors() == 0), values.unwrap_or_default(), report)
}

/// Checks a game and, where its rules hold, something else of it. Unless it must be `sound`, there is a game in spite of errors.
fn check_also<T>(
    files: &[&File],
    title: Option<&Name>,
    choices: &[Choice],
    sound: bool,
    also: impl FnOnce(&mut Checker<'_>) -> T,
) -> (Option<(Game, T)>, Report) {
    let mut report = Report::default();
    let rules = find(files, title, &mut report).and_then(|unit| Rules::gather(files, unit, &mut report));
    let Some(rules) = rules else {
        settle(&mut report, files.iter().map(|file| (file.id, &*file.text)));
        return (None, report);
    };
    let mut checker = Checker::new(rules, report);
    let checked = checker.game(choices, sound, also);
    let mut report = checker.into_report();
    settle(&mut report, files.iter().map(|file| (file.id, &*file.text)));
    (checked, report)
}

/// The titles of a file's games and variants, in order.
pub fn titles(file: &File) -> impl Iterator<Item = &Name> {
    file.units.iter().map(|unit| &unit.name)
}

impl Checker<'_> {
    /// The game with these choices for its options, and what else `also` checks of it, which is done where the rules hold, or where
    /// they need not be sound.
    fn game<T>(&mut self, choices: &[Choice], sound: bool, also: impl FnOnce(&mut Self) -> T) -> Option<(Game, T)> {
        self.report_missing();
        self.check_allows();
        let before = self.errors();
        self.choose(choices);
        let options_hold = self.errors() == before;
        self.declare_players();
        self.declare_kinds();
        // With a wrong option the board is not the user's: its errors would only follow from the first.
        self.parts.board = if options_hold { self.build_board() } else { None };
        if self.parts.board.is_none() || self.parts.players.is_empty() {
            return None;
        }
        self.declare_stacks();
        self.declare_counters();
        self.declare_marks();
        self.declare_links();
        self.declare_luck();
        self.check_definitions();
        self.check_patterns();
        let (setup, start, lots) = self.setup();
        let look = self.look(setup.is_empty() && lots.is_empty());
        self.check_moves();
        let pass = self.check_pass();
        self.check_effects();
        let turns = self.turns();
        self.check_no_pie(&turns);
        let deals = self.deals(&lots, &setup);
        let skip = self.rules.skip.map(|skip| self.truth_in(Phase::End, skip));
        let ends = self.ends();
        let repetitions = self.repetitions();
        let alike = self.alike();
        let (claims, invariants) = self.claims();
        self.warn_unused();
        if sound && self.errors() > 0 {
            return None;
        }
        let sites = self.sites();
        let also = also(self);
        let places = self.find_places();
        let mut parts = std::mem::replace(&mut self.parts, Parts::new(0));
        let board = parts.board?;
        know_definitions(&mut parts.definitions, &board);
        let game = Game {
            about: self.about(),
            options: parts.options,
            players: parts.players,
            kinds: parts.kinds,
            max_height: parts.max_height,
            board,
            setup,
            start,
            deals,
            definitions: parts.definitions,
            patterns: parts.patterns.into_iter().flatten().collect(),
            counters: parts.counters,
            marks: parts.marks,
            joinings: parts.joinings,
            links: parts.links,
            moves: parts.moves,
            pass,
            turns,
            skip,
            ends,
            repetitions,
            alike,
            pie: parts.pie,
            features: parts.features,
            claims,
            sites,
            invariants,
            places,
            look,
        };
        Some((game, also))
    }

    fn about(&self) -> About {
        let mut about = About::default();
        for unit in &self.rules.chain {
            about.variant_of = if about.title.is_empty() { None } else { Some(std::mem::take(&mut about.title)) };
            about.title.clone_from(&unit.name.text);
            about.doc.clone_from(&unit.doc);
            for declaration in &unit.declarations {
                match &declaration.kind {
                    DeclarationKind::By { authors, year } => {
                        about.authors = authors.iter().map(|name| name.text.clone()).collect();
                        about.year = year.as_ref().map(|name| name.text.clone());
                    }
                    DeclarationKind::Source(sources) => {
                        about.sources = sources.iter().map(|name| name.text.clone()).collect()
                    }
                    DeclarationKind::Family(name) => about.family = Some(name.text.clone()),
                    _ => {}
                }
            }
        }
        about
    }

    /// Checks expressions that are asked from outside.
    fn check_values(&mut self, values: &[&ast::Expr]) -> Vec<Expr> {
        let value = |expr: &&ast::Expr| {
            self.scope.clear();
            let typed = self.in_phase(Phase::Ranking, |checker| checker.expr(expr));
            match typed.ty {
                Type::Numbers | Type::Unknown => typed,
                _ => self.coerce(typed, Type::Number),
            }
        };
        values.iter().map(value).collect()
    }

    /// Reports the parts that every game needs and this one lacks, all in one finding.
    fn report_missing(&mut self) {
        let by_repetition = |(rule, _): &(&ast::Repetition, Span)| rule.ending != ast::Ending::Illegal;
        let can_end = !self.rules.ends.is_empty()
            || self.rules.limit.is_some()
            || self.rules.repetitions.iter().any(by_repetition);
        let parts = [
            ("players", "players Black, White", self.rules.players.is_none()),
            ("board", "board square(8)", self.rules.board.is_none()),
            ("move", "move place { pick c in empty put my stone on c }", self.rules.moves.is_empty()),
            ("turn", "turn place", self.rules.turns.is_empty()),
            ("end", "end when no move { last mover wins }", !can_end),
        ];
        let missing: Vec<_> = parts.iter().filter(|(_, _, is_missing)| *is_missing).collect();
        if missing.is_empty() {
            return;
        }
        let words: Vec<String> = missing.iter().map(|(word, ..)| format!("`{word}`")).collect();
        let lines: Vec<String> = missing.iter().map(|(_, line, _)| format!("`{line}`")).collect();
        let span = self.title_span();
        self.say(
            Diagnostic::new(Code::GameMissing, span, format!("the game has no {}", words.join(", no ")))
                .label("every game needs players, a board, moves, a turn and an end")
                .help(format!(
                    "add {} such as {}",
                    if lines.len() == 1 { "a line" } else { "lines" },
                    lines.join(", ")
                )),
        );
    }
}
