//! Options with several values: `size=2..=4`, `last_move=losing,winning`. All combinations are rows of a grid.

use crate::arguments::{Assignment, GameSettings};
use crate::failure::Failure;
use crate::position::prepare;
use rulebook_insight::library::Loaded;
use rulebook_language::model::Domain;
use rulebook_language::util::Rational;

/// The most rows.
const MAX_ROWS: usize = 1_000;

/// Settings with one value for each option.
pub struct Grid {
    /// The options that differ between rows.
    pub options: Vec<String>,
    /// The settings of each row.
    pub rows: Vec<GameSettings>,
}

/// What was written for an option.
enum Values {
    /// Some values.
    List(Vec<String>),
    /// All from the first to the second.
    Range(Rational, Rational),
}

impl Grid {
    /// The grid of what was set for a game of `loaded`.
    pub fn new(settings: &GameSettings, loaded: &Loaded) -> Result<Self, Failure> {
        // Of two values for one option the last counts.
        let mut set: Vec<(&Assignment, Values)> = Vec::new();
        for assignment in &settings.set {
            set.retain(|(other, _)| other.option != assignment.option);
            set.push((assignment, values(&assignment.option, &assignment.value)?));
        }
        let first = with(settings, set.iter().map(|(assignment, values)| valued(assignment, values.first())));
        let mut rows = vec![with(settings, [].into_iter())];
        let mut options = Vec::new();
        let ranges = set.iter().any(|(_, values)| matches!(values, Values::Range(..)));
        let game = if ranges { Some(prepare(loaded.clone(), &first)?.game) } else { None };
        for (assignment, values) in set {
            let option = &assignment.option;
            let domain = game.as_ref().and_then(|game| game.options.iter().find(|chosen| chosen.name == *option));
            let values = values.all(option, domain.map(|chosen| &chosen.domain))?;
            if values.len() > 1 {
                options.push(option.clone());
            }
            if rows.len() * values.len() > MAX_ROWS {
                return Err(Failure::Usage(format!(
                    "this grid has more than {MAX_ROWS} games\n  help: set fewer values"
                )));
            }
            let add = |row: &GameSettings, value: &String| {
                let mut row = row.clone();
                row.set.push(valued(assignment, value.clone()));
                row
            };
            rows = rows.iter().flat_map(|row| values.iter().map(|value| add(row, value)).collect::<Vec<_>>()).collect();
        }
        Ok(Grid { options, rows })
    }
}

fn valued(assignment: &Assignment, value: String) -> Assignment {
    Assignment { value, ..assignment.clone() }
}

fn with(settings: &GameSettings, set: impl Iterator<Item = Assignment>) -> GameSettings {
    GameSettings { set: set.collect(), variant: settings.variant.clone() }
}

fn values(option: &str, text: &str) -> Result<Values, Failure> {
    if let Some((low, high)) = text.split_once("..") {
        let high = high.strip_prefix('=').and_then(Rational::parse);
        return match (Rational::parse(low), high) {
            (Some(low), Some(high)) if low <= high => Ok(Values::Range(low, high)),
            _ => Err(Failure::Usage(format!(
                "`{option}={text}` is not a range\n  help: write the lowest and the highest value, as in `{option}=2..=4`"
            ))),
        };
    }
    Ok(Values::List(text.split(',').map(|value| value.trim().to_owned()).collect()))
}

impl Values {
    fn first(&self) -> String {
        match self {
            Values::List(values) => values.first().cloned().unwrap_or_default(),
            Values::Range(low, _) => low.to_string(),
        }
    }

    /// All of them; those of a range by the option's steps.
    fn all(self, option: &str, domain: Option<&Domain>) -> Result<Vec<String>, Failure> {
        let (low, high) = match self {
            Values::List(values) => return Ok(values),
            Values::Range(low, high) => (low, high),
        };
        let step = match domain {
            Some(Domain::Range(_, _, step)) => *step,
            _ => {
                return Err(Failure::Usage(format!(
                    "the values of `{option}` are words\n  help: separate them with commas"
                )));
            }
        };
        let mut values = Vec::new();
        let mut next = Some(low);
        while let Some(value) = next.filter(|value| *value <= high && values.len() <= MAX_ROWS) {
            values.push(value.to_string());
            next = value.plus(step);
        }
        Ok(values)
    }
}
