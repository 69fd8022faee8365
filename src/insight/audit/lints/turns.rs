//! Turns that never come, steps that are listed twice, steps that can never be taken where they stand.

use super::facts::Facts;
use super::list::Found;
use super::walk::{done_by, events};
use rulebook_language::diagnostic::{Code, Diagnostic};
use rulebook_language::model::EVENTS;
use rulebook_language::model::{
    Continue, Game, Move, MoveId, Picking, Repeat, Turn, TurnFollow, TurnOrder, TurnSequence, TurnStep, same,
};
use rulebook_language::source::Span;

/// Looks at the turns.
pub fn check(game: &Game, found: &mut Found) {
    for (index, turn) in game.turns.iter().enumerate() {
        let Some(span) = game.places.turns.get(index) else { return };
        let earlier =
            game.turns.iter().zip(&game.places.turns).take(index).find(|(earlier, _)| comes_first(earlier, turn));
        if let Some((_, first)) = earlier {
            found.add(
                Diagnostic::new(Code::TurnShadowed, *span, "this turn never comes")
                    .label("an earlier one fits whenever it does")
                    .related(*first, "the first that fits is the turn")
                    .help("put it before the other, or give the other a `when`"),
            );
            continue;
        }
        order(game, &turn.order, *span, [false; EVENTS], found);
    }
}

/// Whether the earlier turn fits wherever the later one does.
fn comes_first(earlier: &Turn, later: &Turn) -> bool {
    let player = earlier.of.is_none() || earlier.of == later.of;
    player
        && match (&earlier.when, &later.when) {
            (None, _) => true,
            (Some(a), Some(b)) => same(a, b),
            _ => false,
        }
}

fn order(game: &Game, order: &TurnOrder, span: Span, before: [bool; EVENTS], found: &mut Found) {
    let mut seen: Vec<&TurnSequence> = Vec::new();
    let mut always = false;
    for choice in &order.choices {
        if always {
            found.add(
                Diagnostic::new(Code::TurnUnreachable, span, "what follows `pass else` is never reached")
                    .label("one can always pass, so an `else` after it never counts")
                    .help("put `else pass` last, or write `or pass` for a free pass"),
            );
            return;
        }
        for sequence in choice {
            if let Some(name) =
                seen.iter().find(|other| same_sequence(other, sequence)).map(|_| named(game, &sequence.first))
            {
                found.add(
                    Diagnostic::new(Code::TurnTwice, span, format!("this turn offers {name} twice"))
                        .label("the second time adds nothing")
                        .help("name it once, or name the other move that is meant"),
                );
            }
            seen.push(sequence);
            two_stops(game, sequence, span, found);
            let mut so_far = before;
            step(game, &sequence.first, span, so_far, found);
            happen(game, &sequence.first, &mut so_far);
            for follow in &sequence.then {
                if follow.repeat != Repeat::Once {
                    happen(game, &follow.step, &mut so_far);
                }
                step(game, &follow.step, span, so_far, found);
                happen(game, &follow.step, &mut so_far);
            }
        }
        always |= choice.iter().any(|sequence| matches!(sequence.first, TurnStep::Pass) && sequence.then.is_empty());
    }
}

/// A step that one may do, offered again to whoever has just stopped before it; and a `pass` beside the `stop`.
fn two_stops(game: &Game, sequence: &TurnSequence, span: Span, found: &mut Found) {
    let may = |follow: &&TurnFollow| follow.how == Continue::IfLiked;
    let again = sequence.then.windows(2).find_map(|pair| match pair {
        [a, b] => {
            let alike = same_step(&a.step, &b.step)
                && a.when.len() == b.when.len()
                && a.when.iter().zip(&b.when).all(|(a, b)| same(a, b));
            (may(&a) && may(&b) && alike).then_some(a)
        }
        _ => None,
    });
    if let Some(follow) = again {
        let name = named(game, &follow.step);
        let plain = name.trim_matches('`');
        let help = match (&follow.step, follow.repeat) {
            (_, Repeat::WhilePossible) => {
                format!("leave out the second one: the first is {name} as often as one likes")
            }
            (TurnStep::Order(_), _) => "put the second one into the first, as in `then may (a, then may a)`".to_owned(),
            _ => format!("say how often it may be done: `then may {plain} up to 2 times`"),
        };
        let message = format!("after a `stop` this turn offers {name} again");
        found.add(
            Diagnostic::new(Code::TurnTwice, span, message)
                .label("two ways to the same: to stop first and then go on, or to go on and then stop")
                .help(help),
        );
    }
    if sequence.then.iter().filter(may).any(|follow| offers_pass(&follow.step)) {
        found.add(
            Diagnostic::new(Code::TurnTwice, span, "this turn offers both `stop` and `pass`")
                .label("two ways to do nothing: `may` lets one stop already")
                .help("leave `pass` out"),
        );
    }
}

