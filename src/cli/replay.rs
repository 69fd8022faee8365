//! `rulebook replay`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::GameSettings;
use super::failure::{FINDINGS, Failure, USAGE};
use super::input;
use super::progress::Progress;
use super::reference::Reference;
use super::terminal::Terminal;
use rulebook_insight::analysis::{Refused, Replays};
use rulebook_insight::library::Settings;
use rulebook_language::diagnostic::Severity;
use rulebook_play::record::Lines;
use rulebook_service::wire;

/// Verify recorded games: every move must be legal and every recorded number correct
///
/// Each record names its variant and options; `--variant` and `--set` override them.
#[derive(Args)]
pub struct Replay {
    /// Game file: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_parser = Reference::parser())]
    file: Reference,
    /// Files with one JSON record per line, or `-` for standard input
    #[arg(value_name = "RECORDS", required = true)]
    records: Vec<PathBuf>,
    #[command(flatten)]
    settings: GameSettings,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

impl Replay {
    /// Replays.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let loaded = input::read(&self.file.file)?;
        let chosen = self.file.with(&self.settings)?;
        if loaded.report.errors() > 0 {
            return Err(super::position::findings(loaded.report, loaded.sources));
        }
        let before = |settings: &mut Settings| chosen.write(settings);
        let mut replays = Replays::new(&loaded, &before);
        let mut shown = wire::Replay::default();
        for file in &self.records {
            if let Err(message) = replay_file(file, &mut replays, &mut shown, terminal) {
                terminal.error(&message);
                shown.unreadable.push(message);
            }
        }
        if self.json {
            terminal.json(&shown)?;
        } else {
            summary(&shown, terminal)?;
        }
        match (shown.unreadable.is_empty(), shown.mismatches) {
            (false, _) => Err(Failure::Told(USAGE)),
            (true, 0) => Ok(()),
            (true, _) => Err(Failure::Told(FINDINGS)),
        }
    }
}

/// Replays the records of one file; an error is why it cannot be read to its end.
fn replay_file(
    file: &Path,
    replays: &mut Replays,
    shown: &mut wire::Replay,
    terminal: &mut Terminal,
) -> Result<(), String> {
    let name = file.display().to_string();
    let progress = Progress::new(terminal, "games", None);
    let mut is_first = true;
    for item in Lines::new(input::lines(file)?) {
        let (line, record) = item.map_err(|error| format!("{name}: {error}"))?;
        shown.games += 1;
        if shown.games.is_multiple_of(64) {
            progress.at(shown.games);
        }
        let place = format!("<{name}:{line}>");
        let refused = match replays.replay(&record, &place) {
            Ok(replayed) => {
                shown.plies += replayed.plies as u64;
                continue;
            }
            Err(refused) => refused,
        };
        shown.mismatches += 1;
        if std::mem::take(&mut is_first) {
            shown.first_mismatches.push(told(&name, line, refused, terminal));
        }
    }
    Ok(())
}

/// Says in full what does not hold.
fn told(file: &str, line: u64, refused: Refused, terminal: &mut Terminal) -> wire::Mismatched {
    let mismatched = |ply, action: String, expected, found| {
        let action = Some(action).filter(|action| !action.is_empty());
        wire::Mismatched { file: file.to_owned(), line, ply, action, expected, found }
    };
    match refused {
        Refused::Mismatch(mismatch) => {
            terminal.error(&format!("{file}:{line}: {mismatch}"));
            mismatched(mismatch.ply, mismatch.action, mismatch.expected, mismatch.found)
        }
        Refused::Settings(found) => {
            let (report, sources) = *found;
            terminal.show_findings(&report, &sources);
            let first = report.iter().find(|finding| finding.severity == Severity::Error);
            let found = first.map(|finding| finding.message.clone()).unwrap_or_default();
            mismatched(0, String::new(), "a game that can be played".to_owned(), found)
        }
    }
}

fn summary(shown: &wire::Replay, terminal: &mut Terminal) -> Result<(), Failure> {
    let wire::Replay { games, plies, mismatches, .. } = shown;
    let games = if *games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    let held = match mismatches {
        0 => "all match".to_owned(),
        1 => "1 does not match".to_owned(),
        n => format!("{n} do not match"),
    };
    Ok(writeln!(terminal.out(), "{games}, {plies} plies replayed: {held}")?)
}
