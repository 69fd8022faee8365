//! Games played to find what cannot be seen in the text: each position is looked at, each trouble comes with the moves that
//! lead to it.

use std::sync::Arc;

use super::budget::{WorkBudget, of_actions, of_position};
use super::coverage::{Offered, PlayCoverage};
use super::invariants::{self, SeenPositions};
use super::met::{GameFault, Met, SEED};
use super::players::{Aim, Player, Unplayable};
use super::writing::Writings;
use crate::library::Prepared;
use rulebook_language::model::{Game, MoveId};
use rulebook_play::engine::{Action, ActionList, Fault, MAX_STEPS, Position};
use rulebook_play::plan;

/// How a game went.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// To its end, or to a player without an action.
    Over,
    /// Up to the greatest length.
    Cut,
    /// As far as the work that was allowed.
    Stopped,
}

/// What came of some games.
#[derive(Debug, Default)]
pub struct Played {
    /// The trouble met, one of a code, with the shortest line that was found.
    pub met: Vec<Met>,
    /// Whether not even one game came anywhere, for want of work.
    pub is_nothing: bool,
    /// The games that came to their end or to the greatest length.
    pub lines: Vec<Vec<Action>>,
}

/// Plays up to `games` games of at most `max_plies` actions, as far as `work` allows, and notes what happens in `seen`. If the work
/// is all that is left, a question that takes more is trouble.
pub fn play(
    prepared: &Prepared,
    games: u64,
    max_plies: u32,
    work: &mut WorkBudget<'_>,
    is_all: bool,
    seen: &mut PlayCoverage,
) -> Played {
    let position = prepared.start();
    let mut all = Games {
        offered: Offered::new(&position),
        writings: Writings::of(&position),
        position,
        legal: ActionList::new(),
        line: Vec::new(),
        known: SeenPositions::default(),
        work,
        is_all,
        spent: 0,
        max_plies,
        unplayable: None,
        is_ending: false,
        met: Vec::new(),
    };
    let mut is_nothing = true;
    let mut lines = Vec::new();
    for (game, aim) in (0..games).zip(Aim::ALL.into_iter().cycle()) {
        let ended = all.game(game, aim, seen);
        match ended {
            Ok(Ended::Stopped) => {
                is_nothing &= all.line.len() < ANYWHERE;
                break;
            }
            Ok(ended) => {
                seen.played(aim == Aim::Random, ended == Ended::Over, all.line.len());
                lines.push(all.line.clone());
            }
            Err(trouble) => {
                is_nothing = false;
                all.meet(trouble);
                break;
            }
        }
        is_nothing = false;
    }
    seen.offered(&all.position, &all.offered);
    Played { met: all.met, is_nothing, lines }
}

/// A game that was given up after so many actions came somewhere.
const ANYWHERE: usize = 4;

/// The games of one prepared game.
struct Games<'a, 'w> {
    position: Position,
    legal: ActionList,
    line: Vec<Action>,
    known: SeenPositions,
    offered: Offered,
    writings: Writings,
    work: &'a mut WorkBudget<'w>,
    is_all: bool,
    /// What the position had spent when it was asked last.
    spent: u64,
    max_plies: u32,
    /// The move of an action that cannot be played.
    unplayable: Option<MoveId>,
    /// Whether what is asked is whether the game is over.
    is_ending: bool,
    met: Vec<Met>,
}

