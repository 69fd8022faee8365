//! `rulebook check --fix`: what findings offer to write, written.

use std::path::Path;

use clap::Args;

use super::diff::Diff;
use super::failure::{FINDINGS, Failure};
use super::input::{self, Named};
use super::line_ends;
use super::output::Output;
use super::terminal::Terminal;
use rulebook_insight::analysis::{Smoke, inspect};
use rulebook_insight::library::{COMMAND_LINE, Loaded, Settings};
use rulebook_language::diagnostic::{Fix, Report, apply};
use rulebook_language::source::{SourceFile, SourceMap};
use rulebook_language::syntax::parse;

/// How often a text is mended and checked again: a fix can bring a further one to light.
const MAX_ROUNDS: usize = 10;

/// Which fixes to apply, and how.
#[derive(Args)]
pub struct Fixing {
    /// Apply the safe fixes of findings, and report what is left
    #[arg(long)]
    fix: bool,
    /// Include fixes that are a guess or change the rules
    #[arg(long)]
    unsafe_fixes: bool,
    /// Show what fixes would change instead of findings, and exit with status 1 if anything would
    #[arg(long, conflicts_with_all = ["fix", "format", "witness", "strict"])]
    diff: bool,
}

/// What became of a file.
pub enum Fixed {
    /// This is its text now.
    Text(Named),
    /// Nothing else is to be said of it.
    Told(u8),
}

impl Fixing {
    /// Whether fixes are to be applied or shown.
    pub fn is_asked(&self) -> bool {
        self.fix || self.diff
    }

    /// Whether the text of standard input is written to standard output, and findings therefore elsewhere.
    pub fn writes(&self, path: &Path) -> bool {
        self.fix && path == Path::new("-")
    }

    /// Applies fixes to a file, or shows them.
    pub fn file(
        &self,
        named: Named,
        path: &Path,
        settings: &Settings,
        terminal: &mut Terminal,
    ) -> Result<Fixed, Failure> {
        let (text, count) = self.mend(path, &named, settings);
        if self.diff {
            let Some(diff) = Diff::of(&named.text, &text) else { return Ok(Fixed::Told(0)) };
            diff.write(&named.name, terminal.out())?;
            return Ok(Fixed::Told(FINDINGS));
        }
        if self.writes(path) {
            terminal.data(text.as_bytes())?;
        } else if count > 0 && named.shipped {
            return Err(Failure::Usage(format!(
                "`{}` is a shipped game and cannot be overwritten\n  help: name a file, or use --diff",
                named.name
            )));
        } else if count > 0 {
            let mut file = Output::regular(path)?;
            file.text(&text)?;
            file.finish()?;
        }
        if count > 0 {
            terminal.say(&format!("{}: applied {count} {}", named.name, fixes(count)));
        }
        Ok(Fixed::Text(Named { text, ..named }))
    }

    /// The text with all fixes applied that may be, round after round, and their number.
    fn mend(&self, path: &Path, named: &Named, settings: &Settings) -> (String, usize) {
        let name = &named.name;
        let mut text = named.text.clone();
        let mut count = 0;
        for _ in 0..MAX_ROUNDS {
            let mut loaded = input::loaded(path, name, &text);
            let set = settings.write_down(COMMAND_LINE, &mut loaded.sources);
            let report = inspect(&loaded, &set, Smoke::default()).report;
            let Some((file, _)) = loaded.sources.iter().next() else { break };
            let wanted =
                report.iter().filter_map(|finding| finding.fixes.iter().find(|fix| fix.safe || self.unsafe_fixes));
            let (mended, used) = apply(file, &loaded.sources, wanted);
            // A fix that makes the text less readable is none.
            if used.is_empty() || unread(name, &mended) > unread(name, &text) {
                break;
            }
            count += used.len();
            text = line_ends::as_in(&named.text, mended);
        }
        (text, count)
    }

    /// Says how many of the findings about a file have fixes.
    pub fn hint(&self, report: &Report, loaded: &Loaded, terminal: &mut Terminal) {
        let Some((file, _)) = loaded.sources.iter().next() else { return };
        let is_own = |fix: &&Fix| fix.edits.iter().all(|edit| edit.span.file == file);
        let has = |safe: bool| {
            report.iter().filter(|finding| finding.fixes.iter().filter(is_own).any(|fix| fix.safe || !safe)).count()
        };
        let (safe, all) = (has(true), has(false));
        let shown = if self.unsafe_fixes { all } else { safe };
        let hidden = all - shown;
        let more = format!("{hidden} {} with `--unsafe-fixes`", if shown == 0 { fixes(hidden) } else { "more" });
        match (shown, hidden) {
            (0, 0) => {}
            (0, _) => terminal.say(&format!("[*] {more}")),
            (_, 0) => terminal.say(&format!("[*] {shown} fixable with `--fix`")),
            _ => terminal.say(&format!("[*] {shown} fixable with `--fix` ({more})")),
        }
    }
}

fn fixes(count: usize) -> &'static str {
    if count == 1 { "fix" } else { "fixes" }
}

/// How many places of a text cannot be read.
fn unread(name: &str, text: &str) -> usize {
    let mut sources = SourceMap::default();
    let file = sources.add(SourceFile::new(name, text));
    parse(&sources, file).1.errors()
}
