//! Files of SQLite that hold the results of long runs: the work on the way, which survives whatever stops the process, and the results,
//! written whole and noticed to be changed.

mod digest;
mod failure;
mod whole;
mod work;

pub use digest::{of_table, of_values};
pub use failure::{failed, sql_failed};
pub use whole::{open, sweep_partial, write};
pub use work::{begin, sweep, work_name};
