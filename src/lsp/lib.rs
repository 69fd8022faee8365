//! A language server as a value: messages go in, messages come out. It knows no transport, no files and no clock.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

mod lines;

mod files;
pub use files::{Files, NoFiles};

mod document;

mod settings;

mod state;

mod findings;

mod navigation;

mod tasks;
pub use tasks::{Done, Lane, Task};

mod editing;

mod shown;

mod actions;

mod lenses;

mod capabilities;

mod progress;

mod requests;

mod messages;

mod server;
pub use server::Server;
