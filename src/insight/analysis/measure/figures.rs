//! What is not one number: histograms, curves by ply, the board.

use super::facts::{Ending, GameFacts};
use super::killers::Killers;
use super::lead::POINTS;
use super::metric::each;
use super::observer::CURVE;
use super::sheet::Sheet;
use crate::statistics::{Estimate, Histogram, Mean, Summary, rate};

/// The most points of a curve.
pub const CURVE_POINTS: usize = 60;
const BINS: usize = 40;

/// A mean over games at several places.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// The places: plies from 1, or parts of the game from 0 to 1.
    pub at: Vec<f64>,
    /// The mean there, over the games that came so far.
    pub mean: Vec<Estimate>,
}

/// What is not one number.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Lengths in plies.
    pub lengths: Histogram,
    /// The same in short.
    pub length: Summary,
    /// The shortest game that was not cut off: its plies and its number.
    pub shortest: Option<(u32, u64)>,
    /// The shortest game that one player won: its plies and its number.
    pub decisive: Option<(u32, u64)>,
    /// Killer moves.
    pub killers: Killers,
    /// Legal actions by ply.
    pub branching: Curve,
    /// Pieces on the board by ply, of games with pieces.
    pub material: Option<Curve>,
    /// The highest stack by ply, of games with stacks.
    pub heights: Option<Curve>,
    /// Of each slot: the share of games that changed it, with the mean number of plies that did.
    pub cells: Vec<(Estimate, f64)>,
    /// The cells that no game changed.
    pub unused: Vec<String>,
    /// First actions as written, with how many games began so, most first.
    pub openings: Vec<(String, u64)>,
    /// The value of seat 1 through the game.
    pub first: Option<Curve>,
    /// The value of the later winner through the game.
    pub winner: Option<Curve>,
    /// The same of single games: the first ones of the run.
    pub games: Vec<Vec<f64>>,
}

/// Single games that are shown.
const SHOWN: usize = 12;

impl Figures {
    /// Of games whose names are in `sheet`.
    pub fn new(sheet: &Sheet, games: &[GameFacts]) -> Figures {
        let plies = each(games, |game| f64::from(game.plies));
        let done = games.iter().filter(|game| !game.is_cut());
        let by_ply = |of: &dyn Fn(&GameFacts) -> &[u32]| curve(games, of);
        let leads = || games.iter().filter_map(|game| game.lead.as_ref());
        let winners: Vec<&[f64]> = leads().filter_map(|lead| lead.winner.as_deref()).collect();
        let firsts: Vec<&[f64]> = leads().map(|lead| lead.first.as_slice()).collect();
        let cell = |slot: usize| {
            let counts = || games.iter().filter_map(|game| game.cells.get(slot).copied());
            let plies: u64 = counts().map(u64::from).sum();
            let changed = counts().filter(|count| *count > 0).count() as u64;
            (rate(changed, games.len() as u64), plies as f64 / (games.len() as f64).max(1.0))
        };
        let cells: Vec<(Estimate, f64)> = (0..sheet.cells.len()).map(cell).collect();
        let is_unused = |(name, (share, _)): &(&String, &(Estimate, f64))| !name.is_empty() && share.value == 0.0;
        Figures {
            lengths: Histogram::of(&plies, BINS),
            length: Summary::of(&plies),
            shortest: done.map(|game| (game.plies, game.index)).min(),
            decisive: Figures::shortest_won(games),
            killers: Killers::new(sheet, games),
            branching: by_ply(&|game| &game.branching),
            material: sheet.pieces.then(|| by_ply(&|game| &game.material)),
            heights: sheet.stacks.then(|| by_ply(&|game| &game.heights)),
            unused: sheet.cells.iter().zip(&cells).filter(is_unused).map(|(name, _)| name.clone()).collect(),
            cells,
            openings: openings(games),
            first: (!firsts.is_empty()).then(|| through(&firsts)),
            winner: (!winners.is_empty()).then(|| through(&winners)),
            games: firsts.iter().take(SHOWN).map(|values| values.to_vec()).collect(),
        }
    }
}

