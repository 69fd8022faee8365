//! Observations: the planes of a position.

use crate::heads::Head;
use crate::planes::{LAST_PICK, Of, Owner, Plane, Planes, Says};
use rulebook_language::model::{CounterId, Index, KindId, PlayerId, Type};
use rulebook_language::topology::DirectionId;
use rulebook_language::util::Id;
use rulebook_play::engine::Position;

/// What is seen beside the position.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// The picks of the last action, of which the cells are seen.
    pub last: Vec<u16>,
    /// Whether there was one, and it picked nothing.
    pub plain: bool,
    /// Of an action that is being picked: its sort.
    pub picking: Option<u16>,
    /// Its picks so far, each with its place in the move.
    pub picked: Vec<(usize, u16)>,
}

/// A value of an observation.
pub trait Value: Copy + Default + Send + Sync + 'static {
    /// Of a number that fits.
    fn of(number: i64) -> Self;
}

impl Value for u8 {
    fn of(number: i64) -> Self {
        number as u8
    }
}

impl Value for f32 {
    fn of(number: i64) -> Self {
        number as f32
    }
}

/// Writes what the player at a seat, from 0, sees. `out` has as many values as the planes.
pub fn observe<V: Value>(
    planes: &Planes,
    heads: &[Head],
    position: &Position,
    beside: &Beside,
    observer: usize,
    out: &mut [V],
) {
    out.fill(V::default());
    let seen = Seen { planes, heads, position, beside, observer };
    let places = planes.shape.places().max(1);
    for (plane, out) in planes.list.iter().zip(out.chunks_exact_mut(places)) {
        seen.plane(plane, out);
    }
}

struct Seen<'s> {
    planes: &'s Planes,
    heads: &'s [Head],
    position: &'s Position,
    beside: &'s Beside,
    observer: usize,
}

