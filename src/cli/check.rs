//! `rulebook check`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::arguments::GameSettings;
use super::depth::{Depth, undecided};
use super::failure::{FINDINGS, Failure, USAGE};
use super::fix::{Fixed, Fixing};
use super::input::Named;
use super::project::{Baseline, BatchArguments, Cache, Project, Projects, changed_since, in_order, key, walk, watch};
use super::reference::Reference;
use super::terminal::Terminal;
use super::threads::Threads;
use super::witnesses::Witnesses;
use super::{explain, input};
use rulebook_insight::analysis::{Inspected, Judged, PlayedGames, Smoke, Verdict, inspect_while};
use rulebook_insight::library::{COMMAND_LINE, Loaded};
use rulebook_language::diagnostic::{Code, Report, Sarif, github, github_notice};
use rulebook_language::source::Span;
use rulebook_service::wire::{Checked, CheckedFile};

/// The JSON Schema of what `--format json` writes.
const SCHEMA: &str = include_str!("../../docs/schemas/check.schema.json");

/// Check game files for errors and likely mistakes
///
/// Checks every game and variant at the bounds of every option and at some combinations, plays random games, judges claims
/// and runs tests. Findings go to standard output, the summary to standard error.
#[derive(Args)]
pub struct Check {
    /// Files to check: paths, folders, `-` for standard input, or shipped games, optionally with `#TITLE` and `?OPTION=VALUE`
    /// [default: `paths` of rulebook.toml]
    #[arg(value_name = "FILE", value_parser = Reference::parser())]
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
    /// Exit with status 1 on errors only, whatever the settings file says
    #[arg(long, conflicts_with = "strict")]
    no_strict: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    batch: BatchArguments,
    /// Print the JSON Schema of `--format json` and exit
    #[arg(long)]
    print_schema: bool,
    #[command(flatten)]
    fixing: Fixing,
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

/// What is gathered over all files.
#[derive(Default)]
struct Gathered {
    checked: Checked,
    sarif: Sarif,
    baseline: Option<Baseline>,
    witnesses: Option<Witnesses>,
}

/// A file that was looked at.
struct Looked {
    loaded: Loaded,
    inspected: Inspected,
}

impl Check {
    /// Checks.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.threads.apply()?;
        if self.print_schema {
            return Ok(terminal.out().write_all(SCHEMA.as_bytes())?);
        }
        if self.batch.watch {
            return watch(terminal, || self.watched(), |terminal| self.once(terminal));
        }
        self.once(terminal)
    }

    /// The files whose change is of interest.
    fn watched(&self) -> Vec<PathBuf> {
        let Ok(mut projects) = Projects::new(&self.batch.settings) else {
            return self.batch.settings.config.iter().cloned().collect();
        };
        let walked = walk(&self.files, &mut projects).unwrap_or_default();
        let mut files: Vec<PathBuf> = walked.files.into_iter().map(|reference| reference.file).collect();
        files.extend(files.iter().flat_map(|file| input::others(file)).collect::<Vec<_>>());
        files.extend(projects.files());
        files.extend(self.batch.baseline.clone());
        files
    }

