//! Positions under an automorphism of the rules.

use crate::audit::Automorphism;
use rulebook_language::model::{Index, Per, PlayerId, Type};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::Id;
use rulebook_play::engine::Position;
use rulebook_play::plan::{FieldKind, Stacks};

/// What becomes of a part of the memory.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Change {
    /// The cells of one plane, mapped, are those of another.
    Plane { from: usize, to: usize },
    /// A number is kept, at another place.
    Number { from: usize, to: usize },
    /// Numbers, one a slot, go where the slots go.
    Slots { from: usize },
    /// Pieces under others, so many words a slot, go where the slots go and change their owners.
    Under { from: usize, stacks: Stacks },
    /// A player.
    Player { at: usize },
    /// A player plus 1, or 0.
    PlayerOrNone { at: usize },
    /// A cell plus 1, or 0.
    CellOrNone { at: usize },
    /// A direction plus 1, or 0.
    DirectionOrNone { at: usize },
}

/// Maps positions of a game by an automorphism of its rules.
pub struct Image {
    automorphism: Automorphism,
    /// The contents.
    contents: Vec<Change>,
    /// What belongs to the turn.
    rest: Vec<Change>,
    slots: usize,
    /// What four cells become, by the first of them and the sixteen ways to have them or not: so many words each.
    planes: Vec<u64>,
    words: usize,
    turn_start: usize,
    copies_turn_start: bool,
}

impl Image {
    /// The map of this game's positions by an automorphism of its rules.
    pub fn new(position: &Position, automorphism: &Automorphism) -> Self {
        let (game, plan, layout) = (position.game(), position.plan(), &position.plan().layout);
        let (slots, words, system) = (game.board.slots(), (layout.words as usize).max(1), layout.system);
        let mut contents = Vec::new();
        for field in layout.fields.iter().filter(|field| field.offset < layout.contents) {
            let from = field.offset as usize;
            match field.sort {
                FieldKind::Owner => {
                    let owner = PlayerId::from_index(from / words.max(1));
                    contents.push(Change::Plane { from, to: automorphism.player(owner).index() * words });
                }
                FieldKind::Kind | FieldKind::Cells => contents.push(Change::Plane { from, to: from }),
                FieldKind::Under => {
                    contents.extend(layout.stacks.map(|stacks| Change::Under { from, stacks }));
                }
                FieldKind::Numbers => {}
            }
        }
        for (id, counter) in game.counters.iter_ids() {
            let from = layout.counter(id) as usize;
            match counter.per {
                Per::CELL => contents.push(Change::Slots { from }),
                per => contents.extend((0..game.numbers(per)).filter(|at| game.is_counted(per, *at)).map(|at| {
                    let of = per.indexes().zip(game.indexes_of(per, at)).map(|(index, own)| match index {
                        Index::Player => automorphism.player(PlayerId::from_index(own)).index(),
                        Index::Cell => automorphism.cell(CellId::from_index(own)).index(),
                        Index::Kind => own,
                    });
                    let to = from + game.place_of(per, &of.collect::<Vec<_>>());
                    Change::Number { from: from + at, to }
                })),
            }
        }
        let mut rest = Vec::new();
        rest.extend(layout.events.map(|at| Change::Plane { from: at as usize, to: at as usize }));
        let kept = [system.stage, system.mid_turn, system.swapped, system.passes, system.turns, system.plies];
        rest.extend(kept.map(|at| Change::Number { from: at as usize, to: at as usize }));
        rest.push(Change::Player { at: system.to_act as usize });
        rest.push(Change::PlayerOrNone { at: system.last_mover as usize });
        rest.push(Change::CellOrNone { at: system.last_sown as usize });
        rest.extend(layout.last_to.iter().map(|at| Change::PlayerOrNone { at: *at as usize }));
        for (rule, first) in game.moves.iter().zip(&layout.last_picks) {
            for (at, ty) in (*first as usize..).zip(rule.pick_types()) {
                rest.push(match ty {
                    Type::Directions | Type::Direction => Change::DirectionOrNone { at },
                    Type::Players | Type::Player => Change::PlayerOrNone { at },
                    Type::Range | Type::Number | Type::Kind | Type::Kinds => Change::Number { from: at, to: at },
                    _ => Change::CellOrNone { at },
                });
            }
        }
        let mut planes = vec![0; slots.div_ceil(4) * 16 * words];
        for slot in 0..slots {
            let image = automorphism.cell(CellId::from_index(slot)).index();
            for cells in (0..16).filter(|cells| cells >> (slot % 4) & 1 == 1) {
                planes[(slot / 4 * 16 + cells) * words + image / 64] |= 1u64 << (image % 64);
            }
        }
        Image {
            automorphism: automorphism.clone(),
            contents,
            rest,
            slots,
            planes,
            words,
            turn_start: layout.turn_start as usize,
            copies_turn_start: plan.copies_turn_start,
        }
    }

