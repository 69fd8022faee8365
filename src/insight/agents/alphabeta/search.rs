//! Alpha-beta by iterative deepening, with the best action of the last round first. Where nature acts, it is what comes of that on average
//! (expectiminimax; D. Michie, *Game-Playing and Game-Learning Automata*, 1966): every outcome is looked at, and counts as no ply.

use super::leaf::Leaf;
use super::score::Score;
use super::settings::AlphaBetaSettings;
use super::table::{Bound, Table, TableEntry};
use crate::Identity;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, ActionList, Fault, Position};

/// Why a search breaks off.
pub enum Halt {
    /// It played as many actions as it may.
    Nodes,
    /// An evaluation reached a limit.
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Halt::Fault(fault)
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The action.
    pub action: Action,
    /// What it comes to, for the seat to act.
    pub score: Score,
    /// How many plies were looked ahead in full.
    pub depth: u8,
    /// Whether the ends of all games were seen that matter.
    pub whole: bool,
}

/// A search at work.
pub struct Search<'a> {
    /// Where it is.
    pub position: &'a mut Position,
    /// What it looks at where it looks no further.
    pub leaf: &'a mut Leaf,
    /// What it knows.
    pub table: &'a mut Table,
    /// How positions are told apart; nothing where no position tells all.
    pub identity: Option<Identity>,
    /// How many actions it may still play.
    pub left: u32,
    /// Draws the order in which actions are tried: that of the list must not decide how far the nodes last.
    pub rng: &'a mut Rng,
    /// Lists at rest, each with an order of its actions.
    pub lists: &'a mut Vec<(ActionList, Vec<u32>)>,
}

/// A score, and whether it was found without cutting lines off.
pub type Scored = (Score, bool);

