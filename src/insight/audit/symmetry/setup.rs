//! Whether the position before the first action is mapped onto itself.

use super::constants::player_of;
use super::expr::Shown;
use super::specialise::{for_player, substitute};
use crate::audit::Automorphism;
use rulebook_language::model::{
    Builtin, Constant, Effect, Expr, ExprKind, Game, Index, KindId, LocalId, Per, PlayerId, Primitive, constant,
};
use rulebook_language::source::Span;
use rulebook_language::topology::CellId;
use rulebook_language::util::Id;

/// What stands on each slot, the top piece last.
type Pieces = Vec<Vec<(Option<PlayerId>, KindId)>>;

/// Where the setup of a game is not shown to be mapped onto itself.
pub fn keeps(game: &Game, map: &Automorphism) -> Shown {
    let Some(placed) = game.setup.last() else { return started(game, map) };
    let pieces = pieces(game)?;
    let whole = game.setup.first().map_or(placed.span, |first| first.span.to(placed.span));
    for cell in game.board.cells() {
        let there = &pieces[map.cell(cell).index()];
        let here = pieces[cell.index()].iter().map(|(owner, kind)| (owner.map(|owner| map.player(owner)), *kind));
        if !here.eq(there.iter().copied()) {
            return Err(whole);
        }
    }
    started(game, map)
}

/// Whether counters and marks begin as their images do.
fn started(game: &Game, map: &Automorphism) -> Shown {
    let mut span = None;
    game.start.iter().for_each(|effect| effect.visit(true, &mut |expr| span = span.or(Some(expr.span))));
    let Some(first) = span else { return Ok(()) };
    let mut start = Start {
        game,
        names: Vec::new(),
        marks: vec![vec![false; game.board.slots()]; game.marks.len()],
        counters: game
            .counters
            .iter()
            // What pieces carry begins alike with each piece.
            .map(|counter| vec![if counter.carried.is_some() { 0 } else { counter.start }; game.numbers(counter.per)])
            .collect(),
        left: MAX_STEPS,
    };
    start.effects(&game.start)?;
    let cell = |cell: CellId| map.cell(cell).index();
    let marks = start.marks.iter().all(|mark| game.board.cells().all(|at| mark[at.index()] == mark[cell(at)]));
    let image = |per: Per, place: usize| {
        let mapped = per.indexes().zip(game.indexes_of(per, place)).map(|(index, own)| match index {
            Index::Player => map.player(PlayerId::from_index(own)).index(),
            Index::Cell => map.cell(CellId::from_index(own)).index(),
            Index::Kind => own,
        });
        game.place_of(per, &mapped.collect::<Vec<_>>())
    };
    let counters = start.counters.iter().zip(&game.counters).all(|(numbers, counter)| {
        let places = (0..numbers.len()).filter(|at| game.is_counted(counter.per, *at));
        places.into_iter().all(|at| Some(&numbers[at]) == numbers.get(image(counter.per, at)))
    });
    if marks && counters { Ok(()) } else { Err(first) }
}

/// The effects of a setup that are looked at.
const MAX_STEPS: u32 = 1 << 14;

/// Counters and marks as the setup sets them.
struct Start<'g> {
    game: &'g Game,
    /// What names stand for.
    names: Vec<(LocalId, ExprKind)>,
    /// By mark and slot.
    marks: Vec<Vec<bool>>,
    /// By counter and by what it belongs to.
    counters: Vec<Vec<i64>>,
    left: u32,
}

