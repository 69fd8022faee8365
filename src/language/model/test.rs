//! A checked test: where it begins, what is played, what is expected.

use super::builtins::Builtin;
use super::expr::{Expr, ExprKind, Type};
use super::ids::{CounterId, MarkId, PlayerId};
use super::picture::Contents;
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::topology::CellId;
use crate::util::Rational;

/// A test of a game with the options that it sets.
#[derive(Clone, Debug)]
pub struct Test {
    /// What it shows.
    pub title: Name,
    /// Where it begins.
    pub start: Start,
    /// What is played and expected, in order.
    pub steps: Vec<TestStep>,
}

/// Where a test begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// At a position as one line of text.
    Notation(Name),
    /// At a position that is set up.
    SetUp(SetUp),
}

/// How a position differs from the start of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// What stands on the board; as at the start of the game where nothing is said. A position that is drawn stands in the
    /// middle of a game: every player has had a turn, and the player before the one to act acted last.
    pub contents: Option<Contents>,
    /// Who is to act; the first player where nobody is named.
    pub to_act: Option<PlayerId>,
    /// Counters by their places among those of the players or cells, with their values.
    pub counters: Vec<(CounterId, usize, i64)>,
    /// Cells that carry marks.
    pub marks: Vec<(MarkId, Vec<CellId>)>,
    /// The number of the turn at hand, from 1.
    pub turn_number: Option<u32>,
    /// The number of the action at hand, from 1.
    pub ply_number: Option<u32>,
}

/// A line of a test after its beginning.
#[derive(Clone, Debug)]
pub enum TestStep {
    /// An action as it is written.
    Play(Name),
    /// What is expected.
    Expect(Expectation, Span),
    /// By which end clause, or by which rule, the game must have ended.
    EndedBy(Name),
}

/// What is expected of a position.
#[derive(Clone, Debug)]
pub enum Expectation {
    /// These actions are legal.
    Legal(Vec<Name>),
    /// None of these is.
    Illegal(Vec<Name>),
    /// These are, and no others.
    Only(Vec<Name>),
    /// So many are.
    Moves(usize),
    /// Nature does this as likely as that.
    Odds(Name, Rational),
    /// Whether the game has ended.
    Over(bool),
    /// Nobody has won.
    Draw,
    /// This player has won.
    Wins(Expr),
    /// Somebody else has won.
    Loses(Expr),
    /// A condition holds.
    That(Expr),
}

impl Test {
    /// What is asked of positions while the test runs, step by step in order: of each step its [`TestStep::questions`].
    pub fn questions(&self) -> impl Iterator<Item = &Expr> {
        self.steps.iter().flat_map(TestStep::questions)
    }
}

impl TestStep {
    /// What is asked of the position at this step: what decides, then what is shown where a condition does not hold.
    pub fn questions(&self) -> Vec<&Expr> {
        match self {
            TestStep::Expect(Expectation::Wins(who) | Expectation::Loses(who), _) => vec![who],
            TestStep::Expect(Expectation::That(condition), _) => {
                let mut questions = vec![condition];
                condition.atoms(&mut questions);
                questions
            }
            TestStep::Play(_) | TestStep::Expect(..) | TestStep::EndedBy(_) => Vec::new(),
        }
    }
}

impl Expr {
    /// The parts of a condition whose values tell why it holds or not: both sides of comparisons, sets that have members or none,
    /// and conditions that are joined. What says its value itself is left out.
    fn atoms<'e>(&'e self, atoms: &mut Vec<&'e Expr>) {
        match &self.kind {
            ExprKind::Not(inner) => inner.atoms(atoms),
            ExprKind::Builtin(Builtin::And | Builtin::Or, args) => {
                for arg in args {
                    let before = atoms.len();
                    arg.atoms(atoms);
                    if atoms.len() == before {
                        atoms.push(arg);
                    }
                }
            }
            // Groups have no value that could be shown.
            ExprKind::Builtin(_, args) if self.ty == Type::Truth && args.iter().all(|arg| arg.ty != Type::Groups) => {
                let mut sides: Vec<&Expr> = args.iter().filter(|arg| !arg.says_itself()).collect();
                // `a > b` is kept as `b < a`.
                sides.sort_by_key(|side| side.span.start);
                atoms.extend(sides);
            }
            ExprKind::Quantified { over, .. }
                if !matches!(over.ty, Type::Players | Type::Range) && !over.says_itself() =>
            {
                atoms.push(over);
            }
            _ => {}
        }
    }

    fn says_itself(&self) -> bool {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Cell(_)
            | ExprKind::Player(_)
            | ExprKind::Kind(_)
            | ExprKind::Direction(_)
            | ExprKind::Directions(_)
            | ExprKind::Region(_)
            | ExprKind::Word(_) => true,
            ExprKind::Builtin(
                Builtin::OneCell | Builtin::OneDirection | Builtin::SetOf | Builtin::Divide | Builtin::Negate,
                args,
            ) => args.iter().all(Expr::says_itself),
            _ => false,
        }
    }
}
