//! The shape of the prose: sections, parts, and sentences within sentences.

/// The rules of a game or variant, for players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prose {
    /// The title.
    pub title: String,
    /// What the sheet says of the game, and what it varies.
    pub lead: String,
    /// The sections, none of them empty.
    pub sections: Vec<Section>,
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its title.
    pub title: &'static str,
    /// What is in it, in order.
    pub parts: Vec<Part>,
}

/// What is said of one declaration, or of several.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// The name that it is about; empty where it has none.
    pub head: String,
    /// What the sheet says of it; empty where it says nothing.
    pub doc: String,
    /// What the rules say, in order.
    pub steps: Vec<Step>,
    /// As the sheet says it; empty where it says it in several places.
    pub code: String,
}

/// A sentence, and what is done within it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The sentence.
    pub text: String,
    /// What is done within it, in order.
    pub within: Vec<Step>,
}

impl Step {
    /// A sentence alone.
    pub fn new(text: String) -> Step {
        Step { text, within: Vec::new() }
    }
}
