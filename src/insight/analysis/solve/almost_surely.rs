//! Whether a game in which nature acts ends with probability 1, however its players play, by all positions that can be reached.
//!
//! It does unless there are positions from which the players, if they want to, can stay among these whatever nature does: an *end
//! component* of a Markov decision process with all players as one (de Alfaro, *Formal Verification of Probabilistic Systems*, 1997).

use super::chance::{ChanceGraph, Decides};

/// How the games of a graph end.
#[derive(Clone, PartialEq, Debug)]
pub enum Ends {
    /// After finitely many actions whatever happens.
    Always,
    /// With probability 1, however the players play.
    AlmostSurely {
        /// A game has at most so many actions on average, however its players play; nothing where that could not be told.
        plies: Option<f64>,
        /// A game that goes on as long as nature keeps it up: the places of its actions among the legal ones, and where it comes back to.
        round: (Vec<usize>, usize),
    },
    /// The players can go on for ever, whatever nature does: such a game, once around.
    Never {
        /// The places of its actions among the legal ones, and where it comes back to.
        round: (Vec<usize>, usize),
    },
}

/// So many lengths are improved at most, all times together.
const MOST: usize = 1 << 26;
/// How much a length may still grow when it is near enough.
const NEAR: f64 = 1e-9;

/// How the games of a graph end.
pub fn ends(graph: &ChanceGraph) -> Option<Ends> {
    if !graph.has_rounds() {
        return Some(Ends::Always);
    }
    let stays = staying(graph);
    let is_kept = |id: u32| stays[id as usize];
    let kept = graph.way_around(is_kept, |id| graph.leads(id).iter().position(|to| is_kept(*to)));
    if let Some(round) = kept {
        return Some(Ends::Never { round });
    }
    // Positions that lead back to each other, by the part of the graph that they are in.
    let mut parts = vec![0u32; graph.len()];
    for (number, (part, _)) in (1u32..).zip(graph.parts()).filter(|(_, (_, is_round))| *is_round) {
        part.iter().for_each(|id| parts[*id as usize] = number);
    }
    let part = |id: u32| parts[id as usize];
    let back = |id: u32| graph.leads(id).iter().position(|to| part(*to) == part(id));
    let round = graph.way_around(|id| part(id) != 0, back)?;
    Some(Ends::AlmostSurely { plies: longest(graph), round })
}

/// Whether the players, if they want to, can stay among such positions whatever nature does.
fn staying(graph: &ChanceGraph) -> Vec<bool> {
    let count = graph.len() as u32;
    // Where the positions that lead to each one stand in a list of all.
    let mut ends = vec![0usize; graph.len() + 1];
    for id in 0..count {
        graph.leads(id).iter().for_each(|to| ends[*to as usize + 1] += 1);
    }
    (0..graph.len()).for_each(|at| ends[at + 1] += ends[at]);
    let mut before = vec![0u32; ends[graph.len()]];
    let mut places = ends.clone();
    for id in 0..count {
        for to in graph.leads(id) {
            before[places[*to as usize]] = id;
            places[*to as usize] += 1;
        }
    }
    // How many actions of a player still stay.
    let mut staying: Vec<usize> = (0..count).map(|id| graph.leads(id).len()).collect();
    let mut stays: Vec<bool> = (0..count).map(|id| !matches!(graph.decides(id), Decides::Nobody(_))).collect();
    let mut left: Vec<u32> = (0..count).filter(|id| !stays[*id as usize]).collect();
    while let Some(id) = left.pop() {
        for from in &before[ends[id as usize]..ends[id as usize + 1]] {
            let at = *from as usize;
            staying[at] -= 1;
            if stays[at] && (staying[at] == 0 || graph.decides(*from) == Decides::Nature) {
                stays[at] = false;
                left.push(*from);
            }
        }
    }
    stays
}

/// The most actions that a game has on average, however its players play, where it ends with probability 1: from above, as near as it
/// comes.
fn longest(graph: &ChanceGraph) -> Option<f64> {
    let mut plies = vec![0.0f64; graph.len()];
    let (mut grown_most, mut left) = (0.0f64, MOST);
    for (part, is_round) in graph.parts() {
        let mut grown;
        loop {
            left = left.checked_sub(part.len())?;
            grown = 0.0f64;
            for id in part {
                let after = match graph.decides(*id) {
                    Decides::Nobody(_) => continue,
                    Decides::First | Decides::Other => {
                        graph.leads(*id).iter().map(|to| plies[*to as usize]).fold(0.0, f64::max)
                    }
                    Decides::Nature => graph.mean(*id, |to| plies[to as usize]),
                };
                grown = grown.max(1.0 + after - plies[*id as usize]);
                plies[*id as usize] = 1.0 + after;
            }
            if !is_round || grown < NEAR {
                break;
            }
        }
        if is_round {
            grown_most = grown_most.max(grown);
        }
    }
    // With numbers that still grow by r < 1 at most when all are looked at once more, those that are greater by the part r / (1 - r)
    // no longer grow, and so are bounds; the rest is for rounding.
    Some(plies[0] * (1.0 + grown_most / (1.0 - grown_most)) * (1.0 + NEAR))
}
