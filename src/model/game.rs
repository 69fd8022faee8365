//! The checked game: typed, resolved, without strings that mean anything.

use super::expr::{Expr, LocalId};
use crate::source::Span;
use crate::topology::{Board, RelationId};
use crate::util::{Rational, Table, id_type};

id_type! {
    /// A player, in the order of play: a role or colour, not a seat.
    PlayerId(u8);
    /// A kind of piece.
    KindId(u8);
    /// A definition: `value`, `region`, `condition`, `direction`, `directions`.
    DefinitionId(u16);
    /// A group, loop or line.
    PatternId(u16);
    /// A counter.
    CounterId(u16);
    /// A mark.
    MarkId(u16);
    /// A move.
    MoveId(u16);
}

/// A game that can be played: one variant, with one value for each option.
#[derive(Clone, Debug)]
pub struct Game {
    /// What the file says about it.
    pub about: About,
    /// The values of the options, in the order declared.
    pub options: Vec<Chosen>,
    /// The players' names, in the order of play.
    pub players: Table<PlayerId, String>,
    /// The kinds of pieces.
    pub kinds: Table<KindId, Kind>,
    /// How high stacks may grow; 1 where cells hold one piece.
    pub max_height: u16,
    /// The board.
    pub board: Board,
    /// How the board is filled at the start, in order.
    pub setup: Vec<Placement>,
    /// The definitions.
    pub definitions: Table<DefinitionId, Definition>,
    /// The groups, loops and lines.
    pub patterns: Table<PatternId, Pattern>,
    /// The counters.
    pub counters: Table<CounterId, Counter>,
    /// The marks' names.
    pub marks: Table<MarkId, String>,
    /// The moves.
    pub moves: Table<MoveId, Move>,
    /// The turns; the first that fits the player and the position is the turn.
    pub turns: Vec<Turn>,
    /// The end clauses, in the order tried.
    pub ends: Vec<End>,
    /// What repeated positions mean, in the order tried.
    pub repetitions: Vec<Repetition>,
    /// Whether the second seat may change seats after the first turn.
    pub pie: bool,
    /// What the rules ask about the turn so far.
    pub features: Features,
    /// The claims of the file, with their places.
    pub claims: Vec<(Claim, Span)>,
}

/// What the rules ask about the turn so far, so that nothing else need be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// What was placed, removed, flipped, moved, promoted this turn.
    pub events: [bool; 5],
    /// The picks of the turn's previous action.
    pub last_picks: bool,
    /// Who made a move last.
    pub last_to: bool,
}

/// What the file says about the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// Its title: of a variant, the variant's.
    pub title: String,
    /// The title of the game that it varies, if it is a variant.
    pub variant_of: Option<String>,
    /// The authors.
    pub authors: Vec<String>,
    /// The year of publication.
    pub year: Option<String>,
    /// Where the rules come from.
    pub sources: Vec<String>,
    /// Its shelf.
    pub family: Option<String>,
    /// The doc comment.
    pub doc: String,
}

/// An option with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Setting,
    /// What it can be.
    pub domain: Domain,
    /// Its doc comment.
    pub doc: String,
}

/// The value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// A number.
    Number(Rational),
    /// One of its words.
    Word(String),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Number(number) => number.fmt(f),
            Setting::Word(word) => word.fmt(f),
        }
    }
}

/// What an option can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Domain {
    /// From the first to the second by steps of the third.
    Range(Rational, Rational, Rational),
    /// One of these words.
    Words(Vec<String>),
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// One of them.
    pub name: String,
    /// Several of them.
    pub plural: String,
    /// Whether no player owns it.
    pub neutral: bool,
}

/// A line of the setup.
#[derive(Clone, Debug)]
pub struct Placement {
    /// How many of it on each cell.
    pub count: u16,
    /// What, of type `Piece`.
    pub piece: Expr,
    /// Where; nothing for every cell that is still empty.
    pub on: Option<Expr>,
    /// All of it.
    pub span: Span,
}

/// A named expression.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<LocalId>,
    /// What it stands for.
    pub body: Expr,
}

/// A group, loop or line.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its name.
    pub name: String,
    /// Which of them.
    pub sort: PatternSort,
    /// The cells it is made of, of type `Cells`. With `by_owner`, of any owner; it is then cut by owner.
    pub members: Expr,
    /// Whether each is of one owner's pieces.
    pub by_owner: bool,
    /// The relation that joins its cells.
    pub relation: RelationId,
}

/// The kinds of patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternSort {
    /// Connected sets, as large as they can be.
    Group,
    /// Chordless cycles around at least one cell.
    Loop,
    /// `length` cells in a row.
    Line {
        /// How many.
        length: u16,
        /// Whether no more than that.
        exactly: bool,
    },
}

/// What a counter counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// One for the game.
    Game,
    /// One a player.
    Player,
    /// One a cell.
    Cell,
}

/// A counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// What there is one of it for.
    pub per: Per,
    /// Its least value.
    pub low: i64,
    /// Its greatest value.
    pub high: i64,
    /// Its value at the start.
    pub start: i64,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its name.
    pub name: String,
    /// What is picked, with what the picks come from and conditions between them, in order.
    pub picking: Vec<Picking>,
    /// What it does, and what must hold, in order.
    pub effects: Vec<Effect>,
    /// How it is written.
    pub written: Vec<Written>,
    /// Names bound by `let` that are written beside the picks, with their types.
    pub shown: Vec<(LocalId, super::expr::Type)>,
    /// Its name in the file.
    pub span: Span,
}

