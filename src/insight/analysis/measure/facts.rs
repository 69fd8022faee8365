//! What is kept of a game that was played.

use serde::{Deserialize, Serialize};

use crate::agents::End;
use rulebook_play::engine::Position;

/// What is kept of one game, whoever played it. What it counts by place (moves, effects, end clauses, cells) has the places of
/// the [`Sheet`](super::Sheet) of its game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GameFacts {
    /// The number of the game in its run, from 0.
    pub index: u64,
    /// The seed of the run.
    pub seed: u64,
    /// How it ended.
    pub ending: Ending,
    /// The role that each seat had at the end.
    pub roles: Vec<u8>,
    /// The first action of a player as written; empty of a game without one.
    pub opening: String,
    /// Actions.
    pub plies: u32,
    /// Those of nature among them.
    #[serde(default)]
    pub lots: u32,
    /// The score of each seat in a game with the same lots and other choices; nothing where nothing is left to chance, or that game has no
    /// score.
    #[serde(default)]
    pub again: Option<Vec<f64>>,
    /// Turns: what a player does before the next one plays.
    pub turns: u32,
    /// Legal actions, summed over the plies of players.
    pub choices: u64,
    /// Their decimal logarithms, summed over these plies.
    pub log_choices: f64,
    /// The most legal actions of a ply.
    pub most_choices: u32,
    /// Plies with one legal action.
    pub forced: u32,
    /// Plies on which that was a pass.
    pub forced_passes: u32,
    /// The legal actions of the first plies of players.
    pub branching: Vec<u32>,
    /// How often each move was made.
    pub moves: Vec<u32>,
    /// How often each effect changed something; nothing where nobody looked.
    pub effects: Option<Vec<u32>>,
    /// How many plies changed each slot.
    pub cells: Vec<u32>,
    /// Turns after which a position had come again: board and player to act as after an earlier turn.
    pub repeated: u32,
    /// Pieces on the board, summed over the plies.
    pub pieces: u64,
    /// Pieces that a player lost in another player's turn, by capture or by changing sides.
    pub captured: u32,
    /// The highest stack, from 1 where there is a piece.
    pub tallest: u32,
    /// The pieces on the board before each of the first plies of players.
    pub material: Vec<u32>,
    /// The highest stack before each of the first plies of players, of games with stacks.
    pub heights: Vec<u32>,
    /// How many actions went to each slot: the last cell that each names.
    #[serde(default)]
    pub visits: Vec<u32>,
    /// Which roles did, a bit for each, the lowest of the first. Not which seats: who takes over a role takes over its pieces.
    #[serde(default)]
    pub visitors: Vec<u32>,
    /// The last action; nothing of a game without one.
    #[serde(default)]
    pub last: Option<LastAction>,
    /// What a search thought of it; nothing where it was not asked.
    pub lead: Option<Lead>,
}

/// The last action of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastAction {
    /// The place of its move.
    pub rule: u16,
    /// The slot that it went to, if it names a cell.
    pub cell: Option<u16>,
    /// Whose it was, from 1.
    pub seat: u8,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The end clause of this place, or past the last one the repetition rule, decided for these seats, from 1; for none in a
    /// draw.
    Over {
        /// The place of the clause.
        clause: u16,
        /// The seats that won.
        winners: Vec<u8>,
    },
    /// It was longer than the greatest length.
    #[default]
    Cut,
}

/// How a game went, as a search with a fixed number of simulations saw it before each ply.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Lead {
    /// Mean over the plies of the best seat's value less the later winner's; nothing of a game that nobody won alone.
    pub drama: Option<f64>,
    /// Plies on which the later winner trailed by more than the dead band.
    pub trailing: Option<u32>,
    /// Changes of the leader.
    pub changes: u32,
    /// The ply, from 0, of the last change.
    pub last_change: Option<u32>,
    /// The plies at the end throughout which the later winner stood at 0.95 or better.
    pub tail: Option<u32>,
    /// Mean over the last third of the plies of 1 less the distance between the best two seats.
    pub late: f64,
    /// Legal actions that were within 0.1 of the best, summed over the plies with more than one.
    pub effective: u64,
    /// The legal actions of those plies.
    pub among: u64,
    /// Plies with more than one legal action.
    pub open: u32,
    /// The value of seat 1, and of the later winner where there is one, at even steps from the first ply to the last.
    pub first: Vec<f64>,
    /// The same for the later winner.
    pub winner: Option<Vec<f64>>,
}

