//! Recorded games in the place of games that are played.

use std::path::Path;

use crate::arguments::GameSettings;
use crate::failure::{FINDINGS, Failure};
use crate::input;
use crate::position::{findings, title};
use crate::progress::Progress;
use crate::terminal::Terminal;
use rulebook_insight::analysis::{Figures, GameFacts, Recorded, Run};
use rulebook_insight::library::{Loaded, Prepared, Settings};
use rulebook_language::model::Game;
use rulebook_language::source::SourceMap;
use rulebook_play::record::{Lines, Record};

/// How many records that cannot be measured are told.
const MOST_TOLD: usize = 20;

/// The game of the records in a file: that of the first one, by what it says itself and what is set besides.
pub fn game(file: &Path, loaded: &Loaded, chosen: &GameSettings) -> Result<(SourceMap, Prepared), Failure> {
    let Some(item) = Lines::new(input::lines(file).map_err(Failure::Usage)?).next() else {
        return Err(Failure::Usage(format!("`{}` holds no records", file.display())));
    };
    let (line, record) = item.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))?;
    made(&record, &format!("<{}:{line}>", file.display()), loaded, chosen)
}

/// The game that a record is of.
fn made(
    record: &Record,
    place: &str,
    loaded: &Loaded,
    chosen: &GameSettings,
) -> Result<(SourceMap, Prepared), Failure> {
    let mut settings = Settings::default();
    if let Some(variant) = &record.variant {
        settings.set_variant(" variant ", variant);
    }
    for (option, value) in &record.options {
        settings.set(" ", option, &value.to_string());
    }
    chosen.write(&mut settings);
    let mut sources = loaded.sources.clone();
    let written = settings.write_down(place, &mut sources);
    match loaded.prepare(written.variant.as_ref(), &written.choices) {
        (Some(prepared), _) => Ok((sources, prepared)),
        (None, report) => Err(findings(report, sources)),
    }
}

/// What is known of the games of a file.
pub struct Measured {
    /// Their facts.
    pub facts: Vec<GameFacts>,
    /// Their seeds, where they name one.
    pub seeds: Vec<Option<u64>>,
    /// Who played each, by seat; empty where a record does not say.
    pub agents: Vec<Vec<String>>,
    /// The moves of the shortest game that one player won, the first of them.
    pub shortest: Vec<String>,
}

/// The facts of the games in a file, all of the game `prepared`.
///
/// # Errors
/// If a line cannot be read, is of another game or of other options, or does not hold; the first of them are told.
pub fn collect(
    file: &Path,
    loaded: &Loaded,
    chosen: &GameSettings,
    prepared: &Prepared,
    run: &Run,
    terminal: &mut Terminal,
) -> Result<Measured, Failure> {
    let name = file.display().to_string();
    let mut watched = Recorded::new(prepared, run);
    let mut measured = Measured { facts: Vec::new(), seeds: Vec::new(), agents: Vec::new(), shortest: Vec::new() };
    let progress = Progress::new(terminal, "games", None);
    let mut shortest: Option<u32> = None;
    let (mut wrong, mut told) = (0usize, Vec::new());
    // What the records before it were of, as they say it: most say the same.
    let mut known: Option<(Option<String>, String)> = None;
    for item in Lines::new(input::lines(file).map_err(Failure::Usage)?) {
        let (line, record) = item.map_err(|error| Failure::Usage(format!("{name}: {error}")))?;
        let says = (record.variant.clone(), format!("{:?}", record.options));
        if known.as_ref() != Some(&says) {
            let (_, own) = made(&record, &format!("<{name}:{line}>"), loaded, chosen)?;
            let said = |game: &Game| {
                let mut options: Vec<_> =
                    game.options.iter().map(|option| format!("{}={}", option.name, option.value)).collect();
                options.sort_unstable();
                (game.about.title.clone(), options)
            };
            if said(&own.game) != said(&prepared.game) {
                let [own, measured] = [&own.game, &prepared.game].map(|game| title(game));
                return Err(Failure::Broken(format!(
                    "{name}:{line}: a game of {own}, and not of {measured} as those before it\n  help: measure them one by one"
                )));
            }
            known = Some(says);
        }
        match watched.facts(&record, measured.facts.len() as u64) {
            Ok(facts) => {
                let won = Figures::shortest_won(std::slice::from_ref(&facts)).map(|(plies, _)| plies);
                if won.is_some() && (shortest.is_none() || won < shortest) {
                    (shortest, measured.shortest) = (won, record.moves.clone());
                }
                measured.facts.push(facts);
            }
            Err(mismatch) => {
                wrong += 1;
                if told.len() < MOST_TOLD {
                    told.push(format!("{name}:{line}: {mismatch}"));
                }
                continue;
            }
        }
        measured.seeds.push(record.seed);
        measured.agents.push(record.agents.unwrap_or_default());
        progress.at(measured.facts.len() as u64);
    }
    drop(progress);
    if wrong > 0 {
        told.iter().for_each(|told| terminal.error(told));
        terminal.error(&format!("{wrong} of {} records do not match the rules", wrong + measured.facts.len()));
        return Err(Failure::Told(FINDINGS));
    }
    Ok(measured)
}

impl Measured {
    /// Who played, by seat, if that is the same in all games.
    pub fn players(&self) -> Option<&[String]> {
        let first = self.agents.first().filter(|first| !first.is_empty())?;
        self.agents.iter().all(|agents| agents == first).then_some(first)
    }
}
