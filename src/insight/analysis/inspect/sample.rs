//! Whole random games of a title, played many at once: how they end, who wins them, what is played in them.

use rustc_hash::FxHashMap;

use super::budget::WorkBudget;
use super::met::{GameFault, Met, SEED};
use crate::analysis::random_games::{self, RandomGames};
use crate::library::Prepared;
use rulebook_batch::{Ended, Finished, Limit};
use rulebook_language::model::{Game, MoveId};
use rulebook_play::engine::{Action, Fault, MAX_STEPS, Outcome, Position};
use rulebook_play::plan::{ChoiceKind, Plan};

/// How many games are played in the first round: as many as a batch has lanes; few where they are played one after the other.
const FIRST: [u64; 2] = [16, 64];
/// How many in a further one at most.
const ROUND: u64 = 512;
/// What part of a round may be given up before the rest is not worth its work.
const GIVEN_UP: u64 = 16;
/// How many games are kept to be gone through again.
const KEPT: u64 = 64;
/// How many actions they have at most together.
const KEPT_ACTIONS: usize = 1 << 16;

/// How many steps it may take to list what is legal on the way to trouble.
const LISTED: u64 = 1 << 27;

/// Random games that were played.
#[derive(Debug, Default)]
pub struct Sample {
    /// The games that came to their end, each how.
    pub over: Vec<Outcome>,
    /// Those that were cut off at the greatest length.
    pub cut: u64,
    /// The actions of all of them.
    pub actions: u64,
    /// Those in which nothing was played.
    pub empty: u64,
    /// How many of those that came to their end, and of those cut off, were chosen whatever their length: where games were given up, those
    /// that were not are short.
    pub fair: (usize, u64),
    /// The first games, to be gone through again.
    pub lines: Vec<Vec<Action>>,
    /// The shortest game that came to a player without an action, or to what cannot be evaluated.
    pub trouble: Option<Vec<Action>>,
    /// The moves that were made, where the action alone tells which.
    pub made: Vec<MoveId>,
}

impl Sample {
    /// The games that came to their end or to the greatest length.
    pub fn games(&self) -> u64 {
        self.over.len() as u64 + self.cut
    }
}

/// Plays up to `games` random games of at most `max_plies` actions: the first ones within `first` steps, the others if `work` allows for all
/// of them.
pub fn play(prepared: &Prepared, games: u64, max_plies: u32, first: u64, work: &mut WorkBudget<'_>) -> Sample {
    let settings = random_games::Settings { seed: SEED, max_plies, ..random_games::Settings::default() };
    let mut start = prepared.start();
    start.allow(work.allowance());
    let random = RandomGames::new(start, settings);
    work.take(random.cost());
    let (mut sample, mut kept) = (Sample::default(), 0);
    let rules = rules(&prepared.game, &prepared.plan);
    let (mut next, mut round) = (0, FIRST[usize::from(random.is_lifted())]);
    let mut is_fair = true;
    while next < games && !work.is_done() {
        let part = next..(next + round).min(games);
        let mut stopped = 0;
        let mut found: Vec<Finished> = Vec::new();
        let go_on = || work.goes_on();
        let most = if next == 0 { first.min(work.left()) } else { work.left() };
        let steps = random.play_within(part.clone(), most, &go_on, &mut |finished| found.push(finished));
        work.take(steps);
        let is_whole = found.len() as u64 == part.end - part.start;
        found.sort_by_key(|finished| finished.index);
        for finished in found {
            stopped +=
                u64::from(matches!(finished.end, Ended::Broken(Limit::Asked(Fault::Steps(_)) | Limit::Steps(_))));
            sample.add(&random, &rules, finished, &mut kept);
        }
        // Where the plan plays, games are given up one after the other, and the last one alone.
        if is_fair && (is_whole && stopped == 0 || !random.is_lifted()) {
            sample.fair = (sample.over.len(), sample.cut);
        }
        is_fair &= stopped == 0;
        // What the others will take, by those played so far.
        let others = u128::from(steps) * u128::from(games - part.end) / u128::from(part.end - part.start);
        let may_be_given_up = (part.end - part.start) / GIVEN_UP;
        if !is_whole || stopped > may_be_given_up || others > u128::from(work.left()) {
            break;
        }
        (next, round) = (part.end, (2 * round).min(ROUND));
    }
    sample
}

