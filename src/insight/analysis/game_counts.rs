//! Random games counted for those who watch: results by seat, lengths, choices, ends, and where they are played.

use std::ops::Range;

use super::effects::picked_cells;
use super::random_games::{RandomGames, action, trouble};
use crate::agents::{DuelError, End};
use crate::parallel;
use crate::statistics::RatioTerm;
use rulebook_batch::Ended;
use rulebook_language::model::Game;
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// What random games came to, game by game where that is needed. Games count in the order of their numbers, however they are shared
/// out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameCounts {
    /// The actions of each game.
    pub lengths: Vec<u32>,
    /// Of each game whose choices are counted: the legal actions of all plies, and the plies.
    pub choices: Vec<RatioTerm>,
    /// Games won by each seat.
    pub seats: Vec<u64>,
    /// Games without a winner.
    pub draws: u64,
    /// Games ended by each end clause, in the order of the rules; last by repetition.
    pub clauses: Vec<u64>,
    /// Games cut off.
    pub cut: u64,
    /// The number of games in which each slot was picked.
    pub used: Vec<u64>,
    /// Games that could not be played to an end, by reason; they count nowhere else.
    pub unfinished: Vec<(DuelError, u64)>,
}

/// One game.
struct Seen {
    index: u64,
    plies: u32,
    choices: Option<u64>,
    end: SeenEnd,
    swapped: bool,
    /// The slots that were picked, a bit each.
    used: Vec<u64>,
}

enum SeenEnd {
    /// The clause by its place, and the roles that won, a bit each.
    Over(usize, u32),
    Cut,
    Broken(DuelError),
}

/// How many games one thread plays at least.
const LEAST: u64 = 64;

impl GameCounts {
    /// Nothing played yet.
    pub fn new(game: &Game) -> Self {
        GameCounts {
            seats: vec![0; game.players.len()],
            clauses: vec![0; game.ends.len() + 1],
            used: vec![0; game.board.slots()],
            ..GameCounts::default()
        }
    }

    /// Games that were decided.
    pub fn decided(&self) -> u64 {
        self.clauses.iter().sum()
    }

    /// Games that the first seat won, drew and lost.
    pub fn first_seat(&self) -> [u64; 3] {
        let wins = self.seats.first().copied().unwrap_or(0);
        [wins, self.draws, self.decided().saturating_sub(wins + self.draws)]
    }

    fn add(&mut self, seen: &Seen) {
        let (clause, winners) = match &seen.end {
            SeenEnd::Broken(trouble) => {
                match self.unfinished.iter_mut().find(|(known, _)| known == trouble) {
                    Some((_, games)) => *games += 1,
                    None => self.unfinished.push((*trouble, 1)),
                }
                return;
            }
            SeenEnd::Cut => {
                self.cut += 1;
                (None, 0)
            }
            SeenEnd::Over(clause, winners) => (Some(*clause), *winners),
        };
        self.lengths.push(seen.plies);
        self.choices.extend(seen.choices.map(|choices| (choices as f64, f64::from(seen.plies))));
        for (slot, games) in self.used.iter_mut().enumerate() {
            *games += seen.used.get(slot / 64).map_or(0, |word| word >> (slot % 64) & 1);
        }
        let Some(clause) = clause else { return };
        if let Some(games) = self.clauses.get_mut(clause) {
            *games += 1;
        }
        self.draws += u64::from(winners == 0);
        for (seat, games) in self.seats.iter_mut().enumerate() {
            let role = if seen.swapped { 1 - seat.min(1) } else { seat };
            *games += u64::from(winners >> role & 1);
        }
    }
}

impl RandomGames {
    /// Plays games on all threads and counts them. Where that takes longer, choices are counted in games before number `counted` alone.
    pub fn count(&self, games: Range<u64>, counted: u64, counts: &mut GameCounts) {
        let threads = parallel::threads() as u64;
        let size = games.end.saturating_sub(games.start).div_ceil(threads).max(LEAST);
        let parts = games.clone().step_by(size as usize).map(|start| start..(start + size).min(games.end));
        for mut part in parallel::map(parts, |part| self.seen(part, counted)) {
            part.sort_by_key(|seen| seen.index);
            part.iter().for_each(|seen| counts.add(seen));
        }
    }

