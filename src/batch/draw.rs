//! Which action is played in each lane: uniformly one of those that a role's choices offer.

use super::draw_tables::{DrawEntry, DrawTable, Luck};
use super::drawn::Drawn;
use super::lanes::{Lanes, shifted};
use super::machine::InstructionSet;
use super::offers::{DrawnActions, NOWHERE, Offers};
use super::op::Reg;
use super::program::{Phase, Program};
use super::registers::{Aligned, Sets, all_ones};
use rulebook_language::util::{Bits, LaneRng};

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// Forgets what was picked.
    #[inline(always)]
    pub fn clear_picks(&mut self, phase: &Phase) {
        for choice in phase.tiers.iter().flatten() {
            for reg in &choice.picked {
                *self.sets[usize::from(*reg)] = [[0; L]; W];
            }
            *self.masks[usize::from(choice.chosen)] = [0; L];
        }
    }

    /// Takes the actions that were found, or, where a test says that one is none, another: their picks are left in the choices'
    /// registers. Gives the lanes that play and have none.
    #[inline(always)]
    pub fn take<M: InstructionSet>(
        &mut self,
        (program, places): (&Program, &DrawTable),
        offers: &mut Offers<L>,
        mut found: DrawnActions<L>,
        playing: &[bool; L],
        rng: &mut LaneRng<L>,
    ) -> Bits<1> {
        if places.has_luck {
            self.come_up(program, places, &mut found);
        }
        // First where the picked cells are, lane by lane and without a branch: what is drawn cannot be guessed.
        let mut cells = Aligned([[0; L]; W]);
        for lane in 0..L {
            // Numbers of pairs are greater than any set has members; those are looked into below.
            let number = found.number[lane].min(64 * W as u32);
            let (word, cell) = self.member::<M>(places.set(found.place[lane]), lane, number);
            cells[word][lane] = cell;
        }
        if !places.are_plain {
            for lane in 0..L {
                let place = places.list.get(found.place[lane] as usize);
                if place.is_some_and(|place| !place.is_plain()) {
                    self.settle::<M>((program, places), offers, (&mut found, &mut cells), lane, rng);
                }
            }
        }
        // Then into which registers they go, place by place and for all lanes at once.
        for (at, place) in (0u32..).zip(&places.list) {
            self.put_picked(place, at, &found, &cells);
        }
        let mut none = 0;
        for lane in 0..L {
            none |= u64::from(playing[lane] & (found.place[lane] == NOWHERE)) << lane;
        }
        Bits([none])
    }

    /// Puts what dice show into their registers where they are rolled, and finds which cell it is that nature draws by its weight.
    #[inline(never)]
    fn come_up(&mut self, program: &Program, places: &DrawTable, found: &mut DrawnActions<L>) {
        for (at, place) in (0u32..).zip(&places.list) {
            match place.luck {
                None => {}
                Some(Luck::Roll { roll, ways, .. }) => {
                    let Some(roll) = program.rolls.get(usize::from(roll)) else { continue };
                    let mut way = [0; L];
                    for l in 0..L {
                        let is_here = found.place[l] == at;
                        way[l] = if is_here { found.number[l].min(ways - 1) } else { 0 };
                        found.number[l] = if is_here { 0 } else { found.number[l] };
                    }
                    for (reg, faces) in roll.shown.iter().zip(&roll.faces) {
                        let shown = &mut self.numbers[usize::from(*reg)];
                        for l in 0..L {
                            if found.place[l] == at {
                                shown[l] = i64::from(faces[way[l] as usize]);
                            }
                        }
                    }
                }
                Some(Luck::Bit { bit, .. }) => {
                    for l in 0..L {
                        found.number[l] >>= if found.place[l] == at { bit } else { 0 };
                    }
                }
            }
        }
    }

    /// Puts what was picked in a place into its registers.
    #[inline(always)]
    fn put_picked(&mut self, place: &DrawEntry, at: u32, found: &DrawnActions<L>, cells: &Sets<W, L>) {
        let mut here = Aligned([0; L]);
        let chosen = &mut self.masks[usize::from(place.chosen)];
        for l in 0..L {
            here[l] = all_ones(found.place[l] == at);
            chosen[l] |= here[l];
        }
        if place.picks == 0 || place.chain.is_some() {
            return;
        }
        let mut picked = Aligned([[0; L]; W]);
        let first = &mut self.sets[usize::from(place.picked[0])];
        for ((picked, cells), first) in picked.iter_mut().zip(cells).zip(first.iter_mut()) {
            for l in 0..L {
                picked[l] = cells[l] & here[l];
                first[l] |= picked[l];
            }
        }
        if place.once {
            for (set, picked) in self.sets[usize::from(place.set)].iter_mut().zip(picked.iter()) {
                for l in 0..L {
                    set[l] &= !picked[l];
                }
            }
        }
        if place.picks < 2 || place.far.is_some() {
            return;
        }
        let board = self.ring.all();
        let mut further = Aligned([[0; L]; W]);
        shifted(&mut further, &picked, (self.ring, place.by), |_, _, x| x & board);
        for (second, further) in self.sets[usize::from(place.picked[1])].iter_mut().zip(further.iter()) {
            for l in 0..L {
                second[l] |= further[l];
            }
        }
    }

    /// Takes an action of a lane that is not only one of a set: there may be a second pick of another set, a test, or a chain.
    #[inline(always)]
    fn settle<M: InstructionSet>(
        &mut self,
        (program, places): (&Program, &DrawTable),
        offers: &mut Offers<L>,
        (found, cells): (&mut DrawnActions<L>, &mut Sets<W, L>),
        lane: usize,
        rng: &mut LaneRng<L>,
    ) {
        let (mut at, mut number) = (found.place[lane], found.number[lane]);
        while let Some(place) = places.list.get(at as usize) {
            if let Some(chain) = place.chain {
                if let Err(limit) = self.take_chain((program, places), chain, lane, offers.total[lane], rng) {
                    // Nothing is taken, and the lane is not stuck either.
                    at = places.list.len() as u32;
                    self.tried += self.most_tried;
                    self.stop(lane, limit);
                }
                break;
            }
            if place.picks == 0 || self.pick::<M>(program, place, (lane, number), cells) {
                break;
            }
            offers.take_off(places, lane, at);
            let drawn = rng.next_of(lane);
            let index = rng.below(lane, drawn, offers.total[lane]);
            (at, number) = offers.find_in(places, lane, index);
        }
        found.place[lane] = at;
    }

    /// Picks an action of a bundle in a lane, by its number, if it passes the bundle's tests; else it is none of the members any
    /// more.
    #[inline(always)]
    fn pick<M: InstructionSet>(
        &mut self,
        program: &Program,
        place: &DrawEntry,
        (lane, mut number): (usize, u32),
        cells: &mut Sets<W, L>,
    ) -> bool {
        if let Some(pairs) = place.pairs {
            let Some([first, second]) = self.take_pair(place, pairs, lane, number) else { return false };
            cells.iter_mut().for_each(|words| words[lane] = 0);
            cells[first / 64][lane] = 1 << (first % 64);
            self.sets[usize::from(place.picked[1])][second / 64][lane] = 1 << (second % 64);
            return true;
        }
        let far = place.far.map(|far| {
            let members = self.set(far, lane).count().max(1);
            let second = self.member::<M>(far, lane, number % members);
            number /= members;
            second
        });
        let (word, cell) = self.member::<M>(place.set, lane, number);
        if let Some(tested) = &place.tested
            && !self.holds(program, tested, lane, word * 64 + cell.trailing_zeros() as usize)
        {
            self.sets[usize::from(place.set)][word][lane] ^= cell;
            return false;
        }
        cells.iter_mut().for_each(|words| words[lane] = 0);
        cells[word][lane] = cell;
        if let Some((word, cell)) = far {
            self.sets[usize::from(place.picked[1])][word][lane] = cell;
        }
        true
    }

    /// Member number `index` of a set in a lane: its word, and the bit in it. Anything, where there are not so many.
    #[inline(always)]
    fn member<M: InstructionSet>(&self, set: Reg, lane: usize, mut index: u32) -> (usize, u64) {
        let set = &self.sets[usize::from(set)];
        let mut word = 0;
        // In which word it lies cannot be guessed: no branch is to depend on it.
        for before in 0..W - 1 {
            let members = set[before][lane].count_ones();
            let is_further = u32::from(word == before) & u32::from(index >= members);
            index -= members * is_further;
            word += is_further as usize;
        }
        (word, M::select(set[word][lane], index))
    }

    /// The one cell of a set in a lane; no cell's number, where there is none.
    fn one_cell(&self, reg: Reg, lane: usize) -> u16 {
        self.set(reg, lane).first().map_or(u16::MAX, |cell| cell as u16)
    }

    /// What was taken in a lane.
    pub fn taken(&self, program: &Program, phase: &Phase, lane: usize) -> Option<Drawn> {
        let choice = phase.tiers.iter().flatten().find(|choice| self.masks[usize::from(choice.chosen)][lane] != 0)?;
        if choice.tier.is_some() {
            return self.drawn_by_plan[lane].as_ref().map(Drawn::made);
        }
        if let Some(chain) = choice.chain {
            return Some(self.drawn_chain(choice.index, chain, self.played[lane].as_found()));
        }
        if let Some(roll) = choice.roll.and_then(|roll| program.rolls.get(usize::from(roll))) {
            let shown = roll.shown.iter().map(|reg| self.numbers[usize::from(*reg)][lane] as u16);
            return Some(Drawn { choice: choice.index, cells: shown.collect() });
        }
        let picked = choice.picked.iter().map(|reg| self.set(*reg, lane).first().map(|cell| cell as u16));
        Some(choice.drawn(self.ring, &picked.collect::<Option<Vec<u16>>>()?, |reg| self.one_cell(reg, lane)))
    }

    /// All actions of a phase in a lane, in the order in which they are numbered. Cells beside the picks that are known only when an
    /// action is made are no cells.
    pub fn list(&mut self, program: &Program, phase: &Phase, lane: usize) -> Vec<Drawn> {
        let mut list = Vec::new();
        let unknown = |_| u16::MAX;
        let places = DrawTable::new(phase, &program.rolls);
        for tier in &phase.tiers {
            for choice in tier {
                if let Some(chain) = choice.chain {
                    list.extend(self.list_chains(program, &places, choice.index, chain, lane));
                    continue;
                }
                if let (Some(tier), Some(within)) = (choice.tier, choice.within) {
                    if self.masks[usize::from(within)][lane] != 0 {
                        list.extend(self.list_tier(program, lane, tier));
                    }
                    continue;
                }
                let is_offered = choice.within.is_none_or(|within| self.masks[usize::from(within)][lane] != 0);
                if choice.picks == 0 && is_offered {
                    list.push(choice.drawn(self.ring, &[], unknown));
                }
                for bundle in &choice.bundles {
                    let cells: Bits<W> = self.set(bundle.set, lane);
                    if let Some(far) = bundle.far {
                        let seconds: Bits<W> = self.set(far, lane);
                        for (first, second) in cells.iter().flat_map(|cell| seconds.iter().map(move |far| (cell, far)))
                        {
                            let tried = bundle.pairs.map(|pairs| &self.pairs[usize::from(pairs.table) * L + lane]);
                            if tried.is_some_and(|tried| tried.has(first, second)) {
                                continue;
                            }
                            list.push(choice.drawn(self.ring, &[first as u16, second as u16], unknown));
                        }
                        continue;
                    }
                    if let Some(roll) = choice.roll.and_then(|roll| program.rolls.get(usize::from(roll))) {
                        let outcomes = if cells.is_empty() { Vec::new() } else { roll.outcomes() };
                        list.extend(outcomes.into_iter().map(|cells| Drawn { choice: choice.index, cells }));
                        continue;
                    }
                    for cell in cells.iter() {
                        if bundle.tested.as_ref().is_some_and(|tested| !self.holds(program, tested, lane, cell)) {
                            continue;
                        }
                        let picked = [cell, self.ring.further(cell, bundle.by)].map(|cell| cell as u16);
                        let picked = &picked[..usize::from(choice.picks).min(2)];
                        list.push(choice.drawn(self.ring, picked, unknown));
                    }
                }
            }
            if !list.is_empty() {
                break;
            }
        }
        list
    }
}

/// A uniform number below the number of actions of every lane that plays, from 32 bits of its stream.
#[inline(always)]
pub fn indices<const L: usize>(
    rng: &mut LaneRng<L>,
    drawn: &[u32; L],
    total: &[u32; L],
    playing: &[bool; L],
) -> [u32; L] {
    let mut indices = [0; L];
    let mut slow = false;
    for l in 0..L {
        let product = u64::from(drawn[l]) * u64::from(total[l]);
        indices[l] = (product >> 32) as u32;
        slow |= playing[l] & ((product as u32) < total[l]);
    }
    if slow {
        for l in (0..L).filter(|l| playing[*l]) {
            indices[l] = rng.below(l, drawn[l], total[l]);
        }
    }
    indices
}
