//! Legal actions without a list of them: a candidate is drawn from the cheap superset that `propose` code emits, tested, and
//! thrown away for good if it is not legal. What is left when one is legal was drawn uniformly among the legal ones.

use super::action::{Action, MAX_ACTIONS, NEAR};
use super::chain::Chain;
use super::core::State;
use super::emit::{Emitter, Members, PickStep};
use super::fault::Fault;
use super::shared::Shared;
use crate::plan::ChoiceKind;
use rulebook_language::model::{MoveId, PlayerId};
use rulebook_language::util::{Bits, Rng};

/// What is still to be seen to before a candidate is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// Nothing.
    Sure,
    /// Its own test.
    Untested,
    /// That there is another legal action: to stop, or to change seats, is offered beside others alone.
    Beside,
}

/// Candidates that differ in their last pick alone, or in their last two, of which the one follows from the other.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The choice.
    pub choice: u16,
    /// What is to be seen to before they are legal.
    pub claim: Claim,
    /// Where the picks before the last begin in the pool.
    picks: u32,
    /// How many there are.
    count: u16,
    /// How the last pick follows from the member, if it does.
    pub way: Option<PickStep>,
    /// The place of the set of last picks that are left, its members; nothing of an action without a further pick, which is one candidate.
    set: Option<u32>,
    /// How many candidates are left.
    pub left: u32,
}

/// Candidates that are left to be drawn.
#[derive(Clone, Debug)]
pub struct Pool<const W: usize> {
    /// The candidates, those together that differ in little.
    pub bundles: Vec<Bundle>,
    picks: Vec<u16>,
    sets: Vec<Bits<W>>,
    /// Of the bundles before this place nothing is left.
    first: usize,
    left: u32,
}

/// How many bundles are passed over in a step of the evaluator.
const OF_A_STEP: u64 = 8;
/// The most memory that a pool takes, in megabytes.
const MEGABYTES: usize = 128;

impl<const W: usize> Default for Pool<W> {
    fn default() -> Self {
        Pool { bundles: Vec::new(), picks: Vec::new(), sets: Vec::new(), first: 0, left: 0 }
    }
}

impl<const W: usize> Pool<W> {
    /// Leaves no candidate.
    pub fn clear(&mut self) {
        self.bundles.clear();
        self.picks.clear();
        self.sets.clear();
        (self.first, self.left) = (0, 0);
    }

    /// Adds candidates: one with these picks, or one for each member as a further pick.
    pub fn push(&mut self, choice: u16, claim: Claim, picks: impl Iterator<Item = u16>, members: Option<Members<W>>) {
        let start = self.picks.len();
        let left = members.map_or(1, |members| members.count);
        if left == 0 {
            return;
        }
        self.picks.extend(picks);
        self.bundles.push(Bundle {
            choice,
            claim,
            picks: start as u32,
            count: (self.picks.len() - start) as u16,
            way: members.and_then(|members| members.way),
            set: members.map(|_| self.sets.len() as u32),
            left,
        });
        self.sets.extend(members.map(|members| members.members));
        self.left = self.left.saturating_add(left);
    }

    /// Whether there is room for more.
    ///
    /// # Errors
    /// If there are too many, or they take too much memory.
    pub fn room(&self) -> Result<(), Fault> {
        if self.bundles.len() > MAX_ACTIONS {
            return Err(Fault::Actions(MAX_ACTIONS));
        }
        let bytes = size_of_val(self.bundles.as_slice()) + size_of_val(self.sets.as_slice());
        if bytes + size_of_val(self.picks.as_slice()) > MEGABYTES << 20 {
            Err(Fault::Memory(MEGABYTES))
        } else {
            Ok(())
        }
    }

    /// The last picks of a bundle that are left; nothing of an action without a further pick.
    pub fn members(&self, bundle: &Bundle) -> Option<&Bits<W>> {
        bundle.set.and_then(|set| self.sets.get(set as usize))
    }

    /// Whether no candidate is left.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The picks before the last of a bundle.
    pub fn picks(&self, bundle: &Bundle) -> &[u16] {
        let start = bundle.picks as usize;
        self.picks.get(start..start + usize::from(bundle.count)).unwrap_or_default()
    }

