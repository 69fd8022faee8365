//! The order of a lexicographic measure: greedily, the measure that nothing left can worsen comes next.

use super::actions::Case;
use super::flow::{Edge, Flow};
use super::known::{Delta, FAR};
use super::measure::Measure;
use super::proof::Count;

/// Actions that occur so often at most, and what they do to the measures meanwhile.
#[derive(Clone, Debug)]
pub struct Group {
    /// How often, where that is known.
    pub most: Option<Count>,
    /// How they change the measures.
    pub cases: Vec<Case>,
    /// Whether they are actions, and so plies.
    pub plies: bool,
}

/// A measure that was taken: which, and whether it falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Its place among the measures.
    pub measure: usize,
    /// Whether it falls; otherwise it rises.
    pub falls: bool,
}

/// What came of the search.
#[derive(Clone, Debug)]
pub struct Order {
    /// The measures in order.
    pub taken: Vec<Taken>,
    /// The groups of actions, each of which ends.
    pub groups: Vec<Group>,
    /// What can still go on forever, as far as is known.
    pub open: Vec<Edge>,
}

impl Order {
    /// The most plies of a game, where that is known.
    pub fn plies(&self) -> Option<Count> {
        let mut plies = self.groups.iter().filter(|group| group.plies);
        plies.try_fold(Count::of(0), |all, group| Some(all.plus(group.most?)))
    }
}

/// Takes measures until nothing can go on forever or none is left. `start` bounds each measure at the start of the game;
/// `groups` are those that are known to end already, whose edges the flow does not have any more.
pub fn order(mut flow: Flow, measures: &[Measure], start: &[(i64, i64)], groups: Vec<Group>) -> Order {
    let mut order = Order { taken: Vec::new(), groups, open: Vec::new() };
    loop {
        prune(&mut flow, &mut order.groups);
        if !flow.edges.iter().any(Edge::is_action) {
            return order;
        }
        let Some(taken) = next(&flow, measures) else {
            order.open = flow.edges.into_iter().filter(Edge::is_action).collect();
            return order;
        };
        let group = take(&mut flow, taken, measures, start, &order.groups);
        order.taken.push(taken);
        order.groups.push(group);
    }
}

/// A change as seen from a measure that should fall: negative is better.
fn toward(delta: Delta, falls: bool) -> Delta {
    if falls { delta } else { Delta { low: -delta.high, high: -delta.low } }
}

fn delta(case: &Case, measure: usize) -> Delta {
    case.deltas.get(measure).copied().unwrap_or(Delta::ANY)
}

/// The next measure: no case worsens it, and some better it for certain.
fn next(flow: &Flow, measures: &[Measure]) -> Option<Taken> {
    let cases = || flow.edges.iter().filter(|edge| edge.is_action()).flat_map(|edge| &edge.cases);
    let places = (0..measures.len()).flat_map(|measure| [(measure, true), (measure, false)]);
    let mut found = places.filter(|(measure, falls)| {
        cases().all(|case| toward(delta(case, *measure), *falls).high <= 0)
            && cases().any(|case| toward(delta(case, *measure), *falls).high < 0)
    });
    found.next().map(|(measure, falls)| Taken { measure, falls })
}

/// Takes out the cases that better a measure, and counts how often they can occur.
fn take(flow: &mut Flow, taken: Taken, measures: &[Measure], start: &[(i64, i64)], groups: &[Group]) -> Group {
    let Taken { measure, falls } = taken;
    let mut gone = Vec::new();
    for edge in flow.edges.iter_mut().filter(|edge| edge.is_action()) {
        let (better, same) =
            std::mem::take(&mut edge.cases).into_iter().partition(|case| toward(delta(case, measure), falls).high < 0);
        edge.cases = same;
        let better: Vec<Case> = better;
        gone.extend(better);
    }
    flow.edges.retain(|edge| !edge.is_action() || !edge.cases.is_empty());
    let least = gone.iter().map(|case| -toward(delta(case, measure), falls).high).min().unwrap_or(1).max(1);
    let most = room(measure, falls, measures, start, groups).map(|room| room.over(least));
    Group { most, cases: gone, plies: true }
}

