//! The command line: the doors through which files, clocks and terminals come in. One file a command.

mod arguments;
mod check;
mod failure;
mod games;
mod input;
mod moves;
mod new;
mod opening;
mod output;
mod perft;
mod play;
mod playouts;
mod progress;
mod replay;
mod run;
mod show;
mod terminal;
mod test;

pub use run::run;
