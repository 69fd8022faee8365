//! The scope of the expression at hand: the bound names, and where it stands.

use super::expr::Type;
use super::ids::{LocalId, MoveId};

/// Where an expression stands, which decides what may be said there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// In a board, an option, a counter's bounds: before there is a position.
    #[default]
    Static,
    /// In the setup.
    Setup,
    /// In a definition, which can be used anywhere.
    Definition,
    /// In a pattern, which can be used anywhere, and speaks of one position.
    Pattern,
    /// In a move or turn before the first effect.
    Picking,
    /// In a move after the first effect.
    After,
    /// In the condition of an end clause.
    End,
    /// In a repetition rule: as in an end clause, and the cycle that has been closed is known.
    Repetition,
    /// In `highest` or `lowest`: `me` is each player in turn.
    Ranking,
    /// In a test.
    Test,
}

/// A bound name in scope.
pub struct Bound {
    /// The name.
    pub name: String,
    /// Its id.
    pub local: LocalId,
    /// Its type.
    pub ty: Type,
}

/// A pick of the move at hand.
pub struct Pick {
    /// Its name.
    pub name: String,
    /// Whether it is a set, of which this is one of the places.
    pub is_set: bool,
    ty: Type,
}

/// The scope of the expression at hand.
#[derive(Default)]
pub struct Scope {
    /// Innermost last.
    bound: Vec<Bound>,
    /// How many locals there are.
    locals: u16,
    phase: Phase,
    /// For `base`.
    definition: Option<(usize, usize)>,
    /// For `last`, with its picks so far.
    rule: Option<MoveId>,
    picks: Vec<Pick>,
}

impl Scope {
    /// Where the expression stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Goes on in another phase, and gives the one before.
    pub fn enter(&mut self, phase: Phase) -> Phase {
        std::mem::replace(&mut self.phase, phase)
    }

    /// A local that has no name.
    pub fn unnamed(&mut self) -> LocalId {
        let local = LocalId(self.locals);
        self.locals += 1;
        local
    }

    /// A new local with a name.
    pub fn bind(&mut self, name: &str, ty: Type) -> LocalId {
        let local = self.unnamed();
        self.bound.push(Bound { name: name.to_owned(), local, ty });
        local
    }

    /// What a name is bound to.
    pub fn find(&self, name: &str) -> Option<&Bound> {
        self.bound.iter().rev().find(|bound| bound.name == name)
    }

    /// The name of what is bound.
    pub fn name_of(&self, local: LocalId) -> Option<&str> {
        self.bound.iter().find(|bound| bound.local == local).map(|bound| bound.name.as_str())
    }

    /// Whether a name is bound, within another of this name perhaps, to what is wrong.
    pub fn binds_unknown(&self, name: &str) -> bool {
        self.bound.iter().any(|bound| bound.name == name && bound.ty == Type::Unknown)
    }

    /// The bound names, innermost first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.bound.iter().rev().map(|bound| bound.name.as_str())
    }

    /// How many names are bound.
    pub fn depth(&self) -> usize {
        self.bound.len()
    }

    /// Forgets the names bound since there were so many.
    pub fn leave(&mut self, depth: usize) {
        self.bound.truncate(depth);
    }

    /// Forgets all names.
    pub fn clear(&mut self) {
        self.bound.clear();
    }

    /// Hides all names, and gives them to be shown again.
    pub fn hide(&mut self) -> Vec<Bound> {
        std::mem::take(&mut self.bound)
    }

    /// Shows what was hidden, and nothing else.
    pub fn show(&mut self, hidden: Vec<Bound>) {
        self.bound = hidden;
    }

    /// A further name of what is bound already.
    pub fn call(&mut self, name: &str, local: LocalId, ty: Type) {
        self.bound.push(Bound { name: name.to_owned(), local, ty });
    }

    /// Hides the move at hand, and gives it to be shown again: nothing is its pick.
    pub fn hide_move(&mut self) -> Option<MoveId> {
        self.rule.take()
    }

    /// Shows what was hidden.
    pub fn show_move(&mut self, rule: Option<MoveId>) {
        self.rule = rule;
    }

    /// The definition at hand: its place and version in `rules.definitions`.
    pub fn definition(&self) -> Option<(usize, usize)> {
        self.definition
    }

    /// Goes on in another definition, and gives the one before.
    pub fn define(&mut self, definition: Option<(usize, usize)>) -> Option<(usize, usize)> {
        std::mem::replace(&mut self.definition, definition)
    }

    /// Begins a move, and gives the phase before.
    pub fn begin_move(&mut self, rule: MoveId) -> Phase {
        self.clear();
        self.picks.clear();
        self.rule = Some(rule);
        self.enter(Phase::Picking)
    }

    /// Begins what every pass does, before its first effect, and gives the phase before it.
    pub fn begin_pass(&mut self) -> Phase {
        self.clear();
        self.picks.clear();
        self.enter(Phase::Picking)
    }

    /// Ends the move and goes on in the phase before it.
    pub fn end_move(&mut self, outer: Phase) {
        self.clear();
        self.rule = None;
        self.enter(outer);
    }

    /// The move at hand picks something.
    pub fn pick(&mut self, name: &str, ty: Type, is_set: bool) {
        self.picks.push(Pick { name: name.to_owned(), is_set, ty });
    }

    /// The picks of the move at hand so far.
    pub fn picks(&self) -> &[Pick] {
        &self.picks
    }

    /// The pick of this name in the move at hand: the move, the pick's place, its type.
    pub fn last_pick(&self, name: &str) -> Option<(MoveId, u8, Type)> {
        let place = self.picks.iter().position(|pick| pick.name == name)?;
        Some((self.rule?, place as u8, self.picks[place].ty))
    }
}
