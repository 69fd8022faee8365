//! Definitions and patterns inside one another.

use rustc_hash::FxHashMap;

use super::expr::{Expr, ExprKind};
use super::ids::{DefinitionId, PatternId};
use super::moments::Moments;

/// How far a definition or pattern has come.
#[derive(Clone, Copy)]
pub enum Progress<T> {
    /// It is being checked: met again, it is defined through itself.
    Begun,
    /// It is checked.
    Done(T),
}

/// Definitions and patterns inside one another: how far each has come, and how deep it is.
#[derive(Default)]
pub struct Nesting {
    /// By the place and version in `rules.definitions`.
    definitions: FxHashMap<(usize, usize), Progress<DefinitionId>>,
    /// By the place in `rules.patterns`; bad ones have no id.
    patterns: FxHashMap<usize, Progress<Option<PatternId>>>,
    /// How many are being checked, each inside the one before.
    open: usize,
    /// How deep they are, written out.
    definition_depths: FxHashMap<DefinitionId, usize>,
    pattern_depths: FxHashMap<PatternId, usize>,
    /// What they ask about.
    definition_moments: FxHashMap<DefinitionId, Moments>,
    pattern_moments: FxHashMap<PatternId, Moments>,
    said_too_deep: bool,
}

impl Nesting {
    /// How far a version of a definition has come.
    pub fn definition(&self, place: usize, version: usize) -> Option<Progress<DefinitionId>> {
        self.definitions.get(&(place, version)).copied()
    }

    /// How far a pattern has come.
    pub fn pattern(&self, place: usize) -> Option<Progress<Option<PatternId>>> {
        self.patterns.get(&place).copied()
    }

    /// Begins to check a version of a definition.
    pub fn begin_definition(&mut self, place: usize, version: usize) {
        self.open += 1;
        self.definitions.insert((place, version), Progress::Begun);
    }

    /// It is checked.
    pub fn end_definition(
        &mut self,
        place: usize,
        version: usize,
        id: DefinitionId,
        (depth, moments): (usize, Moments),
    ) {
        self.open -= 1;
        self.definition_moments.insert(id, moments);
        self.definitions.insert((place, version), Progress::Done(id));
        self.definition_depths.insert(id, depth);
    }

    /// Begins to check a pattern.
    pub fn begin_pattern(&mut self, place: usize) {
        self.open += 1;
        self.patterns.insert(place, Progress::Begun);
    }

    /// It is checked; a bad one has no id.
    pub fn end_pattern(&mut self, place: usize, id: Option<PatternId>, (depth, moments): (usize, Moments)) {
        self.open -= 1;
        self.patterns.insert(place, Progress::Done(id));
        self.pattern_depths.extend(id.map(|id| (id, depth)));
        self.pattern_moments.extend(id.map(|id| (id, moments)));
    }

    /// What a definition asks about.
    pub fn definition_moments(&self, id: DefinitionId) -> Moments {
        self.definition_moments.get(&id).copied().unwrap_or_default()
    }

    /// What a pattern asks about.
    pub fn pattern_moments(&self, id: PatternId) -> Moments {
        self.pattern_moments.get(&id).copied().unwrap_or_default()
    }

    /// Whether fewer than so many are being checked.
    pub fn has_room(&self, most: usize) -> bool {
        self.open < most
    }

    /// Notes that it was said that they nest too deep; whether that is news.
    pub fn say_too_deep(&mut self) -> bool {
        !std::mem::replace(&mut self.said_too_deep, true)
    }

    /// How deep an expression is, definitions and patterns written out.
    pub fn depth(&self, expr: &Expr) -> usize {
        let used = match &expr.kind {
            ExprKind::Call(id, _) => self.definition_depths.get(id),
            ExprKind::Pattern { pattern, .. } => self.pattern_depths.get(pattern),
            _ => None,
        };
        let parts = expr.parts().into_iter().map(|part| self.depth(part)).max().unwrap_or(0);
        1 + parts + used.copied().unwrap_or(0)
    }
}
