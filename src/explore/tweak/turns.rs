//! Changes of turns: what may, must or need not be done, in which order, and how often.

use super::change::Effort;
use super::maker::Maker;
use crate::sheet::Slot;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{Continue, Repeat, Turn, TurnOrder, TurnSequence, TurnStep};

/// Changes of a turn whose declaration this is.
pub fn turn(maker: &mut Maker<'_>, turn: &Turn, declaration: Span) {
    turn.when.iter().for_each(|when| maker.expr(when));
    order(maker, &turn.order);
    passing(maker, &turn.order);
    let is_alone = maker.of_slot(&Slot::Turns).count() == 1;
    if is_alone && turn.of.is_none() && turn.when.is_none() {
        twice(maker, &turn.order, declaration);
    }
}

/// Who can do nothing passes, anybody may pass, or nobody passes.
fn passing(maker: &mut Maker<'_>, order: &TurnOrder) {
    let passes = |sequence: &TurnSequence| matches!(sequence.first, TurnStep::Pass(_));
    if order.choices.iter().flatten().any(passes) {
        return;
    }
    let end = order.span.after();
    maker.change(vec![(end, " else pass".to_owned())], "who can do nothing passes".to_owned(), Effort::Some);
    maker.change(vec![(end, " or pass".to_owned())], "anybody may pass".to_owned(), Effort::Much);
}

/// Two actions in every turn but the first.
fn twice(maker: &mut Maker<'_>, order: &TurnOrder, declaration: Span) {
    let text = maker.slice(order.span).to_owned();
    let once = if order.choices.len() == 1 && order.choices[0].len() == 1 && order.choices[0][0].then.is_empty() {
        text.clone()
    } else {
        format!("({text})")
    };
    if order.choices.iter().flatten().any(|sequence| sequence.times.is_some()) {
        return;
    }
    let lines = format!("turn when turn_number = 1: {text}\n  turn {once}, then must {once}");
    maker.change(vec![(declaration, lines)], "two actions in every turn but the first".to_owned(), Effort::Much);
    let lines = format!("turn {once}, then must {once}");
    maker.change(vec![(declaration, lines)], "two actions in every turn".to_owned(), Effort::Much);
}

/// Changes of what can be chosen.
fn order(maker: &mut Maker<'_>, order: &TurnOrder) {
    let between = |a: Span, b: Span| Span { file: a.file, start: a.end, end: b.start };
    for (index, choice) in order.choices.iter().enumerate() {
        for pair in choice.windows(2) {
            let [one, other] = pair else { continue };
            let (first, second) = (maker.shown(one.span), maker.shown(other.span));
            maker.change(
                vec![(between(one.span, other.span), " else ".to_owned())],
                format!("`{second}` only where `{first}` cannot be done"),
                Effort::Some,
            );
            exchange(
                maker,
                [one.span, other.span],
                Some((between(one.span, other.span), " else ")),
                &format!("`{first}` only where `{second}` cannot be done"),
            );
        }
        for (at, sequence) in choice.iter().enumerate() {
            // With the `or` before it, or after it.
            match (at.checked_sub(1).and_then(|before| choice.get(before)), choice.get(at + 1)) {
                (Some(before), _) => maker.replace(Span { start: before.span.end, ..sequence.span }, "", Effort::Some),
                (None, Some(next)) => maker.replace(Span { end: next.span.start, ..sequence.span }, "", Effort::Some),
                (None, None) => {}
            }
            self::sequence(maker, sequence);
        }
        let before = index.checked_sub(1).and_then(|before| order.choices.get(before)?.last());
        if let (Some(before), Some(first), Some(last)) = (before, choice.first(), choice.last()) {
            let words = format!("without `else {}`", maker.shown(first.span.to(last.span)));
            maker.change(vec![(Span { start: before.span.end, ..last.span }, String::new())], words, Effort::Some);
            maker.change(
                vec![(between(before.span, first.span), " or ".to_owned())],
                format!(
                    "`{}` at any time, not only where `{}` cannot be done",
                    maker.shown(first.span),
                    maker.shown(before.span)
                ),
                Effort::Some,
            );
            exchange(maker, [before.span, first.span], None, "");
        }
    }
}

