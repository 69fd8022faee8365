//! `rulebook explore --list`: what would be tried.

use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;
use crate::terminal::Terminal;
use rulebook_explore::Search;

/// A variant that would be tried.
#[derive(Serialize)]
struct Entry<'s> {
    title: &'s str,
    words: &'s [String],
    places: &'s [(String, u32)],
    effort: u32,
    block: &'s str,
}

/// Lists the variants, each with the line that it changes.
pub fn list(search: &Search, json: bool, terminal: &mut Terminal) -> Result<(), Failure> {
    let entries: Vec<Entry<'_>> = search
        .candidates()
        .skip(1)
        .map(|its| Entry {
            title: &its.title,
            words: &its.words,
            places: &its.places,
            effort: its.effort,
            block: &its.block,
        })
        .collect();
    if json {
        return terminal.json(&entries);
    }
    let name = search.ground().loaded.sources.iter().next().map(|(_, file)| file.name.clone()).unwrap_or_default();
    for entry in &entries {
        let line = entry.places.iter().map(|(_, line)| *line).find(|line| *line > 0);
        let place = line.map_or_else(|| name.clone(), |line| format!("{name}:{line}"));
        writeln!(terminal.out(), "{place}: {}", entry.words.join(", "))?;
    }
    terminal.say(&match entries.len() {
        1 => "1 variant".to_owned(),
        many => format!("{many} variants"),
    });
    Ok(())
}
