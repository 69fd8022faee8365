//! The arguments of `rulebook study`.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::field::Ready;
use super::results::{self, About};
use super::work::{Work, sweep};
use super::{merge, run, schema, shown};
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::terminal::Terminal;
use rulebook_insight::analysis::study::{Shard, tell};
use rulebook_service::report;
use rulebook_service::wire;

/// Play games over a grid of games, options, players, budgets and seeds, and keep them in one file
///
/// The file is the same, byte for byte, whatever the number of threads and however often the run was stopped: begun again, it goes
/// on from where it was (docs/study.md).
#[derive(Args)]
pub struct StudyCommand {
    /// The study, a TOML file
    #[arg(value_name = "STUDY.toml")]
    study: PathBuf,
    /// The file of the results; beside the study where none is named
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play one part of the games, to be merged with the others
    #[arg(long, value_name = "PART/PARTS", conflicts_with_all = ["merge", "report"])]
    shard: Option<Shard>,
    /// Put the results of all parts together
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "report")]
    merge: Vec<PathBuf>,
    /// Say what the games came to, those that are there
    #[arg(long)]
    report: bool,
    /// Threads that play; as many as there are processors where nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the report as one JSON object
    #[arg(long, requires = "report", conflicts_with = "markdown")]
    json: bool,
    /// Write the numbers of the report as a table in Markdown
    #[arg(long, requires = "report")]
    markdown: bool,
    /// Write the report as a page of HTML to this file, too
    #[arg(long, value_name = "FILE", requires = "report")]
    html: Option<PathBuf>,
    /// Write the plots of the report into this folder, too, as SVG
    #[arg(long, value_name = "FOLDER", requires = "report")]
    plots: Option<PathBuf>,
}

impl StudyCommand {
    /// Plays, merges or reports.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let ready = Ready::read(&self.study)?;
        let field = ready.field()?;
        let description = field.description(&ready.loaded);
        let about = About { field: &field, description: &description, shard: self.shard.unwrap_or(Shard::WHOLE) };
        let name = self.name();
        if self.report {
            return self.tell(&name, &about, terminal);
        }
        if !self.merge.is_empty() {
            let (games, troubled) = merge::merge(&name, &about, &self.merge)?;
            terminal.say(&format!("{games} games in {}", name.display()));
            return run::sound(troubled);
        }
        if let Some((file, shard)) = results::open(&name, &description)? {
            if shard != about.shard {
                return Err(results::failed(
                    &name,
                    &format!("it holds part {shard} of the study, not {}", about.shard),
                ));
            }
            let troubled = schema::troubled(&file).map_err(|error| results::failed(&name, &error))?;
            drop(file);
            sweep(&Work::name(&name));
            terminal.say(&format!("all games are there already, in {}", name.display()));
            return run::sound(troubled);
        }
        run::run(&name, &about, self.threads, terminal)
    }

    /// The file of the results.
    fn name(&self) -> PathBuf {
        match (&self.out, self.shard) {
            (Some(out), _) => out.clone(),
            (None, None) => self.study.with_extension("sqlite"),
            (None, Some(shard)) => self.study.with_extension(format!("{}-of-{}.sqlite", shard.part, shard.of)),
        }
    }

    fn tell(&self, name: &Path, about: &About<'_>, terminal: &mut Terminal) -> Result<(), Failure> {
        let rows = match results::open(name, about.description)? {
            Some((file, _)) => schema::rows(&file).map_err(|error| results::failed(name, &error))?,
            None if Work::name(name).exists() => Work::open(name, about)?.rows()?,
            None => {
                let name = name.display();
                return Err(Failure::Usage(format!(
                    "there are no results in `{name}`\n  help: play the study first: `rulebook study {}`",
                    self.study.display()
                )));
            }
        };
        let told = tell(about.field, &rows);
        let study = wire::Study::new(&told);
        if let Some(html) = &self.html {
            let mut page = Output::create(html)?;
            page.text(&report::studied(&study))?;
            page.finish()?;
        }
        if let Some(folder) = &self.plots {
            output::folder_for(folder)?;
            for (name, picture) in report::study_plots(&study) {
                let mut file = Output::create(&folder.join(format!("{name}.svg")))?;
                file.text(&picture)?;
                file.finish()?;
            }
        }
        match (self.json, self.markdown) {
            (true, _) => terminal.json(&study),
            (_, true) => Ok(write!(terminal.out(), "{}", report::study_table(&study))?),
            _ => shown::show(&told, terminal),
        }
    }
}
