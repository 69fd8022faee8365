//! The relation of two games: what their rules say of themselves, a walk of all lines, lines drawn at random.

use super::cause::{Shown, show};
use super::changes::{Changes, changes};
use super::displaced::Displaced;
use super::relation::{Bounds, Relation, Sort, Word};
use super::sample::{Sampled, sample};
use super::side::{Sides, apart};
use super::twins::{Kind, Twins};
use super::walk::walk;
use crate::diagnostic::Report;
use crate::engine::Fault;

/// What a comparison of rules comes to.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What changed, in words.
    pub changes: Changes,
    /// How the games relate, or why their positions cannot be laid side by side.
    pub relation: Result<Relation, String>,
    /// The witnesses, ready to be shown.
    pub shown: Vec<Shown>,
    /// Where the games begin from different positions: the same, if both begin from A's.
    pub from_a: Option<(Relation, Vec<Shown>)>,
}

/// Why two games cannot be compared.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The rules cannot be evaluated.
    Fault(Fault),
    /// A plan that can say why is too large.
    Limits(Report),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Fault(fault)
    }
}

/// Compares the rules of two games.
///
/// # Errors
/// If one of them cannot be played within the limits.
pub fn relate(sides: &Sides, bounds: Bounds) -> Result<Compared, Trouble> {
    let changes = changes(sides);
    if let Some(reason) = apart(&sides.a.prepared.game, &sides.b.prepared.game, &sides.pairing) {
        return Ok(Compared { changes, relation: Err(reason), shown: Vec::new(), from_a: None });
    }
    let twins = Twins::new(sides, changes.same_order);
    let mut displaced = Displaced::new(sides, None).map_err(Trouble::Limits)?;
    let (relation, shown) = search(sides, &changes, twins, &mut displaced, bounds)?;
    let mut compared = Compared { changes, relation: Ok(relation), shown, from_a: None };
    let begins_elsewhere = compared
        .shown
        .iter()
        .any(|shown| shown.witness.moves.is_empty() && shown.witness.sort == Sort::Results(Kind::Contents));
    if begins_elsewhere {
        let text = sides.a.prepared.start().notation();
        if let Some(twins) = Twins::from(sides, &text, compared.changes.same_order) {
            let mut displaced = Displaced::new(sides, Some(&text)).map_err(Trouble::Limits)?;
            compared.from_a = Some(search(sides, &compared.changes, twins, &mut displaced, bounds)?);
        }
    }
    Ok(compared)
}

/// Walks both games from where they stand.
fn search(
    sides: &Sides,
    changes: &Changes,
    mut twins: Twins,
    displaced: &mut Displaced<'_>,
    bounds: Bounds,
) -> Result<(Relation, Vec<Shown>), Trouble> {
    let began = twins.spent();
    let walked = walk(&mut twins, displaced, bounds, bounds.steps / 4 * 3)?;
    let mut witnesses = walked.witnesses;
    let left = bounds.steps.saturating_sub(twins.spent() - began);
    let sampled = match walked.exhausted {
        true => Sampled::default(),
        false => sample(&mut twins, displaced, bounds, left, &mut witnesses)?,
    };
    witnesses.sort_by_key(|witness| (witness.sampled, witness.moves.len(), witness.sort));
    let first = witnesses.iter().map(|witness| witness.moves.len() as u32).min();
    let relation = Relation {
        word: Word::of(&witnesses),
        results: witnesses.iter().any(|witness| matches!(witness.sort, Sort::Results(_))),
        depth: first.unwrap_or(walked.depth),
        exhausted: walked.exhausted,
        proved: changes.same_rules && witnesses.is_empty(),
        walked: walked.depth,
        positions: walked.positions,
        samples: sampled.lines,
        plies: sampled.plies,
        witnesses: witnesses.clone(),
    };
    let mut shown = Vec::new();
    for witness in &witnesses {
        shown.extend(show(sides, changes, displaced, witness)?);
    }
    Ok((relation, shown))
}
