//! The scope of the code at hand: whose it is, what its names are bound to, which contents it speaks of.

use rustc_hash::FxHashMap;

use super::operand::{Operand, Shapes};
use crate::plan::probe::NodeId;
use rulebook_language::model::{Expr, LocalId, PlayerId};

/// Which contents an expression speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum View {
    /// Those at hand.
    #[default]
    Now,
    /// Those before the move: a copy.
    Before,
    /// Those at the turn's start: a copy.
    TurnStart,
}

/// What a `before` expression came to before the effects.
#[derive(Clone)]
pub enum Hoisted {
    /// A value, with the node of its probes.
    Value(Operand, NodeId),
    /// Groups that it counts, as they were.
    Groups(Shapes),
}

/// The bound names with what they are bound to.
pub type Bound = FxHashMap<LocalId, Operand>;

/// The scope of the code at hand.
#[derive(Default)]
pub struct Scope {
    me: PlayerId,
    bound: Bound,
    /// By place in the tree.
    hoisted: FxHashMap<*const Expr, Hoisted>,
    view: View,
}

impl Scope {
    /// The player whose code is written.
    pub fn me(&self) -> PlayerId {
        self.me
    }

    /// Goes on with the code of a player.
    pub fn play_as(&mut self, player: PlayerId) {
        self.me = player;
    }

    /// Forgets all but the player.
    pub fn clear(&mut self) {
        *self = Scope { me: self.me, ..Scope::default() };
    }

    /// Binds a name.
    pub fn bind(&mut self, local: LocalId, operand: Operand) {
        self.bound.insert(local, operand);
    }

    /// Binds names.
    pub fn bind_all(&mut self, names: impl IntoIterator<Item = (LocalId, Operand)>) {
        self.bound.extend(names);
    }

    /// What a name is bound to.
    pub fn operand(&self, local: LocalId) -> Option<&Operand> {
        self.bound.get(&local)
    }

    /// The bound names.
    pub fn bound(&self) -> &Bound {
        &self.bound
    }

    /// Binds these names and no others.
    pub fn rebind(&mut self, bound: Bound) {
        self.bound = bound;
    }

    /// Remembers what a `before` expression came to.
    pub fn hoist(&mut self, before: *const Expr, hoisted: Hoisted) {
        self.hoisted.insert(before, hoisted);
    }

    /// What a `before` expression came to, if that was worked out.
    pub fn hoisted(&self, before: &Expr) -> Option<&Hoisted> {
        self.hoisted.get(&std::ptr::from_ref(before))
    }

    /// Which contents are meant.
    pub fn view(&self) -> View {
        self.view
    }

    /// Means other contents from here on, and gives those meant before.
    pub fn look(&mut self, view: View) -> View {
        std::mem::replace(&mut self.view, view)
    }
}
