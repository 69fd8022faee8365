//! The rows for people: what all games have in common above them, then a line each.

use std::io::{self, Write};

use rulebook_insight::analysis::told_score;
use rulebook_language::model::Game;
use rulebook_service::wire::{Length, Row};

/// How many moves are shown.
const MOVES: usize = 8;

/// A table of solved games.
pub struct Table {
    /// The options that differ between the rows.
    options: Vec<String>,
    /// Whether there is something to say of all positions.
    longest: bool,
    title: String,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

impl Table {
    /// A table without rows.
    pub fn new(options: Vec<String>, longest: bool) -> Self {
        Table { options, longest, title: String::new(), rows: Vec::new(), notes: Vec::new() }
    }

    /// Adds a row.
    pub fn add(&mut self, game: &Game, row: &Row) {
        let is_common = |name: &String| !self.options.contains(name);
        let common = game.options.iter().filter(|chosen| is_common(&chosen.name));
        let common: Vec<String> = common.map(|chosen| format!(" {}={}", chosen.name, chosen.value)).collect();
        self.title = format!("{}{}", game.about.title, common.concat());
        let value = |name: &String| game.options.iter().find(|chosen| chosen.name == *name);
        let mut cells: Vec<String> = self
            .options
            .iter()
            .map(|name| value(name).map_or(String::new(), |chosen| chosen.value.to_string()))
            .collect();
        cells.push(winner(row));
        cells.push(row.states.to_string());
        if self.longest {
            cells.push(row.positions.map_or("?".to_owned(), |positions| positions.to_string()));
            cells.push(length(row.best_plies));
            cells.push(length(row.longest_plies));
            cells.push(row.drawn_lines.map_or("?", |some| if some { "yes" } else { "none" }).to_owned());
        }
        cells.push(moves(row));
        self.rows.push(cells);
        self.notes.extend(row.shortest.as_ref().map(|line| match line.as_slice() {
            [] => "it is won already".to_owned(),
            line => format!("won in {} plies, and no way is shorter: {}", line.len(), line.join(" ")),
        }));
        self.notes.extend(row.stopped.as_ref().map(|stopped| {
            let of: Vec<String> =
                self.options.iter().zip(&self.rows[self.rows.len() - 1]).map(|(o, v)| format!("{o}={v}")).collect();
            let of = if of.is_empty() { String::new() } else { format!("{}: ", of.join(" ")) };
            let what = if row.result.is_none() { "not solved within" } else { "not all positions were visited within" };
            format!("{of}{what} {stopped}")
        }));
    }

    /// Writes it.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.title)?;
        let all: &[&str] = if self.longest { &["positions", "best play", "longest", "drawn lines"] } else { &[] };
        let fixed = ["winner", "states"].iter().chain(all).chain(&["first moves"]);
        let heads: Vec<&str> = self.options.iter().map(String::as_str).chain(fixed.copied()).collect();
        let width = |at: usize| self.rows.iter().map(|row| row[at].len()).chain([heads[at].len()]).max().unwrap_or(0);
        let widths: Vec<usize> = (0..heads.len()).map(width).collect();
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let padded: Vec<String> = cells.zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            padded.join("  ").trim_end().to_owned()
        };
        writeln!(out, "{}", line(&mut heads.iter().copied()))?;
        for row in &self.rows {
            writeln!(out, "{}", line(&mut row.iter().map(String::as_str)))?;
        }
        self.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
    }
}

fn winner(row: &Row) -> String {
    let Some(result) = &row.result else { return "?".to_owned() };
    if let Some(score) = &row.expected {
        return format!("first scores {}", told_score(score.exact.as_deref(), score.bounds));
    }
    let Some(winner) = &row.winner else { return result.clone() };
    let seat = if winner.seat == 1 { "first" } else { "second" };
    winner.role.as_ref().map_or(seat.to_owned(), |role| format!("{seat} ({role})"))
}

fn length(length: Option<Length>) -> String {
    match length {
        None => "?".to_owned(),
        Some(Length::Plies(plies)) => plies.to_string(),
        Some(Length::Endless(_)) => "endless".to_owned(),
    }
}

fn moves(row: &Row) -> String {
    let Some(moves) = &row.moves else { return "?".to_owned() };
    if moves.is_empty() {
        return "-".to_owned();
    }
    let shown = moves.iter().take(MOVES).cloned().collect::<Vec<_>>().join(" ");
    if moves.len() > MOVES { format!("{shown} and {} more", moves.len() - MOVES) } else { shown }
}
