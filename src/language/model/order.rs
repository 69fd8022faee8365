//! Checked turns and ends.

use super::expr::Expr;
use super::ids::{MoveId, PlayerId};
use crate::source::Span;

/// A turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Whose; every player's where none is given.
    pub of: Option<PlayerId>,
    /// When; always where none is given.
    pub when: Option<Expr>,
    /// What is done in it.
    pub order: TurnOrder,
}

/// Choices in the order of their claim.
#[derive(Clone, Debug)]
pub struct TurnOrder {
    /// Each a choice between sequences.
    pub choices: Vec<Vec<TurnSequence>>,
}

impl TurnOrder {
    /// Whether there is nothing else in it than passes.
    pub fn is_pass(&self) -> bool {
        self.choices.iter().flatten().all(|sequence| {
            sequence.steps().all(|step| match step {
                TurnStep::Pass => true,
                TurnStep::Order(order) => order.is_pass(),
                TurnStep::Move(..) | TurnStep::Chain { .. } => false,
            })
        })
    }

    /// Whether a chain of a move stands anywhere in it.
    pub fn has_chain_of(&self, rule: MoveId) -> bool {
        self.choices.iter().flatten().any(|sequence| {
            sequence.steps().any(|step| match step {
                TurnStep::Chain { rule: of, .. } => *of == rule,
                TurnStep::Order(order) => order.has_chain_of(rule),
                TurnStep::Pass | TurnStep::Move(..) => false,
            })
        })
    }

    /// Whether a pass stands anywhere in it.
    pub fn has_pass(&self) -> bool {
        self.choices.iter().flatten().any(|sequence| {
            sequence.steps().any(|step| match step {
                TurnStep::Pass => true,
                TurnStep::Order(order) => order.has_pass(),
                _ => false,
            })
        })
    }
}

/// A step and what follows it.
#[derive(Clone, Debug)]
pub struct TurnSequence {
    /// The first step.
    pub first: TurnStep,
    /// What follows, in order.
    pub then: Vec<TurnFollow>,
}

impl TurnSequence {
    /// Its steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &TurnStep> {
        std::iter::once(&self.first).chain(self.then.iter().map(|follow| &follow.step))
    }
}

/// One step of a turn.
#[derive(Clone, Debug)]
pub enum TurnStep {
    /// Do nothing.
    Pass,
    /// A move, with some of its picks bound to sets: the picks' places and the sets.
    Move(MoveId, Vec<(u8, Expr)>),
    /// A move again and again as one action: each one's first pick is that pick of the one before it.
    Chain {
        /// The move.
        rule: MoveId,
        /// The place of the pick.
        from: u8,
        /// Which of its chains may be played.
        which: Chains,
    },
    /// Choices again.
    Order(TurnOrder),
}

/// Which chains may be played, of those that can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chains {
    /// Those that cannot go on.
    Whole,
    /// Of those the ones with the most links.
    Longest,
    /// Also those that can go on.
    Any,
}

/// A step that follows.
#[derive(Clone, Debug)]
pub struct TurnFollow {
    /// Whether it must be done.
    pub how: Continue,
    /// What.
    pub step: TurnStep,
    /// Only where all of these hold when it comes to it; else the turn goes on without it.
    pub when: Vec<Expr>,
    /// How often.
    pub repeat: Repeat,
}

impl TurnFollow {
    /// Whether the turn is not complete without it, where its conditions hold.
    pub fn is_compulsory(&self) -> bool {
        self.how == Continue::Always && self.repeat != Repeat::WhilePossible
    }
}

/// The most stages of one player's turns, of which a step that is taken several times has as many.
pub const MAX_STAGES: usize = 1 << 10;

/// How often a following step is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeat {
    /// Once.
    Once,
    /// As long as it is possible and its conditions hold.
    WhilePossible,
    /// As long as its conditions hold, each time of which must be possible.
    Until,
    /// So many times, at least twice; fewer where it need not be done.
    Times(u16),
}

impl Repeat {
    /// Whether one time of it may lead to the same again without an end that is known.
    pub fn is_loop(self) -> bool {
        matches!(self, Repeat::WhilePossible | Repeat::Until)
    }

    /// As how many stages of a turn it is carried out: one that leads to itself, or one for each time.
    pub fn stages(self) -> u16 {
        match self {
            Repeat::Times(count) => count,
            Repeat::Once | Repeat::WhilePossible | Repeat::Until => 1,
        }
    }
}

pub use crate::syntax::ast::{Compare, Continue};

/// What a repeated position means.
#[derive(Clone, Debug)]
pub struct Repetition {
    /// What is compared with what.
    pub compare: Compare,
    /// The how-manieth occurrence it is about, at least the second.
    pub times: u32,
    /// What must hold of the position as well; nothing where none is given.
    pub when: Option<Expr>,
    /// What follows.
    pub ending: Ending,
}

/// What follows a repetition.
#[derive(Clone, Debug)]
pub enum Ending {
    /// The move that repeats is not allowed.
    Illegal,
    /// The results, of which the first that decides counts; a draw if none does.
    Results(Vec<Outcome>),
}

impl Repetition {
    /// Whether it forbids the move that repeats.
    pub fn is_illegal(&self) -> bool {
        matches!(self.ending, Ending::Illegal)
    }

    /// Its results; none where it forbids.
    pub fn results(&self) -> &[Outcome] {
        match &self.ending {
            Ending::Illegal => &[],
            Ending::Results(results) => results,
        }
    }

    /// What it asks of the position.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.when.iter().chain(self.results().iter().flat_map(Outcome::exprs))
    }
}

/// An end clause.
#[derive(Clone, Debug)]
pub struct End {
    /// Its name, or a number where it has none.
    pub name: String,
    /// When the game ends.
    pub when: Expr,
    /// Whether it is looked at after each action.
    pub after_action: bool,
    /// The results, of which the first that decides counts; a draw if none does.
    pub results: Vec<Outcome>,
    /// The clause's first line in the file.
    pub span: Span,
    /// What it says, up to its results, on one line; of a long one the first words. Empty until [`Game::quote_ends`].
    ///
    /// [`Game::quote_ends`]: super::Game::quote_ends
    pub text: String,
}

impl End {
    /// What it asks of the position.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.when).chain(self.results.iter().flat_map(Outcome::exprs))
    }
}

/// One result.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it says.
    pub kind: Judgement,
    /// It counts only when this holds.
    pub when: Option<Expr>,
}

impl Outcome {
    /// What it asks of the position.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.kind.expr().into_iter().chain(&self.when)
    }
}

/// Who wins.
#[derive(Clone, Debug)]
pub enum Judgement {
    /// Nobody.
    Draw,
    /// The player for whom it (a number or a list of numbers) is highest, if one alone.
    Highest(Expr),
    /// The player for whom it is lowest, if one alone.
    Lowest(Expr),
    /// That player, or those of a set.
    Wins(Expr),
    /// Everybody but that player, or those of a set.
    Loses(Expr),
}

impl Judgement {
    /// The player or the key that it names.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Judgement::Draw => None,
            Judgement::Highest(expr) | Judgement::Lowest(expr) | Judgement::Wins(expr) | Judgement::Loses(expr) => {
                Some(expr)
            }
        }
    }
}
