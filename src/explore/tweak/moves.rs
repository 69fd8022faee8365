//! Changes of moves and effects: what is asked, and when.

use super::change::Effort;
use super::maker::Maker;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{Statement, StatementKind};

/// Changes of statements.
pub fn block(maker: &mut Maker<'_>, block: &[Statement]) {
    block.iter().for_each(|statement| self::statement(maker, statement));
}

fn statement(maker: &mut Maker<'_>, statement: &Statement) {
    let first = |length: usize| {
        Span::new(statement.span.file, statement.span.start as usize, statement.span.start as usize + length)
    };
    match &statement.kind {
        StatementKind::Base | StatementKind::Written(_) => {}
        StatementKind::Pick { count, from, .. } => {
            count.iter().for_each(|count| {
                maker.expr(&count.0);
                if count.0.span != count.1.span {
                    maker.expr(&count.1);
                }
            });
            maker.expr(from);
        }
        StatementKind::PickPair { of, .. } => maker.expr(of),
        StatementKind::Link(change) => change.ends.iter().chain(&change.of).for_each(|part| maker.expr(part)),
        StatementKind::Repeat { most, condition, body } => {
            [most, condition].into_iter().for_each(|part| maker.expr(part));
            block(maker, body);
        }
        StatementKind::Let { value, .. } => maker.expr(value),
        StatementKind::Where(condition) => {
            maker.replace(statement.span, "", Effort::Some);
            maker.change(
                vec![(first("where".len()), "require".to_owned())],
                format!("`{}` asked after the move instead of before it", maker.shown(condition.span)),
                Effort::Some,
            );
            maker.expr(condition);
        }
        StatementKind::Require(condition) => {
            maker.replace(statement.span, "", Effort::Some);
            maker.change(
                vec![(first("require".len()), "where".to_owned())],
                format!("`{}` asked before the move instead of after it", maker.shown(condition.span)),
                Effort::Some,
            );
            maker.expr(condition);
        }
        StatementKind::Put { count, piece, on, .. } => {
            count.iter().chain([piece, on]).for_each(|part| maker.expr(part));
        }
        StatementKind::Remove(cells) => {
            maker.replace(statement.span, "", Effort::Much);
            maker.replace(first("remove".len()), "turn over", Effort::Some);
            maker.expr(cells);
        }
        StatementKind::TurnOver(cells) => {
            maker.replace(statement.span, "", Effort::Much);
            maker.replace(first("turn over".len()), "remove", Effort::Some);
            maker.expr(cells);
        }
        StatementKind::Mark { cells, .. } => maker.expr(cells),
        StatementKind::Promote { cells, kind } => {
            maker.replace(statement.span, "", Effort::Much);
            [cells, kind].into_iter().for_each(|part| maker.expr(part));
        }
        StatementKind::Exchange(one, other) => [one, other].into_iter().for_each(|part| maker.expr(part)),
        StatementKind::Shift { from, to, .. } => [from, to].into_iter().for_each(|part| maker.expr(part)),
        StatementKind::Tuck { piece, under } => [piece, under].into_iter().for_each(|part| maker.expr(part)),
        StatementKind::Set { place, value } | StatementKind::Add { place, value, .. } => {
            place.of.iter().chain([value]).for_each(|part| maker.expr(part));
        }
        StatementKind::Sow(sow) => {
            let parts =
                [sow.hand.as_ref(), Some(&sow.from), sow.leaving.as_ref(), Some(&sow.along), sow.skipping.as_ref()];
            parts.into_iter().flatten().chain(&sow.again).for_each(|part| maker.expr(part));
        }
        StatementKind::For { over, condition, body, .. } => {
            std::iter::once(over).chain(condition).for_each(|part| maker.expr(part));
            block(maker, body);
        }
        StatementKind::If { condition, then, otherwise } => {
            maker.expr(condition);
            block(maker, then);
            block(maker, otherwise);
        }
        StatementKind::Do { args, .. } => args.iter().for_each(|part| maker.expr(part)),
        StatementKind::AtEnd(body) => block(maker, body),
    }
}
