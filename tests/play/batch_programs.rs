//! Kernels play as the plan does: in lock-step on random games of every shipped game that has one, and a table of those that
//! must have one.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test reads files and fails by panicking"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cases::cases;
use rulebook_batch::{Drawn, Ended, StartState};
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::Position;

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

/// The shipped games and sheets that have a kernel, at all of their options: a rewrite that loses one loses most of its speed.
const SUITED: [&str; 114] = [
    "abande",
    "accasta",
    "again",
    "amazons",
    "answers",
    "approach",
    "ataxx",
    "bends",
    "bounce",
    "bowmen",
    "breakthrough",
    "brink",
    "byte",
    "camelot",
    "cannon",
    "canters",
    "catchup",
    "cephalopod",
    "chases",
    "chess",
    "chess-variants",
    "chinese-checkers",
    "clobber",
    "compass",
    "complica",
    "connect-four",
    "court",
    "dark",
    "domineering",
    "draughts",
    "drawn",
    "earlier",
    "emergo",
    "emulsion",
    "english-draughts",
    "exiles",
    "fanorona",
    "ferries",
    "flights",
    "focus",
    "forks",
    "fox-and-geese",
    "furl",
    "go",
    "gobblet",
    "gomoku",
    "gonnect",
    "graph",
    "halts",
    "handfuls",
    "havannah",
    "heaps",
    "herds",
    "hex",
    "hops",
    "international-draughts",
    "kalah",
    "kinds",
    "ko",
    "konane",
    "laps",
    "lasca",
    "late",
    "leapfrog",
    "lielow",
    "lifeline",
    "lines-of-action",
    "lublache",
    "martian-chess",
    "merged",
    "mosaic",
    "neighbours",
    "nine-mens-morris",
    "othello",
    "oust",
    "outside",
    "outside-number",
    "oware",
    "pah-tum",
    "pentago",
    "pledges",
    "pots",
    "quax",
    "rests",
    "retreats",
    "round",
    "scaffold",
    "shogi",
    "slither",
    "sowing",
    "squeezed",
    "stages",
    "symple",
    "tablut",
    "taiji",
    "tak",
    "taken",
    "tanbo",
    "terraces",
    "tic-tac-toe",
    "tintas",
    "towers",
    "towers-of-jumps",
    "trike",
    "tucked",
    "tumbleweed",
    "upkeep",
    "verdicts",
    "veterans",
    "waldmeister",
    "xiangqi",
    "y",
    "yavalath",
    "zola",
];

#[test]
fn kernels_play_as_the_plan_does() {
    let (mut suited, mut unsuited) = (BTreeSet::new(), BTreeSet::new());
    for case in &cases().good {
        let start = case.start();
        let (game, plan) = (start.game(), start.plan());
        let program = match rulebook_batch::compile(game, plan) {
            Ok(program) => Arc::new(program),
            Err(why) => {
                println!("{case}: {}", why.why);
                unsuited.extend(case.stem());
                continue;
            }
        };
        println!(
            "{case}: {:?} operations, registers {:?}, {} constants",
            program.operations(),
            program.registers,
            program.constants.len()
        );
        suited.extend(case.stem());
        // Where actions may be rejected, each of a position is tried.
        let (seeds, plies) = if program.rejected.is_some() { (1, 50) } else { (3, 150) };
        for seed in 0..seeds {
            let mut position = case.start();
            let mut rng = Rng::new(seed);
            for ply in 0..plies {
                if position.outcome().unwrap().is_some() {
                    break;
                }
                let here = || format!("{case}, seed {seed}, ply {ply}: {}", position.notation());
                let at = here();
                let mut lanes = rulebook_batch::batch_runner(&program, StartState::of(&position)).unwrap();
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
                    assert_eq!(
                        after.next,
                        (position.role_to_act().index(), stage as u16 - 1),
                        "{at}: after {action:?}"
                    );
                    assert_eq!(drawn(&after.legal), legal(&mut position), "{at}: after {action:?}");
                }
            }
        }
    }
    assert_eq!(suited.iter().copied().collect::<Vec<_>>(), SUITED, "the files with kernels");
    let at_some: Vec<&str> = suited.intersection(&unsuited).copied().collect();
    assert!(at_some.is_empty(), "without kernels at some options, or for some variants: {at_some:?}");
}
