//! Counters that only count up to a draw: what they count never begins anew.

use super::equipment::{every_expr, every_primitive, own_change, reads};
use super::list::Found;
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::{Builtin, ExprKind, Game, Judgement, Per, Primitive};
use rulebook_language::util::Id;

/// Looks at the counters of the game as a whole.
pub fn check(game: &Game, found: &mut Found) {
    for (id, counter) in game.counters.iter_ids().filter(|(_, counter)| counter.per == Per::Game && !counter.each_turn)
    {
        let (mut asked, mut all) = (0, 0);
        every_expr(game, &mut |part| all += usize::from(reads(part, id)));
        let draws = |end: &&rulebook_language::model::End| {
            end.results.first().is_some_and(|first| matches!(first.kind, Judgement::Draw) && first.when.is_none())
        };
        let drawn = game.ends.iter().filter(draws);
        drawn.for_each(|end| end.when.visit(&mut |part| asked += usize::from(reads(part, id))));
        let mut adds = 0;
        let rises = every_primitive(game).into_iter().all(|primitive| match primitive {
            Primitive::Set { counter, of, value } if *counter == id => {
                adds += 1;
                matches!(own_change(id, of, value), Some((Builtin::Add, amount))
                    if matches!(amount.kind, ExprKind::Number(_)))
            }
            Primitive::Sow(sow) => sow.counter != id,
            _ => true,
        });
        let Some(span) = game.places.counters.get(id.index()) else { continue };
        if adds > 0 && rises && asked > 0 && asked == all {
            let name = &counter.name;
            found.add(
                Diagnostic::new(Code::LintCounter, *span, format!("the counter `{name}` only ever counts up"))
                    .label("a draw is all that it leads to, and nothing sets it back")
                    .help(format!(
                        "write `set {name} to {}` where what it counts begins anew; for the length of the game, write \
                         `limit {} plies {{ draw }}`",
                        counter.low, counter.high
                    )),
            );
        }
    }
}
