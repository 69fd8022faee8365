//! Effects that changed nothing in any game that was played.

use rustc_hash::FxHashMap;

use super::budget::WorkBudget;
use crate::library::Prepared;
use rulebook_language::model::{Effect, MoveId, Primitive};
use rulebook_language::source::Span;
use rulebook_play::engine::{Action, Fault, Position, ProbedNode};

/// The most operations of a plan that is written again with probes.
const MAX_OPS: usize = 1 << 14;

/// How often a move must have been made for an effect on pieces that always takes place to be worth a finding.
const OFTEN: u64 = 500;

/// An effect that changed nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Idle {
    /// The effect.
    pub span: Span,
    /// How often its move was made, if that is often enough to say that the effect never does anything.
    pub often: Option<u64>,
}

/// The effects that changed nothing when these games were gone through again, with the number of games; nothing where the work
/// that is allowed is too little for one. Moves that nobody made are another matter.
pub fn idle(prepared: &Prepared, lines: &[Vec<Action>], work: &mut WorkBudget<'_>) -> Option<(Vec<Idle>, u64)> {
    let mut found = IdleStatements { left: effects(prepared), made: FxHashMap::default() };
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
    let mut idle: Vec<Idle> = left
        .into_iter()
        .filter_map(|(rule, span)| {
            let count = *made.get(&rule)?;
            let always = prepared
                .game
                .moves
                .get(rule)?
                .effects
                .iter()
                .any(|effect| effect.span == span && effect.does.iter().all(Primitive::is_of_pieces));
            let often = Some(count).filter(|count| always && *count >= OFTEN);
            Some(Idle { span: prepared.game.sites.statement(span), often })
        })
        .collect();
    idle.sort_unstable();
    idle.dedup_by_key(|idle| idle.span);
    Some((idle, games))
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
    made: FxHashMap<MoveId, u64>,
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
                *self.made.entry(probes.rule).or_default() += 1;
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
