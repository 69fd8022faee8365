//! Positions that are set up rather than played to.

use std::sync::Arc;

use super::fault::{Fault, NotationError};
use super::position::Position;
use crate::plan::Plan;
use rulebook_language::model::{Game, SetUp, Start};
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

impl Position {
    /// The position at which a test begins.
    ///
    /// # Errors
    /// If a text is not one of a position of this game, or the rules cannot be evaluated there.
    pub fn begun(game: Arc<Game>, plan: Arc<Plan>, start: &Start) -> Result<Position, NotationError> {
        match start {
            Start::Notation(text) => Position::read(game, plan, &text.text),
            Start::SetUp(set_up) if *set_up == SetUp::default() => Ok(Position::new(game, plan)),
            Start::SetUp(set_up) => Position::set_up(game, plan, set_up).map_err(NotationError::from),
        }
    }

    /// The start of the game with what `set_up` says of it otherwise. It is like a position that was played to: a turn begins,
    /// groups and hash are those of the contents. There is no history: nothing is taken back, no repetition goes further back.
    ///
    /// # Errors
    /// If the rules cannot be evaluated there.
    pub fn set_up(game: Arc<Game>, plan: Arc<Plan>, set_up: &SetUp) -> Result<Position, Fault> {
        let mut position = Position::new(game, plan);
        let layout = position.plan.layout.clone();
        let mut words = position.core.memory().words().to_vec();
        let players = position.game.players.len();
        let to_act = set_up.to_act.map_or(0, Id::index) % players.max(1);
        let system = layout.system;
        words[system.to_act as usize] = to_act as u64;
        if let Some(contents) = &set_up.contents {
            words[..usize::from(layout.piece_planes()) * layout.words as usize].fill(0);
            if let Some(stacks) = layout.stacks {
                let start = stacks.offset as usize;
                words[start..start + position.game.board.slots() * stacks.words as usize].fill(0);
            }
            for (cell, pieces) in contents {
                // What a picture of this game says can stand on its board.
                let _ = position.stand(*cell, pieces, &mut words);
            }
            position.begin_carried(&mut words);
            // Nothing is left to be laid by lot.
            for scatter in &position.plan.scatters {
                let start = scatter.offset as usize;
                words[start..=start + scatter.put.len()].fill(0);
            }
            // In the middle of the game: the ends of the game are looked at, and nobody is offered the other seat.
            let played = (players + to_act) as u64;
            words[system.turns as usize] = played;
            words[system.plies as usize] = played;
            words[system.last_mover as usize] = ((to_act + players - 1) % players + 1) as u64;
        }
        for (word, number) in [(system.turns, set_up.turn_number), (system.plies, set_up.ply_number)] {
            if let Some(number) = number {
                words[word as usize] = u64::from(number.saturating_sub(1));
            }
        }
        for (counter, index, value) in &set_up.counters {
            words[layout.counter(*counter) as usize + index] = *value as u64;
        }
        // A mark that is named has the cells that are named alone.
        for (mark, _) in &set_up.marks {
            let at = layout.mark(*mark) as usize;
            words[at..at + position.game.board.words()].fill(0);
        }
        for (mark, cells) in &set_up.marks {
            for CellId(cell) in cells {
                match position.game.marks[*mark].carriers {
                    // Only a piece carries what goes with pieces.
                    Some(_) => drop(position.mark_piece(*mark, CellId(*cell), 0, &mut words)),
                    None => words[layout.mark(*mark) as usize + usize::from(*cell) / 64] |= 1 << (cell % 64),
                }
            }
        }
        position.core.begin(&words)?;
        Ok(position)
    }
}
