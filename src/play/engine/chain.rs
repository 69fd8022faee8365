//! Chains: a move again and again as one action, as long as it can go on.

use super::action::{Action, ActionList, MAX_PICKS};
use super::core::State;
use super::emit::Emitter;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::{ChoiceKind, Code};
use rulebook_language::model::MoveId;

/// A chain's parts.
#[derive(Clone, Copy)]
pub struct Chain {
    /// The move.
    pub rule: MoveId,
    /// Picks a link.
    pub picks: u8,
    /// Emits first links.
    pub generate: Code,
    /// Emits further links.
    pub follow: Code,
    /// Makes a link's changes.
    pub apply: Code,
    /// The pick that the next link goes on from.
    pub from: u8,
    /// Whether only the longest count.
    pub longest: bool,
}

impl Chain {
    /// The chain of a choice, if it is one.
    pub fn of(sort: ChoiceKind) -> Option<Self> {
        match sort {
            ChoiceKind::Chain { rule, picks, generate, follow, apply, from, longest } => {
                Some(Chain { rule, picks, generate, follow, apply, from, longest })
            }
            _ => None,
        }
    }

    /// The picks of each link of an action.
    pub fn links(self, picks: &[u16]) -> impl Iterator<Item = Vec<u16>> + '_ {
        let each = usize::from(self.picks).max(1);
        let more = each - 1;
        let mut at = 0;
        let mut next = None;
        std::iter::from_fn(move || {
            let mut link = Vec::with_capacity(each);
            if let Some(first) = next {
                link.push(first);
            }
            let wanted = if next.is_some() { more } else { each };
            if wanted == 0 || at + wanted > picks.len() {
                return None;
            }
            link.extend_from_slice(&picks[at..at + wanted]);
            at += wanted;
            next = link.get(usize::from(self.from)).copied();
            Some(link)
        })
    }
}

impl<const W: usize> State<W> {
    /// Adds every chain, or the longest ones, to the list.
    pub fn offer_chains(
        &mut self,
        shared: &Shared<W>,
        index: u16,
        chain: Chain,
        list: &mut ActionList,
    ) -> Result<(), Fault> {
        let first = list.len();
        let mut best = 0;
        let mut so_far = Vec::new();
        let mut found = ActionList::new();
        self.extend(shared, index, chain, &mut so_far, &mut found, &mut best)?;
        for action in found.iter() {
            if !chain.longest || usize::from(action.count) == best {
                list.push(index, action.picks().iter().copied());
            }
        }
        debug_assert!(list.len() >= first, "lists only grow here");
        Ok(())
    }

    fn extend(
        &mut self,
        shared: &Shared<W>,
        index: u16,
        chain: Chain,
        so_far: &mut Vec<u16>,
        found: &mut ActionList,
        best: &mut usize,
    ) -> Result<(), Fault> {
        let code = if so_far.is_empty() { chain.generate } else { chain.follow };
        let mut links = ActionList::new();
        let mut emitter = Emitter::Actions { list: &mut links, choice: index, picks: chain.picks, stop_at: usize::MAX };
        self.run(shared, code, &[], Some(&mut emitter))?;
        if links.is_empty() && !so_far.is_empty() {
            *best = (*best).max(so_far.len());
            found.push(index, so_far.iter().copied());
            if found.len() > super::MAX_ACTIONS {
                return Err(Fault::Actions(super::MAX_ACTIONS));
            }
        }
        for link in links.iter() {
            let mark = self.memory.mark();
            let length = so_far.len();
            let skip = usize::from(length > 0);
            so_far.extend_from_slice(&link.picks()[skip..]);
            if so_far.len() > MAX_PICKS {
                return Err(Fault::Picks { most: MAX_PICKS, rule: Some(chain.rule) });
            }
            self.link(shared, chain, link.picks())?;
            self.extend(shared, index, chain, so_far, found, best)?;
            so_far.truncate(length);
            self.memory.rollback(mark);
        }
        Ok(())
    }

    /// Makes one link's changes.
    fn link(&mut self, shared: &Shared<W>, chain: Chain, picks: &[u16]) -> Result<(), Fault> {
        self.run(shared, chain.apply, picks, None)?;
        for (pick, value) in (0u8..).zip(picks) {
            self.memory.set(shared.plan.layout.last_pick(chain.rule, pick), u64::from(*value) + 1);
        }
        Ok(())
    }

    /// Makes the changes of a whole chain.
    pub fn apply_chain(&mut self, shared: &Shared<W>, chain: Chain, action: &Action) -> Result<(), Fault> {
        for link in chain.links(action.picks()) {
            self.link(shared, chain, &link)?;
        }
        Ok(())
    }
}
