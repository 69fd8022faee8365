//! Which effects of a move changed something.

use rulebook_language::model::Game;
use rulebook_language::source::Span;
use rulebook_play::engine::{Action, Fault, Position, ProbedNode};
use rulebook_play::plan::{NodeKind, Probes};

/// Counts one more for every effect of `action` that changes something in `position`, which is one of an explaining plan.
/// `effects` are the statements of [`effects`](super::sheet::effects).
pub(super) fn fired(
    position: &mut Position,
    action: &Action,
    effects: &[Span],
    counts: &mut [u32],
) -> Result<(), Fault> {
    let role = position.role_to_act();
    let Some(probes) = position.choice_probes(role, action.choice()) else { return Ok(()) };
    let mut changed = vec![false; effects.len()];
    let plan = std::sync::Arc::clone(position.plan());
    let game = std::sync::Arc::clone(position.game());
    let Some(known) = &plan.probes else { return Ok(()) };
    for (_, watched) in position.watch_action(action, probes)? {
        for seen in &watched.seen {
            mark(&game, known, seen, effects, &mut changed);
        }
    }
    for (count, changed) in counts.iter_mut().zip(changed) {
        *count += u32::from(changed);
    }
    Ok(())
}

/// Marks the effects at and below a node that changed something; whether any did.
fn mark(game: &Game, probes: &Probes, seen: &ProbedNode, effects: &[Span], changed: &mut [bool]) -> bool {
    let mut any = !seen.changes.is_empty();
    for part in &seen.parts {
        any |= mark(game, probes, part, effects, changed);
    }
    if any && let Some(node) = probes.nodes.get(seen.node).filter(|node| node.sort == NodeKind::Effect) {
        let statement = game.sites.statement(node.span);
        if let Some(place) = effects.iter().position(|span| *span == statement) {
            changed[place] = true;
        }
    }
    any
}
