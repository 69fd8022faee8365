//! Running the tests of a file.

use super::test_steps::{MAX_TEST_STEPS, Run};
use crate::audit::lints::can_be;
use crate::library::{Loaded, Prepared, PreparedTest};
use rulebook_language::diagnostic::{Code, Diagnostic, Report, Severity};
use rulebook_language::model::{Choice, OwnedKind, SetUp, Start, test_choices, tests};
use rulebook_language::source::{SourceMap, Span};
use rulebook_language::syntax::ast::{self, Name};
use rulebook_play::engine::Position;

/// A test that was run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tested {
    /// The title of the game or variant that it belongs to.
    pub game: String,
    /// Its own title, and where it stands.
    pub title: Name,
    /// Whether everything was as expected.
    pub passed: bool,
}

/// What running tests has come to.
#[derive(Clone, Debug, Default)]
pub struct TestRuns {
    /// The tests, in the order of the file.
    pub tests: Vec<Tested>,
    /// What is wrong: with the tests, with games as the tests set their options, and what was not as expected.
    pub report: Report,
    /// How often a game was checked and compiled for them.
    pub games: usize,
    /// The steps of the evaluator that they took.
    pub steps: u64,
}

/// How much text is checked for tests, all in all: a file of usual length for some hundred choices of its options.
const MAX_TEXT: usize = 4 << 20;

/// Whether a test stands in a unit.
fn declares(unit: &ast::Unit, test: &ast::Test) -> bool {
    let (whole, title) = (unit.span, test.title.span);
    whole.file == title.file && whole.start <= title.start && title.end <= whole.end
}

/// Runs the tests of `loaded`'s own games and variants for which `wanted` holds, by the title of the game and that of the test.
/// A variant has its own tests alone, unless it says `test base`: those of its game speak of other rules.
pub fn run_tests(loaded: &Loaded, wanted: &dyn Fn(&str, &str) -> bool) -> TestRuns {
    let mut runs = TestRuns::default();
    if loaded.report.errors() > 0 {
        runs.report = loaded.report.clone();
    }
    // What cannot be read of some tests is no affair of the others.
    let apart = loaded.without_unread_tests();
    let loaded = apart.as_ref().unwrap_or(loaded);
    let length = loaded.sources.iter().map(|(_, file)| file.text.len()).sum::<usize>().max(1);
    let mut checks = MAX_TEXT / length;
    let mut steps = MAX_TEST_STEPS;
    for unit in loaded.files.iter().take(1).flat_map(|file| &file.units) {
        let mut tests = tests(loaded.files.iter(), unit);
        tests.retain(|test| wanted(&unit.name.text, &test.title.text));
        let mut passed = vec![false; tests.len()];
        // Tests with the same options share a game.
        for group in groups(&tests) {
            let Some(left) = checks.checked_sub(1) else {
                let first = group.first().map_or(unit.name.span, |first| tests[*first].title.span);
                runs.report.add(
                    Diagnostic::new(
                        Code::LimitTest,
                        first,
                        "the tests set options in more ways than are tried at once",
                    )
                    .label("not run from here on")
                    .help("run them in parts with `rulebook test --filter` or `--variant`"),
                );
                break;
            };
            checks = left;
            runs.games += 1;
            let asked: Vec<&ast::Test> = group.iter().map(|index| tests[*index]).collect();
            let choices = asked.first().map(|test| test_choices(test)).unwrap_or_default();
            let (prepared, checked, found) = loaded.prepare_tests(&unit.name, &choices, &asked);
            runs.report.extend(of_this_variant(concerning(found, &asked), unit, &asked));
            let Some(prepared) = prepared else { continue };
            for (index, test) in group.iter().zip(checked) {
                let mut report = Report::default();
                if let Some(test) = &test {
                    impossible(&prepared, tests[*index], test, &mut report);
                }
                passed[*index] =
                    test.is_some_and(|test| run(&prepared, &test, &loaded.sources, &mut steps, &mut report));
                let is_own = declares(unit, tests[*index]);
                for said in report.iter().cloned() {
                    runs.report.add(match is_own {
                        true => said,
                        false => said.related(unit.name.span, "run for this variant, by `test base`"),
                    });
                }
            }
        }
        let game = unit.name.text.clone();
        let unread = unit.unread_tests.iter().map(|(title, _)| title).filter(|title| wanted(&game, &title.text));
        let ran = tests.iter().map(|test| &test.title).zip(passed);
        let mut titles: Vec<(&Name, bool)> = ran.chain(unread.map(|title| (title, false))).collect();
        titles.sort_by_key(|(title, _)| (title.span.file, title.span.start));
        let tested = |(title, passed): (&Name, bool)| Tested { game: game.clone(), title: title.clone(), passed };
        runs.tests.extend(titles.into_iter().map(tested));
    }
    runs.steps = MAX_TEST_STEPS - steps;
    runs.report.sort();
    runs
}

