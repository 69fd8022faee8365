//! Looking for puzzles, round by round.

use rustc_hash::FxHashSet;

use super::games::{Cast, Met, Players, PuzzleError};
use super::line::{main_line, others};
use super::missed::missed;
use super::proof::{prove, solved};
use super::puzzle::Puzzle;
use super::settings::{ENOUGH, LEAST_MISSED, MOST_OF_A_GAME, PuzzleSettings, ROUND};
use super::spread::spread;
use super::theme::theme;
use crate::agents::{Agent, ForcedWins, Spec};
use crate::audit::{Automorphism, Symmetries, symmetries};
use crate::library::Prepared;
use crate::parallel;
use rulebook_language::util::Rng;
use rulebook_play::engine::Fault;

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

/// Who works on one thread.
struct Solver {
    wins: ForcedWins,
    player: Box<dyn Agent>,
}

/// The actions that may be played in thought to follow a line to its end, as a multiple of those of the proof.
const FOLLOW: u32 = 16;

/// Looks for puzzles of a game. `played` is told how many games have been played.
///
/// # Errors
/// If the game is not one that has puzzles, an agent cannot play it, or it cannot be played to an end.
pub fn puzzles(
    prepared: &Prepared,
    settings: &PuzzleSettings,
    played: &mut dyn FnMut(u64),
) -> Result<Puzzles, PuzzleError> {
    match prepared.game.players.len() {
        2 => {}
        1 => return Err(PuzzleError::Alone),
        players => return Err(PuzzleError::Players(players)),
    }
    if prepared.game.has_luck() {
        return Err(PuzzleError::Luck);
    }
    let Symmetries { keeping, exchanging, .. } = symmetries(&prepared.game);
    let automorphisms = [keeping, exchanging].concat();
    let Cast { tables, misser } = Cast::new(prepared, settings);
    // Whether they can play at all is found out once.
    Players::new(prepared, settings, &tables)?;
    prepared.agent(&misser)?;
    let mut found =
        Puzzles { puzzles: Vec::new(), tables, misser: misser.clone(), games: 0, positions: 0, proved: 0, missed: 0 };
    let mut known: FxHashSet<Vec<u8>> = FxHashSet::default();
    let mut kept: Vec<Puzzle> = Vec::new();
    while found.games < settings.games && !is_enough(&kept, settings) {
        let round = found.games..settings.games.min(found.games + ROUND);
        found.games = round.end;
        let players = || Players::new(prepared, settings, &found.tables).ok();
        let play = |players: &mut Option<Players>, game| {
            players.as_mut().map_or_else(|| Ok(Vec::new()), |players| players.play(settings, &automorphisms, game))
        };
        let games = parallel::map_init(round, players, play).into_iter().collect::<Result<Vec<_>, PuzzleError>>()?;
        let mut met: Vec<Met> = games.into_iter().flatten().collect();
        met.retain(|met| known.insert(met.key.clone()));
        found.positions += met.len() as u64;
        let solver = || {
            let player = prepared.agent(&misser).ok()?;
            Some(Solver { wins: ForcedWins::new(settings.nodes), player })
        };
        let look = |solver: &mut Option<Solver>, met: Met| {
            let Some(solver) = solver else { return Ok(Looked::Nothing) };
            let at = met.notation.clone();
            solver.look(prepared, settings, &automorphisms, met).map_err(|fault| PuzzleError::Fault(at, fault))
        };
        for looked in parallel::map_init(met, solver, look) {
            let looked = looked?;
            found.proved += u64::from(!matches!(looked, Looked::Nothing));
            let Looked::Missed(puzzle) = looked else { continue };
            found.missed += 1;
            if kept.iter().filter(|other| other.game == puzzle.game).count() < MOST_OF_A_GAME {
                kept.push(*puzzle);
            }
        }
        played(found.games);
    }
    let chosen = spread(kept, settings.number);
    let solve = |wins: &mut ForcedWins, mut puzzle: Puzzle| {
        let Ok(mut position) = prepared.read(&puzzle.position) else { return Ok(puzzle) };
        wins.begin(settings.nodes);
        let effort = (*settings.plies.end(), settings.nodes);
        match others(&mut position, &puzzle.proved, wins, effort) {
            Ok(others) => puzzle.others = others,
            Err(fault) => return Err(PuzzleError::Fault(puzzle.position, fault)),
        }
        Ok(puzzle)
    };
    let wins = || ForcedWins::new(settings.nodes);
    found.puzzles = parallel::map_init(chosen, wins, solve).into_iter().collect::<Result<_, _>>()?;
    Ok(found)
}

/// Whether puzzles of games enough were found for themes to be chosen from.
fn is_enough(kept: &[Puzzle], settings: &PuzzleSettings) -> bool {
    let games: FxHashSet<u64> = kept.iter().map(|puzzle| puzzle.game).collect();
    games.len() >= settings.number.saturating_mul(ENOUGH)
}

/// What a position came to.
enum Looked {
    /// No puzzle.
    Nothing,
    /// One action wins and no other does, and it is not missed.
    Seen,
    /// It is missed.
    Missed(Box<Puzzle>),
}

impl Solver {
    fn look(
        &mut self,
        prepared: &Prepared,
        settings: &PuzzleSettings,
        automorphisms: &[Automorphism],
        met: Met,
    ) -> Result<Looked, Fault> {
        // What is asked for is the position as it is written: nothing is known of earlier ones.
        let Ok(mut position) = prepared.read(&met.notation) else { return Ok(Looked::Nothing) };
        let Some(proved) = prove(&mut position, &mut self.wins, &settings.plies, settings.nodes)? else {
            return Ok(Looked::Nothing);
        };
        let Some(proved) = solved(&mut position, proved, automorphisms, settings.nodes)? else {
            return Ok(Looked::Nothing);
        };
        let rng = Rng::for_game(settings.seed.rotate_left(17), met.game << 20 | u64::from(met.ply));
        let missed = missed(&mut position, &proved, &mut *self.player, rng)?;
        if missed < LEAST_MISSED {
            return Ok(Looked::Seen);
        }
        self.wins.allow(settings.nodes.saturating_mul(FOLLOW));
        let Some((line, clause)) = main_line(&mut position, &proved, &mut self.wins)? else { return Ok(Looked::Seen) };
        let theme = theme(&position, &proved, clause)?;
        Ok(Looked::Missed(Box::new(Puzzle {
            game: met.game,
            ply: met.ply,
            position: met.notation,
            proved,
            line,
            missed,
            theme,
            others: Vec::new(),
        })))
    }
}
