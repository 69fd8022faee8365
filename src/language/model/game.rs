//! The checked game: typed, resolved, without strings that mean anything.

use super::action::Move;
use super::expr::{Definition, Expr, Type};
use super::ids::{CounterId, DefinitionId, JoiningId, KindId, MarkId, MoveId, PatternId, PlayerId};
use super::link::{Joining, Link};
use super::look::Look;
use super::luck::{Deal, Scatter};
use super::order::{End, Repetition, Turn};
use super::places::Places;
use super::primitive::Effect;
use crate::source::Span;
use crate::topology::{Board, CellId, DirectionId, RelationId};
use crate::util::{Id as _, Rational, Table};

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
    /// The counters and marks that the setup sets, once the pieces stand.
    pub start: Vec<Effect>,
    /// What the setup leaves to chance, in order, once all else stands.
    pub deals: Vec<Deal>,
    /// The definitions.
    pub definitions: Table<DefinitionId, Definition>,
    /// The groups, loops and lines.
    pub patterns: Table<PatternId, Pattern>,
    /// The counters.
    pub counters: Table<CounterId, Counter>,
    /// The marks; those that go with pieces come first.
    pub marks: Table<MarkId, Mark>,
    /// What joins cells where the position decides.
    pub joinings: Table<JoiningId, Joining>,
    /// The links, each of which has marks of its own.
    pub links: Vec<Link>,
    /// The moves.
    pub moves: Table<MoveId, Move>,
    /// What every pass does, as a move without picks.
    pub pass: Option<Move>,
    /// The turns; the first that fits the player and the position is the turn.
    pub turns: Vec<Turn>,
    /// When a player's turn is passed over.
    pub skip: Option<Expr>,
    /// The end clauses, in the order tried.
    pub ends: Vec<End>,
    /// What repeated positions mean, in the order tried.
    pub repetitions: Vec<Repetition>,
    /// Where it is said that actions which lead to the same position are one, if they are.
    pub alike: Option<Span>,
    /// Whether the second seat may change seats after the first turn.
    pub pie: bool,
    /// What the rules ask about the turn so far.
    pub features: Features,
    /// The claims of the file, with their places.
    pub claims: Vec<(Claim, Span)>,
    /// Where the rules say what, and how bound names are called.
    pub sites: super::sites::Sites,
    /// The conditions that are claimed to hold after every ply.
    pub invariants: Vec<Expr>,
    /// Where its declarations stand.
    pub places: Places,
    /// How it is drawn; nothing that is played depends on it.
    pub look: Look,
}

impl Game {
    /// All moves, and what every pass does.
    pub fn rules(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter().chain(&self.pass)
    }
}

/// How many sorts of events of a turn are kept.
pub const EVENTS: usize = 6;

/// What the rules ask about the turn so far, so that nothing else need be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// What was placed, removed, flipped, moved, promoted, vacated this turn.
    pub events: [bool; EVENTS],
    /// The picks of the turn's previous action.
    pub last_picks: bool,
    /// Who made a move last.
    pub last_to: bool,
    /// Where the last seed fell.
    pub sown: bool,
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
    /// The letter that its declaration chooses.
    pub letter: Option<char>,
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

/// A group, loop or line.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its name.
    pub name: String,
    /// Which of them.
    pub sort: PatternKind,
    /// The cells it is made of, of type `Cells`. With `by_owner`, of any owner; it is then cut by owner.
    pub members: Expr,
    /// Whether each is of one owner's pieces.
    pub by_owner: bool,
    /// Whether each is of pieces of one kind.
    pub by_kind: bool,
    /// The relation that joins its cells.
    pub relation: RelationId,
    /// What joins its cells where the position decides which neighbours by the relation are joined.
    pub given: Option<JoiningId>,
}

/// The kinds of patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatternKind {
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

/// What there can be a number of a counter for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Index {
    /// Each player.
    Player,
    /// Each cell.
    Cell,
    /// Each kind of piece.
    Kind,
}

impl Index {
    /// All of them.
    pub const ALL: [Index; 3] = [Index::Player, Index::Cell, Index::Kind];

    /// How a declaration says it.
    pub fn word(self) -> &'static str {
        match self {
            Index::Player => "player",
            Index::Cell => "cell",
            Index::Kind => "kind",
        }
    }

    /// The type of one of them, and of a set of them.
    pub fn types(self) -> (Type, Type) {
        match self {
            Index::Player => (Type::Player, Type::Players),
            Index::Cell => (Type::Cell, Type::Cells),
            Index::Kind => (Type::Kind, Type::Kinds),
        }
    }
}

