//! A network that is being taught: games of a round are played with weights that stand still, and then change them.
//!
//! Games of a round can be played by any number of threads, and so can the shards of the weights be changed: each game depends on its
//! number alone, and each weight is changed by one shard, by the games in the order of their numbers.

use rulebook_play::engine::{Fault, Position};

use super::eye::Eye;
use super::network::Network;
use super::self_play::{GameLine, Teaching, play};
use super::update::{Shard, Told};

/// Into how many shards weights are divided.
const SHARDS: usize = 16;

/// A network that is being taught.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// What it has learned.
    pub network: Network,
    told: Vec<Told>,
    /// The inputs of each shard.
    shards: Vec<std::ops::Range<usize>>,
}

impl Trainer {
    /// Teaches a network further. What its weights were told before is not known: their rates begin anew.
    pub fn new(network: Network) -> Self {
        let shards = shards(&network);
        Trainer { told: vec![Told::default(); network.weights.len()], shards, network }
    }

    /// An eye for its games.
    pub fn eye(&self) -> Eye {
        Eye::new(std::sync::Arc::clone(&self.network.wiring))
    }

    /// Plays a game of the round at hand.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn play(
        &self,
        eye: &mut Eye,
        start: &mut Position,
        teaching: &Teaching,
        index: u64,
    ) -> Result<GameLine, Fault> {
        play(&self.network, eye, start, teaching, index)
    }

    /// Learns from the games of a round, in the order of their numbers. `each` does a work on all of the shards, in any order.
    pub fn learn(
        &mut self,
        lines: &[GameLine],
        rate: f32,
        each: impl FnOnce(Vec<Shard<'_>>, &(dyn Fn(Shard<'_>) + Sync)),
    ) {
        let wiring = std::sync::Arc::clone(&self.network.wiring);
        let (mut weights, mut told) =
            (std::sync::Arc::make_mut(&mut self.network.weights).as_mut_slice(), self.told.as_mut_slice());
        let (mut list, mut first) = (Vec::new(), 0);
        for inputs in &self.shards {
            let end =
                wiring.inputs.get(inputs.end).map_or(wiring.weights, |next| next.offset as usize * wiring.outputs);
            let (own, rest) = weights.split_at_mut(end - first);
            let (own_told, rest_told) = told.split_at_mut(end - first);
            list.push(Shard { inputs: inputs.clone(), first, weights: own, told: own_told });
            (weights, told, first) = (rest, rest_told, end);
        }
        let outputs = wiring.outputs;
        each(list, &|mut shard| shard.learn(lines, &wiring.inputs, outputs, rate));
    }
}

/// Inputs in shards of about as many each, inputs with the same weights in one.
fn shards(network: &Network) -> Vec<std::ops::Range<usize>> {
    let wiring = &network.wiring;
    let all = wiring.inputs.len();
    let (mut found, mut from) = (Vec::new(), 0);
    for table in wiring.tables.iter().skip(1).map(|first| *first as usize) {
        if (table - from) * SHARDS >= all {
            found.push(from..table);
            from = table;
        }
    }
    found.push(from..all);
    found
}
