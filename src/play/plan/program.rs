//! A compiled game: code, and when each piece of it runs.

use super::layout::Layout;
use super::op::Op;
use rulebook_language::model::{Chains, Compare, MoveId, PlayerId};
use rulebook_language::topology::Board;
use rulebook_language::util::Table;

/// A piece of code with what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Code {
    /// Its first operation.
    pub start: u32,
    /// One past its last.
    pub end: u32,
    /// How many registers of numbers.
    pub numbers: u16,
    /// How many registers of sets.
    pub sets: u16,
    /// How many registers of lists.
    pub lists: u16,
    /// How many searches for loops.
    pub searches: u16,
}

/// Numbers by cell that operations look up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tables {
    /// `Table` operations' tables, each by slot: the numbers that a cell's place decides: those of the table of builtins, in its order, and what
    /// code makes of them.
    pub by_slot: Vec<Vec<i64>>,
    /// Constant sets, each of the board's words.
    pub sets: Vec<Vec<u64>>,
    /// Constant numbers.
    pub numbers: Vec<i64>,
    /// Lists of lines, each of the board's words.
    pub rows: Vec<Vec<Vec<u64>>>,
    /// Tables of sets by slot, each of the board's words, numbered after the relations in `Near` operations.
    pub near: Vec<Vec<Vec<u64>>>,
}

/// A game as the engine runs it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All code.
    pub ops: Vec<Op>,
    /// The most registers that a piece of code has: of numbers, sets, lists, searches. Constants lie behind those of their class.
    pub registers: [u16; 4],
    /// What operations look up.
    pub tables: Tables,
    /// What a position consists of.
    pub layout: Layout,
    /// The board.
    pub board: Board,
    /// Fills the board.
    pub setup: Code,
    /// Whether anything is left to chance.
    pub has_luck: bool,
    /// The first stage of what the setup leaves to chance, behind the other stages of the first player.
    pub first_deal: Option<u16>,
    /// What the setup scatters.
    pub scatters: Vec<ScatterPlan>,
    /// What each player can do.
    pub roles: Table<PlayerId, RolePlan>,
    /// Whether a player is passed over, by that player; nobody where none is given.
    pub skip: Option<Table<PlayerId, Code>>,
    /// The end clauses in order.
    pub ends: Vec<EndPlan>,
    /// Conditions that are claimed to hold after every ply, by the role to act.
    pub invariants: Vec<Table<PlayerId, Code>>,
    /// Whether the second seat may change seats.
    pub pie: bool,
    /// What repeated positions mean.
    pub repetitions: Vec<RepetitionPlan>,
    /// Whether actions that lead to the same position are one.
    pub alike: bool,
    /// The relations by which loops are sought.
    pub loops: Vec<u8>,
    /// How many memos of groups a position keeps, beside its memory.
    pub memos: u16,
    /// What the rules ask about the turn so far.
    pub features: rulebook_language::model::Features,
    /// Questions from outside the rules, such as those of tests.
    pub questions: Vec<Question>,
    /// Whether something asks about the position before a move by way of a copy.
    pub copies_before: bool,
    /// Whether something asks about the start of the turn.
    pub copies_turn_start: bool,
    /// The code once more with probes in it, where the plan is to explain.
    pub probes: Option<super::probe::Probes>,
}

/// What a player can do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RolePlan {
    /// The turns, of which the first that applies is taken.
    pub entries: Vec<TurnEntry>,
    /// The stages of the turns.
    pub stages: Vec<Stage>,
    /// The choices in the stages.
    pub choices: Vec<Choice>,
    /// Makes the changes of a pass, where a pass changes anything.
    pub pass: Option<Code>,
}

/// Where a turn begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnEntry {
    /// When it applies; always where none is given.
    pub when: Option<Code>,
    /// Its first stage.
    pub stage: u16,
}

/// A stage of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Choices by the strength of their claim: the first tier that offers an action counts.
    pub tiers: Vec<Vec<u16>>,
    /// What happens where no tier offers one.
    pub empty: OnEmpty,
    /// When it is come to at all, and where the turn goes on if it is not.
    pub when: Option<(Code, Next)>,
    /// If the player may go on without an action here: to where.
    pub stop: Option<Next>,
    /// How likely what it offers is, where nature acts in it: it then has one choice.
    pub lot: Option<LotPlan>,
}

/// How likely what nature does is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LotPlan {
    /// All alike.
    Even,
    /// By the weight that the code gives for a pick.
    Weighed(Code),
    /// As dice come up: the places of the picks of dice that are alike.
    Dice(Vec<Vec<u8>>),
    /// By how many pieces are left to be laid.
    Scatter {
        /// Of which scatter of the setup.
        scatter: u16,
        /// Where the setup goes on once all cells are done.
        onward: Next,
    },
}

/// Pieces that the setup lays by lot, cell after cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScatterPlan {
    /// The word with the number of cells that are left; those behind it have the numbers of pieces of each sort.
    pub offset: u32,
    /// The cells in order.
    pub cells: Vec<u16>,
    /// Whether those are left out on which something stands.
    pub on_empty: bool,
    /// Lays a piece of each sort on a given cell.
    pub put: Vec<Code>,
}

