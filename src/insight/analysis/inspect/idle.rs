//! Effects that changed nothing in any game that was played.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::{Lost, counting};
use super::budget::WorkBudget;
use super::met::written;
use crate::library::Prepared;
use rulebook_language::model::{Effect, Game, MoveId, Primitive};
use rulebook_language::source::Span;
use rulebook_play::engine::{Action, Fault, Position, ProbedNode, ProbedValue};
use rulebook_play::plan::NodeKind;

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

/// A repetition that met its bound while its condition still held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    /// Its condition.
    pub span: Span,
    /// The bound.
    pub most: u32,
    /// The move.
    rule: MoveId,
    /// The actions that lead there, as written, once it was seen.
    pub moves: Option<Vec<String>>,
}

/// What games that were gone through again showed.
#[derive(Debug, Default)]
pub struct Watched {
    /// The effects that changed nothing.
    pub idle: Vec<Idle>,
    /// The effects that were lost at a bound.
    pub lost: Vec<Lost>,
    /// The repetitions that met their bound.
    pub unfinished: Vec<Unfinished>,
    /// The games.
    pub games: u64,
}

/// The effects that changed nothing when these games were gone through again, those that were lost at a counter's bound, and the
/// repetitions that met theirs; nothing where the work that is allowed is too little for one game. Moves that nobody made are another
/// matter.
pub fn idle(prepared: &Prepared, lines: &[Vec<Action>], work: &mut WorkBudget<'_>) -> Option<Watched> {
    let lost = counting(&prepared.game);
    let unfinished = repetitions(&prepared.game);
    let mut found = IdleStatements { left: effects(prepared), lost, unfinished, made: FxHashMap::default() };
    if found.is_done() || prepared.plan.ops.len() > MAX_OPS {
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
        if found.is_done() {
            break;
        }
    }
    if games == 0 {
        return None;
    }
    let IdleStatements { mut left, lost, unfinished, made } = found;
    // What does nothing in one move and something in another is the same statement of an effect.
    let all: FxHashSet<(MoveId, Span)> = effects(&prepared).into_iter().collect();
    let still: FxHashSet<(MoveId, Span)> = left.iter().copied().collect();
    let seen: FxHashSet<Span> = all.difference(&still).map(|(_, span)| *span).collect();
    left.retain(|(_, span)| !seen.contains(span));
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
    let lost = lost.into_iter().filter(|lost| lost.seen.is_some()).collect();
    // An effect that several moves have is told once.
    let mut told = FxHashSet::default();
    let unfinished = unfinished.into_iter().filter(|it| it.moves.is_some() && told.insert(it.span)).collect();
    Some(Watched { idle, lost, unfinished, games })
}

/// Every repetition of a move's effects.
fn repetitions(game: &Game) -> Vec<Unfinished> {
    let mut found = Vec::new();
    for (rule, moved) in game.moves.iter_ids() {
        let mut all: Vec<&Effect> = moved.effects.iter().collect();
        while let Some(effect) = all.pop() {
            all.extend(effect.does.iter().flat_map(Primitive::blocks).flatten());
            found.extend(effect.does.iter().filter_map(|does| match does {
                Primitive::Repeat { most, condition, .. } => {
                    Some(Unfinished { span: condition.span, most: *most, rule, moves: None })
                }
                _ => None,
            }));
        }
    }
    found
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
    lost: Vec<Lost>,
    unfinished: Vec<Unfinished>,
    made: FxHashMap<MoveId, u64>,
}

impl IdleStatements {
    fn is_done(&self) -> bool {
        self.left.is_empty()
            && self.lost.iter().all(|lost| lost.seen.is_some())
            && self.unfinished.iter().all(|unfinished| unfinished.moves.is_some())
    }

    /// Whether there is something to see in a move.
    fn asks(&self, rule: MoveId) -> bool {
        self.left.iter().any(|(other, _)| *other == rule)
            || self.lost.iter().any(|lost| lost.rule == rule && lost.seen.is_none())
            || self.unfinished.iter().any(|unfinished| unfinished.rule == rule && unfinished.moves.is_none())
    }

    /// Goes through a game again.
    fn go(&mut self, position: &mut Position, line: &[Action], work: &mut WorkBudget<'_>) -> Result<(), Fault> {
        for (place, action) in line.iter().enumerate() {
            if self.is_done() || work.is_done() {
                break;
            }
            let role = position.role_to_act();
            if let Some(probes) = position.choice_probes(role, action.choice()) {
                *self.made.entry(probes.rule).or_default() += 1;
                if self.asks(probes.rule) {
                    work.take(16 * position.words().len() as u64);
                    for (_, watched) in position.watch_action(action, probes)? {
                        watched.seen.iter().for_each(|seen| self.see(position, seen));
                    }
                    if self.unfinished.iter().any(|unfinished| unfinished.moves.as_ref().is_some_and(Vec::is_empty)) {
                        self.shown_by(position, &line[..=place]);
                        return Ok(());
                    }
                }
            }
            position.play_unchecked(action)?;
        }
        Ok(())
    }

    /// These actions show the repetitions that were just seen to be unfinished.
    fn shown_by(&mut self, position: &mut Position, line: &[Action]) {
        let moves = written(position, line);
        for unfinished in self.unfinished.iter_mut().filter(|it| it.moves.as_ref().is_some_and(Vec::is_empty)) {
            unfinished.moves = Some(moves.clone());
        }
    }

    /// Takes what changed something off the list. A block says so itself where its parts were left out.
    fn see(&mut self, position: &Position, seen: &ProbedNode) {
        let node = position.probes().and_then(|probes| probes.nodes.get(seen.node));
        if let Some(node) = node {
            self.lost.iter_mut().filter(|lost| lost.span == node.span).for_each(|lost| lost.see(position, seen));
            if node.sort == NodeKind::Unfinished && seen.value == Some(ProbedValue::Truth(true)) {
                let all = self.unfinished.iter_mut().filter(|unfinished| unfinished.span == node.span);
                all.for_each(|unfinished| _ = unfinished.moves.get_or_insert_default());
            }
        }
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
