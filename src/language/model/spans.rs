//! Where the rules say things, once everything is checked.

use super::checker::Checker;
use super::places::Places;
use super::sites::{Sites, Step};
use crate::source::Span;
use crate::syntax::ast::{DeclarationKind, Pie, Statement, StatementKind, TurnOrder, TurnStep};

impl Checker<'_> {
    /// The places, once everything else is checked.
    pub(super) fn sites(&mut self) -> Sites {
        let mut sites = self.stated.take_sites();
        sites.title = self.title_span();
        sites.pie = self.rules.pie.map(|(_, span)| span);
        for version in self.rules.moves.iter().flatten() {
            statements(&version.body, &mut sites.statements);
        }
        for (body, _) in &self.rules.passes {
            statements(body, &mut sites.statements);
        }
        for version in self.rules.effects.iter().flatten() {
            statements(&version.body, &mut sites.statements);
        }
        self.rules.after_move.iter().for_each(|(body, _)| statements(body, &mut sites.statements));
        sites.done = self.done_sites();
        let turns: Vec<_> = self.rules.turns.last().cloned().unwrap_or_default();
        for (place, (turn, span)) in turns.into_iter().enumerate() {
            sites.turns.push(span);
            self.steps(&turn.order, (place, false), self.rules.turns.len() - 1, &mut sites.steps);
        }
        sites
    }

    fn steps(&mut self, order: &TurnOrder, (turn, follows): (usize, bool), version: usize, found: &mut Vec<Step>) {
        for sequence in order.choices.iter().flatten() {
            self.step_site(&sequence.first, (turn, follows), version, found);
            for follow in &sequence.then {
                self.step_site(&follow.step, (turn, true), version, found);
            }
        }
    }

    fn step_site(&mut self, step: &TurnStep, place: (usize, bool), version: usize, found: &mut Vec<Step>) {
        if self.is_off(step, version) {
            return;
        }
        match step {
            TurnStep::Move { name, .. } | TurnStep::Chain { name, .. } => {
                if let Some(rule) = self.find_move(name) {
                    found.push(Step { turn: place.0, rule, follows: place.1, span: name.span });
                }
            }
            TurnStep::Order(order) => self.steps(order, place, version, found),
            TurnStep::Base(_) => {
                let Some(base) = version.checked_sub(1) else { return };
                if let Some((turn, _)) = self.rules.turns.get(base).and_then(|turns| turns.first()).copied() {
                    self.steps(&turn.order, place, base, found);
                }
            }
            TurnStep::Roll(names) => {
                let (first, last) = (names.first().map(|name| name.span), names.last().map(|name| name.span));
                if let (Some(rule), Some((first, last))) = (self.roll(names), first.zip(last)) {
                    found.push(Step { turn: place.0, rule, follows: place.1, span: first.to(last) });
                }
            }
            TurnStep::Draw(name) => {
                if let Some(rule) = self.find_move(name) {
                    found.push(Step { turn: place.0, rule, follows: place.1, span: name.span });
                }
            }
            TurnStep::Pass(_) => {}
        }
    }

    /// Where the declarations of the checked game stand.
    pub fn find_places(&mut self) -> Places {
        let rules = &self.rules;
        let unit = rules.chain.last().map(|unit| (unit.name.span, unit.span)).unwrap_or_default();
        let counters = rules.counters.iter().filter_map(|declaration| match &declaration.kind {
            DeclarationKind::Counter { name, .. } => Some(name.span),
            _ => None,
        });
        // What pieces carry follows the other counters, and comes before the other marks.
        let (carried_marks, carried_numbers): (Vec<_>, Vec<_>) =
            rules.carried().into_iter().map(|carried| carried.carry).partition(|carry| carry.of.is_none());
        let counters = counters.chain(carried_numbers.iter().map(|carry| carry.name.span)).chain(self.lucks_read());
        let ends = rules.ends.iter().map(|(end, _)| &end.results).chain(rules.limit.iter().map(|(l, _)| &l.results));
        Places {
            unit,
            players: rules.players.iter().flat_map(|(names, _)| names.iter().map(|name| name.span)).collect(),
            kinds: rules.pieces.iter().map(|(piece, _)| piece.name.span).collect(),
            patterns: rules.patterns.iter().map(|pattern| pattern.name.span).collect(),
            counters: counters.collect(),
            links: rules.links.iter().map(|link| link.name.span).collect(),
            marks: carried_marks
                .iter()
                .map(|carry| carry.name.span)
                .chain(rules.marks.iter().map(|(name, _)| name.span))
                .collect(),
            turns: rules.turns.last().into_iter().flatten().map(|(_, span)| *span).collect(),
            only: rules.board.and_then(|(board, _)| board.only.as_ref().map(|only| only.span)),
            stacks: rules.stacks.map(|(_, span)| span),
            pie: rules.pie.filter(|(pie, _)| *pie != Pie::Off).map(|(pie, span)| (span, pie == Pie::FirstStone)),
            results: ends.map(|results| results.iter().map(|result| result.span).collect()).collect(),
            ..self.stated.take_places()
        }
    }
}

fn statements(block: &[Statement], found: &mut Vec<Span>) {
    for statement in block {
        found.push(statement.span);
        match &statement.kind {
            StatementKind::For { body, .. } | StatementKind::Repeat { body, .. } | StatementKind::AtEnd(body) => {
                statements(body, found);
            }
            StatementKind::If { then, otherwise, .. } => {
                statements(then, found);
                statements(otherwise, found);
            }
            _ => {}
        }
    }
}
