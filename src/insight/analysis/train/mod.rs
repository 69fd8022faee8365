//! Training a player of a sheet, and how strong it is meanwhile.

mod against;
mod settings;
mod training;

pub use against::{Against, Opponent};
pub use settings::TrainSettings;
pub use training::{Step as TrainStep, StrengthPoint, TrainError, Training};
