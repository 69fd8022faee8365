//! The cells of tracks, in order.

use super::checker::Checker;
use super::constant::{Constant, constant};
use super::expr::{Expr, Type};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Track};
use crate::topology::{CellId, DirectionId};

impl Checker<'_> {
    /// `a1-b1-b2-a1`, each cell with the place that names it.
    pub fn listed(&mut self, track: &Track) -> Option<Vec<(CellId, Span)>> {
        let mut cells = Vec::new();
        for cell in &track.cells {
            match self.parts.board.as_ref()?.find_cell(&cell.text) {
                Some(id) => cells.push((id, cell.span)),
                None => {
                    let message = format!("the board has no cell `{}`", cell.text);
                    self.say(Diagnostic::new(Code::NameUnknown, cell.span, message).label("on this track"));
                    return None;
                }
            }
        }
        Some(cells)
    }

    /// `rows(1) along east, rows(2) along west, closed`, each cell with the run that it is in.
    pub fn runs(&mut self, track: &Track) -> Option<Vec<(CellId, Span)>> {
        let mut cells = Vec::new();
        for (set, direction) in &track.runs {
            let Constant::Cells(run) = self.known_for_track(set, Type::Cells)? else { return None };
            let Constant::Direction(direction) = self.known_for_track(direction, Type::Direction)? else { return None };
            cells.extend(self.in_order(run, direction, set.span)?.into_iter().map(|cell| (cell, set.span)));
        }
        if track.closed {
            cells.extend(cells.first().copied());
        }
        Some(cells)
    }

    fn known_for_track(&mut self, expr: &ast::Expr, ty: Type) -> Option<Constant> {
        let typed: Expr = self.in_phase(Phase::Static, |checker| checker.expect(expr, ty));
        if typed.ty == Type::Unknown {
            return None;
        }
        let value = constant(&typed, self.parts.board.as_ref(), &self.parts.definitions);
        if value.is_none() {
            let said =
                Diagnostic::new(Code::TypeNotConstant, expr.span, "a track must be known before the game begins");
            self.say(said.help("use columns, rows, numbers and options"));
        }
        value
    }

    /// The cells of a set, each followed by the one that a step leads to.
    fn in_order(&mut self, run: Vec<CellId>, direction: DirectionId, span: Span) -> Option<Vec<CellId>> {
        let board = self.parts.board.as_ref()?;
        let back = board.direction(direction).opposite;
        let first =
            run.iter().copied().find(|cell| board.step(*cell, back).is_none_or(|before| !run.contains(&before)));
        let mut cells: Vec<CellId> = first.into_iter().collect();
        while let Some(next) = cells.last().and_then(|last| board.step(*last, direction)) {
            if cells.len() > run.len() || !run.contains(&next) {
                break;
            }
            cells.push(next);
        }
        if cells.len() == run.len() {
            return Some(cells);
        }
        let name = board.direction(direction).name.clone();
        let said = Diagnostic::new(Code::BoardInvalid, span, format!("these cells do not follow one another {name}"))
            .label("a run of a track is one row of cells")
            .help("list several runs, or the cells one by one: `track round = a1-b1-b2-a2-a1`");
        self.say(said);
        None
    }
}
