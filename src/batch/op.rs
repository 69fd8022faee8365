//! The operations of a kernel: whole-board set algebra, for many games at once.

/// A register: of sets, masks or numbers, as the operation says.
pub type Reg = u16;

/// One operation, carried out for every lane. `d` is written; other registers are read.
///
/// A set register holds a set of slots for each lane; a mask register is all ones where something holds in a lane, else
/// zero; a number register is a whole number for each lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each operation's comment names its fields")]
pub enum Op {
    // ---- Sets
    /// d = constant set `set`.
    Const { d: Reg, set: u16 },
    /// d = a.
    Copy { d: Reg, a: Reg },
    /// d = a & b.
    And { d: Reg, a: Reg, b: Reg },
    /// d = a | b.
    Or { d: Reg, a: Reg, b: Reg },
    /// d = a without b.
    Sub { d: Reg, a: Reg, b: Reg },
    /// d = the members of one of a and b alone.
    Xor { d: Reg, a: Reg, b: Reg },
    /// d = what comes of a, b and c.
    Three { d: Reg, a: Reg, b: Reg, c: Reg, how: TernaryOp },
    /// d = a where the mask holds, else nothing.
    Where { d: Reg, a: Reg, mask: Reg },
    /// d = a & b where the mask holds, else nothing.
    WhereAnd { d: Reg, a: Reg, b: Reg, mask: Reg },
    /// d = a moved by so many slots, within constant set `keep`.
    Shift { d: Reg, a: Reg, by: i16, keep: u16 },
    /// d = a moved by so many slots, within constant set `keep`, & b.
    ShiftAnd { d: Reg, a: Reg, b: Reg, by: i16, keep: u16 },
    /// d = a moved by so many slots, within constant set `keep`, & b & c.
    ShiftAndAnd { d: Reg, a: Reg, b: Reg, c: Reg, by: i16, keep: u16 },
    /// d = a moved by so many slots, within constant set `keep`, | b.
    ShiftOr { d: Reg, a: Reg, b: Reg, by: i16, keep: u16 },
    /// d = the cells of `through` in an unbroken row from a, in the directions of list `ways`, up to a cell of `end`; all of a's
    /// rows together. a is one cell or none.
    FlankedFrom { d: Reg, a: Reg, through: Reg, end: Reg, ways: u16 },
    /// d = the cells from which such rows begin.
    FlankedTo { d: Reg, through: Reg, end: Reg, ways: u16 },
    /// d = a where it is one cell, else nothing.
    Lone { d: Reg, a: Reg },
    /// d = the cells of `through` in an unbroken row from a, in the directions of list `ways`. a is one cell or none.
    RayFrom { d: Reg, a: Reg, through: Reg, ways: u16 },
    /// d = the cells between a and b on a line; each is one cell or none.
    Between { d: Reg, a: Reg, b: Reg },
    /// d = the part of `set` that is connected with a by the steps of list `ways`.
    Flood { d: Reg, a: Reg, set: Reg, ways: u16 },
    /// Keeps the cells of a that are in constant set `there`: from them steps of place `place` of some joints lead on.
    KeepJoint { a: Reg, there: u16, joints: u16, place: u16 },
    /// d = the cells of `set` that hang together with its cells of a by steps from the joints of flood `found`, where what it finds
    /// is kept.
    FloodAlong { d: Reg, a: Reg, set: Reg, ways: u16, found: u16 },
    /// d = the least number of steps along joints from set a to a cell of b, -1 where none is reached.
    StepsAlong { d: Reg, a: Reg, b: Reg, ways: u16, joints: u16 },
    /// d = the parts of `set`, connected by the neighbours `groups`, that have a cell of a and fewer cells than number `than`.
    SmallParts { d: Reg, a: Reg, set: Reg, than: Reg, groups: u16 },
    /// d = set a without cells that fail the tests of list `tests` on sets x and y: in the lanes of `mask` they are tested until one
    /// is found that passes, so that nothing is left where none does; in others d is a.
    SomePass { d: Reg, a: Reg, x: Reg, y: Reg, tests: u16, mask: Reg },

