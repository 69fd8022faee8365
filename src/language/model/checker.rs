//! The check of one game or variant with one choice of options: its state, and the order of its steps.

use rustc_hash::{FxHashMap, FxHashSet};

use super::action::Move;
use super::expr::{Expr, ExprKind, LocalId, Type};
use super::game::{
    About, Chosen, Counter, Definition, DefinitionId, Features, Game, Kind, KindId, MarkId, MoveId, Pattern, PlayerId,
    Setting,
};
use super::options::Choice;
use super::rules::{Rules, find};
use super::test::Test;
use crate::diagnostic::{Diagnostic, Report};
use crate::source::Span;
use crate::syntax::ast::{self, DeclarationKind, File, Name};
use crate::topology::Board;
use crate::util::Table;

/// Checks the game or variant `title` of `files` (the first file's first where none is given) with `choices` for its options.
/// Further files are those that variants build on. A game comes back only if no error was found; warnings do not prevent it.
pub fn check(files: &[&File], title: Option<&Name>, choices: &[Choice]) -> (Option<Game>, Report) {
    let mut report = Report::default();
    let Some(unit) = find(files, title, &mut report) else { return (None, report) };
    let Some(rules) = Rules::gather(files, unit, &mut report) else { return (None, report) };
    let mut checker = Checker::new(rules, report);
    let game = checker.game(choices);
    checker.report.sort();
    (game.filter(|_| checker.report.errors() == 0), checker.report)
}

/// Checks the game or variant `title` as [`check`] does, and `tests`, which are some of its own: of each the test, in order, or
/// nothing where it is wrong or there is no game. Wrong tests do not prevent the game.
pub fn check_tests(
    files: &[&File],
    title: Option<&Name>,
    choices: &[Choice],
    tests: &[&ast::Test],
) -> (Option<Game>, Vec<Option<Test>>, Report) {
    let mut report = Report::default();
    let rules = find(files, title, &mut report).and_then(|unit| Rules::gather(files, unit, &mut report));
    let Some(rules) = rules else { return (None, vec![None; tests.len()], report) };
    let mut checker = Checker::new(rules, report);
    checker.asked = tests.to_vec();
    let game = checker.game(choices);
    checker.report.sort();
    checker.tests.resize(tests.len(), None);
    (game, checker.tests, checker.report)
}

/// Checks the game or variant `title` as [`check`] does, and expressions from outside the file, each of which gives a number or a
/// list of numbers for a player in the place of `me`.
pub fn check_asked(
    files: &[&File],
    title: Option<&Name>,
    choices: &[Choice],
    asked: &[&ast::Expr],
) -> (Option<Game>, Vec<Expr>, Report) {
    let mut report = Report::default();
    let rules = find(files, title, &mut report).and_then(|unit| Rules::gather(files, unit, &mut report));
    let Some(rules) = rules else { return (None, Vec::new(), report) };
    let mut checker = Checker::new(rules, report);
    checker.values = asked.to_vec();
    let game = checker.game(choices);
    checker.report.sort();
    (game.filter(|_| checker.report.errors() == 0), checker.worth, checker.report)
}

/// The titles of a file's games and variants, in order.
pub fn titles(file: &File) -> impl Iterator<Item = &Name> {
    file.units.iter().map(|unit| &unit.name)
}

/// Where an expression stands, which decides what may be said there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// In a board, an option, a counter's bounds: before there is a position.
    Static,
    /// In the setup.
    Setup,
    /// In a definition or pattern, which can be used anywhere.
    Definition,
    /// In a move or turn before the first effect.
    Picking,
    /// In a move after the first effect.
    After,
    /// In the condition of an end clause.
    End,
    /// In `highest` or `lowest`: `me` is each player in turn.
    Ranking,
    /// In a test.
    Test,
}

/// A bound name in scope.
pub struct Bound {
    /// The name.
    pub name: String,
    /// Its id.
    pub local: LocalId,
    /// Its type.
    pub ty: Type,
}

/// How far a definition has come.
#[derive(Clone)]
pub enum Progress {
    /// It is being checked: met again, it is defined through itself.
    Begun,
    /// It is checked.
    Done(DefinitionId),
}

