//! Whether two expressions say the same, wherever they stand.

use rulebook_language::model::{Expr, ExprKind, LocalId};

/// Whether two expressions say the same. Names that they bind may differ, and so may those of `names`, in pairs.
pub fn same(a: &Expr, b: &Expr, names: &mut Vec<(LocalId, LocalId)>) -> bool {
    use ExprKind as K;
    if a.ty != b.ty {
        return false;
    }
    let depth = names.len();
    let equal = match (&a.kind, &b.kind) {
        (K::Number(a), K::Number(b)) => a == b,
        (K::Truth(a), K::Truth(b)) => a == b,
        (K::Cell(a), K::Cell(b)) => a == b,
        (K::Player(a), K::Player(b)) => a == b,
        (K::Kind(a), K::Kind(b)) => a == b,
        (K::Direction(a), K::Direction(b)) => a == b,
        (K::Directions(a), K::Directions(b)) => a == b,
        (K::Region(a), K::Region(b)) => a == b,
        (K::Word(a), K::Word(b)) => a == b,
        (K::Local(a), K::Local(b)) => {
            names.iter().rev().find(|(x, y)| x == a || y == b).map_or(a == b, |(x, y)| x == a && y == b)
        }
        (K::Call(a, _), K::Call(b, _)) => a == b,
        (K::Builtin(a, _), K::Builtin(b, _)) => a == b,
        (K::Pieces { kind: a, owner: x }, K::Pieces { kind: b, owner: y })
        | (K::Piece { kind: a, owner: x }, K::Piece { kind: b, owner: y }) => a == b && x.is_some() == y.is_some(),
        (K::Neighbours(a, _), K::Neighbours(b, _)) => a == b,
        (K::Pattern { pattern: a, of: x, through: p }, K::Pattern { pattern: b, of: y, through: q }) => {
            a == b && x.is_some() == y.is_some() && p.is_some() == q.is_some()
        }
        (K::Counter(a, _), K::Counter(b, _)) => a == b,
        (K::Marked(a), K::Marked(b)) => a == b,
        (K::Not(_), K::Not(_))
        | (K::If(..), K::If(..))
        | (K::Before(_), K::Before(_))
        | (K::TurnStart(_), K::TurnStart(_)) => true,
        (K::Quantified { every: x, local: a, over: p, .. }, K::Quantified { every: y, local: b, over: q, .. }) => {
            x == y && bound(*a, *b, p, q, names)
        }
        (K::Filter { local: a, over: p, .. }, K::Filter { local: b, over: q, .. }) => bound(*a, *b, p, q, names),
        (
            K::Fold { how: x, local: a, over: p, condition: c, .. },
            K::Fold { how: y, local: b, over: q, condition: d, .. },
        ) => x == y && c.is_some() == d.is_some() && bound(*a, *b, p, q, names),
        (K::LastPick(a, i), K::LastPick(b, j)) => a == b && i == j,
        (K::LastTo(a), K::LastTo(b)) => a == b,
        _ => false,
    };
    let (left, right) = (a.parts(), b.parts());
    let result = equal && left.len() == right.len() && left.into_iter().zip(right).all(|(a, b)| same(a, b, names));
    names.truncate(depth);
    result
}

/// Whether the sets agree, with their members paired from then on.
fn bound(a: LocalId, b: LocalId, over: &Expr, other: &Expr, names: &mut Vec<(LocalId, LocalId)>) -> bool {
    let agree = same(over, other, names);
    names.push((a, b));
    agree
}

/// Whether two expressions say the same with the same names.
pub fn equal(a: &Expr, b: &Expr) -> bool {
    same(a, b, &mut Vec::new())
}
