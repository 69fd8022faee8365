//! The arguments of `rulebook study`.
#![expect(clippy::disallowed_methods, reason = "the door to files")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use super::field::Ready;
use super::merge::Merged;
use super::results::{self, About};
use super::work::WorkFile;
use super::{merge, run, sample, schema, status, verify};
use crate::database::{self, failed};
use crate::failure::Failure;
use crate::output::{self, Output};
use crate::progress::Progress;
use crate::terminal::Terminal;
use rulebook_insight::analysis::study::{Course, Keep, Parts, Row, Shard, tell};
use rulebook_service::report;
use rulebook_service::wire;

/// Run a study: games over a grid of games, options, agents, budgets and seeds
///
/// An interrupted study resumes where it stopped. The results file is byte-for-byte the same for any number of threads and
/// interruptions (see docs/study.md).
#[derive(Args)]
pub struct StudyCommand {
    /// Study to run, a TOML file
    #[arg(value_name = "STUDY.toml")]
    study: PathBuf,
    /// Results file [default: next to the study]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Run one part of the study, to be merged with the others later; `auto` prints a number of parts, by timing some games
    #[arg(long, value_name = "PART/PARTS|auto", conflicts_with_all = ["merge", "report"])]
    shard: Option<Sharding>,
    /// Minutes that a part should take on a machine like this one, with `--shard auto`
    #[arg(long, value_name = "M", default_value_t = 10.0, value_parser = minutes)]
    minutes: f64,
    /// Merge the results of all parts
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "report")]
    merge: Vec<PathBuf>,
    /// Merge only some of the parts, to be merged with the others later
    #[arg(long, requires_all = ["merge", "out"])]
    partial: bool,
    /// Report on the games played so far
    #[arg(long)]
    report: bool,
    /// Replay every record of the results, or of the parts to be merged, and check what the results say of it
    #[arg(long)]
    verify: bool,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Report these as well: B (values every position of the games), C1 (plays games of its own); comma-separated
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = ["B", "C1"], requires = "report")]
    with: Vec<String>,
    /// Simulations to value a position (B)
    #[arg(long, value_name = "N", default_value_t = 50, requires = "report", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    values: u32,
    /// Simulations of the weakest agent of the skill ladder (C1)
    #[arg(long, value_name = "N", default_value_t = 25, requires = "report", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    simulations: u32,
    /// Rungs of the skill ladder (C1)
    #[arg(long, value_name = "N", default_value_t = 4, requires = "report", value_parser = clap::value_parser!(u32).range(1..=12))]
    rungs: u32,
    /// Pairs of games per rung of the skill ladder (C1)
    #[arg(long, value_name = "N", default_value_t = 25, requires = "report", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// Print the report as one JSON object
    #[arg(long, requires = "report", conflicts_with = "markdown")]
    json: bool,
    /// Print the report as a Markdown table
    #[arg(long, requires = "report")]
    markdown: bool,
    /// Also write the report to this file as HTML
    #[arg(long, value_name = "FILE", requires = "report")]
    html: Option<PathBuf>,
    /// Also write the plots to this folder as SVG
    #[arg(long, value_name = "FOLDER", requires = "report")]
    plots: Option<PathBuf>,
}

/// What to do of a study in parts.
#[derive(Clone, Copy)]
enum Sharding {
    /// This one.
    Part(Shard),
    /// Say how many there should be.
    Auto,
}

impl FromStr for Sharding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Sharding::Auto),
            text => text.parse().map(Sharding::Part),
        }
    }
}

fn minutes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(minutes) if (0.001..=1e6).contains(&minutes) => Ok(minutes),
        _ => Err("write a number of minutes from 0.001 to 1000000".to_owned()),
    }
}

