//! `rulebook serve`: the page with the engine of this program behind it, for this machine alone, and rooms in which others play.

mod api;
mod command;
mod connection;
mod crowd;
mod door;
mod files;
mod guard;
mod http;
mod kept;
mod respond;
mod room;
mod room_requests;
mod rooms;
mod training;
mod watch;

pub use command::Serve;
