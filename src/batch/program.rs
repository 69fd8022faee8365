//! A game as its kernels: for each phase, which is a stage of a player's turn, the ply that is played there.

use std::sync::Arc;

use super::chain::{Chain, Piles};
use super::conditions::{GainTests, RejectionTest};
use super::drawn::Drawn;
use super::luck::{Roll, Weights};
use super::not_batchable::NotBatchable;
use super::op::{Op, Reg, RegisterKind};
use super::questions::Questions;
use rulebook_language::model::{Compare, Game};
use rulebook_language::util::{Bits, Ring};
use rulebook_play::engine::Fault;
use rulebook_play::plan::Plan;

/// A game as kernels.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Words of a set.
    pub words: usize,
    /// Slots of the board.
    pub slots: usize,
    /// How they are counted on.
    pub ring: Ring,
    /// Constant sets.
    pub sets: Vec<Vec<u64>>,
    /// Constant numbers.
    pub numbers: Vec<i64>,
    /// Lists of steps that operations take together.
    pub ways: Vec<Vec<RayStep>>,
    /// The connections that are kept while cells are only added.
    pub joins: Vec<ConnectionGoal>,
    /// The neighbours of each slot, by relation asked about.
    pub groups: Vec<Vec<Vec<u64>>>,
    /// The cells between each slot and each other, where that is asked: by the first, then the second.
    pub between: Vec<Vec<u64>>,
    /// The least numbers of steps between each slot and each other, where that is asked; -1 where no way leads.
    pub distances: Vec<i16>,
    /// What is tested of drawn cells.
    pub tests: Vec<GainTests>,
    /// Chains of jumps.
    pub chains: Vec<Chain>,
    /// How pieces are kept.
    pub piles: Piles,
    /// The joints that floods go along: how many sets of cells from which steps lead on.
    pub joints: Vec<usize>,
    /// Of each flood along joints, the place of those.
    pub floods: Vec<u16>,
    /// How it is sown.
    pub sowings: Vec<Sowing>,
    /// How dice come up that are rolled together.
    pub rolls: Vec<Roll>,
    /// How many registers of sets, masks and numbers.
    pub registers: [usize; 3],
    /// What lasts from ply to ply.
    pub state: State,
    /// The stages of all players' turns; none where nothing is lifted.
    pub phases: Vec<Phase>,
    /// Whether every turn is one action and the players' turns follow each other round: all games are in the same phase then.
    pub in_step: bool,
    /// Whether the ply of the first phase plays every turn, whoever's it is: the code is that of a seat that takes the first
    /// player's registers when it is to move, and all stages' choices are drawn together.
    pub shared: bool,
    /// The registers that players exchange when the turn goes from one to the other, where turns are shared.
    pub exchanged: Vec<(RegisterKind, [Reg; 2])>,
    /// Code that writes what never changes.
    pub constants: Vec<Op>,
    /// The registers of numbers that a change of seats, being a ply and a turn, adds 1 to.
    pub clock: Vec<Reg>,
    /// Whether the second seat may change seats instead of its first turn.
    pub pie: bool,
    /// The register of the number of turns played, where turns have several actions and seats may be exchanged.
    pub turns: Option<Reg>,
    /// The register of masks that says, after a ply, in which lanes the drawn action was rejected: nothing has happened there, and
    /// another is to be drawn.
    pub rejected: Option<Reg>,
    /// Whether some actions are taken back where the turn cannot be completed after them.
    pub takes_back: bool,
    /// How many tables of pairs are kept.
    pub pairs: usize,
    /// For how many sets labels of their groups are kept.
    pub sizes: usize,
    /// What repetitions compare, and the rules about them.
    pub compared: Vec<ComparedPart>,
    /// The rules about repetition.
    pub repeats: Vec<RepetitionRule>,
    /// What is asked of the plan, where not all is lifted.
    pub questions: Option<Questions>,
    /// What lays setups by lot, where they are laid so.
    pub deals: Option<Dealt>,
    /// The end clauses' names, and one more for the rules about repetition.
    pub clauses: Vec<String>,
}

/// A game with the plan that lays its setups by lot.
#[derive(Clone, Debug)]
pub struct Dealt {
    /// The game.
    pub game: Arc<Game>,
    /// Its plan.
    pub plan: Arc<Plan>,
}

/// A step from every cell that has one: by so many slots, to the cells of constant set `keep`, at most `most` times in a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RayStep {
    /// Slots.
    pub by: i16,
    /// Where it can lead.
    pub keep: u16,
    /// How many in a row.
    pub most: u16,
}

