//! What a wish is about.

use rulebook_insight::analysis::{Metric, Sheet};

/// What a wish is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A metric of the games that are played, by its key: `A4.plies`.
    Metric(String),
    /// The score of a role: of its seat, where seats cannot change roles.
    Role(String),
    /// A metric that plays games of its own.
    Slow(Slow),
}

/// Metrics that play games of their own (C1 to C5): of those that are left at the end alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slow {
    /// C1: the rungs of the skill ladder that count.
    Ladder,
    /// C2: by how much the score of seat 1 grows where simulations double.
    Strength,
    /// C3: how far the most even first move is from an even score: what a pie rule leaves.
    Openings,
    /// C4: the best score of a copycat.
    Copycat,
    /// C5: the score of seat 1 with perfect play, on the largest board that is solved.
    Exact,
}

impl Slow {
    /// All of them.
    pub const ALL: [Slow; 5] = [Slow::Ladder, Slow::Strength, Slow::Openings, Slow::Copycat, Slow::Exact];

    /// Its key, as other metrics have one.
    pub fn key(self) -> &'static str {
        match self {
            Slow::Ladder => "C1.rungs",
            Slow::Strength => "C2.slope",
            Slow::Openings => "C3.even",
            Slow::Copycat => "C4.copycat",
            Slow::Exact => "C5.seat.1",
        }
    }

    /// How it is written in a wish.
    pub fn name(self) -> &'static str {
        match self {
            Slow::Ladder => "skill ladder",
            Slow::Strength => "first seat by strength",
            Slow::Openings => "pie advantage",
            Slow::Copycat => "copycats",
            Slow::Exact => "perfect play",
        }
    }

    /// What it is, for people.
    pub fn label(self) -> &'static str {
        match self {
            Slow::Ladder => "rungs of the skill ladder",
            Slow::Strength => "growth of the first seat's score by strength",
            Slow::Openings => "advantage that a pie rule leaves",
            Slow::Copycat => "score of a copycat",
            Slow::Exact => "score of seat 1 with perfect play",
        }
    }

    /// Whether it is a share of 1.
    pub fn is_share(self) -> bool {
        self != Slow::Ladder
    }
}

impl Subject {
    /// The place of its metric among those of a game; nothing where the game has none of the kind, or it plays games of its own.
    pub fn place(&self, metrics: &[Metric], sheet: &Sheet) -> Option<usize> {
        let of = |key: &str| metrics.iter().position(|metric| metric.key == key);
        match self {
            Subject::Metric(key) => of(key),
            Subject::Role(role) => of(&format!("A3.role.{role}")).or_else(|| {
                let seat = sheet.roles.iter().position(|known| known == role)?;
                of(&format!("A2.seat.{}", seat + 1))
            }),
            Subject::Slow(_) => None,
        }
    }

    /// The key of what it is about.
    pub fn key(&self) -> String {
        match self {
            Subject::Metric(key) => key.clone(),
            Subject::Role(role) => format!("role.{role}"),
            Subject::Slow(slow) => slow.key().to_owned(),
        }
    }
}
