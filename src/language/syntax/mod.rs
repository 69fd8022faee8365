//! From text to what the file says: a syntax tree with spans and comments. Reading never fails; what cannot be read
//! becomes a diagnostic, one for each bad statement.

mod alternatives;
pub mod ast;
mod ast_expr;
mod ast_luck;
mod ast_move;
mod ast_test;
mod ast_turn;
mod brackets;
mod build;
mod build_expr;
mod build_luck;
mod build_move;
mod build_test;
mod build_turn;
mod expected;
mod grammar;
mod legal;
mod length;
mod mistakes;
pub mod outline;
mod parse;
mod prescan;
mod recover;
mod slips;
pub(crate) mod words;
mod written;

pub use legal::{Beginning, Legal, is_readable, is_whole, legal};
pub use length::rule_lines;
pub use mistakes::how_to_ask;
pub use parse::{MAX_FILE_BYTES, expression, outlined, parse};
pub use prescan::MAX_NESTING;
pub use recover::HOLE;
pub use slips::settle;
pub use words::{DECLARATIONS, is_name, is_reserved};
