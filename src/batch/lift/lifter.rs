//! The state of lifting: what is bound, what the position's planes hold, and the operations so far.

use rustc_hash::FxHashMap;

use super::asking::Asking;
use super::steps::{Step, steps};
use super::value::{Cells, LiftedValue, Path, Truth};
use crate::chain::Chain;
use crate::conditions::GainTests;
use crate::luck::Roll;
pub use crate::not_batchable::{NotBatchable, not_batchable};
use crate::op::{Op, Reg, RegisterKind};
use crate::program::{ConnectionGoal, RayStep, Sowing};
use rulebook_language::model::EVENTS;
use rulebook_language::model::{Expr, Game, LocalId, MoveId, PatternId, PlayerId};
use rulebook_language::source::Span;
use rulebook_play::plan::{Layout, Outline};

/// What lifting gives.
pub type Lifted<T> = Result<T, NotBatchable>;

/// Registers from which it is drawn, of sets or masks, each with the one that holds what was found.
pub type Finds = Vec<(RegisterKind, Reg, Reg)>;

/// Which contents an expression speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Those at hand.
    Now,
    /// Those before the move.
    Before,
    /// Those at the start of the turn.
    TurnStart,
}

/// Lifts one game.
pub struct Lifter<'g> {
    /// The game.
    pub game: &'g Game,
    /// Where everything is in a position's memory.
    pub layout: Layout,
    /// Whether drawn actions may be rejected.
    pub rejects: bool,
    /// The conditions that are asked of drawn actions alone.
    pub late: Vec<&'g Expr>,
    /// Whether what can be picked is to be found once more, now that these are known.
    pub begins_again: bool,
    /// Of these, those that are asked once for all moves, with the lanes of each move.
    pub last_asked: Vec<(&'g Expr, Vec<Truth>)>,
    /// The lanes in which the action that the code at hand makes is rejected.
    pub rejected: Truth,
    /// The register of masks that says so after the ply.
    pub rejected_reg: Reg,
    /// The bits of the position that the moves at hand have led to, where it was asked whether it may come about.
    pub reached: Option<Reg>,
    /// The rule about repetition at hand, and the register of masks that says where it speaks of the position.
    pub repeated: Option<(u16, Reg)>,
    /// The stages that must offer something after the ply at hand, with what they offer and where that is anything.
    pub ready: Vec<(u16, Truth, Finds)>,
    /// The choices, by role and index, before which what is there is kept.
    pub kept: Vec<(usize, u16)>,
    /// The choices, by their registers, whose changes the plan makes, each with its tier.
    pub made_in: Vec<(Reg, u16)>,
    /// The stages, by role, that are come to before it is known whether they offer anything.
    pub uncertain_stages: Vec<(usize, u16)>,
    /// How many tables of pairs of picks there are.
    pub pairs: u16,
    /// The end clauses that ask whether a player has a move, where that is known only when all that is offered was rejected.
    pub asking_stuck: std::ops::Range<usize>,
    /// Whether the results at hand come after those clauses: they wait until it is known whether there is a move.
    pub holding: bool,
    /// What is asked of the plan.
    pub asking: Asking<'g>,
    /// The registers of what lasts, in the order of the planes.
    pub lasting_planes: Vec<Reg>,
    /// The same of the counters' numbers.
    pub lasting_numbers: Vec<Reg>,
    /// The player whose code is written.
    pub me: PlayerId,
    /// Who has acted last, where that is known.
    pub mover: Option<PlayerId>,
    /// Whether that is another where nature has acted since: it is kept then.
    pub mover_changes: bool,
    /// The place among the counters of who acted last, where it is kept.
    pub last_mover: Option<usize>,
    /// How dice come up that are rolled together, with the moves that roll them.
    pub rolls: Vec<(MoveId, Roll)>,
    /// The registers of what the dice show that the move at hand rolls, by their places among its picks.
    pub rolled: Vec<Reg>,
    /// The bound names.
    pub bound: FxHashMap<LocalId, LiftedValue<'g>>,
    /// The planes: owners, kinds, marks.
    pub planes: Vec<Cells>,
    /// The same before the move, where effects have been made.
    pub before: Vec<Cells>,
    /// Whether effects are made in thought, for all picks at once.
    pub imagines: bool,
    /// Which are meant.
    pub view: View,
    /// The counters' registers: of each, one a player or one.
    pub counters: Vec<Vec<Reg>>,
    /// The planes of each counter of cells, lowest bit first; none of other counters.
    pub cell_counters: Vec<std::ops::Range<usize>>,
    /// The planes of the heights of stacks, lowest bit first, where they are kept.
    pub heights: std::ops::Range<usize>,
    /// Whether it is asked how high stacks are.
    pub asks_heights: bool,
    /// Whether that is kept.
    pub has_heights: bool,
    /// The plane of the cell that the last seed fell on.
    pub sown: Option<usize>,
    /// The planes of what was picked in the turn's last action of a move.
    pub last_picked: Vec<((MoveId, u8), usize)>,
    /// How it is sown.
    pub sowings: Vec<Sowing>,
    /// The picks of the move at hand that are no cells, by their places: one of each is meant.
    pub fixed: Vec<(u8, u16)>,
    /// The number of the frame at hand; 0 outside.
    pub frame: usize,
    /// A frame, and the cells that are asked about in it, where they are known.
    pub asked_of: Option<(usize, Reg)>,
    /// How many frames there were.
    pub frames: usize,
    /// Whether the player to act has nothing to do but passing, where that is known.
    pub stuck: Option<Truth>,
    /// The lanes in which the player to act has no action at all.
    pub halted: Truth,
    /// The planes that may have got cells in this ply, and the one cell that did where it is one.
    pub grown: Vec<Grown>,
    /// Whose cells change in whose plies, and whether some are added.
    pub growths: Vec<(usize, PlayerId, bool)>,
    /// Of what it was asked in whose plies whether it has come about, and of whose cells.
    pub looked: Vec<(usize, Sought, PlayerId)>,
    /// Whose ply the code is for.
    pub acting: usize,
    /// The operations.
    pub ops: Vec<Op>,
    /// Constant sets.
    pub sets: Vec<Vec<u64>>,
    set_places: FxHashMap<Vec<u64>, u16>,
    /// Constant numbers.
    pub numbers: Vec<i64>,
    /// Lists of steps.
    pub ways: Vec<Vec<RayStep>>,
    /// Connections.
    pub joins: Vec<ConnectionGoal>,
    /// Neighbours by relation asked about.
    pub groups: Vec<(u8, Vec<Vec<u64>>)>,
    /// How many registers of each sort.
    pub registers: [usize; 3],
    /// Planes of which cells are never taken, through the whole game.
    pub monotone: Vec<bool>,
    /// How many registers of each sort last from ply to ply: they are the first ones.
    pub lasting: [usize; 3],
    /// The players' turns.
    pub outlines: Vec<Outline<'g>>,
    /// Whether every turn is one action, and the players' turns follow each other round.
    pub in_step: bool,
    /// Whether every turn is one action.
    pub one_action: bool,
    /// The player from whose seat shared turns are seen; nothing where every player's turns have their own code.
    pub seat: Option<PlayerId>,
    /// What the code at hand has found out of what is offered, by the registers where that is left: a set or a mask, and in which
    /// lanes.
    pub offered: Vec<(RegisterKind, Reg, Reg, Truth)>,
    /// Where the copies of planes and counters from the start of the turn are, where the rules ask.
    pub turn_start: TurnStart,
    /// The planes of what happened in the turn, in the order of the layout.
    pub events: [Option<usize>; EVENTS],
    /// The sets whose largest groups, or numbers of groups, are asked for: of whom, and from when.
    pub sizes: Vec<(u16, Option<PlayerId>, View)>,
    /// Whether it is asked what lies between two cells.
    pub asks_between: bool,
    /// The joints that floods go along: how many sets of cells from which steps lead on.
    pub joints: Vec<usize>,
    /// Of each flood along joints, the place of those.
    pub floods: Vec<u16>,
    /// Whether it is asked how far drawn cells are from one another.
    pub asks_distances: bool,
    /// What is tested of drawn cells.
    pub tests: Vec<GainTests>,
    /// The chains.
    pub chains: Vec<Chain>,
    /// In the links of a chain, what came before.
    pub last: Option<Before>,
    /// Whether it is asked what links do.
    pub linking: bool,
    /// Whether it is only asked of rows whether they have a cell.
    pub only_nearest: bool,
    /// Whether it is asked how many plies or turns were played.
    pub asks_clock: bool,
    /// The place among the counters of who made the first move last.
    pub last_to: usize,
    /// Whether seats may be exchanged.
    pub has_pie: bool,
    /// Whether what is at hand is worked out before seats are exchanged, and asked after that, too: what is offered, and whether the
    /// game is over.
    pub outlasts_swap: bool,
    /// Whether the condition at hand is that of a limit.
    pub in_limit: bool,
    /// Whether that is kept: behind the counters, first the plies, then the turns.
    pub has_clock: bool,
    /// The registers of what never changes.
    pub constants: FxHashMap<Op, Reg>,
    /// What operations have come to.
    pub known: FxHashMap<Op, Reg>,
    /// What sets were made by.
    pub made: FxHashMap<Reg, Op>,
    /// Sets that have come to be another's where seats were exchanged: what they are where they were not, and where they were.
    pub exchanged: FxHashMap<Reg, [Reg; 2]>,
    /// Where seats were exchanged, as a register of masks.
    pub exchange: Reg,
    /// Steps by direction.
    pub steps: Vec<Vec<Step>>,
    /// Sets whose sizes of groups have been compared for the ranking at hand.
    pub orders: Vec<([Reg; 2], Reg)>,
    /// The cells that can be in a set at all.
    pub possible: FxHashMap<Reg, Vec<u64>>,
    /// Where sets of one cell lie, from the cell that effects are made for the neighbours of.
    pub beside: FxHashMap<Reg, Beside>,
    /// The neighbours that effects are made for at hand, the innermost last, each with the set of the step that leads to it.
    pub meant: Vec<(Reg, Reg)>,
}