/// The connections of cells that are only added, of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectionGoal {
    /// The neighbours of each slot.
    pub near: Vec<Vec<u64>>,
    /// The cells of each side, of which there is one at least.
    pub sides: Vec<Vec<u64>>,
    /// The register of the cells.
    pub cells: Reg,
}

/// Where what lasts is kept: registers, each with its word of the memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// Sets, with the first words of their planes.
    pub sets: Vec<(Reg, u32)>,
    /// Sets of one cell or none, with the words of its number plus 1.
    pub cells: Vec<(Reg, u32)>,
    /// Counters of cells.
    pub counts: Vec<CellCounter>,
    /// The heights of stacks, bit by bit, where the rules ask: the cells of which a bit is 1.
    pub heights: Vec<Reg>,
    /// Numbers, with their words.
    pub numbers: Vec<(Reg, u32)>,
}

/// A counter of cells, bit by bit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellCounter {
    /// The registers of sets, lowest bit first: the cells of which it is 1.
    pub planes: Vec<Reg>,
    /// The word of the first slot's number.
    pub offset: u32,
}

/// How it is sown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sowing {
    /// The slot that follows each slot; none of the board where none does.
    pub next: Vec<u16>,
    /// The greatest that a number can become.
    pub high: u64,
}

impl Sowing {
    /// No slot.
    pub const NOWHERE: u16 = u16::MAX;
}

impl State {
    /// The registers of sets, in the order of the planes: sets, cells, heights, then counters bit by bit.
    pub fn planes(&self) -> impl Iterator<Item = Reg> {
        let one = self.sets.iter().chain(&self.cells).map(|(reg, _)| *reg).chain(self.heights.iter().copied());
        one.chain(self.counts.iter().flat_map(|counter| counter.planes.iter().copied()))
    }

    /// The same with registers in the place of others.
    #[must_use]
    pub fn seen(&self, seen: impl Fn(RegisterKind, Reg) -> Reg) -> State {
        use RegisterKind::{Number, Set};
        let words =
            |sort: RegisterKind, all: &[(Reg, u32)]| all.iter().map(|(reg, at)| (seen(sort, *reg), *at)).collect();
        let planes = |all: &[Reg]| all.iter().map(|reg| seen(Set, *reg)).collect();
        let counter = |counter: &CellCounter| CellCounter { planes: planes(&counter.planes), offset: counter.offset };
        State {
            sets: words(Set, &self.sets),
            cells: words(Set, &self.cells),
            counts: self.counts.iter().map(counter).collect(),
            heights: planes(&self.heights),
            numbers: words(Number, &self.numbers),
        }
    }

    /// The height of a slot's stack in a position's memory.
    pub fn height_at(&self, piles: Piles, memory: &[u64], slot: usize) -> u64 {
        let at = |place: usize| memory.get(place).copied().unwrap_or_default();
        let owners = self.sets.iter().take(usize::from(piles.owners));
        let stands = owners.fold(0, |stands, (_, from)| stands | at(*from as usize + slot / 64) >> (slot % 64) & 1);
        let under = piles.under.map_or(0, |under| at(under as usize + slot));
        stands * u64::from(1 + piles.digits(under))
    }

    /// Gives what a position's memory holds of each of them.
    pub fn each_set<const W: usize>(
        &self,
        slots: usize,
        piles: Piles,
        memory: &[u64],
        mut put: impl FnMut(Reg, Bits<W>),
    ) {
        let at = |place: usize| memory.get(place).copied().unwrap_or_default();
        let words = slots.div_ceil(64);
        for (reg, from) in &self.sets {
            let all = memory.get(*from as usize..).unwrap_or_default();
            put(*reg, Bits::from_words(&all[..words.min(all.len())]));
        }
        for (reg, from) in &self.cells {
            put(*reg, (at(*from as usize) as usize).checked_sub(1).map_or(Bits::EMPTY, Bits::single));
        }
        for (bit, reg) in self.heights.iter().enumerate() {
            let mut set = Bits::EMPTY;
            let is_one = |slot: &usize| self.height_at(piles, memory, *slot) >> bit & 1 == 1;
            (0..slots).filter(is_one).for_each(|slot| set.insert(slot));
            put(*reg, set);
        }
        for counter in &self.counts {
            for (bit, reg) in counter.planes.iter().enumerate() {
                let is_one = |slot: &usize| at(counter.offset as usize + slot) >> bit & 1 == 1;
                let mut set = Bits::EMPTY;
                (0..slots).filter(is_one).for_each(|slot| set.insert(slot));
                put(*reg, set);
            }
        }
    }

