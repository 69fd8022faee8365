//! Many uniform random games of a position: batched where the game has a batch program, else one after another, on all cores.

use std::ops::Range;
use std::sync::Arc;

use super::{Played, Playouts, Tally};
use crate::agents::{DuelError, End};
use crate::parallel;
use rulebook_batch::{BatchJob, BatchRunner, Compiled, Drawn, Ended, Finished, NotBatchable, Program, StartState};
use rulebook_language::util::Id;
use rulebook_play::engine::{Action, Position};

/// Random games from one position. Game number `n` of a seed is always the same, whatever is played beside it.
pub struct RandomGames {
    position: Position,
    seed: u64,
    max_plies: u32,
    program: Option<Arc<Program>>,
    not_batchable: Option<NotBatchable>,
    counting: bool,
}

/// Why game number `0` could not be played to an end.
pub type Broken = (u64, DuelError);

/// How many games one thread plays at least before it looks up.
const LEAST: u64 = 256;
/// How many it plays at most.
const MOST: u64 = 1 << 14;

impl RandomGames {
    /// Games from `position`, cut after `max_plies` actions.
    pub fn new(position: Position, seed: u64, max_plies: u32) -> Self {
        let (program, not_batchable) = match Compiled::default().program(&position) {
            Ok(program) => (Some(program), None),
            Err(not_batchable) => (None, Some(not_batchable)),
        };
        let mut games = RandomGames { position, seed, max_plies, program, not_batchable, counting: false };
        if !games.begins() {
            games.program = None;
        }
        games
    }

    /// The same games without a kernel: not the same ones, but with the same law.
    #[must_use]
    pub fn unbatched(mut self) -> Self {
        self.program = None;
        self
    }

    /// The same games with the legal actions of every ply counted also where that takes longer.
    #[must_use]
    pub fn counting_choices(self) -> Self {
        let program = self.program.filter(|program| program.counts_choices());
        RandomGames { counting: true, program, ..self }
    }

    /// Whether games are played in batches.
    pub fn is_batched(&self) -> bool {
        self.program.is_some()
    }

    /// What in the rules rules out batched play.
    pub fn not_batchable(&self) -> Option<NotBatchable> {
        self.not_batchable
    }

    /// Kernels look at what a ply has changed: nothing may hold at the start that would have ended the game before.
    fn begins(&mut self) -> bool {
        matches!(self.position.outcome(), Ok(None)) && self.position.clauses_holding().is_ok_and(|held| held.is_empty())
    }

    fn batch_runner(&self) -> Option<Box<dyn BatchRunner>> {
        self.program.as_ref().and_then(|program| rulebook_batch::batch_runner(program, StartState::of(&self.position)))
    }

    fn order(&self, games: Range<u64>, keep_lines: bool) -> BatchJob {
        BatchJob { seed: self.seed, games, max_plies: self.max_plies, keep_lines }
    }

    /// Plays games on one thread and counts what they came to. Where `go_on` says no, no further game is begun.
    ///
    /// # Errors
    /// The first game that cannot be played to an end.
    pub fn tally(&self, games: Range<u64>, go_on: &(dyn Fn() -> bool + Sync)) -> Result<Tally, Broken> {
        let mut tally = Tally::new(self.position.game());
        if let Some(mut lanes) = self.batch_runner() {
            let mut counts = Counts::new(self.position.game().players.len(), self.position.game().ends.len() + 1);
            let mut broken: Option<(u64, DuelError)> = None;
            lanes.play(&self.order(games, false), &mut || go_on(), &mut |finished| {
                if let Some(trouble) = trouble(finished.end)
                    && broken.as_ref().is_none_or(|(first, _)| finished.index < *first)
                {
                    broken = Some((finished.index, trouble));
                }
                counts.add(&finished);
            });
            if let Some(broken) = broken {
                return Err(broken);
            }
            counts.settle(&mut tally, self.clauses());
            return Ok(tally);
        }
        let mut playouts = Playouts::new(self.position.clone(), self.seed, self.max_plies);
        if self.counting {
            playouts = playouts.counting_choices();
        }
        for index in games {
            if !go_on() {
                break;
            }
            match playouts.play(index, &mut || go_on()) {
                Ok(Some(played)) => tally.add(&played, playouts.position()),
                Ok(None) => break,
                Err(trouble) => return Err((index, trouble)),
            }
        }
        Ok(tally)
    }

