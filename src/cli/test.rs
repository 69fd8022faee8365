//! `rulebook test`.

use std::io::Write;

use clap::Args;

use super::failure::{FINDINGS, Failure, USAGE};
use super::input;
use super::mutants::{self, Mutating};
use super::project::{Projects, SettingsArguments, in_order, walk};
use super::reference::Reference;
use super::terminal::Terminal;
use super::threads::Threads;
use rulebook_insight::analysis::{TestRuns, run_tests};
use rulebook_insight::library::Loaded;
use rulebook_service::wire::{TestedFile, Tests};

/// Run the tests in game files
///
/// Results and findings go to standard output, the summary to standard error. Options are set by the tests themselves.
#[derive(Args)]
pub struct Test {
    /// Files to test: paths, folders, `-` for standard input, or shipped games, optionally with `#TITLE` [default: `paths` of
    /// rulebook.toml]
    #[arg(value_name = "FILE", value_parser = Reference::parser())]
    files: Vec<Reference>,
    #[command(flatten)]
    settings: SettingsArguments,
    /// Run only tests whose title contains this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Run only tests of the game or variant with this title
    #[arg(long, value_name = "TITLE")]
    variant: Option<String>,
    #[command(flatten)]
    threads: Threads,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    mutating: Mutating,
}

impl Test {
    /// Runs the tests.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.threads.apply()?;
        if let Some(reference) = self.files.iter().find(|reference| reference.sets_options()) {
            let text = &reference.text;
            let said = format!("`{text}` sets options, but tests set their own\n  help: remove everything from `?` on");
            return Err(Failure::Usage(said));
        }
        let mut tests = Tests::default();
        let mut status = 0;
        let walked = walk(&self.files, &mut Projects::new(&self.settings)?)?;
        for (folder, message) in walked.unreadable {
            terminal.error(&message);
            let file = folder.display().to_string();
            tests.files.push(TestedFile { file, tests: Vec::new(), unreadable: Some(message) });
            status = USAGE;
        }
        if self.mutating.mutants {
            let done = mutants::run(&walked.files, &self.mutating, self.json, terminal);
            return if status == 0 { done } else { done.and(Err(Failure::Told(status))) };
        }
        in_order(
            &walked.files,
            |reference| self.look(reference),
            |reference, looked| {
                status = status.max(self.tell(reference, looked, terminal, &mut tests)?);
                Ok(())
            },
        )?;
        if self.json {
            terminal.json(&tests)?;
        }
        let chosen = self.filter.is_some() || self.variant.is_some();
        if chosen && status == 0 && tests.passed + tests.failed == 0 {
            let said = [("--filter", &self.filter), ("--variant", &self.variant)];
            let said = said.iter().filter_map(|(flag, value)| Some(format!("{flag} \"{}\"", value.as_ref()?)));
            return Err(Failure::Usage(format!("no test matches {}", said.collect::<Vec<_>>().join(" "))));
        }
        if status == 0 { Ok(()) } else { Err(Failure::Told(status)) }
    }

    /// Runs the tests of a file.
    fn look(&self, reference: &Reference) -> Result<(Loaded, TestRuns), Failure> {
        let variant = reference.variant().or(self.variant.as_deref());
        let loaded = input::read(&reference.file)?;
        let wanted = |game: &str, title: &str| {
            variant.is_none_or(|variant| variant == game)
                && self.filter.as_ref().is_none_or(|text| title.contains(text.as_str()))
        };
        let runs = run_tests(&loaded, &wanted);
        Ok((loaded, runs))
    }

    /// Tells what came of the tests of a file. Gives the exit status.
    fn tell(
        &self,
        reference: &Reference,
        looked: Result<(Loaded, TestRuns), Failure>,
        terminal: &mut Terminal,
        tests: &mut Tests,
    ) -> Result<u8, Failure> {
        let file = reference.file.display().to_string();
        let (loaded, runs) = match looked {
            Ok(looked) => looked,
            Err(Failure::Usage(message)) => {
                terminal.error(&message);
                tests.files.push(TestedFile { file, tests: Vec::new(), unreadable: Some(message) });
                return Ok(USAGE);
            }
            Err(other) => return Err(other),
        };
        let file = loaded.sources.iter().next().map_or(file, |(_, source)| source.name.clone());
        if !self.json {
            for test in &runs.tests {
                let verdict = if test.passed { "ok    " } else { "FAILED" };
                writeln!(terminal.out(), "{verdict}  {}: {}", test.game, test.title.text)?;
            }
            terminal.print_findings(&runs.report, &loaded.sources)?;
            terminal.flush()?;
        }
        terminal.say(&summary(&file, &runs));
        let failed = runs.report.errors() > 0 || runs.tests.iter().any(|test| !test.passed);
        tests.add(file, &runs, &loaded.sources);
        Ok(if failed { FINDINGS } else { 0 })
    }
}

fn summary(file: &str, runs: &TestRuns) -> String {
    let failed = runs.tests.iter().filter(|test| !test.passed).count();
    match (runs.tests.len(), failed) {
        (0, _) if runs.report.errors() > 0 => format!("{file}: tests cannot be run"),
        (0, _) => format!("{file}: no tests"),
        (1, 0) => format!("{file}: 1 test passed"),
        (count, 0) => format!("{file}: {count} tests passed"),
        (count, failed) => format!("{file}: {failed} of {count} tests failed"),
    }
}
