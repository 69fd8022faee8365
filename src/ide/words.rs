//! What the reference says of the words of the language.

use std::sync::OnceLock;

use rulebook_language::reference::{ReferenceEntry, groups};
use rustc_hash::FxHashMap;

/// The entries by the words and phrases that they are about.
fn entries() -> &'static FxHashMap<&'static str, ReferenceEntry> {
    static ENTRIES: OnceLock<FxHashMap<&'static str, ReferenceEntry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let mut by_word = FxHashMap::default();
        let all: Vec<ReferenceEntry> = groups().into_iter().flat_map(|group| group.entries).collect();
        for entry in &all {
            for head in &entry.heads {
                by_word.entry(*head).or_insert_with(|| entry.clone());
            }
        }
        // A word of a phrase stands for the first phrase that has it, where it has no entry of its own.
        for entry in &all {
            for word in entry.heads.iter().flat_map(|head| head.split(' ')) {
                by_word.entry(word).or_insert_with(|| entry.clone());
            }
        }
        by_word
    })
}

/// The page of a word, in Markdown.
pub fn page(word: &str) -> Option<String> {
    let entry = entries().get(word)?;
    let heads: Vec<String> = entry.heads.iter().map(|head| format!("`{head}`")).collect();
    Some(format!("### {}\n\n{}", heads.join(", "), entry.body))
}

/// The page of a phrase that has an entry of its own.
pub fn own_page(phrase: &str) -> Option<String> {
    entries().get(phrase).filter(|entry| entry.heads.contains(&phrase)).and_then(|_| page(phrase))
}