    /// The words of a position's memory, as registers hold them: the inverse of [`State::each_set`].
    pub fn words_of<const W: usize>(&self, slots: usize, set: impl Fn(Reg) -> Bits<W>) -> Vec<(u32, u64)> {
        let mut all: Vec<(u32, u64)> = Vec::new();
        for (reg, from) in &self.sets {
            all.extend((*from..).zip(set(*reg).0.into_iter().take(slots.div_ceil(64))));
        }
        all.extend(self.cells.iter().map(|(reg, from)| (*from, set(*reg).first().map_or(0, |cell| cell as u64 + 1))));
        for counter in &self.counts {
            let planes: Vec<Bits<W>> = counter.planes.iter().map(|reg| set(*reg)).collect();
            for slot in 0..slots {
                let number = planes.iter().rev().fold(0, |number, plane| number << 1 | u64::from(plane.contains(slot)));
                all.push((counter.offset + slot as u32, number));
            }
        }
        all
    }
}

/// What a register that lasts holds in a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasting<const W: usize> {
    /// One of sets.
    Set(Bits<W>),
    /// One of numbers.
    Number(i64),
}

/// What is done in a stage of a player's turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// The player.
    pub role: usize,
    /// The stage, as the plan numbers it.
    pub stage: u16,
    /// Its choices, by the strength of their claim: the first tier that offers something counts.
    pub tiers: Vec<Vec<Choice>>,
    /// Makes the changes, works out what can be done next, and whether the game is over.
    pub ply: Vec<Op>,
    /// Code that works out what can be done in it, and no more.
    pub opening: Vec<Op>,
}

/// What stops a game that cannot be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A stack would grow higher than this.
    Stack(u16),
    /// The links of a chain have more picks together than this.
    Picks(usize),
    /// There are more legal actions than this.
    Actions(usize),
    /// They take more millions of steps than this to find.
    Steps(u64),
    /// What stops the plan where it is asked.
    Asked(Fault),
}

/// Where a cell is that is written beside an action's picks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// So many slots further than the first of them.
    Further(i16),
    /// In a register of sets, after the action was made.
    Found(Reg),
}

/// A choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its place among the role's choices in the plan.
    pub index: u16,
    /// What can be picked; a pass has none.
    pub bundles: Vec<Bundle>,
    /// How many cells are picked.
    pub picks: u8,
    /// The other picks, each with its place among all of them: a direction, a player or a number. What is picked of a choice of the
    /// plan makes so many choices here.
    pub fixed: Vec<(u8, u16)>,
    /// The cells that are written beside the picks.
    pub shown: Vec<Shown>,
    /// The cell that is picked in place of none, of a move without a pick: it is no part of the action.
    pub hidden: Option<u16>,
    /// Where the picked cells go, a register of sets each.
    pub picked: Vec<Reg>,
    /// The register of masks that says in which lanes it was chosen.
    pub chosen: Reg,
    /// The chain of which the bundles are the first links. What is drawn of it is played before the ply's code.
    pub chain: Option<u16>,
    /// The dice that are rolled, by their place among [`Program::rolls`]: what they show is what is picked.
    pub roll: Option<u16>,
    /// The stage of the turn that offers it.
    pub stage: u16,
    /// The register of masks that says in which lanes a pass is offered, where that is not everywhere.
    pub within: Option<Reg>,
    /// The place of a tier that is not lifted, which is offered where `within` holds: the plan draws its action.
    pub tier: Option<u16>,
    /// The place of the tier of which the plan makes the action that is drawn of it, where what it does is not lifted.
    pub made_in: Option<u16>,
    /// Whether an action that was drawn may be rejected: it is offered no longer then.
    pub may_be_rejected: bool,
    /// Whether it needs another action after it, of which it is not known beforehand whether there is one.
    pub needs_another: bool,
    /// Whether that is known only when the other is looked for, action by action: what was there before is kept.
    pub is_kept: bool,
}

/// The index of the choice to go on without a further action of the turn: the engine's number for it.
pub const STOP: u16 = u16::MAX - 1;
/// The index of the choice to pass over a stage in which all actions were rejected: it is no action.
pub const SKIP: u16 = u16::MAX - 2;

/// Some ways to pick: one for every cell of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// The cells of the first pick.
    pub set: Reg,
    /// By how many slots the second pick lies further.
    pub by: i16,
    /// What is still to be tested of a cell when it is drawn.
    pub tested: Option<RejectionTest>,
    /// The cells of the second pick, where it may be any of some, whatever the first is.
    pub far: Option<Reg>,
    /// What is kept of such pairs, where they may be rejected.
    pub pairs: Option<Pairs>,
    /// How likely each is that nature can draw, where they are not all alike.
    pub weights: Option<Weights>,
}

