//! What `compare --json` writes of games that were played.

use serde::Serialize;

use super::bounded::{Bounded, nine};
use super::figures::EndClause;
use super::measure::{Figures, Measure, Openings, Strength};
use super::solve::Row;
use rulebook_insight::analysis::compare::{Contrasted, ReplayCompat};
use rulebook_insight::statistics::{Verdict, rate};

/// What games of both came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Versus {
    /// Who played in each seat, with the budget.
    pub agents: Vec<String>,
    /// The number of games of each.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// Games were cut off after so many plies.
    pub max_plies: u32,
    /// Where every position of the first games was valued (B1 to B5): in how many of each; null where it was not asked for.
    pub valued: Option<Valued>,
    /// The metrics of both, what differs first.
    pub metrics: Vec<Contrast>,
    /// The end clauses of A and of B, by the keys that they have among the metrics.
    pub clauses: [Vec<EndClause>; 2],
    /// The lengths of the games of both, in the same bins.
    pub lengths: Lengths,
    /// What is not one number, of A and of B.
    pub figures: [Figures; 2],
    /// The score of seat 1 by strength (C2), in A and in B; null where it was not asked for.
    pub strength: Option<[Strength; 2]>,
    /// What first moves are worth (C3), in A and in B; null where it was not asked for.
    pub openings: Option<[Openings; 2]>,
    /// What a reader has to know: what was left out, what counts as what.
    pub notes: Vec<String>,
}

/// How positions were valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Valued {
    /// In so many games of each, the first ones.
    pub games: u64,
    /// With so many simulations per position.
    pub simulations: u32,
}

/// How many games of A and of B are how long.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lengths {
    /// Where the first bin begins, in plies.
    pub start: f64,
    /// How wide each is.
    pub width: f64,
    /// The games of A in each.
    pub a: Vec<u64>,
    /// The games of B.
    pub b: Vec<u64>,
}

/// A metric of both.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Contrast {
    /// Its id, such as `A4`.
    pub id: String,
    /// Its own name, such as `A4.plies`.
    pub key: String,
    /// What it is.
    pub label: String,
    /// What it is in B, where B's clause says something else.
    pub label_b: Option<String>,
    /// What it is counted in.
    pub unit: &'static str,
    /// In A; null where A has none.
    pub a: Option<Bounded>,
    /// In B; null where B has none.
    pub b: Option<Bounded>,
    /// B - A, with its 95 % interval; null for what can only be shown.
    pub difference: Option<Bounded>,
    /// Whether the difference is one of powers of ten, as of a geometric mean.
    pub logarithmic: bool,
    /// The margin within which a difference does not matter, in the unit of the metric.
    pub margin: Option<f64>,
    /// How likely a difference at least so large is where there is none; before Holm's correction.
    pub p: Option<f64>,
    /// `different`, `equal`, `equivalent` or `inconclusive`.
    pub verdict: Option<&'static str>,
    /// Of what neither side ever had, the most of the games in which it can be; of what both always had, the least.
    pub bound: Option<f64>,
    /// How many more games a side would tell, about.
    pub more_games: Option<u64>,
    #[serde(skip)]
    says: String,
}

/// Whether A's games stand under B. Each game is one of `same`, `other_winner`, `open`, `over` and `illegal`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReplayedGames {
    /// Where the games come from.
    pub from: String,
    /// Games of A.
    pub games: u64,
    /// The share that is legal under B to the last move: `same`, `other_winner` and `open`.
    pub legal: Bounded,
    /// Games with the same moves and the same result.
    pub same: u64,
    /// Games that end at the same place with another winner.
    pub other_winner: u64,
    /// Games at whose last move one of the rules ends them and the other does not.
    pub open: u64,
    /// Games that B ends earlier.
    pub over: u64,
    /// Games with a move that B does not allow.
    pub illegal: u64,
    /// The game of A that breaks off first under B.
    pub first: Option<Break>,
    /// Plies, from 1, with the number of games that break off there.
    pub breaks: Vec<(u32, u64)>,
    /// Records that are no games of A; they are not counted.
    pub strange: u64,
}

/// Where a game breaks off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Break {
    /// The game, from 0.
    pub game: u64,
    /// The ply, from 1, that cannot be played.
    pub ply: u32,
    /// The action.
    pub action: String,
    /// `over`, where the game has ended, or `illegal`.
    pub why: &'static str,
}

/// Perfect play on small boards.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Exactly {
    /// In A.
    pub a: Vec<Row>,
    /// In B.
    pub b: Vec<Row>,
}

impl Versus {
    /// What both came to, with the metrics side by side.
    pub fn new(both: [Measure; 2], rows: &[Contrasted], lengths: Lengths, valued: Option<Valued>) -> Self {
        let [a, b] = both;
        Versus {
            agents: a.agents,
            games: a.games,
            seed: a.seed,
            max_plies: a.max_plies,
            valued,
            metrics: rows.iter().map(Contrast::new).collect(),
            clauses: [a.clauses, b.clauses],
            lengths,
            figures: [a.figures, b.figures],
            strength: None,
            openings: None,
            notes: Vec::new(),
        }
    }
}

impl Contrast {
    /// A metric of both as data.
    pub fn new(row: &Contrasted) -> Self {
        let (more_games, bound) = match row.verdict {
            Some(Verdict::Inconclusive(more)) => (more, None),
            Some(Verdict::Never(bound) | Verdict::Always(bound)) => (None, Some(nine(bound))),
            _ => (None, None),
        };
        Contrast {
            id: row.id().to_owned(),
            key: row.key.clone(),
            label: row.label.clone(),
            label_b: row.label_b.clone(),
            unit: row.unit.word(),
            a: row.a.as_ref().map(Bounded::from),
            b: row.b.as_ref().map(Bounded::from),
            difference: row.contrast.as_ref().map(|contrast| Bounded::from(&contrast.difference)),
            logarithmic: row.logarithmic,
            margin: row.contrast.as_ref().and_then(|contrast| contrast.margin).map(nine),
            p: row.contrast.as_ref().map(|contrast| nine(contrast.p_different)),
            verdict: row.verdict.map(|verdict| verdict.word()),
            bound,
            more_games,
            says: row.verdict.map(|verdict| verdict.to_string()).unwrap_or_default(),
        }
    }

    /// What it is, in both.
    pub fn named(&self) -> String {
        match &self.label_b {
            None => self.label.clone(),
            Some(other) => format!("{}; in B: {other}", self.label),
        }
    }

    /// The verdict in words, with the number of games that are missing.
    pub fn says(&self) -> String {
        self.says.clone()
    }
}

impl ReplayedGames {
    /// What became of games from somewhere as data.
    pub fn new(from: &str, stand: &ReplayCompat) -> Self {
        let first = stand.first.as_ref().map(|first| Break {
            game: first.game,
            ply: first.ply,
            action: first.action.clone(),
            why: if first.over { "over" } else { "illegal" },
        });
        ReplayedGames {
            from: from.to_owned(),
            games: stand.games,
            legal: Bounded::from(&rate(stand.legal(), stand.games)),
            same: stand.same,
            other_winner: stand.other_winner,
            open: stand.open,
            over: stand.over,
            illegal: stand.illegal,
            first,
            breaks: stand.breaks.clone(),
            strange: stand.strange,
        }
    }
}
