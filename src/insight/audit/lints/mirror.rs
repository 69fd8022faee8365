//! What is said of one of two players and does not mirror what is said of the other, where everything else does.
//!
//! Looked at are the choices between players, as in `if me is Black then north else south`, and the setup. Said only where one map of
//! the board exchanges both sides of all of them but one, and of at least two.

use super::conditions::is_optional;
use super::list::Found;
use super::setup::cells_of;
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
    let mut choices = Vec::new();
    game.definitions.iter().for_each(|definition| gather(game, &definition.body, &mut choices));
    let sides = setup(game);
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

fn gather<'g>(game: &'g Game, body: &'g Expr, choices: &mut Vec<PlayersChoice<'g>>) {
    body.visit(&mut |expr| {
        let ExprKind::If(condition, then, otherwise) = &expr.kind else { return };
        let asks_player = match &condition.kind {
            ExprKind::Builtin(Builtin::Equal, args) => {
                args.iter().any(|arg| matches!(arg.kind, ExprKind::Player(_)))
                    && args.iter().any(|arg| matches!(arg.kind, ExprKind::Builtin(Builtin::Me, _) | ExprKind::Local(_)))
            }
            _ => false,
        };
        let side = |expr| constant(expr, Some(&game.board), &game.definitions).filter(is_place);
        if asks_player
            && !is_optional(game, expr)
            && let (Some(a), Some(b)) = (side(then), side(otherwise))
            && a != b
        {
            choices.push(PlayersChoice { expr, sides: [a, b] });
        }
    });
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
