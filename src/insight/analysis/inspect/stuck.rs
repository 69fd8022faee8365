//! A search for a player without an action whom no end clause covers, by players who help each other to come there: they avoid the
//! ends, or leave one of them ever fewer replies.

use super::budget::WorkBudget;
use super::met::{GameFault, Met, SEED};
use crate::library::Prepared;
use rulebook_language::model::PlayerId;
use rulebook_language::util::{Id, Rng};
use rulebook_play::engine::{Action, ActionList, Fault, MAX_STEPS, Position};

/// The longest line.
const MAX_PLIES: usize = 600;
/// How often a game goes back from where every action ends it.
const BACKTRACKS: u32 = 48;
/// How many actions a player tries who leaves few replies.
const TRIED: u32 = 24;
/// What an action takes beside its questions, in steps.
const ACTION: u64 = 64;

/// Searches as far as `work` allows.
pub fn search(prepared: &Prepared, work: &mut WorkBudget<'_>) -> Option<Met> {
    let position = prepared.start();
    let mut search =
        Search { position, legal: ActionList::new(), line: Vec::new(), work, spent: 0, rng: Rng::new(SEED) };
    let players = prepared.game.players.len();
    for game in 0.. {
        search.rng = Rng::for_game(SEED, game);
        while search.position.undo() {}
        search.line.clear();
        let victim = PlayerId::from_index((game / 2) as usize % players);
        let captures = ((game / 2) as usize / players).is_multiple_of(2);
        let found = match game % 2 {
            0 => search.linger(),
            _ => search.corner(victim, captures),
        };
        match found {
            Ok(Searched::Stuck) => break,
            Ok(Searched::Nothing) if !search.work.is_done() => {}
            Ok(Searched::Nothing | Searched::Everything) | Err(_) => return None,
        }
    }
    search.position.allow(MAX_STEPS);
    Some(Met::new(GameFault::stuck(&search.position), &mut search.position, &search.line))
}

/// What came of a game.
enum Searched {
    /// The player to act has no action.
    Stuck,
    /// Nothing.
    Nothing,
    /// Every game there is was played.
    Everything,
}

/// Where an action leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reached {
    Open,
    Over,
    Stuck,
}

struct Search<'a, 'w> {
    position: Position,
    legal: ActionList,
    line: Vec<Action>,
    work: &'a mut WorkBudget<'w>,
    spent: u64,
    rng: Rng,
}

impl Search<'_, '_> {
    /// Takes what was spent from what is allowed.
    fn pay(&mut self, more: u64) {
        let spent = self.position.spent();
        self.work.take(spent - self.spent + more);
        self.spent = spent;
        self.position.allow(self.work.allowance());
    }

    fn go(&mut self, action: Action) -> Result<Reached, Fault> {
        self.position.play_unchecked(&action)?;
        self.line.push(action);
        let outcome = self.position.outcome()?;
        self.pay(ACTION);
        Ok(match outcome {
            None => Reached::Open,
            Some(outcome) if outcome.stuck => Reached::Stuck,
            Some(_) => Reached::Over,
        })
    }

    fn back(&mut self) {
        self.line.pop();
        self.position.undo();
    }

    /// The legal actions in any order.
    fn shuffled(&mut self) -> Result<Vec<Action>, Fault> {
        self.position.legal_into(&mut self.legal)?;
        self.pay(self.legal.len() as u64 / 4);
        let mut actions: Vec<Action> = self.legal.iter().collect();
        for last in (1..actions.len()).rev() {
            actions.swap(last, self.rng.below(last as u32 + 1) as usize);
        }
        Ok(actions)
    }

    /// A game of players who go on as long as they can, and back where they cannot.
    fn linger(&mut self) -> Result<Searched, Fault> {
        let mut open = vec![self.shuffled()?];
        let mut backtracks = 0;
        while let Some(left) = open.last_mut() {
            let Some(action) = left.pop() else {
                open.pop();
                self.back();
                backtracks += 1;
                if backtracks > BACKTRACKS {
                    return Ok(Searched::Nothing);
                }
                continue;
            };
            match self.go(action.clone())? {
                Reached::Stuck => return Ok(Searched::Stuck),
                Reached::Over => self.back(),
                Reached::Open if self.line.len() < MAX_PLIES => {
                    let actions = self.shuffled()?;
                    open.push(actions);
                }
                Reached::Open => return Ok(Searched::Nothing),
            }
            if self.work.is_done() {
                return Ok(Searched::Nothing);
            }
        }
        Ok(Searched::Everything)
    }

    /// A game in which the others leave the victim few pieces, and then few replies.
    fn corner(&mut self, victim: PlayerId, captures: bool) -> Result<Searched, Fault> {
        while self.line.len() < MAX_PLIES && !self.work.is_done() {
            let hunts = self.position.role_to_act() != victim;
            let actions = self.shuffled()?;
            let mut best: Option<((u32, usize), Action)> = None;
            for action in actions.into_iter().take(TRIED as usize) {
                match self.go(action.clone())? {
                    Reached::Stuck => return Ok(Searched::Stuck),
                    Reached::Over => {}
                    Reached::Open => {
                        let rank = if hunts { self.rank(victim, captures)? } else { (0, 0) };
                        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                            best = Some((rank, action));
                        }
                    }
                }
                self.back();
                // The victim goes anywhere.
                if !hunts && best.is_some() {
                    break;
                }
            }
            let Some((_, action)) = best else { break };
            self.go(action.clone())?;
        }
        Ok(Searched::Nothing)
    }

    /// How many pieces the victim has, if that is looked at, and how many replies.
    fn rank(&mut self, victim: PlayerId, captures: bool) -> Result<(u32, usize), Fault> {
        let replies = match self.position.role_to_act() == victim {
            true => self.position.legal()?.len(),
            false => usize::MAX,
        };
        self.pay(0);
        let pieces = if captures { pieces_of(&self.position, victim) } else { 0 };
        Ok((pieces, replies))
    }
}

fn pieces_of(position: &Position, player: PlayerId) -> u32 {
    let layout = &position.plan().layout;
    let start = layout.owner(player) as usize;
    let plane = position.words().get(start..start + layout.words as usize).unwrap_or_default();
    plane.iter().map(|word| word.count_ones()).sum()
}
