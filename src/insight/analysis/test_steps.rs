//! The steps of one test: what is played, what is expected, what is said where it is otherwise.

use crate::library::PreparedTest;
use rulebook_language::diagnostic::{Code, Diagnostic, Report};
use rulebook_language::model::{Expectation, Expr, PlayerId, TestStep};
use rulebook_language::source::{SourceMap, Span};
use rulebook_language::syntax::ast::Name;
use rulebook_language::util::{Rational, suggest};
use rulebook_play::engine::{Answer, Fault, Outcome, PlayError, Position};

/// How many actions a finding lists.
const MAX_LISTED: usize = 24;
/// How many values a finding shows.
const MAX_VALUES: usize = 4;
/// How many characters of an expression, or of its value, are shown.
const MAX_SHOWN: usize = 60;

/// How many steps of the evaluator all tests of a file together may take.
pub const MAX_TEST_STEPS: u64 = 1 << 27;

/// A test that is running.
pub struct Run<'a> {
    position: Position,
    /// Steps that are left for this test and all that follow.
    left: &'a mut u64,
    /// What was played so far.
    line: Vec<String>,
    sources: &'a SourceMap,
    report: &'a mut Report,
    passed: bool,
    /// Whether the step at hand has failed.
    failed: bool,
}

impl<'a> Run<'a> {
    /// A test that begins at a position.
    pub fn new(position: Position, sources: &'a SourceMap, left: &'a mut u64, report: &'a mut Report) -> Self {
        Run { position, left, line: Vec::new(), sources, report, passed: true, failed: false }
    }

    /// Goes through the steps up to one after which there is no going on, and says whether everything was as expected.
    pub fn steps(mut self, test: &PreparedTest) -> bool {
        let mut probe = test.first;
        for step in &test.test.steps {
            let questions = step.questions();
            let before = self.position.spent();
            let failed = std::mem::take(&mut self.failed);
            let (span, done) = match step {
                TestStep::Play(said) => (said.span, self.play(said)),
                // Of a game that has ended otherwise, or goes on, that is said already.
                TestStep::EndedBy(_) if failed => continue,
                TestStep::EndedBy(by) => (by.span, self.ended_by(by).map(|()| true)),
                TestStep::Expect(expectation, span) => {
                    (*span, self.expect(expectation, *span, probe, &questions).map(|()| true))
                }
            };
            *self.left = self.left.saturating_sub(self.position.spent() - before);
            match done {
                Ok(_) if *self.left == 0 => {
                    let message =
                        format!("the tests take more than {} million steps to evaluate", MAX_TEST_STEPS >> 20);
                    self.fail(
                        Diagnostic::new(Code::LimitEvaluation, span, message)
                            .label("no step is left after this")
                            .help("test on smaller boards, or take tests that take long into a file of their own"),
                    );
                    return false;
                }
                Ok(true) => {}
                Ok(false) => return false,
                Err(fault) => {
                    self.fail(
                        Diagnostic::new(Code::LimitEvaluation, span, fault.to_string())
                            .help("simplify the rules, or test them on a smaller board"),
                    );
                    return false;
                }
            }
            probe += questions.len();
        }
        self.passed
    }

    /// Adds a finding with the picture of the position.
    fn fail(&mut self, finding: Diagnostic) {
        (self.passed, self.failed) = (false, true);
        let after = if self.line.is_empty() { String::new() } else { format!(", after {}", self.line.join(" ")) };
        let picture = format!("{}{}{after}", self.position.drawn(), state(&mut self.position));
        self.report.add(finding.picture(picture));
    }

    /// Plays an action; false where it cannot be played.
    fn play(&mut self, said: &Name) -> Result<bool, Fault> {
        match self.position.find(&said.text) {
            Ok(action) => {
                self.position.play_unchecked(&action)?;
                self.line.push(said.text.clone());
                Ok(true)
            }
            Err(PlayError::Fault(fault)) => Err(fault),
            Err(_) => {
                let finding = self.illegal(Code::TestMove, said)?;
                self.fail(finding.label("the test plays this"));
                Ok(false)
            }
        }
    }

    /// That an action is not legal, with what was probably meant.
    fn illegal(&mut self, code: Code, said: &Name) -> Result<Diagnostic, Fault> {
        let finding = Diagnostic::new(code, said.span, format!("{} is not legal here", quoted(&said.text)));
        if self.position.outcome()?.is_some() {
            return Ok(finding.help("the game is over"));
        }
        let legal = self.legal()?;
        Ok(match suggest(&said.text, legal.iter().map(String::as_str)) {
            Some(near) => finding.help(format!("did you mean {}? {}", quoted(near), listed(&legal))),
            None => finding.help(listed(&legal)),
        })
    }

    /// The legal actions as written, in order.
    fn legal(&mut self) -> Result<Vec<String>, Fault> {
        let legal = self.position.legal()?.clone();
        let mut written: Vec<String> = legal.iter().map(|action| self.position.written(&action)).collect();
        written.sort();
        Ok(written)
    }

