//! The relation of two games: what their rules say of themselves, a walk of all lines, lines drawn at random.

use super::cause::{ExplainedWitness, explain};
use super::changes::{Change, Changes, How, Section, changes};
use super::guided_search::search_goals;
use super::lockstep::{DifferenceKind, Lockstep};
use super::priority::PriorityCheck;
use super::relation::{Bounds, Relation, RelationKind, WitnessKind};
use super::sample::{Sampled, is_settled, sample};
use super::shuttle::shuttle;
use super::side::{Sides, apart};
use super::undone::Undo;
use super::walk::walk;
use rulebook_language::diagnostic::Report;
use rulebook_language::model::Game;
use rulebook_play::engine::Fault;

/// What a comparison of rules comes to.
#[derive(Clone, Debug)]
pub struct Compared {
    /// What changed, in words.
    pub changes: Changes,
    /// How the games relate, or why their positions cannot be laid side by side.
    pub relation: Result<Relation, String>,
    /// The witnesses, ready to be shown.
    pub shown: Vec<ExplainedWitness>,
    /// Where the games begin from different positions: the same, if both begin from A's.
    pub from_a: Option<(Relation, Vec<ExplainedWitness>)>,
}

/// Why two games cannot be compared.
#[derive(Clone, Debug)]
pub enum CompareError {
    /// The rules cannot be evaluated.
    Fault(Fault),
    /// A plan that can say why is too large.
    Limits(Report),
}

impl From<Fault> for CompareError {
    fn from(fault: Fault) -> Self {
        CompareError::Fault(fault)
    }
}

/// Compares the rules of two games.
///
/// # Errors
/// If one of them cannot be played within the limits.
pub fn relate(sides: &Sides, bounds: Bounds) -> Result<Compared, CompareError> {
    let changes = changes(sides);
    if let Some(reason) = apart(&sides.a.prepared.game, &sides.b.prepared.game, &sides.pairing) {
        return Ok(Compared { changes, relation: Err(reason), shown: Vec::new(), from_a: None });
    }
    let (relation, shown) = search(sides, &changes, None, bounds)?;
    let mut compared = Compared { changes, relation: Ok(relation), shown, from_a: None };
    let begins_elsewhere = compared.shown.iter().any(|shown| {
        shown.witness.moves.is_empty() && shown.witness.sort == WitnessKind::Results(DifferenceKind::Contents)
    });
    if begins_elsewhere {
        let text = sides.a.prepared.start().notation();
        if sides.aligned.read(&text).is_ok() {
            compared.from_a = Some(search(sides, &compared.changes, Some(&text), bounds)?);
        }
    }
    Ok(compared)
}

/// Lines that are drawn to find a shorter witness than one that is known.
const SHORTENING: u32 = 24;

/// One in so many of the lines by chance comes before those towards what changed.
const EARLY: u32 = 8;

/// Whether the changes are only of what ends the games: then each allows what the other does, as long as both go on.
fn decides_ends_alone(sides: &Sides, changes: &Changes) -> bool {
    let forbids = |game: &Game| game.repetitions.iter().any(|rule| rule.is_illegal());
    let of_ends = |change: &Change| matches!(change.section, Section::End | Section::Repetition);
    !forbids(&sides.a.prepared.game)
        && !forbids(&sides.b.prepared.game)
        && changes.list.iter().filter(|change| change.how != How::Reworded).all(of_ends)
}

/// Walks both games from their starts, or from a position that both can read.
fn search(
    sides: &Sides,
    changes: &Changes,
    from: Option<&str>,
    bounds: Bounds,
) -> Result<(Relation, Vec<ExplainedWitness>), CompareError> {
    let twins = |games| Lockstep::new(games, from, sides, changes.same_order);
    let Some(mut plain) = twins([&sides.a.prepared, &sides.aligned]) else {
        return Err(CompareError::Limits(Report::default()));
    };
    let displaced = &mut PriorityCheck::new(sides, from).map_err(CompareError::Limits)?;
    // Where the rules say the same, there is nothing to be found.
    let bounds = if changes.same_rules { bounds.confirming() } else { bounds };
    let walked = walk(&mut plain, displaced, bounds, bounds.steps / 2)?;
    let mut witnesses = walked.witnesses;
    let mut sampled = Sampled::default();
    // Some lines by chance, some towards what changed, and then more by chance, unless all there can be is found.
    let by_chance = bounds.samples.div_ceil(EARLY);
    let mut add =
        |more: Sampled| (sampled.lines, sampled.plies) = (sampled.lines + more.lines, sampled.plies + more.plies);
    if !walked.exhausted {
        add(sample(&mut plain, displaced, (bounds, 0..by_chance), bounds.steps / 16, &[], &mut witnesses)?);
    }
    let of_repetition = |change: &Change| change.section == Section::Repetition && change.how != How::Reworded;
    if !walked.exhausted && !is_settled(&witnesses) && changes.list.iter().any(of_repetition) {
        add(shuttle(&mut plain, displaced, bounds, bounds.steps / 8, &mut witnesses)?);
    }
    if !walked.exhausted && !is_settled(&witnesses) && !changes.same_rules {
        let aims = search_goals(sides, changes);
        // Where there is something to be shortened, some lines are enough.
        let samples = if witnesses.is_empty() { bounds.samples } else { bounds.samples.min(SHORTENING) };
        if !aims.goals.is_empty()
            && let Some(mut aimed) = twins([&aims.games[0], &aims.games[1]])
        {
            let lines = (bounds, 0..samples);
            add(sample(&mut aimed, displaced, lines, bounds.steps / 4, &aims.goals, &mut witnesses)?);
        }
    }
    let is_known = walked.exhausted || is_settled(&witnesses) && decides_ends_alone(sides, changes);
    if !is_known {
        let lines = (bounds, by_chance..bounds.samples);
        add(sample(&mut plain, displaced, lines, bounds.steps / 16 * 3, &[], &mut witnesses)?);
    }
    witnesses.sort_by_key(|witness| (witness.sampled, witness.moves.len(), witness.sort));
    let first = witnesses.iter().map(|witness| witness.moves.len() as u32).min();
    let relation = Relation {
        word: RelationKind::of(&witnesses),
        results: witnesses.iter().any(|witness| matches!(witness.sort, WitnessKind::Results(_))),
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
    let undo = &mut Undo::new(sides, changes, from);
    for witness in &witnesses {
        shown.extend(explain(sides, changes, displaced, undo, witness)?);
    }
    Ok((relation, shown))
}
