//! From a text to a checked game: what is read, what is said of it, how it is laid out, and what the documents say of it.

mod architecture;
mod contributing;
mod diagnostics;
mod docs;
mod explain;
mod format;
mod hostile;