    /// Checks all files once.
    fn once(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut projects = Projects::new(&self.batch.settings)?;
        let walked = walk(&self.files, &mut projects)?;
        let here = projects.here()?;
        let known = self.batch.baseline.clone();
        let known = known.or_else(|| here.settings.check.baseline.as_ref().map(|file| here.folder.join(file)));
        let baseline = match (&self.batch.write_baseline, known) {
            (Some(file), _) => Some(Baseline::empty(file)),
            (None, Some(file)) => Some(Baseline::read(&file)?),
            (None, None) => None,
        };
        let witnesses = self.witness.as_deref().map(|name| Witnesses::create(name, terminal)).transpose()?;
        let mut gathered = Gathered { baseline, witnesses, ..Gathered::default() };
        let mut status = 0;
        for (folder, message) in &walked.unreadable {
            status = unreadable(folder.display().to_string(), message.clone(), terminal, &mut gathered);
        }
        let mut files = walked.files;
        if let Some(revision) = &self.batch.changed_since {
            let all = files.len();
            files = changed_since(revision, files)?;
            terminal.say(&format!("{} of {all} files changed since {revision}", files.len()));
        }
        let cache = (!self.batch.no_cache).then(|| Cache::new(self.cache_folder(&here)));
        let mut with_settings = Vec::new();
        for reference in files {
            let project = projects.of(&reference.file)?;
            match self.mend(&reference, terminal)? {
                Some(Fixed::Told(told)) => status = status.max(told),
                Some(Fixed::Text(named)) => with_settings.push((reference, project, Some(named))),
                None => with_settings.push((reference, project, None)),
            }
        }
        let deadline = self.depth.deadline();
        in_order(
            &with_settings,
            |(reference, project, mended)| {
                let smoke = self.depth.smoke(&project.settings.check);
                self.look(reference, mended.as_ref(), smoke, cache.as_ref(), deadline)
            },
            |(reference, project, _), looked| {
                status = status.max(self.tell(reference, project, looked, terminal, &mut gathered)?);
                Ok(())
            },
        )?;
        if with_settings.len() > 1 {
            terminal.say(&total(with_settings.len(), &gathered.checked));
        }
        if let Some(witnesses) = gathered.witnesses.take() {
            witnesses.finish()?;
        }
        if let Some(baseline) = gathered.baseline.take() {
            let files: Vec<PathBuf> = with_settings.into_iter().map(|(reference, ..)| reference.file).collect();
            status = self.close(baseline, &files, status, terminal)?;
        }
        match self.format {
            Format::Json => terminal.json(&gathered.checked)?,
            Format::Sarif => terminal.json(&gathered.sarif.log())?,
            Format::Human | Format::Github => {}
        }
        if status == 0 { Ok(()) } else { Err(Failure::Told(status)) }
    }

    fn cache_folder(&self, here: &Project) -> PathBuf {
        self.batch.cache_dir.clone().unwrap_or_else(|| here.folder.join(super::project::CACHE_FOLDER))
    }

    /// Writes the baseline, or says what of it is no more. Gives the exit status.
    fn close(&self, baseline: Baseline, files: &[PathBuf], status: u8, terminal: &mut Terminal) -> Result<u8, Failure> {
        if let Some(file) = &self.batch.write_baseline {
            let count = baseline.write(file, terminal)?;
            terminal.say(&format!("{}: {} written", file.display(), counted(count as u64, "finding")));
            return Ok(if status == USAGE { USAGE } else { 0 });
        }
        let stale = baseline.stale(files);
        if !stale.is_empty() {
            let count = counted(stale.len() as u64, "finding");
            terminal
                .say(&format!("{count} of the baseline not found any more; write it again with `--write-baseline`"));
            stale.iter().for_each(|line| terminal.say(&format!("  {line}")));
        }
        Ok(status)
    }

    /// Applies fixes to a file, where that is asked for and it can be read.
    fn mend(&self, reference: &Reference, terminal: &mut Terminal) -> Result<Option<Fixed>, Failure> {
        if !self.fixing.is_asked() {
            return Ok(None);
        }
        let path = reference.file.as_path();
        if self.fixing.writes(path) && self.format != Format::Human {
            let said = "`--fix -` writes the text to standard output, so findings cannot be written there, too";
            return Err(Failure::Usage(format!("{said}\n  help: leave --format out, or name a file")));
        }
        let named = match input::named(path) {
            Ok(named) => named,
            Err(Failure::Usage(_)) => return Ok(None),
            Err(other) => return Err(other),
        };
        self.fixing.file(named, path, &reference.with(&self.settings)?.settings(), terminal).map(Some)
    }

