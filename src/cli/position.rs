//! From a named game to a position: its start, or what follows from it by given moves.

use clap::Args;

use super::arguments::{Assignment, GameSettings};
use super::failure::Failure;
use super::input;
use super::reference::Reference;
use rulebook_insight::analysis::LineOfPlay;
use rulebook_insight::library::{COMMAND_LINE, Loaded, Prepared};
use rulebook_language::diagnostic::Report;
use rulebook_language::model::{Game, PIE};
use rulebook_language::source::SourceMap;
use rulebook_language::util::suggest;
use rulebook_play::engine::{PlayError, Position};

/// A game, and a position in it.
#[derive(Args, Clone)]
pub struct PositionArgs {
    /// Game file: a path, `-` for standard input, or a shipped game, optionally with `#TITLE` and `?OPTION=VALUE`
    #[arg(value_parser = Reference::parser())]
    pub file: Reference,
    #[command(flatten)]
    pub settings: GameSettings,
    /// Start from this position, as printed by `show --json` in `position`
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Play these moves first, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub after: Option<String>,
}

impl PositionArgs {
    /// The position.
    pub fn position(&self) -> Result<Position, Failure> {
        Ok(self.with_sources()?.1)
    }

    /// The position, with the texts of its rules.
    pub fn with_sources(&self) -> Result<(SourceMap, Position), Failure> {
        let (sources, prepared) = with_sources(input::read(&self.file.file)?, &self.chosen()?)?;
        Ok((sources, self.reached(&prepared)?))
    }

    /// Whether it is the start of the game, without a word to the contrary.
    pub fn is_start(&self) -> bool {
        self.position.is_none() && self.after.is_none()
    }

    /// Where the moves begin: at the start of the game, or at the position that is given as text.
    fn start(&self, prepared: &Prepared) -> Result<Position, Failure> {
        match &self.position {
            None => Ok(prepared.start()),
            Some(text) => prepared.read(text).map_err(|error| Failure::Usage(format!("--position: {error}"))),
        }
    }

    /// What the reference and the flags say of the game.
    pub fn chosen(&self) -> Result<GameSettings, Failure> {
        self.file.with(&self.settings)
    }

    /// The position in this game.
    pub fn reached(&self, prepared: &Prepared) -> Result<Position, Failure> {
        let mut position = self.start(prepared)?;
        for (index, text) in self.after.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            play(&mut position, text).map_err(|error| match error {
                Failure::Usage(message) => Failure::Usage(format!("--after, move {}: {message}", index + 1)),
                other => other,
            })?;
        }
        Ok(position)
    }

    /// The line that leads to the position, of a game that can explain itself, with the texts of its rules.
    pub fn explained(&self) -> Result<(SourceMap, LineOfPlay), Failure> {
        let (sources, prepared) = with_sources(input::read(&self.file.file)?, &self.chosen()?)?;
        let prepared = match prepared.explaining() {
            Ok(prepared) => prepared,
            Err(report) => return Err(findings(report, sources)),
        };
        let mut line = LineOfPlay::new(self.start(&prepared)?);
        for (index, text) in self.after.iter().flat_map(|moves| moves.split_whitespace()).enumerate() {
            if let Err(error) = line.play(text) {
                let said = refused(&mut line.position, text, error);
                return Err(match said {
                    Failure::Usage(message) => Failure::Usage(format!("--after, move {}: {message}", index + 1)),
                    other => other,
                });
            }
        }
        Ok((sources, line))
    }
}

/// A game of what was read, ready to be played.
pub fn prepare(loaded: Loaded, settings: &GameSettings) -> Result<Prepared, Failure> {
    Ok(with_sources(loaded, settings)?.1)
}

/// The same with the texts of its rules.
pub fn with_sources(mut loaded: Loaded, settings: &GameSettings) -> Result<(SourceMap, Prepared), Failure> {
    let written = settings.settings().write_down(COMMAND_LINE, &mut loaded.sources);
    let (prepared, report) = loaded.prepare(written.variant.as_ref(), &written.choices);
    match prepared {
        Some(prepared) => Ok((loaded.sources, prepared)),
        None => Err(findings(report, loaded.sources)),
    }
}

/// The same game without a pie rule, if it has one that can be switched off, and with these values of options.
pub fn without_pie(
    loaded: &Loaded,
    game: &Game,
    settings: &GameSettings,
    set: &[(String, String)],
) -> Result<Prepared, Failure> {
    let mut settings = settings.clone();
    let has_pie = game.options.iter().any(|option| option.name == PIE);
    let off = has_pie.then(|| Assignment::set(PIE, "off"));
    for assignment in off.into_iter().chain(set.iter().map(|(option, value)| Assignment::set(option, value))) {
        settings.set.retain(|other| other.option != assignment.option);
        settings.set.push(assignment);
    }
    prepare(loaded.clone(), &settings)
}

/// The game's title and its options, in one line.
pub fn title(game: &Game) -> String {
    let options: Vec<String> = game.options.iter().map(|chosen| format!(" {}={}", chosen.name, chosen.value)).collect();
    format!("{}{}", game.about.title, options.concat())
}

/// Findings that stand in the way.
pub fn findings(report: Report, sources: SourceMap) -> Failure {
    Failure::Findings { report: Box::new(report), sources: Box::new(sources) }
}

/// Plays the move that is written so.
pub fn play(position: &mut Position, text: &str) -> Result<(), Failure> {
    match position.find(text) {
        Ok(action) => Ok(position.play_unchecked(&action)?),
        Err(error) => Err(refused(position, text, error)),
    }
}

/// What is wrong with a move that cannot be played.
fn refused(position: &mut Position, text: &str, error: PlayError) -> Failure {
    if let PlayError::Fault(fault) = error {
        return fault.into();
    }
    let mut message = error.to_string();
    if error != PlayError::Over
        && let Ok(legal) = written(position)
        && let Some(near) = suggest(text, legal.iter().map(String::as_str))
    {
        message.push_str(&format!("\n  help: did you mean `{near}`?"));
    }
    Failure::Usage(message)
}

/// The legal moves as written.
pub fn written(position: &mut Position) -> Result<Vec<String>, Failure> {
    let legal = position.listed()?;
    Ok(legal.iter().map(|action| position.written(action)).collect())
}
