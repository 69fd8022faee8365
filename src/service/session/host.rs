//! Who asks, while the work goes on.

use serde_json::Value;

/// Who asked: told how far the work is, and able to stop it.
pub trait Host {
    /// Told now and then how far the work is. False stops it: what can answer with less does, all else fails as cancelled.
    fn progress(&mut self, value: &Value) -> bool;

    /// Given the file of a learned player, with its digest, before the progress or the answer that names it.
    fn give(&mut self, _digest: &str, _bytes: &[u8]) {}
}

/// Nobody who wants to know.
impl Host for () {
    fn progress(&mut self, _: &Value) -> bool {
        true
    }
}
