//! Moves shown on boards: a position before and after, with arrows, from the tests of a game; where no test makes a move, from a
//! random game.

use maud::Markup;
use rulebook_insight::library::{Loaded, Prepared};
use rulebook_language::model::{Content, Move, Primitive, TestStep, TransferMode, all_primitives, test_choices, tests};
use rulebook_language::syntax::ast::Unit;
use rulebook_language::topology::CellId;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Position};

use super::super::board::{Mark, position as drawn};
use super::super::step::Step;

/// Tests that are looked at.
const MAX_TESTS: usize = 64;
/// Random games that are looked at, and actions of each.
const MAX_GAMES: u64 = 12;
const MAX_PLIES: usize = 160;
/// Random games in which a better one is looked for, where each move is shown.
const MAX_BETTER: u64 = 3;
/// Boards with more cells are not drawn twice a move.
const MAX_CELLS: usize = 400;

/// A move as it is made once.
pub struct Demonstration {
    /// The board before, with the cells that are named and arrows between them.
    pub before: Markup,
    /// The board after, with the cells that have changed.
    pub after: Markup,
    /// The action, as it is written.
    pub action: String,
    /// The test that makes it; nothing where a random game does.
    pub test: Option<String>,
    /// Whether it takes a piece, if such moves do: a capture is shown if one is found.
    is_best: bool,
}

/// Whether a move may take a piece off the board.
fn may_take(rule: &Move) -> bool {
    all_primitives(&rule.effects).into_iter().any(|primitive| {
        matches!(
            primitive,
            Primitive::Assign { content: Content::Nothing, .. }
                | Primitive::Unstack { .. }
                | Primitive::Transfer { mode: TransferMode::Replace, .. }
        )
    })
}

/// How many pieces are on the board.
fn pieces(position: &Position) -> usize {
    position.game().board.cells().map(|cell| position.pieces(cell).len()).sum()
}

/// Whether there is nothing better to look for.
fn is_done(found: &[Option<Demonstration>]) -> bool {
    found.iter().all(|place| place.as_ref().is_some_and(|made| made.is_best))
}

/// Of each move of the game how it is made once, in the order of the moves; nothing of those that are not made.
pub fn demonstrations(loaded: &Loaded, prepared: &Prepared, unit: &Unit) -> Vec<Option<Demonstration>> {
    let mut found: Vec<Option<Demonstration>> = prepared.game.moves.iter().map(|_| None).collect();
    for test in tests(loaded.files.iter(), unit).into_iter().take(MAX_TESTS) {
        if is_done(&found) {
            break;
        }
        let (own, tests, _) = loaded.prepare_tests(&unit.name, &test_choices(test), &[test]);
        let (Some(own), Some(Some(test))) = (own, tests.into_iter().next()) else { continue };
        let start = Position::begun(own.game.clone(), own.plan.clone(), &test.test.start);
        let Ok(mut position) = start else { continue };
        for step in &test.test.steps {
            let TestStep::Play(said) = step else { continue };
            let Ok(action) = position.find(&said.text) else { break };
            if show(&mut position, &action, Some(&test.test.title.text), &mut found).is_none() {
                break;
            }
        }
    }
    for game in 0..MAX_GAMES {
        if is_done(&found) || game >= MAX_BETTER && found.iter().all(Option::is_some) {
            break;
        }
        let (mut position, mut rng) = (prepared.start(), Rng::for_game(1, game));
        for _ in 0..MAX_PLIES {
            if !matches!(position.outcome(), Ok(None)) {
                break;
            }
            let Ok(Some(action)) = position.random_action(&mut rng) else { break };
            if show(&mut position, &action, None, &mut found).is_none() {
                break;
            }
        }
    }
    found
}

/// Makes an action, and shows it if no other of its move is shown yet, or none that takes a piece and it does. Nothing if it cannot
/// be made.
fn show(
    position: &mut Position,
    action: &Action,
    test: Option<&str>,
    found: &mut [Option<Demonstration>],
) -> Option<()> {
    let rule = position.rule_of(action).map(rulebook_language::util::Id::index);
    let place = rule.and_then(|rule| found.get_mut(rule));
    let place = place.filter(|place| place.as_ref().is_none_or(|made| !made.is_best));
    let cells = position.game().board.cell_count();
    let Some(place) = place.filter(|_| cells <= MAX_CELLS) else {
        return position.play_unchecked(action).ok();
    };
    let before = position.clone();
    position.play_unchecked(action).ok()?;
    let takes = pieces(position) < pieces(&before);
    let is_best = takes || !rule.and_then(|rule| before.game().moves.iter().nth(rule)).is_some_and(may_take);
    if place.is_some() && !is_best {
        return Some(());
    }
    let written = before.written(action);
    let step = Step::new(&before, &written);
    let ends =
        |cell: CellId| step.arrows.iter().any(|way| way.path.first() == Some(&cell) || way.path.last() == Some(&cell));
    let goes = |cell: CellId| match step.marks.get(&cell) {
        Some(mark) if step.arrows.is_empty() => *mark,
        _ => Mark::None,
    };
    let comes = |cell: CellId| if ends(cell) || step.marks.contains_key(&cell) { Mark::Ring } else { Mark::None };
    *place = Some(Demonstration {
        before: drawn(&before, "Before", &format!("before {written}"), goes, &step.arrows),
        after: drawn(position, "After", &format!("after {written}"), comes, &[]),
        action: written,
        test: test.map(str::to_owned),
        is_best,
    });
    Some(())
}
