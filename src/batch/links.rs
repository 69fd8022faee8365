//! What the links of a chain ask and do, as the search asks it: again and again, of one cell of one lane.

use super::chain::{Ask, Chain, Change, Content, Link};
use super::contents::Contents;
use super::drawn::MAX_PICKS;
use rulebook_language::util::{Bits, Ring};

/// The most links that are tried in one search: about as many as the plan's evaluator can try within its allowance of steps.
pub const MAX_TRIED: u64 = 1 << 26;

/// The most sets of planes that a chain's links ask about, where they are asked all at once.
const MAX_VIEWS: usize = 8;

/// The most links of a chain.
const MAX_LINKS: usize = MAX_PICKS - 1;

/// A chain: where it begins, and its links by their places.
#[derive(Clone, Debug)]
pub struct Links {
    /// The cell where it begins.
    pub start: u16,
    /// How many links.
    pub length: u8,
    /// Their places among the links that the chain can have.
    pub links: [u8; MAX_LINKS],
}

impl Default for Links {
    fn default() -> Self {
        Links { start: 0, length: 0, links: [0; MAX_LINKS] }
    }
}

impl Links {
    /// The places of its links.
    #[inline(always)]
    pub fn places(&self) -> &[u8] {
        &self.links[..usize::from(self.length)]
    }

    /// Where it begins, and the places of its links.
    pub fn as_found(&self) -> (u16, &[u8]) {
        (self.start, self.places())
    }

    /// Becomes a copy of another one. What no link stands in is not copied: most chains are far shorter than the longest.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        (self.start, self.length) = (other.start, other.length);
        self.links[..usize::from(other.length)].copy_from_slice(other.places());
    }
}

/// Chains that were found.
#[derive(Clone, Default, Debug)]
pub struct FoundChains {
    /// Where each begins, and where its links end.
    chains: Vec<(u16, u32)>,
    /// The places of the links of all of them.
    links: Vec<u8>,
}

impl FoundChains {
    /// How many.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.chains.len()
    }

    /// Forgets them.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.chains.clear();
        self.links.clear();
    }

    /// One more.
    #[inline(always)]
    pub fn push(&mut self, chain: &Links) {
        // Byte by byte: most have a link or two.
        for link in chain.places() {
            self.links.push(*link);
        }
        self.chains.push((chain.start, self.links.len() as u32));
    }

    /// One by its number: where it begins, and the places of its links.
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<(u16, &[u8])> {
        let (start, end) = *self.chains.get(index)?;
        let begin = index.checked_sub(1).map_or(0, |before| self.chains[before].1);
        Some((start, &self.links[begin as usize..end as usize]))
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &[u8])> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

/// A chain's links for boards of `W` words.
#[derive(Clone, Debug)]
pub struct Prepared<const W: usize> {
    /// By how many slots each leads on.
    pub by: Vec<i16>,
    /// What each changes.
    pub changes: Vec<Vec<Change>>,
    /// The cells that each changes, as slots from where it begins, each once.
    pub touched: Vec<Vec<i16>>,
    /// Whether only the longest chains may be played.
    pub longest: bool,
    /// What each asks after each other.
    follow: Questions<W>,
    /// The same but for the cells that the other changes: what must hold before it, too.
    loose: Questions<W>,
}

/// What each link asks after each other, by the link before, then the next one.
#[derive(Clone, Debug)]
struct Questions<const W: usize> {
    asks: Vec<Option<Ask>>,
    /// Where the next link can begin at all.
    cells: Vec<Bits<W>>,
    /// The planes that are asked about together, as bits. None where all cannot be asked at once.
    views: Vec<u8>,
    /// Of each question where it can begin, then of each view the slots that must be in it, and those that must not, as they are
    /// seen from there.
    windows: Vec<u64>,
}

impl<const W: usize> Prepared<W> {
    /// Those of a chain.
    pub fn new(chain: &Chain, ring: Ring) -> Self {
        let touched: Vec<Vec<i16>> = chain.links.iter().map(touched).collect();
        let kinds = chain.links.len();
        let loose = chain.follow.iter().enumerate().map(|(place, ask)| {
            let (link, mut ask) = (&chain.links[place / kinds], ask.clone());
            let changed = |at: i16| {
                let from_begin = i32::from(at) + i32::from(link.by);
                touched[place / kinds].iter().any(|slot| ring.distance(i32::from(*slot)) == ring.distance(from_begin))
            };
            if let Some(ask) = &mut ask {
                ask.tests.retain(|test| !changed(test.at));
            }
            ask
        });
        Prepared {
            by: chain.links.iter().map(|link| link.by).collect(),
            changes: chain.links.iter().map(|link| link.changes.clone()).collect(),
            longest: chain.longest,
            follow: Questions::new(chain.follow.clone(), ring),
            loose: Questions::new(loose.collect(), ring),
            touched,
        }
    }

