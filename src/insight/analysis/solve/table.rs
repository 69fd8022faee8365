//! What all threads of a search know: proof numbers by position, in shards that are locked one at a time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::limits::{Limits, Stopped};
use super::store::{Store, hash};

/// How hard it is to answer a question about a position with yes and with no: lower bounds of the number of leaves that must
/// still be settled. A question is whether the seat to act can reach a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// 0 if the answer is yes, [`NEVER`] if it is no.
    pub yes: u32,
    /// 0 if the answer is no, [`NEVER`] if it is yes.
    pub no: u32,
}

/// The effort of what is refuted.
pub const NEVER: u32 = u32::MAX;

impl Effort {
    /// The answer is yes.
    pub const YES: Effort = Effort { yes: 0, no: NEVER };
    /// The answer is no.
    pub const NO: Effort = Effort { yes: NEVER, no: 0 };

    /// The answer, if it is known.
    pub fn answer(self) -> Option<bool> {
        match self {
            Effort::YES => Some(true),
            Effort { no: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// What it is for the other seat's question.
    pub fn turned(self) -> Effort {
        Effort { yes: self.no, no: self.yes }
    }
}

/// What the seat to act may be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Can it force a win?
    Win,
    /// Can it force a draw, or more?
    Hold,
}

impl Question {
    /// The question to the other seat whose answer is the opposite.
    pub fn other(self) -> Question {
        match self {
            Question::Win => Question::Hold,
            Question::Hold => Question::Win,
        }
    }
}

/// A position that is known: its shard and its number there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Known {
    shard: u32,
    id: u32,
}

/// An entry: the efforts of both questions, and how many threads are below the position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    efforts: [Effort; 2],
    visitors: u32,
}

#[derive(Debug, Default)]
struct Shard {
    store: Store,
    entries: Vec<Entry>,
}

impl Shard {
    fn memory(&self) -> usize {
        self.store.memory() + self.entries.capacity() * size_of::<Entry>()
    }
}

/// A power of two.
const SHARDS: usize = 64;

/// The positions that are known.
pub struct Table {
    shards: Vec<Mutex<Shard>>,
    limits: Limits,
    states: AtomicU64,
    bytes: AtomicU64,
}

impl Table {
    /// An empty table.
    pub fn new(limits: Limits) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Table { shards, limits, states: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    /// How many positions.
    pub fn states(&self) -> u64 {
        self.states.load(Relaxed)
    }

    fn shard(&self, shard: u32) -> MutexGuard<'_, Shard> {
        // A thread that panicked left whole entries.
        self.shards[shard as usize % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position with this key; `effort` is the first guess of one that is new.
    ///
    /// # Errors
    /// If it is new and a limit is reached; `more` is what the searches keep beside the table, in bytes.
    pub fn add(&self, key: &[u8], more: u64, effort: Effort) -> Result<Known, Stopped> {
        let hash = hash(key);
        let shard = (hash >> 58) as u32;
        let mut inner = self.shard(shard);
        if let Some(id) = inner.store.find(key) {
            return Ok(Known { shard, id });
        }
        if self.states() >= self.limits.states {
            return Err(Stopped::States(self.limits.states));
        }
        if self.bytes.load(Relaxed) + more > self.limits.bytes {
            return Err(Stopped::Bytes(self.limits.bytes));
        }
        if !inner.store.fits(key) {
            return Err(Stopped::Bytes(u64::from(u32::MAX)));
        }
        let before = inner.memory();
        let (id, _) = inner.store.add(key);
        inner.entries.push(Entry { efforts: [effort; 2], visitors: 0 });
        self.bytes.fetch_add((inner.memory() - before) as u64, Relaxed);
        self.states.fetch_add(1, Relaxed);
        Ok(Known { shard, id })
    }

    /// The position with this key, if it is known.
    pub fn find(&self, key: &[u8]) -> Option<Known> {
        let shard = (hash(key) >> 58) as u32;
        self.shard(shard).store.find(key).map(|id| Known { shard, id })
    }

    /// The effort of a question, and how many threads are below the position.
    pub fn effort(&self, known: Known, question: Question) -> (Effort, u32) {
        let entry = self.shard(known.shard).entries[known.id as usize];
        (entry.efforts[question as usize], entry.visitors)
    }

    /// Says what was found. An answer is never taken back: another thread may have found it in the meantime.
    pub fn tell(&self, known: Known, question: Question, effort: Effort) {
        let entry = &mut self.shard(known.shard).entries[known.id as usize];
        let efforts = &mut entry.efforts;
        if efforts[question as usize].answer().is_none() {
            efforts[question as usize] = effort;
        }
        // Who can win can hold, and who cannot hold cannot win.
        match (question, effort.answer()) {
            (Question::Win, Some(true)) => efforts[Question::Hold as usize] = Effort::YES,
            (Question::Hold, Some(false)) => efforts[Question::Win as usize] = Effort::NO,
            _ => {}
        }
    }

    /// A thread goes below the position, or comes back.
    pub fn visit(&self, known: Known, enters: bool) {
        let entry = &mut self.shard(known.shard).entries[known.id as usize];
        entry.visitors = if enters { entry.visitors + 1 } else { entry.visitors.saturating_sub(1) };
    }
}
