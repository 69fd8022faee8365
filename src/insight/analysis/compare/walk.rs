//! Every line of both games in step, the shortest first; positions that were there already are not walked again.

use rustc_hash::FxHashSet;

use super::lockstep::{Difference, DifferenceKind, Lockstep, LockstepResult, PairedAction};
use super::priority::PriorityCheck;
use super::relation::{Bounds, Witness, WitnessKind};
use rulebook_play::engine::Fault;

/// A pair of positions.
struct Node {
    parent: u32,
    depth: u32,
    /// The action that leads there; nothing for the start.
    by: Option<PairedAction>,
}

/// What came of the walk.
#[derive(Clone, Debug, Default)]
pub struct Walked {
    /// The shortest line to each sort of difference.
    pub witnesses: Vec<Witness>,
    /// Every line of so many plies was looked at.
    pub depth: u32,
    /// Whether there is nothing further to look at.
    pub exhausted: bool,
    /// How many pairs of positions were looked at.
    pub positions: u32,
}

/// The most words of memory that the known positions take.
const MAX_WORDS: usize = 1 << 23;

/// Walks both games.
///
/// # Errors
/// If the rules of one cannot be evaluated.
pub fn walk(
    twins: &mut Lockstep,
    displaced: &mut PriorityCheck<'_>,
    bounds: Bounds,
    steps: u64,
) -> Result<Walked, Fault> {
    let began = twins.spent();
    let mut walked = Walked { exhausted: true, ..Walked::default() };
    let mut nodes = vec![Node { parent: 0, depth: 0, by: None }];
    let mut known: FxHashSet<Vec<u64>> = twins.key().into_iter().collect();
    let mut words = 0usize;
    // The depth of the first pair of positions that is left out.
    let mut left_out = u32::MAX;
    let mut path: Vec<u32> = vec![0];
    // The first pair that differs in counters or marks alone.
    let mut counted = None;
    let mut at = 0;
    while at < nodes.len() {
        let depth = nodes[at].depth;
        if twins.spent() - began > steps {
            left_out = left_out.min(depth);
            break;
        }
        go(twins, &nodes, &mut path, at as u32)?;
        walked.positions += 1;
        let both = match twins.look()? {
            LockstepResult::Same(both) => both,
            LockstepResult::Counted(both) => {
                counted.get_or_insert(at as u32);
                both
            }
            LockstepResult::Odds(both) => {
                let line = line(&nodes, at as u32);
                let mut found = FoundWitnesses { sampled: false, witnesses: &mut walked.witnesses };
                found.results(twins, DifferenceKind::Odds, &line);
                both
            }
            LockstepResult::Actions(difference, both) => {
                let line = line(&nodes, at as u32);
                let mut found = FoundWitnesses { sampled: false, witnesses: &mut walked.witnesses };
                found.actions(twins, displaced, difference, !both.is_empty(), &line)?;
                both
            }
            LockstepResult::Results(kind, difference) => {
                let line = line(&nodes, at as u32);
                let mut found = FoundWitnesses { sampled: false, witnesses: &mut walked.witnesses };
                found.results(twins, kind, &line);
                found.actions(twins, displaced, difference, false, &line)?;
                Vec::new()
            }
        };
        if depth >= bounds.depth && !both.is_empty() {
            left_out = left_out.min(depth + 1);
            at += 1;
            continue;
        }
        for both in both {
            if nodes.len() >= bounds.positions as usize || words > MAX_WORDS {
                left_out = left_out.min(depth + 1);
                break;
            }
            twins.play(&both)?;
            let key = twins.key();
            twins.undo();
            if let Some(key) = key {
                let size = key.len();
                if !known.insert(key) {
                    continue;
                }
                words += size;
            }
            nodes.push(Node { parent: at as u32, depth: depth + 1, by: Some(both) });
        }
        at += 1;
    }
    while path.len() > 1 {
        path.pop();
        twins.undo();
    }
    if let Some(at) = counted {
        let mut found = FoundWitnesses { sampled: false, witnesses: &mut walked.witnesses };
        found.results(twins, DifferenceKind::Contents, &line(&nodes, at));
    }
    let deepest = nodes.last().map_or(0, |node| node.depth);
    walked.exhausted = left_out == u32::MAX;
    walked.depth = if walked.exhausted { deepest } else { left_out.saturating_sub(1) };
    Ok(walked)
}

