//! How many games the slow metrics take.

use super::half::Half;
use super::measures::{OPENINGS, SEARCHES};
use super::parts::Parts;
use crate::failure::Failure;
use rulebook_insight::agents::Spec;
use rulebook_insight::analysis::compare::games_within;
use rulebook_insight::library::Prepared;

/// Where nobody says: games that are valued (B), a strength (C2), a first move (C3), at most.
const MOST: (u64, u64, u64) = (100, 400, 400);
/// Fewer games from a first move than this say nothing of it.
const LEAST: u64 = 10;

/// What was said of the games of slow metrics; nothing where it was not.
#[derive(Clone, Copy)]
pub struct SlowSettings<'a> {
    /// Games that are valued (B), with so many simulations per position.
    pub valued: (Option<u64>, u32),
    /// Games a strength (C2) and a first move (C3).
    pub each: Option<u64>,
    /// All games.
    pub number: u64,
    /// Who plays on after first moves.
    pub agent: &'a Spec,
}

/// How many games the slow metrics take; 0 of what is not measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slow {
    /// Games that are valued (B).
    pub valued: u64,
    /// Games a strength (C2).
    pub strength: u64,
    /// Games a first move (C3), in A and in B.
    pub openings: [u64; 2],
}

impl Slow {
    /// What was said, or else what fits into a bounded amount of work; a note says what does not.
    pub fn new(
        asked: SlowSettings<'_>,
        parts: Parts,
        both: [&Half; 2],
        without: &[Prepared; 2],
        notes: &mut Vec<String>,
    ) -> Result<Slow, Failure> {
        let plies = both[0].plies().max(both[1].plies());
        let opening = |prepared: &Prepared| -> Result<u64, Failure> {
            let many = prepared.start().legal()?.len().clamp(1, OPENINGS) as u64;
            let rollouts = match asked.agent {
                Spec::Mcts(settings) => f64::from(settings.simulations),
                _ => 0.0,
            };
            let each = games_within(plies, rollouts, MOST.2 * many) / many;
            Ok(if each < LEAST { 0 } else { each })
        };
        let openings = match asked.each {
            _ if !parts.openings => [0, 0],
            Some(each) => [each, each],
            None => [opening(&without[0])?, opening(&without[1])?],
        };
        let strength = match asked.each {
            _ if !parts.strength => 0,
            Some(each) => each,
            None => games_within(plies, f64::from((SEARCHES.0 << SEARCHES.1) - SEARCHES.0), MOST.1),
        };
        let (said, simulations) = asked.valued;
        let valued = match said {
            _ if !parts.values => 0,
            Some(valued) => valued.min(asked.number),
            None => games_within(plies, f64::from(simulations), MOST.0).min(asked.number),
        };
        let left_out = [
            (parts.values && valued == 0 && said.is_none(), "B", "--valued"),
            (parts.strength && strength == 0 && asked.each.is_none(), "C2", "--each"),
            (parts.openings && openings.contains(&0) && asked.each.is_none(), "C3", "--each"),
        ];
        for (_, part, flag) in left_out.iter().filter(|(is_left_out, ..)| *is_left_out) {
            notes.push(format!("{part} is skipped because its games take too long: {flag} N measures it in N games"));
        }
        Ok(Slow { valued, strength, openings })
    }
}
