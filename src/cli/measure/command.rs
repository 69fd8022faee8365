//! The command.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use super::parts::{Parts, part};
use super::records;
use super::text;
use crate::arguments::GameSettings;
use crate::failure::Failure;
use crate::input;
use crate::output::Output;
use crate::players::{agent, seated};
use crate::position::{with_sources, without_pie};
use crate::progress::Progress;
use crate::reference::Reference;
use crate::terminal::Terminal;
use crate::threads::Threads;
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::{self, BrokenGame, DuelError, ExactLimits, Failed, Run, Sheet};
use rulebook_insight::library::{Loaded, Prepared};
use rulebook_service::report;
use rulebook_service::wire;

/// Measure a game: who wins, how long it lasts, how many choices it offers, which rules apply
///
/// Every number comes with its 95 % confidence interval and the number of games. Game i of a seed is the same on every machine,
/// however many are played. A1 to A12 are always measured. B (values by search) and C1 to C5 (which play further games) take
/// longer and must be requested with `--with` or `--all`. docs/measure.md defines every metric.
#[derive(Args)]
pub struct Measure {
    /// Game file: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_parser = Reference::parser())]
    file: Reference,
    #[command(flatten)]
    settings: GameSettings,
    /// Measure the games in this file instead of playing any, as `--record` writes them, all of one game with the same options
    #[arg(long, value_name = "FILE", conflicts_with_all = ["agents", "number"])]
    records: Option<PathBuf>,
    /// Agent, such as `random` or `mcts:200`; repeat to set one per seat
    #[arg(long = "agent", value_name = "AGENT", default_value = "random", value_parser = agent)]
    agents: Vec<Spec>,
    /// Number of games to play
    #[arg(short = 'n', long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    number: u64,
    /// Seed for random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cut a game off after this many plies
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_plies: u32,
    /// Measure these as well: B, C, or any of C1 to C5 (comma-separated)
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = part)]
    with: Vec<String>,
    /// Measure everything
    #[arg(long)]
    all: bool,
    /// Simulations to value a position (B)
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    values: u32,
    /// Simulations of the weakest search (C1 and C2)
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    simulations: u32,
    /// Number of rungs (C1), one fewer than searches (C2); each doubles the simulations of the one before
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=16))]
    rungs: u32,
    /// Agent beyond the strongest search (C1 and C2), such as `learned:FILE`
    #[arg(long, value_name = "AGENT", value_parser = agent)]
    strongest: Option<Spec>,
    /// Pairs of games per rung (C1)
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// Games per strength (C2), first move (C3) or copycat (C4)
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    each: u64,
    /// Maximum number of first moves to play (C3)
    #[arg(long, value_name = "N", default_value_t = 200)]
    openings: usize,
    /// Maximum number of positions stored to solve a small board (C5)
    #[arg(long, value_name = "N", default_value_t = ExactLimits::default().states, value_parser = clap::value_parser!(u64).range(1..))]
    states: u64,
    /// Number of games in which effects are watched, from the first (A8)
    #[arg(long, value_name = "N", default_value_t = 100)]
    watch: u64,
    #[command(flatten)]
    threads: Threads,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    /// Also write an HTML report to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write a row for each game to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
}

