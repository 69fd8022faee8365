//! From one leg of the race to the next: who is played on, and how often.

use super::state::Fate;
use super::task::{Phase, Task, TaskKey};
use super::value::{FIRST, Leg, LegNumber, Search};
use crate::candidate::{Candidate, Candidates};
use crate::sample::{Kind, adjusted};

/// The part of all games that is for the race; the others are fresh ones.
const RACE: f64 = 0.6;
/// The part for variants with one change, and for those with two.
const SINGLES: [f64; 2] = [0.25, 0.2];
const PAIRS: f64 = 0.15;
/// From so many variants with one change, those that came nearest, pairs are made.
const NEAR: usize = 16;
/// Candidates for which a search that takes proposals is made.
const PROPOSALS: usize = 64;
/// Fresh games that are played one after another.
const BATCH: u64 = 512;
/// A number that lies so many standard errors outside of its range is not likely to lie in it.
const LIKELY: f64 = 1.3;
/// The fewest fresh games.
const FEWEST: u64 = 50;

impl Search {
    /// Begins the first leg.
    pub(super) fn begin(&mut self) {
        let pairs = usize::from(self.plan().depth > 1);
        let of = if self.is_open { self.tried.len().max(PROPOSALS) } else { self.tried.len() };
        let cap = self.cap(Search::share(self.plan(), SINGLES[pairs]), of);
        self.leg = Leg { number: LegNumber::Singles, among: (0..self.tried.len()).collect(), cap, of };
    }

    /// The games of each of so many candidates at a stage; none where no wish is about games that are played.
    fn cap(&self, games: u64, among: usize) -> u64 {
        if self.kinds.iter().all(|(kind, _)| *kind == Kind::Slow) {
            return 0;
        }
        (games / (among as u64 * self.plan().agents.len() as u64).max(1)).max(FIRST)
    }

    /// Begins the next leg where nothing is left to do in this one.
    pub(super) fn advance(&mut self) {
        let waits = |this: &Search| this.is_over() || this.is_open && this.leg.number == LegNumber::Singles;
        while !waits(self) && self.ask().is_empty() {
            self.leg = self.next_leg();
            if self.leg.number == LegNumber::Last {
                (self.last, self.each) = (self.leg.among.clone(), self.fresh_games());
            }
        }
    }

    fn next_leg(&mut self) -> Leg {
        match self.leg.number {
            LegNumber::Singles if self.plan().depth > 1 => self.pairs().unwrap_or_else(|| self.halving(0)),
            LegNumber::Singles | LegNumber::Pairs => self.halving(0),
            LegNumber::Halving(round) => self.halving(round + 1),
            LegNumber::Last | LegNumber::Over => Leg { number: LegNumber::Over, among: Vec::new(), ..self.leg },
        }
    }

    /// The candidates of a fate at the last stage, the nearest first.
    fn ranked(&self, is: impl Fn(&Fate) -> bool) -> Vec<usize> {
        let last = self.last_stage();
        let there = self.states.iter().enumerate().filter(|(_, state)| state.stage == last && is(&state.fate));
        self.nearest(there.map(|(candidate, _)| candidate).filter(|candidate| *candidate > 0))
    }

    /// Candidates, the nearest to the wishes first.
    fn nearest(&self, among: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut promises: Vec<_> = among.filter_map(|candidate| self.promise(candidate)).collect();
        promises.sort_by(|a, b| a.order(b));
        promises.into_iter().map(|promise| promise.place).collect()
    }

    /// Pairs of the variants that came near, where none of them was shown to meet the wishes.
    fn pairs(&mut self) -> Option<Leg> {
        if self.states.iter().any(|state| state.fate == Fate::Met) {
            return None;
        }
        let played = |candidate: &usize| {
            self.states[*candidate].played(0) > 0 && self.candidate(*candidate).is_some_and(|its| its.depth == 1)
        };
        // What plays as the sheet does adds nothing to another change.
        let differs = |candidate: &usize| !self.plays_alike(0, *candidate);
        let near = self.nearest((1..self.tried.len()).filter(played).filter(differs));
        let near: Vec<&Candidate> = near.iter().take(NEAR).filter_map(|candidate| self.candidate(*candidate)).collect();
        let mut pairs = Candidates::pairs(self.ground(), &near, self.candidates());
        let games = Search::share(self.plan(), PAIRS);
        let room = (games / (FIRST * self.plan().agents.len() as u64)) as usize;
        self.left_out[0] += pairs.len().saturating_sub(room);
        pairs.truncate(room);
        if pairs.is_empty() {
            return None;
        }
        let cap = self.cap(games, pairs.len());
        let among = self.extend(pairs);
        Some(Leg { number: LegNumber::Pairs, among, cap, of: self.tried.len() })
    }