/// The nodes from the start to this one.
fn ancestors(nodes: &[Node], node: u32) -> Vec<u32> {
    let mut path = vec![node];
    let mut at = node;
    while at != 0 {
        at = nodes[at as usize].parent;
        path.push(at);
    }
    path.reverse();
    path
}

/// Takes both games from one node to another.
fn go(twins: &mut Lockstep, nodes: &[Node], path: &mut Vec<u32>, to: u32) -> Result<(), Fault> {
    let wanted = ancestors(nodes, to);
    let shared = path.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
    while path.len() > shared {
        path.pop();
        twins.undo();
    }
    for node in &wanted[shared..] {
        if let Some(by) = &nodes[*node as usize].by {
            twins.play(by)?;
        }
        path.push(*node);
    }
    Ok(())
}

/// The actions from the start to a node.
fn line(nodes: &[Node], node: u32) -> Vec<PairedAction> {
    ancestors(nodes, node).into_iter().filter_map(|node| nodes[node as usize].by.clone()).collect()
}

/// The witnesses so far; one is kept of each sort, the first.
pub struct FoundWitnesses<'w> {
    /// Whether what comes is from lines drawn at random.
    pub sampled: bool,
    /// What was found.
    pub witnesses: &'w mut Vec<Witness>,
}

impl FoundWitnesses<'_> {
    fn has(&self, sort: WitnessKind) -> bool {
        self.witnesses.iter().any(|known| known.sort.is_like(sort))
    }

    fn add(&mut self, sort: WitnessKind, moves: &[String], difference: &Difference) {
        if !self.has(sort) {
            let (moves, difference) = (moves.to_vec(), difference.clone());
            self.witnesses.push(Witness { sort, moves, difference, sampled: self.sampled });
        }
    }

    /// Notes other results.
    pub fn results(&mut self, twins: &Lockstep, kind: DifferenceKind, line: &[PairedAction]) {
        if !self.has(WitnessKind::Results(kind)) {
            self.add(WitnessKind::Results(kind), &texts(twins, line), &Difference::default());
        }
    }

    /// Notes what one alone allows, apart from what it allows only since it has nothing better; `common` is whether both allow
    /// something.
    ///
    /// # Errors
    /// If the rules of one cannot be evaluated.
    pub fn actions(
        &mut self,
        twins: &Lockstep,
        displaced: &mut PriorityCheck<'_>,
        difference: Difference,
        common: bool,
        line: &[PairedAction],
    ) -> Result<(), Fault> {
        let nothing_new = |of: &[String], sort: WitnessKind| of.is_empty() || self.has(sort);
        if nothing_new(&difference.only_b, WitnessKind::More) && nothing_new(&difference.only_a, WitnessKind::Less) {
            return Ok(());
        }
        let moves = texts(twins, line);
        let (more, less) = displaced.genuine(&difference, common, &moves)?;
        for sort in
            [Some(WitnessKind::More).filter(|_| more), Some(WitnessKind::Less).filter(|_| less)].into_iter().flatten()
        {
            self.add(sort, &moves, &difference);
        }
        Ok(())
    }
}

/// A line of play as written.
pub fn texts(twins: &Lockstep, line: &[PairedAction]) -> Vec<String> {
    let mut position = twins.start();
    let mut moves = Vec::with_capacity(line.len());
    for both in line {
        moves.push(position.written(&both.a));
        if position.play_unchecked(&both.a).is_err() {
            break;
        }
    }
    moves
}
