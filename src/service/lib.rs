//! Plain data for `--json`, and reports.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

pub mod wire;

mod view;

pub mod rules;

pub mod report;

pub mod session;
