//! What `solve --json` writes.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use rulebook_insight::analysis::{self, ExpectedValue, GameValue, Shortest, Solution, Unsolvable};
use rulebook_play::engine::{Action, Position};
use rulebook_play::record::OptionValue;

/// Solved games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solved {
    /// The title of the game.
    pub game: String,
    /// A row for each choice of the options.
    pub rows: Vec<Row>,
}

/// A solved game. What is not known is null.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The values of the options.
    pub options: BTreeMap<String, OptionValue>,
    /// `expected` for a game with luck, whose value is `expected`; `win`, `draw`, `endless` (nobody can force a win, and play never ends) or `draw or endless`; `no win` for a game for one player that cannot be won; null if it is not solved.
    pub result: Option<String>,
    /// Who can force a win.
    pub winner: Option<Winner>,
    /// What a game with luck is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Score>,
    /// Positions looked into to find that out.
    pub states: u64,
    /// Of a game for one player, the actions of a shortest way to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest: Option<Vec<String>>,
    /// All positions that can be reached.
    pub positions: Option<u64>,
    /// The length of best play.
    pub best_plies: Option<Length>,
    /// The longest possible line of play.
    pub longest_plies: Option<Length>,
    /// Whether some line of play is drawn.
    pub drawn_lines: Option<bool>,
    /// The first moves that keep the result for the player to act; none of a lost game.
    pub moves: Option<Vec<String>>,
    /// How many symmetries of the rules, the identity included, make positions alike that are counted once.
    pub symmetries: usize,
    /// The limit that came first, if one did.
    pub stopped: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

/// The expected score of seat 1 with best play of both: a win counts 1, a draw 1/2.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Score {
    /// As a fraction; null where a position may come back, or its numbers cannot be held.
    pub exact: Option<String>,
    /// The number.
    pub value: f64,
    /// The bounds between which it lies for certain, but for rounding. They differ where both players could go on for ever.
    pub bounds: [f64; 2],
}

/// Who can force a win.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Winner {
    /// The seat, from 1.
    pub seat: u8,
    /// The role; null where seats may still change.
    pub role: Option<String>,
}

/// The length of a line of play: a number of plies, or `"endless"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Length {
    /// So many.
    Plies(u32),
    /// No bound.
    Endless(Endless),
}

/// The word for no bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Endless {
    /// No bound.
    Endless,
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Plies(plies) => write!(f, "{plies}"),
            Length::Endless(_) => f.write_str("endless"),
        }
    }
}

impl Row {
    /// Who wins, or what stood in the way.
    pub fn says(&self) -> String {
        match (&self.winner, &self.result) {
            (Some(_), _) if self.shortest.is_some() => "it can be won".to_owned(),
            (Some(winner), _) => format!("seat {} wins", winner.seat),
            (None, Some(result)) => match &self.expected {
                Some(score) => format!("seat 1 scores {:.4} on average", score.value),
                None => result.clone(),
            },
            (None, None) => format!("not solved within {}", self.stopped.as_deref().unwrap_or("the limits")),
        }
    }
}

impl From<analysis::Length> for Length {
    fn from(length: analysis::Length) -> Self {
        match length {
            analysis::Length::Plies(plies) => Length::Plies(plies),
            analysis::Length::Endless => Length::Endless(Endless::Endless),
        }
    }
}

impl Row {
    /// A search for so many seconds of which nothing is told yet.
    fn untold(position: &Position, seconds: f64) -> Self {
        let options = &position.game().options;
        Row {
            options: options.iter().map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
            result: None,
            winner: None,
            expected: None,
            states: 0,
            shortest: None,
            positions: None,
            best_plies: None,
            longest_plies: None,
            drawn_lines: None,
            moves: None,
            symmetries: 1,
            stopped: None,
            seconds,
        }
    }

