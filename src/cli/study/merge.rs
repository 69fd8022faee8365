//! The parts of a study put together: the same bytes as if it had been played in one go.

use std::path::{Path, PathBuf};

use super::results::{self, About, failed};
use super::schema::{self, Kept};
use crate::failure::Failure;
use rulebook_insight::analysis::study::Shard;

/// Puts the parts together and says how many games they hold, and of those that could not be played to an end how many, and why the
/// first. Each game must be in one of them.
pub fn merge(name: &Path, about: &About<'_>, parts: &[PathBuf]) -> Result<(u64, Option<(u64, String)>), Failure> {
    let mut open = Vec::new();
    for part in parts {
        match results::open(part, about.description)? {
            Some((file, shard)) => open.push((part, file, shard)),
            None => return Err(Failure::Usage(format!("there is no file `{}`", part.display()))),
        }
    }
    let of = open.first().map_or(1, |(_, _, shard)| shard.of);
    if let Some((part, _, shard)) = open.iter().find(|(_, _, shard)| shard.of != of) {
        return Err(failed(part, &format!("it is part {shard} of the study, and the first file is one of {of} parts")));
    }
    // The same part twice is the same games.
    open.sort_by_key(|(_, _, shard)| shard.part);
    open.dedup_by_key(|(_, _, shard)| shard.part);
    let have = |part: &u64| open.iter().any(|(_, _, shard)| shard.part == *part);
    let lacking: Vec<String> = (1..=of).filter(|part| !have(part)).map(|part| format!("{part}/{of}")).collect();
    if !lacking.is_empty() {
        let more = if lacking.len() > 8 { format!(" and {} more", lacking.len() - 8) } else { String::new() };
        let list = lacking.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!(
            "parts are missing: {list}{more}\n  help: run them with `--shard`, and name all files after `--merge`"
        )));
    }
    let mut games = 0;
    let mut troubled: Option<(u64, String)> = None;
    let whole = About { shard: Shard::WHOLE, ..*about };
    results::write(name, &whole, |see| {
        let mut place = 0;
        for (cell, its) in about.field.study().cells.iter().enumerate() {
            for number in 0..its.games {
                let holder = open.iter().find(|(_, _, shard)| shard.holds(place));
                place += 1;
                let Some((part, file, _)) = holder else { continue };
                let game: Option<Kept> = schema::one(file, cell, number).map_err(|error| failed(part, &error))?;
                let Some(game) = game else {
                    return Err(failed(part, &format!("game {number} of cell {cell} is missing")));
                };
                if let Some(reason) = &game.row.trouble {
                    troubled.get_or_insert_with(|| (0, reason.clone())).0 += 1;
                }
                see(game).map_err(|error| failed(name, &error))?;
                games += 1;
            }
        }
        Ok(())
    })?;
    Ok((games, troubled))
}