/// What is kept of pairs of picks that may be rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairs {
    /// The table of those that were tried.
    pub table: u16,
    /// The register of masks that says where others are left.
    pub left: Reg,
}

/// A rule that ends a game where a position comes back, or forbids the move that would bring it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepetitionRule {
    /// Whether such a move is illegal.
    pub is_illegal: bool,
    /// What is compared.
    pub compare: Compare,
    /// The how-manieth time it is about.
    pub times: u32,
    /// Whether it asks how many turns ago the position was there.
    pub asks_length: bool,
}

/// A part of what is compared: a number of words from a place of the position's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComparedPart {
    /// A set.
    Set(u32),
    /// A number.
    Number(u32),
    /// What lies under the top pieces.
    Under(u32),
    /// The numbers of cells, from that of the first slot on, bit by bit.
    Cells(u32, u8),
}

impl Choice {
    /// The value of a pick that is no cell.
    pub fn fixed_at(&self, place: usize) -> Option<u16> {
        self.fixed.iter().find(|(known, _)| usize::from(*known) == place).map(|(_, value)| *value)
    }

    /// The action in which these cells are picked; `found` says which cell is in a register.
    pub fn drawn(&self, ring: Ring, picked: &[u16], found: impl Fn(Reg) -> u16) -> Drawn {
        let picked = if self.hidden.is_some() { &[] } else { picked };
        let (all, mut rest) = (picked.len() + self.fixed.len(), picked.iter());
        let cells = (0..all).map(|place| self.fixed_at(place).or_else(|| rest.next().copied()).unwrap_or_default());
        let shown = self.shown.iter().map(|shown| match shown {
            Shown::Further(by) => picked.first().map_or(0, |first| ring.further(usize::from(*first), *by) as u16),
            Shown::Found(reg) => found(*reg),
        });
        Drawn { choice: self.index, cells: cells.chain(shown).collect() }
    }

    /// The index of the choice of a tier that is not lifted: no choice of the plan.
    pub const OF_TIER: u16 = u16::MAX - 3;

    /// A choice of a stage that picks nothing.
    pub fn new(index: u16, stage: u16, chosen: Reg) -> Self {
        Choice {
            index,
            bundles: Vec::new(),
            picks: 0,
            fixed: Vec::new(),
            shown: Vec::new(),
            hidden: None,
            picked: Vec::new(),
            chosen,
            chain: None,
            roll: None,
            stage,
            within: None,
            tier: None,
            made_in: None,
            may_be_rejected: false,
            needs_another: false,
            is_kept: false,
        }
    }

    /// Whether an action is one of these, but for its cells.
    pub fn has(&self, drawn: &Drawn) -> bool {
        let is_fixed = |(place, value): &(u8, u16)| drawn.cells.get(usize::from(*place)) == Some(value);
        self.index == drawn.choice && self.fixed.iter().all(is_fixed)
    }

    /// The cells that are picked in an action.
    pub fn cells_of<'d>(&'d self, drawn: &'d Drawn) -> impl Iterator<Item = u16> + 'd {
        let cells = drawn.cells.iter().enumerate().filter(move |(place, _)| self.fixed_at(*place).is_none());
        let picks = if self.hidden.is_some() { 0 } else { usize::from(self.picks) };
        self.hidden.into_iter().chain(cells.map(|(_, cell)| *cell).take(picks))
    }
}

impl Phase {
    /// The registers that say what it offers.
    pub fn registers(&self) -> impl Iterator<Item = Reg> {
        self.tiers.iter().flatten().flat_map(|choice| &choice.bundles).flat_map(|bundle| {
            let tested = bundle.tested.iter().flat_map(|tested| [tested.sure, tested.sources[0], tested.sources[1]]);
            let weights = bundle.weights.into_iter().flat_map(Weights::registers);
            tested.chain([bundle.set]).chain(bundle.far).chain(weights)
        })
    }
}

impl Program {
    /// The number of operations of the phases' plies.
    pub fn operations(&self) -> Vec<usize> {
        self.phases.iter().map(|phase| phase.ply.len()).collect()
    }

