//! What a file says, with the words it uses and where it says them. Nothing is resolved here.

use std::ops::Range;
use std::sync::Arc;

use crate::source::{FileId, Span};

pub use super::ast_expr::{Binary, Expr, ExprKind, Generator, Quantifier, Unary};
pub use super::ast_luck::{Draw, Luck, LuckKind, Scatter, ScatterEach, Scattered};
pub use super::ast_move::{Block, CounterRef, EffectDef, LinkChange, Move, Sow, Statement, StatementKind};
pub use super::ast_turn::{
    Compare, Continue, End, Ending, Judgement, Limit, Outcome, Repeat, Repetition, Times, Turn, TurnFollow, TurnOrder,
    TurnSequence, TurnStep,
};

pub use super::ast_test::{Expectation, Test, TestLine, TestLineKind};

/// A word with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The word; of a string, what stands between the quotes.
    pub text: String,
    /// Where it stands; of a string, with the quotes.
    pub span: Span,
}

/// One file.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// Which file.
    pub id: FileId,
    /// Its games and variants, in order.
    pub units: Vec<Unit>,
    /// Its comments with their slashes, in order; `///` comments too.
    pub comments: Vec<Span>,
    /// All of it.
    pub text: Arc<str>,
    /// What cannot be read within declarations that are read nevertheless, in order.
    pub lost: Vec<Lost>,
}

/// A stretch of a text that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Its bytes, with the blanks and comments around it.
    pub at: Range<usize>,
    /// What is read in its place: blanks, and a [`HOLE`](super::HOLE) where a name or an expression must stand, as many bytes.
    pub instead: String,
}

/// A game, or a variant of one.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its name.
    pub name: Name,
    /// For a variant, what it varies.
    pub base: Option<Base>,
    /// The `///` lines before it, joined by newlines.
    pub doc: String,
    /// Its declarations, in order.
    pub declarations: Vec<Declaration>,
    /// Tests that cannot be read: their titles, and where they stand.
    pub unread_tests: Vec<(Name, Span)>,
    /// From its first word to its closing brace.
    pub span: Span,
}

/// What a variant takes away.
#[derive(Clone, PartialEq, Debug)]
pub struct TakenOff {
    /// What its declaration begins with: `move`, `end`, `limit`.
    pub sort: Name,
    /// Its name; of what a game has one of, nothing.
    pub name: Option<Name>,
}

/// What a variant varies.
#[derive(Clone, PartialEq, Debug)]
pub struct Base {
    /// Its title.
    pub name: Name,
    /// The file that it stands in, where `in` names one.
    pub path: Option<Name>,
    /// The file that it stands in, once files have been read; without one, that of the variant.
    pub file: Option<FileId>,
    /// A file beside that has such a title and that no `in` names: what was probably meant.
    pub beside: Option<String>,
}

/// One declaration of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Declaration {
    /// The `///` lines before it, joined by newlines.
    pub doc: String,
    /// What it declares.
    pub kind: DeclarationKind,
    /// All of it.
    pub span: Span,
}

/// A relation between cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Relation {
    /// Its name.
    pub name: Name,
    /// The steps that it is made of.
    pub body: Expr,
    /// Between which cells `a` and `b` they join: the region `NAME(a)` of the cells that are joined with one, without which it joins
    /// all. It speaks of [`Relation::steps`].
    pub given: Option<Definition>,
}

impl Relation {
    /// The condition on `a` and `b`.
    pub fn condition(&self) -> Option<&Expr> {
        match &self.given.as_ref()?.body.kind {
            ExprKind::Comprehension { condition, .. } => Some(condition),
            _ => None,
        }
    }

    /// What the relation of its steps is called where a condition chooses among them: no name that a file can use.
    pub fn steps(name: &str) -> String {
        format!("{name}?")
    }
}

/// What links there can be.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// What one of them is called.
    pub name: Name,
    /// Whether each has an owner.
    pub owned: bool,
    /// Where it says `aside`: repetitions do not compare it.
    pub aside: bool,
    /// The relation of the cells that can be linked.
    pub body: Expr,
}

