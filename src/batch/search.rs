//! The chains of one lane: all that cannot go on, or the longest.

use super::chain::{MAX_CHANGES, MAX_PLANES};
use super::contents::{Contents, TooHigh};
use super::draw_tables::DrawTable;
use super::drawn::{Drawn, MAX_PICKS};
use super::lanes::Lanes;
use super::links::{FoundChains, Links, Prepared};
use super::op::Reg;
use super::program::{Limit, Program};
use super::registers::{Aligned, Sets};
use rulebook_language::util::{Bits, LaneRng};

/// The most chains of a position.
const MAX_CHAINS: usize = 1 << 20;
/// A search under way.
struct Search<'a, 's, const W: usize> {
    prepared: &'a Prepared<W>,
    contents: Contents<'s, W>,
    found: &'a mut FoundChains,
    longest: u8,
    /// The links that were tried.
    tried: u64,
    /// How many that may be.
    most: u64,
}

impl<const W: usize> Search<'_, '_, W> {
    /// Makes a link that there is no way round, and those that follow it as long as there is just one. Finds the chains that go on from
    /// there, or none, where that is all of the chain.
    #[inline(always)]
    fn follow(&mut self, line: &mut Links, mut link: usize) -> Result<(), Limit> {
        let mut at = usize::from(line.start);
        loop {
            self.make(line, link, at)?;
            at = self.contents.ring.further(at, self.prepared.by[link]);
            let mut open = Bits([self.prepared.can_follow(&self.contents, link, at)]);
            match open.count() {
                0 => return Ok(()),
                1 => link = open.0[0].trailing_zeros() as usize,
                _ => {
                    // What each adds it takes off again.
                    while let Some(next) = open.pop_first() {
                        self.grow(line, next, at)?;
                    }
                    return Ok(());
                }
            }
        }
    }

    /// Makes a link's changes, and adds it to a line.
    #[inline(always)]
    fn make(&mut self, line: &mut Links, link: usize, from: usize) -> Result<(), Limit> {
        self.add(line, link)?;
        for change in &self.prepared.changes[link] {
            self.contents.change(*change, from).map_err(|TooHigh| Limit::Stack(self.contents.piles.max_height))?;
        }
        Ok(())
    }

    /// Adds a link to a line.
    #[inline(always)]
    fn add(&self, line: &mut Links, link: usize) -> Result<(), Limit> {
        let place = line.links.get_mut(usize::from(line.length)).ok_or(Limit::Picks(MAX_PICKS))?;
        *place = link as u8;
        line.length += 1;
        Ok(())
    }

    /// Makes what is left of a chain after the links of a line.
    #[inline(always)]
    fn play_on(&mut self, line: &mut Links, (start, chain): (u16, &[u8])) -> Result<(), Limit> {
        let by = &self.prepared.by;
        let mut at = usize::from(start);
        let (done, left) = chain.split_at(usize::from(line.length));
        for link in done {
            at = self.contents.ring.further(at, by[usize::from(*link)]);
        }
        for link in left {
            self.make(line, usize::from(*link), at)?;
            at = self.contents.ring.further(at, self.prepared.by[usize::from(*link)]);
        }
        Ok(())
    }

    /// Finds the chains that go on with a link.
    fn grow(&mut self, chain: &mut Links, link: usize, from: usize) -> Result<(), Limit> {
        let at = self.contents.ring.further(from, self.prepared.by[link]);
        self.tried += 1;
        if self.tried > self.most {
            return Err(Limit::Steps((self.most >> 20).max(1)));
        }
        // Most links are the last ones, and what they change need not be known for that.
        if self.prepared.may_follow(&self.contents, link, at) == 0 && self.must_fit(link, from) {
            self.add(chain, link)?;
            self.end(chain)?;
            chain.length -= 1;
            return Ok(());
        }
        let planes = self.contents.planes;
        let mut undo = [(0usize, 0u64); 2 * MAX_CHANGES];
        let kept = self.keep(link, from, &mut undo);
        self.make(chain, link, from)?;
        let mut open = Bits([self.prepared.can_follow(&self.contents, link, at)]);
        let is_end = open.is_empty();
        while let Some(next) = open.pop_first() {
            self.grow(chain, next, at)?;
        }
        self.contents.planes = planes;
        for (cell, under) in &undo[..kept] {
            self.contents.under[*cell] = *under;
        }
        if is_end {
            self.end(chain)?;
        }
        chain.length -= 1;
        Ok(())
    }

    /// Whether no stack can grow too high by a link: all that stands on the cells that it changes is not.
    #[inline(always)]
    fn must_fit(&self, link: usize, from: usize) -> bool {
        self.contents.under.is_empty() || self.contents.must_fit(from, &self.prepared.touched[link])
    }

    /// Notes a chain that cannot go on.
    #[inline(always)]
    fn end(&mut self, chain: &Links) -> Result<(), Limit> {
        if self.prepared.longest {
            if chain.length < self.longest {
                return Ok(());
            }
            if chain.length > self.longest {
                self.longest = chain.length;
                self.found.clear();
            }
        }
        if self.found.len() >= MAX_CHAINS {
            return Err(Limit::Actions(MAX_CHAINS));
        }
        self.found.push(chain);
        Ok(())
    }

