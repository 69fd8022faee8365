//! One game played: the plan that a checked game is compiled to, positions and actions, records.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

pub mod groups;

pub mod plan;

pub mod engine;

pub mod record;