/// What a counter counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// One for the game.
    Game,
    /// One for each of these; with a second index one for each of each, row by row.
    Of(Index, Option<Index>),
}

impl Per {
    /// One a player.
    pub const PLAYER: Per = Per::Of(Index::Player, None);
    /// One a cell.
    pub const CELL: Per = Per::Of(Index::Cell, None);

    /// Its indexes.
    pub fn indexes(self) -> impl Iterator<Item = Index> {
        let (first, second) = match self {
            Per::Game => (None, None),
            Per::Of(first, second) => (Some(first), second),
        };
        first.into_iter().chain(second)
    }

    /// Its indexes as a declaration says them.
    pub fn words(self) -> String {
        let words: Vec<&str> = self.indexes().map(Index::word).collect();
        words.join(", ")
    }

    /// Whether one of its indexes is this one.
    pub fn has(self, index: Index) -> bool {
        self.indexes().any(|own| own == index)
    }
}

impl Game {
    /// How many of an index there are; of cells, as many as places of the board.
    pub fn members(&self, index: Index) -> usize {
        match index {
            Index::Player => self.players.len(),
            Index::Cell => self.board.slots(),
            Index::Kind => self.kinds.len(),
        }
    }

    /// How many numbers a counter has.
    pub fn numbers(&self, per: Per) -> usize {
        per.indexes().map(|index| self.members(index)).product()
    }

    /// The place among its numbers that its indexes mean.
    pub fn place_of(&self, per: Per, of: &[usize]) -> usize {
        per.indexes().zip(of).fold(0, |at, (index, own)| at * self.members(index) + own)
    }

    /// The indexes that a place among its numbers means.
    pub fn indexes_of(&self, per: Per, mut place: usize) -> Vec<usize> {
        let mut all: Vec<usize> = Vec::new();
        for index in per.indexes().collect::<Vec<_>>().into_iter().rev() {
            let count = self.members(index).max(1);
            all.insert(0, place % count);
            place /= count;
        }
        all
    }

    /// Whether a place among a counter's numbers is one of a cell, or of none: places of the board's rectangle that are no cells have
    /// no number.
    pub fn is_counted(&self, per: Per, place: usize) -> bool {
        let of = self.indexes_of(per, place);
        per.indexes().zip(of).all(|(index, own)| index != Index::Cell || self.board.is_cell(CellId::from_index(own)))
    }

    /// What one of an index is called.
    pub fn member_name(&self, index: Index, place: usize) -> &str {
        match index {
            Index::Player => self.players.get(PlayerId::from_index(place)).map_or("", String::as_str),
            Index::Cell if place < self.board.slots() => self.board.cell_name(CellId::from_index(place)),
            Index::Cell => "",
            Index::Kind => self.kinds.get(KindId::from_index(place)).map_or("", |kind| kind.name.as_str()),
        }
    }

    /// The kinds that players own, or that nobody owns.
    pub fn kinds_of(&self, neutral: bool) -> impl Iterator<Item = KindId> {
        self.kinds.iter_ids().filter(move |(_, kind)| kind.neutral == neutral).map(|(id, _)| id)
    }
}

/// A counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// What there is one of it for.
    pub per: Per,
    /// Whether repetitions do not compare it. Those of the game as a whole count how it went, and are never compared.
    pub aside: bool,
    /// Whether it starts again when a turn is over.
    pub each_turn: bool,
    /// Its least value.
    pub low: i64,
    /// Its greatest value.
    pub high: i64,
    /// Its value at the start; of what pieces carry, that of a piece that is put.
    pub start: i64,
    /// What it is where it goes with pieces; nothing where it stays.
    pub carried: Option<Carried>,
    /// What it is where nature rolls or draws it: 0 until then, and again when the turn is over.
    pub drawn: Option<Values>,
}

impl Counter {
    /// Whether repetitions compare it.
    pub fn is_compared(&self) -> bool {
        !self.aside && self.per != Per::Game
    }

    /// Whether it is of one turn alone, and forgotten with it.
    pub fn is_of_turn(&self) -> bool {
        self.each_turn || self.drawn.is_some()
    }

