//! Keys of positions: all that decides how play can go on and how it can end, and nothing else.
//!
//! The words of a position identify it, but for three things. What no rule reads is left out (who moved last, the turns
//! passed); so are the seats, since a value is that of whoever is to act. What is no part of a position's identity is taken in
//! where rules read it: the numbers of turns and plies, the contents at the start of the turn, earlier positions.

use std::cmp::Ordering;

use super::image::Image;
use super::store::Store;
use crate::audit::Automorphism;
use rulebook_language::model::Compare;
use rulebook_play::engine::Position;
use rulebook_play::plan::{FieldKind, Plan};

/// A part of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeyPart {
    /// The cells of the plane that begins at this word.
    Plane(usize),
    /// The number in this word.
    Number(usize),
}

/// Which earlier positions decide what may be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct History {
    /// All of them, in any order.
    all: bool,
    /// Whether with the role to act.
    roles: bool,
    /// The last few, in order, for `ko`.
    last: bool,
    /// Whether the order of all of them matters: how long ago a position was there.
    ordered: bool,
}

/// A rule of `ko` looks back so far.
const KO: usize = 3;

/// Makes keys of one game's positions.
pub struct Keys {
    plane_bytes: usize,
    to_act: usize,
    mid_turn: usize,
    turns: Option<usize>,
    plies: usize,
    /// What belongs to every key.
    parts: Vec<KeyPart>,
    /// What belongs to a key within a turn: the contents at its start.
    start: Vec<KeyPart>,
    images: Vec<Image>,
    /// The planes of the contents by which images are told apart first, each with those that the images take it from.
    sieve: Vec<(usize, Vec<usize>)>,
    plane_words: usize,
    /// The images, by their place, that may still be the least; after the last stands the position itself.
    left: Vec<usize>,
    least: Vec<u64>,
    history: Option<History>,
    earlier: Store,
    key: Vec<u8>,
    other: Vec<u8>,
    mapped: Vec<u64>,
}

impl Keys {
    /// Keys for positions of this game, the same for positions that the automorphisms map onto each other. They are not used
    /// where earlier positions count.
    pub fn new(position: &Position, automorphisms: &[Automorphism]) -> Self {
        let (plan, layout) = (position.plan(), &position.plan().layout);
        let system = layout.system;
        let mut parts = Vec::new();
        let mut contents = Vec::new();
        for field in layout.fields.iter().filter(|field| field.offset < layout.contents) {
            let (from, words) = (field.offset as usize, field.words as usize);
            match field.sort {
                FieldKind::Owner | FieldKind::Kind | FieldKind::Cells => contents.push(KeyPart::Plane(from)),
                FieldKind::Numbers | FieldKind::Under => contents.extend((from..from + words).map(KeyPart::Number)),
            }
        }
        parts.extend(&contents);
        let events = layout.events.iter().zip(plan.features.events).filter(|(_, used)| *used);
        parts.extend(events.map(|(offset, _)| KeyPart::Plane(*offset as usize)));
        let repeats = !plan.repetitions.is_empty();
        let mut number = |at: u32, needed: bool| {
            if needed || plan.reads_number(at) {
                parts.push(KeyPart::Number(at as usize));
            }
        };
        number(system.stage, true);
        number(system.passes, repeats);
        number(system.last_mover, repeats);
        number(system.last_sown, false);
        number(system.turns, false);
        number(system.plies, false);
        layout.last_to.iter().for_each(|at| number(*at, false));
        for (rule, at) in layout.last_picks.iter().enumerate() {
            let picks = position.game().moves.iter().nth(rule).map_or(0, |rule| rule.pick_types().count() as u32);
            (0..picks).for_each(|pick| number(at + pick, false));
        }
        let moved = |part: &KeyPart| match part {
            KeyPart::Plane(at) => KeyPart::Plane(at + layout.turn_start as usize),
            KeyPart::Number(at) => KeyPart::Number(at + layout.turn_start as usize),
        };
        let start = if plan.copies_turn_start { contents.iter().map(moved).collect() } else { Vec::new() };
        let history = history(plan);
        let images = match history {
            None => automorphisms.iter().map(|automorphism| Image::new(position, automorphism)).collect(),
            Some(_) => Vec::new(),
        };
        let planes = contents.iter().filter_map(|part| match part {
            KeyPart::Plane(at) => Some(*at),
            KeyPart::Number(_) => None,
        });
        let sources = |plane| images.iter().map(|image: &Image| image.source(plane)).collect::<Option<Vec<_>>>();
        let sieve = planes.filter_map(|plane| Some((plane, sources(plane)?))).collect();
        Keys {
            sieve,
            plane_words: (layout.words as usize).max(1),
            left: Vec::new(),
            least: Vec::new(),
            plane_bytes: position.game().board.slots().div_ceil(8),
            to_act: system.to_act as usize,
            mid_turn: system.mid_turn as usize,
            turns: plan.pie.then_some(system.turns as usize),
            plies: system.plies as usize,
            parts,
            start,
            images,
            history,
            earlier: Store::default(),
            key: Vec::new(),
            other: Vec::new(),
            mapped: Vec::new(),
        }
    }

