//! What a reader has to know beside the numbers.

use super::half::Half;
use rulebook_insight::analysis::Run;
use rulebook_insight::analysis::compare::Sides;
use rulebook_service::wire::Versus;

/// Adds what a reader has to know beside the numbers of games played by `run`.
pub fn notes(run: &Run, sides: &Sides, both: [&Half; 2], versus: &mut Versus) {
    let cut = both.map(|half| half.facts.iter().filter(|game| game.is_cut()).count());
    if cut != [0, 0] {
        versus.notes.push(format!(
            "cut off after {} plies: {} games of A, {} of B; they have no score and count with that length",
            run.max_plies, cut[0], cut[1]
        ));
    }
    let players = sides.a.prepared.game.players.len();
    if players > 2 {
        versus.notes.push(format!(
            "winners share a point, and all {players} players share a draw: an even score is {:.3}",
            1.0 / players as f64
        ));
    }
    let has_pie = sides.a.prepared.game.pie || sides.b.prepared.game.pie;
    if versus.openings.is_some() && has_pie {
        versus.notes.push("C3 is played without the pie rule".to_owned());
    }
    for (name, openings) in ["A", "B"].iter().zip(versus.openings.iter().flatten()) {
        if openings.rows.len() < openings.classes {
            versus.notes.push(format!(
                "C3 of {name}: {} of {} first moves, chosen at random",
                openings.rows.len(),
                openings.classes
            ));
        }
    }
    let effects = both.iter().any(|half| !half.sheet.effects.is_empty());
    if effects && run.watched > 0 && run.watched < run.games {
        versus.notes.push(format!("effects (A8) were watched in the first {} games", run.watched));
    }
}
