//! Two picks of which each can be the other: every pair of cells is two actions that do the same.

use super::list::Found;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{
    Builtin, Effect, Expr, ExprKind, Game, LocalId, Move, Picking, Primitive, Type, same, same_with,
};

/// Looks at moves of two picks.
pub fn check(game: &Game, found: &mut Found) {
    if game.alike.is_some() {
        return;
    }
    for rule in &game.moves {
        let Some((first, second)) = two_picks(rule) else { continue };
        let is_chain_or_last = game.features.last_picks || game.features.last_to;
        if is_chain_or_last || !is_one_set(game, first, second) || !says_the_same(rule, first.0, second.0) {
            continue;
        }
        found.add(
            Diagnostic::new(Code::LintPairs, second.1.span, "each pair of cells is picked twice, in either order")
                .label("what this picks and what the pick before it does could change places")
                .related(first.1.span, "from the same cells")
                .help("pick both at once, as in `pick 2 c in empty`, or say `alike actions are one`"),
        );
    }
}

type Pick<'g> = (LocalId, &'g Expr);

fn two_picks(rule: &Move) -> Option<(Pick<'_>, Pick<'_>)> {
    let mut picks = Vec::new();
    for step in &rule.picking {
        match step {
            Picking::Pick { local, from } if matches!(from.ty, Type::Cells) => picks.push((*local, from)),
            Picking::Where(_) => {}
            Picking::Pick { .. } | Picking::Several { .. } | Picking::Let { .. } => return None,
        }
    }
    match picks.as_slice() {
        [first, second] => Some((*first, *second)),
        _ => None,
    }
}

/// Whether the second is picked from what the first is, but for the first itself, or of its neighbours.
fn is_one_set(game: &Game, (a, first): Pick<'_>, (b, second): Pick<'_>) -> bool {
    match &second.kind {
        ExprKind::Builtin(Builtin::Difference, parts) => match parts.as_slice() {
            [from, gone] => is_one_set(game, (a, first), (b, from)) && is_cell(gone, a),
            _ => false,
        },
        ExprKind::Builtin(Builtin::Intersection, parts) => match parts.as_slice() {
            [from, near] | [near, from] if is_near(game, near, a) => is_one_set(game, (a, first), (b, from)),
            _ => same(first, second),
        },
        _ => same(first, second),
    }
}

/// Whether a set is the neighbours of a cell by a relation that goes both ways.
fn is_near(game: &Game, set: &Expr, cell: LocalId) -> bool {
    match &set.kind {
        ExprKind::Neighbours(relation, of) => game.board.is_symmetric(*relation) && is_cell(of, cell),
        _ => false,
    }
}

fn is_cell(set: &Expr, cell: LocalId) -> bool {
    match &set.kind {
        ExprKind::Local(local) => *local == cell,
        ExprKind::Builtin(Builtin::OneCell | Builtin::SetOf, one) => {
            matches!(one.as_slice(), [only] if is_cell(only, cell))
        }
        _ => false,
    }
}

/// Whether conditions and effects say the same once the two have changed places.
fn says_the_same(rule: &Move, a: LocalId, b: LocalId) -> bool {
    let swapped = |one: &Expr, other: &Expr| same_with(one, other, &mut vec![(a, b), (b, a)]);
    let conditions = || {
        rule.picking.iter().filter_map(|step| match step {
            Picking::Where(condition) => Some(condition),
            _ => None,
        })
    };
    let asked = conditions().all(|condition| conditions().any(|other| swapped(condition, other)));
    let plain: Option<Vec<&Primitive>> = rule.effects.iter().map(only).collect();
    let Some(plain) = plain.filter(|plain| !plain.is_empty()) else { return false };
    let done = plain.iter().all(|one| plain.iter().any(|other| changes_alike(one, other, &swapped)));
    // What is done to one cell and then to the other is done to both in either order, where it is the same.
    asked && done
}

fn only(effect: &Effect) -> Option<&Primitive> {
    match effect.does.as_slice() {
        [one @ (Primitive::Assign { .. } | Primitive::Mark { .. } | Primitive::Set { .. })] => Some(one),
        _ => None,
    }
}

fn changes_alike(one: &Primitive, other: &Primitive, swapped: &dyn Fn(&Expr, &Expr) -> bool) -> bool {
    let (mine, others) = (one.parts(), other.parts());
    let is_kind_alike = match (one, other) {
        (Primitive::Assign { content: a, .. }, Primitive::Assign { content: b, .. }) => {
            std::mem::discriminant(a) == std::mem::discriminant(b)
        }
        (Primitive::Mark { mark: a, on: x, .. }, Primitive::Mark { mark: b, on: y, .. }) => (a, x) == (b, y),
        (Primitive::Set { counter: a, .. }, Primitive::Set { counter: b, .. }) => a == b,
        _ => false,
    };
    is_kind_alike && mine.len() == others.len() && mine.iter().zip(&others).all(|(a, b)| swapped(a, b))
}
