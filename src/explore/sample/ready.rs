//! A candidate that is ready to be played.

use std::sync::OnceLock;

use crate::candidate::Candidate;
use crate::sheet::Ground;
use rulebook_insight::analysis::{RandomGames, Settings, Sheet};
use rulebook_insight::library::{Loaded, Prepared};

/// A candidate that is ready to be played, or why it is not; made when it is first asked for.
#[derive(Default)]
pub struct Looked(OnceLock<Result<Box<Ready>, String>>);

/// A game that is ready to be played.
pub struct Ready {
    /// The sheet with the candidate's block.
    pub loaded: Loaded,
    /// The game.
    pub prepared: Prepared,
    /// The names behind the facts of its games.
    pub sheet: Sheet,
    /// Its random games in batches, once somebody has asked for them.
    random: OnceLock<RandomGames>,
}

impl Looked {
    /// The game.
    ///
    /// # Errors
    /// What keeps it from being played: the code of the first error.
    pub fn ready(&self, ground: &Ground, candidate: &Candidate, explains: bool) -> Result<&Ready, String> {
        let made = self.0.get_or_init(|| Ready::new(ground, candidate, explains).map(Box::new));
        made.as_deref().map_err(Clone::clone)
    }
}

impl Ready {
    fn new(ground: &Ground, candidate: &Candidate, explains: bool) -> Result<Self, String> {
        let (loaded, prepared) = if candidate.block.is_empty() {
            (ground.loaded.clone(), ground.prepared.clone())
        } else {
            let loaded = ground.with(&candidate.block);
            let title = loaded.titles().find(|title| title.text == candidate.title).cloned();
            let (prepared, report) = loaded.prepare(title.as_ref().or(loaded.titles().last()), &[]);
            let code = report.iter().find(|finding| finding.severity == rulebook_language::diagnostic::Severity::Error);
            let why = || code.map_or_else(|| "unreadable".to_owned(), |finding| finding.code.name().to_owned());
            (loaded, prepared.filter(|_| title.is_some()).ok_or_else(why)?)
        };
        // Effects are watched by a plan that can say why.
        let prepared = match explains {
            true => prepared.explaining().map_err(|_| "limit".to_owned())?,
            false => prepared,
        };
        let sheet = Sheet::new(&prepared.start(), &loaded.sources);
        Ok(Ready { loaded, prepared, sheet, random: OnceLock::new() })
    }

    /// Its random games, in batches as far as the rules are suited.
    pub fn random(&self, max_plies: u32) -> &RandomGames {
        self.random
            .get_or_init(|| RandomGames::new(self.prepared.start(), Settings { max_plies, ..Settings::default() }))
    }
}
