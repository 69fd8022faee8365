//! The arguments of `rulebook explore`.

use std::path::PathBuf;

use clap::Args;

use super::asked::Asked;
use super::results::{Results, Rows};
use super::{list, run, text};
use crate::arguments::GameSettings;
use crate::failure::Failure;
use crate::output::Output;
use crate::reference::Reference;
use crate::terminal::Terminal;
use rulebook_explore::Search;
use rulebook_insight::analysis::study::{Parts, Shard};
use rulebook_service::report::explored;

/// Search the rules for variants whose games are as you wish
///
/// Tries values of options and changes of single rules, plays them against each other in races, plays the best again with fresh
/// seeds, and prints those figures and the variants, ready to be pasted (see docs/explore.md).
#[derive(Args)]
pub struct Explore {
    /// Game file: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`; or a search as a
    /// TOML file
    #[arg(value_name = "FILE|STUDY.toml", value_parser = Reference::parser())]
    pub(super) file: Reference,
    #[command(flatten)]
    pub(super) settings: GameSettings,
    /// What you wish for, such as `score of seat 1 in 48..52 %, draws < 5 %` (repeatable)
    #[arg(long, value_name = "WISHES")]
    pub(super) want: Vec<String>,
    /// What to vary: an option with values (`size=5..=9`, `komi`), or `rules` (repeatable) [default: everything]
    #[arg(long, value_name = "WHAT")]
    pub(super) vary: Vec<String>,
    /// A declaration that stays as it is, such as `move place` (repeatable)
    #[arg(long, value_name = "NAME")]
    pub(super) keep: Vec<String>,
    /// Lines of a variant to try, such as `pie off` (repeatable)
    #[arg(long = "try", value_name = "LINES")]
    pub(super) lines: Vec<String>,
    /// From how many changes a variant is made at most [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=2))]
    pub(super) depth: Option<u32>,
    /// Number of games to play, all in all [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    pub(super) games: Option<u64>,
    /// Agent of all seats; repeat for stages: what is refuted at one does not come to the next [default: random]
    #[arg(long = "agent", value_name = "AGENT")]
    pub(super) agents: Vec<String>,
    /// Seed for random choices [default: 1]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// How many variants to play again and print [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100))]
    pub(super) best: Option<u64>,
    /// Cut games off after this many plies [default: 5000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) max_plies: Option<u32>,
    /// Simulations to value a position, for wishes over B [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(super) values: Option<u32>,
    /// List what would be tried, each with the line that it changes, and play nothing
    #[arg(long, conflicts_with_all = ["out", "shard", "merge", "from", "html"])]
    list: bool,
    /// Keep the results in this file, and go on where it stopped [default of a STUDY.toml: next to it]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Run one part of the search as far as parts are independent, to be merged with the others later
    #[arg(long, value_name = "PART/PARTS", conflicts_with = "merge")]
    shard: Option<Shard>,
    /// Merge the results of all parts, and go on to the end
    #[arg(long, value_name = "FILE", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Only merge: the next part of the search is run with `--shard` and `--from`, or by another `--merge`
    #[arg(long, requires_all = ["merge", "out"])]
    partial: bool,
    /// Begin with what this file of merged parts holds
    #[arg(long, value_name = "FILE", requires = "shard")]
    from: Option<PathBuf>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    /// Also write the result to this file as HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Explore {
    /// Searches.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let asked = Asked::read(self, terminal)?;
        let mut search = asked.search()?;
        if self.list {
            return list::list(&search, self.json, terminal);
        }
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let out = self.out(&asked, shard);
        let description = search.description();
        let read = |name: &PathBuf| Results::read(name, &search, &description);
        let mut parts = Parts::from(shard);
        let known = if !self.merge.is_empty() {
            let files = self.merge.iter().map(|name| Ok((name, read(name)?))).collect::<Result<Vec<_>, Failure>>()?;
            let merged = Results::merged(files, self.partial)?;
            parts = merged.parts;
            merged.rows
        } else {
            let from = self.from.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
            from.into_iter().filter_map(|found| Some(found?.rows)).flatten().collect()
        };
        if let (true, Some(out)) = (self.partial, &out) {
            Results { parts, rows: known }.write(out, &description, &asked.texts())?;
            terminal.say(&format!("{} in {}", self.merged(), out.display()));
            return Ok(());
        }
        let finished = match &out {
            Some(out) => read(out)?,
            None => None,
        };
        match (finished, &out) {
            (Some(finished), Some(out)) if self.merge.is_empty() => {
                if finished.parts != parts {
                    return Err(Results::other_part(out, &finished.parts, &parts));
                }
                run::sweep(out);
                if shard == Shard::WHOLE {
                    run::replay(&mut search, &finished.rows)?;
                }
                terminal.say(&format!("all games have been played already: {}", out.display()));
            }
            _ => {
                let mine = run::Mine { shard, threads: self.threads };
                let rows = run::run(&mut search, known, out.as_deref(), mine, terminal)?;
                if let Some(out) = &out {
                    self.keep(out, shard, rows, &description, &asked, terminal)?;
                }
            }
        }
        if self.shard.is_some() && shard != Shard::WHOLE {
            return Ok(());
        }
        self.tell(&search, terminal)
    }

    /// Writes the results, where they are kept.
    fn keep(
        &self,
        out: &std::path::Path,
        shard: Shard,
        rows: Rows,
        description: &str,
        asked: &Asked,
        terminal: &mut Terminal,
    ) -> Result<(), Failure> {
        let which = if shard == Shard::WHOLE { String::new() } else { format!(", part {shard} of the search") };
        let games = rows.games();
        Results { parts: shard.into(), rows }.write(out, description, &asked.texts())?;
        run::sweep(out);
        terminal.say(&format!("{games} games in {}{which}", out.display()));
        Ok(())
    }

    fn merged(&self) -> String {
        match self.merge.len() {
            1 => "1 file merged".to_owned(),
            files => format!("{files} files merged"),
        }
    }

    /// The file of the results, where they are kept.
    fn out(&self, asked: &Asked, shard: Shard) -> Option<PathBuf> {
        if self.out.is_some() {
            return self.out.clone();
        }
        let study = asked.study.as_ref()?;
        Some(match shard {
            Shard::WHOLE => study.with_extension("sqlite"),
            Shard { part, of } => study.with_extension(format!("{part}-of-{of}.sqlite")),
        })
    }

    fn tell(&self, search: &Search, terminal: &mut Terminal) -> Result<(), Failure> {
        let found = search.found();
        if let Some(html) = &self.html {
            let mut page = Output::create(html, terminal)?;
            page.text(&explored(&found, &search.ground().prepared))?;
            page.finish()?;
        }
        match self.json {
            true => terminal.json(&found),
            false => text::show(&found, terminal.out()),
        }
    }
}
