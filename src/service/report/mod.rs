//! Pages: one self-contained HTML file each, with plots and boards as SVG; where scripts run, the element of the studio draws the boards.
//! Without the feature `plots`, a plot is its data as JSON in the attribute `data-plot`, for a page that draws it.
//!
//! [`page()`] frames [`Section`]s. Colours are names of the style sheet (`var(--s1)`), so that every plot and board follows light
//! and dark; the four of a series can be told apart by people who see few colours, and differ in their strokes too.

mod board;
mod compared;
mod element;
mod explored;
mod figure;
mod killers;
mod line;
mod measured;
mod number;
mod page;
mod player;
mod plot;
mod prose;
mod puzzles;
mod sheet;
mod solver;
mod step;
mod studied;
mod study_grid;
mod summary;
#[cfg(feature = "plots")]
mod svg;
mod table;
mod versus;
mod witness;

pub use board::{Arrow, Drawn, Mark, Shade, board, position};
pub use compared::compared;
pub use explored::explored;
pub use figure::figure;
pub use measured::measured;
pub use number::{interval, number, percent, range};
pub use page::{Section, page};
pub use plot::{Axes, Axis, Bars, Series, Tick, bars, curves};
pub use puzzles::puzzles;
pub use sheet::sheet;
#[cfg(feature = "plots")]
pub use studied::study_plots;
pub use studied::{studied, study_table};
pub use summary::{summary_of_comparison, summary_of_measurement};
#[cfg(feature = "plots")]
pub use svg::picture;
pub use table::{Cell, Table};
