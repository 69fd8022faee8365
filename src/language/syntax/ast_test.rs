//! Tests, as written.

use super::ast::{CounterRef, Expr, Name};
use crate::source::Span;

/// A test: a position, moves from there, and what is expected of what they lead to.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// What it shows.
    pub title: Name,
    /// Its lines, in order.
    pub lines: Vec<TestLine>,
}

/// One line of a test.
#[derive(Clone, PartialEq, Debug)]
pub struct TestLine {
    /// What it says.
    pub kind: TestLineKind,
    /// All of it.
    pub span: Span,
}

/// The kinds of lines.
#[derive(Clone, PartialEq, Debug)]
pub enum TestLineKind {
    /// `set size = 5, pie = off`: options, each with its value.
    Options(Vec<(Name, Name)>),
    /// `set hand(Black) to 3`: a counter.
    Counter {
        /// Which, and whose.
        place: CounterRef,
        /// Its value.
        value: Expr,
    },
    /// `set seeds to { "..." "..." }`: a counter of cells, as the rows of a picture with its numbers.
    Counters {
        /// Which.
        name: Name,
        /// The rows.
        rows: Vec<Name>,
    },
    /// `position { "..." "..." }`: the rows of a picture, from its top.
    Picture(Vec<Name>),
    /// `position "..."`: a position as one line of text.
    Notation(Name),
    /// `to move White`.
    ToMove(Name),
    /// `mark a1 as burnt`.
    Mark {
        /// Which cells.
        cells: Expr,
        /// Which mark.
        name: Name,
    },
    /// `play "a1 b2"`: actions as they are written, in each text with blanks between them.
    Play(Vec<Name>),
    /// `expect ...`, and the clause or rule by which the game has ended: `expect White wins by mate`.
    Expect(Expectation, Option<Name>),
}

/// What is expected of a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Expectation {
    /// `expect legal "a1 b2"`: these actions are legal.
    Legal(Vec<Name>),
    /// `expect illegal "a1 b2"`: none of these is.
    Illegal(Vec<Name>),
    /// `expect only "a1 b2"`: these and no others are.
    Only(Vec<Name>),
    /// `expect moves 24`: so many actions are legal.
    Moves(Expr),
    /// `expect odds "6-4" = 1/18`: how likely it is that nature does this.
    Odds(Name, Expr),
    /// `expect over`, `expect not over`: whether the game has ended.
    Over(bool),
    /// `expect draw`.
    Draw,
    /// `expect White wins`.
    Wins(Expr),
    /// `expect White loses`.
    Loses(Expr),
    /// `expect count(mine) = 3`: a condition.
    That(Expr),
}
