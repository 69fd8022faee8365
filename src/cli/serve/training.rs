//! Trainings: one at a time, and what the last of them made.
#![expect(clippy::disallowed_methods, reason = "the door to the clock")]

use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use super::http::is_gone;

/// How long a training waits for another one to end, which may be measuring its player for somebody who is gone.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often it is looked whether the other has ended.
const LOOK: Duration = Duration::from_millis(50);
/// How many files are kept until the page has fetched them.
const MAX_KEPT: usize = 2;

/// Lets one training after the other use the threads and the memory.
#[derive(Default)]
pub struct Turn(Mutex<()>);

impl Turn {
    /// Waits for the turn of a client; nothing where another training goes on, or the client does not wait.
    pub fn take(&self, stream: &TcpStream) -> Option<MutexGuard<'_, ()>> {
        let began = Instant::now();
        loop {
            match self.0.try_lock() {
                Ok(turn) => return Some(turn),
                Err(TryLockError::Poisoned(turn)) => return Some(turn.into_inner()),
                Err(TryLockError::WouldBlock) if began.elapsed() > PATIENCE || is_gone(stream) => return None,
                Err(TryLockError::WouldBlock) => std::thread::sleep(LOOK),
            }
        }
    }
}

/// The files of players that trainings have made, until the page fetches them: the last of them.
#[derive(Default)]
pub struct Made(Mutex<Vec<(String, Arc<[u8]>)>>);

impl Made {
    /// Keeps a file by its digest.
    pub fn keep(&self, digest: &str, file: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known != digest);
        kept.insert(0, (digest.to_owned(), file.into()));
        kept.truncate(MAX_KEPT);
    }

    /// The file of a digest.
    pub fn get(&self, digest: &str) -> Option<Arc<[u8]>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == digest).map(|(_, file)| Arc::clone(file))
    }
}
