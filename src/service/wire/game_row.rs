//! What `--games` writes: a row of JSON for each game, for notebooks.

use std::collections::BTreeMap;

use serde::Serialize;

use rulebook_insight::analysis::{End, Ending, GameFacts, Played, Sheet};
use rulebook_play::engine::{Position, SeatResult};
use rulebook_play::record::OptionValue;

/// A game that was played, in short. Its moves are in its record.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameRow {
    /// In a comparison, which of the games: `A` or `B`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// The title of the game.
    pub game: String,
    /// The values of all options.
    pub options: BTreeMap<String, OptionValue>,
    /// The seed of its run; null of a record that names none.
    pub seed: Option<u64>,
    /// Its number in the run, from 0.
    pub index: u64,
    /// Who played, by seat.
    pub agents: Vec<String>,
    /// The seat that won, from 1, or the list of seats that won together; 0 for a draw, null of a game that was cut off.
    pub result: Option<SeatResult>,
    /// The score of each seat, from 0 to 1; null of a game that was cut off.
    pub scores: Option<Vec<f64>>,
    /// The role that each seat had at the end.
    pub roles: Vec<String>,
    /// The end clause that decided, or `repetition`; null of a game that was cut off.
    pub end: Option<String>,
    /// What that clause says, shortened.
    pub end_text: Option<String>,
    /// Whether it was cut off.
    pub cut: bool,
    /// The number of actions.
    pub plies: u32,
    /// The number of turns.
    pub turns: u32,
    /// The legal actions, summed over the plies, where they were counted.
    pub choices: Option<u64>,
    /// The first action as written; null of a game without one.
    pub opening: Option<String>,
}

impl GameRow {
    /// A game that was measured.
    pub fn measured(sheet: &Sheet, facts: &GameFacts, agents: &[String]) -> Self {
        let seats = 1..=facts.roles.len() as u8;
        let scores: Option<Vec<f64>> = seats.map(|seat| facts.score(seat)).collect();
        let (result, end, end_text) = match &facts.ending {
            Ending::Over { clause, winners } => {
                let of = |names: &[String]| names.get(usize::from(*clause)).cloned();
                (Some(SeatResult::of(winners.clone())), of(&sheet.clauses), of(&sheet.clause_texts))
            }
            Ending::Cut => (None, None, None),
        };
        GameRow {
            side: None,
            game: sheet.game.clone(),
            options: sheet.options.clone(),
            seed: Some(facts.seed),
            index: facts.index,
            agents: seated(agents, facts.roles.len()),
            result,
            scores,
            roles: facts.roles.iter().filter_map(|role| sheet.roles.get(usize::from(*role)).cloned()).collect(),
            end,
            end_text,
            cut: facts.is_cut(),
            plies: facts.plies,
            turns: facts.turns,
            choices: Some(facts.choices),
            opening: Some(facts.opening.clone()).filter(|opening| !opening.is_empty()),
        }
    }

    /// A random game, of which `last` is the last position.
    pub fn random(played: &Played, last: &Position, seed: u64, index: u64, opening: Option<String>) -> Self {
        let game = last.game();
        let seats = || 1..=game.players.len() as u8;
        let (result, scores, end) = match &played.end {
            End::Over(outcome) => {
                let winners: Vec<u8> = outcome.winners.iter().map(|role| last.seat_of_role(*role)).collect();
                let share = |count: usize| 1.0 / count.max(1) as f64;
                let score = |seat: u8| match winners.len() {
                    0 => share(game.players.len()),
                    several if winners.contains(&seat) => share(several),
                    _ => 0.0,
                };
                (
                    Some(SeatResult::of(winners.clone())),
                    Some(seats().map(score).collect()),
                    Some(outcome.clause.clone()),
                )
            }
            End::Cut => (None, None, None),
        };
        GameRow {
            side: None,
            game: game.about.title.clone(),
            options: game.options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
            seed: Some(seed),
            index,
            agents: seated(&["random".to_owned()], game.players.len()),
            result,
            scores,
            roles: seats().map(|seat| game.players[last.role_of_seat(seat)].clone()).collect(),
            cut: end.is_none(),
            end_text: game.ends.iter().find(|known| Some(&known.name) == end.as_ref()).map(|end| end.text.clone()),
            end,
            plies: played.plies,
            turns: last.turn() + u32::from(last.mid_turn()),
            choices: played.choices,
            opening,
        }
    }
}

/// Who plays in each of so many seats: the first again where there are more seats.
fn seated(agents: &[String], seats: usize) -> Vec<String> {
    agents.iter().cycle().take(if agents.is_empty() { 0 } else { seats }).cloned().collect()
}
