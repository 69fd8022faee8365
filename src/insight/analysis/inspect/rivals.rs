//! End clauses that hold at once and let different players win: which of them comes first in the file decides the game.
//!
//! That is told of clauses that ask the same of different players. Of others, such as a row of four that wins and one of three that
//! loses, the order says which of two things counts for more.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::budget::WorkBudget;
use super::met::SEED;
use crate::library::Prepared;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Expr, ExprKind, Game, Judgement, PlayerId};
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};
use rulebook_play::plan;

/// So many games are played, beside those at hand.
const GAMES: u64 = 200;
/// What an action takes beside its questions, in steps.
const ACTION: u64 = 64;

/// Two end clauses that hold at once with different winners.
pub struct Rivals {
    /// The clause that decides, by its place.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// Who wins by the one, and who would by the other.
    pub winners: [Vec<PlayerId>; 2],
    /// The actions that lead there.
    pub line: Vec<Action>,
}

/// Looks for end clauses that hold at once with different winners: where the games at hand ended, and where random ones do.
pub fn rivals(prepared: &Prepared, lines: &[Vec<Action>], max_plies: u32, work: &mut WorkBudget<'_>) -> Vec<Rivals> {
    let mut search =
        Search { prepared, alone: (0..prepared.game.ends.len()).map(|_| None).collect(), found: Vec::new() };
    if !search.can_differ() {
        return Vec::new();
    }
    let mut position = prepared.start();
    for line in lines {
        if work.is_done() || search.again(&mut position, line, work).is_err() {
            return search.found;
        }
    }
    for game in 0..GAMES {
        if work.is_done() || search.random(&mut position, game, max_plies, work).is_err() {
            break;
        }
    }
    search.found
}

struct Search<'a> {
    prepared: &'a Prepared,
    /// The start of the game with one of its end clauses alone.
    alone: Vec<Option<Position>>,
    found: Vec<Rivals>,
}

/// Whether a clause may let somebody win.
fn decides(game: &Game, place: usize) -> bool {
    game.ends.get(place).is_some_and(|end| end.results.iter().any(|result| !matches!(result.kind, Judgement::Draw)))
}

/// Whether two conditions ask the same but for whom, or for which places, they ask.
fn asks_alike(a: &Expr, b: &Expr) -> bool {
    let (mine, others) = (a.parts(), b.parts());
    // Of `me` and `mine` the order says whether the mover comes first.
    let is_player = |expr: &Expr| matches!(expr.kind, ExprKind::Player(_));
    let are_parts_alike = || mine.len() == others.len() && mine.iter().zip(&others).all(|(a, b)| asks_alike(a, b));
    match (&a.kind, &b.kind) {
        _ if is_player(a) && is_player(b) => true,
        (ExprKind::Number(one), ExprKind::Number(other)) => one == other,
        (ExprKind::Kind(one), ExprKind::Kind(other)) => one == other,
        (ExprKind::Call(one, _), ExprKind::Call(other, _)) => one == other && are_parts_alike(),
        (ExprKind::Pattern { pattern: one, .. }, ExprKind::Pattern { pattern: other, .. }) => {
            one == other && are_parts_alike()
        }
        (ExprKind::Counter(one, _), ExprKind::Counter(other, _)) => one == other && are_parts_alike(),
        (ExprKind::Builtin(one, _), ExprKind::Builtin(other, _)) => one == other && are_parts_alike(),
        (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other) && are_parts_alike(),
    }
}