    /// Plays games `0..number` on all threads, as long as `go_on` says yes; `seen` is told how many are played. What they come
    /// to does not depend on the number of threads.
    ///
    /// # Errors
    /// The first game, by number, that cannot be played to an end, of those that were played.
    pub fn tally_all(
        &self,
        number: u64,
        go_on: &(dyn Fn() -> bool + Sync),
        seen: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Tally, Broken> {
        let mut all = Tally::new(self.position.game());
        let (mut next, mut size) = (0, LEAST);
        while next < number && go_on() {
            let threads = parallel::threads() as u64;
            let round = (next + size.saturating_mul(threads)).min(number);
            // A part no smaller than there are lanes, as long as there are games.
            let parts = (next..round).step_by(size as usize).map(|start| start..(start + size).min(round));
            for tally in parallel::map(parts, |games| self.tally(games, go_on)) {
                all.merge(tally?);
            }
            next = round;
            seen(next);
            size = (size * 2).min(MOST);
        }
        Ok(all)
    }

    /// Plays games on one thread, in the order of their numbers, and shows each with its last position. Where `each` says no, no
    /// further game is played.
    ///
    /// # Errors
    /// The first game that cannot be played to an end; `each`'s playouts say how it came to that.
    pub fn each(
        &self,
        number: u64,
        playouts: &mut Playouts,
        each: &mut dyn FnMut(&mut Playouts, &Played) -> bool,
    ) -> Result<(), Broken> {
        let mut at = 0;
        while at < number {
            let part = at..(at + LEAST).min(number);
            if let Some(mut lanes) = self.batch_runner() {
                let mut found = Vec::new();
                lanes.play(&self.order(part.clone(), true), &mut || true, &mut |finished| found.push(finished));
                found.sort_by_key(|finished| finished.index);
                for finished in found {
                    let line = finished.line.iter().map(action).collect();
                    playouts.follow(line).map_err(|fault| (finished.index, DuelError::Fault(fault)))?;
                    if let Some(trouble) = trouble(finished.end) {
                        return Err((finished.index, trouble));
                    }
                    let end = match finished.end {
                        Ended::Over(clause, winners) => End::Over(self.outcome(clause, winners)),
                        _ => End::Cut,
                    };
                    let played = Played { end, plies: finished.plies, choices: finished.choices };
                    if !each(playouts, &played) {
                        return Ok(());
                    }
                }
            } else {
                for index in part.clone() {
                    match playouts.play(index, &mut || true) {
                        Ok(Some(played)) if each(playouts, &played) => {}
                        Ok(_) => return Ok(()),
                        Err(trouble) => return Err((index, trouble)),
                    }
                }
            }
            at = part.end;
        }
        Ok(())
    }

    /// Plays one game again, up to where it ended or broke off: its actions and its last position are the playouts'.
    ///
    /// # Errors
    /// As [`RandomGames::each`].
    pub fn again(&self, index: u64, playouts: &mut Playouts) -> Result<(), DuelError> {
        match self.batch_runner() {
            Some(mut lanes) => {
                let mut line = Vec::new();
                lanes.play(&self.order(index..index + 1, true), &mut || true, &mut |finished| line = finished.line);
                Ok(playouts.follow(line.iter().map(action).collect())?)
            }
            None => playouts.play(index, &mut || true).map(|_| ()),
        }
    }

    /// The names of the end clauses, as kernels number them.
    fn clauses(&self) -> impl Iterator<Item = &str> {
        self.program.iter().flat_map(|program| &program.clauses).map(String::as_str)
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
fn trouble(end: Ended) -> Option<DuelError> {
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
            packed.extend_from_slice(&drawn.cells[..usize::from(drawn.picks)]);
            Action::unpack(&packed)
        }
    }
}

/// What games came to, by number.
struct Counts {
    games: u64,
    plies: u64,
    choices: Option<u64>,
    shortest: u32,
    longest: u32,
    seats: [u64; 3],
    roles: Vec<u64>,
    clauses: Vec<u64>,
    cut: u64,
}

impl Counts {
    fn new(roles: usize, clauses: usize) -> Self {
        Counts {
            games: 0,
            plies: 0,
            choices: Some(0),
            shortest: u32::MAX,
            longest: 0,
            seats: [0; 3],
            roles: vec![0; roles],
            clauses: vec![0; clauses],
            cut: 0,
        }
    }

    fn add(&mut self, finished: &Finished) {
        self.games += 1;
        self.plies += u64::from(finished.plies);
        self.choices = self.choices.zip(finished.choices).map(|(all, more)| all + more);
        self.shortest = self.shortest.min(finished.plies);
        self.longest = self.longest.max(finished.plies);
        let Ended::Over(clause, winners) = finished.end else {
            self.cut += u64::from(finished.end == Ended::Cut);
            return;
        };
        let first = u8::from(finished.swapped);
        let place = match winners {
            0 => 1,
            _ if winners >> first & 1 == 1 => 0,
            _ => 2,
        };
        self.seats[place] += 1;
        for (role, wins) in self.roles.iter_mut().enumerate() {
            *wins += u64::from(winners >> role & 1);
        }
        if let Some(count) = self.clauses.get_mut(usize::from(clause)) {
            *count += 1;
        }
    }

    fn settle<'n>(self, tally: &mut Tally, names: impl Iterator<Item = &'n str>) {
        tally.games = self.games;
        tally.plies = self.plies;
        tally.choices = self.choices;
        tally.shortest = if self.games == 0 { 0 } else { self.shortest };
        tally.longest = self.longest;
        tally.first_seat = self.seats;
        tally.cut = self.cut;
        for ((_, wins), more) in tally.roles.iter_mut().zip(self.roles) {
            *wins = more;
        }
        for (name, count) in names.zip(self.clauses).filter(|(_, count)| *count > 0) {
            *tally.clauses.entry(name.to_owned()).or_default() += count;
        }
    }
}
