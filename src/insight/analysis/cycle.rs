//! Games that can go on forever: a whole game state that occurs again, with the line that leads there.
//!
//! Some players choose at random; others look for loops: they prefer actions that lead back to what the position was before
//! their last one, and take one that leads to a known position at once.

use rustc_hash::FxHashMap;

use super::examples::Examples;
use crate::Identity;
use rulebook_language::util::Rng;
use rulebook_play::engine::{Action, Fault, Position};

/// A line whose last position is one that was there before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The actions from the start.
    pub line: Vec<Action>,
    /// After how many of them the position was there first.
    pub at: usize,
}

impl Cycle {
    /// Whether the cycle can be played twice more from `start`, and leads to the same position each time.
    pub fn holds(&self, start: &Position) -> bool {
        let identity = Identity::of(start.game());
        let mut position = start.clone();
        let Some(again) = self.line.get(self.at..).filter(|again| !again.is_empty()) else { return false };
        if !self.line.iter().take(self.at).all(|action| position.play(action).is_ok()) {
            return false;
        }
        let key = identity.key(&position);
        identity.can_recur()
            && key.is_some()
            && (0..3)
                .all(|_| again.iter().all(|action| position.play(action).is_ok()) && identity.key(&position) == key)
    }
}

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// At most so many games.
    pub games: u64,
    /// At most so many actions in one.
    pub plies: u32,
    /// No further action once the evaluator took so many steps.
    pub steps: u64,
}

/// What games came to.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// How many were played.
    pub games: u64,
    /// What was seen in them.
    pub seen: Examples,
    /// A position that came again.
    pub cycle: Option<Cycle>,
}

/// Actions that a player who looks ahead tries at each turn.
const TRIED: usize = 24;

/// Plays games from `start`: a third of them at random, a third in search of loops, a third by players who take a win that they
/// see. An evaluation limit that is reached ends them.
pub fn survey(start: &Position, seed: u64, effort: Effort) -> Survey {
    let mut survey = Survey::default();
    let mut left = effort.steps;
    while survey.games < effort.games && left > 0 {
        let mut game = Running {
            identity: Identity::of(start.game()),
            position: start.clone(),
            rng: Rng::for_game(seed, survey.games),
            line: Vec::new(),
            words: Vec::new(),
            known: FxHashMap::default(),
        };
        let style = survey.games % 3;
        let begun = game.position.spent();
        let most = begun.saturating_add(left);
        let played = game.play(style, effort.plies, most, &mut survey);
        left = left.saturating_sub(game.position.spent() - begun + u64::from(game.position.ply()));
        if played.is_err() {
            break;
        }
        survey.games += 1;
    }
    survey
}

struct Running {
    identity: Identity,
    position: Position,
    rng: Rng,
    line: Vec<Action>,
    /// The words of the positions so far.
    words: Vec<Vec<u64>>,
    /// Where each position was.
    known: FxHashMap<Vec<u64>, usize>,
}

impl Running {
    fn play(&mut self, style: u64, most: u32, steps: u64, survey: &mut Survey) -> Result<(), Fault> {
        let opening = self.rng.below(12);
        for ply in 0..most {
            if survey.seen.look(&mut self.position, &self.line)?.is_some() {
                return Ok(());
            }
            self.remember(survey);
            let legal = self.position.legal()?.clone();
            let enough = self.position.spent() > steps;
            let Some(random) = legal.random(&mut self.rng).filter(|_| !enough) else { return Ok(()) };
            let action = if style == 0 || ply < opening {
                random
            } else {
                let first = self.rng.below(legal.len() as u32) as usize;
                let tried = (0..legal.len().min(TRIED)).map(|n| legal.get((first + n) % legal.len()));
                self.ahead(tried.collect(), random, style == 1)?
            };
            self.position.play_unchecked(&action)?;
            self.line.push(action);
        }
        survey.seen.look(&mut self.position, &self.line)?;
        Ok(())
    }

    /// Keeps the position at hand, and the cycle that it closes.
    fn remember(&mut self, survey: &mut Survey) {
        self.words.push(self.position.words().to_vec());
        if !self.identity.can_recur() {
            return;
        }
        let Some(key) = self.identity.key(&self.position) else { return };
        let at = self.line.len();
        if let Some(first) = self.known.insert(key, at) {
            let found = Cycle { line: self.line.clone(), at: first };
            if survey.cycle.as_ref().is_none_or(|known| found.line.len() < known.line.len()) {
                survey.cycle = Some(found);
            }
        }
    }

    /// The action of a player who tries each of some.
    fn ahead(&mut self, tried: Vec<Action>, random: Action, loops: bool) -> Result<Action, Fault> {
        let seat = self.position.seat_to_act();
        // Before the mover's last action.
        let back = self.words.len().checked_sub(self.position.game().players.len());
        let target = back.and_then(|back| self.words.get(back.saturating_sub(1))).cloned();
        let mut best: Option<(u32, Action)> = None;
        for action in tried {
            self.position.play_unchecked(&action)?;
            let key = self.identity.key(&self.position);
            let known = loops && key.is_some_and(|key| self.known.contains_key(&key));
            let won = !loops
                && match self.position.outcome()? {
                    Some(outcome) => self.position.winning_seat(&outcome) == Some(seat),
                    None => false,
                };
            let over = loops && self.position.outcome()?.is_some();
            let far = target.as_ref().map_or(0, |target| distance(target, self.position.words()));
            self.position.undo();
            if known || won {
                return Ok(action);
            }
            if loops && !over && best.as_ref().is_none_or(|(least, _)| far < *least) {
                best = Some((far, action));
            }
        }
        Ok(best.map_or(random, |(_, action)| action))
    }
}

/// How many bits differ.
fn distance(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}
