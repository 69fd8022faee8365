//! The grammar for others: `grammar/game.gbnf`, `grammar/game.lark` and `grammar/game.json` are made from
//! `grammar/game.pest`. What they are for and where they differ from it: docs/grammar.md.

mod cfg;
mod files;
mod fold;
mod node;
mod pattern;
mod peg;
mod print;
