//! From the text of a rule sheet to a checked game.
//!
//! A part of the program `rulebook`; it promises nothing to other users. A module names only modules that stand before it here.

pub mod util;

pub mod source;

pub mod diagnostic;

pub mod reference;

pub mod syntax;

pub mod format;

pub mod topology;

pub mod model;