    /// Checks a file, or what it was mended to, unless that was done before.
    #[expect(clippy::disallowed_methods, reason = "the command line may ask the clock")]
    fn look(
        &self,
        reference: &Reference,
        mended: Option<&Named>,
        smoke: Smoke,
        cache: Option<&Cache>,
        deadline: Option<Instant>,
    ) -> Result<Looked, Failure> {
        let settings = reference.with(&self.settings)?;
        let mut loaded = match mended {
            Some(named) => input::loaded(&reference.file, &named.name, &named.text),
            None => input::read(&reference.file)?,
        };
        let own = loaded.sources.iter().count();
        let set = settings.settings().write_down(COMMAND_LINE, &mut loaded.sources);
        // What cannot be read is soon found again, and may be there by then.
        let is_kept = reference.file != Path::new("-") && loaded.report.errors() == 0;
        let cache = cache.filter(|_| is_kept).and_then(|cache| Some((cache, key(&loaded.sources, own, smoke)?)));
        if let Some((cache, key)) = &cache
            && let Some(inspected) = cache.get(&reference.file, key)
        {
            return Ok(Looked { loaded, inspected });
        }
        let go_on = || deadline.is_none_or(|deadline| Instant::now() < deadline);
        let inspected = inspect_while(&loaded, &set, smoke, &go_on);
        if let Some((cache, key)) = cache.as_ref().filter(|_| !inspected.is_cut) {
            cache.put(&reference.file, key, &inspected);
        }
        Ok(Looked { loaded, inspected })
    }

    /// Tells what was found in a file. Gives the exit status.
    fn tell(
        &self,
        reference: &Reference,
        project: &Arc<Project>,
        looked: Result<Looked, Failure>,
        terminal: &mut Terminal,
        gathered: &mut Gathered,
    ) -> Result<u8, Failure> {
        let path = reference.file.as_path();
        let file = path.display().to_string();
        let Looked { mut loaded, inspected } = match looked {
            Ok(looked) => looked,
            Err(Failure::Usage(message)) => return Ok(unreadable(file, message, terminal, gathered)),
            Err(other) => return Err(other),
        };
        let open = undecided(&inspected);
        let Inspected { games, report, judged, witnesses, unseen, played, steps, is_cut } = inspected;
        let aside = self.fixing.writes(path);
        let file = loaded.sources.iter().next().map_or(file, |(_, source)| source.name.clone());
        let mut report = project.grade(report, &mut loaded.sources);
        let mut known = 0;
        if let Some(baseline) = &mut gathered.baseline {
            match self.batch.write_baseline {
                Some(_) => baseline.note(&report, &loaded.sources),
                None => (report, known) = baseline.sift(report, &loaded.sources),
            }
        }
        let stem = input::stem(path);
        match self.format {
            Format::Human if aside => terminal.show_findings(&report, &loaded.sources),
            Format::Human => {
                terminal.print_findings(&report, &loaded.sources)?;
                for judged in &judged {
                    writeln!(terminal.out(), "{judged}")?;
                }
            }
            Format::Github => {
                terminal.out().write_all(github(&report, &loaded.sources).as_bytes())?;
                for (judged, at) in judged.iter().filter_map(open_claim) {
                    let text = github_notice("claim", &judged.to_string(), at, &loaded.sources);
                    terminal.out().write_all(text.as_bytes())?;
                }
            }
            Format::Json => {}
            Format::Sarif => {
                gathered.sarif.add(&report, &loaded.sources);
                for witness in &witnesses {
                    gathered.sarif.witness(witness.code, json!(witness.record(&stem)));
                }
                for judged in &judged {
                    if let Some(line) = judged.witness() {
                        let code = if judged.claimed.is_some() { Code::ClaimRefuted } else { Code::LintEndless };
                        gathered.sarif.witness(code, json!({"moves": line}));
                    }
                }
                for (judged, at) in judged.iter().filter_map(open_claim) {
                    let holds = matches!(judged.verdict, Verdict::Proved(_));
                    gathered.sarif.verdict(holds, &judged.to_string(), at, &loaded.sources);
                }
            }
        }
        let verdicts = judged.iter().map(Into::into).collect();
        let told = played_of(&played);
        let checked = CheckedFile { file: file.clone(), games, unreadable: None, played, verdicts, steps };
        gathered.checked.add(checked, &report, &loaded.sources);
        gathered.checked.known += known;
        gathered.checked.add_play(&stem, &witnesses, &unseen, &loaded.sources);
        terminal.flush()?;
        terminal.say(&format!("{}{told}", summary(&file, games, &report, known, open)));
        if is_cut {
            terminal.say("  the time was over before all games were played; allow more with `--seconds`");
        }
        for unseen in &unseen {
            let file = loaded.sources.file(unseen.span.file);
            let line = file.place(unseen.span.start).line;
            let (title, what, games) = (&unseen.title, &unseen.what, counted(unseen.games, "game"));
            terminal.say(&format!("  never occurred in {games} of {title}: {what} ({}, line {line})", file.name));
        }
        if let Some(written) = &mut gathered.witnesses {
            written.add(&stem, &witnesses, terminal)?;
        }
        if self.format == Format::Human {
            self.fixing.hint(&report, &loaded, terminal);
            explain::hint(&report, terminal);
        }
        if report.errors() == 0 {
            let is_strict = project.settings.check.strict && !self.no_strict;
            return Ok(if self.depth.fails(is_strict, report.warnings(), open) { FINDINGS } else { 0 });
        }
        let failure = super::position::findings(report, loaded.sources);
        Ok(failure.status().max(FINDINGS))
    }
}

