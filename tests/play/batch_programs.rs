//! Batch programs play as the plan does: in lock-step on random games of every sheet, whether anything is lifted or all is left to the plan, and a
//! table of those of which something must be lifted.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test reads files and fails by panicking"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cases::{Case, cases, walk};
use rulebook_batch::{BatchJob, Drawn, Ended, Finished, Program, SimdLevel, StartState};
use rulebook_insight::library::{Settings, load};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Fault, Position};

/// The legal actions but the change of seats, as choices and cells.
fn legal(position: &mut Position) -> BTreeSet<(u16, Vec<u16>)> {
    let list = position.legal().unwrap().clone();
    list.iter()
        .filter(|action| action.choice() != u16::MAX)
        .map(|action| (action.choice(), action.picks().to_vec()))
        .collect()
}

fn drawn(list: &[Drawn]) -> BTreeSet<(u16, Vec<u16>)> {
    let set: BTreeSet<_> = list.iter().map(|drawn| (drawn.choice, drawn.cells.clone())).collect();
    assert_eq!(set.len(), list.len(), "an action twice");
    set
}

/// Those that are left to the plan at some options: boards with more steps, and turns with more picks, than batches keep tables of.
const TOO_LARGE: [&str; 4] = ["exxit", "margo", "mirador", "mixtour"];

/// The shipped games and sheets of which nothing is lifted; of all others something is: a rewrite that loses one loses most
/// of its speed.
const LEFT: &[&str] =
    &["arimaa", "centres", "councils", "dvonn", "guilds", "links", "paces", "pachisi", "phutball", "rays", "skipped"];

#[test]
fn kernels_play_as_the_plan_does() {
    let (mut suited, mut unsuited) = (BTreeSet::new(), BTreeSet::new());
    for case in &cases().good {
        let start = case.start();
        let (game, plan) = (start.game(), start.plan());
        let program = Arc::new(rulebook_batch::compile(game, plan));
        if !program.is_lifted() {
            println!("{case}: {:?}", program.left());
            in_lock_step(case, &program);
        }
        // Also where that gains nothing.
        let Ok(program) = rulebook_batch::lifted(game, plan) else {
            unsuited.extend(case.stem());
            continue;
        };
        println!(
            "{case}: {:?} operations, registers {:?}, {} constants",
            program.operations(),
            program.registers,
            program.constants.len()
        );
        suited.extend(case.stem());
        in_lock_step(case, &Arc::new(program));
    }
    let left: Vec<&str> = unsuited.difference(&suited).copied().collect();
    assert_eq!(left, LEFT, "the files of which nothing is lifted");
    let at_some: Vec<&str> = suited.intersection(&unsuited).copied().collect();
    assert_eq!(at_some, TOO_LARGE, "left to the plan at some options, or for some variants");
}

/// Plays random games by a program and by the plan, ply by ply.
fn in_lock_step(case: &Case, program: &Arc<Program>) {
    // Where actions may be rejected, each of a position is tried.
    let (seeds, plies) = match (program.rejected.is_some(), case.is_default()) {
        (true, _) => (1, 50),
        (false, true) => (3, 150),
        (false, false) => (1, 150),
    };
    for seed in 0..seeds {
        let mut position = case.start();
        let mut rng = Rng::new(seed);
        for ply in 0..plies {
            if position.outcome().unwrap().is_some() {
                break;
            }
            let here = || format!("{case}, seed {seed}, ply {ply}: {}", position.notation());
            let at = here();
            let mut lanes = rulebook_batch::batch_runner(program, StartState::of(&position));
            let list = lanes.legal();
            assert_eq!(drawn(&list), legal(&mut position), "{at}");
            let action = position.legal().unwrap().clone().random(&mut rng).unwrap();
            let Some(drawn_action) =
                list.iter().find(|drawn| drawn.choice == action.choice() && drawn.cells == *action.picks())
            else {
                position.play_unchecked(&action).unwrap();
                continue;
            };
            let after = lanes.after(drawn_action);
            position.play_unchecked(&action).unwrap();
            let outcome = position.outcome().unwrap();
            for (place, word) in &after.words {
                assert_eq!(position.memory()[*place as usize], *word, "{at}: {action:?}, word {place}");
            }
            let winners = outcome.as_ref().map(|outcome| {
                if outcome.stuck {
                    return Ended::Stuck;
                }
                let clause = program.clauses.iter().position(|name| *name == outcome.clause).unwrap();
                Ended::Over(clause as u16, outcome.winners.iter().fold(0, |bits, role| bits | 1 << role.index()))
            });
            assert_eq!(after.end, winners, "{at}: {action:?}");
            if outcome.is_none() {
                let stage = position.memory()[position.plan().layout.system.stage as usize];
                assert_eq!(after.next, (position.role_to_act().index(), stage as u16 - 1), "{at}: after {action:?}");
                assert_eq!(drawn(&after.legal), legal(&mut position), "{at}: after {action:?}");
            }
        }
    }
}

/// A machine with fewer instructions, on which sets may take more words, plays the same games.
#[test]
fn games_are_the_same_with_any_instructions() {
    let mut compared = 0;
    for case in cases().some() {
        let start = case.start();
        let Ok(program) = rulebook_batch::lifted(start.game(), start.plan()) else { continue };
        let program = Arc::new(program);
        let games_at = |level: SimdLevel| {
            // More games than a batch has lanes.
            let job = BatchJob { seed: 1, games: 0..70, max_plies: 24, keep_lines: true, choices: true, steps: None };
            let mut games: Vec<Finished> = Vec::new();
            let mut runner = rulebook_batch::batch_runner_at(level, &program, StartState::of(&start));
            runner.play(&job, &mut || true, &mut |finished| games.push(finished));
            games.sort_by_key(|game| game.index);
            games
        };
        let games: Vec<_> = SimdLevel::ALL.iter().map(|level| games_at(*level)).collect();
        assert_eq!(games[0].len(), 70, "{case}");
        assert!(games.windows(2).all(|pair| pair[0] == pair[1]), "{case}");
        compared += 1;
    }
    assert!(compared > 100, "{compared} programs");
}

/// The game files below some folders.
fn sheets() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in ["games", "benches/sheets", "tests/laws/sheets", "tests/compare", "tests/hostile"] {
        walk(&root.join(folder), &mut paths);
    }
    paths.sort();
    paths
}

/// No sheet is refused, whatever it says: where nothing of one is lifted, it is said why, and the plan plays.
#[test]
fn every_sheet_is_in_batch() {
    let (mut lifted, mut left) = (0, Vec::new());
    for path in sheets() {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let mut loaded = load(&path.display().to_string(), &text);
        let written = Settings::default().write_down("test", &mut loaded.sources);
        let (Some(prepared), _) = loaded.prepare(None, &written.choices) else { continue };
        let mut start = prepared.start();
        let program = Arc::new(rulebook_batch::compile(start.game(), start.plan()));
        // A runner asks what is legal at the start, which in a few hostile sheets takes seconds.
        start.allow(1 << 22);
        if !matches!(start.legal(), Err(Fault::Steps(_))) {
            drop(rulebook_batch::batch_runner(&program, StartState::of(&start)));
        }
        if program.is_lifted() {
            lifted += 1;
        } else {
            assert!(!program.left().is_empty(), "{}: no reason", path.display());
            left.push(path);
        }
    }
    println!("{lifted} lifted; not: {left:?}");
    assert!(lifted > 150 && !left.is_empty(), "{lifted} lifted, {} left to the plan", left.len());
}
