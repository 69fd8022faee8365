//! What is said of one of two players and does not mirror what is said of the other, where everything else does.
//!
//! Looked at are the choices between players, as in `if me is Black then north else south`, and the setup. Said only where one map of
//! the board exchanges both sides of all of them but one, and of at least two. A place that both are told of is said to be the same
//! for both only where all other rules are shown to be each other's image.

use super::conditions::is_optional;
use super::equipment::every_expr;
use super::list::Found;
use super::setup::cells_of;
use crate::audit::symmetry::symmetries;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Builtin, Constant, Expr, ExprKind, Game, PlayerId, constant};
use rulebook_language::topology::Symmetry;
use rulebook_language::util::Id;

/// How many choices that mirror each other show that the one that does not was meant to.
const ENOUGH: usize = 2;

/// Looks at the choices between two players.
pub fn check(game: &Game, found: &mut Found) {
    if game.players.len() != 2 {
        return;
    }
    let mut choices: Vec<PlayersChoice<'_>> = Vec::new();
    every_expr(game, &mut |expr| {
        // What is done after every move is said once.
        if choices.iter().all(|known| known.expr.span != expr.span) {
            choices.extend(choice(game, expr));
        }
    });
    let sides = setup(game);
    if !choices.is_empty() && sides.is_some() && shared(game, &choices, found) {
        return;
    }
    if choices.len() + usize::from(sides.is_some()) <= ENOUGH {
        return;
    }
    for symmetry in game.board.symmetries() {
        let setup = sides.as_ref().is_some_and(|[a, b]| mirrors(symmetry, a, b));
        let mut broken = choices.iter().filter(|choice| !mirrors(symmetry, &choice.sides[0], &choice.sides[1]));
        let (Some(one), None) = (broken.next(), broken.next()) else {
            // Nothing is out of place by this map, or more than a slip.
            if choices.iter().all(|choice| mirrors(symmetry, &choice.sides[0], &choice.sides[1])) && setup {
                return;
            }
            continue;
        };
        if choices.len() - 1 + usize::from(setup) >= ENOUGH && (setup || sides.is_none()) {
            found.add(
                Diagnostic::new(Code::LintMirror, one.expr.span, "this does not mirror what the other player has")
                    .label("every other choice between the players does")
                    .help("correct one of its branches; where the players are meant to differ, say why with `allow`"),
            );
            return;
        }
    }
}

/// A choice between what two players have, known before the game.
struct PlayersChoice<'g> {
    expr: &'g Expr,
    sides: [Constant; 2],
}

/// What an expression chooses for either player, if it is such a choice.
fn choice<'g>(game: &'g Game, expr: &'g Expr) -> Option<PlayersChoice<'g>> {
    let ExprKind::If(condition, then, otherwise) = &expr.kind else { return None };
    let asks_player = match &condition.kind {
        ExprKind::Builtin(Builtin::Equal, args) => {
            args.iter().any(|arg| matches!(arg.kind, ExprKind::Player(_)))
                && args.iter().any(|arg| matches!(arg.kind, ExprKind::Builtin(Builtin::Me, _) | ExprKind::Local(_)))
        }
        _ => false,
    };
    let side = |expr| constant(expr, Some(&game.board), &game.definitions).filter(is_place);
    let (a, b) = (side(then)?, side(otherwise)?);
    (asks_player && !is_optional(game, expr) && a != b).then_some(PlayersChoice { expr, sides: [a, b] })
}

/// A place that both players are told of though it is no image of itself, where all else of the one is an image of the other's.
fn shared(game: &Game, choices: &[PlayersChoice<'_>], found: &mut Found) -> bool {
    let audit = symmetries(game);
    let ([one], Some(nearest)) = (audit.breaking.as_slice(), &audit.nearest) else { return false };
    if choices.iter().any(|choice| choice.expr.span == one.span) || !nearest.keeps_setup {
        return false;
    }
    let mut place = None;
    every_expr(game, &mut |expr| {
        if expr.span == one.span && place.is_none() && !is_optional(game, expr) {
            place = constant(expr, Some(&game.board), &game.definitions).filter(is_place);
        }
    });
    let Some(Constant::Cells(cells)) = place else { return false };
    if cells.iter().all(|cell| cells.contains(&nearest.cell(*cell))) {
        return false;
    }
    let names: Vec<&str> = game.players.iter().map(String::as_str).collect();
    let [first, second] = names.as_slice() else { return false };
    let message = format!("this is the same for `{first}` and `{second}`, where all else of the one mirrors the other");
    found.add(
        Diagnostic::new(Code::LintMirror, one.span, message).label("no image of itself for the other player").help(
            format!(
                "name a place for each, as in `if me is {first} then top else bottom`; where it is meant so, say why with `allow`"
            ),
        ),
    );
    true
}

fn is_place(constant: &Constant) -> bool {
    match constant {
        Constant::Cell(cell) => cell.is_some(),
        Constant::Cells(cells) => !cells.is_empty(),
        Constant::Directions(directions) => !directions.is_empty(),
        Constant::Direction(_) => true,
        Constant::Number(_) | Constant::Truth(_) | Constant::Player(_) | Constant::Kind(_) | Constant::Kinds(_) => {
            false
        }
    }
}

/// Where each player's pieces stand at the start, if there are any.
fn setup(game: &Game) -> Option<[Constant; 2]> {
    let [a, b] = [0, 1].map(|player| cells_of(game, PlayerId::from_index(player)).filter(|cells| !cells.is_empty()));
    Some([Constant::Cells(a?), Constant::Cells(b?)])
}

/// Whether a map of the board exchanges the two.
fn mirrors(symmetry: &Symmetry, a: &Constant, b: &Constant) -> bool {
    leads(symmetry, a, b) && leads(symmetry, b, a)
}

fn leads(symmetry: &Symmetry, from: &Constant, to: &Constant) -> bool {
    match (from, to) {
        (Constant::Cell(Some(a)), Constant::Cell(Some(b))) => symmetry.cell(*a) == *b,
        (Constant::Cells(a), Constant::Cells(b)) => {
            a.len() == b.len() && a.iter().all(|cell| b.contains(&symmetry.cell(*cell)))
        }
        (Constant::Direction(a), Constant::Direction(b)) => symmetry.direction(*a) == *b,
        (Constant::Directions(a), Constant::Directions(b)) => {
            a.len() == b.len() && a.iter().all(|direction| b.contains(&symmetry.direction(*direction)))
        }
        _ => false,
    }
}