/// The kinds of declarations.
#[derive(Clone, PartialEq, Debug)]
pub enum DeclarationKind {
    /// `by "Name", 2020`: the author, then further authors and the year.
    By {
        /// The authors.
        authors: Vec<Name>,
        /// The year of publication.
        year: Option<Name>,
    },
    /// `source "...", "..."`: where the rules come from.
    Source(Vec<Name>),
    /// `family "..."`: a shelf for the game.
    Family(Name),
    /// `players Black, White`, in the order of play.
    Players(Vec<Name>),
    /// `piece stone` or `neutral piece arrow`.
    Pieces {
        /// Whether no player owns them.
        neutral: bool,
        /// Each kind.
        names: Vec<PieceName>,
    },
    /// `stacks up to 24`: cells hold stacks, no higher than that.
    Stacks(Expr),
    /// `pie`, `pie by first stone`, `pie off`.
    Pie(Pie),
    /// `option size: 2..=25 = 9`.
    Option(OptionDecl),
    /// `option komi off`: the game that is varied has this option, the variant has not.
    OptionOff(Name),
    /// `move castle off`, `limit off`: the game that is varied has this, the variant has not.
    TakenOff(TakenOff),
    /// `board square(size)`.
    Board(BoardDecl),
    /// `relation knight = leap(1, 2)`, `relation open = orthogonal where b not in wall(a)`.
    Relation(Relation),
    /// `link bridge(player) = knight`.
    Link(Link),
    /// `setup { ... }` or `setup nothing`.
    Setup(Vec<SetupItem>),
    /// `track round = a1-b1-b2-a1`.
    Track(Track),
    /// `skip when condition`.
    Skip(Expr),
    /// `pass { ... }`: what every pass does.
    Pass(Block),
    /// `value`, `region`, `condition`, `direction`, `directions`, `kind` or `kinds`.
    Definition(Definition),
    /// `group`, `loop` or `line`.
    Pattern(Pattern),
    /// `counter score(player): 0..=100 = 0`.
    Counter {
        /// Its name.
        name: Name,
        /// What there is one of it for: `cell`, `player` or `kind`, two of these, or nothing for the game.
        per: Vec<Name>,
        /// Where it says `each turn`: it starts again when a turn is over.
        each_turn: Option<Span>,
        /// Where it says `aside`: repetitions do not compare it.
        aside: Option<Span>,
        /// Its least value.
        low: Expr,
        /// Its greatest value.
        high: Expr,
        /// Its value at the start; without one, the least.
        start: Option<Expr>,
    },
    /// `mark moved`: a mark that cells can carry; repetitions do not compare one that stands `aside`.
    Mark {
        /// Its name.
        name: Name,
        /// Whether it says `aside`.
        aside: bool,
    },
    /// `dice first, second: 1..=6`, `lot tile: kinds by bag(tile) { ... }`.
    Luck(Luck),
    /// `move swap { ... }`.
    Move(Move),
    /// `effect shift(a, b) { ... }`.
    Effect(EffectDef),
    /// `after each move { ... }`.
    AfterMove(Block),
    /// `turn swap or place`.
    Turn(Turn),
    /// `end when no move { ... }`.
    End(End),
    /// `repetition positional illegal`.
    Repetition(Repetition),
    /// `limit 1000 plies { draw }`.
    Limit(Limit),
    /// `alike actions are one`, perhaps only `when` options say so.
    Alike(Option<Expr>),
    /// `claim finite`.
    Claim(Claim),
    /// `allow lint/unused of chain "kept for a variant"`.
    Allow(Allow),
    /// `look { board as points }`: how the game likes to be drawn.
    Look(Vec<LookLine>),
    /// `test "title" { ... }`.
    Test(Test),
    /// `test base`: the tests of the game that is varied, too.
    TestBase,
    /// `test "title" off`: one of them is not.
    TestOff(Name),
}

/// How the second seat may answer the first move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pie {
    /// The second seat may change seats instead of moving.
    Swap,
    /// The first seat places a stone, the second chooses a colour: the same choice, told otherwise.
    FirstStone,
    /// No pie (a variant takes it away).
    Off,
}

/// An option: what can be chosen without changing the file.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionDecl {
    /// Its name.
    pub name: Name,
    /// What it can be.
    pub domain: Domain,
}

