//! What the user wants, as editors send it.

use rulebook_insight::analysis::{Effort, Smoke};
use serde_json::Value;

/// Settings, all of them under `rulebook`.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// `check.enable`: whether games are played and searched for defects after a pause.
    pub checks: bool,
    /// `check.effort`: how much is played; what rulebook.toml says where nothing is said here.
    pub effort: Option<Smoke>,
    /// `codeLens.enable`: whether lenses are shown.
    pub lenses: bool,
    /// `inlayHints.enable`: whether hints are shown.
    pub hints: bool,
    /// `playCommand`: a command of the client that plays a game of a document on a board.
    pub play_command: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { checks: true, effort: None, lenses: true, hints: false, play_command: None }
    }
}

impl Settings {
    /// Takes over what is said, possibly under `rulebook`; the rest stays.
    pub fn read(&mut self, said: &Value) {
        let said = said.get("rulebook").unwrap_or(said);
        let flag = |path: &str| said.pointer(path).and_then(Value::as_bool);
        self.checks = flag("/check/enable").unwrap_or(self.checks);
        self.lenses = flag("/codeLens/enable").unwrap_or(self.lenses);
        self.hints = flag("/inlayHints/enable").unwrap_or(self.hints);
        if let Some(effort) = said.pointer("/check/effort") {
            self.effort = match effort.as_str() {
                Some("quick") => Some(Effort::Quick.into()),
                Some("normal") => Some(Effort::Normal.into()),
                Some("thorough") => Some(Effort::Thorough.into()),
                _ => None,
            };
        }
        if let Some(command) = said.get("playCommand") {
            self.play_command = command.as_str().map(str::to_owned);
        }
    }
}
