//! What games teach each weight.
//!
//! Each weight has a rate of its own, by how far what it was told points one way (temporal coherence; exponential, as Bagheri, Thill,
//! Koch and Konen 2015 have it). What several positions of a round tell it is told once, on average, so that it does not matter how many games
//! a round has, nor in which order weights are changed.

use super::network::ONE;
use super::self_play::GameLine;
use super::squash::exp;
use super::wiring::Input;

/// What a weight has been told.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Told {
    /// All errors.
    sum: f32,
    /// All errors, whichever way they point.
    size: f32,
    /// The errors of this round.
    now: f32,
    /// Their sizes.
    now_size: f32,
    /// How many they are.
    count: u32,
}

/// How fast rates fall where errors point both ways.
const STEEPNESS: f32 = 1.0;
/// No weight is further from 0, in whole numbers of [`ONE`].
const MOST: f32 = 60.0;

/// Inputs that one thread changes the weights of.
pub struct Shard<'s> {
    /// The first input, and the one after the last.
    pub inputs: std::ops::Range<usize>,
    /// The first of its weights, each output counted.
    pub first: usize,
    /// Its weights.
    pub weights: &'s mut [i32],
    /// What they have been told.
    pub told: &'s mut [Told],
}

impl Shard<'_> {
    /// Learns from games: `rate` is the share of an error that a position is to be put right by at once.
    pub fn learn(&mut self, lines: &[GameLine], all: &[Input], outputs: usize, rate: f32) {
        let mut changed: Vec<(u32, u32)> = Vec::new();
        for line in lines {
            for (active, errors) in line.active.chunks_exact(all.len()).zip(line.errors.chunks_exact(outputs)) {
                if errors.iter().all(|error| *error == 0.0) {
                    continue;
                }
                for input in self.inputs.clone() {
                    let from = active[input] as usize * outputs - self.first;
                    for (output, error) in errors.iter().enumerate() {
                        let told = &mut self.told[from + output];
                        if told.count == 0 {
                            changed.push(((from + output) as u32, input as u32));
                        }
                        told.now += error;
                        told.now_size += error.abs();
                        told.count += 1;
                    }
                }
            }
        }
        for (at, input) in changed {
            let (told, weight) = (&mut self.told[at as usize], &mut self.weights[at as usize]);
            let coherence = if told.size > 0.0 { told.sum.abs() / told.size } else { 1.0 };
            let own = exp(STEEPNESS * (coherence - 1.0));
            let step = rate * all[input as usize].share * own * told.now / told.count as f32;
            let most = (MOST * ONE) as i32;
            *weight = weight.saturating_add((step * ONE).round() as i32).clamp(-most, most);
            told.sum += told.now;
            told.size += told.now_size;
            (told.now, told.now_size, told.count) = (0.0, 0.0, 0);
        }
    }
}
