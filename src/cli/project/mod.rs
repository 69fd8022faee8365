//! Many files: which are meant, what a settings file says of them, what is known of them from before.

mod arguments;
mod baseline;
mod cache;
mod changed;
mod parallel;
mod pattern;
mod settings;
mod settings_files;
mod walk;
mod watch;

pub use arguments::{BatchArguments, SettingsArguments};
pub use baseline::Baseline;
pub use cache::{Cache, FOLDER as CACHE_FOLDER, key};
pub use changed::changed_since;
pub use parallel::{STACK_BYTES, in_order, pool};
pub use settings::CheckSettings;
pub use settings_files::{Project, Projects};
pub use walk::walk;
pub use watch::watch;
