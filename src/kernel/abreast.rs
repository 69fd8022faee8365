//! Uniform random games, many abreast.
//!
//! All lanes have the same role to act. A lane whose game is over rests until the role of the start is to act again, and
//! begins the next game then.

use std::sync::Arc;

use super::draw::Drawn;
use super::lanes::{Lanes, STUCK};
use super::program::Program;
use crate::util::{Bits, Rng};

/// Where the games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position's memory, as the plan lays it out.
    pub words: Vec<u64>,
    /// The role to act.
    pub role: usize,
    /// The turns played.
    pub turns: u64,
    /// Whether the seats are exchanged.
    pub swapped: bool,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The clause of that place decided for the roles of a bit mask.
    Over(u16, u8),
    /// It was longer than the greatest length.
    Cut,
    /// The mover has no move, and no clause holds.
    Stuck,
}

/// What happened in a game, an entry each ply: the change of seats, or an action.
pub type Line = Vec<Option<Drawn>>;

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Its number.
    pub index: u64,
    /// How it ended.
    pub end: Ended,
    /// Actions.
    pub plies: u32,
    /// Legal actions, summed over the plies.
    pub choices: u64,
    /// Whether the seats are exchanged.
    pub swapped: bool,
    /// What was played, if it was asked for.
    pub line: Line,
}

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The seed.
    pub seed: u64,
    /// The numbers of the games.
    pub games: std::ops::Range<u64>,
    /// Games are cut after so many actions.
    pub max_plies: u32,
    /// Whether what is played is kept.
    pub keep_lines: bool,
}

/// Plays games abreast.
pub trait Abreast: Send {
    /// Plays games and gives each to `done` when it ends: not in their order, but the same ones on every machine. Where `go_on`,
    /// asked now and then, says no, no further game is begun.
    fn play(&mut self, order: &Order, go_on: &mut dyn FnMut() -> bool, done: &mut dyn FnMut(Finished));
    /// The actions of the role to act at the opening.
    fn legal(&mut self) -> Vec<Drawn>;
    /// Plays an action of the opening's role in one lane from the opening, and says what came of it: the words of the planes and
    /// counters, by their places, how the game ended, if it did, and what the next role can do.
    fn after(&mut self, drawn: &Drawn) -> After;
}

/// What came of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct After {
    /// Places and words of what a kernel keeps.
    pub words: Vec<(u32, u64)>,
    /// How the game ended.
    pub end: Option<Ended>,
    /// The next role's actions.
    pub legal: Vec<Drawn>,
}

/// Lanes for a program and an opening. Nothing where the board is too large.
pub fn abreast(program: &Arc<Program>, opening: Opening) -> Option<Box<dyn Abreast>> {
    Some(match program.words {
        1 => Box::new(Running::<1, LANES>::new(program, opening)),
        2 => Box::new(Running::<2, LANES>::new(program, opening)),
        3 => Box::new(Running::<3, LANES>::new(program, opening)),
        4 => Box::new(Running::<4, LANES>::new(program, opening)),
        5 | 6 => Box::new(Running::<6, LANES>::new(program, opening)),
        7..=10 => Box::new(Running::<10, LANES>::new(program, opening)),
        _ => return None,
    })
}

/// How many games go abreast.
const LANES: usize = 32;
/// How many plies are played between two questions whether to go on.
const STRIDE: u32 = 64;

struct Running<const W: usize, const L: usize> {
    program: Arc<Program>,
    opening: Opening,
    lanes: Lanes<W, L>,
    /// What lasts, at the opening: sets and numbers by register.
    sets: Vec<Bits<W>>,
    numbers: Vec<i64>,
    games: [Game; L],
}

/// The game of a lane.
#[derive(Clone, Debug)]
struct Game {
    index: u64,
    live: bool,
    plies: u32,
    choices: u64,
    swapped: bool,
    rng: Rng,
    line: Line,
}

impl<const W: usize, const L: usize> Running<W, L> {
    fn new(program: &Arc<Program>, opening: Opening) -> Self {
        let mut lanes = Lanes::new(program);
        for (reg, offset) in &program.state.sets {
            let words = opening.words.get(*offset as usize..).unwrap_or_default();
            let set = Bits::<W>::from_words(&words[..program.words.min(words.len())]);
            (0..L).for_each(|lane| lanes.put(*reg, lane, &set));
        }
        for (reg, offset) in &program.state.numbers {
            let number = opening.words.get(*offset as usize).copied().unwrap_or_default();
            lanes.numbers[usize::from(*reg)] = [number as i64; L];
        }
        if let Some(code) = program.openings.get(opening.role) {
            lanes.run(program, code);
        }
        let sets = (0..lanes.sets.len()).map(|reg| lanes.set(reg as u16, 0)).collect();
        let numbers = lanes.numbers.iter().map(|number| number[0]).collect();
        let none =
            Game { index: 0, live: false, plies: 0, choices: 0, swapped: false, rng: Rng::new(0), line: Line::new() };
        let games = std::array::from_fn(|_| none.clone());
        Running { program: Arc::clone(program), opening, lanes, sets, numbers, games }
    }