/// A claim of the file that is not refuted, which would be a finding, and where it stands.
fn open_claim(judged: &Judged) -> Option<(&Judged, Span)> {
    let is_refuted = judged.witness().is_some();
    judged.claimed.filter(|_| !is_refuted).map(|at| (judged, at))
}

/// Says that something cannot be read. Gives the exit status.
fn unreadable(file: String, message: String, terminal: &mut Terminal, gathered: &mut Gathered) -> u8 {
    terminal.error(&message);
    gathered.sarif.unreadable(&file, &message);
    let file = CheckedFile { file, unreadable: Some(message), ..CheckedFile::default() };
    gathered.checked.files.push(file);
    USAGE
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// What all files came to.
fn total(files: usize, checked: &Checked) -> String {
    let found = [(checked.errors, "error"), (checked.warnings, "warning")];
    let found: Vec<String> =
        found.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count as u64, what)).collect();
    let found = if found.is_empty() { "no findings".to_owned() } else { found.join(", ") };
    format!("{}: {found}", counted(files as u64, "file"))
}

/// How many games of each title were played.
fn played_of(played: &[PlayedGames]) -> String {
    let games = played.iter().map(|played| played.games);
    match (games.clone().min(), games.max()) {
        (Some(least), Some(most)) if least == most => format!(", {} played{}", counted(least, "game"), of_each(played)),
        (Some(least), Some(most)) => format!(", {least} to {most} games played of each"),
        _ => String::new(),
    }
}

fn of_each(played: &[PlayedGames]) -> &'static str {
    if played.len() > 1 { " of each" } else { "" }
}

fn summary(file: &str, games: usize, report: &Report, known: usize, undecided: usize) -> String {
    let found = [(report.errors(), "error"), (report.warnings(), "warning"), (report.notes(), "note")];
    let some = found.into_iter().filter(|(count, _)| *count > 0);
    let mut found: Vec<String> = some.map(|(count, what)| counted(count as u64, what)).collect();
    if found.is_empty() {
        found.push("no findings".to_owned());
    }
    found.extend(Some(report.allowed().len()).filter(|count| *count > 0).map(|count| format!("{count} allowed")));
    found.extend(Some(known).filter(|count| *count > 0).map(|count| format!("{count} in the baseline")));
    found.extend(Some(undecided as u64).filter(|count| *count > 0).map(|count| match count {
        1 => "1 claim undecided".to_owned(),
        _ => format!("{count} claims undecided"),
    }));
    let games = if games == 0 { "no games".to_owned() } else { counted(games as u64, "game") };
    format!("{file}: {games}, {}", found.join(", "))
}