    /// The links that can follow one that has been made and has led to a cell, as bits.
    #[inline(always)]
    pub fn can_follow(&self, contents: &Contents<'_, W>, link: usize, at: usize) -> u64 {
        self.follow.hold(contents, (link, self.by.len()), at)
    }

    /// The links that may be able to follow one that leads to a cell, before it is made: no others can.
    #[inline(always)]
    pub fn may_follow(&self, contents: &Contents<'_, W>, link: usize, at: usize) -> u64 {
        self.loose.hold(contents, (link, self.by.len()), at)
    }
}

fn touched(link: &Link) -> Vec<i16> {
    let mut slots: Vec<i16> = link.changes.iter().flat_map(|change| change.slots()).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

impl<const W: usize> Questions<W> {
    fn new(asks: Vec<Option<Ask>>, ring: Ring) -> Self {
        let mut views: Vec<u8> = asks.iter().flatten().flat_map(|ask| &ask.tests).map(|test| test.planes).collect();
        views.sort_unstable();
        views.dedup();
        let cells = |ask: &Option<Ask>| ask.as_ref().map_or(Bits::EMPTY, |ask| Bits::from_words(&ask.cells));
        let cells: Vec<Bits<W>> = asks.iter().map(cells).collect();
        let mut windows = Vec::new();
        if W > 1 || views.len() > MAX_VIEWS {
            views.clear();
        } else {
            for (ask, cells) in asks.iter().zip(&cells) {
                let tests = ask.as_ref().map(|ask| ask.tests.as_slice()).unwrap_or_default();
                windows.push(cells.0[0]);
                for view in &views {
                    for inside in [true, false] {
                        let meant = tests.iter().filter(|test| (test.planes, test.inside) == (*view, inside));
                        windows.push(meant.fold(0, |all, test| all | 1 << ring.bit(test.at)));
                    }
                }
            }
        }
        Questions { asks, cells, views, windows }
    }

    /// Which questions of a link hold at a cell, as bits.
    #[inline(always)]
    fn hold(&self, contents: &Contents<'_, W>, (link, kinds): (usize, usize), at: usize) -> u64 {
        if W == 1 && !self.views.is_empty() {
            return self.all_at_once(contents, (link, kinds), at);
        }
        let mut open = 0;
        for next in 0..kinds {
            let place = link * kinds + next;
            let holds = self.cells[place].contains(at)
                && self.asks[place].iter().flat_map(|ask| &ask.tests).all(|test| holds(test, contents, at));
            open |= u64::from(holds) << next;
        }
        open
    }

    /// The same on boards of one word: of all cells around one at once, and without a branch, as which question fails cannot be
    /// guessed.
    #[inline(always)]
    fn all_at_once(&self, contents: &Contents<'_, W>, (link, kinds): (usize, usize), at: usize) -> u64 {
        let mut seen = [0; MAX_VIEWS];
        for (seen, view) in seen.iter_mut().zip(&self.views) {
            let (mut set, mut rest) = (0, *view);
            while rest != 0 {
                set |= contents.planes[rest.trailing_zeros() as usize].0[0];
                rest &= rest - 1;
            }
            *seen = contents.ring.seen_from(set, at);
        }
        let (views, mut from) = (self.views.len().min(MAX_VIEWS), link * kinds * (1 + 2 * self.views.len()));
        let mut open = 0;
        for next in 0..kinds {
            let Some(window) = self.windows.get(from..from + 1 + 2 * views) else { break };
            let mut fails = !(window[0] >> at) & 1;
            for view in 0..views {
                fails |= window[1 + 2 * view] & !seen[view] | window[2 + 2 * view] & seen[view];
            }
            open |= u64::from(fails == 0) << next;
            from += window.len();
        }
        open
    }
}

/// Whether a cell is in the planes that it is to be in, or in none.
#[inline(always)]
fn holds<const W: usize>(test: &Content, contents: &Contents<'_, W>, begin: usize) -> bool {
    let at = contents.ring.further(begin, test.at);
    let (mut inside, mut rest) = (false, test.planes);
    while rest != 0 {
        inside |= contents.planes[rest.trailing_zeros() as usize].contains(at);
        rest &= rest - 1;
    }
    inside == test.inside
}
