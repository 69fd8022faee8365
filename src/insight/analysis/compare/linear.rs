//! Sums and products of numbers: like terms together, constants on one side of a comparison.

use super::terms::{Term, Terms};

/// A sum: how often each term counts, and a whole number.
type Sum = (Vec<(Term, i64)>, i64);

impl Terms {
    /// The sum that a term is; nothing where it does not fit.
    fn sum_of(&self, term: Term, times: i64, sum: &mut Sum) -> Option<()> {
        if let Some(number) = self.whole(term) {
            sum.1 = sum.1.checked_add(number.checked_mul(times)?)?;
            return Some(());
        }
        let parts = self.parts(term);
        if self.is(term, "+") {
            return parts.iter().try_for_each(|part| self.sum_of(*part, times, sum));
        }
        let (of, times) = match parts {
            [one, other] if self.is(term, "*") => match (self.whole(*one), self.whole(*other)) {
                (Some(own), None) => (*other, times.checked_mul(own)?),
                (None, Some(own)) => (*one, times.checked_mul(own)?),
                (Some(own), Some(by)) => {
                    sum.1 = sum.1.checked_add(times.checked_mul(own.checked_mul(by)?)?)?;
                    return Some(());
                }
                (None, None) => (term, times),
            },
            _ => (term, times),
        };
        if of != term {
            return self.sum_of(of, times, sum);
        }
        match sum.0.iter_mut().find(|(known, _)| *known == of) {
            Some((_, known)) => *known = known.checked_add(times)?,
            None => sum.0.push((of, times)),
        }
        Some(())
    }

    /// The parts of a sum in one form; nothing where they are in it already.
    pub(super) fn added(&mut self, parts: &[Term]) -> Option<Vec<Term>> {
        let mut sum = Sum::default();
        parts.iter().try_for_each(|part| self.sum_of(*part, 1, &mut sum))?;
        let mut made = self.parts_of(sum);
        made.sort_unstable();
        (made != parts).then_some(made)
    }

    fn parts_of(&mut self, (terms, number): Sum) -> Vec<Term> {
        let mut made = Vec::new();
        for (term, times) in terms.into_iter().filter(|(_, times)| *times != 0) {
            made.push(match times {
                1 => term,
                _ => {
                    let times = self.leaf(format!("n:{times}"));
                    self.times(times, term)
                }
            });
        }
        if number != 0 {
            made.push(self.leaf(format!("n:{number}")));
        }
        made
    }

    /// Both sides of a comparison of numbers without what is on both, and each with what is added and not taken away; nothing
    /// where they are so already.
    pub(super) fn balanced(&mut self, a: Term, b: Term) -> Option<[Term; 2]> {
        let is_sum = |terms: &Terms, term: Term| terms.is(term, "+") || terms.is(term, "*");
        if !is_sum(self, a) && !is_sum(self, b) {
            return None;
        }
        let mut sum = Sum::default();
        self.sum_of(b, 1, &mut sum)?;
        self.sum_of(a, -1, &mut sum)?;
        let (terms, number) = sum;
        let more: Vec<(Term, i64)> = terms.iter().filter(|(_, times)| *times > 0).copied().collect();
        let less: Vec<(Term, i64)> = terms
            .iter()
            .filter(|(_, times)| *times < 0)
            .map(|(term, times)| Some((*term, times.checked_neg()?)))
            .collect::<Option<_>>()?;
        let right = if less.is_empty() { false } else { more.is_empty() || number > 0 };
        let (left, right) = match right {
            true => (0, number),
            false => (number.checked_neg()?, 0),
        };
        let [one, other] = [(less, left), (more, right)].map(|sum| {
            let parts = self.parts_of(sum);
            if parts.is_empty() { self.leaf("n:0") } else { self.make("+", parts) }
        });
        ((one, other) != (a, b)).then_some([one, other])
    }
}

#[cfg(test)]
mod tests {
    use super::Terms;

    #[test]
    fn numbers_are_brought_to_one_side() {
        let mut terms = Terms::default();
        let [x, y] = ["fold:Max x", "fold:Max y"].map(|word| terms.leaf(word));
        let [one, two, minus] = [1, 2, -1].map(|n| terms.leaf(format!("n:{n}")));
        let less_one = terms.make("+", vec![x, minus]);
        let more_one = terms.make("+", vec![one, x]);
        let zero = terms.leaf("n:0");
        let above = terms.make("<", vec![one, x]);
        assert_eq!(terms.make("<", vec![zero, less_one]), above);
        assert_eq!(terms.make("<", vec![two, more_one]), above);
        assert_ne!(terms.make("<", vec![one, more_one]), above);
        // `x - y < 0`, `2 * x < x + y`.
        let taken = terms.make("*", vec![minus, y]);
        let apart = terms.make("+", vec![x, taken]);
        let below = terms.make("<", vec![x, y]);
        assert_eq!(terms.make("<", vec![apart, zero]), below);
        let (twice, both) = (terms.make("*", vec![two, x]), terms.make("+", vec![x, y]));
        assert_eq!(terms.make("<", vec![twice, both]), below);
        assert_eq!(terms.make("+", vec![x, x]), twice);
        let equal = terms.make("=", vec![x, y]);
        assert_eq!(terms.make("=", vec![apart, zero]), equal);
        assert_eq!(terms.make("+", vec![less_one, one]), x);
        let less = terms.times(minus, two);
        let two_less = terms.make("+", vec![x, less]);
        assert_eq!(terms.make("<", vec![minus, two_less]), above);
    }
}
