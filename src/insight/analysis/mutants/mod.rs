//! Mutation testing of a file: one rule is changed at a time, and the changes are listed that no test of the file notices.

mod edit;
mod exchange;
mod expressions;
mod fate;
mod rules;
mod run;
mod statements;

pub use edit::Edit;
pub use fate::{Fate, Shown};
pub use rules::edits;
pub use run::{Mutant, MutantSettings, Mutated, mutants};
