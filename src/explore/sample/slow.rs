//! Metrics that play games of their own: C1 to C5, of the candidates that are left at the end.

use super::ready::Ready;
use crate::{Plan, Slow};
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::{
    ExactLimits, Failed, GameValue, Standing, exact, ladder, mirror, openings, searches, strength,
};
use rulebook_insight::library::Prepared;
use rulebook_insight::statistics::Estimate;
use rulebook_language::model::{Choice, PIE};
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::Name;

/// Simulations of the weakest agent of the ladder, its rungs, and pairs of games for each.
const LADDER: ((u32, u32), u64) = ((25, 4), 40);
/// The budgets by which strength grows, and the games at each.
const STRENGTH: ((u32, u32), u64) = ((25, 3), 100);
/// Games from each first move, and how many first moves.
const OPENINGS: (u64, usize) = (60, 200);
/// Games of a copycat under each symmetry and from each seat.
const COPIES: u64 = 60;

/// A metric of a candidate, with its interval; nothing where the game has none, such as one for three.
///
/// # Errors
/// Why a game could not be played to an end.
pub fn slow(
    ready: &Ready,
    title: &str,
    slow: Slow,
    plan: &Plan,
    agent: &Spec,
    seed: u64,
) -> Result<Option<Estimate>, String> {
    let bounds = (seed, plan.max_plies);
    let done = &|| ();
    let failed = |failed: Failed| match failed {
        Failed::Agent(error) => error.to_string(),
        Failed::Broken(broken) => broken.trouble.to_string(),
    };
    let made = |set: &[(String, String)]| prepared(ready, title, set);
    // As `measure` does, the last three without the pie rule.
    let without = || made(&[(PIE.to_owned(), "off".to_owned())]).filter(|_| ready.prepared.game.pie);
    let plain = without();
    let plain = plain.as_ref().unwrap_or(&ready.prepared);
    Ok(match slow {
        Slow::Ladder => ladder(&ready.prepared, &searches(LADDER.0.0, LADDER.0.1 + 1), LADDER.1, bounds, done)
            .map_err(failed)?
            .map(|ladder| {
                let height = ladder.height();
                let open = ladder.rungs.iter().take_while(|rung| rung.standing() != Standing::Short).count();
                Estimate { value: height as f64, low: height as f64, high: open as f64, n: LADDER.1 }
            }),
        Slow::Strength => {
            let found = strength(&ready.prepared, &searches(STRENGTH.0.0, STRENGTH.0.1), STRENGTH.1, bounds, done)
                .map_err(failed)?;
            found.slope.map(|slope| slope.slope)
        }
        Slow::Openings => {
            let (games, most) = OPENINGS;
            let found = openings(plain, agent, games, most, bounds, done).map_err(failed)?;
            found.most_even().map(|opening| {
                let off = |score: f64| (score - 0.5).abs();
                let (low, high) = (opening.score.low, opening.score.high);
                let least = if opening.score.holds(0.5) { 0.0 } else { off(low).min(off(high)) };
                Estimate {
                    value: off(opening.score.value),
                    low: least,
                    high: off(low).max(off(high)),
                    n: opening.score.n,
                }
            })
        }
        Slow::Copycat => {
            let copied = mirror(plain, agent, COPIES, bounds, done).map_err(failed)?;
            let scores = copied.into_iter().map(|copied| copied.score);
            scores.max_by(|a, b| a.value.total_cmp(&b.value))
        }
        Slow::Exact => {
            let off = [(PIE.to_owned(), "off".to_owned())];
            let made = |set: &[(String, String)]| {
                let pie = off.iter().filter(|_| ready.prepared.game.pie);
                prepared(ready, title, &set.iter().chain(pie).cloned().collect::<Vec<_>>())
            };
            let solved = exact(&plain.game, &made, ExactLimits::default(), done);
            let last = solved.iter().rev().find_map(|row| row.found.as_ref().ok());
            last.map(|found| {
                let score = match found.value {
                    GameValue::Seat(1) => 1.0,
                    GameValue::Seat(_) => 0.0,
                    GameValue::Draw | GameValue::Endless | GameValue::DrawOrEndless => 0.5,
                };
                Estimate { value: score, low: score, high: score, n: found.states }
            })
        }
    })
}

/// The candidate with options set.
fn prepared(ready: &Ready, title: &str, set: &[(String, String)]) -> Option<Prepared> {
    let name = |text: &str| Name { text: text.to_owned(), span: Span::default() };
    let choices: Vec<Choice> =
        set.iter().map(|(option, value)| Choice { option: name(option), value: name(value) }).collect();
    let title = ready.loaded.titles().find(|own| own.text == title);
    ready.loaded.prepare(title, &choices).0
}
