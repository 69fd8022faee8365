//! Many uniform random games of a position, on all cores: in batches, as far as the rules are suited.

use std::ops::Range;
use std::sync::Arc;

use super::{Played, Playouts, Tally};
use crate::agents::{DuelError, End};
use crate::parallel;
use rulebook_batch::{BatchJob, BatchRunner, Compiled, Drawn, Ended, Finished, NotBatchable, Program, StartState};
use rulebook_language::util::Id;
use rulebook_play::engine::{Action, Outcome, Position};

/// Which random games are to be played, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The seed of all choices.
    pub seed: u64,
    /// Games are cut off after so many actions.
    pub max_plies: u32,
    /// Whether games are played in batches, as far as the rules are suited: other games, with the same distribution.
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
    /// What plays them.
    program: Arc<Program>,
}

/// What a random game came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomOutcome {
    /// Who won by which clause; nothing of a game that was cut off.
    pub over: Option<Outcome>,
    /// Actions.
    pub plies: u32,
    /// Whether the seats were exchanged.
    pub swapped: bool,
}

/// Why game number `0` could not be played to an end.
pub type Broken = (u64, DuelError);

/// What it takes to lift an operation into a batch, in steps of the evaluator.
const OF_AN_OPERATION: u64 = 1 << 11;
/// How many games one thread plays at least before it looks up.
const LEAST: u64 = 256;
/// How many it plays at most.
const MOST: u64 = 1 << 14;

impl RandomGames {
    /// Games from `position`.
    pub fn new(position: Position, settings: Settings) -> Self {
        let mut games = RandomGames { position, settings, program: Arc::default() };
        games.program = games.decide();
        games
    }

    /// What plays these games, which is decided here alone.
    fn decide(&mut self) -> Arc<Program> {
        let left = match self.obstacle() {
            _ if !self.settings.batch => Vec::new(),
            Some(obstacle) => vec![obstacle],
            None => {
                let program = Compiled::default().program(&self.position);
                if program.counts_choices() || !self.settings.choices {
                    return program;
                }
                let why = "how many actions are legal is counted, and that is not known of all of them at once";
                program.left().iter().copied().chain([NotBatchable { why, at: None }]).collect()
            }
        };
        // Nothing is lifted.
        Arc::new(Program::of_plan(self.position.game(), self.position.plan(), left))
    }

    /// What stands in the way of games from this position. A batch looks at what a ply has changed: nothing may hold at the start that
    /// would have ended the game before.
    fn obstacle(&mut self) -> Option<NotBatchable> {
        // A setup that is laid by lot is not complete yet.
        if self.position.in_setup() {
            return None;
        }
        let over = NotBatchable { why: "the game is over where it begins, or takes too long to tell", at: None };
        let (Ok(None), Ok(held)) = (self.position.outcome(), self.position.clauses_holding()) else {
            return Some(over);
        };
        let clause = self.position.game().ends.get(*held.first()?);
        Some(NotBatchable { why: "an end clause that holds where the games begin", at: clause.map(|end| end.span) })
    }

    /// Where they begin.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How they are played.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether anything of the rules is worked out for many games at once.
    pub fn is_lifted(&self) -> bool {
        self.program.is_lifted()
    }

    /// What in the rules is worked out game by game, and why, where games are batched.
    pub fn left(&self) -> &[NotBatchable] {
        self.program.left()
    }

    /// Plays games on one thread, as far as `steps` of the evaluator and `go_on` allow, and gives each that was played to its end to `done`,
    /// with what was played in it: the same ones on every machine, in the same order. Gives the steps that it took.
    pub(super) fn play_within(
        &self,
        games: Range<u64>,
        steps: u64,
        go_on: &dyn Fn() -> bool,
        done: &mut dyn FnMut(Finished),
    ) -> u64 {
        let mut runner = self.batch_runner();
        let before = runner.spent();
        let job = BatchJob { steps: Some(steps), ..self.job(games, true) };
        runner.play(&job, &mut || go_on(), done);
        runner.spent() - before
    }

    /// What it took to make them ready, in steps of the evaluator.
    pub(super) fn cost(&self) -> u64 {
        let operations = self.program.operations().into_iter().sum::<usize>() as u64;
        self.position.spent() + OF_AN_OPERATION * operations
    }

    pub(super) fn batch_runner(&self) -> Box<dyn BatchRunner> {
        rulebook_batch::batch_runner(&self.program, StartState::of(&self.position))
    }

