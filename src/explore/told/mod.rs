//! What a search found, as plain data.

mod figures;
mod found;
mod nearer;
mod row;
mod standing;

pub use figures::{Contrasted, Figure, Verdict};
pub use found::{CandidateCounts, Found, GameTotals, MissedBy, Reason, ToldWish};
pub use nearer::Nearer;
pub use row::{Row, Stage};
pub use standing::Standing;
