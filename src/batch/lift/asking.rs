//! What is asked of the plan, while a game is lifted.

use rustc_hash::FxHashMap;

use crate::not_batchable::NotBatchable;
use crate::op::Reg;
use crate::questions::AskedTier;
use rulebook_language::model::LocalId;
use rulebook_play::plan::{Given, Inquiry};

/// What the plan is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asks {
    /// Nothing.
    #[default]
    Nothing,
    /// What expressions come to.
    Answers,
    /// And to play tiers of actions.
    Tiers,
}

/// What is asked of the plan.
#[derive(Default)]
pub struct Asking<'g> {
    /// What may be asked of it.
    pub what: Asks,
    /// The lanes in which the answers to what is at hand matter.
    pub within: Option<Reg>,
    /// Whether the code at hand is between actions.
    pub between_actions: bool,
    /// The questions.
    pub all: Vec<Inquiry<'g>>,
    /// Why they are asked.
    pub why: Vec<NotBatchable>,
    /// The tiers that it plays.
    pub tiers: Vec<AskedTier>,
    /// Why it plays them.
    pub why_played: Vec<NotBatchable>,
    /// What positions are told: the registers that last, with what is told in them, of sets and of numbers.
    pub told: FxHashMap<Told, u16>,
}

/// Names, with what they are bound to.
pub type Names = Vec<(LocalId, Given)>;

/// What positions are told, of sets and of numbers: in which register, and from which.
pub type Told = [Vec<(Reg, Reg)>; 2];
