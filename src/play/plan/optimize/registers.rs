//! Which registers an operation reads and writes, and what else it has to do with.

use crate::plan::op::{Op, Reg};
use crate::plan::op_by::By;
use crate::plan::op_list::ListOp;
use crate::plan::op_loop::LoopOp;
use crate::plan::op_memo::MemoOp;
use crate::plan::op_stack::StackOp;

/// What a register holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// A number.
    Number,
    /// A set.
    Set,
    /// A list.
    List,
    /// A search for loops.
    Search,
}

/// What an operation does to a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Reads it.
    Read,
    /// Writes it, whatever it held.
    Write,
    /// Changes it.
    Change,
}

/// What an operation does beside writing registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpEffect {
    /// Nothing, and it is soon done.
    Light,
    /// Nothing, but it takes long.
    Heavy,
    /// It reads the memory.
    Reads,
    /// It changes the memory.
    Writes,
    /// It decides what comes next, or answers, or cannot be moved for another reason.
    Fixed,
}

/// What the operation does beside writing registers.
pub fn op_effect(op: &Op) -> OpEffect {
    match op {
        Op::ConstSet { .. }
        | Op::And { .. }
        | Op::Or { .. }
        | Op::Sub { .. }
        | Op::Xor { .. }
        | Op::Clear { .. }
        | Op::Copy { .. }
        | Op::Single { .. }
        | Op::Near { .. }
        | Op::NearAll { .. }
        | Op::StepAll { .. }
        | Op::StepMask { .. }
        | Op::Ray { .. }
        | Op::Flanked { .. }
        | Op::Sight { .. }
        | Op::Between { .. }
        | Op::Spanning { only: false, .. }
        | Op::Const { .. }
        | Op::Move { .. }
        | Op::Add { .. }
        | Op::Subtract { .. }
        | Op::Multiply { .. }
        | Op::Div { .. }
        | Op::Mod { .. }
        | Op::Least { .. }
        | Op::Greatest { .. }
        | Op::Less { .. }
        | Op::LessOrEqual { .. }
        | Op::Equal { .. }
        | Op::Not { .. }
        | Op::Count { .. }
        | Op::CountMask { .. }
        | Op::AndMask { .. }
        | Op::OrMask { .. }
        | Op::SubMask { .. }
        | Op::BitMask { .. }
        | Op::IsEmpty { .. }
        | Op::SameSet { .. }
        | Op::Subset { .. }
        | Op::Contains { .. }
        | Op::Table { .. }
        | Op::Step { .. }
        | Op::Opposite { .. }
        | Op::OppositeMask { .. }
        | Op::Toward { .. }
        | Op::The { .. } => OpEffect::Light,
        Op::WalkMask { .. }
        | Op::FlankedAll { .. }
        | Op::Spanning { only: true, .. }
        | Op::Rows { .. }
        | Op::GroupAt { .. }
        | Op::GroupsMeeting { .. }
        | Op::Loop(LoopOp::Cells { .. })
        | Op::Walk { .. }
        | Op::GroupsGained { .. }
        | Op::Distance { .. } => OpEffect::Heavy,
        Op::Plane { .. }
        | Op::PlaneAt { .. }
        | Op::PlaneOf { .. }
        | Op::Load { .. }
        | Op::LoadAt { .. }
        | Op::Stack(StackOp::Height { .. } | StackOp::Count { .. } | StackOp::Owner { .. } | StackOp::Kind { .. }) => {
            OpEffect::Reads
        }
        Op::Rollback
        | Op::Store { .. }
        | Op::AddCells { .. }
        | Op::TakeCells { .. }
        | Op::StoreNumber { .. }
        | Op::StoreAt { .. }
        | Op::Exchange { .. }
        | Op::Shift { .. }
        | Op::Stack(_)
        | Op::Sow { .. }
        | Op::CopyWords { .. } => OpEffect::Writes,
        _ => OpEffect::Fixed,
    }
}

/// Where the operation may jump to.
pub fn target(op: &mut Op) -> Option<&mut u32> {
    match op {
        Op::Jump { to }
        | Op::JumpIf { to, .. }
        | Op::JumpUnless { to, .. }
        | Op::JumpIfSome { to, .. }
        | Op::JumpIfNone { to, .. }
        | Op::JumpIfIn(By { to, .. })
        | Op::JumpUnlessIn(By { to, .. })
        | Op::JumpIfEqual(By { to, .. })
        | Op::JumpUnlessEqual(By { to, .. })
        | Op::JumpIfLess(By { to, .. })
        | Op::JumpUnlessLess(By { to, .. }) => Some(to),
        Op::Memo(MemoOp::Recall { exit, .. })
        | Op::NextCell { exit, .. }
        | Op::NextDirection { exit, .. }
        | Op::NextGroup { exit, .. }
        | Op::NextLoop { exit, .. } => Some(exit),
        _ => None,
    }
}

