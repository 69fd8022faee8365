//! Agents as the command line names them: those that are files are read.

use std::path::Path;

use super::input;
use rulebook_insight::agents::{MAX_PLAYER_BYTES, Spec};

/// The agent that a text names, with what its files hold.
pub fn agent(text: &str) -> Result<Spec, String> {
    with_files(text.parse::<Spec>().map_err(|error| error.to_string())?, Path::new(""))
}

/// The same agent with what its files hold, which are named from a folder on.
pub fn with_files(spec: Spec, folder: &Path) -> Result<Spec, String> {
    let read = |name: &str| input::bytes(&folder.join(name), MAX_PLAYER_BYTES);
    spec.read_with(&read).map_err(|error| error.to_string())
}
