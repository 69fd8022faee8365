//! Many uniform random games of a position: in batches where the rules are suited, else one after another, on all cores.

use std::ops::Range;
use std::sync::Arc;

use super::{Played, Playouts, Tally};
use crate::agents::{DuelError, End};
use crate::parallel;
use rulebook_batch::{BatchJob, BatchRunner, Compiled, Drawn, Ended, NotBatchable, Program, StartState};
use rulebook_language::util::Id;
use rulebook_play::engine::{Action, Position};

/// Which random games are to be played, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The seed of all choices.
    pub seed: u64,
    /// Games are cut off after so many actions.
    pub max_plies: u32,
    /// Whether games are played in batches where the rules are suited: other games, with the same distribution.
    pub batch: bool,
    /// Whether the legal actions of every ply are counted also where that takes longer.
    pub choices: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { seed: 1, max_plies: 100_000, batch: true, choices: false }
    }
}

/// Random games from one position. Game number `n` of a seed is always the same, whatever is played beside it.
pub struct RandomGames {
    position: Position,
    settings: Settings,
    /// What plays them in batches, or what in the rules stands in the way, if it is the rules.
    batch: Result<Arc<Program>, Option<NotBatchable>>,
}

/// Why game number `0` could not be played to an end.
pub type Broken = (u64, DuelError);

/// How many games one thread plays at least before it looks up.
const LEAST: u64 = 256;
/// How many it plays at most.
const MOST: u64 = 1 << 14;

impl RandomGames {
    /// Games from `position`.
    pub fn new(position: Position, settings: Settings) -> Self {
        let mut games = RandomGames { position, settings, batch: Err(None) };
        games.batch = games.decide();
        games
    }

    /// Whether these games are played in batches, which is decided here alone.
    fn decide(&mut self) -> Result<Arc<Program>, Option<NotBatchable>> {
        if !self.settings.batch {
            return Err(None);
        }
        let program = Compiled::default().program(&self.position).map_err(Some)?;
        let suits = (program.counts_choices() || !self.settings.choices) && self.begins();
        if suits { Ok(program) } else { Err(None) }
    }

    /// A batch looks at what a ply has changed: nothing may hold at the start that would have ended the game before.
    fn begins(&mut self) -> bool {
        matches!(self.position.outcome(), Ok(None)) && self.position.clauses_holding().is_ok_and(|held| held.is_empty())
    }

    /// Where they begin.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the games are played in batches.
    pub fn is_batched(&self) -> bool {
        self.batch.is_ok()
    }

    /// What in the rules stands in the way of playing in batches.
    pub fn not_batchable(&self) -> Option<NotBatchable> {
        self.batch.as_ref().err().copied().flatten()
    }

    pub(super) fn batch_runner(&self) -> Option<Box<dyn BatchRunner>> {
        self.batch
            .as_ref()
            .ok()
            .and_then(|program| rulebook_batch::batch_runner(program, StartState::of(&self.position)))
    }

    /// One game after the other, from the same position.
    pub(super) fn unbatched(&self) -> Playouts {
        let playouts = Playouts::new(self.position.clone(), self.settings.seed, self.settings.max_plies);
        if self.settings.choices { playouts.counting_choices() } else { playouts }
    }

    pub(super) fn order(&self, games: Range<u64>, keep_lines: bool) -> BatchJob {
        BatchJob { seed: self.settings.seed, games, max_plies: self.settings.max_plies, keep_lines }
    }

    /// Plays games on one thread and counts what they came to. Where `go_on` says no, no further game is begun.
    pub fn tally(&self, games: Range<u64>, go_on: &(dyn Fn() -> bool + Sync)) -> Tally {
        let mut tally = Tally::new(self.position.game());
        if let Some(mut lanes) = self.batch_runner() {
            lanes.play(&self.order(games, false), &mut || go_on(), &mut |finished| match trouble(finished.end) {
                Some(trouble) => tally.fail(finished.index, trouble),
                None => tally.add_finished(&finished),
            });
            return tally;
        }
        let mut playouts = self.unbatched();
        for index in games {
            if !go_on() {
                break;
            }
            match playouts.play(index, &mut || go_on()) {
                Ok(Some(played)) => tally.add(&played, playouts.position()),
                Ok(None) => break,
                Err(trouble) => tally.fail(index, trouble),
            }
        }
        tally
    }

