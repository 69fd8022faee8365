//! What is kept between two starts at a port: the token of the link, and the rooms.
#![expect(clippy::disallowed_methods, reason = "the door to files and the environment")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::files::said;
use crate::input;
use crate::output::Output;

/// The file that holds the token.
const TOKEN: &str = "token";
/// The folder of rooms, and the ending of their files.
const ROOMS: &str = "rooms";
const ENDING: &str = "json";
/// The largest file of a room that is read.
const MAX_BYTES: u64 = 16 << 20;

/// The folder of what is kept for a port, which is made when there is something to keep. No other program listens at that port
/// while this one does, so nobody else writes there.
#[derive(Clone)]
pub struct Kept {
    folder: PathBuf,
}

impl Kept {
    /// The folder of a port, below the one that is named, else below that of the user's data, if the system says where that is.
    pub fn of(named: Option<&Path>, port: u16) -> Option<Kept> {
        let base = named.map(Path::to_owned).or_else(user_data)?;
        Some(Kept { folder: base.join(port.to_string()) })
    }

    /// Where rooms are.
    pub fn rooms(&self) -> PathBuf {
        self.folder.join(ROOMS)
    }

    /// The token of the start before, if one was kept that nobody can guess.
    pub fn token(&self) -> Option<String> {
        let token = input::plain(&self.folder.join(TOKEN)).ok()?.trim().to_owned();
        (token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(token)
    }

    /// Keeps the token. Only the user can look into the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_token(&self, token: &str) -> Result<(), String> {
        private(&self.folder).map_err(|error| error.to_string())?;
        write(&self.folder.join(TOKEN), token)
    }

    /// The texts of at most so many rooms, by their names.
    pub fn read_rooms(&self, most: usize) -> Vec<(String, String)> {
        let entries = fs::read_dir(self.rooms()).into_iter().flatten().flatten();
        let named = entries.filter_map(|entry| {
            let path = entry.path();
            let name = path.file_stem().and_then(|name| name.to_str())?.to_owned();
            (path.extension().is_some_and(|ending| ending == ENDING) && !name.starts_with('.')).then_some((name, path))
        });
        let text = |path: &Path| String::from_utf8(input::bytes(path, MAX_BYTES).ok()?).ok();
        named.filter_map(|(name, path)| Some((name, text(&path)?))).take(most).collect()
    }

    /// Keeps a room, whole or as it was before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep_room(&self, name: &str, text: &str) -> Result<(), String> {
        private(&self.folder).and_then(|()| private(&self.rooms())).map_err(|error| error.to_string())?;
        write(&self.rooms().join(name).with_extension(ENDING), text)
    }

    /// Removes a room.
    pub fn remove_room(&self, name: &str) {
        let _ = fs::remove_file(self.rooms().join(name).with_extension(ENDING));
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = Output::regular(path).and_then(|mut output| {
        output.text(text)?;
        output.finish()
    });
    written.map_err(|failure| said(failure).1)
}

/// Makes a folder into which only the user can look.
fn private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Where programs keep the user's data, by the custom of the system.
fn user_data() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = match std::env::consts::OS {
        "windows" => named("LOCALAPPDATA"),
        "macos" => named("HOME").map(|home| home.join("Library/Application Support")),
        _ => named("XDG_DATA_HOME").or_else(|| named("HOME").map(|home| home.join(".local/share"))),
    };
    folder.map(|folder| folder.join("rulebook").join("serve"))
}