    /// Whether positions that a symmetry makes alike have one key.
    pub fn are_merged(&self) -> bool {
        !self.images.is_empty()
    }

    /// The bytes that it takes.
    pub fn memory(&self) -> usize {
        self.earlier.memory()
    }

    /// The key of a position.
    pub fn of(&mut self, position: &Position) -> &[u8] {
        let words = position.memory();
        self.sift(words);
        let mut key = std::mem::take(&mut self.key);
        let (mut other, mut mapped) = (std::mem::take(&mut self.other), std::mem::take(&mut self.mapped));
        key.clear();
        for (rank, left) in self.left.iter().enumerate() {
            let image = self.images.get(*left).map(|image| image.of(words, &mut mapped));
            self.encode(if image.is_some() { &mapped } else { words }, &mut other);
            if rank == 0 || other < key {
                std::mem::swap(&mut key, &mut other);
            }
        }
        (self.other, self.mapped) = (other, mapped);
        if let Some(history) = self.history {
            self.remember(history, position, &mut key);
        }
        self.key = key;
        &self.key
    }

    /// Leaves the images that are the least by one plane after the other: most positions have one, known by its first plane.
    fn sift(&mut self, words: &[u64]) {
        self.left.clear();
        self.left.extend(0..=self.images.len());
        let size = self.plane_words;
        self.least.resize(2 * size, 0);
        for (plane, sources) in &self.sieve {
            if self.left.len() == 1 {
                break;
            }
            let (least, image) = self.least.split_at_mut(size);
            let mut kept = 0;
            for place in 0..self.left.len() {
                let left = self.left[place];
                match self.images.get(left).zip(sources.get(left)) {
                    Some((map, source)) => map.plane(&words[*source..], image),
                    None => image.copy_from_slice(&words[*plane..*plane + size]),
                }
                let order = if kept == 0 { Ordering::Less } else { (*image).cmp(&*least) };
                if order == Ordering::Less {
                    least.copy_from_slice(image);
                    kept = 0;
                }
                if order != Ordering::Greater {
                    self.left[kept] = left;
                    kept += 1;
                }
            }
            self.left.truncate(kept);
        }
    }

    fn encode(&self, words: &[u64], key: &mut Vec<u8>) {
        key.clear();
        // The second seat may change seats in turn 1: before, then and later are three different things.
        let phase = self.turns.map_or(0, |at| words[at].min(2));
        // Nothing has ended before the first action.
        let begun = words[self.plies].min(1);
        varint(words[self.to_act] << 4 | phase << 2 | words[self.mid_turn].min(1) << 1 | begun, key);
        let within = if words[self.mid_turn] == 1 { self.start.as_slice() } else { &[] };
        for part in self.parts.iter().chain(within) {
            match *part {
                KeyPart::Number(at) => varint(words[at], key),
                KeyPart::Plane(at) => {
                    let bytes = words[at..].iter().flat_map(|word| word.to_le_bytes());
                    key.extend(bytes.take(self.plane_bytes));
                }
            }
        }
    }

    /// Adds the earlier positions that count, each as the number by which it is known.
    fn remember(&mut self, history: History, position: &Position, key: &mut Vec<u8>) {
        let mut known = Vec::new();
        let mut bytes = std::mem::take(&mut self.other);
        let past = position.past();
        let skipped = if history.all { 0 } else { past.len().saturating_sub(KO) };
        for words in past.skip(skipped) {
            bytes.clear();
            let contents = words.split_last().filter(|_| !history.roles).map_or(words, |(_, contents)| contents);
            contents.iter().for_each(|word| varint(*word, &mut bytes));
            known.push(self.earlier.add(&bytes).0);
        }
        self.other = bytes;
        if history.last {
            known.iter().rev().take(KO).for_each(|id| varint(u64::from(*id) + 1, key));
            key.push(0);
        }
        if history.all {
            if !history.ordered {
                known.sort_unstable();
            }
            known.iter().for_each(|id| varint(u64::from(*id), key));
        }
    }
}

fn history(plan: &Plan) -> Option<History> {
    let any = |compare| plan.repetitions.iter().any(|rule| rule.compare == compare);
    let roles = any(Compare::Situational);
    let ordered = plan.reads_number(plan.layout.system.cycle_length);
    let history = History { all: any(Compare::Positional) || roles, roles, last: any(Compare::Ko), ordered };
    (!plan.repetitions.is_empty()).then_some(history)
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
