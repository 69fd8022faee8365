//! `rulebook new`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::output::Output;
use super::terminal::Terminal;
use rulebook_insight::library::{SHIPPED, is_title, near, starter, teaching, title_of};

/// Create a game file from a shipped game
#[derive(Args)]
pub struct New {
    /// Name of the new game, or path of its file; `.game` is added if missing; `-` for standard output
    #[arg(value_name = "NAME")]
    name: PathBuf,
    /// Shipped game to copy (`rulebook games` lists them), or what it should show: `dice`, `sowing`, `stacks` copy the shortest sheet of
    /// it
    #[arg(long, value_name = "GAME|WORDS", default_value = "tic-tac-toe")]
    like: String,
    /// Title of the new game [default: derived from its name]
    #[arg(long)]
    title: Option<String>,
}

impl New {
    /// Writes the file, never over another.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let Some(shipped) = teaching(&self.like) else {
            let known = || SHIPPED.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ");
            let help = near(&self.like)
                .map_or_else(|| format!("the shipped games are {}", known()), |near| format!("did you mean `{near}`?"));
            return Err(Failure::Usage(format!("there is no shipped game `{}`\n  help: {help}", self.like)));
        };
        let is_out = self.name == Path::new("-");
        let mut path = self.name.clone();
        if !is_out && path.extension().is_none_or(|ending| ending != "game") {
            path.as_mut_os_string().push(".game");
        }
        let title = match &self.title {
            Some(title) => title.clone(),
            None if is_out => title_of(shipped.name()),
            None => title_of(&path.file_stem().unwrap_or_default().to_string_lossy()),
        };
        if !is_title(&title) {
            let message = format!("`{}` is not a valid title", title.escape_debug());
            return Err(Failure::Usage(format!("{message}\n  help: set another one with `--title`")));
        }
        let text = starter(shipped, &title);
        if is_out {
            return terminal.data(text.as_bytes());
        }
        let mut file = Output::absent(&path)?;
        file.text(&text)?;
        file.finish()?;
        let shown = path.display();
        terminal.say(&format!("created {shown}: \"{title}\", from `{}`; next:", shipped.name()));
        terminal.say(&format!("    rulebook check {shown}\n    rulebook play {shown} --seat 2=random"));
        Ok(())
    }
}
