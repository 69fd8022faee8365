//! What is said about a word or code, and what else it may have been meant to be.

use super::synonyms::{foreign_words, synonyms};
use super::words::{ReferenceEntry, groups};
use crate::diagnostic::{Code, WHY};
use crate::util::suggest;

/// How many near topics are named.
const MAX_NEAR: usize = 3;
/// How many related topics are named.
const MAX_RELATED: usize = 12;

/// The page about a word, phrase or code, in Markdown. A word that is no entry's own stands for the phrases with it.
pub fn page(asked: &str) -> Option<String> {
    if let Some(code) = codes().find(|code| code.name() == asked) {
        return Some(code.page().to_owned());
    }
    if asked == "why" {
        return Some(WHY.to_owned());
    }
    let entries: Vec<ReferenceEntry> = groups().into_iter().flat_map(|group| group.entries).collect();
    let is_asked = |head: &str| head == asked;
    let has_asked = |head: &str| head.split(' ').any(|word| word == asked);
    let mut shown: Vec<&ReferenceEntry> =
        entries.iter().filter(|entry| entry.heads.iter().any(|h| is_asked(h))).collect();
    if shown.is_empty() {
        shown = entries.iter().filter(|entry| entry.heads.iter().any(|head| has_asked(head))).collect();
    }
    if shown.is_empty() {
        let foreign = foreign_page(asked);
        if foreign.is_some() {
            return foreign;
        }
        let folded = asked.to_lowercase();
        return if folded == asked { None } else { page(&folded) };
    }
    let mut out = String::new();
    for entry in &shown {
        let heads: Vec<String> = entry.heads.iter().map(|head| format!("`{head}`")).collect();
        out.push_str(&format!("## {}\n\n{}\n\n", heads.join(", "), entry.body));
    }
    let others = entries.iter().filter(|entry| !shown.contains(entry)).flat_map(|entry| &entry.heads);
    let mut related: Vec<String> = Vec::new();
    for head in others.filter(|head| has_asked(head)).map(|head| format!("`{head}`")) {
        if !related.contains(&head) {
            related.push(head);
        }
    }
    related.truncate(MAX_RELATED);
    if !related.is_empty() {
        out.push_str(&format!("See also: {}\n", related.join(", ")));
    }
    Some(out)
}

/// The page about a word that the language says in another way: what it says, and the pages about that.
fn foreign_page(asked: &str) -> Option<String> {
    let mut topics: Vec<&str> = Vec::new();
    let mut out = format!("# `{asked}` is not a word of the language\n\n");
    for row in synonyms(asked) {
        out.push_str(&format!("- {}\n", row.help));
        topics.extend(row.topics);
    }
    let (first, others) = topics.split_first()?;
    out.push_str(&format!("\n{}", page(first)?));
    let others: Vec<String> = others.iter().map(|topic| format!("`{topic}`")).collect();
    if !others.is_empty() {
        out.push_str(&format!("{}See also: {}\n", if out.ends_with("\n\n") { "" } else { "\n" }, others.join(", ")));
    }
    Some(out)
}

/// Whether a word has an entry of its own.
pub fn is_topic(word: &str) -> bool {
    groups().iter().flat_map(|group| &group.entries).any(|entry| entry.heads.contains(&word))
}

/// Every code that has a page, of files and of moves.
fn codes() -> impl Iterator<Item = Code> {
    Code::ALL.iter().chain(Code::REFUSALS).copied()
}

/// All that can be explained.
fn topics() -> Vec<&'static str> {
    let words = groups().into_iter().flat_map(|group| group.entries).flat_map(|entry| entry.heads);
    words.chain(codes().map(Code::name)).collect()
}

/// The topics that an unknown word was probably meant to be, the nearest first: those of an area of codes, such as `lint`, or
/// those written nearly so, or a code with such a slug.
pub fn near(asked: &str) -> Vec<&'static str> {
    let mut topics = topics();
    let area = format!("{}/", asked.trim_end_matches('/'));
    let within: Vec<&str> = topics.iter().copied().filter(|topic| topic.starts_with(&area)).collect();
    if !within.is_empty() {
        return within;
    }
    topics.extend(foreign_words());
    let mut out: Vec<&str> = Vec::new();
    while out.len() < MAX_NEAR {
        let Some(topic) = suggest(asked, topics.iter().copied()) else { break };
        topics.retain(|other| *other != topic);
        out.push(topic);
    }
    let slug = |code: &'static str| code.split_once('/').map_or(code, |(_, slug)| slug);
    let files = Code::ALL.iter().map(|code| code.name());
    let alike: Vec<&str> = files.filter(|code| slug(code) == asked && !out.contains(code)).collect();
    out.extend(alike);
    out
}

/// The heads of an entry without the phrases that only go on where another one ends: `put`, not `put on`.
fn short(entry: &ReferenceEntry) -> impl Iterator<Item = &'static str> {
    let goes_on = |head: &str, other: &str| head.strip_prefix(other).is_some_and(|rest| rest.starts_with(' '));
    let heads = entry.heads.iter().copied();
    heads.filter(move |head| entry.heads.iter().all(|other| !goes_on(head, other)))
}

/// The list of all topics by group, in Markdown.
pub fn overview() -> String {
    let mut out = "# What can be explained\n\n`rulebook explain WORD` shows the page with an example.\n".to_owned();
    for group in groups() {
        let heads: Vec<&str> = group.entries.iter().flat_map(short).collect();
        out.push_str(&format!("\n## {}\n\n{}\n", group.title, heads.join(", ")));
    }
    out.push_str("\n## Codes of findings\n\n");
    let mut codes: Vec<&str> = codes().map(Code::name).collect();
    codes.sort_unstable();
    let area = |code: &str| code.split('/').next().unwrap_or("").to_owned();
    for same in codes.chunk_by(|a, b| area(a) == area(b)) {
        out.push_str(&format!("- {}\n", same.join(", ")));
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::{near, overview, page};

    #[test]
    fn a_word_is_explained_by_its_own_entries_first() {
        let shown = page("move").unwrap();
        assert!(shown.starts_with("## `move`\n") && shown.contains("See also: "), "{shown}");
        assert!(page("each").unwrap().contains("`after each action`"), "a word of a phrase");
        assert_eq!(page("Pick"), page("pick"), "case does not count");
        assert!(page("name/unknown").unwrap().starts_with("# name/unknown\n"));
        let swap = page("swap").unwrap();
        assert!(swap.starts_with("# `swap` is not a word") && swap.contains("exchange a, b"), "{swap}");
        assert!(swap.contains("write `pie`"), "{swap}");
        assert!(page("Opponents").unwrap().contains("`enemy`"));
        assert_eq!(page("frobnicate"), None);
        assert_eq!(page(""), None);
    }

    #[test]
    fn near_topics_are_named() {
        assert_eq!(near("pikc").first(), Some(&"pick"));
        assert!(near("oponent").contains(&"opponent"));
        assert!(near("lint").contains(&"lint/unused"));
        assert!(near("unclosed-bracket").contains(&"syntax/unclosed-bracket"));
        assert!(near("qqqqqqqqqqqq").is_empty());
        assert!(near("a").len() <= 3);
    }

    #[test]
    fn the_overview_lists_everything() {
        let all = overview();
        let words: Vec<&str> = all.split([' ', '\n', ',']).collect();
        let listed = |topic: &&str| topic.split(' ').take(1).all(|word| words.contains(&word));
        assert!(super::topics().iter().all(listed));
        assert!(all.contains("after each action") && !all.contains("put on"), "{all}");
    }
}
