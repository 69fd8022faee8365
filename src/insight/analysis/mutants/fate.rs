//! What becomes of a change: whether anything notices it, and where it shows.

use std::collections::BTreeMap;

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
const SMOKE: Smoke = Smoke {
    games: 4,
    sample: 64,
    max_plies: 400,
    steps: 16 << 20,
    lints: 1 << 18,
    at_options: false,
    claims: ClaimEffort::NORMAL,
};

/// The file as it is: what its tests and a check come to.
pub struct Original<'l> {
    /// The file.
    pub loaded: &'l Loaded,
    /// Which tests pass, in their order.
    pub passed: Vec<bool>,
    /// What a check of each game and variant finds.
    found: BTreeMap<String, FxHashMap<Code, usize>>,
}

impl<'l> Original<'l> {
    /// Looks at the file as it is.
    pub fn new(loaded: &'l Loaded, passed: Vec<bool>) -> Self {
        let found = loaded.titles().map(|title| (title.text.clone(), findings(loaded, title)));
        Original { loaded, passed, found: found.collect() }
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
            Fate::Missed(shown) => match self.reported(changed, title) {
                Some(code) => Fate::Reported { code },
                None => Fate::Missed(shown),
            },
            fate => fate,
        };
        (fate, runs.steps + steps)
    }

    /// What `check` finds of the changed file alone.
    fn reported(&self, changed: &Loaded, title: &Name) -> Option<Code> {
        let (found, own) = (findings(changed, title), self.found.get(&title.text)?);
        let is_new = |(code, count): &(&Code, &usize)| **count > own.get(code).copied().unwrap_or(0);
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
                    Ok((shown, wanted)) => {
                        let test =
                            wanted.and_then(|wanted| self.test(changed, [own, title], &choices, &shown, &wanted));
                        return (Fate::Missed(Box::new(Shown { test, ..shown })), BOUNDS.steps);
                    }
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

    /// A test that holds of the game, and not of the changed one: of a position and at most one action, or, where that does not tell them
    /// apart, of all that was played.
    fn test(
        &self,
        changed: &Loaded,
        [own, title]: [&Name; 2],
        choices: &[Choice],
        shown: &Shown,
        wanted: &Wanted,
    ) -> Option<String> {
        let (prepared, _) = self.loaded.prepare(Some(own), choices);
        let mut position = prepared?.start();
        let (before, last) = match wanted.of_last {
            true => shown.moves.split_last().map(|(last, before)| (before, Some(last.as_str())))?,
            false => (shown.moves.as_slice(), None),
        };
        let mut is_played = true;
        for text in before {
            let action = position.find(text);
            is_played &= action.is_ok_and(|action| position.play_unchecked(&action).is_ok());
        }
        let lines = |start: Option<String>, moves: String| {
            let play = Some(moves).filter(|moves| !moves.is_empty()).map(|moves| format!("play \"{moves}\""));
            let set = Some(shown.set.split_whitespace().map(|set| set.replacen('=', " = ", 1)).collect::<Vec<_>>());
            let set = set.filter(|set| !set.is_empty()).map(|set| format!("set {}", set.join(", ")));
            [set, start, play, Some(wanted.expect.clone())].into_iter().flatten().collect::<Vec<_>>()
        };
        let short = lines(Some(format!("position \"{}\"", position.notation())), last.unwrap_or_default().to_owned());
        let long = lines(None, shown.moves.join(" "));
        let tells = |lines: &Vec<String>| {
            passes(self.loaded, own, lines) == Some(true) && passes(changed, title, lines) == Some(false)
        };
        let found = [short, long].into_iter().filter(|_| is_played).find(tells)?;
        let lines: Vec<String> = found.into_iter().map(|line| format!("  {line}")).collect();
        Some(format!("test \"...\" {{\n{}\n}}", lines.join("\n")))
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

/// What a test is to expect.
struct Wanted {
    expect: String,
    /// Whether it is about the last action of a line, and not about the position after all of it.
    of_last: bool,
}

/// Whether a test of these lines passes in a game or variant of the file; nothing where it cannot be run.
fn passes(loaded: &Loaded, title: &Name, lines: &[String]) -> Option<bool> {
    let unit = loaded.files.first()?.units.iter().find(|unit| unit.name.text == title.text)?;
    let (_, source) = loaded.sources.iter().next()?;
    let (before, after) = source.text.split_at_checked((unit.span.end as usize).checked_sub(1)?)?;
    let text = format!("{before}\ntest \"{ADDED}\" {{\n{}\n}}\n{after}", lines.join("\n"));
    let runs = run_tests(&loaded.with_text(text), &|game, test| game == title.text && test == ADDED);
    runs.tests.first().map(|test| test.passed)
}

/// The title of a test that is tried.
const ADDED: &str = "the change is seen";

/// How often `check` finds what in a game, apart from its own limits.
fn findings(loaded: &Loaded, title: &Name) -> FxHashMap<Code, usize> {
    let inspected = inspect(loaded, &Written { variant: Some(title.clone()), choices: Vec::new() }, SMOKE);
    let mut found = FxHashMap::default();
    for finding in inspected.report.iter().filter(|finding| finding.code != Code::LimitCheck) {
        *found.entry(finding.code).or_default() += 1;
    }
    found
}

/// Where two games differ, and what a test is to expect there; else how far was looked, and whether that is everywhere.
fn seen(compared: &Compared, set: String) -> Result<(Shown, Option<Wanted>), (String, bool)> {
    let relation = match &compared.relation {
        Ok(relation) => relation,
        Err(reason) => return Ok((Shown { set, what: reason.clone(), ..Shown::default() }, None)),
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
                DifferenceKind::Odds => "what nature does is not as likely".to_owned(),
                DifferenceKind::Contents => "the position is another".to_owned(),
                DifferenceKind::Turn => format!("the turn is another{}", states.unwrap_or_default()),
                DifferenceKind::Over => format!("the game ends elsewhere{}", states.unwrap_or_default()),
                DifferenceKind::Winner => format!("the result is another{}", states.unwrap_or_default()),
            };
            (what, expect)
        }
        _ => ("the legal moves are others".to_owned(), None),
    };
    let of_last = matches!(witness.sort, WitnessKind::Results(_));
    let wanted = expect.map(|expect| Wanted { expect, of_last });
    Ok((Shown { set, moves: witness.moves.clone(), what, test: None }, wanted))
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
