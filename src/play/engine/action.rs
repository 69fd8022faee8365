//! Actions and lists of them.

use rulebook_language::util::Rng;

/// The most legal actions of one position.
pub const MAX_ACTIONS: usize = 1 << 20;
/// How many picks an action has at most: those of a move, or those of a chain's links together.
pub const MAX_PICKS: usize = rulebook_language::model::MAX_CHAIN_PICKS;
/// As many picks stand in the action itself: of nearly every action all.
pub(super) const NEAR: usize = 32;

/// One action: a choice of the stage at hand with its picks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// The choice, by its place among the role's choices; [`Action::SWAP`] or [`Action::STOP`].
    pub(super) choice: u16,
    picks: Picks,
}

/// The picks of an action; those of a long chain stand elsewhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Picks {
    /// At most [`NEAR`]: how many, and past those zeros.
    Near(u8, [u16; NEAR]),
    /// More.
    Far(Box<[u16]>),
}

impl Action {
    /// The choice that changes seats.
    pub(super) const SWAP: u16 = u16::MAX;
    /// The choice to go on without a further action of the turn.
    pub(super) const STOP: u16 = u16::MAX - 1;

    /// An action without picks.
    pub(super) fn plain(choice: u16) -> Self {
        Action { choice, picks: Picks::Near(0, [0; NEAR]) }
    }

    /// A choice of the role to act with its picks, legal or not. Of more than there can be, the first.
    pub fn of(choice: u16, picks: &[u16]) -> Self {
        let picks = &picks[..picks.len().min(MAX_PICKS)];
        if picks.len() > NEAR {
            return Action { choice, picks: Picks::Far(picks.into()) };
        }
        let mut near = [0; NEAR];
        near[..picks.len()].copy_from_slice(picks);
        Action { choice, picks: Picks::Near(picks.len() as u8, near) }
    }

    /// Which choice of the role to act this is, by its place among them; past the last one for a change of seats and the like.
    pub fn choice(&self) -> u16 {
        self.choice
    }

    /// Whether it is a change of seats.
    pub fn is_swap(&self) -> bool {
        self.choice == Action::SWAP
    }

    /// Whether it is made by one of the role's choices: no change of seats, and no end of a turn.
    pub fn is_of_a_choice(&self) -> bool {
        self.choice < Action::STOP
    }

    /// The same choice with other picks, legal or not. Of more than there can be, the first.
    #[must_use]
    pub fn with_picks(&self, picks: &[u16]) -> Self {
        Action::of(self.choice, picks)
    }

    /// Appends the action as a few numbers, which [`Action::unpack`] reads back.
    pub fn pack(&self, out: &mut Vec<u16>) {
        out.push(self.choice);
        out.extend_from_slice(self.picks());
    }

    /// The action of these numbers.
    pub fn unpack(packed: &[u16]) -> Self {
        packed.split_first().map_or_else(|| Action::plain(Action::STOP), |(choice, picks)| Action::of(*choice, picks))
    }

    /// What was picked, in order: slots of cells, or numbers of directions or players.
    pub fn picks(&self) -> &[u16] {
        match &self.picks {
            Picks::Near(count, picks) => &picks[..usize::from(*count)],
            Picks::Far(picks) => picks,
        }
    }
}

/// Actions, packed; filled again and again without allocating.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionList {
    /// The choice of each action, and where its picks begin.
    heads: Vec<(u16, u32)>,
    picks: Vec<u16>,
}

impl ActionList {
    /// An empty list.
    pub fn new() -> Self {
        ActionList::default()
    }

    /// How many actions.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Action number `index`, from 0.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn get(&self, index: usize) -> Action {
        let (choice, picks) = self.parts(index);
        Action::of(choice, picks)
    }

    /// Appends action number `index` as [`Action::pack`] does.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn pack(&self, index: usize, out: &mut Vec<u16>) {
        let (choice, picks) = self.parts(index);
        out.push(choice);
        out.extend_from_slice(picks);
    }

    /// The choice and the picks of an action.
    fn parts(&self, index: usize) -> (u16, &[u16]) {
        let (choice, start) = self.heads[index];
        let end = self.heads.get(index + 1).map_or(self.picks.len(), |(_, next)| *next as usize);
        (choice, &self.picks[start as usize..end])
    }

    /// The picks of action number `index`.
    pub(super) fn picks(&self, index: usize) -> &[u16] {
        self.parts(index).1
    }

    /// The actions in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// A uniformly random one of them; nothing where there is none.
    pub fn random(&self, rng: &mut Rng) -> Option<Action> {
        (!self.is_empty()).then(|| self.get(rng.below(self.len() as u32) as usize))
    }

    /// Whether the action is among them.
    pub fn contains(&self, action: &Action) -> bool {
        (0..self.len()).any(|index| self.parts(index) == (action.choice, action.picks()))
    }

    pub(super) fn clear(&mut self) {
        self.heads.clear();
        self.picks.clear();
    }

    pub(super) fn push(&mut self, choice: u16, picks: impl Iterator<Item = u16>) {
        self.heads.push((choice, self.picks.len() as u32));
        self.picks.extend(picks);
    }

    pub(super) fn copy_from(&mut self, other: &ActionList) {
        self.heads.clone_from(&other.heads);
        self.picks.clone_from(&other.picks);
    }
}
