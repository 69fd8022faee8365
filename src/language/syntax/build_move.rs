//! From matched rules to moves and their statements.

use super::ast::{Block, CounterRef, EffectDef, Expr, LinkChange, Move, Sow, Statement, StatementKind};
use super::build::Builder;
use super::grammar::{Node, Rule, has, parts};
use crate::source::Span;

impl<'t> Builder<'t, '_> {
    /// The move of a `move_def` node.
    pub fn move_def(&mut self, node: Node<'t>) -> Move {
        let span = self.span(&node);
        let mut inner = parts(node);
        let name = self.next_name(&mut inner, span);
        Move { name, body: self.statements(inner) }
    }

    /// The effect of an `effect_def` node.
    pub fn effect_def(&mut self, node: Node<'t>) -> EffectDef {
        let span = self.span(&node);
        let mut inner = parts(node).peekable();
        let name = self.next_name(&mut inner, span);
        let params = inner.next_if(|part| part.as_rule() == Rule::params).map(|list| self.params(list, span));
        EffectDef { name, params: params.unwrap_or_default(), body: self.block(inner.next()) }
    }

    /// The statements of a block.
    pub fn statements(&mut self, nodes: impl Iterator<Item = Node<'t>>) -> Block {
        let mut block = Block::new();
        for node in nodes {
            for part in node.into_inner() {
                self.statement(part, &mut block);
            }
        }
        block
    }

    fn sow(&mut self, inner: impl Iterator<Item = Node<'t>>, span: Span) -> Sow {
        let mut inner = inner.peekable();
        let hand = inner.next_if(|part| part.as_rule() == Rule::sown);
        let hand = hand.and_then(|hand| parts(hand).next()).map(|hand| self.amount(hand));
        let counter = self.next_name(&mut inner, span);
        let from = self.next_expr(&mut inner, span);
        let mut sow = Sow { counter, hand, from, leaving: None, along: self.hole(span), skipping: None, again: None };
        for part in inner {
            let rule = part.as_rule();
            if rule == Rule::expr {
                sow.along = self.expr(part);
                continue;
            }
            let said = Some(self.next_expr(&mut parts(part), span));
            match rule {
                Rule::leaving => sow.leaving = said,
                Rule::skipping => sow.skipping = said,
                _ => sow.again = said,
            }
        }
        sow
    }

    /// The statements of a `block` node.
    pub fn block(&mut self, node: Option<Node<'t>>) -> Block {
        match node {
            Some(node) if node.as_rule() == Rule::if_ => {
                let mut block = Block::new();
                self.statement(node, &mut block);
                block
            }
            Some(node) => self.statements(parts(node)),
            None => Block::new(),
        }
    }

    fn statement(&mut self, node: Node<'t>, block: &mut Block) {
        let span = self.span(&node);
        let whole = node.clone();
        let mut inner = parts(node);
        let kind = match whole.as_rule() {
            Rule::base => StatementKind::Base,
            Rule::pick => {
                let mut inner = inner.peekable();
                let count = inner.next_if(|part| part.as_rule() == Rule::how_many);
                let count = count.map(|count| self.how_many(count, span));
                let name = self.next_name(&mut inner, span);
                if inner.next_if(|part| part.as_rule() == Rule::other_end).is_some() {
                    let names = Box::new([name, self.next_name(&mut inner, span)]);
                    StatementKind::PickPair { names, of: self.next_expr(&mut inner, span) }
                } else {
                    StatementKind::Pick { count, name, from: self.next_expr(&mut inner, span) }
                }
            }
            Rule::let_ => {
                for binding in inner {
                    let span = self.span(&binding);
                    let mut inner = parts(binding);
                    let name = self.next_name(&mut inner, span);
                    let value = self.next_spread(&mut inner, span);
                    block.push(Statement { kind: StatementKind::Let { name, value }, span });
                }
                return;
            }
            Rule::where_ => StatementKind::Where(self.next_expr(&mut inner, span)),
            Rule::require => StatementKind::Require(self.next_expr(&mut inner, span)),
            Rule::put => {
                let mut inner = inner.peekable();
                let count = inner.next_if(|part| part.as_rule() == Rule::stack_of);
                let count = count.map(|part| self.next_expr(&mut parts(part), span));
                let piece = self.next_expr(&mut inner, span);
                let carrying = inner.next_if(|part| part.as_rule() == Rule::carrying);
                let carrying = self.carrying(carrying);
                StatementKind::Put { count, piece, carrying, on: self.next_expr(&mut inner, span) }
            }
            Rule::remove => StatementKind::Remove(self.next_expr(&mut inner, span)),
            Rule::exchange => {
                let first = self.next_expr(&mut inner, span);
                StatementKind::Exchange(first, self.next_expr(&mut inner, span))
            }
            Rule::shift => {
                let from = self.next_expr(&mut inner, span);
                let to = self.next_expr(&mut inner, span);
                StatementKind::Shift { stack: has(&whole, Rule::kw_stack), from, to }
            }
            Rule::turn_over => StatementKind::TurnOver(self.next_expr(&mut inner, span)),
            Rule::promote => {
                let cells = self.next_expr(&mut inner, span);
                StatementKind::Promote { cells, kind: self.next_expr(&mut inner, span) }
            }
            Rule::tuck => {
                let piece = self.next_expr(&mut inner, span);
                StatementKind::Tuck { piece, under: self.next_expr(&mut inner, span) }
            }
            Rule::set => {
                let place = self.place(inner.next(), span);
                StatementKind::Set { place, value: self.next_expr(&mut inner, span) }
            }
            Rule::add | Rule::take => {
                let value = self.next_expr(&mut inner, span);
                StatementKind::Add {
                    place: self.place(inner.next(), span),
                    value,
                    negative: whole.as_rule() == Rule::take,
                }
            }
            Rule::sow => StatementKind::Sow(Box::new(self.sow(inner, span))),
            Rule::mark_as | Rule::unmark => {
                let cells = self.next_expr(&mut inner, span);
                StatementKind::Mark {
                    cells,
                    name: self.next_name(&mut inner, span),
                    on: whole.as_rule() == Rule::mark_as,
                }
            }
            Rule::link_as | Rule::unlink => {
                let ends = [self.next_expr(&mut inner, span), self.next_expr(&mut inner, span)];
                let name = self.next_name(&mut inner, span);
                let of = inner.next().and_then(|of| parts(of).next()).map(|of| self.term(of));
                let on = whole.as_rule() == Rule::link_as;
                StatementKind::Link(Box::new(LinkChange { ends, name, of, on }))
            }
            Rule::repeat => {
                let most = self.next_expr(&mut inner, span);
                let condition = self.next_expr(&mut inner, span);
                StatementKind::Repeat { most, condition, body: self.block(inner.next()) }
            }
            Rule::for_ => {
                let name = self.next_name(&mut inner, span);
                let over = self.next_expr(&mut inner, span);
                let mut inner = inner.peekable();
                let condition = inner.next_if(|part| part.as_rule() == Rule::expr).map(|e| self.expr(e));
                StatementKind::For { name, over, condition, body: self.block(inner.next()) }
            }
            Rule::if_ => {
                let condition = self.next_expr(&mut inner, span);
                let then = self.block(inner.next());
                StatementKind::If { condition, then, otherwise: self.block(inner.next()) }
            }
            Rule::written => StatementKind::Written(self.next_name(&mut inner, span)),
            Rule::do_ => {
                let name = self.next_name(&mut inner, span);
                let args = inner.next().map(|given| parts(given).map(|arg| self.expr(arg)).collect());
                StatementKind::Do { name, args: args.unwrap_or_default() }
            }
            Rule::at_end => StatementKind::AtEnd(self.block(inner.next())),
            _ => return,
        };
        block.push(Statement { kind, span });
    }

    /// How many members a set has that is picked: at least and at most.
    fn how_many(&mut self, node: Node<'t>, span: Span) -> Box<(Expr, Expr)> {
        let mut ends = parts(node).flat_map(Node::into_inner).map(|end| self.term(end));
        let low = ends.next();
        let high = ends.next().or_else(|| low.clone());
        Box::new((low.unwrap_or_else(|| self.hole(span)), high.unwrap_or_else(|| self.hole(span))))
    }

    /// The place of a `place` node.
    pub fn place(&mut self, node: Option<Node<'t>>, outer: Span) -> CounterRef {
        let Some(node) = node else { return CounterRef { name: self.no_name(outer), of: Vec::new() } };
        let span = self.span(&node);
        let mut inner = parts(node);
        let name = self.next_name(&mut inner, span);
        CounterRef { name, of: inner.map(|e| self.expr(e)).collect() }
    }
}
