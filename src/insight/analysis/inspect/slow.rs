//! Games whose actions take far more work than is usual, and the clause that takes most of it.

use std::cmp::Reverse;

use super::budget::{WorkBudget, of_plan};
use super::met::SEED;
use crate::analysis::marked::Marked;
use crate::analysis::obstacles;
use crate::library::{Loaded, Prepared};
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{Block, DeclarationKind};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Fault, Position};

/// So many actions are played.
const PLIES: u64 = 512;
/// What an action of a shipped game takes, in steps: so many, and so many more for each cell of the board. Three in five take less.
const USUAL: [u64; 2] = [100, 6];
/// So many times as much is slow.
const SLOW: u64 = 10;
/// The share of an action's steps that is a good part.
const PART: f64 = 0.1;
/// So many clauses are named beside the one that takes most.
const OTHERS: usize = 2;

/// A game that is slow, or would be quick but for one clause.
#[derive(Clone, PartialEq, Debug)]
pub struct Slow {
    /// How many times as many steps an action takes as is usual on a board of that size.
    pub times: f64,
    /// The clause that takes most of them.
    pub clause: Span,
    /// Its share of them.
    pub share: f64,
    /// Other clauses that take a good part, with their shares, the greatest first.
    pub others: Vec<(Span, f64)>,
    /// Why it is not worked out for many games at once, if it is not.
    pub left: Option<&'static str>,
}

/// What random actions took.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    plies: u64,
    steps: u64,
}

/// Whether an action takes ten times as much work as is usual, or more than usual and ten times as much as it would without one clause
/// of the game's own; as far as `work` allows.
pub fn slow(loaded: &Loaded, prepared: &Prepared, work: &mut WorkBudget<'_>) -> Option<Slow> {
    let usual = usual(prepared.game.board.cells().count() as u64);
    let start = prepared.start();
    // As much is left for what it finds.
    let mut first = work.part(work.left() / 2);
    let found = pace(&mut start.clone(), &mut first);
    work.settle(&first);
    if found.steps <= usual * found.plies {
        return None;
    }
    let clauses = clauses(loaded);
    let holding = |at: Span| clauses.iter().copied().filter(|clause| at.is_in(*clause)).min_by_key(|c| c.end - c.start);
    work.take(of_plan(prepared));
    let mut marked = Marked::new(&start, &holding).ok()?;
    let Pace { plies, steps } = pace(&mut marked.position, work);
    let taken = marked.current.steps();
    let mut shares: Vec<(u64, Span)> = taken.iter().skip(1).copied().zip(marked.places).collect();
    shares.sort_unstable_by_key(|(steps, clause)| (Reverse(*steps), *clause));
    let (most, clause) = *shares.first()?;
    let is_slow = steps >= SLOW * usual * plies || steps >= SLOW * steps.saturating_sub(most);
    // An inherited clause is its game's affair.
    if plies == 0 || !is_slow || !clause.is_in(prepared.game.places.unit.1) {
        return None;
    }
    let share = |taken: u64| taken as f64 / steps as f64;
    let others = shares.iter().skip(1).map(|(taken, clause)| (*clause, share(*taken)));
    let obstacles = obstacles(&prepared.game, &prepared.plan);
    let left = obstacles.found.iter().find(|found| found.at.is_some_and(|at| at.is_in(clause))).map(|found| found.why);
    Some(Slow {
        times: steps as f64 / (usual * plies) as f64,
        clause,
        share: share(most),
        others: others.filter(|(_, share)| *share >= PART).take(OTHERS).collect(),
        left,
    })
}

/// The steps that an action usually takes on a board of so many cells.
fn usual(cells: u64) -> u64 {
    USUAL[0] + USUAL[1] * cells
}

/// Plays random games, one after the other.
fn pace(position: &mut Position, work: &mut WorkBudget<'_>) -> Pace {
    let mut rng = Rng::for_game(SEED, 0);
    let mut pace = Pace::default();
    while pace.plies < PLIES && !work.is_done() {
        let before = position.spent();
        position.allow(work.allowance());
        let played = play(position, &mut rng);
        let steps = position.spent() - before;
        work.take(steps.max(1));
        match played {
            Ok(true) => pace = Pace { plies: pace.plies + 1, steps: pace.steps + steps },
            Ok(false) if position.ply() > 0 => while position.undo() {},
            Ok(false) | Err(_) => break,
        }
    }
    pace
}

/// Plays a random action, if the game is not over.
fn play(position: &mut Position, rng: &mut Rng) -> Result<bool, Fault> {
    let Some(action) = position.random_action(rng)? else { return Ok(false) };
    position.play_unchecked(&action)?;
    Ok(true)
}

/// The statements of moves and effects, and the other declarations.
fn clauses(loaded: &Loaded) -> Vec<Span> {
    let of = |block: &Block| block.iter().map(|statement| statement.span).collect::<Vec<_>>();
    let declarations = loaded.files.iter().flat_map(|file| &file.units).flat_map(|unit| &unit.declarations);
    declarations
        .flat_map(|declaration| match &declaration.kind {
            DeclarationKind::Move(rule) => of(&rule.body),
            DeclarationKind::Effect(effect) => of(&effect.body),
            DeclarationKind::AfterMove(body) | DeclarationKind::Pass(body) => of(body),
            _ => vec![declaration.span],
        })
        .collect()
}

/// The finding, at the clause.
pub fn finding(slow: &Slow) -> Diagnostic {
    let message = if slow.times >= SLOW as f64 {
        format!("an action takes {:.0} times as much work as is usual on a board of this size", slow.times.floor())
    } else {
        "without this, an action would take a tenth of the work, or less".to_owned()
    };
    let takes = |share: f64| format!("takes {:.0} % of the work of random games", (100.0 * share).floor());
    let said = Diagnostic::new(Code::PlaySlow, slow.clause, message).note().label(takes(slow.share)).help(
        "ask it of fewer cells, after what is quick to ask, or of a whole set at once; `rulebook playouts --explain-speed` times each line",
    );
    let said = slow.others.iter().fold(said, |said, (clause, share)| said.related(*clause, takes(*share)));
    match slow.left {
        Some(why) => said.related(slow.clause, format!("worked out game by game: {why}")),
        None => said,
    }
}
