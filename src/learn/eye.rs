//! Looks at positions: what one is worth is worked out from another by what differs.

use std::sync::Arc;

use rulebook_play::engine::{Fault, Position};

use super::gauges::Source;
use super::leads::leads;
use super::network::ONE;
use super::squash::tanh;
use super::wiring::{View, Wiring};

/// What a position that was looked at is worth.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'e> {
    wiring: &'e Wiring,
    head: usize,
    sums: &'e [i64],
}

impl Sight<'_> {
    /// What it is worth to a role, without bounds: 0 is as good as a draw between two.
    #[inline]
    pub fn raw(&self, role: usize) -> f32 {
        let own = |output: usize| self.sums.get(output).copied().unwrap_or_default() as f32 / ONE;
        match self.wiring.outputs {
            1 if role == self.wiring.role(self.head) => own(0),
            1 => -own(0),
            _ => own(self.wiring.views[self.wiring.view_of(self.head)]
                .outputs
                .get(role)
                .map_or(0, |output| usize::from(*output))),
        }
    }

    /// What it is worth to a role, from -1 to 1.
    pub fn worth(&self, role: usize) -> f32 {
        tanh(self.raw(role))
    }
}

/// What a head knows of the position at hand.
#[derive(Clone, Debug, Default)]
struct Held {
    /// Whether it knows it.
    fresh: bool,
    /// The weights of all inputs, output by output.
    weights: Vec<i32>,
    /// Their sums.
    sums: Vec<i64>,
}

/// What differs between the position at hand and another one, as a view sees it.
#[derive(Clone, Debug, Default)]
struct Touched {
    /// Of each input, how far its weight has moved.
    by: Vec<i32>,
    /// In which look it was touched last.
    when: Vec<u32>,
    /// The inputs that are touched.
    list: Vec<u32>,
    /// The number of the look.
    now: u32,
}

/// Looks at positions of one game.
#[derive(Clone, Debug)]
pub struct Eye {
    wiring: Arc<Wiring>,
    /// The memory of the position at hand, as far as it counts.
    memory: Vec<u64>,
    /// By how much its players lead.
    leads: Vec<i64>,
    codes: Vec<u8>,
    /// Of each view, the weights of all inputs, without those of earlier sets.
    at: Vec<Vec<u32>>,
    /// Of each view, how many cells have each code.
    counts: Vec<Vec<i64>>,
    held: Vec<Held>,
    touched: Touched,
    /// Cells that differ, with their codes before and after.
    changes: Vec<(u16, u8, u8)>,
    /// How many more cells each code has.
    more: Vec<i64>,
    /// By how much the players of the other position lead.
    other: Vec<i64>,
    sums: Vec<i64>,
}

/// The numbers of a position that gauges read.
#[derive(Clone, Copy)]
struct Numbers<'p> {
    memory: &'p [u64],
    leads: &'p [i64],
}

impl Numbers<'_> {
    #[inline]
    fn at(self, source: Source) -> i64 {
        match source {
            Source::Word(word) => self.memory.get(word as usize).copied().unwrap_or(0) as i64,
            Source::Lead(lead) => self.leads.get(lead as usize).copied().unwrap_or(0),
        }
    }
}

impl Eye {
    /// Looks at nothing yet.
    pub fn new(wiring: Arc<Wiring>) -> Self {
        let inputs = wiring.inputs.len();
        Eye {
            memory: vec![0; wiring.memory_words],
            leads: Vec::new(),
            codes: vec![0; wiring.slots],
            at: vec![vec![0; inputs]; wiring.views.len()],
            counts: vec![vec![0; wiring.code_count]; wiring.views.len()],
            held: vec![Held::default(); wiring.heads()],
            touched: Touched { by: vec![0; inputs], when: vec![0; inputs], list: Vec::new(), now: 0 },
            changes: Vec::new(),
            more: vec![0; wiring.code_count],
            other: Vec::new(),
            sums: vec![0; wiring.outputs],
            wiring,
        }
    }