    /// Puts the opening into a lane.
    fn begin(&mut self, lane: usize) {
        let program = Arc::clone(&self.program);
        for (reg, _) in &program.state.sets {
            let set = self.sets[usize::from(*reg)];
            self.lanes.put(*reg, lane, &set);
        }
        let role = program.roles.get(self.opening.role);
        for bundle in role.iter().flat_map(|role| &role.tiers).flatten().flat_map(|choice| &choice.bundles) {
            let set = self.sets[usize::from(bundle.set)];
            self.lanes.put(bundle.set, lane, &set);
        }
        for (reg, _) in &program.state.numbers {
            self.lanes.numbers[usize::from(*reg)][lane] = self.numbers[usize::from(*reg)];
        }
        for (joining, joined) in program.joins.iter().zip(&mut self.lanes.joined) {
            // Those that stand from the start, one after another.
            let cells = self.sets[usize::from(joining.cells)];
            let mut before = Bits::<W>::EMPTY;
            for cell in cells.iter() {
                joined.add(joining, lane, cell, |near| before.contains(near));
                before.insert(cell);
            }
        }
        self.lanes.over[lane] = 0;
    }

    /// Draws and notes the action of a lane. Whether there was one.
    fn act(&mut self, role: usize, lane: usize, keep: bool) -> bool {
        let program = &self.program;
        let role = &program.roles[role];
        let game = &mut self.games[lane];
        let (tier, number) = self.lanes.choices(role, lane);
        if number == 0 {
            return false;
        }
        let turns = self.opening.turns + u64::from(game.plies);
        if program.pie && turns == 1 && !game.swapped {
            // The change of seats is one more; whoever has it plays on.
            game.choices += u64::from(number) + 1;
            game.plies += 1;
            let drawn = game.rng.below(number + 1);
            let index = if drawn == number {
                game.swapped = true;
                game.choices += u64::from(number);
                game.plies += 1;
                if keep {
                    game.line.push(None);
                }
                game.rng.below(number)
            } else {
                drawn
            };
            let drawn = self.lanes.draw(&role.tiers[tier], lane, index);
            if keep {
                game.line.push(drawn);
            }
            return drawn.is_some();
        }
        game.choices += u64::from(number);
        game.plies += 1;
        let index = game.rng.below(number);
        let drawn = self.lanes.draw(&role.tiers[tier], lane, index);
        if keep {
            game.line.push(drawn);
        }
        drawn.is_some()
    }
}

impl<const W: usize, const L: usize> Abreast for Running<W, L> {
    fn play(&mut self, order: &Order, go_on: &mut dyn FnMut() -> bool, done: &mut dyn FnMut(Finished)) {
        let program = Arc::clone(&self.program);
        let mut games = order.games.clone();
        let (mut role, mut steps, mut live) = (self.opening.role, 0u32, 0usize);
        loop {
            if role == self.opening.role {
                for lane in 0..L {
                    if !self.games[lane].live
                        && let Some(index) = games.next()
                    {
                        let line = Line::new();
                        let rng = Rng::for_game(order.seed, index);
                        let swapped = self.opening.swapped;
                        self.games[lane] = Game { index, live: true, plies: 0, choices: 0, swapped, rng, line };
                        self.begin(lane);
                        live += 1;
                    }
                }
                if live == 0 {
                    return;
                }
            }
            let Some(code) = program.roles.get(role) else { return };
            self.lanes.clear_picks(code);
            for lane in 0..L {
                if !self.games[lane].live {
                    continue;
                }
                let end = if self.games[lane].plies >= order.max_plies {
                    Ended::Cut
                } else if self.act(role, lane, order.keep_lines) {
                    continue;
                } else {
                    Ended::Stuck
                };
                live -= 1;
                done(self.games[lane].finished(end));
            }
            self.lanes.run(&program, &code.ply);
            for lane in 0..L {
                let over = self.lanes.over[lane];
                if over != 0 && self.games[lane].live {
                    let end = match over {
                        STUCK => Ended::Stuck,
                        clause => Ended::Over(clause - 1, self.lanes.winners[lane]),
                    };
                    live -= 1;
                    done(self.games[lane].finished(end));
                }
            }
            role = (role + 1) % program.roles.len();
            steps += 1;
            if steps.is_multiple_of(STRIDE) && !games.is_empty() && !go_on() {
                games = 0..0;
            }
        }
    }

    fn legal(&mut self) -> Vec<Drawn> {
        self.begin(0);
        self.program.roles.get(self.opening.role).map(|role| self.lanes.list(role, 0)).unwrap_or_default()
    }

    fn after(&mut self, drawn: &Drawn) -> After {
        let program = Arc::clone(&self.program);
        self.begin(0);
        let role = &program.roles[self.opening.role];
        self.lanes.clear_picks(role);
        for choice in role.tiers.iter().flatten().filter(|choice| choice.index == drawn.choice) {
            for (reg, cell) in choice.picked.iter().zip(drawn.cells) {
                self.lanes.put(*reg, 0, &Bits::single(usize::from(cell)));
            }
            self.lanes.masks[usize::from(choice.chosen)][0] = !0;
        }
        self.lanes.run(&program, &role.ply);
        let mut words = Vec::new();
        for (reg, offset) in &program.state.sets {
            let set = self.lanes.set(*reg, 0);
            words.extend((*offset..).zip(set.0.into_iter().take(program.words)));
        }
        for (reg, offset) in &program.state.numbers {
            words.push((*offset, self.lanes.numbers[usize::from(*reg)][0] as u64));
        }
        let end = match self.lanes.over[0] {
            0 => None,
            STUCK => Some(Ended::Stuck),
            clause => Some(Ended::Over(clause - 1, self.lanes.winners[0])),
        };
        let next = &program.roles[(self.opening.role + 1) % program.roles.len()];
        After { words, end, legal: self.lanes.list(next, 0) }
    }
}

impl Game {
    fn finished(&mut self, end: Ended) -> Finished {
        self.live = false;
        Finished {
            index: self.index,
            end,
            plies: self.plies,
            choices: self.choices,
            swapped: self.swapped,
            line: std::mem::take(&mut self.line),
        }
    }
}