    // ---- Masks
    /// d = a constant.
    ConstMask { d: Reg, on: bool },
    /// d = a.
    CopyMask { d: Reg, a: Reg },
    /// d = a & b.
    AndMask { d: Reg, a: Reg, b: Reg },
    /// d = a | b.
    OrMask { d: Reg, a: Reg, b: Reg },
    /// d = a without b.
    SubMask { d: Reg, a: Reg, b: Reg },
    /// d = where one of a and b alone holds.
    XorMask { d: Reg, a: Reg, b: Reg },
    /// d = not a.
    NotMask { d: Reg, a: Reg },
    /// d = whether set a has a member.
    Some { d: Reg, a: Reg },
    /// d = whether number a is less than number b.
    Less { d: Reg, a: Reg, b: Reg },
    /// d = whether number a equals number b.
    Equal { d: Reg, a: Reg, b: Reg },
    /// d = whether bit `bit` of number a is 1, in two's complement.
    Bit { d: Reg, a: Reg, bit: u8 },
    /// d = whether the cell that was put, set a, has joined all the sides of `joins` with its group; the cells of one player
    /// that were put are kept by `joins`.
    Join { d: Reg, a: Reg, joins: u16 },

    /// d = whether the cell of set a, which is one or none, lies on a loop of a set, by the neighbours `groups`.
    OnLoop { d: Reg, a: Reg, set: Reg, groups: u16 },

    // ---- Numbers
    /// d = constant number `number`.
    Number { d: Reg, number: u16 },
    /// d = a.
    CopyNumber { d: Reg, a: Reg },
    /// d = the size of the largest group of set a, by the neighbours `groups`; its labels are kept in a place.
    Largest { d: Reg, a: Reg, groups: u16, labels: u16 },
    /// d = how many groups set a has, in the same way.
    GroupCount { d: Reg, a: Reg, groups: u16, labels: u16 },
    /// d = how many members set a has.
    Count { d: Reg, a: Reg },
    /// d = the least number of steps from a's cell to b's, which are one each or none.
    Distance { d: Reg, a: Reg, b: Reg },
    /// d = a + b.
    Add { d: Reg, a: Reg, b: Reg },
    /// d = a - b.
    Subtract { d: Reg, a: Reg, b: Reg },
    /// d = a * b.
    Multiply { d: Reg, a: Reg, b: Reg },
    /// d = a where the mask holds, else b.
    Choose { d: Reg, a: Reg, b: Reg, mask: Reg },
    /// d = twice a, and how many members x & y has: a step of a sum of numbers of cells, from the highest bit on.
    Weigh { d: Reg, a: Reg, x: Reg, y: Reg },

    /// d = -1 where the sizes of the groups of set a, largest first, come before those of b, 1 where those of b come first, else 0; in
    /// the lanes of `mask` alone.
    SizesOrder { d: Reg, a: Reg, b: Reg, groups: u16, mask: Reg },

    // ---- Stacks
    /// d = how many pieces of an owner stand on a's cell, which is one or none; `plane` has the cells with one of them on top.
    InStack { d: Reg, a: Reg, plane: Reg, owner: u8 },
    /// Puts `count` pieces of a digit, less the one on top, under the tops of a's cells, which are empty.
    Pile { a: Reg, count: Reg, digit: u8 },
    /// What lies under the top of a's cell comes under that of b's, in the place of what lies there; each is one cell or none.
    MoveUnder { a: Reg, b: Reg },
    /// Takes away what lies under the tops of a's cells.
    ClearUnder { a: Reg },
    /// Keeps what lies under all tops.
    KeepUnder,
    /// Puts it back as it was kept, where the mask holds; games in which a stack has come to be too high are over elsewhere.
    PutUnderBack { mask: Reg },

