//! What a player looks at: found from the checked game, its proved symmetries and a sample of random games, and kept in its file.

use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};
use serde::{Deserialize, Serialize};

use super::alphabet::Alphabet;
use super::cell_key::{CellKeys, Reader, is_usable};
use super::gauges::{Gauge, gauges};
use super::map::SymmetryMap;
use super::sample::Sample;
use super::tuples::{Budget, Pattern, patterns};

/// What a player looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Design {
    /// How many players there are.
    pub players: u8,
    /// How many stages of turns have weights of their own.
    pub stages: u16,
    /// How each role becomes the first, where the rules are each other's image: then all share their weights. Else nothing.
    pub exchanges: Vec<SymmetryMap>,
    /// The symmetries that share the weights of patterns, the one that moves nothing first.
    pub keeping: Vec<SymmetryMap>,
    /// What stands on cells.
    pub alphabet: Alphabet,
    /// Patterns of cells.
    pub patterns: Vec<Pattern>,
    /// What is counted.
    pub gauges: Vec<Gauge>,
    /// How long random games are.
    pub mean_plies: u32,
}

/// The most weights of a design.
const WEIGHTS: u64 = 5 << 20;
/// The most weights that a file may ask for.
pub const MAX_WEIGHTS: u64 = 12 << 20;
/// The most sets of weights: of stages and, where they share none, roles.
const MAX_SETS: usize = 12;
/// On how many walks a cell lies ...
const WALKS: usize = 72;
/// ... and in how many windows and shapes.
const SHAPES: usize = 72;
/// The most weights of a window or shape, and of how many such tables there may be as many as of walks.
const MAX_SHAPE: u64 = 1 << 15;
const TABLES: u64 = 24;
/// Stream of what is drawn, apart from those of games.
const STREAM: u64 = 0x5755_5445;

impl Design {
    /// A design for the game of a start position, which is given back as it was. `maps` are the symmetries that are proved of it.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn find(start: &mut Position, maps: &[SymmetryMap], seed: u64) -> Result<Self, Fault> {
        let sample = Sample::of(start, seed)?;
        let (game, plan) = (start.game().clone(), start.plan().clone());
        let players = game.players.len();
        let identity = SymmetryMap::identity(game.board.slots(), game.board.directions().count(), players);
        let usable = || maps.iter().filter(|map| is_usable(&game, map));
        let keeping: Vec<SymmetryMap> =
            std::iter::once(identity.clone()).chain(usable().filter(|map| map.keeps_players()).cloned()).collect();
        let to_first = |role: usize| match role {
            0 => Some(identity.clone()),
            _ => usable().find(|map| map.player(role) == 0).cloned(),
        };
        let exchanges: Option<Vec<SymmetryMap>> = (0..players).map(to_first).collect();
        let exchanges = exchanges.filter(|_| players > 1).unwrap_or_default();
        let keys = CellKeys::of(&game, &plan.layout, &sample);
        let reader = Reader::new(&keys, &game, &plan.layout);
        let alphabet = match reader {
            Some(reader) => Alphabet::of(&game, keys, &reader, &sample, &exchanges),
            None => Alphabet { keys, codes: vec![0] },
        };
        let most = plan.roles.iter().map(|role| role.stages.len()).max().unwrap_or(1).max(1);
        let owners = if exchanges.is_empty() { players } else { 1 };
        let stages = if most * owners <= MAX_SETS { most } else { 1 };
        let sets = (stages * owners * super::result::outputs(players)) as u64;
        let weights = WEIGHTS / sets.max(1);
        let shape_weights = MAX_SHAPE.min(weights / TABLES);
        let budget = Budget { weights, walks: WALKS, shapes: SHAPES, shape_weights };
        let mut rng = Rng::new(seed ^ STREAM);
        Ok(Design {
            players: players as u8,
            stages: stages as u16,
            patterns: patterns(&game.board, alphabet.len(), &keeping, budget, &mut rng),
            gauges: gauges(&game, &plan.layout, alphabet.len(), &sample),
            mean_plies: sample.mean_plies,
            exchanges,
            keeping,
            alphabet,
        })
    }

    /// Whether what weights share is shared in a game with these symmetries as well.
    pub fn holds_with(&self, maps: &[SymmetryMap]) -> bool {
        let is_trivial = |map: &SymmetryMap| {
            map.keeps_players() && map.cells.iter().enumerate().all(|(at, own)| at == usize::from(*own))
        };
        self.keeping.iter().chain(&self.exchanges).all(|map| is_trivial(map) || maps.contains(map))
    }

    /// Whether all roles share their weights.
    pub fn is_shared(&self) -> bool {
        !self.exchanges.is_empty()
    }

    /// How many sets of weights there are.
    pub fn sets(&self) -> usize {
        usize::from(self.stages.max(1)) * if self.is_shared() { 1 } else { usize::from(self.players.max(1)) }
    }

    /// How many weights there are, for each output.
    pub fn weights(&self) -> u64 {
        let sizes =
            self.patterns.iter().map(Pattern::size).chain(self.gauges.iter().map(|gauge| u64::from(gauge.size)));
        sizes.fold(0, u64::saturating_add).saturating_mul(self.sets() as u64)
    }
}
