//! `rulebook test --mutants`.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;

use super::arguments::seconds;
use super::failure::{FINDINGS, Failure, USAGE};
use super::input;
use super::progress::Progress;
use super::reference::Reference;
use super::terminal::Terminal;
use rulebook_insight::analysis::{Mutant, MutantSettings, Mutated, mutants};
use rulebook_language::source::SourceMap;
use rulebook_service::wire::{MutantEntry, Mutants, MutatedFile};

/// How far rules are changed.
#[derive(Args)]
pub struct Mutating {
    /// Change one rule at a time and list the changes that no test notices
    #[arg(long, conflicts_with_all = ["filter", "variant"])]
    pub mutants: bool,
    /// With `--mutants`, the most changes to try in a file, from its beginning
    #[arg(long, value_name = "N", requires = "mutants", default_value_t = MutantSettings::default().most)]
    most: usize,
    /// With `--mutants`, stop after this many seconds [default: no limit]
    #[arg(long, value_name = "S", requires = "mutants", value_parser = seconds)]
    seconds: Option<f64>,
    /// With `--mutants`, exit with status 1 if there is such a change
    #[arg(long, requires = "mutants")]
    strict: bool,
}

impl Mutating {
    /// When to stop, for what begins now.
    #[expect(clippy::disallowed_methods, reason = "the command line may ask the clock")]
    fn deadline(&self) -> Option<Instant> {
        self.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs_f64(seconds)))
    }
}

#[expect(clippy::disallowed_methods, reason = "the command line may ask the clock")]
fn goes_on(deadline: Option<Instant>) -> bool {
    deadline.is_none_or(|deadline| Instant::now() < deadline)
}

/// Changes the rules of files one at a time, and tells which changes no test notices. With `strict`, such a change leads to exit
/// status 1.
pub fn run(files: &[Reference], mutating: &Mutating, json: bool, terminal: &mut Terminal) -> Result<(), Failure> {
    let Mutating { most, strict, .. } = *mutating;
    let deadline = mutating.deadline();
    let (mut all, mut status) = (Mutants::default(), 0);
    for reference in files {
        if reference.variant().is_some() {
            let (text, file) = (&reference.text, reference.file.display());
            let said = format!("`{text}` selects one game, but rules are changed in whole files");
            return Err(Failure::Usage(format!("{said}\n  help: write `{file}`")));
        }
        let name = reference.file.display().to_string();
        let loaded = match input::read(&reference.file) {
            Ok(loaded) => loaded,
            Err(Failure::Usage(message)) => {
                terminal.error(&message);
                all.files.push(MutatedFile { file: name, unreadable: Some(message), ..MutatedFile::default() });
                status = USAGE;
                continue;
            }
            Err(other) => return Err(other),
        };
        let name = loaded.sources.iter().next().map_or(name, |(_, source)| source.name.clone());
        let begun = Begun {
            name: &name,
            json,
            sources: &loaded.sources,
            progress: Progress::new(terminal, "Changing rules", None),
        };
        let (mut tried, mut failed) = (0, None);
        let settings = MutantSettings { most, ..MutantSettings::default() };
        let mutated = mutants(&loaded, settings, &|| goes_on(deadline), &mut |some, all| {
            tried += some.len();
            failed = failed.take().or(begun.tell(some, (tried, all), terminal).err());
        });
        drop(begun);
        if let Some(failure) = failed {
            return Err(failure);
        }
        let is_wrong = mutated.runs.report.errors() > 0 || mutated.runs.tests.iter().any(|test| !test.passed);
        if is_wrong {
            terminal.show_findings(&mutated.runs.report, &loaded.sources);
            terminal.error(&format!("the tests of `{name}` fail as it is\n  help: mend the file first"));
            status = status.max(FINDINGS);
        }
        let file = MutatedFile::new(name, &mutated, &loaded.sources);
        if !is_wrong {
            terminal.say(&summary(&file, &mutated));
        }
        if strict && file.counts.missed > 0 {
            status = status.max(FINDINGS);
        }
        all.files.push(file);
    }
    if json {
        terminal.json(&all)?;
    }
    if status == 0 { Ok(()) } else { Err(Failure::Told(status)) }
}

/// A file whose rules are being changed.
struct Begun<'l> {
    name: &'l str,
    json: bool,
    sources: &'l SourceMap,
    progress: Progress,
}

impl Begun<'_> {
    /// Tells of changes that were just tried, and how many of all are done.
    fn tell(&self, some: &[Mutant], (done, all): (usize, usize), terminal: &mut Terminal) -> Result<(), Failure> {
        self.progress.of(done as u64, all as u64);
        if self.json {
            return Ok(());
        }
        let entries: Vec<MutantEntry> = some.iter().map(|mutant| MutantEntry::new(mutant, self.sources)).collect();
        self.progress.aside(|| tell(self.name, &entries, terminal))
    }
}

/// Lists the changes that no test notices.
fn tell(file: &str, mutants: &[MutantEntry], terminal: &mut Terminal) -> Result<(), Failure> {
    let of = |outcome: &'static str| mutants.iter().filter(move |mutant| mutant.outcome == outcome);
    for mutant in of("missed") {
        let out = terminal.out();
        writeln!(out, "MISSED  {}", headline(file, mutant))?;
        let moves = mutant.moves.as_deref().unwrap_or_default();
        let set = mutant.set.iter().filter(|set| !set.is_empty()).flat_map(|set| set.split(' '));
        let set: String = set.map(|set| format!("--set {set} ")).collect();
        let line =
            if moves.is_empty() { "at the start".to_owned() } else { format!("--after \"{}\"", moves.join(" ")) };
        let what = mutant.difference.clone().filter(|what| !what.is_empty());
        writeln!(out, "        {set}{line}: {}", what.unwrap_or_else(|| "the game cannot be compared".to_owned()))?;
        for line in mutant.test.iter().flat_map(|test| test.lines()) {
            writeln!(out, "          {line}")?;
        }
    }
    for mutant in of("alike") {
        let looked = mutant.by.clone().unwrap_or_default();
        writeln!(terminal.out(), "alike   {}\n        {looked}", headline(file, mutant))?;
    }
    terminal.flush()
}

/// A change in a line.
fn headline(file: &str, mutant: &MutantEntry) -> String {
    let short = |text: &str| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
    };
    let MutantEntry { line, column, game, place, .. } = mutant;
    let what = match mutant.new.as_str() {
        "" => format!("without `{}`", short(&mutant.old)),
        new => format!("`{}` instead of `{}`", short(new), short(&mutant.old)),
    };
    format!("{file}:{line}:{column}: {game}, {place}: {what}")
}

fn summary(file: &MutatedFile, mutated: &Mutated) -> String {
    let counts = file.counts;
    let all = mutated.mutants.len();
    let parts = [
        (counts.caught, "caught by tests"),
        (counts.reported, "reported by `check`"),
        (counts.missed, "missed"),
        (counts.alike, "not told apart"),
        (counts.equivalent, "equivalent"),
        (counts.unviable, "unviable"),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    let what = if all == 1 { "1 mutant".to_owned() } else { format!("{all} mutants") };
    let left = if file.left_out > 0 { format!("; {} more not tried", file.left_out) } else { String::new() };
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    format!("{}: {what} of {} tests{parts}{left}", file.file, file.tests)
}