    /// The candidate of a member.
    fn action(&self, shared: &Shared<W>, bundle: &Bundle, member: usize) -> Action {
        let way = bundle.way.map(|way| way.from(shared, member));
        if bundle.set.is_none() && way.is_none() {
            return Action::of(bundle.choice, self.picks(bundle));
        }
        // Links of chains are no members: a move has few picks.
        let mut picks = [0; NEAR];
        let last = bundle.set.map(|_| member as u16).into_iter().chain(way);
        let all = self.picks(bundle).iter().copied().chain(last);
        let count = picks.iter_mut().zip(all).map(|(place, pick)| *place = pick).count();
        Action::of(bundle.choice, &picks[..count])
    }

    fn remove(&mut self, place: usize, member: usize) {
        let bundle = &mut self.bundles[place];
        if let Some(set) = bundle.set {
            self.sets[set as usize].remove(member);
        }
        bundle.left -= 1;
        self.left -= 1;
    }

    /// Takes candidate number `rank` of those left out.
    fn take(&mut self, shared: &Shared<W>, mut rank: u32) -> Option<(Action, Claim)> {
        self.first += self.bundles[self.first..].iter().take_while(|bundle| bundle.left == 0).count();
        let place = self.first
            + self.bundles[self.first..].iter().position(|bundle| {
                let here = rank < bundle.left;
                rank -= if here { 0 } else { bundle.left };
                here
            })?;
        let member = match self.members(&self.bundles[place]) {
            Some(members) => members.nth(rank)?,
            None => 0,
        };
        self.remove(place, member);
        let bundle = &self.bundles[place];
        Some((self.action(shared, bundle, member), bundle.claim))
    }
}

impl<const W: usize> State<W> {
    /// Whether there is a legal action.
    pub fn some_action(&mut self, shared: &Shared<W>) -> Result<bool, Fault> {
        if self.sampler.is_some() {
            return Ok(self.draw(shared)?.is_some());
        }
        if self.by_sets && !self.actions_known {
            self.know_offers(shared)?;
            return Ok(!self.offers.is_empty());
        }
        if self.listing || self.actions_known {
            self.know_actions(shared)?;
            return Ok(!self.actions.is_empty());
        }
        // To stop, or to change seats, is offered beside others alone.
        let Some(stage) = self.stage(shared) else { return Ok(false) };
        self.exists(shared, self.to_act(shared), stage, false, 0)
    }

    /// A uniformly random legal action, the same one until the position changes or it is taken out of `self.drawn`.
    pub fn draw(&mut self, shared: &Shared<W>) -> Result<Option<Action>, Fault> {
        if let Some(drawn) = &self.drawn {
            return Ok(drawn.clone());
        }
        let Some(mut rng) = self.sampler.take() else { return Ok(None) };
        let drawn = self.draw_from(shared, None, &mut rng);
        self.sampler = Some(rng);
        let drawn = drawn?;
        self.drawn = Some(drawn.clone());
        Ok(drawn)
    }

    /// A uniformly random action of the stage at hand, or of one of its tiers where those before it offer nothing.
    pub fn draw_from(
        &mut self,
        shared: &Shared<W>,
        tier: Option<usize>,
        rng: &mut Rng,
    ) -> Result<Option<Action>, Fault> {
        if self.lot(shared).is_some() {
            return self.draw_lot(shared, rng);
        }
        if shared.plan.alike {
            self.know_actions(shared)?;
        }
        if self.actions_known {
            return Ok(self.actions.random(rng));
        }
        let Some(stage) = self.stage(shared) else { return Ok(None) };
        let role = self.to_act(shared);
        let tiers = &shared.plan.roles[role].stages[usize::from(stage)].tiers;
        let tiers = tier.map_or(tiers.as_slice(), |tier| tiers.get(tier..=tier).unwrap_or_default());
        let mut pool = self.pools.pop().unwrap_or_default();
        let drawn = self.draw_from_tiers(shared, (role, stage), tiers, &mut pool, rng);
        self.pools.push(pool);
        drawn
    }