    /// The legal action that a text means, as it is written.
    fn meant(&mut self, text: &str) -> Result<Option<String>, Fault> {
        match self.position.find(text) {
            Ok(action) => Ok(Some(self.position.written(&action))),
            Err(PlayError::Fault(fault)) => Err(fault),
            Err(_) => Ok(None),
        }
    }

    fn expect(&mut self, expectation: &Expectation, span: Span, probe: usize, asked: &[&Expr]) -> Result<(), Fault> {
        match expectation {
            Expectation::Legal(moves) => {
                for said in moves {
                    if self.meant(&said.text)?.is_none() {
                        let finding = self.illegal(Code::TestFailed, said)?;
                        self.fail(finding.label("expected to be legal"));
                    }
                }
            }
            Expectation::Illegal(moves) => self.expect_illegal(moves)?,
            Expectation::Only(moves) => self.expect_only(moves, span)?,
            Expectation::Moves(count) => {
                let legal = self.legal()?;
                if legal.len() != *count {
                    let message = format!("expected {}, there are {}", moves_of(*count), legal.len());
                    self.fail(Diagnostic::new(Code::TestFailed, span, message).help(listed(&legal)));
                }
            }
            Expectation::Odds(said, odds) => self.expect_odds(said, *odds, span)?,
            Expectation::Over(over) => {
                let outcome = self.position.outcome()?;
                let is_over = outcome.as_ref().is_some_and(|outcome| !outcome.stuck);
                if is_over != *over || (!over && outcome.is_some()) {
                    let message = if *over { "expected the game to be over" } else { "expected the game to go on" };
                    self.otherwise(span, message.to_owned());
                }
            }
            Expectation::Draw => {
                if !self.position.outcome()?.is_some_and(|outcome| outcome.is_draw()) {
                    self.otherwise(span, "expected a draw".to_owned());
                }
            }
            Expectation::Wins(_) | Expectation::Loses(_) => {
                let wins = matches!(expectation, Expectation::Wins(_));
                self.expect_result(wins, span, probe)?;
            }
            Expectation::That(condition) => self.expect_that(condition, span, probe, asked)?,
        }
        Ok(())
    }

    /// A finding whose label is how the game stands.
    fn otherwise(&mut self, span: Span, message: String) {
        let now = state(&mut self.position);
        self.fail(Diagnostic::new(Code::TestFailed, span, message).label(format!("now: {now}")));
    }

    fn expect_odds(&mut self, said: &Name, odds: Rational, span: Span) -> Result<(), Fault> {
        let legal: Vec<String> = self.written_in_order()?;
        let place = legal.iter().position(|text| *text == said.text);
        let Some(chance) = self.position.chance()? else {
            let finding = Diagnostic::new(Code::TestFailed, span, "expected nature to act");
            let now = state(&mut self.position);
            self.fail(
                finding.label(format!("now: {now}")).help("odds are asked where dice are rolled or something is drawn"),
            );
            return Ok(());
        };
        let of = place.map_or(0, |place| chance.weights[place]);
        let found = i64::try_from(of).ok().zip(i64::try_from(chance.total).ok());
        let found = found.and_then(|(of, total)| Rational::new(of, total));
        if found != Some(odds) {
            let is = found.map_or_else(|| "too large to be said".to_owned(), |found| found.to_string());
            let message = format!("expected {odds} for {}, the odds are {is}", quoted(&said.text));
            self.fail(Diagnostic::new(Code::TestFailed, span, message).help(listed(&legal)));
        }
        Ok(())
    }

    /// The legal actions as written, in the order of the position's.
    fn written_in_order(&mut self) -> Result<Vec<String>, Fault> {
        let legal = self.position.legal()?.clone();
        Ok(legal.iter().map(|action| self.position.written(&action)).collect())
    }

    fn expect_illegal(&mut self, moves: &[Name]) -> Result<(), Fault> {
        let legal = self.legal()?;
        for said in moves {
            if let Some(written) = self.meant(&said.text)? {
                let message = match written == said.text {
                    true => format!("{} is legal here", quoted(&said.text)),
                    false => format!("{} is legal here: it is {}", quoted(&said.text), quoted(&written)),
                };
                let finding = Diagnostic::new(Code::TestFailed, said.span, message).label("expected to be illegal");
                self.fail(finding.help(listed(&legal)));
            } else if !self.position.could_be_written(&said.text) {
                let message = format!("{} is not a move of the player to act in any position", quoted(&said.text));
                let finding = Diagnostic::new(Code::TestMove, said.span, message).label("illegal in any position");
                let near = suggest(&said.text, legal.iter().map(String::as_str));
                let near = near.or(legal.first().map(String::as_str));
                self.fail(match near {
                    Some(near) => finding.help(format!("use the notation of the moves, such as {}", quoted(near))),
                    None => finding,
                });
            }
        }
        Ok(())
    }

