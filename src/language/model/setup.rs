//! The setup: lines of pieces, counters and marks, and pictures.

use rustc_hash::FxHashMap;

use super::checker::Checker;
use super::declarations::{MAX_HEIGHT, kind};
use super::expr::{Expr, ExprKind, Type};
use super::game::{Kind, Placement};
use super::ids::KindId;
use super::picture::{Contents, Legend, MisreadCells};
use super::primitive::Effect;
use super::scope::Phase;
use super::signs::OwnedKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Name, SetupItem};
use crate::topology::CellId;
use crate::util::Table;

impl<'a> Checker<'a> {
    /// Checks the setup; what it leaves to chance is given to be checked once moves are.
    pub fn setup(&mut self) -> (Vec<Placement>, Vec<Effect>, Vec<&'a SetupItem>) {
        let (mut placements, mut effects, mut lots) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(last) = self.rules.setups.len().checked_sub(1).filter(|_| self.setup_fits()) {
            self.setup_version(last, &mut placements, &mut effects, &mut lots);
        }
        (placements, effects, lots)
    }

    fn setup_version(
        &mut self,
        version: usize,
        placements: &mut Vec<Placement>,
        effects: &mut Vec<Effect>,
        lots: &mut Vec<&'a SetupItem>,
    ) {
        for item in self.rules.setups[version] {
            match item {
                SetupItem::Draw(_) | SetupItem::Scatter(_) => lots.push(item),
                SetupItem::Set { span, .. } | SetupItem::Put { span, .. } if !lots.is_empty() => {
                    self.after_lots(lots, *span);
                }
                SetupItem::Mark { name, .. } if !lots.is_empty() => self.after_lots(lots, name.span),
                SetupItem::Base(span) => match version.checked_sub(1) {
                    Some(base) => self.setup_version(base, placements, effects, lots),
                    None => self.no_base(*span, "setup"),
                },
                SetupItem::Picture(rows) => placements.extend(self.drawn(rows)),
                SetupItem::Set { place, value, span } => {
                    let set = self.in_phase(Phase::Setup, |checker| checker.change_counter(place, value, None, *span));
                    effects.extend(set.map(|does| Effect { words: "set", span: *span, does }));
                }
                SetupItem::Mark { cells, name } => {
                    let mark = self.in_phase(Phase::Setup, |checker| checker.mark_cells(cells, name, true));
                    let span = cells.span.to(name.span);
                    effects.extend(mark.map(|mark| Effect { words: "mark", span, does: vec![mark] }));
                }
                SetupItem::Put { piece, .. } if self.is_piece_off(piece) => {}
                SetupItem::Put { stack, piece, carrying, on, span } => {
                    let count = match stack {
                        None => Some(1),
                        Some(count) => {
                            self.need_stacks(*span);
                            self.whole(count, 1, MAX_HEIGHT as i64, "a stack")
                        }
                    };
                    let piece = self.in_phase(Phase::Setup, |checker| checker.expect(piece, Type::Piece));
                    let on =
                        on.as_ref().map(|on| self.in_phase(Phase::Setup, |checker| checker.expect(on, Type::Cells)));
                    effects.extend(self.set_up_carrying(carrying, &piece, stack.is_some(), on.as_ref(), *span));
                    placements.push(Placement { count: count.unwrap_or(1) as u16, piece, on, span: *span });
                }
            }
        }
    }
}