    /// The program of a game that is left to the plan, all of it, for these reasons.
    pub fn of_plan(game: &Arc<Game>, plan: &Arc<Plan>, left: Vec<NotBatchable>) -> Program {
        let (game, plan) = (Arc::clone(game), Arc::clone(plan));
        let (pie, clauses) = (plan.pie, Program::clauses_of(&plan));
        Program {
            pie,
            clauses,
            questions: Some(Questions { left, ..Questions::none(game, plan) }),
            ..Program::default()
        }
    }

    /// The names of a plan's end clauses, and one more for the rules about repetition.
    pub fn clauses_of(plan: &Plan) -> Vec<String> {
        plan.ends.iter().map(|end| end.name.clone()).chain(["repetition".to_owned()]).collect()
    }

    /// Whether anything is lifted: if not, the plan plays.
    pub fn is_lifted(&self) -> bool {
        !self.phases.is_empty()
    }

    /// What of the rules is left to the plan, and why.
    pub fn left(&self) -> &[NotBatchable] {
        self.questions.as_ref().map_or(&[], |questions| &questions.left)
    }

    /// The place of a player's stage.
    pub fn phase(&self, role: usize, stage: u16) -> Option<usize> {
        self.phases.iter().position(|phase| (self.shared || phase.role == role) && phase.stage == stage)
    }

    /// Whether how many actions there are is known before one is drawn.
    pub fn counts_choices(&self) -> bool {
        self.is_lifted()
            && self.questions.as_ref().is_none_or(|questions| questions.tiers.is_empty())
            && self.chains.is_empty()
            && self.rejected.is_none()
            && self.bundles().all(|bundle| bundle.tested.is_none())
    }

    /// What is kept of a lane before an action that may be taken back: the registers that last, and those of what is offered.
    pub fn kept(&self) -> [Vec<Reg>; 3] {
        if !self.takes_back {
            return [const { Vec::new() }; 3];
        }
        let passes =
            self.phases.iter().flat_map(|phase| phase.tiers.iter().flatten()).filter_map(|choice| choice.within);
        let sets = self.state.planes().chain(self.phases.iter().flat_map(Phase::registers));
        let mut kept =
            [sets.collect(), passes.collect(), self.state.numbers.iter().map(|(reg, _)| *reg).collect::<Vec<_>>()];
        kept.iter_mut().for_each(|registers| {
            registers.sort_unstable();
            registers.dedup();
        });
        kept
    }

    /// All ways to pick.
    pub fn bundles(&self) -> impl Iterator<Item = &Bundle> {
        self.phases.iter().flat_map(|phase| phase.tiers.iter().flatten()).flat_map(|choice| &choice.bundles)
    }

    /// Where the second player's turn finds what a register holds in the first one's.
    pub fn seen_from(&self, second: bool, sort: RegisterKind, reg: Reg) -> Reg {
        let pair = self.exchanged.iter().find(|(of, pair)| second && *of == sort && pair.contains(&reg));
        pair.map_or(reg, |(_, [a, b])| if reg == *a { *b } else { *a })
    }

    /// The words of a lane's position, by their places: of what lasts in the registers that are given, as seen by the second player where
    /// it has the first one's, and of what lies under the top pieces.
    pub fn words_of<const W: usize>(
        &self,
        second: bool,
        set: impl Fn(Reg) -> Bits<W>,
        number: impl Fn(Reg) -> i64,
        under: &[u64],
    ) -> Vec<(u32, u64)> {
        let seen = |sort, reg| self.seen_from(second, sort, reg);
        let mut words = self.state.words_of(self.slots, |reg| set(seen(RegisterKind::Set, reg)));
        words.extend(self.piles.under.into_iter().flat_map(|offset| (offset..).zip(under.iter().copied())));
        let numbers = self.state.numbers.iter();
        words.extend(numbers.map(|(reg, offset)| (*offset, number(seen(RegisterKind::Number, *reg)) as u64)));
        words
    }

    /// What registers that last hold of a position, whose memory has these words: the inverse of [`Program::words_of`], but for what lies
    /// under the top pieces.
    pub fn each_lasting<const W: usize>(&self, second: bool, memory: &[u64], mut put: impl FnMut(Reg, Lasting<W>)) {
        self.state.each_set(self.slots, self.piles, memory, |reg, set| {
            put(self.seen_from(second, RegisterKind::Set, reg), Lasting::Set(set));
        });
        for (reg, offset) in &self.state.numbers {
            let number = memory.get(*offset as usize).copied().unwrap_or_default() as i64;
            put(self.seen_from(second, RegisterKind::Number, *reg), Lasting::Number(number));
        }
    }

    /// How many registers of a sort.
    pub fn count(&self, sort: RegisterKind) -> usize {
        self.registers[sort as usize]
    }
}
