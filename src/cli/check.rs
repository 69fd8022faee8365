//! `rulebook check`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};

use super::arguments::GameSettings;
use super::depth::{Depth, undecided};
use super::failure::{FINDINGS, Failure, USAGE};
use super::reference::Reference;
use super::terminal::Terminal;
use super::witnesses::Witnesses;
use super::{explain, input};
use rulebook_insight::analysis::{Inspected, inspect_while};
use rulebook_insight::library::COMMAND_LINE;
use rulebook_language::diagnostic::{Report, Sarif, github};
use rulebook_service::wire::{Checked, CheckedFile};

/// Check game files for errors and likely mistakes
///
/// Checks every game and variant at the bounds of every option and at some combinations, plays random games, judges claims
/// and runs tests. Findings go to standard output, the summary to standard error.
#[derive(Args)]
pub struct Check {
    /// Files to check: paths, `-` for standard input, or shipped games, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_name = "FILE", required = true, value_parser = Reference::parser())]
    files: Vec<Reference>,
    #[command(flatten)]
    settings: GameSettings,
    /// Write the line of play that demonstrates each finding, as a record for `replay`: to this folder, or all to this `.jsonl` file
    #[arg(long, value_name = "DIR|FILE")]
    witness: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    depth: Depth,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text with source excerpts
    Human,
    /// One JSON object
    Json,
    /// SARIF 2.1.0 log, for code hosts and editors
    Sarif,
    /// GitHub workflow commands, shown as annotations
    Github,
}

/// What the formats that tell all at the end have gathered.
#[derive(Default)]
struct Gathered {
    checked: Checked,
    sarif: Sarif,
    /// When no more is played.
    deadline: Option<Instant>,
}

impl Check {
    /// Checks.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut gathered = Gathered { deadline: self.depth.deadline(), ..Gathered::default() };
        let mut witnesses = self.witness.as_deref().map(|name| Witnesses::create(name, terminal)).transpose()?;
        let mut status = 0;
        for reference in &self.files {
            status = status.max(self.file(reference, terminal, &mut gathered, witnesses.as_mut())?);
        }
        if let Some(witnesses) = witnesses {
            witnesses.finish()?;
        }
        match self.format {
            Format::Json => terminal.json(&gathered.checked)?,
            Format::Sarif => terminal.json(&gathered.sarif.log())?,
            Format::Human | Format::Github => {}
        }
        if status == 0 { Ok(()) } else { Err(Failure::Told(status)) }
    }

    fn file(
        &self,
        reference: &Reference,
        terminal: &mut Terminal,
        gathered: &mut Gathered,
        written: Option<&mut Witnesses>,
    ) -> Result<u8, Failure> {
        let settings = reference.with(&self.settings)?;
        let path = reference.file.as_path();
        let file = path.display().to_string();
        let mut loaded = match input::read(path) {
            Ok(loaded) => loaded,
            Err(Failure::Usage(message)) => {
                terminal.error(&message);
                gathered.sarif.unreadable(&file, &message);
                let file = CheckedFile { file, games: 0, unreadable: Some(message), verdicts: Vec::new(), steps: 0 };
                gathered.checked.files.push(file);
                return Ok(USAGE);
            }
            Err(other) => return Err(other),
        };
        let file = loaded.sources.iter().next().map_or(file, |(_, source)| source.name.clone());
        let set = settings.settings().write_down(COMMAND_LINE, &mut loaded.sources);
        let deadline = gathered.deadline;
        let go_on = || deadline.is_none_or(|deadline| Instant::now() < deadline);
        let inspected = inspect_while(&loaded, &set, self.depth.smoke(), &go_on);
        let is_failure = self.depth.fails(inspected.report.warnings(), &inspected);
        let open = undecided(&inspected);
        let Inspected { games, report, judged, witnesses, unseen, few, steps, is_cut } = inspected;
        let stem = input::stem(path);
        match self.format {
            Format::Human => {
                terminal.print_findings(&report, &loaded.sources)?;
                for judged in &judged {
                    writeln!(terminal.out(), "{judged}")?;
                }
            }
            Format::Github => terminal.out().write_all(github(&report, &loaded.sources).as_bytes())?,
            Format::Json => {
                let verdicts = judged.iter().map(Into::into).collect();
                let file = CheckedFile { file: file.clone(), games, unreadable: None, verdicts, steps };
                gathered.checked.add(file, &report, &loaded.sources);
                gathered.checked.add_play(&stem, &witnesses, &unseen, &loaded.sources);
            }
            Format::Sarif => gathered.sarif.add(&report, &loaded.sources),
        }
        terminal.flush()?;
        terminal.say(&summary(&file, games, &report, open));
        for few in &few {
            let (title, played, wanted) = (&few.title, counted(few.games, "game"), few.wanted);
            let why = self.depth.more(is_cut);
            terminal.say(&format!("  played only {played} of {title} instead of {wanted}: {why}"));
        }
        for unseen in &unseen {
            let file = loaded.sources.file(unseen.span.file);
            let line = file.place(unseen.span.start).line;
            let (title, what, games) = (&unseen.title, &unseen.what, counted(unseen.games, "game"));
            terminal.say(&format!("  never occurred in {games} of {title}: {what} ({}, line {line})", file.name));
        }
        if let Some(written) = written {
            written.add(&stem, &witnesses, terminal)?;
        }
        if self.format == Format::Human {
            explain::hint(&report, terminal);
        }
        if report.errors() == 0 {
            return Ok(if is_failure { FINDINGS } else { 0 });
        }
        let failure = super::position::findings(report, loaded.sources);
        Ok(failure.status().max(FINDINGS))
    }
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn summary(file: &str, games: usize, report: &Report, undecided: usize) -> String {
    let found = [(report.errors(), "error"), (report.warnings(), "warning")];
    let some = found.into_iter().filter(|(count, _)| *count > 0);
    let mut found: Vec<String> = some.map(|(count, what)| counted(count as u64, what)).collect();
    if found.is_empty() {
        found.push("no findings".to_owned());
    }
    found.extend(Some(report.allowed().len()).filter(|count| *count > 0).map(|count| format!("{count} allowed")));
    found.extend(Some(undecided as u64).filter(|count| *count > 0).map(|count| match count {
        1 => "1 claim undecided".to_owned(),
        _ => format!("{count} claims undecided"),
    }));
    let games = if games == 0 { "no games".to_owned() } else { counted(games as u64, "game") };
    format!("{file}: {games}, {}", found.join(", "))
}
