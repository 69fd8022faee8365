//! How far a position is from a condition, as an expression of the language: 0 where it holds, else the more the further it is from
//! holding (branch distance: Korel, 1990; Tracey, Clark, Mander and McDermid, 1998).

use rustc_hash::FxHashMap;

use rulebook_language::model::{Builtin, Expr, ExprKind, Fold, Game, LocalId, Type};
use rulebook_language::source::Span;
use rulebook_language::util::Rational;

/// What a condition costs that can never be met.
const FAR: i64 = 64;
/// The most expressions that one distance is made of.
const MAX_PARTS: u32 = 400;

/// The distance from where a condition of a game comes to `wanted`; nothing where that would be too long.
pub fn distance(game: &Game, condition: &Expr, wanted: bool) -> Option<Expr> {
    let mut made = Made { game, left: MAX_PARTS };
    let found = made.to(condition, wanted);
    (made.left > 0).then_some(found)
}

/// The distance from where both hold.
pub fn sum(a: Expr, b: Expr) -> Expr {
    let span = a.span;
    number(ExprKind::Builtin(Builtin::Add, vec![a, b]), span)
}

/// The distance of a number from another one.
pub fn apart(a: Expr, b: Expr) -> Expr {
    let span = a.span;
    let less = number(ExprKind::Builtin(Builtin::Subtract, vec![a, b]), span);
    number(ExprKind::Builtin(Builtin::Absolute, vec![less]), span)
}

/// A whole number.
pub fn whole(n: i64, span: Span) -> Expr {
    number(ExprKind::Number(Rational::whole(n)), span)
}

fn number(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Number, span }
}

struct Made<'g> {
    game: &'g Game,
    left: u32,
}

impl Made<'_> {
    fn to(&mut self, condition: &Expr, wanted: bool) -> Expr {
        let span = condition.span;
        if self.left == 0 {
            return whole(0, span);
        }
        self.left -= 1;
        let built = |builtin, args| number(ExprKind::Builtin(builtin, args), span);
        match &condition.kind {
            ExprKind::Truth(truth) => whole(if *truth == wanted { 0 } else { FAR }, span),
            ExprKind::Not(of) => self.to(of, !wanted),
            ExprKind::Builtin(builtin @ (Builtin::And | Builtin::Or), args) => {
                let parts: Vec<Expr> = args.iter().map(|arg| self.to(arg, wanted)).collect();
                let all = (*builtin == Builtin::And) == wanted;
                match all {
                    true => parts.into_iter().reduce(sum).unwrap_or_else(|| whole(0, span)),
                    false => built(Builtin::Minimum, parts),
                }
            }
            ExprKind::Builtin(builtin, args) => {
                let found = match args.as_slice() {
                    [a, b] => self.compared(*builtin, a, b, wanted, span),
                    [set] => self.emptied(*builtin, set, wanted),
                    _ => None,
                };
                found.unwrap_or_else(|| step(condition, wanted))
            }
            ExprKind::Quantified { every, local, over, condition: of } => {
                let body = Box::new(self.to(of, wanted));
                let (local, set) = (*local, Box::new(Expr::clone(over)));
                let how = if *every == wanted { Fold::Sum } else { Fold::Min };
                let fold = number(ExprKind::Fold { how, local, over: set, condition: None, body }, span);
                // The least of none would be 0.
                match (how, over.ty) {
                    (Fold::Min, Type::Cells | Type::Groups) => {
                        let some = ExprKind::Builtin(Builtin::NotEmpty, vec![Expr::clone(over)]);
                        let some = Expr { kind: some, ty: Type::Truth, span };
                        number(ExprKind::If(Box::new(some), Box::new(fold), Box::new(whole(FAR, span))), span)
                    }
                    _ => fold,
                }
            }
            ExprKind::If(when, then, otherwise) => {
                let mut way = |holds, then| sum(self.to(when, holds), self.to(then, wanted));
                let ways = vec![way(true, then), way(false, otherwise)];
                built(Builtin::Minimum, ways)
            }
            ExprKind::Call(id, args) => {
                let Some(definition) = self.game.definitions.get(*id) else { return step(condition, wanted) };
                let named = definition.params.iter().copied().zip(args.iter().cloned()).collect();
                let mut body = definition.body.clone();
                put_in(&mut body, &named);
                self.to(&body, wanted)
            }
            _ => step(condition, wanted),
        }
    }

    /// How far two numbers are from comparing so.
    fn compared(&mut self, builtin: Builtin, a: &Expr, b: &Expr, wanted: bool, span: Span) -> Option<Expr> {
        let built = |builtin, args| number(ExprKind::Builtin(builtin, args), span);
        if builtin == Builtin::SubsetOf && wanted {
            let outside = ExprKind::Builtin(Builtin::Difference, vec![a.clone(), b.clone()]);
            return Some(built(Builtin::Count, vec![Expr { kind: outside, ty: Type::Cells, span }]));
        }
        if a.ty != Type::Number || b.ty != Type::Number {
            return None;
        }
        // How much the first is above the second, with what has to be between them.
        let above = |a: &Expr, b: &Expr, strictly: bool| {
            let more = built(Builtin::Subtract, vec![a.clone(), b.clone()]);
            let more = if strictly { sum(more, whole(1, span)) } else { more };
            built(Builtin::Maximum, vec![whole(0, span), more])
        };
        match (builtin, wanted) {
            (Builtin::Less, true) => Some(above(a, b, true)),
            (Builtin::Less, false) => Some(above(b, a, false)),
            (Builtin::LessOrEqual, true) => Some(above(a, b, false)),
            (Builtin::LessOrEqual, false) => Some(above(b, a, true)),
            (Builtin::Equal, true) | (Builtin::NotEqual, false) => Some(apart(a.clone(), b.clone())),
            _ => None,
        }
    }

    /// How many members a set has too many.
    fn emptied(&mut self, builtin: Builtin, set: &Expr, wanted: bool) -> Option<Expr> {
        let empty = (builtin == Builtin::IsEmpty && wanted) || (builtin == Builtin::NotEmpty && !wanted);
        let count = match set.ty {
            Type::Cells => Builtin::Count,
            Type::Groups => Builtin::GroupCount,
            _ => return None,
        };
        empty.then(|| number(ExprKind::Builtin(count, vec![set.clone()]), set.span))
    }
}

