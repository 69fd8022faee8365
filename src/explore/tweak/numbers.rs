//! Changes of numbers.

use super::change::Effort;
use super::maker::Maker;
use rulebook_language::source::Span;

/// From here on half and twice as much are tried as well.
const LARGE: u64 = 8;

impl Maker<'_> {
    /// One more, one less; of large numbers half and twice as many.
    pub fn number(&mut self, span: Span, digits: &str) {
        let (whole, rest) = digits.split_once('.').map_or((digits, None), |(whole, rest)| (whole, Some(rest)));
        let Ok(number) = whole.parse::<u64>() else { return };
        let mut others = vec![number.checked_add(1), number.checked_sub(1)];
        if number >= LARGE && rest.is_none() {
            others.extend([Some(number / 2), number.checked_mul(2)]);
        }
        for other in others.into_iter().flatten() {
            let text = rest.map_or_else(|| other.to_string(), |rest| format!("{other}.{rest}"));
            self.replace(span, &text, Effort::Small);
        }
    }
}