/// How far a measure can go one way in the whole game, with what sets it back counted.
fn room(measure: usize, falls: bool, measures: &[Measure], start: &[(i64, i64)], groups: &[Group]) -> Option<Count> {
    let known = measures.get(measure)?;
    if known.low <= -FAR || known.high >= FAR {
        return None;
    }
    let range = known.high - known.low;
    let (low, high) = start.get(measure).copied().unwrap_or((known.low, known.high));
    let mut room = Count::of(if falls { high - known.low } else { known.high - low });
    for group in groups {
        let back = group.cases.iter().map(|case| toward(delta(case, measure), falls).high).max().unwrap_or(0);
        if back > 0 {
            room = room.plus(group.most?.times(Count::of(back.min(range))));
        }
    }
    Some(room)
}

/// Takes out the actions that lie on no cycle: between two of those that end, each occurs once at most.
fn prune(flow: &mut Flow, groups: &mut Vec<Group>) {
    let component = components(flow);
    let inside = |edge: &Edge| component.get(edge.from) == component.get(edge.to);
    if flow.edges.iter().all(inside) {
        return;
    }
    let longest = longest(flow, &component);
    let all = groups.iter().try_fold(Count::of(1), |all, group| Some(all.plus(group.most?)));
    let (kept, gone): (Vec<Edge>, Vec<Edge>) = std::mem::take(&mut flow.edges).into_iter().partition(inside);
    flow.edges = kept;
    let cases: Vec<Case> = gone.into_iter().filter(Edge::is_action).flat_map(|edge| edge.cases).collect();
    if !cases.is_empty() {
        groups.push(Group { most: all.map(|all| all.times(Count::of(longest))), cases, plies: true });
    }
}

/// The strongly connected component of each node, by Tarjan's algorithm without recursion; a component's number is greater than
/// that of those it leads to.
fn components(flow: &Flow) -> Vec<usize> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); flow.nodes];
    for edge in &flow.edges {
        if let Some(list) = out.get_mut(edge.from) {
            list.push(edge.to);
        }
    }
    const NEW: usize = usize::MAX;
    let (mut index, mut low, mut component) = (vec![NEW; flow.nodes], vec![0; flow.nodes], vec![NEW; flow.nodes]);
    let (mut next, mut count, mut stack) = (0, 0, Vec::new());
    for root in 0..flow.nodes {
        if index[root] != NEW {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((node, at)) = calls.pop() {
            if at == 0 {
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
            } else if let Some(child) = out[node].get(at - 1) {
                low[node] = low[node].min(low[*child]);
            }
            let mut descended = false;
            for (place, child) in out[node].iter().enumerate().skip(at) {
                if index[*child] == NEW {
                    calls.push((node, place + 1));
                    calls.push((*child, 0));
                    descended = true;
                    break;
                }
                if component[*child] == NEW {
                    low[node] = low[node].min(index[*child]);
                }
            }
            if descended || low[node] != index[node] {
                continue;
            }
            while let Some(member) = stack.pop() {
                component[member] = count;
                if member == node {
                    break;
                }
            }
            count += 1;
        }
    }
    component
}

/// The most actions on a path that lie in no component.
fn longest(flow: &Flow, component: &[usize]) -> i64 {
    let count = component.iter().copied().max().map_or(0, |last| last + 1);
    let mut best = vec![0i64; count];
    // Components are numbered from the last ones up.
    for this in 0..count {
        for edge in &flow.edges {
            let (Some(from), Some(to)) = (component.get(edge.from), component.get(edge.to)) else { continue };
            if *from == this && *to != this {
                let length = best[*to] + i64::from(edge.is_action());
                best[this] = best[this].max(length);
            }
        }
    }
    best.into_iter().max().unwrap_or(0)
}
