//! Why: running code with probes, and what else an explanation needs that playing does not.

use super::action::{Action, ActionList};
use super::changes::{Change, changes, pieces};
use super::fault::Fault;
use super::position::Position;
use super::watch::ProbedNode;
use crate::plan::{ChoiceKind, ChoiceProbes, Code, Probes};
use rulebook_language::model::PlayerId;
use rulebook_language::util::Id;

/// Code that was watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watched {
    /// What it gave: of a condition or test 1 or 0.
    pub result: i64,
    /// What was worked out, in order.
    pub seen: Vec<ProbedNode>,
    /// How many steps it took.
    pub steps: u64,
}

impl Position {
    /// The probes of an explaining plan; nothing of a plain one.
    pub fn probes(&self) -> Option<&Probes> {
        self.plan.probes.as_ref()
    }

    /// Runs code of an explaining plan for given picks and takes its changes back.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn watch(&mut self, code: Code, picks: &[u16]) -> Result<Watched, Fault> {
        self.core.watch(code, picks)
    }

    /// The same for a further link of a chain, of which the links before are given.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn watch_link(&mut self, choice: u16, before: &[u16], code: Code, picks: &[u16]) -> Result<Watched, Fault> {
        self.core.watch_link(choice, before, code, picks)
    }

    /// Watches the changes that an action makes: of each link, or of the action as a whole, its picks and what was seen.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn watch_action(&mut self, action: &Action, probes: ChoiceProbes) -> Result<Vec<(Vec<u16>, Watched)>, Fault> {
        let links = self.links(self.role_to_act(), action);
        let (count, mut done, mut seen) = (links.len(), Vec::new(), Vec::new());
        for (index, picks) in links.into_iter().enumerate() {
            let apply = probes.link(index, count);
            let watched = match index {
                0 => self.watch(apply, &picks)?,
                _ => self.watch_link(action.choice(), &done, apply, &picks)?,
            };
            done.extend(picks.iter().skip(usize::from(index > 0)));
            seen.push((picks, watched));
        }
        Ok(seen)
    }

    /// The probed code of a choice of a role.
    pub fn choice_probes(&self, role: PlayerId, choice: u16) -> Option<ChoiceProbes> {
        *self.probes()?.roles.get(role)?.choices.get(usize::from(choice))?
    }

    /// The probed code of what every pass of a role does.
    pub fn pass_probes(&self, role: PlayerId) -> Option<Code> {
        self.probes()?.roles.get(role)?.pass
    }

    /// The actions that the stage at hand offers, also where an end clause has ended the game.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn offered(&mut self) -> Result<&ActionList, Fault> {
        self.core.offered()
    }

    /// The legal chains of a choice: the longest only, where it says so, or all.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn chains(&mut self, choice: u16, all: bool) -> Result<ActionList, Fault> {
        self.core.chains(choice, all)
    }

    /// An action of a choice with picks, legal or not; `u16::MAX` is nowhere, of what is written beside the picks.
    pub fn action(choice: u16, picks: &[u16]) -> Action {
        Action::plain(choice).with_picks(picks)
    }

    /// The stage of the turn at hand, by its place among the role's; nothing where no turn applies.
    pub fn stage(&self) -> Option<u16> {
        (self.word(self.plan.layout.system.stage) as u16).checked_sub(1)
    }

    /// Whether the seats are exchanged.
    pub fn is_swapped(&self) -> bool {
        self.word(self.plan.layout.system.swapped) == 1
    }

    /// Whether some action of the turn was made already.
    pub fn mid_turn(&self) -> bool {
        self.word(self.plan.layout.system.mid_turn) == 1
    }

    /// The ends of turns, 0 the start of the game, whose position a repetition rule, by its place, holds to be the one at hand; the
    /// turn at hand has just ended.
    pub fn repeated(&self, rule: usize) -> Vec<usize> {
        self.core.repeated(rule)
    }

    /// What differs between this position and a later one of the same game.
    pub fn changes_to(&self, later: &Position) -> Vec<Change> {
        let (before, after) = (self.core.memory().words(), later.core.memory().words());
        changes(&self.plan.layout, &self.game.board, self.game.players.len(), before, after)
    }

    /// Whether an action is the change of seats, or going no further.
    pub fn is_special(&self, action: &Action) -> bool {
        action.choice >= Action::STOP
    }

    /// To go no further.
    pub fn stop() -> Action {
        Action::plain(Action::STOP)
    }

    /// The picks of each link of a chain, and those of any other action as they are.
    pub fn links(&self, role: PlayerId, action: &Action) -> Vec<Vec<u16>> {
        let sort = self.plan.roles.get(role).and_then(|role| role.choices.get(usize::from(action.choice)));
        match sort.map(|choice| choice.sort) {
            Some(sort @ ChoiceKind::Chain { .. }) => super::chain::Chain::of(sort)
                .into_iter()
                .flat_map(|c| c.links(action.picks()).collect::<Vec<_>>())
                .collect(),
            _ => vec![action.picks().to_vec()],
        }
    }

    /// The pieces on a cell in words of the memory.
    pub(super) fn pieces_of(&self, cell: rulebook_language::topology::CellId) -> Vec<super::changes::Piece> {
        debug_assert!(cell.index() < self.game.board.slots(), "a cell of the board");
        pieces(&self.plan.layout, self.game.players.len(), self.core.memory().words(), cell)
    }
}