    fn seen(&self, games: Range<u64>, counted: u64) -> Vec<Seen> {
        let mut found = Vec::new();
        let words = self.position().game().board.words();
        // What nature draws is often no cell, and whose action it was a line does not say: it is played once more.
        let again = self.position().game().has_luck().then(|| self.position().clone());
        let batched = self.is_lifted().then(|| {
            let mut counts_choices = false;
            self.batch_runner().play(&self.job(games.clone(), true), &mut || true, &mut |finished| {
                let mut used = vec![0; words];
                match &again {
                    None => finished.line.iter().flatten().for_each(|drawn| {
                        drawn.cells.iter().for_each(|cell| note(&mut used, CellId(*cell)));
                    }),
                    Some(start) => {
                        let mut position = start.clone();
                        for action in finished.line.iter().map(action) {
                            picked_cells(&position, &action).for_each(|cell| note(&mut used, cell));
                            if position.play_unchecked(&action).is_err() {
                                break;
                            }
                        }
                    }
                }
                let end = match (finished.end, trouble(finished.end)) {
                    (_, Some(trouble)) => SeenEnd::Broken(trouble),
                    (Ended::Over(clause, winners), None) => SeenEnd::Over(usize::from(clause), winners.into()),
                    _ => SeenEnd::Cut,
                };
                counts_choices |= finished.choices.is_some();
                let (index, plies, choices, swapped) =
                    (finished.index, finished.plies, finished.choices, finished.swapped);
                found.push(Seen { index, plies, choices, end, swapped, used });
            });
            counts_choices
        });
        let few = games.start..games.end.min(counted);
        match batched {
            Some(true) => {}
            Some(false) if few.is_empty() => {}
            // What the batch does not count, other games of the same kind tell.
            Some(false) => {
                let told = self.one_by_one(few, counted);
                found.sort_by_key(|seen| seen.index);
                for (seen, told) in found.iter_mut().zip(told) {
                    seen.choices = told.choices.map(|choices| {
                        // Their share a ply is what counts.
                        (choices as f64 / f64::from(told.plies.max(1)) * f64::from(seen.plies)) as u64
                    });
                }
            }
            None => found = self.one_by_one(games, counted),
        }
        found
    }

    fn one_by_one(&self, games: Range<u64>, counted: u64) -> Vec<Seen> {
        let game = self.position().game();
        let (words, ends) = (game.board.words(), &game.ends);
        let mut found = Vec::new();
        let mut playouts = self.playouts();
        for index in games {
            playouts.count_choices(index < counted);
            let mut used = vec![0; words];
            let played = playouts.play_seen(index, &mut || true, &mut |position, action| {
                picked_cells(position, action).for_each(|cell| note(&mut used, cell));
            });
            let swapped = playouts.position().is_swapped();
            let (plies, choices, end) = match played {
                Ok(Some(played)) => {
                    let end = match played.end {
                        End::Cut => SeenEnd::Cut,
                        End::Over(outcome) => {
                            let clause = ends.iter().position(|end| end.name == outcome.clause).unwrap_or(ends.len());
                            SeenEnd::Over(clause, outcome.winners.iter().fold(0, |all, role| all | 1 << role.index()))
                        }
                    };
                    (played.plies, played.choices, end)
                }
                Ok(None) => (0, None, SeenEnd::Cut),
                Err(trouble) => (0, None, SeenEnd::Broken(trouble)),
            };
            found.push(Seen { index, plies, choices, end, swapped, used });
        }
        found
    }
}

fn note(used: &mut [u64], cell: CellId) {
    if let Some(word) = used.get_mut(cell.index() / 64) {
        *word |= 1 << (cell.index() % 64);
    }
}
