//! What a variant's declarations say with `base`, and how long they are with each one written out: variants of variants that say
//! it twice double them each time.

use super::checker::Checker;
use super::upkeep::MAX_PARTS;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::syntax::ast::{
    Block, Expr, ExprKind, Move, SetupItem, Statement, StatementKind, TurnOrder, TurnSequence, TurnStep,
};

/// The most versions of a turn that stand inside one another by their `base`.
const MAX_TURNS: usize = 128;

/// Whether an expression says `base`.
pub fn says_base(expr: &Expr) -> bool {
    expr.kind == ExprKind::Base || expr.parts().into_iter().any(says_base)
}

/// The `base` with which versions of a move are too long, if one is.
pub fn too_long_a_move(versions: &[&Move]) -> Option<Span> {
    too_long(versions.iter().map(|rule| parts(&rule.body, base_of_move)), usize::MAX)
}

impl Checker<'_> {
    /// Whether a move is of bounded length with each `base` written out; said where it is not.
    pub fn move_fits(&mut self, place: usize) -> bool {
        let found = too_long_a_move(&self.rules.moves[place]);
        self.fits(found, "move", "statements")
    }

    /// Whether what passes do is of bounded length with each `base` written out; said where it is not.
    pub fn pass_fits(&mut self) -> bool {
        let found = too_long(self.rules.passes.iter().map(|(body, _)| parts(body, base_of_move)), usize::MAX);
        self.fits(found, "pass", "statements")
    }

    /// Whether the setup is of bounded length with each `base` written out; said where it is not.
    pub fn setup_fits(&mut self) -> bool {
        let found = too_long(self.rules.setups.iter().map(|items| parts(items, base_of_setup)), usize::MAX);
        self.fits(found, "setup", "lines")
    }

    /// Whether the turn is of bounded length with each `base` written out; said where it is not.
    pub fn turns_fit(&mut self) -> bool {
        let versions = self.rules.turns.iter().map(|turns| {
            let mut parts = Parts::default();
            turns.iter().for_each(|(turn, _)| parts.order(&turn.order));
            parts
        });
        let found = too_long(versions, MAX_TURNS);
        self.fits(found, "turn", "steps")
    }

    fn fits(&mut self, too_long: Option<Span>, what: &str, parts: &str) -> bool {
        let Some(span) = too_long else { return true };
        self.say(
            Diagnostic::new(Code::LimitNesting, span, format!("with this `base` the {what} is too long"))
                .label("stands for all that it replaces, `base` in it included")
                .help(format!(
                    "a {what} has {MAX_PARTS} {parts} at most: say `base` less often, or write the {what} out"
                )),
        );
        false
    }
}

/// The statements of a move with each `base` written out, in its parts.
#[derive(Default)]
pub struct MoveParts<'a> {
    /// Its picks, conditions and names.
    pub first: Vec<&'a Statement>,
    /// Its effects.
    pub then: Vec<&'a Statement>,
    /// What is done at its end.
    pub end: Vec<&'a Statement>,
}

impl<'a> Checker<'a> {
    /// The parts of a version of a move. `base` stands for the first part where it is written, and for the second where the first
    /// effect after it stands.
    pub fn move_parts(&mut self, place: usize, version: usize) -> MoveParts<'a> {
        let body: &'a Block = &self.rules.moves[place][version].body;
        let mut parts = MoveParts::default();
        let last_asked = body.iter().rposition(|statement| is_asked(&statement.kind));
        let (mut pending, mut base_at, mut acts) = (None, None, false);
        for (at, statement) in body.iter().enumerate() {
            let has_base = pending.is_some();
            let is_first = match &statement.kind {
                StatementKind::Pick { .. } | StatementKind::Where(_) => !acts,
                StatementKind::Let { .. } => !acts && (!has_base || last_asked.is_some_and(|last| at < last)),
                StatementKind::Require(_) => !acts && !has_base,
                StatementKind::Written(_) => true,
                StatementKind::AtEnd(_) => {
                    self.check_last(&body[at + 1..], statement.span);
                    parts.end.push(statement);
                    continue;
                }
                StatementKind::Base => {
                    let Some(base) = version.checked_sub(1) else {
                        self.no_base(statement.span, "move");
                        continue;
                    };
                    if let Some(first) = base_at.replace(statement.span) {
                        self.say(
                            Diagnostic::new(Code::NameDuplicate, statement.span, "a second `base`")
                                .label("stands for the replaced move once more")
                                .related(first, "the first one")
                                .help("say `base` once")
                                .fix(Fix::remove(statement.span, "remove it")),
                        );
                        continue;
                    }
                    let base = self.move_parts(place, base);
                    if acts && base.first.iter().any(|statement| is_asked(&statement.kind)) {
                        self.base_too_late(statement.span, body.first().map_or(statement.span, |first| first.span));
                    }
                    parts.first.extend(base.first);
                    if acts {
                        parts.then.extend(base.then);
                    } else {
                        pending = Some(base.then);
                    }
                    parts.end.extend(base.end);
                    continue;
                }
                kind => !is_effect(kind),
            };
            if is_first {
                parts.first.push(statement);
                continue;
            }
            if let Some(effects) = pending.take() {
                acts = true;
                parts.then.extend(effects);
            }
            acts |= is_effect(&statement.kind);
            parts.then.push(statement);
        }
        parts.then.extend(pending.into_iter().flatten());
        parts
    }

    /// Reports `at its end` before other statements.
    fn check_last(&mut self, rest: &[Statement], span: Span) {
        if let Some(next) = rest.iter().find(|statement| !matches!(statement.kind, StatementKind::Written(_))) {
            self.say(
                Diagnostic::new(Code::MoveOrder, span, "`at its end` is the last statement of its move")
                    .label("done when the action is complete")
                    .related(next.span, "this comes after it")
                    .help("move it to the end of the move"),
            );
        }
    }

    fn base_too_late(&mut self, span: Span, first: Span) {
        let mut fix = Fix::remove(span, "write `base` first");
        let start = Span::new(first.file, first.start as usize, first.start as usize);
        fix.edits.push(Edit { span: start, text: "base\n    ".to_owned() });
        self.say(
            Diagnostic::new(Code::MoveOrder, span, "`base` after an effect, and the move that it stands for picks")
                .label("picks come before effects")
                .help("write `base` first: its effects come where the first effect after it stands")
                .fix(fix),
        );
    }
}

