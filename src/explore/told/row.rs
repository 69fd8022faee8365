//! A variant that is told.

use serde::Serialize;

use super::figures::{Figure, Verdict};
use crate::sample::Tests;
use crate::witness::Witnessed;

/// A variant that was played again with fresh seeds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// Its place among all candidates; the sheet as it is has 0.
    pub candidate: usize,
    /// Its title.
    pub title: String,
    /// The variant as text, to be pasted; empty for the sheet.
    pub block: String,
    /// What it changes, in words.
    pub words: Vec<String>,
    /// Which declarations it changes, each with the line of the file from 1, or 0 for what is added.
    pub places: Vec<(String, u32)>,
    /// How much it changes.
    pub effort: u32,
    /// Whether all wishes are met.
    pub verdict: Verdict,
    /// Whether nothing that is told is better by every wish: the front.
    pub front: bool,
    /// What it comes to at the last stage, one a wish.
    pub figures: Vec<Figure>,
    /// What it comes to at the stages before.
    pub stages: Vec<Stage>,
    /// How many tests of the sheet still hold.
    pub tests: Tests,
    /// How it compares with the sheet.
    pub compared: Option<Witnessed>,
}

/// What a variant comes to between other agents.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Stage {
    /// The agent.
    pub agent: String,
    /// What it comes to, one a wish.
    pub figures: Vec<Figure>,
}

impl Row {
    /// Whether all wishes are met, by the figures.
    pub fn judged(figures: &[Figure]) -> Verdict {
        figures.iter().map(|figure| figure.verdict).max().unwrap_or(Verdict::Open)
    }
}
