//! Whether the position before the first action is mapped onto itself.

use super::constants::player_of;
use super::expr::Shown;
use super::specialise::for_player;
use crate::audit::Automorphism;
use rulebook_language::model::{Constant, Expr, ExprKind, Game, KindId, PlayerId, constant};
use rulebook_language::util::Id;

/// What stands on each slot, the top piece last.
type Pieces = Vec<Vec<(Option<PlayerId>, KindId)>>;

/// Where the setup of a game is not shown to be mapped onto itself.
pub fn keeps(game: &Game, map: &Automorphism) -> Shown {
    let Some(placed) = game.setup.last() else { return started(game) };
    let pieces = pieces(game)?;
    let whole = game.setup.first().map_or(placed.span, |first| first.span.to(placed.span));
    for cell in game.board.cells() {
        let there = &pieces[map.cell(cell).index()];
        let here = pieces[cell.index()].iter().map(|(owner, kind)| (owner.map(|owner| map.player(owner)), *kind));
        if !here.eq(there.iter().copied()) {
            return Err(whole);
        }
    }
    started(game)
}

/// Counters and marks that are set one by one are not looked at more closely.
fn started(game: &Game) -> Shown {
    let mut span = None;
    game.start.iter().for_each(|effect| effect.visit(true, &mut |expr| span = span.or(Some(expr.span))));
    span.map_or(Ok(()), Err)
}

fn pieces(game: &Game) -> Result<Pieces, rulebook_language::source::Span> {
    let mut pieces: Pieces = vec![Vec::new(); game.board.slots()];
    for placement in &game.setup {
        let ExprKind::Piece { kind, owner } = &placement.piece.kind else { return Err(placement.span) };
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
            stack.extend(std::iter::repeat_n((owner, *kind), usize::from(placement.count)));
        }
    }
    Ok(pieces)
}

fn value(game: &Game, expr: &Expr) -> Option<Constant> {
    constant(expr, Some(&game.board), &game.definitions)
}
