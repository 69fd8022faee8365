//! Expected values: games in which nature acts, by all positions that can be reached.
//!
//! Where no position comes back, each is worth what those after it are worth, exactly as long as its fraction can be held. Where one
//! does, bounds from below and from above are drawn together until they meet, first for those positions that come last.

use super::chance::{ChanceGraph, Decides};
use super::limits::{Limits, Meter, Stopped};
use super::positions::Positions;
use super::solution::Unsolvable;
use super::walk::Walk;
use crate::analysis::Expected;
use rulebook_play::engine::{Action, Position};

/// Bounds that are so near have met.
const NEAR: f64 = 1e-14;
/// So often the bounds are drawn together at most.
const MOST: usize = 1_000_000;
/// So many positions are looked at between two questions whether to go on.
const ASKED: usize = 1 << 22;

/// What a game with luck is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct ExpectedValue {
    /// The expected score of seat 1 with best play of both, a win being 1 and a draw 1/2: between these bounds.
    pub bounds: [f64; 2],
    /// The same as a fraction, where no position comes back and its numbers can be held.
    pub exact: Option<(u128, u128)>,
    /// All positions that can be reached.
    pub positions: u64,
    /// The actions that keep the value, where a player is to act.
    pub moves: Vec<Action>,
}

impl ExpectedValue {
    /// The value, to as many digits as the bounds agree on.
    pub fn value(&self) -> f64 {
        f64::midpoint(self.bounds[0], self.bounds[1])
    }

    /// The value as a fraction, where it is known as one.
    pub fn fraction(&self) -> Option<String> {
        self.exact.map(|(above, below)| format!("{above}/{below}"))
    }
}

/// An expected score in words: its fraction, if that is known, and its digits as far as its bounds agree.
pub fn told_score(fraction: Option<&str>, [low, high]: [f64; 2]) -> String {
    let middle = f64::midpoint(low, high);
    match fraction {
        Some(fraction) => format!("{fraction} = {middle:.6}"),
        None if high - low < 1e-9 => format!("{middle:.6}"),
        None => format!("{low:.6} to {high:.6}"),
    }
}

