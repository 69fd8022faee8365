//! The grid of a study as plots: what goes to the right, what is told apart by colour, and what needs a plot of its own.

use crate::wire::{Study, StudyBlock, StudyMatch};
use rulebook_play::record::OptionValue;

/// The most series of a plot.
const MOST_SERIES: usize = 4;
/// The most places to the right.
const MOST_PLACES: usize = 12;

/// A plot: places to the right, and at some of them a match for each series.
pub struct Graph<'a> {
    /// What it is of; empty where there is one alone.
    pub name: String,
    /// What goes to the right.
    pub label: String,
    /// The places.
    pub words: Vec<String>,
    /// What is told apart by colour.
    pub series: Vec<Row<'a>>,
}

/// A series of a plot.
pub struct Row<'a> {
    /// Its name; empty where there is one alone.
    pub name: String,
    /// The matches by their places.
    pub points: Vec<(usize, &'a StudyMatch)>,
}

impl<'a> Graph<'a> {
    /// All matches.
    pub fn matches(&self) -> impl Iterator<Item = &'a StudyMatch> + '_ {
        self.series.iter().flat_map(|row| row.points.iter().map(|(_, found)| *found))
    }
}

/// A property in which matches may differ, with its value.
type Property = (String, String);

const GAME: &str = "game";
const PLAYERS: &str = "players";
const BUDGET: &str = "simulations";

/// All that can tell a match from others, in one order for all.
fn properties(block: &StudyBlock, found: &StudyMatch) -> Vec<Property> {
    let mut all = vec![(PLAYERS.to_owned(), found.pattern.join(" - ")), (GAME.to_owned(), block.title.clone())];
    all.extend(block.options.iter().map(|(name, value)| (name.clone(), value.to_string())));
    all.extend(found.budget.map(|budget| (BUDGET.to_owned(), budget.to_string())));
    all
}

fn value<'p>(properties: &'p [Property], name: &str) -> Option<&'p str> {
    properties.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// The values of a property in the order of the study.
fn values<'p>(lines: &'p [(Vec<Property>, &StudyMatch)], name: &str) -> Vec<Option<&'p str>> {
    let mut known = Vec::new();
    for (properties, _) in lines {
        let value = value(properties, name);
        if !known.contains(&value) {
            known.push(value);
        }
    }
    known
}

/// The plots of the matches that are `wanted`.
pub fn graphs<'a>(study: &'a Study, wanted: impl Fn(&StudyMatch) -> bool) -> Vec<Graph<'a>> {
    let matches = study.blocks.iter().flat_map(|block| block.matches.iter().map(move |found| (block, found)));
    let lines: Vec<(Vec<Property>, &StudyMatch)> =
        matches.filter(|(_, found)| wanted(found)).map(|(block, found)| (properties(block, found), found)).collect();
    let mut names: Vec<String> = Vec::new();
    for name in lines.iter().flat_map(|(properties, _)| properties).map(|(name, _)| name) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names.retain(|name| values(&lines, name).len() > 1);
    let is_number = |name: &str| {
        let number = |(_, option): (&String, &OptionValue)| matches!(option, OptionValue::Number(_));
        let mut options = study.blocks.iter().flat_map(|block| &block.options);
        name == BUDGET || options.any(|option| option.0 == name && number(option))
    };
    // To the right goes the number with the most values; where there is none, whatever has the most.
    let weight = |name: &&String| (is_number(name), *name != PLAYERS, values(&lines, name).len());
    let right = names.iter().rev().max_by_key(weight).cloned();
    let right = right.unwrap_or_else(|| GAME.to_owned());
    let words: Vec<String> = values(&lines, &right).into_iter().map(|word| word.unwrap_or("-").to_owned()).collect();
    // Each match of players has a plot of its own; the rest is told apart by colour, as far as that goes.
    let mut found: Vec<(String, Vec<Row<'a>>)> = Vec::new();
    for (properties, line) in &lines {
        let part = match right == PLAYERS || !names.iter().any(|name| name == PLAYERS) {
            true => String::new(),
            false => value(properties, PLAYERS).unwrap_or("").to_owned(),
        };
        let rest = names.iter().filter(|name| **name != right && **name != PLAYERS);
        let said = |name: &String| {
            let value = value(properties, name)?;
            Some(match name.as_str() {
                GAME => value.to_owned(),
                BUDGET => format!("{value} {BUDGET}"),
                _ => format!("{name}={value}"),
            })
        };
        let row: Vec<String> = rest.filter_map(said).collect();
        let place = words.iter().position(|word| word == value(properties, &right).unwrap_or("-")).unwrap_or(0);
        if !found.iter().any(|(known, _)| *known == part) {
            found.push((part.clone(), Vec::new()));
        }
        let Some((_, rows)) = found.iter_mut().find(|(known, _)| *known == part) else { continue };
        let name = row.join(", ");
        match rows.iter_mut().find(|row| row.name == name) {
            Some(row) => row.points.push((place, line)),
            None => rows.push(Row { name, points: vec![(place, line)] }),
        }
    }
    found.into_iter().flat_map(|(name, rows)| split(&name, &right, &words, rows)).collect()
}

/// A plot, or several where it would be too full.
fn split<'a>(name: &str, label: &str, words: &[String], rows: Vec<Row<'a>>) -> Vec<Graph<'a>> {
    let mut graphs = Vec::new();
    let mut rows = rows.into_iter().peekable();
    while rows.peek().is_some() {
        let some: Vec<Row<'a>> = rows.by_ref().take(MOST_SERIES).collect();
        for (part, words) in words.chunks(MOST_PLACES).enumerate() {
            let start = part * MOST_PLACES;
            let here = |row: &Row<'a>| Row {
                name: row.name.clone(),
                points: row
                    .points
                    .iter()
                    .filter(|(place, _)| (start..start + words.len()).contains(place))
                    .map(|(place, found)| (place - start, *found))
                    .collect(),
            };
            let series: Vec<Row<'a>> = some.iter().map(here).filter(|row| !row.points.is_empty()).collect();
            if !series.is_empty() {
                graphs.push(Graph { name: name.to_owned(), label: label.to_owned(), words: words.to_vec(), series });
            }
        }
    }
    graphs
}