    fn draw_from_tiers(
        &mut self,
        shared: &Shared<W>,
        (role, stage): (PlayerId, u16),
        tiers: &[Vec<u16>],
        pool: &mut Pool<W>,
        rng: &mut Rng,
    ) -> Result<Option<Action>, Fault> {
        let stop = self.may_stop(shared, role, stage, 0)?;
        let swap = self.may_swap(shared);
        for tier in tiers {
            pool.clear();
            for (offered, choice) in [(stop, Action::STOP), (swap, Action::SWAP)] {
                if offered {
                    pool.push(choice, Claim::Beside, std::iter::empty(), None);
                }
            }
            self.propose(shared, role, tier, pool, false)?;
            let mut beside = None;
            while pool.left > 0 {
                // To find the one that is drawn.
                self.spend(pool.bundles.len() as u64 / OF_A_STEP)?;
                let Some((mut action, claim)) = pool.take(shared, rng.below(pool.left)) else { break };
                match claim {
                    Claim::Beside => beside = beside.or(Some(action)),
                    Claim::Untested if !self.confirm(shared, role, &mut action, 0)? => {}
                    _ => return Ok(beside.or(Some(action))),
                }
            }
        }
        Ok(None)
    }

    /// Takes the candidates that are not legal out of a pool.
    pub fn confirm_all(&mut self, shared: &Shared<W>, role: PlayerId, pool: &mut Pool<W>) -> Result<(), Fault> {
        for place in 0..pool.bundles.len() {
            let bundle = &pool.bundles[place];
            if bundle.claim != Claim::Untested {
                continue;
            }
            for member in pool.members(bundle).copied().unwrap_or(Bits::single(0)).iter() {
                let mut action = pool.action(shared, &pool.bundles[place], member);
                if !self.confirm(shared, role, &mut action, 0)? {
                    pool.remove(place, member);
                }
            }
        }
        Ok(())
    }

    /// Fills the pool with the candidates of a tier; with `one`, with no more than one where that is surely legal.
    pub fn propose(
        &mut self,
        shared: &Shared<W>,
        role: PlayerId,
        tier: &[u16],
        pool: &mut Pool<W>,
        one: bool,
    ) -> Result<(), Fault> {
        let plan = &shared.plan.roles[role];
        for index in tier {
            let choice = &plan.choices[usize::from(*index)];
            let bound = choice.must_complete || (!choice.by_lot && self.may_not_repeat(shared));
            let claim = |tested: bool| if tested || bound { Claim::Untested } else { Claim::Sure };
            match choice.sort {
                ChoiceKind::Pass => pool.push(*index, Claim::Sure, std::iter::empty(), None),
                ChoiceKind::Scatter(scatter) => {
                    for picks in self.scattered(shared, &shared.plan.scatters[usize::from(scatter)]) {
                        pool.push(*index, Claim::Sure, picks.into_iter(), None);
                    }
                }
                ChoiceKind::Move { picks, propose, confirm, .. } => {
                    let claim = claim(confirm.is_some());
                    let one = one && claim == Claim::Sure;
                    let mut emitter = Emitter::Candidates { pool: &mut *pool, choice: *index, picks, claim, one };
                    self.run(shared, propose, &[], Some(&mut emitter))?;
                }
                ChoiceKind::Chain { .. } => {
                    let Some(chain) = Chain::of(choice.sort) else { continue };
                    let mut found = self.lists.pop().unwrap_or_default();
                    found.clear();
                    let offered = self.offer_chains(shared, *index, chain, &mut found);
                    for at in 0..found.len() {
                        pool.push(*index, claim(false), found.picks(at).iter().copied(), None);
                    }
                    self.lists.push(found);
                    offered?;
                }
            }
        }
        Ok(())
    }

    /// Whether a candidate is legal; it is given what is written beside its picks.
    fn confirm(
        &mut self,
        shared: &Shared<W>,
        role: PlayerId,
        action: &mut Action,
        depth: usize,
    ) -> Result<bool, Fault> {
        let choice = &shared.plan.roles[role].choices[usize::from(action.choice)];
        if let ChoiceKind::Move { confirm: Some(confirm), picks, .. } = choice.sort {
            let mut list = self.lists.pop().unwrap_or_default();
            list.clear();
            let mut emitter = Emitter::Actions { list: &mut list, choice: action.choice, picks, stop_at: usize::MAX };
            let result = self.run(shared, confirm, action.picks(), Some(&mut emitter));
            let found = (!list.is_empty()).then(|| list.get(0));
            self.lists.push(list);
            result?;
            match found {
                Some(found) => *action = found,
                None => return Ok(false),
            }
        }
        self.completes(shared, choice, action, depth)
    }

