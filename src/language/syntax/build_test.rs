//! From matched rules to tests.

use super::ast::{Expectation, Name, Test, TestLine, TestLineKind};
use super::build::Builder;
use super::grammar::{Node, Rule, has, parts};
use crate::source::Span;

impl<'t> Builder<'t, '_> {
    /// The test of a `test` node.
    pub fn test(&mut self, node: Node<'t>) -> Test {
        let span = self.span(&node);
        let mut inner = parts(node);
        let title = self.next_name(&mut inner, span);
        let lines = inner.flat_map(Node::into_inner).filter_map(|line| self.test_line(line)).collect();
        Test { title, lines }
    }

    fn test_line(&mut self, node: Node<'t>) -> Option<TestLine> {
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut inner = parts(node).peekable();
        let kind = match rule {
            Rule::test_set if inner.peek().is_some_and(|part| part.as_rule() == Rule::place) => {
                let place = self.place(inner.next(), span);
                if let Some(rows) = inner.next_if(|part| part.as_rule() == Rule::picture) {
                    return Some(TestLine {
                        kind: TestLineKind::Counters { name: place.name, rows: self.texts(parts(rows)) },
                        span,
                    });
                }
                TestLineKind::Counter { place, value: self.next_expr(&mut inner, span) }
            }
            Rule::test_set => TestLineKind::Options(inner.map(|setting| self.setting(setting, span)).collect()),
            Rule::test_position => {
                let said = inner.next()?;
                match said.as_rule() {
                    Rule::picture => TestLineKind::Picture(self.texts(parts(said))),
                    _ => TestLineKind::Notation(self.name(&said)),
                }
            }
            Rule::test_to_move => TestLineKind::ToMove(self.next_name(&mut inner, span)),
            Rule::mark_as => {
                let cells = self.next_expr(&mut inner, span);
                TestLineKind::Mark { cells, name: self.next_name(&mut inner, span) }
            }
            Rule::test_play => TestLineKind::Play(self.texts(inner)),
            _ => {
                let said = inner.next()?;
                let by = said.clone().into_inner().find(|part| part.as_rule() == Rule::by_clause);
                let by = by.and_then(|by| by.into_inner().nth(1)).map(|by| self.name(&by));
                TestLineKind::Expect(self.expectation(said, span), by)
            }
        };
        Some(TestLine { kind, span })
    }

    fn setting(&mut self, node: Node<'t>, span: Span) -> (Name, Name) {
        let mut inner = parts(node);
        let option = self.next_name(&mut inner, span);
        (option, self.next_name(&mut inner, span))
    }

    fn texts(&self, nodes: impl Iterator<Item = Node<'t>>) -> Vec<Name> {
        nodes.map(|node| self.name(&node)).collect()
    }

    fn expectation(&mut self, node: Node<'t>, span: Span) -> Expectation {
        let whole = node.clone();
        let mut inner = parts(node);
        match whole.as_rule() {
            Rule::expect_moves => {
                let said = self.texts(inner);
                if has(&whole, Rule::kw_legal) {
                    Expectation::Legal(said)
                } else if has(&whole, Rule::kw_illegal) {
                    Expectation::Illegal(said)
                } else {
                    Expectation::Only(said)
                }
            }
            Rule::expect_count => Expectation::Moves(self.next_expr(&mut inner, span)),
            Rule::expect_odds => {
                let action = self.next_name(&mut inner, span);
                Expectation::Odds(action, self.next_expr(&mut inner, span))
            }
            Rule::expect_over => Expectation::Over(!has(&whole, Rule::kw_not)),
            Rule::expect_draw => Expectation::Draw,
            _ => {
                let said = self.next_expr(&mut inner, span);
                if has(&whole, Rule::kw_wins) {
                    Expectation::Wins(said)
                } else if has(&whole, Rule::kw_loses) {
                    Expectation::Loses(said)
                } else {
                    Expectation::That(said)
                }
            }
        }
    }
}
