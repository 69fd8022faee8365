//! A study, from its text to its cells.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;

use super::file::{MatchEntry, StudyFile, values};
use super::grid::{Cell, Setting, combinations, ways};
use super::misread::Misread;
use crate::agents::Spec;

/// A study: what is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Study {
    /// What it asks.
    pub title: Option<String>,
    /// The actions after which a game is cut off.
    pub max_plies: u32,
    /// What is kept of the games.
    pub keep: Keep,
    /// The games.
    pub entries: Vec<StudyGame>,
    /// The games with their options.
    pub settings: Vec<Setting>,
    /// The players of each match as written, with `{budget}` where it stands.
    pub patterns: Vec<Vec<String>>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// Where all this is written.
    pub places: Places,
}

/// What is kept of the games of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Keep {
    /// Each game, with its record.
    #[default]
    Records,
    /// Of each cell, how many games came to what: a file of a size that does not grow with the number of games.
    Tallies,
}

/// Where in the text of a study something is written, in bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The file of each game.
    pub files: Vec<Range<usize>>,
    /// The variant of each game that names one.
    pub variants: Vec<Option<Range<usize>>>,
    /// The values of the options of each game.
    pub options: Vec<BTreeMap<String, Range<usize>>>,
    /// The players of each match, all together.
    pub matches: Vec<Range<usize>>,
    /// The players of each match, one by one.
    pub players: Vec<Vec<Range<usize>>>,
}

/// A game of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyGame {
    /// The name of a shipped game, or a path from where the study is.
    pub file: String,
    /// The game or variant of this title in it.
    pub variant: Option<String>,
}

/// Games of a cell, where nothing is said.
const GAMES: u64 = 100;
/// The length at which games are cut off, where nothing is said.
const MAX_PLIES: u32 = 10_000;
/// The most cells.
const MAX_CELLS: usize = 100_000;
/// The most games of all cells together.
const MAX_GAMES: u64 = 10_000_000;
/// What stands for a budget.
const BUDGET: &str = "{budget}";

/// Players with what stood for `{budget}`, and their games.
struct Match {
    pattern: usize,
    players: Vec<Spec>,
    budget: Option<u32>,
    games: u64,
    ways: u64,
}

impl Study {
    /// Reads the text of a study.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Misread> {
        let file = StudyFile::read(text)?;
        if file.game.is_empty() || file.matches.is_empty() {
            return Err(Misread::new(0..0, "a study needs games and matches")
                .help("write a table `[[game]]` and a table `[[match]]`"));
        }
        let seeds = seeds(file.seeds.as_ref())?;
        let usual = match &file.games {
            Some(games) => positive(games, "games")?,
            None => GAMES,
        };
        let max_plies = match &file.max_plies {
            Some(plies) if *plies.get_ref() == 0 => {
                return Err(Misread::new(plies.span(), "`max_plies` is at least 1"));
            }
            Some(plies) => *plies.get_ref(),
            None => MAX_PLIES,
        };
        let keep = match &file.keep {
            None => Keep::default(),
            Some(keep) => match keep.get_ref().as_str() {
                "records" => Keep::Records,
                "tallies" => Keep::Tallies,
                other => {
                    return Err(Misread::new(keep.span(), format!("`{other}` is nothing that can be kept of games"))
                        .help("write `keep = \"records\"` or `keep = \"tallies\"`"));
                }
            },
        };
        let mut study = Study {
            title: file.title,
            max_plies,
            keep,
            entries: Vec::new(),
            settings: Vec::new(),
            patterns: Vec::new(),
            cells: Vec::new(),
            places: Places::default(),
        };
        for (entry, game) in file.game.iter().enumerate() {
            let name = game.file.get_ref().trim();
            if name.is_empty() {
                return Err(Misread::new(game.file.span(), "no file").help("name a shipped game or a path"));
            }
            let variant = game.variant.as_ref().map(|variant| variant.get_ref().clone());
            study.places.files.push(game.file.span());
            study.places.variants.push(game.variant.as_ref().map(Spanned::span));
            let spans = game.options.iter().map(|(name, value)| (name.clone(), value.span()));
            study.places.options.push(spans.collect());
            study.entries.push(StudyGame { file: name.to_owned(), variant });
            let mut options = Vec::new();
            let mut count = study.settings.len().max(1);
            for (name, value) in &game.options {
                let values = values(name, value)?;
                count = count.saturating_mul(values.len());
                if count > MAX_CELLS {
                    return Err(too_many(value.span()));
                }
                options.push((name.clone(), values));
            }
            study.settings.extend(combinations(&options).into_iter().map(|options| Setting { entry, options }));
        }
        let mut matches = Vec::new();
        for (pattern, entry) in file.matches.iter().enumerate() {
            matches.extend(read_match(entry, pattern, usual)?);
            let written = entry.players.get_ref().iter().map(|player| player.get_ref().trim().to_owned());
            study.patterns.push(written.collect());
            study.places.matches.push(entry.players.span());
            study.places.players.push(entry.players.get_ref().iter().map(Spanned::span).collect());
        }
        let cells = study.settings.len().saturating_mul(matches.len()).saturating_mul(seeds.len());
        let games = matches.iter().map(|one| one.games).fold(0, u64::saturating_add);
        let games = games.saturating_mul((study.settings.len() * seeds.len()) as u64);
        if cells > MAX_CELLS || games > MAX_GAMES {
            return Err(too_many(0..0));
        }
        for setting in 0..study.settings.len() {
            for one in &matches {
                study.cells.extend(seeds.iter().map(|seed| Cell {
                    setting,
                    players: one.players.clone(),
                    pattern: one.pattern,
                    budget: one.budget,
                    seed: *seed,
                    games: one.games,
                    ways: one.ways,
                }));
            }
        }
        Ok(study)
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.games).sum()
    }

    /// The expressions that players look at.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().flat_map(|cell| &cell.players).filter_map(Spec::value)
    }
}

