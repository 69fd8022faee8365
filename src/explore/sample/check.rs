//! Whether a candidate is a game at all, before it is played.

use serde::{Deserialize, Serialize};

use super::ready::Ready;
use crate::candidate::Candidate;
use crate::sheet::Ground;
use rulebook_insight::analysis::{Smoke, inspect, run_tests};
use rulebook_insight::library::Written;
use rulebook_language::diagnostic::{Code, Severity};

/// How many of the sheet's own tests still hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tests {
    /// So many.
    pub hold: usize,
    /// Of so many that hold of the sheet.
    pub of: usize,
}

/// How much is played to check a candidate: less than `check` does, for there are many.
const SMOKE: (u64, u32, u64) = (4, 1_000, 3 << 20);

/// Warnings for which a candidate is thrown out, too: nothing is changed, games are endless, or end before anybody can decide anything,
/// or something of the rules can never be.
const DEAD: [Code; 13] = [
    Code::VariantSame,
    Code::PlayEndless,
    Code::PlayShort,
    Code::PlayNever,
    Code::PlaySlow,
    Code::LintEndless,
    Code::MoveEndlessChain,
    Code::TurnEndlessUntil,
    Code::TurnNever,
    Code::TurnUnreachable,
    Code::EndUnreachable,
    Code::RepetitionNever,
    Code::SetupEmpty,
];

/// The reason for a candidate that breaks more than half of the tests that still apply.
pub const TESTS: &str = "tests";
/// Of so many tests at least: a few may be about the very rule that is changed.
const FEWEST_TESTS: usize = 4;

/// What is found of a game, by code: errors, and what makes it a dead one.
pub fn found(ready: &Ready, title: &str) -> Vec<Code> {
    let variant = ready.loaded.titles().find(|own| own.text == title).cloned();
    let (games, max_plies, steps) = SMOKE;
    let smoke = Smoke { games, max_plies, steps, ..Smoke::default() };
    let smoke = Smoke { claims: smoke.claims.scaled(1, 8), ..smoke };
    let inspected = inspect(&ready.loaded, &Written { variant, choices: Vec::new() }, smoke);
    let is_bad = |finding: &&rulebook_language::diagnostic::Diagnostic| {
        finding.severity == Severity::Error || DEAD.contains(&finding.code)
    };
    let mut codes: Vec<Code> = inspected.report.iter().filter(is_bad).map(|finding| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Which tests of the sheet a candidate passes, by their titles.
pub fn passed(ground: &Ground, candidate: &Candidate) -> Vec<String> {
    ran(ground, candidate).into_iter().filter(|(_, ran)| *ran == Ran::Passed).map(|(title, _)| title).collect()
}

/// What became of a test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ran {
    /// Everything was as expected.
    Passed,
    /// Something was not as expected.
    Failed,
    /// Its moves or its position are none of the candidate: it does not apply.
    Elsewhere,
}

fn ran(ground: &Ground, candidate: &Candidate) -> Vec<(String, Ran)> {
    let (loaded, title) = match candidate.block.trim_end().strip_suffix('}') {
        None => (ground.loaded.clone(), ground.title.as_str()),
        Some(block) => (ground.with(&format!("{block}  test base\n}}\n")), candidate.title.as_str()),
    };
    let runs = run_tests(&loaded, &|game, _| game == title);
    let declarations = || loaded.files.iter().flat_map(|file| &file.units).flat_map(|unit| &unit.declarations);
    let ran = |test: &rulebook_insight::analysis::Tested| {
        let whole = declarations().map(|said| said.span).find(|span| test.title.span.is_in(*span));
        let inside = |found: &&rulebook_language::diagnostic::Diagnostic| {
            whole.is_some_and(|whole| found.primary.span.is_in(whole))
        };
        let expected = |found: &rulebook_language::diagnostic::Diagnostic| found.code == Code::TestFailed;
        match (test.passed, runs.report.iter().filter(inside).all(expected)) {
            (true, _) => Ran::Passed,
            (_, true) => Ran::Failed,
            _ => Ran::Elsewhere,
        }
    };
    runs.tests.iter().map(|test| (test.title.text.clone(), ran(test))).collect()
}

/// Checks a candidate beside the sheet as it is: of that what is found, and which tests it passes.
///
/// # Errors
/// The code for which it is thrown out.
pub fn check(
    ground: &Ground,
    ready: Result<&Ready, String>,
    candidate: &Candidate,
    (known, tests): &(Vec<Code>, Vec<String>),
) -> Result<Tests, String> {
    let ready = ready?;
    // Values of options are what the sheet offers: `check` looks at them with the sheet.
    let is_changed = !candidate.tweaks.is_empty() || candidate.options.is_empty();
    if is_changed && let Some(code) = found(ready, &candidate.title).into_iter().find(|code| !known.contains(code)) {
        return Err(code.name().to_owned());
    }
    let ran = if tests.is_empty() { Vec::new() } else { ran(ground, candidate) };
    let count = |wanted: Ran| ran.iter().filter(|(title, its)| *its == wanted && tests.contains(title)).count();
    let (hold, broken) = (count(Ran::Passed), count(Ran::Failed));
    match hold + broken >= FEWEST_TESTS && hold < broken {
        true => Err(TESTS.to_owned()),
        false => Ok(Tests { hold, of: tests.len() }),
    }
}
