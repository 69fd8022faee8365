//! From a text to a checked game: what is read, what is said of it, how it is laid out, and what the documents say of it.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test may read files and fails by panicking"
)]

mod architecture;
mod contributing;
mod diagnostics;
mod docs;
mod explain;
mod export;
mod fixes;
mod format;
mod hostile;
mod steady;
