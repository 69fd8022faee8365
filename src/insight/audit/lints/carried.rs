//! Marks of cells that every move carries along by hand, from where a piece stood to where it goes: such a mark goes with the pieces.

use super::list::Found;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{
    Builtin, Expr, ExprKind, Game, MarkId, Move, Primitive, TransferMode, all_primitives, primitives, same,
};
use rulebook_language::util::Id;

/// Looks at the marks of cells.
pub fn check(game: &Game, found: &mut Found) {
    for (id, mark) in game.marks.iter_ids().filter(|(_, mark)| mark.carriers.is_none()) {
        let moving: Vec<&Move> = game.moves.iter().filter(|rule| !transfers(rule).is_empty()).collect();
        if moving.is_empty() || !moving.iter().all(|rule| carries(rule, id)) {
            continue;
        }
        let (Some(span), name) = (game.places.marks.get(id.index()), &mark.name) else { continue };
        let kind = game.kinds.iter().next().map_or("man", |kind| kind.name.as_str());
        found.add(
            Diagnostic::new(Code::LintCarried, *span, format!("every move carries the mark `{name}` along by hand"))
                .label("it goes with the pieces")
                .help(format!("declare it with them, as in `piece {kind} with {name}`; it goes along then by itself")),
        );
    }
}

/// From where to where a move moves pieces.
fn transfers(rule: &Move) -> Vec<(&Expr, &Expr)> {
    let moved = all_primitives(&rule.effects).into_iter().filter_map(|primitive| match primitive {
        Primitive::Transfer { from, to, mode: TransferMode::Replace } => Some((from, to)),
        _ => None,
    });
    moved.collect()
}

/// Whether a move takes a mark along wherever it moves a piece.
fn carries(rule: &Move, mark: MarkId) -> bool {
    let all = all_primitives(&rule.effects);
    transfers(rule).into_iter().all(|(from, to)| {
        let taken = all.iter().any(|primitive| {
            matches!(primitive, Primitive::Mark { mark: own, cells, on: false } if *own == mark && is_one(cells, from))
        });
        let put = all.iter().any(|primitive| match primitive {
            Primitive::If { condition, then, .. } => {
                asks(condition, mark, from)
                    && primitives(then).any(|inner| {
                        matches!(inner, Primitive::Mark { mark: own, cells, on: true } if *own == mark && is_one(cells, to))
                    })
            }
            _ => false,
        });
        taken && put
    })
}

/// Whether a condition is that a cell carries a mark.
fn asks(condition: &Expr, mark: MarkId, cell: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Builtin(Builtin::Contains, args) => match args.as_slice() {
            [asked, set] => matches!(set.kind, ExprKind::Marked(own) if own == mark) && same(asked, cell),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a set is one cell alone.
fn is_one(set: &Expr, cell: &Expr) -> bool {
    match &set.kind {
        ExprKind::Builtin(Builtin::OneCell, args) => args.first().is_some_and(|one| same(one, cell)),
        _ => same(set, cell),
    }
}
