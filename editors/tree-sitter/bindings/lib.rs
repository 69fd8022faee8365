//! A tree-sitter grammar of rule sheets, with queries for editors.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_rulebook() -> *const ();
}

/// The grammar.
// The function is that of the parser which `build.rs` compiles.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_rulebook) };

/// What is coloured how.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../queries/highlights.scm");

/// What can be folded.
pub const FOLDS_QUERY: &str = include_str!("../queries/folds.scm");

/// Where names are declared and used.
pub const LOCALS_QUERY: &str = include_str!("../queries/locals.scm");

/// How lines are indented.
pub const INDENTS_QUERY: &str = include_str!("../queries/indents.scm");

/// Texts of other languages.
pub const INJECTIONS_QUERY: &str = include_str!("../queries/injections.scm");

/// What a list of what a file declares has.
pub const TAGS_QUERY: &str = include_str!("../queries/tags.scm");
