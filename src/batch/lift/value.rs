//! What an expression has become: what holds of the whole position, or of every cell of the board at once.

use rulebook_language::model::{Expr, KindId, PatternId, PlayerId};
use rulebook_language::topology::{CellId, DirectionId};

use crate::op::Reg;

/// Whether something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It is known.
    Known(bool),
    /// In the lanes of a mask.
    Mask(Reg),
    /// Of the cells of a set: those which, in the place of the first pick, make it hold.
    Field(Reg),
}

/// A move by so many slots, for the cells from which it leads to a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Slots.
    pub by: i32,
    /// Where it can begin, as words.
    pub from: Vec<u64>,
}

/// A cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// The one that a path leads to from the cell that everything is asked of; in a frame, of which each has a number.
    At(usize, Path),
    /// The one cell of a set, or none in lanes where nothing was picked.
    One(Reg),
    /// That at the end of the one of some paths of which it holds, in a frame; none where it holds of none. It holds of one at most.
    Among(usize, Vec<(Path, Truth)>),
    /// This one.
    Known(CellId),
    /// None.
    Nowhere,
}

/// A set of cells: parts that are sets of the position, each where something holds, but for some cells of which it is said
/// apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cells {
    /// The parts.
    pub dense: Vec<(Truth, Reg)>,
    /// Cells, as paths, with whether they are members whatever the parts say.
    pub points: Vec<(Path, Truth)>,
    /// Cells, as paths, of which the parts are known to say so.
    pub facts: Vec<(Path, bool)>,
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    /// One for the whole position: a register, which holds the number times the scale.
    Whole(Reg, i64),
    /// One for each cell.
    Sliced(Sliced),
}

/// A number for every cell: `plus`, and for each place `i` 2^i for every truth of `more`, less the same of `less`; all of it
/// divided by `scale`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sliced {
    /// What is added, by weight.
    pub more: Vec<Vec<Truth>>,
    /// What is taken away, by weight.
    pub less: Vec<Vec<Truth>>,
    /// What is added, by weight, as seen from the ends of paths: what is said there of a cell is said of the cell at the end.
    /// It is worked out there first, for all paths together.
    pub away: Vec<(Path, Vec<Vec<Truth>>)>,
    /// A number that is always the same.
    pub plus: i64,
    /// The scale.
    pub scale: i64,
}

/// The group of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroupAt {
    /// In which frame the path is.
    pub frame: usize,
    /// To the cell.
    pub path: Path,
    /// The sets that groups lie in: each cell is in one at most.
    pub members: Vec<Reg>,
    /// The list of steps by which cells are joined.
    pub ways: u16,
    /// The place of the neighbours by which they are.
    pub groups: u16,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LiftedPlayer {
    /// This one.
    Known(PlayerId),
    /// Whoever owns the piece on a cell: for each player whether it is that one.
    Each(Vec<Truth>),
}

/// What an expression has become.
#[derive(Clone, Debug)]
pub enum LiftedValue<'g> {
    /// A number.
    Number(Number),
    /// A truth value.
    Truth(Truth),
    /// A cell.
    Cell(Cell),
    /// A set.
    Cells(Cells),
    /// A player.
    Player(LiftedPlayer),
    /// Players.
    Players(Vec<PlayerId>),
    /// A kind of piece.
    Kind(KindId),
    /// Kinds, each where something holds.
    Kinds(Vec<(KindId, Truth)>),
    /// One of some kinds, each where something holds, or none: that of the piece on a cell.
    KindAt(Vec<(KindId, Truth)>),
    /// The whole numbers from one to another.
    Span(i64, i64),
    /// The group that the cell at the end of a path lies in, in one of some sets: the path begins at the cell that everything is asked
    /// of.
    Group(GroupAt),
    /// Directions.
    Directions(Vec<DirectionId>),
    /// Directions, each where something holds.
    Ways(Vec<(DirectionId, Truth)>),
    /// Rows of `through` from a cell up to a cell of `end`.
    Flanked {
        /// From where.
        from: Cell,
        /// In which directions.
        ways: Vec<DirectionId>,
        /// Through what.
        through: Cells,
        /// Up to what.
        end: Cells,
    },
    /// Groups or lines.
    Shapes(PatternId, Option<&'g Expr>),
    /// Their sizes.
    Sizes(PatternId, Option<&'g Expr>),
}

/// Whether a kind is in a set.
pub fn among(kinds: &[(KindId, Truth)], kind: KindId) -> Truth {
    kinds.iter().find(|(known, _)| *known == kind).map_or(Truth::Known(false), |(_, can)| *can)
}

impl Sliced {
    /// A number that is always the same, times the scale.
    pub fn known(plus: i64, scale: i64) -> Self {
        Sliced { more: Vec::new(), less: Vec::new(), away: Vec::new(), plus, scale }
    }

    /// Whether it is the same for every cell.
    pub fn is_known(&self) -> bool {
        self.more.iter().chain(&self.less).all(Vec::is_empty) && self.away.is_empty()
    }

    /// Adds truths of one weight as seen from the end of a path.
    pub fn add_away(&mut self, path: &Path, weight: usize, truths: impl IntoIterator<Item = Truth>) {
        let place = match self.away.iter().position(|(known, _)| known.by == path.by) {
            Some(place) => place,
            None => {
                self.away.push((path.clone(), Vec::new()));
                self.away.len() - 1
            }
        };
        Sliced::add(&mut self.away[place].1, weight, truths);
    }

    /// Adds the truths of one weight.
    pub fn add(place: &mut Vec<Vec<Truth>>, weight: usize, truths: impl IntoIterator<Item = Truth>) {
        if place.len() <= weight {
            place.resize_with(weight + 1, Vec::new);
        }
        place[weight].extend(truths);
    }
}

impl Cells {
    /// No cells.
    pub fn none() -> Self {
        Cells::default()
    }

    /// The cells of a register.
    pub fn of(reg: Reg) -> Self {
        Cells::part(Truth::Known(true), reg)
    }

    /// The cells of a register where something holds.
    pub fn part(truth: Truth, reg: Reg) -> Self {
        Cells { dense: vec![(truth, reg)], ..Cells::default() }
    }

    /// Whether every member is one of the points.
    pub fn is_sparse(&self) -> bool {
        self.dense.is_empty()
    }

    /// Some cells, as paths.
    pub fn at(points: Vec<(Path, Truth)>) -> Self {
        Cells { points, ..Cells::default() }
    }

    /// Whether the cell at the end of a path, which is a picked one, is known to be a member.
    pub fn says(&self, path: &Path) -> Option<bool> {
        match self.points.iter().find(|(known, _)| known.by == path.by) {
            Some((_, Truth::Known(known))) => Some(*known),
            Some(_) => None,
            None => self.facts.iter().find(|(known, _)| known.by == path.by).map(|(_, known)| *known),
        }
    }

    /// Says of one cell whether it is a member.
    pub fn say(&mut self, path: &Path, truth: Truth) {
        match self.points.iter_mut().find(|(known, _)| known.by == path.by) {
            Some(point) => *point = (path.clone(), truth),
            None => self.points.push((path.clone(), truth)),
        }
    }
}