/// The expected value of a position of a game for two, which is left as it was; `go_on` is told now and then how many positions are
/// known, and says whether to go on.
///
/// # Errors
/// If there is no value within the limits, or none at all.
pub fn expected_value(
    position: &mut Position,
    limits: Limits,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<ExpectedValue, Unsolvable> {
    has_expected_value(position)?;
    let graph = chance_graph(position, limits, u64::MAX, go_on)?;
    let Some((mut value, kept)) = value_of(&graph, go_on) else {
        return Err(Unsolvable::Stopped(Stopped::Asked, graph.len() as u64));
    };
    if let (Ok(legal), false) = (position.legal(), kept.is_empty()) {
        let actions: Vec<Action> = legal.iter().collect();
        value.moves = kept.into_iter().filter_map(|at| actions.get(at).cloned()).collect();
    }
    Ok(value)
}

/// The expected value of the first position of a graph, but for the actions that keep it, which are told by their places among the legal
/// ones; nothing where it was to be ended before.
pub fn value_of(graph: &ChanceGraph, go_on: &mut dyn FnMut(u64) -> bool) -> Option<(ExpectedValue, Vec<usize>)> {
    let positions = graph.len() as u64;
    let exact = (!graph.has_rounds()).then(|| exactly(graph));
    let bounds = bounds(graph, &mut || go_on(positions))?;
    let kept = keeping(graph, &bounds, exact.as_deref());
    let exact = exact.and_then(|values| values[0].exact);
    Some((ExpectedValue { bounds: [bounds[0][0], bounds[1][0]], exact, positions, moves: Vec::new() }, kept))
}

/// Whether a game has an expected value: one for two whose seats do not change.
///
/// # Errors
/// If not, why.
pub fn has_expected_value(position: &Position) -> Result<(), Unsolvable> {
    let players = position.game().players.len();
    if players != 2 {
        return Err(Unsolvable::Players(players));
    }
    if position.plan().pie { Err(Unsolvable::Swaps) } else { Ok(()) }
}

/// All positions that can be reached from one, which is left as it was, within so many steps of the evaluator.
///
/// # Errors
/// If there are more than the limits allow, or the rules cannot be evaluated in one.
pub fn chance_graph(
    position: &mut Position,
    limits: Limits,
    steps: u64,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Result<ChanceGraph, Unsolvable> {
    let mut known = Positions::new(Meter::new(limits, go_on));
    let mut walk = Walk::new(position, &[]);
    ChanceGraph::explore(&mut walk, &mut known, steps).map_err(|halt| {
        let states = known.len() as u64;
        halt.unsolvable(states, walk.back())
    })
}

/// The value of each position, where none comes back.
fn exactly(graph: &ChanceGraph) -> Vec<Expected> {
    let mut values = vec![Expected::ZERO; graph.len()];
    for (part, _) in graph.parts() {
        for id in part {
            let leads = graph.leads(*id);
            let each = leads.iter().map(|to| values[*to as usize]);
            values[*id as usize] = match graph.decides(*id) {
                Decides::Nobody(halves) => Expected::whole(1).weighed(u64::from(halves), 2),
                Decides::First => each.reduce(|a, b| if b.is_above(&a) { b } else { a }).unwrap_or(Expected::ZERO),
                Decides::Other => each.reduce(|a, b| if a.is_above(&b) { b } else { a }).unwrap_or(Expected::ZERO),
                Decides::Nature => {
                    let (weights, total) = graph.odds(*id);
                    let add =
                        |sum: Expected, (value, weight): (Expected, &u64)| sum.plus(value.weighed(*weight, total));
                    each.zip(weights).fold(Expected::ZERO, add)
                }
            };
        }
    }
    values
}

/// Bounds of the values from below and from above, as near as they come; nothing where it was to be ended before.
fn bounds(graph: &ChanceGraph, go_on: &mut dyn FnMut() -> bool) -> Option<[Vec<f64>; 2]> {
    let mut bounds = [vec![0.0; graph.len()], vec![1.0; graph.len()]];
    let mut looked = 0;
    for (part, is_round) in graph.parts() {
        for _ in 0..MOST {
            looked += part.len();
            if looked > ASKED {
                looked = 0;
                if !go_on() {
                    return None;
                }
            }
            let moved = bounds.iter_mut().map(|values| improve(graph, part, values)).fold(0.0, f64::max);
            let apart = |id: &u32| bounds[1][*id as usize] - bounds[0][*id as usize];
            // Bounds that no longer move do not meet: both could go on for ever.
            if !is_round || moved == 0.0 || part.iter().map(apart).fold(0.0, f64::max) <= NEAR {
                break;
            }
        }
    }
    Some(bounds)
}

/// One step: what each of some positions is worth by those after it. Gives the greatest change.
fn improve(graph: &ChanceGraph, part: &[u32], values: &mut [f64]) -> f64 {
    let mut moved = 0.0f64;
    for id in part {
        let each = graph.leads(*id).iter().map(|to| values[*to as usize]);
        let value = match graph.decides(*id) {
            Decides::Nobody(halves) => f64::from(halves) / 2.0,
            Decides::First => each.fold(0.0, f64::max),
            Decides::Other => each.fold(1.0, f64::min),
            Decides::Nature => graph.mean(*id, |to| values[to as usize]),
        };
        moved = moved.max((value - values[*id as usize]).abs());
        values[*id as usize] = value;
    }
    moved
}

/// The actions of the first position, by their place, that keep its value.
fn keeping(graph: &ChanceGraph, bounds: &[Vec<f64>; 2], exact: Option<&[Expected]>) -> Vec<usize> {
    let decides = graph.decides(0);
    if !matches!(decides, Decides::First | Decides::Other) {
        return Vec::new();
    }
    let is_kept = |to: usize| match exact {
        Some(values) => !values[0].is_above(&values[to]) && !values[to].is_above(&values[0]),
        None if decides == Decides::First => bounds[1][to] >= bounds[0][0] - NEAR,
        None => bounds[0][to] <= bounds[1][0] + NEAR,
    };
    graph.leads(0).iter().enumerate().filter(|(_, to)| is_kept(**to as usize)).map(|(at, _)| at).collect()
}