/// Changes places of two spans, and perhaps what stands between.
fn exchange(maker: &mut Maker<'_>, [one, other]: [Span; 2], sign: Option<(Span, &str)>, words: &str) {
    let (first, second) = (maker.slice(one).to_owned(), maker.slice(other).to_owned());
    let words = match words {
        "" => format!("`{}` before `{}`", maker.shown(other), maker.shown(one)),
        words => words.to_owned(),
    };
    let between = sign.map(|(at, by)| (at, by.to_owned()));
    let edits = [(one, second)].into_iter().chain(between).chain([(other, first)]).collect();
    maker.change(edits, words, Effort::Some);
}

fn sequence(maker: &mut Maker<'_>, sequence: &TurnSequence) {
    step(maker, &sequence.first);
    sequence.times.iter().for_each(|times| maker.expr(&times.count));
    let mut before = first_end(sequence);
    for (index, follow) in sequence.then.iter().enumerate() {
        let end = sequence.then.get(index + 1).map_or(sequence.span.end, |next| next.span.start);
        let (word, others): (&str, [&str; 2]) = match follow.how {
            Continue::Always => ("then", ["then may", "then must"]),
            Continue::IfPossible => ("then must", ["then may", "then"]),
            Continue::IfLiked => ("then may", ["then must", "then"]),
        };
        if let Some(at) = maker.sign(sequence.span, before, end, word) {
            for other in others {
                maker.replace(at, other, Effort::Some);
            }
            // With the comma before it; the last one alone, since others follow on it.
            if index + 1 == sequence.then.len() {
                let comma = maker.sources().file(at.file).text.get(before as usize..at.start as usize);
                let comma = comma.and_then(|text| text.find(','));
                if let Some(comma) = comma {
                    let gone = Span { start: before + comma as u32, end: sequence.span.end, file: at.file };
                    maker.replace(gone, "", Effort::Some);
                }
            }
        }
        if matches!(follow.repeat, Repeat::WhilePossible)
            && let Some(at) = maker.sign(sequence.span, before, end, "while possible")
        {
            maker.replace(at, "", Effort::Some);
        }
        step(maker, &follow.step);
        follow.when.iter().chain(follow.repeat.expr()).for_each(|when| maker.expr(when));
        before = follow.span.end;
    }
    // The first step and what follows it.
    if let (TurnStep::Move { name: one, with: bound }, [follow]) = (&sequence.first, sequence.then.as_slice())
        && let TurnStep::Move { name: other, with } = &follow.step
        && bound.is_empty()
        && with.is_empty()
        && one.text != other.text
    {
        exchange(maker, [one.span, other.span], None, "");
    }
}

/// Where the first step of a sequence ends, at the latest.
fn first_end(sequence: &TurnSequence) -> u32 {
    let times = sequence.times.as_ref().map(|times| times.span.end);
    let step = match &sequence.first {
        TurnStep::Base(span) | TurnStep::Pass(span) => span.end,
        TurnStep::Roll(names) => names.last().map_or(sequence.span.end, |name| name.span.end),
        TurnStep::Draw(name) => name.span.end,
        TurnStep::Move { name, with } => with.last().map_or(name.span.end, |(_, set)| set.span.end),
        TurnStep::Chain { from, may_stop, .. } => may_stop.map_or(from.span.end, |span| span.end),
        TurnStep::Order(order) => order.span.end,
    };
    times.unwrap_or(step)
}

fn step(maker: &mut Maker<'_>, step: &TurnStep) {
    match step {
        TurnStep::Base(_) | TurnStep::Pass(_) | TurnStep::Roll(_) | TurnStep::Draw(_) => {}
        TurnStep::Move { with, .. } => with.iter().for_each(|(_, set)| maker.expr(set)),
        TurnStep::Chain { name, longest, may_stop, from } => {
            if *longest {
                let start = name.span.start.saturating_sub("longest chain of ".len() as u32);
                if let Some(at) = maker.sign(name.span, start, name.span.start, "longest") {
                    maker.replace(at, "", Effort::Some);
                }
            }
            match may_stop {
                Some(at) => maker.replace(*at, "", Effort::Some),
                None if !longest => maker.change(
                    vec![(from.span.after(), ", may stop".to_owned())],
                    "a chain may end after each link".to_owned(),
                    Effort::Some,
                ),
                None => {}
            }
        }
        TurnStep::Order(order) => self::order(maker, order),
    }
}
