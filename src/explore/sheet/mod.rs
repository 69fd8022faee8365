//! The sheet whose rules are varied: its text, the game that it comes to, and the declarations that hold for it.

mod declared;
mod ground;
mod slot;

pub use declared::Declared;
pub use ground::Ground;
pub use slot::Slot;
