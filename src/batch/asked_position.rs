//! A position of the plan for each lane. It is told what the lane's registers hold, and says what an action has made of that; in between
//! it stays as it is, so that only words that differ are written.

use std::sync::Arc;

use super::chain::Piles;
use super::op::Reg;
use super::program::{CellCounter, Lasting, Program, State};
use super::questions::Questions;
use rulebook_language::util::Bits;
use rulebook_play::engine::{Action, Fault, Position};

/// What the words of a position's memory are in a player's turn.
#[derive(Clone, Debug)]
pub struct Words {
    /// The registers, as the player finds them.
    state: State,
    /// What each word belongs to.
    uses: Vec<WordUse>,
    /// Words of a plane.
    plane: usize,
    piles: Piles,
}

/// What a word of a position's memory belongs to: one of a [`State`], by its place there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WordUse {
    Set(u16),
    Cell(u16),
    /// The counter, and the slot.
    Count(u16, u16),
    Number(u16),
    /// The slot.
    Under(u16),
    /// Nothing that lanes have.
    Rest,
    /// Another word.
    Copy,
}

impl Words {
    /// The words in the first player's turn, or in the second one's.
    pub fn new(program: &Program, questions: &Questions, second: bool) -> Self {
        let layout = &questions.plan.layout;
        let mut uses = vec![WordUse::Copy; layout.size as usize];
        uses[..layout.position as usize].fill(WordUse::Rest);
        let mut mark = |at: u32, count: usize, of: &dyn Fn(u16) -> WordUse| {
            let words = uses.iter_mut().skip(at as usize).take(count);
            (0..).zip(words).for_each(|(place, word)| *word = of(place));
        };
        let state = program.state.seen(|sort, reg| program.seen_from(second, sort, reg));
        let plane = program.slots.div_ceil(64);
        for (place, (_, at)) in (0..).zip(&state.sets) {
            mark(*at, plane, &|_| WordUse::Set(place));
        }
        for (place, (_, at)) in (0..).zip(&state.cells) {
            mark(*at, 1, &|_| WordUse::Cell(place));
        }
        for (place, counter) in (0..).zip(&state.counts) {
            mark(counter.offset, program.slots, &|slot| WordUse::Count(place, slot));
        }
        for (place, (_, at)) in (0..).zip(&state.numbers) {
            mark(*at, 1, &|_| WordUse::Number(place));
        }
        if let Some(at) = program.piles.under {
            let each = program.piles.under_words;
            mark(at, program.slots * each, &|word| WordUse::Under(word / each as u16));
        }
        Words { state, uses, plane, piles: program.piles }
    }
}

/// A position to ask in.
#[derive(Clone)]
pub struct AskedPosition<const W: usize> {
    /// The position.
    pub position: Position,
    /// Its counters of cells, bit by bit.
    counts: Vec<Vec<Bits<W>>>,
    /// The heights of its stacks, bit by bit.
    heights: Vec<Bits<W>>,
    /// Words of its memory, by their places.
    changes: Vec<(u32, u64)>,
    /// Words that an action has changed and that lanes do not have: as they were, the last change first.
    rest: Vec<(u32, u64)>,
}

