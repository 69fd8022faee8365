//! The expected number of lines of play of a given length, where something is left to chance.

use rulebook_play::engine::{Action, Fault, Position};

/// An expected number: exactly, as long as its numbers can be held, and nearly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expected {
    /// The numbers above and below the line, in lowest terms; nothing where they do not fit in 128 bits.
    pub exact: Option<(u128, u128)>,
    /// The number.
    pub value: f64,
}

impl Expected {
    /// Nothing.
    pub const ZERO: Expected = Expected { exact: Some((0, 1)), value: 0.0 };

    /// A whole number.
    pub fn whole(n: u64) -> Self {
        Expected { exact: Some((u128::from(n), 1)), value: n as f64 }
    }

    /// The sum.
    pub fn plus(self, other: Self) -> Self {
        let exact = self.exact.zip(other.exact).and_then(|((a, b), (c, d))| {
            let shared = gcd(b, d);
            let below = b.checked_mul(d / shared)?;
            reduced(a.checked_mul(d / shared)?.checked_add(c.checked_mul(b / shared)?)?, below)
        });
        Expected { exact, value: self.value + other.value }
    }

    /// So much of it, where `total` is all: `weight / total` times the number.
    pub fn weighed(self, weight: u64, total: u64) -> Self {
        let exact = self.exact.and_then(|(a, b)| {
            let (above, below) = reduced(u128::from(weight), u128::from(total))?;
            let (one, other) = (gcd(a, below), gcd(above, b));
            reduced((a / one).checked_mul(above / other)?, (b / other).checked_mul(below / one)?)
        });
        Expected { exact, value: self.value * weight as f64 / total as f64 }
    }
}

impl Expected {
    /// Whether it is more than another number: exactly, where both can be held.
    pub fn is_above(&self, other: &Self) -> bool {
        match self.exact.zip(other.exact) {
            Some(((a, b), (c, d))) => compared(a, b, c, d).is_gt(),
            None => self.value > other.value,
        }
    }
}

/// Compares two fractions, a/b and c/d, by their continued fractions.
fn compared(a: u128, b: u128, c: u128, d: u128) -> std::cmp::Ordering {
    match (a / b).cmp(&(c / d)) {
        std::cmp::Ordering::Equal => match (a % b, c % d) {
            (0, 0) => std::cmp::Ordering::Equal,
            (0, _) => std::cmp::Ordering::Less,
            (_, 0) => std::cmp::Ordering::Greater,
            // Of what is left, the one whose reciprocal is greater is less.
            (left, other) => compared(d, other, b, left),
        },
        different => different,
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.exact {
            Some((above, 1)) => above.fmt(f),
            Some((above, below)) => write!(f, "{above}/{below}"),
            None => self.value.fmt(f),
        }
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

fn reduced(above: u128, below: u128) -> Option<(u128, u128)> {
    let shared = gcd(above, below);
    (below > 0).then(|| (above / shared, below / shared))
}

/// The expected number of lines of `depth` actions from `position`, which is left as it was: nature does what it does by its odds, players
/// do each thing once. Games that end before count nothing.
///
/// # Errors
/// If an evaluation limit is reached.
pub fn perft_by_odds(position: &mut Position, depth: u32) -> Result<Expected, Fault> {
    if depth == 0 {
        return Ok(Expected::whole(1));
    }
    let actions: Vec<Action> = position.legal()?.iter().collect();
    let odds = position.chance()?.map(|chance| (chance.weights.to_vec(), chance.total));
    if depth == 1 {
        let any = Expected::whole(u64::from(!actions.is_empty()));
        return Ok(if odds.is_some() { any } else { Expected::whole(actions.len() as u64) });
    }
    let mut all = Expected::ZERO;
    for (at, action) in actions.iter().enumerate() {
        position.play_unchecked(action)?;
        let found = perft_by_odds(position, depth - 1);
        position.undo();
        all = all.plus(match &odds {
            Some((weights, total)) => found?.weighed(weights[at], *total),
            None => found?,
        });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::Expected;

    #[test]
    fn expected_numbers_are_compared() {
        let of = |above, below| Expected::whole(1).weighed(above, below);
        let order = [of(1, 7), of(1, 3), of(50, 101), of(1, 2), of(51, 101), of(2, 3)];
        for (at, one) in order.iter().enumerate() {
            for (place, other) in order.iter().enumerate() {
                assert_eq!(one.is_above(other), at > place, "{one} and {other}");
            }
        }
    }

    #[test]
    fn expected_numbers_are_exact() {
        let half = Expected::whole(1).weighed(1, 2);
        let third = Expected::whole(4).weighed(2, 24);
        let all = half.plus(third);
        assert_eq!((all.to_string(), all.plus(all.weighed(1, 5)).to_string()), ("5/6".to_owned(), "1".to_owned()));
    }
}
