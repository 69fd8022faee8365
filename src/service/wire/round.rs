//! Numbers as they are written: with so few digits that every machine writes the same, whatever its logarithms.

use serde_json::Value;

use rulebook_insight::statistics::Estimate;

/// Digits after the point: far more than are shown, far fewer than differ between machines.
const PLACES: f64 = 1e9;

/// A number; null of what is none.
pub fn number(value: f64) -> Value {
    Value::from((value * PLACES).round() / PLACES)
}

/// An estimate with its interval, its value under this name.
pub fn estimate(name: &str, estimate: Estimate) -> Value {
    let mut shown = serde_json::Map::new();
    shown.insert(name.to_owned(), number(estimate.value));
    shown.insert("low".to_owned(), number(estimate.low));
    shown.insert("high".to_owned(), number(estimate.high));
    Value::Object(shown)
}