impl Start<'_> {
    fn value(&self, expr: &Expr) -> Result<Constant, Span> {
        let mut known = expr.clone();
        let of =
            |local: LocalId| self.names.iter().rev().find(|(name, _)| *name == local).map(|(_, kind)| kind.clone());
        substitute(&mut known, &of);
        value(self.game, &known).ok_or(expr.span)
    }

    fn cells(&self, expr: &Expr) -> Result<Vec<CellId>, Span> {
        match self.value(expr)? {
            Constant::Cells(cells) => Ok(cells),
            Constant::Cell(cell) => Ok(cell.into_iter().collect()),
            _ => Err(expr.span),
        }
    }

    /// Follows effects; where one is not understood, its place.
    fn effects(&mut self, effects: &[Effect]) -> Shown {
        for effect in effects {
            for primitive in &effect.does {
                self.left = self.left.checked_sub(1).ok_or(effect.span)?;
                self.primitive(primitive, effect.span)?;
            }
        }
        Ok(())
    }

    fn primitive(&mut self, primitive: &Primitive, at: Span) -> Shown {
        match primitive {
            Primitive::Mark { mark, cells, on } => {
                for cell in self.cells(cells)? {
                    self.marks[mark.index()][cell.index()] = *on;
                }
            }
            Primitive::Set { counter, of, value } => {
                let Constant::Number(number) = self.value(value)? else { return Err(value.span) };
                let number = number.to_whole().ok_or(value.span)?;
                let mut indexes = Vec::new();
                for of in of {
                    indexes.push(match self.value(of)? {
                        Constant::Cell(Some(cell)) => cell.index(),
                        Constant::Player(player) => player.index(),
                        Constant::Kind(kind) => kind.index(),
                        _ => return Err(of.span),
                    });
                }
                let index = self.game.place_of(self.game.counters[*counter].per, &indexes);
                *self.counters[counter.index()].get_mut(index).ok_or(at)? = number;
            }
            Primitive::Repeat { .. } => return Err(at),
            Primitive::For { local, over, condition, body } => {
                let members: Vec<ExprKind> = if matches!(over.kind, ExprKind::Builtin(Builtin::Everyone, _)) {
                    self.game.players.ids().map(ExprKind::Player).collect()
                } else {
                    match self.value(over)? {
                        Constant::Cells(cells) => cells.into_iter().map(ExprKind::Cell).collect(),
                        Constant::Directions(directions) => directions.into_iter().map(ExprKind::Direction).collect(),
                        Constant::Kinds(kinds) => kinds.into_iter().map(ExprKind::Kind).collect(),
                        _ => return Err(over.span),
                    }
                };
                for member in members {
                    let depth = self.names.len();
                    self.names.push((*local, member));
                    let counts = match condition {
                        None => true,
                        Some(condition) => self.value(condition)? == Constant::Truth(true),
                    };
                    if counts {
                        self.effects(body)?;
                    }
                    self.names.truncate(depth);
                }
            }
            Primitive::If { condition, then, otherwise } => {
                let holds = self.value(condition)? == Constant::Truth(true);
                self.effects(if holds { then } else { otherwise })?;
            }
            Primitive::Let(local, value) => {
                let Constant::Number(number) = self.value(value)? else { return Err(value.span) };
                self.names.push((*local, ExprKind::Number(number)));
            }
            Primitive::Assign { .. }
            | Primitive::Transfer { .. }
            | Primitive::Unstack { .. }
            | Primitive::Sow(_)
            | Primitive::Require(_) => return Err(at),
        }
        Ok(())
    }
}

fn pieces(game: &Game) -> Result<Pieces, Span> {
    let mut pieces: Pieces = vec![Vec::new(); game.board.slots()];
    for placement in &game.setup {
        let ExprKind::Piece { kind, owner } = &placement.piece.kind else { return Err(placement.span) };
        let kind = kind.named_kind().ok_or(placement.span)?;
        let owner = match owner {
            None => None,
            Some(owner) => {
                let owner = for_player(owner, PlayerId(0), game.players.len());
                Some(player_of(value(game, &owner)).ok_or(placement.span)?)
            }
        };
        let on = match &placement.on {
            None => game.board.cells().filter(|cell| pieces[cell.index()].is_empty()).collect(),
            Some(on) => match value(game, on) {
                Some(Constant::Cells(cells)) => cells,
                Some(Constant::Cell(cell)) => cell.into_iter().collect(),
                _ => return Err(on.span),
            },
        };
        for cell in on {
            let stack = &mut pieces[cell.index()];
            if game.max_height <= 1 {
                stack.clear();
            }
            stack.extend(std::iter::repeat_n((owner, kind), usize::from(placement.count)));
        }
    }
    Ok(pieces)
}

fn value(game: &Game, expr: &Expr) -> Option<Constant> {
    constant(expr, Some(&game.board), &game.definitions)
}
