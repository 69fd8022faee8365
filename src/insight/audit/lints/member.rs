//! One piece that is removed though its group was asked about: the rest of the group stays.

use super::conditions::is_optional;
use super::list::Found;
use crate::audit::uses::bodies;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{
    Builtin, Content, Effect, Expr, ExprKind, Game, LocalId, PatternId, Primitive, all_primitives,
};
use rulebook_language::util::a_quoted;

/// Looks at what is removed in loops.
pub fn check(game: &Game, found: &mut Found) {
    for primitive in all_primitives(game.rules().flat_map(|rule| &rule.effects)) {
        let Primitive::For { local, condition, body, .. } = primitive else { continue };
        let asked: Vec<(&Expr, PatternId)> = condition.iter().filter_map(|it| group(game, it, *local)).collect();
        for effect in body {
            for (effect, condition) in conditional(effect) {
                let mut here = asked.clone();
                here.extend(condition.and_then(|condition| group(game, condition, *local)));
                if let Some((condition, pattern)) = here.first()
                    && let Some(cells) = removes(effect, *local)
                    && !is_optional(game, condition)
                {
                    let name = game.patterns.get(*pattern).map_or("group", |pattern| pattern.name.as_str());
                    found.add(
                        Diagnostic::new(
                            Code::LintMember,
                            cells.span,
                            format!("one piece of {} is removed, and the rest stays", a_quoted(name)),
                        )
                        .label("a single cell")
                        .related(condition.span, format!("asks about the whole `{name}`"))
                        .help(format!("write `remove {name} at ...` for all of it")),
                    );
                }
            }
        }
    }
}

/// An effect, or those in its block with the condition of the block.
fn conditional(effect: &Effect) -> Vec<(&Effect, Option<&Expr>)> {
    match effect.does.as_slice() {
        [Primitive::If { condition, then, otherwise }] if otherwise.is_empty() => {
            then.iter().map(|inner| (inner, Some(condition))).collect()
        }
        _ => vec![(effect, None)],
    }
}

/// The group through a cell that a condition asks about, where it is about nothing else of the cell.
fn group<'g>(game: &'g Game, condition: &'g Expr, cell: LocalId) -> Option<(&'g Expr, PatternId)> {
    let mut found = None;
    condition.visit(&mut |part| {
        let is_it = |of: &Expr| matches!(of.kind, ExprKind::Local(local) if local == cell);
        match &part.kind {
            ExprKind::Pattern { pattern, through: Some(through), .. } if is_it(through) => {
                found = found.or(Some(*pattern));
            }
            ExprKind::Call(id, args) if args.iter().any(is_it) => {
                let Some((definition, inner)) = game.definitions.get(*id).zip(bodies(game, part).first().copied())
                else {
                    return;
                };
                let params: Vec<LocalId> =
                    definition.params.iter().zip(args).filter(|(_, arg)| is_it(arg)).map(|(param, _)| *param).collect();
                inner.visit(&mut |part| {
                    if let ExprKind::Pattern { pattern, through: Some(through), .. } = &part.kind
                        && matches!(through.kind, ExprKind::Local(local) if params.contains(&local))
                    {
                        found = found.or(Some(*pattern));
                    }
                });
            }
            _ => {}
        }
    });
    found.map(|pattern| (condition, pattern))
}

/// The set, if an effect removes that cell alone.
fn removes(effect: &Effect, cell: LocalId) -> Option<&Expr> {
    let [Primitive::Assign { cells, content: Content::Nothing }] = effect.does.as_slice() else { return None };
    let is_it = |of: &Expr| matches!(of.kind, ExprKind::Local(local) if local == cell);
    match &cells.kind {
        ExprKind::Builtin(Builtin::OneCell | Builtin::SetOf, one) => {
            matches!(one.as_slice(), [only] if is_it(only)).then_some(cells)
        }
        _ => is_it(cells).then_some(cells),
    }
}