/// What an option can be.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "a tree that is read once")]
pub enum Domain {
    /// `low..=high by step = default`.
    Range {
        /// The least value.
        low: Expr,
        /// The greatest value.
        high: Expr,
        /// The step; 1 where none is given.
        step: Option<Expr>,
        /// The value where none is chosen.
        default: Expr,
    },
    /// `loses | wins = loses`.
    Words {
        /// The words.
        words: Vec<Name>,
        /// The word where none is chosen.
        default: Name,
    },
}

/// Where the numbering of a board's cells begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbered {
    /// At the top.
    FromTop,
    /// At the bottom.
    FromBottom,
}

/// A board.
#[derive(Clone, PartialEq, Debug)]
pub struct BoardDecl {
    /// `square`, `hexagon`, `cairo`, `graph` and so on.
    pub shape: Name,
    /// Its measures.
    pub args: Vec<Expr>,
    /// `round east and north`: the ways in which it goes on at its other end.
    pub round: Vec<Name>,
    /// `with points`: whether the corners of its cells are places, too.
    pub points: Option<Span>,
    /// `named by rows`: whether cells are named by the letter of their row.
    pub by_rows: Option<Span>,
    /// Whether row 1 is the upper one: `rows from top`.
    pub rows_from_top: bool,
    /// Where the numbering of the cells begins: `numbered from top`.
    pub numbered: Option<Numbered>,
    /// The lines and cells of a `graph`.
    pub graph: Vec<GraphItem>,
    /// `joined by step`: the relation that its steps are.
    pub joined: Option<Name>,
    /// `only { c : ... }`: the cells that are kept.
    pub only: Option<Expr>,
}

/// A part of a graph board.
#[derive(Clone, PartialEq, Debug)]
pub enum GraphItem {
    /// `line orthogonal: a1-d1-g1`.
    Line {
        /// The relation that the links belong to; without one, `adjacent` alone.
        relation: Option<Name>,
        /// The cells, each linked with the next.
        cells: Vec<Name>,
    },
    /// `cell a1 at (0, 0)`.
    Cell {
        /// Its name.
        name: Name,
        /// Its place in the picture.
        at: Option<(i32, i32)>,
    },
}

/// A kind of piece, `man plural men as M`.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceName {
    /// Its singular.
    pub name: Name,
    /// Its plural, where it is given.
    pub plural: Option<Name>,
    /// Its letter, where it is chosen.
    pub letter: Option<Name>,
    /// What it carries.
    pub carries: Vec<Carry>,
}

/// What pieces of a kind carry, `size: 1..=3`.
#[derive(Clone, PartialEq, Debug)]
pub struct Carry {
    /// Its name.
    pub name: Name,
    /// The numbers, directions, players or kinds that it can be; without any, it is a mark.
    pub of: Option<Expr>,
}

/// What a piece that is put carries, `size 2`.
#[derive(Clone, PartialEq, Debug)]
pub struct Carried {
    /// Its name.
    pub name: Name,
    /// What it is then; of a mark, nothing.
    pub value: Option<Expr>,
}

/// A track of cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Track {
    /// Its name.
    pub name: Name,
    /// Its cells in order, if they are listed.
    pub cells: Vec<Name>,
    /// Else sets of cells, each gone through in a direction.
    pub runs: Vec<(Expr, Expr)>,
    /// Whether it goes round, where it is made of runs.
    pub closed: bool,
}

/// A line of a setup.
#[derive(Clone, PartialEq, Debug)]
pub enum SetupItem {
    /// `base`: the setup that this one replaces.
    Base(Span),
    /// `"r . k" "p . ."`: the rows of a picture, from its top, or the cells as a position in one line has them.
    Picture(Vec<Name>),
    /// `White stone on corners`, `Black stone elsewhere`.
    Put {
        /// How many of it in each place; one where none is given.
        stack: Option<Expr>,
        /// What.
        piece: Expr,
        /// What it carries, as far as that is said.
        carrying: Vec<Carried>,
        /// Where; nothing for `elsewhere`.
        on: Option<Expr>,
        /// All of it.
        span: Span,
    },
    /// `set seed(board) to 4`.
    Set {
        /// The counter, and whose.
        place: CounterRef,
        /// What it begins with.
        value: Expr,
        /// All of it.
        span: Span,
    },
    /// `mark corners as burnt`.
    Mark {
        /// Where.
        cells: Expr,
        /// The mark.
        name: Name,
    },
    /// `draw park 6 times`.
    Draw(Draw),
    /// `scatter 7 White stone over board`.
    Scatter(Scatter),
}