    pub(super) fn job(&self, games: Range<u64>, keep_lines: bool) -> BatchJob {
        let Settings { seed, max_plies, choices, .. } = self.settings;
        BatchJob { seed, games, max_plies, keep_lines, choices, steps: None }
    }

    /// Plays games of these numbers and of this seed on one thread, and gives what each came to, in the order of their numbers.
    pub fn outcomes(
        &self,
        seed: u64,
        games: Range<u64>,
    ) -> impl Iterator<Item = Result<(u64, RandomOutcome), DuelError>> {
        let job = BatchJob { seed, ..self.job(games, false) };
        let mut found = Vec::new();
        self.batch_runner().play(&job, &mut || true, &mut |finished| found.push(finished));
        found.sort_by_key(|finished| finished.index);
        found.into_iter().map(|finished| {
            let over = match (trouble(finished.end), finished.end) {
                (Some(trouble), _) => return Err(trouble),
                (None, Ended::Over(clause, winners)) => Some(self.outcome(clause, winners)),
                (None, _) => None,
            };
            Ok((finished.index, RandomOutcome { over, plies: finished.plies, swapped: finished.swapped }))
        })
    }

    /// Plays games on one thread and counts what they came to. Where `go_on` says no, no further game is begun.
    pub fn tally(&self, games: Range<u64>, go_on: &(dyn Fn() -> bool + Sync)) -> Tally {
        let mut tally = Tally::new(self.position.game());
        let job = self.job(games, false);
        self.batch_runner().play(&job, &mut || go_on(), &mut |finished| match trouble(finished.end) {
            Some(trouble) => tally.fail(finished.index, trouble),
            None => tally.add_finished(&finished),
        });
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
        let (mut playouts, mut lanes) = (self.playouts(), self.batch_runner());
        // Games that are played one after the other are shown one after the other.
        let size = if self.is_lifted() { LEAST } else { 1 };
        let mut at = 0;
        while at < number {
            let part = at..(at + size).min(number);
            let mut found = Vec::new();
            lanes.play(&self.job(part.clone(), true), &mut || true, &mut |finished| found.push(finished));
            found.sort_by_key(|finished| finished.index);
            for finished in found {
                let line = finished.line.iter().map(action).collect();
                let followed = playouts.follow(line).err().map(DuelError::Fault);
                let goes_on = match followed.or(trouble(finished.end)) {
                    Some(trouble) => each(&mut playouts, Err((finished.index, trouble))),
                    None => {
                        let end = match finished.end {
                            Ended::Over(clause, winners) => End::Over(self.outcome(clause, winners)),
                            _ => End::Cut,
                        };
                        each(&mut playouts, Ok(&Played { end, plies: finished.plies, choices: finished.choices }))
                    }
                };
                if !goes_on {
                    return;
                }
            }
            at = part.end;
        }
    }

    /// One game again, up to where it ended or broke off: its actions as written, and its last position.
    pub fn again(&self, index: u64) -> (Vec<String>, Position) {
        let (mut playouts, mut line) = (self.playouts(), Vec::new());
        let job = self.job(index..index + 1, true);
        self.batch_runner().play(&job, &mut || true, &mut |finished| line = finished.line);
        // What broke off then breaks off here.
        let _ = playouts.follow(line.iter().map(action).collect());
        (playouts.line(), playouts.position().clone())
    }

    /// The games one after the other, or a place where the plan follows those that were played otherwise.
    pub(super) fn playouts(&self) -> Playouts {
        Playouts::new(self.position.clone(), self.settings.seed, self.settings.max_plies)
    }

    /// How a game ended that a clause, by its place, decided for the roles of a bit mask.
    pub(super) fn outcome(&self, clause: u16, winners: u16) -> Outcome {
        let game = self.position.game();
        Outcome {
            winners: game.players.ids().filter(|role| winners >> role.index() & 1 == 1).collect(),
            clause: self.program.clauses.get(usize::from(clause)).cloned().unwrap_or_default(),
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
pub(super) fn action(drawn: &Option<Drawn>) -> Action {
    match drawn {
        None => Action::unpack(&[u16::MAX]),
        Some(drawn) => {
            let mut packed = vec![drawn.choice];
            packed.extend_from_slice(&drawn.cells);
            Action::unpack(&packed)
        }
    }
}