    /// What its numbers stand for, where that is declared.
    pub fn values(&self) -> Option<&Values> {
        self.carried.as_ref().map(|carried| &carried.values).or(self.drawn.as_ref())
    }

    /// Between which numbers it lies: where no such piece stands, what pieces carry is 0.
    pub fn bounds(&self) -> (i64, i64) {
        if self.carried.is_some() { (self.low.min(0), self.high.max(0)) } else { (self.low, self.high) }
    }
}

/// A number that goes with pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    /// The kinds whose pieces carry it.
    pub carriers: Vec<KindId>,
    /// What it can be.
    pub values: Values,
}

/// What a number that pieces carry can be. What is no number is one more than its place among all of its sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// A number.
    Numbers,
    /// One of these directions.
    Directions(Vec<DirectionId>),
    /// One of these players.
    Players(Vec<PlayerId>),
    /// One of these kinds.
    Kinds(Vec<KindId>),
}

impl Values {
    /// The type of one of them.
    pub fn ty(&self) -> Type {
        match self {
            Values::Numbers => Type::Number,
            Values::Directions(_) => Type::Direction,
            Values::Players(_) => Type::Player,
            Values::Kinds(_) => Type::Kind,
        }
    }
}

/// A mark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// The kinds whose pieces carry it, where it goes with pieces; nothing where it stays on its cell.
    pub carriers: Option<Vec<KindId>>,
    /// Whether repetitions do not compare it.
    pub aside: bool,
}

impl Game {
    /// The numbers that go with pieces, each with the kinds that carry it.
    pub fn carried_numbers(&self) -> impl Iterator<Item = (CounterId, &[KindId])> {
        self.counters.iter_ids().filter_map(|(id, counter)| Some((id, counter.carried.as_ref()?.carriers.as_slice())))
    }

    /// What a number of a counter stands for, as a sheet calls it: a direction, player or kind, `-` where there is none yet, or the number.
    pub fn named_value(&self, counter: &Counter, number: i64) -> String {
        let place = usize::try_from(number - 1).ok();
        let name = match counter.values() {
            None | Some(Values::Numbers) => return number.to_string(),
            Some(Values::Directions(_)) => {
                let directions = place.filter(|place| *place < self.board.directions().count());
                directions.map(|place| self.board.direction(DirectionId::from_index(place)).name.as_str())
            }
            Some(Values::Players(_)) => {
                place.and_then(|place| self.players.get(PlayerId::from_index(place))).map(String::as_str)
            }
            Some(Values::Kinds(_)) => {
                place.and_then(|place| self.kinds.get(KindId::from_index(place))).map(|kind| kind.name.as_str())
            }
        };
        name.unwrap_or("-").to_owned()
    }

    /// Whether a mark is one of those that links are kept as.
    pub fn is_of_link(&self, mark: MarkId) -> bool {
        self.links.iter().flat_map(|link| &link.planes).any(|plane| plane.mark == mark)
    }

    /// The marks that go with pieces.
    pub fn carried_marks(&self) -> impl Iterator<Item = (MarkId, &[KindId])> {
        self.marks.iter_ids().filter_map(|(id, mark)| Some((id, mark.carriers.as_deref()?)))
    }
}

/// A claim about the game.
#[derive(Clone, Debug)]
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
    /// The seat, from 1, that wins if both play their best; 0 for a draw.
    Outcome(u8),
    /// A condition that holds after every ply; its place among [`Game::invariants`].
    Invariant(usize),
}

impl Game {
    /// Whether anything is left to chance.
    pub fn has_luck(&self) -> bool {
        !self.deals.is_empty() || self.moves.iter().any(|rule| rule.lot.is_some())
    }

    /// How many actions of nature lay the setup at most, where a number is known.
    pub fn most_deals(&self) -> Option<u64> {
        let most = |deal: &Deal| match deal {
            Deal::Scatter(scatter) => Some(scatter.cells.len() as u64),
            Deal::Draw { repeat, .. } => (!repeat.is_loop()).then(|| u64::from(repeat.stages())),
        };
        self.deals.iter().map(most).sum()
    }

    /// What the setup scatters, in order.
    pub fn scatters(&self) -> impl Iterator<Item = &Scatter> {
        self.deals.iter().filter_map(|deal| match deal {
            Deal::Scatter(scatter) => Some(scatter),
            Deal::Draw { .. } => None,
        })
    }
}