impl Sample {
    /// Adds a game.
    fn add(&mut self, games: &RandomGames, rules: &FxHashMap<u16, MoveId>, finished: Finished, kept: &mut usize) {
        for drawn in finished.line.iter().flatten() {
            if let Some(rule) = rules.get(&drawn.choice)
                && !self.made.contains(rule)
            {
                self.made.push(*rule);
            }
        }
        match finished.end {
            Ended::Over(clause, winners) => self.over.push(games.outcome(clause, winners)),
            Ended::Cut => self.cut += 1,
            // Given up for want of work.
            Ended::Broken(Limit::Asked(Fault::Steps(_)) | Limit::Steps(_)) => return,
            Ended::Stuck | Ended::Broken(_) => {
                if self.trouble.as_ref().is_none_or(|known| finished.line.len() < known.len()) {
                    self.trouble = Some(finished.line.iter().map(random_games::action).collect());
                }
                return;
            }
        }
        self.actions += u64::from(finished.plies);
        self.empty += u64::from(finished.plies == 0);
        if finished.index < KEPT && *kept + finished.line.len() <= KEPT_ACTIONS {
            *kept += finished.line.len();
            self.lines.push(finished.line.iter().map(random_games::action).collect());
        }
    }
}

/// The moves by the choices that make them, where that is the same whoever plays.
fn rules(game: &Game, plan: &Plan) -> FxHashMap<u16, MoveId> {
    let mut rules: FxHashMap<u16, Option<MoveId>> = FxHashMap::default();
    for choice in plan.roles.iter().flat_map(|role| (0u16..).zip(&role.choices)) {
        let (place, rule) = match choice.1.sort {
            ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. } => (choice.0, Some(rule)),
            ChoiceKind::Pass | ChoiceKind::Scatter(_) => (choice.0, None),
        };
        let name = |rule: Option<MoveId>| rule.and_then(|rule| game.moves.get(rule)).map(|rule| &rule.name);
        rules.entry(place).and_modify(|known| *known = known.filter(|_| name(*known) == name(rule))).or_insert(rule);
    }
    rules.into_iter().filter_map(|(place, rule)| Some((place, rule?))).collect()
}

/// What is wrong where a game led that could not be played to its end, or before. A batch asks about the action alone that it draws: to
/// list the others may be what cannot be evaluated.
pub fn trouble(prepared: &Prepared, line: &[Action]) -> Option<Met> {
    let mut position = prepared.start();
    for (played, action) in line.iter().enumerate() {
        position.allow(LISTED.saturating_sub(position.spent()).max(1));
        match position.legal().map(|_| ()) {
            Ok(()) | Err(Fault::Steps(_)) => {}
            Err(fault) => return Some(Met::new(fault.into(), &mut position, &line[..played])),
        }
        position.allow(MAX_STEPS);
        if let Err(fault) = position.play_unchecked(action) {
            let fault = GameFault::Fault { fault, action: Some(position.written(action)) };
            return Some(Met::new(fault, &mut position, &line[..played]));
        }
    }
    let fault = match ending(&mut position) {
        Ok(fault) => fault?,
        Err(fault) => GameFault::from(fault),
    };
    Some(Met::new(fault, &mut position, line))
}

/// What is wrong in a position in which a game broke off.
fn ending(position: &mut Position) -> Result<Option<GameFault>, Fault> {
    if let Some(outcome) = position.outcome()? {
        return Ok(outcome.stuck.then(|| GameFault::stuck(position)));
    }
    let legal = position.legal()?.clone();
    for action in legal.iter() {
        match position.play_unchecked(&action) {
            Ok(()) => position.undo(),
            Err(fault) => return Ok(Some(GameFault::Fault { fault, action: Some(position.written(&action)) })),
        };
    }
    Ok(None)
}