/// Whether a statement picks, or chooses among picks.
fn is_asked(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Pick { .. } | StatementKind::Where(_))
}

/// What a version of a declaration is made of.
#[derive(Default)]
struct Parts {
    own: usize,
    bases: Vec<Span>,
}

impl Parts {
    fn order(&mut self, order: &TurnOrder) {
        order.choices.iter().flatten().for_each(|sequence| self.sequence(sequence));
    }

    fn sequence(&mut self, sequence: &TurnSequence) {
        for step in sequence.steps() {
            match step {
                TurnStep::Base(span) => self.bases.push(*span),
                TurnStep::Order(order) => self.order(order),
                TurnStep::Pass(_)
                | TurnStep::Roll(_)
                | TurnStep::Draw(_)
                | TurnStep::Move { .. }
                | TurnStep::Chain { .. } => self.own += 1,
            }
        }
    }
}

fn parts<T>(all: &[T], base: fn(&T) -> Option<Span>) -> Parts {
    let bases: Vec<Span> = all.iter().filter_map(base).collect();
    Parts { own: all.len() - bases.len(), bases }
}

/// Whether a statement is an effect: neither a pick, nor a condition or name, nor how the move is written.
fn is_effect(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Base
        | StatementKind::Pick { .. }
        | StatementKind::PickPair { .. }
        | StatementKind::Let { .. }
        | StatementKind::Where(_)
        | StatementKind::Require(_)
        | StatementKind::Written(_)
        | StatementKind::AtEnd(_) => false,
        StatementKind::Sow(_)
        | StatementKind::Put { .. }
        | StatementKind::Remove(_)
        | StatementKind::Exchange(..)
        | StatementKind::Shift { .. }
        | StatementKind::TurnOver(_)
        | StatementKind::Promote { .. }
        | StatementKind::Tuck { .. }
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::Mark { .. }
        | StatementKind::Link(_)
        | StatementKind::Repeat { .. }
        | StatementKind::For { .. }
        | StatementKind::If { .. }
        | StatementKind::Do { .. } => true,
    }
}

fn base_of_move(statement: &Statement) -> Option<Span> {
    (statement.kind == StatementKind::Base).then_some(statement.span)
}

fn base_of_setup(item: &SetupItem) -> Option<Span> {
    match item {
        SetupItem::Base(span) => Some(*span),
        SetupItem::Picture(_)
        | SetupItem::Set { .. }
        | SetupItem::Mark { .. }
        | SetupItem::Put { .. }
        | SetupItem::Draw(_)
        | SetupItem::Scatter(_) => None,
    }
}

/// The first `base`, in the order of the variants, with which a version has too many parts, or stands in too many others.
fn too_long(versions: impl Iterator<Item = Parts>, most_inside: usize) -> Option<Span> {
    let (mut length, mut inside) = (0usize, 0);
    for Parts { own, bases } in versions {
        let mut all = own;
        inside = if bases.is_empty() { 0 } else { inside + 1 };
        if inside > most_inside {
            return bases.first().copied();
        }
        for base in bases {
            all = all.saturating_add(length);
            if all > MAX_PARTS {
                return Some(base);
            }
        }
        length = all;
    }
    None
}
