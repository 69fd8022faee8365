//! Neutral pieces that are named as members of groups of one colour: they have none, and join no such group.

use super::list::Found;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Builtin, Expr, ExprKind, Game, KindId, PatternKind};
use rulebook_language::source::Span;

/// Looks at what groups, lines and loops of one colour are made of.
pub fn check(game: &Game, found: &mut Found) {
    for pattern in game.patterns.iter().filter(|pattern| pattern.by_owner) {
        for (kind, span) in named(&pattern.members) {
            let Some(kind) = game.kinds.get(kind).filter(|kind| kind.neutral) else { continue };
            found.add(
                Diagnostic::new(
                    Code::LintNeutralGroup,
                    span,
                    format!("no `{}` is ever in this {}: it belongs to nobody", kind.name, word(pattern.sort)),
                )
                .label("`like-coloured` pieces belong to one player")
                .help("leave `like-coloured` out, leave these pieces out, or give them to a player"),
            );
        }
    }
}

/// The kinds whose pieces a set of members says that it has, each with its place.
fn named(members: &Expr) -> Vec<(KindId, Span)> {
    match &members.kind {
        ExprKind::Pieces { kind, .. } => match kind.kind {
            ExprKind::Kind(kind) => vec![(kind, members.span)],
            _ => Vec::new(),
        },
        ExprKind::Builtin(Builtin::Union | Builtin::SetOf, parts) => parts.iter().flat_map(named).collect(),
        _ => Vec::new(),
    }
}

fn word(sort: PatternKind) -> &'static str {
    match sort {
        PatternKind::Group => "group",
        PatternKind::Loop => "loop",
        PatternKind::Line { .. } => "line",
    }
}