    /// Writes plane `plane` of the pieces out, for a change of stacks.
    WritePlane { a: Reg, plane: u8 },
    /// Changes the stacks of a's and b's cells, which are one each or none unless it is said otherwise.
    Restack { a: Reg, b: Reg, count: Reg, change: StackChange },
    /// d = plane `plane` of the pieces.
    ReadPlane { d: Reg, plane: u8 },
    /// d = a, but of `cells` those whose stacks, as they were written out, have a height of which bit `bit` is 1.
    ReadHeight { d: Reg, a: Reg, cells: Reg, bit: u8 },

    // ---- Sowing: numbers of cells are written out a number a cell, sown, and read again bit by bit
    /// Writes bit `bit` of all cells' numbers: 1 for those of a. The lowest one is written first.
    WriteBit { a: Reg, bit: u8 },
    /// Sows the number of a's cell, which is one or none, as sowing `sowing` says; d = the cell that the last seed falls on.
    Sow { d: Reg, a: Reg, skipping: Reg, leaving: Reg, sowing: u16 },
    /// d = the cells of which bit `bit` of the number is 1.
    ReadBit { d: Reg, bit: u8 },

    // ---- Repetition
    /// d = the bits a with the words of a set.
    Mix { d: Reg, a: Reg, set: Reg },
    /// d = the bits a with number b.
    MixNumber { d: Reg, a: Reg, b: Reg },
    /// d = the bits a with what lies under the top pieces.
    MixUnder { d: Reg, a: Reg },
    /// d = whether the position that the bits a stand for has come back as often as rule `rule` says; remembers it. Both in the lanes
    /// of `mask`.
    Repeat { d: Reg, a: Reg, mask: Reg, rule: u16 },
    /// d = whether the position that the bits a stand for would come back so, in the lanes of `mask`.
    Repeated { d: Reg, a: Reg, mask: Reg, rule: u16 },
    /// d = how many turns ago the position was there, in the lanes of `mask`, which [`Op::Repeat`] has written for the rule.
    CycleLength { d: Reg, mask: Reg, rule: u16 },

    // ---- Questions: a position is told to the plan, which answers where something is not lifted
    /// Tells of all positions that they have set a in lasting register `at`; behind those, of which cells is asked.
    TellSet { a: Reg, at: Reg },
    /// Tells of all positions that they have number a in lasting register `at`.
    TellNumber { a: Reg, at: Reg },
    /// d = the answer to question `question` in the lanes of `mask`: of a condition. `told` numbers what was told before.
    AskTruth { d: Reg, mask: Reg, question: u16, told: u16 },
    /// The same of a number, a player or a kind, by its place.
    AskNumber { d: Reg, mask: Reg, question: u16, told: u16 },
    /// The same of cells.
    AskSet { d: Reg, mask: Reg, question: u16, told: u16 },
    /// d = -1 where the list of numbers that answers question `question` comes before that of `other`, 1 where it comes after it, else 0;
    /// in the lanes of `mask`.
    AskOrder { d: Reg, mask: Reg, question: u16, other: u16, told: u16 },

    /// d = whether tier `tier` of those that are not lifted offers anything, in the lanes of `mask`.
    AskTier { d: Reg, mask: Reg, tier: u16, told: u16 },
    /// Draws an action of the tier in the lanes of `mask`, and makes its changes in what was told.
    PlayTier { mask: Reg, tier: u16 },
    /// d = the lanes of `mask` in which that action is one of choice `choice`.
    Played { d: Reg, mask: Reg, choice: u16 },
    /// d = what was told of the set in lasting register `at`, with such changes.
    HearSet { d: Reg, at: Reg },
    /// d = what was told of the number in lasting register `at`, with such changes.
    HearNumber { d: Reg, at: Reg },