    /// Looks at a position anew: the one at hand from here on.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn begin(&mut self, position: &mut Position) -> Result<(), Fault> {
        let wiring = Arc::clone(&self.wiring);
        leads(&wiring.rankings, position, &mut self.leads)?;
        let memory = position.memory();
        for (own, word) in self.memory.iter_mut().zip(memory) {
            *own = *word;
        }
        for cell in &wiring.cells {
            self.codes[usize::from(*cell)] = code(&wiring, memory, *cell);
        }
        for (place, view) in wiring.views.iter().enumerate() {
            let (at, counts) = (&mut self.at[place], &mut self.counts[place]);
            at.copy_from_slice(&view.base);
            counts.fill(0);
            for cell in &wiring.cells {
                let seen = view.recode[usize::from(self.codes[usize::from(*cell)])];
                counts[usize::from(seen)] += 1;
                for (input, stride) in view.links(*cell) {
                    at[*input as usize] += u32::from(seen) * stride;
                }
            }
            let first = wiring.inputs.len() - wiring.gauges.len();
            for (code, gauge) in wiring.counts.iter().enumerate() {
                if let Some(gauge) = gauge {
                    at[first + *gauge as usize] += wiring.gauges[*gauge as usize].class(counts[code]);
                }
            }
            let numbers = Numbers { memory, leads: &self.leads };
            for (gauge, source) in view.sources.iter().enumerate() {
                if let Some(source) = source {
                    at[first + gauge] += wiring.gauges[gauge].class(numbers.at(*source));
                }
            }
        }
        self.forget();
        Ok(())
    }

    /// Weights have changed.
    pub fn forget(&mut self) {
        self.held.iter_mut().for_each(|held| held.fresh = false);
    }

    /// The weights of all inputs at the position at hand, by a head.
    pub fn active(&self, head: usize, out: &mut Vec<u32>) {
        let wiring = &self.wiring;
        let set = wiring.set_of(head);
        let at = &self.at[wiring.view_of(head)];
        out.extend(at.iter().zip(&wiring.inputs).map(|(at, input)| at + set * input.size));
    }

    /// What another position of the game is worth, by these weights.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn look(&mut self, weights: &[i32], position: &mut Position) -> Result<Sight<'_>, Fault> {
        leads(&self.wiring.rankings, position, &mut self.other)?;
        let memory = position.memory();
        self.find_changes(memory);
        let head = self.wiring.head(memory);
        self.know(weights, head);
        let wiring = &*self.wiring;
        let view = wiring.view_of(head);
        self.touched.touch(
            wiring,
            &wiring.views[view],
            &self.changes,
            &mut self.more,
            &self.counts[view],
            [Numbers { memory: &self.memory, leads: &self.leads }, Numbers { memory, leads: &self.other }],
        );
        let (held, at, set) = (&self.held[head], &self.at[view], wiring.set_of(head));
        self.sums.copy_from_slice(&held.sums);
        let outputs = wiring.outputs;
        for input in &self.touched.list {
            let input = *input as usize;
            let to = (at[input] as i32 + self.touched.by[input]) as u32 + set * wiring.inputs[input].size;
            for (output, sum) in self.sums.iter_mut().enumerate() {
                *sum += i64::from(weights[to as usize * outputs + output] - held.weights[input * outputs + output]);
            }
        }
        Ok(Sight { wiring, head, sums: &self.sums })
    }

    /// Makes another position of the game the one at hand.
    ///
    /// # Errors
    /// If the rules cannot be evaluated.
    pub fn go(&mut self, weights: &[i32], position: &mut Position) -> Result<(), Fault> {
        leads(&self.wiring.rankings, position, &mut self.other)?;
        let memory = position.memory();
        self.find_changes(memory);
        let wiring = Arc::clone(&self.wiring);
        for (place, view) in wiring.views.iter().enumerate() {
            self.touched.touch(
                &wiring,
                view,
                &self.changes,
                &mut self.more,
                &self.counts[place],
                [Numbers { memory: &self.memory, leads: &self.leads }, Numbers { memory, leads: &self.other }],
            );
            for (_, old, new) in &self.changes {
                self.counts[place][usize::from(view.recode[usize::from(*old)])] -= 1;
                self.counts[place][usize::from(view.recode[usize::from(*new)])] += 1;
            }
            for input in &self.touched.list {
                let at = &mut self.at[place][*input as usize];
                *at = (*at as i32 + self.touched.by[*input as usize]) as u32;
            }
            let outputs = wiring.outputs;
            for head in (0..wiring.heads()).filter(|head| wiring.view_of(*head) == place) {
                let held = &mut self.held[head];
                if !held.fresh {
                    continue;
                }
                let set = wiring.set_of(head);
                for input in &self.touched.list {
                    let input = *input as usize;
                    let to = (self.at[place][input] + set * wiring.inputs[input].size) as usize;
                    for (output, sum) in held.sums.iter_mut().enumerate() {
                        let (own, new) = (&mut held.weights[input * outputs + output], weights[to * outputs + output]);
                        *sum += i64::from(new - *own);
                        *own = new;
                    }
                }
            }
        }
        for (slot, _, new) in &self.changes {
            self.codes[usize::from(*slot)] = *new;
        }
        for (own, word) in self.memory.iter_mut().zip(memory) {
            *own = *word;
        }
        std::mem::swap(&mut self.leads, &mut self.other);
        Ok(())
    }

    /// Finds the cells that differ.
    fn find_changes(&mut self, memory: &[u64]) {
        let Eye { wiring, memory: own, codes, changes, .. } = self;
        let wiring = &**wiring;
        changes.clear();
        let mut change = |slot: u16| {
            let (old, new) = (codes[usize::from(slot)], code(wiring, memory, slot));
            if old != new {
                changes.push((slot, old, new));
            }
        };
        let numbers = &wiring.reader.numbers;
        for word in 0..wiring.plane_words {
            let mut differ = 0;
            for plane in &wiring.reader.planes {
                let at = *plane as usize + word;
                differ |= own[at] ^ memory[at];
            }
            for cell in wiring.cells.iter().filter(|cell| !numbers.is_empty() && usize::from(**cell) / 64 == word) {
                let differs = |(at, next): &(u32, u32)| {
                    let at = (at + next * u32::from(*cell)) as usize;
                    own[at] != memory[at]
                };
                differ |= u64::from(numbers.iter().any(differs)) << (cell % 64);
            }
            while differ != 0 {
                change((word * 64) as u16 + differ.trailing_zeros() as u16);
                differ &= differ - 1;
            }
        }
    }

    /// Looks the weights of the position at hand up, if a head does not know them.
    fn know(&mut self, weights: &[i32], head: usize) {
        let held = &mut self.held[head];
        if held.fresh {
            return;
        }
        let (wiring, outputs) = (&self.wiring, self.wiring.outputs);
        let (set, at) = (wiring.set_of(head), &self.at[wiring.view_of(head)]);
        held.fresh = true;
        held.weights.clear();
        held.sums.clear();
        held.sums.resize(outputs, 0);
        for (at, input) in at.iter().zip(&wiring.inputs) {
            let from = (at + set * input.size) as usize * outputs;
            for (sum, weight) in held.sums.iter_mut().zip(&weights[from..from + outputs]) {
                held.weights.push(*weight);
                *sum += i64::from(*weight);
            }
        }
    }
}

