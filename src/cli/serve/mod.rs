//! `rulebook serve`: the page with the engine of this program behind it, for this machine alone.

mod api;
mod command;
mod connection;
mod files;
mod guard;
mod http;
mod respond;
mod training;
mod watch;

pub use command::Serve;
