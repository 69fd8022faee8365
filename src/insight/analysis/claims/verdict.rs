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
    /// No proof, and nothing against it in so many games.
    NotSeen {
        /// How many games were played.
        games: u64,
        /// What is known beside that.
        note: String,
    },
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
    /// Whether the file claims it, and it is neither proved nor refuted.
    pub fn is_undecided_claim(&self) -> bool {
        self.claimed.is_some() && matches!(self.verdict, Verdict::NotSeen { .. })
    }
}

impl std::fmt::Display for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: ", self.game, self.what)?;
        match &self.verdict {
            Verdict::Proved(_) => f.write_str("proved")?,
            Verdict::Witness { .. } => f.write_str("refuted")?,
            Verdict::NotSeen { .. } => f.write_str("undecided")?,
        }
        if !self.set.is_empty() {
            write!(f, " with `{}`", shown(&self.set))?;
        }
        match &self.verdict {
            Verdict::Proved(how) => write!(f, ": {how}"),
            Verdict::Witness { why, .. } => write!(f, ": {why}"),
            Verdict::NotSeen { games, note } => {
                let tried = match games {
                    0 => None,
                    1 => Some("no counterexample in 1 game".to_owned()),
                    _ => Some(format!("no counterexample in {games} games")),
                };
                let note = Some(note.clone()).filter(|note| !note.is_empty());
                let said: Vec<String> = tried.into_iter().chain(note).collect();
                if said.is_empty() { Ok(()) } else { write!(f, ": {}", said.join("; ")) }
            }
        }
    }
}

/// Options with their values, as for `--set`.
pub fn shown(set: &[(String, String)]) -> String {
    set.iter().map(|(option, value)| format!("{option}={value}")).collect::<Vec<_>>().join(" ")
}
