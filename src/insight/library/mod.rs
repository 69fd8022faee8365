//! The shipped games, and from a text to a game ready to be played: parsed, with the games it builds on, checked, compiled.

mod catalogue;
mod digest;
mod files;
mod known_by;
mod loaded;
mod players;
mod search;
mod settings;
mod shipped;
mod starter;

pub use catalogue::CatalogueEntry;
pub use digest::digest;
pub use files::{Files, NoFiles, Texts, Unread, beside};
pub use loaded::{ASKED, Loaded, Prepared, PreparedTest, load, load_with};
pub use players::AgentError;
pub use search::search;
pub use settings::{COMMAND_LINE, Settings, Written};
pub use shipped::{SHIPPED, Shipped, at, find, near, of_title};
pub use starter::{is_title, starter, teaching, title_of, topics};