impl Measure {
    /// Measures.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.threads.apply()?;
        let mut loaded = input::read(&self.file.file)?;
        loaded.ask_for(self.agents.iter().chain(&self.strongest));
        let settings = self.file.with(&self.settings)?;
        let (sources, plain) = match &self.records {
            None => with_sources(loaded.clone(), &settings)?,
            Some(file) => records::game(file, &loaded, &settings)?,
        };
        seated(&self.agents, &plain)?;
        let prepared = plain.explaining_or_plain();
        let page = self.html.as_deref().map(|name| Output::create(name, terminal)).transpose()?;
        let mut rows = self.games.as_deref().map(|name| Output::create(name, terminal)).transpose()?;
        let parts = self.parts();
        if self.records.is_some() && parts != (Parts { values: parts.values, ..Parts::default() }) {
            return Err(Failure::Usage(
                "C1 to C5 play games of their own, so they cannot be measured of records\n  help: leave out --records, or ask \
                 for B alone"
                    .to_owned(),
            ));
        }
        let run = Run {
            agents: self.agents.clone(),
            games: self.number,
            seed: self.seed,
            max_plies: self.max_plies,
            values: parts.values.then_some(self.values),
            watched: self.watch,
            twice: true,
        };
        let sheet = Sheet::new(&prepared.start(), &sources);
        let mut recorded = match &self.records {
            None => None,
            Some(file) => Some(records::collect(file, &loaded, &settings, &prepared, &run, terminal)?),
        };
        let facts = match &mut recorded {
            Some(recorded) => std::mem::take(&mut recorded.facts),
            None => self.counted(terminal, Some(self.number), |done| analysis::collect(&prepared, &run, done))?,
        };
        let mut measured = wire::Measure::new(&sheet, &run, &facts);
        if let Some(recorded) = &recorded {
            let unknown = || vec!["recorded".to_owned(); plain.game.players.len()];
            measured.agents = recorded.players().map_or_else(unknown, <[String]>::to_vec);
        }
        if let Some(mut rows) = rows.take() {
            for (index, game) in facts.iter().enumerate() {
                let mut row = wire::GameRow::measured(&sheet, game, &measured.agents);
                if let Some(recorded) = &recorded {
                    row.seed = recorded.seeds.get(index).copied().flatten();
                    row.agents = recorded.agents.get(index).cloned().unwrap_or_default();
                }
                rows.json_line(&row)?;
            }
            rows.finish()?;
        }
        if let Some((_, index)) = analysis::Figures::shortest_won(&facts) {
            let moves = match &recorded {
                Some(recorded) => recorded.shortest.clone(),
                None => analysis::line(&prepared, &run, index).map_err(|failed| self.failure(failed))?,
            };
            measured.figures.decisive = wire::DecisiveLine::new(&plain, index, &moves);
        }
        let source = Source { loaded, settings, plain: &plain };
        self.further(parts, &source, &mut measured, terminal)?;
        self.notes(&plain, &mut measured);
        measured.summary = report::summary_of_measurement(&measured);
        if let Some(mut page) = page {
            page.text(&report::measured(&measured, &plain))?;
            page.finish()?;
        }
        if self.json { terminal.json(&measured) } else { text::write(&measured, terminal.out()) }
    }

    fn parts(&self) -> Parts {
        let mut parts = if self.all { Parts::all() } else { Parts::default() };
        self.with.iter().for_each(|name| parts.add(name));
        parts
    }

    /// C1 to C5.
    fn further(
        &self,
        parts: Parts,
        source: &Source<'_>,
        measured: &mut wire::Measure,
        terminal: &Terminal,
    ) -> Result<(), Failure> {
        let (bounds, plain) = ((self.seed, self.max_plies), source.plain);
        let agent = self.agents.first().unwrap_or(&Spec::Random);
        if parts.ladder {
            let found = self
                .counted(terminal, None, |done| analysis::ladder(plain, &self.searches(), self.pairs, bounds, done))?;
            measured.ladder = found.as_ref().map(wire::Ladder::from);
        }
        if parts.strength {
            let agents = [vec![Spec::Random], self.searches()].concat();
            let found =
                self.counted(terminal, None, |done| analysis::strength(plain, &agents, self.each, bounds, done))?;
            measured.strength = Some((&found).into());
        }
        if plain.game.has_luck() {
            return Ok(());
        }
        // A second seat that may choose its seat hides what a first move is worth.
        let without = source.with(&[])?;
        if parts.openings {
            let found = self.counted(terminal, None, |done| {
                analysis::openings(&without, agent, self.each, self.openings, bounds, done)
            })?;
            measured.openings = Some(wire::Openings::new(&found, &agent.to_string()));
        }
        if parts.mirror {
            let found =
                self.counted(terminal, None, |done| analysis::mirror(&without, agent, self.each, bounds, done))?;
            measured.mirror = Some(found.iter().map(|copied| wire::Copied::new(copied, &agent.to_string())).collect());
        }
        if parts.exact {
            let limits = ExactLimits { states: self.states, ..ExactLimits::default() };
            let with = |set: &[(String, String)]| source.with(set).ok();
            let progress = Progress::new(terminal, "boards", None);
            let solved = AtomicU64::new(0);
            let rows = analysis::exact(&plain.game, &with, limits, &|| {
                progress.at(solved.fetch_add(1, Ordering::Relaxed) + 1);
            });
            let rows = rows.iter().map(|row| wire::Row::new(&row.position, &row.found, row.symmetries, 0.0));
            measured.exact = Some(rows.collect());
        }
        Ok(())
    }

    /// Ever stronger searches, and the agent beyond them.
    fn searches(&self) -> Vec<Spec> {
        let mut agents = analysis::searches(self.simulations, self.rungs + 1);
        agents.extend(self.strongest.clone());
        agents
    }

    /// Runs something that counts its games.
    fn counted<T>(
        &self,
        terminal: &Terminal,
        total: Option<u64>,
        question: impl FnOnce(&(dyn Fn() + Sync)) -> Result<T, Failed>,
    ) -> Result<T, Failure> {
        let progress = Progress::new(terminal, "games", total);
        let played = AtomicU64::new(0);
        let done = || progress.at(played.fetch_add(1, Ordering::Relaxed) + 1);
        question(&done).map_err(|failed| self.failure(failed))
    }

    fn failure(&self, failed: Failed) -> Failure {
        match failed {
            Failed::Agent(unsuited) => Failure::Usage(unsuited.to_string()),
            Failed::Broken(broken) => self.broken(&broken),
        }
    }

    fn broken(&self, broken: &BrokenGame) -> Failure {
        let what = match broken.trouble {
            DuelError::Stuck => "a player has no legal move, and no end clause covers this".to_owned(),
            DuelError::Fault(fault) => fault.to_string(),
        };
        let (index, seed, line) = (broken.index, self.seed, broken.line.join(" "));
        Failure::Broken(format!("game {index} of seed {seed}: {what}\n  help: reproduce it with --after \"{line}\""))
    }

    /// What a reader has to know beside the numbers.
    fn notes(&self, plain: &Prepared, measured: &mut wire::Measure) {
        let mut notes = Vec::new();
        let players = plain.game.players.len();
        let cut = measured.metrics.iter().find(|metric| metric.key == "A1.cut").and_then(|metric| metric.value);
        if cut.is_some_and(|share| share > 0.0) {
            notes.push(match &self.records {
                None => format!(
                    "games cut off after {} plies have no score and count with that length, so lengths are too short",
                    self.max_plies
                ),
                Some(_) => "records that do not lead to an end have no score and count as cut off".to_owned(),
            });
        }
        if players > 2 {
            notes.push(format!(
                "winners share a point, and all {players} players share a draw: an even score is {:.3}",
                1.0 / players as f64
            ));
        }
        let effects = measured.metrics.iter().any(|metric| metric.key.starts_with("A8.effect"));
        if measured.watched > 0 && effects && measured.watched < measured.games {
            notes.push(format!("effects were watched in the first {} games", measured.watched));
        }
        if self.records.is_some() {
            notes.push("recorded games: C1 to C5, which play games of their own, are not measured".to_owned());
        }
        let parts = self.parts();
        if plain.game.has_luck() && (parts.openings || parts.mirror || parts.exact) {
            notes.push("C3 to C5 need a game that leaves nothing to chance".to_owned());
        }
        if players != 2 && (parts.ladder || parts.mirror || parts.exact) {
            notes.push("C1, C4 and C5 need a game for two players".to_owned());
        }
        if parts.exact && measured.exact.as_ref().is_some_and(Vec::is_empty) && players == 2 {
            notes.push("C5: no option changes the size of the board".to_owned());
        }
        if plain.game.pie && (parts.openings || parts.mirror || parts.exact) {
            notes.push("C3 to C5 are played without the pie rule".to_owned());
        }
        if let Some(openings) = measured.openings.as_ref().filter(|found| found.rows.len() < found.classes) {
            notes.push(format!("C3: {} of {} first moves, chosen at random", openings.rows.len(), openings.classes));
        }
        measured.notes = notes;
    }
}

/// Where the game comes from, to make it again with other options.
struct Source<'a> {
    loaded: Loaded,
    settings: GameSettings,
    plain: &'a Prepared,
}

impl Source<'_> {
    /// The same game without a pie rule, if it has one that can be switched off, and with these values of options.
    fn with(&self, set: &[(String, String)]) -> Result<Prepared, Failure> {
        without_pie(&self.loaded, &self.plain.game, &self.settings, set)
    }
}
