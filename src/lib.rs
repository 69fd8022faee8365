//! Rulebook: abstract board games as rule sheets.
