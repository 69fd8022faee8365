//! What a phase offers, bundle by bundle.

use std::ops::Range;

use super::conditions::RejectionTest;
use super::luck::{Roll, Weights};
use super::op::Reg;
use super::program::{Bundle, Pairs, Phase};

/// A bundle of actions or a pass, with all that is needed to take one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawEntry {
    /// The place of its tier.
    pub tier: u8,
    /// How many picks an action has.
    pub picks: u8,
    /// By how many slots the second pick lies further.
    pub by: i16,
    /// The register of masks that says that the choice was taken.
    pub chosen: Reg,
    /// The register of sets of what can be picked.
    pub set: Reg,
    /// Those of what is.
    pub picked: [Reg; 2],
    /// What is to be tested of the first pick.
    pub tested: Option<RejectionTest>,
    /// The chain of which these are first links.
    pub chain: Option<u16>,
    /// The register of what the second pick can be, where that is any of a set.
    pub far: Option<Reg>,
    /// What is kept of pairs that may be rejected.
    pub pairs: Option<Pairs>,
    /// The register of masks that says where a pass is offered, if that is not everywhere.
    pub within: Option<Reg>,
    /// Whether what is drawn is no longer offered: it may be rejected.
    pub once: bool,
    /// How nature draws, where not all that it can draw is alike.
    pub luck: Option<Luck>,
}

/// How nature draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Luck {
    /// Dice come up in so many ways, as so many outcomes.
    Roll {
        /// Which dice.
        roll: u16,
        /// Ways.
        ways: u32,
        /// Outcomes.
        outcomes: u32,
    },
    /// Cells of whose weights a bit is 1.
    Bit {
        /// The bit.
        bit: u8,
        /// The register of all cells that can be drawn, to be counted once.
        all: Option<Reg>,
    },
}

/// The places of a phase, in the order of its tiers and choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawTable {
    /// The places.
    pub list: Vec<DrawEntry>,
    /// The registers of sets of what can be picked, and one more, for no place.
    sets: Vec<Reg>,
    /// The chains, with the places of their first links.
    chains: Vec<(u16, Range<usize>)>,
    /// Whether all that an action takes is one of a set, and what lies so much further.
    pub are_plain: bool,
    /// Whether nature draws something here of which not all is alike.
    pub has_luck: bool,
}

impl DrawTable {
    /// Those of a phase, with the dice that may be rolled.
    pub fn new(phase: &Phase, rolls: &[Roll]) -> Self {
        let (mut list, mut chains) = (Vec::new(), Vec::new());
        for (tier, choices) in phase.tiers.iter().enumerate() {
            for choice in choices {
                let first = choice.picked.first().copied().unwrap_or_default();
                let pass = DrawEntry {
                    tier: tier as u8,
                    picks: choice.picks,
                    by: 0,
                    chosen: choice.chosen,
                    set: 0,
                    picked: [first, choice.picked.get(1).copied().unwrap_or(first)],
                    tested: None,
                    chain: choice.chain,
                    far: None,
                    pairs: None,
                    within: choice.within,
                    once: choice.may_be_rejected,
                    luck: choice.roll.and_then(|roll| {
                        let Roll { ways, outcomes, .. } = *rolls.get(usize::from(roll))?;
                        Some(Luck::Roll { roll, ways, outcomes })
                    }),
                };
                if choice.picks == 0 {
                    list.push(pass);
                }
                let of = |bundle: &Bundle| DrawEntry {
                    by: bundle.by,
                    set: bundle.set,
                    tested: bundle.tested,
                    far: bundle.far,
                    pairs: bundle.pairs,
                    once: pass.once && bundle.far.is_none(),
                    ..pass
                };
                let begin = list.len();
                for bundle in &choice.bundles {
                    match bundle.weights {
                        None => list.push(of(bundle)),
                        Some(weights) => list.extend(by_bits(of(bundle), weights)),
                    }
                }
                chains.extend(choice.chain.map(|chain| (chain, begin..list.len())));
            }
        }
        let sets = list.iter().map(|place| place.set).chain([0]).collect();
        let are_plain = list.iter().all(DrawEntry::is_plain);
        let has_luck = list.iter().any(|place| place.luck.is_some());
        DrawTable { list, sets, chains, are_plain, has_luck }
    }

    /// The register of sets of what can be picked in a place; any, where there is no such place.
    #[inline(always)]
    pub fn set(&self, place: u32) -> Reg {
        self.sets[(place as usize).min(self.list.len())]
    }

    /// The places of a chain's first links.
    #[inline(always)]
    pub fn of_chain(&self, chain: u16) -> &[DrawEntry] {
        let range = self.chains.iter().find(|(of, _)| *of == chain).map(|(_, range)| range.clone());
        &self.list[range.unwrap_or_default()]
    }
}

/// A place for each bit of the weights.
fn by_bits(all: DrawEntry, weights: Weights) -> impl Iterator<Item = DrawEntry> {
    (0u8..).zip(weights.registers()).map(move |(bit, set)| {
        let luck = Some(Luck::Bit { bit, all: (bit == 0).then_some(all.set) });
        DrawEntry { set, luck, ..all }
    })
}

impl DrawEntry {
    /// Whether all that an action takes is one of a set, and what lies so much further.
    #[inline(always)]
    pub fn is_plain(&self) -> bool {
        self.tested.is_none() && self.chain.is_none() && self.far.is_none()
    }
}
