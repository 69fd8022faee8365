//! Repetition rules without effect, counters that keep a position from coming back, and a pie that does not fit the first turn.
//!
//! A rule covers another where every repetition that the other is about would have been one that it is about, no later. In a
//! game in which every move puts a piece on an empty cell and nothing else touches the board, no position comes back.

use super::equipment::{every_expr, reads};
use super::facts::{Facts, Stands};
use super::list::Found;
use super::walk::events;
use rulebook_language::diagnostic::{Code, Diagnostic, Fix};
use rulebook_language::model::{
    Builtin, Compare, Content, Effect, Expr, ExprKind, Game, Move, Picking, PlayerId, Primitive, Repetition, TurnStep,
    all_primitives, primitives,
};
use rulebook_language::util::Id;

/// Looks at repetition and pie.
pub fn check(game: &Game, found: &mut Found) {
    repetitions(game, found);
    bookkeeping(game, found);
    first_stone(game, found);
}

fn repetitions(game: &Game, found: &mut Found) {
    let grows = game.rules().all(|rule| only_fills(game, rule));
    for (index, (rule, (span, times))) in game.repetitions.iter().zip(&game.places.repetitions).enumerate() {
        if grows {
            found.add(
                Diagnostic::new(Code::RepetitionNever, *span, "no position of this game ever comes back")
                    .label("every move fills an empty cell, and nothing empties one")
                    .help("remove the rule")
                    .fix(Fix::remove(*span, "remove the rule").unsure()),
            );
            continue;
        }
        if *times && rule.compare == Compare::Ko {
            found.add(
                Diagnostic::new(
                    Code::RepetitionNever,
                    *span,
                    "`ko` is about one position alone, so a number of times means nothing",
                )
                .label("looks at the position before the other player's last turn")
                .help("write `repetition ko illegal`, or `positional` or `situational` with the number"),
            );
        }
        let others = game.repetitions.iter().zip(&game.places.repetitions).enumerate();
        let over =
            others.filter(|(other, _)| *other != index).find(|(other, (by, _))| covers(by, rule, *other < index));
        if let Some((_, (_, (first, _)))) = over {
            found.add(
                Diagnostic::new(Code::RepetitionCovered, *span, "this repetition rule never has an effect")
                    .label("another one is about the same repetitions, and comes no later")
                    .related(*first, "covers it")
                    .help("keep one of them, or give this one a smaller number of times")
                    .fix(Fix::remove(*span, "remove this one").unsure()),
            );
        }
    }
}

/// Counters that the repetition rules alone read, and that are compared with the position all the same.
fn bookkeeping(game: &Game, found: &mut Found) {
    for (id, counter) in
        game.counters.iter_ids().filter(|(_, counter)| counter.is_compared() && counter.carried.is_none())
    {
        let (mut asked, mut all) = (0, 0);
        let of_rules = game.repetitions.iter().flat_map(Repetition::exprs);
        of_rules.for_each(|expr| expr.visit(&mut |part| asked += usize::from(reads(part, id))));
        if asked == 0 {
            continue;
        }
        every_expr(game, &mut |part| all += usize::from(reads(part, id)));
        let Some(span) = game.places.counters.get(id.index()).filter(|_| asked == all) else { continue };
        let name = &counter.name;
        found.add(
            Diagnostic::new(Code::LintCounter, *span, format!("a position comes back only with the same `{name}`"))
                .label("the repetition rules alone ask for it, and it is compared with the position")
                .help(format!(
                    "declare it `aside`, as in `counter {name}({}) aside`, if it only keeps books",
                    counter.per.words()
                )),
        );
    }
}

/// Whether rule `by` leaves nothing to `rule`.
fn covers(by: &Repetition, rule: &Repetition, earlier: bool) -> bool {
    let wider = match (by.compare, rule.compare) {
        (Compare::Positional, _) => rule.compare != Compare::Ko || by.is_illegal(),
        (a, b) => a == b,
    };
    let sooner = by.times < rule.times || (by.times == rule.times && (earlier || by.compare != rule.compare));
    // What ends the game does not forbid the turn that another rule forbids.
    let stronger = by.is_illegal() || !rule.is_illegal() || by.times < rule.times;
    let same = by.compare == rule.compare && by.times == rule.times && earlier;
    // One that asks of the position as well may leave it to the other.
    by.when.is_none() && wider && sooner && (stronger || same)
}

/// Whether a move puts a piece on an empty cell and does nothing else to the board.
fn only_fills(game: &Game, rule: &Move) -> bool {
    let mut facts = Facts::new(game, events(game));
    let mut free = Vec::new();
    for step in &rule.picking {
        let Some((local, from, _)) = step.places() else { continue };
        if facts.holds_only(from, Stands::Nothing) {
            free.push(local);
        }
        match step {
            Picking::Several { low, .. } => facts.bind_some(local, from, *low),
            _ => facts.bind_member(local, from),
        }
    }
    let one = |on: &Expr| match &on.kind {
        ExprKind::Builtin(Builtin::OneCell, of) => {
            of.iter().all(|of| matches!(of.kind, ExprKind::Local(local) if free.contains(&local)))
        }
        // A set that is picked.
        ExprKind::Local(local) => free.contains(local),
        _ => false,
    };
    let fills = |primitive: &Primitive| matches!(primitive, Primitive::Assign { cells, content: Content::Piece { .. } } if one(cells));
    primitives(&rule.effects).any(fills)
        && primitives(&rule.effects).all(|primitive| match primitive {
            Primitive::Assign { .. } => fills(primitive),
            Primitive::Set { .. } | Primitive::Let(..) | Primitive::Require(_) => true,
            Primitive::Transfer { .. }
            | Primitive::Unstack { .. }
            | Primitive::Sow(_)
            | Primitive::Mark { .. }
            | Primitive::For { .. }
            | Primitive::Repeat { .. }
            | Primitive::If { .. } => false,
        })
}

/// `pie by first stone` where the first turn is not one stone.
fn first_stone(game: &Game, found: &mut Found) {
    let Some((span, true)) = game.places.pie else { return };
    let first = PlayerId(0);
    let one_stone = game.turns.iter().filter(|turn| turn.of.is_none_or(|of| of == first)).any(|turn| {
        turn.order.choices.iter().flatten().any(|sequence| {
            let puts = match &sequence.first {
                TurnStep::Move(id, _) => game.moves.get(*id).is_some_and(|rule| puts(&rule.effects)),
                TurnStep::Order(_) => true,
                _ => false,
            };
            puts && sequence.then.is_empty()
        })
    });
    if !one_stone {
        found.add(
            Diagnostic::new(Code::PieFirstStone, span, "the first turn of this game is not a single stone")
                .label("speaks of the stone that the first turn puts")
                .help("write `pie` alone: the second seat may change seats after the first turn")
                .fix(Fix::write(span, "pie").unsure()),
        );
    }
}

fn puts(effects: &[Effect]) -> bool {
    let puts = |primitive: &Primitive| matches!(primitive, Primitive::Assign { content: Content::Piece { .. }, .. });
    all_primitives(effects).into_iter().any(puts)
}
