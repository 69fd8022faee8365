//! Numbers for people: never without their interval and number of games.

use rulebook_insight::statistics::Estimate;

/// A number with so many digits as matter: three, or all of a whole part.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "?".to_owned() } else { if value > 0.0 { "∞" } else { "-∞" }.to_owned() };
    }
    let digits = match value.abs() {
        0.0 => 0,
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        _ => 3,
    };
    unsigned_zero(format!("{value:.digits$}"))
}

/// What rounds to nothing has no sign.
fn unsigned_zero(text: String) -> String {
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') { text.replace('-', "") } else { text }
}

/// A share in percent.
pub fn percent(value: f64) -> String {
    if value.is_finite() { unsigned_zero(format!("{:.1}", 100.0 * value)) + " %" } else { number(value) }
}

/// The bounds of an estimate, shown as `show` does.
pub fn range(estimate: &Estimate, show: impl Fn(f64) -> String) -> String {
    match (estimate.low.is_finite(), estimate.high.is_finite()) {
        (false, false) => "no bounds".to_owned(),
        (false, true) => format!("at most {}", show(estimate.high)),
        (true, false) => format!("at least {}", show(estimate.low)),
        _ => format!("{} to {}", show(estimate.low), show(estimate.high)),
    }
}

/// An estimate in words: the number, its 95 % interval and its games.
pub fn interval(estimate: &Estimate, show: impl Fn(f64) -> String + Copy) -> String {
    format!("{} (95 %: {}; n {})", show(estimate.value), range(estimate, show), estimate.n)
}

#[cfg(test)]
mod tests {
    use super::{interval, number, percent};
    use rulebook_insight::statistics::Estimate;

    #[test]
    fn digits_follow_the_size() {
        let shown = [0.0, 0.1234, -0.00004, 1.239, 12.34, 123.4, f64::INFINITY].map(number);
        assert_eq!(shown, ["0", "0.123", "0.000", "1.24", "12.3", "123", "∞"]);
        assert_eq!([percent(-0.0001), percent(-0.01)], ["0.0 %", "-1.0 %"]);
        let estimate = Estimate { value: 0.5, low: 0.25, high: 0.751, n: 12 };
        assert_eq!(interval(&estimate, percent), "50.0 % (95 %: 25.0 % to 75.1 %; n 12)");
        let open = Estimate { low: f64::NEG_INFINITY, ..estimate };
        assert_eq!(interval(&open, number), "0.500 (95 %: at most 0.751; n 12)");
    }
}
