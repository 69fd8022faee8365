//! The games that puzzles are looked for in.

use thiserror::Error;

use super::settings::PuzzleSettings;
use crate::agents::{Agent, DuelError, Duels, Random, Spec};
use crate::analysis::BrokenGame;
use crate::analysis::solve::Keys;
use crate::audit::Automorphism;
use crate::library::{AgentError, Prepared};
use rulebook_language::util::Rng;
use rulebook_play::engine::Fault;

/// Why there are no puzzles.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PuzzleError {
    /// The game is not one for two players.
    #[error(
        "puzzles are of games for two players, and this one has {0}: no action of one wins by force where others may help each other"
    )]
    Players(usize),
    /// It is for one.
    #[error("a game for one player is a puzzle itself: `rulebook solve` finds the shortest way to win it")]
    Alone,
    /// Something is left to chance.
    #[error(
        "puzzles are of games that leave nothing to chance: where something is, hardly any action wins whatever comes up"
    )]
    Luck,
    /// An agent cannot play the game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A game could not be played to an end.
    #[error("game {} of the seed: {}", .0.index, .0.trouble)]
    Broken(BrokenGame),
    /// The rules cannot be evaluated in a position, or one after it.
    #[error("{1}\n  help: it began at --position \"{0}\"")]
    Fault(String, Fault),
    /// Nobody waits for them any more.
    #[error("stopped")]
    Stopped,
}

/// A position of a game in which a player had a choice.
pub struct Met {
    /// The number of the game.
    pub game: u64,
    /// How many actions were played before.
    pub ply: u32,
    /// As one line.
    pub notation: String,
    /// The same for positions that a symmetry of the rules makes alike.
    pub key: Vec<u8>,
}

/// Who plays on one thread.
pub struct Players {
    duels: Duels,
    /// Who plays the games, in turn: players by seat.
    tables: Vec<Vec<Box<dyn Agent>>>,
}

/// So many random games tell how long they are.
const LENGTHS: u64 = 32;

/// How long random games are, on average.
fn mean_plies(prepared: &Prepared, settings: &PuzzleSettings) -> u32 {
    let mut duels = Duels::new(prepared.start(), settings.max_plies);
    let mut agents: Vec<Box<dyn Agent>> = vec![Box::new(Random::new(Rng::new(0)))];
    let lengths = (0..LENGTHS).map(|index| {
        // What cannot be played on counts as far as it was played.
        let _ = duels.play(&mut agents, settings.seed, index, &mut |_, _| true);
        duels.played().moves.len() as u64
    });
    (lengths.sum::<u64>() / LENGTHS).max(1) as u32
}

/// Who plays and who misses.
pub struct Cast {
    /// Who plays the games, in turn: agents by seat.
    pub tables: Vec<Vec<Spec>>,
    /// Who is to miss the action that wins.
    pub misser: Spec,
}

impl Cast {
    /// Who plays and who misses. Without a word to the contrary, every other game is played by a player that thinks on both sides, the others by
    /// it on one side and chance on the other.
    pub fn new(prepared: &Prepared, settings: &PuzzleSettings) -> Self {
        if let (false, Some(misser)) = (settings.agents.is_empty(), &settings.missed_by) {
            return Cast { tables: vec![settings.agents.clone()], misser: misser.clone() };
        }
        let thinker = PuzzleSettings::thinker(mean_plies(prepared, settings));
        let misser = settings.missed_by.clone().unwrap_or_else(|| thinker.clone());
        if !settings.agents.is_empty() {
            return Cast { tables: vec![settings.agents.clone()], misser };
        }
        let both = vec![thinker.clone(), thinker.clone()];
        let tables = vec![both.clone(), vec![thinker.clone(), Spec::Random], both, vec![Spec::Random, thinker]];
        Cast { tables, misser }
    }
}

impl Players {
    /// Players at these tables.
    ///
    /// # Errors
    /// If one of them cannot play the game.
    pub fn new(prepared: &Prepared, settings: &PuzzleSettings, tables: &[Vec<Spec>]) -> Result<Self, AgentError> {
        let seated = |table: &Vec<Spec>| table.iter().map(|spec| prepared.agent(spec)).collect::<Result<_, _>>();
        let tables = tables.iter().map(seated).collect::<Result<_, _>>()?;
        Ok(Players { duels: Duels::new(prepared.start(), settings.max_plies), tables })
    }

    /// The last positions of a game in which a player had a choice, in order.
    ///
    /// # Errors
    /// If the game cannot be played to an end.
    pub fn play(
        &mut self,
        prepared: &Prepared,
        settings: &PuzzleSettings,
        automorphisms: &[Automorphism],
        game: u64,
    ) -> Result<Vec<Met>, PuzzleError> {
        let table = game as usize % self.tables.len().max(1);
        let Some(agents) = self.tables.get_mut(table) else { return Ok(Vec::new()) };
        let (mut met, mut fault) = (Vec::new(), None);
        let played = self.duels.play(agents, settings.seed, game, &mut |position, _| {
            match position.legal().map(|legal| legal.len()) {
                Ok(count) if count > 1 => met.push((position.ply(), position.notation())),
                Ok(_) => {}
                Err(found) => fault = Some(found),
            }
            fault.is_none()
        });
        if let Some(trouble) = played.err().or(fault.map(DuelError::Fault)) {
            let line = self.duels.played().moves.clone();
            return Err(PuzzleError::Broken(BrokenGame { index: game, trouble, line }));
        }
        let mut keys = Keys::new(&prepared.start(), automorphisms);
        let known = |(ply, notation): (u32, String)| {
            // Without what was before: a puzzle knows nothing of that.
            let position = prepared.read(&notation).ok()?;
            Some(Met { game, ply, key: keys.of(&position).to_vec(), notation })
        };
        Ok(met.split_off(met.len().saturating_sub(settings.last())).into_iter().filter_map(known).collect())
    }
}
