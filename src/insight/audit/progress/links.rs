//! Whether a chain must come to an end: what each of its links uses up.

use super::actions::{Actions, Case, Facts};
use super::closed::{Required, required};
use super::flow::{Edge, Flow, Way};
use super::measure::{Measure, Sort, plain, potentials};
use super::order::order;
use crate::audit::interpret::{Codes, Fuel};
use crate::audit::uses::bodies;
use rulebook_language::model::{Builtin, Expr, ExprKind, Game, Move, MoveId, Picking, PlayerId};

/// Steps that the links of one chain may take.
const MAX_STEPS: u64 = 20_000_000;

/// How many links a chain of a move can have, which goes on from that pick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Links {
    /// At most so many.
    AtMost(u128),
    /// No link uses anything up that is known to run out.
    Unbounded,
    /// There are more ways to make a link than can be analysed.
    Unknown,
}

/// How many links a player's chain of a move can have.
pub fn links(game: &Game, me: PlayerId, rule: MoveId, from: u8) -> Links {
    let Some(moved) = game.moves.get(rule) else { return Links::Unknown };
    let link = moved.of_links();
    let fresh = stays_fresh(game, &link, from);
    let cells = game.board.cell_count() as i64;
    let (falling, rising) = ("cells that no piece has left this turn".into(), "cells that pieces have left".into());
    let unvacated = Measure { sort: Sort::Unvacated, falling, rising, low: 0, high: cells };
    most(game, me, vec![unvacated], &required(game, me, &link), &|actions| {
        let way = Way::Move { rule, chained: false, first_of: None };
        Some(vec![(way, actions.link_cases(me, &link, fresh)?)])
    })
}

/// How many times in a row a player can make one of these moves, of which some are chains.
pub fn in_a_row(game: &Game, me: PlayerId, rules: &[(MoveId, bool)]) -> Links {
    let moved = || rules.iter().filter_map(|(rule, chained)| Some((*rule, game.moves.get(*rule)?, *chained)));
    let wanted: Vec<Required> = moved().flat_map(|(_, moved, _)| required(game, me, moved)).collect();
    most(game, me, Vec::new(), &wanted, &|actions| {
        let case = |(rule, moved, chained)| {
            let cases = actions.cases(me, moved, &Facts::new(), chained)?;
            Some((Way::Move { rule, chained, first_of: None }, cases))
        };
        moved().map(case).collect()
    })
}

/// Ways to act, with what each of them may do.
type Ways = Vec<(Way, Vec<Case>)>;

/// How often what is given can be done in a row, for something is used up by each of it.
fn most(
    game: &Game,
    me: PlayerId,
    more: Vec<Measure>,
    wanted: &[Required],
    ways: &dyn Fn(&Actions<'_>) -> Option<Ways>,
) -> Links {
    let Some(codes) = Codes::of(game) else { return Links::Unknown };
    let mut found = Links::Unknown;
    for with_potentials in [false, true] {
        let mut measures = plain(game, codes, wanted, None);
        measures.extend(more.iter().cloned());
        if with_potentials {
            measures.extend(potentials(game, codes));
        }
        let actions = Actions { game, codes, measures: &measures, fuel: Fuel::new(MAX_STEPS) };
        let Some(ways) = ways(&actions) else { return found };
        let edges = ways.into_iter().map(|(way, cases)| Edge { from: 0, to: 0, who: me, way, cases }).collect();
        let flow = Flow { nodes: 1, edges, goes_on: false };
        let bounds: Vec<(i64, i64)> = measures.iter().map(|measure| (measure.low, measure.high)).collect();
        let order = order(flow, &measures, &bounds, Vec::new());
        if order.open.is_empty() {
            return order.plies().and_then(|most| most.exact()).map_or(Links::Unknown, Links::AtMost);
        }
        found = Links::Unbounded;
    }
    found
}

/// Whether what a further link begins with was not vacated before in the turn: it was picked so.
fn stays_fresh(game: &Game, link: &Move, from: u8) -> bool {
    if link.picks_sets() {
        return false;
    }
    let mut picks = link.picking.iter().filter_map(|step| match step {
        Picking::Pick { local, from } => Some((*local, from)),
        Picking::Several { .. } | Picking::Let { .. } | Picking::Where(_) => None,
    });
    let Some((pick, set)) = picks.nth(usize::from(from)) else { return false };
    let asked = link.picking.iter().any(|step| match step {
        Picking::Where(condition) => {
            keeps_off(condition, &|cell| matches!(cell.kind, ExprKind::Local(of) if of == pick))
        }
        Picking::Pick { .. } | Picking::Several { .. } | Picking::Let { .. } => false,
    });
    asked || none_vacated(game, set)
}

/// Whether no cell of a set was vacated this turn.
fn none_vacated(game: &Game, set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Builtin(Builtin::Intersection, parts) => parts.iter().any(|part| none_vacated(game, part)),
        ExprKind::Builtin(Builtin::Union, parts) => parts.iter().all(|part| none_vacated(game, part)),
        ExprKind::Builtin(Builtin::Difference, parts) => match parts.as_slice() {
            [all, without] => none_vacated(game, all) || has_vacated(without),
            _ => false,
        },
        ExprKind::If(_, then, otherwise) => none_vacated(game, then) && none_vacated(game, otherwise),
        ExprKind::Filter { local, over, condition } => {
            none_vacated(game, over)
                || keeps_off(condition, &|cell| matches!(cell.kind, ExprKind::Local(of) if of == *local))
        }
        ExprKind::Call(..) => bodies(game, set).first().is_some_and(|body| none_vacated(game, body)),
        _ => false,
    }
}

/// Whether a condition says that a cell was not vacated.
fn keeps_off(condition: &Expr, is_cell: &dyn Fn(&Expr) -> bool) -> bool {
    match &condition.kind {
        ExprKind::Builtin(Builtin::And, parts) => parts.iter().any(|part| keeps_off(part, is_cell)),
        ExprKind::Not(of) => match &of.kind {
            ExprKind::Builtin(Builtin::Contains, parts) => match parts.as_slice() {
                [cell, set] => is_cell(cell) && has_vacated(set),
                _ => false,
            },
            _ => false,
        },
        _ => false,
    }
}

/// Whether every cell that was vacated this turn is in a set.
fn has_vacated(set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Builtin(Builtin::Vacated, _) => true,
        ExprKind::Builtin(Builtin::Union, parts) => parts.iter().any(has_vacated),
        _ => false,
    }
}
