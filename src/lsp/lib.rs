//! A language server as a value: messages go in, messages come out. It knows no transport, no files and no clock.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

mod lines;

mod document;

mod findings;

mod tasks;

mod state;

mod editing;

mod navigation;

mod shown;

mod actions;

mod lenses;

mod capabilities;

mod server;

pub use server::Server;
pub use tasks::{Done, Task};
