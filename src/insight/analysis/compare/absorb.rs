//! What one part of a condition or a set makes of the others: `a or not a and b` is `a or b`, `a and (a or b)` is `a`, and no cell
//! is empty and somebody's.

use super::terms::{Term, Terms};

impl Terms {
    /// The parts of an operator whose parts may stand in any order, with one of them left out or made simpler by another; nothing
    /// where all say something.
    pub(super) fn absorbed(&mut self, word: &str, parts: &[Term]) -> Option<Vec<Term>> {
        let (dual, absorbing) = match word {
            "and" => ("or", "false"),
            "or" => ("and", "true"),
            "inter" => ("union", "none"),
            "union" => ("inter", "board"),
            _ => return None,
        };
        for (at, part) in parts.iter().enumerate() {
            let opposite = if matches!(word, "and" | "or") { self.not(*part) } else { self.complement(*part) };
            for (place, other) in parts.iter().enumerate().filter(|(place, _)| *place != at) {
                let without = || parts.iter().enumerate().filter(|(known, _)| *known != place).map(|(_, part)| *part);
                if *other == opposite || self.exclude(word, *part, *other) {
                    return Some(vec![self.leaf(absorbing)]);
                }
                if self.implies(word, *part, *other) {
                    return Some(without().collect());
                }
                if !self.is(*other, dual) {
                    continue;
                }
                let inner = self.parts(*other).to_vec();
                if inner.contains(part) {
                    return Some(without().collect());
                }
                if inner.contains(&opposite) {
                    let rest = inner.into_iter().filter(|term| *term != opposite).collect();
                    let simpler = self.make(dual, rest);
                    return Some(without().chain([simpler]).collect());
                }
            }
        }
        None
    }

    /// Whether the other says nothing beside the one, since whatever is somebody's is not empty: of an intersection the wider goes,
    /// of a union the narrower.
    fn implies(&self, word: &str, part: Term, other: Term) -> bool {
        let (narrow, wide) = if matches!(word, "inter" | "and") { (part, other) } else { (other, part) };
        if self.is(narrow, "some") && self.is(wide, "some") {
            return self.is_within(self.parts(narrow)[0], self.parts(wide)[0]);
        }
        let same = |one: Option<Option<Term>>, another: Option<Option<Term>>| one.is_some() && one == another;
        let Some(left_out) = self.not_of(wide) else { return false };
        same(self.owned_cell(narrow), self.empty_cell(left_out))
            || same(self.empty_cell(narrow), self.owned_cell(left_out))
    }

    /// Whether a set is another one with further conditions: who has a cell of it has one of the other.
    fn is_within(&self, set: Term, wide: Term) -> bool {
        let parts = |of: Term| if self.is(of, "inter") { self.parts(of).to_vec() } else { vec![of] };
        let narrow = parts(set);
        parts(wide).iter().all(|part| narrow.contains(part))
    }

    /// Whether the one says that a cell is empty and the other that it is somebody's, or of both together that everything is one of
    /// the two.
    fn exclude(&self, word: &str, part: Term, other: Term) -> bool {
        let (one, another) = match word {
            "inter" | "and" => (self.empty_cell(part), self.owned_cell(other)),
            "union" | "or" => (
                self.not_of(part).and_then(|of| self.empty_cell(of)),
                self.not_of(other).and_then(|of| self.owned_cell(of)),
            ),
            _ => return false,
        };
        one.is_some() && one == another
    }

    fn not_of(&self, term: Term) -> Option<Term> {
        match (self.word(term), self.parts(term)) {
            ("not" | "complement", [of]) => Some(*of),
            _ => None,
        }
    }

    /// Of the set of empty cells, or the condition that a cell is in it: which cell; `Some(None)` for the set.
    fn empty_cell(&self, term: Term) -> Option<Option<Term>> {
        self.cell_of(term, "Empty")
    }

    /// The same of the cells of a player.
    fn owned_cell(&self, term: Term) -> Option<Option<Term>> {
        self.cell_of(term, "owned").filter(|cell| {
            let set = if cell.is_some() { self.parts(term)[1] } else { term };
            self.parts(set).first().is_some_and(|player| self.is_somebody(*player))
        })
    }

    fn cell_of(&self, term: Term, set: &str) -> Option<Option<Term>> {
        match (self.word(term), self.parts(term)) {
            ("in", [cell, of]) if self.is(*of, set) => Some(Some(*cell)),
            _ if self.is(term, set) => Some(None),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Terms;

    #[test]
    fn what_says_nothing_is_left_out() {
        let mut terms = Terms::default();
        let (a, b, empty, me) = (terms.leaf("a"), terms.leaf("b"), terms.leaf("Empty"), terms.leaf("Me"));
        let mine = terms.make("owned", vec![me]);
        for (all, any, no) in [("and", "or", "not"), ("inter", "union", "complement")] {
            let (not_a, not_b) = (terms.make(no, vec![a]), terms.make(no, vec![b]));
            let either = terms.make(any, vec![a, b]);
            let both = terms.make(all, vec![a, b]);
            let rest = terms.make(all, vec![not_a, b]);
            assert_eq!(terms.make(all, vec![a, either]), a);
            assert_eq!(terms.make(any, vec![both, a]), a);
            assert_eq!(terms.make(any, vec![rest, a]), either);
            let other = terms.make(any, vec![b, not_a]);
            assert_eq!(terms.make(all, vec![other, a]), both);
            assert_ne!(terms.make(all, vec![other, not_b]), both);
            let nothing = if all == "and" { "false" } else { "none" };
            assert_eq!(terms.make(all, vec![b, a, not_a]), terms.leaf(nothing));
        }
        // Who has one of these has one of those.
        let edge = terms.leaf("cells:a1,b1");
        let on_edge = terms.make("inter", vec![mine, edge]);
        let [any, some] = [mine, on_edge].map(|set| terms.make("some", vec![set]));
        assert_eq!(terms.make("and", vec![any, some]), some);
        assert_eq!(terms.make("or", vec![any, some]), any);
        // What is not mine is empty or the enemy's.
        let (taken, others) = (terms.make("complement", vec![empty]), terms.make("complement", vec![mine]));
        let enemy = terms.make("inter", vec![taken, others]);
        assert_eq!(terms.make("union", vec![empty, enemy]), others);
        assert_eq!(terms.make("inter", vec![taken, mine]), mine);
        assert_eq!(terms.make("inter", vec![empty, mine]), terms.leaf("none"));
        assert_eq!(terms.make("union", vec![mine, enemy]), taken);
    }
}