impl StudyCommand {
    /// Plays, merges or reports.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let ready = Ready::read(&self.study)?;
        let field = ready.field()?;
        let description = field.description(&ready.loaded);
        let texts = field.texts(&ready.loaded);
        let shard = match self.shard {
            Some(Sharding::Auto) => return sample::parts(&field, self.minutes, self.threads, terminal),
            Some(Sharding::Part(shard)) => shard,
            None => Shard::WHOLE,
        };
        let about = About { field: &field, description: &description, texts: &texts, parts: shard.into() };
        let name = self.name();
        if field.study().keep == Keep::Tallies && (self.verify || self.with.iter().any(|part| part == "B")) {
            let option = if self.verify { "--verify" } else { "--with B" };
            return Err(Failure::Usage(format!(
                "`{option}` needs the records of the games, and this study keeps tallies\n  help: run it with `keep = \"records\"`"
            )));
        }
        if self.verify {
            let names = if self.merge.is_empty() { std::slice::from_ref(&name) } else { &self.merge };
            verify::verify(names, &about, terminal)?;
        }
        if self.report {
            return self.tell(&name, &about, terminal);
        }
        if self.verify && self.merge.is_empty() {
            return Ok(());
        }
        if !self.merge.is_empty() {
            let Merged { games, troubled, parts } = merge::merge(&name, &about, &self.merge, self.partial)?;
            let which = if parts == Parts::whole() { String::new() } else { format!(", part {parts} of the study") };
            terminal.say(&format!("{games} games in {}{which}", name.display()));
            return run::sound(troubled);
        }
        if let Some((file, parts)) = results::open(&name, &description)? {
            if parts != about.parts {
                return Err(failed(&name, &format!("it holds part {parts} of the study, not {}", about.parts)));
            }
            let troubled = schema::troubled(&file).map_err(|error| failed(&name, &error))?;
            drop(file);
            database::sweep(&database::work_name(&name));
            terminal.say(&format!("all games have been played already: {}", name.display()));
            return run::sound(troubled);
        }
        // Better now than after hours of play.
        drop(Output::regular(&name)?);
        run::run(&name, &about, shard, self.threads, terminal)
    }

    /// The file of the results.
    fn name(&self) -> PathBuf {
        match (&self.out, self.shard) {
            (Some(out), _) => out.clone(),
            (None, None | Some(Sharding::Auto)) => self.study.with_extension("sqlite"),
            (None, Some(Sharding::Part(shard))) => {
                self.study.with_extension(format!("{}-of-{}.sqlite", shard.part, shard.of))
            }
        }
    }

    fn tell(&self, name: &Path, about: &About<'_>, terminal: &mut Terminal) -> Result<(), Failure> {
        let asks = |part: &str| self.with.iter().any(|asked| asked == part);
        let mut games: Vec<(Row, String)> = Vec::new();
        let mut keep = |game: schema::Kept| {
            games.extend(game.row.trouble.is_none().then_some((game.row, game.record)));
            Ok(())
        };
        let tallies = match results::open(name, about.description)? {
            Some((file, _)) => {
                if asks("B") {
                    schema::each(&file, &mut keep).map_err(|error| failed(name, &error))?;
                }
                schema::tallies(&file, about.field).map_err(|error| failed(name, &error))?
            }
            None if database::work_name(name).exists() => {
                let work = WorkFile::open(name, about)?;
                if asks("B") {
                    work.each(&mut keep)?;
                }
                work.tallies(about.field)?
            }
            None => {
                let name = name.display();
                return Err(Failure::Usage(format!(
                    "`{name}` has no results\n  help: run the study first: `rulebook study {}`",
                    self.study.display()
                )));
            }
        };
        let mut course = Course::default();
        let progress = Progress::new(terminal, "games", None);
        let played = AtomicU64::new(0);
        let done = || progress.at(played.fetch_add(1, Ordering::Relaxed) + 1);
        course.add_games(about.field, &games, self.values, &done).map_err(Failure::Broken)?;
        if asks("C1") {
            let steps = (self.simulations, self.rungs);
            course.add_ladders(about.field, steps, self.pairs, &done).map_err(Failure::Broken)?;
        }
        drop(progress);
        let told = tell(about.field, &tallies, &course);
        let study = wire::Study::new(&told);
        if let Some(html) = &self.html {
            let mut page = Output::create(html, terminal)?;
            page.text(&report::studied(&study))?;
            page.finish()?;
        }
        if let Some(folder) = &self.plots {
            output::folder_for(folder)?;
            for (name, picture) in report::study_plots(&study) {
                let mut file = Output::create(&folder.join(format!("{name}.svg")), terminal)?;
                file.text(&picture)?;
                file.finish()?;
            }
        }
        match (self.json, self.markdown) {
            (true, _) => terminal.json(&study),
            (_, true) => Ok(write!(terminal.out(), "{}", report::study_table(&study))?),
            _ => status::show(&told, terminal),
        }
    }
}
