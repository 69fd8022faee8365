//! By how much a player leads, where the rules rank players at the end.

use rulebook_language::model::PlayerId;
use rulebook_language::util::Id;
use rulebook_play::engine::{Fault, Position};
use rulebook_play::plan::{Plan, ResultKind};
use serde::{Deserialize, Serialize};

/// A result that ranks the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ranking {
    /// The place of its end clause.
    pub end: u16,
    /// Its place in the clause.
    pub result: u16,
    /// Whether the lowest key wins.
    pub lowest: bool,
}

/// The most rankings that are looked at.
const MAX_RANKINGS: usize = 4;

impl Ranking {
    /// Whether the rules rank so.
    pub fn is_of(self, plan: &Plan) -> bool {
        let result = plan.ends.get(usize::from(self.end)).and_then(|end| end.results.get(usize::from(self.result)));
        matches!(result.map(|result| &result.sort), Some(ResultKind::Rank { lowest, .. }) if *lowest == self.lowest)
    }
}

/// The rankings of the rules, each way to rank once.
pub fn rankings(plan: &Plan) -> Vec<Ranking> {
    let (mut known, mut found) = (Vec::new(), Vec::new());
    for (end, clause) in plan.ends.iter().enumerate() {
        for (result, decides) in clause.results.iter().enumerate() {
            let ResultKind::Rank { lowest, .. } = &decides.sort else { continue };
            if !known.contains(&&decides.sort) {
                known.push(&decides.sort);
                found.push(Ranking { end: end as u16, result: result as u16, lowest: *lowest });
            }
        }
    }
    found.truncate(MAX_RANKINGS);
    found
}

/// By how much each player's key is better than the best of the others, ranking after ranking; of keys that are lists, the first
/// numbers that differ count.
///
/// # Errors
/// If the rules cannot be evaluated.
pub fn leads(rankings: &[Ranking], position: &mut Position, out: &mut Vec<i64>) -> Result<(), Fault> {
    out.clear();
    let players = position.game().players.len();
    for ranking in rankings {
        let mut keys = Vec::with_capacity(players);
        for player in (0..players).map(PlayerId::from_index) {
            let key = position.ranking_key(usize::from(ranking.end), usize::from(ranking.result), player)?;
            keys.push(key.unwrap_or_default());
        }
        for own in 0..players {
            let others = keys.iter().enumerate().filter(|(other, _)| *other != own);
            let over = others.map(|(_, other)| difference(&keys[own], other, ranking.lowest)).min();
            out.push(over.unwrap_or(0));
        }
    }
    Ok(())
}

/// By how much a key is better than another.
fn difference(own: &[i64], other: &[i64], lowest: bool) -> i64 {
    let number = |key: &[i64], at: usize| key.get(at).copied().unwrap_or(0);
    let all = (0..own.len().max(other.len())).map(|at| number(own, at).saturating_sub(number(other, at)));
    let first = all.into_iter().find(|by| *by != 0).unwrap_or(0);
    if lowest { first.saturating_neg() } else { first }
}
