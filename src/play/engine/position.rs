//! The position that everybody else uses: whatever the size of the board, one type.

use std::sync::Arc;

use super::action::{Action, ActionList};
use super::core::{Core, Game as Running};
use super::current_line::CurrentLine;
use super::fault::{Fault, PlayError};
use super::luck::Chance;
use super::outcome::{Outcome, SeatResult};
use crate::plan::{Plan, Stage};
use rulebook_language::model::{CounterId, Game, KindId, MarkId, PlayerId};
use rulebook_language::topology::CellId;
use rulebook_language::util::{Id, Rng};

/// Who answers the questions that have a fast answer and a plain one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaves {
    /// The native code.
    #[default]
    Native,
    /// The reference, which is plain and slow.
    Reference,
}

/// A game in progress.
pub struct Position {
    pub(super) game: Arc<Game>,
    pub(super) plan: Arc<Plan>,
    pub(super) core: Box<dyn Core>,
}

/// The engine for boards of at most so many words.
macro_rules! core_for {
    ($game:expr, $plan:expr, $leaves:expr, $($words:literal)+) => {
        match $plan.board.words() {
            $(words if words <= $words => Box::new(Running::<$words>::new($game, $plan, $leaves)) as Box<dyn Core>,)+
            _ => Box::new(Running::<64>::new($game, $plan, $leaves)),
        }
    };
}

impl Position {
    /// Has the code of a plan that marks its lines say which one it is at, here and in copies of this position.
    pub fn show_lines(&mut self, line: &CurrentLine) {
        self.core.show_lines(line);
    }

    /// The start of a game, whose plan is given too.
    pub fn new(game: Arc<Game>, plan: Arc<Plan>) -> Self {
        Position::with_leaves(game, plan, Leaves::Native)
    }

    /// The start of a game, with native code or the reference.
    pub fn with_leaves(game: Arc<Game>, plan: Arc<Plan>, leaves: Leaves) -> Self {
        let core = core_for!(&game, &plan, leaves, 1 2 3 4 6 10 16);
        Position { game, plan, core }
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Its plan.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The legal actions. There is none if, and only if, the game is over.
    ///
    /// # Errors
    /// If the rules take too long to evaluate, or allow too many actions.
    pub fn legal(&mut self) -> Result<&ActionList, Fault> {
        self.core.legal()
    }

    /// A uniformly random legal action; nothing where the game is over, which [`Position::outcome`] then knows. It needs no list
    /// of the legal actions, and may be far cheaper than [`Position::legal`].
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn random_action(&mut self, rng: &mut Rng) -> Result<Option<Action>, Fault> {
        self.core.random(rng)
    }

    /// Copies the legal actions into a list that is used again and again.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn legal_into(&mut self, list: &mut ActionList) -> Result<(), Fault> {
        list.copy_from(self.core.legal()?);
        Ok(())
    }

