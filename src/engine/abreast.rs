//! What kernels need of a position, to go on from it.

use std::sync::Arc;

use super::fault::Fault;
use super::position::Position;
use crate::kernel::{Kernel, Limit, Opening, Program, Unsuited};
use crate::util::Id;

impl Position {
    /// The kernels of its game, if there are any: compiled once for all positions that stem from one.
    pub fn kernel(&self) -> Option<&Arc<Program>> {
        self.kernel.program(&self.game, &self.plan).ok()
    }

    /// Why its game has no kernels, if it has none.
    pub fn unsuited(&self) -> Option<&Unsuited> {
        self.kernel.program(&self.game, &self.plan).err()
    }

    /// The same position, which shares what is known of its game's kernels with others of the game.
    #[must_use]
    pub fn sharing(self, kernel: &Kernel) -> Self {
        Position { kernel: kernel.clone(), ..self }
    }

    /// Where games of kernels that go on from here begin.
    pub fn opening(&self, opening: &mut Opening) {
        let system = self.plan.layout.system;
        opening.words.clear();
        opening.words.extend_from_slice(self.memory());
        opening.role = self.role_to_act().index();
        opening.stage = (self.word(system.stage) as u16).saturating_sub(1);
        opening.turns = self.word(system.turns);
        opening.swapped = self.word(system.swapped) == 1;
        opening.past.clear();
        if !self.plan.repetitions.is_empty() {
            opening.past.extend(self.past().map(<[u64]>::to_vec));
        }
    }
}

impl From<Limit> for Fault {
    fn from(limit: Limit) -> Self {
        match limit {
            Limit::Stack(height) => Fault::Stack(height),
            Limit::Turn(actions) => Fault::Turn(actions),
            Limit::Actions(actions) => Fault::Actions(actions),
            Limit::Steps(millions) => Fault::Steps(millions),
        }
    }
}