/// The check of one game.
pub struct Checker<'a> {
    /// What the file declares.
    pub rules: Rules<'a>,
    /// What was found.
    pub report: Report,
    /// The options with their values.
    pub options: Vec<Chosen>,
    /// The value of the pie option.
    pub pie: bool,
    /// The players.
    pub players: Table<PlayerId, String>,
    /// The kinds.
    pub kinds: Table<KindId, Kind>,
    /// How high stacks may grow.
    pub max_height: u16,
    /// The board, once it is built.
    pub board: Option<Board>,
    /// The counters.
    pub counters: Table<super::game::CounterId, Counter>,
    /// The marks.
    pub marks: Table<MarkId, String>,
    /// The definitions.
    pub definitions: Table<DefinitionId, Definition>,
    /// How far each version of each definition has come, by its place in `rules.definitions`.
    pub progress: FxHashMap<(usize, usize), Progress>,
    /// The patterns, in the order of `rules.patterns`; nothing for those being checked or bad.
    pub patterns: Vec<Option<Pattern>>,
    /// The patterns that have been looked at, and whether they still are.
    pub open_patterns: FxHashMap<usize, bool>,
    /// The moves.
    pub moves: Table<MoveId, Move>,
    /// The bound names, innermost last.
    pub scope: Vec<Bound>,
    /// How many locals there are.
    pub locals: u16,
    /// Where things are said.
    pub sites: super::sites::Sites,
    /// Where the expression at hand stands.
    pub phase: Phase,
    /// The definition at hand, for `base`: its place and version in `rules.definitions`.
    pub current: Option<(usize, usize)>,
    /// The move at hand with its picks so far, for `last`.
    pub current_move: Option<MoveId>,
    /// The picks so far of the move at hand.
    pub picks: Vec<(String, LocalId, Type)>,
    /// What the rules ask about the turn so far.
    pub features: Features,
    /// The names that something uses.
    pub used: FxHashSet<String>,
    /// The names whose declaration is wrong: their uses say nothing.
    pub poisoned: FxHashSet<String>,
    /// How many definitions and groups are being checked, each inside the one before.
    pub open: usize,
    /// How deep definitions (and, where true, groups) are, written out.
    pub depths: FxHashMap<(bool, u16), usize>,
    /// Whether it was said that definitions nest too deep.
    pub said_too_deep: bool,
    /// The tests to be checked.
    pub asked: Vec<&'a ast::Test>,
    /// Those that were, in order.
    pub tests: Vec<Option<Test>>,
    /// The expressions from outside that are to be checked.
    pub values: Vec<&'a ast::Expr>,
    /// What was made of them, in order.
    pub worth: Vec<Expr>,
    /// What is known only while names are bound and looked up.
    pub places: super::places::Places,
}

impl<'a> Checker<'a> {
    fn new(rules: Rules<'a>, report: Report) -> Self {
        Checker {
            report,
            options: Vec::new(),
            pie: false,
            players: Table::new(),
            kinds: Table::new(),
            max_height: 1,
            board: None,
            counters: Table::new(),
            marks: Table::new(),
            definitions: Table::new(),
            progress: FxHashMap::default(),
            patterns: vec![None; rules.patterns.len()],
            open_patterns: FxHashMap::default(),
            moves: Table::new(),
            scope: Vec::new(),
            locals: 0,
            sites: super::sites::Sites::default(),
            phase: Phase::Static,
            current: None,
            current_move: None,
            picks: Vec::new(),
            features: Features::default(),
            used: FxHashSet::default(),
            poisoned: rules.refused.clone(),
            open: 0,
            depths: FxHashMap::default(),
            said_too_deep: false,
            asked: Vec::new(),
            tests: Vec::new(),
            values: Vec::new(),
            worth: Vec::new(),
            places: super::places::Places::default(),
            rules,
        }
    }