impl Seen<'_> {
    fn plane<V: Value>(&self, plane: &Plane, out: &mut [V]) {
        let position = self.position;
        let plan = position.plan();
        let layout = &plan.layout;
        let memory = position.memory();
        let word = |at: u32| memory.get(at as usize).copied().unwrap_or(0);
        let all = |truth: bool, out: &mut [V]| {
            if truth {
                out.fill(V::of(1));
            }
        };
        match plane.says {
            Says::Top(kind, owner) => {
                let (owned, of_kind) = (self.owned(owner), kind.and_then(|kind| layout.kind(kind)));
                self.set(out, |at| word(owned + at) & of_kind.map_or(u64::MAX, |plane| word(plane + at)));
            }
            Says::Under(depth, kind, owner) => self.under(depth, kind, owner, out),
            Says::Height => self.heights(out),
            Says::Mark(mark) => self.set(out, |at| word(layout.mark(mark) + at)),
            Says::OfCell(counter, of) => {
                for cell in plan.board.cells() {
                    let at = layout.counter(counter) + self.place_of(counter, of, cell.index());
                    out[self.planes.place(cell)] = V::of(word(at) as i64);
                }
            }
            Says::Counts(counter, of) => {
                out.fill(V::of(word(layout.counter(counter) + self.place_of(counter, of, 0)) as i64));
            }
            Says::Plays(player) => all(self.role(0) == player, out),
            Says::ToAct(by) => all(self.role(by) == position.role_to_act(), out),
            Says::Stage(stage) => all(word(layout.system.stage) == stage, out),
            Says::Swapped => all(word(layout.system.swapped) == 1, out),
            Says::Last => {
                for slot in &self.beside.last {
                    self.put(*slot, 1, out);
                }
            }
            Says::Plain => all(self.beside.plain, out),
            Says::Limit(turns) => {
                // What is laid by lot before the game counts for no limit.
                let system = layout.system;
                out.fill(V::of(word(if turns { system.turns } else { system.plies }) as i64));
            }
            Says::Picking(head) => all(self.beside.picking == Some(head as u16), out),
            Says::Picked => {
                for (at, (place, value)) in (1..).map(|at: i64| at.min(LAST_PICK)).zip(&self.beside.picked) {
                    if self.picked_from(*place).is_some_and(crate::heads::is_cell) {
                        self.put(*value, at, out);
                    }
                }
            }
            Says::PickedDirection(direction) => {
                all(
                    self.last_picked(|ty| matches!(ty, Type::Direction | Type::Directions))
                        .is_some_and(|value| DirectionId::from_index(usize::from(value)) == direction),
                    out,
                );
            }
            Says::PickedPlayer(player) => {
                let last = self.last_picked(|ty| matches!(ty, Type::Player | Type::Players));
                all(last.is_some_and(|value| usize::from(value) == player.index()), out);
            }
            Says::PickedKind(kind) => {
                let last = self.last_picked(|ty| matches!(ty, Type::Kind | Type::Kinds));
                all(last.is_some_and(|value| usize::from(value) == kind.index()), out);
            }
            Says::PickedNumber => {
                if let Some(number) = self.last_picked(|ty| ty == Type::Range) {
                    out.fill(V::of(i64::from(number) + 1));
                }
            }
            Says::Board => self.set(out, |at| plan.board.mask().get(at as usize).copied().unwrap_or(0)),
        }
    }

    /// Which number of a counter is meant, of one of cells that of this cell.
    fn place_of(&self, counter: CounterId, of: Of, cell: usize) -> u32 {
        let game = self.position.game();
        let per = game.counters[counter].per;
        let indexes = per.indexes().map(|index| match index {
            Index::Cell => cell,
            Index::Player => self.role(of.seat.unwrap_or(0)).index(),
            Index::Kind => of.kind.map_or(0, Id::index),
        });
        game.place_of(per, &indexes.collect::<Vec<_>>()) as u32
    }

    /// The player at a seat, seen from the observer's.
    fn role(&self, by: usize) -> PlayerId {
        let players = self.position.game().players.len().max(1);
        self.position.role_of_seat(((self.observer + by) % players) as u8 + 1)
    }

    /// The first word of an owner's plane.
    fn owned(&self, owner: Owner) -> u32 {
        let layout = &self.position.plan().layout;
        match owner {
            Owner::Seat(by) => layout.owner(self.role(by)),
            Owner::Nobody => layout.neutral(self.position.game().players.len()).unwrap_or_default(),
        }
    }

    fn put<V: Value>(&self, slot: u16, value: i64, out: &mut [V]) {
        let place = self.planes.places.get(usize::from(slot)).map(|place| *place as usize);
        if let Some(at) = place.and_then(|place| out.get_mut(place)) {
            *at = V::of(value);
        }
    }

    /// Writes 1 at the places of the cells of a set, given by its words.
    fn set<V: Value>(&self, out: &mut [V], words: impl Fn(u32) -> u64) {
        for at in 0..self.position.plan().layout.words {
            let mut rest = words(at);
            while rest != 0 {
                let slot = at as usize * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if let Some(place) = self.planes.places.get(slot) {
                    out[*place as usize] = V::of(1);
                }
            }
        }
    }

    fn under<V: Value>(&self, depth: u32, kind: KindId, owner: Owner, out: &mut [V]) {
        let position = self.position;
        let layout = &position.plan().layout;
        let Some(stacks) = layout.stacks else { return };
        let owner = match owner {
            Owner::Seat(by) => self.role(by).index(),
            Owner::Nobody => position.game().players.len(),
        };
        let wanted = (owner as u32, kind.index() as u32);
        for cell in position.game().board.cells() {
            let digits = self.digits(cell.index() as u32);
            let digit = digits.checked_shr(stacks.bits * (depth - 1)).unwrap_or(0) & ((1 << stacks.bits) - 1);
            let (owner, kind, _) = stacks.piece(digit as u32);
            if digit > 0 && (owner, kind) == wanted {
                out[self.planes.place(cell)] = V::of(1);
            }
        }
    }

    fn heights<V: Value>(&self, out: &mut [V]) {
        let position = self.position;
        let layout = &position.plan().layout;
        let Some(stacks) = layout.stacks else { return };
        self.set(out, |at| {
            let owners = 0..u32::from(layout.owners);
            owners.fold(0, |all, owner| {
                all | position.memory().get((owner * layout.words + at) as usize).copied().unwrap_or(0)
            })
        });
        for cell in position.game().board.cells() {
            let digits = self.digits(cell.index() as u32);
            let below = (u128::BITS - digits.leading_zeros()).div_ceil(stacks.bits.max(1));
            if below > 0 {
                out[self.planes.place(cell)] = V::of(1 + i64::from(below));
            }
        }
    }

    /// What lies under the top piece of a slot.
    fn digits(&self, slot: u32) -> u128 {
        let Some(stacks) = self.position.plan().layout.stacks else { return 0 };
        let at = (stacks.offset + slot * stacks.words) as usize;
        let word = |by: usize| u128::from(self.position.memory().get(at + by).copied().unwrap_or(0));
        if stacks.words > 1 { word(0) | word(1) << 64 } else { word(0) }
    }

    fn picked_from(&self, place: usize) -> Option<Type> {
        let head = self.heads.get(usize::from(self.beside.picking?))?;
        head.picks.get(place).map(|(_, ty)| *ty)
    }

    fn last_picked(&self, of: impl Fn(Type) -> bool) -> Option<u16> {
        let mut picked = self.beside.picked.iter().rev();
        picked.find(|(place, _)| self.picked_from(*place).is_some_and(&of)).map(|(_, value)| *value)
    }
}
