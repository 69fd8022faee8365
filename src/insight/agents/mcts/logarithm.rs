//! The logarithm, the same to the last bit on every machine, which the one of the system's library is not.

/// The natural logarithm of a number from 1, by the series of the inverse hyperbolic tangent on [1, 2).
fn ln(n: u32) -> f64 {
    let n = n.max(1);
    let power = n.ilog2();
    let part = f64::from(n) / f64::from(1u32 << power);
    let z = (part - 1.0) / (part + 1.0);
    let square = z * z;
    // z is at most 1/3, and its 27th power below 2^-42.
    let series = (0..13).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    f64::from(power) * std::f64::consts::LN_2 + 2.0 * z * series
}

/// Logarithms of numbers up to here are worked out once.
const MOST_KNOWN: u32 = 1 << 14;

/// Natural logarithms of numbers, those of small ones by a table that grows as far as they are asked for.
#[derive(Clone, Debug, Default)]
pub struct Logarithms {
    /// Of each number from 0, that of 1 for 0.
    known: Vec<f64>,
}

impl Logarithms {
    /// That of a number from 1, as [`ln`] gives it.
    pub fn of(&mut self, n: u32) -> f64 {
        if n >= MOST_KNOWN {
            return ln(n);
        }
        while self.known.len() <= n as usize {
            self.known.push(ln(self.known.len() as u32));
        }
        self.known[n as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Logarithms, ln};

    #[test]
    fn agrees_with_the_library() {
        for n in (1..100_000).chain((0..32).map(|power| u32::MAX >> power)) {
            let difference = (ln(n) - f64::from(n).ln()).abs();
            assert!(difference < 1e-13 * f64::from(n).ln().max(1.0), "{n}: {difference}");
        }
        assert_eq!(ln(1), 0.0);
    }

    #[test]
    fn the_table_says_the_same() {
        let mut logarithms = Logarithms::default();
        for n in [1, 7, 3, 20_000, 16_383, 16_384, 2] {
            assert_eq!(logarithms.of(n).to_bits(), ln(n).to_bits(), "{n}");
        }
    }
}