impl Search<'_> {
    fn can_differ(&self) -> bool {
        let ends = 0..self.prepared.game.ends.len();
        let later = |first| ends.clone().skip(first + 1).any(|second| self.are_counterparts(first, second));
        self.prepared.game.players.len() > 1 && ends.clone().any(later)
    }

    fn are_counterparts(&self, first: usize, second: usize) -> bool {
        let game = &self.prepared.game;
        let [Some(a), Some(b)] = [first, second].map(|place| game.ends.get(place)) else { return false };
        decides(game, first) && decides(game, second) && asks_alike(&a.when, &b.when)
    }

    fn again(&mut self, position: &mut Position, line: &[Action], work: &mut WorkBudget<'_>) -> Result<(), Fault> {
        while position.undo() {}
        let before = position.spent();
        for action in line {
            position.allow(work.allowance());
            position.play_unchecked(action)?;
        }
        self.look(position, line, work)?;
        work.take(position.spent() - before + ACTION * line.len() as u64);
        Ok(())
    }

    fn random(
        &mut self,
        position: &mut Position,
        game: u64,
        max_plies: u32,
        work: &mut WorkBudget<'_>,
    ) -> Result<(), Fault> {
        while position.undo() {}
        let (mut rng, mut line) = (Rng::for_game(SEED, game), Vec::new());
        while line.len() < max_plies as usize && !work.is_done() {
            let before = position.spent();
            position.allow(work.allowance());
            if position.outcome()?.is_some() {
                break;
            }
            let Some(action) = position.random_action(&mut rng)? else { break };
            position.play_unchecked(&action)?;
            line.push(action);
            work.take(position.spent() - before + ACTION);
        }
        self.look(position, &line, work)
    }

    /// Looks at the end of a game.
    fn look(&mut self, position: &mut Position, line: &[Action], work: &mut WorkBudget<'_>) -> Result<(), Fault> {
        let Some(outcome) = position.outcome()?.filter(|outcome| !outcome.winners.is_empty()) else { return Ok(()) };
        let game = &self.prepared.game;
        let holding = position.clauses_holding()?;
        let Some(first) = holding.iter().copied().find(|place| game.ends[*place].name == outcome.clause) else {
            return Ok(());
        };
        for second in holding.into_iter().filter(|place| *place > first) {
            if !self.are_counterparts(first, second) {
                continue;
            }
            if self.found.iter().any(|known| (known.first, known.second) == (first, second)) {
                continue;
            }
            let Some(others) = self.winners(second, line, work)? else { continue };
            let (mut mine, mut other) = (outcome.winners.clone(), others);
            mine.sort_unstable();
            other.sort_unstable();
            if !other.is_empty() && mine != other {
                let line = line.to_vec();
                self.found.push(Rivals { first, second, winners: [mine, other], line });
            }
        }
        Ok(())
    }

    /// Who would have won by a clause alone.
    fn winners(
        &mut self,
        place: usize,
        line: &[Action],
        work: &mut WorkBudget<'_>,
    ) -> Result<Option<Vec<PlayerId>>, Fault> {
        let game = &self.prepared.game;
        let Some(slot) = self.alone.get_mut(place) else { return Ok(None) };
        if slot.is_none() {
            let mut alone = Game::clone(game);
            alone.ends = game.ends.get(place).cloned().into_iter().collect();
            work.take(4 * self.prepared.plan.ops.len() as u64);
            let Ok(plan) = plan::compile(&alone) else { return Ok(None) };
            *slot = Some(Position::new(Arc::new(alone), plan));
        }
        let Some(position) = slot else { return Ok(None) };
        while position.undo() {}
        let before = position.spent();
        for action in line {
            position.play_unchecked(action)?;
        }
        let outcome = position.outcome()?;
        work.take(position.spent() - before + ACTION * line.len() as u64);
        Ok(outcome.filter(|outcome| !outcome.stuck).map(|outcome| outcome.winners))
    }
}

/// The finding, at the clause that does not decide.
pub fn finding(rivals: &Rivals, game: &Game, shown: &str) -> Option<Diagnostic> {
    let (first, second) = (game.ends.get(rivals.first)?, game.ends.get(rivals.second)?);
    let named = |winners: &[PlayerId]| {
        let names: Vec<String> = winners.iter().map(|winner| format!("`{}`", game.players[*winner])).collect();
        names.join(" and ")
    };
    let [mine, others] = [&rivals.winners[0], &rivals.winners[1]].map(|winners| named(winners));
    let unique: FxHashSet<&str> = [first.told(), second.told()].into_iter().collect();
    let both = if unique.len() == 2 {
        format!("`{}` and `{}`", first.told(), second.told())
    } else {
        "two end clauses".to_owned()
    };
    Some(
        Diagnostic::new(Code::EndOrder, second.span, format!("{both} can hold at once, and let different players win"))
            .label(format!("lets {others} win, where an earlier clause lets {mine} win"))
            .related(first.span, "this one comes first, and decides")
            .help(format!(
                "say in one clause who wins then, as in `{{ last mover wins when ... else ... }}`, or say with `allow end/order` \
                 that the order is meant; seen {shown}"
            )),
    )
}
