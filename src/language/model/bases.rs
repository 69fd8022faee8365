//! What a variant's declarations say with `base`, and how long they are with each one written out: variants of variants that say
//! it twice double them each time.

use super::checker::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{
    Expr, ExprKind, Move, SetupItem, Statement, StatementKind, TurnOrder, TurnSequence, TurnStep,
};

/// The most statements of a move, lines of a setup or steps of a turn, each `base` written out.
pub const MAX_PARTS: usize = 1024;
/// The most versions of a turn that stand inside one another by their `base`.
const MAX_TURNS: usize = 128;

/// Whether an expression says `base`.
pub fn says_base(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Base => true,
        ExprKind::Call { args, generator, .. } => {
            let range = generator.as_ref().map(|range| (&range.over, &range.condition));
            args.iter().any(says_base)
                || range.is_some_and(|(over, condition)| says_base(over) || condition.iter().any(says_base))
        }
        ExprKind::Unary(_, operand) => says_base(operand),
        ExprKind::Binary(_, left, right) => says_base(left) || says_base(right),
        ExprKind::Conditional(condition, then, otherwise) => {
            says_base(condition) || says_base(then) || says_base(otherwise)
        }
        ExprKind::Quantified { over, condition, .. } => {
            says_base(over) || condition.iter().any(|condition| says_base(condition))
        }
        ExprKind::Comprehension { over, condition, .. } => {
            over.iter().any(|over| says_base(over)) || says_base(condition)
        }
        ExprKind::SetOf(items) => items.iter().any(says_base),
        ExprKind::Number(_)
        | ExprKind::Truth(_)
        | ExprKind::Name(_)
        | ExprKind::Board
        | ExprKind::Owned { .. }
        | ExprKind::NoMove
        | ExprKind::NobodyCanMove
        | ExprKind::AllPass
        | ExprKind::LastMover
        | ExprKind::LastSown
        | ExprKind::LastTo(_)
        | ExprKind::LastPick(_) => false,
    }
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
        for step in std::iter::once(&sequence.first).chain(sequence.then.iter().map(|follow| &follow.step)) {
            match step {
                TurnStep::Base(span) => self.bases.push(*span),
                TurnStep::Order(order) => self.order(order),
                TurnStep::Pass(_) | TurnStep::Move { .. } | TurnStep::Chain { .. } => self.own += 1,
            }
        }
    }
}

fn parts<T>(all: &[T], base: fn(&T) -> Option<Span>) -> Parts {
    let bases: Vec<Span> = all.iter().filter_map(base).collect();
    Parts { own: all.len() - bases.len(), bases }
}

/// Whether a statement is an effect: neither a pick, nor a condition or name, nor how the move is written.
pub fn is_effect(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Base
        | StatementKind::Pick { .. }
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
        SetupItem::Set { .. } | SetupItem::Mark { .. } | SetupItem::Put { .. } => None,
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