impl Move {
    /// The picks in order.
    pub fn picks(&self) -> impl Iterator<Item = LocalId> + '_ {
        self.picking.iter().filter_map(|step| match step {
            Picking::Pick { local, .. } => Some(*local),
            _ => None,
        })
    }
}

impl Move {
    /// The types of the sets that the picks come from, in order, and of what is shown beside them.
    pub fn pick_types(&self) -> impl Iterator<Item = super::expr::Type> + '_ {
        let picks = self.picking.iter().filter_map(|step| match step {
            Picking::Pick { from, .. } => Some(from.ty),
            _ => None,
        });
        picks.chain(self.shown.iter().map(|(_, ty)| *ty))
    }
}

/// A step of a move before its effects.
#[derive(Clone, Debug)]
pub enum Picking {
    /// `pick local in from`, of type `Cells`, `Directions`, `Players` or `Groups`.
    Pick {
        /// What is picked.
        local: LocalId,
        /// From what.
        from: Expr,
    },
    /// `let local = value`.
    Let {
        /// The name.
        local: LocalId,
        /// What it stands for.
        value: Expr,
    },
    /// `where condition`.
    Where(Expr),
}

/// A step of a move from its first effect on.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Put a piece on every cell of a set.
    Put {
        /// How many of it on each cell; one where none is given.
        count: Option<Expr>,
        /// What, of type `Piece`.
        piece: Expr,
        /// Where.
        on: Expr,
    },
    /// Move a whole stack on top of what stands on another cell.
    MoveStack {
        /// From where.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// Take the top piece of a cell and put it under what stands on another.
    Tuck {
        /// From where.
        from: Expr,
        /// Under what.
        under: Expr,
    },
    /// Take the top piece of a cell and put it on top of what stands on another.
    MoveTop {
        /// From where.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// Take the top piece of a cell off the board.
    RemoveTop(Expr),
    /// Take the pieces of a set off the board.
    Remove(Expr),
    /// Exchange what stands on two cells.
    Exchange(Expr, Expr),
    /// Move what stands on a cell to another, over what stands there.
    Shift {
        /// From where.
        from: Expr,
        /// To where.
        to: Expr,
    },
    /// Give the pieces of a set to the other player.
    TurnOver(Expr),
    /// Change the kind of the pieces of a set.
    Promote(Expr, KindId),
    /// Set a counter.
    Set {
        /// Which.
        counter: CounterId,
        /// Whose: a cell or player.
        of: Option<Expr>,
        /// To what.
        value: Expr,
    },
    /// Mark the cells of a set, or take the mark off.
    Mark {
        /// Which mark.
        mark: MarkId,
        /// Where.
        cells: Expr,
        /// Whether it is put there.
        on: bool,
    },
    /// For each cell, direction, player or group of a set.
    For {
        /// What ranges over the set.
        local: LocalId,
        /// The set, as it is before the first of them.
        over: Expr,
        /// Which of its members count.
        condition: Option<Expr>,
        /// What is done.
        body: Vec<Effect>,
    },
    /// If a condition holds.
    If {
        /// The condition.
        condition: Expr,
        /// What is done then.
        then: Vec<Effect>,
        /// What is done otherwise.
        otherwise: Vec<Effect>,
    },
    /// `let local = value`.
    Let(LocalId, Expr),
    /// The move is legal only if this holds here.
    Require(Expr),
}

/// A part of how a move is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// These letters.
    Text(String),
    /// The name of what was picked: the place of the pick among the move's picks, or past them among what is shown.
    Pick(u8),
}

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

/// A step and what follows it.
#[derive(Clone, Debug)]
pub struct TurnSequence {
    /// The first step.
    pub first: TurnStep,
    /// What follows, in order.
    pub then: Vec<TurnFollow>,
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
        /// Whether only the longest chains may be played.
        longest: bool,
    },
    /// Choices again.
    Order(TurnOrder),
}

/// A step that follows.
#[derive(Clone, Debug)]
pub struct TurnFollow {
    /// Whether it must be done.
    pub how: Continue,
    /// What.
    pub step: TurnStep,
    /// Whether again and again, as long as it is possible.
    pub repeated: bool,
}

pub use crate::syntax::ast::{Compare, Continue, Ending};

/// What a repeated position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// What is compared with what.
    pub compare: Compare,
    /// The how-manieth occurrence it is about, at least the second.
    pub times: u32,
    /// What follows.
    pub ending: Ending,
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
}

/// One result.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it says.
    pub kind: Judgement,
    /// It counts only when this holds.
    pub when: Option<Expr>,
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
    /// That player.
    Wins(Expr),
    /// Everybody but that player.
    Loses(Expr),
}

/// A claim about the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Every game ends.
    Finite,
    /// No game is drawn.
    NoDraw,
    /// Nobody ever has to pass.
    NoPass,
    /// The rules treat the players alike under a symmetry of the board.
    Symmetric,
    /// No game is longer than this many plies.
    Plies(i64),
}
