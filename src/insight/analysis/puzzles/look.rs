//! Looking at one position.

use super::games::Met;
use super::line::{main_line, others};
use super::missed::missed;
use super::proof::{confirm, prove, solved};
use super::puzzle::Puzzle;
use super::settings::{LEAST_MISSED, LONGER, PuzzleSettings};
use super::theme::theme;
use crate::agents::{Agent, ForcedWins, Spec};
use crate::audit::Automorphism;
use crate::library::{AgentError, Prepared};
use rulebook_language::util::Rng;
use rulebook_play::engine::Fault;

/// Who looks at positions on one thread.
pub struct Looker<'a> {
    prepared: &'a Prepared,
    settings: &'a PuzzleSettings,
    wins: ForcedWins,
    misser: Box<dyn Agent>,
}

/// What a position came to.
pub enum Looked {
    /// No puzzle.
    Nothing,
    /// One action wins and no other does, and it is not missed.
    Seen,
    /// It is missed.
    Missed(Box<Puzzle>),
}

impl<'a> Looker<'a> {
    /// Looks at positions of a game, in which this player is to miss the action that wins.
    ///
    /// # Errors
    /// If it cannot play the game.
    pub fn new(prepared: &'a Prepared, settings: &'a PuzzleSettings, misser: &Spec) -> Result<Self, AgentError> {
        Ok(Looker { prepared, settings, wins: ForcedWins::new(settings.nodes), misser: prepared.agent(misser)? })
    }

    /// Looks at a position as it is written: nothing is known of earlier ones.
    ///
    /// # Errors
    /// If an evaluation limit is reached.
    pub fn look(&mut self, met: &Met, automorphisms: &[Automorphism]) -> Result<Looked, Fault> {
        let settings = self.settings;
        let Ok(mut position) = self.prepared.read(&met.notation) else { return Ok(Looked::Nothing) };
        let Some(proved) = prove(&mut position, &mut self.wins, &settings.plies, settings.nodes)? else {
            return Ok(Looked::Nothing);
        };
        let Some(proved) = solved(&mut position, proved, automorphisms, settings.nodes)? else {
            return Ok(Looked::Nothing);
        };
        let rng = Rng::for_game(settings.seed.rotate_left(17), met.game << 20 | u64::from(met.ply));
        let missed = missed(&mut position, &proved, &mut *self.misser, rng)?;
        if missed < LEAST_MISSED {
            return Ok(Looked::Seen);
        }
        self.wins.allow(settings.nodes.saturating_mul(LONGER));
        let Some((line, clause)) = main_line(&mut position, &proved, &mut self.wins)? else { return Ok(Looked::Seen) };
        let theme = theme(&position, &proved, clause)?;
        let (game, ply, position) = (met.game, met.ply, met.notation.clone());
        Ok(Looked::Missed(Box::new(Puzzle { game, ply, position, proved, line, missed, theme, others: Vec::new() })))
    }
}

/// A puzzle with what a longer search says of its other actions; nothing where one of them wins, too.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn look_longer(
    prepared: &Prepared,
    settings: &PuzzleSettings,
    automorphisms: &[Automorphism],
    wins: &mut ForcedWins,
    puzzle: &Puzzle,
) -> Result<Option<Puzzle>, Fault> {
    let nodes = settings.nodes.saturating_mul(LONGER);
    let Ok(mut position) = prepared.read(&puzzle.position) else { return Ok(None) };
    let Some(proved) = solved(&mut position, puzzle.proved.clone(), automorphisms, nodes)? else { return Ok(None) };
    let Some(proved) = confirm(&mut position, proved, wins, nodes)? else { return Ok(None) };
    wins.begin(settings.nodes);
    let others = others(&mut position, &proved, wins, (*settings.plies.end(), settings.nodes))?;
    Ok(Some(Puzzle { proved, others, ..puzzle.clone() }))
}
