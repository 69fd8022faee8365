//! Changes of a game as a whole: the board, the pie rule, what becomes of who cannot move.

use super::change::Effort;
use super::maker::Maker;
use crate::sheet::Slot;
use rulebook_language::syntax::ast::{BoardDecl, DeclarationKind, ExprKind, Pie};

/// Shapes that a board of the same measures can have.
const SHAPES: [&str; 4] = ["square", "hexagon", "rhombus", "triangle"];

/// Changes of a board: other measures, where they are numbers and no options, and another shape.
pub fn board(maker: &mut Maker<'_>, board: &BoardDecl) {
    for argument in &board.args {
        if let ExprKind::Number(digits) = &argument.kind {
            maker.number(argument.span, digits);
        }
    }
    if board.args.len() == 1 && SHAPES.contains(&board.shape.text.as_str()) {
        for shape in SHAPES {
            maker.replace(board.shape.span, shape, Effort::Great);
        }
    }
    board.only.iter().for_each(|only| maker.expr(only));
}

/// What is added to a game, or taken from it.
pub fn whole(maker: &mut Maker<'_>) {
    let players = maker.ground.prepared.game.players.len();
    let pie = maker.of_slot(&Slot::Single("pie")).last().and_then(|declared| match declared.declaration.kind {
        DeclarationKind::Pie(pie) => Some(pie),
        _ => None,
    });
    let pie = pie.unwrap_or(Pie::Off);
    if players == 2 {
        for (other, line, words) in [
            (Pie::Swap, "pie", "with a pie rule"),
            (
                Pie::FirstStone,
                "pie by first stone",
                "with a pie rule: the first seat places a stone, the second chooses a colour",
            ),
            (Pie::Off, "pie off", "without the pie rule"),
        ] {
            if other != pie {
                maker.add("pie", vec![line.to_owned()], words.to_owned(), Effort::Small);
            }
        }
    }
    let asks_for_moves = maker.ground.declared.iter().any(|declared| {
        let text = maker.slice(declared.declaration.span);
        matches!(declared.declaration.kind, DeclarationKind::End(_))
            && (text.contains("no move") || text.contains("can move"))
    });
    if !asks_for_moves {
        for (result, words) in [("wins", "who cannot move loses"), ("loses", "who cannot move wins")] {
            let line = format!("end stranded when no move {{ last mover {result} }}");
            maker.add("end stranded", vec![line], words.to_owned(), Effort::Some);
        }
    }
}
