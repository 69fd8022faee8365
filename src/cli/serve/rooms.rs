//! The rooms of a program: opened by the host, found by a name that nobody can guess, kept on disk.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rulebook_language::syntax::MAX_FILE_BYTES;
use serde_json::Value;

use super::api::Sessions;
use super::guard::secret;
use super::http::Refused;
use super::kept::Kept as Folder;
use super::room::{Kept, Room};

/// The most rooms.
const MAX_ROOMS: usize = 100;
/// The most bytes of the rules of a room: the sheet and the files that it names.
const MAX_RULES: usize = 2 * MAX_FILE_BYTES;
/// How many random bytes the name of a room has: who does not have the link does not find it.
const NAME_BYTES: usize = 12;
/// How many questions of rooms are worked on at a time, and how long others wait.
const MAX_WORKING: usize = 4;
const PATIENCE: Duration = Duration::from_secs(10);

/// The rooms by their names.
pub struct Rooms {
    all: Mutex<BTreeMap<String, Arc<Room>>>,
    folder: Option<Folder>,
    working: Mutex<usize>,
    done: Condvar,
}

impl Rooms {
    /// The rooms that were kept, if there is a folder for them.
    pub fn of(folder: Option<Folder>) -> Rooms {
        let kept = folder.iter().flat_map(|folder| folder.read_rooms(MAX_ROOMS));
        let room = |(name, text): (String, String)| {
            let kept = serde_json::from_str::<Kept>(&text).ok()?;
            is_name(&name).then(|| (name, Arc::new(Room::again(kept))))
        };
        let all = kept.filter_map(room).collect();
        Rooms { all: Mutex::new(all), folder, working: Mutex::new(0), done: Condvar::new() }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of them.
    pub fn list(&self) -> Vec<(String, Arc<Room>)> {
        self.all().iter().map(|(name, room)| (name.clone(), Arc::clone(room))).collect()
    }

    /// The room of a name.
    ///
    /// # Errors
    /// Status 404.
    pub fn find(&self, name: &str) -> Result<Arc<Room>, Refused> {
        let none = || Refused::new(404, "there is no such room, or it was closed: ask for another link");
        self.all().get(name).map(Arc::clone).ok_or_else(none)
    }

    /// Opens a room and gives its name.
    ///
    /// # Errors
    /// Status 413 of rules that are too long, 422 of those that cannot be played, 409 where there are too many rooms.
    pub fn open(&self, game: Value, start: Option<String>, sessions: &Sessions) -> Result<String, Refused> {
        if game.to_string().len() > MAX_RULES {
            return Err(Refused::new(413, format!("the rules of a room have at most {MAX_RULES} bytes")));
        }
        let room = Room::open(game, start, sessions)?;
        let name = secret(NAME_BYTES).map_err(|error| Refused::new(503, error.to_string()))?;
        let mut all = self.all();
        if all.len() >= MAX_ROOMS {
            return Err(Refused::new(409, format!("there are {MAX_ROOMS} rooms already: close one of them first")));
        }
        self.keep(&name, &room.kept())?;
        all.insert(name.clone(), Arc::new(room));
        Ok(name)
    }

    /// Closes a room for good.
    ///
    /// # Errors
    /// Status 404 where there is none.
    pub fn close(&self, name: &str) -> Result<(), Refused> {
        let room = self.find(name)?;
        self.all().remove(name);
        room.close();
        if let Some(folder) = &self.folder {
            folder.remove_room(name);
        }
        Ok(())
    }

    /// Keeps a room on disk, where there is a folder for it.
    ///
    /// # Errors
    /// Status 503 where it cannot be written.
    pub fn keep(&self, name: &str, room: &Kept) -> Result<(), Refused> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let refused = |message: String| Refused::new(503, format!("the room cannot be kept: {message}"));
        let text = serde_json::to_string(room).map_err(|error| refused(error.to_string()))?;
        folder.keep_room(name, &text).map_err(refused)
    }

    /// A turn to work for a room: others than the host share a few.
    ///
    /// # Errors
    /// Status 503 where too many others work.
    pub fn work(&self) -> Result<Working<'_>, Refused> {
        let working = self.working.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |working: &mut usize| *working >= MAX_WORKING;
        let waited = self.done.wait_timeout_while(working, PATIENCE, is_full).unwrap_or_else(PoisonError::into_inner);
        let mut working = waited.0;
        if *working >= MAX_WORKING {
            return Err(Refused::new(503, "too much is asked of the rooms at the moment"));
        }
        *working += 1;
        Ok(Working(self))
    }
}

/// A turn to work, given back when it is dropped.
pub struct Working<'r>(&'r Rooms);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        *self.0.working.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.done.notify_one();
    }
}

/// Whether a room may be called so: the names are those of files.
fn is_name(name: &str) -> bool {
    name.len() == 2 * NAME_BYTES && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}
