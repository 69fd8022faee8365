//! Curves and bars: pictures with the feature `plots`, else what a page needs to draw them itself.

use std::ops::Range;

use maud::Markup;
#[cfg(not(feature = "plots"))]
use maud::html;
use serde::Serialize;

#[cfg(feature = "plots")]
use super::svg;

/// A plot's axes.
#[derive(Clone, Debug, Serialize)]
pub struct Axes {
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
}

/// An axis.
#[derive(Clone, Debug, Serialize)]
pub struct Axis {
    /// What it counts.
    pub label: String,
    /// From where to where.
    pub range: Range<f64>,
    /// How its numbers are shown.
    pub tick: Tick,
}

/// How the numbers of an axis are shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tick {
    /// As they are.
    Number,
    /// In percent.
    Percent,
    /// As these words at 0, 1, 2 and so on.
    Words(Vec<String>),
}

/// A point: to the right, upwards, and the bounds of its interval.
pub type Point = (f64, f64, Option<(f64, f64)>);

/// A line of a plot, or points with bars.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Series {
    /// Its name; empty where it needs none.
    pub name: String,
    /// Which colour, from 0.
    pub colour: usize,
    /// Its points, each with the bounds of its interval.
    pub points: Vec<Point>,
    /// Whether points are joined and intervals make a band; else each is a dot with a bar.
    pub joined: bool,
    /// Whether it is drawn thin and pale, as one of many.
    pub faint: bool,
}

/// Bars side by side.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Bars {
    /// Where the first begins.
    pub start: f64,
    /// How wide each is.
    pub width: f64,
    /// How high.
    pub heights: Vec<f64>,
    /// The colour, from 0.
    pub colour: usize,
}

impl Axis {
    /// An axis over these numbers and a little beyond, from `least` on where that is given.
    pub fn over(label: &str, values: impl Iterator<Item = f64>, least: Option<f64>, tick: Tick) -> Self {
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = values.filter(|x| x.is_finite()).fold(start, |(l, h), x| (l.min(x), h.max(x)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let room = if high > low { 0.04 * (high - low) } else { 0.5 };
        let range = least.unwrap_or(low - room)..high + room;
        Axis { label: label.to_owned(), range, tick }
    }

    /// An axis from here to there.
    pub fn of(label: &str, range: Range<f64>, tick: Tick) -> Self {
        Axis { label: label.to_owned(), range, tick }
    }

    /// A number as the axis shows it.
    #[cfg(feature = "plots")]
    pub(super) fn shown(&self, value: f64) -> String {
        match &self.tick {
            Tick::Number if self.range.end - self.range.start < 4.0 => format!("{value:.2}"),
            Tick::Number => format!("{value:.0}"),
            Tick::Percent => format!("{:.0} %", 100.0 * value),
            Tick::Words(words) if (value - value.round()).abs() < 1e-6 && value >= -0.5 => {
                words.get(value.round() as usize).cloned().unwrap_or_default()
            }
            Tick::Words(_) => String::new(),
        }
    }
}

/// Lines with bands or dots with bars, and lines of reference at `rules` on the axis that goes up. `title` and `says` are read out
/// to those who do not see it.
pub fn curves(title: &str, says: &str, axes: &Axes, series: &[Series], rules: &[f64]) -> Markup {
    #[cfg(feature = "plots")]
    let plot = svg::curves(title, says, axes, series, rules);
    #[cfg(not(feature = "plots"))]
    let plot = undrawn(title, says, &serde_json::json!({ "axes": axes, "series": series, "rules": rules }));
    plot
}

/// Bars side by side, such as a histogram.
pub fn bars(title: &str, says: &str, axes: &Axes, shown: &Bars) -> Markup {
    #[cfg(feature = "plots")]
    let plot = svg::bars(title, says, axes, shown);
    #[cfg(not(feature = "plots"))]
    let plot = undrawn(title, says, &serde_json::json!({ "axes": axes, "bars": shown }));
    plot
}

/// The place of a plot with its data as JSON.
#[cfg(not(feature = "plots"))]
fn undrawn(title: &str, says: &str, data: &serde_json::Value) -> Markup {
    html! { div role="img" aria-label=(title) aria-description=(says) data-plot=(data) {} }
}
