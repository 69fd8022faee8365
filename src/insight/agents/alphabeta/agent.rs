//! The player that looks at every line up to a depth.

use super::leaf::Leaf;
use super::search::{Search, SearchResult};
use super::settings::AlphaBetaSettings;
use super::table::Table;
use crate::Identity;
use crate::agents::Agent;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

/// Looks ahead ply by ply, up to a depth or a number of actions, and chooses by chance among actions that it has not told apart.
#[derive(Debug)]
pub struct AlphaBeta {
    name: String,
    settings: AlphaBetaSettings,
    leaf: Leaf,
    rng: Rng,
    table: Table,
    lists: Vec<(ActionList, Vec<u32>)>,
}

impl AlphaBeta {
    /// A player that looks so far, and there at this.
    pub fn new(name: String, settings: AlphaBetaSettings, leaf: Leaf, rng: Rng) -> Self {
        AlphaBeta { name, settings, leaf, rng, table: Table::default(), lists: Vec::new() }
    }

    /// Searches a position of a game for two; nothing where the game is over.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn search(&mut self, position: &mut Position) -> Result<Option<SearchResult>, Fault> {
        let mut actions: Vec<Action> = position.legal()?.iter().collect();
        self.rng.shuffle(&mut actions);
        self.leaf.begin(position)?;
        // Scores of a depth are of no use at another ply, unless they are whole; the best actions are.
        let identity = Some(Identity::of(position.game())).filter(|identity| identity.is_whole());
        let mut search = Search {
            position,
            leaf: &mut self.leaf,
            table: &mut self.table,
            identity,
            left: self.settings.nodes,
            rng: &mut self.rng,
            lists: &mut self.lists,
        };
        search.deepen(&mut actions, self.settings)
    }
}

impl Agent for AlphaBeta {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, rng: Rng) {
        self.rng = rng;
        self.table.clear();
    }

    fn choose(&mut self, position: &mut Position) -> Result<Option<Action>, Fault> {
        let legal = position.legal()?;
        match legal.len() {
            0 => Ok(None),
            1 => Ok(Some(legal.get(0))),
            _ => Ok(self.search(position)?.map(|found| found.action)),
        }
    }
}
