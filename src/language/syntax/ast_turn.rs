//! Turns and ends, as written.

use super::ast::{Expr, Name};
use crate::source::Span;
use std::fmt;

/// `turn of Fox when condition: order`.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// Whose turn; every player's where none is given.
    pub of: Option<Name>,
    /// When this is the turn; always where none is given.
    pub when: Option<Expr>,
    /// What is done in it.
    pub order: TurnOrder,
}

/// Choices in the order of their claim: the next one counts only where the ones before it offer nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnOrder {
    /// Each a choice between sequences.
    pub choices: Vec<Vec<TurnSequence>>,
    /// All of it.
    pub span: Span,
}

/// A step and what follows it.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnSequence {
    /// The first step.
    pub first: TurnStep,
    /// How many times it is taken, where that is said.
    pub times: Option<Times>,
    /// What follows, in order.
    pub then: Vec<TurnFollow>,
    /// `most captured`: only turns in which that set or number comes out largest.
    pub most: Option<Name>,
    /// All of it.
    pub span: Span,
}

impl TurnSequence {
    /// Its steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &TurnStep> {
        std::iter::once(&self.first).chain(self.then.iter().map(|follow| &follow.step))
    }
}

/// One step of a turn.
#[derive(Clone, PartialEq, Debug)]
pub enum TurnStep {
    /// The turn that this one replaces.
    Base(Span),
    /// Do nothing.
    Pass(Span),
    /// A move, perhaps with some of its picks bound to sets.
    Move {
        /// The move.
        name: Name,
        /// `with c in set`.
        with: Vec<(Name, Expr)>,
    },
    /// `longest chain of capture from landing`: the move again and again as one action.
    Chain {
        /// The move.
        name: Name,
        /// What the next one's first pick is: a pick of the one before it.
        from: Name,
        /// Whether only the longest chains may be played.
        longest: bool,
        /// `, may stop`: where it is said that a chain may end after each link.
        may_stop: Option<Span>,
    },
    /// `roll first, second`: nature rolls dice.
    Roll(Vec<Name>),
    /// `draw tile`: nature draws.
    Draw(Name),
    /// `( ... )`.
    Order(TurnOrder),
}

impl TurnStep {
    /// The names of the moves that it may begin with.
    pub fn moves(&self) -> Vec<&str> {
        match self {
            TurnStep::Move { name, .. } | TurnStep::Chain { name, .. } => vec![&name.text],
            TurnStep::Order(order) => order.choices.iter().flatten().flat_map(|s| s.first.moves()).collect(),
            TurnStep::Base(_) | TurnStep::Pass(_) | TurnStep::Roll(_) | TurnStep::Draw(_) => Vec::new(),
        }
    }
}

/// As one speaks of it: without its sets.
impl fmt::Display for TurnStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnStep::Base(_) => f.write_str("base"),
            TurnStep::Pass(_) => f.write_str("pass"),
            TurnStep::Move { name, .. } => f.write_str(&name.text),
            TurnStep::Chain { name, from, .. } => write!(f, "chain of {} from {}", name.text, from.text),
            TurnStep::Roll(names) => {
                let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
                write!(f, "roll {}", names.join(", "))
            }
            TurnStep::Draw(name) => write!(f, "draw {}", name.text),
            TurnStep::Order(order) => write!(f, "({order})"),
        }
    }
}

/// As one speaks of it: without sets and conditions.
impl fmt::Display for TurnOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sequence = |sequence: &TurnSequence| {
            let then = sequence.then.iter().map(|follow| format!(", {} {}", follow.how, follow.step));
            std::iter::once(sequence.first.to_string()).chain(then).collect::<String>()
        };
        let choice = |choice: &Vec<TurnSequence>| choice.iter().map(sequence).collect::<Vec<_>>().join(" or ");
        f.write_str(&self.choices.iter().map(choice).collect::<Vec<_>>().join(" else "))
    }
}

/// `3 times`, `up to 3 times`.
#[derive(Clone, PartialEq, Debug)]
pub struct Times {
    /// How many; known before the game.
    pub count: Expr,
    /// Whether fewer will do.
    pub up_to: bool,
    /// All of it.
    pub span: Span,
}

/// How often a following step is taken.
#[derive(Clone, PartialEq, Debug)]
pub enum Repeat {
    /// Once.
    Once,
    /// As long as it is possible and its conditions hold: `while possible`, `while P`.
    WhilePossible,
    /// Until a condition holds: `until P`.
    Until(Expr),
    /// So many times.
    Times(Times),
}

impl Repeat {
    /// The condition or the number that it names.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Repeat::Once | Repeat::WhilePossible => None,
            Repeat::Until(expr) | Repeat::Times(Times { count: expr, .. }) => Some(expr),
        }
    }
}

/// `then must flip while possible`.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnFollow {
    /// Whether it must be done.
    pub how: Continue,
    /// What.
    pub step: TurnStep,
    /// Only if these hold: `when condition`, `while condition`.
    pub when: Vec<Expr>,
    /// How often.
    pub repeat: Repeat,
    /// All of it, from `must` or `may` on.
    pub span: Span,
}

/// Whether a following step must be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continue {
    /// `then x`: the turn is not complete without it.
    Always,
    /// `then must x`: done if it can be.
    IfPossible,
    /// `then may x`: done if the player likes.
    IfLiked,
}

impl fmt::Display for Continue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Continue::Always => "then",
            Continue::IfPossible => "then must",
            Continue::IfLiked => "then may",
        })
    }
}

/// `end name when condition { result else result }`.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// Its name, by which a variant replaces it.
    pub name: Option<Name>,
    /// When the game ends.
    pub when: Expr,
    /// Whether it is looked at after each action, not only after each turn.
    pub after_action: bool,
    /// The results, of which the first that decides counts.
    pub results: Vec<Outcome>,
}

/// One result.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// What it says.
    pub kind: Judgement,
    /// `... when condition`: it counts only then.
    pub when: Option<Expr>,
    /// Where.
    pub span: Span,
}

/// Who wins.
#[derive(Clone, PartialEq, Debug)]
pub enum Judgement {
    /// Nobody.
    Draw,
    /// The player for whom it is highest, if one alone.
    Highest(Expr),
    /// The player for whom it is lowest, if one alone.
    Lowest(Expr),
    /// That player.
    Wins(Expr),
    /// Everybody but that player.
    Loses(Expr),
}

/// What a repeated position means: `repetition situational 3 times draw when superko is off`, or with results as end clauses have
/// them, `repetition situational 3 times when P { me loses when Q else draw }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Repetition {
    /// What is compared with what.
    pub compare: Compare,
    /// The how-manieth occurrence it is about; the second where none is given.
    pub times: Option<Expr>,
    /// What follows.
    pub ending: Ending,
    /// When the rule is in force; always where nothing is given. Before results it may ask of the position.
    pub when: Option<Expr>,
}

/// What a repetition rule compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// The position with all before it.
    Positional,
    /// The position and who is to act with all before it.
    Situational,
    /// The position with that before the last turn.
    Ko,
}

/// What follows a repetition.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// The move that repeats is not allowed.
    Illegal,
    /// The game is drawn.
    Draw,
    /// Who repeats wins.
    Wins,
    /// Who repeats loses.
    Loses,
    /// The results, of which the first that decides counts.
    Results(Vec<Outcome>),
}

/// `limit 1000 plies { draw }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Limit {
    /// How many.
    pub count: Expr,
    /// Whether turns are counted, not plies.
    pub turns: bool,
    /// The result then.
    pub results: Vec<Outcome>,
}
