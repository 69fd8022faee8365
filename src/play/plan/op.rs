//! The operations.

use super::op_by::By;
use super::op_list::ListOp;
use super::op_loop::LoopOp;
use super::op_memo::MemoOp;
use super::op_probe::ProbeOp;
use super::op_stack::StackOp;
use rulebook_language::model::MoveId;

/// A register: of numbers, sets or lists, as the operation says.
pub type Reg = u16;

/// One operation, of 16 bytes. `d` is the register written; `s`/`a`/`b` are read. Cells, players, kinds, directions and truth values are
/// numbers; nowhere and nobody are -1. Sets of directions are bit masks in a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each operation's comment names its fields")]
pub enum Op {
    // ---- Sets
    /// d = constant set.
    ConstSet {
        d: Reg,
        set: u16,
    },
    /// d = the plane at `offset` of the memory.
    Plane {
        d: Reg,
        offset: u32,
    },
    /// d = plane number `index` of `count` planes from `offset`; empty where there is none.
    PlaneAt {
        d: Reg,
        offset: u32,
        index: Reg,
        count: u16,
    },
    /// d = a & b.
    And {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = a | b.
    Or {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = a without b.
    Sub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = the members of one of a and b alone.
    Xor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = {} .
    Clear {
        d: Reg,
    },
    /// d = a.
    Copy {
        d: Reg,
        a: Reg,
    },
    /// d = { cell }, empty for nowhere.
    Single {
        d: Reg,
        cell: Reg,
    },
    /// d = d with cell.
    Insert {
        d: Reg,
        cell: Reg,
    },
    /// d = the neighbours of cell by a relation; past the relations, its set in a table.
    Near {
        d: Reg,
        relation: u8,
        cell: Reg,
    },
    /// d = the neighbours of the cells of a.
    NearAll {
        d: Reg,
        relation: u8,
        a: Reg,
    },
    /// d = where steps from the cells of a lead, in every direction of a constant mask.
    StepAll {
        d: Reg,
        directions: u16,
        a: Reg,
    },
    /// d = where steps from the cells of a lead, in every direction of a mask.
    StepMask {
        d: Reg,
        directions: Reg,
        a: Reg,
    },
    /// d = where `count` steps from the cells of a lead in every direction of a mask; back for fewer than none.
    WalkMask {
        d: Reg,
        a: Reg,
        directions: Reg,
        count: Reg,
    },
    /// d = the cells from `cell` (without it) in each direction, as long as they are in `through`.
    Ray {
        d: Reg,
        cell: Reg,
        directions: Reg,
        through: Reg,
    },
    /// d = the cells of `through` from `cell` in each direction that run up to a cell of `end`.
    Flanked {
        d: Reg,
        cell: Reg,
        directions: Reg,
        through: Reg,
        end: Reg,
    },
    /// d = the cells of `from` from which, in some direction, cells of `through`, one at least, run up to a cell of `end`. For
    /// boards where every step back is the opposite step.
    FlankedAll {
        d: Reg,
        from: Reg,
        directions: Reg,
        through: Reg,
        end: Reg,
    },
    /// d = the cells of `to` with a cell of `over` between `cell` and them; with `only`, with that one alone between them.
    Spanning {
        d: Reg,
        to: Reg,
        cell: Reg,
        over: Reg,
        only: bool,
    },
    /// d = the first cell of `stop` from `cell` in each direction.
    Sight {
        d: Reg,
        cell: Reg,
        directions: Reg,
        stop: Reg,
    },
    /// d = the cells of the lines of a list that lie in a as a whole.
    Rows {
        d: Reg,
        a: Reg,
        rows: u16,
    },
    /// d = the cells between a and b on one line.
    Between {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = the group of `set` at `cell`; empty where the cell is not in it.
    GroupAt {
        d: Reg,
        set: Reg,
        relation: u8,
        cell: Reg,
    },
    /// d = the groups of `a` that have a cell of b, together.
    GroupsMeeting {
        d: Reg,
        relation: u8,
        a: Reg,
        b: Reg,
    },

    /// d = the groups of `a` that may decide: those that were no groups of the set for which a memo was settled last.
    UnsettledGroups {
        d: Reg,
        a: Reg,
        relation: u8,
        memo: u16,
    },
    /// None of the groups of `a` decides: settles a memo.
    Settle {
        a: Reg,
        memo: u16,
    },

    /// About loops.
    Loop(LoopOp),
    /// Takes the next loop into d, or jumps if there is none.
    NextLoop {
        d: Reg,
        search: Reg,
        relation: u8,
        exit: u32,
    },

    // ---- Numbers
    /// d = constant number.
    Const {
        d: Reg,
        number: u16,
    },
    /// d = a.
    Move {
        d: Reg,
        a: Reg,
    },
    Add {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Subtract {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Multiply {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = a div b, rounded down; 0 for a division by 0.
    Div {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = a mod b, with b's sign; 0 for a division by 0.
    Mod {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Least {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Greatest {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Less {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LessOrEqual {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Equal {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = whether a is 0.
    Not {
        d: Reg,
        a: Reg,
    },
    /// d = how many members.
    Count {
        d: Reg,
        a: Reg,
    },
    /// d = how many bits of a mask.
    CountMask {
        d: Reg,
        a: Reg,
    },
    /// d = a & b as masks.
    AndMask {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = a | b as masks.
    OrMask {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = a without b as masks.
    SubMask {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = the mask of direction a.
    BitMask {
        d: Reg,
        a: Reg,
    },
    /// d = whether a has no member.
    IsEmpty {
        d: Reg,
        a: Reg,
    },
    /// d = whether a and b have the same members.
    SameSet {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = whether every member of a is in b.
    Subset {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = whether cell is in a.
    Contains {
        d: Reg,
        a: Reg,
        cell: Reg,
    },
    /// d = entry `cell` of a table; 0 for nowhere.
    Table {
        d: Reg,
        table: u8,
        cell: Reg,
    },
    /// d = the number of the first of `count` planes from `offset` that has cell; -1 where none has.
    PlaneOf {
        d: Reg,
        offset: u32,
        count: u16,
        cell: Reg,
    },
    /// d = the number at `offset` of the memory.
    Load {
        d: Reg,
        offset: u32,
    },
    /// d = number `index` of `count` from `offset`; 0 where there is none.
    LoadAt {
        d: Reg,
        offset: u32,
        index: Reg,
        count: u16,
    },
    /// d = where a step leads.
    Step {
        d: Reg,
        cell: Reg,
        direction: Reg,
    },
    /// d = where `count` steps lead; back for fewer than none.
    Walk {
        d: Reg,
        cell: Reg,
        direction: Reg,
        count: Reg,
    },
    /// d = the direction of the straight line from a to b; -1 where there is none.
    Toward {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// d = the opposite direction.
    Opposite {
        d: Reg,
        a: Reg,
    },
    /// d = the opposite directions.
    OppositeMask {
        d: Reg,
        a: Reg,
    },
    /// d = the steps from a to b; -1 where no way leads.
    Distance {
        d: Reg,
        relation: u8,
        a: Reg,
        b: Reg,
    },
    /// d = d + the number of groups of a.
    CountGroups {
        d: Reg,
        a: Reg,
        relation: u8,
    },
    /// d = how many more groups a has than b.
    GroupsGained {
        d: Reg,
        a: Reg,
        b: Reg,
        relation: u8,
    },
    /// d = d + 1.
    Increment {
        d: Reg,
    },
    /// d = whether there is no action but passing.
    NoMove {
        d: Reg,
    },
    /// d = whether a player would have an action but passing, were the turn over and it that player's; not of nobody. Within such a
    /// question every player can. With `in_move` it is asked among the effects of the mover, with `only` of that move alone, whatever
    /// the turn offers before it.
    CanMove {
        d: Reg,
        player: Reg,
        in_move: bool,
        only: Option<MoveId>,
    },
    /// d = whether nobody would have an action but passing.
    NobodyCanMove {
        d: Reg,
    },

    // ---- Lists
    /// An operation on lists.
    List(ListOp),

    // ---- Control
    Jump {
        to: u32,
    },
    JumpIf {
        a: Reg,
        to: u32,
    },
    JumpUnless {
        a: Reg,
        to: u32,
    },
    /// Jumps if a has a member.
    JumpIfSome {
        a: Reg,
        to: u32,
    },
    /// Jumps if a has no member.
    JumpIfNone {
        a: Reg,
        to: u32,
    },
    /// Jumps if cell b is in a.
    JumpIfIn(By),
    /// Jumps if cell b is not in a.
    JumpUnlessIn(By),
    /// Jumps by two numbers.
    JumpIfEqual(By),
    JumpUnlessEqual(By),
    JumpIfLess(By),
    JumpUnlessLess(By),
    /// Takes the first member of `from` into d, or jumps if there is none.
    NextCell {
        d: Reg,
        from: Reg,
        exit: u32,
    },
    /// Takes the first direction of mask `from` into d, or jumps if there is none.
    NextDirection {
        d: Reg,
        from: Reg,
        exit: u32,
    },
    /// Takes the first group of `from` into d, or jumps if there is none.
    NextGroup {
        d: Reg,
        from: Reg,
        relation: u8,
        exit: u32,
    },
    /// What was so at the start of the turn.
    Memo(MemoOp),
    /// Ends; the result is a.
    Done {
        a: Reg,
    },
    /// Ends; the result is a list.
    DoneList {
        list: Reg,
    },
    /// Reports the picks (numbers 0, 1, ...) as an action.
    Emit,
    /// Reports, for each member of a set, so many picks and the member as the last.
    EmitCells {
        a: Reg,
        picks: u8,
    },
    /// The same for each bit of a mask.
    EmitMask {
        a: Reg,
        picks: u8,
    },

    /// Reports, for each of a constant mask of directions, the cells of `from` that a step leads from to a cell of `to`, each as
    /// the first pick, and where it leads as the second.
    EmitSteps {
        from: Reg,
        to: Reg,
        directions: u16,
    },
    /// The same of two steps, the first of which leads to a cell of `over`.
    EmitJumps {
        from: Reg,
        over: Reg,
        to: Reg,
        directions: u16,
    },

    // ---- Effects
    /// From here on changes can be taken back.
    Begin,
    /// Takes back all changes since `Begin`.
    Rollback,
    /// The plane at `offset` becomes a.
    Store {
        offset: u32,
        a: Reg,
    },
    /// The plane at `offset` gets the cells of a.
    AddCells {
        offset: u32,
        a: Reg,
    },
    /// The plane at `offset` loses the cells of a.
    TakeCells {
        offset: u32,
        a: Reg,
    },
    /// The number at `offset` becomes a.
    StoreNumber {
        offset: u32,
        a: Reg,
    },
    /// Number `index` of `count` from `offset` becomes a; nothing happens where there is none.
    StoreAt {
        offset: u32,
        index: Reg,
        count: u16,
        a: Reg,
    },
    /// Exchanges what stands on two cells: a bit of each of `count` planes from `offset`.
    Exchange {
        offset: u32,
        count: u16,
        a: Reg,
        b: Reg,
    },
    /// Moves what stands on a to b, over what stands there.
    Shift {
        offset: u32,
        count: u16,
        a: Reg,
        b: Reg,
    },
    /// A change of stacks.
    Stack(StackOp),
    /// Takes the numbers from `from` but `leaving` of them, or so many in hand as [`SOWN_FROM_HAND`] less `leaving`, the first of which
    /// falls on `from`, and adds 1 to the number of each next cell in a direction but those of `skipping`. The numbers, one a cell,
    /// lie at `offset`; none passes `high`. `from` becomes the last cell, -1 where nothing was sown.
    Sow {
        offset: u32,
        from: Reg,
        leaving: Reg,
        direction: Reg,
        skipping: Reg,
        high: Reg,
    },
    /// d = the one cell of a set; -1 where it has none or several.
    The {
        d: Reg,
        a: Reg,
    },
    /// Copies `count` words from `from` to `to`.
    CopyWords {
        from: u32,
        to: u32,
        count: u32,
    },
    /// A probe, in explaining plans alone.
    Probe(ProbeOp),
}

/// What stands for no number at hand where others stand for how many are left.
pub const SOWN_FROM_HAND: i64 = -1;

/// Operations lie next to one another and are looked up by a shift.
const _: () = assert!(size_of::<Op>() == 16);
