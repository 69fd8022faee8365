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
use rulebook_insight::analysis::{Origin, Refused, Replays};
use rulebook_insight::library::Settings;
use rulebook_language::diagnostic::Severity;
use rulebook_play::record::{Lines, Mismatch, Record};
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

/// How many things that do not hold are told, and how many lines that cannot be read.
const MOST_TOLD: usize = 20;

impl Replay {
    /// Replays.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let loaded = input::read(&self.file.file)?;
        let chosen = self.file.with(&self.settings)?;
        if loaded.report.errors() > 0 {
            return Err(super::position::findings(loaded.report, loaded.sources));
        }
        let before = |settings: &mut Settings| chosen.write(settings);
        let mut replaying = Replaying {
            replays: Replays::new(&loaded, &before),
            // Standard input has no name, and whoever names the game on the command line knows which it is.
            name: Some(input::stem(&self.file.file))
                .filter(|_| self.file.file != Path::new("-") && chosen.variant.is_none()),
            shown: wire::Replay::default(),
            terminal,
        };
        self.records.iter().for_each(|file| replaying.file(file));
        let Replaying { shown, .. } = replaying;
        let more = shown.differences.saturating_sub(shown.first_mismatches.len() as u64);
        if more > 0 {
            terminal.say(&format!("{more} more differences are not shown"));
        }
        let more = shown.unread.saturating_sub(shown.unreadable.len() as u64);
        if more > 0 {
            terminal.say(&format!("{more} more lines that cannot be read are not shown"));
        }
        for (name, games) in &shown.renamed {
            terminal.say(&format!("note: {} the game `{name}`", counted(*games, "record names", "records name")));
        }
        if self.json {
            terminal.json(&shown)?;
        } else {
            writeln!(terminal.out(), "{}", summary(&shown))?;
        }
        match (shown.unread, shown.mismatches) {
            (1.., _) => Err(Failure::Told(USAGE)),
            (0, 0) => Ok(()),
            (0, _) => Err(Failure::Told(FINDINGS)),
        }
    }
}

/// Records on their way through the rules.
struct Replaying<'a> {
    replays: Replays<'a>,
    /// The name that records of the file have.
    name: Option<String>,
    shown: wire::Replay,
    terminal: &'a mut Terminal,
}

impl Replaying<'_> {
    /// Replays the records of one file.
    fn file(&mut self, file: &Path) {
        let name = file.display().to_string();
        let lines = match input::lines(file) {
            Ok(lines) => lines,
            Err(message) => return self.unread(message),
        };
        let progress = Progress::new(self.terminal, "games", None);
        let mut is_empty = true;
        for item in Lines::new(lines) {
            is_empty = false;
            match item {
                Ok((line, record)) => self.record(&record, &name, line),
                Err(error) => self.unread(format!("{name}: {error}")),
            }
            if self.shown.games.is_multiple_of(64) {
                progress.at(self.shown.games);
            }
        }
        if is_empty {
            self.unread(format!("{name}: no game is recorded there"));
        }
    }

    fn unread(&mut self, message: String) {
        self.shown.unread += 1;
        if self.shown.unreadable.len() < MOST_TOLD {
            self.terminal.error(&message);
            self.shown.unreadable.push(message);
        }
    }

    fn record(&mut self, record: &Record, file: &str, line: u64) {
        self.shown.games += 1;
        let before = self.shown.differences;
        let origin = self.name.as_deref().map_or(Origin::Own, |name| self.replays.origin(record, name));
        if let (Origin::Foreign, Some(name)) = (origin, &self.name) {
            let (expected, found) =
                (format!("the game of a file `{}.game`", record.game), format!("that of `{name}.game`"));
            self.differs(file, line, Mismatch { ply: 0, action: String::new(), expected, found });
        }
        let mut seen = Vec::new();
        let mut unseen = 0;
        let replayed = self.replays.compare(record, &format!("<{file}:{line}>"), &mut |mismatch| {
            if seen.len() < MOST_TOLD {
                seen.push(mismatch)
            } else {
                unseen += 1
            }
            true
        });
        seen.into_iter().for_each(|mismatch| self.differs(file, line, mismatch));
        self.shown.differences += unseen;
        let plies = replayed.unwrap_or_else(|refused| {
            self.refused(file, line, refused);
            0
        });
        if self.shown.differences > before {
            self.shown.mismatches += 1;
            return;
        }
        self.shown.plies += plies as u64;
        if origin == Origin::Renamed {
            *self.shown.renamed.entry(record.game.clone()).or_default() += 1;
        }
    }

    fn differs(&mut self, file: &str, line: u64, mismatch: Mismatch) {
        self.shown.differences += 1;
        if self.shown.first_mismatches.len() < MOST_TOLD {
            self.terminal.error(&format!("{file}:{line}: {mismatch}"));
            let Mismatch { ply, action, expected, found } = mismatch;
            let action = Some(action).filter(|action| !action.is_empty());
            let file = file.to_owned();
            self.shown.first_mismatches.push(wire::Mismatched { file, line, ply, action, expected, found });
        }
    }

    /// A record whose game cannot be made.
    fn refused(&mut self, file: &str, line: u64, refused: Refused) {
        let (report, sources) = match refused {
            Refused::Mismatch(mismatch) => return self.differs(file, line, mismatch),
            Refused::Settings(found) => *found,
        };
        self.shown.differences += 1;
        if self.shown.first_mismatches.len() < MOST_TOLD {
            self.terminal.show_findings(&report, &sources);
            let first = report.iter().find(|finding| finding.severity == Severity::Error);
            let found = first.map(|finding| finding.message.clone()).unwrap_or_default();
            let (file, expected) = (file.to_owned(), "a game that can be played".to_owned());
            self.shown.first_mismatches.push(wire::Mismatched { file, line, ply: 0, action: None, expected, found });
        }
    }
}

fn counted(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
}

fn summary(shown: &wire::Replay) -> String {
    let wire::Replay { games, plies, mismatches, unread, .. } = *shown;
    let held = match (mismatches, unread) {
        (0, 0) => "all match".to_owned(),
        (0, _) => counted(games, "matches", "match"),
        (n, _) => counted(n, "does not match", "do not match"),
    };
    let unread = match unread {
        0 => String::new(),
        n => format!(", {} cannot be read", counted(n, "line or file", "lines or files")),
    };
    format!("{}, {plies} plies replayed: {held}{unread}", counted(games, "game", "games"))
}
