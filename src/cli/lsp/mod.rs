//! `rulebook lsp`: the language server with the files and threads of this program, over standard input and output or a port.

mod command;
mod connection;
mod files;
mod frames;
mod pages;
mod workers;

pub use command::Lsp;
