//! What can be won by force within so many plies, whatever is answered.

use super::leaf::Leaf;
use super::score::Score;
use super::search::{Halt, Search};
use super::table::Table;
use crate::Identity;
use rulebook_language::util::Rng;
use rulebook_play::engine::{ActionList, Fault, Position};

/// What a search says of a win by force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forced {
    /// There is one within the plies.
    Within,
    /// There is none within the plies.
    NotWithin,
    /// There is none, however long play goes on: the ends of all games were seen that matter.
    Never,
}

/// An exhaustive search for wins by force in a game for two that leaves nothing to chance. It looks at nothing but who has won.
#[derive(Debug)]
pub struct ForcedWins {
    table: Table,
    lists: Vec<(ActionList, Vec<u32>)>,
    rng: Rng,
    left: u32,
}

/// The seed of the order in which actions are tried: what is found does not depend on it, how many actions it takes does.
const SEED: u64 = 1;

impl ForcedWins {
    /// A search that may play so many actions.
    pub fn new(nodes: u32) -> Self {
        ForcedWins { table: Table::default(), lists: Vec::new(), rng: Rng::new(SEED), left: nodes }
    }

    /// Begins anew, with so many actions to play: what follows does not depend on what was searched before.
    pub fn begin(&mut self, nodes: u32) {
        self.table.clear();
        self.rng = Rng::new(SEED);
        self.left = nodes;
    }

    /// May play so many actions from here on.
    pub fn allow(&mut self, nodes: u32) {
        self.left = nodes;
    }

    /// How many actions it may still play.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Whether a seat wins a position by force within so many plies from here, whoever is to act; nothing where the actions that it
    /// may play are not enough. The position is given back as it was.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn within(&mut self, position: &mut Position, seat: u8, plies: u8) -> Result<Option<Forced>, Fault> {
        let start = position.ply();
        let is_own = position.seat_in_turn() == seat;
        let identity = Some(Identity::of(position.game())).filter(|identity| identity.is_whole());
        let mut search = Search {
            position: &mut *position,
            leaf: &mut Leaf::Nothing,
            table: &mut self.table,
            identity,
            left: self.left,
            rng: &mut self.rng,
            lists: &mut self.lists,
        };
        // A win by the last of the plies is enough, one by the ply after it is not.
        let (alpha, beta) = (Score::win_in(u32::from(plies) + 1), Score::win_in(u32::from(plies)));
        let found = match is_own {
            true => search.value(plies, alpha, beta),
            false => search.value(plies, -beta, -alpha).map(|(score, whole)| (-score, whole)),
        };
        self.left = search.left;
        match found {
            Ok((score, _)) if score >= beta => Ok(Some(Forced::Within)),
            // A later win may be known from elsewhere.
            Ok((score, whole)) if whole && !score.is_win() => Ok(Some(Forced::Never)),
            Ok(_) => Ok(Some(Forced::NotWithin)),
            Err(halt) => {
                while position.ply() > start && position.undo() {}
                match halt {
                    Halt::Fault(fault) => Err(fault),
                    Halt::Nodes => Ok(None),
                }
            }
        }
    }
}
