//! What moves, and the setup, do to counters and marks.

use super::builtins::Builtin;
use super::checker::Checker;
use super::expr::{Expr, ExprKind, Type};
use super::game::Per;
use super::ids::CounterId;
use super::primitive::{Effect, Primitive, Sow};
use super::scope::Phase;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, Name};
use crate::util::suggestion;

impl Checker<'_> {
    /// A counter becomes a value, or is added to or taken from: that of one cell, player or kind, or those of all members of a
    /// set.
    /// Nothing where it is wrong.
    pub fn change_counter(
        &mut self,
        place: &ast::CounterRef,
        value: &ast::Expr,
        change: Option<Builtin>,
        span: Span,
    ) -> Option<Vec<Primitive>> {
        let (counter, of) = self.place(place)?;
        let value = self.counted_value(counter, &of, value, change.is_some(), span)?;
        let changed = |checker: &Self, of: Vec<Expr>, value: Expr| {
            let Some(builtin) = change else { return Primitive::Set { counter, of, value } };
            let old = ExprKind::Counter(counter, of.clone());
            let old = checker.made(old, Type::Number, &[&value], span);
            let value = checker.builtin(builtin, vec![old, value], span);
            Primitive::Set { counter, of, value }
        };
        if of.iter().all(|of| Self::member_type(of.ty) == Type::Unknown) {
            return Some(vec![changed(self, of, value)]);
        }
        // The value is that from before the first of them changes.
        let amount = self.scope.unnamed();
        let local = |local, ty| Expr { kind: ExprKind::Local(local), ty, span };
        let mut sets = Vec::new();
        let mut one_of = Vec::new();
        for of in of {
            one_of.push(match Self::member_type(of.ty) {
                Type::Unknown => of,
                member => {
                    let each = self.scope.unnamed();
                    sets.push((each, Self::gone_through(of, each)));
                    local(each, member)
                }
            });
        }
        let one = changed(self, one_of, local(amount, Type::Number));
        let all = sets.into_iter().rev().fold(one, |does, (each, (over, condition))| {
            let body = vec![Effect { words: "set", span, does: vec![does] }];
            Primitive::For { local: each, over, condition, body }
        });
        Some(vec![Primitive::Let(amount, value), all])
    }

    /// `mark cells as name`, `unmark cells as name`.
    pub fn mark_cells(&mut self, cells: &ast::Expr, name: &Name, on: bool) -> Option<Primitive> {
        let cells = self.expect(cells, Type::Cells);
        if let Some(mark) = self.find_mark(&name.text) {
            return Some(Primitive::Mark { mark, cells, on });
        }
        self.unknown_mark(name);
        None
    }

    /// Reports a mark that was never declared.
    pub fn unknown_mark(&mut self, name: &Name) {
        if self.usage.is_poisoned(&name.text) {
            return;
        }
        if self.say_off(name, Code::NameUnknown) {
            return;
        }
        let said = Diagnostic::new(Code::NameUnknown, name.span, format!("there is no mark `{}`", name.text));
        self.say(match suggestion(&name.text, self.parts.marks.iter().map(|mark| mark.name.as_str())) {
            Some(near) => said.did_you_mean(near),
            None => self.declared_by(said, name, format!("mark {}", name.text)),
        });
    }

    /// `sow counter from cell along direction`.
    pub fn sow(&mut self, sow: &ast::Sow) -> Option<Primitive> {
        let counter = self.sown_counter(&sow.counter)?;
        self.parts.features.sown = true;
        let hand = sow.hand.as_ref().map(|hand| self.expect(hand, Type::Number));
        let from = self.expect(&sow.from, Type::Cell);
        let leaving = sow.leaving.as_ref().map(|leaving| self.expect(leaving, Type::Number));
        let along = self.expect(&sow.along, Type::Direction);
        let skipping = sow.skipping.as_ref().map(|skipping| self.expect(skipping, Type::Cells));
        let again = sow.again.as_ref().map(|again| self.in_phase(Phase::After, |c| c.expect(again, Type::Truth)));
        Some(Primitive::Sow(Box::new(Sow { counter, hand, from, leaving, along, skipping, again })))
    }

    fn sown_counter(&mut self, name: &Name) -> Option<CounterId> {
        match self.find_counter(&name.text) {
            Some((counter, Per::CELL)) if self.parts.counters[counter].carried.is_none() => Some(counter),
            Some(_) => {
                let said = Diagnostic::new(
                    Code::TypeMismatch,
                    name.span,
                    format!("`{}` is not a counter of cells", name.text),
                );
                let help = format!("what is sown lies on cells: declare `counter {}(cell): 0..=99`", name.text);
                self.say(said.help(help));
                None
            }
            None => {
                let place = ast::CounterRef { name: name.clone(), of: Vec::new() };
                self.place(&place).map(|(counter, _)| counter)
            }
        }
    }
}
