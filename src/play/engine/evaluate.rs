//! The one evaluator: runs a piece of code over registers and memory.

use super::adjacent_picks::AdjacentPicks;
use super::arena::Frame;
use super::core::State;
use super::emit::{Emitter, Members};
use super::fault::Fault;
use super::shared::Shared;
use super::walks::bits_of;
use crate::plan::{By, Code, LoopOp, MemoOp, Op, ProbeOp, StackOp};
use rulebook_language::util::Bits;

impl<const W: usize> State<W> {
    /// Runs code whose first registers hold `picks`. Gives its result; that of a list is left in `self.list`.
    pub fn run(
        &mut self,
        shared: &Shared<W>,
        code: Code,
        picks: &[u16],
        emitter: Option<&mut Emitter<'_, W>>,
    ) -> Result<i64, Fault> {
        self.spend_operations(2 + u64::from(code.end - code.start))?;
        self.room()?;
        let mut frame = self.frames.pop().unwrap_or_else(|| Box::new(Frame::new(shared)));
        for (register, pick) in frame.numbers.iter_mut().zip(picks) {
            // Nowhere can be written, if not picked.
            *register = if *pick == u16::MAX { -1 } else { i64::from(*pick) };
        }
        let result = self.evaluate(shared, code, &mut frame, emitter);
        self.frames.push(frame);
        result
    }