impl Ending {
    /// Of a game that ended so in `last`.
    pub(super) fn of(last: &Position, end: &End) -> Ending {
        let End::Over(outcome) = end else { return Ending::Cut };
        let ends = &last.game().ends;
        let mut winners: Vec<u8> = outcome.winners.iter().map(|role| last.seat_of_role(*role)).collect();
        winners.sort_unstable();
        let clause = ends.iter().position(|end| end.name == outcome.clause).unwrap_or(ends.len());
        Ending::Over { clause: clause as u16, winners }
    }

    /// The score of a seat, from 1, of so many: 1 for a win, which several winners share, and an even share of a draw; nothing of
    /// a game that was cut off.
    pub fn score(&self, seat: u8, seats: usize) -> Option<f64> {
        let Ending::Over { winners, .. } = self else { return None };
        Some(match winners.len() {
            0 => 1.0 / (seats as f64).max(1.0),
            several if winners.contains(&seat) => 1.0 / several as f64,
            _ => 0.0,
        })
    }

    /// The scores of all seats.
    pub(super) fn scores(&self, seats: usize) -> Option<Vec<f64>> {
        (1..=seats as u8).map(|seat| self.score(seat, seats)).collect()
    }
}

impl GameFacts {
    /// The score of a seat, from 1, as [`Ending::score`].
    pub fn score(&self, seat: u8) -> Option<f64> {
        self.ending.score(seat, self.roles.len())
    }

    /// The seat that played a role at the end, from 1.
    pub fn seat_of_role(&self, role: u8) -> Option<u8> {
        self.roles.iter().position(|known| *known == role).map(|place| place as u8 + 1)
    }

    /// Whether it was cut off.
    pub fn is_cut(&self) -> bool {
        self.ending == Ending::Cut
    }
}

#[cfg(test)]
mod tests {
    use super::{Ending, GameFacts};

    fn won_by(winners: &[u8], players: u8) -> GameFacts {
        let ending = Ending::Over { clause: 0, winners: winners.to_vec() };
        GameFacts { ending, roles: (0..players).collect(), ..GameFacts::default() }
    }

    #[test]
    fn a_point_is_shared_out() {
        for game in [won_by(&[], 2), won_by(&[2], 2), won_by(&[], 3), won_by(&[1, 3], 3), won_by(&[1, 2, 3], 3)] {
            let total: f64 = (1..=game.roles.len() as u8).filter_map(|seat| game.score(seat)).sum();
            assert!((total - 1.0).abs() < 1e-12, "{game:?}");
        }
        assert_eq!(won_by(&[], 2).score(1), Some(0.5));
        assert_eq!(GameFacts::default().score(1), None);
    }

    #[test]
    fn seats_and_roles_come_apart() {
        let swapped = GameFacts { roles: vec![1, 0], ..won_by(&[1], 2) };
        assert_eq!(
            (swapped.seat_of_role(0), swapped.seat_of_role(1), swapped.seat_of_role(2)),
            (Some(2), Some(1), None)
        );
    }

    #[test]
    fn facts_are_kept_as_text() {
        let game = GameFacts { lead: Some(super::Lead::default()), effects: Some(vec![1, 0]), ..won_by(&[2], 2) };
        let text = serde_json::to_string(&game).unwrap_or_default();
        assert!(matches!(serde_json::from_str::<GameFacts>(&text), Ok(read) if read == game), "{text}");
    }
}