    fn game(&mut self, choices: &[Choice]) -> Option<Game> {
        self.report_missing();
        self.check_allows();
        let before = self.report.errors();
        self.choose(choices);
        let options_hold = self.report.errors() == before;
        self.declare_players();
        self.declare_kinds();
        // With a wrong option the board is not the user's: its errors would only follow from the first.
        self.board = if options_hold { self.build_board() } else { None };
        if self.board.is_none() || self.players.is_empty() {
            return None;
        }
        self.declare_stacks();
        self.declare_counters();
        self.declare_marks();
        self.check_definitions();
        self.check_patterns();
        let (setup, start) = self.setup();
        self.check_moves();
        let turns = self.turns();
        let skip = self.rules.skip.map(|skip| self.truth_in(Phase::End, skip));
        let ends = self.ends();
        let repetitions = self.repetitions();
        let (claims, invariants) = self.claims();
        self.warn_unused();
        let sites = self.sites();
        if self.report.errors() > 0 {
            return None;
        }
        self.check_asked_tests();
        self.check_asked_values();
        Some(Game {
            about: self.about(),
            options: std::mem::take(&mut self.options),
            players: std::mem::take(&mut self.players),
            kinds: std::mem::take(&mut self.kinds),
            max_height: self.max_height,
            board: self.board.take()?,
            setup,
            start,
            definitions: std::mem::take(&mut self.definitions),
            patterns: std::mem::take(&mut self.patterns).into_iter().flatten().collect(),
            counters: std::mem::take(&mut self.counters),
            marks: std::mem::take(&mut self.marks),
            moves: std::mem::take(&mut self.moves),
            turns,
            skip,
            ends,
            repetitions,
            pie: self.pie,
            features: self.features,
            claims,
            sites,
            invariants,
            places: self.find_places(),
        })
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

    /// The place to name when the game as a whole lacks something: its title.
    pub fn title_span(&self) -> Span {
        self.rules.chain.last().map_or_else(Span::default, |unit| unit.name.span)
    }

    /// Reports the parts that every game needs and this one lacks, all in one finding.
    fn report_missing(&mut self) {
        let parts = [
            ("players", "players Black, White", self.rules.players.is_none()),
            ("board", "board square(8)", self.rules.board.is_none()),
            ("move", "move place { pick c in empty put my stone on c }", self.rules.moves.is_empty()),
            ("turn", "turn place", self.rules.turns.is_empty()),
            ("end", "end when no move { last mover wins }", self.rules.ends.is_empty()),
        ];
        let missing: Vec<_> = parts.iter().filter(|(_, _, is_missing)| *is_missing).collect();
        if missing.is_empty() {
            return;
        }
        let words: Vec<String> = missing.iter().map(|(word, ..)| format!("`{word}`")).collect();
        let lines: Vec<String> = missing.iter().map(|(_, line, _)| format!("`{line}`")).collect();
        let span = self.title_span();
        self.report.add(
            Diagnostic::error("game/missing", span, format!("the game has no {}", words.join(", no ")))
                .label("every game needs players, a board, moves, a turn and an end")
                .help(format!(
                    "add {} such as {}",
                    if lines.len() == 1 { "a line" } else { "lines" },
                    lines.join(", ")
                )),
        );
    }

    /// Reports an error and gives the expression that stays silent from then on.
    pub fn error(&mut self, diagnostic: Diagnostic) -> Expr {
        let span = diagnostic.primary.span;
        self.report.add(diagnostic);
        Expr { kind: ExprKind::Error, ty: Type::Unknown, span }
    }

    /// Checks the expressions that are asked for from outside.
    fn check_asked_values(&mut self) {
        for expr in std::mem::take(&mut self.values) {
            self.scope.clear();
            let typed = self.in_phase(Phase::Ranking, |checker| checker.expr(expr));
            let value = match typed.ty {
                Type::Numbers | Type::Unknown => typed,
                _ => self.coerce(typed, Type::Number),
            };
            self.worth.push(value);
        }
    }

    /// A new name that the text does not know.
    pub fn unnamed(&mut self) -> LocalId {
        let local = LocalId(self.locals);
        self.locals += 1;
        local
    }

    /// A new bound name, in scope until [`Checker::leave`].
    pub fn bind(&mut self, name: &Name, ty: Type) -> LocalId {
        if let Some((word, meaning)) = super::builtins::reserved(&name.text, false) {
            self.report.add(
                Diagnostic::error("name/reserved", name.span, format!("`{word}` is a word of the language"))
                    .label(meaning)
                    .help("choose another name"),
            );
        }
        let local = self.unnamed();
        self.sites.names.insert(local, name.clone());
        self.places.locals.insert(local, name.clone());
        self.scope.push(Bound { name: name.text.clone(), local, ty });
        local
    }

    /// Forgets the names bound since the scope had this length.
    pub fn leave(&mut self, length: usize) {
        self.scope.truncate(length);
    }

    /// The value of an option, if there is one of this name.
    pub fn option(&mut self, name: &str) -> Option<Setting> {
        let value = self.options.iter().find(|option| option.name == name)?.value.clone();
        self.used.insert(name.to_owned());
        Some(value)
    }

    /// Runs `body` in another phase.
    pub fn in_phase<T>(&mut self, phase: Phase, body: impl FnOnce(&mut Self) -> T) -> T {
        let old = std::mem::replace(&mut self.phase, phase);
        let result = body(self);
        self.phase = old;
        result
    }

    /// The end clauses' helper: an expression in a phase, wanted as a truth value.
    pub fn truth_in(&mut self, phase: Phase, expr: &ast::Expr) -> Expr {
        self.in_phase(phase, |checker| checker.expect(expr, Type::Truth))
    }
}
