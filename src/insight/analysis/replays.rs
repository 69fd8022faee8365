//! Records against the games of a file.

use std::collections::BTreeMap;

use crate::library::{Loaded, Settings};
use rulebook_language::diagnostic::Report;
use rulebook_language::source::SourceMap;
use rulebook_play::engine::Position;
use rulebook_play::record::{Mismatch, Record, Replayed, replay};

/// Games that are kept ready, by what records set.
const MOST_GAMES: usize = 64;

/// Replays records, whose games are made when first met.
pub struct Replays<'a> {
    loaded: &'a Loaded,
    settings: &'a dyn Fn(&mut Settings),
    games: BTreeMap<(Option<String>, String), Position>,
}

/// Why a record does not hold.
#[derive(Clone, Debug)]
pub enum Refused {
    /// Its game cannot be made: what stands in the way, and the texts that this speaks of.
    Settings(Box<(Report, SourceMap)>),
    /// A move or number differs.
    Mismatch(Mismatch),
}

impl<'a> Replays<'a> {
    /// Replays records of the games in `loaded`. `settings` adds what goes before a record's own variant and options.
    pub fn new(loaded: &'a Loaded, settings: &'a dyn Fn(&mut Settings)) -> Self {
        Replays { loaded, settings, games: BTreeMap::new() }
    }

    /// Replays one record, which stands at `place`, a name for people.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn replay(&mut self, record: &Record, place: &str) -> Result<Replayed, Refused> {
        let options: Vec<String> = record.options.iter().map(|(option, value)| format!("{option}={value}")).collect();
        let key = (record.variant.clone(), options.join("\n"));
        if !self.games.contains_key(&key) {
            let position = self.start(record, place)?;
            if self.games.len() >= MOST_GAMES {
                self.games.clear();
            }
            self.games.insert(key.clone(), position);
        }
        let Some(position) = self.games.get_mut(&key) else { return Ok(Replayed { plies: 0 }) };
        let result = replay(position, record).map_err(Refused::Mismatch);
        while position.undo() {}
        result
    }

    fn start(&self, record: &Record, place: &str) -> Result<Position, Refused> {
        let mut settings = Settings::default();
        if let Some(variant) = &record.variant {
            settings.set_variant(" variant ", variant);
        }
        for (option, value) in &record.options {
            settings.set(" ", option, &value.to_string());
        }
        (self.settings)(&mut settings);
        let mut sources = self.loaded.sources.clone();
        let written = settings.write_down(place, &mut sources);
        match self.loaded.prepare(written.variant.as_ref(), &written.choices) {
            (Some(prepared), _) => Ok(prepared.start()),
            (None, report) => Err(Refused::Settings(Box::new((report, sources)))),
        }
    }
}
