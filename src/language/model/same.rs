//! Whether two expressions say the same, wherever they stand: their places do not matter, nor what the names are called that they
//! bind, nor which side of a symmetric operator stands first.

use super::expr::{Expr, ExprKind};
use super::ids::LocalId;
use super::row::Order;

/// Whether two expressions say the same with the same names.
pub fn same(a: &Expr, b: &Expr) -> bool {
    same_with(a, b, &mut Vec::new())
}

/// Whether the expressions of two lists say the same, one after the other.
pub fn same_all(a: &[Expr], b: &[Expr]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

/// Whether two expressions that may be left out say the same.
pub fn same_option(a: Option<&Expr>, b: Option<&Expr>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => same(a, b),
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// Whether two expressions say the same where the names of `names`, in pairs, stand for the same things.
pub fn same_with(a: &Expr, b: &Expr, names: &mut Vec<(LocalId, LocalId)>) -> bool {
    if a.ty != b.ty {
        return false;
    }
    let depth = names.len();
    let result = same_kind(&a.kind, &b.kind, names) && same_parts(a, b, names);
    names.truncate(depth);
    result
}

/// Whether two expressions are alike but for their parts. Names that they bind are paired from then on.
fn same_kind(a: &ExprKind, b: &ExprKind, names: &mut Vec<(LocalId, LocalId)>) -> bool {
    use ExprKind as K;
    match (a, b) {
        (K::Number(a), K::Number(b)) => a == b,
        (K::Truth(a), K::Truth(b)) => a == b,
        (K::Cell(a), K::Cell(b)) => a == b,
        (K::Player(a), K::Player(b)) => a == b,
        (K::Kind(a), K::Kind(b)) => a == b,
        (K::Kinds(a), K::Kinds(b)) => a == b,
        (K::Direction(a), K::Direction(b)) => a == b,
        (K::Directions(a), K::Directions(b)) => a == b,
        (K::Region(a), K::Region(b)) => a == b,
        (K::Word(a), K::Word(b)) => a == b,
        (K::Local(a), K::Local(b)) => {
            names.iter().rev().find(|(x, y)| x == a || y == b).map_or(a == b, |(x, y)| x == a && y == b)
        }
        (K::Call(a, _), K::Call(b, _)) => a == b,
        (K::Builtin(a, _), K::Builtin(b, _)) => a == b,
        (K::Pieces { owner: x, .. }, K::Pieces { owner: y, .. })
        | (K::Piece { owner: x, .. }, K::Piece { owner: y, .. }) => x.is_some() == y.is_some(),
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
        (K::Quantified { every: x, local: a, .. }, K::Quantified { every: y, local: b, .. }) => {
            names.push((*a, *b));
            x == y
        }
        (K::Filter { local: a, .. }, K::Filter { local: b, .. }) => {
            names.push((*a, *b));
            true
        }
        (K::Fold { how: x, local: a, condition: c, .. }, K::Fold { how: y, local: b, condition: d, .. }) => {
            names.push((*a, *b));
            x == y && c.is_some() == d.is_some()
        }
        (K::Spread { own: a, member: c, .. }, K::Spread { own: b, member: d, .. }) => {
            names.extend(a.zip(*b).into_iter().chain(c.zip(*d)));
            a.is_some() == b.is_some() && c.is_some() == d.is_some()
        }
        (K::Parts { joint: a, .. }, K::Parts { joint: b, .. })
        | (K::Distance { joint: a, .. }, K::Distance { joint: b, .. }) => a == b,
        (K::LastPick(a, i), K::LastPick(b, j)) => a == b && i == j,
        (K::LastTo(a), K::LastTo(b)) => a == b,
        // What is wrong is like nothing, and what is of another kind is not the same.
        (K::Error, _)
        | (K::Number(_), _)
        | (K::Truth(_), _)
        | (K::Cell(_), _)
        | (K::Player(_), _)
        | (K::Kind(_), _)
        | (K::Kinds(_), _)
        | (K::Direction(_), _)
        | (K::Directions(_), _)
        | (K::Region(_), _)
        | (K::Word(_), _)
        | (K::Local(_), _)
        | (K::Call(..), _)
        | (K::Builtin(..), _)
        | (K::Pieces { .. }, _)
        | (K::Piece { .. }, _)
        | (K::Neighbours(..), _)
        | (K::Pattern { .. }, _)
        | (K::Counter(..), _)
        | (K::Marked(_), _)
        | (K::Not(_), _)
        | (K::If(..), _)
        | (K::Before(_), _)
        | (K::TurnStart(_), _)
        | (K::Quantified { .. }, _)
        | (K::Filter { .. }, _)
        | (K::Fold { .. }, _)
        | (K::Spread { .. }, _)
        | (K::Distance { .. }, _)
        | (K::Parts { .. }, _)
        | (K::LastPick(..), _)
        | (K::LastTo(_), _) => false,
    }
}

/// Whether the parts of two such expressions say the same.
fn same_parts(a: &Expr, b: &Expr, names: &mut Vec<(LocalId, LocalId)>) -> bool {
    let (left, right) = (a.parts(), b.parts());
    if left.len() != right.len() {
        return false;
    }
    if let (ExprKind::Builtin(builtin, _), [p, q], [r, s]) = (&a.kind, left.as_slice(), right.as_slice())
        && builtin.row().order != Order::Fixed
    {
        return same_with(p, r, names) && same_with(q, s, names) || same_with(p, s, names) && same_with(q, r, names);
    }
    left.into_iter().zip(right).all(|(a, b)| same_with(a, b, names))
}

#[cfg(test)]
mod tests {
    use super::{same, same_with};
    use crate::model::{Builtin, Expr, ExprKind, LocalId, Type};
    use crate::source::{FileId, Span};
    use crate::util::Rational;

    fn expr(kind: ExprKind, at: usize) -> Expr {
        Expr { kind, ty: Type::Number, span: Span::new(FileId(0), at, at + 1) }
    }

    fn number(n: i64, at: usize) -> Expr {
        expr(ExprKind::Number(Rational::whole(n)), at)
    }

    fn builtin(builtin: Builtin, parts: [Expr; 2]) -> Expr {
        expr(ExprKind::Builtin(builtin, parts.into()), 0)
    }

    #[test]
    fn places_do_not_matter() {
        assert!(same(&number(3, 0), &number(3, 7)));
        assert!(!same(&number(3, 0), &number(4, 0)));
    }

    #[test]
    fn sides_matter_where_the_operator_is_not_symmetric() {
        let both = |of, a, b| builtin(of, [number(a, 0), number(b, 2)]);
        assert!(same(&both(Builtin::Add, 1, 2), &both(Builtin::Add, 2, 1)));
        assert!(!same(&both(Builtin::Add, 1, 2), &both(Builtin::Add, 2, 2)));
        assert!(!same(&both(Builtin::Subtract, 1, 2), &both(Builtin::Subtract, 2, 1)));
    }

    #[test]
    fn names_are_themselves_unless_they_are_paired() {
        let [a, b] = [1, 2].map(|id| expr(ExprKind::Local(LocalId(id)), 0));
        assert!(same(&a, &a) && !same(&a, &b));
        let mut names = vec![(LocalId(1), LocalId(2))];
        assert!(same_with(&a, &b, &mut names));
        assert!(!same_with(&b, &a, &mut names), "2 is what 1 is called on the other side");
    }
}
