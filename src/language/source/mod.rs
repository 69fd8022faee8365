//! Texts of game files and places in them.

mod file;
mod one_line;
mod span;

pub use file::{FileId, LineColumn, SourceFile, SourceMap};
pub use one_line::one_line;
pub use span::Span;
