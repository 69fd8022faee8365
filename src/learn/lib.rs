//! Players that learn a game by playing it: what a position consists of as patterns of cells, what each pattern is worth, and how
//! games teach that.
//!
//! N-tuple networks (Bledsoe and Browning 1959; for games Lucas 2007) whose weights are trained by temporal differences over
//! positions after actions (Szubert and Jaskowski 2014), each weight at a rate of its own (temporal coherence: Beal and Smith 1999;
//! Bagheri, Thill, Koch and Konen 2015).
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.
//! Whatever the machine and however many threads share the work, the same seed gives the same bytes: weights are whole numbers,
//! and no sum of fractions depends on the order of the work.

// Numbers.
mod squash;

// What a position consists of.
mod result;

mod map;

mod leads;

mod sample;

mod cell_key;

mod alphabet;

mod gauges;

mod tuples;

mod design;

// What that is worth.
mod wiring;

mod network;

mod eye;

// Learning.
mod choice;

mod self_play;

mod update;

mod trainer;

// Files.
mod file;

pub use alphabet::Alphabet;
pub use choice::{Prospect, choose, prospect};
pub use design::Design;
pub use eye::{Eye, Sight};
pub use file::{Card, FileError, MAX_BYTES, read, write};
pub use map::SymmetryMap;
pub use network::Network;
pub use result::Worth;
pub use self_play::{GameLine, Teaching};
pub use squash::{exp, tanh};
pub use trainer::Trainer;
pub use update::Shard;