    /// Whether a stage offers anything; with `moves_only`, anything but passing. It stops at the first action found.
    pub fn exists(
        &mut self,
        shared: &Shared<W>,
        role: PlayerId,
        stage: u16,
        moves_only: bool,
        depth: usize,
    ) -> Result<bool, Fault> {
        if depth > super::generate::MAX_TURN {
            return Err(Fault::Turn(super::generate::MAX_TURN));
        }
        let mut pool = self.pools.pop().unwrap_or_default();
        let mut found = Ok(TierOffer::Nothing);
        for tier in &shared.plan.roles[role].stages[usize::from(stage)].tiers {
            found = self.exists_in_tier(shared, role, tier, moves_only, &mut pool, depth);
            if !matches!(found, Ok(TierOffer::Nothing)) {
                break;
            }
        }
        self.pools.push(pool);
        Ok(found? == TierOffer::Wanted)
    }

    /// Whether a stage offers an action of a move, in whichever tier.
    pub fn offers_move(&mut self, shared: &Shared<W>, role: PlayerId, stage: u16, rule: MoveId) -> Result<bool, Fault> {
        let plan = &shared.plan.roles[role];
        let is_of = |index: &u16| plan.choices[usize::from(*index)].sort.rule() == Some(rule);
        let tiers = &plan.stages[usize::from(stage)].tiers;
        let choices: Vec<u16> = tiers.iter().flatten().copied().filter(is_of).collect();
        let mut pool = self.pools.pop().unwrap_or_default();
        let found = self.exists_in_tier(shared, role, &choices, true, &mut pool, 0);
        self.pools.push(pool);
        Ok(found? == TierOffer::Wanted)
    }

    /// Whether a tier of the stage at hand offers anything.
    pub fn offers_tier(&mut self, shared: &Shared<W>, tier: usize) -> Result<bool, Fault> {
        let role = self.to_act(shared);
        let Some(stage) = self.stage(shared) else { return Ok(false) };
        let Some(tier) = shared.plan.roles[role].stages[usize::from(stage)].tiers.get(tier) else { return Ok(false) };
        let mut pool = self.pools.pop().unwrap_or_default();
        let found = self.exists_in_tier(shared, role, tier, false, &mut pool, 0);
        self.pools.push(pool);
        Ok(found? != TierOffer::Nothing)
    }

    fn exists_in_tier(
        &mut self,
        shared: &Shared<W>,
        role: PlayerId,
        tier: &[u16],
        moves_only: bool,
        pool: &mut Pool<W>,
        depth: usize,
    ) -> Result<TierOffer, Fault> {
        let mut found = TierOffer::Nothing;
        for index in tier {
            let choice = &shared.plan.roles[role].choices[usize::from(*index)];
            if choice.is_pass() {
                if !moves_only {
                    return Ok(TierOffer::Wanted);
                }
                found = TierOffer::Passes;
                continue;
            }
            if let Some(chain) = Chain::of(choice.sort)
                && !choice.must_complete
                && !self.may_not_repeat(shared)
            {
                if chain.may_fail() {
                    if self.some_chain(shared, *index, chain)? {
                        return Ok(TierOffer::Wanted);
                    }
                    continue;
                }
                // Whether there is a first link: a chain goes on as long as it can.
                let mut list = self.lists.pop().unwrap_or_default();
                list.clear();
                let mut emitter = Emitter::Actions { list: &mut list, choice: *index, picks: chain.picks, stop_at: 1 };
                let result = self.run(shared, chain.generate, &[], Some(&mut emitter));
                let begun = !list.is_empty();
                self.lists.push(list);
                result?;
                if begun {
                    return Ok(TierOffer::Wanted);
                }
                continue;
            }
            pool.clear();
            self.propose(shared, role, std::slice::from_ref(index), pool, true)?;
            while let Some((mut action, claim)) = pool.take(shared, 0) {
                if claim == Claim::Sure || self.confirm(shared, role, &mut action, depth)? {
                    return Ok(TierOffer::Wanted);
                }
            }
        }
        Ok(found)
    }
}

/// What a tier offers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TierOffer {
    /// No action.
    Nothing,
    /// Passing alone, where that is not what is asked for.
    Passes,
    /// What is asked for.
    Wanted,
}
