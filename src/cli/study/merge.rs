//! The parts of a study put together: the same bytes as if it had been played in one go, and for some of the parts the same in
//! whatever order they come together.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::results::{self, About, Put};
use super::schema::{self, Entry};
use crate::database::failed;
use crate::failure::Failure;
use rulebook_insight::analysis::study::{Keep, Parts, Tally};

/// The most files that are read at once: systems limit how many files a process has open.
const MOST_FILES: usize = 200;

/// What a merge came to.
pub struct Merged {
    /// The games of all parts.
    pub games: u64,
    /// Of those that could not be played to an end how many, and why the first.
    pub troubled: Option<(u64, String)>,
    /// Which parts they are.
    pub parts: Parts,
}

/// A file with parts.
struct Part<'p> {
    name: &'p Path,
    file: Connection,
    parts: Parts,
}

/// Puts the parts together. Each game must be in one of them, unless it is said that only some are there (`is_partial`).
pub fn merge(name: &Path, about: &About<'_>, files: &[PathBuf], is_partial: bool) -> Result<Merged, Failure> {
    if files.len() > MOST_FILES {
        return Err(Failure::Usage(format!(
            "{} files are too many to be merged at once: at most {MOST_FILES}\n  help: merge some of them at a time with \
             `--partial --out FILE`, and then what comes of that",
            files.len()
        )));
    }
    let mut open = Vec::new();
    for name in files {
        match results::open(name, about.description)? {
            Some((file, parts)) => open.push(Part { name, file, parts }),
            None => return Err(Failure::Usage(format!("there is no file `{}`", name.display()))),
        }
    }
    let of = open.first().map_or(1, |part| part.parts.of());
    if let Some(Part { name, parts, .. }) = open.iter().find(|part| part.parts.of() != of) {
        return Err(failed(name, &format!("it is part {parts} of the study, and the first file is one of {of} parts")));
    }
    let keep = about.field.study().keep;
    let open = distinct(open, keep)?;
    let parts = open.iter().map(|part| part.parts.clone()).reduce(|all, parts| all.union(&parts));
    let parts = parts.unwrap_or_else(Parts::whole);
    if !is_partial && parts != Parts::whole() {
        let lacking = parts.missing().count();
        let more = if lacking > 8 { format!(" and {} more", lacking - 8) } else { String::new() };
        let list = parts.missing().take(8).map(|part| part.to_string()).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!(
            "parts are missing: {list}{more}\n  help: run them with `--shard`, and name all files after `--merge`; or add \
             `--partial --out FILE` to merge the others later"
        )));
    }
    let mut merged = Merged { games: 0, troubled: None, parts: parts.clone() };
    let whole = About { parts, ..*about };
    results::write(name, &whole, |put| match keep {
        Keep::Records => games(name, &whole, &open, put, &mut merged),
        Keep::Tallies => tallies(name, &whole, &open, put, &mut merged),
    })?;
    Ok(merged)
}

/// The files without those that say what others say as well. Games may be in several files; what is counted must be counted once.
fn distinct(mut open: Vec<Part<'_>>, keep: Keep) -> Result<Vec<Part<'_>>, Failure> {
    // Those with the most parts first: what others say of these parts is not needed.
    open.sort_by_cached_key(|part| (part.parts.missing().count(), part.parts.clone()));
    let mut distinct: Vec<Part<'_>> = Vec::new();
    for part in open {
        if distinct.iter().any(|known| known.parts.hold(&part.parts)) {
            continue;
        }
        let twice = distinct.iter().find_map(|known| Some((known, known.parts.common(&part.parts)?)));
        if let (Some((known, common)), Keep::Tallies) = (twice, keep) {
            let known = known.name.display();
            return Err(failed(part.name, &format!("it counts part {common}, which `{known}` counts as well")));
        }
        distinct.push(part);
    }
    distinct.sort_by_cached_key(|part| part.parts.clone());
    Ok(distinct)
}

impl Merged {
    fn add(&mut self, games: u64, troubled: Option<(u64, &str)>) {
        self.games += games;
        if let Some((games, reason)) = troubled {
            self.troubled.get_or_insert_with(|| (0, reason.to_owned())).0 += games;
        }
    }
}

fn games(
    name: &Path,
    about: &About<'_>,
    open: &[Part<'_>],
    put: &mut Put<'_>,
    merged: &mut Merged,
) -> Result<(), Failure> {
    let mut place = 0;
    for (cell, its) in about.field.study().cells.iter().enumerate() {
        for round in 0..its.rounds() {
            let holder = open.iter().find(|part| part.parts.holds(place));
            place += 1;
            let Some(Part { name: part, file, .. }) = holder else { continue };
            for number in its.games_of_round(round) {
                let game = schema::one(file, cell, number).map_err(|error| failed(part, &error))?;
                let game = game.ok_or_else(|| failed(part, &format!("game {number} of cell {cell} is missing")))?;
                merged.add(1, game.row.trouble.as_deref().map(|reason| (1, reason)));
                put(Entry::Game(game)).map_err(|error| failed(name, &error))?;
            }
        }
    }
    Ok(())
}

fn tallies(
    name: &Path,
    about: &About<'_>,
    open: &[Part<'_>],
    put: &mut Put<'_>,
    merged: &mut Merged,
) -> Result<(), Failure> {
    let study = about.field.study();
    let mut held: Vec<_> = open.iter().map(|part| study.held(&part.parts)).collect();
    for cell in 0..study.cells.len() {
        let mut sum = Tally::default();
        for (Part { name: part, file, .. }, held) in open.iter().zip(&mut held) {
            let tally = schema::tally(file, cell).map_err(|error| failed(part, &error))?;
            let (there, all) = (tally.there(), held.next().unwrap_or(0));
            if there != all {
                return Err(failed(part, &format!("it counts {there} games of cell {cell}, which has {all} there")));
            }
            sum.merge(&tally);
        }
        merged.add(sum.there(), sum.troubled());
        put(Entry::Tally(cell, sum)).map_err(|error| failed(name, &error))?;
    }
    Ok(())
}