/// Of what cannot be measured: 0 or 1.
fn step(condition: &Expr, wanted: bool) -> Expr {
    let span = condition.span;
    let (holds, fails) = if wanted { (0, 1) } else { (1, 0) };
    let (holds, fails) = (Box::new(whole(holds, span)), Box::new(whole(fails, span)));
    number(ExprKind::If(Box::new(condition.clone()), holds, fails), span)
}

/// Puts arguments in the place of parameters.
fn put_in(body: &mut Expr, named: &FxHashMap<LocalId, Expr>) {
    if let ExprKind::Local(local) = &body.kind
        && let Some(argument) = named.get(local)
    {
        *body = argument.clone();
        return;
    }
    for part in body.parts_mut() {
        put_in(part, named);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::distance;
    use crate::library::load;
    use rulebook_language::util::Rational;
    use rulebook_play::engine::{Answer, Position};
    use rulebook_play::plan;

    const RULES: &str = r#"game "D" {
  players Black, White
  board square(3)
  piece stone
  counter quiet: 0..=9
  condition few(c: cells) = count(c) < 2
  move place {
    pick c in empty
    put my stone on c
    add 1 to quiet
  }
  turn place or pass
  end when CONDITION { draw }
}
"#;

    /// How far the position after these moves is from a condition, and from its contrary.
    fn far(condition: &str, moves: &[&str]) -> [Rational; 2] {
        let loaded = load("d.game", &RULES.replace("CONDITION", condition));
        let game = loaded.prepare(None, &[]).0.unwrap().game;
        let [yes, no] = [true, false].map(|wanted| distance(&game, &game.ends[0].when, wanted).unwrap());
        let plan = plan::compile_with(&game, &[&yes, &no]).unwrap();
        let mut position = Position::new(game, plan);
        for text in moves {
            let action = position.find(text).unwrap();
            position.play_unchecked(&action).unwrap();
        }
        [0, 1].map(|question| {
            let Some(Answer::Number(number)) = position.answer(question).unwrap() else { return Rational::whole(-1) };
            number
        })
    }

    #[test]
    fn what_is_nearer_is_less_far() {
        let of = |condition: &str, moves: &[&str]| far(condition, moves).map(|n| n.to_whole().unwrap());
        assert_eq!(of("quiet = 5", &["a1", "a2"]), [3, 0]);
        assert_eq!(of("quiet >= 5 and count(occupied) > 8", &["a1", "a2"]), [3 + 7, 0]);
        assert_eq!(of("quiet >= 5 or count(occupied) > 8", &["a1", "a2"])[0], 3);
        assert_eq!(of("no occupied", &["a1", "a2"]), [2, 0]);
        assert_eq!(of("few(empty)", &["a1", "a2", "a3"]), [6 - 1, 0]);
        assert_eq!(of("every c in occupied has row(c) = 3", &["a1", "a2"]), [2 + 1, 0]);
        assert_eq!(of("some c in occupied where row(c) = 3", &["a1", "a2"])[0], 1);
        assert_eq!(of("some c in occupied where row(c) = 3", &["pass"])[0], super::FAR);
        assert_eq!(of("not (mine in top) and not few(board)", &["a3", "b3"]), [1, 0]);
    }
}