/// A named expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    /// `value`, `region`, `condition`, `direction` or `directions`.
    pub sort: Name,
    /// Its name.
    pub name: Name,
    /// Its parameters, each with its type where that is not a cell.
    pub params: Vec<(Name, Option<Name>)>,
    /// What it stands for.
    pub body: Expr,
}

/// A shape made of cells: groups, loops, lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// Which kind.
    pub sort: PatternKind,
    /// Its name.
    pub name: Name,
    /// The cells it is made of.
    pub members: Members,
    /// `of one kind`: whether each is of one kind.
    pub of_one_kind: bool,
    /// The relation that joins them; `adjacent` where none is given.
    pub joined: Option<Name>,
}

/// The kinds of patterns.
#[derive(Clone, PartialEq, Debug)]
pub enum PatternKind {
    /// Connected sets, as large as they can be.
    Group,
    /// Chordless cycles around at least one cell.
    Loop,
    /// A number of cells in a row.
    Line {
        /// How many.
        length: Expr,
        /// Whether no more than that.
        exactly: bool,
    },
}

/// The cells that a pattern is made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Members {
    /// `like-coloured stones`: those of one owner.
    LikeColoured(Name),
    /// `like-coloured (stones | walls)`: those of one owner in a set.
    LikeColouredIn(Expr),
    /// Any set.
    Set(Expr),
}

/// A claim about the game, which `check` tries to prove or refute.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// What is claimed.
    pub kind: ClaimKind,
    /// Of which options; of all where none is given.
    pub when: Option<Expr>,
    /// Whether a claim of the game that is varied is withdrawn.
    pub off: bool,
}

/// What can be claimed.
#[derive(Clone, PartialEq, Debug)]
pub enum ClaimKind {
    /// Every game ends.
    Finite,
    /// No game is drawn.
    NoDraw,
    /// Nobody ever has to pass.
    NoPass,
    /// The rules treat the players alike under a symmetry of the board.
    Symmetric,
    /// No game is longer; nothing where the claim is withdrawn.
    Plies(Option<Expr>),
    /// The seat, from 1, that wins if both play their best; 0 for a draw.
    Outcome(u8),
    /// A condition that holds after every ply; nothing where the claim is withdrawn.
    Invariant(Option<Expr>),
}

/// A finding that may stay as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allow {
    /// The code of the finding.
    pub code: Name,
    /// The declaration in which it may be found; without one, anywhere.
    pub of: Option<Name>,
    /// Why.
    pub reason: Name,
}

/// A line of a look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LookLine {
    /// `White as ivory`.
    As(LookAs),
    /// `hide quiet, checks`: counters and marks that nobody needs to see.
    Hide(Vec<Name>),
}

impl LookLine {
    /// What it speaks of, by its name.
    pub fn names(&self) -> impl Iterator<Item = &Name> {
        let (drawn, hidden) = match self {
            LookLine::As(line) => (Some(line), [].as_slice()),
            LookLine::Hide(names) => (None, names.as_slice()),
        };
        let drawn = drawn.into_iter().flat_map(|line| line.marked.iter().chain([&line.of]));
        drawn.filter(|name| name.text != "board").chain(hidden)
    }
}

/// What is drawn how: `White as ivory`, `raised silver as "+S" on wedge`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookAs {
    /// The mark that the pieces carry which are drawn so.
    pub marked: Option<Name>,
    /// A player, a kind of piece, a region, or `board`.
    pub of: Name,
    /// How it is drawn; without its quotes where it has some.
    pub like: Name,
    /// The shape on which a letter stands.
    pub on: Option<Name>,
    /// All of it.
    pub span: Span,
}