    /// The better half of those that are open are played on, as long as there are games for the race.
    fn halving(&self, round: u32) -> Leg {
        let open = self.ranked(|fate| *fate == Fate::Open);
        let open: Vec<usize> = match self.leg.number {
            LegNumber::Halving(_) => open.into_iter().filter(|candidate| self.leg.among.contains(candidate)).collect(),
            _ => open,
        };
        let left = Search::share(self.plan(), RACE).saturating_sub(self.spent());
        let half = open.len().div_ceil(2);
        // As many rounds as halve them down to one; fewer where there are few games, and then fewer candidates.
        let keep = half.min((left / FIRST) as usize);
        let rounds = u64::from(usize::BITS - keep.leading_zeros()).min(left / (FIRST * keep.max(1) as u64));
        let each = left / (rounds.max(1) * keep.max(1) as u64);
        if keep == 0 || self.leg.cap == 0 || (keep == open.len() && round > 0) {
            return Leg { number: LegNumber::Last, among: self.finalists(), cap: self.leg.cap, of: self.leg.of };
        }
        let among: Vec<usize> = open.into_iter().take(keep).collect();
        let played = among.iter().map(|candidate| self.states[*candidate].played(self.last_stage())).min().unwrap_or(0);
        Leg { number: LegNumber::Halving(round), among, cap: played.max(self.leg.cap) + each, of: self.leg.of }
    }

    /// Those that are played again: that met the wishes or are open, the nearest first; where there are none, the nearest of those that
    /// missed.
    fn finalists(&self) -> Vec<usize> {
        let mut ranked = self.ranked(|fate| *fate == Fate::Met);
        ranked.extend(self.ranked(|fate| *fate == Fate::Open));
        // Of those that played the same games, the one that changes least stands for all.
        let effort = |candidate: usize| (self.candidate(candidate).map_or(0, |its| its.effort), candidate);
        let mut best: Vec<usize> = Vec::new();
        for candidate in &ranked {
            let alike = ranked.iter().copied().filter(|other| self.plays_alike(*candidate, *other));
            let least = alike.min_by_key(|other| effort(*other)).unwrap_or(*candidate);
            if !best.contains(&least) {
                best.push(least);
            }
        }
        // Those that are likely to miss a wish would take games from the others; the first is told in any case.
        let first = best.first().copied();
        best.retain(|candidate| Some(*candidate) == first || self.is_likely(*candidate));
        let is_missed = |candidate: &usize| matches!(self.states[*candidate].fate, Fate::Missed(_));
        let missed = self.nearest((1..self.states.len()).filter(is_missed));
        // Some to compare with, so that one sees what stands in the way.
        let few = self.plan().best.min(3).saturating_sub(best.len());
        best.extend(missed.into_iter().take(few));
        best.truncate(self.plan().best);
        best
    }

    /// Whether the games of two candidates said the same of all wishes, at every stage, as far as both were played.
    fn plays_alike(&self, one: usize, other: usize) -> bool {
        let stages = |candidate: usize| self.states.get(candidate).map_or(0, |state| state.race.len());
        let (Some(a), Some(b)) = (self.states.get(one), self.states.get(other)) else { return false };
        stages(one) > 0
            && stages(one) == stages(other)
            && a.race.iter().flatten().zip(b.race.iter().flatten()).all(|(a, b)| {
                let common = a.len().min(b.len());
                a[..common] == b[..common]
            })
    }

    /// Whether no wish lies farther from the number of a candidate than chance makes likely.
    fn is_likely(&self, candidate: usize) -> bool {
        let Some(state) = self.states.get(candidate) else { return false };
        self.wishes().iter().zip(&self.kinds).enumerate().all(|(place, (wish, (kind, _)))| {
            let terms = [candidate, 0].map(|of| self.states[of].raced(state.stage, place));
            let Some((number, error)) = adjusted(*kind, terms[0], terms[1]) else { return true };
            wish.range.gap(number) <= LIKELY * error
        })
    }

    /// What is to be done for those that are told, and for the sheet as it is.
    pub(super) fn last_tasks(&self) -> Vec<TaskKey> {
        let among: Vec<usize> = std::iter::once(0).chain(self.leg.among.iter().copied()).collect();
        let each = self.each;
        let mut tasks = Vec::new();
        for candidate in among {
            let Some(state) = self.states.get(candidate) else { continue };
            if matches!(state.fate, Fate::Thrown(_)) {
                continue;
            }
            let mut add = |task: Task| tasks.push(TaskKey { candidate, task });
            for stage in 0..self.plan().agents.len() {
                for first in (0..each).step_by(BATCH as usize) {
                    if !state.fresh.contains_key(&(stage, first)) {
                        add(Task::Games { phase: Phase::Fresh, stage, first, count: BATCH.min(each - first) });
                    }
                }
            }
            for (wish, (kind, _)) in self.kinds.iter().enumerate() {
                if *kind == Kind::Slow && !state.slow.contains_key(&wish) {
                    add(Task::Slow { wish });
                }
            }
            if candidate > 0 && state.related.is_none() {
                add(Task::Relate);
            }
        }
        tasks
    }

    /// The fresh games of each candidate at each stage: what the race has left, shared out.
    pub(super) fn fresh_games(&self) -> u64 {
        if self.kinds.iter().all(|(kind, _)| *kind == Kind::Slow) {
            return 0;
        }
        let raced: u64 =
            self.states.iter().map(|state| (0..state.race.len()).map(|stage| state.played(stage)).sum::<u64>()).sum();
        let among = (self.leg.among.len() as u64 + 1) * self.plan().agents.len() as u64;
        (self.plan().games.saturating_sub(raced) / among).max(FEWEST)
    }
}
