//! What becomes of a change: whether anything notices it, and where it shows.

use rustc_hash::FxHashMap;

use crate::analysis::claims::ClaimEffort;
use crate::analysis::compare::{Bounds, Compared, DifferenceKind, RelationKind, Side, Sides, WitnessKind, relate};
use crate::analysis::inspect::{Smoke, inspect, least};
use crate::analysis::run_tests;
use crate::library::{Loaded, Written};
use rulebook_language::diagnostic::Code;
use rulebook_language::model::Choice;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::Name;

/// What becomes of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The changed file is none that can be played.
    Unviable,
    /// A test fails.
    Caught {
        /// Its game or variant, and its title.
        test: [String; 2],
    },
    /// No test fails, but `check` finds something that it does not find in the file itself.
    Reported {
        /// What.
        code: Code,
    },
    /// Nothing notices it, and it makes a difference.
    Missed(Box<Shown>),
    /// Nothing notices it, and nothing was found in which it makes a difference.
    Alike {
        /// How far was looked.
        looked: String,
    },
    /// It makes no difference, at the options that were looked at.
    Equivalent {
        /// How that is known, and at which options.
        how: String,
    },
}

/// Where a change shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// The options that do not have their default value, as for `--set`; empty where all have.
    pub set: String,
    /// The moves that lead there.
    pub moves: Vec<String>,
    /// What is different there.
    pub what: String,
    /// A test that holds, and fails with the change; where one can be written.
    pub test: Option<String>,
}

/// How far the changed game is compared with the game.
const BOUNDS: Bounds = Bounds { depth: 40, positions: 3_000, samples: 60, steps: 6 << 20, seed: 1 };
/// How much `check` does to a changed file.
const SMOKE: Smoke = Smoke { games: 4, max_plies: 400, steps: 24 << 20, claims: ClaimEffort::NORMAL };

/// The file as it is: what its tests and a check come to.
pub struct Original<'l> {
    /// The file.
    pub loaded: &'l Loaded,
    /// Which tests pass, in their order.
    pub passed: Vec<bool>,
    found: FxHashMap<Code, usize>,
}

impl<'l> Original<'l> {
    /// Looks at the file as it is.
    pub fn new(loaded: &'l Loaded, passed: Vec<bool>) -> Self {
        Original { loaded, passed, found: findings(loaded) }
    }

    /// What becomes of a change in the unit of this title. Beside it, the steps that it took.
    pub fn fate(&self, changed: &Loaded, unit: &str) -> (Fate, u64) {
        if changed.report.errors() > 0 {
            return (Fate::Unviable, 0);
        }
        let Some(title) = changed.titles().find(|title| title.text == unit) else { return (Fate::Unviable, 0) };
        if changed.prepare(Some(title), &[]).0.is_none() {
            return (Fate::Unviable, 0);
        }
        let runs = run_tests(changed, &|_, _| true);
        let failing = runs.tests.iter().zip(&self.passed).find(|(test, passed)| **passed && !test.passed);
        if let Some((test, _)) = failing {
            return (Fate::Caught { test: [test.game.clone(), test.title.text.clone()] }, runs.steps);
        }
        let (fate, steps) = self.difference(changed, title);
        let fate = match fate {
            Fate::Missed(shown) => match self.reported(changed) {
                Some(code) => Fate::Reported { code },
                None => Fate::Missed(shown),
            },
            fate => fate,
        };
        (fate, runs.steps + steps)
    }

    /// What `check` finds of the changed file alone.
    fn reported(&self, changed: &Loaded) -> Option<Code> {
        let found = findings(changed);
        let is_new = |(code, count): &(&Code, &usize)| **count > self.found.get(code).copied().unwrap_or(0);
        found.iter().filter(is_new).map(|(code, _)| *code).min()
    }

    /// Where the change makes a difference: on the smallest board first.
    fn difference(&self, changed: &Loaded, title: &Name) -> (Fate, u64) {
        let Some(own) = self.loaded.titles().find(|own| own.text == title.text) else { return (Fate::Unviable, 0) };
        let Some(prepared) = self.loaded.prepare(Some(own), &[]).0 else { return (Fate::Unviable, 0) };
        let least = least(&prepared.game.options.iter().collect::<Vec<_>>());
        let named = |text: &String| Name { text: text.clone(), span: Span::default() };
        let small: Vec<Choice> =
            least.iter().map(|(option, value)| Choice { option: named(option), value: named(value) }).collect();
        let set = least.iter().map(|(option, value)| format!("{option}={value}")).collect::<Vec<_>>().join(" ");
        let mut choices: Vec<(Vec<Choice>, String)> = vec![(Vec::new(), String::new())];
        if !set.is_empty() {
            choices.insert(0, (small, set));
        }
        let mut looked = Vec::new();
        let mut all_exhausted = true;
        for (choices, set) in choices {
            let at = if set.is_empty() { String::new() } else { format!(" with {set}") };
            match self.compare(changed, [own, title], &choices) {
                None => return (Fate::Missed(Box::new(Shown { set, ..Shown::default() })), BOUNDS.steps),
                Some(compared) => match seen(&compared, set) {
                    Ok(shown) => return (Fate::Missed(Box::new(shown)), BOUNDS.steps),
                    Err((how, exhausted)) => {
                        all_exhausted &= exhausted;
                        looked.push(format!("{how}{at}"));
                    }
                },
            }
        }
        let looked = looked.join(", ");
        let fate = if all_exhausted { Fate::Equivalent { how: looked } } else { Fate::Alike { looked } };
        (fate, 2 * BOUNDS.steps)
    }

