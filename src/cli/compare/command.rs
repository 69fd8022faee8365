//! The command.

use std::path::PathBuf;

use clap::Args;

use super::fail_on::{FailOn, failing};
use super::measures::{Measures, Question};
use super::text;
use crate::arguments::GameSettings;
use crate::failure::{FINDINGS, Failure};
use crate::input;
use crate::output::Output;
use crate::position::{findings, with_sources};
use crate::progress::Progress;
use crate::reference::Reference;
use crate::terminal::Terminal;
use rulebook_insight::analysis::compare::{Bounds, CompareError, Relation, Side, Sides, elsewhere, relate};
use rulebook_service::report;
use rulebook_service::wire::{Comparison, Elsewhere};

/// Compare two games: what changed in the rules, and what that changes in play
///
/// Shows the shortest line of play in which the games differ. The exit status is 0 whatever is found, unless `--fail-on` says
/// otherwise.
#[derive(Args)]
pub struct Compare {
    /// First game: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_name = "A", value_parser = Reference::parser())]
    a: Reference,
    /// Second game, compared with the first
    #[arg(value_name = "B", value_parser = Reference::parser())]
    b: Reference,
    /// Settings of both games.
    #[command(flatten)]
    settings: GameSettings,
    /// Explore all lines of play up to this many plies
    #[arg(long, value_name = "PLIES", default_value_t = Bounds::default().depth)]
    depth: u32,
    /// Maximum number of position pairs to explore
    #[arg(long, value_name = "N", default_value_t = Bounds::default().positions,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
    /// Number of random lines of play to try after that
    #[arg(long, value_name = "N", default_value_t = Bounds::default().samples)]
    samples: u32,
    /// Maximum number of evaluation steps for both, exploring and random lines
    #[arg(long, value_name = "N", default_value_t = Bounds::default().steps)]
    steps: u64,
    /// Seed for random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    measures: Measures,
    /// Exit with status 1 if any of these is found (comma-separated)
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    fail_on: Vec<FailOn>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    /// Also write an HTML report with plots and boards to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Compare {
    /// Compares.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let ((a, of_a), (b, of_b)) = (self.side(&self.a)?, self.side(&self.b)?);
        let page = self.html.as_deref().map(|name| Output::create(name, terminal)).transpose()?;
        let limits = |report| Failure::Broken(format!("the rules are too large to compare: {}", told(&report)));
        let sides = Sides::new(a, b).map_err(limits)?;
        self.measures.suits(&sides)?;
        let bounds = Bounds {
            depth: self.depth,
            positions: self.positions,
            samples: self.samples,
            steps: self.steps,
            seed: self.seed,
        };
        let progress = Progress::of_phase(terminal, "comparing the rules");
        let trouble = |trouble| match trouble {
            CompareError::Fault(fault) => fault.into(),
            CompareError::Limits(report) => limits(report),
        };
        let compared = relate(&sides, bounds).map_err(trouble)?;
        let settings = [&of_a.settings(), &of_b.settings()];
        let elsewhere = elsewhere(&sides, &compared.changes, settings, bounds).map_err(trouble)?;
        drop(progress);
        let mut shown = Comparison::new((&self.a.text, &sides.a), (&self.b.text, &sides.b), &compared, self.seed);
        shown.elsewhere = Elsewhere::new(&elsewhere, &sides);
        let question = Question {
            sides: &sides,
            changes: &compared.changes,
            same_game: compared.relation.as_ref().is_ok_and(Relation::is_equal),
            settings: [&of_a, &of_b],
            seed: self.seed,
            on_a_page: page.is_some(),
        };
        let measured = self.measures.run(&question, terminal)?;
        (shown.versus, shown.exact, shown.stands) = (measured.versus, measured.exact, measured.stands);
        shown.summary = report::summary_of_comparison(&shown);
        if let Some(mut page) = page {
            page.text(&report::compared(&shown, &sides))?;
            page.finish()?;
        }
        if self.json {
            terminal.json(&shown)?;
        } else {
            text::write(&shown, terminal)?;
        }
        match failing(&self.fail_on, &shown).as_slice() {
            [] => Ok(()),
            found => {
                terminal.say(&format!("found: {}", found.join(", ")));
                Err(Failure::Told(FINDINGS))
            }
        }
    }

    fn side(&self, reference: &Reference) -> Result<(Side, GameSettings), Failure> {
        let settings = reference.with(&self.settings)?;
        let mut loaded = input::read(&reference.file)?;
        loaded.ask_for(self.measures.agents());
        let (sources, prepared) = with_sources(loaded.clone(), &settings)?;
        loaded.sources = sources;
        if prepared.game.players.is_empty() {
            return Err(findings(loaded.report, loaded.sources));
        }
        Ok((Side { loaded, prepared }, settings))
    }
}

fn told(report: &rulebook_language::diagnostic::Report) -> String {
    report.iter().next().map(|finding| finding.message.clone()).unwrap_or_default()
}
