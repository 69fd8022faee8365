//! `rulebook fmt`.

use std::path::Path;

use clap::Args;

use super::changes::Changes;
use super::failure::{FINDINGS, Failure, USAGE};
use super::input::{self, Named};
use super::line_ends;
use super::output::Output;
use super::project::{Projects, SettingsArguments, walk};
use super::reference::Reference;
use super::terminal::Terminal;
use rulebook_language::format::{Refusal, format, upgrade};
use rulebook_language::syntax::MAX_FILE_BYTES;

/// Format game files
///
/// Formats files in place. Line endings become LF, but for those of a file that has CRLF throughout. The result is parsed again before
/// it is written, to prove that the rules and comments are unchanged. A file with syntax errors is left as it is.
#[derive(Args)]
pub struct Fmt {
    /// Files to format: paths, folders, or `-` to read standard input and write standard output; with `--check`, shipped games,
    /// too [default: `paths` of rulebook.toml]
    #[arg(value_name = "FILE", value_parser = Reference::parser())]
    files: Vec<Reference>,
    #[command(flatten)]
    settings: SettingsArguments,
    /// Write nothing; show what would change, and exit with status 1 if anything would
    #[arg(long)]
    check: bool,
    /// Also rewrite what has a better form since: `rows(1) | rows(2)` as `rows(1..=2)`, and names that have become words of the
    /// language, `do` as `do_`
    #[arg(long)]
    upgrade: bool,
}

impl Fmt {
    /// Formats.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let mut status = 0;
        let walked = walk(&self.files, &mut Projects::new(&self.settings)?)?;
        for (_, message) in &walked.unreadable {
            terminal.error(message);
            status = USAGE;
        }
        for reference in &walked.files {
            let failure = match self.file(reference, terminal) {
                Ok(()) => continue,
                Err(Failure::Closed) => return Err(Failure::Closed),
                Err(failure) => failure,
            };
            terminal.flush()?;
            status = status.max(failure.status());
            failure.report(terminal);
        }
        if status == 0 { Ok(()) } else { Err(Failure::Told(status)) }
    }

    fn file(&self, reference: &Reference, terminal: &mut Terminal) -> Result<(), Failure> {
        let path = reference.file.as_path();
        if reference.sets_options() || reference.variant().is_some() {
            let (text, file) = (&reference.text, path.display());
            let said =
                format!("`{text}` selects one game, but only whole files can be formatted\n  help: write `{file}`");
            return Err(Failure::Usage(said));
        }
        let Named { name, text, shipped } = input::named(path)?;
        if shipped && !self.check {
            return Err(Failure::Usage(format!(
                "`{name}` is a shipped game and cannot be overwritten\n  help: name a file, or use --check"
            )));
        }
        let layout = if self.upgrade { upgrade } else { format };
        let formatted = layout(&name, &text).map_err(|refusal| match refusal {
            Refusal::Findings(report, sources) => Failure::Findings { report, sources },
            Refusal::Long(bytes) => {
                Failure::Broken(format!("`{name}` would exceed {MAX_FILE_BYTES} bytes ({bytes}) and is left unchanged"))
            }
            Refusal::Changed(what) => Failure::Broken(format!(
                "`{name}` cannot be formatted without changing its meaning and is left unchanged: {what}\n  \
                 help: this is a bug in the formatter: please report it with the file"
            )),
        })?;
        let formatted = line_ends::as_in(&text, formatted);
        if self.check {
            return self.checked(&name, &text, &formatted, terminal);
        }
        if path == Path::new("-") {
            return terminal.data(formatted.as_bytes());
        }
        if formatted != text {
            let mut file = Output::regular(path).map_err(|failure| match failure {
                Failure::Usage(why) if why.ends_with("not a regular file") => {
                    Failure::Usage(format!("{why}\n  help: write `-` to read standard input and write standard output"))
                }
                failure => failure,
            })?;
            file.text(&formatted)?;
            file.finish()?;
            let ends = if text.contains("\r\n") && !formatted.contains("\r\n") {
                " (CRLF line endings became LF)"
            } else {
                ""
            };
            terminal.say(&format!("{name}: formatted{ends}"));
        }
        Ok(())
    }

    fn checked(&self, name: &str, text: &str, formatted: &str, terminal: &mut Terminal) -> Result<(), Failure> {
        let Some(changes) = Changes::of(text, formatted) else { return Ok(()) };
        let width = terminal.width();
        changes.write(name, width, terminal.out())?;
        Err(Failure::Told(FINDINGS))
    }
}
