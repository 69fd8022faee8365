//! Numbers: one for the position in a register, or one for each cell, bit by bit.

use super::lifter::{Lifted, Lifter, NotBatchable, not_batchable};
use super::value::{Number, Sliced, Truth};
use crate::op::{Op, TernaryOp};
use rulebook_language::util::{Rational, gcd};

/// The most bits of a number for each cell.
const MAX_BITS: usize = 24;

impl Lifter<'_> {
    /// A constant.
    pub fn rational(number: Rational) -> Number {
        Number::Sliced(Sliced::known(number.numerator(), number.denominator()))
    }

    /// What a number is, where it is always the same.
    pub fn always_number(number: &Number) -> Option<Rational> {
        match number {
            Number::Sliced(sliced) if sliced.is_known() => Rational::new(sliced.plus, sliced.scale),
            _ => None,
        }
    }

    /// A number times a whole one, with the scale as it is.
    fn times(&mut self, number: &Number, by: i64) -> Lifted<Number> {
        if by == 1 {
            return Ok(number.clone());
        }
        if by == 0 {
            return Ok(Self::rational(Rational::whole(0)));
        }
        Ok(match number {
            Number::Whole(reg, scale) => {
                let b = self.constant_number(by);
                Number::Whole(self.value_of(Op::Multiply { d: 0, a: *reg, b }), *scale)
            }
            Number::Sliced(sliced) => {
                let sliced = &if by < 0 { self.brought_here(sliced)? } else { sliced.clone() };
                let mut out = Sliced::known(sliced.plus.checked_mul(by).ok_or(LARGE)?, sliced.scale);
                let (more, less) = if by >= 0 { (&sliced.more, &sliced.less) } else { (&sliced.less, &sliced.more) };
                for bit in (0..63).filter(|bit| by.unsigned_abs() >> bit & 1 == 1) {
                    for (path, places) in &sliced.away {
                        for (weight, truths) in places.iter().enumerate() {
                            out.add_away(path, weight + bit, truths.iter().copied());
                        }
                    }
                    for (weight, truths) in more.iter().enumerate() {
                        Sliced::add(&mut out.more, weight + bit, truths.iter().copied());
                    }
                    for (weight, truths) in less.iter().enumerate() {
                        Sliced::add(&mut out.less, weight + bit, truths.iter().copied());
                    }
                }
                Number::Sliced(out)
            }
        })
    }

    /// A number times another.
    pub fn product(&mut self, a: &Number, b: &Number) -> Lifted<Number> {
        if let Some(by) = Self::always_number(b) {
            return self.scaled(a, by);
        }
        if let Some(by) = Self::always_number(a) {
            return self.scaled(b, by);
        }
        let (Number::Sliced(a), Number::Sliced(b)) = (a, b) else {
            let (Number::Whole(a, p), Number::Whole(b, q)) = (a, b) else {
                return Err(not_batchable("a product of numbers that change"));
            };
            let scale = p.checked_mul(*q).ok_or(LARGE)?;
            return Ok(Number::Whole(self.value_of(Op::Multiply { d: 0, a: *a.min(b), b: *a.max(b) }), scale));
        };
        let (a, b) = (self.brought_here(a)?, self.brought_here(b)?);
        let scale = a.scale.checked_mul(b.scale).ok_or(LARGE)?;
        let mut out = Sliced::known(a.plus.checked_mul(b.plus).ok_or(LARGE)?, scale);
        // What each is beside its constant, times the other's constant, then times one another.
        for (number, plus) in [(&a, b.plus), (&b, a.plus)] {
            let rest = Number::Sliced(Sliced { plus: 0, scale, ..number.clone() });
            let Number::Sliced(rest) = self.times(&rest, plus)? else { return Err(LARGE) };
            let Number::Sliced(all) = self.sum(&Number::Sliced(out), &Number::Sliced(rest), false)? else {
                return Err(LARGE);
            };
            out = all;
        }
        let (a, b) = ([self.bits(a.more)?, self.bits(a.less)?], [self.bits(b.more)?, self.bits(b.less)?]);
        for (one, x) in a.iter().enumerate() {
            for (other, y) in b.iter().enumerate() {
                for (i, x) in x.iter().enumerate() {
                    for (j, y) in y.iter().enumerate() {
                        let both = self.both(*x, *y);
                        Sliced::add(if one == other { &mut out.more } else { &mut out.less }, i + j, [both]);
                    }
                }
            }
        }
        Ok(Number::Sliced(out))
    }

    /// What is left of a number when it is divided by a power of two, or how often that goes into it.
    pub fn divided(&mut self, number: &Number, by: Rational, is_rest: bool) -> Lifted<Number> {
        let whole = by.to_whole().filter(|by| *by > 0 && by.count_ones() == 1);
        let by = whole.ok_or(not_batchable("a division of numbers that change"))?;
        let bits = by.trailing_zeros() as usize;
        let rest = match number {
            Number::Sliced(sliced) if sliced.scale == 1 => {
                let sliced = self.brought_here(sliced)?;
                let mut rest = Sliced::known(0, 1);
                for (bit, is_one) in self.low_bits(&sliced, bits)?.into_iter().enumerate() {
                    Sliced::add(&mut rest.more, bit, [is_one]);
                }
                Number::Sliced(rest)
            }
            Number::Whole(a, 1) => {
                let zero = self.constant_number(0);
                let mut rest = zero;
                for bit in 0..bits {
                    let mask = self.value_of(Op::Bit { d: 0, a: *a, bit: bit as u8 });
                    let weight = self.constant_number(1 << bit);
                    let part = self.value_of(Op::Choose { d: 0, a: weight, b: zero, mask });
                    rest = self.value_of(Op::Add { d: 0, a: rest, b: part });
                }
                Number::Whole(rest, 1)
            }
            _ => return Err(not_batchable("a division of fractions")),
        };
        if is_rest {
            return Ok(rest);
        }
        let whole = self.sum(number, &rest, true)?;
        self.scaled(&whole, Rational::new(1, by).ok_or(LARGE)?)
    }

    /// Two numbers with one scale.
    fn aligned(&mut self, a: &Number, b: &Number) -> Lifted<(Number, Number, i64)> {
        let scale_of = |number: &Number| match number {
            Number::Whole(_, scale) => *scale,
            Number::Sliced(sliced) => sliced.scale,
        };
        let (p, q) = (scale_of(a), scale_of(b));
        let divisor = gcd(p.unsigned_abs().into(), q.unsigned_abs().into()) as i64;
        let common = (p / divisor.max(1)).checked_mul(q).ok_or(LARGE)?;
        let (mut a, mut b) = (self.times(a, common / p)?, self.times(b, common / q)?);
        for number in [&mut a, &mut b] {
            match number {
                Number::Whole(_, scale) => *scale = common,
                Number::Sliced(sliced) => sliced.scale = common,
            }
        }
        Ok((a, b, common))
    }

    /// a where something holds, else b.
    pub fn one_of(&mut self, condition: Truth, a: &Number, b: &Number) -> Lifted<Number> {
        let (a, b, scale) = self.aligned(a, b)?;
        if let (Number::Sliced(a), Number::Sliced(b), Truth::Field(_)) = (&a, &b, condition)
            && a.is_known()
            && b.is_known()
        {
            let mut out = b.clone();
            let more = a.plus.checked_sub(b.plus).ok_or(LARGE)?;
            let side = if more > 0 { &mut out.more } else { &mut out.less };
            for bit in (0..63).filter(|bit| more.unsigned_abs() >> bit & 1 == 1) {
                Sliced::add(side, bit, [condition]);
            }
            return Ok(Number::Sliced(out));
        }
        if let (Number::Sliced(a), Number::Sliced(b)) = (&a, &b)
            && (matches!(condition, Truth::Field(_)) || !a.is_known() || !b.is_known())
        {
            // What is added to one, where it is meant, and to the other, elsewhere.
            let (a, b, not) = (self.brought_here(a)?, self.brought_here(b)?, self.not(condition));
            let mut out = Sliced::known(0, scale);
            for (number, holds) in [(&a, condition), (&b, not)] {
                let plus = number.plus.unsigned_abs();
                let side = if number.plus > 0 { &mut out.more } else { &mut out.less };
                (0..63).filter(|bit| plus >> bit & 1 == 1).for_each(|bit| Sliced::add(side, bit, [holds]));
                for (from, is_less) in [(&number.more, false), (&number.less, true)] {
                    for (weight, truths) in from.iter().enumerate() {
                        for truth in truths {
                            let truth = self.both(*truth, holds);
                            Sliced::add(if is_less { &mut out.less } else { &mut out.more }, weight, [truth]);
                        }
                    }
                }
            }
            return Ok(Number::Sliced(out));
        }
        let (a, b) = (self.whole(&a)?, self.whole(&b)?);
        let mask = self.mask(condition).ok_or(not_batchable("a choice between numbers by a condition on cells"))?;
        Ok(Number::Whole(self.value_of(Op::Choose { d: 0, a, b, mask }), scale))
    }

    /// a + b, or a - b.
    pub fn sum(&mut self, a: &Number, b: &Number, minus: bool) -> Lifted<Number> {
        let (a, b, scale) = self.aligned(a, b)?;
        if let (Number::Sliced(a), Number::Sliced(b)) = (&a, &b) {
            let b = &if minus { self.brought_here(b)? } else { b.clone() };
            let mut out = a.clone();
            for (path, places) in &b.away {
                for (weight, truths) in places.iter().enumerate() {
                    out.add_away(path, weight, truths.iter().copied());
                }
            }
            out.plus = if minus { a.plus.checked_sub(b.plus) } else { a.plus.checked_add(b.plus) }.ok_or(LARGE)?;
            let (more, less) = if minus { (&b.less, &b.more) } else { (&b.more, &b.less) };
            for (weight, truths) in more.iter().enumerate() {
                Sliced::add(&mut out.more, weight, truths.iter().copied());
            }
            for (weight, truths) in less.iter().enumerate() {
                Sliced::add(&mut out.less, weight, truths.iter().copied());
            }
            return Ok(Number::Sliced(out));
        }
        let (a, b) = (self.whole(&a)?, self.whole(&b)?);
        let op = if minus { Op::Subtract { d: 0, a, b } } else { Op::Add { d: 0, a, b } };
        Ok(Number::Whole(self.value_of(op), scale))
    }

    /// A number times a constant.
    pub fn scaled(&mut self, number: &Number, by: Rational) -> Lifted<Number> {
        let mut out = self.times(number, by.numerator())?;
        match &mut out {
            Number::Whole(_, scale) => *scale = scale.checked_mul(by.denominator()).ok_or(LARGE)?,
            Number::Sliced(sliced) => sliced.scale = sliced.scale.checked_mul(by.denominator()).ok_or(LARGE)?,
        }
        Ok(out)
    }

    /// The register of a number for the whole position.
    pub fn whole(&mut self, number: &Number) -> Lifted<u16> {
        match number {
            Number::Whole(reg, _) => Ok(*reg),
            Number::Sliced(sliced) if sliced.is_known() => Ok(self.constant_number(sliced.plus)),
            Number::Sliced(_) => Err(not_batchable("a number of each cell meets one of the whole position")),
        }
    }

    /// The register of a number for the whole position that is no fraction.
    pub fn unscaled(&mut self, number: &Number, fraction: &'static str) -> Lifted<u16> {
        let scale = match number {
            Number::Whole(_, scale) => *scale,
            Number::Sliced(sliced) => sliced.scale,
        };
        if scale == 1 { self.whole(number) } else { Err(not_batchable(fraction)) }
    }

    /// Whether a < b.
    pub fn less(&mut self, a: &Number, b: &Number) -> Lifted<Truth> {
        let (a, b, _) = self.aligned(a, b)?;
        if let (Number::Sliced(a), Number::Sliced(b)) = (&a, &b) {
            let (a, b) = self.sides(a, b)?;
            let mut less = Truth::Known(false);
            for place in 0..a.len().max(b.len()) {
                let bit = |bits: &[Truth]| bits.get(place).copied().unwrap_or(Truth::Known(false));
                let (x, y) = (bit(&a), bit(&b));
                if let (Truth::Field(a), Truth::Field(b), Truth::Field(c)) = (x, y, less) {
                    less = Truth::Field(self.value_of(Op::Three { d: 0, a, b, c, how: TernaryOp::Below }));
                    continue;
                }
                let here = self.without(y, x);
                let differs = self.differ(x, y);
                let below = self.without(less, differs);
                less = self.either(here, below);
            }
            return Ok(less);
        }
        let (a, b) = (self.whole(&a)?, self.whole(&b)?);
        Ok(Truth::Mask(self.value_of(Op::Less { d: 0, a, b })))
    }

    /// Whether a = b.
    pub fn same(&mut self, a: &Number, b: &Number) -> Lifted<Truth> {
        let (a, b, _) = self.aligned(a, b)?;
        if let (Number::Sliced(a), Number::Sliced(b)) = (&a, &b) {
            let (a, b) = self.sides(a, b)?;
            let mut same = Truth::Known(true);
            for place in 0..a.len().max(b.len()) {
                let bit = |bits: &[Truth]| bits.get(place).copied().unwrap_or(Truth::Known(false));
                let differs = self.differ(bit(&a), bit(&b));
                same = self.without(same, differs);
            }
            return Ok(same);
        }
        let (a, b) = (self.whole(&a)?, self.whole(&b)?);
        Ok(Truth::Mask(self.value_of(Op::Equal { d: 0, a: a.min(b), b: a.max(b) })))
    }

    /// The bits of a weight, lowest first, which is never below 0.
    ///
    /// # Errors
    /// Where something is taken away in it.
    pub fn bits_of_weight(&mut self, weight: &Sliced) -> Lifted<Vec<Truth>> {
        let (bits, taken) = self.sides(weight, &Sliced::known(0, 1))?;
        let is_never_taken = taken.iter().all(|bit| *bit == Truth::Known(false));
        if is_never_taken { Ok(bits) } else { Err(not_batchable("odds from which something is taken away")) }
    }

    /// Two numbers as bits, lowest first, with what is taken away on one side added on the other.
    fn sides(&mut self, a: &Sliced, b: &Sliced) -> Lifted<(Vec<Truth>, Vec<Truth>)> {
        let (a, b) = (&self.brought_here(a)?, &self.brought_here(b)?);
        let mut left = a.more.clone();
        let mut right = b.more.clone();
        for (weight, truths) in b.less.iter().enumerate() {
            Sliced::add(&mut left, weight, truths.iter().copied());
        }
        for (weight, truths) in a.less.iter().enumerate() {
            Sliced::add(&mut right, weight, truths.iter().copied());
        }
        // What is added on both sides decides nothing.
        for (left, right) in left.iter_mut().zip(&mut right) {
            left.retain(|truth| match right.iter().position(|other| other == truth) {
                Some(place) => {
                    right.swap_remove(place);
                    false
                }
                None => true,
            });
        }
        let more = a.plus.checked_sub(b.plus).ok_or(LARGE)?;
        let side = if more > 0 { &mut left } else { &mut right };
        for bit in (0..63).filter(|bit| more.unsigned_abs() >> bit & 1 == 1) {
            Sliced::add(side, bit, [Truth::Known(true)]);
        }
        Ok((self.bits(left)?, self.bits(right)?))
    }

    /// The number with nothing said from the ends of paths any more.
    pub fn brought_here(&mut self, number: &Sliced) -> Lifted<Sliced> {
        let mut out = Sliced { away: Vec::new(), ..number.clone() };
        for (path, places) in &number.away {
            for (weight, bit) in self.bits(places.clone())?.into_iter().enumerate() {
                let here = match bit {
                    Truth::Field(set) => Truth::Field(self.back(path, set)),
                    other => other,
                };
                Sliced::add(&mut out.more, weight, [here]);
            }
        }
        Ok(out)
    }

    /// Adds truths of the same weight with full and half adders, place by place.
    pub fn bits(&mut self, mut places: Vec<Vec<Truth>>) -> Lifted<Vec<Truth>> {
        let mut bits = Vec::new();
        let mut weight = 0;
        while weight < places.len() {
            if weight > MAX_BITS {
                return Err(LARGE);
            }
            loop {
                let place = &mut places[weight];
                place.retain(|truth| *truth != Truth::Known(false));
                // Two that are known make one of the next place.
                let known = place.iter().filter(|truth| **truth == Truth::Known(true)).count();
                place.retain(|truth| *truth != Truth::Known(true));
                if known % 2 == 1 {
                    place.push(Truth::Known(true));
                }
                let carried = vec![Truth::Known(true); known / 2];
                if !carried.is_empty() {
                    Sliced::add(&mut places, weight + 1, carried);
                }
                let place = &mut places[weight];
                let (sum, carry) = match place.len() {
                    0 | 1 => break,
                    2 => {
                        let (a, b) = (place[0], place[1]);
                        place.clear();
                        (self.differ(a, b), self.both(a, b))
                    }
                    _ => {
                        let (a, b, c) = (place[0], place[1], place[2]);
                        place.drain(..3);
                        match (a, b, c) {
                            (Truth::Field(a), Truth::Field(b), Truth::Field(c)) => {
                                let mut all = [a, b, c];
                                all.sort_unstable();
                                let [a, b, c] = all;
                                let sum = self.value_of(Op::Three { d: 0, a, b, c, how: TernaryOp::Odd });
                                (
                                    Truth::Field(sum),
                                    Truth::Field(self.value_of(Op::Three { d: 0, a, b, c, how: TernaryOp::Most })),
                                )
                            }
                            _ => {
                                let ab = self.differ(a, b);
                                let sum = self.differ(ab, c);
                                let (first, second) = (self.both(a, b), self.both(ab, c));
                                (sum, self.either(first, second))
                            }
                        }
                    }
                };
                places[weight].push(sum);
                Sliced::add(&mut places, weight + 1, [carry]);
            }
            bits.push(places[weight].first().copied().unwrap_or(Truth::Known(false)));
            weight += 1;
        }
        Ok(bits)
    }
}

const LARGE: NotBatchable = not_batchable("a number of it is very large");
