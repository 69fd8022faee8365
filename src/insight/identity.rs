//! What decides the future of a game: two positions that agree in it have the same games before them.

use crate::audit::{ClockUse, clock_use, counts_passes};
use rulebook_language::model::{Compare, Game};
use rulebook_play::engine::Position;

/// How positions of a game are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identity {
    /// What the rules ask of the number of plies or turns.
    clock: ClockUse,
    /// How many passes in a row are told apart: all players' at most, since no rule asks for more.
    passes: u64,
    /// Whether seats may be changed at the second turn.
    pie: bool,
    /// Which earlier positions matter.
    history: History,
}

/// Which earlier positions matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum History {
    /// None.
    Nothing,
    /// Those at the ends of the last two turns, for `ko`.
    Ko,
    /// All, each up to so many times.
    Everything(u32),
}

/// How many ends of turns `ko` looks back.
const KO: usize = 2;

impl Identity {
    /// How positions of this game are told apart.
    pub fn of(game: &Game) -> Self {
        let rules = game.repetitions.iter().filter(|rule| rule.compare != Compare::Ko);
        let history = match (rules.map(|rule| rule.times).max(), game.repetitions.is_empty()) {
            (Some(times), _) => History::Everything(times),
            (None, false) => History::Ko,
            (None, true) => History::Nothing,
        };
        // Repetitions ask whether the last action was a pass.
        let asked = counts_passes(game) || history != History::Nothing;
        Identity {
            clock: clock_use(game),
            passes: if asked { game.players.len() as u64 } else { 0 },
            pie: game.pie,
            history,
        }
    }

    /// Whether a key decides what can come of a position.
    pub fn is_whole(self) -> bool {
        !matches!(self.history, History::Everything(_))
    }

    /// Whether a position can come again at all: not where the rules count on.
    pub fn can_recur(self) -> bool {
        self.clock != ClockUse::Everything
    }

    /// How often actions that lead back to the same key are to be played before it is shown that they can be played for ever.
    /// Once every position on the way was there as often as a rule counts, a further time changes nothing.
    pub fn rounds(self) -> u32 {
        match self.history {
            History::Nothing | History::Ko => 3,
            History::Everything(times) => times.saturating_add(3),
        }
    }

    /// What decides the future of a position, but for earlier positions where all of them matter; nothing in the middle of a
    /// turn whose start the rules ask for.
    pub fn key(self, position: &Position) -> Option<Vec<u64>> {
        let plan = position.plan();
        let system = plan.layout.system;
        let mut words = position.words().to_vec();
        if plan.copies_turn_start && words.get(system.mid_turn as usize) == Some(&1) {
            return None;
        }
        if let Some(passes) = words.get_mut(system.passes as usize) {
            *passes = self.passes.min(*passes);
        }
        let (plies, turns) = (u64::from(position.ply()), u64::from(position.turn()));
        match self.clock {
            ClockUse::Everything => words.extend([plies, turns]),
            ClockUse::Until(last) => words.extend([plies.min(last), turns.min(last)]),
            // Nothing has ended before the first action, and seats are changed at the second turn alone.
            ClockUse::Nothing => words.extend([plies.min(1), if self.pie { turns.min(2) } else { 0 }]),
        }
        if self.history == History::Ko {
            let past = position.past();
            let earlier = past.len().saturating_sub(KO);
            past.skip(earlier).for_each(|turn| words.extend(turn));
        }
        Some(words)
    }
}
