//! Rulebook: abstract board games as rule sheets.
//!
//! A `.game` file becomes a game that can be checked, played and measured on one way, each step a module that names only
//! those before it:
//!
//! | step | module | gives |
//! |---|---|---|
//! | text | [`source`] | files, spans, lines and columns |
//! | findings | [`diagnostic`] | one value for every error, shown for people or as JSON |
//! | pages | [`mod@reference`] | the words of the language and the codes of findings, explained |
//! | tree | [`syntax`] | what the file says, with spans and comments |
//! | board | [`topology`] | cells, relations, directions, frozen for the engine |
//! | game | [`model`] | the checked, typed game for one choice of options |
//! | proofs | [`audit`] | what holds of a game, without playing it |
//! | program | [`plan`] | flat operations over registers and memory |
//! | play | [`engine`], [`groups`] | positions, legal actions, outcomes, notation |
//! | games | [`record`], [`library`], [`agents`] | played games as text, the shipped files, who plays |
//! | numbers | [`statistics`] | intervals, differences with verdicts, sequential tests |
//! | measures | [`analysis`] | perft, playouts, replays |
//! | layout | [`mod@format`] | a text in its canonical layout, proved to say the same |
//! | shapes | [`wire`] | what `--json` prints |
//! | pages | [`report`] | self-contained HTML with plots and boards |
//! | doors | `cli` | the command line |
pub mod agents;
pub mod analysis;
pub mod audit;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod engine;
pub mod format;
pub mod groups;
pub mod kernel;
pub mod library;
pub mod model;
pub mod plan;
pub mod record;
pub mod reference;
pub mod report;
pub mod source;
pub mod statistics;
pub mod syntax;
pub mod topology;
pub mod util;
pub mod wire;
