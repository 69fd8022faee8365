//! Games as environments: numbered actions, observations as planes, many games stepped together.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

// What can be done.
mod error;

mod heads;

mod flat;

mod picks;

mod space;

// What is seen.
mod planes;

mod observe;

// Games.
mod lane;

mod symmetry;

mod vector;

mod kept;

pub use error::EnvError;
pub use kept::{Kept, KeptGames, KeptPosition};
pub use lane::{Lane, Luck, Model, State};
pub use planes::{Plane, Planes, Shape};
pub use space::{Form, Space};
pub use symmetry::{Symmetry, symmetries};
pub use vector::{Buffer, Settings, VectorEnv};
