//! What an expression has become: registers, or what is known about them.

use crate::plan::op::Reg;
use rulebook_language::model::{JoiningId, PlayerId};
use rulebook_language::topology::RelationId;

/// A number in a register: the register holds the number times `scale`, and lies in `low..=high`.
#[derive(Clone, Copy, Debug)]
pub struct Num {
    /// The register.
    pub reg: Reg,
    /// By what the number is multiplied, so that it is whole.
    pub scale: i64,
    /// The least that the register can hold.
    pub low: i128,
    /// The greatest that the register can hold.
    pub high: i128,
}

/// A player: known already, or in a register (-1 for nobody).
#[derive(Clone, Copy, Debug)]
pub enum Who {
    /// This one.
    Known(PlayerId),
    /// The one in the register.
    Reg(Reg),
}

/// Groups or lines, still to be counted or gone through.
#[derive(Clone, Debug)]
pub struct Shapes {
    /// The sets that they are found in: one for each owner, or one for all.
    pub sources: Vec<Reg>,
    /// The relation that joins them.
    pub relation: RelationId,
    /// What joins their cells, where the position decides.
    pub given: Option<JoiningId>,
    /// For lines: how long, and whether no longer.
    pub line: Option<(u16, bool)>,
    /// Whether they are loops.
    pub looped: bool,
    /// Only those with this cell.
    pub through: Option<Reg>,
}

impl Shapes {
    /// Whether they are all groups of their sets: no lines, no loops, not those with some cell.
    pub fn are_groups(&self) -> bool {
        self.line.is_none() && !self.looped && self.through.is_none()
    }

    /// Whether they are all groups of their sets by the board alone.
    pub fn are_whole_groups(&self) -> bool {
        self.given.is_none() && self.are_groups()
    }
}

/// What an expression has become.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A number.
    Number(Num),
    /// 0 or 1.
    Truth(Reg),
    /// A cell, -1 for nowhere.
    Cell(Reg),
    /// A kind, -1 for none.
    Kind(Reg),
    /// A mask of kinds.
    Kinds(Reg),
    /// A direction.
    Direction(Reg),
    /// A mask of directions.
    Directions(Reg),
    /// A player.
    Player(Who),
    /// A set of players.
    Players(Vec<PlayerId>),
    /// A set of cells.
    Set(Reg),
    /// A list of numbers, each times the scale.
    List(Reg, i64),
    /// The whole numbers from one to another.
    Range(Num, Num),
    /// Groups or lines.
    Shapes(Shapes),
}