    /// Goes through the operations.
    #[inline(always)]
    pub fn steps(
        &mut self,
        shared: &Shared<W>,
        code: Code,
        frame: &mut Frame<W>,
        mut emitter: Option<&mut Emitter<'_, W>>,
    ) -> Result<i64, Fault> {
        let ops = &shared.plan.ops;
        let mut mark = self.memory.mark();
        let mut at = code.start as usize;
        macro_rules! n {
            ($reg:expr) => {
                frame.numbers[$reg as usize]
            };
        }
        macro_rules! s {
            ($reg:expr) => {
                frame.sets[$reg as usize]
            };
        }
        macro_rules! l {
            ($reg:expr) => {
                frame.lists[$reg as usize]
            };
        }
        loop {
            // By reference: what is read of an operation is what it needs.
            let op = &ops[at];
            at += 1;
            match op {
                &Op::ConstSet { d, set } => s!(d) = shared.sets[set as usize],
                &Op::Plane { d, offset } => s!(d) = self.plane(offset),
                &Op::PlaneAt { d, offset, index, count } => {
                    let index = n!(index);
                    s!(d) = if (0..i64::from(count)).contains(&index) {
                        self.plane(offset + index as u32 * W_OF(shared))
                    } else {
                        Bits::EMPTY
                    };
                }
                &Op::And { d, a, b } => s!(d) = s!(a) & s!(b),
                &Op::Or { d, a, b } => s!(d) = s!(a) | s!(b),
                &Op::Sub { d, a, b } => s!(d) = s!(a) - s!(b),
                &Op::Xor { d, a, b } => s!(d) = s!(a) ^ s!(b),
                &Op::Clear { d } => s!(d) = Bits::EMPTY,
                &Op::Copy { d, a } => s!(d) = s!(a),
                &Op::Single { d, cell } => {
                    let cell = n!(cell);
                    s!(d) = if cell >= 0 { Bits::single(cell as usize) } else { Bits::EMPTY };
                }
                &Op::Insert { d, cell } => {
                    let cell = n!(cell);
                    if cell >= 0 {
                        s!(d).insert(cell as usize);
                    }
                }
                &Op::Near { d, relation, cell } => {
                    let cell = n!(cell);
                    s!(d) = if cell >= 0 { shared.near[relation as usize][cell as usize] } else { Bits::EMPTY };
                }
                &Op::NearAll { d, relation, a } => {
                    let set = s!(a);
                    let mut all = Bits::EMPTY;
                    self.spend(shared.cost_of_steps(&set, shared.relation_directions[relation as usize].len()))?;
                    for direction in &shared.relation_directions[relation as usize] {
                        all = all | shared.step_all(set, usize::from(*direction));
                    }
                    s!(d) = all;
                }
                &Op::StepAll { d, directions, a } => {
                    let set = s!(a);
                    let mut all = Bits::EMPTY;
                    let ways: u32 = shared.plan.tables.sets[directions as usize].iter().map(|w| w.count_ones()).sum();
                    self.spend(shared.cost_of_steps(&set, ways as usize))?;
                    for (word, bits) in shared.plan.tables.sets[directions as usize].iter().enumerate() {
                        let mut bits = *bits;
                        while bits != 0 {
                            all = all | shared.step_all(set, word * 64 + bits.trailing_zeros() as usize);
                            bits &= bits - 1;
                        }
                    }
                    s!(d) = all;
                }
                &Op::StepMask { d, directions, a } => {
                    let set = s!(a);
                    let mut all = Bits::EMPTY;
                    self.spend(shared.cost_of_steps(&set, n!(directions).count_ones() as usize))?;
                    for direction in bits_of(n!(directions)) {
                        all = all | shared.step_all(set, direction);
                    }
                    s!(d) = all;
                }
                &Op::WalkMask { d, a, directions, count } => {
                    let mut all = Bits::EMPTY;
                    for direction in bits_of(n!(directions)) {
                        let (direction, count) = shared.forth(direction as i64, n!(count));
                        let mut set = s!(a);
                        for _ in 0..count {
                            self.spend(1 + shared.cost_of_steps(&set, 1))?;
                            set = shared.step_all(set, direction as usize);
                            if set.is_empty() {
                                break;
                            }
                        }
                        all = all | set;
                    }
                    s!(d) = all;
                }
                &Op::Ray { d, cell, directions, through } => {
                    let mut work = 0;
                    s!(d) = shared.ray(n!(cell), n!(directions), &s!(through), &mut work);
                    self.spend(work)?;
                }
                &Op::Flanked { d, cell, directions, through, end } => {
                    let mut work = 0;
                    s!(d) = shared.flanked(n!(cell), n!(directions), &s!(through), &s!(end), &mut work);
                    self.spend(work)?;
                }
                &Op::FlankedAll { d, from, directions, through, end } => {
                    let mut work = 0;
                    s!(d) = shared.flanked_all(&s!(from), n!(directions), &s!(through), &s!(end), &mut work);
                    self.spend(work)?;
                }
                &Op::Spanning { d, to, cell, over, only } => {
                    let mut work = 0;
                    s!(d) = shared.spanning(&s!(to), n!(cell), &s!(over), only, &mut work);
                    self.spend(work)?;
                }
                &Op::Sight { d, cell, directions, stop } => {
                    let mut work = 0;
                    s!(d) = shared.sight(n!(cell), n!(directions), &s!(stop), &mut work);
                    self.spend(work)?;
                }
                &Op::Rows { d, a, rows } => {
                    let (set, rows) = (s!(a), &shared.rows[rows as usize]);
                    self.spend_operations(2 + rows.len() as u64 / 4)?;
                    let full = rows.iter().filter(|row| (**row - set).is_empty());
                    s!(d) = full.fold(Bits::EMPTY, |all, row| all | *row);
                }
                &Op::Between { d, a, b } => {
                    let mut work = 0;
                    s!(d) = shared.between(n!(a), n!(b), &mut work);
                    self.spend(work)?;
                }
                &Op::GroupAt { d, set, relation, cell } => {
                    let cell = n!(cell);
                    s!(d) = if cell >= 0 {
                        shared.groups.component(relation, &s!(set), cell as usize)
                    } else {
                        Bits::EMPTY
                    };
                    self.spend_operations(4 + 4 * u64::from(s!(d).count()))?;
                }
                &Op::GroupsMeeting { d, relation, a, b } => {
                    s!(d) = shared.groups.meeting(relation, &s!(a), &s!(b));
                    self.spend_operations(4 + 4 * u64::from(s!(d).count()))?;
                }
                &Op::UnsettledGroups { d, a, relation, memo } => {
                    let set = s!(a);
                    s!(d) = shared.groups.changed(relation, &set, &self.settled[memo as usize]);
                    self.spend_operations(4 + 4 * u64::from(set.count()))?;
                }
                &Op::Settle { a, memo } => self.settled[memo as usize] = s!(a),

                &Op::Loop(LoopOp::Begin { search, a, relation, cell }) => {
                    let through = cell.map(|cell| n!(cell));
                    if let Some(cycles) = &shared.cycles[relation as usize] {
                        let set = if through.is_some_and(|cell| cell < 0) { Bits::EMPTY } else { s!(a) };
                        let through = through.filter(|cell| *cell >= 0).map(|cell| cell as usize);
                        cycles.search(set, through, &mut frame.searches[search as usize]);
                        self.spend(frame.searches[search as usize].steps)?;
                    }
                }
                &Op::NextLoop { d, search, relation, exit } => {
                    let searching = &mut frame.searches[search as usize];
                    let before = searching.steps;
                    let cycles = shared.cycles[relation as usize].as_ref();
                    let found = cycles.and_then(|cycles| cycles.next(searching, before + self.fuel));
                    let spent = searching.steps - before;
                    self.spend(spent + 1)?;
                    match found {
                        Some(cells) => s!(d) = cells,
                        None => at = exit as usize,
                    }
                }
                &Op::Loop(LoopOp::Cells { d, search, a, relation, cell }) => {
                    let (set, cell) = (s!(a), cell.map(|cell| n!(cell)));
                    s!(d) = self.loop_cells(shared, relation, set, cell, &mut frame.searches[search as usize])?;
                }
                &Op::Loop(LoopOp::Weightless { search }) => frame.searches[search as usize].ways.weigh_nothing(),
                &Op::Loop(LoopOp::Weigh { search, a, by }) => {
                    self.spend(u64::from(s!(a).count()))?;
                    frame.searches[search as usize].ways.weigh(&s!(a), n!(by));
                }
                &Op::Loop(LoopOp::Heavier { d, search, a, relation, cell, than }) => {
                    let (set, cell, than) = (s!(a), cell.map(|cell| n!(cell)), n!(than));
                    let search = &mut frame.searches[search as usize];
                    n!(d) = i64::from(self.has_heavier_loop(shared, relation, set, cell, than, search)?);
                }

                &Op::Const { d, number } => n!(d) = shared.plan.tables.numbers[number as usize],
                &Op::Move { d, a } => n!(d) = n!(a),
                &Op::Add { d, a, b } => n!(d) = n!(a).wrapping_add(n!(b)),
                &Op::Subtract { d, a, b } => n!(d) = n!(a).wrapping_sub(n!(b)),
                &Op::Multiply { d, a, b } => n!(d) = n!(a).wrapping_mul(n!(b)),
                &Op::Div { d, a, b } => n!(d) = floor_div(n!(a), n!(b)),
                &Op::Mod { d, a, b } => {
                    n!(d) = n!(a).wrapping_sub(floor_div(n!(a), n!(b)).wrapping_mul(n!(b))) * i64::from(n!(b) != 0)
                }
                &Op::Least { d, a, b } => n!(d) = n!(a).min(n!(b)),
                &Op::Greatest { d, a, b } => n!(d) = n!(a).max(n!(b)),
                &Op::Less { d, a, b } => n!(d) = i64::from(n!(a) < n!(b)),
                &Op::LessOrEqual { d, a, b } => n!(d) = i64::from(n!(a) <= n!(b)),
                &Op::Equal { d, a, b } => n!(d) = i64::from(n!(a) == n!(b)),
                &Op::Not { d, a } => n!(d) = i64::from(n!(a) == 0),
                &Op::Count { d, a } => n!(d) = i64::from(s!(a).count()),
                &Op::CountMask { d, a } => n!(d) = i64::from(n!(a).count_ones()),
                &Op::AndMask { d, a, b } => n!(d) = n!(a) & n!(b),
                &Op::OrMask { d, a, b } => n!(d) = n!(a) | n!(b),
                &Op::SubMask { d, a, b } => n!(d) = n!(a) & !n!(b),
                &Op::BitMask { d, a } => n!(d) = if (0..64).contains(&n!(a)) { 1 << n!(a) } else { 0 },
                &Op::IsEmpty { d, a } => n!(d) = i64::from(s!(a).is_empty()),
                &Op::SameSet { d, a, b } => n!(d) = i64::from(s!(a) == s!(b)),
                &Op::Subset { d, a, b } => n!(d) = i64::from((s!(a) - s!(b)).is_empty()),
                &Op::Contains { d, a, cell } => {
                    let cell = n!(cell);
                    n!(d) = i64::from(cell >= 0 && s!(a).contains(cell as usize));
                }
                &Op::Table { d, table, cell } => {
                    let cell = n!(cell);
                    n!(d) = if cell >= 0 { shared.plan.tables.by_slot[table as usize][cell as usize] } else { 0 };
                }
                &Op::PlaneOf { d, offset, count, cell } => {
                    let cell = n!(cell);
                    let words = W_OF(shared);
                    self.spend(u64::from(count) / 4)?;
                    let has = |plane: &u16| {
                        let word = offset + u32::from(*plane) * words + cell as u32 / 64;
                        self.memory.get(word) >> (cell % 64) & 1 == 1
                    };
                    n!(d) = if cell < 0 { -1 } else { (0..count).find(has).map_or(-1, i64::from) };
                }
                &Op::Load { d, offset } => n!(d) = self.memory.get(offset) as i64,
                &Op::LoadAt { d, offset, index, count } => {
                    let index = n!(index);
                    let within = (0..i64::from(count)).contains(&index);
                    n!(d) = if within { self.memory.get(offset + index as u32) as i64 } else { 0 };
                }
                &Op::Stack(StackOp::Height { d, base, cell }) => n!(d) = self.height(shared, base, n!(cell)),
                &Op::Stack(StackOp::Count { d, base, cell, owner }) => {
                    n!(d) = self.in_stack(shared, base, n!(cell), n!(owner));
                }
                &Op::Stack(StackOp::Owner { d, base, cell, place }) => {
                    let found = self.piece_in_stack(shared, base, n!(cell), n!(place));
                    let owner =
                        found.map(|(owner, _)| owner).filter(|owner| (*owner as usize) < shared.plan.roles.len());
                    n!(d) = owner.map_or(-1, i64::from);
                }
                &Op::Stack(StackOp::Kind { d, base, cell, place }) => {
                    let found = self.piece_in_stack(shared, base, n!(cell), n!(place));
                    n!(d) = found.map_or(-1, |(_, kind)| i64::from(kind));
                }
                &Op::The { d, a } => {
                    n!(d) = if s!(a).count() == 1 { s!(a).first().map_or(-1, |cell| cell as i64) } else { -1 }
                }
                &Op::Step { d, cell, direction } => n!(d) = shared.step(n!(cell), n!(direction)),
                &Op::Walk { d, cell, direction, count } => {
                    let (direction, count) = shared.forth(n!(direction), n!(count));
                    let mut at = n!(cell);
                    for _ in 0..count {
                        self.spend(1)?;
                        at = shared.step(at, direction);
                        if at < 0 {
                            break;
                        }
                    }
                    n!(d) = at;
                }
                &Op::Opposite { d, a } => {
                    n!(d) = shared.steps.get(n!(a) as usize).map_or(-1, |steps| i64::from(steps.opposite))
                }
                &Op::OppositeMask { d, a } => {
                    let opposite = |mask: i64, direction: usize| mask | 1 << shared.steps[direction].opposite.min(63);
                    n!(d) = bits_of(n!(a)).fold(0, opposite);
                }
                &Op::Toward { d, a, b } => {
                    let mut work = 0;
                    n!(d) = shared.toward(n!(a), n!(b), &mut work);
                    self.spend(work)?;
                }
                &Op::Distance { d, relation, a, b } => {
                    n!(d) = self.distance(shared, relation, n!(a), n!(b))?;
                }
                &Op::CountGroups { d, a, relation } => {
                    self.spend_operations(4 + 8 * u64::from(s!(a).count()))?;
                    n!(d) += i64::from(shared.groups.count(relation, &s!(a)));
                }
                &Op::GroupsGained { d, a, b, relation } => {
                    let (now, before) = (&s!(a), &s!(b));
                    self.spend_operations(4 + 8 * u64::from(now.count() + before.count()))?;
                    n!(d) = shared.groups.gained(relation, now, before);
                }
                &Op::Increment { d } => n!(d) += 1,
                &Op::NoMove { d } => n!(d) = i64::from(self.no_move(shared)?),
                &Op::CanMove { d, player, in_move, only } => {
                    n!(d) = i64::from(self.can_move(shared, n!(player), in_move, only)?);
                }
                &Op::NobodyCanMove { d } => n!(d) = i64::from(self.nobody_can_move(shared)?),

                &Op::List(op) => self.list_step(shared, op, frame)?,

                &Op::Jump { to } => {
                    // The loop goes round again: a step for the operations on the way.
                    if (to as usize) < at {
                        self.spend_operations((at - to as usize) as u64)?;
                        self.room()?;
                    }
                    at = to as usize;
                }
                &Op::JumpIf { a, to } => {
                    if n!(a) != 0 {
                        at = to as usize;
                    }
                }
                &Op::JumpUnless { a, to } => {
                    if n!(a) == 0 {
                        at = to as usize;
                    }
                }
                &Op::JumpIfSome { a, to } => {
                    if !s!(a).is_empty() {
                        at = to as usize;
                    }
                }
                &Op::JumpIfNone { a, to } => {
                    if s!(a).is_empty() {
                        at = to as usize;
                    }
                }
                &Op::JumpIfIn(By { a, b: cell, to }) => {
                    let cell = n!(cell);
                    if cell >= 0 && s!(a).contains(cell as usize) {
                        at = to as usize;
                    }
                }
                &Op::JumpUnlessIn(By { a, b: cell, to }) => {
                    let cell = n!(cell);
                    if !(cell >= 0 && s!(a).contains(cell as usize)) {
                        at = to as usize;
                    }
                }
                &Op::JumpIfEqual(By { a, b, to }) => {
                    if n!(a) == n!(b) {
                        at = to as usize;
                    }
                }
                &Op::JumpUnlessEqual(By { a, b, to }) => {
                    if n!(a) != n!(b) {
                        at = to as usize;
                    }
                }
                &Op::JumpIfLess(By { a, b, to }) => {
                    if n!(a) < n!(b) {
                        at = to as usize;
                    }
                }
                &Op::JumpUnlessLess(By { a, b, to }) => {
                    if n!(a) >= n!(b) {
                        at = to as usize;
                    }
                }
                &Op::NextCell { d, from, exit } => match shared.pop_first(&mut s!(from)) {
                    Some(cell) => {
                        self.spend(1 + W as u64 / 4)?;
                        n!(d) = cell as i64;
                    }
                    None => at = exit as usize,
                },
                &Op::NextDirection { d, from, exit } => {
                    let mask = n!(from);
                    if mask == 0 {
                        at = exit as usize;
                    } else {
                        self.spend(1)?;
                        n!(d) = i64::from(mask.trailing_zeros());
                        n!(from) = mask & mask.wrapping_sub(1);
                    }
                }
                &Op::NextGroup { d, from, relation, exit } => match s!(from).first() {
                    Some(seed) => {
                        let group = self.first_group(shared, relation, &s!(from), seed);
                        self.spend_operations(4 + 4 * u64::from(group.count()))?;
                        s!(from) = s!(from) - group;
                        s!(d) = group;
                    }
                    None => at = exit as usize,
                },
                &Op::Memo(MemoOp::Recall { d, memo, exit }) => {
                    if let Some(known) = self.kept(shared, memo) {
                        n!(d) = known;
                        at = exit as usize;
                    }
                }
                &Op::Memo(MemoOp::Keep { a, memo }) => self.keep_for_turn(shared, memo, n!(a)),
                &Op::Done { a } => return Ok(n!(a)),
                &Op::DoneList { list } => {
                    self.list.clone_from(&l!(list));
                    return Ok(0);
                }
                &Op::Emit | &Op::EmitCells { .. } | &Op::EmitMask { .. } => {
                    let members = match *op {
                        Op::EmitCells { a, picks } => Some(Members::new(picks, s!(a))),
                        Op::EmitMask { a, picks } => Some(Members::new(picks, mask(n!(a)))),
                        _ => None,
                    };
                    if let Some(emitter) = emitter.as_deref_mut() {
                        self.spend(4 * members.map_or(1, |members| u64::from(members.count)))?;
                        match emitter.take(shared, &frame.numbers, members) {
                            Ok(false) => {}
                            stopped => {
                                self.at_line(0);
                                self.memory.rollback(mark);
                                return stopped.map(|_| 0);
                            }
                        }
                    }
                }

                &Op::EmitSteps { .. } | &Op::EmitJumps { .. } => {
                    let near = match *op {
                        Op::EmitJumps { from, over, to, directions } => {
                            AdjacentPicks { from: s!(from), over: Some(s!(over)), to: s!(to), directions }
                        }
                        Op::EmitSteps { from, to, directions } => {
                            AdjacentPicks { from: s!(from), over: None, to: s!(to), directions }
                        }
                        _ => continue,
                    };
                    if let Some(emitter) = emitter.as_deref_mut() {
                        match self.emit_adjacent(shared, &near, emitter) {
                            Ok(false) => {}
                            stopped => {
                                self.at_line(0);
                                self.memory.rollback(mark);
                                return stopped.map(|_| 0);
                            }
                        }
                    }
                }

                &Op::Begin => mark = self.memory.mark(),
                &Op::Rollback => self.memory.rollback(mark),
                &Op::Store { offset, a } => {
                    let set = s!(a);
                    for (word, bits) in (offset..).zip(set.0).take(W_OF(shared) as usize) {
                        self.memory.set(word, bits);
                    }
                }
                &Op::AddCells { offset, a } => {
                    let set = s!(a);
                    for (word, bits) in (offset..).zip(set.0).take(W_OF(shared) as usize) {
                        self.memory.set(word, self.memory.get(word) | bits);
                    }
                }
                &Op::TakeCells { offset, a } => {
                    let set = s!(a);
                    for (word, bits) in (offset..).zip(set.0).take(W_OF(shared) as usize) {
                        self.memory.set(word, self.memory.get(word) & !bits);
                    }
                }
                &Op::StoreNumber { offset, a } => self.memory.set(offset, n!(a) as u64),
                &Op::StoreAt { offset, index, count, a } => {
                    let index = n!(index);
                    if (0..i64::from(count)).contains(&index) {
                        self.memory.set(offset + index as u32, n!(a) as u64);
                    }
                }
                &Op::Exchange { offset, count, a, b } => {
                    let (a, b) = (n!(a), n!(b));
                    self.exchange(offset, count, W_OF(shared), a, b);
                }
                &Op::Shift { offset, count, a, b } => {
                    let (a, b) = (n!(a), n!(b));
                    self.shift(offset, count, W_OF(shared), a, b);
                }
                &Op::CopyWords { from, to, count } => {
                    self.spend(u64::from(count) / 4)?;
                    self.memory.copy(from, to, count);
                }
                &Op::Stack(StackOp::Pile { on, piece, count }) => {
                    let each = n!(count).clamp(1, i64::from(u16::MAX)) as u64;
                    self.spend(16 * u64::from(s!(on).count()) * each)?;
                    self.pile_all(shared, s!(on), n!(piece), n!(count))?;
                }
                &Op::Stack(StackOp::RemovePart { cell, count, bottom }) => {
                    self.take(shared, n!(cell), n!(count), bottom);
                }
                &Op::Stack(StackOp::MoveTop { a, b, count }) => {
                    let taken = self.take(shared, n!(a), n!(count), false);
                    self.heap(shared, n!(b), taken, false)?;
                }
                &Op::Stack(StackOp::Tuck { a, b, count }) => {
                    let taken = self.take(shared, n!(a), n!(count), false);
                    self.heap(shared, n!(b), taken, true)?;
                }
                &Op::Sow { offset, from, leaving, direction, skipping, high } => {
                    let numbers = super::sow::Numbers { offset, high: n!(high) };
                    let skipping = s!(skipping);
                    n!(from) = self.sow(shared, numbers, n!(from), n!(leaving), n!(direction), &skipping)?;
                }
                &Op::Stack(StackOp::MoveStack { a, b }) => self.move_stack(shared, n!(a), n!(b))?,
                &Op::Stack(StackOp::ClearUnder { cells }) => {
                    self.spend(2 * u64::from(s!(cells).count()))?;
                    self.clear_under(shared, s!(cells));
                }
                &Op::Stack(StackOp::ExchangeUnder { a, b }) => self.exchange_under(shared, n!(a), n!(b)),
                &Op::Probe(ProbeOp::Enter { node }) => self.watch_enter(shared, frame, node),
                &Op::Probe(ProbeOp::Exit { node }) => self.watch_exit(shared, frame, node),
                &Op::Probe(ProbeOp::Decide { node, holds }) => self.watch_decide(shared, node, holds),
                &Op::Probe(ProbeOp::Recall { node }) => self.watch_recall(node),
                &Op::Probe(ProbeOp::Line { line }) => self.at_line(line),
            }
        }
    }

    /// The plane at `offset`.
    #[inline(always)]
    pub fn plane(&self, offset: u32) -> Bits<W> {
        Bits::from_words(&self.memory.words()[offset as usize..offset as usize + self.words])
    }
}

/// Words of a plane in memory: as many as the board needs, where registers may have more.
#[inline(always)]
#[expect(non_snake_case, reason = "stands beside the constant W")]
fn W_OF<const W: usize>(shared: &Shared<W>) -> u32 {
    shared.plan.layout.words
}

/// The bits of a mask as members.
fn mask<const W: usize>(mask: i64) -> Bits<W> {
    Bits::from_words(&[mask as u64])
}

fn floor_div(a: i64, b: i64) -> i64 {
    if b == 0 {
        return 0;
    }
    let quotient = a.wrapping_div(b);
    if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}
