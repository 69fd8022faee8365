//! Positions at the ends of turns, for rules about repetition. Hashes find candidates; words decide.

use rustc_hash::FxHashMap;

use super::core::State;
use super::fault::Fault;
use super::memory::hash_of;
use super::shared::Shared;
use crate::plan::{RepetitionPlan, ResultPlan};
use rulebook_language::model::{Compare, PlayerId};
use rulebook_language::util::Id;

/// Earlier positions, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Past {
    hashes: Vec<u64>,
    words: Vec<u64>,
    /// The last position of each hash.
    last: FxHashMap<u64, u32>,
    /// Of each position the one before it with the same hash.
    before: Vec<Option<u32>>,
}

impl Past {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// The positions, oldest first: of each the words that repetitions compare, and the role to act.
    pub fn positions(&self) -> std::slice::Chunks<'_, u64> {
        self.words.chunks(self.words.len().checked_div(self.len()).unwrap_or(1).max(1))
    }

    /// How many words they take.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// Forgets all but the first `length`.
    pub fn shorten(&mut self, length: usize) {
        if length < self.hashes.len() {
            let size = self.words.len() / self.hashes.len();
            for (hash, before) in self.hashes.drain(length..).zip(self.before.drain(length..)).rev() {
                match before {
                    Some(before) => self.last.insert(hash, before),
                    None => self.last.remove(&hash),
                };
            }
            self.words.truncate(length * size);
        }
    }

    /// The positions with a hash, the last first.
    fn with_hash(&self, hash: u64) -> impl Iterator<Item = usize> {
        let next = |at: &u32| self.before.get(*at as usize).copied().flatten();
        std::iter::successors(self.last.get(&hash).copied(), next).map(|at| at as usize)
    }

    /// These positions, as [`Past::positions`] gives them.
    pub fn of(positions: &[Vec<u64>]) -> Self {
        let mut past = Past::default();
        for position in positions {
            if let Some((to_act, words)) = position.split_last() {
                past.push(hash_of(words), words, *to_act);
            }
        }
        past
    }

    fn push(&mut self, hash: u64, words: &[u64], to_act: u64) {
        self.before.push(self.last.insert(hash, self.hashes.len() as u32));
        self.hashes.push(hash);
        self.words.extend_from_slice(words);
        self.words.push(to_act);
    }

    /// Whether some position has the hash.
    fn has(&self, hash: u64) -> bool {
        self.last.contains_key(&hash)
    }
}

impl<const W: usize> State<W> {
    /// The words that a repetition compares.
    fn key(&self, shared: &Shared<W>) -> &[u64] {
        &self.memory.words()[..shared.plan.layout.compared as usize]
    }

    /// The steps of looking for the position at hand among the earlier ones.
    pub fn cost_of_past(&self, shared: &Shared<W>) -> u64 {
        let rules = shared.plan.repetitions.len() as u64;
        // Where the hash is new, nothing is compared.
        if !self.past.has(self.memory.compared_hash()) {
            return 2 * rules;
        }
        (u64::from(shared.plan.layout.compared) + self.past.len() as u64) * rules / 2
    }

    /// Remembers the position at the end of a turn, if a rule may ask for it.
    pub fn remember(&mut self, shared: &Shared<W>) {
        if shared.plan.repetitions.is_empty() {
            return;
        }
        let to_act = self.memory.get(shared.plan.layout.system.to_act);
        let compared = shared.plan.layout.compared as usize;
        self.past.push(self.memory.compared_hash(), &self.memory.words()[..compared], to_act);
    }

    /// Whether a rule forbids that the contents at hand come about with this role to act.
    pub fn forbidden(&self, shared: &Shared<W>, to_act: u64) -> bool {
        let mut illegal = shared.plan.repetitions.iter().filter(|rule| rule.is_illegal());
        illegal.any(|rule| self.first_of(shared, rule, to_act, self.past.len()).is_some())
    }

    /// If the contents at hand, with this role to act, are that often among the first `among` positions that a further one makes
    /// it as many times as the rule says: the first of the last so many.
    fn first_of(&self, shared: &Shared<W>, rule: &RepetitionPlan, to_act: u64, among: usize) -> Option<usize> {
        let size = self.past.words.len().checked_div(self.past.len()).filter(|_| among > 0)?;
        let wanted = self.memory.compared_hash();
        if !self.past.has(wanted) {
            return None;
        }
        let same = |at: &usize| {
            let known = &self.past.words[at * size..(at + 1) * size];
            let contents = size - 1;
            known[..contents] == *self.key(shared)
                && (rule.compare != Compare::Situational || known[contents] == to_act)
        };
        if rule.compare == Compare::Ko {
            // The last one is the position before this turn; that before it is the one that must not come back.
            return among.checked_sub(2).filter(|at| self.past.hashes[*at] == wanted && same(at));
        }
        self.past
            .with_hash(wanted)
            .skip_while(|at| *at >= among)
            .filter(same)
            .nth((rule.times as usize).saturating_sub(2))
    }

    /// The ends of turns before this one, 0 the start, at which a rule finds the position that has come about at the end of this one.
    pub fn earlier(&self, shared: &Shared<W>, rule: usize) -> Vec<usize> {
        let Some(rule) = shared.plan.repetitions.get(rule) else { return Vec::new() };
        let among = self.past.len().saturating_sub(1);
        let Some(size) = self.past.words.len().checked_div(self.past.len()).filter(|_| among > 0) else {
            return Vec::new();
        };
        let at = |turn: usize| &self.past.words[turn * size..(turn + 1) * size];
        let compared = if rule.compare == Compare::Situational { size } else { size - 1 };
        let same = |turn: &usize| at(*turn)[..compared] == at(among)[..compared];
        let ko = rule.compare == Compare::Ko;
        (0..among).filter(same).filter(|turn| !ko || turn + 2 == among).collect()
    }

    /// The winners by the repetition rules, of which the first that is about the position at hand decides, at the end of a turn that
    /// was not passed.
    pub fn repetition(&mut self, shared: &Shared<W>) -> Result<Option<Vec<PlayerId>>, Fault> {
        let system = shared.plan.layout.system;
        if shared.plan.repetitions.is_empty()
            || self.memory.get(system.mid_turn) == 1
            || self.memory.get(system.passes) > 0
        {
            return Ok(None);
        }
        let role = self.to_act(shared);
        // The last one remembered is the position itself.
        let among = self.past.len().saturating_sub(1);
        for rule in &shared.plan.repetitions {
            let Some(results) = &rule.results else { continue };
            let Some(first) = self.first_of(shared, rule, role.index() as u64, among) else { continue };
            let mark = self.memory.mark();
            self.memory.set(system.cycle_length, (among - first) as u64);
            let winners = self.repeated(shared, rule, results, role);
            self.memory.rollback(mark);
            if let Some(winners) = winners? {
                return Ok(Some(winners));
            }
        }
        Ok(None)
    }

    /// The winners by a rule that is about the position at hand, if its condition holds.
    fn repeated(
        &mut self,
        shared: &Shared<W>,
        rule: &RepetitionPlan,
        results: &[ResultPlan],
        role: PlayerId,
    ) -> Result<Option<Vec<PlayerId>>, Fault> {
        if let Some(when) = &rule.when
            && self.run(shared, when[role], &[], None)? == 0
        {
            return Ok(None);
        }
        self.decide(shared, results, role).map(Some)
    }
}
