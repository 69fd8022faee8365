//! How a variant compares with the sheet: what changed in words, and the shortest line that shows it.

use serde::{Deserialize, Serialize};

use crate::sample::Ready;
use crate::sheet::Ground;
use rulebook_insight::analysis::compare::{
    Bounds, Change, Compared, DifferenceKind, How, RelationKind, Side, Sides, WitnessKind, relate,
};

/// How a variant compares with the sheet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Witnessed {
    /// How the games relate, in words.
    pub relation: String,
    /// What changed, in words.
    pub changes: Vec<String>,
    /// The moves of the shortest line that was found to show it.
    pub moves: Vec<String>,
    /// What differs after it; empty where no difference was found.
    pub what: String,
}

/// How far is looked.
const BOUNDS: Bounds = Bounds { depth: 40, positions: 3_000, samples: 60, steps: 6 << 20, seed: 1 };

/// Compares a variant with the sheet.
pub fn witnessed(ground: &Ground, ready: &Ready) -> Witnessed {
    let a = Side { loaded: ground.loaded.clone(), prepared: ground.prepared.clone() };
    let b = Side { loaded: ready.loaded.clone(), prepared: ready.prepared.clone() };
    let compared = Sides::new(a, b).ok().and_then(|sides| relate(&sides, BOUNDS).ok());
    match compared {
        None => Witnessed { relation: "cannot be compared".to_owned(), ..Witnessed::default() },
        Some(compared) => told(&compared),
    }
}

fn told(compared: &Compared) -> Witnessed {
    let changes = compared.changes.list.iter().filter(|change| change.how != How::Reworded).map(change).collect();
    let relation = match &compared.relation {
        Err(reason) => {
            let reason = reason.replace(" in A", " in the sheet").replace(" in B", " in the variant");
            let reason = reason.replace("A's board", "the sheet's").replace("B's board", "the variant's");
            let relation = format!("positions cannot be laid side by side: {reason}");
            return Witnessed { relation, changes, ..Witnessed::default() };
        }
        Ok(relation) => relation,
    };
    let looked = match (relation.proved, relation.exhausted) {
        (true, _) => "by its rules".to_owned(),
        (_, true) => format!("in all {} positions", relation.positions),
        _ => format!("as far as was looked: {} positions and {} games", relation.positions, relation.samples),
    };
    let words = match relation.word {
        RelationKind::Identical => format!("plays as the sheet does, {looked}"),
        RelationKind::More => "allows more".to_owned(),
        RelationKind::Less => "allows less".to_owned(),
        RelationKind::Incomparable => "allows other moves".to_owned(),
        RelationKind::Results => "has the same moves and other results".to_owned(),
    };
    let Some(witness) = relation.witnesses.first() else {
        return Witnessed { relation: words, changes, ..Witnessed::default() };
    };
    let (only_a, only_b) = (witness.difference.only_a.first(), witness.difference.only_b.first());
    let states = compared.shown.iter().find(|shown| shown.witness == *witness).map(|shown| &shown.states);
    let becomes =
        || states.map(|states| format!(": {}, and in the variant {}", states[0], states[1])).unwrap_or_default();
    let what = match (witness.sort, only_a, only_b) {
        (WitnessKind::Less, Some(action), _) => format!("`{action}` is no longer legal"),
        (WitnessKind::More, _, Some(action)) => format!("`{action}` becomes legal"),
        (WitnessKind::Results(DifferenceKind::Odds), ..) => "what nature does is not as likely".to_owned(),
        (WitnessKind::Results(DifferenceKind::Contents), ..) => "the position is another".to_owned(),
        (WitnessKind::Results(DifferenceKind::Turn), ..) => format!("the turn is another{}", becomes()),
        (WitnessKind::Results(DifferenceKind::Over), ..) => format!("the game ends elsewhere{}", becomes()),
        (WitnessKind::Results(DifferenceKind::Winner), ..) => format!("the result is another{}", becomes()),
        _ => "the legal moves are others".to_owned(),
    };
    Witnessed { relation: words, changes, moves: witness.moves.clone(), what }
}

/// A change in words.
fn change(change: &Change) -> String {
    let text = |clause: &Option<rulebook_insight::analysis::compare::Clause>| {
        clause.as_ref().map(|clause| clause.text.clone()).unwrap_or_default()
    };
    let (a, b) = (text(&change.a), text(&change.b));
    let (section, name) = (change.section.word(), change.name.as_str());
    let name = match name.is_empty() || name.starts_with(section) {
        true => format!("{section}{}", name.strip_prefix(section).unwrap_or_default()),
        false => format!("{section} {name}"),
    };
    match (a.is_empty(), b.is_empty()) {
        (false, false) => format!("{name}: `{a}` becomes `{b}`"),
        (true, false) => format!("{name}: `{b}` is new"),
        (false, true) => format!("{name}: `{a}` is gone"),
        (true, true) => format!("{name} {}", change.how.word()),
    }
}
