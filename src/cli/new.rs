//! `rulebook new`.
#![expect(clippy::disallowed_methods, reason = "the door to files that are written")]

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::terminal::Terminal;
use rulebook_insight::library::{SHIPPED, find, near, starter, title_of};

/// Create a game file from a shipped game
#[derive(Args)]
pub struct New {
    /// Name of the new game, or path of its file; `.game` is added if missing
    #[arg(value_name = "NAME")]
    name: PathBuf,
    /// Shipped game to copy (`rulebook games` lists them)
    #[arg(long, value_name = "GAME", default_value = "tic-tac-toe")]
    like: String,
    /// Title of the new game [default: derived from its name]
    #[arg(long)]
    title: Option<String>,
}

impl New {
    /// Writes the file, never over another.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let Some(shipped) = find(&self.like) else {
            let known = || SHIPPED.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ");
            let help = near(&self.like)
                .map_or_else(|| format!("the shipped games are {}", known()), |near| format!("did you mean `{near}`?"));
            return Err(Failure::Usage(format!("there is no shipped game `{}`\n  help: {help}", self.like)));
        };
        let mut path = self.name.clone();
        if path.extension().is_none_or(|ending| ending != "game") {
            path.as_mut_os_string().push(".game");
        }
        let title = match &self.title {
            Some(title) => title.clone(),
            None => title_of(&path.file_stem().unwrap_or_default().to_string_lossy()),
        };
        if title.is_empty() || title.contains(['"', '\n', '\r']) {
            let message = format!("`{}` is not a valid title", title.escape_debug());
            return Err(Failure::Usage(format!("{message}\n  help: set another one with `--title`")));
        }
        let shown = path.display();
        let written = OpenOptions::new().write(true).create_new(true).open(&path);
        let written = written.and_then(|mut file| file.write_all(starter(shipped, &title).as_bytes()));
        written.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Failure::Usage(format!("`{shown}` already exists")),
            _ => Failure::Usage(format!("cannot write `{shown}`: {error}")),
        })?;
        terminal.say(&format!("created {shown}: \"{title}\", from `{}`; next:", shipped.name()));
        terminal.say(&format!("    rulebook check {shown}\n    rulebook play {shown} --seat 2=random"));
        Ok(())
    }
}
