//! The cells and lines of graph boards, as files name them.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{BoardDecl, DeclarationKind, GraphItem, Name, Track, Unit};
use crate::topology::{CellId, GraphCell, GraphSpec, LineSpec, TopologyError};

impl Checker<'_> {
    /// Reports every line of a graph that passes a cell twice.
    pub fn lines_pass_once(&mut self, declared: &BoardDecl) -> Option<()> {
        let mut right = Some(());
        for item in &declared.graph {
            let GraphItem::Line { cells, .. } = item else { continue };
            let cells: Vec<(&str, Span)> = cells.iter().map(|cell| (cell.text.as_str(), cell.span)).collect();
            if let Some((name, first, again)) = twice(&cells) {
                let help = "a line may end where it began, and else passes each cell once; write the rest as a line of its own";
                self.passes_twice("line", name, (first, again), help);
                right = None;
            }
        }
        right
    }

    /// Warns of a cell without a place where others have one: then the board is drawn as if none had.
    pub fn warn_unplaced(&mut self, declared: &BoardDecl) {
        // The file that declares the board is told, not those of its variants.
        let is_own = |unit: &&Unit| {
            unit.declarations
                .iter()
                .any(|d| matches!(&d.kind, DeclarationKind::Board(board) if std::ptr::eq(board, declared)))
        };
        if !self.rules.chain.last().is_some_and(is_own) {
            return;
        }
        let is_placed = |item: &&GraphItem| matches!(item, GraphItem::Cell { at: Some(_), .. });
        let placed = declared.graph.iter().filter(is_placed).count();
        let unplaced: Vec<String> =
            graph(declared).cells.into_iter().filter(|cell| cell.position.is_none()).map(|cell| cell.name).collect();
        let Some(first) = unplaced.first().filter(|_| placed > 0) else { return };
        let mut names = declared.graph.iter().flat_map(|item| match item {
            GraphItem::Cell { name, .. } => std::slice::from_ref(name),
            GraphItem::Line { cells, .. } => cells.as_slice(),
        });
        let Some(name) = names.find(|name| name.text == *first) else { return };
        let others = match unplaced.len() {
            1 => String::new(),
            2 => " and 1 more cell".to_owned(),
            count => format!(" and {} more cells", count - 1),
        };
        let verb = if unplaced.len() == 1 { "has" } else { "have" };
        let message = format!("`{first}`{others} {verb} no place, so the places of the others have no effect");
        self.say(
            Diagnostic::new(Code::BoardUnplaced, name.span, message)
                .label("nothing says where it is drawn")
                .help(format!("write `cell {first} at (column, row)` for every cell, or for none")),
        );
    }

    /// Reports a track that passes a cell twice.
    pub fn track_passes_once(&mut self, track: &Track, cells: &[(CellId, Span)]) -> Option<()> {
        let Some((cell, first, again)) = twice(cells) else { return Some(()) };
        let name = self.parts.board.as_ref()?.cell_name(cell).to_owned();
        let help = if track.runs.is_empty() {
            "a track may end where it began, and else passes each cell once"
        } else {
            "a track passes each cell once: take the cell out of one of the runs, as in `columns(8) - rows(1) along north`"
        };
        self.passes_twice("track", &name, (first, again), help);
        None
    }

    fn passes_twice(&mut self, what: &str, name: &str, (first, again): (Span, Span), help: &str) {
        let said = Diagnostic::new(Code::BoardInvalid, again, format!("the {what} passes cell `{name}` twice"));
        let said = said.label("for the second time here");
        self.say(if first == again { said.help(help) } else { said.related(first, "first here").help(help) });
    }
}

/// The first cell that is passed twice, with both places. A row of more than three may end where it began.
fn twice<T: Copy + Eq + Hash>(cells: &[(T, Span)]) -> Option<(T, Span, Span)> {
    let ends = cells.first().zip(cells.last());
    let closed = cells.len() > 3 && ends.is_some_and(|(first, last)| first.0 == last.0);
    let mut seen: FxHashMap<T, Span> = FxHashMap::default();
    let once = &cells[..cells.len() - usize::from(closed)];
    once.iter().find_map(|(cell, span)| Some((*cell, seen.insert(*cell, *span)?, *span)))
}

/// Where a graph says of a cell what an error is about.
pub(super) fn cell_at_fault(declared: &BoardDecl, error: &TopologyError) -> Option<Span> {
    let (TopologyError::DuplicateCell { name: wanted } | TopologyError::SamePosition { second: wanted, .. }) = error
    else {
        return None;
    };
    let names = declared.graph.iter().filter_map(|item| match item {
        GraphItem::Cell { name, .. } => Some(name),
        GraphItem::Line { .. } => None,
    });
    names.rev().find(|name| name.text == *wanted).map(|name| name.span)
}

/// The graph that is declared. Cells have the order in which they are first named, by a line or by `cell`.
pub(super) fn graph(declared: &BoardDecl) -> GraphSpec {
    let mut spec = GraphSpec::default();
    // Where each cell is in the list, and whether a `cell` has named it.
    let mut known: FxHashMap<&str, (usize, bool)> = FxHashMap::default();
    let cell = |name: &Name, position| GraphCell { name: name.text.clone(), position };
    for item in &declared.graph {
        match item {
            GraphItem::Cell { name, at } => match known.get_mut(name.text.as_str()) {
                Some((place, declared)) if !*declared => {
                    spec.cells[*place].position = *at;
                    *declared = true;
                }
                // A second `cell` is an error, which the board finds.
                _ => {
                    known.insert(&name.text, (spec.cells.len(), true));
                    spec.cells.push(cell(name, *at));
                }
            },
            GraphItem::Line { relation, cells } => {
                for name in cells {
                    known.entry(&name.text).or_insert_with(|| {
                        spec.cells.push(cell(name, None));
                        (spec.cells.len() - 1, false)
                    });
                }
                spec.lines.push(LineSpec {
                    relation: relation.as_ref().map_or_else(|| "adjacent".to_owned(), |name| name.text.clone()),
                    cells: cells.iter().map(|cell| cell.text.clone()).collect(),
                });
            }
        }
    }
    spec
}