    // ---- Control
    /// d = b where the players have exchanged seats, else a.
    Seen { d: Reg, a: Reg, b: Reg },
    /// d = 1 where the players have exchanged seats, else 0.
    Seat { d: Reg },
    /// Goes on at `to`, further down, where the mask holds in no lane.
    SkipUnless { mask: Reg, to: u32 },
    /// The games in which the mask holds go on in a phase.
    Go { mask: Reg, phase: u16 },
    /// The players of the games in which the mask holds exchange seats.
    Turn { mask: Reg },
    /// Ends the games in which the mask holds and that are not over: clause `clause` decides for the roles of a bit mask.
    Finish { mask: Reg, clause: u16, winners: u16 },
    /// The mover of these games, if they are not over, has no action.
    Stuck { mask: Reg },
    /// The same as `Finish`, but the games are over only when they are released: as soon as an action is found to be legal.
    Hold { mask: Reg, clause: u16, winners: u16 },
    /// The games in which the mask holds do not wait to be released any more.
    Unhold { mask: Reg },
    /// d = which games wait to be released.
    Held { d: Reg },
    /// The games in which the mask holds and that wait are over.
    Release { mask: Reg },
}

/// What becomes of stacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StackChange {
    /// So many pieces of a digit come on top of each cell of a.
    Push(u8),
    /// All of a's cell comes on top of b's.
    Move,
    /// So many of the top pieces of a's cell come on top of b's, in their order.
    MoveTop,
    /// So many of the top pieces of a's cell come under b's.
    Tuck,
    /// So many pieces leave the top of a's cell.
    TakeTop,
    /// So many pieces leave the bottom of a's cell.
    TakeBottom,
}

/// What comes of three sets a, b and c.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TernaryOp {
    /// The members of an odd number of them: the sum of three bits.
    Odd,
    /// The members of two or three of them: the carry.
    Most,
    /// The members of b that are not of a, and those of c that are of both or neither: a step of a comparison, from the lowest bit
    /// on.
    Below,
    /// a & b & c.
    And,
    /// a | b | c.
    Or,
    /// a & b | c.
    AndOr,
    /// (a | b) & c.
    OrAnd,
    /// a & b without c.
    AndSub,
    /// a without b, | c.
    SubOr,
    /// a without b | c.
    SubBoth,
    /// (a | b) without c.
    OrSub,
}

impl TernaryOp {
    /// What comes of a word of each.
    #[inline(always)]
    pub const fn word(self, a: u64, b: u64, c: u64) -> u64 {
        match self {
            TernaryOp::Odd => a ^ b ^ c,
            TernaryOp::Most => a & b | (a | b) & c,
            TernaryOp::Below => !a & b | !(a ^ b) & c,
            TernaryOp::And => a & b & c,
            TernaryOp::Or => a | b | c,
            TernaryOp::AndOr => a & b | c,
            TernaryOp::OrAnd => (a | b) & c,
            TernaryOp::AndSub => a & b & !c,
            TernaryOp::SubOr => a & !b | c,
            TernaryOp::SubBoth => a & !(b | c),
            TernaryOp::OrSub => (a | b) & !c,
        }
    }
}

/// What a register is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterKind {
    /// Sets.
    Set,
    /// Masks.
    Mask,
    /// Numbers.
    Number,
}

/// A register of an operation, with what it is of.
pub type Named<'o> = (RegisterKind, &'o mut Reg);

/// The registers that an operation reads.
pub type Reads<'o> = std::iter::Flatten<std::array::IntoIter<Option<Named<'o>>, MAX_READS>>;

/// The most registers that an operation reads.
const MAX_READS: usize = 4;

