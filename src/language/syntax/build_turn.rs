//! From matched rules to turns and ends.

use super::ast::{
    Compare, Continue, End, Ending, Judgement, Limit, Outcome, Repeat, Repetition, Times, Turn, TurnFollow, TurnOrder,
    TurnSequence, TurnStep,
};
use super::build::Builder;
use super::grammar::{Node, Rule, has, parts};

impl<'t> Builder<'t, '_> {
    /// The turn of a `turn` node.
    pub fn turn(&mut self, node: Node<'t>) -> Turn {
        let span = self.span(&node);
        let (mut of, mut when) = (None, None);
        let mut order = TurnOrder { choices: Vec::new(), span };
        for part in parts(node) {
            match part.as_rule() {
                Rule::turn_of => of = parts(part).next().map(|n| self.name(&n)),
                Rule::turn_when => when = parts(part).next().map(|e| self.expr(e)),
                _ => order = self.turn_order(part),
            }
        }
        Turn { of, when, order }
    }

    fn turn_order(&mut self, node: Node<'t>) -> TurnOrder {
        let span = self.span(&node);
        let choices = parts(node).map(|choice| parts(choice).map(|s| self.turn_sequence(s)).collect()).collect();
        TurnOrder { choices, span }
    }

    fn turn_sequence(&mut self, node: Node<'t>) -> TurnSequence {
        let span = self.span(&node);
        let mut sequence =
            TurnSequence { first: TurnStep::Pass(span), times: None, then: Vec::new(), most: None, span };
        for part in parts(node) {
            match part.as_rule() {
                Rule::turn_step => sequence.first = self.turn_step(part),
                Rule::step_times => sequence.times = Some(self.times(part)),
                Rule::turn_follow => sequence.then.push(self.turn_follow(part)),
                _ => sequence.most = parts(part).next().map(|n| self.name(&n)),
            }
        }
        sequence
    }

    fn turn_follow(&mut self, node: Node<'t>) -> TurnFollow {
        let span = self.span(&node);
        let how = if has(&node, Rule::kw_must) {
            Continue::IfPossible
        } else if has(&node, Rule::kw_may) {
            Continue::IfLiked
        } else {
            Continue::Always
        };
        let (mut step, mut when, mut repeat) = (TurnStep::Pass(span), Vec::new(), Repeat::Once);
        for part in parts(node) {
            match part.as_rule() {
                Rule::turn_step => step = self.turn_step(part),
                Rule::follow_when => when.extend(parts(part).next().map(|e| self.expr(e))),
                Rule::follow_while => {
                    when.extend(parts(part).next().map(|e| self.expr(e)));
                    repeat = Repeat::WhilePossible;
                }
                Rule::while_possible => repeat = Repeat::WhilePossible,
                Rule::follow_until => repeat = Repeat::Until(self.next_expr(&mut parts(part), span)),
                Rule::step_times => repeat = Repeat::Times(self.times(part)),
                _ => {}
            }
        }
        TurnFollow { how, step, when, repeat, span }
    }

    /// How many times a `step_times` node says.
    pub fn times(&mut self, node: Node<'t>) -> Times {
        let (span, up_to) = (self.span(&node), has(&node, Rule::up_to));
        let count = parts(node).find(|part| part.as_rule() == Rule::bound).map(|count| self.expr(count));
        Times { count: count.unwrap_or_else(|| self.hole(span)), up_to, span }
    }

    fn turn_step(&mut self, node: Node<'t>) -> TurnStep {
        let span = self.span(&node);
        if has(&node, Rule::kw_base) {
            return TurnStep::Base(span);
        }
        match parts(node).next() {
            None => TurnStep::Pass(span),
            Some(part) if part.as_rule() == Rule::turn_order => TurnStep::Order(self.turn_order(part)),
            Some(part) if matches!(part.as_rule(), Rule::turn_roll | Rule::turn_draw) => self.step_of_nature(part),
            Some(part) if part.as_rule() == Rule::turn_chain => {
                let longest = has(&part, Rule::kw_longest);
                let mut inner = parts(part);
                let name = self.next_name(&mut inner, span);
                let from = self.next_name(&mut inner, span);
                TurnStep::Chain { name, from, longest, may_stop: inner.next().map(|stop| self.span(&stop)) }
            }
            Some(part) => {
                let mut inner = parts(part);
                let name = self.next_name(&mut inner, span);
                let mut with = Vec::new();
                for bound in inner {
                    let span = self.span(&bound);
                    let mut inner = parts(bound);
                    let name = self.next_name(&mut inner, span);
                    with.push((name, self.next_expr(&mut inner, span)));
                }
                TurnStep::Move { name, with }
            }
        }
    }

    /// The end clause of an `end` node.
    pub fn end(&mut self, node: Node<'t>) -> End {
        let span = self.span(&node);
        let after_action = has(&node, Rule::after_action);
        let (mut name, mut when, mut results) = (None, None, Vec::new());
        for part in parts(node) {
            match part.as_rule() {
                Rule::name => name = Some(self.name(&part)),
                Rule::expr => when = Some(self.expr(part)),
                Rule::results => results = self.results(part),
                _ => {}
            }
        }
        End { name, when: when.unwrap_or_else(|| self.hole(span)), after_action, results }
    }

    fn results(&mut self, node: Node<'t>) -> Vec<Outcome> {
        parts(node).map(|result| self.result(result)).collect()
    }

    fn result(&mut self, node: Node<'t>) -> Outcome {
        let span = self.span(&node);
        let (mut kind, mut when) = (Judgement::Draw, None);
        for part in parts(node) {
            let rule = part.as_rule();
            let loses = has(&part, Rule::kw_loses);
            let subject = self.next_expr(&mut parts(part), span);
            match rule {
                Rule::result_when => when = Some(subject),
                Rule::highest => kind = Judgement::Highest(subject),
                Rule::lowest => kind = Judgement::Lowest(subject),
                _ if loses => kind = Judgement::Loses(subject),
                _ => kind = Judgement::Wins(subject),
            }
        }
        Outcome { kind, when, span }
    }

    /// The rule of a `repetition` node.
    pub fn repetition(&mut self, node: Node<'t>) -> Repetition {
        let compare = if has(&node, Rule::kw_situational) {
            Compare::Situational
        } else if has(&node, Rule::kw_ko) {
            Compare::Ko
        } else {
            Compare::Positional
        };
        let mut rule = Repetition { compare, times: None, ending: Ending::Draw, when: None };
        for part in parts(node) {
            match part.as_rule() {
                Rule::bound => rule.times = Some(self.expr(part)),
                Rule::result_when => rule.when = parts(part).next().map(|when| self.expr(when)),
                Rule::results => rule.ending = Ending::Results(self.results(part)),
                _ => {
                    let endings = [
                        (Rule::kw_illegal, Ending::Illegal),
                        (Rule::kw_wins, Ending::Wins),
                        (Rule::kw_loses, Ending::Loses),
                    ];
                    let said = endings.into_iter().find(|(word, _)| has(&part, *word));
                    rule.ending = said.map_or(Ending::Draw, |(_, ending)| ending);
                }
            }
        }
        rule
    }

    /// The limit of a `limit` node.
    pub fn limit(&mut self, node: Node<'t>) -> Limit {
        let span = self.span(&node);
        let turns = has(&node, Rule::kw_turns);
        let mut inner = parts(node);
        let count = self.next_expr(&mut inner, span);
        Limit { count, turns, results: inner.next().map_or_else(Vec::new, |results| self.results(results)) }
    }
}
