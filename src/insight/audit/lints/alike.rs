//! Two moves of one choice that write their actions alike.
//!
//! Suspected only of moves without conditions, whose picks are the same in number and type and come from sets that may share a
//! member. It is told where random games come upon two such actions, and says then which moves they are.

use super::facts::Facts;
use super::list::Found;
use super::walk::events;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{
    Builtin, Effect, Expr, ExprKind, Game, LocalId, Move, MoveId, Picking, TurnOrder, TurnStep, Written, same_with,
};

/// Looks at the moves that are offered together.
pub fn check(game: &Game, found: &mut Found) {
    let mut pairs: Vec<(MoveId, MoveId)> = Vec::new();
    game.turns.iter().for_each(|turn| gather(&turn.order, &mut pairs));
    for (first, second) in pairs {
        if let (Some(a), Some(b)) = (game.moves.get(first), game.moves.get(second))
            && are_alike(game, a, b)
        {
            let example = match b.picks().count() {
                1 => "written \"x{c}\"",
                _ => "written \"{a}x{b}\"",
            };
            found.suspect(
                Diagnostic::new(Code::PlayAlike, b.span, format!("`{}` and `{}` write actions alike", a.name, b.name))
                    .label("both are offered in one turn, with picks of the same cells")
                    .related(a.span, "the other")
                    .help(format!("give one of them a sign of its own, as in `{example}`")),
            );
        }
    }
}

fn gather(order: &TurnOrder, pairs: &mut Vec<(MoveId, MoveId)>) {
    for choice in &order.choices {
        let moves: Vec<MoveId> = choice
            .iter()
            .filter_map(|sequence| match &sequence.first {
                TurnStep::Move(id, with) if with.is_empty() => Some(*id),
                _ => None,
            })
            .collect();
        for (index, first) in moves.iter().enumerate() {
            pairs
                .extend(moves.iter().skip(index + 1).filter(|second| *second != first).map(|second| (*first, *second)));
        }
        for sequence in choice {
            let steps = sequence.steps();
            for step in steps {
                if let TurnStep::Order(inner) = step {
                    gather(inner, pairs);
                }
            }
        }
    }
}

fn are_alike(game: &Game, a: &Move, b: &Move) -> bool {
    let plain = |rule: &Move| {
        rule.picking.iter().all(|step| matches!(step, Picking::Pick { .. }))
            && !rule.effects.iter().any(Effect::requires)
            && rule.written.iter().any(|part| matches!(part, Written::Pick(_)))
    };
    if !plain(a) || !plain(b) || a.written != b.written || !a.pick_types().eq(b.pick_types()) {
        return false;
    }
    let picks = |rule: &'_ Move| -> Vec<(LocalId, Expr)> {
        let each = rule.picking.iter().filter_map(|step| match step {
            Picking::Pick { local, from } => Some((*local, from.clone())),
            _ => None,
        });
        each.collect()
    };
    let (mine, other) = (picks(a), picks(b));
    let (mut of_a, mut of_b) = (Facts::new(game, events(game)), Facts::new(game, events(game)));
    let mut names: Vec<(LocalId, LocalId)> = Vec::new();
    for ((x, from), (y, over)) in mine.iter().zip(&other) {
        let apart = !of_a.may_share(from, &mut of_b, over);
        if apart || excludes(from, over, &mut names) || excludes_back(over, from, &names) {
            return false;
        }
        of_a.bind_member(*x, from);
        of_b.bind_member(*y, over);
        names.push((*x, *y));
    }
    true
}

/// Whether b takes away a set that all of a is in.
fn excludes(a: &Expr, b: &Expr, names: &mut Vec<(LocalId, LocalId)>) -> bool {
    let (mut within, mut without) = (Vec::new(), Vec::new());
    factors(a, &mut within, &mut Vec::new());
    factors(b, &mut Vec::new(), &mut without);
    within.iter().any(|set| without.iter().any(|gone| same_with(set, gone, names)))
}

fn excludes_back(b: &Expr, a: &Expr, names: &[(LocalId, LocalId)]) -> bool {
    let mut back: Vec<(LocalId, LocalId)> = names.iter().map(|(x, y)| (*y, *x)).collect();
    excludes(b, a, &mut back)
}

/// The sets that all of a set is in, and those that none of it is in.
fn factors<'e>(set: &'e Expr, within: &mut Vec<&'e Expr>, without: &mut Vec<&'e Expr>) {
    match &set.kind {
        ExprKind::Builtin(Builtin::Intersection, parts) => parts.iter().for_each(|part| factors(part, within, without)),
        ExprKind::Builtin(Builtin::Difference, parts) => {
            if let [from, gone] = parts.as_slice() {
                factors(from, within, without);
                without.push(gone);
            }
        }
        _ => within.push(set),
    }
}