    /// Remembers what lies under the cells that a link changes.
    #[inline(always)]
    fn keep(&self, link: usize, from: usize, undo: &mut [(usize, u64)]) -> usize {
        let mut kept = 0;
        for by in &self.prepared.touched[link] {
            let cell = self.contents.ring.further(from, *by);
            if let (Some(to), Some(under)) = (undo.get_mut(kept), self.contents.under.get(cell)) {
                *to = (cell, *under);
                kept += 1;
            }
        }
        kept
    }
}

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// A search in a lane for chains of a kind; nothing where there is no such kind.
    #[inline(always)]
    fn search<'a>(
        &'a mut self,
        program: &Program,
        chain: u16,
        lane: usize,
    ) -> Option<(Search<'a, 'a, W>, &'a [Aligned<Sets<W, L>>])> {
        let count = usize::from(program.piles.owners + program.piles.kind_planes);
        let mut planes = [Bits::EMPTY; MAX_PLANES];
        for (plane, set) in planes.iter_mut().enumerate().take(count) {
            for (word, to) in set.0.iter_mut().enumerate() {
                *to = self.sets[plane][word][lane];
            }
        }
        self.found.clear();
        let slots = lane * self.slots..(lane + 1) * self.slots;
        let under = self.under.get_mut(slots).unwrap_or_default();
        let contents = Contents { planes, under, piles: program.piles, ring: program.ring };
        let prepared = self.chains.get(usize::from(chain))?;
        let most = self.most_tried;
        Some((Search { prepared, contents, found: &mut self.found, longest: 1, tried: 0, most }, &self.sets))
    }

    /// Plays one of a lane's chains, of which `firsts` links can be the first, each chain as likely as the others. A chain is alone in its
    /// tier, so there are as many as actions are offered.
    #[inline(always)]
    pub fn take_chain(
        &mut self,
        (program, places): (&Program, &DrawTable),
        chain: u16,
        lane: usize,
        firsts: u32,
        rng: &mut LaneRng<L>,
    ) -> Result<(), Limit> {
        let Some((mut search, sets)) = self.search(program, chain, lane) else { return Ok(()) };
        let mut line = Links::default();
        for (link, place) in places.of_chain(chain).iter().enumerate() {
            let set = &sets[usize::from(place.set)];
            let mut starts = Bits::<W>(std::array::from_fn(|word| set[word][lane]));
            while let Some(start) = starts.pop_first() {
                line.start = start as u16;
                if firsts == 1 {
                    search.follow(&mut line, link)?;
                } else {
                    search.grow(&mut line, link, start)?;
                }
            }
        }
        let count = search.found.len() as u32;
        let index = if count < 2 {
            0
        } else {
            let drawn = rng.next_of(lane);
            rng.below(lane, drawn, count)
        };
        if count > 0 {
            let found = std::mem::take(search.found);
            if let Some((start, links)) = found.get(index as usize) {
                line.start = start;
                search.play_on(&mut line, (start, links))?;
            }
            *search.found = found;
        }
        let (planes, tried) = (search.contents.planes, search.tried);
        self.tried += tried;
        self.leave(program, lane, &planes);
        self.played[lane].copy_from(&line);
        Ok(())
    }

    /// Puts the planes back.
    #[inline(always)]
    fn leave(&mut self, program: &Program, lane: usize, planes: &[Bits<W>; MAX_PLANES]) {
        let count = usize::from(program.piles.owners + program.piles.kind_planes);
        for (plane, set) in planes.iter().enumerate().take(count) {
            self.put(plane as Reg, lane, set);
        }
    }

    /// Finds all of a lane's chains.
    fn find_chains(&mut self, program: &Program, places: &DrawTable, chain: u16, lane: usize) -> Result<(), Limit> {
        let Some((mut search, sets)) = self.search(program, chain, lane) else { return Ok(()) };
        for (link, place) in places.of_chain(chain).iter().enumerate() {
            let set = &sets[usize::from(place.set)];
            for start in Bits::<W>(std::array::from_fn(|word| set[word][lane])).iter() {
                let mut line = Links { start: start as u16, ..Links::default() };
                search.grow(&mut line, link, start)?;
            }
        }
        Ok(())
    }

    /// All of a lane's chains, as actions of a choice.
    pub fn list_chains(
        &mut self,
        program: &Program,
        places: &DrawTable,
        choice: u16,
        chain: u16,
        lane: usize,
    ) -> Vec<Drawn> {
        if self.find_chains(program, places, chain, lane).is_err() {
            return Vec::new();
        }
        self.found.iter().map(|found| self.drawn_chain(choice, chain, found)).collect()
    }

    /// A chain as an action of a choice.
    pub fn drawn_chain(&self, choice: u16, chain: u16, (start, links): (u16, &[u8])) -> Drawn {
        let mut drawn = Drawn { choice, cells: vec![start] };
        let by = self.chains.get(usize::from(chain)).map(|prepared| prepared.by.as_slice()).unwrap_or_default();
        let mut at = start;
        for link in links {
            let by = by.get(usize::from(*link)).copied().unwrap_or_default();
            at = self.ring.further(usize::from(at), by) as u16;
            drawn.cells.push(at);
        }
        drawn
    }

    /// Plays the chain that an action is, if it is one of the lane's.
    pub fn play_drawn(&mut self, program: &Program, places: &DrawTable, chain: u16, lane: usize, drawn: &Drawn) {
        if self.find_chains(program, places, chain, lane).is_err() {
            return;
        }
        let found = std::mem::take(&mut self.found);
        let is_meant = |found: &(u16, &[u8])| self.drawn_chain(drawn.choice, chain, *found) == *drawn;
        let Some((start, links)) = found.iter().find(is_meant) else { return };
        let Some((mut search, _)) = self.search(program, chain, lane) else { return };
        let mut line = Links { start, ..Links::default() };
        match search.play_on(&mut line, (start, links)) {
            Ok(()) => {
                let planes = search.contents.planes;
                self.leave(program, lane, &planes);
                self.played[lane].copy_from(&line);
            }
            Err(limit) => self.stop(lane, limit),
        }
    }
}
