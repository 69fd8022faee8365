//! How a search is to be made.

/// How a search is to be made. The defaults but for the simulations are what [`Default`] says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsSettings {
    /// Simulations for each choice, of all trees together.
    pub simulations: u32,
    /// The weight of exploration: the constant `C` of UCT for results from 0 to 1 (Kocsis and Szepesvári 2006).
    pub exploration: f64,
    /// Trees that are grown independently and added up at the root, which can be done at the same time ("root parallelization",
    /// Chaslot, Winands and van den Herik 2008). The result depends on their number, not on that of the threads.
    pub trees: u16,
    /// The actions after which a simulation's random game is cut off and counts as a draw.
    pub cap: u32,
    /// The most random games that are under way at once, where the game's rules allow batched play; with 1, each is counted before
    /// the next one begins.
    pub batch: u16,
    /// Whether actions and replies that end the game at once are looked for before simulations come to them.
    pub decisive: bool,
}

impl MctsSettings {
    /// The most simulations.
    pub const MAX_SIMULATIONS: u32 = 10_000_000;
    /// The most trees.
    pub const MAX_TREES: u16 = 256;
    /// The greatest length of a random game.
    pub const MAX_CAP: u32 = 100_000;
    /// The most random games at once.
    pub const MAX_BATCH: u16 = 64;
}

impl Default for MctsSettings {
    fn default() -> Self {
        MctsSettings {
            simulations: 1000,
            exploration: 1.0,
            trees: 1,
            cap: 2000,
            batch: MctsSettings::MAX_BATCH,
            decisive: true,
        }
    }
}
