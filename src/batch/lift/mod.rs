//! Lifting: from conditions on one cell, or on a cell and another a few steps away, to algebra on sets of all cells.
//!
//! A pick `c` with a condition on `c` becomes the set of cells that meet it, worked out for the whole board at once; a second
//! pick near the first becomes such a set for each way from the first to the second. Counts of neighbours are added bit by
//! bit, a bit of all cells at a time (bit slicing). What a move requires of the position after it is worked out in thought,
//! for all picks together: of the cells that the move changes it is known what they hold then.

mod asked;
mod asking;
mod builtins;
mod carried;
mod cell_counters;
mod chains;
mod clock;
mod compile;
mod completion;
mod contents;
mod counts;
mod deferred_tests;
mod each;
mod effects;
mod ends;
mod equivalence;
mod exprs;
mod fixed_picks;
mod folding;
mod folds;
mod frames;
mod groups;
mod imagined;
mod implied_pick;
mod joints;
mod late;
mod lifter;
mod luck;
mod memory;
mod moves;
mod neighbours;
mod numbers;
mod offers;
mod parts;
mod paths;
mod piles;
mod repetition;
mod rows;
mod seats;
mod sets;
mod shapes;
mod steps;
mod tables;
mod tiers;
mod truths;
mod turns;
mod value;

pub use compile::{MAX_WORDS, compile, lifted};
