//! A binary of `rulebook`, driven by flags that older ones know too.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A binary of `rulebook`.
pub struct Binary {
    pub name: &'static str,
    path: PathBuf,
}

/// What a run of random games reports.
pub struct Run {
    /// Games a second, without the start of the program and of its kernels.
    pub speed: f64,
    /// The actions of all games.
    pub plies: u64,
    /// Why the games were not played in batches, if they were not.
    pub unbatched: Option<String>,
}

impl Binary {
    pub fn new(name: &'static str, path: &Path) -> Self {
        Binary { name, path: path.to_owned() }
    }

    /// Plays so many random games on one thread.
    pub fn games(&self, game: &str, number: u64, seed: u64) -> Result<Run, String> {
        self.playouts(game, &["-n", &number.to_string(), "--seed", &seed.to_string()])
    }

    /// Plays random games for so long on one thread.
    pub fn seconds(&self, game: &str, seconds: f64) -> Result<Run, String> {
        self.playouts(game, &["--seconds", &seconds.to_string()])
    }

    /// Plays one action, which shows whether games are played in batches.
    pub fn one_ply(&self, game: &str) -> Result<Run, String> {
        self.playouts(game, &["-n", "1", "--max-plies", "1"])
    }

    /// The text of a shipped game, as a sheet of the same title.
    pub fn sheet(&self, game: &str) -> Result<String, String> {
        let output = Command::new(&self.path).args(["new", "--like", game, "-"]).output();
        let output = output.map_err(|error| format!("{}: {error}", self.path.display()))?;
        if !output.status.success() {
            return Err(format!("{} does not write the sheet of {game}", self.name));
        }
        String::from_utf8(output.stdout).map_err(|error| error.to_string())
    }

    fn playouts(&self, game: &str, length: &[&str]) -> Result<Run, String> {
        let mut command = Command::new(&self.path);
        command.args(["playouts", game, "--threads", "1", "--json"]).args(length);
        let output = command.output().map_err(|error| format!("{}: {error}", self.path.display()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(said.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing was said").to_owned());
        }
        let shown: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
        let speed = shown["playouts_per_second"].as_f64().ok_or("no speed was reported")?;
        let plies = shown["plies"].as_u64().ok_or("no plies were reported")?;
        // Binaries from before 2026-11-25 say why in `unbatched`, those from before 2026-11-22 in `one_by_one`.
        let is_left_whole = shown["lifted"].as_bool() == Some(false);
        let why = shown["unbatched"].as_str().or(shown["one_by_one"].as_str());
        let why = why.or(is_left_whole.then(|| shown["left"][0].as_str().unwrap_or("nothing is lifted")));
        Ok(Run { speed, plies, unbatched: why.map(str::to_owned) })
    }
}
