//! What designers write who know other rule sheets and languages than this one: where such a line stops being readable says
//! little of what is wrong with it, so it is told by how it looks.

mod asks;
mod conditions;
mod declarations;
mod ends;
mod gaps;
mod known;
mod looks;
mod names;
mod options;
mod quantities;
mod setups;
mod signs;
mod statements;
mod stop;
mod turns;

pub use asks::how_to_ask;
pub use known::known;
pub use stop::Stop;
