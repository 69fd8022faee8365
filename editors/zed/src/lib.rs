//! Tells Zed where the language server is.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Rulebook;

impl zed::Extension for Rulebook {
    fn new() -> Self {
        Rulebook
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("rulebook")
            .ok_or("there is no program `rulebook` on the PATH: see docs/editors.md for how to install it")?;
        Ok(Command { command, args: vec!["lsp".to_owned()], env: Vec::new() })
    }
}

zed::register_extension!(Rulebook);