/// What happens where a stage offers no action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnEmpty {
    /// There is no move.
    Stuck,
    /// The turn goes on without it.
    Skip(Next),
}

/// What follows an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The turn is over.
    End,
    /// Another stage of the same turn.
    Stage(u16),
    /// The setup is complete: the first turn begins.
    Start,
}

/// An action that a stage offers: a move with some of its picks bound, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What.
    pub sort: ChoiceKind,
    /// What follows.
    pub next: Next,
    /// Whether what follows must be possible for the action to be legal.
    pub must_complete: bool,
    /// Whether nature makes it.
    pub by_lot: bool,
}

/// What a choice is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceKind {
    /// Do nothing.
    Pass,
    /// A scatter of the setup, by its place in [`Plan::scatters`]: a piece of one of its sorts, or none, comes on its next cell.
    Scatter(u16),
    /// A move again and again as one action.
    Chain {
        /// Which.
        rule: MoveId,
        /// How many picks each link has; all but the first link's first are part of the action.
        picks: u8,
        /// Emits the first links.
        generate: Code,
        /// Emits the links that follow the one made last.
        follow: Code,
        /// Makes the changes of one link.
        apply: Code,
        /// What the end of the chain does, where it does something.
        finish: Option<Finish>,
        /// The place of the pick that is the next link's first.
        from: u8,
        /// Which of its chains may be played.
        which: Chains,
    },
    /// A move.
    Move {
        /// Which.
        rule: MoveId,
        /// How many picks it has.
        picks: u8,
        /// Emits every legal action.
        generate: Code,
        /// Emits candidates cheaply, among them every legal action.
        propose: Code,
        /// Emits the action of a candidate's picks, if its own conditions allow it; where there is none, they allow every one.
        confirm: Option<Code>,
        /// Whether given picks are legal: 1 or 0.
        test: Code,
        /// Makes the changes for given picks.
        apply: Code,
    },
}

impl ChoiceKind {
    /// The move that it makes, where it is one.
    pub fn rule(self) -> Option<MoveId> {
        match self {
            ChoiceKind::Move { rule, .. } | ChoiceKind::Chain { rule, .. } => Some(rule),
            ChoiceKind::Pass | ChoiceKind::Scatter(_) => None,
        }
    }
}

/// The last link of a chain at whose end something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// Whether the chain may end with given picks, 1 or 0; it may where there is none.
    pub test: Option<Code>,
    /// Makes the changes of the last link, and those of the end.
    pub apply: Code,
}

/// An end clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndPlan {
    /// Its name.
    pub name: String,
    /// Whether it is looked at after each action.
    pub after_action: bool,
    /// Whether it holds, by the role to act.
    pub when: Table<PlayerId, Code>,
    /// The results.
    pub results: Vec<ResultPlan>,
}

/// A rule about repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepetitionPlan {
    /// What is compared with what.
    pub compare: Compare,
    /// The how-manieth occurrence it is about, at least the second.
    pub times: u32,
    /// What must hold as well, by the role to act; nothing where none is given.
    pub when: Option<Table<PlayerId, Code>>,
    /// The results; where there are none, the move that repeats is not allowed.
    pub results: Option<Vec<ResultPlan>>,
}

impl RepetitionPlan {
    /// Whether it forbids the move that repeats.
    pub fn is_illegal(&self) -> bool {
        self.results.is_none()
    }
}

/// A result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultPlan {
    /// Whether it counts, by the role to act; always where none is given.
    pub when: Option<Table<PlayerId, Code>>,
    /// Who wins.
    pub sort: ResultKind,
}

/// Who wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultKind {
    /// Nobody.
    Draw,
    /// The player that the code gives, by the role to act; or everybody else, where `loses`.
    Player {
        /// The player.
        who: Table<PlayerId, Code>,
        /// Whether that player loses.
        loses: bool,
    },
    /// The players of the mask that the code gives, by the role to act; or all others, where they `lose`.
    Players {
        /// The mask.
        who: Table<PlayerId, Code>,
        /// Whether those players lose.
        lose: bool,
    },
    /// The player whose key is highest, or lowest.
    Rank {
        /// The key of each player.
        keys: Table<PlayerId, Code>,
        /// Whether keys are lists.
        lists: bool,
        /// Whether the lowest wins.
        lowest: bool,
    },
}

/// A question about a position, by the role to act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// For each role in the place of `me`.
    pub by_player: Table<PlayerId, QuestionCode>,
}

/// Code that answers a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuestionCode {
    /// The code.
    pub code: Code,
    /// What its result means.
    pub gives: Gives,
}

/// What the result of code means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// 1 or 0.
    Truth,
    /// A number, times this.
    Number(i64),
    /// A list of numbers, each times this.
    Numbers(i64),
    /// A cell, -1 for nowhere.
    Cell,
    /// A list of cells.
    Cells,
    /// A player, -1 for nobody.
    Player,
    /// A kind, -1 for none.
    Kind,
    /// A mask of kinds.
    Kinds,
    /// A direction, -1 for none.
    Direction,
    /// A mask of directions.
    Directions,
}

impl Choice {
    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.sort == ChoiceKind::Pass
    }
}