impl Search<'_> {
    /// The best of `actions`, which are those of the position at hand in the order in which to try them.
    pub fn deepen(
        &mut self,
        actions: &mut [Action],
        settings: AlphaBetaSettings,
    ) -> Result<Option<SearchResult>, Fault> {
        let mut found: Option<SearchResult> = None;
        for depth in 1..=settings.depth {
            let start = self.position.ply();
            match self.root(actions, depth) {
                Ok(better) => found = better,
                Err(halt) => {
                    while self.position.ply() > start && self.position.undo() {}
                    match halt {
                        Halt::Fault(fault) => return Err(fault),
                        Halt::Nodes => break,
                    }
                }
            }
            let Some(better) = &found else { break };
            if better.whole || better.score.is_decided() {
                break;
            }
            if let Some(place) = actions.iter().position(|action| *action == better.action) {
                actions[..=place].rotate_right(1);
            }
        }
        let first = actions.first().map(|action| SearchResult {
            action: action.clone(),
            score: Score::default(),
            depth: 0,
            whole: false,
        });
        Ok(found.or(first))
    }

    fn root(&mut self, actions: &[Action], depth: u8) -> Result<Option<SearchResult>, Halt> {
        let mut best: Option<SearchResult> = None;
        let mut whole = true;
        for action in actions {
            let alpha = best.as_ref().map_or(Score::LEAST, |best| best.score);
            let (score, seen) = self.after(action, depth, alpha, Score::MOST)?;
            whole &= seen;
            if best.as_ref().is_none_or(|best| score > best.score) {
                best = Some(SearchResult { action: action.clone(), score, depth, whole: false });
            }
        }
        Ok(best.map(|best| SearchResult { whole, ..best }))
    }

    /// The score of an action, for the seat to act, where it lies between the bounds.
    fn after(&mut self, action: &Action, depth: u8, alpha: Score, beta: Score) -> Result<Scored, Halt> {
        self.left = self.left.checked_sub(1).ok_or(Halt::Nodes)?;
        let seat = self.position.seat_in_turn();
        self.position.play_unchecked(action)?;
        let same = self.position.seat_in_turn() == seat;
        let (low, high) = (alpha.later(), beta.later());
        let scored = match same {
            true => self.value(depth - 1, low, high)?,
            false => {
                let (score, whole) = self.value(depth - 1, -high, -low)?;
                (-score, whole)
            }
        };
        self.position.undo();
        Ok((scored.0.earlier(), scored.1))
    }

    /// The score of the position at hand, for the seat to act, where it lies between the bounds; else a bound on the same side.
    pub fn value(&mut self, depth: u8, alpha: Score, beta: Score) -> Result<Scored, Halt> {
        let seat = self.position.seat_in_turn();
        if let Some(outcome) = self.position.outcome()? {
            let score = match self.position.winning_seat(&outcome) {
                Some(winner) if winner == seat => Score::WON,
                None | Some(0) => Score::DRAWN,
                Some(_) => -Score::WON,
            };
            return Ok((score, true));
        }
        if depth == 0 {
            return Ok((Score::open(self.leaf.worth(self.position, seat)?), false));
        }
        if let Some(chance) = self.position.chance()? {
            let weights = chance.weights.to_vec();
            return self.mean(depth, &weights);
        }
        let key = self.identity.and_then(|identity| identity.key(self.position));
        let known = key.as_ref().and_then(|key| self.table.get(key));
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Least => entry.score >= beta,
                Bound::Most => entry.score <= alpha,
            };
            if enough {
                return Ok((entry.score, entry.depth == TableEntry::WHOLE));
            }
        }
        let (score, best, whole) = self.best(depth, alpha, beta, known.map(|entry| entry.best))?;
        if let Some(key) = key {
            let bound = match () {
                () if score >= beta => Bound::Least,
                () if score <= alpha => Bound::Most,
                () => Bound::Exact,
            };
            self.table
                .put(key, TableEntry { score, bound, depth: if whole { TableEntry::WHOLE } else { depth }, best });
        }
        Ok((score, whole))
    }

    /// The score of the position at hand, in which nature acts by these weights, on average.
    fn mean(&mut self, depth: u8, weights: &[u64]) -> Result<Scored, Halt> {
        let (mut list, order) = self.lists.pop().unwrap_or_default();
        let result = self.position.legal_into(&mut list).map_err(Halt::from).and_then(|()| {
            let (mut scores, mut whole) = (Vec::with_capacity(weights.len()), true);
            for (action, weight) in list.iter().zip(weights) {
                let (score, seen) = self.after(&action, depth + 1, Score::LEAST, Score::MOST)?;
                scores.push((score, *weight));
                whole &= seen;
            }
            Ok((Score::mean(&scores), whole))
        });
        self.lists.push((list, order));
        result
    }

    /// The best of the actions of the position at hand, the one at `first` before the others, which come in random order.
    fn best(&mut self, depth: u8, alpha: Score, beta: Score, first: Option<u32>) -> Result<(Score, u32, bool), Halt> {
        let (mut list, mut order) = self.lists.pop().unwrap_or_default();
        let result = self.position.legal_into(&mut list).map_err(Halt::from).and_then(|()| {
            let mut best = (Score::LEAST, 0);
            let mut whole = true;
            let count = list.len() as u32;
            order.clear();
            order.extend(0..count);
            let ranked = depth > 1 && self.leaf.rank(self.position, &list, &mut order)?;
            for turn in 0..count {
                let drawn = match first.filter(|first| turn == 0 && *first < count) {
                    Some(first) => order.iter().position(|place| *place == first).unwrap_or(0) as u32,
                    None if ranked => turn,
                    None => turn + self.rng.below(count - turn),
                };
                order.swap(turn as usize, drawn as usize);
                let place = order[turn as usize];
                let (score, seen) = self.after(&list.get(place as usize), depth, alpha.max(best.0), beta)?;
                if score > best.0 {
                    best = (score, place);
                }
                if score >= beta {
                    // What was seen of this action alone decides.
                    whole = seen;
                    break;
                }
                whole &= seen;
            }
            Ok((best.0, best.1, whole))
        });
        self.lists.push((list, order));
        result
    }
}