/// Where a set of one cell or none lies: by so many slots from the cell of another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beside {
    /// The other one.
    pub of: Reg,
    /// Slots.
    pub by: i32,
}

/// What the picks of a move were in the link before, as cells seen from where the next one begins: nothing before the first link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Before {
    /// The move.
    pub rule: MoveId,
    /// Its picks.
    pub picks: Option<[Path; 2]>,
}

/// What is looked for after a ply: lines, loops, groups that join sides, or groups that meet a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sought {
    /// The pattern.
    pub pattern: PatternId,
    /// The sides; none for lines.
    pub sides: Vec<Vec<u64>>,
    /// The condition that is asked of groups, by where it stands.
    pub at: Option<Span>,
}

/// Where the copies from the start of the turn are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnStart {
    /// The first of the planes.
    pub planes: usize,
    /// How many planes are copied; 0 where the rules do not ask.
    pub count: usize,
    /// The first of the counters.
    pub numbers: usize,
}

/// What a plane has got in a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grown {
    /// Nothing.
    No,
    /// The one cell of a register, or nothing.
    By(Reg),
    /// Anything.
    Somehow,
}

/// The most registers of one sort.
const MAX_REGISTERS: usize = 20_000;

/// The first register that does not last.
const FIRST: usize = 4_096;

