//! Looking for puzzles, round by round.

use rustc_hash::{FxHashMap, FxHashSet};

use super::games::{Cast, Met, Players, PuzzleError};
use super::look::{Looked, Looker, look_longer};
use super::puzzle::Puzzle;
use super::settings::{ENOUGH, LONGER, MOST_OF_A_GAME, PuzzleSettings, ROUND};
use super::spread::spread;
use crate::agents::{ForcedWins, Spec};
use crate::audit::{Automorphism, Symmetries, symmetries};
use crate::library::Prepared;
use crate::parallel;

/// What was found, and how far was looked.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzles {
    /// The puzzles, those with fewer plies first.
    pub puzzles: Vec<Puzzle>,
    /// Who played the games, in turn: agents by seat.
    pub tables: Vec<Vec<Spec>>,
    /// Who was to miss the winning action.
    pub misser: Spec,
    /// How many games were played.
    pub games: u64,
    /// How many positions were looked at, those counted once that a symmetry of the rules makes alike.
    pub positions: u64,
    /// In how many of them one action wins by force and no other does.
    pub proved: u64,
    /// How many of these were missed often enough.
    pub missed: u64,
}

/// Looks for puzzles of a game. `told` is told after every few games how far it is, without the puzzles; false ends it.
///
/// # Errors
/// If the game is not one that has puzzles, an agent cannot play it, it cannot be played to an end, or it was ended.
pub fn puzzles(
    prepared: &Prepared,
    settings: &PuzzleSettings,
    told: &mut dyn FnMut(&Puzzles) -> bool,
) -> Result<Puzzles, PuzzleError> {
    match prepared.game.players.len() {
        2 => {}
        1 => return Err(PuzzleError::Alone),
        players => return Err(PuzzleError::Players(players)),
    }
    if prepared.game.has_luck() {
        return Err(PuzzleError::Luck);
    }
    let mut search = Search::new(prepared, settings)?;
    loop {
        while search.has_games() && !search.is_enough() {
            search.round(told)?;
        }
        let chosen = search.choose()?;
        if chosen.len() >= settings.number || !search.has_games() {
            return Ok(Puzzles { puzzles: chosen, ..search.found });
        }
        search.round(told)?;
    }
}

/// The number of a game, and that of the actions before a position of it.
type Place = (u64, u32);

/// What is known so far.
struct Search<'a> {
    prepared: &'a Prepared,
    settings: &'a PuzzleSettings,
    automorphisms: Vec<Automorphism>,
    found: Puzzles,
    /// Positions that were looked at.
    met: FxHashSet<Vec<u8>>,
    /// Puzzles to choose from.
    kept: Vec<Puzzle>,
    /// Those of them that were looked at for longer.
    confirmed: FxHashMap<Place, Puzzle>,
}

impl<'a> Search<'a> {
    fn new(prepared: &'a Prepared, settings: &'a PuzzleSettings) -> Result<Self, PuzzleError> {
        let Symmetries { keeping, exchanging, .. } = symmetries(&prepared.game);
        let Cast { tables, misser } = Cast::new(prepared, settings);
        // Whether they can play at all is found out once.
        Players::new(prepared, settings, &tables)?;
        prepared.agent(&misser)?;
        Ok(Search {
            prepared,
            settings,
            automorphisms: [keeping, exchanging].concat(),
            found: Puzzles { puzzles: Vec::new(), tables, misser, games: 0, positions: 0, proved: 0, missed: 0 },
            met: FxHashSet::default(),
            kept: Vec::new(),
            confirmed: FxHashMap::default(),
        })
    }

    fn has_games(&self) -> bool {
        self.found.games < self.settings.games
    }

    /// Whether puzzles of games enough were found for themes to be chosen from.
    fn is_enough(&self) -> bool {
        let games: FxHashSet<u64> = self.kept.iter().map(|puzzle| puzzle.game).collect();
        games.len() >= self.settings.number.saturating_mul(ENOUGH)
    }

    /// Plays further games and looks at their positions.
    fn round(&mut self, told: &mut dyn FnMut(&Puzzles) -> bool) -> Result<(), PuzzleError> {
        let (prepared, settings, automorphisms) = (self.prepared, self.settings, self.automorphisms.as_slice());
        let (tables, misser) = (&self.found.tables, &self.found.misser);
        let round = self.found.games..settings.games.min(self.found.games + ROUND);
        self.found.games = round.end;
        let players = || Players::new(prepared, settings, tables).ok();
        let play = |players: &mut Option<Players>, game| match players {
            Some(players) => players.play(prepared, settings, automorphisms, game),
            None => Ok(Vec::new()),
        };
        let games = parallel::map_init(round, players, play).into_iter().collect::<Result<Vec<_>, PuzzleError>>()?;
        let mut met: Vec<Met> = games.into_iter().flatten().collect();
        met.retain(|met| self.met.insert(met.key.clone()));
        self.found.positions += met.len() as u64;
        let looker = || Looker::new(prepared, settings, misser).ok();
        let look = |looker: &mut Option<Looker<'_>>, met: Met| match looker {
            Some(looker) => looker.look(&met, automorphisms).map_err(|fault| PuzzleError::Fault(met.notation, fault)),
            None => Ok(Looked::Nothing),
        };
        for looked in parallel::map_init(met, looker, look) {
            let looked = looked?;
            self.found.proved += u64::from(!matches!(looked, Looked::Nothing));
            let Looked::Missed(puzzle) = looked else { continue };
            self.found.missed += 1;
            if self.kept.iter().filter(|other| other.game == puzzle.game).count() < MOST_OF_A_GAME {
                self.kept.push(*puzzle);
            }
        }
        if told(&self.found) { Ok(()) } else { Err(PuzzleError::Stopped) }
    }

    /// Chooses puzzles by their themes, and looks longer whether another action of them wins: those of which one does make room for others.
    fn choose(&mut self) -> Result<Vec<Puzzle>, PuzzleError> {
        let (prepared, settings, automorphisms) = (self.prepared, self.settings, self.automorphisms.as_slice());
        let place = |puzzle: &Puzzle| -> Place { (puzzle.game, puzzle.ply) };
        let wins = || ForcedWins::new(settings.nodes.saturating_mul(LONGER));
        let look = |wins: &mut ForcedWins, puzzle: Puzzle| {
            let found = look_longer(prepared, settings, automorphisms, wins, &puzzle);
            found.map(|found| (place(&puzzle), found)).map_err(|fault| PuzzleError::Fault(puzzle.position, fault))
        };
        loop {
            let chosen = spread(self.kept.clone(), settings.number);
            let is_open = |puzzle: &&Puzzle| !self.confirmed.contains_key(&place(puzzle));
            let open: Vec<Puzzle> = chosen.iter().filter(is_open).cloned().collect();
            if open.is_empty() {
                return Ok(chosen.iter().filter_map(|puzzle| self.confirmed.get(&place(puzzle)).cloned()).collect());
            }
            for found in parallel::map_init(open, wins, look) {
                match found? {
                    (at, Some(puzzle)) => drop(self.confirmed.insert(at, puzzle)),
                    (at, None) => self.kept.retain(|puzzle| place(puzzle) != at),
                }
            }
        }
    }
}
