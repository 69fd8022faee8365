//! Legal actions as sets: what many of them have in common is said once, and none is written out.

use super::action::Action;
use super::core::State;
use super::fault::Fault;
use super::position::Position;
use super::sample::Claim;
use super::shared::Shared;
use crate::plan::{ChoiceKind, Plan};

/// Legal actions that differ in their last pick alone, or in their last two, of which the one follows from the other.
#[derive(Clone, Copy)]
pub struct Offer<'o> {
    /// The choice, as [`Action::choice`] gives it.
    pub choice: u16,
    /// The picks that they share.
    pub picks: &'o [u16],
    /// The words of the set of their further picks; nothing where it is one action without a further pick.
    pub members: Option<&'o [u64]>,
    /// How the last pick follows from the member before it, if it does.
    pub ends: Option<&'o dyn Fn(u16) -> u16>,
}

impl Plan {
    /// Whether legal actions can be given as sets: of moves that write something beside their picks, only a list says what.
    pub fn offers_sets(&self, game: &rulebook_language::model::Game) -> bool {
        let choices = self.roles.iter().flat_map(|role| &role.choices);
        !self.alike
            && choices.into_iter().all(|choice| match choice.sort {
                ChoiceKind::Move { rule, .. } => game.moves.get(rule).is_some_and(|rule| rule.shown.is_empty()),
                ChoiceKind::Pass | ChoiceKind::Scatter(_) | ChoiceKind::Chain { .. } => true,
            })
    }
}

impl Position {
    /// Has questions answered by sets of actions where no list is needed: faster for those who ask for [`Position::offers`] and not
    /// for [`Position::legal`]. Whether the rules allow it says [`Plan::offers_sets`]; where they do not, nothing changes.
    pub fn prefer_sets(&mut self) {
        if self.plan.offers_sets(&self.game) {
            self.core.prefer_sets();
        }
    }

    /// Shows the legal actions as sets, for games whose plan [`offers_sets`](Plan::offers_sets). There is none if, and only if, the game
    /// is over.
    ///
    /// # Errors
    /// As [`Position::legal`].
    pub fn offers(&mut self, see: &mut dyn FnMut(Offer<'_>)) -> Result<(), Fault> {
        self.core.offers(see)
    }
}

impl<const W: usize> State<W> {
    /// Fills `self.offers`, if they are not known.
    pub fn know_offers(&mut self, shared: &Shared<W>) -> Result<(), Fault> {
        if self.offers_known {
            return Ok(());
        }
        let mut pool = std::mem::take(&mut self.offers);
        pool.clear();
        let role = self.to_act(shared);
        let stages = &shared.plan.roles[role].stages;
        let stage = self.stage(shared);
        let mut known = Ok(());
        for tier in stage.and_then(|stage| stages.get(usize::from(stage))).into_iter().flat_map(|stage| &stage.tiers) {
            pool.clear();
            known = self.propose(shared, role, tier, &mut pool, false);
            known = known.and_then(|()| self.confirm_all(shared, role, &mut pool));
            if known.is_err() || !pool.is_empty() {
                break;
            }
        }
        if known.is_ok() && !pool.is_empty() {
            let stop = stage.map_or(Ok(false), |stage| self.may_stop(shared, role, stage, 0));
            known = stop.map(|stop| {
                for (offered, choice) in [(stop, Action::STOP), (self.may_swap(shared), Action::SWAP)] {
                    if offered {
                        pool.push(choice, Claim::Sure, std::iter::empty(), None);
                    }
                }
            });
        }
        self.offers = pool;
        self.offers_known = known.is_ok();
        known
    }

    /// Shows what is known.
    pub fn show_offers(&self, shared: &Shared<W>, see: &mut dyn FnMut(Offer<'_>)) {
        for bundle in self.offers.bundles.iter().filter(|bundle| bundle.left > 0) {
            let ends = bundle.way.map(|way| move |member: u16| way.from(shared, usize::from(member)));
            see(Offer {
                choice: bundle.choice,
                picks: self.offers.picks(bundle),
                members: self.offers.members(bundle).map(|members| members.0.as_slice()),
                ends: ends.as_ref().map(|ends| ends as &dyn Fn(u16) -> u16),
            });
        }
    }
}