fn too_many(span: Range<usize>) -> Misread {
    Misread::new(span, format!("the grid has more than {MAX_CELLS} cells or {MAX_GAMES} games"))
        .help("split it into several studies")
}

fn positive(games: &Spanned<u64>, what: &str) -> Result<u64, Misread> {
    match *games.get_ref() {
        0 => Err(Misread::new(games.span(), format!("no {what}")).help(format!("write `{what} = 100`"))),
        games => Ok(games),
    }
}

fn seeds(seeds: Option<&Spanned<Vec<u64>>>) -> Result<Vec<u64>, Misread> {
    let Some(said) = seeds else { return Ok(vec![1]) };
    let list = said.get_ref();
    if list.is_empty() {
        return Err(Misread::new(said.span(), "no seeds").help("write `seeds = [1]`"));
    }
    match list.iter().enumerate().find(|(place, seed)| list[..*place].contains(seed)) {
        Some((_, seed)) => Err(Misread::new(said.span(), format!("the seed {seed} is listed twice"))
            .help("the same seed gives the same games")),
        None => Ok(list.clone()),
    }
}

fn read_match(entry: &MatchEntry, pattern: usize, usual: u64) -> Result<Vec<Match>, Misread> {
    let span = entry.players.span();
    let players = entry.players.get_ref();
    if players.is_empty() {
        return Err(Misread::new(span, "no players").help("name one per seat: `players = [\"mcts:200\", \"random\"]`"));
    }
    let varied = players.iter().any(|player| player.get_ref().contains(BUDGET));
    let budgets: Vec<Option<u32>> = match &entry.budgets {
        Some(budgets) if !varied => {
            return Err(Misread::new(budgets.span(), "no agent uses the budget")
                .help("write `{budget}` where it stands: `\"mcts:{budget}\"`"));
        }
        Some(budgets) if budgets.get_ref().is_empty() => {
            return Err(Misread::new(budgets.span(), "no budgets").help("write `budgets = [100, 200]`"));
        }
        Some(budgets) => budgets.get_ref().iter().copied().map(Some).collect(),
        None if varied => {
            return Err(Misread::new(span, "`{budget}` has no value").help("add `budgets = [100, 200]`"));
        }
        None => vec![None],
    };
    let mut matches = Vec::new();
    for budget in budgets {
        let mut specs = Vec::new();
        for player in players {
            let text = player.get_ref().replace(BUDGET, &budget.map(|budget| budget.to_string()).unwrap_or_default());
            let spec = text.parse::<Spec>().map_err(|error| Misread::new(player.span(), error.to_string()))?;
            specs.push(spec);
        }
        let ways = if entry.exchange.unwrap_or(true) { ways(&specs) } else { 1 };
        let games = match &entry.games {
            Some(games) => positive(games, "games")?,
            None => usual,
        };
        if games % ways != 0 {
            let span = entry.games.as_ref().map_or(span.clone(), Spanned::span);
            return Err(Misread::new(span, format!("{games} games cannot be divided evenly among {ways} seatings"))
                .help(format!("write `games = {}`, or `exchange = false`", games.next_multiple_of(ways))));
        }
        matches.push(Match { pattern, players: specs, budget, games, ways });
    }
    Ok(matches)
}