impl Figures {
    /// The shortest game that one player won: its plies and its number.
    pub fn shortest_won(games: &[GameFacts]) -> Option<(u32, u64)> {
        let won = |game: &&GameFacts| matches!(&game.ending, Ending::Over { winners, .. } if winners.len() == 1);
        games.iter().filter(won).map(|game| (game.plies, game.index)).min()
    }
}

/// Means by ply, up to the ply that a twentieth of the games came to.
fn curve(games: &[GameFacts], of: &dyn Fn(&GameFacts) -> &[u32]) -> Curve {
    let lengths: Vec<f64> = games.iter().map(|game| of(game).len() as f64).collect();
    let last = (Summary::of(&lengths).p95 as usize).clamp(1, CURVE) - 1;
    let step = (last + 1).div_ceil(CURVE_POINTS);
    let mut curve = Curve::default();
    for ply in (0..=last).step_by(step.max(1)) {
        let there: Vec<f64> = games.iter().filter_map(|game| of(game).get(ply)).map(|n| f64::from(*n)).collect();
        if !there.is_empty() {
            curve.at.push((ply + 1) as f64);
            curve.mean.push(Mean::of(&there).estimate().clamped(0.0, f64::INFINITY));
        }
    }
    curve
}

/// Means at even steps through the games.
fn through(games: &[&[f64]]) -> Curve {
    let at = |point: usize| games.iter().filter_map(|values| values.get(point)).copied().collect::<Vec<f64>>();
    Curve {
        at: (0..POINTS).map(|point| point as f64 / (POINTS - 1) as f64).collect(),
        mean: (0..POINTS).map(|point| Mean::of(&at(point)).estimate().clamped(0.0, 1.0)).collect(),
    }
}

fn openings(games: &[GameFacts]) -> Vec<(String, u64)> {
    let mut counts = std::collections::BTreeMap::<&str, u64>::new();
    for game in games.iter().filter(|game| !game.opening.is_empty()) {
        *counts.entry(&game.opening).or_default() += 1;
    }
    let mut openings: Vec<(String, u64)> = counts.into_iter().map(|(text, count)| (text.to_owned(), count)).collect();
    openings.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    openings
}

#[cfg(test)]
mod tests {
    use super::{Figures, GameFacts, Sheet};

    fn game(index: u64, branching: &[u32], cells: &[u32]) -> GameFacts {
        GameFacts {
            index,
            plies: branching.len() as u32,
            branching: branching.to_vec(),
            cells: cells.to_vec(),
            opening: format!("a{}", index % 2),
            ending: super::super::Ending::Over { clause: 0, winners: Vec::new() },
            ..GameFacts::default()
        }
    }

    #[test]
    fn curves_are_means_of_the_games_that_came_so_far() {
        let sheet = Sheet { cells: ["a1", "", "b1"].map(str::to_owned).to_vec(), ..Sheet::default() };
        let games = [game(0, &[4, 2, 6], &[1, 0, 0]), game(1, &[8, 4], &[2, 0, 0]), game(2, &[6, 3], &[0, 0, 0])];
        let figures = Figures::new(&sheet, &games);
        assert_eq!(figures.branching.at, [1.0, 2.0]);
        assert_eq!(figures.branching.mean.iter().map(|mean| mean.value).collect::<Vec<_>>(), [6.0, 3.0]);
        assert_eq!(figures.branching.mean[0].n, 3);
        assert_eq!((figures.shortest, figures.unused.as_slice()), (Some((2, 1)), &["b1".to_owned()][..]));
        assert!((figures.cells[0].0.value - 2.0 / 3.0).abs() < 1e-12 && (figures.cells[0].1 - 1.0).abs() < 1e-12);
        assert_eq!(figures.openings, [("a0".to_owned(), 2), ("a1".to_owned(), 1)]);
        assert_eq!(Figures::new(&sheet, &[]).shortest, None);
    }
}