impl<'g> Lifter<'g> {
    /// A lifter without code.
    pub fn new(game: &'g Game) -> Self {
        Lifter {
            layout: Layout::new(game),
            rejects: false,
            late: Vec::new(),
            begins_again: false,
            last_asked: Vec::new(),
            rejected: Truth::Known(false),
            rejected_reg: 0,
            reached: None,
            repeated: None,
            ready: Vec::new(),
            kept: Vec::new(),
            made_in: Vec::new(),
            uncertain_stages: Vec::new(),
            pairs: 0,
            asking_stuck: 0..0,
            holding: false,
            game,
            asking: Asking::default(),
            lasting_planes: Vec::new(),
            lasting_numbers: Vec::new(),
            me: PlayerId(0),
            mover: None,
            mover_changes: false,
            last_mover: None,
            rolls: Vec::new(),
            rolled: Vec::new(),
            bound: FxHashMap::default(),
            planes: Vec::new(),
            before: Vec::new(),
            imagines: false,
            view: View::Now,
            counters: Vec::new(),
            cell_counters: Vec::new(),
            heights: 0..0,
            asks_heights: false,
            has_heights: false,
            sown: None,
            last_picked: Vec::new(),
            sowings: Vec::new(),
            fixed: Vec::new(),
            frame: 0,
            asked_of: None,
            frames: 0,
            stuck: None,
            halted: Truth::Known(false),
            grown: Vec::new(),
            growths: Vec::new(),
            looked: Vec::new(),
            acting: 0,
            ops: Vec::new(),
            sets: Vec::new(),
            set_places: FxHashMap::default(),
            numbers: Vec::new(),
            ways: Vec::new(),
            joins: Vec::new(),
            groups: Vec::new(),
            registers: [FIRST; 3],
            monotone: Vec::new(),
            lasting: [0; 3],
            outlines: Vec::new(),
            in_step: true,
            one_action: true,
            seat: None,
            offered: Vec::new(),
            turn_start: TurnStart::default(),
            sizes: Vec::new(),
            events: [None; EVENTS],
            asks_between: false,
            joints: Vec::new(),
            floods: Vec::new(),
            asks_distances: false,
            tests: Vec::new(),
            chains: Vec::new(),
            last: None,
            linking: false,
            only_nearest: false,
            asks_clock: false,
            last_to: 0,
            has_pie: false,
            outlasts_swap: false,
            in_limit: false,
            has_clock: false,
            constants: FxHashMap::default(),
            known: FxHashMap::default(),
            made: FxHashMap::default(),
            exchanged: FxHashMap::default(),
            exchange: 0,
            steps: steps(&game.board),
            orders: Vec::new(),
            possible: FxHashMap::default(),
            beside: FxHashMap::default(),
            meant: Vec::new(),
        }
    }