    /// The actions that a legal one stands for, since they lead to the same position, each with the place of that one among
    /// [`Position::legal`]; none where the game does not say that alike actions are one.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn alike(&mut self) -> Result<&[(Action, u32)], Fault> {
        self.core.legal()?;
        Ok(self.core.alike())
    }

    /// How the game ended, if it is over.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn outcome(&mut self) -> Result<Option<Outcome>, Fault> {
        self.core.outcome()
    }

    /// The end clauses that hold, by their places among [`Game::ends`], whichever decides.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn clauses_holding(&mut self) -> Result<Vec<usize>, Fault> {
        self.core.clauses_holding()
    }

    /// Whether one of the game's invariants, by its place among them, holds here.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn holds(&mut self, invariant: usize) -> Result<bool, Fault> {
        self.core.holds(invariant)
    }

    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal here, or the rules cannot be evaluated; the position is as before then.
    pub fn play(&mut self, action: &Action) -> Result<(), PlayError> {
        if self.outcome()?.is_some() {
            return Err(PlayError::Over);
        }
        if !self.legal()?.contains(action) {
            return Err(PlayError::Illegal(self.written(action)));
        }
        Ok(self.core.play(action)?)
    }

    /// Plays an action that came from [`Position::legal`] of this very position. Another one leaves a position that means
    /// nothing, or panics.
    ///
    /// # Errors
    /// If what follows in the turn cannot be evaluated; the position is as before then.
    pub fn play_unchecked(&mut self, action: &Action) -> Result<(), Fault> {
        self.core.play(action)
    }

    /// Lays what the setup scatters here, at most so many pieces, as [`Position::random_action`] and [`Position::play_unchecked`] would
    /// one by one, and forgets what was played. `see` is shown each action, with how many there could have been. Gives how many
    /// were laid: none where something else is to be done.
    ///
    /// # Errors
    /// If what is put cannot be evaluated, or there are more pieces than cells: the position means nothing then.
    pub fn lay_rest(&mut self, rng: &mut Rng, most: u32, see: &mut dyn FnMut(&Action, usize)) -> Result<u32, Fault> {
        self.core.lay_rest(rng, most, see)
    }

    /// Takes the last action back; false at the start.
    pub fn undo(&mut self) -> bool {
        self.core.undo()
    }

    /// Whether the action's picks meet the conditions of its move, by the test that looks at one action alone. It does not ask
    /// whether another move has a stronger claim.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn allows(&mut self, action: &Action) -> Result<bool, Fault> {
        self.core.allows(action)
    }

    /// Lets each question take so many steps of the evaluator from here on, where [`MAX_STEPS`](super::MAX_STEPS) is the most.
    /// What is given up for that says [`Fault::Steps`], too.
    pub fn allow(&mut self, steps: u64) {
        self.core.allow(steps);
    }

    /// The steps of the evaluator that all questions so far took, from the setup on: a measure of the work that is the same
    /// on every machine.
    pub fn spent(&self) -> u64 {
        self.core.spent()
    }

    /// The role to act.
    pub fn role_to_act(&self) -> PlayerId {
        PlayerId(self.word(self.plan.layout.system.to_act) as u8)
    }

    /// The seat whose turn it is, also while nature acts.
    pub fn seat_in_turn(&self) -> u8 {
        self.seat_of_role(self.role_to_act())
    }

    /// The seat to act, from 1: seat 1 moved first; 0 where nature acts.
    pub fn seat_to_act(&self) -> u8 {
        if self.is_chance() { 0 } else { self.seat_in_turn() }
    }

    /// Whether nature acts: the legal actions are what can come up, each as likely as [`Position::chance`] says.
    pub fn is_chance(&self) -> bool {
        self.plan.has_luck && self.stage_at().is_some_and(|stage| stage.lot.is_some())
    }

    /// Whether the setup is not complete: what it leaves to chance comes before the first turn.
    pub fn in_setup(&self) -> bool {
        let at = self.word(self.plan.layout.system.stage).checked_sub(1);
        self.role_to_act().0 == 0 && at.zip(self.plan.first_deal).is_some_and(|(at, first)| at >= u64::from(first))
    }

    fn stage_at(&self) -> Option<&Stage> {
        let at = self.word(self.plan.layout.system.stage).checked_sub(1)?;
        self.plan.roles.get(self.role_to_act())?.stages.get(at as usize)
    }

    /// The odds of the legal actions, in their order, where nature acts; nothing where a player does, or the game is over.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn chance(&mut self) -> Result<Option<Chance<'_>>, Fault> {
        self.core.chance()
    }

    /// The role that a seat plays now, seats counted from 1.
    pub fn role_of_seat(&self, seat: u8) -> PlayerId {
        self.exchanged(PlayerId(seat.saturating_sub(1)))
    }

    /// The seat that plays a role now, from 1.
    pub fn seat_of_role(&self, role: PlayerId) -> u8 {
        self.exchanged(role).0 + 1
    }

    fn exchanged(&self, id: PlayerId) -> PlayerId {
        if self.word(self.plan.layout.system.swapped) == 1 { PlayerId(1 - id.0.min(1)) } else { id }
    }

    /// The seat that won, from 1; 0 for a draw or several winners; nothing for a game that has no result.
    pub fn winning_seat(&self, outcome: &Outcome) -> Option<u8> {
        match outcome.winners.as_slice() {
            _ if outcome.stuck => None,
            [winner] => Some(self.seat_of_role(*winner)),
            _ => Some(0),
        }
    }

    /// Who won, by seat; nothing for a game that has no result.
    pub fn seat_result(&self, outcome: &Outcome) -> Option<SeatResult> {
        let seats = outcome.winners.iter().map(|winner| self.seat_of_role(*winner)).collect();
        (!outcome.stuck).then(|| SeatResult::of(seats))
    }

    /// How many actions were played, those of the setup counted.
    pub fn ply(&self) -> u32 {
        let system = self.plan.layout.system;
        let dealt = if self.plan.first_deal.is_some() { self.word(system.dealt) } else { 0 };
        (self.word(system.plies) + dealt) as u32
    }

    /// How many turns were played.
    pub fn turn(&self) -> u32 {
        self.word(self.plan.layout.system.turns) as u32
    }

    /// The hash of the position: equal positions have equal ones.
    pub fn hash(&self) -> u64 {
        self.core.memory().hash()
    }

    /// The same hash, worked out afresh.
    pub fn fresh_hash(&self) -> u64 {
        self.core.memory().fresh_hash()
    }

    /// The words that identify the position, in the order of the plan's layout.
    pub fn words(&self) -> &[u64] {
        &self.core.memory().words()[..self.plan.layout.position as usize]
    }

    /// All words of the memory, in the order of the plan's layout: those of [`Position::words`], the numbers of turns and
    /// plies played, and copies.
    pub fn memory(&self) -> &[u64] {
        self.core.memory().words()
    }

    /// The position of the same game with these words for its memory, as [`Position::memory`] gives them, without a past.
    #[must_use]
    pub fn with_memory(&self, words: &[u64]) -> Position {
        let mut position = self.clone();
        position.core.load(&words[..words.len().min(self.memory().len())]);
        position
    }

    /// Goes on from where the memory has these words, as [`Position::memory`] gives them, with positions at the ends of earlier turns, as
    /// [`Position::past`] gives them, and forgets what was played.
    pub fn resume(&mut self, words: &[u64], past: &[Vec<u64>]) {
        self.core.resume(&words[..words.len().min(self.memory().len())], past);
    }

    /// The positions at the start and at the ends of the turns so far, oldest first, where a repetition rule needs them: of
    /// each the words that repetitions compare, and the role to act.
    pub fn past(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        self.core.past().positions()
    }

    pub(super) fn word(&self, at: u32) -> u64 {
        self.core.memory().get(at)
    }

    pub(super) fn has(&self, plane: u32, cell: CellId) -> bool {
        self.word(plane + cell.index() as u32 / 64) >> (cell.index() % 64) & 1 == 1
    }

    /// Whether a cell carries a mark.
    pub fn is_marked(&self, mark: MarkId, cell: CellId) -> bool {
        self.plan.layout.marks.get(mark.index()).is_some_and(|plane| self.has(*plane, cell))
    }

    /// The value of a counter: of one for each player or cell, of the player or slot with this number; else number 0 is the game's.
    pub fn counter(&self, counter: CounterId, of: usize) -> i64 {
        self.plan.layout.counters.get(counter.index()).map_or(0, |at| self.word(at + of as u32) as i64)
    }

    /// Who owns the piece on a cell; nobody of an empty cell or a neutral piece.
    pub fn owner(&self, cell: CellId) -> Option<PlayerId> {
        self.game.players.ids().find(|player| self.has(self.plan.layout.owner(*player), cell))
    }

    /// The pieces on a cell, the top one first, each with its owner, if any player owns it, and its kind.
    pub fn pieces(&self, cell: CellId) -> Vec<(Option<PlayerId>, KindId)> {
        self.pieces_of(cell)
    }

    /// The kind of the piece on a cell.
    pub fn kind(&self, cell: CellId) -> Option<KindId> {
        let layout = &self.plan.layout;
        let occupied = (0..u32::from(layout.owners)).any(|owner| self.has(owner * layout.words, cell));
        if !occupied {
            return None;
        }
        self.game.kinds.ids().find(|kind| layout.kind(*kind).is_none_or(|plane| self.has(plane, cell)))
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position { game: Arc::clone(&self.game), plan: Arc::clone(&self.plan), core: self.core.boxed_clone() }
    }
}
