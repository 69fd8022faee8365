//! Verdicts on claims, and how they are told.

use serde::{Deserialize, Serialize};

use rulebook_language::source::Span;

/// What was found of a claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// It holds, and how that is known.
    Proved(String),
    /// A line of play shows that it does not hold.
    Witness {
        /// What the line shows.
        why: String,
        /// The actions from the start of the game, as written.
        line: Vec<String>,
    },
    /// That the game ends holds unless nature goes on and on as a line of play shows, which has probability 0.
    Unlucky {
        /// How it is known that the game ends with probability 1, however its players play; nothing where that is not known.
        almost_surely: Option<String>,
        /// What the line shows.
        why: String,
        /// The actions from the start of the game, as written.
        line: Vec<String>,
    },
    /// No proof, and nothing against it in so many games.
    NotSeen {
        /// How many games were played.
        games: u64,
        /// What is known beside that.
        note: String,
    },
}

impl Verdict {
    /// Its name.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::Unlucky { almost_surely: Some(_), .. } => "with probability 1",
            Verdict::Witness { .. } | Verdict::Unlucky { almost_surely: None, .. } => "refuted",
            Verdict::NotSeen { .. } => "undecided",
        }
    }

    /// How it was proved, what the witness shows, or what is known beside.
    pub fn how(&self) -> String {
        match self {
            Verdict::Proved(how) => how.clone(),
            Verdict::Witness { why, .. } => why.clone(),
            Verdict::Unlucky { almost_surely: Some(how), why, .. } => format!("{how}; for some luck {why}"),
            Verdict::Unlucky { almost_surely: None, why, .. } => {
                format!(
                    "{why}; nature keeps that up with probability 0, and whether players can go on for ever is not decided"
                )
            }
            Verdict::NotSeen { note, .. } => note.clone(),
        }
    }

    /// The witness against it: the actions from the start of the game, as written.
    pub fn line(&self) -> Option<&[String]> {
        match self {
            Verdict::Witness { line, .. } | Verdict::Unlucky { line, .. } => Some(line),
            Verdict::Proved(_) | Verdict::NotSeen { .. } => None,
        }
    }
}

/// A claim with what was found of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The title of the game.
    pub game: String,
    /// The claim as the file says it, or what is asked of every game.
    pub what: String,
    /// Where the claim stands; nothing where the file claims nothing.
    pub claimed: Option<Span>,
    /// The options that were set for what was found, beside those that were set before, with their values.
    pub set: Vec<(String, String)>,
    /// What was found.
    pub verdict: Verdict,
}

impl Judged {
    /// The witness of a finding: that a game goes on with luck alone is none where the file does not claim that it ends.
    pub fn witness(&self) -> Option<&[String]> {
        let is_fault = self.claimed.is_some() || !matches!(self.verdict, Verdict::Unlucky { .. });
        self.verdict.line().filter(|_| is_fault)
    }

    /// Whether the file claims it, and it is neither proved nor refuted.
    pub fn is_undecided_claim(&self) -> bool {
        self.claimed.is_some() && matches!(self.verdict, Verdict::NotSeen { .. })
    }
}

impl std::fmt::Display for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: {}", self.game, self.what, self.verdict.word())?;
        if !self.set.is_empty() {
            write!(f, " with `{}`", shown(&self.set))?;
        }
        let games = match &self.verdict {
            Verdict::NotSeen { games: 0, .. } => None,
            Verdict::NotSeen { games: 1, .. } => Some("no counterexample in 1 game".to_owned()),
            Verdict::NotSeen { games, .. } => Some(format!("no counterexample in {games} games")),
            _ => None,
        };
        let how = Some(self.verdict.how()).filter(|how| !how.is_empty());
        let said: Vec<String> = games.into_iter().chain(how).collect();
        if said.is_empty() { Ok(()) } else { write!(f, ": {}", said.join("; ")) }
    }
}

/// Options with their values, as for `--set`.
pub fn shown(set: &[(String, String)]) -> String {
    set.iter().map(|(option, value)| format!("{option}={value}")).collect::<Vec<_>>().join(" ")
}
