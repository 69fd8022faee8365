//! Questions about a rule sheet as JSON, and their answers: what a page, a server and an editor ask, stateless and bounded.

mod agent;
mod answer;
mod check;
mod editor;
mod ends;
mod explore;
mod finding;
mod format;
mod gallery;
mod host;
mod line;
mod lineage;
mod load;
mod measure;
mod numbers;
mod perft;
mod players;
mod position;
mod puzzle;
mod refusal;
mod replay;
mod request;
mod sample;
mod set_position;
mod sheets;
mod show;
mod spans;
mod tests;
mod train;
mod why;

pub use answer::{PROTOCOL, Session};
pub use host::Host;
pub use players::Players;
