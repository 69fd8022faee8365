//! Where the declarations of a game stand, for findings about the game as a whole.

use rustc_hash::FxHashMap;

use super::checker::Checker;
use super::expr::LocalId;
use crate::source::Span;
use crate::syntax::ast::{DeclarationKind, Name, Pie};

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
}

impl Checker<'_> {
    /// Where the declarations of the checked game stand.
    pub fn find_places(&mut self) -> Places {
        let rules = &self.rules;
        let unit = rules.chain.last().map(|unit| (unit.name.span, unit.span)).unwrap_or_default();
        let counters = rules.counters.iter().filter_map(|declaration| match &declaration.kind {
            DeclarationKind::Counter { name, .. } => Some(name.span),
            _ => None,
        });
        let ends = rules.ends.iter().map(|(end, _)| &end.results).chain(rules.limit.iter().map(|(l, _)| &l.results));
        Places {
            unit,
            players: rules.players.iter().flat_map(|(names, _)| names.iter().map(|name| name.span)).collect(),
            kinds: rules.pieces.iter().map(|(piece, _)| piece.name.span).collect(),
            patterns: rules.patterns.iter().map(|pattern| pattern.name.span).collect(),
            counters: counters.collect(),
            marks: rules.marks.iter().map(|name| name.span).collect(),
            turns: rules.turns.last().into_iter().flatten().map(|(_, span)| *span).collect(),
            only: rules.board.and_then(|(board, _)| board.only.as_ref().map(|only| only.span)),
            stacks: rules.stacks.map(|(_, span)| span),
            pie: rules.pie.filter(|(pie, _)| *pie != Pie::Off).map(|(pie, span)| (span, pie == Pie::FirstStone)),
            results: ends.map(|results| results.iter().map(|result| result.span).collect()).collect(),
            ..std::mem::take(&mut self.places)
        }
    }
}
