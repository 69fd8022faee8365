//! Trying the changes of a file, on all cores, within a bounded number of steps.

use super::edit::Edit;
use super::fate::{Fate, Original};
use super::rules::edits;
use crate::analysis::{TestRuns, run_tests};
use crate::library::Loaded;
use crate::parallel;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MutantSettings {
    /// The greatest number of changes.
    pub most: usize,
    /// The work for all of them, in steps of the evaluator.
    pub steps: u64,
}

impl Default for MutantSettings {
    fn default() -> Self {
        MutantSettings { most: 2_000, steps: 8 << 30 }
    }
}

/// A change, and what becomes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The change.
    pub edit: Edit,
    /// What becomes of it.
    pub fate: Fate,
}

/// What the changes of a file came to.
#[derive(Clone, Debug)]
pub struct Mutated {
    /// The tests of the file as it is.
    pub runs: TestRuns,
    /// The changes that were tried, in the order of their places; none where the file or a test of it is wrong as it is.
    pub mutants: Vec<Mutant>,
    /// How many more changes were not tried.
    pub left_out: usize,
}

/// How many changes are tried between two looks at the work done: the same on every machine.
const AT_A_TIME: usize = 16;

/// Changes one rule of a file at a time, as far as the settings and `go_on` allow, and says what notices it. `tell` is given the changes
/// that were tried, some at a time, and of how many they are.
pub fn mutants(
    loaded: &Loaded,
    settings: MutantSettings,
    go_on: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(&[Mutant], usize),
) -> Mutated {
    let runs = run_tests(loaded, &|_, _| true);
    let mut mutated = Mutated { runs, mutants: Vec::new(), left_out: 0 };
    let is_wrong = mutated.runs.report.errors() > 0 || mutated.runs.tests.iter().any(|test| !test.passed);
    let Some((_, source)) = loaded.sources.iter().next() else { return mutated };
    if is_wrong {
        return mutated;
    }
    let original = Original::new(loaded, mutated.runs.tests.iter().map(|test| test.passed).collect());
    let edits = edits(&loaded.files, source);
    let most = edits.len().min(settings.most);
    let mut steps = 0;
    for some in edits[..most].chunks(AT_A_TIME) {
        if steps >= settings.steps || !go_on() {
            break;
        }
        let tried =
            parallel::map(some, |edit| original.fate(&loaded.with_text(edit.applied(&source.text)), &edit.unit));
        let before = mutated.mutants.len();
        for (edit, (fate, spent)) in some.iter().zip(tried) {
            steps += spent;
            mutated.mutants.push(Mutant { edit: edit.clone(), fate });
        }
        tell(&mutated.mutants[before..], most);
    }
    mutated.left_out = edits.len() - mutated.mutants.len();
    mutated
}
