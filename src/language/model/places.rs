//! Where the declarations of a game stand, for findings about the game as a whole.

use rustc_hash::FxHashMap;

use super::expr::Type;
use super::ids::LocalId;
use crate::source::Span;
use crate::syntax::ast::Name;

/// Where declarations stand. The lists are in the order of the game's tables.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The game or variant itself: its title, and all of it.
    pub unit: (Span, Span),
    /// The players.
    pub players: Vec<Span>,
    /// The kinds of pieces.
    pub kinds: Vec<Span>,
    /// The groups, loops and lines.
    pub patterns: Vec<Span>,
    /// The counters.
    pub counters: Vec<Span>,
    /// The marks.
    pub marks: Vec<Span>,
    /// The links.
    pub links: Vec<Span>,
    /// The repetition rules that are in force, with whether they say a number of times.
    pub repetitions: Vec<(Span, bool)>,
    /// The turns.
    pub turns: Vec<Span>,
    /// The cells that are kept of the board, where not all are.
    pub only: Option<Span>,
    /// The height of stacks.
    pub stacks: Option<Span>,
    /// The pie rule, with whether it speaks of a first stone.
    pub pie: Option<(Span, bool)>,
    /// The results of each end clause; a `limit` is the last.
    pub results: Vec<Vec<Span>>,
    /// Every word of a file that stands for an option.
    pub options: Vec<Span>,
    /// The names that are bound.
    pub locals: FxHashMap<LocalId, Name>,
    /// Their types, by the place where each is bound.
    pub types: FxHashMap<Span, Type>,
}
