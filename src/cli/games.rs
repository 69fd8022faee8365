//! `rulebook games`.

use std::collections::BTreeSet;
use std::io::Write;

use clap::{Args, ValueEnum};

use super::failure::Failure;
use super::terminal::Terminal;
use rulebook_insight::library::{CatalogueEntry, SHIPPED, Shipped, search};
use rulebook_service::wire;

/// List the shipped games
#[derive(Args)]
pub struct Games {
    /// List only games of this family, or of a folder within one such as `chess`
    #[arg(long, value_name = "FAMILY")]
    family: Option<String>,
    /// List only games that speak of all of these words, the best first: names, authors, pieces, what their rules do
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human, conflicts_with = "json")]
    format: Format,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned columns
    Human,
    /// Markdown table
    Markdown,
    /// One JSON object
    Json,
}

/// What to try where nothing is found.
const WITHOUT: &str = "try fewer or other words; `rulebook games` lists all";

/// The heads of the columns.
const HEADS: [&str; 6] = ["name", "family", "players", "board", "options", "variants"];

impl Games {
    /// Lists.
    pub fn run(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let is_asked =
            |game: &&Shipped| self.family.as_deref().is_none_or(|family| game.folders().any(|folder| folder == family));
        if let Some(family) = self.family.as_ref().filter(|_| !SHIPPED.iter().any(|game| is_asked(&game))) {
            let known: BTreeSet<&str> = SHIPPED.iter().flat_map(Shipped::folders).collect();
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            return Err(Failure::Usage(format!("there is no family `{family}`\n  help: the families are {known}")));
        }
        let games = self.search.as_deref().map_or_else(|| SHIPPED.iter().collect(), search);
        let entries: Vec<CatalogueEntry> = games.into_iter().filter(is_asked).filter_map(CatalogueEntry::of).collect();
        if let Some(text) = self.search.as_ref().filter(|_| entries.is_empty()) {
            return Err(Failure::Broken(format!("no shipped game speaks of `{text}`\n  help: {WITHOUT}")));
        }
        match self.format {
            _ if self.json => terminal.json(&wire::Games { games: entries }),
            Format::Json => terminal.json(&wire::Games { games: entries }),
            Format::Markdown => {
                let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
                let mut text = line(&HEADS.map(str::to_owned)) + "|---|---|---|---|---|---|\n";
                for entry in &entries {
                    let quoted = |some: &[String]| some.iter().map(|o| format!("`{o}`")).collect::<Vec<_>>().join(", ");
                    let [_, family, players, board, _, variants] = row(entry);
                    let options = quoted(&entry.options).replace('|', "\\|");
                    text.push_str(&line(&[format!("`{}`", entry.name), family, players, board, options, variants]));
                }
                Ok(terminal.out().write_all(text.as_bytes())?)
            }
            Format::Human => {
                let rows: Vec<[String; 6]> =
                    std::iter::once(HEADS.map(str::to_owned)).chain(entries.iter().map(row)).collect();
                let widths: Vec<usize> = (0..HEADS.len())
                    .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
                    .collect();
                for row in rows {
                    let cells = row.iter().zip(&widths).map(|(text, width)| format!("{text:<width$}"));
                    let line = cells.collect::<Vec<_>>().join("  ");
                    writeln!(terminal.out(), "{}", line.trim_end())?;
                }
                Ok(())
            }
        }
    }
}

fn row(entry: &CatalogueEntry) -> [String; 6] {
    [
        entry.name.to_owned(),
        entry.family.clone(),
        entry.players.join(", "),
        format!("{}, {} cells", entry.board, entry.cells),
        entry.options.join(", "),
        entry.variants.join(", "),
    ]
}