impl Checker<'_> {
    /// The pieces of a picture: a line of the setup for all that are alike, those that lie lowest in their stacks first.
    fn drawn(&mut self, rows: &[Name]) -> Vec<Placement> {
        let Some((first, last)) = rows.first().zip(rows.last()) else { return Vec::new() };
        let span = first.span.to(last.span);
        let contents = match self.read_setup(rows, span) {
            Ok(contents) => contents,
            Err(wrong) => {
                wrong.into_iter().for_each(|said| self.say(said));
                return Vec::new();
            }
        };
        let mut alike: Vec<(usize, OwnedKind, Vec<CellId>)> = Vec::new();
        for (cell, pieces) in contents {
            for (height, piece) in pieces.into_iter().rev().enumerate() {
                match alike.iter_mut().find(|(at, known, _)| *at == height && *known == piece) {
                    Some((.., cells)) => cells.push(cell),
                    None => alike.push((height, piece, vec![cell])),
                }
            }
        }
        alike.sort_by_key(|(height, ..)| *height);
        let made = |kind, ty| Expr { kind, ty, span };
        let placement = |(_, (owner, kind), mut cells): (usize, OwnedKind, Vec<CellId>)| {
            cells.sort_unstable();
            let owner = owner.map(|owner| Box::new(made(ExprKind::Player(owner), Type::Player)));
            let kind = Box::new(made(ExprKind::Kind(kind), Type::Kind));
            let piece = made(ExprKind::Piece { kind, owner }, Type::Piece);
            Placement { count: 1, piece, on: Some(made(ExprKind::Region(cells), Type::Cells)), span }
        };
        alike.into_iter().map(placement).collect()
    }

    /// What a picture of a setup shows. Its letters are those of the game or variant in which it stands; what a variant of that
    /// takes away is not there.
    fn read_setup(&mut self, rows: &[Name], span: Span) -> Result<Contents, Vec<Diagnostic>> {
        let layer = self.rules.layer_of(span).and_then(|layer| self.rules.pieces_of.get(layer));
        let kinds: Table<KindId, Kind> =
            layer.into_iter().flatten().map(|(piece, neutral)| kind(piece, *neutral)).collect();
        let Some(legend) = self.legend().map(|legend| Legend { kinds: &kinds, ..legend }) else {
            return Ok(Contents::new());
        };
        let contents = match rows {
            [line] if line.text.contains('/') => {
                legend.read_cells(&line.text).map_err(|misread| vec![misread_line(&misread, span)])?
            }
            _ => legend.read(rows)?,
        };
        let mut now: FxHashMap<KindId, Option<KindId>> = FxHashMap::default();
        for kind in contents.iter().flat_map(|(_, pieces)| pieces).map(|(_, kind)| *kind) {
            now.entry(kind).or_insert_with(|| self.find_kind(&kinds[kind].name));
        }
        let left = |(cell, pieces): (CellId, Vec<OwnedKind>)| {
            let pieces = pieces.into_iter().filter_map(|(owner, kind)| Some((owner, (*now.get(&kind)?)?)));
            (cell, pieces.collect::<Vec<_>>())
        };
        let contents: Contents = contents.into_iter().map(left).filter(|(_, pieces)| !pieces.is_empty()).collect();
        let owned_by_others = |(owner, kind): &&OwnedKind| self.parts.kinds[*kind].neutral != owner.is_none();
        match contents.iter().flat_map(|(_, pieces)| pieces).find(owned_by_others) {
            None => Ok(contents),
            Some((_, kind)) => {
                let name = &self.parts.kinds[*kind].name;
                let message = format!("the picture has `{name}` of other owners than the variant has");
                let help = "draw the setup of the variant, too, or give the piece another name";
                Err(vec![Diagnostic::new(Code::BoardPicture, span, message).help(help)])
            }
        }
    }

    /// Whether a line of the setup puts pieces of a kind that a variant takes away.
    fn is_piece_off(&self, piece: &ast::Expr) -> bool {
        match &piece.kind {
            ast::ExprKind::Owned { kind, .. } => self.rules.piece_off(&kind.text, kind.span).is_some(),
            _ => false,
        }
    }
}

fn misread_line(misread: &MisreadCells, span: Span) -> Diagnostic {
    let (message, help) = match misread {
        MisreadCells::Shape(what) => (what.clone(), "the cells stand in rows from the bottom, a slash between rows"),
        MisreadCells::Unknown(letters) => {
            (format!("no piece is drawn as `{letters}`"), "write letters of pieces, `.` and `(3)` for empty cells")
        }
    };
    Diagnostic::new(Code::BoardPicture, span, message).help(help)
}
