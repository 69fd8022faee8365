//! From what was worked out to why it came out so: the part of a condition that decided, and the values in it.

use super::wording::Words;
use rulebook_language::model::{Builtin, LocalId};
use rulebook_language::source::Span;
use rulebook_play::engine::{ProbedNode, ProbedValue};
use rulebook_play::plan::{Form, NodeKind};

/// The deepest tree of values that is shown.
const MAX_DEPTH: usize = 4;
/// The most members of a set whose values are shown.
const MAX_MEMBERS: usize = 3;
/// The most values that are shown.
const MAX_VALUES: usize = 20;

/// A value of a part of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    /// How deep within the others.
    pub depth: usize,
    /// Where.
    pub span: Span,
    /// What, as the rule says it.
    pub text: String,
    /// What it came to.
    pub value: String,
}

/// Why a condition came out as it did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The part that decided.
    pub span: Span,
    /// What its values are.
    pub label: String,
    /// What lies between the condition and that part: a member of a set, a definition.
    pub way: Vec<(Span, String)>,
    /// The values, outermost first.
    pub values: Vec<Valued>,
}

impl Words<'_> {
    /// Why a condition came out as it did.
    pub fn evidence(&self, condition: &ProbedNode) -> Evidence {
        let held = condition.value == Some(ProbedValue::Truth(true));
        let mut way = Vec::new();
        let (decisive, held) = self.decisive(condition, held, &mut way);
        let mut values = Vec::new();
        self.values(condition, 0, &mut values);
        Evidence { span: self.node(decisive).span, label: self.reason(decisive, held), way, values }
    }

    /// What an expression is.
    pub fn form(&self, seen: &ProbedNode) -> Option<Form> {
        match self.node(seen).sort {
            NodeKind::Expr(form) => Some(form),
            _ => None,
        }
    }

    /// The part that decided, and what it came to.
    fn decisive<'s>(&self, seen: &'s ProbedNode, held: bool, way: &mut Vec<(Span, String)>) -> (&'s ProbedNode, bool) {
        let came_to = |part: &&ProbedNode, held| part.value == Some(ProbedValue::Truth(held));
        let last = |held| seen.parts.iter().rev().find(|part| came_to(part, held));
        let next = match self.form(seen) {
            Some(Form::Builtin(Builtin::And)) if !held => last(false).map(|part| (part, false)),
            Some(Form::Builtin(Builtin::Or)) if held => last(true).map(|part| (part, true)),
            Some(Form::Not) => last(!held).map(|part| (part, !held)),
            Some(Form::Definition(definition)) => {
                let body = last(held);
                if body.is_some() {
                    let params = self.params(definition, seen);
                    let with = if params.is_empty() { String::new() } else { format!(" for {}", self.bound(&params)) };
                    // Each label names what it speaks of: under a `not`, that is another condition than the headline's.
                    let what = self.text(seen);
                    let came_to = if held { "holds" } else { "does not hold" };
                    way.push((self.node(seen).span, format!("`{what}` {came_to}{with}")));
                }
                body.map(|part| (part, held))
            }
            Some(Form::Every) if !held => self.member(seen, false, way).map(|part| (part, false)),
            Some(Form::Some) if held => self.member(seen, true, way).map(|part| (part, true)),
            _ => None,
        };
        match next {
            Some((part, held)) => self.decisive(part, held, way),
            None => (seen, held),
        }
    }

    /// The condition of the member that decided.
    fn member<'s>(&self, seen: &'s ProbedNode, held: bool, way: &mut Vec<(Span, String)>) -> Option<&'s ProbedNode> {
        let member = seen.parts.iter().rev().find(|part| matches!(self.node(part).sort, NodeKind::Member(_)))?;
        let NodeKind::Member(local) = self.node(member).sort else { return None };
        let condition = member.parts.last().filter(|part| part.value == Some(ProbedValue::Truth(held)))?;
        let value = member.value.as_ref().map_or_else(String::new, |value| self.value(value));
        let (what, came_to) = (self.text(condition), if held { "holds" } else { "does not hold" });
        way.push((self.node(seen).span, format!("`{what}` {came_to} for {} = {value}", self.name(local))));
        Some(condition)
    }

    /// What a definition's parameters stand for.
    fn params(
        &self,
        definition: rulebook_language::model::DefinitionId,
        seen: &ProbedNode,
    ) -> Vec<(LocalId, ProbedValue)> {
        let params = &self.game.definitions[definition].params;
        let values = seen.parts.iter().take(params.len()).map(|part| part.value.clone());
        params.iter().copied().zip(values).filter_map(|(param, value)| Some((param, value?))).collect()
    }

    /// The values that decided, in words.
    fn reason(&self, seen: &ProbedNode, held: bool) -> String {
        let mut parts: Vec<&ProbedNode> = seen.parts.iter().filter(|part| part.value.is_some()).collect();
        parts.sort_by_key(|part| self.node(part).span.start);
        let said: Vec<String> = parts
            .iter()
            .filter(|part| self.form(part) != Some(Form::Constant) && matches!(self.node(part).sort, NodeKind::Expr(_)))
            .take(4)
            .filter_map(|part| Some(format!("`{}` is {}", self.text(part), self.value(part.value.as_ref()?))))
            .collect();
        match self.form(seen) {
            Some(Form::Constant) => format!("always {held} with these options"),
            Some(Form::Some) => {
                let members = seen.parts.iter().filter(|part| matches!(self.node(part).sort, NodeKind::Member(_)));
                match members.count() + seen.left_out {
                    0 => "there is none to look at".to_owned(),
                    1 => "the only one does not meet it".to_owned(),
                    n => format!("none of the {n} meets it"),
                }
            }
            Some(Form::Every) => "every one meets it".to_owned(),
            Some(Form::Local(local)) => format!("`{}` is {held}", self.name(local)),
            _ if said.is_empty() => held.to_string(),
            _ => said.join(", "),
        }
    }

    /// The tree of values below a node: what the rule says, and what it came to.
    pub fn values(&self, seen: &ProbedNode, depth: usize, found: &mut Vec<Valued>) {
        let inner = self.through(seen);
        let mut parts: Vec<&ProbedNode> = inner.parts.iter().collect();
        if parts.iter().all(|part| matches!(self.node(part).sort, NodeKind::Expr(_))) {
            parts.sort_by_key(|part| self.node(part).span.start);
        }
        // Of many members the last ones are told: where something is decided, it is by them.
        let is_member = |part: &ProbedNode| matches!(self.node(part).sort, NodeKind::Member(_));
        let members = parts.iter().filter(|part| is_member(part)).count();
        let told = if self.form(inner) == Some(Form::Filter) { 0 } else { MAX_MEMBERS };
        let mut passed = members.saturating_sub(told);
        parts.retain(|part| {
            let skip = is_member(part) && passed > 0;
            passed -= usize::from(skip);
            !skip
        });
        let siblings = found.len();
        for part in parts {
            if found.len() >= MAX_VALUES || depth >= MAX_DEPTH {
                return;
            }
            let node = self.node(part);
            let shown = match node.sort {
                NodeKind::Member(local) => part.value.as_ref().map(|value| (self.name(local).to_owned(), value)),
                NodeKind::Expr(form) if is_plain(form) => None,
                _ => part.value.as_ref().map(|value| (self.text(part), value)),
            };
            let Some((text, value)) = shown else {
                if !matches!(node.sort, NodeKind::Expr(form) if is_plain(form) || form == Form::Pattern) {
                    self.values(part, depth, found);
                }
                continue;
            };
            let mut value = self.value(value);
            if let Some((definition, called)) = self.called(part) {
                let params = self.params(definition, called);
                if !params.is_empty() {
                    value.push_str(&format!("   ({})", self.bound(&params)));
                }
            }
            let again = found
                .iter()
                .skip(siblings)
                .any(|known| known.text == text && known.value == value && known.depth == depth);
            if again {
                continue;
            }
            found.push(Valued { depth, span: node.span, text, value });
            if self.form(part) != Some(Form::Pattern) {
                self.values(part, depth + 1, found);
            }
        }
    }

    /// The node whose parts are worth showing: a definition's are those of its body; one that only passes another on is passed over.
    fn through<'s>(&self, seen: &'s ProbedNode) -> &'s ProbedNode {
        match (self.form(seen), seen.parts.as_slice()) {
            (Some(Form::Definition(_)), [.., body]) => self.through(body),
            // Another type of the same, or the same before the effects.
            (_, [only]) if self.is_same(seen, only) => self.through(only),
            _ => seen,
        }
    }

    /// Whether a part says nothing but what the whole says.
    fn is_same(&self, seen: &ProbedNode, only: &ProbedNode) -> bool {
        let whole = self.node(seen).span == self.node(only).span;
        whole || (only.value == seen.value && self.text(seen).ends_with(&self.text(only)))
    }

    /// The definition that an expression uses, itself or before the effects.
    fn called<'s>(&self, seen: &'s ProbedNode) -> Option<(rulebook_language::model::DefinitionId, &'s ProbedNode)> {
        match (self.form(seen), seen.parts.as_slice()) {
            (Some(Form::Definition(definition)), _) => Some((definition, seen)),
            (_, [only]) if self.is_same(seen, only) => self.called(only),
            _ => None,
        }
    }

    /// Why a cell, direction or player is not in a set: the smallest part of the set's rule that says so, and how.
    pub fn outside(
        &self,
        set: &ProbedNode,
        is: &dyn Fn(&ProbedValue) -> Option<bool>,
        way: &mut Vec<(Span, String)>,
    ) -> (Span, String) {
        let has = |part: &&ProbedNode| part.value.as_ref().and_then(is);
        let inner = match self.form(set) {
            Some(Form::Builtin(Builtin::Intersection)) => set.parts.iter().find(|part| has(part) == Some(false)),
            Some(Form::Builtin(Builtin::Difference | Builtin::WithoutDirections)) => match set.parts.as_slice() {
                [from, _] if has(&from) == Some(false) => Some(from),
                [_, taken] if has(&taken) == Some(true) => {
                    let span = self.node(taken).span;
                    let value = taken.value.as_ref().map_or_else(String::new, |value| self.value(value));
                    return (span, format!("`{}`, which is taken away, is {value}", self.quote(span)));
                }
                _ => None,
            },
            Some(Form::Definition(definition)) => {
                let body = set.parts.last().filter(|part| has(part) == Some(false));
                if body.is_some() {
                    let params = self.params(definition, set);
                    let with = if params.is_empty() { String::new() } else { format!(" for {}", self.bound(&params)) };
                    let value = set.value.as_ref().map_or_else(String::new, |value| self.value(value));
                    way.push((self.node(set).span, format!("is {value}{with}")));
                }
                body
            }
            Some(Form::Filter) => {
                let member = set
                    .parts
                    .iter()
                    .find(|part| matches!(self.node(part).sort, NodeKind::Member(_)) && has(part) == Some(true));
                match (member, set.parts.first().filter(|over| has(over) == Some(false))) {
                    (None, Some(over)) => Some(over),
                    (Some(member), _) => {
                        if let Some(condition) = member.parts.last() {
                            let evidence = self.evidence(condition);
                            way.extend(evidence.way);
                            let what = self.text(condition);
                            return (evidence.span, format!("`{what}` does not hold for it: {}", evidence.label));
                        }
                        None
                    }
                    _ => None,
                }
            }
            // A choice, or another type of the same.
            _ => set.parts.last().filter(|part| part.value == set.value && has(part) == Some(false)),
        };
        match inner {
            Some(part) => self.outside(part, is, way),
            None => {
                let span = self.node(set).span;
                let value = set.value.as_ref().map_or_else(String::new, |value| self.value(value));
                (span, format!("`{}` is {value}", self.quote(span)))
            }
        }
    }
}

/// Whether there is nothing to be said of it beside what is said where it is bound.
fn is_plain(form: Form) -> bool {
    matches!(form, Form::Constant | Form::Local(_) | Form::Builtin(Builtin::Me | Builtin::Opponent))
}
