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
use rulebook_language::util::suggest;
use rulebook_play::record::{KEYS, Lines, Mismatch, Record};
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

/// Of how many records the first thing that does not hold is told, and how many lines that cannot be read.
const MOST_TOLD: usize = 20;
/// How long the moves may be, in characters, that are told with it.
const MAX_SHOWN: usize = 240;

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
            reference: &self.file.text,
        };
        self.records.iter().for_each(|file| replaying.file(file));
        let Replaying { shown, .. } = replaying;
        let more = shown.differences.saturating_sub(shown.first_mismatches.len() as u64);
        if more > 0 {
            let records = shown.mismatches.saturating_sub(shown.first_mismatches.len() as u64);
            let others = match records {
                0 => "in the records above".to_owned(),
                1 => "another record among them".to_owned(),
                n => format!("{n} other records among them"),
            };
            let are = if more == 1 { "difference is" } else { "differences are" };
            terminal.say(&format!("{more} more {are} not shown, {others}"));
        }
        let more = shown.unread.saturating_sub(shown.unreadable.len() as u64);
        if more > 0 {
            terminal.say(&format!("{more} more lines that cannot be read are not shown"));
        }
        for (key, games) in &shown.unknown_keys {
            let has = counted(*games, "record has", "records have");
            let near = suggest(key, KEYS.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
            let near = near.unwrap_or_default();
            terminal.say(&format!(
                "note: {has} the key `{key}`, which means nothing in a record and was not compared{near}"
            ));
        }
        for (name, games) in &shown.renamed {
            terminal.say(&format!("note: {} the game `{name}`", counted(*games, "record names", "records name")));
        }
        if self.json {
            terminal.json(&shown)?;
        } else {
            writeln!(terminal.out(), "{}", summary(&shown))?;
            if shown.games > 0 {
                writeln!(terminal.out(), "{}", compared(&shown))?;
            }
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
    /// The game as it is named on the command line.
    reference: &'a str,
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
            let mismatch = Mismatch { ply: 0, action: String::new(), expected, found };
            self.differs(record, file, line, mismatch);
        }
        let (mut first, mut others) = (None, 0);
        let replayed = self.replays.compare(record, &format!("<{file}:{line}>"), &mut |mismatch| {
            match first {
                None => first = Some(mismatch),
                Some(_) => others += 1,
            }
            true
        });
        if let Some(mismatch) = first {
            self.differs(record, file, line, mismatch);
        }
        self.shown.differences += others;
        let plies = replayed.unwrap_or_else(|refused| {
            self.refused(record, file, line, refused);
            0
        });
        self.note(record);
        if self.shown.differences > before {
            self.shown.mismatches += 1;
            return;
        }
        self.shown.plies += plies as u64;
        if origin == Origin::Renamed {
            *self.shown.renamed.entry(record.game.clone()).or_default() += 1;
        }
    }

    /// Notes what a record has that is compared, or means nothing.
    fn note(&mut self, record: &Record) {
        let compared = &mut self.shown.compared;
        compared.moves += u64::from(!record.moves.is_empty());
        let is_counted = |counts: &Vec<Option<u64>>| counts.iter().any(Option::is_some);
        compared.counts += u64::from(record.counts.as_ref().is_some_and(is_counted));
        compared.seats += u64::from(record.seats.is_some());
        compared.results += u64::from(record.result.is_some());
        compared.finals += u64::from(record.last.is_some());
        for key in &record.unknown {
            *self.shown.unknown_keys.entry(key.clone()).or_default() += 1;
        }
    }

    fn differs(&mut self, record: &Record, file: &str, line: u64, mismatch: Mismatch) {
        self.shown.differences += 1;
        let is_told = self.shown.first_mismatches.iter().any(|told| told.file == file && told.line == line);
        if is_told || self.shown.first_mismatches.len() >= MOST_TOLD {
            return;
        }
        let after = record.moves.get(..mismatch.ply.saturating_sub(1)).unwrap_or_default();
        let mut said = format!("{file}:{line}: {mismatch}");
        if mismatch.ply > 0 {
            said.push_str(&self.way_there(after, file, line));
        }
        self.terminal.error(&said);
        let Mismatch { ply, action, expected, found } = mismatch;
        let (file, after) = (file.to_owned(), after.to_vec());
        let action = Some(action).filter(|action| !action.is_empty());
        self.shown.first_mismatches.push(wire::Mismatched { file, line, ply, action, after, expected, found });
    }

    /// How to come to the position in which a record and the rules part.
    fn way_there(&self, after: &[String], file: &str, line: u64) -> String {
        let mut ways = Vec::new();
        if file != "-" {
            ways.push(format!("--record {}", shell_word(&format!("{file}:{line}:{}", after.len()))));
        }
        let moves = after.join(" ");
        if !moves.is_empty() && moves.chars().count() <= MAX_SHOWN {
            ways.push(format!("--after {}", shell_word(&moves)));
        }
        if ways.is_empty() {
            return String::new();
        }
        format!("\n  help: `rulebook show {} {}` shows the position", shell_word(self.reference), ways.join("`, or `"))
    }

    /// A record whose game cannot be made.
    fn refused(&mut self, record: &Record, file: &str, line: u64, refused: Refused) {
        let (report, sources) = match refused {
            Refused::Mismatch(mismatch) => return self.differs(record, file, line, mismatch),
            Refused::Settings(found) => *found,
        };
        self.shown.differences += 1;
        if self.shown.first_mismatches.len() < MOST_TOLD {
            let first = report.iter().find(|finding| finding.severity == Severity::Error);
            let found = first.map(|finding| finding.message.clone()).unwrap_or_default();
            // What is wrong with the sheet is wrong for each record.
            if !self.shown.first_mismatches.iter().any(|told| told.ply == 0 && told.found == found) {
                self.terminal.show_findings(&report, &sources);
            }
            let (file, expected) = (file.to_owned(), "a game that can be played".to_owned());
            let (after, action) = (Vec::new(), None);
            self.shown.first_mismatches.push(wire::Mismatched { file, line, ply: 0, action, after, expected, found });
        }
    }
}

/// A text as a word of a command line.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:,=+@%".contains(c);
    if text.chars().all(is_plain) && !text.is_empty() {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$").replace('`', "\\`"))
}

/// What the records gave that was compared, and what they did not give.
fn compared(shown: &wire::Replay) -> String {
    let wire::Compared { moves, counts, seats, results, finals } = shown.compared;
    let all = [
        ("moves", moves),
        ("counts of legal moves", counts),
        ("seats", seats),
        ("results", results),
        ("final positions", finals),
    ];
    let some = all.iter().filter(|(_, games)| *games > 0).map(|(what, games)| match *games {
        games if games == shown.games => (*what).to_owned(),
        games => format!("{what} of {games}"),
    });
    let none: Vec<&str> = all.iter().filter(|(_, games)| *games == 0).map(|(what, _)| *what).collect();
    let some: Vec<String> = some.collect();
    let some = if some.is_empty() { "nothing".to_owned() } else { some.join(", ") };
    let none = if none.is_empty() { String::new() } else { format!("; not given: {}", none.join(", ")) };
    format!("compared: {some}{none}")
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
