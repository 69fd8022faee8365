//! Counting what can follow actions in batches: as many as the plan lists.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use super::cases::cases;
use super::rollouts::middles;
use rulebook_batch::{Compiled, Drawn, StartState, batch_runner};
use rulebook_play::engine::Action;

#[test]
fn as_many_actions_follow_as_the_plan_lists() {
    let (mut games, mut total) = (0, 0);
    for case in cases().some() {
        let start = case.start();
        let program = Compiled::default().program(&start);
        if !program.counts_choices() {
            continue;
        }
        let mut runner = batch_runner(&program, StartState::of(&start));
        let mut counted = 0;
        for mut position in middles(&start, 4, 80) {
            let parent = StartState::of(&position);
            if program.pie && parent.turns < 2 || program.phase(parent.role, parent.stage).is_none() {
                continue;
            }
            let drawn = |action: Action| Some((action.clone(), (0, Drawn::of(&action)?)));
            let (actions, drawn): (Vec<Action>, Vec<_>) = position.legal().unwrap().iter().filter_map(drawn).unzip();
            let leaves = runner.leaves(&[parent], &drawn);
            let mut expected = 0;
            for action in &actions {
                position.play_unchecked(action).unwrap();
                expected += position.legal().unwrap().len() as u64;
                position.undo();
            }
            assert_eq!(leaves, Ok(expected), "{case}: ply {}", position.ply());
            counted += actions.len();
        }
        games += usize::from(counted > 0);
        total += counted;
    }
    println!("{games} games, {total} actions");
    assert!(games > 20 && total > 10_000);
}
