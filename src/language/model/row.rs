//! What the table of builtins tells of each: everything that a walk through expressions has to know to treat it rightly.

use super::builtins::Builtin;
use super::constant::Constant;
use super::expr::Type;
use super::game::Game;
use crate::topology::{Board, CellId};

/// A name of a word or function, how it is written, with its arguments if it takes any, and what it means.
pub struct Name(pub &'static str, pub &'static str, pub &'static str);

impl Name {
    /// The name.
    pub fn name(&self) -> &'static str {
        self.0
    }

    /// How it is written.
    pub fn form(&self) -> &'static str {
        self.1
    }

    /// What it means.
    pub fn meaning(&self) -> &'static str {
        self.2
    }
}

/// How a builtin is written.
pub enum Written {
    /// As words that stand alone.
    Word(&'static [Name]),
    /// As functions.
    Function(&'static [Name]),
    /// As a function that another row describes, which the arguments tell apart.
    Overload(&'static str),
    /// As an operator or a phrase of the grammar.
    Phrase(&'static str),
    /// Not at all: it makes a value of one type from one of another.
    Conversion,
}

/// What a builtin takes and gives.
pub enum Signature {
    /// These arguments, and a value of that type.
    Takes(&'static [Type], Type),
    /// These arguments, the last of them any number of times.
    Many(&'static [Type], Type),
}

impl Signature {
    /// Whether it takes so many arguments.
    pub fn takes_so_many(&self, count: usize) -> bool {
        match self {
            Signature::Takes(types, _) => count == types.len(),
            Signature::Many(types, _) => count >= types.len(),
        }
    }

    /// The type of an argument.
    pub fn wants(&self, place: usize) -> Type {
        let (Signature::Takes(types, _) | Signature::Many(types, _)) = self;
        types.get(place).or(types.last()).copied().unwrap_or(Type::Unknown)
    }

    /// The type of the value.
    pub fn gives(&self) -> Type {
        let (Signature::Takes(_, ty) | Signature::Many(_, ty)) = self;
        *ty
    }
}

/// What a value depends on beside the arguments, the board and the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reads(u16);

impl Reads {
    /// Nothing: the arguments, the board and the options decide it.
    pub const NOTHING: Reads = Reads(0);
    /// What stands on the cells.
    pub const PIECES: Reads = Reads(1);
    /// The mover.
    pub const MOVER: Reads = Reads(2);
    /// The number of the turn or of the action.
    pub const CLOCK: Reads = Reads(4);
    /// Who moved last.
    pub const LAST_MOVER: Reads = Reads(8);
    /// The passes in a row.
    pub const PASSES: Reads = Reads(16);
    /// What happened in the turn at hand.
    pub const TURN: Reads = Reads(32);
    /// Which actions are legal.
    pub const ACTIONS: Reads = Reads(64);
    /// Counters.
    pub const COUNTERS: Reads = Reads(128);
    /// Marks.
    pub const MARKS: Reads = Reads(256);
    /// An earlier position, or earlier actions.
    pub const EARLIER: Reads = Reads(512);
    /// What changes while what stands on the board, counters, marks and the mover stay.
    pub const MOMENT: Reads =
        Reads::CLOCK.and(Reads::LAST_MOVER).and(Reads::PASSES).and(Reads::TURN).and(Reads::ACTIONS).and(Reads::EARLIER);
    /// All of it.
    pub const EVERYTHING: Reads =
        Reads::MOMENT.and(Reads::PIECES).and(Reads::MOVER).and(Reads::COUNTERS).and(Reads::MARKS);

    /// Both.
    pub const fn and(self, other: Reads) -> Reads {
        Reads(self.0 | other.0)
    }

    /// Whether it depends on any of these.
    pub const fn any(self, of: Reads) -> bool {
        self.0 & of.0 != 0
    }

    /// Whether it depends on nothing else than these.
    pub const fn within(self, others: Reads) -> bool {
        self.0 & !others.0 == 0
    }
}

/// Whether the order of the arguments means anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// It does.
    Fixed,
    /// It does not.
    Free,
    /// Neither order nor brackets do.
    Flat,
    /// That of all but the first does not.
    RestFree,
}

impl Order {
    /// How many of so many arguments, from the first on, have to keep their places.
    pub fn fixed(self, count: usize) -> usize {
        match self {
            Order::Fixed => count,
            Order::RestFree => count.min(1),
            Order::Free | Order::Flat => 0,
        }
    }
}

/// What an automorphism of the rules does to the value.
#[derive(Clone, Copy)]
pub enum Symmetry {
    /// The value for mapped arguments in a mapped position is the value mapped.
    Mapped,
    /// That is so where it is so of this function for every cell, or every pair of cells: it depends on how cells are numbered, or
    /// on how lines run.
    Tried(Folding),
    /// That is so where every side of the board is mapped to a side.
    Sides,
    /// That is so where players keep their order, round.
    Order,
    /// Nothing is known, but what `place` says.
    Unknown,
}

/// Whether a number is whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whole {
    /// Always.
    Always,
    /// Where its arguments are.
    WithArguments,
    /// That is not known; or it is no number.
    Unknown,
}

/// Whose pieces stand on the cells of a set: bits.
pub mod contents {
    /// Nothing stands there.
    pub const EMPTY: u8 = 1;
    /// A piece that nobody owns.
    pub const NEUTRAL: u8 = 2;
    /// A piece of the mover.
    pub const MINE: u8 = 4;
    /// A piece of another player.
    pub const OTHER: u8 = 8;
}

/// What happens to cells in a turn.
pub struct Event {
    /// Its place among those that are kept, as in `Features::events`.
    pub place: usize,
    /// What a move does that makes it happen.
    pub by: &'static str,
}

/// The value for arguments that no position changes; nothing where it is not known, or there is none.
pub type Folding = fn(&[Constant], Option<&Board>) -> Option<Constant>;
/// Between which whole numbers a number lies; nothing where there is no bound.
pub type Range = fn(&Game) -> (Option<i64>, Option<i64>);

/// What is told of a builtin. What is left out is taken for the worst.
pub struct Row {
    /// How it is written.
    pub written: Written,
    /// What it takes and gives: one at least.
    pub signatures: &'static [Signature],
    /// What it depends on.
    pub reads: Reads,
    /// Whether the order of its arguments means anything.
    pub order: Order,
    /// What an automorphism does to it.
    pub symmetry: Symmetry,
    /// Its value where the arguments are constant.
    pub folds: Option<Folding>,
    /// Of a number that a cell's place decides: the number. Nowhere has 0. A map keeps it where each cell has that of its image.
    pub place: Option<fn(&Board, CellId) -> u32>,
    /// Of a set of all cells with certain contents: which.
    pub contents: Option<u8>,
    /// Of the cells to which something happened in the turn: what.
    pub event: Option<Event>,
    /// Whether it is a whole number.
    pub whole: Whole,
    /// Between which numbers it lies.
    pub range: Option<Range>,
    /// The work it takes beside its arguments, in operations of a board of medium size.
    pub work: u64,
}

impl Row {
    /// A row of which nothing but this is told.
    pub const fn new(written: Written, signatures: &'static [Signature], reads: Reads) -> Row {
        Row {
            written,
            signatures,
            reads,
            order: Order::Fixed,
            symmetry: Symmetry::Unknown,
            folds: None,
            place: None,
            contents: None,
            event: None,
            whole: Whole::Unknown,
            range: None,
            work: 0,
        }
    }

    /// Its value for mapped arguments is mapped.
    pub const fn mapped(self) -> Row {
        Row { symmetry: Symmetry::Mapped, ..self }
    }

    /// Whether its value for mapped arguments is mapped is tried with a function of cells.
    pub const fn tried(self, function: Folding) -> Row {
        Row { symmetry: Symmetry::Tried(function), ..self }
    }

    /// Its value for mapped arguments is mapped where sides of the board are mapped to sides.
    pub const fn of_sides(self) -> Row {
        Row { symmetry: Symmetry::Sides, ..self }
    }

    /// Its value for mapped arguments is mapped where players keep their order, round.
    pub const fn of_order(self) -> Row {
        Row { symmetry: Symmetry::Order, ..self }
    }

    /// The order of its arguments means this.
    pub const fn order(self, order: Order) -> Row {
        Row { order, ..self }
    }

    /// It has this value where its arguments are constant.
    pub const fn folds(self, folds: Folding) -> Row {
        Row { folds: Some(folds), ..self }
    }

    /// It is a number that the place of its cell decides.
    pub const fn place(self, place: fn(&Board, CellId) -> u32) -> Row {
        Row { place: Some(place), whole: Whole::Always, ..self }
    }

    /// It is the set of all cells with such contents.
    pub const fn contents(self, contents: u8) -> Row {
        Row { contents: Some(contents), ..self }
    }

    /// It is the set of the cells to which that happened in the turn.
    pub const fn event(self, place: usize, by: &'static str) -> Row {
        Row { event: Some(Event { place, by }), ..self }
    }

    /// It is a whole number where this says so.
    pub const fn whole(self, whole: Whole) -> Row {
        Row { whole, ..self }
    }

    /// It is a whole number between two.
    pub const fn range(self, range: Range) -> Row {
        Row { range: Some(range), whole: Whole::Always, ..self }
    }

    /// It takes so much work.
    pub const fn work(self, work: u64) -> Row {
        Row { work, ..self }
    }

    /// Its names, where this row describes them.
    pub fn names(&self) -> &'static [Name] {
        match self.written {
            Written::Word(names) | Written::Function(names) => names,
            Written::Overload(_) | Written::Phrase(_) | Written::Conversion => &[],
        }
    }

    /// Whether it is called by this name, with arguments.
    pub fn is_called(&self, name: &str) -> bool {
        match self.written {
            Written::Function(names) => names.iter().any(|own| own.name() == name),
            Written::Overload(of) => of == name,
            Written::Word(_) | Written::Phrase(_) | Written::Conversion => false,
        }
    }
}

impl Builtin {
    /// What it gives for arguments of these types: the first signature decides where none fits.
    pub fn gives(self, first: Option<Type>) -> Type {
        let signatures = self.row().signatures;
        let fits = |signature: &&Signature| first.is_some_and(|ty| signature.wants(0) == ty);
        signatures.iter().find(fits).or(signatures.first()).map_or(Type::Unknown, Signature::gives)
    }

    /// What it gives for arguments that no position changes; nothing where it depends on more, divides by zero or overflows.
    pub fn fold(self, args: &[Constant], board: Option<&Board>) -> Option<Constant> {
        let row = self.row();
        match (row.folds, row.place, args) {
            (Some(folds), ..) => folds(args, board),
            (None, Some(place), [Constant::Cell(cell)]) => {
                let number = match cell {
                    Some(cell) => place(board?, *cell),
                    None => 0,
                };
                Some(Constant::Number(crate::util::Rational::whole(number.into())))
            }
            _ => None,
        }
    }

    /// Whether it is somebody once the game has begun, whatever the position.
    pub fn is_somebody(self) -> bool {
        matches!(self.row().signatures, [Signature::Takes([], Type::Player)])
    }
}
