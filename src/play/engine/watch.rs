//! What the evaluator sees while it runs code with probes: a tree of what was worked out, with values.

use super::arena::Frame;
use super::changes::{Change, changes};
use super::core::State;
use super::shared::Shared;
use crate::plan::{NodeId, NodeKind, Reading};
use rulebook_language::model::{KindId, PlayerId};
use rulebook_language::topology::{CellId, DirectionId};
use rulebook_language::util::{Id, Rational};

/// How many parts of one node are kept: the first ones and the last ones.
const MAX_PARTS: usize = 24;
/// How many nodes are kept in all; past that, what is finished keeps no parts.
const MAX_NODES: usize = 1 << 15;

/// What an expression came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProbedValue {
    /// A number.
    Number(Rational),
    /// True or false.
    Truth(bool),
    /// A cell, or nowhere.
    Cell(Option<CellId>),
    /// A set of cells.
    Cells(Vec<CellId>),
    /// A player, or nobody.
    Player(Option<PlayerId>),
    /// A kind, or none.
    Kind(Option<KindId>),
    /// A set of kinds.
    Kinds(Vec<KindId>),
    /// A direction.
    Direction(DirectionId),
    /// A set of directions.
    Directions(Vec<DirectionId>),
    /// A list of numbers.
    Numbers(Vec<Rational>),
}

/// One thing that was worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbedNode {
    /// What.
    pub node: NodeId,
    /// What it came to, if it came to anything: a condition is a truth value.
    pub value: Option<ProbedValue>,
    /// What was worked out for it, in order.
    pub parts: Vec<ProbedNode>,
    /// How many parts in their middle were left out.
    pub left_out: usize,
    /// Of an effect without others in it: what it changed.
    pub changes: Vec<Change>,
}

/// What is being worked out, outermost first, with the memory before effects.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    open: Vec<(ProbedNode, Option<Vec<u64>>)>,
    done: Vec<ProbedNode>,
    count: usize,
}

impl<const W: usize> State<W> {
    /// A node begins.
    pub fn watch_enter(&mut self, shared: &Shared<W>, frame: &Frame<W>, node: u32) {
        let node = NodeId(node);
        let Some(probe) = shared.plan.probes.as_ref().and_then(|probes| probes.nodes.get(node)) else { return };
        let Some(watch) = &mut self.watch else { return };
        let before = (probe.sort == NodeKind::Effect).then(|| self.memory.words().to_vec());
        let is_member = matches!(probe.sort, NodeKind::Member(_));
        let value = if is_member { read(frame, probe.reading, &shared.plan.board) } else { None };
        watch.count += 1;
        watch.open.push((ProbedNode { node, value, parts: Vec::new(), left_out: 0, changes: Vec::new() }, before));
    }

    /// A node ends with the value that it reads.
    pub fn watch_exit(&mut self, shared: &Shared<W>, frame: &Frame<W>, node: u32) {
        if self.watch.is_none() {
            return;
        }
        let probe = shared.plan.probes.as_ref().and_then(|probes| probes.nodes.get(NodeId(node)));
        let is_member = probe.is_some_and(|probe| matches!(probe.sort, NodeKind::Member(_)));
        let value = probe.filter(|_| !is_member).and_then(|probe| read(frame, probe.reading, &shared.plan.board));
        self.close(shared, node, value);
    }

    /// A condition ends.
    pub fn watch_decide(&mut self, shared: &Shared<W>, node: u32, holds: bool) {
        self.close(shared, node, Some(ProbedValue::Truth(holds)));
    }

    /// What a node came to before belongs to what is open.
    pub fn watch_recall(&mut self, node: u32) {
        let Some(watch) = &mut self.watch else { return };
        if let Some(known) = watch.done.iter().rev().find(|seen| seen.node.0 == node).cloned() {
            watch.add(known);
        }
    }

