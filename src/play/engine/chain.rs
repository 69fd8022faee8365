//! Chains: a move again and again as one action, as long as it can go on, or as the player likes.

use super::action::{Action, ActionList, MAX_PICKS};
use super::core::State;
use super::emit::Emitter;
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::{ChoiceKind, Code, Finish};
use rulebook_language::model::{Chains, MoveId};

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
    /// What the last link does, where the end of the chain does something.
    pub finish: Option<Finish>,
    /// The pick that the next link goes on from.
    pub from: u8,
    /// Which of them count.
    pub which: Chains,
}

impl Chain {
    /// The chain of a choice, if it is one.
    pub fn of(sort: ChoiceKind) -> Option<Self> {
        match sort {
            ChoiceKind::Chain { rule, picks, generate, follow, apply, finish, from, which } => {
                Some(Chain { rule, picks, generate, follow, apply, finish, from, which })
            }
            _ => None,
        }
    }

    /// Whether a chain that may end may still be illegal.
    pub fn may_fail(self) -> bool {
        self.finish.is_some_and(|finish| finish.test.is_some())
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
        let mut best = 0;
        let mut so_far = Vec::new();
        if chain.which != Chains::Longest {
            self.extend(shared, index, chain, &mut so_far, list, &mut best, usize::MAX)?;
            return Ok(());
        }
        let mut found = self.lists.pop().unwrap_or_default();
        found.clear();
        self.extend(shared, index, chain, &mut so_far, &mut found, &mut best, usize::MAX)?;
        for at in 0..found.len() {
            let picks = found.picks(at);
            if picks.len() == best {
                list.push(index, picks.iter().copied());
            }
        }
        self.lists.push(found);
        Ok(())
    }

    /// Whether there is any chain: the first one that is found says so.
    pub fn some_chain(&mut self, shared: &Shared<W>, index: u16, chain: Chain) -> Result<bool, Fault> {
        let mut found = self.lists.pop().unwrap_or_default();
        found.clear();
        let searched = self.extend(shared, index, chain, &mut Vec::new(), &mut found, &mut 0, 1);
        let some = !found.is_empty();
        self.lists.push(found);
        searched.map(|_| some)
    }

    /// Adds the chains that begin with these links, until there are enough, and says whether there are further links.
    #[expect(
        clippy::too_many_arguments,
        reason = "what is the same for all links stands beside what changes with each"
    )]
    fn extend(
        &mut self,
        shared: &Shared<W>,
        index: u16,
        chain: Chain,
        so_far: &mut Vec<u16>,
        found: &mut ActionList,
        best: &mut usize,
        enough: usize,
    ) -> Result<bool, Fault> {
        let code = if so_far.is_empty() { chain.generate } else { chain.follow };
        let mut links = self.lists.pop().unwrap_or_default();
        links.clear();
        let mut emitter = Emitter::Actions { list: &mut links, choice: index, picks: chain.picks, stop_at: usize::MAX };
        self.run(shared, code, &[], Some(&mut emitter))?;
        for at in 0..links.len() {
            let link = links.picks(at);
            let mark = self.memory.mark();
            let length = so_far.len();
            let skip = usize::from(length > 0);
            so_far.extend_from_slice(&link[skip..]);
            if so_far.len() > MAX_PICKS {
                return Err(Fault::Picks { most: MAX_PICKS, rule: Some(chain.rule) });
            }
            self.link(shared, chain, link)?;
            let goes_on = self.extend(shared, index, chain, so_far, found, best, enough)?;
            self.memory.rollback(mark);
            if (!goes_on || chain.which == Chains::Any) && self.may_end(shared, chain, link)? {
                *best = (*best).max(so_far.len());
                found.push(index, so_far.iter().copied());
                if found.len() > super::MAX_ACTIONS {
                    return Err(Fault::Actions(super::MAX_ACTIONS));
                }
            }
            so_far.truncate(length);
            if found.len() >= enough {
                break;
            }
        }
        let some = !links.is_empty();
        self.lists.push(links);
        Ok(some)
    }

    /// Whether what is done at the end allows a chain to end with this link, before it is made.
    fn may_end(&mut self, shared: &Shared<W>, chain: Chain, picks: &[u16]) -> Result<bool, Fault> {
        match chain.finish.and_then(|finish| finish.test) {
            Some(test) => Ok(self.run(shared, test, picks, None)? != 0),
            None => Ok(true),
        }
    }

    /// Makes one link's changes.
    fn link(&mut self, shared: &Shared<W>, chain: Chain, picks: &[u16]) -> Result<(), Fault> {
        self.linked(shared, chain, chain.apply, picks)
    }

    fn linked(&mut self, shared: &Shared<W>, chain: Chain, apply: Code, picks: &[u16]) -> Result<(), Fault> {
        self.run(shared, apply, picks, None)?;
        for (pick, value) in (0u8..).zip(picks) {
            self.memory.set(shared.plan.layout.last_pick(chain.rule, pick), u64::from(*value) + 1);
        }
        Ok(())
    }

    /// Makes the changes of the first links of a chain.
    pub fn apply_links(&mut self, shared: &Shared<W>, chain: Chain, action: &Action) -> Result<(), Fault> {
        for link in chain.links(action.picks()) {
            self.link(shared, chain, &link)?;
        }
        Ok(())
    }

    /// Makes the changes of a whole chain.
    pub fn apply_chain(&mut self, shared: &Shared<W>, chain: Chain, action: &Action) -> Result<(), Fault> {
        let Some(finish) = chain.finish else { return self.apply_links(shared, chain, action) };
        let mut links = chain.links(action.picks()).peekable();
        while let Some(link) = links.next() {
            let apply = if links.peek().is_some() { chain.apply } else { finish.apply };
            self.linked(shared, chain, apply, &link)?;
        }
        Ok(())
    }
}
