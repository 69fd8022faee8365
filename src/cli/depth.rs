//! How far `check` looks, and what it fails on.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::arguments::seconds;
use super::project::CheckSettings;
use rulebook_insight::analysis::{Effort, Inspected, Smoke};

/// How far to look, and what to fail on.
#[derive(Args)]
pub struct Depth {
    /// How much to play and to search for what the text does not show [default: the settings file's, else normal]
    #[arg(long, value_enum)]
    effort: Option<Level>,
    /// Stop playing after this many seconds; what the text shows is checked in any case [default: no limit]
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<f64>,
    /// Exit with status 1 on warnings, too; the same as `--fail-on warning`
    #[arg(long)]
    strict: bool,
    /// The least that makes the exit status 1
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = FailOn::Error)]
    fail_on: FailOn,
}

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// An eighth of the normal effort, for editors and hooks
    Quick,
    /// Well below a second for a file
    Normal,
    /// 32 times the normal effort, for a release
    Thorough,
}

/// What makes a check fail.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum FailOn {
    /// Errors, among them refuted claims
    Error,
    /// Warnings, too
    Warning,
    /// Claims that are neither proved nor refuted, too
    Undecided,
}

impl Depth {
    /// The effort: what the command line says, else what the settings do.
    fn effort(&self, settings: &CheckSettings) -> Effort {
        let own = self.effort.map(|level| match level {
            Level::Quick => Effort::Quick,
            Level::Normal => Effort::Normal,
            Level::Thorough => Effort::Thorough,
        });
        own.or(settings.depth).unwrap_or_default()
    }

    /// How much is played.
    pub fn smoke(&self, settings: &CheckSettings) -> Smoke {
        self.effort(settings).into()
    }

    /// When to stop, for what begins now.
    #[expect(clippy::disallowed_methods, reason = "the command line may ask the clock")]
    pub fn deadline(&self) -> Option<Instant> {
        self.seconds.and_then(|seconds| Instant::now().checked_add(Duration::from_secs_f64(seconds)))
    }

    /// Whether warnings or undecided claims, without errors, make the check fail; with warnings if the settings say so.
    pub fn fails(&self, is_strict: bool, warnings: usize, undecided: usize) -> bool {
        let least = if self.strict || is_strict { self.fail_on.max(FailOn::Warning) } else { self.fail_on };
        least >= FailOn::Warning && warnings > 0 || least >= FailOn::Undecided && undecided > 0
    }
}

/// The number of claims that are neither proved nor refuted.
pub fn undecided(inspected: &Inspected) -> usize {
    inspected.judged.iter().filter(|judged| judged.is_undecided_claim()).count()
}
