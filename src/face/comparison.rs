//! Two games side by side.

use super::error::{Error, ErrorKind};
use super::game::Game;
use super::report::Report;
use rulebook_insight::analysis::compare::{self, Bounds, CompareError, RelationKind, Sides, relate};
use rulebook_language::diagnostic;

/// How the second game relates to the first, as far as was looked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The same moves and results.
    Identical,
    /// The second allows moves that the first does not.
    More,
    /// The second does not allow moves that the first does.
    Less,
    /// Each allows moves that the other does not.
    Incomparable,
    /// The same moves lead to other positions or results.
    Results,
    /// Their positions cannot be laid side by side: why.
    NotComparable(String),
}

/// A declaration in which two games differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What it is about: `board`, `moves`, `end` and so on.
    pub section: &'static str,
    /// Its name.
    pub name: String,
    /// `changed`, `added`, `removed`, `moved`, or `reworded`: the same in other words.
    pub how: &'static str,
    /// What the first game says.
    pub first: Option<String>,
    /// What the second game says.
    pub second: Option<String>,
}

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// How the second game relates to the first.
    pub relation: Relation,
    /// Whether that is certain: shown from the rules, or by looking at every position.
    pub certain: bool,
    /// What changed from the first to the second, in the order of a rule sheet.
    pub changes: Vec<Change>,
    /// The shortest line of play that was found after which they differ.
    pub witness: Option<Vec<String>>,
}

/// Compares two games, in their rules and in play.
///
/// ```
/// let misere = rulebook::Options::new().variant("Misère Tic-Tac-Toe").load("tic-tac-toe")?;
/// let compared = rulebook::compare(&rulebook::load("tic-tac-toe")?, &misere)?;
/// assert_eq!(compared.relation, rulebook::Relation::Results);
/// assert_eq!(compared.witness.unwrap().len(), 5);
/// # Ok::<(), rulebook::Error>(())
/// ```
///
/// # Errors
/// If one of the games cannot be evaluated within the limits.
pub fn compare(first: &Game, second: &Game) -> Result<Comparison, Error> {
    let limits = |report: diagnostic::Report| Error::rules(Report::of(&report, &second.side().loaded.sources));
    let sides = Sides::new(first.side().clone(), second.side().clone()).map_err(limits)?;
    let compared = relate(&sides, Bounds::default()).map_err(|trouble| match trouble {
        CompareError::Fault(fault) => fault.into(),
        CompareError::Limits(_) => Error::new(ErrorKind::Limit, "the rules are too large to compare"),
    })?;
    let changes = compared.changes.list.iter().map(change).collect();
    Ok(match compared.relation {
        Err(reason) => Comparison { relation: Relation::NotComparable(reason), certain: true, changes, witness: None },
        Ok(found) => Comparison {
            relation: match found.word {
                RelationKind::Identical => Relation::Identical,
                RelationKind::More => Relation::More,
                RelationKind::Less => Relation::Less,
                RelationKind::Incomparable => Relation::Incomparable,
                RelationKind::Results => Relation::Results,
            },
            certain: found.exhausted || found.proved,
            changes,
            witness: found.witnesses.into_iter().map(|witness| witness.moves).min_by_key(Vec::len),
        },
    })
}

fn change(change: &compare::Change) -> Change {
    let text = |clause: &Option<compare::Clause>| clause.as_ref().map(|clause| clause.text.clone());
    Change {
        section: change.section.word(),
        name: change.name.clone(),
        how: change.how.word(),
        first: text(&change.a),
        second: text(&change.b),
    }
}
