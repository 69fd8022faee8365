//! The entries about words, read from the pages below `docs/words/`.

/// The pages, in the order in which they are listed.
const PAGES: [&str; 11] = [
    include_str!("../../../docs/words/files.md"),
    include_str!("../../../docs/words/players-and-pieces.md"),
    include_str!("../../../docs/words/board.md"),
    include_str!("../../../docs/words/definitions.md"),
    include_str!("../../../docs/words/moves.md"),
    include_str!("../../../docs/words/turns.md"),
    include_str!("../../../docs/words/luck.md"),
    include_str!("../../../docs/words/ends.md"),
    include_str!("../../../docs/words/expressions.md"),
    include_str!("../../../docs/words/words.md"),
    include_str!("../../../docs/words/functions.md"),
];

/// A page: entries that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its title.
    pub title: &'static str,
    /// Its entries.
    pub entries: Vec<ReferenceEntry>,
}

/// What is said about some words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceEntry {
    /// The words or phrases that it is about.
    pub heads: Vec<&'static str>,
    /// What it says, in Markdown, with an example.
    pub body: &'static str,
}

/// All pages.
pub fn groups() -> Vec<Group> {
    PAGES.iter().map(|page| group(page)).collect()
}

/// A page: `# title`, then entries that begin with their words between backticks, as in ``## `put`, `put on` ``.
fn group(page: &'static str) -> Group {
    let mut parts = page.split("\n## ");
    let title = parts.next().unwrap_or("").trim_start_matches("# ").trim();
    let entries = parts
        .map(|part| {
            let (head, body) = part.split_once('\n').unwrap_or((part, ""));
            ReferenceEntry { heads: head.split('`').skip(1).step_by(2).collect(), body: body.trim() }
        })
        .collect();
    Group { title, entries }
}
