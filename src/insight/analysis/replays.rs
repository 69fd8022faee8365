//! Records against the games of a file.

use std::collections::BTreeMap;

use crate::library::{Loaded, Settings, find, load};
use rulebook_language::diagnostic::Report;
use rulebook_language::source::SourceMap;
use rulebook_play::engine::Position;
use rulebook_play::record::{Mismatch, Record, Replayed, compare};

/// Games that are kept ready, by what records set.
const MOST_GAMES: usize = 64;

/// Replays records, whose games are made when first met.
pub struct Replays<'a> {
    loaded: &'a Loaded,
    settings: &'a dyn Fn(&mut Settings),
    games: BTreeMap<(Option<String>, String), Position>,
    /// Whether games of another name are of this file after all.
    related: BTreeMap<String, bool>,
}

/// Whose game a record is, by what it says itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// One of the file.
    Own,
    /// One of the file under another name: it names a title that the file has.
    Renamed,
    /// Another game's.
    Foreign,
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
        Replays { loaded, settings, games: BTreeMap::new(), related: BTreeMap::new() }
    }

    /// Whose game a record is that is replayed as one of the file called `name`.
    pub fn origin(&mut self, record: &Record, name: &str) -> Origin {
        let titles = || self.loaded.titles().map(|title| title.text.as_str());
        let is_known = || self.loaded.sources.iter().any(|(_, file)| file.name == record.game);
        if record.game == name || titles().any(|title| title == record.game) || is_known() {
            return Origin::Own;
        }
        if record.variant.as_deref().is_some_and(|variant| titles().any(|title| title == variant)) {
            return Origin::Renamed;
        }
        // A copy of a shipped game is that game under another name.
        let of_copy = |game: &crate::library::Shipped| {
            load(game.name(), game.text).titles().any(|theirs| titles().any(|title| title == theirs.text))
        };
        let related =
            *self.related.entry(record.game.clone()).or_insert_with(|| find(&record.game).is_some_and(of_copy));
        if related { Origin::Renamed } else { Origin::Foreign }
    }

    /// Replays one record, which stands at `place`, a name for people.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn replay(&mut self, record: &Record, place: &str) -> Result<Replayed, Refused> {
        let mut first = None;
        let plies = self.compare(record, place, &mut |mismatch| {
            first = Some(mismatch);
            false
        })?;
        first.map_or(Ok(Replayed { plies }), |mismatch| Err(Refused::Mismatch(mismatch)))
    }

    /// Replays one record, which stands at `place`, and shows what does not hold as long as `see` says to go on. Gives the number
    /// of actions played.
    ///
    /// # Errors
    /// If its game cannot be made.
    pub fn compare(
        &mut self,
        record: &Record,
        place: &str,
        see: &mut dyn FnMut(Mismatch) -> bool,
    ) -> Result<usize, Refused> {
        let options: Vec<String> = record.options.iter().map(|(option, value)| format!("{option}={value}")).collect();
        let key = (record.variant.clone(), options.join("\n"));
        if !self.games.contains_key(&key) {
            let position = self.start(record, place)?;
            if self.games.len() >= MOST_GAMES {
                self.games.clear();
            }
            self.games.insert(key.clone(), position);
        }
        let Some(position) = self.games.get_mut(&key) else { return Ok(0) };
        let plies = compare(position, record, see);
        while position.undo() {}
        Ok(plies)
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
