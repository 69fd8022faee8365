//! Who asks, while the work goes on.

use serde_json::Value;

/// Who asked: told how far the work is, and able to stop it.
pub trait Host {
    /// Told now and then how far the work is. False stops it: what can answer with less does, all else fails as cancelled.
    fn progress(&mut self, value: &Value) -> bool;
}

/// Nobody who wants to know.
impl Host for () {
    fn progress(&mut self, _: &Value) -> bool {
        true
    }
}