    fn expect_only(&mut self, moves: &[Name], span: Span) -> Result<(), Fault> {
        let legal = self.legal()?;
        let (mut missing, mut named): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for said in moves {
            match self.meant(&said.text)? {
                Some(written) => named.push(written),
                None => missing.push(said.text.clone()),
            }
        }
        let further: Vec<String> = legal.iter().filter(|text| !named.contains(text)).cloned().collect();
        let said = [(&missing, "not legal"), (&further, "legal too")];
        let parts = said.iter().filter(|(moves, _)| !moves.is_empty());
        let parts: Vec<String> = parts.map(|(moves, what)| format!("{what}: {}", list(moves))).collect();
        if !parts.is_empty() {
            let finding = Diagnostic::new(Code::TestFailed, span, "the legal moves differ from those expected");
            self.fail(finding.label(parts.join("; ")).help(listed(&legal)));
        }
        Ok(())
    }

    fn expect_result(&mut self, wins: bool, span: Span, probe: usize) -> Result<(), Fault> {
        let player = match self.position.answer(probe)? {
            Some(Answer::Player(player)) => player,
            _ => None,
        };
        let outcome = self.position.outcome()?;
        let holds = |outcome: &Outcome, player: PlayerId| {
            let decided = !outcome.stuck && !outcome.is_draw();
            decided && outcome.won(player) == wins
        };
        if outcome.as_ref().zip(player).is_none_or(|(outcome, player)| !holds(outcome, player)) {
            let name = player.and_then(|player| self.position.game().players.get(player)).cloned();
            let name = name.unwrap_or_else(|| "nobody".to_owned());
            self.otherwise(span, format!("expected that `{name}` {}", if wins { "wins" } else { "loses" }));
        }
        Ok(())
    }

    fn ended_by(&mut self, by: &Name) -> Result<(), Fault> {
        if self.position.outcome()?.is_none_or(|outcome| outcome.clause != by.text) {
            self.otherwise(by.span, format!("expected the game to end by `{}`", by.text));
        }
        Ok(())
    }

    fn expect_that(&mut self, condition: &Expr, span: Span, probe: usize, asked: &[&Expr]) -> Result<(), Fault> {
        if self.position.answer(probe)? == Some(Answer::Truth(true)) {
            return Ok(());
        }
        let mut values = Vec::new();
        for (index, part) in asked.iter().enumerate().skip(1).take(MAX_VALUES) {
            if let Some(value) = self.position.answer(probe + index)? {
                let shown = clipped(&self.position.shown_answer(&value));
                values.push(format!("{} is {shown}", self.source(part.span)));
            }
        }
        let message = format!("{} does not hold", self.source(condition.span));
        self.fail(Diagnostic::new(Code::TestFailed, span, message).label(values.join(", ")));
        Ok(())
    }

    /// The text of an expression, on one line.
    fn source(&self, span: Span) -> String {
        let text = self.sources.slice(span);
        if text.contains("//") {
            // Comments are no part of it.
            return "this".to_owned();
        }
        quoted(&text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Who is to act, or how the game ended; one line.
fn state(position: &mut Position) -> String {
    let name = |position: &Position, role: PlayerId| position.game().players.get(role).cloned().unwrap_or_default();
    let to_act = name(position, position.role_to_act());
    match position.outcome() {
        Ok(None) => format!("{to_act} to move"),
        Ok(Some(outcome)) if outcome.stuck => format!("{to_act} has no legal move, and no end clause covers this"),
        Ok(Some(outcome)) if outcome.is_draw() => format!("a draw, by `{}`", position.game().clause(&outcome.clause)),
        Ok(Some(outcome)) => {
            let winners: Vec<String> = outcome.winners.iter().map(|role| name(position, *role)).collect();
            let verb = if winners.len() == 1 { "wins" } else { "win" };
            format!("{} {verb}, by `{}`", winners.join(" and "), position.game().clause(&outcome.clause))
        }
        Err(fault) => fault.to_string(),
    }
}

fn moves_of(count: usize) -> String {
    if count == 1 { "1 legal move".to_owned() } else { format!("{count} legal moves") }
}

/// The legal actions, as many as a finding can list.
fn listed(legal: &[String]) -> String {
    if legal.is_empty() { "no move is legal".to_owned() } else { format!("legal: {}", list(legal)) }
}

fn list(moves: &[String]) -> String {
    let shown: Vec<String> = moves.iter().take(MAX_LISTED).map(|text| clipped(text)).collect();
    let more = moves.len().saturating_sub(MAX_LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", shown.join(" "))
}

fn clipped(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN {
        return text.to_owned();
    }
    text.chars().take(MAX_SHOWN).chain("...".chars()).collect()
}

fn quoted(text: &str) -> String {
    format!("`{}`", clipped(text))
}
