//! Agents as the command line names them: those that are files are read.

use std::path::Path;

use super::failure::Failure;
use super::input;
use rulebook_insight::agents::{MAX_PLAYER_BYTES, Spec};
use rulebook_insight::library::Prepared;

/// The agent that a text names, with what its files hold.
pub fn agent(text: &str) -> Result<Spec, String> {
    with_files(text.parse::<Spec>().map_err(|error| error.to_string())?, Path::new(""))
}

/// The same agent with what its files hold, which are named from a folder on.
pub fn with_files(spec: Spec, folder: &Path) -> Result<Spec, String> {
    let read = |name: &str| input::bytes(&folder.join(name), MAX_PLAYER_BYTES);
    spec.read_with(&read).map_err(|error| error.to_string())
}

/// Refuses more agents than a game has seats.
pub fn seated(agents: &[Spec], prepared: &Prepared) -> Result<(), Failure> {
    let (given, seats) = (agents.len(), prepared.game.players.len());
    match given > seats {
        true => {
            Err(Failure::Usage(format!("{given} agents for {seats} seats\n  help: give --agent at most once per seat")))
        }
        false => Ok(()),
    }
}
