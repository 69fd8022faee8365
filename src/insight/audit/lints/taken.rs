//! End clauses that ask for fewer pieces than there ever are, since no move takes any off the board.

use super::conditions::is_optional;
use super::facts::Stands;
use super::list::Found;
use super::setup::at_start;
use super::walk::does_some_change;
use crate::audit::interpret::Fuel;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Builtin, Content, Expr, ExprKind, Game, KindId, PlayerId, Primitive, TransferMode};

/// Looks at the end clauses.
pub fn check(game: &Game, found: &mut Found) {
    if game.max_height > 1 || game.setup.is_empty() || is_some_taken(game, &found.work) {
        return;
    }
    for end in &game.ends {
        look(game, &end.when, found);
    }
}

/// Whether some move can take a piece off the board, or give it another owner or kind.
fn is_some_taken(game: &Game, work: &Option<Fuel>) -> bool {
    does_some_change(game, work, |primitive, facts| match primitive {
        Primitive::Assign { cells, content } => match content {
            Content::Piece { .. } | Content::Nothing | Content::OtherOwner | Content::Kind(_) => {
                facts.may_hold(cells, Stands::Piece)
            }
        },
        Primitive::Transfer { to, mode: TransferMode::Replace, .. } => facts.may_hold(to, Stands::Piece),
        Primitive::Transfer { mode: TransferMode::Exchange, .. } => false,
        Primitive::Transfer { mode: TransferMode::Stack | TransferMode::Top(_) | TransferMode::Tuck(_), .. }
        | Primitive::Unstack { .. } => true,
        Primitive::Set { .. }
        | Primitive::Sow(_)
        | Primitive::Mark { .. }
        | Primitive::For { .. }
        | Primitive::Repeat { .. }
        | Primitive::If { .. }
        | Primitive::Let(..)
        | Primitive::Require(_) => false,
    })
}

fn look(game: &Game, condition: &Expr, found: &mut Found) {
    if let ExprKind::Builtin(Builtin::And | Builtin::Or, parts) = &condition.kind {
        return parts.iter().for_each(|part| look(game, part, found));
    }
    let Some((set, most)) = asks_for_few(condition) else { return };
    let Some(least) = least(game, set).filter(|least| *least as i64 > most) else { return };
    if is_optional(game, condition) {
        return;
    }
    let there = if least == 1 { "there is always 1".to_owned() } else { format!("there are always {least}") };
    found.add(
        Diagnostic::new(Code::LintConstant, condition.span, "this condition never holds")
            .label(format!("no move takes a piece off the board: {there} of these"))
            .help("let a move take pieces, as in `remove c`, or remove the condition"),
    );
}

/// The set of which a condition wants so many at most.
fn asks_for_few(condition: &Expr) -> Option<(&Expr, i64)> {
    let number = |expr: &Expr| match &expr.kind {
        ExprKind::Number(number) => number.to_whole(),
        _ => None,
    };
    match &condition.kind {
        ExprKind::Builtin(Builtin::IsEmpty, set) => Some((set.first()?, 0)),
        ExprKind::Builtin(builtin @ (Builtin::Less | Builtin::LessOrEqual | Builtin::Equal), args) => {
            let [a, b] = args.as_slice() else { return None };
            let ExprKind::Builtin(Builtin::Count, set) = &a.kind else { return None };
            let most = number(b)? - i64::from(*builtin == Builtin::Less);
            Some((set.first()?, most))
        }
        _ => None,
    }
}

/// How many cells of a set of a player's pieces there are at the start, of the player who has the fewest.
fn least(game: &Game, set: &Expr) -> Option<usize> {
    let of = |owner: Option<&Expr>, kind: Option<KindId>| match owner.map(|owner| &owner.kind) {
        Some(ExprKind::Player(player)) => at_start(game, *player, kind),
        _ => game.players.ids().map(|player: PlayerId| at_start(game, player, kind)).min()?,
    };
    match &set.kind {
        ExprKind::Builtin(Builtin::Mine | Builtin::Enemies, _) => of(None, None),
        ExprKind::Builtin(Builtin::OwnedBy, owner) => of(owner.first(), None),
        ExprKind::Pieces { kind, owner } => of(owner.as_deref(), Some(kind.named_kind()?)),
        _ => None,
    }
}