    /// Plays games `0..number` on all threads, as long as `go_on` says yes; `seen` is told how many are played. What they come
    /// to does not depend on the number of threads.
    pub fn tally_all(
        &self,
        number: u64,
        go_on: &(dyn Fn() -> bool + Sync),
        seen: &mut (dyn FnMut(u64) + Send),
    ) -> Tally {
        let mut all = Tally::new(self.position.game());
        let (mut next, mut size) = (0, LEAST);
        while next < number && go_on() {
            let threads = parallel::threads() as u64;
            let round = (next + size.saturating_mul(threads)).min(number);
            // A part no smaller than there are lanes, as long as there are games.
            let parts = (next..round).step_by(size as usize).map(|start| start..(start + size).min(round));
            for tally in parallel::map(parts, |games| self.tally(games, go_on)) {
                all.merge(tally);
            }
            next = round;
            seen(next);
            size = (size * 2).min(MOST);
        }
        all
    }

    /// Plays games on one thread, in the order of their numbers, and shows each with its last position, or tells `each` why it could not be
    /// played to an end. Where `each` says no, no further game is played.
    pub fn each(&self, number: u64, each: &mut dyn FnMut(&mut Playouts, Result<&Played, Broken>) -> bool) {
        let mut playouts = self.unbatched();
        let mut at = 0;
        while at < number {
            let part = at..(at + LEAST).min(number);
            if let Some(mut lanes) = self.batch_runner() {
                let mut found = Vec::new();
                lanes.play(&self.order(part.clone(), true), &mut || true, &mut |finished| found.push(finished));
                found.sort_by_key(|finished| finished.index);
                for finished in found {
                    let line = finished.line.iter().map(action).collect();
                    let followed = playouts.follow(line).err().map(DuelError::Fault);
                    if let Some(trouble) = followed.or(trouble(finished.end)) {
                        if each(&mut playouts, Err((finished.index, trouble))) {
                            continue;
                        }
                        return;
                    }
                    let end = match finished.end {
                        Ended::Over(clause, winners) => End::Over(self.outcome(clause, winners)),
                        _ => End::Cut,
                    };
                    let played = Played { end, plies: finished.plies, choices: finished.choices };
                    if !each(&mut playouts, Ok(&played)) {
                        return;
                    }
                }
            } else {
                for index in part.clone() {
                    let goes_on = match playouts.play(index, &mut || true) {
                        Ok(Some(played)) => each(&mut playouts, Ok(&played)),
                        Ok(None) => false,
                        Err(trouble) => each(&mut playouts, Err((index, trouble))),
                    };
                    if !goes_on {
                        return;
                    }
                }
            }
            at = part.end;
        }
    }

    /// One game again, up to where it ended or broke off: its actions as written, and its last position.
    pub fn again(&self, index: u64) -> (Vec<String>, Position) {
        let mut playouts = self.unbatched();
        // What broke off then breaks off here.
        let _ = match self.batch_runner() {
            Some(mut lanes) => {
                let mut line = Vec::new();
                lanes.play(&self.order(index..index + 1, true), &mut || true, &mut |finished| line = finished.line);
                playouts.follow(line.iter().map(action).collect()).map_err(DuelError::from)
            }
            None => playouts.play(index, &mut || true).map(|_| ()),
        };
        (playouts.line(), playouts.position().clone())
    }

    /// The names of the end clauses, as kernels number them.
    fn clauses(&self) -> impl Iterator<Item = &str> {
        self.batch.iter().flat_map(|program| &program.clauses).map(String::as_str)
    }

    fn outcome(&self, clause: u16, winners: u8) -> rulebook_play::engine::Outcome {
        let game = self.position.game();
        rulebook_play::engine::Outcome {
            winners: game.players.ids().filter(|role| winners >> role.index() & 1 == 1).collect(),
            clause: self.clauses().nth(usize::from(clause)).unwrap_or_default().to_owned(),
            stuck: false,
        }
    }
}

/// Why a game that ended so was not played to an end, if it was not.
pub(super) fn trouble(end: Ended) -> Option<DuelError> {
    match end {
        Ended::Over(..) | Ended::Cut => None,
        Ended::Stuck => Some(DuelError::Stuck),
        Ended::Broken(limit) => Some(DuelError::Fault(limit.into())),
    }
}

/// An action as a kernel draws it; nothing is the change of seats.
fn action(drawn: &Option<Drawn>) -> Action {
    match drawn {
        None => Action::unpack(&[u16::MAX]),
        Some(drawn) => {
            let mut packed = vec![drawn.choice];
            packed.extend_from_slice(&drawn.cells);
            Action::unpack(&packed)
        }
    }
}