/// The tests' places, those with the same options together.
fn groups(tests: &[&ast::Test]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<[String; 2]>, Vec<usize>)> = Vec::new();
    for (index, test) in tests.iter().enumerate() {
        let key: Vec<[String; 2]> =
            test_choices(test).into_iter().map(|choice| [choice.option.text, choice.value.text]).collect();
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, members)) => members.push(index),
            None => groups.push((key, vec![index])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// Whether a place is in a test.
fn is_about(test: &ast::Test, at: Span) -> bool {
    let ends = test.lines.iter().map(|line| line.span.end).max().unwrap_or(test.title.span.end);
    test.title.span.file == at.file && test.title.span.start <= at.start && at.end <= ends
}

/// The findings that concern tests: errors, and warnings of tests. Where a test sets options, with the place where it does: the
/// test that the finding is in, or the first of those that set the same.
fn concerning(found: Report, tests: &[&ast::Test]) -> Report {
    let mut report = Report::default();
    for diagnostic in found.iter() {
        let of_tests = diagnostic.code.area() == "test";
        if diagnostic.severity != Severity::Error && !of_tests {
            continue;
        }
        let mut diagnostic = diagnostic.clone();
        let own = tests.iter().find(|test| is_about(test, diagnostic.primary.span)).or(tests.first());
        let choices = own.map(|test| test_choices(test)).unwrap_or_default();
        let says_it = |choice: &&Choice| {
            choice.option.span != diagnostic.primary.span && choice.value.span != diagnostic.primary.span
        };
        if let Some(choice) = choices.last().filter(says_it).filter(|_| !of_tests) {
            let which = format!("found with `{}` set to {}", choice.option.text, choice.value.text);
            diagnostic = diagnostic.related(choice.option.span.to(choice.value.span), which);
        }
        report.add(diagnostic);
    }
    report
}

/// Findings about tests that a variant has from its game by `test base`: once for each test, where the variant says so.
fn of_this_variant(found: Report, unit: &ast::Unit, tests: &[&ast::Test]) -> Report {
    let says_base = |said: &&ast::Declaration| said.kind == ast::DeclarationKind::TestBase;
    let Some(base) = unit.declarations.iter().find(says_base) else { return found };
    let mut report = Report::default();
    let mut misfit: Vec<&str> = Vec::new();
    for said in found.iter() {
        match tests.iter().find(|test| !declares(unit, test) && is_about(test, said.primary.span)) {
            None => report.add(said.clone()),
            Some(test) if misfit.contains(&test.title.text.as_str()) => {}
            Some(test) => {
                misfit.push(&test.title.text);
                let title = &test.title.text;
                // One after another: a place has one finding of a code.
                let message = format!("the test \"{title}\" does not fit this variant: {}", said.message);
                let own = Diagnostic::new(said.code, test.title.span, message)
                    .label("run for the variant, by `test base`")
                    .related(base.span, "here")
                    .related(said.primary.span, "what does not fit");
                report.add(
                    own.help(format!(
                        "write `test \"{title}\" off` in the variant, or a test of this title of its own"
                    )),
                );
            }
        }
    }
    report
}

/// Says of letters in the picture of a test that they mean pieces which can never be, such as a goose of the fox.
fn impossible(prepared: &Prepared, said: &ast::Test, test: &PreparedTest, report: &mut Report) {
    let Start::SetUp(SetUp { contents: Some(contents), .. }) = &test.test.start else { return };
    let (game, signs) = (&*prepared.game, prepared.game.signs());
    let rows = said.lines.iter().filter_map(|line| match &line.kind {
        ast::TestLineKind::Picture(rows) => Some(rows),
        _ => None,
    });
    let mut odd: Vec<OwnedKind> = contents.iter().flat_map(|(_, pieces)| pieces).copied().collect();
    odd.sort_unstable();
    odd.dedup();
    odd.retain(|piece| !can_be(game, *piece));
    for row in rows.flatten() {
        let letters = row.text.char_indices().filter_map(|(at, letter)| Some((at, letter, signs.piece(letter)?)));
        for (at, letter, (owner, kind)) in letters.filter(|(_, _, piece)| odd.contains(piece)) {
            let name = &game.kinds[kind].name;
            let whose = owner.and_then(|owner| game.players.get(owner)).map_or("neutral", String::as_str);
            let owners = game.players.ids().map(Some).chain([None]);
            let others = owners.flat_map(|owner| game.kinds.ids().map(move |kind| (owner, kind)));
            let near = others.filter(|piece| piece.0 == owner && can_be(game, *piece));
            let listed: Vec<String> = near
                .map(|piece| format!("`{}` is {whose}'s {}", signs.letter(piece), game.kinds[piece.1].name))
                .collect();
            // Past the quote.
            let start = row.span.start as usize + 1 + at;
            let span = Span::new(row.span.file, start, start + letter.len_utf8());
            let message = format!("`{letter}` is {whose}'s {name}, and there can never be one");
            let said = Diagnostic::new(Code::LintNeverAppears, span, message);
            let said = said.label("no setup, `put` or `promote` brings one");
            report.add(match listed.is_empty() {
                true => said.help("draw another piece"),
                false => said.help(listed.join(", ")),
            });
        }
    }
}

/// Runs a test, and says whether everything was as expected.
fn run(prepared: &Prepared, test: &PreparedTest, sources: &SourceMap, steps: &mut u64, report: &mut Report) -> bool {
    let begun = Position::begun(prepared.game.clone(), prepared.plan.clone(), &test.test.start);
    let position = match begun {
        Ok(position) => position,
        Err(error) => {
            let span = match &test.test.start {
                Start::Notation(text) => text.span,
                Start::SetUp(_) => test.test.title.span,
            };
            report.add(
                Diagnostic::new(Code::TestPosition, span, format!("this is not a position of the game: {error}"))
                    .label("the test begins here")
                    .help("write what `rulebook show --json` prints as `position`, or draw a picture"),
            );
            return false;
        }
    };
    Run::new(position, sources, steps, report).steps(test)
}
