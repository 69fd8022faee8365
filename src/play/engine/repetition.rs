//! Positions at the ends of turns, for rules about repetition. Hashes find candidates; words decide.

use rustc_hash::FxHashMap;

use super::core::State;
use super::shared::Shared;
use rulebook_language::model::{Compare, Ending, PlayerId, Repetition};

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
        let illegal = |rule: &&Repetition| rule.ending == Ending::Illegal;
        shared.plan.repetitions.iter().filter(illegal).any(|rule| self.repeats(shared, rule, to_act, self.past.len()))
    }

    /// Whether the contents at hand, with this role to act, are that often among the first `among` positions that a further
    /// one makes it as many times as the rule says.
    fn repeats(&self, shared: &Shared<W>, rule: &Repetition, to_act: u64, among: usize) -> bool {
        let Some(size) = self.past.words.len().checked_div(self.past.len()).filter(|_| among > 0) else { return false };
        let wanted = self.memory.compared_hash();
        if !self.past.has(wanted) {
            return false;
        }
        let same = |at: &usize| {
            let known = &self.past.words[at * size..(at + 1) * size];
            let contents = size - 1;
            known[..contents] == *self.key(shared)
                && (rule.compare != Compare::Situational || known[contents] == to_act)
        };
        if rule.compare == Compare::Ko {
            // The last one is the position before this turn; that before it is the one that must not come back.
            return among >= 2 && self.past.hashes[among - 2] == wanted && same(&(among - 2));
        }
        self.past.with_hash(wanted).skip_while(|at| *at >= among).filter(same).count() + 1 >= rule.times as usize
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

    /// What the repetition rules say of the position at hand, at the end of a turn that was not passed: the winners.
    pub fn repetition(&self, shared: &Shared<W>) -> Option<Vec<PlayerId>> {
        let system = shared.plan.layout.system;
        if shared.plan.repetitions.is_empty()
            || self.memory.get(system.mid_turn) == 1
            || self.memory.get(system.passes) > 0
        {
            return None;
        }
        let to_act = self.memory.get(system.to_act);
        let repeater = PlayerId((self.memory.get(system.last_mover) as u8).saturating_sub(1));
        for rule in shared.plan.repetitions.iter().filter(|rule| rule.ending != Ending::Illegal) {
            // The last one remembered is the position itself.
            if self.repeats(shared, rule, to_act, self.past.len().saturating_sub(1)) {
                return Some(match rule.ending {
                    Ending::Draw | Ending::Illegal => Vec::new(),
                    Ending::Wins => vec![repeater],
                    Ending::Loses => shared.plan.roles.ids().filter(|role| *role != repeater).collect(),
                });
            }
        }
        None
    }
}