impl Games<'_, '_> {
    /// Plays one game. What is wrong with the rules everywhere ends the games; a player without an action only this one.
    fn game(&mut self, game: u64, aim: Aim, seen: &mut PlayCoverage) -> Result<Ended, GameFault> {
        while self.position.undo() {}
        self.line.clear();
        let mut player = Player::new(aim, SEED, game);
        self.pay();
        loop {
            if self.work.is_done() {
                return Ok(Ended::Stopped);
            }
            let allowed = self.work.allowance();
            let step = self.step(game, &mut player, seen);
            self.pay();
            match step {
                Ok(None) => {}
                Ok(Some(ended)) => return Ok(ended),
                // More than was left of the work, not more than a question may take.
                Err(GameFault::Fault { fault: Fault::Steps(_), .. }) if allowed < MAX_STEPS && !self.is_all => {
                    self.work.give_up();
                    return Ok(Ended::Stopped);
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// Takes what was spent from what is allowed.
    fn pay(&mut self) {
        let spent = self.position.spent();
        self.work.take(spent - self.spent);
        self.spent = spent;
        self.position.allow(self.work.allowance());
    }

    /// One action, if the game goes on.
    fn step(&mut self, game: u64, player: &mut Player, seen: &mut PlayCoverage) -> Result<Option<Ended>, GameFault> {
        let plies = self.line.len() as u32;
        self.is_ending = true;
        let outcome = self.position.outcome()?;
        self.is_ending = false;
        self.position.legal_into(&mut self.legal)?;
        self.work.take(PLY + self.legal.len() as u64 / 4);
        // Often at first, rarely later on; at other plies in each game.
        if plies < 3 || plies.is_power_of_two() || u64::from(plies) % 32 == game % 32 || outcome.is_some() {
            self.laws(game, player)?;
        } else if self.writings.may_clash(&self.position, &self.legal) {
            let (apart, bytes) = invariants::written_apart(&self.position, &self.legal);
            self.work.take(of_actions(self.legal.len(), bytes));
            apart?;
        }
        seen.stands(&self.position);
        seen.alike(&mut self.position)?;
        if let Some(outcome) = outcome {
            if outcome.stuck {
                self.meet(GameFault::stuck(&self.position));
                // A shorter way there would be better.
                self.max_plies = self.max_plies.min(plies.saturating_sub(1));
            } else {
                seen.ended(self.position.game(), &outcome);
            }
            return Ok(Some(Ended::Over));
        }
        if plies >= self.max_plies {
            return Ok(Some(Ended::Cut));
        }
        if self.offered.note(&self.position, &self.legal) {
            self.work.take(self.legal.len() as u64);
        }
        let unplayable = |games: &mut Self, Unplayable { action, fault }: Unplayable| {
            games.unplayable = games.position.rule_of(&action);
            GameFault::Fault { fault, action: Some(games.position.written(&action)) }
        };
        let action = match self.unanswered()? {
            Some(action) => action,
            None => match player.choose(&mut self.position, &self.legal) {
                Ok(Some(action)) => action,
                Ok(None) => return Ok(Some(Ended::Over)),
                Err(failed) => return Err(unplayable(self, *failed)),
            },
        };
        self.work.take(player.cost(&self.position));
        if let Err(fault) = self.position.play_unchecked(&action) {
            return Err(unplayable(self, Unplayable { action, fault }));
        }
        self.line.push(action);
        Ok(None)
    }

    /// What nature may do here that leaves the player without an action, however rarely it comes up.
    fn unanswered(&mut self) -> Result<Option<Action>, GameFault> {
        if !self.position.is_chance() {
            return Ok(None);
        }
        for at in 0..self.legal.len().min(OUTCOMES) {
            let action = self.legal.get(at);
            self.work.take(PLY);
            self.position.play_unchecked(&action)?;
            let outcome = self.position.outcome();
            self.position.undo();
            if outcome?.is_some_and(|outcome| outcome.stuck) {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// Tries the laws of all games on the position at hand.
    fn laws(&mut self, game: u64, player: &mut Player) -> Result<(), GameFault> {
        let words = self.position.words().len() as u64;
        self.work.take(2 * words);
        self.known.alone(&self.position)?;
        let (apart, bytes) = invariants::written_apart(&self.position, &self.legal);
        self.work.take(of_actions(self.legal.len(), bytes));
        apart?;
        invariants::generated_is_allowed(&mut self.position, &self.legal, player.rng())??;
        invariants::undone(&mut self.position, &self.legal, player.rng())??;
        self.work.take(8 * words + 2 * self.legal.len() as u64);
        let plies = self.line.len();
        if game < 2 && (plies < 2 || plies.is_power_of_two()) || self.legal.is_empty() {
            self.work.take(of_actions(self.legal.len(), bytes));
            invariants::found_again(&mut self.position, &self.legal, player.rng())?;
            self.work.take(of_position(&self.position));
            invariants::read_back(&self.position)?;
        }
        Ok(())
    }

    /// Keeps trouble, unless it is known with a line that is no longer.
    fn meet(&mut self, trouble: GameFault) {
        let length = self.line.len();
        let code = trouble.code();
        let known = self.met.iter().position(|met| met.trouble.code() == code);
        if known.is_some_and(|known| self.met[known].moves.len() <= length) {
            return;
        }
        let mut met = Met::new(trouble, &mut self.position, &self.line);
        met.rule = self.unplayable;
        if std::mem::take(&mut self.is_ending) {
            met.end = heavy_end(&mut self.position, &met.moves);
        }
        match known {
            Some(known) => self.met[known] = met,
            None => self.met.push(met),
        }
    }
}

/// An end clause of more steps than this is the one that takes too many.
const HEAVY: u64 = 1 << 20;

/// Which end clause takes too many steps after these moves, by its place. The position is at the start of the game.
fn heavy_end(position: &mut Position, moves: &[String]) -> Option<usize> {
    let game = Arc::clone(position.game());
    (0..game.ends.len()).find(|place| {
        let mut alone = Game::clone(&game);
        alone.ends = game.ends.get(*place).cloned().into_iter().collect();
        let Ok(plan) = plan::compile(&alone) else { return false };
        let mut position = Position::new(Arc::new(alone), plan);
        for text in moves {
            let Ok(action) = position.find(text) else { return false };
            if position.play_unchecked(&action).is_err() {
                return false;
            }
        }
        position.allow(HEAVY);
        position.outcome().is_err()
    })
}

/// So many things that nature may do are tried at each of its turns.
const OUTCOMES: usize = 64;

/// What a ply takes beside its questions, in steps.
const PLY: u64 = 64;