    /// Closes a node, and what was left open in it by a jump.
    fn close(&mut self, shared: &Shared<W>, node: u32, value: Option<ProbedValue>) {
        let Some(mut watch) = self.watch.take() else { return };
        while let Some((mut seen, before)) = watch.open.pop() {
            let is_it = seen.node.0 == node;
            if is_it && value.is_some() {
                seen.value = value.clone();
            }
            if let Some(before) = before {
                let is_effect = |part: &ProbedNode| !part.changes.is_empty();
                if !any(&seen.parts, &is_effect) {
                    let plan = &shared.plan;
                    seen.changes = changes(&plan.layout, &plan.board, plan.roles.len(), &before, self.memory.words());
                }
            }
            watch.add(seen);
            if is_it {
                break;
            }
        }
        self.watch = Some(watch);
    }

    /// Ends the watch: what was seen, in order.
    pub fn watched(&mut self) -> Vec<ProbedNode> {
        let Some(mut watch) = self.watch.take() else { return Vec::new() };
        while let Some((seen, _)) = watch.open.pop() {
            watch.add(seen);
        }
        watch.done
    }
}

impl Watch {
    /// Adds a finished node to what is open, or to what is done.
    fn add(&mut self, mut seen: ProbedNode) {
        if self.count > MAX_NODES {
            seen.left_out += seen.parts.len();
            seen.parts = Vec::new();
        }
        let Some((parent, _)) = self.open.last_mut() else { return self.done.push(seen) };
        parent.parts.push(seen);
        if parent.parts.len() > MAX_PARTS {
            parent.parts.remove(MAX_PARTS / 2);
            parent.left_out += 1;
        }
    }
}

fn any(parts: &[ProbedNode], is: &dyn Fn(&ProbedNode) -> bool) -> bool {
    parts.iter().any(|part| is(part) || any(&part.parts, is))
}

/// The value in registers.
fn read<const W: usize>(
    frame: &Frame<W>,
    reading: Reading,
    board: &rulebook_language::topology::Board,
) -> Option<ProbedValue> {
    let number = |reg: u16| frame.numbers.get(usize::from(reg)).copied();
    let cell = |slot: i64| (slot >= 0).then_some(CellId(slot as u16));
    Some(match reading {
        Reading::Nothing => return None,
        Reading::Number(reg, scale) => ProbedValue::Number(Rational::new(number(reg)?, scale)?),
        Reading::Truth(reg) => ProbedValue::Truth(number(reg)? != 0),
        Reading::Cell(reg) => ProbedValue::Cell(cell(number(reg)?)),
        Reading::Kind(reg) => ProbedValue::Kind(number(reg).filter(|kind| *kind >= 0).map(|kind| KindId(kind as u8))),
        Reading::Kinds(reg) => {
            let mask = number(reg)?;
            ProbedValue::Kinds((0..64).filter(|kind| mask >> kind & 1 == 1).map(KindId).collect())
        }
        Reading::Direction(reg) => ProbedValue::Direction(DirectionId::from_index(number(reg)? as usize)),
        Reading::Directions(reg) => {
            let mask = number(reg)?;
            let is_in = |direction: &DirectionId| direction.index() < 64 && mask >> direction.index() & 1 == 1;
            ProbedValue::Directions(board.directions().filter(is_in).collect())
        }
        Reading::Player(reg) => {
            ProbedValue::Player(number(reg).filter(|player| *player >= 0).map(|p| PlayerId(p as u8)))
        }
        Reading::Known(player) => ProbedValue::Player(Some(player)),
        Reading::Set(reg) => {
            let set = *frame.sets.get(usize::from(reg))?;
            ProbedValue::Cells(board.cells().filter(|cell| set.contains(cell.index())).collect())
        }
        Reading::List(reg, scale) => {
            let list = frame.lists.get(usize::from(reg))?;
            ProbedValue::Numbers(list.iter().filter_map(|number| Rational::new(*number, scale)).collect())
        }
    })
}
