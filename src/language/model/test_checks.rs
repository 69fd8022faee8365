//! The check of tests: what they set up, what they play, what they expect.

use super::builtins::Builtin;
use super::checker::Checker;
use super::constant::{Constant, constant};
use super::expr::{Expr, ExprKind, Type};
use super::game::{Per, Values};
use super::ids::PlayerId;
use super::options::Choice;
use super::picture::Legend;
use super::scope::Phase;
use super::test::{Expectation, SetUp, Start, Test, TestStep};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Name, TestLine, TestLineKind};
use crate::util::{Id, suggestion};

/// The most lines of a test.
const MAX_LINES: usize = 256;
/// The numbers of turns and actions that a test can set.
const COUNTS: [&str; 2] = ["turn_number", "ply_number"];

/// The values that a test sets for options.
pub fn test_choices(test: &ast::Test) -> Vec<Choice> {
    let settings = test.lines.iter().filter_map(|line| match &line.kind {
        TestLineKind::Options(settings) => Some(settings),
        _ => None,
    });
    settings.flatten().map(|(option, value)| Choice { option: option.clone(), value: value.clone() }).collect()
}

impl Checker<'_> {
    /// Checks tests: of each the test, or nothing where something is wrong with it.
    pub fn check_tests(&mut self, tests: &[&ast::Test]) -> Vec<Option<Test>> {
        let check = |test: &&ast::Test| {
            let before = self.errors();
            let checked = self.in_phase(Phase::Test, |checker| checker.test(test));
            checked.filter(|_| self.errors() == before)
        };
        tests.iter().map(check).collect()
    }

    fn test(&mut self, test: &ast::Test) -> Option<Test> {
        if let Some(line) = test.lines.get(MAX_LINES) {
            self.say(
                Diagnostic::new(Code::LimitTest, line.span, format!("a test has {MAX_LINES} lines at most"))
                    .label("one too many")
                    .help("make several tests of it"),
            );
            return None;
        }
        let mut checked = Test { title: test.title.clone(), start: Start::SetUp(SetUp::default()), steps: Vec::new() };
        // What has been said of the beginning, for what is said twice.
        let (mut position, mut to_move): (Option<Span>, Option<Span>) = (None, None);
        for line in &test.lines {
            self.scope.clear();
            match &line.kind {
                TestLineKind::Play(texts) => checked.steps.extend(moves(texts).map(TestStep::Play)),
                TestLineKind::Expect(expectation, by) => {
                    if let Some(expectation) = self.expectation(expectation) {
                        checked.steps.push(TestStep::Expect(expectation, line.span));
                    }
                    if let Some(by) = by.as_ref().filter(|by| self.is_clause(by)) {
                        checked.steps.push(TestStep::EndedBy(by.clone()));
                    }
                }
                _ if !checked.steps.is_empty() => self.too_late(line, &checked.steps),
                TestLineKind::Options(_) => {}
                TestLineKind::Notation(_) | TestLineKind::Picture(_) if position.is_some() => {
                    self.twice(line.span, position.unwrap_or_default(), "position");
                }
                TestLineKind::Notation(text) => {
                    position = Some(line.span);
                    if checked.start_is_changed() {
                        self.says_all(line.span);
                    }
                    checked.start = Start::Notation(text.clone());
                }
                kind => match &mut checked.start {
                    Start::Notation(_) => self.says_all(line.span),
                    Start::SetUp(set_up) => match kind {
                        TestLineKind::Picture(rows) => {
                            position = Some(line.span);
                            set_up.contents = self.picture(rows);
                        }
                        TestLineKind::ToMove(name) => {
                            if let Some(first) = to_move.replace(line.span) {
                                self.twice(line.span, first, "to move");
                            }
                            set_up.to_act = self.named_player(name);
                        }
                        TestLineKind::Counter { place, value } => self.set_counter(place, value, set_up),
                        TestLineKind::Counters { name, rows } => self.draw_counter(name, rows, set_up),
                        TestLineKind::Mark { cells, name } => self.set_mark(cells, name, set_up),
                        _ => {}
                    },
                },
            }
        }
        if checked.steps.is_empty() {
            self.say(
                Diagnostic::new(Code::TestEmpty, test.title.span, "the test plays nothing and expects nothing")
                    .label("cannot fail")
                    .help("say what must hold, as in `expect legal \"a1\"` or `expect count(mine) = 3`"),
            );
        }
        Some(checked)
    }

    fn too_late(&mut self, line: &TestLine, steps: &[TestStep]) {
        let first = match steps.first() {
            Some(TestStep::Expect(_, span)) => *span,
            Some(TestStep::Play(said) | TestStep::EndedBy(said)) => said.span,
            None => line.span,
        };
        self.say(
            Diagnostic::new(Code::TestOrder, line.span, "the position is set up before anything is played or expected")
                .label("comes too late")
                .related(first, "the test has begun here")
                .help("put it above, or begin another test"),
        );
    }

    fn says_all(&mut self, span: Span) {
        self.say(
            Diagnostic::new(Code::TestOrder, span, "a position in one line says all that there is to say of it")
                .label("does not go together with other lines that set up the position")
                .help("write it into the line, or draw the position as a picture"),
        );
    }

    fn twice(&mut self, span: Span, first: Span, what: &str) {
        self.say(
            Diagnostic::new(Code::NameDuplicate, span, format!("a second `{what}`"))
                .label("a test begins at one position")
                .related(first, "the first one")
                .help("keep one of them, or make two tests"),
        );
    }

    fn picture(&mut self, rows: &[Name]) -> Option<super::picture::Contents> {
        match self.legend()?.read(rows) {
            Ok(contents) => Some(contents),
            Err(wrong) => {
                wrong.into_iter().for_each(|said| self.say(said));
                None
            }
        }
    }

    /// The player of a name, or a finding that lists them.
    pub fn named_player(&mut self, name: &Name) -> Option<PlayerId> {
        let found = self.find_player(&name.text);
        if found.is_none() {
            let said = Diagnostic::new(Code::NameUnknown, name.span, format!("there is no player `{}`", name.text));
            let list = self.parts.players.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            self.say(match suggestion(&name.text, self.parts.players.iter().map(String::as_str)) {
                Some(near) => said.did_you_mean(near),
                None => said.help(format!("the players are {list}")),
            });
        }
        found
    }

    fn set_counter(&mut self, place: &ast::CounterRef, value: &ast::Expr, set_up: &mut SetUp) {
        if COUNTS.contains(&place.name.text.as_str()) && place.of.is_empty() {
            let number = self.whole(value, 1, i64::from(u32::MAX), "the number of a turn or action");
            let number = number.and_then(|number| u32::try_from(number).ok());
            match place.name.text == COUNTS[0] {
                true => set_up.turn_number = number,
                false => set_up.ply_number = number,
            }
            return;
        }
        let Some((counter, of)) = self.place(place) else { return };
        let (low, high, per) = {
            let counter = &self.parts.counters[counter];
            (counter.low, counter.high, counter.per)
        };
        let what = format!("`{}`", place.name.text);
        let number = match self.parts.counters[counter].values().map(Values::ty) {
            None | Some(Type::Number) => self.whole(value, low, high, &what),
            Some(ty) => {
                let value = self.in_phase(Phase::Static, |checker| checker.expect(value, ty));
                let number = self.constant(&value).and_then(super::carried::number_of);
                if number.is_none() && value.ty != Type::Unknown {
                    self.not_constant(value.span);
                }
                number
            }
        };
        let Some(number) = number else { return };
        let mut indexes = vec![Vec::new()];
        for of in of {
            let Some(places) = self.constant_places(&of) else { return };
            indexes = indexes
                .iter()
                .flat_map(|first: &Vec<usize>| places.iter().map(|place| [first.as_slice(), &[*place]].concat()))
                .collect();
        }
        let indexes = indexes.iter().map(|of| self.place_of(per, of));
        let indexes: Vec<usize> = indexes.collect();
        set_up.counters.extend(indexes.into_iter().map(|index| (counter, index, number)));
    }

    /// The places of the cells, players or kinds that a place of a counter says.
    fn constant_places(&mut self, of: &Expr) -> Option<Vec<usize>> {
        if matches!(of.kind, ExprKind::Builtin(Builtin::Everyone, _)) {
            return Some((0..self.parts.players.len()).collect());
        }
        match self.constant(of) {
            Some(Constant::Player(player)) => Some(vec![player.index()]),
            Some(Constant::Cell(Some(cell))) => Some(vec![cell.index()]),
            Some(Constant::Cells(cells)) => Some(cells.into_iter().map(Id::index).collect()),
            Some(Constant::Kind(kind)) => Some(vec![kind.index()]),
            Some(Constant::Kinds(kinds)) => Some(kinds.into_iter().map(Id::index).collect()),
            _ => {
                if of.ty != Type::Unknown {
                    self.not_constant(of.span);
                }
                None
            }
        }
    }

    fn draw_counter(&mut self, name: &Name, rows: &[Name], set_up: &mut SetUp) {
        let Some((counter, per)) = self.find_counter(&name.text) else {
            self.place(&ast::CounterRef { name: name.clone(), of: Vec::new() });
            return;
        };
        if per != Per::CELL {
            let message = format!("`{}` is not a counter of cells", name.text);
            let help = format!("write its value, as in `set {} to 3`", name.text);
            self.say(Diagnostic::new(Code::TypeMismatch, name.span, message).help(help));
            return;
        }
        let (low, high) = (self.parts.counters[counter].low, self.parts.counters[counter].high);
        match self.legend().map(|legend| legend.numbers(rows, low, high)) {
            Some(Ok(numbers)) => {
                set_up.counters.extend(numbers.into_iter().map(|(cell, number)| (counter, cell.index(), number)));
            }
            Some(Err(wrong)) => wrong.into_iter().for_each(|said| self.say(said)),
            None => {}
        }
    }

    /// Whether a game can end by a clause or rule of this name; said where none can.
    fn is_clause(&mut self, by: &Name) -> bool {
        let named = self.rules.ends.iter().filter_map(|(end, _)| end.name.as_ref()).map(|name| name.text.as_str());
        let limit = self.rules.limit.iter().map(|_| "limit");
        let repetition = self.rules.repetitions.iter().map(|_| "repetition").take(1);
        let known: Vec<&str> = named.chain(limit).chain(repetition).collect();
        if known.contains(&by.text.as_str()) {
            return true;
        }
        let message = format!("no end clause is called `{}`", by.text);
        let said = Diagnostic::new(Code::NameUnknown, by.span, message);
        let said = match suggestion(&by.text, known.iter().copied()) {
            Some(near) => said.did_you_mean(near),
            None if known.is_empty() => said.help("give the clause a name, as in `end full when no empty { draw }`"),
            None => {
                let list = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                said.help(format!("the game ends by {list}; give other clauses names, as in `end full when ...`"))
            }
        };
        self.say(said);
        false
    }

    /// What pictures are read with, once there is a board.
    pub fn legend(&self) -> Option<Legend<'_>> {
        let board = self.parts.board.as_ref()?;
        Some(Legend {
            board,
            players: &self.parts.players,
            kinds: &self.parts.kinds,
            max_height: self.parts.max_height,
        })
    }

    fn set_mark(&mut self, cells: &ast::Expr, name: &Name, set_up: &mut SetUp) {
        let cells = self.in_phase(Phase::Static, |checker| checker.expect(cells, Type::Cells));
        let mark = self.find_mark(&name.text);
        if mark.is_none() {
            self.unknown_mark(name);
        }
        match self.constant(&cells) {
            Some(Constant::Cells(cells)) => set_up.marks.extend(mark.map(|mark| (mark, cells))),
            _ if cells.ty == Type::Unknown => {}
            _ => self.not_constant(cells.span),
        }
    }

    /// What an expression always comes to.
    pub fn constant(&self, expr: &Expr) -> Option<Constant> {
        constant(expr, self.parts.board.as_ref(), &self.parts.definitions)
    }

    /// The ends of a range, where they are whole numbers that are known before the game.
    pub fn constant_ends(&self, range: &Expr) -> [Option<i64>; 2] {
        let ends = match &range.kind {
            ExprKind::Builtin(Builtin::Range, ends) => ends.as_slice(),
            _ => &[],
        };
        [ends.first(), ends.last()].map(|end| match self.constant(end?)? {
            Constant::Number(number) => number.to_whole(),
            _ => None,
        })
    }

    fn not_constant(&mut self, span: Span) {
        self.say(
            Diagnostic::new(Code::TypeNotConstant, span, "this must be known before there is a position")
                .label("depends on the position")
                .help("name the cells or the player"),
        );
    }

    fn expectation(&mut self, expectation: &ast::Expectation) -> Option<Expectation> {
        Some(match expectation {
            ast::Expectation::Legal(texts) => Expectation::Legal(moves(texts).collect()),
            ast::Expectation::Illegal(texts) => Expectation::Illegal(moves(texts).collect()),
            ast::Expectation::Only(texts) => Expectation::Only(moves(texts).collect()),
            ast::Expectation::Odds(action, odds) => Expectation::Odds(action.clone(), self.number(odds)?),
            ast::Expectation::Moves(count) => {
                let count = self.whole(count, 0, 1 << 20, "the number of legal actions")?;
                Expectation::Moves(usize::try_from(count).ok()?)
            }
            ast::Expectation::Over(over) => Expectation::Over(*over),
            ast::Expectation::Draw => Expectation::Draw,
            ast::Expectation::Wins(who) => Expectation::Wins(self.expect(who, Type::Player)),
            ast::Expectation::Loses(who) => Expectation::Loses(self.expect(who, Type::Player)),
            ast::Expectation::That(condition) => Expectation::That(self.expect(condition, Type::Truth)),
        })
    }
}

impl Test {
    fn start_is_changed(&self) -> bool {
        matches!(&self.start, Start::SetUp(set_up) if *set_up != SetUp::default())
    }
}

/// The actions in texts, each with its place.
fn moves(texts: &[Name]) -> impl Iterator<Item = Name> + '_ {
    texts.iter().flat_map(|text| {
        let start = |word: &str| word.as_ptr().addr() - text.text.as_ptr().addr() + text.span.start as usize + 1;
        text.text.split_whitespace().map(move |word| {
            let span = Span::new(text.span.file, start(word), start(word) + word.len());
            Name { text: word.to_owned(), span }
        })
    })
}