    /// What was found out about a position in so many seconds.
    pub fn new(position: &Position, found: &Result<Solution, Unsolvable>, symmetries: usize, seconds: f64) -> Self {
        let game = position.game();
        let stopped = match found {
            Err(Unsolvable::Stopped(stopped, _)) => Some(stopped.to_string()),
            Ok(Solution { whole: Some(Err(stopped)), .. }) => Some(stopped.to_string()),
            _ => None,
        };
        let solution = found.as_ref().ok();
        let whole = solution.and_then(|solution| solution.whole.as_ref()?.as_ref().ok());
        let winner = solution.and_then(|solution| match solution.value {
            GameValue::Seat(seat) => Some(seat),
            _ => None,
        });
        let states = match found {
            Err(Unsolvable::Stopped(_, states)) => *states,
            Ok(solution) => solution.states,
            Err(_) => 0,
        };
        // The second seat may still change seats before its first turn is over.
        let fixed = !position.plan().pie || position.turn() > 1;
        Row {
            result: solution.map(|solution| result(solution.value).to_owned()),
            winner: winner
                .map(|seat| Winner { seat, role: fixed.then(|| game.players[position.role_of_seat(seat)].clone()) }),
            states,
            positions: whole.map(|whole| whole.positions),
            best_plies: whole.map(|whole| whole.best.into()),
            longest_plies: whole.map(|whole| whole.longest.into()),
            drawn_lines: whole.map(|whole| whole.draws),
            moves: solution.and_then(|solution| {
                Some(solution.moves.as_ref()?.iter().map(|action| position.written(action)).collect())
            }),
            symmetries,
            stopped,
            ..Self::untold(position, seconds)
        }
    }

    /// What was found out about a position of a game with luck in so many seconds.
    pub fn expected(position: &Position, found: &Result<ExpectedValue, Unsolvable>, seconds: f64) -> Self {
        let (stopped, states) = match found {
            Err(Unsolvable::Stopped(stopped, states)) => (Some(stopped.to_string()), *states),
            Err(_) => (None, 0),
            Ok(value) => (None, value.positions),
        };
        let found = found.as_ref().ok();
        let score =
            |value: &ExpectedValue| Score { exact: value.fraction(), value: value.value(), bounds: value.bounds };
        Row {
            result: found.map(|_| "expected".to_owned()),
            expected: found.map(score),
            states,
            positions: found.map(|value| value.positions),
            moves: found.map(|value| value.moves.iter().map(|action| position.written(action)).collect()),
            stopped,
            ..Self::untold(position, seconds)
        }
    }

    /// What was found out about a position of a game for one player in so many seconds.
    pub fn shortest(
        position: &Position,
        found: &Result<Shortest, Unsolvable>,
        symmetries: usize,
        seconds: f64,
    ) -> Self {
        let game = position.game();
        let (stopped, states) = match found {
            Err(Unsolvable::Stopped(stopped, states)) => (Some(stopped.to_string()), *states),
            Err(_) => (None, 0),
            Ok(found) => (None, found.states),
        };
        let found = found.as_ref().ok();
        let line = found.and_then(|found| found.line.as_ref());
        let mut at = position.clone();
        let written = |action: &Action| {
            let text = at.written(action);
            at.play_unchecked(action).is_ok().then_some(text)
        };
        let shortest: Option<Vec<String>> = line.map(|line| line.iter().map_while(written).collect());
        let role = || Some(game.players[position.role_of_seat(1)].clone());
        Row {
            result: found.map(|found| if found.line.is_some() { "win" } else { "no win" }.to_owned()),
            winner: line.map(|_| Winner { seat: 1, role: role() }),
            states,
            best_plies: line.map(|line| Length::Plies(line.len() as u32)),
            moves: shortest.as_ref().map(|line| line.iter().take(1).cloned().collect()),
            shortest,
            symmetries,
            stopped,
            ..Self::untold(position, seconds)
        }
    }
}

fn result(value: GameValue) -> &'static str {
    match value {
        GameValue::Seat(_) => "win",
        GameValue::Draw => "draw",
        GameValue::Endless => "endless",
        GameValue::DrawOrEndless => "draw or endless",
    }
}