fn offers_pass(step: &TurnStep) -> bool {
    match step {
        TurnStep::Pass => true,
        TurnStep::Order(order) => order.choices.first().is_some_and(|choice| {
            choice.iter().any(|sequence| sequence.then.is_empty() && offers_pass(&sequence.first))
        }),
        TurnStep::Move(..) | TurnStep::Chain { .. } => false,
    }
}

fn named(game: &Game, step: &TurnStep) -> String {
    match step {
        TurnStep::Move(id, _) | TurnStep::Chain { rule: id, .. } => {
            game.moves.get(*id).map_or_else(String::new, |rule| format!("`{}`", rule.name))
        }
        TurnStep::Pass => "`pass`".to_owned(),
        TurnStep::Order(_) => "the same".to_owned(),
    }
}

fn same_sequence(a: &TurnSequence, b: &TurnSequence) -> bool {
    same_step(&a.first, &b.first)
        && a.then.len() == b.then.len()
        && a.then.iter().zip(&b.then).all(|(a, b)| {
            a.how == b.how
                && a.repeat == b.repeat
                && a.when.len() == b.when.len()
                && a.when.iter().zip(&b.when).all(|(a, b)| same(a, b))
                && same_step(&a.step, &b.step)
        })
}

fn same_step(a: &TurnStep, b: &TurnStep) -> bool {
    match (a, b) {
        (TurnStep::Pass, TurnStep::Pass) => true,
        (TurnStep::Move(a, x), TurnStep::Move(b, y)) => {
            a == b && x.len() == y.len() && x.iter().zip(y).all(|((i, a), (j, b))| i == j && same(a, b))
        }
        (TurnStep::Chain { rule: a, from: x, which: l }, TurnStep::Chain { rule: b, from: y, which: m }) => {
            a == b && x == y && l == m
        }
        _ => false,
    }
}

/// What a step may do, added to what may have happened in the turn.
fn happen(game: &Game, step: &TurnStep, events: &mut [bool; EVENTS]) {
    match step {
        TurnStep::Pass => {
            let done = game.pass.as_ref().map(|pass| done_by(&pass.effects)).unwrap_or_default();
            events.iter_mut().zip(done).for_each(|(event, done)| *event |= done);
        }
        TurnStep::Move(id, _) | TurnStep::Chain { rule: id, .. } => {
            let done = game.moves.get(*id).map(|rule| done_by(&rule.effects)).unwrap_or_default();
            events.iter_mut().zip(done).for_each(|(event, done)| *event |= done);
        }
        TurnStep::Order(order) => {
            for sequence in order.choices.iter().flatten() {
                happen(game, &sequence.first, events);
                sequence.then.iter().for_each(|follow| happen(game, &follow.step, events));
            }
        }
    }
}

fn step(game: &Game, step: &TurnStep, span: Span, before: [bool; EVENTS], found: &mut Found) {
    match step {
        TurnStep::Pass => {}
        TurnStep::Order(inner) => order(game, inner, span, before, found),
        TurnStep::Move(id, with) => {
            never(game, *id, span, before, found);
            for (_, set) in with {
                let empty = |events| Facts::new(game, events).within(&found.work).is_empty(set);
                if empty(before) && !empty(events(game)) {
                    found.add(
                        Diagnostic::new(Code::TurnNever, set.span, "this set never has a cell in this turn")
                            .label("nothing before it in the turn does what it asks for")
                            .help("ask what the steps before it do: `placed`, `removed`, `flipped`, `moved` or `promoted`"),
                    );
                }
            }
        }
        TurnStep::Chain { rule, .. } => {
            // Its links follow each other.
            let mut so_far = before;
            happen(game, step, &mut so_far);
            never(game, *rule, span, so_far, found);
        }
    }
}

/// A move that asks for what cannot have happened before it in the turn.
fn never(game: &Game, id: MoveId, span: Span, before: [bool; EVENTS], found: &mut Found) {
    let Some(rule) = game.moves.get(id) else { return };
    // What no turn at all can do is said of the move itself.
    let is_possible = |events| is_possible(rule, Facts::new(game, events).within(&found.work));
    if is_possible(before) || !is_possible(events(game)) {
        return;
    }
    found.add(
        Diagnostic::new(Code::TurnNever, span, format!("`{}` can never be done in this turn", rule.name))
            .label("nothing before it in the turn does what it asks for")
            .related(rule.span, "it asks what was placed, moved or removed in the turn")
            .help("name it after a step that does, with `then`"),
    );
}

fn is_possible<'g>(rule: &'g Move, mut facts: Facts<'g>) -> bool {
    for step in &rule.picking {
        let never = match step {
            Picking::Pick { from, .. } => from.ty == rulebook_language::model::Type::Cells && facts.is_empty(from),
            Picking::Several { from, .. } => facts.is_empty(from),
            Picking::Let { .. } => false,
            Picking::Where(condition) => facts.truth(condition) == Some(false),
        };
        if never {
            return false;
        }
        facts.make(step);
    }
    true
}
