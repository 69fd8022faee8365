//! Changes of moves, and of what a turn is made of.

use super::edit::Edits;
use rulebook_language::source::Span;
use rulebook_language::syntax::ast::{Continue, Repeat, Statement, StatementKind, TurnOrder, TurnSequence, TurnStep};

impl Edits<'_> {
    /// Changes of statements: each that does or demands something is left out.
    pub fn block(&mut self, block: &[Statement]) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let is_kept = matches!(
            statement.kind,
            StatementKind::Base
                | StatementKind::Pick { .. }
                | StatementKind::PickPair { .. }
                | StatementKind::Let { .. }
                | StatementKind::Written(_)
        );
        if !is_kept {
            self.drop(statement.span);
        }
        match &statement.kind {
            StatementKind::Base | StatementKind::Written(_) => {}
            StatementKind::Pick { count, from, .. } => {
                let ends =
                    count.as_deref().map(|(low, high)| if low.span == high.span { vec![low] } else { vec![low, high] });
                ends.into_iter().flatten().for_each(|end| self.expr(end));
                self.expr(from);
            }
            StatementKind::PickPair { of, .. } => self.expr(of),
            StatementKind::Link(change) => change.ends.iter().chain(&change.of).for_each(|part| self.expr(part)),
            StatementKind::Repeat { most, condition, body } => {
                [most, condition].into_iter().for_each(|part| self.expr(part));
                self.block(body);
            }
            StatementKind::Let { value, .. } => self.expr(value),
            StatementKind::Where(condition) | StatementKind::Require(condition) => self.expr(condition),
            StatementKind::Put { count, piece, on, .. } => {
                count.iter().chain([piece, on]).for_each(|part| self.expr(part));
            }
            StatementKind::Remove(cells) | StatementKind::TurnOver(cells) => self.expr(cells),
            StatementKind::Mark { cells, .. } => self.expr(cells),
            StatementKind::Promote { cells, kind } => [cells, kind].into_iter().for_each(|part| self.expr(part)),
            StatementKind::Exchange(one, other) => [one, other].into_iter().for_each(|part| self.expr(part)),
            StatementKind::Shift { from, to, .. } => [from, to].into_iter().for_each(|part| self.expr(part)),
            StatementKind::Tuck { piece, under } => [piece, under].into_iter().for_each(|part| self.expr(part)),
            StatementKind::Set { place, value } | StatementKind::Add { place, value, .. } => {
                place.of.iter().chain([value]).for_each(|part| self.expr(part));
            }
            StatementKind::Sow(sow) => {
                let parts =
                    [sow.hand.as_ref(), Some(&sow.from), sow.leaving.as_ref(), Some(&sow.along), sow.skipping.as_ref()];
                parts.into_iter().flatten().chain(&sow.again).for_each(|part| self.expr(part));
            }
            StatementKind::For { over, condition, body, .. } => {
                std::iter::once(over).chain(condition).for_each(|part| self.expr(part));
                self.block(body);
            }
            StatementKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.block(then);
                self.block(otherwise);
            }
            StatementKind::Do { args, .. } => args.iter().for_each(|part| self.expr(part)),
            StatementKind::AtEnd(body) => self.block(body),
        }
    }

    /// Changes of what may be done in a turn.
    pub fn order(&mut self, order: &TurnOrder) {
        for (index, choice) in order.choices.iter().enumerate() {
            for (at, sequence) in choice.iter().enumerate() {
                // With the `or` before it, or after it.
                match (at.checked_sub(1).and_then(|before| choice.get(before)), choice.get(at + 1)) {
                    (Some(before), _) => self.drop(self.between(sequence.span, before.span.end, sequence.span.end)),
                    (None, Some(next)) => self.drop(self.between(sequence.span, sequence.span.start, next.span.start)),
                    (None, None) => {}
                }
                self.sequence(sequence);
            }
            // With the `else` before it.
            let before = index.checked_sub(1).and_then(|before| order.choices.get(before)?.last());
            if let (Some(before), Some(last)) = (before, choice.last()) {
                self.drop(self.between(order.span, before.span.end, last.span.end));
            }
        }
    }

    fn sequence(&mut self, sequence: &TurnSequence) {
        self.step(&sequence.first);
        sequence.times.iter().for_each(|times| self.expr(&times.count));
        let starts = self.thens(sequence.span);
        if starts.len() != sequence.then.len() {
            return;
        }
        for (index, follow) in sequence.then.iter().enumerate() {
            let Some(start) = starts.get(index) else { continue };
            let end = starts.get(index + 1).copied().unwrap_or(sequence.span.end);
            let (word, by) = match follow.how {
                Continue::Always => ("then", "then may"),
                Continue::IfPossible => ("then must", "then may"),
                Continue::IfLiked => ("then may", "then must"),
            };
            if let Some(at) = self.sign(*start, end, word) {
                self.replace(self.between(sequence.span, at.start, at.end), by);
            }
            self.drop(self.between(sequence.span, *start, end));
            if matches!(follow.repeat, Repeat::WhilePossible)
                && let Some(at) = self.sign(*start, end, "while possible")
            {
                self.drop(self.between(sequence.span, at.start, at.end));
            }
            self.step(&follow.step);
            follow.when.iter().chain(follow.repeat.expr()).for_each(|when| self.expr(when));
        }
    }

    fn step(&mut self, step: &TurnStep) {
        match step {
            TurnStep::Base(_) | TurnStep::Pass(_) | TurnStep::Chain { .. } | TurnStep::Roll(_) | TurnStep::Draw(_) => {}
            TurnStep::Move { with, .. } => with.iter().for_each(|(_, set)| self.expr(set)),
            TurnStep::Order(order) => self.order(order),
        }
    }

    /// Where the follows of a sequence begin, with the commas before them: outside of all brackets.
    fn thens(&self, span: Span) -> Vec<u32> {
        let text = self.file.slice(span);
        let (mut depth, mut comma, mut found) = (0_i32, None, Vec::new());
        for (at, c) in text.char_indices() {
            match c {
                '(' | '{' => depth += 1,
                ')' | '}' => depth -= 1,
                ',' if depth == 0 => comma = Some(at),
                _ => {}
            }
            let is_start = text.get(..at).is_some_and(|before| before.ends_with([' ', '\n', ',']));
            if depth == 0
                && is_start
                && text.get(at..).is_some_and(|rest| rest.starts_with("then "))
                && let Some(comma) = comma.take()
            {
                found.push(span.start + comma as u32);
            }
        }
        found
    }
}
