//! What goes wrong in a game that is played, and where it was met.

use super::invariants::Broken;
use rulebook_language::diagnostic::Code;
use rulebook_language::model::{MoveId, PlayerId};
use rulebook_play::engine::{Action, Fault, MAX_STEPS, Position};

/// The seed of all games.
pub const SEED: u64 = 1;

/// What went wrong in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameFault {
    /// The player to act has no action, and no rule says what that means.
    Stuck {
        /// Whether it is in the middle of that player's turn.
        mid_turn: bool,
    },
    /// The rules cannot be evaluated.
    Fault {
        /// Why.
        fault: Fault,
        /// The action that cannot be played, where it is not a matter of the position.
        action: Option<String>,
    },
    /// A law of all games does not hold.
    Broken(Broken),
}

impl GameFault {
    /// The player to act in this position has no action.
    pub fn stuck(position: &Position) -> Self {
        GameFault::Stuck { mid_turn: position.words().get(position.plan().layout.system.mid_turn as usize) == Some(&1) }
    }

    /// The code of its finding.
    pub fn code(&self) -> Code {
        match self {
            GameFault::Stuck { .. } => Code::PlayStuck,
            GameFault::Fault { fault: Fault::Picks { .. }, .. } => Code::LimitPicks,
            GameFault::Fault { .. } => Code::LimitEvaluation,
            GameFault::Broken(Broken::Alike(_)) => Code::PlayAlike,
            GameFault::Broken(Broken::Law(_)) => Code::PlayBroken,
        }
    }
}

/// Trouble, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Met {
    /// What.
    pub trouble: GameFault,
    /// The actions that lead there, as written.
    pub moves: Vec<String>,
    /// Who was to act.
    pub role: PlayerId,
    /// The move that cannot be played.
    pub rule: Option<MoveId>,
    /// The end clause that cannot be evaluated, by its place.
    pub end: Option<usize>,
    /// The position, to be shown.
    pub picture: String,
}

impl Met {
    /// Trouble in a position to which these actions have led. The position is at the start of the game then.
    pub fn new(trouble: GameFault, position: &mut Position, line: &[Action]) -> Self {
        let (role, picture) = (position.role_to_act(), position.picture());
        Met { trouble, moves: written(position, line), role, rule: None, end: None, picture }
    }
}

/// The actions of a game, as written. The position is at the start of the game then.
pub fn written(position: &mut Position, line: &[Action]) -> Vec<String> {
    while position.undo() {}
    position.allow(MAX_STEPS);
    let mut written = Vec::with_capacity(line.len());
    for action in line {
        written.push(position.written(action));
        if position.play_unchecked(action).is_err() {
            break;
        }
    }
    while position.undo() {}
    written
}

impl From<Fault> for GameFault {
    fn from(fault: Fault) -> Self {
        GameFault::Fault { fault, action: None }
    }
}

impl From<Broken> for GameFault {
    fn from(broken: Broken) -> Self {
        GameFault::Broken(broken)
    }
}
