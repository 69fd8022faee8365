//! Effects that changed nothing in any game that was played.

use rustc_hash::FxHashSet;

use super::budget::WorkBudget;
use crate::library::Prepared;
use rulebook_language::model::{Effect, MoveId, Primitive};
use rulebook_language::source::Span;
use rulebook_play::engine::{Action, Fault, Position, ProbedNode};

/// The most operations of a plan that is written again with probes.
const MAX_OPS: usize = 1 << 14;

/// The effects that changed nothing when these games were gone through again, with the number of games; nothing where the work
/// that is allowed is too little for one. Moves that nobody made are another matter.
pub fn idle(prepared: &Prepared, lines: &[Vec<Action>], work: &mut WorkBudget<'_>) -> Option<(Vec<Span>, u64)> {
    let mut found = IdleStatements { left: effects(prepared), made: FxHashSet::default() };
    if found.left.is_empty() || prepared.plan.ops.len() > MAX_OPS {
        return None;
    }
    work.take(8 * prepared.plan.ops.len() as u64);
    let prepared = prepared.explaining().ok()?;
    let mut position = prepared.start();
    let mut games = 0;
    for line in lines {
        while position.undo() {}
        position.allow(work.allowance());
        let before = position.spent();
        let gone = found.go(&mut position, line, work);
        work.take(position.spent() - before);
        if gone.is_err() || work.is_done() {
            break;
        }
        games += 1;
        if found.left.is_empty() {
            break;
        }
    }
    if games == 0 {
        return None;
    }
    let IdleStatements { left, made } = found;
    let mut spans: Vec<Span> = left
        .into_iter()
        .filter(|(rule, _)| made.contains(rule))
        .map(|(_, span)| prepared.game.sites.statement(span))
        .collect();
    spans.sort_unstable();
    spans.dedup();
    Some((spans, games))
}

/// Every effect without others in it, by its move.
fn effects(prepared: &Prepared) -> Vec<(MoveId, Span)> {
    fn gather(rule: MoveId, effects: &[Effect], out: &mut Vec<(MoveId, Span)>) {
        for effect in effects {
            if effect.does.iter().any(Primitive::is_change) {
                out.push((rule, effect.span));
            }
            let blocks = effect.does.iter().flat_map(Primitive::blocks);
            blocks.for_each(|block| gather(rule, block, out));
        }
    }
    let mut out = Vec::new();
    prepared.game.moves.iter_ids().for_each(|(id, rule)| gather(id, &rule.effects, &mut out));
    out
}

/// What was not seen so far, and what was made.
struct IdleStatements {
    left: Vec<(MoveId, Span)>,
    made: FxHashSet<MoveId>,
}

impl IdleStatements {
    /// Goes through a game again.
    fn go(&mut self, position: &mut Position, line: &[Action], work: &mut WorkBudget<'_>) -> Result<(), Fault> {
        for action in line {
            if self.left.is_empty() || work.is_done() {
                break;
            }
            let role = position.role_to_act();
            if let Some(probes) = position.choice_probes(role, action.choice()) {
                self.made.insert(probes.rule);
                if self.left.iter().any(|(rule, _)| *rule == probes.rule) {
                    work.take(16 * position.words().len() as u64);
                    let mut done: Vec<u16> = Vec::new();
                    for (index, picks) in position.links(role, action).into_iter().enumerate() {
                        let watched = match index {
                            0 => position.watch(probes.apply, &picks)?,
                            _ => position.watch_link(action.choice(), &done, probes.apply, &picks)?,
                        };
                        watched.seen.iter().for_each(|seen| self.see(position, seen));
                        done.extend(picks.iter().skip(usize::from(index > 0)));
                    }
                }
            }
            position.play_unchecked(action)?;
        }
        Ok(())
    }

    /// Takes what changed something off the list. A block says so itself where its parts were left out.
    fn see(&mut self, position: &Position, seen: &ProbedNode) {
        let node = position.probes().and_then(|probes| probes.nodes.get(seen.node));
        if let Some(node) = node.filter(|_| !seen.changes.is_empty()) {
            let whole = position.game().sites.statement(node.span);
            let within = |span: Span| {
                span == node.span
                    || seen.left_out > 0
                        && span.file == whole.file
                        && span.start >= whole.start
                        && span.end <= whole.end
            };
            self.left.retain(|(_, span)| !within(*span));
        }
        seen.parts.iter().for_each(|part| self.see(position, part));
    }
}