impl Touched {
    /// Finds the inputs that cells and numbers that differ touch.
    fn touch(
        &mut self,
        wiring: &Wiring,
        view: &View,
        changes: &[(u16, u8, u8)],
        more: &mut [i64],
        counts: &[i64],
        [before, after]: [Numbers<'_>; 2],
    ) {
        self.list.clear();
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.when.fill(0);
            self.now = 1;
        }
        more.fill(0);
        for (slot, old, new) in changes {
            let (old, new) = (view.recode[usize::from(*old)], view.recode[usize::from(*new)]);
            let by = i32::from(new) - i32::from(old);
            more[usize::from(old)] -= 1;
            more[usize::from(new)] += 1;
            for (input, stride) in view.links(*slot) {
                self.add(*input as usize, by * *stride as i32);
            }
        }
        let first = wiring.inputs.len() - wiring.gauges.len();
        for (code, more) in more.iter().enumerate().filter(|(_, more)| **more != 0) {
            if let Some(gauge) = wiring.counts[code] {
                let of = &wiring.gauges[gauge as usize];
                let by = of.class(counts[code] + more) as i32 - of.class(counts[code]) as i32;
                self.add(first + gauge as usize, by);
            }
        }
        for (gauge, source) in view.sources.iter().enumerate() {
            if let Some(source) = source {
                let (old, new) = (before.at(*source), after.at(*source));
                if old != new {
                    let of = &wiring.gauges[gauge];
                    self.add(first + gauge, of.class(new) as i32 - of.class(old) as i32);
                }
            }
        }
    }

    #[inline]
    fn add(&mut self, input: usize, by: i32) {
        if self.when[input] == self.now {
            self.by[input] += by;
        } else {
            self.when[input] = self.now;
            self.by[input] = by;
            self.list.push(input as u32);
        }
    }
}

#[inline]
fn code(wiring: &Wiring, memory: &[u64], slot: u16) -> u8 {
    wiring.codes.get(wiring.reader.key(memory, slot) as usize).copied().unwrap_or(0)
}
