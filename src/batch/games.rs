//! The games of a batch's lanes: what is known of each beside what stands in its registers.

use super::drawn::Drawn;
use super::job::{BatchJob, DrawnLine, Ended, Finished};
use super::start_state::StartState;
use rulebook_language::util::{Bits, LaneRng};

/// The games of the lanes.
#[derive(Clone, Debug)]
pub struct Games<const L: usize> {
    /// The numbers of the games.
    pub index: [u64; L],
    /// The lanes in which a game is played.
    pub live: [bool; L],
    /// The number of the turn of which an action has been played, or of none that there is.
    pub begun: [i64; L],
    /// What that was before the last action was drawn.
    pub begun_before: [i64; L],
    /// What that was before the last action that may be taken back.
    pub begun_kept: [i64; L],
    /// The turns played before it began.
    pub turns: [u64; L],
    /// Their actions so far.
    pub plies: [u32; L],
    /// How many legal actions there were in all of their positions so far.
    pub choices: [u64; L],
    /// Whether the seats were exchanged.
    pub swapped: [bool; L],
    /// What each draws from.
    pub rng: LaneRng<L>,
    /// What was played, where it is kept.
    pub lines: Vec<DrawnLine>,
    /// What is played first, where that is not drawn, with the phase it belongs to.
    pub first: [Option<(usize, Drawn)>; L],
    /// The lanes where that is so, and it was not played.
    pub has_first: Bits<1>,
    /// The lanes whose games began with such an action: how many others there were is not known.
    pub was_given: Bits<1>,
    /// Whether what is played is kept.
    pub keep: bool,
    /// Games are cut after so many actions.
    pub max_plies: u32,
}

impl<const L: usize> Games<L> {
    /// No games.
    pub fn new() -> Self {
        Games {
            index: [0; L],
            live: [false; L],
            begun: [-1; L],
            begun_before: [-1; L],
            begun_kept: [-1; L],
            turns: [0; L],
            plies: [0; L],
            choices: [0; L],
            swapped: [false; L],
            rng: LaneRng::new(),
            lines: vec![DrawnLine::new(); L],
            first: std::array::from_fn(|_| None),
            has_first: Bits::EMPTY,
            was_given: Bits::EMPTY,
            keep: false,
            max_plies: 0,
        }
    }

    /// Plays as ordered from here on.
    pub fn follow(&mut self, order: &BatchJob) {
        (self.keep, self.max_plies) = (order.keep_lines, order.max_plies);
    }

    /// Begins a game in a lane, with its own stream of random numbers.
    pub fn begin(&mut self, lane: usize, seed: u64, index: u64, opening: &StartState) {
        self.has_first.remove(lane);
        self.was_given.remove(lane);
        self.index[lane] = index;
        self.live[lane] = true;
        self.begun[lane] = if opening.mid_turn { opening.turns as i64 } else { -1 };
        self.turns[lane] = opening.turns;
        self.plies[lane] = 0;
        self.choices[lane] = 0;
        self.swapped[lane] = opening.swapped;
        self.rng.begin(lane, seed, index);
        self.lines[lane].clear();
    }

    /// Lets a lane's game begin with an action of a phase.
    pub fn begin_with(&mut self, lane: usize, phase: usize, first: Drawn) {
        self.has_first.insert(lane);
        self.was_given.insert(lane);
        self.first[lane] = Some((phase, first));
    }

    /// A game that is over, or given up: its lane is free.
    pub fn finished(&mut self, lane: usize, end: Ended, counts: bool) -> Finished {
        self.live[lane] = false;
        Finished {
            index: self.index[lane],
            end,
            plies: self.plies[lane],
            choices: (counts && !self.was_given.contains(lane)).then_some(self.choices[lane]),
            swapped: self.swapped[lane],
            line: std::mem::take(&mut self.lines[lane]),
        }
    }
}