/// Calls `see` with every register of the operation; those that picks are emitted from are not among them.
pub fn registers(op: &mut Op, see: &mut dyn FnMut(Use, Class, &mut Reg)) {
    use Class::{List, Number, Search, Set};
    use Use::{Change, Read, Write};
    macro_rules! with {
        ($($how:ident $class:ident $reg:expr),*) => {{ $(see($how, $class, $reg);)* }};
    }
    match op {
        Op::ConstSet { d, .. } | Op::Plane { d, .. } | Op::Clear { d } => with!(Write Set d),
        Op::PlaneAt { d, index, .. } => with!(Read Number index, Write Set d),
        Op::And { d, a, b } | Op::Or { d, a, b } | Op::Sub { d, a, b } | Op::Xor { d, a, b } => {
            with!(Read Set a, Read Set b, Write Set d)
        }
        Op::Copy { d, a } | Op::NearAll { d, a, .. } | Op::StepAll { d, a, .. } | Op::Rows { d, a, .. } => {
            with!(Read Set a, Write Set d)
        }
        Op::Single { d, cell } | Op::Near { d, cell, .. } => with!(Read Number cell, Write Set d),
        Op::Insert { d, cell } => with!(Read Number cell, Change Set d),
        Op::StepMask { d, directions, a } => with!(Read Number directions, Read Set a, Write Set d),
        Op::WalkMask { d, a, directions, count } => {
            with!(Read Number directions, Read Number count, Read Set a, Write Set d)
        }
        Op::Ray { d, cell, directions, through: set } | Op::Sight { d, cell, directions, stop: set } => {
            with!(Read Number cell, Read Number directions, Read Set set, Write Set d)
        }
        Op::Flanked { d, cell, directions, through, end } => {
            with!(Read Number cell, Read Number directions, Read Set through, Read Set end, Write Set d)
        }
        Op::FlankedAll { d, from, directions, through, end } => {
            with!(Read Set from, Read Number directions, Read Set through, Read Set end, Write Set d)
        }
        Op::Spanning { d, to, cell, over, .. } => with!(Read Set to, Read Number cell, Read Set over, Write Set d),
        Op::Between { d, a, b } => with!(Read Number a, Read Number b, Write Set d),
        Op::GroupAt { d, set, cell, .. } => with!(Read Set set, Read Number cell, Write Set d),
        Op::UnsettledGroups { d, a, .. } => with!(Read Set a, Write Set d),
        Op::Settle { a, .. } => with!(Read Set a),
        Op::GroupsMeeting { d, a, b, .. } => with!(Read Set a, Read Set b, Write Set d),
        Op::Loop(LoopOp::Begin { search, a, cell, .. }) => {
            with!(Read Set a, Change Search search);
            cell.iter_mut().for_each(|cell| see(Read, Number, cell));
        }
        Op::NextLoop { d, search, .. } => with!(Change Search search, Write Set d),
        Op::Loop(LoopOp::Cells { d, a, cell, .. }) => {
            with!(Read Set a);
            cell.iter_mut().for_each(|cell| see(Read, Number, cell));
            with!(Write Set d);
        }
        Op::Loop(LoopOp::Weightless { search }) => with!(Change Search search),
        Op::Loop(LoopOp::Weigh { search, a, by }) => with!(Read Set a, Read Number by, Change Search search),
        Op::Loop(LoopOp::Heavier { d, search, a, cell, than, .. }) => {
            with!(Read Set a, Read Number than, Change Search search);
            cell.iter_mut().for_each(|cell| see(Read, Number, cell));
            with!(Write Number d);
        }
        Op::CanMove { d, player, .. } => with!(Read Number player, Write Number d),
        Op::Memo(MemoOp::Keep { a, .. }) => with!(Read Number a),
        Op::Memo(MemoOp::Recall { d, .. })
        | Op::Const { d, .. }
        | Op::Load { d, .. }
        | Op::NoMove { d }
        | Op::NobodyCanMove { d } => with!(Write Number d),
        Op::Move { d, a }
        | Op::Not { d, a }
        | Op::CountMask { d, a }
        | Op::BitMask { d, a }
        | Op::Opposite { d, a }
        | Op::OppositeMask { d, a } => with!(Read Number a, Write Number d),
        Op::Add { d, a, b }
        | Op::Subtract { d, a, b }
        | Op::Multiply { d, a, b }
        | Op::Div { d, a, b }
        | Op::Mod { d, a, b }
        | Op::Least { d, a, b }
        | Op::Greatest { d, a, b }
        | Op::Less { d, a, b }
        | Op::LessOrEqual { d, a, b }
        | Op::Equal { d, a, b }
        | Op::AndMask { d, a, b }
        | Op::OrMask { d, a, b }
        | Op::SubMask { d, a, b }
        | Op::Toward { d, a, b }
        | Op::Distance { d, a, b, .. } => with!(Read Number a, Read Number b, Write Number d),
        Op::Count { d, a } | Op::IsEmpty { d, a } | Op::The { d, a } => with!(Read Set a, Write Number d),
        Op::SameSet { d, a, b } | Op::Subset { d, a, b } | Op::GroupsGained { d, a, b, .. } => {
            with!(Read Set a, Read Set b, Write Number d)
        }
        Op::Contains { d, a, cell } => with!(Read Set a, Read Number cell, Write Number d),
        Op::Table { d, cell, .. }
        | Op::PlaneOf { d, cell, .. }
        | Op::Stack(StackOp::Height { d, cell, .. })
        | Op::LoadAt { d, index: cell, .. } => with!(Read Number cell, Write Number d),
        Op::Stack(
            StackOp::Count { d, cell, owner: other, .. }
            | StackOp::Owner { d, cell, place: other, .. }
            | StackOp::Kind { d, cell, place: other, .. },
        ) => {
            with!(Read Number cell, Read Number other, Write Number d)
        }
        Op::Step { d, cell, direction } => with!(Read Number cell, Read Number direction, Write Number d),
        Op::Walk { d, cell, direction, count } => {
            with!(Read Number cell, Read Number direction, Read Number count, Write Number d)
        }
        Op::CountGroups { d, a, .. } => with!(Read Set a, Change Number d),
        Op::Increment { d } => with!(Change Number d),
        Op::List(op) => match op {
            ListOp::Clear { list } | ListOp::Sort { list } => with!(Change List list),
            ListOp::Push { list, a: number } | ListOp::Scale { list, by: number } => {
                with!(Read Number number, Change List list)
            }
            ListOp::Sizes { list, a, .. } => with!(Read Set a, Change List list),
            ListOp::Count { d, list } | ListOp::Sum { d, list } | ListOp::Max { d, list } | ListOp::Min { d, list } => {
                with!(Read List list, Write Number d)
            }
            ListOp::Less { d, a, b } | ListOp::Equal { d, a, b } => with!(Read List a, Read List b, Write Number d),
        },
        Op::JumpIf { a, .. } | Op::JumpUnless { a, .. } | Op::Done { a } | Op::EmitMask { a, .. } => {
            with!(Read Number a)
        }
        Op::JumpIfSome { a, .. } | Op::JumpIfNone { a, .. } => with!(Read Set a),
        Op::JumpIfIn(By { a, b: cell, .. }) | Op::JumpUnlessIn(By { a, b: cell, .. }) => {
            with!(Read Set a, Read Number cell)
        }
        Op::JumpIfEqual(By { a, b, .. })
        | Op::JumpUnlessEqual(By { a, b, .. })
        | Op::JumpIfLess(By { a, b, .. })
        | Op::JumpUnlessLess(By { a, b, .. }) => with!(Read Number a, Read Number b),
        Op::NextCell { d, from, .. } => with!(Change Set from, Write Number d),
        Op::NextDirection { d, from, .. } => with!(Change Number from, Write Number d),
        Op::NextGroup { d, from, .. } => with!(Change Set from, Write Set d),
        Op::DoneList { list } => with!(Read List list),
        Op::EmitCells { a, .. }
        | Op::Store { a, .. }
        | Op::AddCells { a, .. }
        | Op::TakeCells { a, .. }
        | Op::Stack(StackOp::ClearUnder { cells: a }) => with!(Read Set a),
        Op::EmitSteps { from: a, to: b, .. } => with!(Read Set a, Read Set b),
        Op::EmitJumps { from, over, to, .. } => with!(Read Set from, Read Set over, Read Set to),
        Op::StoreNumber { a, .. } => with!(Read Number a),
        Op::StoreAt { index: a, a: b, .. }
        | Op::Exchange { a, b, .. }
        | Op::Shift { a, b, .. }
        | Op::Stack(
            StackOp::MoveStack { a, b }
            | StackOp::ExchangeUnder { a, b }
            | StackOp::RemovePart { cell: a, count: b, .. },
        ) => with!(Read Number a, Read Number b),
        Op::Stack(StackOp::Pile { on, piece, count }) => with!(Read Set on, Read Number piece, Read Number count),
        Op::Stack(StackOp::MoveTop { a, b, count } | StackOp::Tuck { a, b, count }) => {
            with!(Read Number a, Read Number b, Read Number count)
        }
        Op::Sow { from, leaving, direction, skipping, high, .. } => with!(
            Read Number leaving, Read Number direction, Read Set skipping, Read Number high, Change Number from
        ),
        Op::Jump { .. } | Op::Emit | Op::Begin | Op::Rollback | Op::CopyWords { .. } | Op::Probe(_) => {}
    }
}
