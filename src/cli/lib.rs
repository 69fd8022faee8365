//! The command line: the doors through which files, clocks and terminals come in. One file a command.

mod arguments;
mod changes;
mod check;
mod compare;
mod completions;
#[cfg(feature = "study")]
mod database;
mod depth;
mod diff;
mod explain;
mod explain_speed;
#[cfg(feature = "study")]
mod explore;
mod failure;
mod fix;
mod fmt;
mod games;
mod grammar;
mod input;
mod json;
mod line_ends;
mod lsp;
mod man;
mod measure;
mod moves;
mod mutants;
mod new;
mod output;
#[cfg(feature = "serve")]
mod page_files;
mod part;
mod perft;
mod play;
mod players;
mod playouts;
mod position;
mod progress;
mod project;
mod puzzle;
mod recorded;
mod reference;
mod replay;
mod rules;
mod run;
#[cfg(feature = "serve")]
mod serve;
mod sheet;
mod show;
mod signals;
#[cfg(feature = "serve")]
mod site;
mod solve;
mod stream;
#[cfg(feature = "study")]
mod study;
mod temp_file;
mod terminal;
mod test;
mod threads;
mod trace;
mod train;
mod why_not;
mod witnesses;

pub use run::{run, run_with};