    /// The position that one is mapped onto, without a past.
    pub fn position(&self, position: &Position) -> Position {
        let mut words = Vec::new();
        self.of(position.memory(), &mut words);
        position.with_memory(&words)
    }

    /// The image of a memory, without the copies from before a move.
    pub fn of(&self, words: &[u64], out: &mut Vec<u64>) {
        out.clear();
        out.resize(words.len(), 0);
        for change in self.contents.iter().chain(&self.rest) {
            self.make(change, 0, words, out);
        }
        if self.copies_turn_start {
            for change in &self.contents {
                self.make(change, self.turn_start, words, out);
            }
        }
    }

    /// The plane whose image a plane of the contents is.
    pub fn source(&self, plane: usize) -> Option<usize> {
        self.contents.iter().find_map(|change| match *change {
            Change::Plane { from, to } if to == plane => Some(from),
            _ => None,
        })
    }

    /// The image of a plane, in so many words as it has.
    pub fn plane(&self, plane: &[u64], image: &mut [u64]) {
        image.fill(0);
        for (four, images) in self.planes.chunks_exact(16 * self.words).enumerate() {
            let cells = plane[four / 16] >> (four % 16 * 4) & 15;
            let more = &images[cells as usize * self.words..][..self.words];
            image.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
        }
    }

    /// Maps a part whose places are counted from `base`.
    fn make(&self, change: &Change, base: usize, words: &[u64], out: &mut [u64]) {
        let automorphism = &self.automorphism;
        match *change {
            Change::Number { from, to } => out[base + to] = words[base + from],
            Change::Plane { from, to } => {
                self.plane(&words[base + from..], &mut out[base + to..base + to + self.words]);
            }
            Change::Slots { from } => {
                for slot in 0..self.slots {
                    let image = automorphism.cell(CellId::from_index(slot)).index();
                    out[base + from + image] = words[base + from + slot];
                }
            }
            Change::Under { from, stacks } => {
                let each = stacks.words as usize;
                for slot in 0..self.slots {
                    let at = base + from + slot * each;
                    let pieces =
                        words[at..at + each].iter().rev().fold(0u128, |all, word| all << 64 | u128::from(*word));
                    let mapped = self.under(pieces, stacks);
                    let image = automorphism.cell(CellId::from_index(slot)).index();
                    for word in 0..each {
                        out[base + from + image * each + word] = (mapped >> (64 * word)) as u64;
                    }
                }
            }
            Change::Player { at } => {
                out[base + at] = automorphism.player(PlayerId::from_index(words[base + at] as usize)).index() as u64;
            }
            Change::PlayerOrNone { at } => {
                out[base + at] = plus_one(words[base + at], |n| automorphism.player(PlayerId::from_index(n)).index());
            }
            // Past the last cell there is nowhere, which stays.
            Change::CellOrNone { at } => {
                out[base + at] = plus_one(words[base + at], |n| match n < self.slots {
                    true => automorphism.cell(CellId::from_index(n)).index(),
                    false => n,
                });
            }
            Change::DirectionOrNone { at } => {
                let map = |n| automorphism.direction(DirectionId::from_index(n)).index();
                out[base + at] =
                    plus_one(words[base + at], |n| if n < automorphism.directions.len() { map(n) } else { n });
            }
        }
    }

    /// The pieces under a top piece, each given to whom its owner becomes.
    fn under(&self, mut pieces: u128, stacks: Stacks) -> u128 {
        let (mut out, mut shift) = (0, 0);
        while pieces != 0 {
            let digit = (pieces & ((1 << stacks.bits) - 1)) as u32;
            if digit > 0 {
                let (owner, kind, marks) = stacks.piece(digit);
                // Past the last player there are the neutral pieces.
                let players = &self.automorphism.players;
                let owner = players.get(owner as usize).map_or(owner, |player| player.index() as u32);
                out |= u128::from(stacks.digit(owner, kind, marks)) << shift;
            }
            pieces >>= stacks.bits;
            shift += stacks.bits;
        }
        out
    }
}

fn plus_one(word: u64, map: impl Fn(usize) -> usize) -> u64 {
    match word.checked_sub(1) {
        Some(number) => map(number as usize) as u64 + 1,
        None => 0,
    }
}
