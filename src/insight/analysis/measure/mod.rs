//! What many games between agents say of a game: facts of each game, metrics of many, questions that take games of their own.
//!
//! [`collect()`] plays and gives a [`GameFacts`] for each game; [`metrics()`] and [`Figures`] look at facts alone, so that they can be
//! kept and compared. The letters and numbers (A1, B3) are those of `docs/measure.md`.

mod collect;
mod copycat;
mod exact;
mod facts;
mod figures;
mod fired;
mod firing;
mod footprint;
mod games;
mod killers;
mod ladder;
mod lead;
mod length;
mod luck;
mod metric;
mod metrics;
mod mirror;
mod observer;
mod openings;
mod outcomes;
mod recorded;
mod search;
mod sheet;
mod strength;
mod surface;
mod tension;

pub use collect::{BrokenGame, Failed, Run, collect, collect_part, collect_with, line};
pub use exact::{Exact, ExactLimits, Made, exact};
pub use facts::{Ending, GameFacts, LastAction, Lead};
pub use figures::{CURVE_POINTS, Curve, Figures};
pub use killers::{Killer, Killers};
pub use ladder::{Ladder, Rung, Standing, THRESHOLD, ladder, searches};
pub(super) use metric::id_of;
pub use metric::{Margin, Method, Metric, Sample, Unit};
pub use metrics::metrics;
pub use mirror::{Copied, mirror};
pub use openings::{OpeningClass, Openings, openings};
pub use recorded::Recorded;
pub use sheet::{Effect, Sheet};
pub use strength::{Strength, StrengthLevel, Trend, strength};