impl<const W: usize> AskedPosition<W> {
    /// A position for the questions of a program: nothing stands anywhere.
    pub fn new(program: &Program, questions: &Questions) -> Self {
        let mut position = Position::new(Arc::clone(&questions.game), Arc::clone(&questions.plan));
        let zeros: Vec<(u32, u64)> = (0..position.memory().len() as u32).map(|at| (at, 0)).collect();
        position.go_to(&zeros);
        let planes = |counter: &CellCounter| vec![Bits::EMPTY; counter.planes.len()];
        AskedPosition {
            position,
            counts: program.state.counts.iter().map(planes).collect(),
            heights: vec![Bits::EMPTY; program.state.heights.len()],
            changes: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// Goes to where registers hold these sets and numbers, this lies under the top pieces, and further words are as given, by their
    /// places.
    pub fn go_to(
        &mut self,
        words: &Words,
        set: impl Fn(Reg) -> Bits<W>,
        number: impl Fn(Reg) -> i64,
        under: &[u64],
        given: &[(u32, u64)],
    ) {
        let (memory, state, changes) = (self.position.memory(), &words.state, &mut self.changes);
        changes.clear();
        let mut tell = |at: u32, word: u64| {
            if memory.get(at as usize).is_some_and(|old| *old != word) {
                changes.push((at, word));
            }
        };
        let is_given = |at: u32| given.iter().any(|(place, _)| *place == at);
        self.rest.drain(..).filter(|(at, _)| !is_given(*at)).for_each(|(at, word)| tell(at, word));
        for (reg, at) in &state.sets {
            (*at..).zip(&set(*reg).0[..words.plane]).for_each(|(at, word)| tell(at, *word));
        }
        for (reg, at) in &state.cells {
            tell(*at, set(*reg).first().map_or(0, |cell| cell as u64 + 1));
        }
        for (counter, planes) in state.counts.iter().zip(&mut self.counts) {
            let mut changed = Bits::<W>::EMPTY;
            for (plane, reg) in planes.iter_mut().zip(&counter.planes) {
                let told = set(*reg);
                changed = changed | (told - *plane) | (*plane - told);
                *plane = told;
            }
            for slot in changed.iter() {
                let number = planes.iter().rev().fold(0, |number, plane| number << 1 | u64::from(plane.contains(slot)));
                tell(counter.offset + slot as u32, number);
            }
        }
        for (plane, reg) in self.heights.iter_mut().zip(&state.heights) {
            *plane = set(*reg);
        }
        for (reg, at) in &state.numbers {
            tell(*at, number(*reg) as u64);
        }
        if let Some(at) = words.piles.under
            && memory.get(at as usize..).is_some_and(|memory| !memory.starts_with(under))
        {
            (at..).zip(under).for_each(|(at, word)| tell(at, *word));
        }
        given.iter().for_each(|(at, word)| tell(*at, *word));
        self.position.go_to(changes);
    }

    /// Makes the changes of an action, and gives the registers that hold something else after it.
    ///
    /// # Errors
    /// As [`Position::make`].
    pub fn make(&mut self, words: &Words, action: &Action, mut put: impl FnMut(Reg, Lasting<W>)) -> Result<(), Fault> {
        let AskedPosition { position, counts, heights, changes, rest } = self;
        position.make(action, changes)?;
        let (memory, state) = (position.memory(), &words.state);
        let (mut piled, mut counted) = (Bits::<W>::EMPTY, 0u64);
        for (at, old) in changes.drain(..) {
            let word = memory[at as usize];
            match words.uses[at as usize] {
                WordUse::Set(place) => {
                    let (reg, from) = state.sets[usize::from(place)];
                    let all = &memory[from as usize..][..words.plane];
                    put(reg, Lasting::Set(Bits::from_words(all)));
                    if place < u16::from(words.piles.owners) {
                        piled.0[(at - from) as usize] |= old ^ word;
                    }
                }
                WordUse::Cell(place) => {
                    let cell = (word as usize).checked_sub(1).map_or(Bits::EMPTY, Bits::single);
                    put(state.cells[usize::from(place)].0, Lasting::Set(cell));
                }
                WordUse::Count(place, slot) => {
                    write_bits(&mut counts[usize::from(place)], usize::from(slot), word);
                    counted |= 1 << (place % 64);
                }
                WordUse::Number(place) => put(state.numbers[usize::from(place)].0, Lasting::Number(word as i64)),
                WordUse::Under(slot) => piled.insert(usize::from(slot)),
                WordUse::Rest => rest.push((at, old)),
                WordUse::Copy => {}
            }
        }
        for (place, (counter, planes)) in state.counts.iter().zip(counts).enumerate() {
            if counted >> (place % 64) & 1 == 1 {
                counter.planes.iter().zip(planes).for_each(|(reg, plane)| put(*reg, Lasting::Set(*plane)));
            }
        }
        if !heights.is_empty() && !piled.is_empty() {
            for slot in piled.iter() {
                let height = state.height_at(words.piles, memory, slot);
                write_bits(heights, slot, height);
            }
            state.heights.iter().zip(heights).for_each(|(reg, plane)| put(*reg, Lasting::Set(*plane)));
        }
        Ok(())
    }
}

impl<const W: usize> std::fmt::Debug for AskedPosition<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AskedPosition").finish_non_exhaustive()
    }
}

/// Writes a slot's number, bit by bit.
fn write_bits<const W: usize>(planes: &mut [Bits<W>], slot: usize, number: u64) {
    for (bit, plane) in planes.iter_mut().enumerate() {
        if number >> bit & 1 == 1 { plane.insert(slot) } else { plane.remove(slot) }
    }
}
