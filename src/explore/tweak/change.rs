//! A change of one rule.

use rulebook_language::source::Span;

/// How much a change is felt: what changes little is preferred.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Effort {
    /// A value of an option, a number, a bound, the pie rule.
    Small = 1,
    /// A relation, an order, what must or may be done, a condition.
    Some = 2,
    /// What wins, who moves how often, the setup.
    Much = 3,
    /// The board.
    Great = 4,
}

/// A change of one rule: edits of the texts, and lines that are added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tweak {
    /// What is replaced by what.
    pub edits: Vec<(Span, String)>,
    /// Lines that a variant has besides.
    pub added: Vec<String>,
    /// What the change is, in words.
    pub words: String,
    /// The declaration that it changes, as `--keep` names it.
    pub place: String,
    /// The place of what is changed; of what is added, of the title.
    pub at: Span,
    /// How much it changes.
    pub effort: Effort,
}

impl Tweak {
    /// Whether both can be made at once: they change different places, and neither adds what the other does.
    pub fn goes_with(&self, other: &Tweak) -> bool {
        let apart = |a: &Span, b: &Span| {
            a.file != b.file || a.end <= b.start && a.start < b.end || b.end <= a.start && b.start < a.end
        };
        let places = self.edits.iter().all(|(a, _)| other.edits.iter().all(|(b, _)| apart(a, b)));
        // A game has one pie rule and one setup; an end clause that is added twice is one too many.
        let first = |tweak: &Tweak| {
            tweak.added.iter().filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect::<Vec<_>>()
        };
        let added = first(self).iter().all(|word| !first(other).contains(word));
        let kept = self.added.is_empty() || other.edits.is_empty() || self.place != other.place;
        let also = other.added.is_empty() || self.edits.is_empty() || self.place != other.place;
        places && added && kept && also
    }
}
