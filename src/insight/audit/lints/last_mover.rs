//! How an end clause that holds a turn late is put right.

use rulebook_language::diagnostic::{Edit, Fix};
use rulebook_language::model::row::Reads;
use rulebook_language::model::{Builtin, Expr, ExprKind, Game};

/// The clause about the last mover: `last mover` for `me`, `owned(last mover)` for `mine`. It is not offered where the player
/// is asked about in other words.
pub fn fix(game: &Game, when: &Expr, who: &Expr) -> Option<Fix> {
    let mut edits = vec![Edit { span: who.span, text: "last mover".to_owned() }];
    let mut plain = true;
    when.visit(&mut |part| match &part.kind {
        ExprKind::Builtin(Builtin::Me, _) => edits.push(Edit { span: part.span, text: "last mover".to_owned() }),
        ExprKind::Builtin(Builtin::Mine, _) => {
            edits.push(Edit { span: part.span, text: "owned(last mover)".to_owned() })
        }
        ExprKind::Pieces { .. } => plain = false,
        ExprKind::Call(id, args) => {
            let asks = game.definitions.get(*id).is_none_or(|definition| definition.body.reads().any(Reads::MOVER));
            plain &= !asks || args.iter().any(|arg| matches!(arg.kind, ExprKind::Builtin(Builtin::Me, _)));
        }
        _ => {}
    });
    edits.sort_by_key(|edit| edit.span.start);
    let apart = edits.windows(2).all(|pair| matches!(pair, [a, b] if a.span.end < b.span.start));
    let title = "write `last mover`".to_owned();
    (plain && apart).then_some(Fix { title, edits, safe: false })
}
