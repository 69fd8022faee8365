//! What the games of a study came to: an estimate for everything, with the number of games that it rests on and its interval.

use std::collections::BTreeMap;

use super::course::Course;
use super::play::Field;
use super::tally::{Tallied, Tally};
use crate::analysis::measure::{Ladder, Metric};
use crate::statistics::{Estimate, Scores, elo, rate};
use rulebook_play::record::OptionValue;

/// What a study came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// What it asks.
    pub title: Option<String>,
    /// Games that are there, and games of the whole study.
    pub games: (u64, u64),
    /// The length at which games are cut off, in plies.
    pub max_plies: u32,
    /// Of each game with its options.
    pub blocks: Vec<Block>,
}

/// What one game with its options came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The title.
    pub title: String,
    /// The options.
    pub options: Vec<(String, OptionValue)>,
    /// How people are told of its end clauses, by their names: those without one by what they say.
    pub clauses: BTreeMap<String, String>,
    /// How much skill it has room for, if that was asked for (C1).
    pub ladder: Option<Ladder>,
    /// Of each match.
    pub lines: Vec<MatchRow>,
}

/// What a match of players came to, over all seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRow {
    /// The players.
    pub players: Vec<String>,
    /// The players as the study writes them, with `{budget}` where it stands.
    pub pattern: Vec<String>,
    /// What stood for `{budget}`.
    pub budget: Option<u32>,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// Games that are there, and games that the match has.
    pub games: (u64, u64),
    /// Games that could not be played to an end, with the first reason.
    pub trouble: Option<(u64, String)>,
    /// Shares of the games that somebody won, that nobody won, and that were cut off.
    pub outcomes: [Estimate; 3],
    /// By each end clause, the share of the games that it decided.
    pub clauses: BTreeMap<String, Estimate>,
    /// What the seat scores that moved first, draws counted half: of games for two.
    pub first_seat: Option<Score>,
    /// What each role scores, in the same way.
    pub roles: Vec<(String, Score)>,
    /// What the first player scores against the second one over pairs of games with seats exchanged, where they differ.
    pub first_player: Option<Score>,
    /// Actions of a game, on average.
    pub plies: Estimate,
    /// Turns of a game, on average.
    pub turns: Estimate,
    /// How the games went, if they were valued (B1 to B5).
    pub course: Vec<Metric>,
}

/// A score from 0 to 1, and the difference in strength that would explain it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    /// The score.
    pub score: Estimate,
    /// In Elo points; endless at 0 and 1.
    pub elo: Estimate,
}

impl Score {
    fn of(score: Estimate) -> Self {
        Score { score, elo: score.map(elo) }
    }
}

/// What the games of a study came to, by the tallies of its cells; the study may not be complete. `course` is what was found of them
/// besides.
pub fn tell(field: &Field<'_>, tallies: &BTreeMap<usize, Tally>, course: &Course) -> Told {
    let study = field.study();
    let mut blocks: Vec<Block> = Vec::new();
    // Cells that differ in the seed alone are one line.
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, cell) in study.cells.iter().enumerate() {
        let like = |group: &&mut Vec<usize>| {
            let first = group.first().and_then(|first| study.cells.get(*first));
            first.is_some_and(|other| {
                (other.setting, other.pattern, other.budget) == (cell.setting, cell.pattern, cell.budget)
            })
        };
        match groups.last_mut().filter(like) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    let mut setting = None;
    for group in groups {
        let Some(cell) = group.first().and_then(|first| study.cells.get(*first)) else { continue };
        let Some(prepared) = field.prepared().get(cell.setting) else { continue };
        if setting != Some(cell.setting) {
            setting = Some(cell.setting);
            let options = prepared.game.options.iter();
            blocks.push(Block {
                title: prepared.game.about.title.clone(),
                options: options.map(|chosen| (chosen.name.clone(), (&chosen.value).into())).collect(),
                clauses: prepared.game.ends.iter().map(|end| (end.name.clone(), end.told().to_owned())).collect(),
                ladder: course.ladder(cell.setting).cloned(),
                lines: Vec::new(),
            });
        }
        let roles: Vec<String> = prepared.game.players.iter().cloned().collect();
        let line = MatchRow { course: course.metrics(&group), ..line(field, &group, tallies, &roles) };
        if let Some(block) = blocks.last_mut() {
            block.lines.push(line);
        }
    }
    let there = tallies.values().map(Tally::there).sum();
    Told { title: study.title.clone(), games: (there, study.games()), max_plies: study.max_plies, blocks }
}

fn line(field: &Field<'_>, group: &[usize], tallies: &BTreeMap<usize, Tally>, roles: &[String]) -> MatchRow {
    let cells = || group.iter().filter_map(|index| field.study().cells.get(*index));
    let first = cells().next();
    let of_cells = || group.iter().filter_map(|index| tallies.get(index));
    let mut tally = Tally::default();
    of_cells().for_each(|its| tally.merge(its));
    let n = tally.played();
    let share = |times: u64| rate(times, n);
    let draws = tally.games(Tallied::Result, |seat| seat == 0);
    let decided = tally.games(Tallied::Result, |_| true);
    let outcomes = [share(decided - draws), share(draws), share(tally.games(Tallied::Cut, |_| true))];
    let score =
        |wins: u64| Score::of(Scores::of_results([wins, draws, (decided - draws).saturating_sub(wins)]).estimate());
    let won_by =
        |role: &String| tally.texts(Tallied::Role).find(|(its, _)| its == role).map_or(0, |(_, won)| won.games);
    let for_two = roles.len() == 2;
    let mean = |what| tally.mean(what).estimate().clamped(0.0, f64::INFINITY);
    let ways = first.map_or(1, |cell| cell.ways);
    let troubled: u64 = of_cells().filter_map(Tally::troubled).map(|(games, _)| games).sum();
    MatchRow {
        players: first.map(|cell| cell.players.iter().map(ToString::to_string).collect()).unwrap_or_default(),
        pattern: first.and_then(|cell| field.study().patterns.get(cell.pattern)).cloned().unwrap_or_default(),
        budget: first.and_then(|cell| cell.budget),
        seeds: cells().map(|cell| cell.seed).collect(),
        games: (tally.there(), cells().map(|cell| cell.games).sum()),
        trouble: of_cells().find_map(Tally::troubled).map(|(_, reason)| (troubled, reason.to_owned())),
        outcomes,
        clauses: tally.texts(Tallied::Clause).map(|(clause, won)| (clause.to_owned(), share(won.games))).collect(),
        first_seat: for_two.then(|| score(tally.games(Tallied::Result, |seat| seat == 1))),
        roles: match for_two {
            true => roles.iter().map(|role| (role.clone(), score(won_by(role)))).collect(),
            false => Vec::new(),
        },
        first_player: (for_two && ways == 2).then(|| Score::of(tally.pairs().score())),
        plies: mean(Tallied::Plies),
        turns: mean(Tallied::Turns),
        course: Vec::new(),
    }
}
