//! Positions at the ends of turns, for rules about repetition. Hashes find candidates; words decide.

use super::core::State;
use super::shared::Shared;
use crate::model::{Ending, PlayerId};
use crate::util::Id;

/// Earlier positions, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Past {
    hashes: Vec<u64>,
    words: Vec<u64>,
}

impl Past {
    /// How many positions.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Forgets all but the first `length`.
    pub fn shorten(&mut self, length: usize) {
        if length < self.hashes.len() {
            let size = self.words.len() / self.hashes.len();
            self.hashes.truncate(length);
            self.words.truncate(length * size);
        }
    }

    fn push(&mut self, hash: u64, words: impl Iterator<Item = u64>) {
        self.hashes.push(hash);
        self.words.extend(words);
    }
}

impl<const W: usize> State<W> {
    /// The words that a repetition compares: the contents and, where it matters, who is to act.
    fn key(&self, shared: &Shared<W>, to_act: u64) -> impl Iterator<Item = u64> + '_ {
        let situational = shared.plan.repetition.as_ref().is_some_and(|rule| rule.situational);
        let contents = &self.memory.words()[..shared.plan.layout.contents as usize];
        contents.iter().copied().chain(situational.then_some(to_act))
    }

    fn key_hash(&self, shared: &Shared<W>, to_act: u64) -> u64 {
        self.key(shared, to_act).fold(0, |hash, word| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
    }

    /// Remembers the position at the end of a turn, if a rule may ask for it.
    pub fn remember(&mut self, shared: &Shared<W>) {
        if shared.plan.repetition.is_none() {
            return;
        }
        let to_act = self.memory.get(shared.plan.layout.system.to_act);
        let hash = self.key_hash(shared, to_act);
        let mut past = std::mem::take(&mut self.past);
        past.push(hash, self.key(shared, to_act));
        self.past = past;
    }

    /// Whether the contents at hand, with this role to act, have been before.
    pub fn repeats(&self, shared: &Shared<W>, to_act: u64) -> bool {
        self.found(shared, to_act, self.past.len())
    }

    fn found(&self, shared: &Shared<W>, to_act: u64, among: usize) -> bool {
        if among == 0 {
            return false;
        }
        let hash = self.key_hash(shared, to_act);
        let size = self.past.words.len() / self.past.len();
        let same = |at: usize| self.past.words[at * size..(at + 1) * size].iter().copied().eq(self.key(shared, to_act));
        self.past.hashes[..among].iter().enumerate().any(|(at, known)| *known == hash && same(at))
    }

    /// What the repetition rule says of the position at hand, at the end of a turn that was not passed: the winners.
    pub fn repetition(&self, shared: &Shared<W>) -> Option<Vec<PlayerId>> {
        let rule = shared.plan.repetition.as_ref().filter(|rule| rule.ending != Ending::Illegal)?;
        let system = shared.plan.layout.system;
        if self.memory.get(system.mid_turn) == 1 || self.memory.get(system.passes) > 0 {
            return None;
        }
        // The last one remembered is the position itself.
        if !self.found(shared, self.memory.get(system.to_act), self.past.len().saturating_sub(1)) {
            return None;
        }
        let repeater = PlayerId((self.memory.get(system.last_mover) as u8).saturating_sub(1));
        Some(match rule.ending {
            Ending::Draw | Ending::Illegal => Vec::new(),
            Ending::Wins => vec![repeater],
            Ending::Loses => shared.plan.roles.ids().filter(|role| role.index() != repeater.index()).collect(),
        })
    }
}