    /// A new register.
    pub fn reg(&mut self, sort: RegisterKind) -> Reg {
        let next = &mut self.registers[sort as usize];
        *next += 1;
        (*next - 1).min(MAX_REGISTERS) as Reg
    }

    /// A new register that lasts from ply to ply.
    pub fn lasting_reg(&mut self, sort: RegisterKind) -> Reg {
        let next = &mut self.lasting[sort as usize];
        *next += 1;
        (*next - 1).min(FIRST - 1) as Reg
    }

    /// Whether there are too many registers or operations.
    pub fn within_limits(&self) -> Lifted<()> {
        let many = self.ops.len() > MAX_REGISTERS
            || self.registers.iter().any(|count| *count >= MAX_REGISTERS)
            || self.lasting.iter().any(|count| *count >= FIRST);
        if many { Err(not_batchable("its rules come to very many operations")) } else { Ok(()) }
    }

    /// The result of an operation, which is written unless it is known from before. The operation is given with `d` 0.
    pub fn value_of(&mut self, mut op: Op) -> Reg {
        if let Some(reg) = self.known.get(&op).or_else(|| self.constants.get(&op)) {
            return *reg;
        }
        if let Some(words) = self.folded(op) {
            return self.constant(words);
        }
        if let Some(reg) = self.exchanged(op) {
            return reg;
        }
        let key = op;
        if let Op::Const { .. } | Op::Number { .. } = op {
            // What never changes is written once, before the first ply.
            let sort = if matches!(op, Op::Const { .. }) { RegisterKind::Set } else { RegisterKind::Number };
            let reg = self.lasting_reg(sort);
            self.constants.insert(key, reg);
            if sort == RegisterKind::Set {
                self.made.insert(reg, op);
            }
            return reg;
        }
        let sort = op.registers().0.map_or(RegisterKind::Mask, |(sort, _)| sort);
        let reg = self.reg(sort);
        if let Some((_, d)) = op.registers().0 {
            *d = reg;
        }
        self.ops.push(op);
        self.known.insert(key, reg);
        if sort == RegisterKind::Set {
            self.made.insert(reg, op);
        }
        reg
    }

