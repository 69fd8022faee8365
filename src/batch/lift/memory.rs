//! What is remembered of a turn: what was picked in it, and where the last seed fell.

use super::frames::OUTSIDE;
use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::value::{Cell, Cells, Truth};
use crate::op::{Reg, RegisterKind};
use crate::program::{Choice, State};
use rulebook_language::model::{MoveId, TurnStep, Type};

impl<'g> Lifter<'g> {
    /// Registers for what is remembered of a turn, where the rules ask.
    pub fn turn_cells(&mut self, state: &mut State) {
        let (game, first) = (self.game, state.sets.len());
        (self.sown, self.last_picked) = (None, Vec::new());
        if game.features.sown {
            self.sown = Some(first);
            state.cells.push((self.lasting_reg(RegisterKind::Set), self.layout.system.last_sown));
        }
        if !game.features.last_picks {
            return;
        }
        // What a chain picked is known in its links alone.
        let steps = self.outlines.iter().flat_map(|outline| &outline.choices).map(|choice| choice.step);
        let chained: Vec<MoveId> = steps
            .filter_map(|step| match step {
                TurnStep::Chain { rule, .. } => Some(*rule),
                _ => None,
            })
            .collect();
        for (id, rule) in game.moves.iter_ids().filter(|(id, _)| !chained.contains(id)) {
            let cells = rule.pick_types().enumerate().filter(|(_, ty)| *ty == Type::Cells);
            for (pick, _) in cells {
                self.last_picked.push(((id, pick as u8), first + state.cells.len()));
                state.cells.push((self.lasting_reg(RegisterKind::Set), self.layout.last_pick(id, pick as u8)));
            }
        }
    }

    /// The planes that are empty when a turn begins: what happened to cells in it, and what else is remembered of it.
    pub fn turn_planes(&self) -> Vec<usize> {
        let picked = self.last_picked.iter().map(|(_, plane)| *plane);
        self.events.into_iter().flatten().chain(self.sown).chain(picked).collect()
    }

    /// Remembers what was picked in the action of a move that has been made in some lanes.
    pub fn remember_picks(&mut self, rule: MoveId, choice: &Choice, where_made: Truth) -> Lifted<()> {
        let places = (0u8..).filter(|place| choice.fixed_at(usize::from(*place)).is_none());
        for (place, cell) in places.zip(&choice.picked) {
            let plane = self.last_picked.iter().find(|(known, _)| *known == (rule, place)).map(|(_, plane)| *plane);
            if let (Some(plane), None) = (plane, choice.hidden) {
                self.remember_cell(plane, *cell, where_made)?;
            }
        }
        Ok(())
    }

    /// Remembers a cell in the lanes in which something is done.
    pub fn remember_cell(&mut self, plane: usize, cell: Reg, where_made: Truth) -> Lifted<()> {
        let (old, new) = (self.planes[plane].clone(), Cells::of(cell));
        let not = self.not(where_made);
        let (old, new) = (self.only_if(&old, not), self.only_if(&new, where_made));
        let now = self.join(&old, &new);
        self.planes[plane] = Cells::of(self.dense(&now)?);
        Ok(())
    }

    /// What was picked in the turn's last action of a move.
    pub fn last_pick(&mut self, rule: MoveId, pick: u8) -> Lifted<Cell> {
        if self.last.is_some() {
            return self.last_link_pick(rule, pick);
        }
        let plane = self.last_picked.iter().find(|(known, _)| *known == (rule, pick)).map(|(_, plane)| *plane);
        let plane = self.plane(plane.ok_or(EARLIER)?);
        Ok(Cell::One(self.dense(&plane)?))
    }

    /// The cell on which the last seed fell in this turn.
    pub fn last_sown(&mut self) -> Lifted<Cell> {
        if self.imagines {
            return Err(OUTSIDE);
        }
        let plane = self.plane(self.sown.ok_or(EARLIER)?);
        Ok(Cell::One(self.dense(&plane)?))
    }
}

pub const EARLIER: NotBatchable = not_batchable("its rules ask what happened earlier");
