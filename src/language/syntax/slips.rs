//! Which corrections are surely meant: one word in the place of another, where nothing else can have been meant (the wrong word stands
//! nowhere else, the right one is used elsewhere or belongs to the language, and no other word of the text or of the language is as
//! near), and a sign of another language in the place of ours. All others may have been meant otherwise.

use rustc_hash::FxHashMap;

use super::legal::keywords;
use super::words::{is_reserved, is_word, tokens};
use crate::diagnostic::{Fix, Report};
use crate::reference::is_topic;
use crate::source::FileId;
use crate::util::suggestion;

/// Signs of other languages, which mean one thing alone and nothing in this one.
const FOREIGN: [&str; 5] = ["==", "<>", "\u{2260}", "\u{2264}", "\u{2265}"];

/// How often each word stands in some texts, beside their comments.
pub struct Census<'t> {
    texts: Vec<(FileId, &'t str)>,
    counts: FxHashMap<&'t str, usize>,
}

impl<'t> Census<'t> {
    /// The words of these texts.
    pub fn of(texts: impl IntoIterator<Item = (FileId, &'t str)>) -> Self {
        let texts: Vec<(FileId, &str)> = texts.into_iter().collect();
        let mut counts = FxHashMap::default();
        for (_, text) in &texts {
            for token in tokens(text, 0, text.len()).into_iter().filter(|token| is_word(token.text)) {
                *counts.entry(token.text).or_insert(0) += 1;
            }
        }
        Census { texts, counts }
    }

    /// How often a word stands there.
    pub fn count(&self, word: &str) -> usize {
        self.counts.get(word).copied().unwrap_or(0)
    }

    /// Whether `word`, which stands somewhere, is surely `meant` misspelt.
    pub fn is_slip(&self, word: &str, meant: &str) -> bool {
        let is_known = |word: &str| is_reserved(word) || is_topic(word);
        // `adjacenta` may be a bracket that was lost.
        let goes_on = word.starts_with(meant) || word.ends_with(meant);
        if self.count(word) != 1 || goes_on || is_known(word) || !(self.count(meant) > 1 || is_known(meant)) {
            return false;
        }
        // The texts' own words in one order, so that the same is said every time.
        let mut own: Vec<&str> = self.counts.keys().copied().filter(|own| *own != word).collect();
        own.sort_unstable();
        let is_sure =
            suggestion(word, [meant].into_iter().chain(own)).is_some_and(|near| near.sure && near.word == meant);
        // Of two as near the earlier is suggested.
        let of_the_language = keywords().iter().copied().filter(|known| *known != meant).chain([meant]);
        is_sure && suggestion(word, of_the_language).is_some_and(|near| near.word == meant)
    }

    /// Whether what a fix does is no less sure than it says.
    fn is_sure(&self, fix: &Fix) -> bool {
        let [edit] = fix.edits.as_slice() else { return false };
        let Some((_, text)) = self.texts.iter().find(|(file, _)| *file == edit.span.file) else { return false };
        let (old, new) = (text.get(edit.span.start as usize..edit.span.end as usize).unwrap_or(""), edit.text.trim());
        if is_word(old) && is_word(new) { self.is_slip(old, new) } else { FOREIGN.contains(&old) }
    }
}

/// Calls no fix of the findings safe by which something else may have been meant.
pub fn settle<'t>(report: &mut Report, texts: impl IntoIterator<Item = (FileId, &'t str)>) {
    if report.iter().all(|finding| finding.fixes.iter().all(|fix| !fix.safe)) {
        return;
    }
    let census = Census::of(texts);
    for fix in report.fixes_mut() {
        fix.safe = fix.safe && census.is_sure(fix);
    }
}

#[cfg(test)]
mod tests {
    use super::Census;
    use crate::source::FileId;

    #[test]
    fn a_slip_is_what_can_be_nothing_else() {
        let slip = |text: &str, word: &str, meant: &str| Census::of([(FileId(0), text)]).is_slip(word, meant);
        assert!(slip("piece stone put my stnoe put my stone", "stnoe", "stone"));
        assert!(!slip("piece stnoe put my stone", "stone", "stnoe"), "which of the two is wrong?");
        assert!(
            !slip("piece stnoe put my stone put my stone", "stone", "stnoe"),
            "a name, and its declaration is wrong"
        );
        assert!(!slip("option size: 3..=9 value y(c) = row(c) size", "size", "pie"), "a name, and near to a word");
        assert!(slip("exepct me is Black", "exepct", "expect"));
        assert!(!slip("stones stones stone stone stoness", "stoness", "stones"), "two are near");
    }
}
