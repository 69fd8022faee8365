//! From matched rules to dice, lots and what a setup lays by lot.

use super::ast::{
    Draw, Luck, LuckKind, Move, Repeat, Scatter, ScatterEach, Scattered, Statement, StatementKind, TurnStep,
};
use super::build::Builder;
use super::grammar::{Node, Rule, has, parts};
use crate::source::Span;

impl<'t> Builder<'t, '_> {
    /// The dice or the lot of a `luck` node.
    pub fn luck(&mut self, node: Node<'t>, span: Span) -> Luck {
        let is_word = |part: &Node<'t>| matches!(part.as_rule(), Rule::kw_dice | Rule::kw_die | Rule::kw_lot);
        let word = node.clone().into_inner().find(is_word).map(|word| self.name(&word));
        let word = word.unwrap_or_else(|| self.no_name(span));
        let sort = if word.text == "lot" { LuckKind::Lot } else { LuckKind::Dice };
        let (mut names, mut from, mut by, mut body) = (Vec::new(), None, None, Vec::new());
        for part in parts(node) {
            match part.as_rule() {
                Rule::name => names.push(self.name(&part)),
                Rule::by_weight => by = parts(part).next().map(|weight| self.expr(weight)),
                Rule::block => body = self.block(Some(part)),
                _ => from = Some(self.expr(part)),
            }
        }
        let from = from.unwrap_or_else(|| self.hole(span));
        let name = names.first().cloned().unwrap_or_else(|| self.no_name(span));
        if sort == LuckKind::Lot {
            let kind = StatementKind::Pick { count: None, name: name.clone(), from: from.clone() };
            body.insert(0, Statement { kind, span: name.span.to(from.span) });
        }
        Luck { sort, word, names, from, by, rule: Move { name, body } }
    }

    /// The names that a step of nature has, and whether it rolls dice.
    pub fn step_of_nature(&mut self, node: Node<'t>) -> TurnStep {
        let span = self.span(&node);
        let is_roll = node.as_rule() == Rule::turn_roll;
        let mut names = parts(node).map(|name| self.name(&name)).collect::<Vec<_>>();
        match is_roll {
            true => TurnStep::Roll(names),
            false => TurnStep::Draw(if names.is_empty() { self.no_name(span) } else { names.swap_remove(0) }),
        }
    }

    /// The line of a `setup_lot` node.
    pub fn setup_draw(&mut self, node: Node<'t>) -> Draw {
        let span = self.span(&node);
        let mut draw = Draw { step: TurnStep::Roll(Vec::new()), repeat: Repeat::Once, span };
        for part in parts(node) {
            match part.as_rule() {
                Rule::follow_until => draw.repeat = Repeat::Until(self.next_expr(&mut parts(part), span)),
                Rule::step_times => draw.repeat = Repeat::Times(self.times(part)),
                _ => draw.step = self.step_of_nature(part),
            }
        }
        draw
    }

    /// The line of a `scatter` node.
    pub fn scatter(&mut self, node: Node<'t>) -> Scatter {
        let span = self.span(&node);
        let (mut items, mut over) = (Vec::new(), None);
        for part in parts(node) {
            match part.as_rule() {
                Rule::scattered => items.push(self.scattered(part)),
                _ => over = Some(self.expr(part)),
            }
        }
        Scatter { items, over, span }
    }

    fn scattered(&mut self, node: Node<'t>) -> Scattered {
        let span = self.span(&node);
        let mut item = Scattered { count: None, piece: None, each: None, carrying: Vec::new(), span };
        for part in parts(node) {
            match part.as_rule() {
                Rule::number | Rule::group_ => item.count = Some(self.term(part)),
                Rule::scatter_each => {
                    let neutral = has(&part, Rule::kw_neutral);
                    let mut inner = parts(part).peekable();
                    let owner = inner.next_if(|part| part.as_rule() == Rule::name).map(|owner| self.name(&owner));
                    let kinds = self.next_expr(&mut inner, span);
                    item.each = Some(ScatterEach { owner: owner.filter(|_| !neutral), kinds });
                }
                Rule::carrying => item.carrying = self.carrying(Some(part)),
                _ => item.piece = Some(self.expr(part)),
            }
        }
        item
    }
}