fn reads<const N: usize>(registers: [Named<'_>; N]) -> Reads<'_> {
    let mut all = [const { None }; MAX_READS];
    all.iter_mut().zip(registers).for_each(|(to, register)| *to = Some(register));
    all.into_iter().flatten()
}

impl Op {
    /// The questions to the plan that it asks.
    pub fn questions(&self) -> Vec<u16> {
        match self {
            Op::AskTruth { question, .. } | Op::AskNumber { question, .. } | Op::AskSet { question, .. } => {
                vec![*question]
            }
            Op::AskOrder { question, other, .. } => vec![*question, *other],
            _ => Vec::new(),
        }
    }

    /// Whether it is about what was told of positions before.
    pub fn needs_told(&self) -> bool {
        matches!(self, Op::AskTier { .. } | Op::PlayTier { .. }) || !self.questions().is_empty()
    }

    /// The registers, with what they are of: first the one that is written, if any, then those that are read.
    pub fn registers(&mut self) -> (Option<Named<'_>>, Reads<'_>) {
        use RegisterKind::{Mask, Number, Set};
        match self {
            Op::Const { d, .. } => (Some((Set, d)), reads([])),
            Op::Copy { d, a } | Op::Lone { d, a } | Op::Shift { d, a, .. } => (Some((Set, d)), reads([(Set, a)])),
            Op::And { d, a, b }
            | Op::Or { d, a, b }
            | Op::Sub { d, a, b }
            | Op::Xor { d, a, b }
            | Op::Between { d, a, b }
            | Op::RayFrom { d, a, through: b, .. }
            | Op::ShiftOr { d, a, b, .. }
            | Op::Seen { d, a, b }
            | Op::ShiftAnd { d, a, b, .. } => (Some((Set, d)), reads([(Set, a), (Set, b)])),
            Op::Seat { d } => (Some((Number, d)), reads([])),
            Op::CycleLength { d, mask, .. } => (Some((Number, d)), reads([(Mask, mask)])),
            Op::Held { d } => (Some((Mask, d)), reads([])),
            Op::TellSet { a, .. } => (None, reads([(Set, a)])),
            Op::TellNumber { a, .. } => (None, reads([(Number, a)])),
            Op::AskTruth { d, mask, .. } | Op::AskTier { d, mask, .. } | Op::Played { d, mask, .. } => {
                (Some((Mask, d)), reads([(Mask, mask)]))
            }
            Op::PlayTier { mask, .. } => (None, reads([(Mask, mask)])),
            Op::HearSet { d, .. } => (Some((Set, d)), reads([])),
            Op::HearNumber { d, .. } => (Some((Number, d)), reads([])),
            Op::AskNumber { d, mask, .. } | Op::AskOrder { d, mask, .. } => (Some((Number, d)), reads([(Mask, mask)])),
            Op::AskSet { d, mask, .. } => (Some((Set, d)), reads([(Mask, mask)])),
            Op::Three { d, a, b, c, .. } | Op::ShiftAndAnd { d, a, b, c, .. } => {
                (Some((Set, d)), reads([(Set, a), (Set, b), (Set, c)]))
            }
            Op::WhereAnd { d, a, b, mask } => (Some((Set, d)), reads([(Set, a), (Set, b), (Mask, mask)])),
            Op::Where { d, a, mask } => (Some((Set, d)), reads([(Set, a), (Mask, mask)])),
            Op::FlankedFrom { d, a, through, end, .. } => {
                (Some((Set, d)), reads([(Set, a), (Set, through), (Set, end)]))
            }
            Op::FlankedTo { d, through, end, .. } => (Some((Set, d)), reads([(Set, through), (Set, end)])),
            Op::Flood { d, a, set, .. } | Op::FloodAlong { d, a, set, .. } => {
                (Some((Set, d)), reads([(Set, a), (Set, set)]))
            }
            Op::KeepJoint { a, .. } => (None, reads([(Set, a)])),
            Op::StepsAlong { d, a, b, .. } => (Some((Number, d)), reads([(Set, a), (Set, b)])),
            Op::SmallParts { d, a, set, than, .. } => (Some((Set, d)), reads([(Set, a), (Set, set), (Number, than)])),
            Op::ConstMask { d, .. } => (Some((Mask, d)), reads([])),
            Op::Bit { d, a, .. } => (Some((Mask, d)), reads([(Number, a)])),
            Op::Weigh { d, a, x, y } => (Some((Number, d)), reads([(Number, a), (Set, x), (Set, y)])),
            Op::InStack { d, a, plane, .. } => (Some((Number, d)), reads([(Set, a), (Set, plane)])),
            Op::WriteBit { a, .. } => (None, reads([(Set, a)])),
            Op::Sow { d, a, skipping, leaving, .. } => {
                (Some((Set, d)), reads([(Set, a), (Set, skipping), (Number, leaving)]))
            }
            Op::ReadBit { d, .. } | Op::ReadPlane { d, .. } => (Some((Set, d)), reads([])),
            Op::WritePlane { a, .. } => (None, reads([(Set, a)])),
            Op::Restack { a, b, count, .. } => (None, reads([(Set, a), (Set, b), (Number, count)])),
            Op::ReadHeight { d, a, cells, .. } => (Some((Set, d)), reads([(Set, a), (Set, cells)])),
            Op::CopyMask { d, a } | Op::NotMask { d, a } => (Some((Mask, d)), reads([(Mask, a)])),
            Op::AndMask { d, a, b } | Op::OrMask { d, a, b } | Op::SubMask { d, a, b } | Op::XorMask { d, a, b } => {
                (Some((Mask, d)), reads([(Mask, a), (Mask, b)]))
            }
            Op::Some { d, a } | Op::Join { d, a, .. } => (Some((Mask, d)), reads([(Set, a)])),
            Op::OnLoop { d, a, set, .. } => (Some((Mask, d)), reads([(Set, a), (Set, set)])),
            Op::Less { d, a, b } | Op::Equal { d, a, b } => (Some((Mask, d)), reads([(Number, a), (Number, b)])),
            Op::SizesOrder { d, a, b, mask, .. } => (Some((Number, d)), reads([(Set, a), (Set, b), (Mask, mask)])),
            Op::SomePass { d, a, x, y, mask, .. } => {
                (Some((Set, d)), reads([(Set, a), (Set, x), (Set, y), (Mask, mask)]))
            }
            Op::Number { d, .. } => (Some((Number, d)), reads([])),
            Op::CopyNumber { d, a } => (Some((Number, d)), reads([(Number, a)])),
            Op::Count { d, a } | Op::Largest { d, a, .. } | Op::GroupCount { d, a, .. } => {
                (Some((Number, d)), reads([(Set, a)]))
            }
            Op::Distance { d, a, b } => (Some((Number, d)), reads([(Set, a), (Set, b)])),
            Op::Add { d, a, b } | Op::Subtract { d, a, b } | Op::Multiply { d, a, b } => {
                (Some((Number, d)), reads([(Number, a), (Number, b)]))
            }
            Op::Choose { d, a, b, mask } => (Some((Number, d)), reads([(Number, a), (Number, b), (Mask, mask)])),
            Op::Mix { d, a, set } => (Some((Number, d)), reads([(Number, a), (Set, set)])),
            Op::MixNumber { d, a, b } => (Some((Number, d)), reads([(Number, a), (Number, b)])),
            Op::MixUnder { d, a } => (Some((Number, d)), reads([(Number, a)])),
            Op::Repeat { d, a, mask, .. } | Op::Repeated { d, a, mask, .. } => {
                (Some((Mask, d)), reads([(Number, a), (Mask, mask)]))
            }
            Op::Pile { a, count, .. } => (None, reads([(Set, a), (Number, count)])),
            Op::MoveUnder { a, b } => (None, reads([(Set, a), (Set, b)])),
            Op::ClearUnder { a } => (None, reads([(Set, a)])),
            Op::KeepUnder => (None, reads([])),
            Op::SkipUnless { mask, .. }
            | Op::Go { mask, .. }
            | Op::Turn { mask }
            | Op::Finish { mask, .. }
            | Op::Hold { mask, .. }
            | Op::Release { mask }
            | Op::Unhold { mask }
            | Op::PutUnderBack { mask }
            | Op::Stuck { mask } => (None, reads([(Mask, mask)])),
        }
    }
}

/// The first registers of each sort, which last from ply to ply.
pub struct Fixed {
    /// How many, of sets, masks and numbers.
    pub registers: [usize; 3],
}

impl Fixed {
    /// Whether a register is one of them.
    pub fn has(&self, sort: RegisterKind, reg: Reg) -> bool {
        usize::from(reg) < self.registers[sort as usize]
    }
}
