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
    /// Whether the cycle can be played again and again from `start`, and leads to the same position each time; so often that it
    /// can be played for ever.
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
            && (0..identity.rounds())
                .all(|_| again.iter().all(|action| position.play(action).is_ok()) && identity.key(&position) == key)
    }
}

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SurveyLimits {
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
    /// What it took, in steps of the evaluator.
    pub steps: u64,
}

/// The longest cycle that is tried where earlier positions matter.
const MAX_ROUND: usize = 64;
/// Actions that a player who looks ahead tries at each turn.
const TRIED: usize = 24;

/// Plays games from `start`: a third of them at random, a third in search of loops, a third by players who take a win that they
/// see. An evaluation limit that is reached ends them; `go_on` is asked at every action.
pub fn survey(start: &Position, seed: u64, effort: SurveyLimits, go_on: &dyn Fn() -> bool) -> Survey {
    let mut survey = Survey::default();
    let mut left = effort.steps;
    let identity = Identity::of(start.game());
    while survey.games < effort.games && left > 0 && go_on() {
        let mut game = Running {
            identity,
            go_on,
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
        let steps = game.position.spent() - begun + u64::from(game.position.ply());
        left = left.saturating_sub(steps);
        survey.steps += steps;
        if played.is_err() {
            break;
        }
        survey.games += 1;
    }
    survey
}

struct Running<'a> {
    identity: Identity,
    go_on: &'a dyn Fn() -> bool,
    position: Position,
    rng: Rng,
    line: Vec<Action>,
    /// The words of the positions so far.
    words: Vec<Vec<u64>>,
    /// Where each position was.
    known: FxHashMap<Vec<u64>, usize>,
}

impl Running<'_> {
    fn play(&mut self, style: u64, most: u32, steps: u64, survey: &mut Survey) -> Result<(), Fault> {
        let opening = self.rng.below(12);
        for ply in 0..most {
            if survey.seen.look(&mut self.position, &self.line)?.is_some() {
                return Ok(());
            }
            self.remember(survey);
            let legal = self.position.legal()?.clone();
            let enough = self.position.spent() > steps || !(self.go_on)();
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
        if let Some(first) = self.known.insert(key, at)
            && survey.cycle.as_ref().is_none_or(|known| at < known.line.len())
            && (self.identity.is_whole() || self.goes_on(first))
        {
            survey.cycle = Some(Cycle { line: self.line.clone(), at: first });
        }
    }

    /// Whether the actions since a position, which lead back to it, can be played for ever: earlier positions may forbid it.
    fn goes_on(&mut self, first: usize) -> bool {
        let again = self.line.get(first..).unwrap_or_default().to_vec();
        if again.len() > MAX_ROUND {
            return false;
        }
        let key = self.identity.key(&self.position);
        let mut played = 0;
        let goes_on = (0..self.identity.rounds()).all(|_| {
            let round = again.iter().all(|action| {
                let played_one = self.position.play(action).is_ok();
                played += usize::from(played_one);
                played_one
            });
            round && self.identity.key(&self.position) == key
        });
        (0..played).for_each(|_| {
            self.position.undo();
        });
        goes_on
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
