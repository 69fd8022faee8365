//! Texts of game files and places in them.

mod file;
mod span;

pub use file::{FileId, LineColumn, SourceFile, SourceMap};
pub use span::Span;