    /// Compares the game with the changed one; nothing where one of them cannot be played.
    fn compare(&self, changed: &Loaded, titles: [&Name; 2], choices: &[Choice]) -> Option<Compared> {
        let side = |loaded: &Loaded, title: &Name| {
            let (prepared, _) = loaded.prepare(Some(title), choices);
            Some(Side { loaded: loaded.clone(), prepared: prepared? })
        };
        let sides = Sides::new(side(self.loaded, titles[0])?, side(changed, titles[1])?).ok()?;
        relate(&sides, BOUNDS).ok()
    }
}

/// How often `check` finds what, apart from its own limits.
fn findings(loaded: &Loaded) -> FxHashMap<Code, usize> {
    let inspected = inspect(loaded, &Written::default(), SMOKE);
    let mut found = FxHashMap::default();
    for finding in inspected.report.iter().filter(|finding| finding.code != Code::LimitCheck) {
        *found.entry(finding.code).or_default() += 1;
    }
    found
}

/// Where two games differ; else how far was looked, and whether that is everywhere.
fn seen(compared: &Compared, set: String) -> Result<Shown, (String, bool)> {
    let relation = match &compared.relation {
        Ok(relation) => relation,
        Err(reason) => return Ok(Shown { set, what: reason.clone(), ..Shown::default() }),
    };
    let Some(witness) =
        relation.witnesses.first().filter(|_| relation.word != RelationKind::Identical || relation.results)
    else {
        let positions = relation.positions;
        return Err(match (relation.proved, relation.exhausted) {
            (true, _) => ("the rules say the same".to_owned(), true),
            (_, true) => (format!("all {positions} positions are the same"), true),
            _ => (format!("{positions} positions and {} games are the same", relation.samples), false),
        });
    };
    let (only_a, only_b) = (witness.difference.only_a.first(), witness.difference.only_b.first());
    let (what, expect) = match (witness.sort, only_a, only_b) {
        (WitnessKind::Less | WitnessKind::More, Some(action), _) => {
            (format!("`{action}` is no longer legal"), Some(format!("expect legal \"{action}\"")))
        }
        (WitnessKind::Less | WitnessKind::More, None, Some(action)) => {
            (format!("`{action}` becomes legal"), Some(format!("expect illegal \"{action}\"")))
        }
        (WitnessKind::Results(kind), ..) => {
            let shown = compared.shown.iter().find(|shown| shown.witness == *witness);
            let expect = shown.and_then(|shown| expectation(&shown.states[0], kind));
            let states = shown.map(|shown| format!(": {} becomes {}", shown.states[0], shown.states[1]));
            let what = match kind {
                DifferenceKind::Contents => "the position is another".to_owned(),
                DifferenceKind::Turn => format!("the turn is another{}", states.unwrap_or_default()),
                DifferenceKind::Over => format!("the game ends elsewhere{}", states.unwrap_or_default()),
                DifferenceKind::Winner => format!("the result is another{}", states.unwrap_or_default()),
            };
            (what, expect)
        }
        _ => ("the legal moves are others".to_owned(), None),
    };
    let test = expect.map(|expect| test(&set, &witness.moves, &expect));
    Ok(Shown { set, moves: witness.moves.clone(), what, test })
}

/// What a test would expect of a state that is told in words: a result, or whose turn it is.
fn expectation(state: &str, kind: DifferenceKind) -> Option<String> {
    let result = state.split_once(", by ").map(|(result, _)| result);
    match (result, state.strip_suffix(" to move"), kind) {
        (Some(result), ..) => Some(format!("expect {result}")).filter(|said| !said.contains(" and ")),
        (None, Some(player), DifferenceKind::Turn) => Some(format!("expect me is {player}")),
        (None, Some(_), DifferenceKind::Over) => Some("expect not over".to_owned()),
        _ => None,
    }
}

/// A test that expects something after some moves.
fn test(set: &str, moves: &[String], expect: &str) -> String {
    let mut lines = vec!["test \"...\" {".to_owned()];
    let set: Vec<String> = set.split_whitespace().map(|set| set.replacen('=', " = ", 1)).collect();
    if !set.is_empty() {
        lines.push(format!("  set {}", set.join(", ")));
    }
    if !moves.is_empty() {
        lines.push(format!("  play \"{}\"", moves.join(" ")));
    }
    lines.push(format!("  {expect}"));
    lines.push("}".to_owned());
    lines.join("\n")
}