    /// What a set was made by.
    pub fn made_by(&self, set: Reg) -> Option<Op> {
        self.made.get(&set).copied()
    }

    /// Forgets what was worked out, and begins again with the registers that do not last: those that do have new values from here on.
    pub fn forget(&mut self) {
        self.known.clear();
        self.exchanged.clear();
        self.beside.clear();
        self.registers = [FIRST; 3];
        self.made.retain(|reg, _| usize::from(*reg) < FIRST);
        self.possible.retain(|reg, _| usize::from(*reg) < FIRST);
    }

    /// Code that is skipped where a mask holds nowhere. What is worked out in it is not known after it.
    pub fn only_where<T>(&mut self, mask: Reg, code: impl FnOnce(&mut Self) -> Lifted<T>) -> Lifted<T> {
        let known = self.known.clone();
        let skip = self.ops.len();
        self.ops.push(Op::SkipUnless { mask, to: 0 });
        let result = code(self);
        self.known = known;
        let here = self.ops.len() as u32;
        self.ops[skip] = Op::SkipUnless { mask, to: here };
        result
    }

    /// The place of a constant set.
    pub fn const_set(&mut self, words: Vec<u64>) -> u16 {
        if let Some(place) = self.set_places.get(&words) {
            return *place;
        }
        let place = self.sets.len() as u16;
        self.set_places.insert(words.clone(), place);
        self.sets.push(words);
        place
    }

    /// A constant set in a register.
    pub fn constant(&mut self, words: Vec<u64>) -> Reg {
        let set = self.const_set(words);
        self.value_of(Op::Const { d: 0, set })
    }

    /// A constant number in a register.
    pub fn constant_number(&mut self, number: i64) -> Reg {
        let place = match self.numbers.iter().position(|known| *known == number) {
            Some(place) => place,
            None => {
                self.numbers.push(number);
                self.numbers.len() - 1
            }
        };
        self.value_of(Op::Number { d: 0, number: place as u16 })
    }

    /// The whole board.
    pub fn board(&mut self) -> Reg {
        self.constant(self.game.board.mask().to_vec())
    }

    /// The path of no step.
    pub fn here(&self) -> Path {
        Path { by: 0, from: self.game.board.mask().to_vec() }
    }

    /// Whether a path leads to a cell.
    pub fn leads(&mut self, path: &Path) -> Truth {
        if path.from == self.game.board.mask() {
            return Truth::Known(true);
        }
        if path.from.iter().all(|word| *word == 0) {
            return Truth::Known(false);
        }
        Truth::Field(self.constant(path.from.clone()))
    }

    /// The cells from which a path leads into a set.
    pub fn back(&mut self, path: &Path, set: Reg) -> Reg {
        if path.by == 0 {
            if path.from == self.game.board.mask() {
                return set;
            }
            // Not even from everywhere: where a direction has no step, a path along it begins nowhere.
            let from = self.constant(path.from.clone());
            return self.intersection(set, from);
        }
        let keep = self.const_set(path.from.clone());
        let by = self.game.board.ring().distance(-path.by) as i16;
        self.value_of(Op::Shift { d: 0, a: set, by, keep })
    }

    /// The place of a list of steps.
    pub fn way_list(&mut self, list: Vec<RayStep>) -> u16 {
        if let Some(place) = self.ways.iter().position(|known| *known == list) {
            return place as u16;
        }
        self.ways.push(list);
        (self.ways.len() - 1) as u16
    }

    /// The planes in the view at hand.
    pub fn plane(&self, index: usize) -> Cells {
        if self.view == View::TurnStart {
            // Nothing has happened at the start of a turn.
            let copied = (index < self.turn_start.count).then_some(self.turn_start.planes + index);
            return copied.and_then(|copy| self.planes.get(copy)).cloned().unwrap_or_default();
        }
        let planes = if self.view == View::Before && !self.before.is_empty() { &self.before } else { &self.planes };
        planes.get(index).cloned().unwrap_or_default()
    }
}

/// Whether a slot is in a set.
pub fn has(words: &[u64], slot: usize) -> bool {
    words.get(slot / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1)
}
